"""Every error this package raises on purpose.

SciToolAgentError
├── ConfigError            a setting is missing or wrong
├── BusyError              a server has reached its limit
├── DeclarationError       a tool is declared wrongly (raised at import)
├── GraphError             the tool graph is missing, broken or out of date
├── NetworkError           another machine did not answer, or refused
├── TableError             a file of rows that cannot be read or written, or a table that is asked for what it has not
├── PictureError           a picture that cannot be made or written
├── PlanError
│   ├── NoPathError        no chain of tools from what is given to what is asked for
│   └── InvalidPlanError   a plan that does not type-check
├── ToolError
│   ├── ToolInputError     a value the tool cannot work with
│   │   └── RecordNotFoundError    a provider of records was asked, and has no such record or nothing there
│   ├── ToolTimeoutError   the tool ran longer than it may
│   ├── ToolUnavailableError   something the tool needs is missing (network, program, data)
│   │   ├── NotAskedError          another machine would have to be asked, which the settings do not allow
│   │   └── ProviderError          a provider of records was asked and gave no answer that can be used
│   ├── ToolFailedError    the tool broke; the cause is chained
│   └── WorkerDiedError    the process of a call ended before the call did: a crash, or no memory left
├── SafetyError
│   ├── BlockedError           a hazard that is never worked on
│   ├── ConfirmationRequired   a hazard that a person has to confirm
│   └── SafetyDatabaseError    the hazard database is missing, cut or altered: nothing can be screened
└── ModelError             a language model did not answer, or not in a usable form

Messages say what is wrong, with which value, and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scitoolagent.records import Question, Usage


class SciToolAgentError(Exception):
    """The root of all errors raised on purpose."""


class ConfigError(SciToolAgentError):
    """A setting is missing or wrong."""


class BusyError(SciToolAgentError):
    """Too many questions are waiting; ask again later."""


class DeclarationError(SciToolAgentError):
    """A tool is declared wrongly; raised while its module is imported."""


class GraphError(SciToolAgentError):
    """The tool graph or a domain graph is missing, broken or out of date."""


class NetworkError(SciToolAgentError):
    """Another machine did not answer, or refused; the caller says what that means for the question."""


class TableError(SciToolAgentError):
    """A file of rows cannot be read or written, or a table lacks what is asked of it."""


class PictureError(SciToolAgentError):
    """A picture cannot be made or written."""


class PlanError(SciToolAgentError):
    """No plan can be made or used."""


class NoPathError(PlanError):
    """No safe chain of tools leads from what is given to what is asked for.

    Attributes:
        missing: what the plan would need, one phrase each.
        nearest: names of the tools nearest to the question.
        usage: what asking a model for the plan took, as records of `Usage`.
        read: places of the question that were understood as inputs of a call that lacks others.
        question: asks back what would decide it, as a record `Question`; None where nothing would.
    """

    def __init__(
        self,
        message: str,
        missing: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        usage: tuple[Usage, ...] = (),
        read: frozenset[tuple[int, int]] = frozenset(),
        question: Question | None = None,
    ) -> None:
        super().__init__(message)
        self.missing = missing
        self.nearest = nearest
        self.usage = usage
        self.read = read
        self.question = question


class InvalidPlanError(PlanError):
    """A plan does not type-check against the tool graph."""


class ToolError(SciToolAgentError):
    """A tool call did not give a result."""


class ToolInputError(ToolError):
    """A value the tool cannot work with."""


class RecordNotFoundError(ToolInputError):
    """A provider of records was asked, and has no such record, or the record does not say what is asked for."""


class ToolTimeoutError(ToolError):
    """The tool ran longer than it may."""


class ToolUnavailableError(ToolError):
    """Something the tool needs is missing: network, program, package or data."""


class NotAskedError(ToolUnavailableError):
    """Another machine would have to be asked, which the settings do not allow; the message contains the request."""


class ProviderError(ToolUnavailableError):
    """A provider of records was asked and gave no answer that can be used: whether the record exists is not known."""


class ToolFailedError(ToolError):
    """The tool broke; the cause is chained."""


class WorkerDiedError(ToolError):
    """The process of a call ended before the call did: a library crashed, or the system killed the process."""


class SafetyError(SciToolAgentError):
    """A hazard stops the work. Never retried, never summarized away.

    Attributes:
        findings: what the safety gate found, as `scitoolagent.records.Finding`.
    """

    findings: tuple[Any, ...] = ()


class BlockedError(SafetyError):
    """A hazard that is never worked on."""


class ConfirmationRequired(SafetyError):
    """A hazard that a person has to confirm first.

    Attributes:
        unconfirmed: those of the findings that nobody has confirmed.
    """

    unconfirmed: tuple[Any, ...] = ()


class SafetyDatabaseError(SafetyError):
    """The hazard database is missing, cut or altered: nothing can be screened."""


class ModelError(SciToolAgentError):
    """A language model did not answer, or not in a usable form."""


def is_named(name: str, kind: type[SciToolAgentError]) -> bool:
    """Return whether the error class with this name is of a kind: `NotAskedError` is unavailability."""
    found = globals().get(name)
    return isinstance(found, type) and issubclass(found, kind)


def class_name(error: BaseException) -> str:
    """Return the class name of an error for another process; that of the base here for classes defined elsewhere."""
    return next((one.__name__ for one in type(error).__mro__ if one.__module__ == __name__), type(error).__name__)
