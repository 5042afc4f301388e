"""Tell, of many molecules at once, those in which the database can find nothing; who screens rows asks this first.

It only ever says `clear`: whatever might be found, cannot be read, is charged, labelled, a mixture or of other elements
than `molecules.PLAIN_ELEMENTS` is left to `screen.screen_molecule`. A test holds both against each other over
thousands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.safety_db import store
from scitoolagent.safety_db.molecules import (
    UnreadableError,
    atomic_numbers,
    bits_of,
    normalised,
    parse_structure,
)
from scitoolagent.safety_db.screen import MOLECULE_DELTA

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# Brackets that say no more than hydrogens and a stereo centre.
_ODD_BRACKET = re.compile(r"\[(?!(?:[A-Z][a-z]?|[bcnops])@{0,2}(?:H\d?)?\])")
# Mixtures, reactions, open atoms, and bonds that may be another kind than they say.
_NOT_ONE = frozenset(".<>*~:")


def surely_clear(structures: Sequence[str], place: Path | None = None) -> list[bool]:
    """For each SMILES, whether nothing can be found in it.

    Args:
        structures: any texts.
        place: a folder with other tables.
    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    import numpy as np

    database = store.compounds(place or store.folder())
    clear = [False] * len(structures)
    bits: dict[int, Any] = {}
    for number, text in enumerate(structures):
        mol = _plain_molecule(text)
        if mol is not None and _is_unlisted(database, mol):
            bits[number] = bits_of(mol)
    if bits:
        near = database.index.have_near(np.array(list(bits.values())), MOLECULE_DELTA)
        for number, is_near in zip(bits, near.tolist(), strict=True):
            clear[number] = not is_near
    return clear


def _plain_molecule(text: str) -> Mol | None:
    """The molecule in the form that is compared; None for what takes more than reading it to get there."""
    if _ODD_BRACKET.search(text) or not _NOT_ONE.isdisjoint(text):
        return None
    try:
        mol = normalised(parse_structure(text))
    except UnreadableError:
        return None
    return None if _has(mol, _odd_atom()) else mol


def _is_unlisted(database: store.Compounds, mol: Mol) -> bool:
    """Whether the molecule is of a new shape and of no family."""
    counts = Counter(atomic_numbers(mol))
    elements = frozenset(counts)
    # Phosphites are drawn in three ways, of which one is compared.
    if 15 in elements or not database.is_new(mol, elements):
        return False
    for rule in database.rules_for(elements):
        possible = not rule.is_charged and all(counts[element] >= number for element, number in rule.least)
        if possible and rule.matches(mol):
            return False
    return True


def _has(mol: Mol, query: Any) -> bool:
    return next(iter(mol.GetAtomsMatchingQuery(query)), None) is not None


@lru_cache(maxsize=1)
def _odd_atom() -> Any:
    """Atoms that are charged or have unpaired electrons, as one query, since each one walks over all atoms."""
    from rdkit import Chem
    from rdkit.Chem import rdqueries

    query = rdqueries.FormalChargeGreaterQueryAtom(0)
    for other in (rdqueries.FormalChargeLessQueryAtom(0), rdqueries.NumRadicalElectronsGreaterQueryAtom(0)):
        query.ExpandQuery(other, how=Chem.CompositeQueryType.COMPOSITE_OR)
    return query
