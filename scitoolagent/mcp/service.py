"""The operations of the server, independent of the protocol: plain values in and out, errors of this package."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config, load_config
from scitoolagent.errors import PlanError, SciToolAgentError, ToolInputError
from scitoolagent.mcp.caller import Caller
from scitoolagent.mcp.definitions import REQUEST, TOOLS
from scitoolagent.mcp.described import described, unknown
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.sessions import Run, Session
    from scitoolagent.solver.hosted import Submitted

# The calls that are runs: they may ask the person behind the client.
_RUNS = ("run_tool", "run_program", "ask")
_FOUND, _NEAR = 12, 4
_MOST_WAITING = 256
_SHOWN = 300


class McpService:
    """The operations that all clients of a server share. Loads what is heavy on first use; call `close` at the end."""

    def __init__(self, config: Config | None = None, workspace: Path | None = None) -> None:
        self._config = config or load_config()
        self._workspace = workspace or Path.cwd()
        self._loading = threading.RLock()
        self._opened: list[Callable[[], None]] = []
        self._schemas = {definition["name"]: definition["inputSchema"] for definition in TOOLS}
        # Of runs that wait for a form: which tool they serve, and the program that one came for.
        self._waiting: OrderedDict[str, tuple[str, Submitted | None]] = OrderedDict()

    def close(self) -> None:
        """End the runs and the worker processes."""
        while self._opened:
            self._opened.pop()()

    def call(self, name: str, arguments: dict[str, Any], caller: Caller | None = None) -> dict[str, Any]:
        """Serve one call of one of `TOOLS`.

        Args:
            name: of the tool.
            arguments: of the call.
            caller: who is asked where something has to be confirmed; without it nobody is.
        Raises:
            ToolInputError: there is no such tool, or the arguments violate its schema.
            SciToolAgentError: the call failed.
            FormNeeded: the client has to send the call again with a form.
        """
        if name not in self._schemas:
            raise ToolInputError(f"no tool is called {name[:80]!r}; there are {', '.join(self._schemas)}")
        _check(name, arguments, self._schemas[name])
        method: Callable[..., dict[str, Any]] = getattr(self, name)
        return method(**arguments, caller=caller or Caller()) if name in _RUNS else method(**arguments)

    def provenance(self, caller: Caller) -> dict[str, Any]:
        """What the values of a call depend on, for `_meta` of its result."""
        from scitoolagent.mcp.envelope import provenance

        return provenance(self._ready("_graph").digest, caller.run, self._workspace)

    @cached_property
    def _graph(self) -> ToolGraph:
        from scitoolagent.toolkg.store import load_graph

        return load_graph()

    @cached_property
    def _parts(self) -> Any:
        """The sessions and the one that all clients share: in the server's folder, without history or confirmations."""
        from scitoolagent.sessions import Sessions

        with self._loading:
            folder = self._config.data_dir / "sessions"
            sessions = Sessions(self._config, folder, self._config.workers)
            self._opened.append(sessions.shut_down)
            return sessions, sessions.open(workspace=self._workspace, patience=0, remembers=False)

    @cached_property
    def _front(self) -> Any:
        from scitoolagent.solver.front import Front
        from scitoolagent.solver.stubs import Stubs

        return Front(self._graph, Stubs(self._graph))

    @cached_property
    def _search(self) -> Any:
        from scitoolagent.solver.search import ToolSearch

        return ToolSearch(self._graph, self._config)

    def _ready(self, part: str) -> Any:
        # Two threads must not create two agents.
        with self._loading:
            return getattr(self, part)

    def search_tools(self, queries: list[str], types: tuple[str, ...] = ()) -> dict[str, Any]:
        """The tools that fit each query best, as signatures."""
        search, front = self._ready("_search"), self._ready("_front")
        return {
            "found": [
                {
                    "query": query,
                    "tools": [
                        {"name": tool.name, "signature": front.listed([tool])}
                        for tool in search.find(query, types, _FOUND)
                    ],
                }
                for query in queries
            ]
        }

    def describe_tool(self, names: list[str]) -> dict[str, Any]:
        """What tools take and give, and the language of programs; of a name that is neither the nearest tools."""
        from scitoolagent.mcp.programs import RULES, rules

        graph, front = self._ready("_graph"), self._ready("_front")
        made = []
        for name in names:
            if name == RULES:
                made.append(unknown(name, rules()))
            elif name in graph.tools:
                made.append(described(graph, front, graph.tools[name]))
            else:
                near = ", ".join(tool.name for tool in self._ready("_search").find(name, (), _NEAR))
                made.append(unknown(name, f"there is no {name!r}; near: {near or 'none'}"))
        return {"described": made}

    def run_tool(
        self, name: str, arguments: dict[str, Any], approve: tuple[str, ...] = (), caller: Caller | None = None
    ) -> dict[str, Any]:
        """Run one tool, as a plan of one step: the gate, the worker processes and the trace are the same."""
        from scitoolagent.mcp.runs import result_of, with_goals
        from scitoolagent.provenance.tools import one_step

        def start(session: Session, patience: float) -> Run:
            query, plan = one_step(self._graph, name, arguments)
            return session.run_plan(query, with_goals(self._graph, plan), approve, patience)

        result = result_of(self._attended("run_tool", caller or Caller(), start)[0])
        return {
            "tool": result.tool,
            "version": result.version,
            "source": result.source,
            "outputs": {key: value.model_dump(mode="json") for key, value in result.outputs.items()},
            "findings": [finding.model_dump(mode="json") for finding in result.findings],
            "cached": result.cached,
        }

    def run_program(
        self,
        question: str,
        code: str,
        files: tuple[str, ...] = (),
        answer: dict[str, Any] | None = None,
        approve: tuple[str, ...] = (),
        caller: Caller | None = None,
    ) -> dict[str, Any]:
        """Run a program for a question; without code, what one may be written over."""
        from scitoolagent.mcp.programs import ended
        from scitoolagent.solver.hosted import Submitted
        from scitoolagent.solver.turns import written

        submitted = Submitted(question, code, written(answer) if answer else None, tuple(files))

        def start(session: Session, patience: float) -> Run:
            return session.run_program(submitted, approve, patience)

        run, of_run = self._attended("run_program", caller or Caller(), start, submitted)
        return ended(run, of_run or submitted, self._ready("_front"))

    def _attended(
        self,
        tool: str,
        caller: Caller,
        start: Callable[[Session, float], Run],
        submitted: Submitted | None = None,
    ) -> tuple[Run, Submitted | None]:
        """A run that has ended, the one that the client goes on with or a new one, and the program that it came for.

        Raises:
            FormNeeded: it waits for a form that the client has to send.
        """
        from scitoolagent.mcp.caller import FormNeeded

        _, session = self._ready("_parts")
        name = caller.state.partition(":")[0]
        waiting, of_run = self._waiting.get(name, ("", None))
        if waiting == tool:
            run = session.run(name)
        else:
            run, of_run = start(session, caller.patience), submitted
        try:
            caller.attend(run)
        except FormNeeded:
            with self._loading:
                self._waiting[run.id] = (tool, of_run)
                while len(self._waiting) > _MOST_WAITING:
                    self._waiting.popitem(last=False)
            raise
        with self._loading:
            self._waiting.pop(run.id, None)
        return run, of_run

    def plan(self, question: str = "", request: dict[str, Any] | None = None) -> dict[str, Any]:
        """How a question or a typed request is read, and the chain of tools for it; without a plan, why."""
        from scitoolagent.gate import SafetyGate
        from scitoolagent.outcome import planned, unplanned
        from scitoolagent.reading.files import look_in
        from scitoolagent.reading.folders import folders_in

        sessions, _ = self._ready("_parts")
        asked: Query | None = None
        try:
            given = self._asked("plan", question, request)
            look = look_in(self._ready("_graph"), self._config, self._workspace)
            here = folders_in(self._workspace, given) if isinstance(given, str) else ()
            query: Query = sessions.planner.recognise(given, look, here) if isinstance(given, str) else given
            asked = query
            SafetyGate(self._ready("_graph")).admit(query)
            outcome = planned(query, sessions.planner.draft(query))
        except PlanError as error:
            outcome = unplanned(error, asked)
        return outcome.model_dump(mode="json")

    def ask(
        self,
        question: str = "",
        request: dict[str, Any] | None = None,
        wait: bool = True,
        approve: tuple[str, ...] = (),
        caller: Caller | None = None,
    ) -> dict[str, Any]:
        """Answer a question or a typed request, or start to."""
        from scitoolagent.mcp.runs import run_json

        asked = self._asked("ask", question, request)
        if wait:

            def start(session: Session, patience: float) -> Run:
                return session.ask(asked, approve, patience=patience)

            return run_json(self._attended("ask", caller or Caller(), start)[0])
        _, session = self._ready("_parts")
        return run_json(session.ask(asked, approve))

    def _asked(self, tool: str, question: str, request: dict[str, Any] | None) -> str | Query:
        """What was asked, in words or typed.

        Raises:
            ToolInputError: neither or both were given, or the request names what is not there.
        """
        from scitoolagent.mcp.typed_request import query_of

        if (not question) == (request is None):
            raise ToolInputError(f"{tool}: give either a `question` in plain language or a typed `request`")
        if request is None:
            return question
        _check("request", request, REQUEST)
        return query_of(self._ready("_graph"), request, self._config.max_question_characters)

    def get_run(self, run: str) -> dict[str, Any]:
        """The state of a run."""
        from scitoolagent.mcp.runs import run_json

        _, session = self._ready("_parts")
        return run_json(session.run(run))

    def safety_screen(self, kind: str, value: str) -> dict[str, Any]:
        """Screen a value against the hazard database."""
        from scitoolagent.gate import screen_value
        from scitoolagent.safety_db.grading import VERDICTS

        findings = screen_value(kind, value)
        verdict = max((finding.verdict for finding in findings), key=VERDICTS.index, default="clear")
        return {"verdict": verdict, "findings": [finding.model_dump(mode="json") for finding in findings]}


def _check(name: str, arguments: dict[str, Any], schema: dict[str, Any]) -> None:
    import jsonschema

    try:
        jsonschema.validate(arguments, schema)
    except jsonschema.ValidationError as error:
        place = "".join(f"[{part!r}]" for part in error.absolute_path)
        # A long message quotes the value first and says at its end what is wrong with it.
        text = error.message if len(error.message) <= _SHOWN else f"{error.message[:60]}… {error.message[-200:]}"
        raise ToolInputError(f"{name}{place}: {text}") from error


def message_of(error: SciToolAgentError) -> str:
    """The error message for a client: its kind, what is wrong, and what to do."""
    return f"{type(error).__name__}: {error}"
