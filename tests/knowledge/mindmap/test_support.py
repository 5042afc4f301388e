"""Which sentences of an answer stand on a fact, and what it names beyond the evidence."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.mindmap.evidence import gather
from scitoolagent.knowledge.mindmap.recognise import Seed
from scitoolagent.knowledge.mindmap.support import share_beyond, support_of
from scitoolagent.knowledge.store.catalogue import open_graph

GRAPH = open_graph("demo")
EVIDENCE = gather(GRAPH, [Seed("DB00331", 1.0, "name", "metformin")], 5, 1)


@pytest.mark.parametrize(
    ("text", "held", "beyond"),
    [
        ("Metformin treats type 2 diabetes.", 1, ()),
        ("Metformin does not treat type 2 diabetes.", 0, ()),
        ("Metformin is like warfarin.", 0, ("warfarin",)),
        ("Metformin is well known.", 0, ()),
        ("", 0, ()),
    ],
)
def test_a_sentence_stands_on_a_fact_or_does_not(text: str, held: int, beyond: tuple[str, ...]) -> None:
    found = support_of(text, EVIDENCE, GRAPH)
    assert sum(bool(one.facts) for one in found.sentences) == held
    assert found.beyond == beyond


def test_the_share_of_what_is_named_beyond_the_evidence() -> None:
    found = [
        support_of(text, EVIDENCE, GRAPH) for text in ("Metformin and warfarin.", "Metformin, ibuprofen, aspirin.")
    ]
    assert share_beyond(found) == pytest.approx(3 / 5)  # by hand
    assert share_beyond([]) == 0
    assert "1 of 2 things named are not in the evidence; not in the evidence: warfarin" in found[0].in_words()
