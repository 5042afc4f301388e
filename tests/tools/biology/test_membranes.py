"""Equilibrium potentials of ions."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._membrane_words import find_gradients
from scitoolagent.tools.biology.membranes import ion_equilibrium_potential


# Purves et al., Neuroscience, and Hille: 58 mV a decade at 20 °C (squid axon: K+ 20 out, 400 in: -75 to -76 mV; Na+ 440
# out, 50 in: +55 mV), 61.5 mV at 37 °C; half of that for calcium.
@pytest.mark.parametrize(
    ("gradient", "millivolts"),
    [
        ("K +1: 20 out 400 in at 20 °C", -75.7),
        ("Na +1: 440 out 50 in at 20 °C", 54.9),
        ("K +1: 1 out 10 in at 37 °C", -61.5),
        ("Ca +2: 10 out 1 in at 37 °C", 30.8),
        ("Cl -1: 110 out 11 in at 37 °C", -61.5),
    ],
)
def test_potentials_of_the_textbooks(gradient: str, millivolts: float) -> None:
    assert ion_equilibrium_potential(gradient).potential == pytest.approx(millivolts, abs=0.1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Nernst potential of K+ with 5 mM outside and 140 mM inside at 20 °C", "K +1: 5 out 140 in at 20 °C"),
        (
            "Equilibrium potential for Na+ if the extracellular concentration is 145 mM and the intracellular "
            "concentration is 12 mM",
            "Na +1: 145 out 12 in at 37 °C",
        ),
        ("Reversal potential of Ca2+ with 2 mM outside and 100 nM inside", "Ca +2: 2 out 0.0001 in at 37 °C"),
        ("Nernst potential of K+ with 5 mM outside", None),
        ("Nernst potential of K+ and Na+ with 5 mM outside and 140 mM inside", None),
        ("Nernst potential of K+ with twice 5 mM outside and 140 mM inside", None),
        ("Nernst potential of Zn2+/Zn at 0.1 M", None),
    ],
)
def test_what_is_told(text: str, told: str | None) -> None:
    assert [value for *_, value in find_gradients(text)] == ([told] if told else [])


@pytest.mark.parametrize(
    "gradient", ["", "K 0: 5 out 140 in at 37 °C", "K +1: 0 out 140 in at 37 °C", "K +1: 5 out 140 in at -300 °C", "K"]
)
def test_what_is_refused(gradient: str) -> None:
    with pytest.raises(ToolInputError):
        ion_equilibrium_potential(gradient)
