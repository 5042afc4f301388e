"""The BOILED-Egg against the outlines printed with the paper, and molecules whose place is known."""

from __future__ import annotations

import pytest

from scitoolagent.tools.chemistry.permeation import (
    _WHITE,
    _YOLK,
    _place,
    brain_permeation,
    gastrointestinal_absorption,
)

# Points (TPSA, WLOGP) of the outlines in the supporting information of Daina & Zoete 2016, rounded.
WHITE = [
    (97.806, -2.227),
    (131.346, -1.100),
    (142.030, 1.046),
    (125.297, 4.118),
    (83.655, 6.352),
    (52.703, 6.837),
    (18.797, 6.195),
    (0.025, 3.543),
    (7.075, 1.564),
    (29.850, -0.506),
    (62.812, -1.883),
]
YOLK = [
    (40.970, 0.406),
    (62.449, 0.884),
    (75.333, 1.920),
    (79.099, 3.094),
    (71.071, 4.745),
    (52.870, 5.735),
    (35.167, 5.964),
    (11.664, 5.384),
    (-1.054, 4.130),
    (-2.962, 3.276),
    (10.219, 1.222),
    (25.699, 0.571),
]


@pytest.mark.parametrize(("ellipse", "outline"), [(_WHITE, WHITE), (_YOLK, YOLK)])
def test_ellipses_follow_the_published_outlines(ellipse: object, outline: list[tuple[float, float]]) -> None:
    """1 % inside is in, 1 % outside is out: the ellipse was printed with a rounded angle, which moves it by 0.5 %."""
    centre = ellipse.tpsa, ellipse.logp  # type: ignore[attr-defined]
    for tpsa, logp in outline:
        for scale, inside in ((0.99, True), (1.01, False)):
            x, y = (middle + scale * (edge - middle) for middle, edge in zip(centre, (tpsa, logp), strict=True))
            assert ellipse.holds(x, y) is inside, (tpsa, logp)  # type: ignore[attr-defined]


def test_sulfur_and_phosphorus_count() -> None:
    """Ertl 2000: dimethyl sulfoxide is 17.07 (O) + 19.21 (S)."""
    assert _place("CS(C)=O")[0] == pytest.approx(36.28, abs=0.005)
    assert _place("CCC(=O)CC")[0] == pytest.approx(17.07, abs=0.005)


# Drugs with known behaviour: lipophilic amines act in the brain; sugars, cromoglicic acid and the charged
# neostigmine-like dications stay outside.
@pytest.mark.parametrize(
    ("smiles", "brain", "gut"),
    [
        ("CN(C)CCOC(c1ccccc1)c1ccccc1", True, "High"),
        ("CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21", True, "High"),
        ("OCC1OC(OCC2OC(OC3(CO)OC(CO)C(O)C3O)C(O)C(O)C2O)C(O)C(O)C1O", False, "Low"),
        ("O=C(O)c1cc(=O)c2c(OCC(O)COc3cccc4oc(C(=O)O)cc(=O)c34)cccc2o1", False, "Low"),
        # Mesalazine is absorbed but does not enter the brain.
        ("Nc1ccc(O)c(C(=O)O)c1", False, "High"),
        # At TPSA 0 the yolk reaches beyond the white: p-cymene, logP 3.
        ("CC(C)c1ccc(C)cc1", True, "Low"),
        # Far too lipophilic for both.
        ("C" * 30, False, "Low"),
    ],
)
def test_known_molecules(smiles: str, brain: bool, gut: str) -> None:
    assert brain_permeation(smiles) is brain
    assert gastrointestinal_absorption(smiles) == gut
