"""State shared by all pages of a server, and the session of each browser."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.admission import admitted_trace
from scitoolagent.records import AnyRecord, Query
from scitoolagent.sessions import Run, Session, Sessions
from scitoolagent.trace import list_runs, read_trace
from scitoolagent.web.pictures import Renderer

if TYPE_CHECKING:
    from scitoolagent.planner.finding import ToolFinder

_MOST_BROWSERS = 200
_MOST_FOUND = 40

TraceRecords = tuple[AnyRecord, ...]


class PageContext:
    """The sessions, runs and tools that the pages of one server show.

    Args:
        sessions: where questions are answered.
        renderer: draws molecules and structures.
        shared: all visitors are the same person, so every earlier run on this machine is visible; otherwise each
            browser sees only its own runs.
    """

    def __init__(self, sessions: Sessions, renderer: Renderer, shared: bool) -> None:
        self.sessions = sessions
        self.renderer = renderer
        self.shared = shared
        self.graph = sessions.graph
        self._runs_dir = sessions.config.runs_dir
        self._by_browser: OrderedDict[str, Session] = OrderedDict()

    def session(self, browser: str) -> Session:
        """The session of a browser, opened at its first visit.

        Raises:
            ConfigError: too many browsers are being served.
        """
        session = self._by_browser.get(browser)
        if session is None:
            self._make_room()
            session = self._by_browser[browser] = self.sessions.open("web")
        self._by_browser.move_to_end(browser)
        return session

    def _make_room(self) -> None:
        if len(self._by_browser) < _MOST_BROWSERS:
            return
        for browser, session in self._by_browser.items():
            if not any(run.is_open for run in session.runs):
                self.sessions.close(self._by_browser.pop(browser))
                return
        raise ConfigError("too many people are using this server; come back later")

    def live_run(self, session: Session, trace: str) -> Run | None:
        """The run of the session whose trace has that name, when it is still in memory."""
        return next((run for run in reversed(session.runs) if run.trace == trace), None)

    def past_run(self, session: Session, trace: str) -> TraceRecords:
        """The records of an earlier run.

        Raises:
            ConfigError: there is none, or it is somebody else's.
            BlockedError: the trace holds what is never worked on.
        """
        if not self.shared and trace not in {run.trace for run in session.runs}:
            raise ConfigError(f"you have no run {trace[:80]!r}")
        return admitted_trace(self._runs_dir, trace)

    def history(self, session: Session, start: int, count: int) -> list[tuple[str, str]]:
        """Earlier runs, newest first, as the name of the trace and the question."""
        names = list_runs(self._runs_dir) if self.shared else [run.trace for run in reversed(session.runs) if run.trace]
        return [(name, self._question(name)) for name in names[start : start + count]]

    def _question(self, trace: str) -> str:
        try:
            first = next(iter(islice(read_trace(self._runs_dir, trace), 1)), None)
        except ConfigError:
            return "(this run cannot be read)"
        return first.text if isinstance(first, Query) else "(the run was interrupted)"

    @cached_property
    def _finder(self) -> ToolFinder:
        config = self.sessions.config.model_copy(update={"candidates": _MOST_FOUND})
        from scitoolagent.planner import make_finder

        return make_finder(self.graph, config)

    def find_tools(self, words: str, topic: str) -> list[str]:
        """Names of tools, in alphabetical order or, where `words` are given, the best matches first."""
        names = self._finder.find(words[:1000]) if words.strip() else list(self.graph.tools)
        return [name for name in names if not topic or self.graph.tools[name].topic == topic]

    def file_text(self, session: Session, path: Any) -> str:
        """The text of a file in the session's folder; empty when there is no such file."""
        folder = session.workspace.resolve()
        file = (folder / str(path)).resolve()
        if not file.is_relative_to(folder) or not file.is_file() or file.stat().st_size > _LARGEST_SHOWN:
            return ""
        return Path(file).read_text(encoding="utf-8", errors="replace")


_LARGEST_SHOWN = 4_000_000
