"""A query that matches every tautomer of a molecule; shared by substructure search and its fingerprint."""

from __future__ import annotations

from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._molecule import parse_smiles

# Tautomers are enumerated first: above this it takes minutes.
MOST_QUERY_ATOMS = 100


def tautomer_query(smiles: str) -> Any:
    """The query made from one tautomer.

    Raises:
        ToolInputError: not valid SMILES, or too many atoms.
    """
    from rdkit import rdBase
    from rdkit.Chem import rdTautomerQuery

    mol = parse_smiles(smiles)
    if mol.GetNumAtoms() > MOST_QUERY_ATOMS:
        raise ToolInputError(
            f"a tautomer query has at most {MOST_QUERY_ATOMS} heavy atoms, this one {mol.GetNumAtoms()}"
        )
    with rdBase.BlockLogs():
        return rdTautomerQuery.TautomerQuery(mol)
