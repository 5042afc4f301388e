"""The person behind a client: findings to confirm and questions back go to them as forms, where the client shows such.

Clients of the revisions with a handshake are asked while the call waits. Later ones get the form as the result of the
call and send it again with what was filled in; the run waits for that, and the form that it waits for is compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.language.signs import printable
from scitoolagent.records import Finding, Question
from scitoolagent.sessions import Run

PATIENCE_SECONDS = 300.0
_LONGEST = 300
# What somebody filled in; None where they declined, or did not answer.
Filled = dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Form:
    """A message, and the schema of what is filled in."""

    message: str
    schema: dict[str, Any]

    @property
    def digest(self) -> str:
        """What stands for the form where only its name can be passed on."""
        return hashlib.sha256(json.dumps([self.message, self.schema]).encode()).hexdigest()[:16]


class FormNeeded(Exception):
    """The call goes on when the client has sent the form filled in; `state` says for which run and form."""

    def __init__(self, run: Run, form: Form) -> None:
        super().__init__(form.message)
        self.form, self.state = form, f"{run.id}:{form.digest}"


@dataclass
class Caller:
    """Who calls.

    Attributes:
        elicit: shows a form and waits; None where the client has to send the call again for it.
        shows_forms: whether the client shows forms at all.
        state: of the run that the client goes on with, as `FormNeeded` gave it.
        filled: the form that it sends.
        run: the run of the call, once there is one.
    """

    elicit: Callable[[Form], Filled] | None = None
    shows_forms: bool = False
    state: str = ""
    filled: Filled = None
    run: Run | None = None

    @property
    def patience(self) -> float:
        """How long a run waits for the person."""
        return PATIENCE_SECONDS if self.shows_forms else 0.0

    def attend(self, run: Run) -> None:
        """Wait for a run to end, and pass what it asks on to the person.

        Raises:
            FormNeeded: the client has to send the call again.
        """
        self.run = run
        while (asked := run.wait_for_user()) is not None:
            form = _question_form(asked) if isinstance(asked, Question) else _findings_form(asked)
            filled = self._filled(run, form)
            if isinstance(asked, Question):
                choice = (filled or {}).get("choice")
                run.choose(choice if choice in [one.label for one in asked.choices] else None)
            elif (filled or {}).get("confirm") is True:
                run.approve(finding.digest for finding in asked)
            else:
                run.refuse()

    def _filled(self, run: Run, form: Form) -> Filled:
        if self.elicit is not None:
            return self.elicit(form)
        needed = FormNeeded(run, form)
        if self.state != needed.state:
            raise needed
        # One form answers one question of the run.
        self.state = ""
        return self.filled


def _findings_form(findings: Sequence[Finding]) -> Form:
    lines = dict.fromkeys(f"- {_line(one.subject)}: {_line(one.reason)}" for one in findings)
    message = "The safety gate asks before this call goes on:\n" + "\n".join(lines)
    confirm = {"type": "boolean", "title": "Go on", "description": "Confirm all of these for this one call."}
    return Form(message, {"type": "object", "properties": {"confirm": confirm}, "required": ["confirm"]})


def _question_form(question: Question) -> Form:
    lines = [f"- {one.label}" + (f": {_line(one.gives)}" if one.gives else "") for one in question.choices]
    choice = {"type": "string", "title": "What is meant", "enum": [one.label for one in question.choices]}
    schema = {"type": "object", "properties": {"choice": choice}, "required": ["choice"]}
    return Form("\n".join([printable(question.text), *map(printable, lines)]), schema)


def _line(text: str) -> str:
    return " ".join(printable(text).split())[:_LONGEST]
