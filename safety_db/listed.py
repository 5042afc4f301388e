"""What a text is searched for: the names, formulas and bonded atoms of what is never worked on.

A text cannot be compared with every row of the database, so only the rows with the verdict `block` are looked for in
it:
their names word by word, their formulas where no compound of another verdict is known to share them, and the elements
and bonds of their heavy atoms, for files of coordinates that hold no bond orders.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.errors import SafetyDatabaseError
from scitoolagent.safety_db import store
from scitoolagent.safety_db.formulas import ordered_formulas
from scitoolagent.safety_db.names import normalise_name

if TYPE_CHECKING:
    from rdkit.Chem import Mol

FORMULAS = "formulas.csv"
ELSEWHERE = "names_elsewhere.csv"
OTHERS = "other_senses.csv"
# Synonyms in the sources that are words of other things, and names too short to be told from abbreviations in a text.
_ORDINARY = frozenset({"mutagen", "inferno", "difluoro", "colep", "metram", "methylphosphonate", "agent t", "agent q"})
_SHORTEST_NAME, _LONGEST_NAME = 5, 300
_LIKE_FORMULA = re.compile(r"(?=.*\d)[a-z][a-z\d]*")
_SYMBOLS = re.compile(r"(?:Cl|Br|[BCNOPSFI])+")  # a SMILES: `Cl` is hydrogen chloride, and a synonym of a toxin
_BASES = frozenset("ACGTUN")
_CAS = re.compile(r"\d{2,7}-\d\d-\d")
_CLOSING = r"[)\]}\"'”’».,;:!?]"
# Each run of signs is read once, from its beginning: a line of signs may be long.
_PUNCTUATION = re.compile(
    rf"(?<=\s)[(\[{{\"'“‘«]++(?:{_CLOSING}*+(?=\s))?|"
    rf"(?<!{_CLOSING})(?:(?!['’]s){_CLOSING})*+(?:['’]s{_CLOSING}*+)?(?=\s)|[/|=_&?]"
)
# Fewer heavy atoms without bond orders are those of too many compounds.
_FEWEST_ATOMS = 6
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
# Letters of a name that no other words run together to by chance, and words that one is torn into at most.
_LONG_NAME = 12
_MOST_TORN = 8
_CJK = 0x2E80  # from here on: the scripts of East Asia


class Listed:
    """The names, formulas and atom graphs of the rows of a database that are blocked."""

    def __init__(self, place: Path) -> None:
        self._place = place

    @cached_property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Normalised names by their first word, the longest first; a name of one word stands for itself."""
        found: dict[str, set[str]] = {}
        for name in self._all_names():
            text = normalise_name(name)
            if len(text) >= _SHORTEST_NAME and text not in _ORDINARY and not _LIKE_FORMULA.fullmatch(text):
                found.setdefault(text.split(" ")[0], set()).add(text)
        for text in self.elsewhere:
            found.setdefault(text.split(" ")[0], set()).add(text)
        return {first: tuple(sorted(names, key=len, reverse=True)) for first, names in found.items()}

    @cached_property
    def elsewhere(self) -> dict[str, str]:
        """The names that other languages have for what is blocked, normalised, with a name of the tables."""
        rows = _table(ELSEWHERE, "name", "listed")
        return {normalise_name(name): listed for name, listed in rows}

    @cached_property
    def other_senses(self) -> dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
        """What else the codes of what is blocked stand for: the names of each other sense, and phrases that tell it."""
        found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        for code, sense, phrases in _table(OTHERS, "code", "sense", "phrases"):
            found.setdefault(code, []).append((tuple(sense.split("|")), tuple(filter(None, phrases.split("|")))))
        return {code: tuple(senses) for code, senses in found.items()}

    @cached_property
    def codes(self) -> dict[str, str]:
        """Codes of what is blocked that read as formulas of something else (`HN3`), with a name of the tables.

        The last word of a name is a code as well ("nitrogen mustard HN2"). The compound's own formula is none.
        """
        found: dict[str, str] = {}
        for name in self._all_names():
            code = normalise_name(name).split(" ")[-1]
            if _LIKE_FORMULA.fullmatch(code) and any(ordered_formulas(code.upper())):
                found.setdefault(code, normalise_name(name))
        own = {formula.lower() for formula in self._own_formulas(found.values())}
        return {code: name for code, name in found.items() if code not in own}

    def _own_formulas(self, names: Iterable[str]) -> Iterator[str]:
        from rdkit import Chem
        from rdkit.Chem.rdMolDescriptors import CalcMolFormula

        compounds = store.compounds(self._place)
        for name in names:
            yield from (CalcMolFormula(Chem.MolFromSmiles(one)) for one in compounds.structures_named(name))

    def _all_names(self) -> Iterator[str]:
        compounds, proteins = store.compounds(self._place), store.proteins(self._place)
        for number, line in enumerate(compounds.rows):
            if "\tblock\t" in line:
                row = compounds.row(number)
                yield from (name for name in row["names"].split("|") if not _CAS.fullmatch(name))
        for rule in compounds.rules:
            if rule.verdict == "block" and rule.kind == "exact":
                yield from rule.name.split("|")
        for number, line in enumerate(proteins.rows):
            if "\tblock\t" in line:
                yield re.sub(r"\s*\(.*", "", proteins.row(number)["name"])

    def named_in(self, text: str) -> list[str]:
        """The names that a text holds as words of their own, and the text itself where it may be a name as a whole.

        `VX` is one, and in a sentence it may be anything. `HN3` is one, too, although it is a formula as well.
        """
        found: dict[str, None] = {}
        # A comma may end a part of a sentence or stand within a name.
        for written in dict.fromkeys((_PUNCTUATION.sub(" ", f" {text} "), text)):
            words = normalise_name(written).split(" ")
            for place, word in enumerate(words):
                for name in self.names.get(word, ()):
                    if " ".join(words[place : place + name.count(" ") + 1]) == name:
                        found[name] = None
        found |= dict.fromkeys(self.torn_in(text))
        if not text.isascii():  # some scripts put no space between words
            plain = normalise_name(text)
            found |= dict.fromkeys(name for name in self.elsewhere if ord(name[0]) > _CJK and name in plain)
        whole = normalise_name(text) if len(text) <= _LONGEST_NAME and not _is_symbol(text.strip()) else ""
        if whole in self.codes:
            found[self.codes[whole]] = None
        elif whole not in {"", *_ORDINARY} and not (_LIKE_FORMULA.fullmatch(whole) or _SYMBOLS.fullmatch(text.strip())):
            found[whole] = None
        return [self.elsewhere.get(name, name) for name in found]

    def torn_in(self, text: str) -> list[str]:
        """The long names whose letters a text holds, parted elsewhere: "methyl phosphonic difluoride"."""
        words = [word for word in _NO_LETTERS.split(normalise_name(text)) if word]
        ends = range(1, _MOST_TORN + 1)
        parts = ("".join(words[place : place + count]) for place in range(len(words)) for count in ends)
        return [self._run_together[part] for part in dict.fromkeys(parts) if part in self._run_together]

    @cached_property
    def _run_together(self) -> dict[str, str]:
        """Long normalised names by their letters and digits alone."""
        found: dict[str, str] = {}
        for name in (name for names in self.names.values() for name in names):
            letters = _NO_LETTERS.sub("", name)
            if len(letters) >= _LONG_NAME:
                found.setdefault(letters, name)
        return found

    @cached_property
    def formulas(self) -> dict[str, str]:
        """The structures of blocked compounds by their formulas, where no other compound is known to have the formula.

        Raises:
            SafetyDatabaseError: the table is missing.
        """
        rows = _table(FORMULAS, "formula", "smiles")
        return {formula: smiles for written, smiles in rows for formula in ordered_formulas(written)}

    def of_formula(self, formula: str) -> str | None:
        """The structure of the one blocked compound of a formula, or of a part of it; None where there is none, or
        more than one compound.
        """
        # Symbols alone may be a SMILES; one repeated symbol after another, with hydrogen, is a formula.
        if not any(map(str.isdigit, formula)) and _SYMBOLS.fullmatch(formula):
            return None
        return next((self.formulas[one] for one in ordered_formulas(formula) if one in self.formulas), None)

    @cached_property
    def graphs(self) -> dict[str, str]:
        """The structures of blocked compounds by the elements and bonds of their heavy atoms."""
        from rdkit import Chem

        compounds = store.compounds(self._place)
        found = {}
        for number, line in enumerate(compounds.rows):
            if "\tblock\t" in line:
                smiles = compounds.row(number)["smiles"]
                mol = Chem.MolFromSmiles(smiles)
                if mol is not None and mol.GetNumHeavyAtoms() >= _FEWEST_ATOMS:
                    found[atom_graph(mol)] = smiles
        return found


def _table(name: str, *columns: str) -> list[tuple[str, ...]]:
    path = store.PACKAGED / name
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            return [tuple(row[column] for column in columns) for row in csv.DictReader(lines)]
    except (OSError, KeyError, ValueError) as error:
        raise SafetyDatabaseError(f"{path} cannot be read: {error}; install the package again") from error


def _is_symbol(text: str) -> bool:
    """Whether a short text is rather a symbol than a code: `Ga` is gallium, `T` a base, and `GA` two of them.

    Only what nothing says of is meant here: a text that is called a name of a compound is looked up as it stands.
    """
    return len(text) < _SHORTEST_NAME and (not text.isupper() or len(text) < 2 or set(text) <= _BASES)


def atom_graph(mol: Mol) -> str:
    """The elements of the heavy atoms and which of them are bonded, without bond orders, charges and hydrogens."""
    from rdkit import Chem

    bare = Chem.RWMol()
    places = {}
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() > 1:
            one = Chem.Atom(atom.GetAtomicNum())
            one.SetNoImplicit(True)
            places[atom.GetIdx()] = bare.AddAtom(one)
    for bond in mol.GetBonds():
        begin, end = places.get(bond.GetBeginAtomIdx()), places.get(bond.GetEndAtomIdx())
        if begin is not None and end is not None:
            bare.AddBond(begin, end, Chem.BondType.SINGLE)
    return str(Chem.MolToSmiles(bare))


@lru_cache(maxsize=4)
def listed(place: Path) -> Listed:
    """What is looked for in texts, for the tables in `place`."""
    return Listed(place)


def unique_formulas(place: Path) -> list[tuple[str, str]]:
    """The formulas that only blocked compounds have, with a structure of each; `formulas.csv` holds them.

    A compound of `chemicals` (the tables of PubChem, 950,000 rows) that has the formula and another verdict takes it
    off the list.
    """
    from rdkit import Chem
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    from scitoolagent.safety_db.screen import screen_molecule

    compounds = store.compounds(place)
    wanted: dict[str, str] = {}
    for number, line in enumerate(compounds.rows):
        if "\tblock\t" in line:
            smiles = compounds.row(number)["smiles"]
            wanted.setdefault(CalcMolFormula(Chem.MolFromSmiles(smiles)), smiles)
    shared = {
        formula
        for formula, smiles in _known_compounds()
        if formula in wanted and screen_molecule(smiles, place=place).verdict != "block"
    }
    return sorted((formula, smiles) for formula, smiles in wanted.items() if formula not in shared)


def _known_compounds() -> Iterator[tuple[str, str]]:
    import chemicals

    folder = Path(chemicals.__file__).parent / "Identifiers"
    for name in (
        "chemical identifiers pubchem small.tsv",
        "chemical identifiers pubchem large.tsv",
        "Inorganic db.tsv",
    ):
        with (folder / name).open(encoding="utf-8") as lines:
            for line in lines:
                columns = line.split("\t", 5)
                yield columns[2], columns[4]
