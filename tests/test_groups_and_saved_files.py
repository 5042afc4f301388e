"""Columns that part rows into groups though their header may mean each row, and files that hold what was asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rdkit import Chem

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError

SERIES = "compound,dose (nM),viability (%),assay\n" + "".join(
    f"{name},{dose},{round(top - 10 * number, 1)},{'cell' if number % 2 else 'kinase'}\n"
    for name, top in (("X1", 100), ("X2", 80), ("X3", 60))
    for number, dose in enumerate((1, 10, 100, 1000))
)
SALTS = "id,smiles,active\ns1,CC(=O)[O-].[Na+],yes\ns2,CN1CCCC1.Cl,no\ns3,CCO,yes\n"
SOLVENTS = """toxicity,solvent,bp (°C),solubility (g/L)
high,ethanol,78,1000
low,hexane,69,0.01
high,water,100,900
low,toluene,111,0.5
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("groups")
    (made / "series.csv").write_text(SERIES, encoding="utf-8")
    (made / "salts.csv").write_text(SALTS, encoding="utf-8")
    (made / "solvents.csv").write_text(SOLVENTS, encoding="utf-8")
    (made / "cds.fasta").write_text(">one\nATGAAATTT\n>two\nATGCCCGGG\n")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Maximum viability for each compound in series.csv", ["100%", "80%", "60%"]),
        ("Lowest viability of each compound in series.csv", ["70%", "50%", "30%"]),
        ("Mean viability by compound in series.csv", ["85%", "65%", "45%"]),
        ("How many rows has each compound in series.csv?", ["4", "4", "4"]),
    ],
)
def test_a_header_that_may_mean_each_row_parts_them(agent: Agent, question: str, values: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [line.split()[-1] for line in answer.text.splitlines() if line.startswith("- ")] == values


def test_different_values_are_counted_where_that_is_said(agent: Agent) -> None:
    assert [one.value for one in agent.run("How many different compounds are in series.csv?").values] == [3]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Which compounds in series.csv have a viability above 65 % in both assays?", "both"),
        ("How many compounds are in series.csv?", "how many different compounds"),
    ],
)
def test_what_is_not_read_of_groups_is_refused(agent: Agent, question: str, why: str) -> None:
    with pytest.raises(NoPathError, match=why):
        agent.run(question)


def test_a_count_by_a_column_of_truth_values_has_both(agent: Agent) -> None:
    text = agent.run("Number of rows by active in salts.csv").text
    assert "rows 1" in text
    assert "rows 2" in text


def test_rows_are_called_by_what_they_are_and_not_by_a_class(agent: Agent) -> None:
    assert "toluene (111 °C)" in agent.run("highest bp in solvents.csv").text


@pytest.mark.parametrize(("end", "name"), [("most", "ethanol"), ("least", "hexane")])
def test_a_measured_column_stands_before_an_estimate(agent: Agent, end: str, name: str) -> None:
    answer = agent.run(f"The {end} soluble solvent in solvents.csv")
    assert answer.status == "complete"
    assert f"solubility (g/L): {name} (" in answer.text


def test_a_file_of_sequences_holds_those_that_were_made(agent: Agent, folder: Path) -> None:
    assert "Saved" in agent.run("Reverse complement of each sequence in cds.fasta, save as rc.fasta").text
    assert (folder / "rc.fasta").read_text().split() == [">one", "AAATTTCAT", ">two", "CCCGGGCAT"]
    agent.run("Translate the sequences in cds.fasta and save as prot.fasta")
    assert (folder / "prot.fasta").read_text().split() == [">one", "MKF", ">two", "MPG"]


def test_a_file_of_structures_holds_those_that_were_made(agent: Agent, folder: Path) -> None:
    told = agent.run("Neutral parent of each compound in salts.csv, save as parent.sdf").text
    assert "active as true and false" in told
    made = [Chem.MolToSmiles(mol) for mol in Chem.SDMolSupplier(str(folder / "parent.sdf"))]
    assert made == ["CC(=O)O", "CN1CCCC1", "CCO"]


def test_rows_that_are_chosen_keep_their_structures(agent: Agent, folder: Path) -> None:
    agent.run("Save the compounds of salts.csv with MW below 100 as small.sdf")
    made = [Chem.MolToSmiles(mol) for mol in Chem.SDMolSupplier(str(folder / "small.sdf"))]
    assert made == ["CC(=O)[O-].[Na+]", "CCO"]


def test_values_in_another_unit_are_not_saved_in_that_of_the_file(agent: Agent, folder: Path) -> None:
    answer = agent.run("Convert the bp of solvents.csv to kelvin and save as kelvin.csv")
    assert answer.status == "partial"
    assert "is saved in °C and not in K" in answer.text
    assert not (folder / "kelvin.csv").exists()


def test_the_numbers_of_a_logarithmic_axis_are_plain(agent: Agent) -> None:
    answer = agent.run("Plot viability against dose in series.csv with a log x axis")
    picture = str(next(one.value for one in answer.values if str(one.value).startswith("<")))
    assert "mathdefault" not in picture


def test_atoms_of_a_chain_are_those_of_the_file(agent: Agent, folder: Path) -> None:
    # an alanine of five heavy atoms in the file; its sequence would have thirteen with hydrogens
    atoms = (("N", 0, 0), ("CA", 1.46, 0), ("C", 2.0, 1.42), ("O", 1.3, 2.4), ("CB", 2.0, -1.4))
    lines = [
        f"ATOM  {number:5d}  {name:<3} ALA {chain}   1    {x:8.3f}{y:8.3f}{0:8.3f}  1.00 10.00           {name[0]}"
        for number, (chain, (name, x, y)) in enumerate(((c, a) for c in "AB" for a in atoms), 1)
    ]
    (folder / "two.pdb").write_text("\n".join([*lines, "END"]) + "\n")
    text = agent.run("Number of atoms in each chain of two.pdb").text
    assert "A: atoms 5" in text
    assert "B: atoms 5" in text
