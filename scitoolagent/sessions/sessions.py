"""All sessions of a server: a bounded queue of runs, and runner threads that execute them."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from scitoolagent.config import Config
from scitoolagent.errors import BusyError, ConfigError, SciToolAgentError
from scitoolagent.llm.spending import Spending
from scitoolagent.planner import Planner
from scitoolagent.records import Finding, Question
from scitoolagent.sessions.pooled_agent import PooledAgent, gate_of
from scitoolagent.sessions.run import Run
from scitoolagent.sessions.session import Session, Work, folder_name
from scitoolagent.toolkg.graph import ToolGraph

_PATIENCE_SECONDS = 600.0
# Extra runners, for as long as runs wait for a user's decision.
_MOST_SPARE = 8

# A thread that waits for a language model cannot be interrupted; it ends with the process.
_ENDING_SECONDS = 5.0
_MOST_SESSIONS = 1000
BOUNDS = ("max_turns", "max_model_tokens", "max_cost", "max_seconds", "max_steps")

Job = tuple[Run, Session, Work]


class Sessions:
    """The sessions and their runs. Used as a context manager, it ends all runs and worker processes on exit.

    Args:
        config: settings; the worker processes are divided among the runners, and each has at least one.
        workspace_root: the parent of the sessions' folders.
        running: how many runs are executed at a time.
        waiting: how many more runs may be queued.
    Raises:
        ConfigError: a setting is wrong, or the folder cannot be made.
    """

    def __init__(self, config: Config, workspace_root: Path, running: int = 2, waiting: int = 64) -> None:
        self.config = config
        self._agent_config = config.model_copy(update={"workers": max(1, config.workers // running)})
        self._root = workspace_root
        self._running = running
        self._waiting = waiting
        self._change = threading.Condition()
        self._queue: deque[Job] = deque()
        self._under_way: dict[Run, Session] = {}
        self._ended: Counter[str] = Counter()
        self._sessions: dict[str, Session] = {}
        self._runners = 0
        self._asking = 0
        self._closed = False
        self._threads: list[threading.Thread] = []
        _make_folder(workspace_root)
        # Faulty settings are reported at the start, not by the first question.
        self._first: PooledAgent | None = PooledAgent(self._agent_config, workspace_root)
        self.graph: ToolGraph = self._first.graph
        self.planner: Planner = self._first.planner
        with self._change:
            self._start_runners()

    def __enter__(self) -> Sessions:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shut_down()

    def open(
        self,
        name: str = "",
        workspace: Path | None = None,
        patience: float = _PATIENCE_SECONDS,
        remembers: bool = True,
    ) -> Session:
        """A new session.

        Args:
            name: the beginning of its folder's name; unsafe characters are left out.
            workspace: a folder to use instead of a new one.
            patience: seconds that a run waits for the user to confirm a finding; with 0 it is refused at once.
            remembers: whether questions may refer to earlier ones.
        Raises:
            BusyError: too many are open.
            ConfigError: its folder cannot be created.
        """
        session = Session(workspace or self._root / folder_name(name), self._submit, patience, remembers)
        session.owns_workspace = workspace is None
        with self._change:
            if self._closed:
                raise ConfigError("the server is shutting down")
            if len(self._sessions) >= _MOST_SESSIONS:
                raise BusyError(f"{_MOST_SESSIONS} sessions are open already; come back later")
            self._sessions[session.id] = session
        _make_folder(session.workspace)
        return session

    def close(self, session: Session) -> bool:
        """Cancel the runs of a session and remove it; whether it was open. Its folder stays unless it is empty."""
        with self._change:
            was_open = self._sessions.pop(session.id, None) is not None
        for run in session.runs:
            run.cancel()
        if session.owns_workspace:
            # Fails when the folder is not empty, which keeps the user's files.
            with contextlib.suppress(OSError):
                session.workspace.rmdir()
        return was_open

    def shut_down(self) -> None:
        """Cancel all runs and end all worker processes."""
        with self._change:
            self._closed = True
            runs = [*(job[0] for job in self._queue), *self._under_way]
            threads = list(self._threads)
            self._change.notify_all()
        for run in runs:
            run.cancel()
        for thread in threads:
            thread.join(_ENDING_SECONDS)
        if self._first is not None:
            self._first.close()

    def bounded(self, **bounds: float | None) -> Config:
        """Return the settings of this server with other bounds for one session; see `Session.bounds`.

        Args:
            bounds: some of `BOUNDS`, None for no bound.
        Raises:
            ConfigError: one of them is out of range, or the money is bounded and a price is unknown.
        """
        try:
            made = Config.model_validate(self._agent_config.model_dump() | {name: bounds[name] for name in bounds})
        except ValidationError as error:
            first = error.errors()[0]
            raise ConfigError(f"{first['loc'][0]}: {first['msg']}") from error
        Spending(made)
        return made

    def health(self) -> dict[str, int]:
        """How many runs are `queued` and `running`, and how many are `finished`, `failed` and `cancelled` so far.

        `asking` counts the running ones that wait for the user; `sessions` counts open sessions.
        """
        with self._change:
            return {
                "queued": sum(run.is_open for run, _, _ in self._queue),
                "running": len(self._under_way),
                "asking": self._asking,
                "finished": self._ended["finished"],
                "failed": self._ended["failed"],
                "cancelled": self._ended["cancelled"],
                "sessions": len(self._sessions),
            }

    def _submit(self, run: Run, session: Session, work: Work) -> None:
        with self._change:
            if self._closed or session.id not in self._sessions:
                raise ConfigError("the session is closed; open another one")
            for job in [job for job in self._queue if not job[0].is_open]:
                self._queue.remove(job)
                self._ended["cancelled"] += 1
            free = self._running + self._asking - len(self._under_way)
            if len(self._queue) >= self._waiting + max(0, free):
                raise BusyError(f"{len(self._queue)} questions are waiting already; ask again later")
            self._queue.append((run, session, work))
            self._change.notify_all()

    def _start_runners(self) -> None:
        """Start missing runners: at first, after one has failed, and while runs wait for the user."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        while not self._closed and self._runners < self._wanted():
            self._runners += 1
            thread = threading.Thread(target=self._serve, name="runner", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _wanted(self) -> int:
        return self._running + min(self._asking, _MOST_SPARE)

    def _serve(self) -> None:
        """Execute one run after another until there are more runners than needed."""
        agent: PooledAgent | None = None
        job: Job | None = None
        try:
            while (job := self._next()) is not None:
                run, session, work = job
                try:
                    agent = agent or self._make_agent()
                    self._work(agent, run, session, work)
                except SciToolAgentError as error:
                    run.end(error)
                finally:
                    # After an unexpected error the run must not appear to be running for ever.
                    run.end(SciToolAgentError("the run broke off; the server's log says why"))
                    with self._change:
                        self._under_way.pop(run, None)
                        self._ended[run.state] += 1
                        self._change.notify_all()
        finally:
            if agent is not None:
                agent.close()
            if job is not None:
                with self._change:
                    self._runners -= 1
                    self._start_runners()

    def _next(self) -> Job | None:
        with self._change:
            self._change.wait_for(lambda: self._closed or self._runners > self._wanted() or any(self._ready()))
            if self._closed or self._runners > self._wanted():
                self._runners -= 1
                return None
            job = next(self._ready())
            self._queue.remove(job)
            self._under_way[job[0]] = job[1]
            return job

    def _ready(self) -> Iterator[Job]:
        """The queued runs that can start; questions of one conversation are answered in order."""
        busy = {session.id for session in self._under_way.values() if session.remembers}
        return (job for job in self._queue if job[1].id not in busy)

    def _make_agent(self) -> PooledAgent:
        with self._change:
            agent, self._first = self._first, None
        # Cost, tokens and time are bounded for a run: runs side by side do not share their planner's model.
        config = self._agent_config
        is_bounded = any(bound is not None for bound in (config.max_cost, config.max_model_tokens, config.max_seconds))
        # A small model reads for the planner, and a session may set bounds at any time.
        shared = None if is_bounded or config.small_model else self.planner
        return agent or PooledAgent(self._agent_config, self._root, shared)

    def _work(self, agent: PooledAgent, run: Run, session: Session, work: Work) -> None:
        def ask(findings: Sequence[Finding]) -> bool:
            with self._user_awaited():
                return run.ask(findings)

        def ask_back(question: Question) -> str | None:
            with self._user_awaited():
                return run.ask_back(question)

        gate = gate_of(run.approved, ask if run.patience else None)
        agent.bound(session.bounds or self._agent_config)
        agent.enter(session.workspace, gate, run.name, ask_back if run.waits_for_choices else None)
        if not run.begin(agent.stop):
            return
        try:
            for record in work(agent):
                run.add(record)
                if not run.is_open:
                    return
        except CancelledError:
            if run.is_open:
                raise
        run.end()

    @contextlib.contextmanager
    def _user_awaited(self) -> Iterator[None]:
        self._note_waiting(1)
        try:
            yield
        finally:
            self._note_waiting(-1)

    def _note_waiting(self, change: int) -> None:
        """Count a run that starts or stops waiting for the user; an extra runner takes its place meanwhile."""
        with self._change:
            self._asking += change
            self._start_runners()
            self._change.notify_all()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"the folder {folder} cannot be made: {error}") from error
