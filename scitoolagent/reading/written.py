"""A question in the words in which it was asked: what was found in its English text, moved to what was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.records import Entity, Piece, Quantity, Query, Reading

# A piece of the question, and where its English words begin and end.
_Placed = tuple[Piece, int, int]


def as_written(query: Query) -> Query:
    """The question with its own words and the readings of these; itself where it was asked in English.

    A value that stands under another name in English (`Koffein`) has that name as what it was read as.
    """
    original = query.original
    if original is None or "".join(piece.text for piece in original.pieces) != query.text:
        return query
    placed = list(_placed(original.pieces))
    readings = query.request.readings if query.request else ()
    told = sorted((one for piece in placed for one in _readings(original.text, piece, readings)), key=lambda r: r.start)
    return query.model_copy(
        update={
            "text": original.text,
            "original": None,
            "entities": tuple(_moved_entity(original.text, placed, entity) for entity in query.entities),
            "quantities": tuple(_moved_quantity(placed, quantity) for quantity in query.quantities),
            "request": query.request.model_copy(update={"readings": tuple(told)}) if query.request else None,
        }
    )


def _placed(pieces: Sequence[Piece]) -> Iterator[_Placed]:
    place = 0
    for piece in pieces:
        yield piece, place, place + len(piece.text)
        place += len(piece.text)


def _readings(text: str, placed: _Placed, readings: Sequence[Reading]) -> Iterator[Reading]:
    """The readings of a piece: each of its own words where they stand as written, one for all where they do not."""
    piece, start, end = placed
    inside = [one for one in readings if one.start < end and start < one.end]
    if piece.text == text[piece.start : piece.end]:
        for one in inside:
            moved = {"start": _shift(placed, one.start), "end": _shift(placed, one.end)}
            yield one.model_copy(update=moved)
        return
    if not text[piece.start : piece.end].strip():
        return
    if not piece.text.strip():
        # The second part of a verb, or a word that only marks a question: its meaning stands elsewhere.
        yield Reading(start=piece.start, end=piece.end, role="frame")
    elif inside:
        one = min(inside, key=lambda one: (one.role != "unread", one.role == "frame"))
        asks = tuple(dict.fromkeys(handle for other in inside for handle in other.asks if other.role == one.role))
        yield one.model_copy(update={"start": piece.start, "end": piece.end, "asks": asks})


def _shift(placed: _Placed, place: int) -> int:
    piece, start, end = placed
    return piece.start + min(max(place, start), end) - start


def _moved_entity(text: str, placed: Sequence[_Placed], entity: Entity) -> Entity:
    start, end = _moved(placed, entity.start, entity.end)
    written = text[start:end]
    read_as = entity.read_as or (entity.text if written != entity.text else "")
    return entity.model_copy(update={"start": start, "end": end, "text": written, "read_as": read_as})


def _moved_quantity(placed: Sequence[_Placed], quantity: Quantity) -> Quantity:
    start, end = _moved(placed, quantity.start, quantity.end)
    return quantity.model_copy(update={"start": start, "end": end})


def _moved(placed: Sequence[_Placed], start: int, end: int) -> tuple[int, int]:
    """Where something stands in what was written; a value that an earlier question gave stands behind the text."""
    inside = [
        (piece.start, piece.end)
        if piece.end - piece.start != right - left
        else (_shift((piece, left, right), start), _shift((piece, left, right), end))
        for piece, left, right in placed
        if left < end and start < right
    ]
    if not inside:
        return start, end
    return min(place for place, _ in inside), max(place for _, place in inside)
