"""How much of a nuclide is left after a time: its half-life is looked up, nobody has to know it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.decay import (
    ElapsedTime,
    HalfLifeNote,
    Nuclide,
    RemainingShare,
    nuclide_half_life,
    remaining_share,
)

StartingMass = Annotated[
    float,
    Semantic(
        "StartingMass",
        parent="Parameter",
        unit="g",
        label="mass at the start",
        also=("initial mass", "starting mass"),
        announced=("with", "of"),
    ),
]
RemainingMass = Annotated[
    float,
    Semantic(
        "RemainingMass",
        parent="MaterialProperty",
        unit="g",
        label="mass that is left",
        also=("mass left", "amount left", "amount that is left", "mass remaining", "amount that remains", "left over"),
    ),
]


StartingActivity = Annotated[
    float,
    Semantic(
        "StartingActivity",
        parent="Parameter",
        unit="Bq",
        label="activity at the start",
        also=("initial activity", "starting activity"),
        announced=("with", "of"),
    ),
]
RemainingActivity = Annotated[
    float,
    Semantic(
        "RemainingActivity",
        parent="MaterialProperty",
        unit="Bq",
        label="activity that is left",
        also=("activity left", "activity remaining", "remaining activity", "amount left", "amount that is left"),
    ),
]


@dataclass(frozen=True, slots=True)
class ActivityLeft:
    """The activity that is left in Bq, and the half-life of the table."""

    activity: RemainingActivity
    half_life_note: HalfLifeNote


@dataclass(frozen=True, slots=True)
class ShareLeft:
    """The share that is left in percent, and the half-life of the table."""

    share: RemainingShare
    half_life_note: HalfLifeNote


@dataclass(frozen=True, slots=True)
class MassLeft:
    """The mass that is left in g, and the half-life of the table."""

    mass: RemainingMass
    half_life_note: HalfLifeNote


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"nuclide": "iodine-131", "time": 2073600.0},
    also=("share left", "fraction left", "percentage left", "how much is left"),
)
def nuclide_share_left(nuclide: Nuclide, time: ElapsedTime) -> ShareLeft:
    """Compute the share of a nuclide that is left after a time.

    Args:
        nuclide: Element and mass number: carbon-14, C-14 or 14C; no isomers such as Tc-99m.
        time: Since the start, in s.
    Returns:
        100 * 2^(-t / T½) in percent; the note has the half-life. What the nuclide decays to is not counted.
    Raises:
        ToolInputError: no such nuclide, a stable one, no half-life in the table, or a time below zero.
    Source: law of radioactive decay, Rutherford & Soddy 1902; half-lives of NUBASE, in the `mendeleev` package.
    """
    found = nuclide_half_life(nuclide)
    return ShareLeft(remaining_share(found.nuclide_half_life, time), found.half_life_note)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"nuclide": "iodine-131", "mass": 10.0, "time": 2073600.0},
    also=("how much is left", "how much remains"),
)
def nuclide_mass_left(nuclide: Nuclide, mass: StartingMass, time: ElapsedTime) -> MassLeft:
    """Compute the mass of a nuclide that is left after a time.

    Args:
        nuclide: Element and mass number: carbon-14, C-14 or 14C; no isomers such as Tc-99m.
        mass: Of the nuclide at the start, in g.
        time: Since the start, in s.
    Returns:
        m * 2^(-t / T½) in g; the note has the half-life. What the nuclide decays to is not counted.
    Raises:
        ToolInputError: no such nuclide, a stable one, no half-life in the table, a negative time or no positive mass.
    Source: law of radioactive decay, Rutherford & Soddy 1902; half-lives of NUBASE, in the `mendeleev` package.
    """
    if not 0 < mass < float("inf"):
        raise ToolInputError(f"a mass of {mass} g is impossible; give a positive one")
    found = nuclide_half_life(nuclide)
    return MassLeft(mass * remaining_share(found.nuclide_half_life, time) / 100, found.half_life_note)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"nuclide": "iodine-131", "activity": 3.7e8, "time": 691200.0},
    also=("how much is left", "how much remains"),
)
def nuclide_activity_left(nuclide: Nuclide, activity: StartingActivity, time: ElapsedTime) -> ActivityLeft:
    """Compute the activity of a nuclide that is left after a time.

    Args:
        nuclide: Element and mass number, as iodine-131 or Tc-99m.
        activity: At the start, in Bq.
        time: Since the start, in s.
    Returns:
        A₀ 2^(-t / T½) in Bq, by the half-life of the table, which the note has. What it decays to is not counted.
    Raises:
        ToolInputError: the nuclide is not in the table or stable, an activity that is not positive, or a negative time.
    Source: NUBASE evaluation, in the `mendeleev` package; law of radioactive decay, Rutherford & Soddy 1902.
    """
    if not 0 < activity < math.inf:
        raise ToolInputError(f"an activity of {activity:g} Bq is impossible; give a positive one")
    found = nuclide_half_life(nuclide)
    left = activity * remaining_share(found.nuclide_half_life, time) / 100
    return ActivityLeft(left, found.half_life_note)
