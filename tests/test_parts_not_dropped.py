"""Small words that change what is asked: "an event", "by type", a record called "a", a comma that may be a point."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError

SURVIVAL = """id,time_months,event,arm
1,5,1,A
2,8,0,A
3,12,1,A
4,20,1,B
5,25,0,B
6,2,1,B
"""
PATIENTS = """id,sex,diabetes,bmi
1,male,0,22
2,female,0,31
3,female,1,28
4,male,1,24
5,female,1,27
"""
FEATURES = """##gff-version 3
chr1\tx\tgene\t100\t500\t.\t+\t.\tID=g1
chr1\tx\tCDS\t150\t300\t.\t+\t0\tID=c1;Parent=g1
chr2\tx\tgene\t5\t40\t.\t-\t.\tID=g2
"""
RECORDS = ">a first\nATGGCCAAGTGGTAA\n>b second\nATGAAACCCGGGTAG\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("parts")
    for name, text in {"s.csv": SURVIVAL, "p.csv": PATIENTS, "g.gff": FEATURES, "d.fasta": RECORDS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def status(agent: Agent, question: str) -> str:
    try:
        return agent.run(question).status
    except SciToolAgentError:
        return "refused"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how many patients had an event in s.csv", ": 4"),
        ("mean time of those with an event in s.csv", "9.75"),  # (5 + 12 + 20 + 2) / 4
        ("how many patients with an event in arm B in s.csv", ": 2"),
        ("mean bmi of women with diabetes in p.csv", "27.5"),
        ("mean bmi of those with diabetes in p.csv", "26.33"),
        ("how many women with a diabetes in p.csv", ": 2"),
        ("mean of 1,000 and 2,000", ": 1500"),
        ("mean of 1,2,3 and 4", ": 2.5"),
        ("mean of 4,1; 4,5; 3,9", "4.16"),
    ],
)
def test_the_part_is_used(agent: Agent, question: str, value: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert value in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "mean of 1,2 and 3,4",
        "median of 4,1 and 4,5 and 3,9",
        "mean of 4.1, 4.5 and 4,4",
        "number of features by type in g.gff",
        "number of features by kind in g.gff",
        "molecular weight of the DNA a in d.fasta",
        "GC content of the sequence a in d.fasta",
    ],
)
def test_what_is_open_or_not_used_is_not_complete(agent: Agent, question: str) -> None:
    assert status(agent, question) != "complete"


@pytest.mark.parametrize(
    "asked", ["all of the ionization energies of lithium", "the ionization energies of Li, all of them"]
)
def test_all_of_several_is_not_the_first(agent: Agent, asked: str) -> None:
    assert status(agent, f"What are {asked}?") != "complete"
