"""Read the conditions behind what is counted: "that are not aromatic", "on nitrogen", "if water is left out"."""

from __future__ import annotations

from dataclasses import dataclass

from scitoolagent.tools.chemistry._selection import Condition
from scitoolagent.tools.chemistry._selection_heads import atoms_at, condition_of
from scitoolagent.tools.chemistry._selection_tokens import Token, listed, meant

_PARTNERS = {"heteroatoms": "heteroatom", "halogens": "halogen", "heavy atoms": "heavy atom"}

_MOST_IN_LIST = 6


@dataclass(frozen=True, slots=True)
class Tail:
    """Conditions and the words that make them: from the word `first` to the one before `last`.

    `ends` are those of a bond: "between carbon and oxygen".
    """

    first: int
    last: int
    conditions: tuple[Condition, ...] = ()
    ends: tuple[str, ...] = ()


def tail_at(words: list[Token], place: int, kind: str) -> Tail | None:
    """The conditions on a thing of a kind that start at a place."""
    start = place + (words[place].text == ",")
    read = _left_out(words, start) or _excepted(words, start) or _between(words, start, kind) or _whole(words, start)
    if read is not None:
        return read
    first = _clause(words, start, kind)
    if first is None:
        return None
    conditions, last, negated = first
    while more := _more(words, last, kind, negated):
        conditions = (*conditions, *more[0])
        last = more[1]
    return Tail(start, last, conditions)


def _is(words: list[Token], place: int, name: str) -> int:
    return next((end for end, _ in listed(name).at(words, place)), 0)


def _past(words: list[Token], place: int, *names: str) -> int:
    """The place behind all words of some lists."""
    while end := next((end for name in names if (end := _is(words, place, name))), 0):
        place = end
    return place


def _clause(words: list[Token], start: int, kind: str) -> tuple[tuple[Condition, ...], int, bool] | None:
    """`that are not aromatic`, `not in a ring`, `on nitrogen`."""
    place = _is(words, start, "relative") or start
    related = place > start
    verb = _past(words, place, "be")
    marked = related or verb > place
    negated = _is(words, verb, "not")
    # `is not part of`, `not in`: the phrase for outside holds the negation itself.
    if outside := _ring(words, verb, "out_of_ring", kind):
        return (_negated(outside[0]), outside[1], True)
    at = negated or verb
    found = _condition(words, at, kind, bool(marked or negated))
    if found is None:
        if related and verb > place and at < len(words) and words[at].raw.isalpha() and words[at].raw.islower():
            return (Condition("?", (words[at].text,), bool(negated)),), at + 1, bool(negated)
        return None
    conditions, last = found
    return (_negated(conditions) if negated else conditions), last, bool(negated)


def _more(words: list[Token], place: int, kind: str, negated: bool) -> tuple[tuple[Condition, ...], int] | None:
    """What goes on: `and not charged`, `nor in a ring`, `but bonded to oxygen`."""
    comma = place < len(words) and words[place].text == ","
    behind = place + comma
    for name in ("and", "but", "nor", "or"):
        if end := _is(words, behind, name):
            again = _past(words, _is(words, end, "relative") or end, "be")
            denied = _is(words, again, "not")
            found = _condition(words, denied or again, kind, True)
            if found is None:
                return None
            conditions, last = found
            if name == "or" and not negated:
                return (Condition("?", ("or",)),), last
            both = denied or (negated and name in ("nor", "or"))
            return (_negated(conditions) if both else conditions), last
    return None


def _negated(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(Condition(one.name, one.values, not one.negated) for one in conditions)


def _condition(words: list[Token], place: int, kind: str, marked: bool) -> tuple[tuple[Condition, ...], int] | None:
    """A condition without its negation; an adjective alone counts only where a verb or `that` marks it."""
    found = (
        _ring(words, place, "in_ring", kind)
        or _by_order(words, place)
        or _bonded(words, place, kind)
        or (_held(words, place) if kind == "ring" else _borne(words, place))
    )
    if found:
        return found
    if not marked:
        return None
    for end, meaning in meant("atom_words").at(words, place):
        if words[end - 1].text != "ring":
            return (condition_of(meaning),), end
    return None


def _ring(words: list[Token], place: int, name: str, kind: str) -> tuple[tuple[Condition, ...], int] | None:
    """`in a six-membered aromatic ring`; for what is outside, the conditions are those of being inside."""
    for end, _ in listed(name).at(words, place):
        at = _past(words, end, "article", "skipped")
        size = ""
        if at < len(words) and words[at].number and (behind := _is(words, at + 1, "membered")):
            size, at = words[at].number, behind
        for behind, meaning in meant("atom_words").at(words, at):
            if meaning == "in aromatic ring" and not size:
                return (Condition("in aromatic ring"),), behind
        if size and (behind := _is(words, at, "ring")):
            return (Condition("size", (size,)),), behind
        if behind := _is(words, at, "ring"):
            return (Condition("in ring"),), behind
        for behind, group in meant("groups").at(words, at):
            last = _is(words, behind, "group_word")
            # "in phenol" names a compound, "in a phenol" and "of the phenol group" a part of one.
            named = last or words[behind - 1].text == "ring" or (at > end and _is(words, at - 1, "article"))
            if kind == "atom" and named:
                return (Condition("part of", (group,)),), last or behind
    return None


def _held(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    """Of rings: `containing nitrogen`, `without oxygen`."""
    for name in ("holding", "lacking"):
        for end, _ in listed(name).at(words, place):
            at = _past(words, end, "article", "skipped")
            elements = _elements(words, at)
            if elements:
                return (Condition("contains", elements[0], name == "lacking"),), elements[1]
    return None


def _by_order(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    """`double-bonded to oxygen`, `triply bonded`."""
    for end, meaning in meant("bonded_words").at(words, place):
        if not meaning.endswith(" to"):
            return (Condition(meaning),), end
        targets = _targets(words, end)
        if targets:
            return (Condition(meaning, targets[0]),), targets[1]
    return None


def _bonded(words: list[Token], place: int, kind: str) -> tuple[tuple[Condition, ...], int] | None:
    for end, phrase in listed("bonded").at(words, place):
        if phrase == "to" and kind != "bond":
            continue
        number = ""
        at = start = _past(words, end, "article", "skipped")
        if quantity := _is(words, at, "quantity"):
            at, number = quantity, "?"
        if at < len(words) and words[at].number:
            at, number = at + 1, number or words[at].number
        targets = _targets(words, at)
        if targets is None:
            continue
        values, last = targets
        if number and values == ("H",) and number != "?":
            return (Condition("hydrogens", (number,)),), last
        if number:
            return (Condition("?", (" ".join(word.raw for word in words[start:at]),)),), last
        if kind == "bond":
            return (Condition("contains", values),), last
        return (Condition("hydrogens", ("any",)) if values == ("H",) else Condition("bonded to", values),), last
    return None


def _targets(words: list[Token], place: int) -> tuple[tuple[str, ...], int] | None:
    """What something is bonded to: elements and rings, joined by `or` or `and`."""
    values: list[str] = []
    last = place
    while len(values) < _MOST_IN_LIST:
        one = _target(words, _past(words, place, "article", "skipped"))
        if one is None:
            break
        values.append(one[0])
        last = one[1]
        place = last + (last < len(words) and words[last].text == ",")
        joint = _is(words, place, "or") or _is(words, place, "and")
        if not joint and place == last:
            break
        place = joint or place
    return (tuple(values), last) if values else None


def _target(words: list[Token], place: int) -> tuple[str, int] | None:
    for end, meaning in meant("atom_words").at(words, place):
        if meaning == "in aromatic ring":
            return "aromatic ring", end
        carbon = next((behind for behind, symbol in atoms_at(words, end) if symbol == "C"), 0)
        if meaning in ("aromatic", "sp3", "saturated") and carbon:
            return ("aromatic C" if meaning == "aromatic" else "sp3 C"), _is(words, carbon, "atom") or carbon
        if meaning == "aromatic" and (behind := _is(words, end, "atom")):
            return "aromatic atom", behind
    for end, group in meant("groups").at(words, place):
        if group in ("benzene ring", "phenyl") and words[end - 1].text == "ring":
            return "benzene ring", end
        carbon = next((behind for behind, symbol in atoms_at(words, end) if symbol == "C"), 0)
        if group == "carbonyl":
            end = carbon or _is(words, end, "group_word") or end
            return "carbonyl", _is(words, end, "atom") or end
    if end := _is(words, place, "ring"):
        return "ring", end
    for end, symbol in atoms_at(words, place):
        return _PARTNERS.get(symbol, symbol), _is(words, end, "atom") or end
    return None


def _borne(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    """`with two hydrogens`, `without hydrogens`, `bearing a positive charge`."""
    for name in ("lacking", "bearing"):
        for end, _ in listed(name).at(words, place):
            at = _past(words, end, "article", "skipped")
            number = words[at].number if at < len(words) else ""
            at += bool(number)
            if name == "bearing" and (charge := _charge(words, at)):
                return charge
            targets = _targets(words, at)
            if targets is None:
                continue
            values, last = targets
            if values == ("H",):
                wanted = Condition("hydrogens", ("0",) if name == "lacking" else (number or "any",))
                return (wanted,), last
            if number:
                return (Condition("?", (words[end].text,)),), last
            return (Condition("bonded to", values, name == "lacking"),), last
    return None


def _charge(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    sign = words[place].text if place < len(words) else ""
    if sign in ("positive", "negative") and (end := _is(words, place + 1, "charge")):
        return (Condition(sign),), end
    end = _is(words, place, "charge")
    return ((Condition("charged"),), end) if end else None


def _excepted(words: list[Token], start: int) -> Tail | None:
    """`other than carbon`, `not counting nitrogen`."""
    for end, _ in listed("except").at(words, start):
        at = _past(words, end, "article", "skipped")
        elements = _elements(words, at)
        if elements:
            return Tail(start, elements[1], (Condition("element", elements[0], True),))
        for behind, meaning in meant("atom_words").at(words, at):
            last = _is(words, behind, "pronoun") or _is(words, behind, "atom")
            if last:
                return Tail(start, last, _negated((condition_of(meaning),)))
    return None


def _left_out(words: list[Token], start: int) -> Tail | None:
    """`if nitrogen is left out`, `nitrogens excluded`."""
    at = _past(words, _is(words, start, "if") or start, "article", "skipped")
    elements = _elements(words, at)
    if elements is None:
        return None
    end = _is(words, _past(words, elements[1], "be"), "left_out") or _is(words, elements[1], "left_out")
    return Tail(start, end, (Condition("element", elements[0], True),)) if end else None


def _elements(words: list[Token], place: int) -> tuple[tuple[str, ...], int] | None:
    values: list[str] = []
    last = place
    while len(values) < _MOST_IN_LIST:
        item = next(atoms_at(words, _past(words, place, "article", "skipped")), None)
        if item is None:
            break
        values.append(item[1])
        last = _is(words, item[0], "atom") or item[0]
        comma = last + (last < len(words) and words[last].text == ",")
        joint = _is(words, comma, "and") or _is(words, comma, "or")
        if not joint and comma == last:
            break
        place = joint or comma
    return (tuple(values), last) if values else None


def _between(words: list[Token], start: int, kind: str) -> Tail | None:
    """`between carbon and oxygen`, `between two carbons`; of bonds only."""
    end = _is(words, start, "between") if kind == "bond" else 0
    if not end:
        return None
    at = _past(words, end, "article", "skipped")
    at += at < len(words) and words[at].number == "2"
    elements = _elements(words, at)
    if elements is None or len(elements[0]) > 2:
        return None
    values = elements[0]
    if values == ("heavy atoms",):
        return Tail(start, elements[1], (Condition("between heavy atoms"),))
    return Tail(start, elements[1], (), values if len(values) == 2 else (values[0], values[0]))


def _whole(words: list[Token], start: int) -> Tail | None:
    for name, condition in (("kekule", "Kekulé"), ("with_hydrogens", "with hydrogens")):
        if end := _is(words, start, name):
            return Tail(start, end, (Condition(condition),))
    return None
