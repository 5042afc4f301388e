"""A small language that says which atoms, bonds, groups or rings of a molecule are counted.

    C; not aromatic                      carbon atoms that are not aromatic
    H; bonded to N or O                  hydrogen atoms on nitrogen or oxygen
    double bonds C-C; not in ring        carbon-carbon double bonds outside rings
    hydroxyl; bonded to aromatic ring    hydroxyl groups on an aromatic ring
    rings; size 6; contains N            six-membered rings with nitrogen

A word that is not known stands as `?word`: whoever evaluates the selection has to refuse it.
"""

from __future__ import annotations

from dataclasses import dataclass

BOND_ORDERS = ("single", "double", "triple", "aromatic")
ATOM_CLASSES = ("atoms", "heavy atoms", "heteroatoms", "halogens", "metals")
# Conditions, and which of them take values.
PLAIN = (
    "aromatic",
    "in aromatic ring",
    "in ring",
    "sp3",
    "sp2",
    "sp",
    "charged",
    "positive",
    "negative",
    "primary",
    "secondary",
    "tertiary",
    "quaternary",
    "terminal",
    "stereocentre",
    "R",
    "S",
    "E",
    "Z",
    "undefined",
    "bridgehead",
    "spiro",
    "benzylic",
    "allylic",
    "vinylic",
    "exocyclic",
    "conjugated",
    "saturated",
    "double-bonded",
    "triple-bonded",
    "Kekulé",
    "with hydrogens",
    "between heavy atoms",
)
VALUED = (
    "bonded to",
    "single bonded to",
    "double bonded to",
    "triple bonded to",
    "element",
    "size",
    "contains",
    "hydrogens",
    "part of",
)
_MOST_CHARACTERS = 400
_MOST_CONDITIONS = 8


@dataclass(frozen=True, slots=True)
class Condition:
    """What a counted thing has to be, or not to be; one of the values is enough. An unknown word has the name `?`."""

    name: str
    values: tuple[str, ...] = ()
    negated: bool = False

    def __str__(self) -> str:
        text = f"?{self.values[0]}" if self.name == "?" else " ".join([self.name, " or ".join(self.values)]).strip()
        return f"not {text}" if self.negated else text


@dataclass(frozen=True, slots=True)
class Selection:
    """What is counted.

    Attributes:
        kind: `atom`, `bond`, `group` or `ring`.
        names: elements or classes of atoms, the order of a bond, or the groups; empty for any.
        ends: of a bond: the elements or classes at its two ends; empty for any.
    """

    kind: str
    names: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return "; ".join([self.subject, *map(str, self.conditions)])

    @property
    def subject(self) -> str:
        """What is counted, without the conditions."""
        if self.kind == "bond":
            return " ".join([*self.names, "bonds", "-".join(self.ends)]).strip()
        return "rings" if self.kind == "ring" else " or ".join(self.names)


def parse_selection(text: str, groups: frozenset[str]) -> Selection | None:
    """Read a selection; None when the text is none. `groups` are the names of functional groups."""
    if len(text) > _MOST_CHARACTERS:
        return None
    head, *rest = (part.strip() for part in text.split(";"))
    subject = _subject(head, groups)
    conditions = tuple(map(_condition, rest))
    if subject is None or None in conditions or len(conditions) > _MOST_CONDITIONS:
        return None
    kind, names, ends = subject
    return Selection(kind, names, ends, tuple(item for item in conditions if item))


def _subject(head: str, groups: frozenset[str]) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    if head == "rings":
        return "ring", (), ()
    words = head.split()
    if "bonds" in words[:2] and head not in groups:
        place = words.index("bonds")
        ends = tuple(words[place + 1].split("-")) if len(words) == place + 2 else ()
        fits = set(words[:place]) <= set(BOND_ORDERS) and len(ends) in (0, 2) and len(words) <= place + 2
        return ("bond", tuple(words[:place]), ends) if fits and all(map(_is_atom, ends)) else None
    names = tuple(head.split(" or "))
    if all(name in groups for name in names):
        return "group", names, ()
    return ("atom", names, ()) if all(map(_is_atom, names)) else None


def _is_atom(name: str) -> bool:
    return name in ATOM_CLASSES or (name.isalpha() and name.isascii() and len(name) <= 2 and name == name.capitalize())


def _condition(text: str) -> Condition | None:
    negated = text.startswith("not ")
    text = text.removeprefix("not ")
    if text.startswith("?") and len(text) > 1:
        return Condition("?", (text[1:],), negated)
    if text in PLAIN:
        return Condition(text, (), negated)
    for name in VALUED:
        if text.startswith(f"{name} ") and all(values := text[len(name) + 1 :].split(" or ")):
            return Condition(name, tuple(values), negated)
    return None
