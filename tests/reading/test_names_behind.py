"""Names of quantities may stand behind them: "30 nM ligand 10 nM Kd"; where nothing tells, nothing is guessed."""

from __future__ import annotations

import math

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError


@pytest.fixture(scope="module")
def agent() -> Agent:
    return Agent()


@pytest.mark.parametrize(
    ("question", "value"),
    [
        # Each by hand: L / (L + Kd), Vmax S / (Km + S), pKa + log(base / acid), 1 / (1 + (r / R0)^6), (t - t0) / t0.
        ("fraction bound at 45 nM ligand 15 nM Kd", 75),
        ("fraction bound at ligand 45 nM Kd 15 nM", 75),
        ("Michaelis-Menten rate at 6 mM substrate 2 mM Km with Vmax 8 µM/s", 6e-6),
        ("Michaelis-Menten rate at substrate 6 mM Km 2 mM with Vmax 8 µM/s", 6e-6),
        ("pH buffer 0.2 M acetic acid 0.1 M acetate pKa 4.76", 4.76 - math.log10(2)),
        ("FRET efficiency 5 nm R0 4 nm distance", 100 / (1 + 0.8**6)),
        ("FRET efficiency R0 5 nm distance 4 nm", 100 / (1 + 0.8**6)),
        ("retention factor 6 min retention time 2 min dead time", 2),
        ("percent yield 3.0 g actual 4.0 g theoretical", 75),
        ("percent yield 4.0 g theoretical 3.0 g actual", 75),
    ],
)
def test_a_name_belongs_to_the_quantity_that_nothing_else_names(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert float(answer.values[0].value) == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(
    ("question", "share"),
    [
        # 2^(-t / t1/2) by hand, in percent; "after" stands in front of the half-life, and of the time.
        ("remaining share after 3 h half-life and 9 h time", 12.5),
        ("remaining share after 3 h of half-life and 9 h time", 12.5),
        ("remaining share after a 3 h half-life and 9 h", 12.5),
        ("remaining share after 3 h half-life 9 h time", 12.5),
        ("remaining share after 9 h time and 3 h half-life", 12.5),
        ("remaining share after 9 h half-life 3 h", 12.5),
        ("remaining share after 3 h with 9 h half-life", 100 / 2 ** (1 / 3)),
        ("remaining share after 3 h half-life 9 h", 100 / 2 ** (1 / 3)),
    ],
)
def test_a_name_behind_beats_a_small_word_in_front(agent: Agent, question: str, share: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert float(answer.values[0].value) == pytest.approx(share, rel=1e-6)


def test_one_name_between_two_quantities_names_neither(agent: Agent) -> None:
    with pytest.raises(NoPathError, match="say which is which"):
        agent.plan("remaining share 6 h half-life 12 h")
