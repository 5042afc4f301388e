"""How much of a sparingly soluble salt dissolves where another salt has brought one of its ions already."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.materials._dissolution import concentration_of, ions_of
from scitoolagent.tools.materials._formula import written
from scitoolagent.tools.materials._substances import substance_formula
from scitoolagent.tools.materials.dissolved_salts import SolubilityProductGiven

SolventSalt = Annotated[
    str,
    Semantic(
        "SolventSalt",
        parent="Parameter",
        label="salt already in the solution",
        also=("common ion",),
        finder="scitoolagent.tools.materials._common_ion_words:find_solvent_salts",
    ),
]
CommonIonSolubility = Annotated[
    float,
    Semantic(
        "CommonIonSolubility",
        parent="SaltSolubility",
        unit="mol/L",
        label="solubility beside a common ion",
        also=("solubility", "molar solubility", "solubility of a salt"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"formula": "PbI2", "product": 9.8e-9, "solution": "0.05 M KI"},
    also=("common ion effect",),
)
def common_ion_solubility(
    formula: MolecularFormula, product: SolubilityProductGiven, solution: SolventSalt
) -> CommonIonSolubility:
    """Compute the molar solubility of a salt in a solution of a salt that shares an ion.

    Args:
        formula: Of the salt that dissolves, without water of crystallisation.
        product: Its solubility product, of concentrations in mol/L.
        solution: The other salt with its concentration, as `0.1 M NaCl`; taken as fully dissociated.
    Returns:
        The s that solves Ksp = (m s + a)^m (n s + b)^n, in mol/L, where a and b are the ions brought by the other
        salt; ideal, without hydrolysis and complexes.
    Raises:
        ToolInputError: a formula is no salt of one metal or ammonium with one known anion, the salts share no ion,
        or a value is not positive.
    Source: definition of the solubility product.
    """
    from scipy.optimize import brentq

    positive(solubility_product=product)
    cation, anion = ions_of(formula)
    brought = _ions_in(solution)
    first, second = brought.get(cation.written, 0.0), brought.get(anion.written, 0.0)
    if not first and not second:
        raise ToolInputError(
            f"{formula} shares no ion with {solution}; what salts do by their ionic strength alone is not computed"
        )
    alone = (product / (cation.count**cation.count * anion.count**anion.count)) ** (1 / (cation.count + anion.count))

    def surplus(share: float) -> float:
        dissolved = alone * share
        ions = (cation.count * dissolved + first) ** cation.count * (anion.count * dissolved + second) ** anion.count
        return float(ions / product - 1)

    if surplus(0.0) >= 0:
        raise ToolInputError(f"the ions of {solution} alone are more than the solubility product {product:g} allows")
    return float(alone * brentq(surplus, 0.0, 1.0, xtol=1e-300))


def _ions_in(solution: str) -> dict[str, float]:
    """The ions of a solution of a salt, in mol/L."""
    words = solution.split(maxsplit=2)
    if len(words) != 3:
        raise ToolInputError(f"{solution[:60]!r} is no salt with its concentration; write it as 0.1 M NaCl")
    concentration, salt = concentration_of(" ".join(words[:2])), words[2]
    counts = substance_formula(salt).counts
    return {ion.written: ion.count * concentration for ion in ions_of(written(counts, list(counts)))}
