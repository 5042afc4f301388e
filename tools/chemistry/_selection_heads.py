"""Read the noun phrase of what is counted: "aromatic ring carbons", "C=C double bonds", "primary amino groups"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scitoolagent.tools.chemistry._selection import ATOM_CLASSES, Condition, Selection
from scitoolagent.tools.chemistry._selection_tokens import ENDS, SYMBOLS, Token, listed, meant

_MOST_UNKNOWN = 2
_MOST_IN_LIST = 8
_FARTHEST_CLASS = 30
# A compound may be meant, unless an article or "group" says otherwise.
_COMPOUNDS = frozenset({"phenol", "urea", "guanidine", "carbamate", "amide", "phosphate", "ammonium"})


@dataclass(frozen=True, slots=True)
class Head:
    """What is counted: `start` and `end` are its place in the text, `last` is the word behind it.

    `several` says that more than one of it is asked for, so that the count matters and not the presence.
    """

    selection: Selection
    start: int
    end: int
    last: int
    several: bool = False


def heads(words: list[Token], place: int, lead: str) -> list[Head]:
    """What is counted or looked for behind a word; empty where that is something else.

    `lead` is the list of that word: `count`, `comparing`, `has` or `accompanied`.
    """
    counting = lead in ("count", "comparing")
    place, said, several = _skip(words, place, counting)
    first = _phrase(words, place, counting, said)
    if first is None or (lead == "accompanied" and not said):
        return []
    # An unknown word makes a condition only where it is sure that something is counted.
    if any(condition.name == "?" for condition in first.selection.conditions) and (
        lead in ("comparing", "accompanied") or (lead == "has" and not said)
    ):
        return []
    found = [replace(first, several=several)]
    while len(found) < _MOST_IN_LIST:
        joined = _joint(words, found[-1].last)
        if joined is None:
            break
        behind, either = joined
        behind, said, several = _skip(words, behind, counting)
        other = _phrase(words, behind, counting, said)
        if other is None:
            break
        merged = _merged(found[-1], other) if either else None
        if merged:
            found[-1] = merged
        else:
            found.append(replace(other, several=several))
    return found


def class_at(words: list[Token], place: int) -> list[Head]:
    """The class of compounds that something is said to be: "Is aspirin an ester?", "Which are alcohols: …".

    `place` is behind the verb. In front of the class, what is said to be of it may stand.
    """
    for at in range(place, min(place + _FARTHEST_CLASS, len(words))):
        if words[at].text in ENDS:
            break
        end = _is(words, at, "article")
        head = _phrase(words, end or at, False, bool(end)) if end or at == place else None
        if head is None or head.selection.kind != "group" or any(one.name == "?" for one in head.selection.conditions):
            continue
        closed = head.last == len(words) or words[head.last].text in ENDS or words[head.last].text == ":"
        if closed and (end or words[head.last - 1].plural) and words[head.last - 1].text != "group":
            return [head]
    return []


def _skip(words: list[Token], place: int, counting: bool) -> tuple[int, bool, bool]:
    """Leave out articles and numbers; whether there was one, and whether the number is above one."""
    said = several = False
    names = ("skipped",) if counting else ("article", "skipped", "quantity")
    while place < len(words):
        ends = [(end, name) for name in names for end, _ in listed(name).at(words, place)]
        if ends:
            end, name = max(ends)
            said = said or name != "skipped"
            several = several or (name == "quantity")
            place = end
        elif words[place].number and not _is(words, place + 1, "membered"):
            said, several = True, several or words[place].number not in ("1",)
            place += 1
        else:
            break
    return place, said, several


def _is(words: list[Token], place: int, name: str) -> int:
    """The place behind a phrase of a list, 0 when none is there."""
    return next((end for end, _ in listed(name).at(words, place)), 0)


def _joint(words: list[Token], place: int) -> tuple[int, bool] | None:
    comma = place < len(words) and words[place].text == ","
    behind = place + comma
    if end := _is(words, behind, "or"):
        return end, True
    if end := _is(words, behind, "and"):
        return end, False
    return (behind, False) if comma else None


def _merged(first: Head, second: Head) -> Head | None:
    """ "nitrogen or oxygen atoms" as one thing that is counted."""
    one, other = first.selection, second.selection
    if one.kind != other.kind or one.kind not in ("atom", "group") or (one.conditions and other.conditions):
        return None
    joined = replace(one, names=(*one.names, *other.names), conditions=one.conditions or other.conditions)
    return replace(first, selection=joined, end=second.end, last=second.last)


def _phrase(words: list[Token], place: int, counting: bool, said: bool) -> Head | None:
    """The noun phrase that starts at a place. What stands in it and is not known becomes a condition `?`."""
    first, unknown = place, 0
    conditions: list[Condition] = []
    while place < len(words) and not _is(words, place, "counted_elsewhere"):
        head = _head(words, place, counting, said or place > first + unknown)
        if head is not None:
            selection, last = head
            if last < len(words) and not words[last - 1].plural and not _closes(words[last]):
                return None
            whole = replace(selection, conditions=(*conditions, *selection.conditions))
            return Head(whole, words[first].start, words[last - 1].end, last)
        modifier = _modifier(words, place)
        if modifier is not None:
            place, added = modifier
            conditions += added
        elif _may_modify(words[place]) and unknown < _MOST_UNKNOWN:
            conditions.append(Condition("?", (words[place].text,)))
            place, unknown = place + 1, unknown + 1
        else:
            return None
    return None


def _may_modify(token: Token) -> bool:
    stop = (
        "skipped",
        "article",
        "and",
        "or",
        "be",
        "relative",
        "has",
        "accompanied",
        "count",
        "in_ring",
        "bonded",
        "except",
        "if",
    )
    return (
        token.raw.isalpha()
        and token.raw.islower()
        and not token.plural
        and not any(any(listed(name).at([token], 0)) for name in stop)
    )


def _modifier(words: list[Token], place: int) -> tuple[int, list[Condition]] | None:
    """A modifier in front of what is counted: the place behind it, and the conditions that it makes."""
    if words[place].number and (end := _is(words, place + 1, "membered")):
        return end, [Condition("size", (words[place].number,))]
    for end, symbol in atoms_at(words, place):
        if behind := _is(words, end, "participle"):
            return behind, [Condition("bonded to", (_partner(symbol),))]
        if behind := _is(words, end, "containing"):
            return behind, [Condition("contains", (symbol,))]
    for section in ("bonded_words", "atom_words"):
        for end, meaning in meant(section).at(words, place):
            # "aromatic ring carbons", but "aromatic rings"; "double-bonded oxygens", but "double bonds".
            if not meaning.endswith(" to") and (words[end - 1].text != "ring" or _starts_head(words, end)):
                return end, [condition_of(meaning)]
    if (end := _is(words, place, "ring")) and _starts_head(words, end):
        return end, [Condition("in ring")]
    for end, group in meant("groups").at(words, place):
        behind = _is(words, end, "group_word") or end
        if any(atoms_at(words, behind)) or _is(words, behind, "atom"):
            return behind, [Condition("part of", (group,))]
    return None


def condition_of(meaning: str) -> Condition:
    """`not aromatic` as a condition."""
    return Condition(meaning.removeprefix("not "), (), meaning.startswith("not "))


def atoms_at(words: list[Token], place: int) -> Iterator[tuple[int, str]]:
    """An element or a class of atoms at a place, by name or by symbol: the place behind it, and the symbol."""
    yield from meant("elements").at(words, place)
    if place < len(words) and words[place].raw in SYMBOLS:
        yield place + 1, words[place].raw


def _partner(symbol: str) -> str:
    return {"heteroatoms": "heteroatom", "halogens": "halogen", "heavy atoms": "heavy atom"}.get(symbol, symbol)


def _starts_head(words: list[Token], place: int) -> bool:
    orders = [end for end, _ in meant("bond_words").at(words, place)]
    return bool(
        any(atoms_at(words, place))
        or _is(words, place, "atom")
        or any(_is(words, end, "bond") for end in [place, *orders])
    )


def _head(words: list[Token], place: int, counting: bool, said: bool) -> tuple[Selection, int] | None:
    if end := _is(words, place, "centre"):
        return Selection("atom", ("atoms",), (), (Condition("stereocentre"),)), end
    return (
        _bond_head(words, place)
        or _group_head(words, place, said)
        or _atom_head(words, place, counting)
        or ((Selection("ring"), end) if (end := _is(words, place, "ring")) and not _starts_head(words, end) else None)
    )


def _bond_head(words: list[Token], place: int) -> tuple[Selection, int] | None:
    ends: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    if place < len(words) and (bond := words[place].bond):
        ends, orders, place = bond[:2], (bond[2],) if bond[2] else (), place + 1
        if orders and not any(_is(words, end, "bond") for end in [place, place + 1]):
            return Selection("bond", orders, ends), place
    else:
        for end, left in atoms_at(words, place):
            behind = end + 1 if end < len(words) and words[end].text == "to" else end
            right = next(atoms_at(words, behind), None)
            if right:
                place, ends = right[0], (left, right[1])
                break
    order = next(meant("bond_words").at(words, place), None)
    if order and (not orders or order[1] == orders[0]):
        place, orders = order[0], (order[1],)
    end = _is(words, place, "bond")
    return (Selection("bond", orders, ends), end) if end else None


def _group_head(words: list[Token], place: int, said: bool) -> tuple[Selection, int] | None:
    for end, group in meant("groups").at(words, place):
        behind = _is(words, end, "group_word")
        # "carbonyl carbons" are atoms; "pyridine" without an article is a compound.
        if any(atoms_at(words, behind or end)) or _is(words, behind or end, "atom"):
            return None
        named = behind or words[end - 1].plural or words[end - 1].text == "ring"
        # "how many of benzene, phenol and hexane", "contains phenol": without an article or "ring" they are compounds.
        if not named and not said and (group in _COMPOUNDS or group.endswith("ring")):
            return None
        if not named and end < len(words) and not _closes(words[end]):
            return None
        return Selection("group", (group,)), behind or end
    return None


def _atom_head(words: list[Token], place: int, counting: bool) -> tuple[Selection, int] | None:
    for end, symbol in atoms_at(words, place):
        if behind := _is(words, end, "atom"):
            return Selection("atom", (symbol,)), behind
        if words[end - 1].text == "atom" or (words[end - 1].plural and words[end - 1].raw not in SYMBOLS):
            return Selection("atom", (symbol,)), end
        by_name = words[place].raw not in SYMBOLS
        if by_name and (end == len(words) or _closes(words[end])) and (not counting or _listed_with_atoms(words, end)):
            return Selection("atom", (symbol,)), end
    if end := _is(words, place, "atom"):
        return Selection("atom", (ATOM_CLASSES[0],)), end
    return None


def _closes(token: Token) -> bool:
    """Whether a word ends a noun phrase: in front of any other one, an element may be the beginning of a name."""
    return not token.text.isalnum() or any(listed("following").at([token], 0))


def _listed_with_atoms(words: list[Token], place: int) -> bool:
    """ "nitrogen or oxygen atoms": the noun of a list stands at its end."""
    for _ in range(_MOST_IN_LIST):
        joined = _joint(words, place)
        if joined is None:
            return False
        item = next(atoms_at(words, joined[0]), None)
        if item is None:
            return False
        place = item[0]
        if _is(words, place, "atom") or words[place - 1].plural:
            return True
    return False
