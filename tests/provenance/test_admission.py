"""A trace is a file that anybody may edit: the gate looks at it again before any of it is shown or written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import BlockedError
from scitoolagent.provenance.admission import admitted_trace
from scitoolagent.provenance.export import EXPORT_FORMATS, export
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import read_trace

SARIN = "CC(C)OP(C)(=O)F"
RUN = "20260101-000000-abcdef"
CAFFEINE = "$1.smiles"


def _in(kind: str, old: str, new: str) -> Callable[[str], str]:
    """A line of a trace of one kind with another text in it."""

    def edit(line: str) -> str:
        return line.replace(old, new) if f'"kind":"{kind}"' in line else line

    return edit


def _made(line: str) -> str:
    """A step of a trace with another value in what it gave, and in nothing else."""
    record = json.loads(line)
    for output in record.get("outputs", {}).values():
        if isinstance(output.get("value"), str):
            output["value"] = SARIN
    return json.dumps(record) if '"kind":"step"' in line else line


EDITS = {
    "what a step gave": _made,
    "the question": _in("query", "caffeine", "sarin"),
    "the plan alone": _in("plan", CAFFEINE, SARIN),
    "what was made": _in("step", "Cn1c(=O)c2c(ncn2C)n(C)c1=O", SARIN),
    "a unit": _in("step", '"unit":null', f'"unit":"{SARIN}"'),
    "a source": _in("step", '"source":"', '"source":"after sarin, '),
    "a sentence of the answer": _in("answer", '"text":"', f'"text":"It is {SARIN}. '),
    "a note": _in("answer", '"notes":[', '"notes":["see sarin"'),
    "the answer": _in("answer", '"value":"C8H10N4O2"', f'"value":"{SARIN}"'),
}


def _written(folder: Path, lines: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{RUN}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def lines(config: Config, demo: RecordedRun) -> list[str]:
    return (config.runs_dir / f"{demo.run}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edited_trace_is_neither_shown_nor_exported(
    lines: list[str], tmp_path: Path, edit: Callable[[str], str]
) -> None:
    edited = [edit(line) for line in lines]
    assert edited != lines
    _written(tmp_path / "runs", edited)
    with pytest.raises(BlockedError):
        admitted_trace(tmp_path / "runs", RUN)
    work = tmp_path / "work"
    work.mkdir()
    for form in EXPORT_FORMATS:
        with pytest.raises(BlockedError):
            export(load_run(tmp_path / "runs", RUN), load_graph(), form, None, work)
    assert list(work.iterdir()) == []


def test_the_versions_of_a_trace_are_screened_where_they_are_exported(lines: list[str], tmp_path: Path) -> None:
    header = json.loads(lines[0])
    header["environment"]["rdkit"] = SARIN
    _written(tmp_path, [json.dumps(header), *lines[1:]])
    for form in EXPORT_FORMATS:
        with pytest.raises(BlockedError):
            export(load_run(tmp_path, RUN), load_graph(), form, None, tmp_path / "out")


def test_an_answer_that_names_a_row_that_was_stopped_is_shown(lines: list[str], tmp_path: Path) -> None:
    place = next(number for number, line in enumerate(lines) if '"kind":"answer"' in line)
    answer = json.loads(lines[place])
    finding = {"verdict": "block", "subject": SARIN, "reason": "is sarin", "source": "CWC", "kind": "molecule"}
    answer |= {"text": f"{answer['text']}; row 1 is sarin: stopped", "findings": [finding]}
    _written(tmp_path, [*lines[:place], json.dumps(answer), *lines[place + 1 :]])
    assert admitted_trace(tmp_path, RUN)
    answer["findings"] = []
    _written(tmp_path, [*lines[:place], json.dumps(answer), *lines[place + 1 :]])
    with pytest.raises(BlockedError):
        admitted_trace(tmp_path, RUN)


def test_a_trace_as_it_was_written_passes(config: Config, demo: RecordedRun) -> None:
    assert admitted_trace(config.runs_dir, demo.run) == tuple(read_trace(config.runs_dir, demo.run))


def test_a_refusal_is_shown_but_nothing_that_was_made(lines: list[str], tmp_path: Path) -> None:
    refused = '{"kind":"answer","status":"blocked","text":"it is never worked on"}'
    question = EDITS["the question"](lines[1])
    _written(tmp_path, [lines[0], question, refused])
    assert len(admitted_trace(tmp_path, RUN)) == 2
    made = [EDITS["what was made"](line) for line in lines if '"kind":"answer"' not in line]
    _written(tmp_path, [lines[0], question, *made[2:], refused])
    with pytest.raises(BlockedError):
        admitted_trace(tmp_path, RUN)
