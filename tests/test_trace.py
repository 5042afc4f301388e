"""A trace holds a run as far as it went, names what its values depend on, and is read by its number alone."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from scitoolagent import __version__
from scitoolagent.errors import ConfigError
from scitoolagent.provenance.recorded import GivenValue, load_run
from scitoolagent.records import Answer, Query
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace, environment, list_runs, read_trace

HEAVY = ("rdkit", "numpy", "Bio", "pymatgen", "ase", "chemicals", "scipy")


def test_the_header_names_versions(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.close()
    said = json.loads((tmp_path / f"{trace.run}.jsonl").read_text())["environment"]
    code = "import rdkit, numpy, Bio; print(rdkit.__version__, numpy.__version__, Bio.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rdkit, *rest = done.stdout.split()
    # rdkit writes 2026.09.1 where its package says 2026.9.1.
    assert [int(part) for part in said["rdkit"].split(".")] == [int(part) for part in rdkit.split(".")]
    assert [said["numpy"], said["biopython"]] == rest
    assert (said["Python"], said["scitoolagent"]) == (platform.python_version(), __version__)


def test_no_package_is_imported_for_its_version() -> None:
    code = f"import sys; from scitoolagent.trace import environment; environment(); print([n for n in {HEAVY} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hazard_tables_in_use_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent.config import load_config

    folder = tmp_path / "safety_db"
    folder.mkdir()
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path))
    load_config.cache_clear()
    assert environment()["hazard tables"] == "none"
    for content in (b"{", b"[]", b"{}"):
        (folder / "MANIFEST.json").write_bytes(content)
        assert environment()["hazard tables"] == "none"
    content = b'{"built": "2026-01-02"}'
    (folder / "MANIFEST.json").write_bytes(content)
    assert environment()["hazard tables"] == f"2026-01-02 {hashlib.sha256(content).hexdigest()[:12]}"


def test_a_trace_from_before_quantities_is_read(tmp_path: Path) -> None:
    """A setting was a plain number in the plan then, and a question had no list of quantities."""
    lines = [
        {
            "kind": "run",
            "run": "20261101-120000-abcdef",
            "scitoolagent": "0.1.0",
            "started": "2026-11-01T12:00:00+00:00",
        },
        {"kind": "query", "text": "pH of 0.02 M strong acid", "entities": []},
        {
            "kind": "plan",
            "steps": [{"id": 1, "tool": "strong_acid_ph", "arguments": {"concentration": 0.02}}],
            "goals": [{"text": "pH", "type": "StrongAcidPh", "output": "$1.strong_acid_ph", "about": []}],
        },
        {
            "kind": "step",
            "step": 1,
            "tool": "strong_acid_ph",
            "status": "ok",
            "arguments": {"concentration": 0.02},
            "outputs": {"strong_acid_ph": {"type": "StrongAcidPh", "value": 1.699, "unit": "[pH]"}},
        },
        {"kind": "answer", "status": "complete", "text": "pH: 1.699 [step 1]"},
    ]
    (tmp_path / "20261101-120000-abcdef.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run = load_run(tmp_path, "20261101-120000-abcdef")
    assert run.query.quantities == ()
    assert [call.arguments for call in run.calls(load_graph())] == [{"concentration": GivenValue(0.02)}]


QUERY, ANSWER = Query(text="TPSA of menthol"), Answer(status="complete", text="20.23")


def test_what_is_written_can_be_read_before_the_run_has_ended(tmp_path: Path) -> None:
    """A run that is killed keeps all records that it gave."""
    trace = Trace(tmp_path)
    trace.write(QUERY)
    assert list(read_trace(tmp_path, trace.run)) == [QUERY]
    trace.write(ANSWER)
    assert list(read_trace(tmp_path, "last")) == [QUERY, ANSWER]
    trace.close()


def test_a_line_that_a_kill_cut_off_is_left_out_and_any_other_broken_line_is_an_error(tmp_path: Path) -> None:
    run = "20260101-000000-00000a"
    lines = ["{}", QUERY.model_dump_json(), ANSWER.model_dump_json()]
    path = tmp_path / f"{run}.jsonl"
    path.write_text("\n".join([*lines, '{"kind": "ans']))
    assert list(read_trace(tmp_path, run)) == [QUERY, ANSWER]
    path.write_text("\n".join([lines[0], '{"kind": "que', lines[2]]))
    with pytest.raises(ConfigError, match="line 2"):
        list(read_trace(tmp_path, run))


def test_last_is_the_newest_run(tmp_path: Path) -> None:
    runs = ["20251231-235959-ffffff", "20260101-000000-00000a", "20260102-000000-000001"]
    for run in (runs[1], runs[2], runs[0]):
        text = QUERY.model_copy(update={"text": run}).model_dump_json()
        (tmp_path / f"{run}.jsonl").write_text(f"{{}}\n{text}\n")
    (tmp_path / "notes.jsonl").write_text("no run")
    assert list_runs(tmp_path) == runs[::-1]
    assert [record.text for record in read_trace(tmp_path, "last")] == [runs[2]]


def test_runs_begun_in_one_second_are_told_apart_and_kept_in_order(tmp_path: Path) -> None:
    begun = [Trace(tmp_path) for _ in range(50)]
    for trace in begun:
        trace.close()
    assert list_runs(tmp_path) == [trace.run for trace in reversed(begun)]
    assert len({trace.run for trace in begun}) == 50


@pytest.mark.parametrize("run", ["../secret", "notes", "", "20260101-000000-00000a/../../secret"])
def test_a_run_is_named_by_its_number_not_by_a_path(tmp_path: Path, run: str) -> None:
    (tmp_path / "runs" / "20260101-000000-00000a").mkdir(parents=True)
    for path in (tmp_path / "secret.jsonl", tmp_path / "runs" / "notes.jsonl", tmp_path / "runs" / ".jsonl"):
        path.write_text(f"{{}}\n{QUERY.model_dump_json()}\n")
    with pytest.raises(ConfigError, match="no run"):
        list(read_trace(tmp_path / "runs", run))
