"""The loop: a model searches tools, writes programs over them and answers; bounded, checked, and read a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ModelError, NoPathError, SafetyError
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message, Reply, ToolCall
from scitoolagent.records import Answer, Plan, Program, Query, Question, StepResult, Usage
from scitoolagent.solver.again import not_read_again
from scitoolagent.solver.answering import (
    Ran,
    answer_of,
    asked_back,
    entries,
    without_program,
)
from scitoolagent.solver.front import Front, readable, results_shown, topics_shown
from scitoolagent.solver.grammar import bound_specs
from scitoolagent.solver.law import Judged
from scitoolagent.solver.numbers import bare_numbers
from scitoolagent.solver.preparing import Machine, Prepared, as_asked, prepare
from scitoolagent.solver.running import Ended, Runner, closing, stopped, texts_in, texts_of, with_words
from scitoolagent.solver.sandbox import Sandbox
from scitoolagent.solver.search import ToolSearch, not_installed
from scitoolagent.solver.second import Reading, account_of, second_reading
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import SPECS, Written, question_of, written
from scitoolagent.toolkg.graph import ToolGraph

Records = Program | Plan | StepResult | Answer
Asked = Callable[[Question], str | None]
_AT_FIRST, _FOUND, _DESCRIBED = 14, 12, 8
_MOST_QUERIES, _LONGEST_QUERY = 6, 300
_MOST_CALLS, _SHOWN = 4, 500
_PROGRAM = "program"
_ANSWERED = "This was answered before; the answer is not repeated."
_CALL_ONE = "Call one of the functions: search, describe, program, ask or answer."


@dataclass
class _Talk:
    """One conversation: its messages, what it took, and how far it is.

    `said` are the earlier questions of the chat, `replies` what a person was asked back and said, `waiting` a program
    with code that nobody has agreed to.
    """

    query: Query
    prepared: Prepared
    runner: Runner
    messages: list[Message]
    run: str
    said: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    ended: Ended | None = None
    words: Written | None = None
    is_again: bool = False
    clock: datetime = field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))
    sent_back: bool = False
    objected: bool = False
    answer: Answer | None = None
    best: tuple[Answer, Ended, Written] | None = None
    why: str = ""
    waiting: Ended | None = None

    @property
    def ran(self) -> Ran | None:
        """What the last program gave."""
        return self.ended.ran if self.ended is not None else None


class Solver:
    """Answers questions by programs of a model.

    Args:
        graph: the tool graph.
        config: the bounds of turns and tokens, and whether there is a second reader.
        model: the model.
        machine: runs the steps.
        sandbox: runs the programs.
        ask: asks a person back; without it a question back is the answer.
    """

    def __init__(
        self,
        graph: ToolGraph,
        config: Config,
        model: LanguageModel,
        machine: Machine,
        sandbox: Sandbox,
        ask: Asked | None = None,
    ) -> None:
        self._graph, self._config, self._model, self._machine = graph, config, model, machine
        self._sandbox, self._ask = sandbox, ask
        self._stubs = Stubs(graph)
        self._front = Front(graph, self._stubs)
        self._search = ToolSearch(graph, config)

    def close(self) -> None:
        """End the processes of the sandbox."""
        self._sandbox.close()

    def bound(self, config: Config) -> None:
        """Keep the bounds on turns and tokens of these settings from the next question on."""
        self._config = config

    def solve(self, query: Query, run: str = "", before: Sequence[Message] = ()) -> Iterator[Records]:
        """Answer a question: its programs as they begin and end, the plan of the last one, its results, the answer.

        Args:
            query: the question with its values; what rules read of it beyond them is not looked at.
            run: the name of the run.
            before: earlier turns of a chat.
        Raises:
            NoPathError: the model gave no answer; says why.
            SafetyDatabaseError: nothing can be screened.
        """
        yield from self._talked(self._begun(query, run, before, self._machine))

    def resume(
        self, query: Query, programs: Sequence[Program], machine: Machine, run: str = "", usage: Sequence[Usage] = ()
    ) -> Iterator[Records]:
        """Go on with a run that was ended: its last program is run again, and the model asked only for what is left.

        Args:
            query: the question.
            programs: those of the run; the last one that did not fail is run again.
            machine: runs the steps; a file that the run wrote is not in its way.
            run: the name of this run.
            usage: what the run has used of models so far.
        Raises:
            NoPathError: the model gave no answer; says why.
        """
        said = programs[-1].earlier
        self._machine.screen(dict.fromkeys(said, ""))
        before = [part for one in said for part in (Message("user", one), Message("assistant", _ANSWERED))]
        talk = self._begun(query, run, before, machine)
        talk.replies += programs[-1].replies
        talk.usage += usage
        # What keeps an answer open was told before the run was ended.
        talk.sent_back = talk.is_again = True
        yield from self._again(talk, programs)
        talk.is_again = False
        yield from self._talked(talk)

    def _again(self, talk: _Talk, programs: Sequence[Program]) -> Iterator[Records]:
        chosen = max((place for place, one in enumerate(programs) if one.status != "failed"), default=-1)
        for place, program in enumerate(programs):
            arguments: dict[str, Any] = {"code": program.code}
            # Where the model has gone on since, its words were not the last ones.
            if place == len(programs) - 1 and program.answer:
                arguments["answer"] = program.answer
            call = ToolCall(_PROGRAM, arguments, f"again{place + 1}")
            if place == chosen:
                talk.clock = program.clock or talk.clock
                yield from self._turn(talk, Reply("", None, Usage(role="solver", model=program.model), (call,)))
                continue
            self._machine.screen(dict.fromkeys(texts_of(program), ""))
            yield program
            told = results_shown(program.results, program.printed) if program.status == "ok" else program.error
            talk.messages += [Message("assistant", "", (call,)), Message("tool", told, call=call.id)]

    def _talked(self, talk: _Talk) -> Iterator[Records]:
        """The turns of the model until there is an answer, and the answer."""
        for _ in range(self._config.max_turns):
            reply = None if talk.answer is not None else self._reply(talk)
            if reply is None:
                break
            yield from self._turn(talk, reply)
        answer = talk.answer or self._unfinished(talk)
        yield from self._closing(talk, answer)

    def _begun(self, query: Query, run: str, before: Sequence[Message], machine: Machine) -> _Talk:
        said = [one.content for one in before if one.role == "user"]
        prepared = prepare(self._graph, query, machine, said)
        asked = as_asked(query)
        tools = self._search.around(asked, prepared.given.at_hand(), _AT_FIRST)
        numbers = [number for number, _ in bare_numbers(query.text, prepared.given, prepared.data)]
        text = self._front.question(asked, prepared.given, prepared.facts, tools, numbers)
        fixed = self._front.fixed(topics_shown(self._config.solver_front, tools))
        messages = [Message("system", fixed), *before, Message("user", text)]
        runner = Runner(self._graph, machine, self._sandbox, self._stubs, query, prepared)
        return _Talk(query, prepared, runner, messages, run, said)

    def _reply(self, talk: _Talk) -> Reply | None:
        """What the model does next; None where it does nothing that can be used."""
        most = self._config.solver_tokens
        for _ in range(2):
            try:
                shown, given = talk.messages[1:], talk.prepared.given
                specs = bound_specs(self._graph, SPECS, given, shown) if self._config.model_grammar else SPECS
                reply = self._model.complete("solver", talk.messages, tools=specs, max_tokens=most)
            except ModelError as error:
                talk.why = str(error)
                return None
            talk.usage.append(reply.usage)
            if reply.calls:
                return reply
            talk.why = "the model wrote prose and called no function"
            talk.messages.append(Message("assistant", reply.text[:_SHOWN] or "…"))
            talk.messages.append(Message("user", _CALL_ONE))
        return None

    def _turn(self, talk: _Talk, reply: Reply) -> Iterator[Records]:
        calls = reply.calls[:_MOST_CALLS]
        talk.messages.append(Message("assistant", reply.text[:_SHOWN], calls))
        for call in calls:
            if talk.answer is not None:
                return
            text = ""
            for one in self._done(talk, call.name, call.arguments):
                if isinstance(one, str):
                    text = one
                else:
                    yield one
            talk.messages.append(Message("tool", text, call=call.id))

    def _done(self, talk: _Talk, name: str, arguments: dict[str, Any]) -> Iterator[Records | str]:
        """The records of a call as they come, and last what the model is shown of it."""
        try:
            if name == "search":
                yield self._found(talk, arguments)
            elif name == "describe":
                yield self._described(talk, arguments)
            elif name == "ask":
                yield self._asked(talk, arguments)
            elif name == _PROGRAM:
                yield from self._program(talk, arguments)
            else:
                yield self._answered(talk, written(arguments))
        except ModelError as error:
            yield str(error)
        except SafetyError as error:
            talk.answer = stopped(str(error), error.findings, self._model.name, talk.run)
            yield ""

    def _found(self, talk: _Talk, arguments: dict[str, Any]) -> str:
        queries = [str(one)[:_LONGEST_QUERY] for one in arguments.get("queries", ())][:_MOST_QUERIES]
        parts = []
        for query in queries:
            tools = self._search.find(query, talk.prepared.given.at_hand(), _FOUND if len(queries) == 1 else _DESCRIBED)
            missing = not_installed(query, self._config.imported_tools)
            parts.append(f"{query}:\n{self._front.listed(tools) or 'none'}{missing}")
        return "\n\n".join(parts) or "name what you look for"

    def _described(self, talk: _Talk, arguments: dict[str, Any]) -> str:
        parts = []
        for name in [str(one) for one in arguments.get("names", ())][:_DESCRIBED]:
            place = list(talk.prepared.given.tables).index(name) if name in talk.prepared.given.tables else None
            if name in self._graph.tools:
                parts.append(self._front.described(self._graph.tools[name]))
            elif place is not None:
                parts.append(talk.prepared.facts[place])
            else:
                near = self._search.find(name, (), 4)
                others = ", ".join(tool.name for tool in near) or "none"
                missing = not_installed(name, self._config.imported_tools)
                parts.append(f"there is no {name[:_SHOWN]!r}; near: {others}{missing}")
        return "\n\n".join(parts) or "name tools or tables"

    def _asked(self, talk: _Talk, arguments: dict[str, Any]) -> str:
        question = question_of(arguments)
        shown = [question.text, *(part for one in question.choices for part in (one.label, one.gives))]
        self._machine.screen(dict.fromkeys(filter(None, shown), ""))
        if self._ask is not None:
            chosen = self._ask(question)
            if chosen is not None:
                self._machine.screen({chosen: ""})
                talk.replies.append(f"{question.text} – {printable(chosen)[:_SHOWN]}")
                return f"The person says: {printable(chosen)[:_SHOWN]}"
        talk.answer = asked_back(question, talk.usage, self._model.name, talk.run)
        return ""

    def _program(self, talk: _Talk, arguments: dict[str, Any]) -> Iterator[Records | str]:
        code, words = str(arguments.get("code", "")), arguments.get("answer") or {}
        record = Program(
            code=code,
            model=self._model.name,
            answer=words,
            clock=talk.clock,
            usage=tuple(talk.usage),
            earlier=tuple(talk.said),
            replies=tuple(talk.replies),
        )
        ended: Ended | None = None
        for one in talk.runner.run(record):
            if isinstance(one, Ended):
                ended = one
            elif isinstance(one, Program):
                yield one
        assert ended is not None  # noqa: S101  each program ends
        if ended.is_stopped:
            talk.ended = ended
            talk.answer = stopped(ended.program.error, ended.findings, self._model.name, talk.run)
            yield ""
        elif ended.ran is None:
            talk.waiting = ended if ended.findings else talk.waiting
            yield f"The program did not run to its end:\n{ended.program.error}"
        else:
            talk.ended = ended
            told = results_shown(readable(ended.ran.results), ended.program.printed)
            text = ""
            if words:
                try:
                    text = self._answered(talk, written(words))
                except ModelError as error:
                    text = str(error)
            yield f"{told}\n{text}".rstrip()

    def _answered(self, talk: _Talk, words: Written) -> str:
        """Take an answer, or say what keeps it from standing."""
        self._machine.screen(dict.fromkeys(texts_in(words.model_dump()), ""))
        if talk.ended is None or talk.ran is None:
            if words.problem is None and "{" in words.text:
                return "There are no results yet: run a program first."
            if words.problem is None and not talk.sent_back:
                talk.sent_back = True
                return "Nothing was computed. Run a program, or name in `problem` why the question has no answer."
            talk.answer = without_program(words, talk.usage, self._model.name, talk.run)
            return ""
        talk.words = words
        # What a person said since the program began counts, too.
        record = talk.ended.program.model_copy(update={"replies": tuple(talk.replies)})
        found = replace(talk.ended, program=record).judged(self._graph, talk.query, talk.prepared, words)
        if found.open and not talk.sent_back:
            talk.sent_back = True
            talk.best = (self._made(talk, words, found), talk.ended, words)
            lines = [f"- not used and not set aside: {one}" for one in found.unused]
            lines += [f"- {one}" for one in found.wrong]
            return "Before this can stand:\n" + "\n".join(lines) + "\nMend it with `program` or `answer`."
        if talk.is_again:
            talk.answer = not_read_again(self._made(talk, words, found))
            return ""
        reading = self._read_again(talk, words, found)
        if reading is not None and reading.verdict == "different" and not talk.objected:
            talk.objected = True
            talk.best = (self._made(talk, words, found, f"A second reader differs: {reading.why}"), talk.ended, words)
            return (
                f"A second reader of question and program sees a difference: {reading.why}\nIf that is right, mend the "
                "program; if not, answer again and say in `design` or `text` why it stands."
            )
        note = f"A second reader differs: {reading.why}" if reading and reading.verdict == "different" else ""
        talk.answer = self._made(talk, words, found, note)
        return ""

    def _made(self, talk: _Talk, words: Written, found: Judged, note: str = "") -> Answer:
        assert talk.ran is not None  # noqa: S101  an answer without a program was taken before
        return answer_of(self._graph, talk.ran, words, found, talk.usage, talk.run, note)

    def _read_again(self, talk: _Talk, words: Written, found: Judged) -> Reading | None:
        if not self._config.second_reader or talk.ran is None:
            return None
        answer = self._made(talk, words, found)
        account = account_of(self._graph, talk.ran, words, talk.prepared.facts, answer.text)
        reading = second_reading(self._model, _with_what_was_said(talk), account)
        talk.usage += reading.usage
        return reading

    def _unfinished(self, talk: _Talk) -> Answer:
        """The best answer so far, where the turns or the model ended before there was one.

        Raises:
            NoPathError: there is none.
        """
        why = talk.why or f"the model gave no answer in {self._config.max_turns} turns"
        if talk.best is not None:
            # Its plan is that of the program that it is from, not of one that came later.
            answer, talk.ended, talk.words = talk.best
            return answer.model_copy(update={"usage": tuple(talk.usage)})
        if talk.ran is not None and any(True for _ in entries(talk.ran.results, {})):
            note = f"The model did not finish: {why}"
            return answer_of(self._graph, talk.ran, Written(text=""), Judged(), talk.usage, talk.run, note)
        if talk.waiting is not None:
            return stopped(talk.waiting.program.error, talk.waiting.findings, self._model.name, talk.run)
        raise NoPathError(f"the model gave no answer: {why}", (why,), (), tuple(talk.usage))

    def _closing(self, talk: _Talk, answer: Answer) -> Iterator[Records]:
        """The program with the words of its answer where these came later, its plan, its results, and the answer."""
        notes = (*answer.notes, *(f"Asked back: {reply}" for reply in talk.replies))
        answer = answer.model_copy(update={"notes": notes})
        ended = talk.ended if answer.values or answer.status == "blocked" else None
        if ended is not None and ended.ran is not None:
            late = with_words(ended.program, talk.words, talk.replies, talk.usage)
            yield from () if late is None else (late,)
        yield from closing(ended, answer, talk.usage)


def _with_what_was_said(talk: _Talk) -> str:
    """The question with those before it, and with what a person said when asked back."""
    parts = [f"Before: {one}" for one in talk.said]
    return "\n".join([*parts, as_asked(talk.query), *(f"Asked back: {one}" for one in talk.replies)])
