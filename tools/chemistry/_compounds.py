"""Look compounds up in the table that the `chemicals` package brings, without importing that package.

Importing `chemicals` and parsing its table takes seconds and half a gigabyte; a search of the raw bytes takes 25 ms.
`WELL_KNOWN` comes first: common names whose structure the table lacks, or holds without the
stereochemistry that the name implies. Each of its structures is checked against the published InChIKey.
"""

from __future__ import annotations

import bisect
import importlib.util
import os
import re
import sys
import unicodedata
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import ToolUnavailableError
from scitoolagent.tools.chemistry._english_words import ENGLISH_WORDS
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
_LONGEST_NAME = 400
_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ω": "omega", "μ": "mu"}
_SIGNS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "′": "'", "’": "'", "‘": "'", "″": "''"})
_GREEK_WORD = re.compile(r"(?<![a-z.])(alpha|beta|gamma|delta|epsilon|omega)(?![a-z.])")
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


def valid_cas(text: str) -> bool:
    """Whether a text is a CAS number with a right check digit."""
    match = _CAS.fullmatch(text)
    if match is None:
        return False
    return sum(i * int(digit) for i, digit in enumerate(reversed(match[1] + match[2]), 1)) % 10 == int(match[3])


def by_name(text: str) -> list[Compound]:
    """All rows that carry a name; the most trusted first."""
    for spelling in spellings(text):
        found = [row for row in _well_known() if spelling in row.names]
        found = found or _search(f"\t{spelling}", 7, folded=True)
        if found:
            return found
    return []


def by_cas(cas: str) -> list[Compound]:
    """The row of a CAS number, or the rows that list it as an old or alternative number."""
    found = [row for row in _well_known() if row.cas == cas] or _search(f"\t{cas}", 1)
    return [row for row in found if row.cas == cas] or found


def by_inchikey(key: str) -> list[Compound]:
    """All rows with an InChIKey."""
    return [row for row in _well_known() if row.inchikey == key] + _search(f"\t{key}", 6)


def by_connectivity(block: str) -> list[Compound]:
    """All rows whose InChIKey begins with a block of 14 letters."""
    return [row for row in _well_known() if row.inchikey.startswith(block)] + _search(f"\t{block}-", 6, whole=False)


def is_name(text: str) -> bool:
    """Whether some row carries a name; a few microseconds for a text that is none."""
    for spelling in spellings(text):
        if len(spelling) < 3 or spelling in ENGLISH_WORDS or not any(c.isalpha() for c in spelling):
            continue
        if any(spelling in row.names for row in _well_known()):
            return True
        index, key = _name_index(), _name_key(spelling.encode())
        place = bisect.bisect_left(index, key)
        if place < len(index) and index[place] == key:
            return True
    return False


def spellings(text: str) -> list[str]:
    """The ways the table may spell a name; empty for a text that cannot be one."""
    if len(text) > _LONGEST_NAME:
        return []
    name = " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).split()).strip('"“”').lower()
    if not name:
        return []
    spelled = "".join(_GREEK.get(sign, sign) for sign in name)
    dotted = _GREEK_WORD.sub(r".\1.", spelled)
    return list(dict.fromkeys((name, spelled, dotted)))


@lru_cache(maxsize=1)
def _folder() -> Path:
    spec = importlib.util.find_spec("chemicals")
    if spec is None or spec.origin is None or not (folder := Path(spec.origin).parent / "Identifiers").is_dir():
        raise ToolUnavailableError("the compound table is missing; install the package `chemicals`")
    return folder


@lru_cache(maxsize=1)
def _tables() -> tuple[tuple[bytes, bytes], ...]:
    """Each file as it is and in lower case; the same object where it is in lower case but for structures."""
    tables = []
    for name in _FILES:
        data = (_folder() / name).read_bytes()
        # PubChem's files hold their names in lower case; lowering 42 MB again would double the memory for nothing.
        tables.append((data, data if "pubchem" in name else data.lower()))
    return tuple(tables)


@lru_cache(maxsize=1)
def _well_known() -> tuple[Compound, ...]:
    return tuple(
        Compound(0, cas, "", smiles, "", key, "", title, ("", title.lower(), *filter(None, also.split(";"))))
        for title, also, cas, key, smiles in WELL_KNOWN
    )


def _search(text: str, column: int, *, folded: bool = False, whole: bool = True) -> list[Compound]:
    """Rows with `text` as a whole field (or the start of one) in `column` or after it."""
    needle = text.encode()
    if b"\n" in needle or b"\t" in needle[1:] or b"\x00" in needle:
        return []
    return list(_rows(needle, column, folded, whole))


def _rows(needle: bytes, column: int, folded: bool, whole: bool) -> Iterator[Compound]:
    for data, lowered in _tables():
        haystack = lowered if folded else data
        place = haystack.find(needle)
        while place != -1:
            end = place + len(needle)
            begin, stop = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place)
            stop = len(data) if stop == -1 else stop
            field = data.count(b"\t", begin, place + 1)
            if field >= column and (not whole or end >= stop or data[end : end + 1] == b"\t"):
                yield _compound(data[begin:stop])
                end = stop
            place = haystack.find(needle, end)


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


def _name_key(name: bytes) -> int:
    """64 bits of two checksums: among 1.5 million fields and any text asked for, a collision is 1 in 10¹³."""
    return zlib.crc32(name) << 32 | zlib.adler32(name)


@lru_cache(maxsize=1)
def _name_index() -> array[int]:
    """Sorted keys of all names; kept on disk, since making it takes a second. Reading it needs no numpy."""
    sizes = "-".join(str((_folder() / name).stat().st_size) for name in _FILES)
    file = load_config().cache_dir / f"compound-names-{zlib.crc32(sizes.encode()):08x}.{sys.byteorder}"
    index = array("Q")
    try:
        index.frombytes(file.read_bytes())
    except (OSError, ValueError):
        del index[:]
    if not index:
        # All fields go in, not only names: telling them apart here takes longer than it saves.
        import numpy

        fields = [field for _, lowered in _tables() for field in lowered.replace(b"\n", b"\t").split(b"\t")]
        high = numpy.fromiter(map(zlib.crc32, fields), numpy.uint64, len(fields))
        low = numpy.fromiter(map(zlib.adler32, fields), numpy.uint64, len(fields))
        index = array("Q", numpy.unique(high << numpy.uint64(32) | low).tobytes())
        _keep(file, index.tobytes())
    return index


def _keep(file: Path, content: bytes) -> None:
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(file)
    except OSError:
        # A folder that cannot be written costs the next process a second, no more.
        part.unlink(missing_ok=True)
