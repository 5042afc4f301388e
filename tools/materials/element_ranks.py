"""The element that stands first in a property, of all or of a kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._elements import elements, is_metal
from scitoolagent.tools.materials.element_states import (
    element_boiling_point,
    element_melting_point,
    ionization_energy,
)

ElementRank = Annotated[
    str,
    Semantic(
        "ElementRank",
        parent="Parameter",
        label="rank of an element",
        finder="scitoolagent.tools.materials._rank_words:find_element_ranks",
    ),
]

RankedElement = Annotated[
    str,
    Semantic(
        "RankedElement",
        parent="MaterialProperty",
        label="element of that rank",
        also=("element with the highest value", "element with the lowest value"),
    ),
]

RankingNote = Annotated[
    str,
    Semantic(
        "RankingNote", parent="Report", role="note", label="values of the elements next in rank, and what has none"
    ),
]

# What is told of the bulk of these is predicted: no weighable sample of them was ever made.
_PREDICTED = frozenset({"At", "Fr"})
_LAST_WEIGHED = 99
_SERIES = frozenset(
    "alkali metals,alkaline earth metals,transition metals,halogens,noble gases,lanthanides,actinides,metalloids".split(
        ","
    )
)
_WRITTEN = re.compile(r"(highest|lowest) ([a-z ]+?) of ([a-z ]+)")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class RankedElements:
    """Which element stands first, and by what."""

    ranked_element: RankedElement
    ranking_note: RankingNote


def _column(name: str) -> Callable[[str], float | None]:
    return lambda symbol: None if (value := elements()[symbol][name]) is None else float(value)


def _weighed(read: Callable[[str], float | None]) -> Callable[[str], float | None]:
    """The values of elements of which a sample can be weighed."""

    def value(symbol: str) -> float | None:
        weighed = elements()[symbol]["atomic_number"] <= _LAST_WEIGHED and symbol not in _PREDICTED
        return read(symbol) if weighed else None

    return value


def _bound(symbol: str) -> float | None:
    """The electron affinity of elements whose anions are stable; the others' are computed."""
    value = elements()[symbol]["electron_affinity"]
    return float(value) if value is not None and value > 0 else None


def _looked_up(function: Callable[[str], Any]) -> Callable[[str], float | None]:
    def value(symbol: str) -> float | None:
        try:
            return float(function(symbol))
        except ToolInputError:
            return None

    return value


# What a rank calls a property: how it is read, what it is called, its unit.
_PROPERTIES: dict[str, tuple[Callable[[str], float | None], str, str]] = {
    "electronegativity": (_column("en_pauling"), "Pauling electronegativity", ""),
    "density": (_weighed(_column("density")), "density", "g/cm³"),
    "melting point": (_weighed(_looked_up(element_melting_point)), "melting point", "K"),
    "boiling point": (_weighed(_looked_up(element_boiling_point)), "boiling point", "K"),
    "ionization energy": (_looked_up(ionization_energy), "first ionization energy", "eV"),
    "electron affinity": (_bound, "electron affinity", "eV"),
    "thermal conductivity": (_column("thermal_conductivity"), "thermal conductivity", "W/(m·K)"),
    "specific heat capacity": (_column("specific_heat_capacity"), "specific heat capacity", "J/(g·K)"),
    "covalent radius": (_column("covalent_radius_cordero"), "covalent radius", "pm"),
    "metallic radius": (_column("metallic_radius_c12"), "metallic radius", "pm"),
    "van der waals radius": (_column("vdw_radius_alvarez"), "van der Waals radius", "pm"),
    "crust abundance": (_column("abundance_crust"), "abundance in the Earth's crust", "mg/kg"),
    "sea abundance": (_column("abundance_sea"), "abundance in sea water", "mg/L"),
}


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"rank": "highest electronegativity of elements"})
def element_ranking(rank: ElementRank) -> RankedElements:
    """Find the element with the highest or the lowest value of a property.

    Args:
        rank: As `highest density of metals` or `lowest melting point of alkali metals`.
    Returns:
        The name of the element, and the values of the first three, with how many elements have no value in the table.
    Raises:
        ToolInputError: the rank is not of that form, or names no property or kind that the table has.
    Source: CRC Handbook of Chemistry and Physics and NIST Atomic Spectra Database, in `mendeleev`.
    """
    written = _WRITTEN.fullmatch(rank.strip())
    if written is None or written[2] not in _PROPERTIES or (kind := _of_kind(written[3])) is None:
        raise ToolInputError(
            f"{rank[:80]!r} is no rank of elements; write it as 'highest density of metals', with one of "
            f"{', '.join(_PROPERTIES)}"
        )
    read, name, unit = _PROPERTIES[written[2]]
    values = [(value, symbol) for symbol in kind if (value := read(symbol)) is not None]
    if not values:
        raise ToolInputError(f"the table has no {name} of {written[3]}")
    ordered = sorted(values, reverse=written[1] == "highest")
    ties = [symbol for value, symbol in ordered if value == ordered[0][0]]
    shown = "; ".join(f"{_name(symbol)} {value:g} {unit}".strip() for value, symbol in ordered[:_SHOWN])
    missing = len(kind) - len(values)
    left_out = f"; {missing} of {len(kind)} have no measured value in the table" if missing else ""
    return RankedElements(", ".join(map(_name, ties)), f"{name}: {shown}{left_out}")


def _of_kind(kind: str) -> list[str] | None:
    """The symbols of the elements of a kind."""
    rows = elements()
    if kind == "elements":
        return list(rows)
    if kind == "metals":
        return [symbol for symbol in rows if is_metal(symbol)]
    if kind == "nonmetals":
        return [symbol for symbol, row in rows.items() if row["series"] in ("Nonmetals", "Noble gases", "Halogens")]
    return [symbol for symbol, row in rows.items() if row["series"].lower() == kind] if kind in _SERIES else None


def _name(symbol: str) -> str:
    return str(elements()[symbol]["name"]).lower()
