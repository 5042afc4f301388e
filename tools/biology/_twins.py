"""Declare a tool twice: on ProDy, and on numpy alone, which takes over where ProDy is not installed.

The two have one signature, so the graph knows each as an alternative to the other, and give the same numbers.
"""

from __future__ import annotations

import inspect
import typing
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.biology import _elastic, _prody
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE

_UNAVAILABLE = "        ToolUnavailableError: PROGRAM is not installed.\n"
_numpy: defaultdict[str, list[Callable[..., Any]]] = defaultdict(list)


def on_both(also: tuple[str, ...] = ()) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a function that takes the engine first, `_prody` or `_elastic`; gives the tool on ProDy.

    `PROGRAM` in the docstring becomes the name of either; the tool on numpy has a name that ends in `_numpy`. Its text
    only has words more, so the one on ProDy ranks first and the other takes over where that is not installed.
    """

    def declare(body: Callable[..., Any]) -> Callable[..., Any]:
        _numpy[body.__module__].append(_declared(body, _elastic, f"{body.__name__}_numpy", also))
        return _declared(body, _prody, body.__name__, also)

    return declare


def numpy_tools(module: str) -> tuple[Callable[..., Any], ...]:
    """The tools on numpy of a module, for its `TOOLS`."""
    return tuple(_numpy[module])


def _declared(body: Callable[..., Any], engine: ModuleType, name: str, also: tuple[str, ...]) -> Callable[..., Any]:
    def compute(*values: Any, **named: Any) -> Any:
        return body(engine, *values, **named)

    signature = inspect.signature(body)
    hints = typing.get_type_hints(body, include_extras=True)
    compute.__name__ = compute.__qualname__ = name
    compute.__module__ = body.__module__
    text = str(body.__doc__)
    if not engine.REQUIRES:
        text = text.replace(_UNAVAILABLE, "")
    compute.__doc__ = text.replace("PROGRAM", engine.PROGRAM)
    compute.__annotations__ = {key: kind for key, kind in hints.items() if key != "engine"}
    parameters = list(signature.parameters.values())[1:]
    compute.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    declare = tool(
        Operation.CALCULATION,
        Topic.STRUCTURAL_BIOLOGY,
        Safety.OPEN,
        example={"structure": HAIRPIN_FILE},
        also=also,
        requires=engine.REQUIRES,
        seconds=120,  # 1000 residues have 3000 modes, and all of them are needed
    )
    return declare(compute)
