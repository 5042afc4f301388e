"""The simulation against published ones: methane in silicalite by the force field of the paper.

Published: Shah, Tsapatsis and Siepmann 2015, doi:10.1021/acs.langmuir.5b03015, supporting tables, 298 K. Places of the
atoms: van Koningsveld, van Bekkum and Jansen 1987, Acta Cryst. B43, 127. Force field: zeolites by Bai, Tsapatsis and
Siepmann 2013, doi:10.1021/jp4074224, methane by Martin and Siepmann 1998, doi:10.1021/jp972543+. Forces are cut and
shifted at 14 Å; unshifted at that distance this program counts 0.56 at 1 bar. `pytest -rP` prints both amounts.
"""

from __future__ import annotations

import pytest

from scitoolagent.tools.materials import _adsorption
from scitoolagent.tools.materials._structure import symbols_of

pytestmark = pytest.mark.slow

# fmt: off
SILICON = (
    (0.42238, 0.0565, -0.33598), (0.30716, 0.02772, -0.1893), (0.27911, 0.06127, 0.0312),
    (0.12215, 0.06298, 0.0267), (0.07128, 0.02722, -0.18551), (0.18641, 0.05896, -0.32818),
    (0.42265, -0.1725, -0.32718), (0.30778, -0.13016, -0.18548), (0.27554, -0.17279, 0.03109),
    (0.12058, -0.1731, 0.02979), (0.07044, -0.13037, -0.182), (0.18706, -0.17327, -0.31933),
)
OXYGEN = (
    (0.3726, 0.0534, -0.2442), (0.3084, 0.0587, -0.0789), (0.2007, 0.0592, 0.0289), (0.0969, 0.0611, -0.0856),
    (0.1149, 0.0541, -0.2763), (0.2435, 0.0553, -0.246), (0.3742, -0.1561, -0.2372), (0.3085, -0.1552, -0.0728),
    (0.198, -0.1554, 0.0288), (0.091, -0.1614, -0.0777), (0.1169, -0.1578, -0.2694), (0.2448, -0.1594, -0.2422),
    (0.3047, -0.051, -0.1866), (0.0768, -0.0519, -0.1769), (0.4161, 0.1276, -0.3896), (0.4086, -0.0017, -0.4136),
    (0.402, -0.1314, -0.4239), (0.1886, 0.1298, -0.3836), (0.194, 0.0007, -0.4082), (0.1951, -0.1291, -0.419),
    (-0.0037, 0.0502, -0.208), (-0.004, -0.1528, -0.2078), (0.4192, -0.25, -0.354), (0.1884, -0.25, -0.3538),
    (0.2883, -0.25, 0.0579), (0.1085, -0.25, 0.0611),
)
# fmt: on
ZEOLITE = {"Si": (22.0, 2.30), "O": (53.0, 3.30)}  # K and Å
METHANE = _adsorption.Gas("CH4", 16.0425, 190.564, 4.5992e6, 0.01142, (_adsorption.Bead("C", 0.0, 148.0, 3.73, 0.0),))


@pytest.mark.parametrize(("pressure", "published", "error"), [(1.0, 0.50, 0.01), (2.0, 0.85, 0.01)])
def test_methane_in_silicalite_is_the_published_amount(pressure: float, published: float, error: float) -> None:
    pytest.importorskip("raspalib")
    from pymatgen.core import Lattice, Structure

    places = [*SILICON, *OXYGEN]
    symbols = ["Si"] * len(SILICON) + ["O"] * len(OXYGEN)
    crystal = Structure.from_spacegroup("Pnma", Lattice.orthorhombic(20.022, 19.899, 13.383), symbols, places)
    assert crystal.composition.reduced_formula == "SiO2" and len(crystal) == 288
    at = _adsorption.Conditions(298.0, pressure * 1e5, 1500, 2, cutoff=14.0)
    found = _adsorption.simulate(crystal, symbols_of(crystal), [0.0] * 288, METHANE, at, ZEOLITE.__getitem__)
    amount, spread = 1000 * found.molecules / found.mass, 1000 * found.error / found.mass
    print(f"{pressure:g} bar: {amount:.3f} ± {spread:.3f} mmol/g, published {published} ± {error}")
    assert abs(amount - published) < spread + 2 * error
    assert spread < 0.1 * published
