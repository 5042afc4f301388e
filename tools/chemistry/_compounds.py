"""Look compounds up in the table that the `chemicals` package brings, without importing that package.

Importing `chemicals` and parsing its table takes seconds and half a gigabyte; an index on disk takes neither.
`WELL_KNOWN` comes first: common names whose structure the table lacks, or holds without the
stereochemistry that the name implies. Each of its structures is checked against the published InChIKey.
"""

from __future__ import annotations

import importlib.util
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import ToolUnavailableError
from scitoolagent.tools.chemistry._field_index import FieldIndex
from scitoolagent.tools.chemistry._ordinary_words import LONGEST_ABBREVIATION, chemical_words, ordinary_words
from scitoolagent.tools.chemistry._well_known import WELL_KNOWN

# In the order of trust: the later files hold second CAS numbers and looser synonyms.
_FILES = (
    "chemical identifiers pubchem small.tsv",
    "chemical identifiers example user db.tsv",
    "Cation db.tsv",
    "Anion db.tsv",
    "Inorganic db.tsv",
    "chemical identifiers pubchem large.tsv",
)
_TITLE = 8
_LONGEST_NAME = 400
_SHORTEST_NAME = 3
_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ω": "omega", "μ": "mu"}
_SIGNS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "′": "'", "’": "'", "‘": "'", "″": "''"})
_GREEK_WORD = re.compile(r"(?<![a-z.])(alpha|beta|gamma|delta|epsilon|omega)(?![a-z.])")
_SPELLINGS = (("sulf", "sulph"), ("sulph", "sulf"), ("aluminium", "aluminum"), ("aluminum", "aluminium"))
# The table lists them for the alkane of two such groups; in a sentence they are parts of a name.
_GROUP = re.compile(r"di(?:iso|sec-|tert-|n-)?(?:meth|eth|prop|but|pent|hex|hept|oct|non|dec|dodec)yl")
_CAS = re.compile(r"([1-9]\d{1,6})-(\d{2})-(\d)")


@dataclass(frozen=True, slots=True)
class Compound:
    """One row of the table.

    Attributes:
        cid: PubChem's number, 0 where the row has none.
        formula: in Hill order, with its charge; empty where the row has none.
        inchi: with its prefix; empty where the row has none.
        iupac: PubChem's systematic name; empty where the row has none.
        names: lower case; the systematic name, the title, then synonyms.
        note: how it was made, where no table has it.
    """

    cid: int
    cas: str
    formula: str
    smiles: str
    inchi: str
    inchikey: str
    iupac: str
    title: str
    names: tuple[str, ...]
    note: str = ""


def valid_cas(text: str) -> bool:
    """Whether a text is a CAS number with a right check digit."""
    match = _CAS.fullmatch(text)
    if match is None:
        return False
    return sum(i * int(digit) for i, digit in enumerate(reversed(match[1] + match[2]), 1)) % 10 == int(match[3])


def by_name(text: str) -> list[Compound]:
    """All rows that carry a name; the most trusted first."""
    if found := _common(text):
        return found
    for spelling in spellings(text):
        found = [row for row in _well_known() if spelling in row.names]
        found = found or [row for row in _rows(spelling) if spelling in row.names] or _drug(spelling)
        if found:
            return found
    return []


def by_cas(cas: str) -> list[Compound]:
    """The row of a CAS number, or the rows that list it as an old or alternative number."""
    found = [row for row in _well_known() if row.cas == cas] or [
        row for row in _rows(cas) if cas == row.cas or cas in row.names
    ]
    return [row for row in found if row.cas == cas] or found


def by_inchikey(key: str) -> list[Compound]:
    """All rows with an InChIKey."""
    return [row for row in (*_well_known(), *_rows(key)) if row.inchikey == key]


def by_connectivity(block: str) -> list[Compound]:
    """All rows whose InChIKey begins with a block of 14 letters."""
    return [row for row in (*_well_known(), *_rows(f"{block}-")) if row.inchikey.startswith(f"{block}-")]


def by_formula(text: str) -> list[Compound]:
    """All rows with a formula in Hill order, in any case."""
    formula = text.strip().lower()
    return [row for row in _rows(formula) if row.formula.lower() == formula]


def is_listed(text: str) -> bool:
    """Whether some row carries a name; a few microseconds for a text that is none."""
    if is_common(text):
        return True
    for spelling in spellings(text):
        if len(spelling) < _SHORTEST_NAME or not any(c.isalpha() for c in spelling):
            continue
        if has_field(spelling):
            return True
    return False


def has_field(spelling: str) -> bool:
    """Whether a name, spelled as the table spells names, stands in it."""
    return spelling in _well_known_names() or spelling in _drugs() or is_table_name(spelling)


def is_table_name(spelling: str) -> bool:
    """Whether a name stands in the table of `chemicals` itself."""
    return spelling in _index()


def is_name(text: str) -> bool:
    """Whether a text that stands in a sentence without further sign is the name of a compound.

    Every listed name is, but for ordinary English words and for abbreviations that are only a synonym of some record.
    """
    if is_common(text):
        return True
    if not is_listed(text):
        return False
    word = spellings(text)[0]
    if word in chemical_words() or word in _well_known_names():
        return True
    if _GROUP.fullmatch(word):
        return False
    if word in ordinary_words():
        return text.isupper() and any(row.title == text for row in by_name(word))  # CHAPS and MOPS are written so
    if not word.isalpha() or len(word) > LONGEST_ABBREVIATION:
        return True
    rows = by_name(word)
    return any(word == row.names[0] or (word == row.names[1] and row.title in (word, text)) for row in rows)


def all_names() -> Iterator[str]:
    """Every name of the table, in lower case; those of `WELL_KNOWN` aside."""
    return (name for row in all_rows() for name in row.names)


def all_rows() -> Iterator[Compound]:
    """Every row of the table; those of `WELL_KNOWN` aside."""
    for file in (_folder() / name for name in _FILES):
        for line in file.read_bytes().splitlines():
            if line.count(b"\t") >= _TITLE:
                yield _compound(line)


def spellings(text: str) -> list[str]:
    """The ways the table may spell a name; empty for a text that cannot be one."""
    if len(text) > _LONGEST_NAME:
        return []
    name = " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).split()).strip('"“”').lower()
    if not name:
        return []
    name = _hydrates().get(name, name)
    spelled = "".join(_GREEK.get(sign, sign) for sign in name)
    dotted = _GREEK_WORD.sub(r".\1.", spelled)
    return list(dict.fromkeys((name, spelled, dotted, *_american_or_british(spelled))))


def _american_or_british(name: str) -> Iterator[str]:
    return (name.replace(one, other) for one, other in _SPELLINGS if one in name)


@lru_cache(maxsize=1)
def _hydrates() -> dict[str, str]:
    """Names of hydrates that the table gives to the dry salt, with the name under which it has the hydrate."""
    lines = (Path(__file__).parent / "hydrates.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def is_common(text: str) -> bool:
    """Whether a text is a name of `common_names.tsv`, with the capitals that it has there."""
    return _common_key(text) in _common_names()


@lru_cache(maxsize=4096)
def _common_key(text: str) -> str:
    """A name as that table has it: Tris and SDS have their capitals, and `white phosphorus` needs none."""
    written = " ".join(text.translate(_SIGNS).split())
    return written if written in _common_names() else written.lower()


@lru_cache(maxsize=1)
def _common_names() -> dict[str, Compound]:
    lines = (Path(__file__).parent / "common_names.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {
        name: Compound(0, "", "", smiles, "", key, "", title, ("", title, *map(str.lower, also.split(";"))))
        for title, also, key, smiles, _ in rows
        for name in also.split(";")
        if name
    }


def _common(text: str) -> list[Compound]:
    """The row of a common name: as the table has its structure, or else as `common_names.tsv` has it."""
    row = _common_names().get(_common_key(text)) if len(text) <= _LONGEST_NAME else None
    if row is None:
        return []
    return [one for one in _rows(row.inchikey) if one.inchikey == row.inchikey][:1] or [row]


def _drug(name: str) -> list[Compound]:
    """The drug of a name: as the table has its structure under another name, or else as `drugs.tsv` has it."""
    return [row for drug in _drugs().get(name, ()) for row in _rows(drug.inchikey) if row.inchikey == drug.inchikey][
        :1
    ] or list(_drugs().get(name, ()))


@lru_cache(maxsize=1)
def _drugs() -> dict[str, list[Compound]]:
    """The rows of both tables of drugs by each of their names."""
    found: dict[str, list[Compound]] = {}
    for path in (Path(__file__).parent / name for name in ("drugs.tsv", "drugs_checked.tsv")):
        for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
            if not line.startswith("#"):
                title, also, key, smiles = line.split("\t")[:4]
                names = ("", title, *filter(None, also.split(";")))
                for name in names[1:]:
                    found[name] = [Compound(0, "", "", smiles, "", key, "", title, names)]
    return found


@lru_cache(maxsize=1)
def _folder() -> Path:
    spec = importlib.util.find_spec("chemicals")
    if spec is None or spec.origin is None or not (folder := Path(spec.origin).parent / "Identifiers").is_dir():
        raise ToolUnavailableError("the compound table is missing; install the package `chemicals`")
    return folder


@lru_cache(maxsize=1)
def _index() -> FieldIndex:
    return FieldIndex(tuple(_folder() / name for name in _FILES), 6, load_config().cache_dir)


@lru_cache(maxsize=1)
def _well_known() -> tuple[Compound, ...]:
    return tuple(
        Compound(0, cas, "", smiles, "", key, "", title, ("", title.lower(), *filter(None, also.split(";"))))
        for title, also, cas, key, smiles in WELL_KNOWN
    )


@lru_cache(maxsize=1)
def _well_known_names() -> frozenset[str]:
    return frozenset(name for row in _well_known() for name in row.names if name)


def _rows(text: str) -> list[Compound]:
    return [_compound(line) for line in _index().lines(text) if line.count(b"\t") >= _TITLE]


def _compound(line: bytes) -> Compound:
    fields = line.decode("utf-8").split("\t")
    cid, cas, formula, _, smiles, inchi, key, iupac, title = fields[:9]
    return Compound(
        max(int(cid), 0),
        cas,
        formula,
        smiles,
        f"InChI=1S/{inchi}" if inchi else "",
        key,
        iupac if int(cid) > 0 else "",
        title,
        tuple(name.lower() for name in fields[7:]),
    )
