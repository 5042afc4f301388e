"""Whether the content of an answer is the gold one, by the kind of gold.

Each check gives `right`, `values` (all values are there, but not the winner, the order, the selection, the truth or
the unit that was asked for) or `other`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scitoolagent.benchmarks.freeask.given import Given, Number, agrees, in_unit, place, plain, same, structure
from scitoolagent.benchmarks.freeask.items import Item, Reference

Content = tuple[str, str]

# By property of the row: what the label of a value of that property holds.
_LABELS = {
    ("mw", "molecular weight"): "weight|mass",
    ("exact", "exact mass"): "mass|weight",
    ("tpsa", "TPSA"): "surface|tpsa|psa",
    ("logp", "logP"): "logp|partition|lipophil",
    ("mr", "molar refractivity"): "refractivity",
    ("hbd", "H-bond donors"): "donor",
    ("hba", "H-bond acceptors"): "acceptor",
    ("rotb", "rotatable", "rotatable bonds"): "rotat",
    ("rings",): "ring|cycle",
    ("heavy", "heavy atoms"): "heavy|non-hydrogen",
    ("fsp3", "fraction sp3"): "sp3",
    ("qed", "QED"): "qed|drug-likeness|likeness",
    ("arom", "aromatic rings"): "aromatic",
    ("hetero", "heteroatoms"): "hetero",
    ("wiener", "Wiener index"): "wiener",
    ("GC",): "gc",
    ("pI",): "isoelectric|pi",
    ("residues",): "length|residue",
    ("extinction",): "extinction",
    ("stock",): "stock",
    ("buffer",): "diluent|buffer|solvent|water",
}
_LABEL = {name: pattern for names, pattern in _LABELS.items() for name in names}
_EXTREME = (
    r"larg|great|high|heav|more|most|less|least|few|low|small|light|long|short|best|max|min|bigger|rich|basic|acidic|"
    r"dens|limiting|winner|first|strong|second"
)
_WINNER = re.compile(rf"^$|{_EXTREME}|answer|result|choice|compar|which|name", re.IGNORECASE)
_ORDERED = re.compile(r"rank|sorted|order|ascending|descending|>|^\s*1[.)]", re.IGNORECASE | re.MULTILINE)
_TRUTH = re.compile(r"(?:^|[:\n-])\s*(yes|no|true|false)\b", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:->|→|=>|=|⟶)\s*")
_TERM = re.compile(r"(\d+)?\s*\*?\s*(\S+)")
_FEW_WORDS = 6
_SHORTEST_IN_LINE = 4


def check_content(item: Item, given: Given) -> Content:
    """Whether an answer gives the gold of an item."""
    return _CHECKS[item.wanted.kind](item, given)


def _number(item: Item, given: Given) -> Content:
    gold, wanted = item.wanted, item.wanted.numbers[0]
    hits = [number for number in given.numbers if _gives(number, wanted)]
    if not hits:
        parts = [number.value for number in given.numbers if number.within == "dict" and not number.unit]
        if parts and agrees(Number(sum(parts), "", "", ""), Reference(wanted.value, wanted.unit, wanted.tolerance)):
            return "values", "only the parts of the sum"
        if gold.support and given.supports(gold.support, gold.support):
            return "values", "the single values, without the result"
        return "other", "no such number"
    about = {number.subject for number in given.numbers}
    if wanted.subject and len(about) == 1 and any(same(hit.subject, wanted.subject) for hit in hits):
        return "right", ""
    if gold.only_unit and not any(_in_wanted_unit(hit, wanted) for hit in hits):
        return "values", "not in the unit asked for"
    if all(hit.within == "list" for hit in hits) and sum(one.label == hits[0].label for one in given.numbers) > 1:
        return "values", "one number of a list"
    kinds = {(hit.label, hit.within) for hit in hits if hit.within != "list"}
    rivals = [one for one in given.numbers if (one.label, one.within) in kinds and not agrees(one, wanted)]
    return ("values", f"also gives {rivals[0].value} for {rivals[0].label}") if rivals else ("right", "")


def _in_wanted_unit(hit: Number, wanted: Reference) -> bool:
    value = in_unit(hit.value, hit.unit, wanted.unit)
    return value is not None and abs(value / (hit.value or 1) - 1) < 1e-3


def _gives(number: Number, wanted: Reference) -> bool:
    pattern = _LABEL.get(wanted.label)
    labelled = not pattern or not number.label or re.search(pattern, number.label, re.IGNORECASE)
    return bool(labelled) and agrees(number, wanted)


def _table(item: Item, given: Given) -> Content:
    rows = item.wanted.numbers
    several = len({row.subject for row in rows}) > 1
    named = any(number.subject for number in given.numbers)
    missing, loose = [], False
    for row in rows:
        hits = [number for number in given.numbers if _gives(number, row)]
        if not hits:
            missing.append(f"{row.label} of {row.subject}")
        elif several and named and row.structure and not any(_is_about(number, row) for number in given.numbers):
            missing.append(f"anything about {row.subject}")
        elif several and not any(_is_about(number, row) for number in hits):
            loose = True
    if missing:
        return "other", "missing or wrong: " + "; ".join(missing[:4])
    return ("values", "not told which value is whose") if loose else ("right", "")


def _is_about(number: Number, row: Reference) -> bool:
    return same(number.subject, row.subject) or (
        bool(row.structure) and row.structure in map(structure, number.subject.split())
    )


def _choice(item: Item, given: Given) -> Content:
    gold = item.wanted
    right = gold.texts
    names = dict.fromkeys([*right, *gold.among])
    folded = {plain(name): name in right for name in names}
    for text in given.texts:
        if plain(text.value) in folded and _WINNER.search(text.label):
            return _stated(folded[plain(text.value)], text.value)
    supported = given.supports(gold.among, gold.support)
    for number in given.numbers if not supported else ():
        about = [name in right for name in names if same(number.subject, name)]
        if about and all(about) and re.search(_EXTREME, number.label, re.IGNORECASE):
            return "right", ""
    for line in given.lines:
        first = _first_named(folded, line)
        if first is not None:
            return _stated(folded[first], first)
    return ("values", "the winner is not stated") if supported else ("other", "not all are compared")


def _first_named(names: dict[str, bool], line: str) -> str | None:
    """The name that a line states as a winner: the first one, in a line with a superlative or in hardly more words."""
    text = plain(line)
    found = {name: where for name in names if (where := place(name, text)) is not None}
    if not found:
        return None
    rest = re.sub("|".join(map(re.escape, names)), "", text)
    itemised = line.lstrip().startswith("- ")
    short = len(line.split()) <= _FEW_WORDS and not line.strip().endswith(":") and not re.search(r"\d", line)
    if (re.search(rf"\b({_EXTREME})", rest) and not itemised) or (short and not line.startswith("- ")):
        return min(found, key=found.__getitem__)
    return None


def _stated(right: bool, name: str) -> Content:
    return ("right", "") if right else ("other", f"names {name}")


def _order(item: Item, given: Given) -> Content:
    orders = item.wanted.orders
    names, others = orders[0], item.aliases
    for items in given.lists:
        got = [_name_of(one, names, others) for one in items]
        if len(got) > 1 and set(got) == set(names):
            return ("right", "") if tuple(map(str, got)) in orders else ("other", f"in the order {got}")
    whole = [" ".join(given.lines)] if _ORDERED.search(given.text) else []
    for line in [*given.lines, *whole]:
        places = [_place_of(name, others, line) for name in names]
        if None not in places:
            got = [
                name for _, name in sorted(zip(places, names, strict=True), key=lambda pair: (pair[0] or 0, pair[1]))
            ]
            return ("right", "") if tuple(map(str, got)) in orders else ("other", f"in the order {got}")
    gold = item.wanted
    if given.supports(names, gold.support) or (others and all(_has_number(given, name, others) for name in names)):
        return "values", "no order is stated"
    return "other", "not all of them are there"


def _name_of(text: str, names: tuple[str, ...], others: dict[str, str]) -> str | None:
    folded = plain(text)
    return next((name for name in names if folded in (plain(name), plain(others.get(name, name)))), None)


def _place_of(name: str, others: dict[str, str], line: str) -> int | None:
    found = [where for one in {name, others.get(name, name)} if (where := place(plain(one), plain(line))) is not None]
    return min(found) if found else None


def _has_number(given: Given, name: str, others: dict[str, str]) -> bool:
    return any(
        same(number.subject, name) or (name in others and same(number.subject, others[name]))
        for number in given.numbers
    )


def _set(item: Item, given: Given) -> Content:
    wanted = {plain(one) for one in item.wanted.members}
    if any({plain(one) for one in items} == wanted for items in given.lists):
        return "right", ""
    universe = {plain(one) for one in item.wanted.universe}
    if not universe:
        return "other", "no such set"
    for line in given.lines:
        named = {name for name in universe if place(name, plain(line)) is not None}
        if named == wanted and not line.strip().endswith(":") and not line.startswith("- "):
            return "right", ""
    if given.supports(item.wanted.universe, item.wanted.support):
        return "values", "no selection is stated"
    return "other", "no such selection"


def _bool(item: Item, given: Given) -> Content:
    right = item.wanted.truths
    if given.truths:
        return ("right", "") if any(truth in right for truth, _ in given.truths) else ("other", "the other truth")
    for number in given.numbers:
        if number.within == "dict" and number.label.split()[-1:] and number.label.split()[-1] in item.text:
            return ("right", "") if bool(number.value) in right else ("other", "the other truth")
    said = _TRUTH.search(given.text)
    if said:
        return ("right", "") if (said[1].lower() in ("yes", "true")) in right else ("other", "the other truth")
    if item.mentions and given.supports(item.mentions, item.wanted.support):
        return "values", "values, and no yes or no"
    return "other", "no yes or no"


def _string(item: Item, given: Given) -> Content:
    wanted = {plain(one) for one in item.wanted.texts}
    words = {plain(word.strip(".,;:()[]'\"")) for word in given.text.split()}
    found = (
        any(plain(text.value) in wanted for text in given.texts)
        or any(len(one) > 2 and one in words for one in wanted)
        or any(
            len(one) > _SHORTEST_IN_LINE and place(one, plain(line)) is not None
            for one in wanted
            for line in given.lines
        )
        or (item.wanted.texts[0].isdigit() and any(_is_whole(one, item.wanted.texts[0]) for one in given.numbers))
    )
    return ("right", "") if found else ("other", f"gives {[text.value[:60] for text in given.texts[:2]]}")


def _is_whole(number: Number, digits: str) -> bool:
    return agrees(number, Reference(float(digits)))


def _equation(item: Item, given: Given) -> Content:
    wanted = _sides(item.wanted.texts[0])
    stated = [re.sub(r"^.*?:\s*|\s*\[step.*$", "", line) for line in given.lines]
    for text in [*(one.value for one in given.texts), *stated]:
        if wanted is not None and _sides(text) == wanted:
            return "right", ""
    return "other", "no such equation"


def _sides(text: str) -> tuple[dict[str, int], ...] | None:
    """The species of both sides of an equation with their coefficients; None when it is none."""
    found = []
    for side in _ARROW.split(text):
        species = {}
        for term in re.split(r"\s\+\s", side.strip()):
            match = _TERM.fullmatch(term.strip())
            if match is None:
                return None
            species[re.sub(r"[\^()*]", "", plain(match[2]))] = int(match[1] or 1)
        found.append(species)
    return tuple(found) if len(found) == 2 else None


def _structure(item: Item, given: Given) -> Content:
    wanted = {structure(one) for one in item.wanted.texts} - {None}
    right = any(structure(text.value) in wanted for text in given.texts)
    return ("right", "") if right else ("other", "another structure")


_CHECKS: dict[str, Callable[[Item, Given], Content]] = {
    "number": _number,
    "table": _table,
    "choice": _choice,
    "order": _order,
    "set": _set,
    "bool": _bool,
    "string": _string,
    "equation": _equation,
    "structure": _structure,
}
