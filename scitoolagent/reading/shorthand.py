"""Put what people write at the bench into full words: "rev comp", "37C", "widths 0.22 and 0.25 min".

It is done piece by piece, as a question of another language is put into the words of English (see `translate.py`): one
reader reads both, and every place leads back to what was written. A piece is put into other words only where these can
stand for nothing else; what is left as it is goes the way of all other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrase_meanings, phrases_of, word_list
from scitoolagent.reading.profile_orders import find_orders
from scitoolagent.reading.remarks import find_remarks
from scitoolagent.reading.symbols import find_symbols
from scitoolagent.records import Piece, Quantity
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.registry import load_function
from scitoolagent.tool.units import convertible, normal, unit_at
from scitoolagent.toolkg.graph import ToolGraph

# A place of the question with the words that it stands for.
Change = tuple[int, int, str]

_LONGEST = 2000
_NUMBER = r"[-−]?\d+(?:\.\d+)?"
# "37C"; carbon-13 is no temperature, "C25C" no number with a letter.
_DEGREES = re.compile(
    r"(?<![\w.+–/-])(?!1[1-4]C|1[7-9]F)(?:\d{1,3}|\d{1,3}\.\d)(?P<scale>[CF])(?=[\s,;:)?!]|\.?$|\.\s)"
)
_KELVIN = re.compile(
    r"(?<=\d)(?P<blank>\s?)(?P<from>°?[CF]|K)(?P<link>\s(?:to|into|in)\s)(?P<to>[CF])(?=[,;:)?!]|\s(?:and|,)|\.?\s*$|\.\s)"
)
# "R/S of …", "is it (E) or (Z)": what the CIP labels say.
_LABELS_OF = re.compile(
    r"(?<![\w=\[@/(-])(?:(?P<open>\()?(?:R(?(open)\))(?:\sor\s|/)(?(open)\()S|E(?(open)\))(?:\sor\s|/)(?(open)\()Z)(?(open)\)))(?![\w=@/)(-])"
)
# "Sites for BamHI": what enzymes of such names cut.
_SITES = re.compile(
    r"(?<![\w-])(?<!restriction )(?<!cut )(?<!cutting )(?<!cleavage )sites(?=\sfor\s[A-Z][a-z]{2}[A-Z]?\d*[IVX]+\b)"
)
# "EcoRI fragments of …".
_FRAGMENTS = re.compile(r"(?<![\w-])[A-Z][a-z]{2}[A-Z]?\d*[IVX]+\s(?P<noun>fragments?)(?=\s(?:of|from|in)\s)")
# "0.1 N HCl".
_NORMAL = re.compile(
    r"(?<![\w.,])(?:\d+(?:\.\d+)?|\.\d+)\s?(?P<unit>N)\s+(?:of\s+)?(?:the\s+)?(?=(?P<reagent>[A-Za-z]))"
)
# No symbol of an element, which may be the last of a list: "H, C, N".
_AT_THE_END = re.compile(r",\s(?!(?:[a-z]|[A-Z][a-z]?)\b)(?P<unit>[^\W\d][^\s,;?!()]*)(?=\s*[?!.]*\s*$)")
# "widths 0.22 and 0.25": what is counted, and all numbers but the last.
_LIST = re.compile(
    rf"(?<![\w-])(?P<noun>[^\W\d_]+(?:\s(?!(?:of|are|were|at)\s)[^\W\d_]+)?)\s*(?:[:=]\s*|(?:of|are|were|at)\s)?(?P<numbers>{_NUMBER}(?:\s*,\s*{_NUMBER})*)\s*,?\s*(?:,|and|&)\s*$"
)
_FILE = re.compile(r"[\w-]\.[A-Za-z]\w{1,5}\b")
# "At 10, 20 and 50 mV/s": two numbers behind "of" may be two things.
_SHARING = re.compile(
    rf"(?<![\w-])(?P<lead>at|of|for)\s+(?P<numbers>{_NUMBER}(?:\s*,\s*{_NUMBER})*)\s*,?\s*(?:and|&)\s*$", re.IGNORECASE
)
# "a=52 b=67 c=": names that count on, each with its number.
_COUNTING_ON = re.compile(
    r"(?<![\w-])(?P<name>[abcxyzαβγ]|[A-Za-zΔ]{1,3}[1-9])\s*(?:=\s*|\s)(?P<number>" + _NUMBER + r")(?![\w.])"
)
# "1,2,3": in front of a word that is none of these, they are places in a name.
_TIGHT = re.compile(
    r"(?<![\w.,(\[{=-])(?:(?<=\s)[-−])?\d+(?:\.\d+)?(?:,[-−]?\d+(?:\.\d+)?){2,}(?=\s*[.?!;:]?\s*$|[;:]?\s(?:and|vs\.?|versus|or|with|to|against|from|at)\s)"
)
_LARGE = re.compile(r"[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_JOINT = re.compile(r"\s*(?:,\s*(?:and\s+)?|and\s+|&\s*|;\s*)?\s*")
# "Stereoisomers of alanine: how many?"
_COUNTED_LAST = re.compile(
    r"^(?P<thing>[^.?!;:\n]*[^.?!;:,\s])(?P<asked>\s*[:;,–—-]\s*how many(?:\s+are\s+(?:there|possible))?)\s*\?*\s*$",
    re.IGNORECASE,
)
_SERIES = ("abc", "xyz", "αβγ")
_ORDINALS = ("first", "second", "third")
_LABELS = re.compile(r"(?<=[A-Za-z])(?P<plus>\s\+\s)(?=[A-Za-z])|(?P<arrow>\s*(?:→|->|=>)\s*)(?=[A-Za-z])")
_LAST_WORD = re.compile(r"[A-Za-z]+$")
_FIRST_WORD = re.compile(r"[A-Za-z]+(?![A-Za-z]*[\d(=\[])")
_EQUATION = re.compile(r"[A-Z][a-z]?\d|[=#]")


class Shorthand:
    """Finds the words that the shorthand of a question stands for.

    Args:
        graph: its inputs say which words name a quantity of a unit.
        is_label: whether words are the whole name of something that can be asked for.
    """

    def __init__(self, graph: ToolGraph, is_label: Callable[[str], bool]) -> None:
        self._graph = graph
        self._again = [node.again for node in graph.types.values() if node.again]
        self._is_label = is_label

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """The pieces of a question, where any stands for other words; none otherwise."""
        if len(text) > _LONGEST:
            return ()
        changes: list[Change] = []
        finders = (
            find_remarks(text),
            _tight_lists(text),
            self._said_again(text),
            self._shared_units(text),
            _written_short(text),
            find_symbols(text),
            _degrees(text),
            _bare_units(text),
            _cip_labels(text),
            _sites(text),
            _normality(text),
            _fragments(text),
            _last_unit(text),
            _counted_last(text),
            find_orders(text),
            self._joints(text),
        )
        for found in finders:
            changes += [one for one in found if not any(one[0] < other[1] and other[0] < one[1] for other in changes)]
        return tuple(_pieces(text, sorted(changes))) if changes else ()

    def _said_again(self, text: str) -> Iterator[Change]:
        """What is said again: a notation behind a name that means the same, or numbers in words that say what they are.

        "Aspirin (50-78-2)" is aspirin; "3.2 g was isolated and 4.1 g expected" are an actual and a theoretical yield.
        """
        for place in self._again:
            yield from ((start, end, "".join(words)) for start, end, *words in load_function(place)(text))

    def _joints(self, text: str) -> Iterator[Change]:
        """Signs between things that are asked for: "SMILES + formula", "37 % T → absorbance"."""
        for match in _LABELS.finditer(text):
            before, behind = _LAST_WORD.search(text[: match.start()]), _FIRST_WORD.match(text, match.end())
            if behind is None or not self._is_label(behind[0]):
                continue
            if match["arrow"] and not re.search(r"\s\+\s|[→>]", text[: match.start()]):
                yield match.start(), match.end(), ", "
            elif match["plus"] and before is not None and self._is_label(before[0]):
                yield match.start("plus"), match.end("plus"), " and "

    def _shared_units(self, text: str) -> Iterator[Change]:
        """Numbers that share the unit of the last one: each is written with it."""
        try:
            quantities = find_quantities(text)
        except PlanError:
            # More numbers than a question may hold: whoever reads the whole question says so.
            return
        for quantity in quantities:
            if not quantity.problem and not quantity.bound:
                yield from _counted_on(text, quantity) or self._listed(text, quantity) or _sharing(text, quantity)

    def _listed(self, text: str, last: Quantity) -> Sequence[Change]:
        """The numbers of a list that a noun of this kind of quantity announces."""
        match = _LIST.search(text, max(0, last.start - 80), last.start)
        if match is None:
            return ()
        noun = match["noun"].lower()
        full = next(
            (full for full, signs in phrases_of("shorthand_symbols").items() if noun.split()[-1] in signs), noun
        )
        # "Molality 0.1 and 0.5 mol/kg" may be two things, "0.1, 0.2 and 0.5" are values of one.
        several = "," in match["numbers"]
        nouns = [
            noun
            for noun in (full, full.split()[-1])
            if self._names(_singular(noun), last) or (several and self._names(noun, last))
        ]
        numbers = re.findall(_NUMBER, match["numbers"])
        written = [f"{one} {last.unit}" for one in (*numbers, last.text.removesuffix(last.unit).strip())]
        for noun in nouns:
            names = [f"{ordinal} {_singular(noun)}" for ordinal in _ORDINALS[: len(written)]]
            # "Two peaks at 7 and 8 min": as many are given.
            counted = {**IN_WORDS, "both": 2}.get(match["noun"].lower().split()[0])
            if counted is not None and counted != len(written):
                return ()
            if len(names) == len(written) and all(name in self._names_of_quantities for name in names):
                start = (
                    match.start("noun")
                    if noun == match["noun"].lower() or counted
                    else match.end("noun") - len(match["noun"].split()[-1])
                )
                parts = [f"{name} {one}" for name, one in zip(names, written, strict=True)]
                return ((start, last.end, f"{', '.join(parts[:-1])} and {parts[-1]}"),)
        if not nouns:
            return ()
        return ((match.start("numbers"), last.end, f"{', '.join(written[:-1])} and {written[-1]}"),)

    def _names(self, name: str, quantity: Quantity) -> bool:
        return any(convertible(quantity.unit, unit) for unit in self._names_of_quantities.get(name, ()))

    @cached_property
    def _names_of_quantities(self) -> dict[str, set[str]]:
        """The names of inputs with a unit, and the words that these begin or end with, each with its units."""
        found: dict[str, set[str]] = {}
        for name in {port.type for tool in self._graph.tools.values() for port in tool.inputs}:
            node = self._graph.types[name]
            for label in (node.label, *node.also) if node.unit and node.unit != "1" else ():
                label = label.lower()
                words = label.split()
                plain = " ".join(word for word in words if word not in _ORDINALS)
                for one in {label, plain, label.split(" of ")[0], words[-1]}:
                    found.setdefault(one, set()).add(node.unit or "1")
        return found


def _singular(noun: str) -> str:
    """What a plural is of; a noun in the singular announces one number and no list."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else ""


def _written_short(text: str) -> Iterator[Change]:
    """Words that are written short; "melting Pt" melts platinum."""
    symbols = set(phrase_meanings("elements").values())
    for match in _short().finditer(text):
        if match[0].split()[-1] in symbols:
            continue
        yield match.start(), match.end(), _meant()[" ".join(match[0].lower().split())]


@cache
def _meant() -> dict[str, str]:
    return {short: full for full, shorts in phrases_of("shorthand").items() for short in shorts}


@cache
def _short() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.@=#\[(/+-])(?:{any_of(_meant())})(?![\w@=#\[(/+'-]|\.\w)", re.IGNORECASE)


def _last_unit(text: str) -> Iterator[Change]:
    """The unit that an answer is wanted in, where it stands alone at the end: "photon energy at 532 nm, eV?"."""
    match = _AT_THE_END.search(text)
    found = unit_at(normal(text), match.start("unit"), prose=False) if match else None
    if match and found and found[1] == match.end("unit"):
        yield match.start("unit"), match.end("unit"), f"in {match['unit']}"


def _tight_lists(text: str) -> Iterator[Change]:
    """The commas of numbers without blanks: "1,2,3,4 vs 5,6,7"; not of one large number, nor of places in a name."""
    for match in _TIGHT.finditer(text):
        if not _LARGE.fullmatch(match[0]):
            yield match.start(), match.end(), match[0].replace(",", ", ")


def _counted_last(text: str) -> Iterator[Change]:
    """What is to be counted, where the question says so at its end."""
    if match := _COUNTED_LAST.match(text):
        yield 0, 0, "how many "
        yield match.start("asked"), match.end("asked"), ""


def _sites(text: str) -> Iterator[Change]:
    for match in _SITES.finditer(text):
        yield match.start(), match.end(), "restriction sites"


def _normality(text: str) -> Iterator[Change]:
    """The normality of what reacts one to one, which is its molarity; that of others depends on the reaction."""
    for match in _NORMAL.finditer(text):
        if _single().match(text, match.start("reagent")):
            yield match.start("unit"), match.end("unit"), "M"


@cache
def _single() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(phrase_list('normality', 'single'))})(?![\w(])", re.IGNORECASE)


def _fragments(text: str) -> Iterator[Change]:
    for match in _FRAGMENTS.finditer(text):
        yield match.start("noun"), match.end("noun"), "restriction fragments"


def _cip_labels(text: str) -> Iterator[Change]:
    for match in _LABELS_OF.finditer(text):
        lead = _verifying().search(text, 0, match.start())
        if lead and len(text[lead.end() : match.start()].split()) == 1:
            # "Is the alkene in C/C=C/C E or Z?"
            yield lead.start(), lead.end(), "CIP labels of "
            yield match.start(), match.end(), ""
            continue
        yield match.start(), match.end(), "CIP labels"


@cache
def _verifying() -> re.Pattern[str]:
    parts = any_of(phrase_list("remarks", "stereo_parts"))
    return re.compile(rf"(?:^|(?<=[.!?,;:]\s))(?:is|are)\s+(?:the\s+(?:{parts})\s+(?:in|of)\s+)?", re.IGNORECASE)


@cache
def _bare_unit() -> re.Pattern[str]:
    """A unit that is a clause of its own, or that begins one with "of": "…, grams?", "g of NaOH for …"."""
    units, before = any_of(word_list("asked_units", "units")), any_of(phrase_list("asked_units", "before"))
    return re.compile(
        rf"(?:^|(?<=[,.;:!]\s)|(?<=\s[-–—]\s))(?:(?:{before})\s+)?"
        rf"(?P<unit>{units})(?=\s*\?|\s+(?:of|for)\s|\s+needed\b|\s+each\b)"
    )


def _bare_units(text: str) -> Iterator[Change]:
    for match in _bare_unit().finditer(text):
        yield match.start("unit"), match.end("unit"), f"how many {match['unit']}"


def _degrees(text: str) -> Iterator[Change]:
    for match in _KELVIN.finditer(text):
        unit = match["from"] if match["from"] == "K" else f"°{match['from'][-1]}"
        yield match.start(), match.end(), f"{match['blank'] or ' '}{unit}{match['link']}°{match['to']}"
    for match in _DEGREES.finditer(text):
        yield match.start("scale"), match.end("scale"), f" °{match['scale']}"


def _counted_on(text: str, last: Quantity) -> Sequence[Change]:
    """The numbers of a, b and c, or of t1 and t2, of which only the last has a unit."""
    lead = re.search(r"(?<![\w-])([abcxyzαβγ]|[A-Za-zΔ]{1,3}[1-9])\s*=?\s*$", text[: last.start])
    if lead is None:
        return ()
    names, changes, end = [lead[1]], list[Change](), lead.start()
    for match in reversed(list(_COUNTING_ON.finditer(text, max(0, end - 80), end))):
        if not _JOINT.fullmatch(text[match.end() : end]) or not _goes_before(match["name"], names[0]):
            break
        names.insert(0, match["name"])
        changes.append((match.start(), end, f"{match['name']} = {match['number']} {last.unit}, "))
        end = match.start()
    return tuple(changes)


def _sharing(text: str, last: Quantity) -> Sequence[Change]:
    """The numbers of a list whose unit stands behind the last: "at 10, 20 and 50 mV/s", "of 5, 10 and 20 mM"."""
    match = _SHARING.search(text, max(0, last.start - 80), last.start)
    # Of rows the numbers are levels of a column.
    if match is None or _FILE.search(text) or (match["lead"].lower() != "at" and "," not in match["numbers"]):
        return ()
    written = [f"{one} {last.unit}" for one in re.findall(_NUMBER, match["numbers"])]
    return ((match.start("numbers"), last.start, f"{', '.join(written)} and "),)


def _goes_before(name: str, next_name: str) -> bool:
    if name[-1].isdigit() and next_name[-1].isdigit():
        return name[:-1] == next_name[:-1] and int(name[-1]) + 1 == int(next_name[-1])
    return any(f"{name}{next_name}" in series for series in _SERIES)


def _pieces(text: str, changes: Sequence[Change]) -> Iterator[Piece]:
    place = 0
    for start, end, written in changes:
        if start > place:
            yield Piece(start=place, end=start, text=text[place:start])
        yield Piece(start=start, end=end, text=written)
        place = end
    if place < len(text):
        yield Piece(start=place, end=len(text), text=text[place:])
