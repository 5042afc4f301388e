"""Stiffness of cubic crystals and of isotropic solids, and what peaks and cells tell of size and density."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import finite, positive

StiffnessC11 = Annotated[
    float,
    Semantic(
        "StiffnessC11",
        parent="Parameter",
        unit="GPa",
        label="stiffness constant C11",
        also=(
            "C11",
            "elastic constant C11",
        ),
    ),
]

StiffnessC12 = Annotated[
    float,
    Semantic(
        "StiffnessC12",
        parent="Parameter",
        unit="GPa",
        label="stiffness constant C12",
        also=(
            "C12",
            "elastic constant C12",
        ),
    ),
]

StiffnessC44 = Annotated[
    float,
    Semantic(
        "StiffnessC44",
        parent="Parameter",
        unit="GPa",
        label="stiffness constant C44",
        also=(
            "C44",
            "elastic constant C44",
        ),
    ),
]

CubicBulkModulus = Annotated[
    float,
    Semantic(
        "CubicBulkModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="bulk modulus of a cubic crystal",
        also=(
            "bulk modulus",
            "bulk modulus from elastic constants",
        ),
    ),
]

CubicShearModulus = Annotated[
    float,
    Semantic(
        "CubicShearModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="shear modulus of a cubic crystal",
        also=(
            "shear modulus",
            "Hill shear modulus",
            "Voigt-Reuss-Hill shear modulus",
        ),
    ),
]

CubicYoungModulus = Annotated[
    float,
    Semantic(
        "CubicYoungModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="Young's modulus of a cubic crystal",
        also=(
            "Young modulus",
            "Young's modulus",
            "elastic modulus",
        ),
    ),
]

ZenerRatio = Annotated[
    float,
    Semantic(
        "ZenerRatio",
        parent="MaterialProperty",
        unit="1",
        label="Zener anisotropy ratio",
        also=(
            "Zener ratio",
            "elastic anisotropy",
            "anisotropy factor",
            "Zener anisotropy",
        ),
    ),
]

YoungModulusGiven = Annotated[
    float,
    Semantic(
        "YoungModulusGiven",
        parent="Parameter",
        unit="GPa",
        label="Young's modulus of the solid",
        also=("Young's modulus", "Young modulus", "E modulus", "elastic modulus", "E"),
    ),
]

PoissonRatioGiven = Annotated[
    float,
    Semantic(
        "PoissonRatioGiven",
        parent="Parameter",
        unit="1",
        label="Poisson ratio of the solid",
        also=("Poisson ratio", "Poisson's ratio", "nu", "ν"),
    ),
]

IsotropicShearModulus = Annotated[
    float,
    Semantic(
        "IsotropicShearModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="shear modulus of an isotropic solid",
        also=(
            "shear modulus",
            "modulus of rigidity",
        ),
    ),
]

IsotropicBulkModulus = Annotated[
    float,
    Semantic(
        "IsotropicBulkModulus",
        parent="MaterialProperty",
        unit="GPa",
        label="bulk modulus of an isotropic solid",
        also=(
            "bulk modulus",
            "bulk modulus of the solid",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class CubicModuli:
    """Moduli of a polycrystal without texture."""

    cubic_bulk_modulus: CubicBulkModulus
    cubic_shear_modulus: CubicShearModulus
    cubic_young_modulus: CubicYoungModulus


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"c11": 168.4, "c12": 121.4, "c44": 75.4})
def cubic_moduli(c11: StiffnessC11, c12: StiffnessC12, c44: StiffnessC44) -> CubicModuli:
    """Compute the moduli of a polycrystal from the stiffness constants of a cubic crystal.

    Args:
        c11: In GPa.
        c12: In GPa.
        c44: In GPa.
    Returns:
        Bulk, shear and Young's modulus in GPa: the means of Hill between Voigt and Reuss.
    Raises:
        ToolInputError: the constants are those of no stable cubic crystal.
    Source: Hill 1952, doi:10.1088/0370-1298/65/5/307; stability after Born & Huang.
    """
    _stable(c11, c12, c44)
    bulk = (c11 + 2 * c12) / 3
    voigt = (c11 - c12 + 3 * c44) / 5
    reuss = 5 * (c11 - c12) * c44 / (4 * c44 + 3 * (c11 - c12))
    shear = (voigt + reuss) / 2
    return CubicModuli(bulk, shear, 9 * bulk * shear / (3 * bulk + shear))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"c11": 168.4, "c12": 121.4, "c44": 75.4})
def zener_ratio(c11: StiffnessC11, c12: StiffnessC12, c44: StiffnessC44) -> ZenerRatio:
    """Compute the elastic anisotropy of a cubic crystal after Zener.

    Args:
        c11: In GPa.
        c12: In GPa.
        c44: In GPa.
    Returns:
        2 C44 / (C11 - C12); 1 for an isotropic crystal.
    Raises:
        ToolInputError: the constants are those of no stable cubic crystal.
    Source: Zener 1948, Elasticity and Anelasticity of Metals.
    """
    _stable(c11, c12, c44)
    return 2 * c44 / (c11 - c12)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"young": 70.0, "poisson": 0.33})
def isotropic_shear_modulus(young: YoungModulusGiven, poisson: PoissonRatioGiven) -> IsotropicShearModulus:
    """Compute the shear modulus of an isotropic solid.

    Args:
        young: In GPa.
        poisson: Above -1 and below 0.5.
    Returns:
        G = E / (2 (1 + ν)) in GPa.
    Raises:
        ToolInputError: a modulus that is not positive, or a Poisson ratio out of its bounds.
    Source: linear elasticity; Landau & Lifshitz, Theory of Elasticity.
    """
    _isotropic(young, poisson)
    return young / (2 * (1 + poisson))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"young": 70.0, "poisson": 0.33})
def isotropic_bulk_modulus(young: YoungModulusGiven, poisson: PoissonRatioGiven) -> IsotropicBulkModulus:
    """Compute the bulk modulus of an isotropic solid.

    Args:
        young: In GPa.
        poisson: Above -1 and below 0.5.
    Returns:
        K = E / (3 (1 - 2 ν)) in GPa.
    Raises:
        ToolInputError: a modulus that is not positive, or a Poisson ratio out of its bounds.
    Source: linear elasticity; Landau & Lifshitz, Theory of Elasticity.
    """
    _isotropic(young, poisson)
    return young / (3 * (1 - 2 * poisson))


def _stable(c11: float, c12: float, c44: float) -> None:
    finite(C11=c11, C12=c12, C44=c44)
    if c44 <= 0 or c11 <= abs(c12) or c11 + 2 * c12 <= 0:
        raise ToolInputError(f"C11 = {c11}, C12 = {c12} and C44 = {c44} GPa are those of no stable cubic crystal")


def _isotropic(young: float, poisson: float) -> None:
    positive(young=young)
    if not -1 < poisson < 0.5:
        raise ToolInputError(f"a Poisson ratio of {poisson} is impossible; it lies above -1 and below 0.5")
