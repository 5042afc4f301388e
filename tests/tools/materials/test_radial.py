"""The radial distribution function of crystals, and the pair distances of molecules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tools.chemistry.coordinates import EXAMPLE_XYZ
from scitoolagent.tools.chemistry.pair_distances import pair_distances
from scitoolagent.tools.materials.radial import radial_distribution, radial_distribution_drawing

MATERIALS = Path(__file__).parents[3] / "tools" / "materials"


@pytest.mark.parametrize("name", ["halite", "quartz"])
def test_the_function_is_that_of_ase(name: str) -> None:
    # ASE, by a supercell that holds the sphere.
    from ase.geometry.rdf import get_rdf
    from ase.io import read

    cell = read(MATERIALS / f"example_{name}.cif")
    expected, places = get_rdf(cell * [int(np.ceil(13 / length)) + 1 for length in cell.cell.lengths()], 6.0, 60)
    found = radial_distribution(MATERIALS / f"example_{name}.cif", 6.0)
    table = Table.load(found.rows)
    assert list(table.values("r (Å)")) == pytest.approx(places)
    assert list(table.values("g(r)")) == pytest.approx(expected, abs=1e-9)
    assert found.peak == pytest.approx(places[expected.argmax()])


def test_neighbours_of_halite() -> None:
    # Rock salt of 5.64 Å: 6 neighbours at a/2, 12 at a/√2, 8 at a·√3/2.
    near = list(Table.load(radial_distribution(MATERIALS / "example_halite.cif", 5.0).rows).values("neighbours"))
    assert (near[27], near[28], near[39], near[49]) == (0, 6, 18, 26)


def test_pairs_of_a_molecule() -> None:
    # n atoms have n (n - 1) / 2 pairs, and the longest distance is that of ASE 3.29.
    found = pair_distances(EXAMPLE_XYZ)
    table = Table.load(found.rows)
    assert found.longest == pytest.approx(5.355289, abs=1e-6)
    count = int(EXAMPLE_XYZ.read_text().split()[0])
    assert sum(table.values("pairs")) == count * (count - 1) // 2


def test_three_atoms(tmp_path: Path) -> None:
    (tmp_path / "a.xyz").write_text("3\n\nC 0 0 0\nO 1.5 0 0\nO 0 2 0\n")
    found = pair_distances(tmp_path / "a.xyz", 0.5)
    assert (found.shortest, found.longest) == (1.5, 2.5)
    assert list(Table.load(found.rows).values("pairs")) == [0, 0, 0, 1, 1, 1]


def test_what_is_refused(tmp_path: Path) -> None:
    halite = MATERIALS / "example_halite.cif"
    for reach, width in ((0.5, 0.1), (40.0, 0.1), (5.0, 2.0), (5.0, 0.3), (float("nan"), 0.1)):
        with pytest.raises(ToolInputError):
            radial_distribution(halite, reach, width)
    with pytest.raises(ToolInputError, match="no two atoms"):
        radial_distribution(halite, 2.0)
    (tmp_path / "e.cif").write_text("")
    (tmp_path / "x.cif").write_text("data_x\nthis is a table, and no crystal\n")
    (tmp_path / "l.cif").write_text("#" * 2_000_001)
    for name in ("e.cif", "x.cif", "l.cif", "none.cif"):
        with pytest.raises(ToolInputError):
            radial_distribution_drawing(tmp_path / name)
    (tmp_path / "one.xyz").write_text("1\n\nC 0 0 0\n")
    (tmp_path / "e.xyz").write_text("")
    (tmp_path / "x.xyz").write_text("r,g\n1,2\n")
    (tmp_path / "l.xyz").write_text("3\n\n" + "C 0 0 0\n" * 20_000)
    for name in ("one.xyz", "e.xyz", "x.xyz", "l.xyz"):
        with pytest.raises(ToolInputError):
            pair_distances(tmp_path / name)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("radial")
    (folder / "quartz.cif").write_bytes((MATERIALS / "example_quartz.cif").read_bytes())
    (folder / "a.xyz").write_text("3\n\nC 0 0 0\nO 1.5 0 0\nO 0 2 0\n")
    with Agent(load_config(), folder, models={}) as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Where is the highest peak of the RDF of quartz.cif?", 1.65),
        ("What is the radial distribution function of quartz.cif with a range of the RDF of 0.6 nm?", 5.95),
        ("Show the pair distance distribution of a.xyz", 1.55),
    ],
)
def test_questions(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    numbers = [one.value for one in answer.values if isinstance(one.value, int | float)]
    assert pytest.approx(value) in numbers
