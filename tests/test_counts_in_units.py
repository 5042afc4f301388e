"""A count is no share: it is never told in percent, ppm or µg/g, neither alone nor beside values that are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.records import Value
from scitoolagent.summarizer.operations import in_unit
from scitoolagent.tool.units import UnitError
from scitoolagent.toolkg.generics import can_be_in

_FILES = {
    "runs.csv": "lot,purity (%),load (mg/kg),note\nP,90,2,ok\nP,80,4,bad\nP,70,6,ok\nQ,50,3,ok\n",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("counts")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def test_shares_without_a_unit_are_given_in_percent(agent: Agent) -> None:
    # Ethylbenzene: 2 of 8 carbons are sp3.
    answer = agent.run("fraction of sp3 carbons of CCc1ccccc1 in percent")
    assert answer.values[0].value == pytest.approx(25.0)
    graph = agent.graph
    (rings,), (sp3,) = (graph.tools[name].outputs for name in ("ring_count", "fraction_csp3"))
    assert can_be_in(graph, sp3, "%") and not can_be_in(graph, rings, "%")


@pytest.mark.parametrize("value", [3, [3, 4], {"C": 6}])
def test_whole_numbers_without_a_unit_have_none(value: Any) -> None:
    with pytest.raises(UnitError, match="is a count, not a share"):
        in_unit(Value(type="RingCount", value=value, unit="1"), "%", False)
    assert in_unit(Value(type="FractionCsp3", value=0.5, unit="1"), "%", False).value == pytest.approx(50.0)
    assert in_unit(Value(type="Mass", value=3, unit="g"), "mg", False).value == pytest.approx(3000.0)
