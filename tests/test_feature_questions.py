"""Questions about sequence files: features of GenBank records as rows, and limits in letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
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
