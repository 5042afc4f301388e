"""Questions about sequence files: features of GenBank records as rows, and limits in letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.tables.bounds import USUAL
from scitoolagent.tables.feature_kinds import kinds_of, said_kind

ONE, OTHER = "ATGGCTGAATAA", "ATGAAAAAAGGCTAA"
REVERSED = {"A": "T", "C": "G", "G": "C", "T": "A"}
BACK = "".join(REVERSED[base] for base in reversed(OTHER))
WHOLE = f"CCCCC{ONE}GGGGG{BACK}TTTTT"


def record(table: str = "11") -> str:
    places = {"ygaA": "6..17", "ygaB": "complement(23..37)"}
    features = "".join(
        f'     gene            {place}\n                     /gene="{gene}"\n'
        f'     CDS             {place}\n                     /gene="{gene}"\n'
        f'                     /product="product of {gene}"\n                     /transl_table={table}\n'
        for gene, place in places.items()
    )
    return (
        f"LOCUS       SMALL             {len(WHOLE)} bp    DNA     linear   SYN 01-JAN-2024\n"
        f"DEFINITION  small.\nACCESSION   SMALL\nVERSION     SMALL.1\nFEATURES             Location/Qualifiers\n"
        f'     source          1..{len(WHOLE)}\n                     /organism="none"\n'
        f"{features}ORIGIN\n        1 {WHOLE.lower()}\n//\n"
    )


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("features")
    (folder / "small.gb").write_text(record())
    (folder / "odd.gb").write_text(record("4"))
    (folder / "c.fasta").write_text(">p\nACGTACGTAC\n>q\nACGTACGTACGTACGTACGT\n>r\nACGTA\n")
    (folder / "p.faa").write_text(">p\nMKWLDEFY\n>q\nMKWLDEFYMKWLDEFYHH\n")
    with Agent(load_config(), folder, models={}) as found:
        yield found


def told(agent: Agent, question: str) -> list[tuple[str, object]]:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return [(one.subject, one.value) for one in answer.values]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many CDS are in small.gb?", [("small.gb", 2)]),
        ("how many genes does small.gb have", [("small.gb", 2)]),
        ("number of features in small.gb", [("small.gb", 4)]),
        ("translate every coding sequence of small.gb", [("ygaA", "MAE*"), ("ygaB", "MKKG*")]),
        ("protein sequence of ygaB in small.gb", [("ygaB", "MKKG*")]),
        ("length of each CDS in small.gb", [("ygaA", 12), ("ygaB", 15)]),
        ("start of the gene ygaB in small.gb", [("ygaB", 23)]),
        ("how many genes of small.gb are on the reverse strand", [("small.gb", 1)]),
        ("how long is the sequence in small.gb", [("SMALL.1", len(WHOLE))]),
    ],
)
def test_features_are_rows_where_a_question_speaks_of_them(
    agent: Agent, question: str, wanted: list[tuple[str, object]]
) -> None:
    found = told(agent, question)
    assert [value for _, value in found] == [value for _, value in wanted]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("how many promoters are in small.gb", "there is no feature of the kind promoter; there is gene (2), CDS (2)"),
        ("how many genes and CDS are in small.gb", "one kind of feature"),
        ("which proteins in p.faa are longer than 10 bp", "'bp' was not understood"),
    ],
)
def test_what_the_features_do_not_answer_is_refused(agent: Agent, question: str, why: str) -> None:
    with pytest.raises(NoPathError) as refused:
        agent.run(question)
    assert why in str(refused.value)


def test_codons_of_another_genetic_code_are_not_translated_by_the_usual_one(agent: Agent) -> None:
    answer = agent.run("translate each CDS of odd.gb")
    assert answer.status != "complete"
    assert "in genetic code 4" in answer.text


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many sequences in c.fasta are longer than 5 bp", 2),
        ("how many sequences in c.fasta are longer than 5 nucleotides", 2),
        ("how many proteins in p.faa are shorter than 10 residues", 1),
        ("how many proteins in p.faa are longer than 10 amino acids", 1),
    ],
)
def test_a_length_has_its_letters_behind_it(agent: Agent, question: str, count: int) -> None:
    assert next(value for _, value in told(agent, question)) == count


def test_rows_that_meet_a_condition_are_saved_by_their_first_words(agent: Agent) -> None:
    answer = agent.run("save the sequences of c.fasta that are longer than 8 bp as longer.fasta")
    assert answer.status == "complete", answer.text
    written = (Path(agent._workspace) / "longer.fasta").read_text()
    assert [line for line in written.splitlines() if line.startswith(">")] == [">p", ">q"]


def test_a_kind_is_named_by_its_noun_or_by_the_name_of_a_feature(tmp_path: Path) -> None:
    (tmp_path / "a.gb").write_text(record())
    kinds = kinds_of(tmp_path / "a.gb", USUAL)
    assert dict(kinds.counts) == {"gene": 2, "CDS": 2}
    assert said_kind("GC content of ygaA", kinds) == "CDS"
    assert said_kind("the gene names of each CDS", kinds) == "CDS"
    assert said_kind("GC content of the plasmid", kinds) == ""
