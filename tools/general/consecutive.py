"""Two first-order reactions in a row: A to B to C."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive

FirstStepRate = Annotated[
    float,
    Semantic(
        "FirstStepRate",
        parent="Parameter",
        unit="1/s",
        label="rate constant of the first step",
        also=("k1", "first rate constant"),
    ),
]
SecondStepRate = Annotated[
    float,
    Semantic(
        "SecondStepRate",
        parent="Parameter",
        unit="1/s",
        label="rate constant of the second step",
        also=("k2", "second rate constant"),
    ),
]
IntermediateMaximumTime = Annotated[
    float,
    Semantic(
        "IntermediateMaximumTime",
        parent="MaterialProperty",
        unit="s",
        label="time of the highest amount of intermediate",
        also=("time at which the intermediate is highest", "maximum of the intermediate",
              "time of the intermediate's maximum", "consecutive reactions", "consecutive first-order reactions"),
    ),
]  # fmt: skip
IntermediateMaximumShare = Annotated[
    float,
    Semantic(
        "IntermediateMaximumShare",
        parent="MaterialProperty",
        unit="%",
        label="highest share of intermediate",
        also=("highest yield of the intermediate", "maximum yield of the intermediate"),
    ),
]
ConsecutivePicture = Annotated[
    str,
    Semantic(
        "ConsecutivePicture",
        parent="SvgPicture",
        label="drawn course of consecutive reactions",
        also=("plot of consecutive reactions", "curves of consecutive reactions"),
    ),
]


@dataclass(frozen=True, slots=True)
class Intermediate:
    """When there is most of what the first step makes, and how much."""

    time: IntermediateMaximumTime
    share: IntermediateMaximumShare


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"first": 0.02, "second": 0.005})
def consecutive_reactions(first: FirstStepRate, second: SecondStepRate) -> Intermediate:
    """Compute when two first-order reactions in a row have the most intermediate, and how much.

    Args:
        first: Of A to B in 1/s.
        second: Of B to C in 1/s.
    Returns:
        Time in s, ln(k1/k2) / (k1 - k2), and the share of all molecules in % that are B then; at first all are A.
    Raises:
        ToolInputError: a rate constant is not positive.
    Source: Bateman 1910; Atkins and de Paula, Physical Chemistry, consecutive elementary reactions.
    """
    positive(first=first, second=second)
    # Nearly equal constants: the quotient tends to 1/k.
    near = (second - first) / first
    time = math.log1p(near) / (near * first) if abs(near) > 1e-9 else 1 / first
    # At the maximum as much B goes as comes: k2 B = k1 A.
    return Intermediate(time, 100 * first / second * math.exp(-first * time))


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"first": 0.02, "second": 0.005},
    also=("draw the consecutive reactions", "plot the consecutive reactions"),
)
def consecutive_reactions_drawing(first: FirstStepRate, second: SecondStepRate) -> ConsecutivePicture:
    """Draw the shares of A, B and C in two first-order reactions in a row against time.

    Args:
        first: Of A to B in 1/s.
        second: Of B to C in 1/s.
    Returns:
        Text of an SVG file, from the start until nearly all is C.
    Raises:
        ToolInputError: a rate constant is not positive, or one is more than a million times the other.
    Source: Bateman 1910; drawn by matplotlib.
    """
    positive(first=first, second=second)
    if not 1e-6 < first / second < 1e6:
        raise ToolInputError("the rate constants differ too much to be drawn together; one step is over at once")
    import numpy as np

    times = np.linspace(0, 6 / min(first, second), 400)
    left = np.exp(-first * times)
    near = abs(second - first) < 1e-9 * first
    middle = first * times * left if near else first / (second - first) * (left - np.exp(-second * times))
    figure = new_figure()
    axes = figure.subplots()
    for values, name in ((left, "A"), (middle, "B"), (1 - left - middle, "C")):
        axes.plot(times, 100 * values, label=name)
    axes.legend(fontsize=8, frameon=False)
    labelled(axes, "time (s)", "share (%)", f"A → B → C, k1 = {first:g} 1/s, k2 = {second:g} 1/s")
    return as_svg(figure)
