"""What the tools of `dynamics` share: checks of settings, and numbers given to residues and pairs of them."""

from __future__ import annotations

import math
from pathlib import Path
from types import ModuleType
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._nodes import Nodes, read_nodes
from scitoolagent.tools.biology._pdb import read_pdb_text

MOST_ANISOTROPIC = 1000
MOST_GAUSSIAN = 2000
# A matrix of this many residues is still an answer that can be kept and sent.
MOST_IN_MATRIX = 300
_MOST_PAIRS = 1000
# Gas constant in kcal/(mol·K), CODATA 2018 (exact) by the thermochemical calorie.
_GAS_CONSTANT = 8.31446261815324 / 4184
_KELVIN = 273.15


def anisotropic(
    engine: ModuleType, structure: Path, chain: str, cutoff: float, gamma: float = 1.0, most: int = MOST_ANISOTROPIC
) -> tuple[Nodes, Any]:
    """The nodes of a structure and the modes of its anisotropic network, by ProDy or numpy.

    Raises:
        ToolInputError: a setting is out of range, or the file gives no such network.
    """
    _check_network(cutoff, gamma)
    nodes = read_nodes(structure, chain, 4, most)
    return nodes, engine.anisotropic(nodes.places, cutoff, gamma)


def gaussian(
    engine: ModuleType, structure: Path, chain: str, cutoff: float, gamma: float = 1.0, most: int = MOST_GAUSSIAN
) -> tuple[Nodes, Any]:
    """The nodes of a structure and the modes of its Gaussian network, by ProDy or numpy.

    Raises:
        ToolInputError: a setting is out of range, or the file gives no such network.
    """
    _check_network(cutoff, gamma)
    nodes = read_nodes(structure, chain, 3, most)
    return nodes, engine.gaussian(nodes.places, cutoff, gamma)


def mode_count(wanted: int, there: int, *, none_is_all: bool = False) -> int:
    """How many modes to take.

    Raises:
        ToolInputError: the network does not have as many.
    """
    if none_is_all and wanted == 0:
        return there
    if not 1 <= wanted <= there:
        least = "0 (all) or 1" if none_is_all else "1"
        raise ToolInputError(f"this network has {there} modes; ask for {least} to {there}, not {wanted}")
    return wanted


def by_residue(labels: tuple[str, ...], values: Any) -> dict[str, float]:
    """One value a residue."""
    return {label: float(value) for label, value in zip(labels, values, strict=True)}


def rows(labels: tuple[str, ...], matrix: Any) -> dict[str, list[float]]:
    """A matrix by residue; the columns are in the same order as the rows."""
    return {label: [float(value) for value in row] for label, row in zip(labels, matrix, strict=True)}


def distant_pairs(nodes: Nodes, matrix: Any, cutoff: float, count: int, key: str) -> list[dict[str, str | float]]:
    """The pairs of the greatest absolute value among those that no spring joins."""
    import numpy as np

    first, second = np.triu_indices(len(nodes.labels), 1)
    apart = np.linalg.norm(nodes.places[first] - nodes.places[second], axis=1) > cutoff
    first, second = first[apart], second[apart]
    return _pairs(nodes, matrix, first, second, -np.abs(matrix[first, second]), count, key)


def extreme_pairs(nodes: Nodes, matrix: Any, count: int, key: str) -> tuple[list[dict[str, str | float]], ...]:
    """The pairs of the smallest and of the greatest value."""
    import numpy as np

    first, second = np.triu_indices(len(nodes.labels), 1)
    values = matrix[first, second]
    return tuple(_pairs(nodes, matrix, first, second, order, count, key) for order in (values, -values))


def b_factors(
    structure: Path, nodes: Nodes, fluctuations: Any, axes: int, temperature: float
) -> tuple[float, dict[str, float], dict[str, float], float]:
    """Correlation with the B factors of the file, calculated ones of the same sum, those of the file, fitted constant.

    B = 8π²/3 ⟨ΔR²⟩, and ⟨ΔR²⟩ is kT over the spring constant times the fluctuation of the network (three times that,
    one an axis, for a Gaussian one).

    Raises:
        ToolInputError: the file has no B factors, or the temperature is none.
    """
    import numpy as np

    if not -_KELVIN < temperature <= 1000:
        raise ToolInputError(f"the temperature must be above -273.15 and at most 1000 °C, not {temperature:g}")
    _refuse_confidence(structure)
    betas = nodes.betas
    if not np.isfinite(betas).all() or (betas <= 0).any():
        missing = [label for label, beta in zip(nodes.labels, betas, strict=True) if not beta > 0]
        raise ToolInputError(
            f"{len(missing)} of {len(betas)} Cα atoms have no B factor above 0, {missing[0]} for one; all must"
        )
    if np.ptp(betas) < 0.01 or np.ptp(fluctuations) <= 1e-9 * fluctuations.max():
        raise ToolInputError("all residues have the same B factor or fluctuation, so there is no correlation")
    calculated = fluctuations * (betas.sum() / fluctuations.sum())
    unit = 8 * math.pi**2 / 3 * (3 / axes) * _GAS_CONSTANT * (temperature + _KELVIN)
    fitted = unit * float(fluctuations.sum() / betas.sum())
    correlation = float(np.corrcoef(fluctuations, betas)[0, 1])
    return correlation, by_residue(nodes.labels, calculated), by_residue(nodes.labels, betas), fitted


def check_pairs(count: int) -> None:
    """Raise when a list of pairs cannot have this length.

    Raises:
        ToolInputError: not 1 to 1000.
    """
    if not 1 <= count <= _MOST_PAIRS:
        raise ToolInputError(f"ask for 1 to {_MOST_PAIRS} pairs, not {count}")


def _check_network(cutoff: float, gamma: float) -> None:
    if not 4 <= cutoff <= 30:
        raise ToolInputError(f"the cutoff must be 4 to 30 Å, not {cutoff:g}")
    if not 0.01 <= gamma <= 100:
        raise ToolInputError(f"the spring constant must be 0.01 to 100, not {gamma:g}; it only scales the result")


def _refuse_confidence(structure: Path) -> None:
    """Predicted structures have a confidence in the B column, which is high where a B factor is low."""
    head = [line for line in read_pdb_text(structure).splitlines() if not line.startswith(("ATOM", "HETATM"))]
    text = "\n".join(head).upper()
    word = next((word for word in ("ALPHAFOLD", "PLDDT", "ESMFOLD", "LOCAL CONFIDENCE") if word in text), None)
    if word:
        raise ToolInputError(f"the file says {word}: its B column holds the confidence of a prediction, no B factors")


def _pairs(
    nodes: Nodes, matrix: Any, first: Any, second: Any, order: Any, count: int, key: str
) -> list[dict[str, str | float]]:
    import numpy as np

    # Nine digits: pairs that are equal by symmetry keep the order of the chain, whoever computed them.
    best = np.argsort([float(f"{value:.9g}") for value in order], kind="stable")[:count]
    return [
        {
            "residue_a": nodes.labels[first[place]],
            "residue_b": nodes.labels[second[place]],
            key: float(matrix[first[place], second[place]]),
        }
        for place in best
    ]
