"""One user's session on a server: a folder, a conversation, and the runs."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ToolInputError
from scitoolagent.records import Answer, Plan, Query
from scitoolagent.sessions.pooled_agent import PooledAgent, RecordStream, SessionConversation
from scitoolagent.sessions.run import Run
from scitoolagent.solver.hosted import Submitted

_NOT_SAFE = re.compile(r"[^A-Za-z0-9_-]+")
_FILE_NAME = re.compile(r"[A-Za-z0-9_][\w .+()-]{0,99}")
LARGEST_FILE = 20_000_000
_LARGEST_FOLDER = 200_000_000
_MOST_KEPT = 256

Work = Callable[[PooledAgent], RecordStream]


class Session:
    """The state of one user, made by `Sessions.open`.

    Attributes:
        id: identifies the session on its server; it cannot be guessed.
        workspace: the folder with the files that its questions name.
        owns_workspace: whether that folder was made for it.
        remembers: whether questions may refer to earlier ones; if so, its runs are executed one after another.
        conversation: the questions so far, with their answers.
        bounds: the settings whose bounds its runs keep, by `Sessions.bounded`; those of the server if None.
    """

    def __init__(
        self, workspace: Path, submit: Callable[[Run, Session, Work], None], patience: float, remembers: bool
    ) -> None:
        self.id = secrets.token_urlsafe(16)
        self.workspace = workspace
        self.owns_workspace = True
        self.conversation = SessionConversation()
        self.remembers = remembers
        self.bounds: Config | None = None
        self._submit = submit
        self._patience = patience
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._left: frozenset[str] = frozenset()

    def ask(
        self,
        question: str | Query,
        approve: Iterable[str] = (),
        earlier: Sequence[str] = (),
        patience: float | None = None,
    ) -> Run:
        """Start to answer a question.

        Args:
            question: in words, it may refer to what the session asked before; read already, it stands for itself.
            approve: digests of findings of the safety gate that a person confirms, for this run only.
            earlier: questions of a conversation held elsewhere that this question continues.
            patience: seconds to wait for the user in this run, for the choice in a question back, too. When left out,
                it waits as the session does, and a question back is the answer.
        Raises:
            BusyError: too many runs are waiting.
            ConfigError: the session is closed.
        """
        if isinstance(question, Query):
            typed = self._noted(question, lambda agent: agent.stream(question))
            return self._start(self._run(question.text, approve, patience), typed)
        question = _without_surrogates(question)

        def work(agent: PooledAgent) -> RecordStream:
            if not self.remembers:
                return agent.stream(question)
            return self.conversation.through(agent).retell(earlier).stream(question)

        return self._start(self._run(question, approve, patience), work)

    def run_program(self, asked: Submitted, approve: Iterable[str] = (), patience: float | None = None) -> Run:
        """Start to run a program that the model of a host wrote; what comes of it is in `asked` when the run ends.

        Raises:
            BusyError: too many runs are waiting.
            ConfigError: the session is closed.
        """
        asked.question, asked.code = _without_surrogates(asked.question), _without_surrogates(asked.code)
        return self._start(self._run(asked.question, approve, patience), lambda agent: agent.program(asked))

    def run_plan(self, query: Query, plan: Plan, approve: Iterable[str] = (), patience: float | None = None) -> Run:
        """Start to carry out a plan that a person wrote or changed; one that does not type-check fails the run.

        Raises:
            BusyError: too many runs are waiting.
            ConfigError: the session is closed.
        """

        work = self._noted(query, lambda agent: agent.follow(query, plan))
        return self._start(self._run(query.text, approve, patience), work)

    def _run(self, question: str, approve: Iterable[str], patience: float | None) -> Run:
        if patience is None:
            return Run(question, approve, self._patience)
        return Run(question, approve, patience, waits_for_choices=True)

    def _noted(self, query: Query, work: Work) -> Work:
        """Work whose answer later questions may refer to."""

        def noted(agent: PooledAgent) -> RecordStream:
            for record in work(agent):
                if isinstance(record, Answer) and self.remembers:
                    self.conversation.through(agent).note(query, record)
                yield record

        return noted

    def _start(self, run: Run, work: Work) -> Run:
        self._submit(run, self, work)
        self._runs[run.id] = run
        done = [key for key, kept in list(self._runs.items()) if not kept.is_open]
        for key in done[: max(0, len(self._runs) - _MOST_KEPT)]:
            self._runs.pop(key, None)
        return run

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of the session, oldest first. Only the latest ones are kept; all traces are."""
        return tuple(self._runs.values())

    @property
    def talk(self) -> tuple[Run, ...]:
        """Its runs since the conversation began, oldest first."""
        return tuple(run for run in self.runs if run.id not in self._left)

    def forget(self) -> None:
        """Begin a new conversation: the next question refers to no earlier one."""
        self.conversation.recall(())
        self._left = frozenset(self._runs)

    def run(self, name: str) -> Run:
        """The run with that id.

        Raises:
            ConfigError: there is none, or it is no longer kept.
        """
        if name not in self._runs:
            raise ConfigError(f"this server knows no run {name[:80]!r}; `ask` gives the name of one")
        return self._runs[name]

    def save_file(self, name: str, content: bytes) -> Path:
        """Write a file to the folder of the session, replacing one of the same name.

        Raises:
            ToolInputError: the name is not a plain file name, or the file or the folder is too large.
        """
        if not _FILE_NAME.fullmatch(name) or name.endswith((" ", ".")) or ".." in name:
            raise ToolInputError(
                f"the file name {name[:80]!r} cannot be used; take letters, digits, blanks, `_`, `-`, `.`, "
                "at most 100 of them, and no folder"
            )
        if len(content) > LARGEST_FILE:
            raise ToolInputError(f"{name} has {len(content):,} bytes, at most {LARGEST_FILE:,} can be uploaded")
        target = self.workspace / name
        kept = sum(path.lstat().st_size for path in self.workspace.iterdir() if path != target)
        if kept + len(content) > _LARGEST_FOLDER:
            raise ToolInputError(f"the files of a session may have {_LARGEST_FOLDER:,} bytes; {name} does not fit in")
        if target.is_dir():
            raise ToolInputError(f"{name} is a folder of the session; give the file another name")
        partial = self.workspace / f".{secrets.token_hex(8)}.part"
        try:
            partial.write_bytes(content)
            # A rename replaces a symbolic link of that name instead of writing through it.
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return target


def _without_surrogates(text: str) -> str:
    """A text without lone UTF-16 surrogates, which JSON can hold and a trace cannot; their sign is in no question."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def folder_name(name: str) -> str:
    """A folder name for a session: the safe characters of the requested name, and a random suffix."""
    return f"{_NOT_SAFE.sub('', name)[:32] or 'session'}-{secrets.token_hex(8)}"
