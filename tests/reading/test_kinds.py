"""What people call the kinds of values, and which of them the values of a question lead to."""

from __future__ import annotations

import pytest

from scitoolagent.reading.kinds import Kinds
from scitoolagent.reading.reader import RuleReader
from scitoolagent.toolkg.store import load_graph

DNA, RNA, PEPTIDE = "ATGGCCAAGTGGTAA", "AUGGCCAAGUGGUAA", "GIVEQCCTSICSLYQLENYCN"


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        (f"translate {DNA}", "protein", "ProteinSequence"),
        (f"transcribe {DNA}", "mrna", "RnaSequence"),
        (f"translate {RNA}", "peptide", "ProteinSequence"),
        # what is given is nothing that it leads to
        (f"take {DNA}", "dna", None),
        (f"take {PEPTIDE}", "protein", None),
        (f"take {PEPTIDE}", "dna", None),
        (f"take {DNA}", "sequence", None),
        ("take menthol", "protein", None),
        (f"take {DNA}", "table", None),
    ],
)
def test_what_values_lead_to(reader: RuleReader, text: str, word: str, kind: str | None) -> None:
    assert Kinds(load_graph()).led_to(reader.read(text), word) == kind


def test_names_of_a_kind() -> None:
    kinds = Kinds(load_graph())
    assert {"dna", "sequence"} <= kinds.of("DnaSequence")
    assert kinds.is_named("proteins", kinds.all())
    assert not kinds.is_named("menthol", kinds.all())


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (f"Which protein does {DNA} code for?", [("ProteinSequence", True)]),
        (f"Which peptide is encoded by {RNA}?", [("ProteinSequence", True)]),
        (f"Which mRNA does {DNA} give?", [("RnaSequence", True)]),
        # the word for what is given asks for nothing
        (f"the mass of the protein {PEPTIDE}", [("protein_molecular_weight", True)]),
    ],
)
def test_a_kind_that_is_asked_for(reader: RuleReader, question: str, asks: list[tuple[str, bool]]) -> None:
    request = reader.read(question).request
    assert request is not None
    found = [(sorted({other.tool or other.type for other in ask.what}), ask.reported) for ask in request.asks]
    assert [(True, reported) for _, reported in asks] == [
        (name in names, told) for (name, _), (names, told) in zip(asks, found, strict=True)
    ]
