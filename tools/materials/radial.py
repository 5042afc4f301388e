"""How the distances of atoms are distributed: the radial distribution function, and the pairs of a molecule."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure
from scitoolagent.tools.tables._rows import made, options

if TYPE_CHECKING:
    import numpy as np

_RANGES, _WIDTHS = (1.0, 30.0), (0.001, 1.0)
_MOST_PAIRS = 20_000_000

RadialRange = Annotated[
    float,
    Semantic(
        "RadialRange",
        parent="Parameter",
        unit="Ao",
        label="range of the radial distribution function",
        also=("range of the RDF", "cutoff of the radial distribution function"),
    ),
]
RadialWidth = Annotated[
    float,
    Semantic("RadialWidth", parent="Parameter", unit="Ao", label="bin width of the radial distribution function"),
]
HighestRadialPeak = Annotated[
    float,
    Semantic(
        "HighestRadialPeak",
        parent="MaterialProperty",
        unit="Ao",
        label="highest peak of the radial distribution function",
        also=("main peak of the radial distribution function", "highest peak of the RDF", "main peak of the RDF"),
    ),
]
RadialRows = Annotated[
    Path,
    Semantic(
        "RadialRows",
        parent="Table",
        label="radial distribution function of a crystal",
        shown="radial distribution function",
        also=(
            "radial distribution function",
            "pair distribution function",
            "RDF of a crystal",
            "RDF",
        ),
    ),
]
RadialPicture = Annotated[
    str,
    Semantic(
        "RadialPicture",
        parent="SvgPicture",
        label="drawn radial distribution function",
        also=("plot of the radial distribution function", "picture of the radial distribution function"),
    ),
]


@dataclass(frozen=True, slots=True)
class RadialDistribution:
    """The function, and where it is greatest."""

    peak: HighestRadialPeak
    rows: RadialRows


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "reach": 6.0},
    seconds=120.0,
)
def radial_distribution(structure: CifFile, reach: RadialRange = 10.0, width: RadialWidth = 0.1) -> RadialDistribution:
    """Compute the radial distribution function g(r) of a crystal or another periodic structure.

    Args:
        structure: CIF or POSCAR file of an ordered structure.
        reach: Up to which distance in Å, 1 to 30.
        width: Of one bin in Å, 0.001 to 1.
    Returns:
        The middle of the bin in which g(r) is greatest, in Å, and a table of r in Å, g(r) and the mean number of atoms
        nearer than the end of the bin. All elements count alike; g(r) is 1 at a distance where atoms are as dense as
        in the whole.
    Raises:
        ToolInputError: no such file, no ordered structure, or range or width beyond what is taken.
    Source: definition; g(r) = n(r) / (N ρ V(shell)), neighbours by pymatgen's `Structure.get_neighbor_list`.
    """
    from scitoolagent.tables import table_of

    places, values, near = _function(structure, reach, width)
    columns = {"r (Å)": places.tolist(), "g(r)": values.tolist(), "neighbours": near.tolist()}
    rows = made(lambda: table_of(columns, options(), structure.name))
    return RadialDistribution(float(places[int(values.argmax())]), rows)


@tool(
    Operation.VISUALISATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "reach": 6.0},
    also=("draw the radial distribution function", "plot the radial distribution function"),
    seconds=120.0,
)
def radial_distribution_drawing(
    structure: CifFile, reach: RadialRange = 10.0, width: RadialWidth = 0.1
) -> RadialPicture:
    """Draw the radial distribution function g(r) of a crystal or another periodic structure.

    Args:
        structure: CIF or POSCAR file of an ordered structure.
        reach: Up to which distance in Å, 1 to 30.
        width: Of one bin in Å, 0.001 to 1.
    Returns:
        Text of an SVG file.
    Raises:
        ToolInputError: as the function.
    Source: definition; drawn by matplotlib.
    """
    places, values, _ = _function(structure, reach, width)
    figure = new_figure()
    axes = figure.subplots()
    axes.plot(places, values, linewidth=1)
    labelled(axes, "r (Å)", "g(r)", f"{structure.name}, bins of {width:g} Å")
    return as_svg(figure)


def _function(structure: Path, reach: float, width: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middles of the bins, g(r), and the mean number of neighbours up to the end of each."""
    import numpy as np

    for name, value, (least, most) in (("range", reach, _RANGES), ("bin width", width, _WIDTHS)):
        if not least <= value <= most:
            raise ToolInputError(f"a {name} of {value:g} Å is not taken; give {least:g} to {most:g} Å")
    bins = round(reach / width)
    if bins < 2 or abs(bins * width - reach) > 1e-6 * reach:
        raise ToolInputError(f"a range of {reach:g} Å is no whole number of bins of {width:g} Å")
    crystal = read_structure(structure, ordered=True)
    density = len(crystal) / crystal.volume
    pairs = len(crystal) * density * 4 / 3 * pi * reach**3
    if pairs > _MOST_PAIRS:
        raise ToolInputError(f"there are about {pairs:.2g} pairs within {reach:g} Å; ask for a smaller range")
    distances = crystal.get_neighbor_list(reach)[3]
    if not len(distances):
        raise ToolInputError(f"no two atoms of {structure.name} are within {reach:g} Å; ask for a greater range")
    edges = np.linspace(0.0, reach, bins + 1)
    counts, _ = np.histogram(distances, edges)
    shells = 4 / 3 * pi * (edges[1:] ** 3 - edges[:-1] ** 3)
    return (edges[1:] + edges[:-1]) / 2, counts / (len(crystal) * density * shells), np.cumsum(counts) / len(crystal)
