"""How far a call is that takes minutes: a tool tells it, and whoever waits reads it.

A tool works in a process of its own, so that it writes to a small file which the environment names. Where none is named
nobody waits, and telling costs nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "SCITOOLAGENT_PROGRESS"
_EVERY = 0.5
_last = [0.0]


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of what a call counts are done.

    Attributes:
        done: how many.
        total: of how many; 0 where that is not known.
        what: what is counted, or what is done at the moment.
        at: when it was told, in seconds since 1970.
    """

    done: int
    total: int
    what: str
    at: float

    def __str__(self) -> str:
        return f"{self.done:,} of {self.total:,} {self.what}" if self.total else self.what


def tell(done: int, total: int, what: str) -> None:
    """Tell how far a call is; what comes sooner than half a second after what was told last is left out.

    Args:
        done: how many steps, frames or cycles are done.
        total: of how many; 0 where that is not known.
        what: what they are called, such as "frames"; without a total what is done at the moment.
    """
    named = os.environ.get(VARIABLE)
    if not named or (0 < done < total and time.monotonic() - _last[0] < _EVERY):
        return
    _last[0] = time.monotonic()
    place = Path(named)
    partial = place.with_name(f"{place.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # what nobody can read is no reason to end the work
        partial.write_text(json.dumps({"done": done, "total": total, "what": what, "at": time.time()}), "utf-8")
        partial.replace(place)


def told(place: Path) -> Progress | None:
    """What was told last; None where nothing was."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(place.read_text("utf-8"))
        return Progress(int(found["done"]), int(found["total"]), str(found["what"])[:80], float(found["at"]))
    return None
