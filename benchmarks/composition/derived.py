"""Questions for a property of what is derived from something: derivations × properties × wordings."""

from __future__ import annotations

from collections.abc import Iterator

from scitoolagent.benchmarks.composition.cells import Cell, Derivation, Property, Stock, Thing, wording
from scitoolagent.benchmarks.freeask.items import Gold, Item, Reference

_WITHIN = 1e-6
_DIFFERENT = 1e-3


def derived_questions(stock: Stock, properties: int) -> Iterator[Cell]:
    """The questions; each is about something whose own value is another one than that of what is derived."""
    for derivation in stock.derivations():
        for property_ in stock.properties(derivation.result, properties):
            known = list(_known(stock, derivation, property_))
            for number, sentence in enumerate(wording()["derived"] if known else ()):
                thing, value = known[number % len(known)]
                noun = property_.nouns[number % len(property_.nouns)]
                text = sentence.format(p=noun, d=derivation.noun, m=thing.written)
                wanted = Reference(value, property_.unit, abs(value) * _WITHIN)
                name = f"{derivation.name}/{property_.type}/{number}"
                gold = Gold("number", numbers=(wanted,))
                yield Cell(derivation.name, property_.type, item(name, text, gold), property_.type)


def item(name: str, text: str, gold: Gold) -> Item:
    """A question with its gold; the row of the grid is its kind."""
    kind = name.partition("/")[0]
    return Item(id=name, text=text, kind=kind, template=name.rpartition("/")[2], files=(), wanted=gold, mentions=())


def _known(stock: Stock, derivation: Derivation, property_: Property) -> Iterator[tuple[Thing, float]]:
    """What can be asked about, with the true value of what is derived from it."""
    for thing in stock.things:
        if thing.type == derivation.source and (made := stock.derive(derivation, thing.value)):
            value = stock.number(property_, made)
            own = stock.number(property_, thing.value)
            if value is not None and (own is None or abs(value - own) > _DIFFERENT * max(abs(value), abs(own))):
                yield thing, value
