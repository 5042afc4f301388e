"""Of two values of one kind that a question does not name, none is taken for one or the other input of a tool."""

from __future__ import annotations

import itertools

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.reading.settings import read_settings
from scitoolagent.records import Query
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import is_pure
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
# Of the masses of two atoms one is like the other.
SYMMETRIC = frozenset(["reduced_mass_of_masses"])


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(GRAPH, load_config())


def _measured(graph: ToolGraph, tool: ToolNode) -> list[PortNode]:
    ports = [port for port in tool.required if graph.is_setting(port.type) and port.python == "float" and not port.many]
    return [port for port in ports if not is_pure(graph.types[port.type].unit)]


def _sign(port: PortNode) -> str:
    return unit_sign(GRAPH.types[port.type].unit)


def _pairs() -> list[tuple[str, str, str]]:
    """All tools with two inputs of one unit, and a question that names what is asked and all other inputs."""
    found = []
    for tool in GRAPH.tools.values():
        ports = _measured(GRAPH, tool)
        for one, other in itertools.combinations(ports, 2):
            if _sign(one) != _sign(other) or tool.name in SYMMETRIC:
                continue
            named = "".join(f", {GRAPH.types[p.type].label} 7 {_sign(p)}" for p in ports if p not in (one, other))
            asked = tool.name.replace("_", " ")
            found.append((tool.name, asked, f"{asked} with 3 {_sign(one)} and 2 {_sign(one)}{named}"))
    return found


@pytest.mark.parametrize(("name", "asked", "text"), _pairs())
def test_no_tool_takes_two_unnamed_values_for_its_inputs(planner: Planner, name: str, asked: str, text: str) -> None:
    query: Query = planner.recognise(text)
    tool = GRAPH.tools[name]
    found = read_settings(GRAPH, tool, query, (0, len(asked)))
    unnamed = [f"$query.{one.handle}" for one in query.quantities if one.value in (2.0, 3.0)]
    assert found.problem or not set(unnamed) <= set(found.arguments.values())


def _rate(planner: Planner, question: str) -> dict[str, str]:
    query = planner.recognise(question)
    (step,) = planner.draft(query).steps
    return {name: query.text_of(str(value).removeprefix("$query.")) for name, value in step.arguments.items()}


@pytest.mark.parametrize(
    "question",
    [
        "Michaelis-Menten rate with 6 mM and 3 mM and Vmax 12 µM/s",
        "Michaelis-Menten rate with Vmax 12 µM/s, 6 mM and 3 mM",
        "rate of an enzyme by Michaelis-Menten for 6 mM and 3 mM, Vmax 12 µM/s",
    ],
)
def test_the_name_of_a_law_names_no_constant(planner: Planner, question: str) -> None:
    """No word says which is the Michaelis constant, and the s of a unit is no substrate."""
    with pytest.raises(NoPathError, match="6 mM and 3 mM could be"):
        planner.draft(planner.recognise(question))


@pytest.mark.parametrize(
    "question",
    [
        "Michaelis-Menten rate with 6 mM substrate, Km 3 mM and Vmax 12 µM/s",
        "Michaelis-Menten rate with Km 3 mM, 6 mM substrate and Vmax 12 µM/s",
        "Michaelis-Menten rate with Vmax 12 µM/s, Km 3 mM and S 6 mM",
        "Michaelis-Menten rate, Michaelis constant 3 mM, substrate concentration 6 mM, Vmax 12 µM/s",
        "Michaelis-Menten rate of 6 mM substrate concentration and 3 mM Michaelis constant, Vmax 12 µM/s",
        # The other one is named.
        "Michaelis-Menten rate with 6 mM and Km 3 mM and Vmax 12 µM/s",
    ],
)
def test_named_values_serve_in_any_order(planner: Planner, question: str) -> None:
    assert _rate(planner, question) == {"maximum": "12 µM/s", "michaelis": "3 mM", "substrate": "6 mM"}


def test_a_terse_run_of_an_inhibited_rate(planner: Planner) -> None:
    question = "competitive inhibition rate Vmax 12 uM/s Km 3 mM S 6 mM I 2 mM Ki 0.4 mM"
    assert _rate(planner, question) == {
        "maximum": "12 uM/s",
        "michaelis": "3 mM",
        "substrate": "6 mM",
        "inhibitor": "2 mM",
        "constant": "0.4 mM",
    }


def test_whole_names_behind_two_values(planner: Planner) -> None:
    """Beyond the reach of a single word, which would give each value the name of the other."""
    query = planner.recognise(
        "oral bioavailability for 30 mg*h/L area under the curve after an oral dose and 40 mg*h/L area under the curve "
        "after an intravenous dose, oral dose 7 mg, intravenous dose 9 mg"
    )
    found = read_settings(GRAPH, GRAPH.tools["oral_bioavailability"], query, (0, 20))
    texts = {name: query.text_of(str(value).removeprefix("$query.")) for name, value in found.arguments.items()}
    assert (texts["oral_exposure"], texts["intravenous_exposure"]) == ("30 mg*h/L", "40 mg*h/L")
