"""What a question names, as people read it: without the headers of its files, and types as words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.records import Entity, Query

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


def mentions_of(query: Query) -> Iterator[Entity]:
    """Yield the entities that are more than a header of a file of the question."""
    headers = {column.name for schema in query.tables for column in schema.columns}
    return (entity for entity in query.entities if not {entity.text, str(entity.value)} & headers)


def words_of_type(name: str) -> str:
    """Return the name of a type in words: `csv file`; what stands in capitals stays so."""
    return " ".join(word if word.isupper() else word.lower() for word in _WORDS.findall(name))
