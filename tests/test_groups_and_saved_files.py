"""Columns that part rows into groups though their header may mean each row, and files that hold what was asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config

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


@pytest.mark.slow
def test_a_file_of_sequences_holds_those_that_were_made(agent: Agent, folder: Path) -> None:
    assert "Saved" in agent.run("Reverse complement of each sequence in cds.fasta, save as rc.fasta").text
    assert (folder / "rc.fasta").read_text().split() == [">one", "AAATTTCAT", ">two", "CCCGGGCAT"]
    agent.run("Translate the sequences in cds.fasta and save as prot.fasta")
    assert (folder / "prot.fasta").read_text().split() == [">one", "MKF", ">two", "MPG"]


def test_values_in_another_unit_are_not_saved_in_that_of_the_file(agent: Agent, folder: Path) -> None:
    answer = agent.run("Convert the bp of solvents.csv to kelvin and save as kelvin.csv")
    assert answer.status == "partial"
    assert "is saved in °C and not in K" in answer.text
    assert not (folder / "kelvin.csv").exists()
