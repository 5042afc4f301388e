"""logP, molar refractivity and solubility by the published contributions and equations."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry


def value(name: str, smiles: str, output: str = "") -> Any:
    outputs = call_tool(load_registry()[name], {"smiles": smiles})
    return outputs[output] if output else next(iter(outputs.values()))


# Contributions to logP and MR, Wildman & Crippen 1999, table 1.
C1, C3, C5, C18, C21 = (0.1441, 2.503), (-0.2035, 2.753), (-0.2783, 5.007), (0.1581, 3.350), (0.1360, 3.509)
H1, H2, O2, N11, F = (0.1230, 1.057), (-0.2677, 1.395), (-0.2893, 0.8238), (-0.3239, 2.202), (0.4202, 1.108)


@pytest.mark.parametrize(
    ("smiles", "parts"),
    [
        ("C", [C1, *[H1] * 4]),
        ("CCCCCC", [*[C1] * 6, *[H1] * 14]),
        # Ethanol: CH3, CH2 at O, alcohol O with its H.
        ("CCO", [C1, C3, O2, H2, *[H1] * 5]),
        # An isotope is the same element.
        ("CCO[2H]", [C1, C3, O2, H2, *[H1] * 5]),
        ("c1ccccc1", [*[C18] * 6, *[H1] * 6]),
        ("c1ccncc1", [*[C18] * 5, N11, *[H1] * 5]),
        # A salt is the sum of its parts.
        ("c1ccccc1.CCCCCC", [*[C18] * 6, *[C1] * 6, *[H1] * 20]),
    ],
)
def test_crippen_by_the_published_contributions(smiles: str, parts: list[tuple[float, float]]) -> None:
    # 1e-3: the table has four decimals.
    assert value("crippen_descriptors", smiles, "logp") == pytest.approx(sum(part[0] for part in parts), abs=1e-3)
    refractivity = value("crippen_descriptors", smiles, "molar_refractivity")
    assert refractivity == pytest.approx(sum(part[1] for part in parts), abs=1e-3)


@pytest.mark.parametrize("smiles", ["*CCO", "[U]", "[Xe]"])
def test_an_atom_without_contribution_is_no_zero(smiles: str) -> None:
    with pytest.raises(ToolInputError, match="no contribution"):
        value("crippen_descriptors", smiles)


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        # Delaney 2004: 0.16 - 0.63 logP - 0.0062 MW + 0.066 RB - 0.74 AP, with Wildman and Crippen's logP.
        ("c1ccccc1", 0.16 - 0.63 * 6 * (0.1581 + 0.1230) - 0.0062 * 78.114 - 0.74),
        ("CCCCCC", 0.16 - 0.63 * (6 * 0.1441 + 14 * 0.1230) - 0.0062 * 86.178 + 0.066 * 3),
        # Toluene: seven heavy atoms, six of them aromatic; C8 for CH3 at an aromatic carbon, C21 for that carbon.
        (
            "Cc1ccccc1",
            0.16 - 0.63 * (0.08452 + 0.1360 + 5 * 0.1581 + 8 * 0.1230) - 0.0062 * 92.141 - 0.74 * 6 / 7,
        ),
    ],
)
def test_esol_by_the_published_equation(smiles: str, expected: float) -> None:
    # 5e-3: atomic weights of another year, contributions of four decimals.
    assert value("esol_solubility", smiles) == pytest.approx(expected, abs=5e-3)


def test_esol_is_near_measured_solubilities() -> None:
    # Delaney 2004, supporting table, measured logS: benzene -1.64, naphthalene -3.60, 1-hexanol -1.24; error one unit.
    for smiles, measured in (("c1ccccc1", -1.64), ("c1ccc2ccccc2c1", -3.60), ("CCCCCCO", -1.24)):
        assert value("esol_solubility", smiles) == pytest.approx(measured, abs=1.0)


def test_esol_takes_a_label_for_what_it_is() -> None:
    # Four deuterium atoms add 4·1.006 g/mol (2.014 less 1.008) and change nothing else, no rotatable bond above all.
    change = value("esol_solubility", "[2H]C([2H])([2H])CCCO[2H]") - value("esol_solubility", "CCCCO")
    assert change == pytest.approx(-0.0062 * 4 * 1.0061, abs=1e-4)


@pytest.mark.parametrize(("smiles", "reason"), [("CC.CC", "fragments"), ("O", "no carbon"), ("*CC", "no contribution")])
def test_esol_refuses_what_it_was_not_made_for(smiles: str, reason: str) -> None:
    with pytest.raises(ToolInputError, match=reason):
        value("esol_solubility", smiles)
