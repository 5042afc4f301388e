"""State shared by all pages of a server, and the session of each browser."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.provenance.admission import admitted_trace
from scitoolagent.provenance.export import document
from scitoolagent.provenance.recorded import load_run
from scitoolagent.records import AnyRecord, Query
from scitoolagent.sessions import Run, Session, Sessions
from scitoolagent.trace import list_runs, read_trace
from scitoolagent.web.pictures import Renderer

if TYPE_CHECKING:
    from scitoolagent.planner.finding import ToolFinder
    from scitoolagent.tables.facts import TableFacts

_MOST_BROWSERS = 200
_MOST_FOUND = 40
_MOST_DRAWINGS, _LONGEST_DRAWN = 20_000, 600

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
        self.tables = sessions.config.cache_dir / "tables"
        self._by_browser: OrderedDict[str, Session] = OrderedDict()
        self._drawings: OrderedDict[str, str] = OrderedDict()

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
        self._check_own(session, trace)
        return admitted_trace(self._runs_dir, trace)

    def _check_own(self, session: Session, trace: str) -> None:
        if not self.shared and trace not in {run.trace for run in session.runs}:
            raise ConfigError(f"you have no run {trace[:80]!r}")

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

    def changed(self, session: Session) -> tuple[Any, ...]:
        """What is different once there is something new for `history`."""
        try:
            when = self._runs_dir.stat().st_mtime_ns
        except FileNotFoundError:
            when = 0
        return when, tuple((run.trace, run.state, bool(run.findings)) for run in session.runs)

    def drawing(self, smiles: str) -> str:
        """The address of the drawing of a molecule that a page shows; empty where it is none, or too long for one."""
        if not 0 < len(smiles) <= _LONGEST_DRAWN:
            return ""
        key = hashlib.sha256(smiles.encode()).hexdigest()[:32]
        self._drawings[key] = smiles
        self._drawings.move_to_end(key)
        while len(self._drawings) > _MOST_DRAWINGS:
            self._drawings.popitem(last=False)
        return f"/drawing/{key}.svg"

    async def drawn(self, key: str) -> str | None:
        """The drawing at such an address; None where no page has shown it, or it cannot be drawn."""
        smiles = self._drawings.get(key, "")
        return await self.renderer.molecule(smiles) if smiles else None

    async def facts(self, session: Session, name: str) -> TableFacts | str:
        """What a file of the session holds, or why it cannot be read."""
        found = await self.renderer.facts(str(session.workspace / name), str(session.workspace), str(self.tables))
        return "It could not be read in time; a question may still be able to." if found is None else found

    def export(self, session: Session, trace: str, form: str) -> tuple[str, bytes]:
        """The name and the content of a run as a file for others.

        Raises:
            ConfigError: there is no such run, it is somebody else's, or nothing was planned in it.
            BlockedError: it holds what is never worked on.
        """
        self._check_own(session, trace)
        recorded = load_run(self._runs_dir, trace)
        name, text = document(recorded, self.graph, form, session.workspace, self.tables)
        return name, text.encode()

    def bounded(self, bounds: Mapping[str, float | None]) -> Config:
        """The settings of a conversation with other bounds; visitors of somebody else's server can only lower them.

        Raises:
            ConfigError: one of them is out of range, or not below that of the server.
        """
        config = self.sessions.config
        for name, value in bounds.items() if not self.shared else ():
            most = getattr(config, name)
            if most is not None and name != "rules" and (value is None or value > most):
                raise ConfigError(f"{name.replace('_', ' ')}: this server allows at most {most:g}")
        return self.sessions.bounded(**bounds)

    def plain(self, text: str) -> str:
        """A message without the folders of this server, of which only the names of the files in them stay."""
        config = self.sessions.config
        for folder in (config.data_dir, config.cache_dir, Path.cwd(), Path.home()):
            for written in {str(folder), str(folder.resolve())} - {"/"}:
                text = re.sub(rf"{re.escape(written)}(?:/[^\s'\"/:;,]+)*(?:/|(?=[\s'\":;,.]|$))", _last_name, text)
        return text

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


def _last_name(path: re.Match[str]) -> str:
    return path[0].rstrip("/").rpartition("/")[2]
