"""Ask the hazard database about one value, and tell values apart by what they are, not by how they are written."""

from __future__ import annotations

import re

from scitoolagent.records import Finding

# A name or a key is looked up first, and then its structure is screened; a call can make nothing of it directly.
LOOKED_UP = frozenset({"name", "inchikey"})
_SEQUENCES = frozenset({"protein", "nucleotide", "sequence"})


def screen_value(kind: str, value: str) -> list[Finding]:
    """The findings for a value; a value that cannot be read is a finding, too. Nothing is kept from call to call.

    Args:
        kind: `smiles`, `inchi`, `selfies`, `inchikey`, `name`, `protein`, `nucleotide` or `sequence`.
        value: what is screened.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.safety_db import screen

    by_kind = {
        "inchikey": screen.screen_inchikey,
        "name": screen.screen_name,
        "protein": screen.screen_protein,
        "nucleotide": screen.screen_nucleotide,
        "sequence": screen.screen_sequence,
    }
    screening = by_kind[kind](value) if kind in by_kind else screen.screen_molecule(value, kind)
    if screening.verdict == "clear":
        return []
    shown = [Finding(**finding.model_dump(include=set(Finding.model_fields))) for finding in screening.findings]
    return shown or [Finding(verdict=screening.verdict, subject=screening.subject, reason="not readable")]


def identity(kind: str, value: str) -> str:
    """The same text for every notation of one molecule or sequence, and another one for any other.

    A molecule is its canonical SMILES with stereochemistry, isotopes and charges: a mirror image is another subject. A
    sequence is its letters. What cannot be read is only ever itself.
    """
    if kind in _SEQUENCES:
        return "sequence " + re.sub(r"[\s.\-]+", "", value).upper()
    if kind in LOOKED_UP:
        return f"{kind} {value.strip()}"
    from rdkit import Chem, rdBase

    from scitoolagent.safety_db.molecules import UnreadableError, parse_structure

    try:
        with rdBase.BlockLogs():
            return "molecule " + str(Chem.MolToSmiles(Chem.RemoveHs(parse_structure(value, kind))))
    except (UnreadableError, ValueError, RuntimeError):
        return f"{kind} {value.strip()}"
