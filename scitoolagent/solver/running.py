"""Run one program over one question: checked, screened, each call a step; whether a model just wrote it or long ago."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import ModelError, SafetyError
from scitoolagent.records import Answer, Finding, Plan, Program, Query, StepResult, Usage
from scitoolagent.solver.answering import Ran, numbers_in, plain, program_step
from scitoolagent.solver.calls import Calls, Ledger, Stopped
from scitoolagent.solver.functions import Own
from scitoolagent.solver.law import Checked, Judged, judged
from scitoolagent.solver.numbers import conditions_of, digits_of
from scitoolagent.solver.preparing import Machine, Prepared
from scitoolagent.solver.program import Outcome, Programs
from scitoolagent.solver.sandbox import ProgramError, Sandbox
from scitoolagent.solver.steps import SAVE
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import Written, written
from scitoolagent.solver.uses import WHOLE, uses_of
from scitoolagent.toolkg.graph import ToolGraph

_WITHHELD = "# withheld: it holds what is never worked on"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    Attributes:
        program: its record; `ok` or `failed`.
        ledger: the steps that it made.
        ran: what it gave; None where it failed.
        own: what it typed and assumed.
        is_stopped: whether the safety gate stopped it.
        findings: of the gate, where that stopped it.
    """

    program: Program
    ledger: Ledger
    ran: Ran | None = None
    own: Own | None = None
    is_stopped: bool = False
    findings: tuple[Finding, ...] = ()

    def judged(self, graph: ToolGraph, query: Query, prepared: Prepared, words: Written) -> Judged:
        """What is open in an answer of this program, and what it assumes."""
        ran, own = self.ran, self.own
        if ran is None or own is None:
            return Judged()
        named = (number for text in texts_in(plain(ran.results)) for number in digits_of(text))
        numbers = (*numbers_in(ran.results), *named)
        given, data = prepared.given, prepared.data
        earlier = "\n".join((*self.program.earlier, *self.program.replies))
        conditions = tuple(conditions_of(graph, (step.tool for step in self.ledger.steps)))
        checked = Checked(
            query.text, given, ran.uses[WHOLE], own, words, numbers, ran.results, data, earlier, conditions
        )
        return judged(graph, checked)


class Runner:
    """Runs programs over one question.

    Args:
        graph: the tool graph.
        machine: runs the steps.
        sandbox: runs the programs.
        stubs: of the tools.
        query: the question.
        prepared: its variables.
    """

    def __init__(
        self, graph: ToolGraph, machine: Machine, sandbox: Sandbox, stubs: Stubs, query: Query, prepared: Prepared
    ) -> None:
        self._graph, self._machine, self._query, self._prepared = graph, machine, query, prepared
        self._programs = Programs(graph, sandbox, stubs, prepared.given)
        self._written: set[str] = set()

    def run(self, program: Program) -> Iterator[Program | StepResult | Ended]:
        """The program as it begins, the results of its steps as they come, the program as it ended, and last `Ended`.

        Args:
            program: the text of the program, the words that came with it, and its clock; what an earlier run gave is
                not looked at.
        """
        begun = program.model_copy(update={"status": "begun", "error": "", "results": {}, "printed": ""})
        ledger = self._prepared.fresh_ledger()
        try:
            # Before anybody sees it, the trace included.
            self._machine.screen(dict.fromkeys(_texts_written(begun), ""))
        except SafetyError as error:
            withheld = begun.model_copy(update={"code": _WITHHELD, "answer": {}})
            yield from _failed(withheld, ledger, str(error), True, error.findings)
            return
        yield begun
        # What an earlier program wrote is of an answer that does not stand, unless this one fails.
        before, self._written = {name: self._machine.take_back(name) for name in self._written}, set()
        is_whole = False
        try:
            yield from self._screened(begun, ledger)
            is_whole = True
        except SafetyError as error:
            yield from _failed(begun, ledger, str(error), True, error.findings)
        except Stopped as error:
            found = tuple(finding for result in ledger.results.values() for finding in result.findings)
            yield from _failed(begun, ledger, str(error), True, found)
        except ProgramError as error:
            # Code that nobody has agreed to waits with what a person would confirm.
            held = [result for result in ledger.results.values() if result.status == "blocked"]
            findings = tuple(finding for result in held for finding in result.findings)
            yield from _failed(begun, ledger, str(error), findings=findings)
        finally:
            if not is_whole:
                for name in self._written:
                    self._machine.take_back(name)
                for name, content in before.items():
                    self._machine.put_back(name, content)
                self._written = set(before)

    def _write(self, what: Any, name: str) -> str:
        listed = self._machine.write(what, name)
        self._written.add(name)
        return listed

    def _screened(self, begun: Program, ledger: Ledger) -> Iterator[Program | StepResult | Ended]:
        try:
            yield from self._ran(begun, ledger)
        except ProgramError as error:
            # It may quote what the program put together.
            self._machine.screen({str(error): ""})
            raise

    def _ran(self, begun: Program, ledger: Ledger) -> Iterator[Program | StepResult | Ended]:
        code, machine, given = begun.code, self._machine, self._prepared.given
        checked = self._programs.check(code)
        files = frozenset(str(one.value) for one in given.values.values())
        calls = Calls(self._graph, lambda steps, done: machine.run(self._query, steps, done), ledger, files)
        own = Own(calls, given, self._query.text, machine.store, self._write)
        outcome = Outcome({}, "")
        for one in self._programs.run(checked, calls, own, begun.clock):
            if isinstance(one, Outcome):
                outcome = one
            else:
                yield one
        results = {key: plain(value) for key, value in outcome.results.items()}
        # Before anybody sees them, the trace included.
        machine.screen(dict.fromkeys(texts_in([results, outcome.printed]), ""))
        ended = begun.model_copy(update={"status": "ok", "results": results, "printed": outcome.printed})
        yield ended
        yield Ended(ended, ledger, Ran(code, outcome.results, uses_of(checked), ledger, begun.model), own)


def _failed(
    begun: Program, ledger: Ledger, why: str, is_stopped: bool = False, findings: Sequence[Finding] = ()
) -> Iterator[Program | Ended]:
    program = begun.model_copy(update={"status": "failed", "error": why})
    yield program
    yield Ended(program, ledger, is_stopped=is_stopped, findings=tuple(findings))


def closing(ended: Ended | None, answer: Answer, usage: Sequence[Usage]) -> Iterator[Plan | StepResult | Answer]:
    """The plan of the program behind an answer, its results, and the answer."""
    if ended is not None:
        steps, results = list(ended.ledger.steps), list(ended.ledger.results.values())
        if ended.ran is not None:
            step, result = program_step(ended.ran)
            steps, results = [*steps, step], [*results, result]
        if steps:
            yield Plan(steps=tuple(steps), goals=(), drafter=ended.program.model, usage=tuple(usage))
            yield from results
    yield answer.model_copy(update={"usage": tuple(usage)})


def stopped(why: str, findings: Sequence[Finding], model: str, run: str) -> Answer:
    """The answer where the safety gate stopped a program or the words about it."""
    return Answer(status="blocked", text=why, unmet=(why,), findings=tuple(findings), drafter=model, run=run)


def with_words(
    program: Program, words: Written | None, replies: Sequence[str], usage: Sequence[Usage]
) -> Program | None:
    """A program with the words of its answer and what a person said, where these came later than it did."""
    if words is None or (words == _words_of(program) and tuple(replies) == program.replies):
        return None
    told = words.model_dump(mode="json", exclude_defaults=True)
    return program.model_copy(update={"answer": told, "replies": tuple(replies), "usage": tuple(usage)})


def _words_of(program: Program) -> Written | None:
    try:
        return written(program.answer) if program.answer else None
    except ModelError:
        return None


def texts_of_code(code: str) -> Iterator[str]:
    """The texts that a program holds.

    Raises:
        ProgramError: it is not Python.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProgramError(f"the program cannot be parsed: {error}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
            yield node.value


def files_of_code(code: str) -> Iterator[str]:
    """The names of the files that a program writes, where it has them as texts."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == SAVE:
            named = [*node.args[1:2], *(one.value for one in node.keywords if one.arg == "file")]
            yield from (str(one.value) for one in named if isinstance(one, ast.Constant))


def _texts_written(program: Program) -> Iterator[str]:
    """The texts that a model wrote in a program and beside it, its comments included."""
    try:
        yield from texts_of_code(program.code)
    except ProgramError:
        yield program.code
    yield from (line.partition("#")[2] for line in program.code.splitlines() if line.partition("#")[2].strip())
    yield from texts_in(program.answer)


def texts_of(program: Program) -> Iterator[str]:
    """The texts of a recorded program: what was written, and what it gave."""
    yield from _texts_written(program)
    yield from texts_in([program.results, program.printed, program.error])
    yield from (*program.earlier, *program.replies)


def texts_in(value: Any) -> Iterator[str]:
    """The texts among results, keys included."""
    if isinstance(value, str) and value.strip():
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)
