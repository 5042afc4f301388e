"""How much of a titrant a sample takes up to its end point."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._neutralisation import protons
from scitoolagent.tools.general.titration import TitrationRatioNote

NeutralisedSample = Annotated[
    str,
    Semantic(
        "NeutralisedSample",
        parent="Parameter",
        label="sample and titrant with their concentrations",
        finder="scitoolagent.tools.general._neutralised_words:find_neutralised",
    ),
]
NeededTitrant = Annotated[
    float,
    Semantic(
        "NeededTitrant",
        parent="Parameter",
        unit="mL",
        label="volume of titrant needed",
        also=("volume to the equivalence point", "titrant needed", "volume that neutralises"),
    ),
]
_SAID = re.compile(
    r"(?P<volume>[\d.eE+-]+) mL (?P<strength>[\d.eE+-]+) mol/L (?P<sample>.+?)"
    r" by (?P<by>[\d.eE+-]+) mol/L (?P<titrant>.+)"
)


@dataclass(frozen=True, slots=True)
class NeutralisingVolume:
    """The volume of titrant, and what was taken to react with what."""

    needed: NeededTitrant
    ratio_note: TitrationRatioNote


@tool(
    Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"titration": "25 mL 0.08 mol/L H2SO4 by 0.1 mol/L NaOH"}
)
def titrant_volume(titration: NeutralisedSample) -> NeutralisingVolume:
    """Compute the volume of a titrant that takes a sample to its end point.

    Args:
        titration: Sample and titrant, as `25 mL 0.08 mol/L H2SO4 by 0.1 mol/L NaOH`: an acid and a base in water.
    Returns:
        V = n c(sample) V(sample) / c(titrant) in mL, with n moles of titrant for one mole of the sample, and n. At the
        end point of a weak acid or base the solution is not neutral.
    Raises:
        ToolInputError: it cannot be read, a value is not positive, two acids or two bases are given, or how many
            protons react is not known or depends on the end point, as for phosphoric acid.
    Source: definition of the equivalence point; Harris, Quantitative Chemical Analysis.
    """
    match = _SAID.fullmatch(titration)
    if match is None:
        raise ToolInputError(f"{titration!r} cannot be read; write it as 25 mL 0.08 mol/L H2SO4 by 0.1 mol/L NaOH")
    volume, strength, by = (float(match[name]) for name in ("volume", "strength", "by"))
    positive(volume=volume, strength=strength, by=by)
    given, taken = protons(match["sample"]), protons(match["titrant"])
    if given * taken > 0:
        raise ToolInputError(f"{match['sample']} and {match['titrant']} are both acids or both bases")
    ratio = abs(given) / abs(taken)
    note = f"{ratio:g} (protons: {abs(given)} of the sample, {abs(taken)} of the titrant)"
    return NeutralisingVolume(volume * strength * ratio / by, note)
