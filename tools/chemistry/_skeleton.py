"""The hydrogen-suppressed graph of a molecule, which most graph indices are defined on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._atoms import known_elements

if TYPE_CHECKING:
    from rdkit.Chem import Mol


def skeleton(mol: Mol) -> Mol:
    """A copy without any hydrogen atom.

    The parser keeps deuterium, hydrides and bridging hydrogens as vertices; a labelled compound would then have other
    indices than the same compound without the label.

    Raises:
        ToolInputError: an atom `*` is of unknown element, or nothing but hydrogen is there.
    """
    from rdkit import Chem

    bare = Chem.RemoveAllHs(known_elements(mol))
    if not bare.GetNumAtoms():
        raise ToolInputError("the molecule has hydrogen atoms only; its graph without hydrogens is empty")
    return bare
