"""Questions about structure files: parts, pairs, headers, folders without a slash, pictures that are saved.

The figures are those of tests/tools/biology/test_macromolecule.py, which other programs gave.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import gemmi
import pytest

from scitoolagent import Agent
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


def test_words_that_name_something_else_stay_what_they_are() -> None:
    assert with_slashes("density of water in water", ["water"], lambda name: True) == "density of water in water"
    assert with_slashes("CIFs in the folder water", ["water"], lambda name: True) == "CIFs in the folder water/"
    assert with_slashes("the files in mofs/", ["mofs"], lambda name: False) == "the files in mofs/"
    assert with_slashes("the files in mofs.csv", ["mofs"], lambda name: False) == "the files in mofs.csv"


@pytest.mark.slow
def test_what_is_saved_as_a_picture_is_drawn(agent: Agent) -> None:
    for question, name in (
        ("powder pattern of salts/first.cif, save as powder.svg", "powder.svg"),
        ("draw chain A of pair.pdb coloured by B factor and save it as trace.svg", "trace.svg"),
        ("contact map of pair.pdb, save as map.png", "map.png"),
    ):
        answer = agent.run(question)
        assert answer.status == "complete", answer.text
        assert (Path(agent._executor.workspace) / name).is_file()
