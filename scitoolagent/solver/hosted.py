"""Run programs that the model of another program writes: the question prepared, the program run and judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from scitoolagent.config import Config
from scitoolagent.records import Answer, Plan, Program, Query, StepResult
from scitoolagent.solver.answering import answer_of, without_program
from scitoolagent.solver.law import Judged
from scitoolagent.solver.numbers import bare_numbers
from scitoolagent.solver.preparing import Machine, Prepared, as_asked, prepare
from scitoolagent.solver.running import Ended, Runner, closing, stopped, texts_in
from scitoolagent.solver.sandbox import Sandbox
from scitoolagent.solver.search import ToolSearch
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import Written
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# Who wrote a program that a host sends.
HOST = "the host's model"
_AT_FIRST = 14
Records = Program | Plan | StepResult | Answer


@dataclass
class Submitted:
    """A program that a host sends for a question, and what came of it.

    Attributes:
        question: in words; its values become variables.
        code: the program; empty to see the variables, tables and tools alone.
        written: the answer in words, where there is one.
        files: names of files of the working folder that the question is about, besides those in its words.
        author: who wrote it, as the answer names them.
        prepared: the question with its variables, once they are bound.
        numbers: of the question, which no variable holds.
        tools: those that may fit it, where there is no program.
        ended: how the program ended.
        judged: what is open in its answer.
        answer: what it gives.
    """

    question: str
    code: str = ""
    written: Written | None = None
    files: tuple[str, ...] = ()
    author: str = HOST
    prepared: Prepared | None = None
    numbers: tuple[str, ...] = ()
    tools: tuple[ToolNode, ...] = ()
    ended: Ended | None = None
    judged: Judged = field(default_factory=Judged)
    answer: Answer | None = None


class Host:
    """Serves programs of hosts. Close it when the agent ends.

    Args:
        graph: the tool graph.
        config: bounds of the search.
        machine: runs the steps.
    """

    def __init__(self, graph: ToolGraph, config: Config, machine: Machine) -> None:
        self._graph, self._machine = graph, machine
        self._stubs, self._sandbox, self._search = Stubs(graph), Sandbox(), ToolSearch(graph, config)

    def close(self) -> None:
        """End the processes of the sandbox."""
        self._sandbox.close()

    def run(self, submitted: Submitted, query: Query, run: str) -> Iterator[Records]:
        """The program as it begins and ends, the plan of its steps, their results, the answer; no program, no records.

        Raises:
            SafetyError: the words of the answer hold what is never worked on.
        """
        prepared = submitted.prepared = prepare(self._graph, query, self._machine)
        submitted.numbers = tuple(number for number, _ in bare_numbers(query.text, prepared.given, prepared.data))
        if submitted.written is not None:
            self._machine.screen(dict.fromkeys(texts_in(submitted.written.model_dump()), ""))
        if submitted.code.strip():
            yield from self._program(submitted, prepared, query, run)
        elif submitted.written is not None:
            submitted.answer = without_program(submitted.written, (), submitted.author, run)
            yield submitted.answer
        else:
            submitted.tools = self._search.around(as_asked(query), prepared.given.at_hand(), _AT_FIRST)

    def _program(self, submitted: Submitted, prepared: Prepared, query: Query, run: str) -> Iterator[Records]:
        words = submitted.written or Written(text="")
        answer = words.model_dump(mode="json", exclude_defaults=True) if submitted.written else {}
        clock = datetime.now(UTC).replace(microsecond=0)
        runner = Runner(self._graph, self._machine, self._sandbox, self._stubs, query, prepared)
        ended: Ended | None = None
        for one in runner.run(Program(code=submitted.code, model=submitted.author, answer=answer, clock=clock)):
            if isinstance(one, Ended):
                ended = one
            elif isinstance(one, Program):
                yield one
        assert ended is not None  # noqa: S101  each program ends
        submitted.ended, why = ended, ended.program.error
        if ended.is_stopped:
            submitted.answer = stopped(why, ended.findings, submitted.author, run)
        elif ended.ran is None:
            submitted.answer = Answer(status="failed", text=why, unmet=(why,), drafter=submitted.author, run=run)
        else:
            submitted.judged = ended.judged(self._graph, query, prepared, words)
            submitted.answer = answer_of(self._graph, ended.ran, words, submitted.judged, (), run)
        yield from closing(ended, submitted.answer, ())
