"""The operations of the server, independent of the protocol: plain values in and out, errors of this package."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from scitoolagent.config import Config, load_config
from scitoolagent.errors import PlanError, SciToolAgentError, ToolInputError
from scitoolagent.mcp.definitions import REQUEST, TOOLS
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_JSON_TYPES = {"int": "integer", "float": "number", "str": "string", "bool": "boolean", "Path": "string"}
_JSON_TYPES |= {"list": "array", "dict": "object"}


class McpService:
    """The operations that all clients of a server share. Loads what is heavy on first use; call `close` at the end."""

    def __init__(self, config: Config | None = None, workspace: Path | None = None) -> None:
        self._config = config or load_config()
        self._workspace = workspace or Path.cwd()
        self._loading = threading.RLock()
        self._opened: list[Callable[[], None]] = []
        self._schemas = {definition["name"]: definition["inputSchema"] for definition in TOOLS}

    def close(self) -> None:
        """End the runs and the worker processes."""
        while self._opened:
            self._opened.pop()()

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Serve one call of one of `TOOLS`.

        Raises:
            ToolInputError: there is no such tool, or the arguments violate its schema.
            SciToolAgentError: the call failed.
        """
        if name not in self._schemas:
            raise ToolInputError(f"no tool is called {name[:80]!r}; there are {', '.join(self._schemas)}")
        _check(name, arguments, self._schemas[name])
        method: Callable[..., dict[str, Any]] = getattr(self, name)
        return method(**arguments)

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
    def _finder(self) -> Any:
        from scitoolagent.planner import make_finder

        return make_finder(self._graph, self._config.model_copy(update={"candidates": 50}))

    def _ready(self, part: str) -> Any:
        # Two threads must not create two agents.
        with self._loading:
            return getattr(self, part)

    def search_tools(self, words: str, limit: int = 10) -> dict[str, Any]:
        """The tools that match some words best."""
        names = self._ready("_finder").find(words)[:limit]
        tools = [self._graph.tools[name] for name in names]
        return {
            "tools": [
                {
                    "name": tool.name,
                    "summary": tool.summary,
                    "takes": [f"{port.name}: {port.type}" for port in tool.required],
                    "gives": [f"{port.name}: {port.type}" for port in tool.outputs],
                }
                for tool in tools
            ]
        }

    def describe_tool(self, name: str) -> dict[str, Any]:
        """What one tool takes and gives."""
        graph = self._ready("_graph")
        tool = graph.tool(name)
        return {
            "name": tool.name,
            "summary": tool.summary,
            "operation": tool.operation,
            "topic": tool.topic,
            "source": tool.source,
            "safety": tool.safety,
            "arguments": arguments_schema(graph, tool),
            "inputs": [_port(graph, port) for port in tool.inputs],
            "outputs": [_port(graph, port) for port in tool.outputs],
            "also": list(tool.also),
            "requires": list(tool.requires),
            "alternatives": [other.name for other in graph.alternatives(tool)],
        }

    def run_tool(self, name: str, arguments: dict[str, Any], approve: tuple[str, ...] = ()) -> dict[str, Any]:
        """Run one tool, as a plan of one step: the gate, the worker processes and the trace are the same."""
        from scitoolagent.mcp.runs import result_of, with_goals
        from scitoolagent.provenance.tools import one_step

        _, session = self._ready("_parts")
        query, plan = one_step(self._graph, name, arguments)
        result = result_of(session.run_plan(query, with_goals(self._graph, plan), approve))
        return {
            "tool": result.tool,
            "version": result.version,
            "source": result.source,
            "outputs": {key: value.model_dump(mode="json") for key, value in result.outputs.items()},
            "findings": [finding.model_dump(mode="json") for finding in result.findings],
            "cached": result.cached,
        }

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
    ) -> dict[str, Any]:
        """Answer a question or a typed request, or start to."""
        from scitoolagent.mcp.runs import run_json

        _, session = self._ready("_parts")
        run = session.ask(self._asked("ask", question, request), approve)
        if wait:
            run.wait()
        return run_json(run)

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


def arguments_schema(graph: ToolGraph, tool: ToolNode) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    properties: dict[str, Any] = {}
    for port in tool.inputs:
        kind = graph.types[port.type]
        about = f"{kind.label}{f' in {kind.unit}' if kind.unit and kind.unit != '1' else ''}. {port.text}".strip()
        if port.python == "Path":
            about += " A file in the server's folder."
        one: dict[str, Any] = {"type": _JSON_TYPES[port.python]} if port.python in _JSON_TYPES else {}
        properties[port.name] = ({"type": "array", "items": one} if port.many else one) | {"description": about}
        if not port.required:
            properties[port.name]["default"] = port.default
    required = [port.name for port in tool.required]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}


def _port(graph: ToolGraph, port: PortNode) -> dict[str, Any]:
    kind = graph.types[port.type]
    name = port.type + ("[]" if port.many else "")
    return {"name": port.name, "type": name, "label": kind.label, "unit": kind.unit, "text": port.text}


def _check(name: str, arguments: dict[str, Any], schema: dict[str, Any]) -> None:
    import jsonschema

    try:
        jsonschema.validate(arguments, schema)
    except jsonschema.ValidationError as error:
        place = "".join(f"[{part!r}]" for part in error.absolute_path)
        raise ToolInputError(f"{name}{place}: {error.message[:300]}") from error


def message_of(error: SciToolAgentError) -> str:
    """The error message for a client: its kind, what is wrong, and what to do."""
    return f"{type(error).__name__}: {error}"
