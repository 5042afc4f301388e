"""What the executor asks of whatever runs its calls, on this machine or on several: bounds, futures, outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pebble import ProcessExpired

from scitoolagent.config import Config
from scitoolagent.errors import ToolTimeoutError, WorkerDiedError
from scitoolagent.gate import Check
from scitoolagent.toolkg.graph import ToolNode

if TYPE_CHECKING:
    from scitoolagent.executor.part_rows import Part


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a call may take, and how many megabytes (2^20 bytes) of memory its process may hold.

    `declared` says that the time is the tool's own, so that no setting would lengthen it.
    """

    seconds: float
    megabytes: int
    declared: bool = False


def limits_of(tool: ToolNode | None, config: Config) -> Limits:
    """The bounds of a call: those that the tool declares, otherwise those of the settings.

    A setting that somebody made, in whatever way, is a cap: no declaration goes beyond it.

    Args:
        tool: whose call it is; the bounds of the safety screening when None.
        config: the settings.
    """
    made = config.model_fields_set
    seconds, megabytes = config.tool_seconds, config.tool_megabytes
    if tool is not None and tool.memory is not None:
        megabytes = min(tool.memory, megabytes) if "tool_megabytes" in made else tool.memory
    if tool is None or tool.seconds is None or ("tool_seconds" in made and seconds < tool.seconds):
        return Limits(seconds, megabytes)
    return Limits(tool.seconds, megabytes, declared=True)


def limits_of_rows(tools: Sequence[ToolNode], seconds: float, config: Config) -> Limits:
    """The bounds of calls on some rows: no row is begun after some seconds, and the last one takes its own time."""
    each = [limits_of(tool, config) for tool in tools]
    return Limits(seconds + sum(one.seconds for one in each), max(one.megabytes for one in each))


class Backend(Protocol):
    """Processes that call tools. Every call is a future; `outcome` says what became of it."""

    @property
    def cache_file(self) -> str | None:
        """Where results are kept; None where none are."""

    @property
    def workers(self) -> int:
        """How many calls run at the same time."""

    @property
    def takes_parts(self) -> bool:
        """Whether `submit_part` is how rows go, so that they need not pass through this process."""

    def warm(self) -> None:
        """Start what takes a while, in the background."""

    def submit(self, tool: ToolNode, arguments: dict[str, Any], check: Check) -> Future[dict[str, Any]]:
        """Call a tool and screen its values where it runs, within `limits_of`."""

    def submit_rows(self, tools: Sequence[ToolNode], task: Sequence[Any], seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows; `task` are the arguments of `run_rows` up to its time."""

    def submit_part(self, tools: Sequence[ToolNode], part: Part, seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows of a table, which are read and written where they are worked on."""

    def screen(self, subjects: list[tuple[str, Any]], entry: str = "question") -> Future[dict[str, Any]]:
        """Screen values; `entry` says where they come in or go out."""

    def outcome(self, future: Future[dict[str, Any]], tool: ToolNode | None = None) -> dict[str, Any]:
        """What a call gave back; see `outcome_of`."""

    def cancel(self) -> None:
        """End all calls under way, from any thread; their callers, and new ones, get CancelledError until `resume`."""

    def resume(self) -> None:
        """Take calls again after `cancel`."""

    def close(self) -> None:
        """End all that was started here."""


def outcome_of(future: Future[dict[str, Any]], tool: ToolNode | None, config: Config) -> dict[str, Any]:
    """What a call gave back.

    Args:
        future: what `submit` or `screen` gave.
        tool: whose call it is; the safety screening when None.
        config: the settings.
    Raises:
        ToolTimeoutError: the call took too long and its process was ended.
        WorkerDiedError: the process ended before the call did.
    """
    name, limits = tool.name if tool else "the safety screening", limits_of(tool, config)
    try:
        return future.result()
    except FutureTimeoutError:
        advice = "; the bound is the tool's own" if limits.declared else " or raise SCITOOLAGENT_TOOL_SECONDS"
        raise ToolTimeoutError(
            f"{name} ran longer than {limits.seconds:g} s and was stopped; try a smaller input{advice}"
        ) from None
    except BrokenExecutor as error:
        raise WorkerDiedError(f"no process could read what {name} was given; give it plain values") from error
    except ProcessExpired as error:
        raise WorkerDiedError(
            f"the process of {name} died (exit code {error.exitcode}); it may have crashed or passed its "
            f"{limits.megabytes} MB of memory"
        ) from error
