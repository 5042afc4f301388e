"""Find what a question says of a sequence in phrases: positions, kinds of residues, genetic codes, directions.

Nothing is loaded but the words of the language, since these finders read every question.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of
from scitoolagent.tool.numbers import IN_WORDS

Found = tuple[int, int, object]

_FEW = {word: int(value) for word, value in IN_WORDS.items() if value >= 1}
_NUMBER = rf"(?:\d{{1,6}}(?![\w.]|,\d)|(?:{'|'.join(_FEW)})\b)"
# A number of a list belongs to others that a range does not name: "residues 3, 5 and 7".
_NOT_LISTED = r"(?!\s*(?:,|&|/|;|and\b|or\b)\s*\d)"
# A letter is a residue or a base where there is a sequence; elsewhere it may be an element.
_SEQUENCE = re.compile(r"(?<![\w])[A-Z]{4,}(?![\w])|\b(?:sequence|protein|peptide|primer|[DR]NA)\b")
# A genus in three letters, perhaps a strain, and a Roman number: EcoRI, HindIII, Sau3AI.
ENZYME = r"(?-i:[A-Z][a-z]{2}[A-Za-z0-9]{0,4}?[IVX]{1,5})"
_ENZYME = re.compile(rf"(?<![\w-]){ENZYME}(?![\w])")
_NEAR = 40
_DIRECTION = re.compile(r"(?P<from>[35])\s?['′’]\s*(?:to|→|->|–|-|⟶)\s*(?P<to>[35])\s?['′’](?![\w-]*[ACGTU]{3})")


def _phrases(name: str) -> str:
    return any_of(phrase_list("sequences", name))


@cache
def _range_patterns() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    unit = any_of(
        phrase for name in ("amino_acids", "bases", "codons", "units") for phrase in phrase_list("sequences", name)
    )
    first, last, number = _phrases("first"), _phrases("last"), _phrases("number")
    until = rf"(?:\s*[-–—‐−]\s*|\s*\.\.\.?\s*|\s+(?:{_phrases('until')})\s+(?:(?:{unit}|{number})\s*)?)"
    named = rf"(?P<unit>{unit}|{_phrases('parts')})\s*(?:(?:{number})\s*)?[(:]?\s*"
    count = rf"(?P<count>{_NUMBER})"
    # The number before what it counts, and the other way round: "first ten residues", "10 residues at the N-terminus".
    ends = (
        (rf"(?P<side>{first}|{last})\s+(?:{count}\s+)?(?P<unit>{unit})\b{_NOT_LISTED}", _end),
        (rf"(?P<side>{_phrases('start')}|{_phrases('end')})\s+{count}\s+(?P<unit>{unit})\b", _end),
        (rf"{count}\s+(?P<side>{_phrases('start')}|{_phrases('end')})\s+(?P<unit>{unit})\b", _end),
        (rf"{count}\s+(?P<unit>{unit})\s+(?P<side>{_phrases('start_of')}|{_phrases('end_of')})\b", _end),
    )
    places = (
        (rf"{named}(?P<from>\d{{1,6}}){until}(?P<to>\d{{1,6}})(?![\w.]|,\d){_NOT_LISTED}\)?", _span),
        (rf"{named}(?P<from>\d{{1,6}})\s+(?:{_phrases('onwards')})\b", _span),
        (rf"(?P<from>\d{{1,6}})(?:st|nd|rd|th)\s+(?P<unit>{unit})\b{_NOT_LISTED}", _ordinal),
        (rf"(?P<unit>{unit})\s+(?:(?:at|in)\s+position\s+|(?:{number})\s*)?(?P<from>\d{{1,6}})(?![\w.%]|,\d|\s*[-–]\s*\w)"
         rf"{_NOT_LISTED}", _single),
    )  # fmt: skip
    without = rf"(?:(?<![\w-])(?P<without>{_phrases('without')})\s+)?(?:(?:the|of|from|its)\s+){{0,2}}"
    return tuple(
        (re.compile(rf"{without}(?<![\w-]){pattern}", re.IGNORECASE), reader) for pattern, reader in (*ends, *places)
    )


def find_ranges(text: str) -> Iterator[Found]:
    """Positions in a sequence: `10-25 aa`, `first 12`, `last 5 aa`, `7`, `10-end`, and `without first 3` for the rest.

    `aa` and `nt` tell what the question counts, where it says so.
    """
    taken: list[tuple[int, int]] = []
    for pattern, reader in _range_patterns():
        for match in pattern.finditer(text):
            value = reader(match)
            start = match.start("without") if match["without"] else _first_group(match)
            if value and not any(start < end and begin < match.end() for begin, end in taken):
                taken.append((start, match.end()))
                yield start, match.end(), f"without {value}" if match["without"] else value


def _first_group(match: re.Match[str]) -> int:
    return min(match.start(name) for name, value in match.groupdict().items() if value is not None)


def _end(match: re.Match[str]) -> str:
    side = re.sub(r"[′’]", "'", " ".join(match["side"].lower().split()))
    count = _count(match["count"]) if match["count"] else 1
    unit = match["unit"].lower()
    # "first amino acids" says no number; "the first reading" is no part.
    if match["count"] is None and (unit.endswith("s") or unit not in _singular()):
        return ""
    at_start = {*phrase_list("sequences", "first"), *phrase_list("sequences", "start")}
    at_start |= set(phrase_list("sequences", "start_of"))
    kind = _kind(unit) or ("nt" if "'" in side else "aa" if "termin" in side else "")
    count = 3 * count if unit in phrase_list("sequences", "codons") else count
    return f"{'first' if side in at_start else 'last'} {count} {kind}".strip()


def _span(match: re.Match[str]) -> str:
    unit = " ".join(match["unit"].lower().split())
    start = int(match["from"])
    groups = match.groupdict()
    end = groups.get("to", "end")
    if unit in phrase_list("sequences", "codons"):
        start, end = 3 * start - 2, end if end == "end" else str(3 * int(end))
    return f"{start}-{end} {_kind(unit)}".strip()


def _ordinal(match: re.Match[str]) -> str:
    unit = " ".join(match["unit"].lower().split())
    return "" if unit in phrase_list("sequences", "codons") else f"{int(match['from'])} {_kind(unit)}".strip()


def _single(match: re.Match[str]) -> str:
    """`residue 7`; `residues 7` and `position 7` may be meant for something else."""
    unit = " ".join(match["unit"].lower().split())
    if unit not in _singular() or unit in ("position", "letter", *phrase_list("sequences", "codons")):
        return ""
    return f"{int(match['from'])} {_kind(unit)}".strip()


@cache
def _singular() -> frozenset[str]:
    units = [
        phrase for name in ("amino_acids", "bases", "codons", "units") for phrase in phrase_list("sequences", name)
    ]
    return frozenset(phrase for phrase in units if not phrase.endswith("s") and phrase not in ("aa", "nt", "bp"))


def _kind(unit: str) -> str:
    if unit in phrase_list("sequences", "amino_acids"):
        return "aa"
    return "nt" if unit in (*phrase_list("sequences", "bases"), *phrase_list("sequences", "codons")) else ""


def _count(written: str) -> int:
    return int(written) if written.isdigit() else _FEW[written.lower()]


@cache
def _kinds() -> dict[str, str]:
    """What each name of a residue or a base stands for: the full name, or the name of a group."""
    named = [*phrases_of("residues").items(), *phrases_of("bases").items()]
    return {name: names[0] if len(letter) == 1 else letter for letter, names in named for name in names}


@cache
def _kind_patterns() -> tuple[re.Pattern[str], ...]:
    names = any_of(_kinds())
    units = _phrases("units_counted")
    counting, counted = _phrases("counting"), _phrases("counted")
    # A code counts where the question counts: "how many K", "number of Cs"; "N atoms" are no asparagines.
    code = r"(?-i:[A-Z])(?:['’]?s)?"
    after_code = r"(?=\s*(?:$|[?.,;:]|(?:are|is|in|of|does|do|has|have|occur|there|and|or|within)\b))"
    return (
        re.compile(
            rf"(?<![\w-])(?:{counting})\s+(?:the\s+|all\s+)?(?P<kind>{names})(?P<unit>\s+(?:{units}))?(?![\w-])"
            r"(?!\s+(?:atom|molecule|ring|bond|group)s?\b)",
            re.IGNORECASE,
        ),
        re.compile(rf"(?<![\w-])(?P<kind>{names})(?P<unit>\s+(?:{units}))?(?=\s+(?:{counted})\b)", re.IGNORECASE),
        re.compile(rf"(?<![\w-])(?P<kind>{names})(?P<unit>\s+(?:{_phrases('units_plural')}))\b", re.IGNORECASE),
        re.compile(
            rf"(?<![\w-])(?:{_phrases('units_plural')})\s+(?:(?:that|which)\s+)?(?:are|is)\s+(?P<kind>{names})(?P<unit>)\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?<![\w-])(?:{counting})\s+(?:the\s+|letter\s+){{0,2}}(?P<kind>{code})(?:(?P<unit>\s+(?:{units}))\b|{after_code})",
            re.IGNORECASE,
        ),
    )  # fmt: skip


_CODON = re.compile(r"\bcodons?\b|\btriplets?\b", re.IGNORECASE)


def find_residue_kinds(text: str) -> Iterator[Found]:
    """The kinds of residues or bases that a question counts: `lysine`, `adenine`, `charged`, or a letter as written."""
    taken: set[int] = set()
    for pattern in _kind_patterns():
        for match in pattern.finditer(text):
            start, end = match.start("kind"), match.end("unit") if match["unit"] else match.end("kind")
            name = " ".join(match["kind"].lower().split())
            value = _kinds().get(name) or (match["kind"][0] if _SEQUENCE.search(text) else "")
            # "charged" and its like are kinds of residues only where residues are said.
            if start in taken or not value or (name in _groups() and match["unit"] is None):
                continue
            taken.add(start)
            yield start, end, value
            for other in _listed_behind(text, end) if match["unit"] is None else ():
                taken.add(other.start("kind"))
                yield *other.span("kind"), _kinds()[" ".join(other["kind"].lower().split())]


def _listed_behind(text: str, end: int) -> Iterator[re.Match[str]]:
    """The other kinds of a list: lysine in "how many cysteines, lysines and tryptophans"."""
    while other := _next_kind().match(text, end):
        yield other
        end = other.end("kind")


@cache
def _next_kind() -> re.Pattern[str]:
    names = any_of(name for name in _kinds() if name not in _groups())
    return re.compile(rf"\s*(?:,\s*(?:and\s+)?|\band\s+)(?:the\s+)?(?P<kind>{names})(?![\w-])", re.IGNORECASE)


@cache
def _coded() -> tuple[re.Pattern[str], dict[str, str]]:
    """The names of the amino acids, each with the first one, and what finds them."""
    kinds = {letter: names for letter, names in phrases_of("residues").items() if len(letter) == 1}
    named = {name: names[0] for names in kinds.values() for name in names if len(name) > 3}
    return re.compile(rf"(?<![\w-])(?:{any_of(named)}|stop(?=\s+codons?\b))(?![\w-])", re.IGNORECASE), named


def find_coded_residues(text: str) -> Iterator[Found]:
    """The amino acids whose codons a question speaks of, by their full names; `stop` for what ends a gene."""
    if _CODON.search(text) and not _SEQUENCE.search(text):
        pattern, named = _coded()
        for match in pattern.finditer(text):
            yield match.start(), match.end(), named.get(" ".join(match[0].lower().split()), "stop")


@cache
def _groups() -> frozenset[str]:
    found = phrases_of("residues")
    return frozenset(phrase for letter, phrases in found.items() if len(letter) > 1 for phrase in phrases)


@cache
def _codes() -> tuple[re.Pattern[str], dict[str, int]]:
    numbers = {name: int(number) for number, names in phrases_of("genetic_codes").items() for name in names}
    pattern = rf"(?<![\w-])(?P<name>{any_of(numbers)})\s+(?:genetic\s+code|code|codon\s+table|translation\s+table)\b"
    return re.compile(pattern, re.IGNORECASE), numbers


def find_genetic_codes(text: str) -> Iterator[Found]:
    """The genetic codes that a question names: 2 for "the vertebrate mitochondrial code"."""
    pattern, numbers = _codes()
    for match in pattern.finditer(text):
        yield match.start(), match.end(), numbers[" ".join(match["name"].lower().split())]


def find_missed_cleavages(text: str) -> Iterator[Found]:
    """How many cleavages a digest may miss: 2 for "up to two missed cleavages"."""
    for match in _missed().finditer(text):
        written = (match["before"] or match["behind"]).lower()
        none = written in phrase_list("sequences", "none")
        yield match.start(), match.end(), 0 if none else _count(written)


@cache
def _missed() -> re.Pattern[str]:
    missed, most = _phrases("missed"), _phrases("at_most")
    number = rf"\d{{1,2}}|{'|'.join(_FEW)}"
    return re.compile(
        rf"(?<![\w-])(?<!exactly )(?:(?:(?:{most})\s+){{0,2}}"
        rf"(?P<before>{number}|{_phrases('none')})\s+(?:{missed})(?![\w-])"
        rf"|(?:{missed})\s*(?:[:=]|of|is)?\s*(?P<behind>\d{{1,2}})(?![\w.]))",
        re.IGNORECASE,
    )


def find_cysteine_states(text: str) -> Iterator[Found]:
    """The state of the cysteines that a question tells: `reduced`, or `oxidised` for "with all disulfides formed"."""
    for match in _cysteines().finditer(text):
        # "no disulfides" are reduced cysteines.
        oxidised = match["oxidised"] or match["before_oxidised"] or (match["bonds"] and not match["none"])
        yield match.start(), match.end(), "oxidised" if oxidised else "reduced"


@cache
def _cysteines() -> re.Pattern[str]:
    cysteines, reduced, oxidised = _phrases("cysteines"), _phrases("reduced"), _phrases("oxidised")
    return re.compile(
        rf"(?<![\w-])(?:(?:all\s+|assuming\s+(?:all\s+)?|with\s+(?:all\s+)?)?(?:"
        rf"(?:{cysteines})\s+(?:are\s+|being\s+)?(?:(?P<reduced>{reduced})|(?P<oxidised>{oxidised}))"
        rf"|(?:(?P<before_reduced>{reduced})|(?P<before_oxidised>{oxidised}))\s+(?:{cysteines})"
        rf"|(?P<none>no\s+|without\s+)?(?P<bonds>{_phrases('disulfides')})(?:\s+(?:are\s+)?(?:formed|intact))?))(?![\w-])",
        re.IGNORECASE,
    )


def find_enzymes(text: str) -> Iterator[Found]:
    """The restriction enzymes that a question names; whether one is known is for the tool to say.

    Enzymes that work together ("EcoRI and BamHI") are one value, `EcoRI, BamHI`; those with "or" between them are not.
    """
    called = re.compile(rf"(?<![\w-])(?:{_phrases('enzymes')})\s+\Z", re.IGNORECASE)
    for start, end, names in _together([*_ENZYME.finditer(text)], text):
        # "the restriction enzyme EcoRI" asks for no enzyme.
        said = called.search(text, max(0, start - _NEAR), start)
        yield said.start() if said else start, end, ", ".join(names)


def _together(found: list[re.Match[str]], text: str) -> Iterator[tuple[int, int, list[str]]]:
    between = re.compile(
        rf"\s*(?:,\s*(?:(?:{_phrases('also')})\s+)?|[+&/]|\s(?:{_phrases('also')})\s)\s*", re.IGNORECASE
    )
    either = re.compile(rf"\s*,?\s*(?:{_phrases('either')})\s*", re.IGNORECASE)
    gaps = [text[one.end() : other.start()] for one, other in itertools.pairwise(found)]
    runs: list[list[re.Match[str]]] = []
    apart: set[int] = set()
    for number, match in enumerate(found):
        gap = gaps[number - 1] if number else ""
        if runs and (between.fullmatch(gap) or either.fullmatch(gap)):
            runs[-1].append(match)
        else:
            runs.append([match])
        if number and either.fullmatch(gap):
            apart.add(len(runs) - 1)
    for number, run in enumerate(runs):
        for group in [[one] for one in run] if number in apart else [run]:
            yield group[0].start(), group[-1].end(), [one[0] for one in group]


def find_template_strands(text: str) -> Iterator[Found]:
    """The words that call DNA the template of an RNA, where an RNA or a protein is made."""
    said, made = (any_of(phrase_list("sequences", name)) for name in ("template", "expressed"))
    if re.search(rf"(?<![\w-])(?:{made})(?![\w-])", text, re.IGNORECASE):
        for match in re.finditer(rf"(?<![\w-])(?:{said})(?![\w-])", text, re.IGNORECASE):
            yield match.start(), match.end(), match[0].lower()


def find_directions(text: str) -> Iterator[Found]:
    """The directions in which a strand is to be written: `5' to 3'` or `3' to 5'`."""
    for match in _DIRECTION.finditer(text):
        if match["from"] != match["to"]:
            yield match.start(), match.end(), f"{match['from']}' to {match['to']}'"
