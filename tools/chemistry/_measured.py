"""Measured facts of a compound, read line by line from the tables that the package `chemicals` brings.

Importing that package and its tables takes seconds; finding one line in a file takes milliseconds. A compound is found
by its exact structure: stereochemistry, charges, isotopes and all parts of a salt or hydrate count. What no table holds
is refused, never estimated. What several tables hold is compared: `measured.toml` says how far apart they may be.
"""

from __future__ import annotations

import gzip
import importlib.util
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool.units import convert, unit_sign
from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._inchi import inchikey_of
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_SHOWN = 60
# Room for rounding where two values are compared.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Subject:
    """A compound as the tables know it.

    Attributes:
        name: as messages call it.
        numbers: its CAS numbers, the present one first.
        molar_mass: in g/mol.
        unlabelled: its SMILES with the usual isotopes, empty where it has no others.
    """

    name: str
    numbers: tuple[str, ...]
    molar_mass: float
    unlabelled: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One value of one table.

    Attributes:
        value: in the unit of the fact.
        table: the name of the table.
        cas: the number under which the table has it.
    """

    value: float
    table: str
    cas: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """The value of the most trusted table, and what the others have."""

    value: float
    best: Found
    others: tuple[Found, ...]

    def note(self, shown: Callable[[float], str]) -> str:
        """Where the value is from, and what other tables give; `shown` writes a value with its unit."""
        text = f"measured; {self.best.table} (CAS {self.best.cas})"
        if not self.others:
            return f"{text}; no other of the tables has it"
        return f"{text}; " + ", ".join(f"{other.table}: {shown(other.value)}" for other in self.others)


def subject_of(smiles: str) -> Subject:
    """The compound of a SMILES, by its InChIKey.

    Raises:
        ToolInputError: not valid SMILES, or no compound of the tables has exactly this structure.
    """
    from rdkit.Chem import Descriptors

    mol = parse_smiles(smiles)
    key = inchikey_of(mol)
    rows = _compounds.by_inchikey(key)
    numbers = tuple(dict.fromkeys(row.cas for row in rows if _compounds.valid_cas(row.cas)))
    if not numbers:
        raise ToolInputError(
            f"the tables of measured values hold no compound with exactly the structure {_short(smiles)} "
            f"(InChIKey {key}); stereochemistry, charges, water and counter-ions count"
        )
    title = next((row.title for row in rows if row.title.strip()), numbers[0])
    mass = float(Descriptors.MolWt(mol))  # type: ignore[attr-defined]
    return Subject(title.strip(), numbers, mass, _unlabelled(mol))


def _unlabelled(mol: Mol) -> str:
    from rdkit import Chem

    if not any(atom.GetIsotope() for atom in mol.GetAtoms()):
        return ""
    usual = Chem.Mol(mol)
    for atom in usual.GetAtoms():
        atom.SetIsotope(0)
    return str(Chem.MolToSmiles(Chem.RemoveHs(usual)))


def measured(fact: str, smiles: str, unit: str) -> tuple[float, str]:
    """The measured value of a compound in a unit, and where it is from.

    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    """
    return measured_of(fact, subject_of(smiles), unit)


def measured_of(fact: str, subject: Subject, unit: str) -> tuple[float, str]:
    """As `measured`, for a compound that is found already."""
    found = list(values(fact, subject))
    if not found:
        raise ToolInputError(missing(fact, subject))
    if problem := _unlike_the_unlabelled(fact, subject, found[0]):
        raise ToolInputError(problem)
    return settled(settings()["fact"][fact], subject, found, unit)


def _unlike_the_unlabelled(fact: str, subject: Subject, found: Found) -> str:
    """Why a value of a compound with rare isotopes cannot be right; empty where its usual form has nearly the same."""
    rule = settings()["fact"][fact]
    if not subject.unlabelled or "isotopes" not in rule:
        return ""
    try:
        usual = known(fact, subject_of(subject.unlabelled))
    except ToolInputError:
        return ""
    if usual is None or abs(usual - found.value) <= rule["isotopes"]:
        return ""
    unit = unit_sign(rule["unit"])
    return (
        f"the {rule['what']} that {found.table} has of {subject.name} (CAS {found.cas}), {found.value:.6g} {unit}, is "
        f"{abs(usual - found.value):.3g} {unit} from that of the compound without isotopic labels, {usual:.6g} {unit}, "
        f"and so hardly right"
    )


def settled(rule: dict[str, Any], subject: Subject, found: list[Found], unit: str) -> tuple[float, str]:
    """The value of the most trusted table in a unit, and a note on what the others have.

    Raises:
        ToolInputError: another table has quite another value, and none has the same.
    """
    own = str(rule["unit"])

    def shown(value: float) -> str:
        return f"{convert(value, own, unit):.6g} {unit_sign(unit)}".strip()

    best = _agreed(rule, subject, found, shown)
    return convert(best.value, own, unit), best.note(shown)


def known(fact: str, subject: Subject) -> float | None:
    """The value of the most trusted table that has one."""
    return next((found.value for found in values(fact, subject)), None)


def values(fact: str, subject: Subject) -> Iterator[Found]:
    """What the tables have, the most trusted table first, each number of the compound in turn."""
    for key, column in settings()["fact"][fact]["from"]:
        table = settings()["table"][key]
        for cas in subject.numbers:
            for line in lines(table["file"], cas, plain=table.get("plain", False)):
                if (value := number(line.get(column, ""))) is not None:
                    yield Found(value, str(settings()["table"][key]["name"]), cas)


def missing(fact: str, subject: Subject) -> str:
    """Why there is no value."""
    rule = settings()["fact"][fact]
    searched = ", ".join(str(settings()["table"][key]["name"]) for key, _ in rule["from"])
    return f"no measured {rule['what']} of {subject.name} is in the tables ({searched}); none is estimated"


def _agreed(rules: dict[str, Any], subject: Subject, found: list[Found], shown: Callable[[float], str]) -> Agreed:
    best, others = found[0], found[1:]
    scale = abs(best.value) if rules.get("share") else 1.0
    apart = [abs(other.value - best.value) / scale if scale else abs(other.value) for other in others]
    same_table = [gap for gap, other in zip(apart, others, strict=True) if other.table == best.table]
    confirmed = any(
        gap <= rules["near"] + _SAME for gap, other in zip(apart, others, strict=True) if other.table != best.table
    )
    if any(gap > rules["near"] for gap in same_table) or (
        not confirmed and any(gap > rules["far"] + _SAME for gap in apart)
    ):
        told = "; ".join(f"{one.table} (CAS {one.cas}) {shown(one.value)}" for one in found)
        raise ToolInputError(f"the tables contradict each other on the {rules['what']} of {subject.name}: {told}")
    return Agreed(best.value, best, tuple(others))


def lines(file: str, cas: str, plain: bool = False) -> Iterator[dict[str, str]]:
    """The lines of a table with a CAS number, each by the names of its columns."""
    content = read(file)
    wanted = cas.replace("-", "") if plain else cas
    head = header(content)
    place, column = -1, head.index("CAS") if "CAS" in head else 0
    while (place := content.find(wanted.encode(), place + 1)) != -1:
        start = content.rfind(b"\n", 0, place) + 1
        end = content.find(b"\n", place)
        fields = content[start : end if end != -1 else len(content)].decode("utf-8").rstrip("\r").split("\t")
        if len(fields) > column and fields[column].strip() == wanted:
            yield {name: field.strip() for name, field in zip(head, fields, strict=False)}


def header(content: bytes) -> list[str]:
    """The names of the columns of a table; its first column is the number where none is called so."""
    names = [name.strip() for name in content[: content.find(b"\n")].decode("utf-8-sig").rstrip("\r").split("\t")]
    return ["CAS" if name in ("CASRN", "Ful CAS") else name for name in names]


@lru_cache(maxsize=64)
def read(file: str) -> bytes:
    """The content of a file of the package `chemicals`.

    Raises:
        ToolUnavailableError: the package or the file is not there.
    """
    found = importlib.util.find_spec("chemicals")
    if found is None or not found.submodule_search_locations:
        raise ToolUnavailableError("the package `chemicals` is not installed")
    path = Path(found.submodule_search_locations[0]) / file
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ToolUnavailableError(f"the package `chemicals` has no table {file!r}") from error
    return gzip.decompress(content) if path.suffix == ".gz" else content


def number(text: str) -> float | None:
    """The number in a field, None where it is empty or no number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value == value and abs(value) != float("inf") else None


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


@cache
def settings() -> dict[str, Any]:
    """What `measured.toml` says of tables, facts and curves."""
    return tomllib.loads((Path(__file__).parent / "measured.toml").read_text(encoding="utf-8"))
