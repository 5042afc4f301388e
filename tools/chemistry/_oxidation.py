"""Names of two elements that leave the ratio open: `copper oxide` is two compounds, the table lists it for one."""

from __future__ import annotations

import re
from functools import lru_cache

from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.materials._elements import symbol_of_name

_NAME = re.compile(r"(?P<first>[a-z]{3,12}) (?P<second>[a-z]{2,10}ide)")
_NUMBERS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
_MULTIPLES = ("mono", "di", "tri", "tetra", "penta", "hexa")
# Elements whose compounds are named without a number, since they have one oxidation state in them.
_FIXED = frozenset("H Li Na K Rb Cs Fr Be Mg Ca Sr Ba Ra B Al Sc Y La Zn Cd F".split())


@lru_cache(maxsize=1024)
def oxidation_states(name: str) -> tuple[str, ...]:
    """The compounds that a name without oxidation state may mean, by name; empty where it means one or is none such."""
    match = _NAME.fullmatch(" ".join(name.lower().split()))
    symbol = symbol_of_name(match["first"]) if match else None
    if match is None or symbol is None or symbol in _FIXED:
        return ()
    first, second = match["first"], match["second"]
    variants = [f"{first}({number}) {second}" for number in _NUMBERS]
    variants += [f"{first} {multiple}{second}" for multiple in _MULTIPLES]
    if second == "oxide":
        variants.append(f"{first} monoxide")
    found: dict[str, str] = {}
    for variant in variants:
        for row in _compounds.by_name(variant) if _compounds.has_field(variant) else ():
            # A part of a formula with a charge is no compound.
            if row.formula and not row.formula.endswith(("+", "-")):
                found.setdefault(row.formula, variant)
    return tuple(found.values()) if len(found) > 1 else ()
