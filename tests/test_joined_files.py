"""Two files whose rows belong together, asked about in one question: MOFs in a folder and prices in a table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.records import Answer, Plan
from scitoolagent.tool.units import unit_code
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("mofs")
    (folder / "frames").mkdir()
    for name in ("one.cif", "two.cif"):
        shutil.copyfile(FRAMEWORK_EXAMPLE, folder / "frames" / name)
    (folder / "prices.csv").write_text("name,price\none.cif,45\ntwo.cif,call us\n")
    (folder / "stock.csv").write_text("name,amount (g)\none.cif,45\ntwo.cif,3\n")
    with Agent(workspace=folder) as agent:
        yield agent


def _plan(agent: Agent, question: str) -> Plan:
    return next(record for record in agent.stream(question) if isinstance(record, Plan))


def _tools(plan: Plan) -> list[str]:
    assert not plan.missing and not plan.unread
    return [step.tool for step in plan.steps]


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "Screen frames/ with the prices in prices.csv.",
        "Screen the MOFs in frames with our prices from prices.csv",
        "Judge the MOFs in frames with 200 cycles and the prices in prices.csv.",
    ],
)
def test_a_screening_is_one_question(agent: Agent, question: str) -> None:
    plan = _plan(agent, question)
    assert _tools(plan) == [
        "read_rows", "read_rows", "join_tables", "mof_linkers", "pore_diameters", "co2_uptake", "framework_criteria",
    ]  # fmt: skip
    # A MOF without a price stays.
    assert plan.steps[2].arguments["keep"] is True
    assert plan.steps[5].arguments.get("cycles") == (200 if "200" in question else None)


def test_settings_stand_behind_the_folder(agent: Agent) -> None:
    plan = _plan(agent, "Screen the MOFs in frames at 0 °C with 300 cycles.")
    assert _tools(plan) == ["read_rows", "mof_linkers", "pore_diameters", "co2_uptake", "framework_criteria"]
    assert plan.steps[3].arguments["cycles"] == 300 and "temperature" in plan.steps[3].arguments


@pytest.mark.parametrize(
    "question",
    [
        "What are the pore limiting diameter and the MOF screening criteria of each structure in frames with the prices in "
        "prices.csv?",
        "Join frames/ with prices.csv. What are the pore limiting diameter and the MOF screening criteria of each structure?",
        "Join frames/ with prices.csv and give the pore limiting diameter and the MOF screening criteria.",
    ],
)
def test_criteria_are_those_of_the_joined_rows(agent: Agent, question: str) -> None:
    assert _tools(_plan(agent, question)) == [
        "read_rows", "read_rows", "join_tables", "pore_diameters", "framework_criteria",
    ]  # fmt: skip


@pytest.mark.slow
def test_the_price_of_each_is_judged(agent: Agent) -> None:
    question = (
        "What are the pore limiting diameter and the MOF screening criteria of each structure in frames with the "
    )
    answer = next(one for one in agent.stream(f"{question}prices in prices.csv?") if isinstance(one, Answer))
    table: Any = answer.table(0, agent.config.cache_dir / "tables")
    judged = list(table.values("price criterion"))
    assert judged[0].startswith("met: 45") and judged[1].startswith("cannot be judged: 'call us'")


@pytest.mark.parametrize(("text", "code"), [("mg/g", "mg/g"), ("mg/kg", "mg/kg"), ("‰", "‰"), ("ppm", "ppm")])
def test_what_is_written_as_a_ratio_stays_one(text: str, code: str) -> None:
    assert unit_code(text) == code
