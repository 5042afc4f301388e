"""Questions about structure files: parts, pairs, headers, folders without a slash, pictures that are saved.

The figures are those of tests/tools/biology/test_macromolecule.py, which other programs gave.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gemmi
import pytest

from scitoolagent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.reading.folders import with_slashes
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE
from scitoolagent.tools.materials._structure import EXAMPLE

COMPLEX = HAIRPIN_FILE.with_name("example_complex.pdb")


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("structures")
    shutil.copy(COMPLEX, folder / "pair.pdb")
    shutil.copy(HAIRPIN_FILE, folder / "bundle.pdb")
    found = gemmi.read_structure(str(COMPLEX))
    found.setup_entities()
    found.make_mmcif_document().write_file(str(folder / "pair.cif"))
    (folder / "salts").mkdir()
    for name in ("first.cif", "second.cif"):
        shutil.copy(EXAMPLE, folder / "salts" / name)
    with Agent(workspace=folder) as made:
        yield made


def _first(agent: Agent, question: str) -> Any:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return answer.values[0].value


@pytest.mark.parametrize("file", ["pair.pdb", "pair.cif"])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the resolution of {}?", 1.85),
        ("How many waters are in {}?", 3),
        ("How many ligands does {} have?", 1),
        ("number of water molecules in {}", 3),
        ("R free of {}", 0.225),
        ("What is the mean B factor of {}?", 28.178035),
        ("mean B factor of chain A in {}", 19.282609),
        ("What is the mean B factor of chain B in {}?", 31.728985),
        ("B factor of the ligand in {}", 35.5),
        ("radius of gyration of chain A of {}", 6.110430),
        ("How many atoms has chain A of {}?", 69),
        ("How many residues are in chain A of {}?", 13),
        ("sequence of chain B of {}", "GASLKAEDCAKEG"),
        ("sequence of chain C in {}", "GC"),
        ("number of disulfide bonds in {}", 1),
        ("number of salt bridges in {}", 1),
        ("distance between CA of residue 6 and CA of residue 10 in chain A of {}", 6.303587),
        ("distance between the CA atoms of residues 6 and 10 of chain A in {}", 6.303587),
        ("What is the distance from A:6:CA to A:10:CA in {}?", 6.303587),
        ("how far apart are Gly6 of chain A and Lys10 of chain A in {}?", 6.303587),
        ("how many residues are within 6 A of the ligand GOL in {}?", 2),
        ("solvent accessible surface area of chain A in {}", 1023.84),
        ("interface area between chain A and chain B of {}", 134.4745),
        ("isoelectric point of chain B of {}", 4.679098),
    ],
)
def test_questions_about_a_structure(agent: Agent, file: str, question: str, expected: Any) -> None:
    value = _first(agent, question.format(file))
    assert value == (pytest.approx(expected, rel=1e-4) if isinstance(expected, float) else expected)


def test_bodies_are_asked_for_by_their_words(agent: Agent) -> None:
    metals = agent.run("Which metals are in pair.pdb?").text
    assert "ZN" in metals
    assert "CL" not in metals


def test_units_and_models(agent: Agent) -> None:
    answer = agent.run("distance between CA of residue A 6 and CA of residue A 10 in pair.pdb in nm")
    assert (answer.status, answer.values[0].unit) == ("complete", "nm")
    assert answer.values[0].value == pytest.approx(0.6303587, rel=1e-5)
    assert _first(agent, "How many models are in bundle.pdb?") == 5
    assert _first(agent, "What's the RMSD between model 1 and model 3 of bundle.pdb?") == pytest.approx(1.359684)
    assert any("only the first of 5 models" in note for note in agent.run("mean B factor of bundle.pdb").notes)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("mean B factor of chain Z in pair.pdb", "there is no chain Z"),
        ("distance between residue 6 and residue 10 in pair.pdb", "say which is meant"),
        ("distance between CA of residue 6 and CA of residue 99 in chain A of pair.pdb", "residue 99"),
        ("What is the resolution of bundle.pdb?", "states no resolution"),
    ],
)
def test_what_is_not_there_is_said(agent: Agent, question: str, reason: str) -> None:
    answer = agent.run(question)
    assert answer.status == "failed"
    assert reason in answer.text


@pytest.mark.parametrize(
    "question",
    [
        # Bonds of side chains are not looked for, so that their number is not known.
        "How many hydrogen bonds are in pair.pdb?",
        "mean B factor of chain A and chain B in pair.pdb",
        "Ramachandran outliers of pair.pdb",
        "binding energy of the ligand in pair.pdb",
        "mean B factor of pair.pdb at 100 K",
    ],
)
def test_what_no_tool_tells_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError):
        agent.run(question)


def test_a_folder_is_named_without_a_slash(agent: Agent) -> None:
    for question in (
        "What is the density of each structure in salts?",
        "density of the CIFs in the folder salts",
        "density of each CIF in salts/",
    ):
        answer = agent.run(question)
        assert answer.status == "complete", answer.text
        assert [value.value for value in answer.values] == pytest.approx([2.1628, 2.1628], abs=1e-3)


def test_words_that_name_something_else_stay_what_they_are() -> None:
    assert with_slashes("density of water in water", ["water"], lambda name: True) == "density of water in water"
    assert with_slashes("CIFs in the folder water", ["water"], lambda name: True) == "CIFs in the folder water/"
    assert with_slashes("the files in mofs/", ["mofs"], lambda name: False) == "the files in mofs/"
    assert with_slashes("the files in mofs.csv", ["mofs"], lambda name: False) == "the files in mofs.csv"


def test_what_is_saved_as_a_picture_is_drawn(agent: Agent) -> None:
    for question, name in (
        ("powder pattern of salts/first.cif, save as powder.svg", "powder.svg"),
        ("draw chain A of pair.pdb coloured by B factor and save it as trace.svg", "trace.svg"),
        ("contact map of pair.pdb, save as map.png", "map.png"),
    ):
        answer = agent.run(question)
        assert answer.status == "complete", answer.text
        assert (Path(agent._executor.workspace) / name).is_file()
