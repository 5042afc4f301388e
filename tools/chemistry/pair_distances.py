"""How the distances between the atoms of a molecule in space are distributed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.chemistry._xyz import read_xyz
from scitoolagent.tools.chemistry.coordinates import EXAMPLE_XYZ, XyzFile
from scitoolagent.tools.tables._rows import made, options

_WIDTHS = (0.001, 1.0)

PairBinWidth = Annotated[
    float, Semantic("PairBinWidth", parent="Parameter", unit="Ao", label="bin width of the pair distances")
]
LongestPairDistance = Annotated[
    float,
    Semantic(
        "LongestPairDistance",
        parent="MolecularProperty",
        unit="Ao",
        label="longest distance of two atoms in coordinates",
        also=("longest interatomic distance", "greatest interatomic distance"),
    ),
]
ShortestPairDistance = Annotated[
    float,
    Semantic(
        "ShortestPairDistance",
        parent="MolecularProperty",
        unit="Ao",
        label="shortest distance of two atoms in coordinates",
        also=("shortest interatomic distance",),
    ),
]
PairDistanceRows = Annotated[
    Path,
    Semantic(
        "PairDistanceRows",
        parent="Table",
        label="distribution of the pair distances of a molecule",
        shown="pair distances",
        also=(
            "pair distance distribution",
            "distribution of interatomic distances",
            "radial distribution of a molecule",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class PairDistances:
    """The distances between all pairs of atoms."""

    shortest: ShortestPairDistance
    longest: LongestPairDistance
    rows: PairDistanceRows


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"structure": EXAMPLE_XYZ})
def pair_distances(structure: XyzFile, width: PairBinWidth = 0.1) -> PairDistances:
    """Compute the distribution of the distances between all pairs of atoms of an XYZ file.

    Args:
        structure: One molecule of 2 to 200 atoms, in Å. It has no density, so this is no g(r): pairs are counted.
        width: Of one bin in Å, 0.001 to 1.
    Returns:
        Shortest and longest distance of two atoms in Å, and a table of bins: their middle r in Å, and the number of
        pairs in each; each pair counts once.
    Raises:
        ToolInputError: the file cannot be read, has one atom, or the width is beyond what is taken.
    Source: definition; distances by `scipy.spatial.distance.pdist`.
    """
    import numpy as np
    from scipy.spatial.distance import pdist

    from scitoolagent.tables import table_of

    if not _WIDTHS[0] <= width <= _WIDTHS[1]:
        raise ToolInputError(f"a bin width of {width:g} Å is not taken; give {_WIDTHS[0]:g} to {_WIDTHS[1]:g} Å")
    mol = read_xyz(structure)
    if mol.GetNumAtoms() < 2:
        raise ToolInputError(f"{structure.name} has one atom; there are no distances")
    found = pdist(mol.GetConformer().GetPositions())
    bins = int(found.max() // width) + 1
    counts, edges = np.histogram(found, bins, (0.0, bins * width))
    columns = {"r (Å)": ((edges[1:] + edges[:-1]) / 2).tolist(), "pairs": counts.tolist()}
    rows = made(lambda: table_of(columns, options(), structure.name))
    return PairDistances(float(found.min()), float(found.max()), rows)
