"""Scatter plots with logarithmic axes, and structures in two formats beside one another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError

ROWS = "tag,batch,amount (mg),signal\nr1,u,1,10\nr2,u,10,1000\nr3,v,100,5\nr4,v,5,0\n"
ATOM = "ATOM  {0:>5}  CA  ALA A{0:>4}    {1:>8.3f}{2:>8.3f}{3:>8.3f}  1.00 10.00           C\n"
PLACES = [[(0, 0, 0), (3.8, 0, 0), (3.8, 3.8, 0), (0, 3.8, 2)], [(0, 0, 0), (3.8, 0, 1), (3.8, 3.8, 0), (1, 3.8, 2)]]


def as_mmcif(places: list[tuple[float, float, float]]) -> str:
    names = (
        "group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id label_seq_id "
        "pdbx_PDB_ins_code Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv auth_seq_id auth_asym_id pdbx_PDB_model_num"
    )
    head = "data_x\nloop_\n" + "".join(f"_atom_site.{name}\n" for name in names.split())
    return head + "".join(
        f"ATOM {n} C CA . ALA A 1 {n} ? {x} {y} {z} 1.0 10.0 {n} A 1\n" for n, (x, y, z) in enumerate(places, 1)
    )


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("axes")
    (folder / "rows.csv").write_text(ROWS)
    for name, places in zip(("p", "q"), PLACES, strict=True):
        atoms = "".join(ATOM.format(n, *place) for n, place in enumerate(places, 1))
        (folder / f"{name}.pdb").write_text(f"{atoms}END\n")
        (folder / f"{name}.cif").write_text(as_mmcif([(float(x), float(y), float(z)) for x, y, z in places]))
    with Agent(load_config(), folder, models={}) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "axes"),
    [
        ("plot signal against amount for rows.csv with a logarithmic x axis", "horizontal"),
        ("plot signal against amount in rows.csv, log y-axis", "vertical"),
        ("plot signal versus amount on log-log axes for rows.csv", "both"),
        ("plot signal against amount in rows.csv coloured by batch with a log x axis", "horizontal"),
        ("plot signal against amount in rows.csv", None),
    ],
)
def test_the_axis_that_is_said_is_logarithmic(agent: Agent, question: str, axes: str | None) -> None:
    _, plan = agent.plan(question)
    assert plan.steps[-1].arguments.get("logarithmic") == axes
    assert plan.steps[-1].arguments["other"] == "signal"


def test_a_scale_that_is_of_no_axis_is_not_understood(agent: Agent) -> None:
    with pytest.raises(NoPathError, match="'scale' was not understood"):
        agent.run("plot signal against amount in rows.csv on a log scale")


def test_what_has_no_logarithm_is_counted_and_refused(agent: Agent) -> None:
    answer = agent.run("plot signal against amount in rows.csv with a log y axis")
    assert answer.status == "failed"
    assert "signal is zero or less in 1 rows, which have no logarithm" in answer.text
    assert agent.run("plot signal against amount in rows.csv with a log x axis").status == "complete"


@pytest.mark.parametrize("names", [("p.cif", "q.cif"), ("p.pdb", "q.cif"), ("p.cif", "q.pdb")])
def test_structures_are_superposed_whatever_their_format(agent: Agent, names: tuple[str, str]) -> None:
    known = agent.run("RMSD of p.pdb and q.pdb")
    found = agent.run(f"RMSD of {names[0]} and {names[1]}")
    assert found.status == "complete"
    assert found.values[0].value == pytest.approx(float(str(known.values[0].value)), abs=1e-3)
