"""A value says what it is of where that was made from what the question names."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("TPSA of CCO", "topological polar surface area"),
        ("molecular weight of the Murcko scaffold of naproxen", "molecular weight of the Murcko scaffold"),
        ("logP of the methyl ester of benzoic acid", "Wildman-Crippen logP of the methyl ester"),
        ("GC content of the reverse complement of ATGGCCATTG", "GC content of the reverse complement"),
        # Another way to write a thing is no other thing.
        ("InChIKey of naproxen", "InChIKey"),
        ("molecular weight of InChI=1S/CH4O/c1-2/h2H,1H3", "molecular weight"),
        # A gene and its protein are two.
        ("isoelectric point of the protein of ATGGCCATTGTAATG", "isoelectric point of the protein sequence"),
    ],
)
def test_the_label_names_what_was_made(tmp_path: Path, question: str, label: str) -> None:
    with Agent(Config(data_dir=tmp_path)) as agent:
        answer = agent.run(question)
    assert [value.label for value in answer.values] == [label]
