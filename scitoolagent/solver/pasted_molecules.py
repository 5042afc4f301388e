"""Find the lists of SMILES with names that a text holds, one molecule a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scitoolagent.reading.notation import guess_type, is_smiles

if TYPE_CHECKING:
    from scitoolagent.solver.pasted_tables import Line

_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+")
_FIRST = re.compile(r"[ \t]*(?P<smiles>\S+)(?:[ \t]+(?P<name>\S[^\t|]{0,79}))?[ \t]*")
_LAST = re.compile(r"[ \t]*(?P<name>\S[^\t|]{0,79}?)(?:[ \t]*[:;,=\t][ \t]*|[ \t]+)(?P<smiles>\S+)[ \t]*")
_WORDS, _LONGEST = 5, 600
# Letters that are words where a name stands behind them.
_PRONOUN = "I"

Molecule = tuple[str, str]


def is_structure(text: str) -> bool:
    """Whether a text is SMILES that no word could be."""
    return bool(text) and len(text) <= _LONGEST and is_smiles(text) and guess_type(text) == "Smiles"


def molecule_lists(lines: Sequence[Line]) -> Iterator[tuple[list[Molecule], int, int]]:
    """Yield lists of molecules, name and SMILES of each, with the start and the end of their lines."""
    run: list[Molecule] = []
    start = end = 0
    for line in (*lines, None):
        molecule = _molecule(line.text) if line else None
        if molecule and line:
            start = start if run else line.start
            end = line.end
            run.append(molecule)
            continue
        if len(run) > 1 and any(is_structure(smiles) for _, smiles in run):
            yield run, start, end
        run = []


def _molecule(text: str) -> Molecule | None:
    """The name and the SMILES of a line that holds nothing else; the name may be missing."""
    if len(text) > _LONGEST:
        return None
    bare = _BULLET.sub("", text)
    for form in (_FIRST, _LAST):
        match = form.fullmatch(bare)
        if match is None:
            continue
        name, smiles = (match["name"] or "").strip(), match["smiles"]
        # A name in front of a word that happens to be SMILES is prose.
        known = is_smiles(smiles) if form is _FIRST else is_structure(smiles)
        if known and smiles != _PRONOUN and _is_name(name):
            return name, smiles
    return None


def _is_name(name: str) -> bool:
    """Whether a text may be a name: few words, no sentence, and no list of words."""
    return len(name.split()) < _WORDS and not name.endswith((":", "?", "!", ".", ",", ";")) and ", " not in name
