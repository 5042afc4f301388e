"""What else a molecule may be meant as: with the hydrogens and bonds that its writing leaves open or draws apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.safety_db.drawn_apart import pairs_joined, ylides_closed
from scitoolagent.safety_db.hydrogens import hydrogens_filled
from scitoolagent.safety_db.molecules import parse_structure
from scitoolagent.safety_db.odd_bonds import bonds_drawn

if TYPE_CHECKING:
    from rdkit.Chem import Mol


def other_drawings(mol: Mol, place: Path) -> Iterator[Mol]:
    """The molecules that one may be meant as, beside itself.

    Args:
        mol: the molecule as it is written.
        place: the folder of the tables. A bond without an order may be any, so what is blocked there is told by its
            elements and bonds alone.
    """
    drawn = bonds_drawn(mol)
    if drawn is not None:
        yield drawn
    yield from pairs_joined(mol)
    if (closed := ylides_closed(mol)) is not None:
        yield closed
    for one in (mol, drawn):
        if one is not None and (filled := hydrogens_filled(one)) is not None:
            yield filled
    if drawn is not None:
        from rdkit import Chem

        from scitoolagent.safety_db.listed import atom_graph, listed

        graphs = listed(place).graphs
        for piece in Chem.GetMolFrags(drawn, asMols=True):
            if (smiles := graphs.get(atom_graph(piece))) is not None:
                yield parse_structure(smiles)
