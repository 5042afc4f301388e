"""The tables on disk: verified, and loaded once when something is first screened.

`MANIFEST.json` holds the BLAKE2b digest of every table. A missing, truncated or altered table is an error, because
a screen without it would find nothing and so seem to clear everything.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.config import load_config
from scitoolagent.errors import SafetyDatabaseError
from scitoolagent.safety_db.alignment import ToxinIndex
from scitoolagent.safety_db.families import Rule, read_rules
from scitoolagent.safety_db.fingerprints import FingerprintIndex
from scitoolagent.safety_db.molecules import PLAIN_ELEMENTS, digest64, shape
from scitoolagent.safety_db.names import normalise_name

if TYPE_CHECKING:
    from rdkit.Chem import Mol

FORMAT = 2
MANIFEST = "MANIFEST.json"
COMPOUND_FILES = ("compounds.npz", "compounds.tsv", "controlled.csv", "everyday.csv")
PROTEIN_FILES = ("toxins.txt", "proteins.tsv", "toxin_names.npz")
COMPOUND_COLUMNS = (
    "inchikey", "smiles", "kind", "names", "cas", "verdict", "specific",
    "classes", "verdicts", "specifics", "sources", "dates",
)  # fmt: skip
PROTEIN_COLUMNS = ("accession", "name", "organism", "family", "verdict", "class", "dose", "source", "date")
_MOST_KEPT = 1_000
PACKAGED = Path(__file__).parent
_REPAIR = "run `scitoolagent safety build`"


@dataclass(frozen=True)
class EverydayChemical:
    """A chemical in everyday use at home or in laboratories; `kind` is `ion` for one that only forms salts."""

    name: str
    kind: str
    reason: str
    smiles: str


class Compounds:
    """The compound half of the database."""

    def __init__(self, folder: Path) -> None:
        content = _checked(folder, tuple(name for name in COMPOUND_FILES if name != "compounds.tsv"))
        self.folder = folder
        _same_size(folder, "compounds.tsv")
        try:
            with np.load(io.BytesIO(content["compounds.npz"]), allow_pickle=False) as table:
                self._table = {name: table[name] for name in table.files}
            self.rules: tuple[Rule, ...] = read_rules(folder / "controlled.csv")
            self.index = FingerprintIndex.of(self._table["words"], self._table["counts"], self._table["frequency"])
            self.row_of = self._table["rows"]
        except (ValueError, KeyError, OSError) as error:
            raise SafetyDatabaseError(f"the hazard database in {folder} cannot be read: {error}; {_REPAIR}") from error
        self._everyday_text = content["everyday.csv"]
        self._rules_for: dict[frozenset[int], tuple[Rule, ...]] = {}

    @cached_property
    def rows(self) -> list[str]:
        """The lines of `compounds.tsv`, without the header; read at the first hit, since only hits need them."""
        return _checked(self.folder, ("compounds.tsv",))["compounds.tsv"].decode("utf-8").split("\n")[1:-1]

    @cached_property
    def everyday(self) -> list[EverydayChemical]:
        """The everyday chemicals in the order of their table."""
        import csv

        lines = csv.DictReader(io.StringIO(self._everyday_text.decode("utf-8")))
        return [EverydayChemical(line["name"], line["kind"], line["reason"], line["smiles"]) for line in lines]

    @cached_property
    def everyday_names(self) -> dict[str, list[str]]:
        """The structures of the everyday chemicals by their normalised names."""
        found: dict[str, list[str]] = {}
        for entry in self.everyday:
            found.setdefault(normalise_name(entry.name), []).append(entry.smiles)
        return found

    @cached_property
    def _shapes(self) -> frozenset[int] | None:
        return frozenset(self._table["shapes"].tolist()) if "shapes" in self._table else None

    def is_new(self, mol: Mol, elements: frozenset[int]) -> bool:
        """Whether no compound of the tables has the atoms and bonds of this one, so that no look-up can find it.

        Only for elements whose bonds no library takes apart; in tables without shapes nothing is new.
        """
        return elements <= PLAIN_ELEMENTS and self._shapes is not None and shape(mol) not in self._shapes

    def rules_for(self, elements: frozenset[int]) -> tuple[Rule, ...]:
        """The families and mixtures that a molecule of these elements may belong to."""
        some = self._rules_for.get(elements)
        if some is None:
            some = tuple(rule for rule in self.rules if rule.kind != "exact" and rule.elements <= elements)
            if len(self._rules_for) < _MOST_KEPT:
                self._rules_for[elements] = some
        return some

    def row(self, number: int) -> dict[str, str]:
        """One compound."""
        return dict(zip(COMPOUND_COLUMNS, self.rows[number].split("\t"), strict=True))

    def structures_named(self, name: str) -> list[str]:
        """The structures of the rows that have a name, which is given in its normalised form."""
        rows = self.same("name", (digest64("name " + name),)) if name else []
        return [self.row(row)["smiles"] for row in rows]

    def same(self, table: str, digests: tuple[int, ...]) -> list[int]:
        """Rows of `compound`, `rule`, `everyday` or `name` with one of these digests."""
        keys, rows = self._table[f"{table}_keys"], self._table[f"{table}_rows"]
        return sorted({row for digest in digests for row in _rows_of(keys, rows, digest)})

    def __len__(self) -> int:
        return len(self.rows)


class Proteins:
    """The protein half of the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        text = _checked(folder, ("toxins.txt",))["toxins.txt"]
        _same_size(folder, "proteins.tsv")
        self.sequences = text.decode("ascii", "replace").split("\n")[:-1]

    @cached_property
    def index(self) -> ToxinIndex:
        """The sequences with their 7-mers; built for the first sequence, since names do not need it."""
        return ToxinIndex(self.sequences)

    @cached_property
    def _names(self) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        return _read_names(_checked(self._folder, ("toxin_names.npz",))["toxin_names.npz"], self._folder)

    def named(self, digest: int) -> list[int]:
        """Rows with this digest of a name."""
        return _rows_of(*self._names, digest)

    @cached_property
    def rows(self) -> list[str]:
        """The lines of `proteins.tsv`, without the header, in the order of `toxins.txt`; read at the first hit."""
        lines = _checked(self._folder, ("proteins.tsv",))["proteins.tsv"].decode("utf-8").split("\n")[1:-1]
        if len(lines) != len(self.sequences):
            raise SafetyDatabaseError(f"the toxin tables in {self._folder} do not belong together; {_REPAIR}")
        return lines

    def row(self, number: int) -> dict[str, str]:
        """One toxin."""
        return dict(zip(PROTEIN_COLUMNS, self.rows[number].split("\t"), strict=True))

    def __len__(self) -> int:
        return len(self.sequences)


def _rows_of(keys: NDArray[np.uint64], rows: NDArray[np.uint32], digest: int) -> list[int]:
    key = np.uint64(digest)
    found: list[int] = rows[np.searchsorted(keys, key, side="left") : np.searchsorted(keys, key, side="right")].tolist()
    return found


def _read_names(content: bytes, folder: Path) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as table:
            return table["name_keys"], table["name_rows"]
    except (ValueError, KeyError, OSError) as error:
        raise SafetyDatabaseError(f"the toxin names in {folder} cannot be read: {error}; {_REPAIR}") from error


def folder() -> Path:
    """The folder of the tables: in the data folder after an update, otherwise in the package."""
    updated = load_config().data_dir / "safety_db"
    return updated if updated.is_dir() else PACKAGED


def manifest(place: Path) -> dict[str, Any]:
    """Counts, dates and digests of the tables in `place`.

    Raises:
        SafetyDatabaseError: it is missing, unreadable or of another format.
    """
    try:
        read = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        if read["format"] != FORMAT:
            raise SafetyDatabaseError(
                f"the hazard database in {place} has format {read['format']!r}, not {FORMAT}; rebuild it"
            )
        return dict(read)
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"there is no usable hazard database in {place} ({error}), so nothing can be screened"
        raise SafetyDatabaseError(f"{message}; {_REPAIR}") from error


def table_digest(content: bytes) -> str:
    """BLAKE2b of a table, which takes half the time of SHA-256 on processors without instructions for that."""
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _checked(place: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    digests = manifest(place).get("files", {})
    content = {}
    for name in names:
        try:
            content[name] = (place / name).read_bytes()
        except OSError as error:
            raise SafetyDatabaseError(f"the hazard database lacks {place / name} ({error}); {_REPAIR}") from error
        if table_digest(content[name]) != digests.get(name):
            raise SafetyDatabaseError(f"{place / name} is not the file that was built; restore it or {_REPAIR}")
    return content


def _same_size(place: Path, name: str) -> None:
    expected = manifest(place).get("bytes", {}).get(name)
    actual = (place / name).stat().st_size if (place / name).is_file() else None
    if actual != expected:
        raise SafetyDatabaseError(f"{place / name} is not the file that was built; restore it or {_REPAIR}")


@lru_cache(maxsize=4)
def compounds(place: Path) -> Compounds:
    """The compounds in `place`, loaded once.

    Raises:
        SafetyDatabaseError: a table is missing, cut or altered.
    """
    return Compounds(place)


@lru_cache(maxsize=4)
def proteins(place: Path) -> Proteins:
    """The proteins in `place`, loaded once.

    Raises:
        SafetyDatabaseError: a table is missing, cut or altered.
    """
    return Proteins(place)


def sorted_keys(pairs: list[tuple[int, int]]) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """(digest, row) pairs as two arrays ordered by digest."""
    unique = sorted(set(pairs))
    return np.array([key for key, _ in unique], dtype=np.uint64), np.array([row for _, row in unique], dtype=np.uint32)
