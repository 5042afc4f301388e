"""Read the conditions behind what is counted: "that are not aromatic", "on nitrogen", "if water is left out"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scitoolagent.tools.chemistry._selection import Condition, Selection
from scitoolagent.tools.chemistry._selection_heads import atoms_at, condition_of
from scitoolagent.tools.chemistry._selection_tokens import Token, listed, meant

_PARTNERS = {"heteroatoms": "heteroatom", "halogens": "halogen", "heavy atoms": "heavy atom"}

_MOST_IN_LIST = 6
# They are bonded to one atom only, so that "on nitrogen and oxygen" says of some the one and of some the other.
_MONOVALENT = frozenset({"H", "F", "Cl", "Br", "I", "halogens"})
_JOINTS = ("or", "and", "nor")


@dataclass(frozen=True, slots=True)
class Tail:
    """Conditions and the words that make them: from the word `first` to the one before `last`.

    `ends` are those of a bond: "between carbon and oxygen".
    """

    first: int
    last: int
    conditions: tuple[Condition, ...] = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Items:
    """A list of elements or rings. `denied` says of each whether a "no" stands before it, `joint` what joins them."""

    values: tuple[str, ...]
    denied: tuple[bool, ...]
    joint: str
    both: bool
    last: int


def tail_at(words: list[Token], place: int, subject: Selection) -> Tail | None:
    """The conditions on what is counted that start at a place."""
    start = place + (words[place].text == ",")
    one_bond = subject.kind == "atom" and set(subject.names) <= _MONOVALENT
    kind = "monovalent" if one_bond else subject.kind
    read = (
        _left_out(words, start)
        or _excepted(words, start)
        or _between(words, start, kind)
        or _hydrogens_counted(words, start, subject)
        or _whole(words, start)
    )
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
    return (_denied(conditions) if negated else conditions), last, bool(negated)


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
            return (_denied(conditions) if both else conditions), last
    return None


def _negated(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(Condition(one.name, one.values, not one.negated) for one in conditions)


def _denied(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """ "not bonded to nitrogen and oxygen" may mean not to both or to neither."""
    return _negated(conditions) if len(conditions) < 2 else (Condition("?", ("and",)),)


def _condition(words: list[Token], place: int, kind: str, marked: bool) -> tuple[tuple[Condition, ...], int] | None:
    """A condition without its negation; an adjective alone counts only where a verb or `that` marks it."""
    found = (
        _ring(words, place, "in_ring", kind)
        or _by_order(words, place)
        or _bonded(words, place, kind)
        or (_held(words, place) if kind == "ring" else _borne(words, place, kind))
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
            # "in its ring form" is another molecule, and no place in this one.
            return None if _is(words, behind, "whole_form") else ((Condition("in ring"),), behind)
        for behind, group in meant("groups").at(words, at):
            last = _is(words, behind, "group_word")
            # "in phenol" names a compound, "in a phenol" and "of the phenol group" a part of one.
            named = last or words[behind - 1].text == "ring" or (at > end and _is(words, at - 1, "article"))
            if kind in ("atom", "monovalent") and named:
                return (Condition("part of", (group,)),), last or behind
    return None


def _held(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    """Of rings: `containing nitrogen`, `without oxygen`."""
    for name in ("lacking", "holding"):
        for end, _ in listed(name).at(words, place):
            items = _items(words, end, _element)
            if items is None:
                continue
            # No halogen and no hydrogen is an atom of a ring: they stand on it.
            if set(items.values) & _MONOVALENT:
                return (Condition("?", (words[items.last - 1].text,)),), items.last
            return _joined("contains", items, name == "lacking", "atom"), items.last
    return None


def _element(words: list[Token], place: int) -> tuple[str, int] | None:
    item = next(atoms_at(words, place), None)
    return (item[1], _is(words, item[0], "atom") or item[0]) if item else None


def _items(words: list[Token], place: int, read: Callable[[list[Token], int], tuple[str, int] | None]) -> _Items | None:
    """The items of a list; a "both" counts that stands in front of it or behind it."""
    values: list[str] = []
    denied: list[bool] = []
    joints: set[str] = set()
    joint, both, last = "", False, place
    while len(values) < _MOST_IN_LIST:
        at = _past(words, place, "article", "skipped", "none")
        one = read(words, at)
        if one is None:
            break
        joints |= {joint} if values else set()
        before = range(place, at)
        denied.append(any(_is(words, spot, "none") for spot in before))
        both = both or any(_is(words, spot, "both") for spot in before)
        values.append(one[0])
        last = one[1]
        behind = last + (last < len(words) and words[last].text == ",")
        joint = next((name for name in _JOINTS if _is(words, behind, name)), "")
        if not joint and behind == last:
            break
        place = _is(words, behind, joint) if joint else behind
    if not values:
        return None
    behind_both = _is(words, last, "both")
    said = joints - {""}
    # A list without a word that joins it, or with two, may mean any or all.
    kind = said.pop() if len(said) == 1 else "" if len(values) > 1 else "or"
    return _Items(tuple(values), tuple(denied), kind, both or bool(behind_both), behind_both or last)


def _joined(name: str, items: _Items, lacking: bool, kind: str) -> tuple[Condition, ...]:
    """The conditions that a list makes: "nitrogen and oxygen" two, "nitrogen or oxygen" one."""
    unclear = (Condition("?", (items.joint or ",",)),)
    if len(items.values) == 1:
        return unclear if items.both else (Condition(name, items.values, lacking or items.denied[0]),)
    if lacking or items.denied[0]:
        return unclear if items.both or not items.joint else (Condition(name, items.values, True),)
    if any(items.denied):
        each = zip(items.values, items.denied, strict=True)
        return tuple(Condition(name, (value,), no) for value, no in each) if items.joint == "and" else unclear
    if items.joint == "or" and not items.both:
        return (Condition(name, items.values),)
    if items.joint != "and":
        return unclear
    if items.both or kind == "atom":
        return tuple(Condition(name, (value,)) for value in items.values)
    return (Condition(name, items.values),) if kind == "monovalent" else unclear


def _by_order(words: list[Token], place: int) -> tuple[tuple[Condition, ...], int] | None:
    """`double-bonded to oxygen`, `triply bonded`."""
    for end, meaning in meant("bonded_words").at(words, place):
        if not meaning.endswith(" to"):
            return (Condition(meaning),), end
        items = _items(words, end, _target)
        if items:
            return _joined(meaning, items, False, "atom"), items.last
    return None


def _bonded(words: list[Token], place: int, kind: str) -> tuple[tuple[Condition, ...], int] | None:
    for end, phrase in listed("bonded").at(words, place):
        if phrase == "to" and kind != "bond":
            continue
        number = ""
        at = start = _past(words, end, "article", "skipped", "none")
        if quantity := _is(words, at, "quantity"):
            at, number = quantity, "?"
        if at < len(words) and words[at].number:
            at, number = at + 1, number or words[at].number
        items = _items(words, at if number else end, _target)
        if items is None:
            continue
        if number and items.values == ("H",) and number != "?":
            return (Condition("hydrogens", (number,)),), items.last
        if number:
            return (Condition("?", (" ".join(word.raw for word in words[start:at]),)),), items.last
        if items.values == ("H",) and kind != "bond":
            return (Condition("hydrogens", ("any",), items.denied[0]),), items.last
        return _joined("contains" if kind == "bond" else "bonded to", items, False, kind), items.last
    return None


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


def _borne(words: list[Token], place: int, kind: str) -> tuple[tuple[Condition, ...], int] | None:
    """`with two hydrogens`, `without hydrogens`, `bearing a positive charge`."""
    for name in ("lacking", "bearing"):
        for end, _ in listed(name).at(words, place):
            at = _past(words, end, "article", "skipped")
            number = words[at].number if at < len(words) else ""
            at += bool(number)
            if name == "bearing" and (charge := _charge(words, at)):
                return charge
            items = _items(words, at if number else end, _target)
            if items is None:
                continue
            if items.values == ("H",):
                none = name == "lacking" or items.denied[0]
                return (Condition("hydrogens", ("0",) if none else (number or "any",)),), items.last
            if number:
                return (Condition("?", (words[end].text,)),), items.last
            return _joined("bonded to", items, name == "lacking", kind), items.last
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
    if elements is None or not 0 < len(elements[0]) <= 2:
        return None
    values = elements[0]
    if values == ("heavy atoms",):
        return Tail(start, elements[1], (Condition("between heavy atoms"),))
    return Tail(start, elements[1], (), values if len(values) == 2 else (values[0], values[0]))


def _hydrogens_counted(words: list[Token], start: int, subject: Selection) -> Tail | None:
    """ "the atoms of ethanol with hydrogens" says which atoms are counted, "atoms with a hydrogen" what they bear."""
    if subject.kind != "atom" or subject.names not in (("atoms",), ("heavy atoms",)):
        return None
    with_them, without = Condition("with hydrogens"), Condition("element", ("H",), True)
    for name, condition in (("counted_with", with_them), ("counted_without", without)):
        if not (end := _is(words, start, name)):
            continue
        item = _element(words, _past(words, end, "skipped"))
        if item and item[0] == "H" and not _is(words, item[1], "participle"):
            heavy = subject.names == ("heavy atoms",)
            return Tail(start, item[1], (Condition("?", ("hydrogens",)) if heavy else condition,))
    return None


def _whole(words: list[Token], start: int) -> Tail | None:
    for name, condition in (("kekule", "Kekulé"), ("with_hydrogens", "with hydrogens")):
        if end := _is(words, start, name):
            return Tail(start, end, (Condition(condition),))
    return None
