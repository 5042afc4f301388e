"""Constants that tools of this package share, in SI units; exact since 2019 (SI brochure, 9th edition)."""

from __future__ import annotations

AVOGADRO = 6.02214076e23
ELEMENTARY_CHARGE = 1.602176634e-19
PLANCK = 6.62607015e-34
LIGHT_SPEED = 299792458.0
BOLTZMANN = 1.380649e-23
GAS_CONSTANT = AVOGADRO * BOLTZMANN
ATMOSPHERE = 101325.0
ZERO_CELSIUS = 273.15
