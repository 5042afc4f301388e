"""Make conversations of runs that a person or a test confirmed: their programs are run again, as the loop shows them.

A run is taken where its question leaks nothing of an evaluation file, no secret is in it, and its last program gives
the same results again with the personal data of the question masked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.recording import Conversation, FrontSize, Recorder, Script
from scitoolagent.finetune.solving.private import masked, personal_in, secret_in
from scitoolagent.records import Answer, AnyRecord, Program, Query
from scitoolagent.solver.preparing import as_asked
from scitoolagent.solver.stubs import tools_named
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import is_run_name, list_runs, read_trace

CONFIRMED = "confirmed.txt"
_RUN = "run"


@dataclass(frozen=True, slots=True)
class TakenRuns:
    """Rows of chat data made of runs, and how many runs were refused for each reason."""

    rows: tuple[dict[str, Any], ...] = ()
    refused: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class RunSource:
    """Where runs are taken from.

    Attributes:
        traces: the folder of the traces, with the names of the confirmed ones in `confirmed.txt`, one a line.
        files: the folder of the files that their questions name.
        front: what the loop shows before the question.
    """

    traces: Path
    files: Path
    front: FrontSize = "whole"


def take_runs(source: RunSource, leakage: Leakage, config: Config) -> TakenRuns:
    """Return the conversations of the confirmed runs of a folder.

    Raises:
        ConfigError: nobody confirmed a run, a name is that of no run, or a trace cannot be read.
    """
    names = confirmed_runs(source.traces)
    rows, refused = list[dict[str, Any]](), Counter[str]()
    recorder = Recorder(config, source.files, source.front)
    try:
        for name in names:
            made = _taken(recorder, list(read_trace(source.traces, name)), leakage)
            if isinstance(made, str):
                refused[made] += 1
            else:
                question, talk = made
                rows.append({**talk.row(name, _RUN), "question": question})
    finally:
        recorder.close()
    return TakenRuns(tuple(rows), refused)


def confirmed_runs(folder: Path) -> list[str]:
    """Return the names in `confirmed.txt`, each once; text behind a `#` is a remark.

    Raises:
        ConfigError: there is no such file, it names none, or what it names is no run of the folder.
    """
    path = folder / CONFIRMED
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path} cannot be read ({error}); write the names of the runs whose answers somebody confirmed into it"
        ) from error
    names = list(dict.fromkeys(filter(None, (line.partition("#")[0].strip() for line in lines))))
    if not names:
        raise ConfigError(f"{path} names no run; `scitoolagent show` lists them")
    known = set(list_runs(folder)) | {one.stem for one in folder.glob("*.jsonl") if is_run_name(one.stem)}
    if unknown := [name for name in names if name not in known]:
        raise ConfigError(f"{path} names {unknown[0]!r}, and there is no such run in {folder}")
    return names


def _taken(recorder: Recorder, records: Sequence[AnyRecord], leakage: Leakage) -> tuple[str, Conversation] | str:
    """The question and the conversation of a run, or why it is refused."""
    query = next((one for one in records if isinstance(one, Query)), None)
    answer = next((one for one in reversed(records) if isinstance(one, Answer)), None)
    programs = list(_last_states(records))
    if query is None or answer is None or answer.status != "complete":
        return "no complete answer"
    if not programs or programs[-1].status != "ok" or not programs[-1].answer:
        return "no program answers it"
    if programs[-1].earlier or programs[-1].replies:
        return "it goes on from an earlier question, or somebody was asked back"
    asked = as_asked(query)
    written = "\n".join([asked, *(text for one in programs for text in _texts(one))])
    if kind := secret_in(written):
        return f"a secret: {kind}"
    if why := leakage.why(asked):
        return f"leak ({why})"
    if any(leakage.has_entity(entity.text) for entity in query.entities):
        return "leak (entity)"
    return _recorded(recorder, masked(asked), programs)


def _recorded(recorder: Recorder, question: str, programs: Sequence[Program]) -> tuple[str, Conversation] | str:
    last = programs[-1]
    # A program that failed is kept where it is the one before the last: it shows how a fault is mended.
    failed = [one for one in programs[-2:-1] if one.status == "failed"]
    turns = [("program", _arguments(one)) for one in (*failed, last)]
    tools = tools_named(last.code, load_graph())
    phrases = [name.replace("_", " ") for name in tools]
    form = (_RUN, *(["mended"] if failed else []))
    script = Script(turns, tools, phrases, 0, faults=len(failed), results=last.results, form=form)
    try:
        talk = recorder.record(recorder.agent.recognise(question), script)
    except SciToolAgentError as error:
        return f"not run again: {type(error).__name__}"
    if isinstance(talk, str):
        return talk
    shown = "\n".join(text for message in talk.messages[1:] for text in _said(message))
    if kind := secret_in(shown) or personal_in(shown):
        return f"not maskable: {kind}"
    return question, talk


def _said(message: Any) -> Iterator[str]:
    yield message.content
    yield from (str(call.arguments) for call in message.calls)


def _arguments(program: Program) -> dict[str, Any]:
    return {"code": program.code, **({"answer": program.answer} if program.answer else {})}


def _texts(program: Program) -> Iterator[str]:
    yield from (program.code, str(program.answer), str(program.results), program.printed)


def _last_states(records: Sequence[AnyRecord]) -> Iterator[Program]:
    """The programs of a run, each as it ended; words that came later take the place of none."""
    found: dict[tuple[str, int], Program] = {}
    number = 0
    for one in records:
        if not isinstance(one, Program):
            continue
        number += one.status == "begun"
        found[one.code, number] = one
    yield from found.values()
