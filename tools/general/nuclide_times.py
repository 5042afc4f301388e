"""Times, ages and activities of nuclides, whose half-lives are looked up."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._constants import AVOGADRO
from scitoolagent.tools.general.decay import HalfLifeNote, nuclide_half_life, nuclide_mass

_PLACE = "scitoolagent.tools.general._nuclide_words"
_N = r"[\d.eE+-]+"


def _told(name: str, label: str, finder: str) -> Semantic:
    return Semantic(name, parent="Parameter", label=label, finder=f"{_PLACE}:{finder}")


DecaySpan = Annotated[str, _told("DecaySpan", "nuclide and how far it decays", "find_decay_spans")]
NuclideMass = Annotated[str, _told("NuclideMass", "nuclide and its mass", "find_nuclide_masses")]
NuclideLeft = Annotated[str, _told("NuclideLeft", "nuclide and the share that is left", "find_nuclide_ages")]
TimeOfDecay = Annotated[
    float, Semantic("TimeOfDecay", parent="Parameter", unit="d", label="time of decay", also=("decay time",))
]
AgeByNuclide = Annotated[
    float,
    Semantic(
        "AgeByNuclide",
        parent="Parameter",
        unit="a",
        label="age by a nuclide",
        also=("radiometric age", "radiocarbon age", "age of the sample"),
    ),
]
NuclideActivity = Annotated[
    float,
    Semantic(
        "NuclideActivity",
        parent="MaterialProperty",
        unit="Bq",
        label="activity of a nuclide",
        also=("radioactivity", "activity in becquerel"),
    ),
]


@dataclass(frozen=True, slots=True)
class DecayTimeFound:
    """The time, and the half-life of the table."""

    time: TimeOfDecay
    half_life_note: HalfLifeNote


@dataclass(frozen=True, slots=True)
class AgeFound:
    """The age, and the half-life of the table."""

    age: AgeByNuclide
    half_life_note: HalfLifeNote


@dataclass(frozen=True, slots=True)
class ActivityFound:
    """The activity, and the half-life of the table."""

    activity: NuclideActivity
    half_life_note: HalfLifeNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"decay": "P-32 from 100 to 10"})
def nuclide_decay_time(decay: DecaySpan) -> DecayTimeFound:
    """Compute how long a nuclide takes to decay from one activity or mass to another.

    Args:
        decay: As `P-32 from 100 to 10`, both in one unit.
    Returns:
        T½ log2(A0 / A) in days; the note has the half-life.
    Raises:
        ToolInputError: it cannot be read, a value is not positive or the second not the smaller, or no half-life is
            known.
    Source: law of radioactive decay, Rutherford & Soddy 1902; half-lives of NUBASE, in the `mendeleev` package.
    """
    nuclide, first, last = _read(decay, rf"(\S+) from ({_N}) to ({_N})", "P-32 from 100 to 10")
    start, end = float(first), float(last)
    positive(start=start, end=end)
    if end >= start:
        raise ToolInputError(f"{start:g} does not decay to {end:g}; the second value has to be the smaller")
    found = nuclide_half_life(nuclide)
    return DecayTimeFound(found.nuclide_half_life * math.log2(start / end) / 86400, found.half_life_note)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"left": "25 % of C-14"})
def age_by_nuclide(left: NuclideLeft) -> AgeFound:
    """Compute the age of a sample from the share of a nuclide that is left in it.

    Args:
        left: As `25 % of C-14`.
    Returns:
        T½ log2(100 % / share) in Julian years, with the physical half-life of the note. A conventional radiocarbon age
        goes by 5568 years and is calibrated; this is neither. What came in or went out since the start is not known.
    Raises:
        ToolInputError: it cannot be read, the share is not above 0 and below 100 %, or no half-life is known.
    Source: law of radioactive decay, Rutherford & Soddy 1902; half-lives of NUBASE, in the `mendeleev` package.
    """
    share, nuclide = _read(left, rf"({_N}) % of (\S+)", "25 % of C-14")
    if not 0 < float(share) < 100:
        raise ToolInputError(f"{share} % left gives no age; give a share above 0 and below 100 %")
    found = nuclide_half_life(nuclide)
    return AgeFound(found.nuclide_half_life * math.log2(100 / float(share)) / 31557600, found.half_life_note)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"sample": "1e-06 g of Co-60"})
def activity_of_nuclide(sample: NuclideMass) -> ActivityFound:
    """Compute the activity of a mass of a pure nuclide.

    Args:
        sample: As `1e-06 g of Co-60`: the nuclide alone, without carrier or daughters.
    Returns:
        ln 2 / T½ * m N_A / M in Bq; the note has the half-life.
    Raises:
        ToolInputError: it cannot be read, the mass is not positive, or no half-life is known.
    Source: law of radioactive decay; half-lives and masses of NUBASE and AME, in the `mendeleev` package.
    """
    mass, nuclide = _read(sample, rf"({_N}) g of (\S+)", "1e-06 g of Co-60")
    positive(mass=float(mass))
    found = nuclide_half_life(nuclide)
    atoms = float(mass) / nuclide_mass(nuclide) * AVOGADRO
    return ActivityFound(math.log(2) / found.nuclide_half_life * atoms, found.half_life_note)


def _read(text: str, pattern: str, example: str) -> list[str]:
    match = re.fullmatch(pattern, text)
    try:
        for one in match.groups() if match else ():
            if re.fullmatch(_N, one):
                float(one)
    except ValueError:
        match = None
    if match is None:
        raise ToolInputError(f"{text!r} cannot be read; write it as {example}")
    return list(match.groups())
