"""Design of pairs of PCR primers for a template."""

from __future__ import annotations

import dataclasses
import itertools
import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._pieces import reverse_complement
from scitoolagent.tools.biology._sequence import parse_dna, shown
from scitoolagent.tools.biology.primers import dna_melting_temperature
from scitoolagent.tools.biology.segments import ResidueRange

PrimerPair = Annotated[
    dict[str, str | int | float],
    Semantic(
        "PrimerPair",
        parent="SequenceProperty",
        label="pair of PCR primers",
        also=("PCR primers", "primer pair", "primers for PCR", "primer pairs", "primers", "PCR primer pair"),
    ),
]
PrimerOptimum = Annotated[
    float,
    Semantic(
        "PrimerOptimum",
        parent="Parameter",
        unit="Cel",
        label="wanted melting temperature of the primers",
        also=("primer Tm", "target Tm", "desired Tm", "optimal Tm", "Tm of", "melting temperature of"),
    ),
]
ShortestProduct = Annotated[
    int,
    Semantic(
        "ShortestProduct",
        parent="Parameter",
        unit="1",
        label="shortest PCR product",
        also=("minimum product size", "smallest amplicon", "product of at least", "amplicon of at least"),
    ),
]
LongestProduct = Annotated[
    int,
    Semantic(
        "LongestProduct",
        parent="Parameter",
        unit="1",
        label="longest PCR product",
        also=("maximum product size", "largest amplicon", "product of at most", "amplicon of at most"),
    ),
]
PrimerNote = Annotated[str, Semantic("PrimerNote", parent="Report", role="note", label="rules of the primers")]

_TEMPLATE = (
    "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTGGAAGACTGCTCAAGGTTACGCATCCGGAAACTGGGTACCTGAAATCGTTCAGGCTAAGCGTGATGACTTC"
    "GCAGATCTGACCAAGTTTGCCGATGAGGTCTATCTGAACCCGCAGGATGCACGTTCTGGCATTAGCCAGGAACTGATCAAACAGTGGGTTGATACGCTGAAAGGCTAA"
)
_LENGTHS = range(18, 28)
_BEST_LENGTH = 20
_WINDOW = 3.0
_APART = 2.0
_MOST_RUN = 4
_MOST_PAIRED_END = 4
_TRIED = 150
_SHOWN = 5
_TOLD = (
    "18 to 27 bases, within 3 °C of the wanted temperature (nearest neighbours, 50 mmol/L sodium, 250 nmol/L), "
    "40 to 60 % GC, G or C at the 3' end, no run above 4; each primer matches the template once; other DNA was not "
    "looked at"
)


@dataclasses.dataclass(frozen=True, slots=True)
class PrimerPairs:
    """Pairs of primers, the best first."""

    pairs: list[PrimerPair]
    note: PrimerNote


@dataclasses.dataclass(frozen=True, slots=True)
class _Primer:
    """A primer by its place on the template (from 0, end excluded), its bases and how far it is from the ideal."""

    start: int
    end: int
    bases: str
    temperature: float
    penalty: float


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"sequence": _TEMPLATE, "target": "60-130"},
    also=("design PCR primers", "design primers", "primer design", "pick PCR primers", "design a primer pair"),
)
def primer_pair_design(
    sequence: DnaSequence,
    target: ResidueRange = "",
    temperature: PrimerOptimum = 60.0,
    shortest: ShortestProduct = 70,
    longest: LongestProduct = 1000,
) -> PrimerPairs:
    """Design pairs of PCR primers for a template.

    Args:
        sequence: The template, 40 to 5,000 bases.
        target: Bases that the product has to hold between its primers, such as `60-130`; none in particular when empty.
        temperature: Wanted melting temperature in °C, 50 to 72.
        shortest: Bases of the shortest product, primers included.
        longest: Bases of the longest product, primers included.
    Returns:
        Up to five pairs, the best first: both primers 5' to 3', their starts and ends on the template, melting
        temperatures in °C and GC contents in %, and the length of the product. The best pair has the least sum of
        the distances to the wanted temperature in °C and to 20 bases, with one for each base that two 3' ends pair.
    Raises:
        ToolInputError: a letter is no base, a limit is out of range, or no pair meets all rules; it says which.
    Source: rules and penalty as Untergasser et al. 2012, doi:10.1093/nar/gks596; temperatures by SantaLucia 1998.
    """
    strand = parse_dna(sequence, longest=5_000)
    if not 50 <= temperature <= 72:
        raise ToolInputError(
            f"a wanted melting temperature of {temperature:g} °C is out of range; 50 to 72 °C is taken"
        )
    if not 40 <= shortest <= longest <= 10_000:
        raise ToolInputError(f"a product of {shortest} to {longest} bases is out of range; 40 to 10,000 is taken")
    low, high = _target(target, len(strand))
    turned = reverse_complement(strand)
    forward = [one for one in _candidates(strand, turned, temperature) if one.end <= low]
    backward = [
        _Primer(len(strand) - one.end, len(strand) - one.start, one.bases, one.temperature, one.penalty)
        for one in _candidates(turned, strand, temperature)
    ]
    backward = [one for one in backward if one.start >= high]
    if not forward or not backward:
        side = "in front of" if not forward else "behind"
        raise ToolInputError(f"no primer {side} the target meets the rules: {_TOLD}")
    pairs = _pairs(forward, backward, shortest, longest)
    if not pairs:
        raise ToolInputError(
            f"no two primers give a product of {shortest} to {longest} bases and melt within {_APART:g} °C"
        )
    return PrimerPairs([_record(one, other) for one, other in pairs[:_SHOWN]], _TOLD)


def _target(text: str, length: int) -> tuple[int, int]:
    """The bases that no primer may cover, from 0, the end excluded; without a target the whole middle is free."""
    if not text:
        return length, 0
    match = re.fullmatch(r"(\d+)(?:-(\d+))?(?: nt)?", text.strip())
    if not match:
        raise ToolInputError(f"{shown(text)} is no range of bases; write it as bases 60 to 130")
    low, high = int(match[1]), int(match[2] or match[1])
    if not 1 <= low <= high <= length:
        raise ToolInputError(f"the bases {low} to {high} do not lie in a template of {length} bases")
    return low - 1, high


def _candidates(strand: str, turned: str, temperature: float) -> list[_Primer]:
    """The primers along a strand that meet the rules, the best first, at most so many for each stretch."""
    found: list[_Primer] = []
    for start in range(len(strand) - _LENGTHS[0] + 1):
        best: _Primer | None = None
        for length in _LENGTHS:
            bases = strand[start : start + length]
            if len(bases) < length or not _is_sound(bases):
                continue
            melting = dna_melting_temperature(bases)
            penalty = abs(melting - temperature) + abs(length - _BEST_LENGTH)
            if abs(melting - temperature) <= _WINDOW and (best is None or penalty < best.penalty):
                best = _Primer(start, start + length, bases, melting, penalty)
        if best and _count(strand, best.bases) + _count(turned, best.bases) == 1:
            found.append(best)
    return found


def _is_sound(bases: str) -> bool:
    content = (bases.count("G") + bases.count("C")) / len(bases)
    run = max(len(list(group)) for _, group in itertools.groupby(bases))
    return (
        0.4 <= content <= 0.6
        and bases[-1] in "GC"
        and run <= _MOST_RUN
        and _end_pairs(bases, bases) <= _MOST_PAIRED_END
    )


def _count(text: str, part: str) -> int:
    return sum(1 for _ in re.finditer(f"(?={part})", text))


def _end_pairs(first: str, second: str) -> int:
    """How many bases of the 3' end of one primer pair with bases of the other, without a gap."""
    other = reverse_complement(second)
    return next((size for size in range(min(12, len(first)), 0, -1) if first[-size:] in other), 0)


def _pairs(
    forward: list[_Primer], backward: list[_Primer], shortest: int, longest: int
) -> list[tuple[_Primer, _Primer]]:
    found: list[tuple[float, int, _Primer, _Primer]] = []
    for one in sorted(forward, key=lambda primer: (primer.penalty, primer.start)):
        partners = [
            other for other in backward if one.end <= other.start and shortest <= other.end - one.start <= longest
        ]
        partners.sort(key=lambda primer: (primer.penalty, primer.start))
        for other in partners[:_TRIED]:
            ends = max(_end_pairs(one.bases, other.bases), _end_pairs(other.bases, one.bases))
            if abs(one.temperature - other.temperature) <= _APART and ends <= _MOST_PAIRED_END:
                found.append((one.penalty + other.penalty + ends, one.start, one, other))
                break
    found.sort(key=lambda pair: pair[:2])
    return [(one, other) for _, _, one, other in found]


def _record(forward: _Primer, backward: _Primer) -> dict[str, str | int | float]:
    record: dict[str, str | int | float] = {}
    for name, one in (("forward", forward), ("reverse", backward)):
        record |= {
            name: one.bases,
            f"{name} start": one.start + 1,
            f"{name} end": one.end,
            f"{name} Tm": round(one.temperature, 2),
            f"{name} GC": round(100 * (one.bases.count("G") + one.bases.count("C")) / len(one.bases), 1),
        }
    return record | {"product": backward.end - forward.start}
