"""Read and write Sybyl Line Notation (SLN) of one concrete molecule.

RDKit has a reader, but it drops stereochemistry and unmatched ring closures without a word, and takes an atom whose
hydrogens were forgotten for a radical. This one refuses what it does not understand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._molecule import MAX_ATOMS

_LONGEST = 20_000
_SYMBOL = re.compile(r"[A-Z][a-z]?")
_HYDROGENS = re.compile(r"H(?![a-z\[])(\d*)")
_ATTRIBUTES = re.compile(r"\[([^\[\]]*)\]")
_CLOSURE = re.compile(r"@(\d{1,6})")
_MOLECULE_ATTRIBUTES = re.compile(r"<(?:(?:name|regid)=[^<>;]*;?)+>")
_CHARGE = re.compile(r"([+-])(\d{0,2})")
_QUERIES = ("Any", "Hev", "Het", "Hal", "R1", "R2", "X", "Lp")
_BONDS = "-=#:"
_SPINS = {"d": 1, "s": 2, "t": 2}
_MOST_HYDROGENS = 12


@dataclass(slots=True)
class SlnAtom:
    """An atom as it is written; `place` is where, counted from 1."""

    symbol: str
    place: int
    hydrogens: int = 0
    charge: int = 0
    isotope: int = 0
    radicals: int = 0
    stereo: str = ""


@dataclass(slots=True)
class SlnBond:
    """A bond between two atoms by their indices; `kind` is one of `-=#:`."""

    begin: int
    end: int
    kind: str
    stereo: str = ""


@dataclass(slots=True)
class Sln:
    """What a text says, before any chemistry."""

    atoms: list[SlnAtom] = field(default_factory=list)
    bonds: list[SlnBond] = field(default_factory=list)


def parse_sln(text: str) -> Sln:
    """What an SLN says, its syntax checked and its chemistry not.

    Raises:
        ToolInputError: not SLN, or not of one concrete molecule.
    """
    return _Reader(text).read()


class _Reader:
    """One pass over the text, no recursion: hostile nesting costs nothing."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        if len(self.text) > _LONGEST:
            raise ToolInputError(f"the SLN has {len(self.text)} characters, at most {_LONGEST} are taken")
        self.at = 0
        self.sln = Sln()
        self.last: int | None = None
        self.open: list[int] = []
        self.bond: SlnBond | None = None
        self.named: dict[str, int] = {}
        self.pairs: set[tuple[int, int]] = set()

    def read(self) -> Sln:
        self.text = _MOLECULE_ATTRIBUTES.sub("", self.text) if self.text.endswith(">") else self.text
        if not self.text:
            raise ToolInputError("the SLN is empty; give one such as CH3CH2OH")
        while self.at < len(self.text):
            self._step()
        if self.open:
            raise self._wrong(f"{len(self.open)} bracket(s) '(' are not closed")
        if self.bond is not None:
            raise self._wrong("the last bond leads to no atom")
        if self.last is None:
            raise self._wrong("a fragment is missing after '.'")
        return self.sln

    def _step(self) -> None:
        sign = self.text[self.at]
        if sign in _BONDS:
            self._bond(sign)
        elif sign == "@":
            self._closure()
        elif sign == "(":
            if self.last is None or self.bond is not None:
                raise self._wrong("'(' must follow an atom")
            self.open.append(self.last)
            self.at += 1
        elif sign == ")":
            if not self.open or self.bond is not None or self.text[self.at - 1] == "(":
                raise self._wrong("')' closes nothing")
            self.last = self.open.pop()
            self.at += 1
        elif sign == ".":
            if self.open or self.last is None or self.bond is not None:
                raise self._wrong("'.' must stand between two whole fragments")
            self.last = None
            self.at += 1
        else:
            self._atom()

    def _bond(self, sign: str) -> None:
        if self.last is None or self.bond is not None:
            raise self._wrong(f"the bond {sign!r} does not follow an atom")
        self.at += 1
        self.bond = SlnBond(self.last, -1, sign)
        for name, value in self._attributes()[1]:
            if name != "s" or value not in ("E", "Z") or sign != "=":
                raise self._wrong(f"bond attribute {name}={value} is not read; a double bond may have s=E or s=Z")
            self.bond.stereo = value

    def _closure(self) -> None:
        match = _CLOSURE.match(self.text, self.at)
        if match is None or self.last is None:
            raise self._wrong("'@' must follow an atom and name one, such as @1")
        if match[1] not in self.named:
            raise self._wrong(f"ring closure @{match[1]} names no atom; mark one before it, such as C[{match[1]}]")
        self.at = match.end()
        self._join(self.named[match[1]])

    def _join(self, other: int) -> None:
        assert self.last is not None  # noqa: S101 - callers have checked it
        bond = self.bond or SlnBond(self.last, -1, "-")
        self.bond = None
        pair = (min(self.last, other), max(self.last, other))
        if other == self.last or pair in self.pairs:
            raise self._wrong("two atoms cannot be bonded twice, nor an atom to itself")
        self.pairs.add(pair)
        bond.end = other
        self.sln.bonds.append(bond)

    def _atom(self) -> None:
        place = self.at
        for query in _QUERIES:
            if self.text.startswith(query, place) and not (query == "X" and self.text.startswith("Xe", place)):
                raise self._wrong(f"{query} stands for many atoms; give a concrete molecule, not a pattern")
        match = _SYMBOL.match(self.text, place)
        symbol = _element(match[0]) if match else ""
        if not symbol:
            raise self._wrong(f"{self.text[place : place + 2]!r} is no element")
        if len(self.sln.atoms) >= MAX_ATOMS * 2:
            raise self._wrong(f"more than {MAX_ATOMS * 2} atoms are written")
        self.at = place + len(symbol)
        atom = SlnAtom(symbol, place + 1)
        name, attributes = self._attributes()
        for key, value in attributes:
            self._set(atom, key, value)
        index = len(self.sln.atoms)
        if name:
            if name in self.named:
                raise self._wrong(f"the number [{name}] marks two atoms")
            self.named[name] = index
        self.sln.atoms.append(atom)
        if self.last is not None:
            self._join(index)
        self.last = index
        self._hydrogens(atom)

    def _hydrogens(self, atom: SlnAtom) -> None:
        match = _HYDROGENS.match(self.text, self.at) if atom.symbol != "H" else None
        if match is not None:
            atom.hydrogens = int(match[1] or 1) if len(match[1]) < 3 else _MOST_HYDROGENS + 1
            if not 0 < atom.hydrogens <= _MOST_HYDROGENS:
                raise self._wrong(f"{atom.symbol} cannot have {match[1]} hydrogens")
            self.at = match.end()
        if self.at < len(self.text) and self.text[self.at].isdigit():
            raise self._wrong("only H after an atom takes a number: CHCl3 is CHCl(Cl)Cl and H2O is HOH")

    def _attributes(self) -> tuple[str, list[tuple[str, str]]]:
        """The number and the attributes in square brackets, if any follow."""
        if self.at >= len(self.text) or self.text[self.at] != "[":
            return "", []
        match = _ATTRIBUTES.match(self.text, self.at)
        if match is None or not match[1]:
            raise self._wrong("'[' is not closed or empty")
        number, colon, rest = match[1].partition(":")
        if not number.isascii() or not number.isdigit():
            if colon:
                raise self._wrong(f"[{match[1]}]: a number must stand before ':'")
            number, rest = "", match[1]
        elif colon and not rest:
            raise self._wrong(f"[{match[1]}]: nothing follows ':'")
        self.at = match.end()
        parts = [part.strip().partition("=") for part in rest.split(";")] if rest else []
        return number.lstrip("0") or number, [(name, value) for name, _, value in parts]

    def _set(self, atom: SlnAtom, name: str, value: str) -> None:
        charge = _CHARGE.fullmatch(name) or (_CHARGE.fullmatch(value) if name in ("charge", "fcharge") else None)
        if charge is not None and (not value or name in ("charge", "fcharge")):
            atom.charge = int(charge[2] or 1) * (1 if charge[1] == "+" else -1)
        elif name == "charge" and value.isascii() and value.isdigit() and len(value) < 3:
            atom.charge = int(value)
        elif name == "I" and value.isascii() and value.isdigit() and 0 < int(value[:6]) < 400:
            atom.isotope = int(value)
        elif name == "spin" and value in _SPINS:
            atom.radicals = _SPINS[value]
        elif name == "s" and value in ("R", "S"):
            atom.stereo = value
        else:
            raise self._wrong(
                f"attribute [{name}{'=' * bool(value)}{value}] is not read; known are a charge (+, -2, "
                "charge=-1), I=13, spin=d, s=R and s=S"
            )

    def _wrong(self, what: str) -> ToolInputError:
        around = self.text[max(self.at - 12, 0) : self.at + 12]
        return ToolInputError(f"not valid SLN at character {self.at + 1} (…{around}…): {what}")


def _element(letters: str) -> str:
    """The element that letters begin with, two letters before one; empty when none."""
    return next((symbol for symbol in (letters, letters[:1]) if symbol in _elements()), "")


@lru_cache(maxsize=1)
def _elements() -> frozenset[str]:
    from rdkit import Chem

    table = Chem.GetPeriodicTable()
    return frozenset(table.GetElementSymbol(number) for number in range(1, 119))
