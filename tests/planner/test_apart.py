"""A list of values of one input is one call with each; values for two inputs are no list."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan
from scitoolagent.toolkg.store import load_graph


def plan_of(question: str) -> Plan:
    planner = Planner(load_graph(), load_config())
    return planner.draft(planner.understand(planner.recognise(question)))


@pytest.mark.parametrize(
    ("question", "tool", "calls"),
    [
        ("photon energy of 450 nm, 532 nm and 633 nm", "photon_energy", 3),
        ("photon energy at 450, 532 and 633 nm", "photon_energy", 3),
        ("kinetic energy of 2 kg at 3, 5 and 10 m/s", "kinetic_energy", 3),
        ("Debye length for ionic strengths of 10, 50 and 150 mM", "debye_length", 3),
        ("Debye length, ionic strength 10, 50 and 150 mM", "debye_length", 3),
        ("absorbance for a transmittance of 10 %, 50 %", "absorbance_of_transmittance", 2),
    ],
)
def test_a_list_of_values_is_one_call_with_each(question: str, tool: str, calls: int) -> None:
    plan = plan_of(question)
    assert [step.tool for step in plan.steps] == [tool] * calls
    assert len({repr(step.arguments) for step in plan.steps}) == calls
    assert (plan.missing, plan.unread) == ((), ())


@pytest.mark.parametrize(
    "question",
    [
        # Two peaks, and a concentration of something else.
        "resolution of two peaks at 7.8 min and 8.3 min",
        "Debye length for an ionic strength of 10 mM and 50 mM sucrose",
        "photon energy at 450 nm but 532 nm",
        "how many moles are 5 g and 10 g of NaCl and KCl",
        "photon energy of 450 nm and about 500-600 nm",
    ],
)
def test_values_that_may_be_of_two_things_are_refused(question: str) -> None:
    with pytest.raises(NoPathError):
        plan_of(question)


def test_the_unit_of_another_quantity_names_no_setting() -> None:
    # One of the two speeds was left out, and the answer told as complete.
    with pytest.raises(NoPathError, match="3000 rpm"):
        plan_of("centrifugal force at 3000 rpm next to 6000 rpm and a radius of 9 cm")


def test_each_value_of_an_answer_says_what_it_is_of() -> None:
    with Agent(load_config()) as agent:
        answer = agent.run("kinetic energy of 2 kg at 3, 5 and 10 m/s")
    assert answer.status == "complete"
    assert [(one.subject, one.value) for one in answer.values] == [("3 m/s", 9.0), ("5 m/s", 25.0), ("10 m/s", 100.0)]
