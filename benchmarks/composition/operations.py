"""Questions for what is done with a property of several things: order, choice, difference, mean, sum, filter, count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scitoolagent.benchmarks.composition.cells import Cell, Property, Stock, Thing, wording
from scitoolagent.benchmarks.composition.derived import item
from scitoolagent.benchmarks.freeask.items import Gold, Reference
from scitoolagent.tool.units import unit_sign

_WITHIN = 1e-6
_APART = 1e-2  # of the largest value: nearer ones would make an order a matter of rounding
_DIGITS = 3
_MANY = (3, 4, 5, 2)
_TYPES = ("Smiles", "ProteinSequence", "DnaSequence")


def operation_questions(stock: Stock, properties: int) -> Iterator[Cell]:
    """The questions; the values of the things asked about are all different."""
    for kind, type_ in enumerate(_TYPES):
        written = set(wording()["plain"])
        things = [one for one in stock.things if one.type == type_ and (type_ != "Smiles" or one.written in written)]
        for turn, property_ in enumerate(stock.properties(type_, properties)):
            for place, (operation, sentences) in enumerate(wording()["operations"].items()):
                size = 2 if operation in ("difference", "greater") else _MANY[(turn + place + kind) % len(_MANY)]
                values = _chosen(stock, property_, things[turn % len(things) :] + things[: turn % len(things)], size)
                sentence = sentences[turn % len(sentences)]
                cell = _cell(operation, sentence, property_, values, turn) if len(values) == size else None
                if cell and not _is_given(cell.item.wanted):
                    yield cell


def _is_given(gold: Gold) -> bool:
    """Whether the result is also one of the single values, which would be taken for it."""
    wanted = gold.numbers[0].value if gold.numbers else None
    return wanted is not None and any(abs(abs(one) - abs(wanted)) <= _WITHIN for one in gold.support.values())


def _chosen(stock: Stock, property_: Property, things: list[Thing], count: int) -> dict[str, float]:
    """The first so many things with values that are apart."""
    found: dict[str, float] = {}
    for thing in things:
        value = stock.number(property_, thing.value)
        if value is None or len(found) == count:
            continue
        largest = max(map(abs, [value, *found.values()]))
        if all(abs(value - other) > _APART * largest for other in found.values()):
            found[thing.written] = value
    return found


def _cell(operation: str, sentence: str, property_: Property, values: dict[str, float], turn: int) -> Cell:
    names = list(values)
    ordered = sorted(names, key=values.__getitem__)
    threshold = _between(values[ordered[len(ordered) // 2 - 1]], values[ordered[len(ordered) // 2]])
    text = sentence.format(
        p=property_.nouns[turn % len(property_.nouns)],
        all=f"{', '.join(names[:-1])} and {names[-1]}",
        a=names[0],
        b=names[1],
        n=_half(names),
        t=f"{threshold:g} {unit_sign(property_.unit)}".strip(),
    )
    gold = _gold(operation, values, threshold, property_.unit)
    name = f"{operation}/{property_.type}/{sentence}"
    return Cell(operation, property_.type, item(name, text[0].upper() + text[1:], gold))


def _half(names: list[str]) -> int:
    return max(1, len(names) // 2)


def _between(low: float, high: float) -> float:
    """A short number between two: a reader writes no seven digits."""
    for digits in range(_DIGITS, 12):
        middle = float(f"{(low + high) / 2:.{digits}g}")
        if low < middle < high:
            return middle
    return (low + high) / 2


def _gold(operation: str, values: Mapping[str, float], threshold: float, unit: str) -> Gold:
    """What plain Python makes of the values."""
    ordered = sorted(values, key=values.__getitem__)
    first, second = list(values)[:2]
    above = tuple(name for name, value in values.items() if value > threshold)
    known = dict(values)
    if operation in ("rising", "falling"):
        return Gold("order", orders=(tuple(ordered if operation == "rising" else ordered[::-1]),), support=known)
    if operation in ("highest", "lowest"):
        winner = ordered[-1 if operation == "highest" else 0]
        return Gold("choice", texts=(winner,), among=tuple(values), support=known)
    if operation in ("top", "above"):
        members = tuple(ordered[-_half(ordered) :]) if operation == "top" else above
        return Gold("set", members=members, universe=tuple(values), support=known)
    if operation == "greater":
        return Gold("bool", truths=frozenset([values[first] > values[second]]), support=known)
    if operation == "count":
        return Gold("number", numbers=(Reference(float(len(above))),), support=known)
    total = sum(values.values())
    made = {"mean": total / len(values), "sum": total, "difference": values[first] - values[second]}[operation]
    if operation == "difference" and unit == "Cel":
        unit = "K"  # a difference of two temperatures is no temperature
    wanted = Reference(made, unit, max(abs(made), max(map(abs, values.values()))) * _WITHIN)
    return Gold("number", numbers=(wanted if operation != "difference" else _either_sign(wanted),), support=known)


def _either_sign(wanted: Reference) -> Reference:
    return Reference(abs(wanted.value), wanted.unit, wanted.tolerance, (-abs(wanted.value),))
