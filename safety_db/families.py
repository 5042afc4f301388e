"""Rules of `controlled.csv`: exact substances and families, as treaties and regulations define them.

A family is a SMARTS core with numbered atoms and, for each number, what may hang there:

    1=alkyl10   whatever hangs on atom 1 outside the core is H or a saturated hydrocarbon group of at most 10 carbons
                (rings allowed, as in "≤C10, incl. cycloalkyl")
    1=alkyl3    the same with methyl, ethyl, n-propyl and isopropyl alone
    1>alkyl3    atom 1 itself begins such a group (it is the group's first carbon)

SMARTS alone cannot count the carbons of a chain, which a treaty limit such as "≤C10" requires. A pattern `A ! B` holds
where A matches and B does not match anywhere ("salts of hydrogen cyanide, with the exception of complex cyanides").
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

RULE_COLUMNS = ("id", "kind", "listing", "name", "cas", "pattern", "groups", "except", "verdict", "reason", "date")
MAX_MATCHES = 256
_EXCEPT = " ! "
_MAY_DIFFER = frozenset(",!$")  # an atom of a pattern with one of these may be another one as well
_LARGEST = {"alkyl3": (3, False), "alkyl10": (10, True)}
RULE_VERDICTS = ("block", "confirm", "warn", "note")


@dataclass(frozen=True)
class Rule:
    """One row of the table."""

    id: str
    kind: str
    listing: str
    name: str
    cas: str
    pattern: str
    verdict: str
    reason: str
    date: str
    groups: tuple[tuple[int, str, str], ...] = ()
    exempt: tuple[str, ...] = ()

    @cached_property
    def query(self) -> Mol:
        """The core as an RDKit query."""
        from rdkit import Chem

        return Chem.MolFromSmarts(self.pattern.split(_EXCEPT)[0])

    @cached_property
    def exclusion(self) -> Mol | None:
        """The excluded substructure, if the pattern has one."""
        from rdkit import Chem

        return Chem.MolFromSmarts(self.pattern.split(_EXCEPT)[1]) if _EXCEPT in self.pattern else None

    @cached_property
    def elements(self) -> frozenset[int]:
        """The atomic numbers that each member must have: those of the atoms of the core that name one element."""
        # An atom that may be one of several elements has the number 0 here; hydrogens may be implicit in a molecule.
        return frozenset(number for atom in self.query.GetAtoms() if (number := atom.GetAtomicNum()) > 1)

    @cached_property
    def least(self) -> tuple[tuple[int, int], ...]:
        """How many atoms of an element a member has at least, for the elements that the core names."""
        numbers = Counter(atom.GetAtomicNum() for atom in self.query.GetAtoms())
        return tuple((element, number) for element, number in numbers.items() if element > 1)

    @cached_property
    def is_charged(self) -> bool:
        """Whether each member has a charged atom, since the core has one that may not be neutral."""
        charged = (atom.GetSmarts() for atom in self.query.GetAtoms() if atom.GetFormalCharge())
        return any(_MAY_DIFFER.isdisjoint(text) for text in charged)

    @cached_property
    def _numbered(self) -> dict[int, int]:
        return {atom.GetAtomMapNum(): atom.GetIdx() for atom in self.query.GetAtoms() if atom.GetAtomMapNum()}

    def matches(self, mol: Mol, elements: frozenset[int] | None = None) -> bool:
        """Whether the molecule belongs to the family. The caller checks the exceptions, which need a skeleton.

        Args:
            mol: the molecule.
            elements: its atomic numbers, which rule out most rules; all rules are tried when left out.
        """
        if elements is not None and not self.elements <= elements:
            return False
        if self.exclusion is not None and mol.HasSubstructMatch(self.exclusion):
            return False
        if not self.groups:
            return bool(mol.HasSubstructMatch(self.query))
        at = self._numbered
        for match in mol.GetSubstructMatches(self.query, uniquify=False, maxMatches=MAX_MATCHES):
            if all(_fits(mol, match, at[number], sign, name) for number, sign, name in self.groups):
                return True
        return False


def _fits(mol: Mol, match: tuple[int, ...], position: int, sign: str, name: str) -> bool:
    largest, rings = _LARGEST[name]
    atom = mol.GetAtomWithIdx(match[position])
    core = set(match)
    if sign == ">":
        return _alkyl(atom, core - {atom.GetIdx()}, largest, rings)
    outside = [neighbour for neighbour in atom.GetNeighbors() if neighbour.GetIdx() not in core]
    return all(_alkyl(neighbour, core, largest, rings) for neighbour in outside)


def _alkyl(start: Atom, core: set[int], largest: int, rings: bool) -> bool:
    """Whether a saturated hydrocarbon group of at most `largest` carbons begins here and touches the core once."""
    seen, waiting, touches = {start.GetIdx()}, [start], 0
    while waiting:
        atom = waiting.pop()
        if atom.GetAtomicNum() != 6 or atom.GetFormalCharge() or (atom.IsInRing() and not rings):
            return False
        for bond in atom.GetBonds():
            other = bond.GetOtherAtom(atom)
            if other.GetIdx() in core:
                touches += 1
            elif other.GetIdx() not in seen:
                seen.add(other.GetIdx())
                waiting.append(other)
            if bond.GetBondTypeAsDouble() != 1.0:
                return False
        if len(seen) > largest or touches > 1:
            return False
    return touches == 1


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Read the table; patterns are compiled at first use.

    Raises:
        ValueError: a column, verdict, kind or group that does not exist.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != RULE_COLUMNS:
            raise ValueError(f"{path.name} has the columns {reader.fieldnames}, not {list(RULE_COLUMNS)}")
        return tuple(_rule(row) for row in reader)


def _rule(row: dict[str, str]) -> Rule:
    if row["verdict"] not in RULE_VERDICTS or row["kind"] not in ("exact", "family", "mixture"):
        raise ValueError(f"rule {row['id']!r}: no such kind or verdict ({row['kind']!r}, {row['verdict']!r})")
    groups = []
    for text in filter(None, row["groups"].split(";")):
        sign = ">" if ">" in text else "="
        number, name = text.split(sign)
        if name not in _LARGEST:
            raise ValueError(f"rule {row['id']!r}: no such group {name!r}")
        groups.append((int(number), sign, name))
    exempt = tuple(filter(None, row["except"].split(";")))
    kept = {name: row[name] for name in RULE_COLUMNS if name not in ("groups", "except")}
    return Rule(**kept, groups=tuple(groups), exempt=exempt)
