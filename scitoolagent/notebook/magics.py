"""`%ask` and `%%ask`: a question in a cell, answered by one agent that the notebook keeps."""

from __future__ import annotations

import atexit
import re
from typing import TYPE_CHECKING, Any

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.outcome import unanswered
from scitoolagent.records import Answer, Query

if TYPE_CHECKING:
    from collections.abc import Sequence

_APPROVE = "--approve"
# A line that ends in a question mark is one that asks for help, for a notebook: `%ask What is …?`
_ASKED = re.compile(r"(\s*(?:[A-Za-z_]\w*\s*=\s*)?)%ask\s+(.*\?)\s*")


class Magics:
    """The commands of a notebook. Questions may refer to earlier ones, and files lie in the notebook's folder."""

    def __init__(self) -> None:
        self._agent: Agent | None = None
        self._conversation: Conversation | None = None
        atexit.register(self.close)

    def ask(self, line: str, cell: str | None = None) -> Answer:
        """Answer the question of a line or of a cell; `--approve DIGEST` in front confirms a finding of the gate."""
        approved, rest = _approved(line)
        question = " ".join(filter(None, (rest, (cell or "").strip())))
        if not question:
            raise ConfigError("%ask needs a question, as in `%ask What is the TPSA of menthol?`")
        query: Query | None = None
        answer: Answer | None = None
        conversation = self._started(approved)
        try:
            for record in conversation.stream(question):
                query = record if isinstance(record, Query) else query
                answer = record if isinstance(record, Answer) else answer
        except SciToolAgentError as error:
            # It is a result of the cell like any other, and says what is missing.
            answer = answer or unanswered(error, query)
        except KeyboardInterrupt:
            self.close()
            raise
        return answer or Answer(status="failed", text="there is no answer")

    def close(self) -> None:
        """End the worker processes; the next question starts others."""
        agent, self._agent, self._conversation = self._agent, None, None
        if agent is not None:
            agent.close()

    def _started(self, approved: Sequence[str]) -> Conversation:
        if self._agent is None or self._conversation is None:
            self._agent = Agent()
            self._conversation = Conversation(self._agent)
        self._agent.approve(approved)
        return self._conversation


def _approved(line: str) -> tuple[list[str], str]:
    """The digests in front of a question, and the question."""
    approved = []
    rest = line.strip()
    while rest.startswith(f"{_APPROVE} "):
        _, digest, *more = rest.split(maxsplit=2)
        approved.append(digest)
        rest = more[0] if more else ""
    return approved, rest


def _as_calls(lines: list[str]) -> list[str]:
    """The lines of a cell, with each `%ask` that ends in a question mark as the call that it stands for."""
    if lines and lines[0].lstrip().startswith("%%"):
        return lines
    found = []
    for line in lines:
        asked = _ASKED.fullmatch(line)
        call = "" if asked is None else f"{asked[1]}get_ipython().run_line_magic('ask', {asked[2]!r})\n"
        found.append(call or line)
    return found


def load(shell: Any) -> Magics:
    """Register the commands with a shell of IPython."""
    magics = Magics()
    shell.register_magic_function(magics.ask, magic_kind="line_cell", magic_name="ask")
    if _as_calls not in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.append(_as_calls)
    return magics


def unload(shell: Any, magics: Magics) -> None:
    """Take the commands away, and end the worker processes."""
    magics.close()
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("ask", None)
    if _as_calls in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.remove(_as_calls)
