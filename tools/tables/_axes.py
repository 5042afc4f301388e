"""Axes of pictures of two columns."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Semantic
from scitoolagent.tools.tables._numbers import Numbers

LogAxes = Annotated[
    str,
    Semantic(
        "LogAxes",
        parent="Parameter",
        label="axes that are logarithmic",
        pattern="none|horizontal|vertical|both",
        needs_context=True,
    ),
]


def scale_axes(axes: Any, given: Numbers, line: bool, logarithmic: str) -> None:
    """Make the axes of two columns logarithmic where that is wanted.

    Raises:
        ToolInputError: a value has no logarithm, or a straight line is wanted, which would be none there.
    """
    ends = {"none": "", "horizontal": "x", "vertical": "y", "both": "xy"}
    if logarithmic not in ends:
        raise ToolInputError(f"logarithmic is {logarithmic!r}; it must be one of {', '.join(ends)}")
    if ends[logarithmic] and line:
        raise ToolInputError("a straight line is not drawn on logarithmic axes; leave out one of the two")
    for place, end in enumerate("xy"):
        if end not in ends[logarithmic]:
            continue
        if low := int((given.values[:, place] <= 0).sum()):
            raise ToolInputError(f"{given.columns[place].name} is zero or less in {low} rows, which have no logarithm")
        axes.set(**{f"{end}scale": "log"})
        plain_numbers(getattr(axes, f"{end}axis"))


def plain_numbers(axis: Any) -> None:
    """Write the numbers of a logarithmic axis as plain ones: no text of a picture is read as TeX."""
    axis.set_major_formatter(lambda value, _: f"{value:g}")
    axis.set_minor_formatter(lambda value, _: "")
