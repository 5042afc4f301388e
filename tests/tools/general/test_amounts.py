"""Mass and amount of one another, against examples worked by hand."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import amounts as tools


def test_amounts_by_hand() -> None:
    # Sodium hydroxide, 40 g/mol: 8 g are 0.2 mol; 8 g/L are 0.2 mol/L.
    assert tools.amount_of_substance(8.0, 40.0) == pytest.approx(0.2)
    assert tools.mass_of_amount(0.2, 40.0) == pytest.approx(8.0)
    assert tools.molar_concentration(8.0, 40.0) == pytest.approx(0.2)


@pytest.mark.parametrize("function", [tools.amount_of_substance, tools.mass_of_amount, tools.molar_concentration])
@pytest.mark.parametrize(
    ("value", "molar_mass"), [(0.0, 40.0), (-1.0, 40.0), (8.0, 0.0), (float("inf"), 40.0), (8.0, float("nan"))]
)
def test_what_is_no_positive_number_is_refused(function, value: float, molar_mass: float) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ToolInputError, match="must be a positive number"):
        function(value, molar_mass)


def test_particles_and_dissolved_amounts_by_hand() -> None:
    # The Avogadro constant of the SI; 25 mL of 0.1 M hold 2.5 mmol; 2 mol of CO2 weigh 88.02 g (CRC Handbook: 44.010).
    assert tools.particle_number(0.5) == pytest.approx(3.01107038e23)
    assert tools.dissolved_amount(0.1, 25.0) == pytest.approx(0.0025)
    assert tools.mass_of_moles("2.0 mol", 44.01) == pytest.approx(88.02)
    assert tools.mass_of_moles("5.0 mmol", 40.0) == pytest.approx(0.2)
    with pytest.raises(ToolInputError):
        tools.mass_of_moles("-1.0 mol", 40.0)
