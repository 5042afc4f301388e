"""Contents of protein crystals by Matthews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology._space_groups import ANGLES, OPERATIONS
from scitoolagent.tools.general._checks import counted, positive
from scitoolagent.tools.materials.unit_cells import (
    CellAngleAlpha,
    CellAngleBeta,
    CellAngleGamma,
    CellEdgeA,
    CellEdgeB,
    CellEdgeC,
    unit_cell_volume,
)

CellVolumeGiven = Annotated[
    float,
    Semantic(
        "CellVolumeGiven",
        parent="Parameter",
        unit="Å3",
        label="volume of a unit cell that is given",
        also=("cell volume", "unit cell volume", "V"),
    ),
]
ProteinMassGiven = Annotated[
    float,
    Semantic(
        "ProteinMassGiven",
        parent="Parameter",
        unit="kDa",
        label="mass of one protein molecule",
        also=("MW", "molecular weight", "protein mass", "mass", "protein"),
    ),
]
MoleculesInCell = Annotated[
    float,
    Semantic(
        "MoleculesInCell",
        parent="Parameter",
        unit="1",
        label="protein molecules in the cell",
        also=(
            "molecules in the cell",
            "molecules in the unit cell",
            "molecules per cell",
            "molecules per unit cell",
            "Z",
            "copies in the unit cell",
            "copies per unit cell",
        ),
    ),
]
MatthewsCoefficient = Annotated[
    float,
    Semantic(
        "MatthewsCoefficient",
        parent="MaterialProperty",
        unit="Å3/Da",
        label="Matthews coefficient",
        also=("Vm", "Matthews volume", "VM", "crystal volume per protein mass"),
    ),
]
SolventContent = Annotated[
    float,
    Semantic(
        "SolventContent",
        parent="MaterialProperty",
        unit="%",
        label="solvent content",
        also=("solvent content of a crystal", "solvent fraction", "solvent percentage", "solvent share"),
    ),
]
ProteinSpaceGroup = Annotated[
    str,
    Semantic(
        "ProteinSpaceGroup",
        parent="Parameter",
        label="symmetry of a protein crystal",
        finder="scitoolagent.tools.biology._space_groups:find_space_groups",
    ),
]
CopiesInUnit = Annotated[
    int,
    Semantic(
        "CopiesInUnit",
        parent="Parameter",
        unit="1",
        label="number of copies in the asymmetric unit",
        also=(
            "copies per asymmetric unit",
            "copies in the asymmetric unit",
            "copy in the asymmetric unit",
            "molecules per asymmetric unit",
            "molecule per asymmetric unit",
            "molecules in the asymmetric unit",
            "molecule in the asymmetric unit",
            "molecule per asu",
            "molecules per asu",
            "copy per asu",
            "copies per asu",
            "molecules in the asu",
            "molecule in the asu",
            "monomers per asu",
            "monomer per asu",
        ),
    ),
]

# Å³ of a protein for one dalton.
_PROTEIN = 1.23


@dataclass(frozen=True, slots=True)
class MatthewsContents:
    """What fills a protein crystal."""

    matthews_coefficient: MatthewsCoefficient
    solvent_content: SolventContent


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"volume": 280000.0, "mass": 28.0, "molecules": 4.0},
)
def matthews_coefficient(
    volume: CellVolumeGiven, mass: ProteinMassGiven, molecules: MoleculesInCell
) -> MatthewsContents:
    """Compute the Matthews coefficient and the solvent content of a protein crystal.

    Args:
        volume: Of the unit cell in Å³.
        mass: Of one molecule in kDa.
        molecules: In the whole cell: operations of the space group times copies in the asymmetric unit.
    Returns:
        V / (n M) in Å³/Da, and 100 (1 - 1.23 / VM) in %.
    Raises:
        ToolInputError: a value is not positive, or the protein does not fit into the cell.
    Source: Matthews 1968, doi:10.1016/0022-2836(68)90205-2.
    """
    return _contents(volume, mass, molecules)


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"a": 58.0, "b": 71.0, "c": 84.0, "mass": 26.0, "group": "P21", "copies": 2, "beta": 98.0},
)
def asymmetric_unit_contents(
    a: CellEdgeA,
    b: CellEdgeB,
    c: CellEdgeC,
    mass: ProteinMassGiven,
    group: ProteinSpaceGroup,
    copies: CopiesInUnit,
    alpha: CellAngleAlpha = 90.0,
    beta: CellAngleBeta = 90.0,
    gamma: CellAngleGamma = 90.0,
) -> MatthewsContents:
    """Compute the Matthews coefficient of a protein crystal from its cell and space group.

    Args:
        a: In Å.
        b: In Å.
        c: In Å.
        mass: Of one molecule in kDa.
        group: One of the 65 space groups without mirrors, as `P212121`.
        copies: Molecules in the asymmetric unit.
        alpha: In degrees.
        beta: In degrees.
        gamma: In degrees.
    Returns:
        V / (n M) in Å³/Da, and 100 (1 - 1.23 / VM) in %.
    Raises:
        ToolInputError: a value is not positive, the group is unknown, its cell has other angles, or nothing fits.
    Source: Matthews 1968, doi:10.1016/0022-2836(68)90205-2; International Tables for Crystallography, volume A.
    """
    counted(copies=copies)
    if group not in OPERATIONS:
        raise ToolInputError(f"{group!r} is no space group of a protein; write it as P212121")
    wanted = ANGLES.get(group)
    given = (alpha, beta, gamma)
    if wanted and any(angle is not None and angle != own for angle, own in zip(wanted, given, strict=True)):
        shown = ", ".join("any" if angle is None else f"{angle:g}" for angle in wanted)
        raise ToolInputError(f"the angles of {group} are {shown}°; the cell has {alpha:g}, {beta:g}, {gamma:g}°")
    return _contents(unit_cell_volume(a, b, c, alpha, beta, gamma), mass, copies * OPERATIONS[group])


def _contents(volume: float, mass: float, molecules: float) -> MatthewsContents:
    positive(volume=volume, mass=mass, molecules=molecules)
    coefficient = volume / (1000 * mass * molecules)
    if coefficient <= _PROTEIN:
        raise ToolInputError(f"{molecules:g} molecules of {mass:g} kDa do not fit into {volume:g} Å³")
    return MatthewsContents(coefficient, 100 * (1 - _PROTEIN / coefficient))
