"""The stubs of all tools: they are Python, take what fits each port, and refuse what does not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from scitoolagent.solver.stubs import Stubs, converters, has_unit, unit_class
from scitoolagent.toolkg.graph import PortNode, ToolGraph
from scitoolagent.toolkg.store import load_graph

_LITERALS = {"float": "1.5", "int": "1", "bool": "True", "str": "'x'", "dict": "{}", "list": "[]"}
GRAPH = load_graph()


def errors(bench: Any, stubs: str, lines: list[str]) -> dict[int, str]:
    """The errors of a program by line, from 1."""
    import pydantic_monty as monty

    body = "def _program_():\n" + "".join(f"    {line}\n" for line in lines)
    try:
        with bench.sandbox.session(stubs) as session:
            session.feed_run(body)
    except monty.MontyTypingError as error:
        found = re.findall(r"^main\.py:(\d+):\d+: error\S* ?(.*)$", error.display(), re.MULTILINE)
        return {int(line) - 1: text for line, text in found}
    return {}


def value(graph: ToolGraph, port: PortNode) -> str:
    """An expression that fits a port."""
    node = graph.types[port.type]
    if node.choices and port.python == "str":
        text = repr(node.choices[0])
    elif has_unit(node.unit) and port.python in ("float", "int") and not node.generic:
        text = f"Q(1.5, {node.unit!r})"
    elif port.python == "Path":
        text = "table1" if graph.role(port.type) == "table" else f"file_{port.type}"
    elif port.python == "str" and graph.role(port.type) in ("value", "kind", "rows"):
        text = f"{port.type}('x')"
    else:
        text = _LITERALS.get(port.python, "1")
    return f"[{text}]" if port.many else text


def call(graph: ToolGraph, name: str, /, **changed: str) -> str:
    """A call of a tool with values that fit its required ports, and others in their place."""
    ports = graph.tools[name].required
    given = {port.name: value(graph, port) for port in ports} | changed
    return f"{name}({', '.join(f'{_safe(port)}={text}' for port, text in given.items())})"


def _safe(name: str) -> str:
    import keyword

    return f"{name}_" if keyword.iskeyword(name) else name


@pytest.fixture(scope="module")
def everything() -> str:
    """The stubs of all tools and types, and a variable for each kind of file."""
    files = {f"file_{name}": name for name in GRAPH.types if GRAPH.role(name) == "file"}
    return Stubs(GRAPH).written(GRAPH.tools, files, ["table1"], GRAPH.types)


@pytest.mark.slow
def test_every_tool_takes_what_its_ports_declare(bench: Any, everything: str) -> None:
    lines = [call(GRAPH, name) for name in GRAPH.tools]
    found = errors(bench, everything, lines)
    assert [f"{lines[line - 1]}: {text}" for line, text in found.items()] == []


def test_every_quantity_port_refuses_a_bare_number_and_other_dimensions(bench: Any, everything: str) -> None:
    lines, expected = [], []
    for tool in GRAPH.tools.values():
        for port in tool.required:
            node = GRAPH.types[port.type]
            if has_unit(node.unit) and port.python in ("float", "int") and not node.generic:
                bare = "[1.5]" if port.many else "1.5"
                lines.append(call(GRAPH, tool.name, **{port.name: bare}))
                expected.append(f"{tool.name}.{port.name}")
    assert len(lines) > 300
    found = errors(bench, everything, lines)
    assert [one for line, one in enumerate(expected, start=1) if line not in found] == []


def test_every_port_of_choices_refuses_others(bench: Any, everything: str) -> None:
    lines = [
        call(GRAPH, tool.name, **{port.name: "['no such']" if port.many else "'no such'"})
        for tool in GRAPH.tools.values()
        for port in tool.inputs
        if GRAPH.types[port.type].choices and port.python == "str"
    ]
    assert len(lines) > 30
    found = errors(bench, everything, lines)
    assert [line for place, line in enumerate(lines, start=1) if place not in found] == []


def test_every_port_of_a_thing_refuses_a_plain_text(bench: Any, everything: str) -> None:
    lines = [
        call(GRAPH, tool.name, **{port.name: "['x']" if port.many else "'x'"})
        for tool in GRAPH.tools.values()
        for port in tool.required
        if port.python == "str" and GRAPH.screen(port.type) and GRAPH.role(port.type) in ("value", "kind")
    ]
    assert len(lines) > 300
    found = errors(bench, everything, lines)
    assert [line for place, line in enumerate(lines, start=1) if place not in found] == []


CALLS = [
    ("molecular_weight(Smiles('x'))", True),
    ("molecular_weight(MoleculeName('x'))", True),
    ("molecular_weight(InChIKey('x'))", True),
    ("molecular_weight(ProteinSequence('x'))", False),
    ("molecular_weight(DnaSequence('x'))", False),
    ("molecular_weight(3)", False),
    ("molecular_weight(None)", False),
    ("molecular_weight([Smiles('x')])", False),
    ("molecular_weight.map([Smiles('x'), MoleculeName('x')])", True),
    ("molecular_weight.map([ProteinSequence('x')])", False),
    ("protein_molecular_weight(ProteinSequence('x'))", True),
    ("protein_molecular_weight(Smiles('x'))", False),
    ("protein_molecular_weight(DnaSequence('x'))", False),
    ("gc_content(DnaSequence('x'))", True),
    ("gc_content(NucleicAcidSequence('x'))", True),
    ("gc_content(ProteinSequence('x'))", False),
    ("buffer_ph(4.8, Q(1, 'M'), Q(2, 'M'))", True),
    ("buffer_ph(pka=4.8, acid_concentration=Q(1, 'M'), base_concentration=2.0)", False),
    ("buffer_ph(Q(4.8, 'M'), Q(1, 'M'), Q(2, 'M'))", False),
    ("buffer_ph(4.8, Q(1, 'M'))", False),
    ("buffer_ph(4.8, Q(1, 'M'), Q(2, 'M'), 3, 4)", False),
    ("buffer_ph(4.8, Q(1, 'M'), bass_concentration=Q(2, 'M'))", False),
    ("buffer_ph(4.8, molecular_weight(Smiles('x')), Q(2, 'M'))", False),
    ("amount_of_substance(Q(1, 'g'), molecular_weight(Smiles('x')))", True),
    ("amount_of_substance(Q(1, 'g'), protein_molecular_weight(ProteinSequence('x')))", False),
    ("crippen_descriptors(Smiles('x')).logp + 1", True),
    ("crippen_descriptors(Smiles('x')).log_p", False),
    ("crippen_descriptors(Smiles('x')) + 1", False),
    ("molecular_weight(Smiles('x')) + 1", False),
    ("molecular_weight(Smiles('x')) > 100", False),
    ("molecular_weight(Smiles('x')) > Q(100, 'g/mol')", True),
    ("molecular_weight(Smiles('x')).value = 3", False),
    ("float(molecular_weight(Smiles('x')))", False),
    ("qed(Smiles('x')) + 1", True),
    ("compare_two([1.0, 2.0], 'greater')", True),
    ("compare_two([1.0, 2.0], 'bigger')", False),
    ("any_row_meets('plate', {})", False),
    ("any_row_meets(table1, {})", True),
    ("Q([1, 2], 'g')[0].to('mg')", True),
    ("Q('1', 'g')", False),
    ("Q(1)", False),
    ("sql(5)", False),
    ("table_of([{'a': 1, 'b': 'x'}])", True),
    ("table_of({'a': [1]})", False),
    ("assume(1)", False),
    ("no_such_tool(1)", False),
]


@pytest.fixture(scope="module")
def of_calls(bench: Any, everything: str) -> dict[int, str]:
    """The errors of all calls of the table, checked as one program."""
    return errors(bench, everything, [line for line, _ in CALLS])


@pytest.mark.parametrize("place", range(len(CALLS)), ids=[line for line, _ in CALLS])
def test_calls_fit_or_not(of_calls: dict[int, str], place: int) -> None:
    assert (place + 1 not in of_calls) == CALLS[place][1], of_calls.get(place + 1)


def test_a_type_is_taken_where_a_broader_one_is_and_not_the_other_way(bench: Any, everything: str) -> None:
    pairs = [
        (tool.name, port, name)
        for tool in list(GRAPH.tools.values())[:400]
        for port in tool.required
        if port.python == "str" and GRAPH.role(port.type) == "value" and not port.many
        for name in GRAPH.types
        if GRAPH.types[name].parent == port.type
    ]
    assert pairs
    lines = [call(GRAPH, tool, **{port.name: f"{name}('x')"}) for tool, port, name in pairs]
    assert errors(bench, everything, lines) == {}


def test_a_protein_is_no_small_molecule_although_it_has_a_structure() -> None:
    assert converters(GRAPH, "MoleculeName", "Smiles") is not None
    assert converters(GRAPH, "ProteinSequence", "Smiles") is None
    assert converters(GRAPH, "DnaSequence", "ProteinSequence") is None
    assert converters(GRAPH, "no such type", "Smiles") is None


@pytest.mark.parametrize(("unit", "other"), [("g", "mg"), ("mol/L", "mmol/mL"), ("J", "N.m"), ("Cel", "K")])
def test_units_of_one_dimension_are_one_class(unit: str, other: str) -> None:
    assert unit_class(unit) == unit_class(other)
    assert unit_class(unit) != unit_class("Pa")


@pytest.mark.parametrize(("unit", "is_quantity"), [("g", True), ("%", True), ("1", False), (None, False)])
def test_only_numbers_with_a_dimension_are_quantities(unit: str | None, is_quantity: bool) -> None:
    assert has_unit(unit) == is_quantity


def test_signatures_show_units_choices_and_defaults() -> None:
    stubs = Stubs(GRAPH)
    assert stubs.signature(GRAPH.tools["buffer_ph"]) == (
        "buffer_ph(pka: float, acid_concentration: AcidConcentration [mol/L], "
        "base_concentration: BaseConcentration [mol/L]) -> float"
    )
    assert "'greater' | 'less' | 'equal' = 'greater'" in stubs.signature(GRAPH.tools["compare_two"])


@pytest.mark.parametrize(
    "variables", [{"class_x": "Smiles"}, {"q": "quantity", "n": "number", "ns": "numbers", "qs": "quantities"}]
)
def test_variables_of_each_kind_are_declared(bench: Any, variables: Mapping[str, str]) -> None:
    stubs = Stubs(GRAPH).written((), variables)
    assert errors(bench, stubs, list(variables)) == {}
    assert errors(bench, stubs, ["nobody"]) != {}
