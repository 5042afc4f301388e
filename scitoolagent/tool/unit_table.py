"""Write units.json: what pint says of the units in units.toml. Run by `make generate`; no other module imports this.

pint takes half a second to start, which is more than a whole question may take, so its values are kept.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pint

from scitoolagent.tool.units import Unit, ask_pint

HERE = Path(__file__).parent
_PREFIXES = {
    "f": ("femto", -15),
    "p": ("pico", -12),
    "n": ("nano", -9),
    "u": ("micro", -6),
    "m": ("milli", -3),
    "c": ("centi", -2),
    "d": ("deci", -1),
    "h": ("hecto", 2),
    "k": ("kilo", 3),
    "M": ("mega", 6),
    "G": ("giga", 9),
    "T": ("tera", 12),
}
# Shorter names in pint's list are words as well ("turn", "hand"): they count only where a unit is spelt out.
_SHORTEST_OTHER = 5


def unit_table() -> dict[str, Any]:
    """The content of units.json: units, and the signs and names that stand for them by their place in the list."""
    units: dict[Unit, int] = {}
    spelt: dict[str, dict[str, int]] = {"signs": {}, "names": {}, "explicit": {}, "meant": {}}
    listed = tomllib.loads((HERE / "units.toml").read_text(encoding="utf-8"))
    for entry in listed["unit"]:
        plain = _unit(entry)
        for sign, name, power in _prefixed(entry):
            unit = Unit(plain.dimension, plain.factor * Fraction(10) ** power, plain.offset, plain.particle)
            place = units.setdefault(unit, len(units))
            for kind in ("signs", "explicit", "meant"):
                # A prefix makes a sign of what is a word without it: "V" is a symbol too, "mV" is a voltage.
                home = "signs" if sign and kind == "explicit" else kind
                for written in entry.get(kind, ()):
                    spelt[home].setdefault(sign + written, place)
            for written in entry.get("names", ()):
                for form in (name + written, f"{name}{written}s"):
                    spelt["names"].setdefault(form.lower(), place)
    known = {*spelt["names"], *listed["words"]}
    # A registry of its own: one that was asked before holds the prefixed units it was asked for, too.
    others = sorted({name.lower() for name in pint.UnitRegistry()._units if _is_other(name)} - known)
    return {"units": list(map(_row, units)), **spelt, "others": others}


def _unit(entry: dict[str, Any]) -> Unit:
    if "value" in entry:
        base = ask_pint(entry["as"])
        return Unit(base.dimension, Fraction(entry["value"]) * base.factor)
    base = ask_pint(entry["pint"])
    dimension = ((entry["dimension"], 1),) if "dimension" in entry else base.dimension
    return Unit(dimension, base.factor, base.offset, entry.get("particle", False))


def _prefixed(entry: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    yield "", "", 0
    for sign in entry.get("prefixes", ""):
        yield sign, *_PREFIXES[sign]


def _is_other(name: str) -> bool:
    return name.isascii() and name.isalpha() and len(name) >= _SHORTEST_OTHER


def _row(unit: Unit) -> list[Any]:
    return [dict(unit.dimension), str(unit.factor), str(unit.offset), unit.particle]


def main() -> None:
    """Write units.json beside this file."""
    text = json.dumps(unit_table(), ensure_ascii=False, separators=(",", ":"))
    (HERE / "units.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
