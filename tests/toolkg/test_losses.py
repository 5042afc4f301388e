"""What conversions lose is declared, and no plan puts something of its own in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from rdkit import Chem

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolError
from scitoolagent.records import Step
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.declare import ToolSpec
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.chains import Link, cheapest_chain
from scitoolagent.toolkg.graph import ToolNode
from scitoolagent.toolkg.losses import replaced
from scitoolagent.toolkg.store import load_graph

ROOT = Path(__file__).parents[2]
GRAPH = load_graph()
PROBES = {
    "stereochemistry": ("C[C@H](N)CO", "C/C=C/CO", "N[C@@H](C)C(=O)O"),
    "isotopes": ("[2H]C([2H])(C)O", "CC[13CH2]O"),
    "charge": ("CC(=O)[O-]", "CC[NH3+]"),
    "fragments": ("CC(=O)[O-].[Na+]", "CCN.Cl"),
}
# They make another substance, whose charge, fragments or centres are its own.
REACTIONS = {"conjugate_acid", "conjugate_base", "deprotection", "hydrogenated_molecule"}
BACK = {"InChI": "inchi_to_smiles", "Selfies": "selfies_to_smiles", "Sln": "sln_to_smiles"}


def _ways() -> Iterator[tuple[ToolNode, tuple[Link, ...], str]]:
    """Every chain of conversions that loses what the tool at its end makes up."""
    losing = [tool for tool in GRAPH.tools.values() if tool.loses and tool.required]
    for tool in GRAPH.tools.values():
        for port in tool.required if tool.supplies else ():
            for start in sorted({one.required[0].type for one in losing}):
                chain = cheapest_chain(GRAPH, start, port.type) or ()
                lost = {aspect for link in chain for aspect in GRAPH.tools[link.tool].loses}
                if lost & set(tool.supplies):
                    yield tool, chain, port.name


def test_every_way_that_loses_what_a_tool_makes_up_is_found() -> None:
    ways = list(_ways())
    assert any(chain[0].tool == "xyz_to_smiles" and tool.name == "xtb_vibrations" for tool, chain, _ in ways)
    for tool, chain, port in ways:
        steps: dict[int, Step] = {}
        given = "$query.x1"
        for number, link in enumerate(chain, 1):
            steps[number] = Step(id=number, tool=link.tool, arguments={link.input: given})
            given = f"${number}.{link.output}"
        last = len(steps) + 1
        steps[last] = Step(id=last, tool=tool.name, arguments={port: given})
        assert list(replaced(GRAPH, steps, last)), (tool.name, [link.tool for link in chain])
        assert not list(replaced(GRAPH, steps, last, {given})), "what is asked for is taken as it is"


def test_tools_that_embed_a_molecule_say_that_they_make_up_its_stereochemistry() -> None:
    reach = _reaching("scitoolagent.tools.chemistry._molecule", "embed_molecule")
    found = [spec for spec in load_registry() if (spec.function.__module__, spec.name) in reach]
    assert len(found) > 10
    assert [spec.name for spec in found if "stereochemistry" not in spec.supplies] == []


def _reaching(module: str, name: str) -> set[tuple[str, str]]:
    """The functions of tools from which another one is called, on whatever way."""
    used: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for path in (ROOT / "tools").rglob("*.py"):
        own = ".".join(("scitoolagent", *path.relative_to(ROOT).with_suffix("").parts))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                called = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                used[own, node.name] = {names.get(one, (own, one)) for one in called}
    reached = {(module, name)}
    while more := {one for one, called in used.items() if one not in reached and called & reached}:
        reached |= more
    return reached


def _conversions() -> list[ToolSpec]:
    graph = {name: node for name, node in GRAPH.tools.items() if node.operation == "Conversion" and not node.requires}
    registry = load_registry()
    return [
        registry[name]
        for name, node in sorted(graph.items())
        if len(node.required) == 1
        and GRAPH.is_a("Smiles", node.required[0].type)
        and (GRAPH.is_a(node.outputs[0].type, "Smiles") or node.outputs[0].type in BACK)
        and name not in REACTIONS
    ]


@pytest.mark.parametrize("spec", _conversions(), ids=lambda spec: spec.name)
def test_a_conversion_loses_what_it_declares(spec: ToolSpec) -> None:
    lost = {aspect for aspect, probes in PROBES.items() for one in probes if _loses(spec, one, aspect)}
    assert lost <= set(spec.loses)
    assert set(spec.loses) & PROBES.keys() <= lost


def _loses(spec: ToolSpec, smiles: str, aspect: str) -> bool:
    try:
        made = call_tool(spec, {spec.inputs[0].name: smiles})[spec.outputs[0].name]
        if spec.outputs[0].semantic.name in BACK:
            back = load_registry()[BACK[spec.outputs[0].semantic.name]]
            made = call_tool(back, {back.inputs[0].name: made})[back.outputs[0].name]
    except ToolError:
        return False
    return _amount(made, aspect) < _amount(smiles, aspect)


def _amount(smiles: str, aspect: str) -> int:
    mol = Chem.MolFromSmiles(smiles)
    if aspect == "fragments":
        return len(Chem.GetMolFrags(mol))
    if aspect == "isotopes":
        return sum(atom.GetIsotope() > 0 for atom in mol.GetAtoms())
    if aspect == "charge":
        return sum(abs(atom.GetFormalCharge()) for atom in mol.GetAtoms())
    double = sum(bond.GetStereo() > Chem.BondStereo.STEREOANY for bond in mol.GetBonds())
    return len(Chem.FindMolChiralCenters(mol, useLegacyImplementation=False)) + double


def test_no_plan_computes_another_geometry_than_the_one_given(tmp_path: Path) -> None:
    (tmp_path / "bent.xyz").write_text("3\nbent\nO 0 0 0\nH 0.98 0 0\nH -0.2 0.95 0\n", encoding="utf-8")
    with Agent(workspace=tmp_path, models={}) as agent:
        _, plan = agent.plan("What are the vibrational frequencies of bent.xyz?")
        assert [step.tool for step in plan.steps] == ["xtb_vibrations_of_structure"]
        with pytest.raises(NoPathError, match="xyz_to_smiles loses those that are given"):
            agent.plan("What are the GFN2-xTB charges of bent.xyz?")
        _, plan = agent.plan("How many heavy atoms has bent.xyz?")
        assert plan.steps[0].tool == "xyz_to_smiles"
