"""A noun of what is given stands in front of it; behind a thing it may be what is made of that."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader


def roles(reader: RuleReader, question: str, word: str) -> set[str]:
    query = reader.read(question)
    assert query.request is not None
    return {one.role for one in query.request.readings if query.text[one.start : one.end] == word}


@pytest.mark.parametrize(
    ("question", "word", "role"),
    [
        ("BamHI on this piece, number of sites? ATGGATCCGTATGGATCCGT", "piece", "frame"),
        ("ATGGATCCGTATGGATCCGT with BamHI, GC content of this piece", "piece", "unread"),
        ("GC content of the piece of ATGGATCCGTATGGATCCGT", "piece", "unread"),
        ("these two inserts ATGGATCCGT and GGGTTTCCCA: GC content", "two", "frame"),
        ("these three inserts ATGGATCCGT and GGGTTTCCCA: GC content", "three", "unread"),
    ],
)
def test_nouns(reader: RuleReader, question: str, word: str, role: str) -> None:
    assert roles(reader, question, word) == {role}
