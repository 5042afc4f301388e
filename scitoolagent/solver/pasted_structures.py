"""Find the excerpts of structure files that a text holds: PDB, CIF, XYZ, MOL and SDF, by their records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scitoolagent.solver.pasted_tables import Line

_LEAST, _LONGEST = 3, 500
_PDB_ATOM = re.compile(r"(?:ATOM  |HETATM).{5}.{19}\s*-?\d+\.\d+")
_PDB = re.compile(
    r"(?:ATOM|HETATM|ANISOU|TER|END|ENDMDL|MODEL|HEADER|TITLE|COMPND|SOURCE|KEYWDS|EXPDTA|AUTHOR|REVDAT|JRNL|REMARK|"
    r"SEQRES|MODRES|HET|HETNAM|FORMUL|HELIX|SHEET|SSBOND|LINK|CISPEP|SITE|CRYST1|ORIGX\d|SCALE\d|MTRIX\d|CONECT|MASTER)"
    r"(?:\s|$|\d).*"
)
_CIF_HEAD, _CIF_TAG = re.compile(r"data_\S*\s*", re.IGNORECASE), re.compile(r"\s*(?:_[A-Za-z]\S*(?:\s.*)?|loop_\s*)")
_CIF_ROW = re.compile(r"\s*(?:#.*|;.*|'.*|\".*|[\w.+\-/()?\[\]'\"]+(?:[ \t,]+[\w.+\-/()?\[\]'\"]+)*\s*)")
_PROSE = re.compile(r"\s*[A-Z]?[a-z]+(?:\s+[A-Za-z]{2,}){2,}.*")
_COUNT = re.compile(r"\s*(\d{1,5})\s*")
_XYZ_ATOM = re.compile(r"\s*(?:[A-Z][a-z]?|\d{1,3})(?:\s+[+-]?\d*\.?\d+(?:[eE][+-]?\d+)?){3}(?:\s.*)?")
_MOL_COUNTS = re.compile(r"\s*\d+\s*\d+.*V[23]000\s*")

Found = tuple[Sequence["Line"], str]


def structures(lines: Sequence[Line]) -> Iterator[Found]:
    """Yield the lines of each excerpt, and the extension of a file of that kind."""
    place = last = 0
    while place < len(lines):
        short = len(lines[place].text) <= _LONGEST
        found = next((one for finder in _FINDERS if (one := finder(lines, place))), None) if short else None
        if found is None:
            place += 1
            continue
        first, end, extension = found
        if extension:
            yield lines[max(first, last) : end], extension
            last = end
        place = end


def _mol(lines: Sequence[Line], place: int) -> tuple[int, int, str] | None:
    """A MOL block, or several of them with their data items as in SDF; three lines stand in front of the counts."""
    end = _mol_end(lines, place)
    if end is None:
        return None
    first, extension = max(0, place - 3), ".mol"
    while (behind := _record_end(lines, end)) is not None:
        end, extension = behind, ".sdf"
        following = next((n for n in range(end, min(end + 4, len(lines))) if _mol_end(lines, n)), None)
        if following is None:
            break
        end = _mol_end(lines, following) or end
    return first, end, extension


def _mol_end(lines: Sequence[Line], place: int) -> int | None:
    """The place behind a MOL block whose counts stand in a line; another block does not begin within it."""
    if not _MOL_COUNTS.fullmatch(lines[place].text):
        return None
    for number in range(place + 1, len(lines)):
        if lines[number].text.startswith("M  END"):
            return number + 1
        if _MOL_COUNTS.fullmatch(lines[number].text):
            return None
    return None


def _record_end(lines: Sequence[Line], place: int) -> int | None:
    """The place behind the data items of a record of SDF that begin at a place."""
    inside = False
    for number in range(place, len(lines)):
        text = lines[number].text.strip()
        if text == "$$$$":
            return number + 1
        if text and not inside and not text.startswith(">"):
            return None
        inside = bool(text)
    return None


def _pdb(lines: Sequence[Line], place: int) -> tuple[int, int, str] | None:
    """Lines of PDB; lines that only look so are passed over together."""
    if not _PDB.fullmatch(lines[place].text):
        return None
    end = place
    while end < len(lines) and _PDB.fullmatch(lines[end].text):
        end += 1
    atoms = sum(bool(_PDB_ATOM.match(line.text)) for line in lines[place:end])
    return place, end, ".pdb" if atoms > 1 else ""


def _cif(lines: Sequence[Line], place: int) -> tuple[int, int, str] | None:
    """A CIF block; an empty line ends it where no tag follows, as prose does."""
    if not _CIF_HEAD.fullmatch(lines[place].text):
        return None
    end = place + 1
    while end < len(lines):
        text = lines[end].text
        if not text.strip():
            behind = next((line.text for line in lines[end : end + 3] if line.text.strip()), "")
            if not (_CIF_TAG.fullmatch(behind) or behind.startswith("#")):
                break
        elif not _is_of_cif(text):
            break
        end += 1
    tags = sum(bool(_CIF_TAG.fullmatch(line.text)) for line in lines[place:end])
    return (place, end, ".cif") if tags >= _LEAST else None


def _is_of_cif(text: str) -> bool:
    """Whether a line goes on with a block of CIF: it is no sentence, and no other block begins there."""
    if _PROSE.fullmatch(text) or _CIF_HEAD.fullmatch(text):
        return False
    return bool(_CIF_TAG.fullmatch(text) or _CIF_ROW.fullmatch(text))


def _xyz(lines: Sequence[Line], place: int) -> tuple[int, int, str] | None:
    """An XYZ block: the number of atoms, a comment, and so many lines of an element with three coordinates."""
    count = _COUNT.fullmatch(lines[place].text)
    if count is None or not int(count[1]):
        return None
    end = place + 2 + int(count[1])
    whole = end <= len(lines) and all(_XYZ_ATOM.fullmatch(lines[n].text[:_LONGEST]) for n in range(place + 2, end))
    return (place, end, ".xyz") if whole else None


_FINDERS = (_mol, _pdb, _cif, _xyz)
