"""What is asked for first is an input of what is asked for behind it, where both have one name."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan
from scitoolagent.toolkg.store import load_graph


def plan_of(question: str) -> Plan:
    planner = Planner(load_graph(), load_config())
    return planner.draft(planner.understand(planner.recognise(question)))


def test_a_result_serves_the_input_of_its_own_name() -> None:
    plan = plan_of("Vmax 3.0 µM/min with 20 nM enzyme, Km 50 µM. kcat and kcat/Km?")
    assert [step.tool for step in plan.steps] == ["turnover_number", "catalytic_efficiency"]
    assert plan.steps[1].arguments["turnover"] == "$1.turnover_number"
    # The quantity with the symbol of one input is no other one.
    assert plan.steps[0].arguments["enzyme"] != plan.steps[1].arguments["michaelis"]
    assert (plan.missing, plan.unread) == ((), ())


def test_a_result_of_another_name_serves_nothing() -> None:
    # The loading dose is no dose that was given.
    with pytest.raises(NoPathError):
        plan_of("clearance for an AUC of 40 mg*h/L and the loading dose?")
