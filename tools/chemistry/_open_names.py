"""Names that no one structure has: polymers and mixtures, listed by a monomer or a constituent, and abbreviations."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._ordinary_words import words_of

_MIXTURES = Path(__file__).parent / "mixtures.txt"
_AMBIGUOUS = Path(__file__).parent / "ambiguous_names.tsv"
_POLYMER = re.compile(r"poly[\s-]*(?P<unit>[a-z(].{3,})")
# The mean mass or the grade of a product: "PEG 400", "Tween 20", "Triton X-100", "nylon-6,6".
_GRADE = re.compile(r"[\s-]+(?:[a-z]{1,2}-?)?\d[\d,.]*[a-z]?")
# Drugs whose names begin so.
_COMPOUNDS = frozenset({"polythiazide", "polycycline"})
_CONTENTS = re.compile(r"(?:mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|dodeca|hemi|sesqui)?hydrate|anhydrous")


@lru_cache(maxsize=4096)
def why_open(name: str) -> str:
    """Why a name stands for no one structure; empty for a name that may."""
    written = " ".join(name.split())
    short = _GRADE.split(written, maxsplit=1)[0]
    # PET is a polymer and pet is none.
    if {written, short, written.lower(), short.lower()} & _mixtures():
        return "a polymer or a mixture"
    polymer = _POLYMER.fullmatch(short.lower())
    if polymer and _is_unit(polymer["unit"]) and short.lower() not in _COMPOUNDS:
        return "a polymer"
    return "water in a compound and no compound" if _CONTENTS.fullmatch(written.lower()) else ""


def meanings(name: str) -> tuple[str, ...]:
    """What a name of several compounds may stand for: TEA is triethylamine and triethanolamine, and tea is none."""
    written = " ".join(name.split())
    return _meanings().get(written) or _meanings().get(written.lower(), ())


@lru_cache(maxsize=1)
def _meanings() -> dict[str, tuple[str, ...]]:
    lines = [line for line in _AMBIGUOUS.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: tuple(meant.split(";")) for name, meant in (line.split("\t") for line in lines)}


def is_open_name(name: str) -> bool:
    """Whether a text that stands in a sentence is the name of a polymer or a mixture."""
    return why_open(name).startswith("a ")


@lru_cache(maxsize=1)
def _mixtures() -> frozenset[str]:
    return words_of(_MIXTURES)


def _is_unit(text: str) -> bool:
    inside = text[1:].split(")")[0] if text.startswith("(") else text
    return any(_compounds.is_listed(unit) for unit in (text, inside) if len(unit) > 3)
