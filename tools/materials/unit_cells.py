"""Cells from their edges, densities of elements, tolerance factors and thermal expansion."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._constants import AVOGADRO
from scitoolagent.tools.materials._elements import element_row
from scitoolagent.tools.materials.crystal_size import CubicEdge

CellEdgeA = Annotated[
    float,
    Semantic(
        "CellEdgeA",
        parent="Parameter",
        unit="Å",
        label="cell edge a",
        also=("a",),
    ),
]
CellEdgeB = Annotated[
    float,
    Semantic(
        "CellEdgeB",
        parent="Parameter",
        unit="Å",
        label="cell edge b",
        also=("b",),
    ),
]
CellEdgeC = Annotated[
    float,
    Semantic(
        "CellEdgeC",
        parent="Parameter",
        unit="Å",
        label="cell edge c",
        also=("c",),
    ),
]
CellAngleAlpha = Annotated[
    float,
    Semantic(
        "CellAngleAlpha",
        parent="Parameter",
        unit="deg",
        label="cell angle alpha",
        also=("α", "alpha"),
    ),
]
CellAngleBeta = Annotated[
    float,
    Semantic(
        "CellAngleBeta",
        parent="Parameter",
        unit="deg",
        label="cell angle beta",
        also=("β", "beta"),
    ),
]
CellAngleGamma = Annotated[
    float,
    Semantic(
        "CellAngleGamma",
        parent="Parameter",
        unit="deg",
        label="cell angle gamma",
        also=("γ", "gamma"),
    ),
]
UnitCellVolume = Annotated[
    float,
    Semantic(
        "UnitCellVolume",
        parent="MaterialProperty",
        unit="Å3",
        label="volume of a unit cell from its edges",
        also=(
            "unit cell volume",
            "cell volume",
            "volume of the unit cell",
            "volume of the cell",
        ),
    ),
]
IonRadiusA = Annotated[
    float,
    Semantic(
        "IonRadiusA",
        parent="Parameter",
        unit="Å",
        label="radius of the A ion",
        also=("rA", "r_A", "A-site radius", "radius of A", "A radius", "A"),
    ),
]
IonRadiusB = Annotated[
    float,
    Semantic(
        "IonRadiusB",
        parent="Parameter",
        unit="Å",
        label="radius of the B ion",
        also=("rB", "r_B", "B-site radius", "radius of B", "B radius", "B"),
    ),
]
IonRadiusX = Annotated[
    float,
    Semantic(
        "IonRadiusX",
        parent="Parameter",
        unit="Å",
        label="radius of the anion",
        also=("rX", "r_X", "rO", "r_O", "oxide radius", "anion radius", "radius of X", "radius of O", "X", "O"),
    ),
]
ToleranceFactor = Annotated[
    float,
    Semantic(
        "ToleranceFactor",
        parent="MaterialProperty",
        unit="1",
        label="Goldschmidt tolerance factor",
        also=("tolerance factor", "Goldschmidt factor"),
    ),
]
ExpansionCoefficient = Annotated[
    float,
    Semantic(
        "ExpansionCoefficient",
        parent="Parameter",
        unit="K-1",
        label="coefficient of linear thermal expansion",
        also=(
            "linear thermal expansion coefficient",
            "thermal expansion coefficient",
            "coefficient of thermal expansion",
            "linear expansion coefficient",
            "expansion coefficient",
            "CTE",
            "alpha",
            "α",
        ),
    ),
]
FirstLength = Annotated[
    float,
    Semantic(
        "FirstLength",
        parent="Parameter",
        unit="m",
        label="length before warming",
        also=("length", "long", "rod", "initial length", "L0"),
        announced=("rod", "bar", "wire", "beam"),
    ),
]
DegreesOfWarming = Annotated[
    float,
    Semantic(
        "DegreesOfWarming",
        parent="TemperatureInterval",
        role="setting",
        unit="K",
        label="degrees of warming",
        also=(
            "temperature change",
            "temperature rise",
            "temperature difference",
            "heated by",
            "warmed by",
            "ΔT",
            "delta T",
        ),
        announced=("by", "heated", "warmed"),
    ),
]
LengthChange = Annotated[
    float,
    Semantic(
        "LengthChange",
        parent="MaterialProperty",
        unit="mm",
        label="thermal elongation",
        also=(
            "elongation",
            "thermal expansion",
            "change in length",
            "length change",
        ),
    ),
]
ElementLattice = Annotated[
    str,
    Semantic(
        "ElementLattice",
        parent="Parameter",
        label="element with a cubic lattice",
        also=("crystal lattice",),
        finder="scitoolagent.tools.materials._lattice_words:find_lattices",
    ),
]
LatticeDensity = Annotated[
    float,
    Semantic(
        "LatticeDensity",
        parent="MaterialProperty",
        unit="g/cm3",
        label="density of an element from its cell",
        also=("theoretical density", "density", "X-ray density", "crystal density"),
    ),
]

_ATOMS = {"sc": 1, "bcc": 2, "fcc": 4, "diamond": 8}


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"a": 8.1, "b": 9.4, "c": 12.6, "beta": 101.0})
def unit_cell_volume(
    a: CellEdgeA,
    b: CellEdgeB,
    c: CellEdgeC,
    alpha: CellAngleAlpha = 90.0,
    beta: CellAngleBeta = 90.0,
    gamma: CellAngleGamma = 90.0,
) -> UnitCellVolume:
    """Compute the volume of a unit cell from its edges and angles.

    Args:
        a: In Å.
        b: In Å.
        c: In Å.
        alpha: Between b and c in degrees.
        beta: Between a and c in degrees.
        gamma: Between a and b in degrees.
    Returns:
        V in Å³.
    Raises:
        ToolInputError: an edge is not positive, or the angles close no cell.
    Source: definition; International Tables for Crystallography, volume C.
    """
    positive(a=a, b=b, c=c, alpha=alpha, beta=beta, gamma=gamma)
    x, y, z = (math.cos(math.radians(angle)) for angle in (alpha, beta, gamma))
    square = 1 - x * x - y * y - z * z + 2 * x * y * z
    if max(alpha, beta, gamma) >= 180 or square <= 0:
        raise ToolInputError(f"{alpha:g}, {beta:g} and {gamma:g}° close no cell; look at the angles")
    return a * b * c * math.sqrt(square)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"a": 1.61, "b": 0.62, "x": 1.38})
def tolerance_factor(a: IonRadiusA, b: IonRadiusB, x: IonRadiusX) -> ToleranceFactor:
    """Compute the Goldschmidt tolerance factor of a perovskite ABX3.

    Args:
        a: Of the A ion in Å.
        b: Of the B ion in Å.
        x: Of the anion in Å.
    Returns:
        t = (rA + rX) / (√2 (rB + rX)).
    Raises:
        ToolInputError: a radius is not positive.
    Source: Goldschmidt 1926, doi:10.1007/BF01507527.
    """
    positive(a=a, b=b, x=x)
    return (a + x) / (math.sqrt(2) * (b + x))


@tool(
    Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"coefficient": 1.2e-05, "length": 2.5, "rise": 40.0}
)
def thermal_elongation(coefficient: ExpansionCoefficient, length: FirstLength, rise: DegreesOfWarming) -> LengthChange:
    """Compute by how much a solid grows in length on warming.

    Args:
        coefficient: Of linear expansion in 1/K.
        length: Before warming, in m.
        rise: In K.
    Returns:
        ΔL = α L ΔT in mm.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition of the coefficient of linear expansion.
    """
    positive(coefficient=coefficient, length=length, rise=rise)
    return 1000 * coefficient * length * rise


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"lattice": "fcc Ni", "edge": 3.524})
def element_density_of_lattice(lattice: ElementLattice, edge: CubicEdge) -> LatticeDensity:
    """Compute the density of an element in a cubic lattice from the edge of its cell.

    Args:
        lattice: `fcc`, `bcc`, `sc` or `diamond` with the symbol, as `fcc Ni`.
        edge: Of the cubic cell in Å.
    Returns:
        ρ = n M / (N a³) in g/cm³ with 4, 2, 1 or 8 atoms in the cell.
    Raises:
        ToolInputError: an unknown element or lattice, or an edge that is not positive.
    Source: definition; atomic weights of IUPAC in mendeleev.
    """
    positive(edge=edge)
    kind, _, symbol = lattice.partition(" ")
    if kind not in _ATOMS:
        raise ToolInputError(f"{lattice!r} is no cubic lattice; give {', '.join(_ATOMS)} with a symbol, as fcc Ni")
    return _ATOMS[kind] * float(element_row(symbol)["atomic_weight"]) / AVOGADRO / (edge * 1e-8) ** 3
