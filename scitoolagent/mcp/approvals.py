"""The safety gate of a server: one for all callers, with approvals that hold for one request only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from scitoolagent.executor import Guard
from scitoolagent.executor.gate import make_guard
from scitoolagent.records import Finding, Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


class RequestGuard:
    """Screens as the usual gate does, with the approvals of the request that is being served in this context."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._closed = make_guard(graph)
        self._request: ContextVar[Guard] = ContextVar("request")

    @contextmanager
    def approving(self, digests: Iterable[str]) -> Iterator[None]:
        """Let findings with these digests pass until the end of the block."""
        token = self._request.set(make_guard(self._graph, digests))
        try:
            yield
        finally:
            self._request.reset(token)

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """What of a question is screened before anything is answered."""
        return self._closed.subjects(query)

    def before(self, tool: ToolNode, arguments: dict[str, Any]) -> tuple[Finding, ...]:
        """Check the arguments of a call; raises a SafetyError to stop it."""
        return self._request.get(self._closed).before(tool, arguments)

    def after(self, tool: ToolNode, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; raises as `before`."""
        return self._request.get(self._closed).after(tool, outputs)
