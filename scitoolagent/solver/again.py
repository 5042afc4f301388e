"""Run the program of an earlier run again without a model: to replay it, to resume it, to make its numbers anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.errors import ModelError
from scitoolagent.records import Answer, Plan, Program, Query, StepResult, Usage
from scitoolagent.solver.answering import answer_of
from scitoolagent.solver.preparing import Machine, prepare
from scitoolagent.solver.running import Ended, Runner, closing, stopped
from scitoolagent.solver.sandbox import Sandbox
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import Written, written
from scitoolagent.toolkg.graph import ToolGraph

Records = Program | Plan | StepResult | Answer
NO_WORDS = "The run was ended before there were words of an answer; these are the results of its program."
GONE_ON = "The model had gone on after this program, and was ended before another one gave results."
NO_SECOND_READER = "Made by running the program again; no second reader has looked at it."


def run_again(
    graph: ToolGraph,
    machine: Machine,
    sandbox: Sandbox,
    query: Query,
    program: Program,
    usage: Sequence[Usage] = (),
    run: str = "",
    note: str = "",
) -> Iterator[Records]:
    """The records of a program that is run again: as it begins and ends, its plan, its steps, the answer.

    It is type-checked and screened like one that a model has just written, and reads the files as they are now. What
    it gave before, its status and its error are not looked at.

    Args:
        graph: the tool graph.
        machine: runs the steps; the question has been screened there.
        sandbox: runs the program.
        query: the question.
        program: its code, the words of its answer, and its clock.
        usage: what the run has used of models.
        run: the name of the run.
        note: why its answer is not complete.
    Raises:
        SafetyError: the words of its answer, or those before it in a chat, hold what is never worked on.
    """
    machine.screen(dict.fromkeys((*program.earlier, *program.replies), ""))
    prepared = prepare(graph, query, machine, program.earlier)
    ended: Ended | None = None
    for one in Runner(graph, machine, sandbox, Stubs(graph), query, prepared).run(program):
        if isinstance(one, Ended):
            ended = one
        elif isinstance(one, Program):
            yield one
    assert ended is not None  # noqa: S101  each program ends
    if ended.is_stopped:
        answer = stopped(ended.program.error, ended.findings, program.model, run)
        yield from closing(ended, answer, usage)
    elif ended.ran is None:
        yield from closing(ended, _failed(ended, run), usage)
    else:
        words, why = _words(program, note)
        machine.screen({text: "" for text in (words.text, words.design, words.fault) if text})
        open_now = ended.judged(graph, query, prepared, words)
        answer = answer_of(graph, ended.ran, words, open_now, usage, run, why)
        yield from closing(ended, not_read_again(answer), usage)


def resumed(
    graph: ToolGraph, machine: Machine, query: Query, programs: Sequence[Program], usage: Sequence[Usage], run: str
) -> Iterator[Records]:
    """The records of a run that goes on where no model is there: the last program that did not fail is run again.

    Args:
        graph: the tool graph.
        machine: runs the steps.
        query: the question.
        programs: those of the run.
        usage: what the run has used of models.
        run: the name of the run.
    """
    chosen = next((one for one in reversed(programs) if one.status != "failed"), programs[-1])
    sandbox = Sandbox()
    try:
        note = "" if chosen is programs[-1] else GONE_ON
        yield from run_again(graph, machine, sandbox, query, chosen, usage, run, note)
    finally:
        sandbox.close()


def not_read_again(answer: Answer) -> Answer:
    """An answer that says that no second reader has looked at it."""
    text = f"{answer.text}\nNote: {NO_SECOND_READER}"
    return answer.model_copy(update={"notes": (*answer.notes, NO_SECOND_READER), "text": text})


def _words(program: Program, note: str) -> tuple[Written, str]:
    """The words of an answer, and why it is not complete; words that do not have their form are none."""
    if program.answer:
        try:
            return written(program.answer), note
        except ModelError as error:
            return Written(text=""), str(error)
    return Written(text=""), note or NO_WORDS


def _failed(ended: Ended, run: str) -> Answer:
    why = f"The program did not run to its end: {ended.program.error}"
    return Answer(status="failed", text=why, unmet=(why,), drafter=ended.program.model, run=run)
