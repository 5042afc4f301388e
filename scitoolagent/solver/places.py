"""Places of values in the words of an answer: `{yield}`, `{mass.K3PO4:.2f}`, and the units that labels set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

PLACE: Final = re.compile(r"\{([^{}]*)\}")
# The unit at the end of a label: "mass to weigh [mg]", "mass in [mg]".
LABEL_UNIT: Final = re.compile(r"(?:\s+in)?\s*\[([^\]]{1,30})\]\s*$")
_PATH = re.compile(r"\.|\[|\]")
# Stands for the value of a place that leads to none.
NOWHERE: Final = object()


def at_place(path: str, results: Mapping[str, Any]) -> Any:
    """The value of the results that a place in a text names, as `mass.K3PO4` or `rows[0]`; `NOWHERE` where none is."""
    parts = [part for part in map(str.strip, _PATH.split(path.partition(":")[0])) if part]
    found: Any = dict(results) if parts else NOWHERE
    for part in parts:
        part = part.strip("'\"")
        if isinstance(found, dict) and part in found:
            found = found[part]
        elif isinstance(found, list) and part.lstrip("-").isdigit() and -len(found) <= int(part) < len(found):
            found = found[int(part)]
        else:
            return NOWHERE
    return found
