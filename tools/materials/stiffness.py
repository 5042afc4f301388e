"""Moduli of a polycrystal from the full stiffness matrix of its crystal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

GivenStiffness = Annotated[
    str,
    Semantic(
        "GivenStiffness",
        parent="Parameter",
        label="stiffness matrix in GPa",
        also=("elastic tensor", "stiffness tensor", "elastic constants matrix"),
        finder="scitoolagent.tools.materials._edit_words:find_stiffness",
    ),
]
HillBulkModulus = Annotated[
    float,
    Semantic(
        "HillBulkModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="bulk modulus of an elastic tensor",
        also=("bulk modulus from the elastic tensor", "bulk modulus of the elastic tensor", "Hill bulk modulus"),
    ),
]
HillShearModulus = Annotated[
    float,
    Semantic(
        "HillShearModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="shear modulus of an elastic tensor",
        also=("shear modulus from the elastic tensor", "shear modulus of the elastic tensor"),
    ),
]
HillYoungModulus = Annotated[
    float,
    Semantic(
        "HillYoungModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="Young's modulus of an elastic tensor",
        also=("Young's modulus from the elastic tensor", "elastic moduli of the elastic tensor", "elastic moduli"),
    ),
]
HillPoissonRatio = Annotated[
    float,
    Semantic(
        "HillPoissonRatio",
        parent="MaterialProperty",
        unit="1",
        label="Poisson ratio of an elastic tensor",
        also=("Poisson ratio from the elastic tensor",),
    ),
]
UniversalAnisotropy = Annotated[
    float,
    Semantic(
        "UniversalAnisotropy",
        parent="MaterialProperty",
        unit="1",
        label="universal elastic anisotropy",
        also=("universal anisotropy index", "universal anisotropy", "elastic anisotropy of the elastic tensor"),
    ),
]

# Silicon, McSkimin & Andreatch 1964.
_EXAMPLE = (
    "[[165.7,63.9,63.9,0,0,0],[63.9,165.7,63.9,0,0,0],[63.9,63.9,165.7,0,0,0],"
    "[0,0,0,79.6,0,0],[0,0,0,0,79.6,0],[0,0,0,0,0,79.6]]"
)


@dataclass(frozen=True, slots=True)
class TensorModuli:
    """Moduli of a polycrystal without texture, means of Voigt and Reuss."""

    bulk: HillBulkModulus
    shear: HillShearModulus
    young: HillYoungModulus
    poisson: HillPoissonRatio
    anisotropy: UniversalAnisotropy


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"stiffness": _EXAMPLE})
def elastic_tensor_moduli(stiffness: GivenStiffness) -> TensorModuli:
    """Compute the moduli of a polycrystal from the elastic tensor of its crystal.

    Args:
        stiffness: The 6 × 6 stiffness matrix in Voigt's notation in GPa, symmetric, as [[165.7, 63.9, …], …].
    Returns:
        Bulk, shear and Young's modulus in GPa and the Poisson ratio by Hill's mean of Voigt and Reuss, and the
        universal anisotropy, 0 for an isotropic crystal.
    Raises:
        ToolInputError: not six rows of six numbers, not symmetric, or a crystal with it is not stable.
    Source: Hill 1952, doi:10.1088/0370-1298/65/5/307; Ranganathan & Ostoja-Starzewski 2008,
        doi:10.1103/PhysRevLett.101.055504.
    """
    import json

    import numpy as np

    try:
        matrix = np.array(json.loads(stiffness), dtype=float)
    except (ValueError, TypeError, RecursionError) as error:
        raise ToolInputError(f"{stiffness[:60]!r} is no matrix; write six rows of six numbers in brackets") from error
    if matrix.shape != (6, 6) or not np.isfinite(matrix).all():
        raise ToolInputError(f"the stiffness matrix has the shape {matrix.shape}; six rows of six numbers are needed")
    if not np.allclose(matrix, matrix.T, atol=1e-3 * float(np.abs(matrix).max())):
        raise ToolInputError("the stiffness matrix is not symmetric; the elements ij and ji must agree")
    matrix = (matrix + matrix.T) / 2
    if float(np.linalg.eigvalsh(matrix).min()) <= 0:
        raise ToolInputError("a crystal with this stiffness matrix is not stable (an eigenvalue is not positive)")
    bulk_v, shear_v = _voigt(matrix)
    compliance = np.linalg.inv(matrix)
    # The same sums of the compliance, whose shear elements are four times as large, give the inverse of Reuss' moduli.
    first = float(np.trace(compliance[:3, :3]))
    mixed = float(compliance[0, 1] + compliance[0, 2] + compliance[1, 2])
    bulk_r = 1 / (first + 2 * mixed)
    shear_r = 15 / (4 * first - 4 * mixed + 3 * float(np.trace(compliance[3:, 3:])))
    bulk, shear = (bulk_v + bulk_r) / 2, (shear_v + shear_r) / 2
    young = 9 * bulk * shear / (3 * bulk + shear)
    poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear))
    return TensorModuli(bulk, shear, young, poisson, 5 * shear_v / shear_r + bulk_v / bulk_r - 6)


def _voigt(matrix: object) -> tuple[float, float]:
    """Voigt's bulk and shear modulus."""
    import numpy as np

    table = np.asarray(matrix, dtype=float)
    first = float(np.trace(table[:3, :3]))
    mixed = float(table[0, 1] + table[0, 2] + table[1, 2])
    return (first + 2 * mixed) / 9, (first - mixed + 3 * float(np.trace(table[3:, 3:]))) / 15
