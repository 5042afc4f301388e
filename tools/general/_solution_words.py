"""Find buffers, series of dilutions and conversions of units in a question."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of, word_list
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import convertible, dimension, normal, unit_at
from scitoolagent.tools.materials._species import bare, species_behind

_LONGEST = 2000
_BETWEEN = re.compile(r"\s*(?:,\s*(?:and\s+)?|\+\s*|and\s+|with\s+|plus\s+|/\s*)", re.IGNORECASE)
# "The pH of a buffer of …" asks for it; "at pH 7.4 in a buffer of …" does not.
_PH = re.compile(r"\bpH\b(?!\s*(?:[=:]|of|is)?\s*\d)", re.IGNORECASE)
_BUFFER = re.compile(r"\bbuffers?\b", re.IGNORECASE)
_OF = re.compile(r"\s+(?:of\s+(?:the\s+)?)?")
# "In eV, kJ/mol and cm-1".
_NEXT_UNIT = re.compile(r"\s*(?:,\s*(?:and\s+)?|;\s*|&\s*|and\s+)(?:(?:also\s+)?in(?:to)?\s+|to\s+)?", re.IGNORECASE)


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('solutions', name))})(?![\w-])", re.IGNORECASE)


def find_buffers(text: str) -> Iterator[tuple[int, int, str]]:
    """The two forms of a buffer with their concentrations, as `0.1 M acetic acid + 0.2 M sodium acetate`."""
    asked = _cue("buffer").search(text) or (_PH.search(text) and _BUFFER.search(text))
    if len(text) > _LONGEST or not asked:
        return
    try:
        quantities = find_quantities(text)
    except PlanError:
        # More numbers than a question may hold: whoever reads the whole question says so.
        return
    found: list[tuple[int, int, str]] = []
    amounts = [one for one in quantities if any(convertible(one.unit, unit) for unit in ("mol/L", "mol"))]
    for quantity in amounts:
        gap = _OF.match(text, quantity.end) if not quantity.bound else None
        end = species_behind(text, gap.end()) if gap else None
        name = bare(text[gap.end() : end]) if gap and end else ""
        if end and name and name.lower() not in word_list("solutions", "roles"):
            found.append((quantity.start, end, f"{quantity.value!r} {quantity.unit} {name}"))
    for one, other in itertools.pairwise(found):
        if _BETWEEN.fullmatch(text[one[1] : other[0]]) and len(amounts) == 2:
            lead = _led().search(text, 0, one[0])
            yield lead.start() if lead else one[0], other[1], f"{one[2]} + {other[2]}"


@cache
def _led() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('solutions', 'made'))})\s+$", re.IGNORECASE)


@cache
def _series() -> re.Pattern[str]:
    number = rf"(?:\d+(?:\.\d+)?|{'|'.join(IN_WORDS)}|hundred|thousand)"
    times = any_of(_times())
    factor = rf"(?:(?P<fold>{number})[\s-]?fold|1\s?(?::|to|/)\s?(?P<ratio>\d+(?:\.\d+)?)(?!\s?[:/])"
    # "3 x 10^-5 M" is one concentration.
    factor += r"|(?P<factor>\d+(?:\.\d+)?)(?=\s[x×]\s(?!10\s?(?:\^|\*\*|[⁻⁰¹²³⁴-⁹]))\d))"
    return re.compile(
        rf"(?<![\w.])(?:(?:serially\s+|consecutively\s+)?dilut(?:ed|e|ing)\s+|dilution\s+factor\s+(?:of\s+)?)?{factor}(?:\s+(?:serial(?:ly)?\s+)?(?:dilutions?|diluted))?"
        rf"(?:,?\s+(?:and\s+)?(?:(?P<times>{times})|(?P<count>{number})\s+(?:times|steps|dilutions|rounds)|[x×]\s(?P<rounds>\d{{1,2}})\b)"
        r"(?:\s+(?:in\s+a\s+row|in\s+succession|successively|over|consecutively|one\s+after\s+the\s+other))?)?",
        re.IGNORECASE,
    )


def _times() -> dict[str, int]:
    return {phrase: int(count) for count, phrases in phrases_of("times").items() for phrase in phrases}


def find_dilution_series(text: str) -> Iterator[tuple[int, int, str]]:
    """Factors of dilution with how often they are repeated: `10 x 3` for "tenfold three times in a row"."""
    if len(text) > _LONGEST or not _cue("dilution").search(text):
        return
    for match in _series().finditer(text):
        factor = _number(match["fold"] or match["ratio"] or match["factor"])
        times = _times()[" ".join(match["times"].lower().split())] if match["times"] else 1
        times = int(_number(match["count"] or match["rounds"])) if match["count"] or match["rounds"] else times
        yield match.start(), match.end(), f"{factor:g} x {times}"


def _number(written: str) -> float:
    text = written.lower()
    known = {**IN_WORDS, "hundred": 100.0, "thousand": 1000.0}
    return known[text] if text in known else float(text)


def find_phs(text: str) -> Iterator[tuple[int, int, float]]:
    """The values of pH that a text gives: 7.4 in "at pH 7.4", "a pH of 7.4"."""
    return _stated(text, "ph")


def find_pkas(text: str) -> Iterator[tuple[int, int, float]]:
    """The values of pKa that a text gives: 4.2 in "pKa 4.2", "pKa = 4.2", "a pKa of 4.2"."""
    return _stated(text, "pka")


def find_pkbs(text: str) -> Iterator[tuple[int, int, float]]:
    """The values of pKb that a text gives."""
    return _stated(text, "pkb")


def _stated(text: str, name: str) -> Iterator[tuple[int, int, float]]:
    for match in _value_of(name).finditer(text):
        # "pH of 0.2 M ammonia" gives a concentration and asks for the pH.
        if unit_at(normal(text), match.end() + (text[match.end() : match.end() + 1] == " ")) is None:
            yield match.start(), match.end(), float(match["value"].replace("−", "-"))


@cache
def _value_of(name: str) -> re.Pattern[str]:
    said = any_of(phrase_list("solutions", name))
    between = r"\s*(?:values?\s*)?(?:(?:of|is|was|=|:|≈)\s*)?"
    # A range, a list or a number with a comma is no single value.
    behind = r"(?![\w%]|-[^\W\d]|[.,]\d|\s*(?:-|–|to|±|\+/-)\s*\d|\s*(?:,|and|or)\s*\d)"
    return re.compile(rf"(?<![\w-])(?:{said}){between}(?P<value>[-−]?\d{{1,2}}(?:\.\d+)?){behind}", re.IGNORECASE)


@cache
def _link() -> tuple[re.Pattern[str], re.Pattern[str]]:
    to, equals = any_of(phrase_list("solutions", "to")), any_of(phrase_list("solutions", "equals"))
    return (
        re.compile(rf"\s*,?\s*(?:(?:{to})\s+)(?:(?:a|the)\s+)?$", re.IGNORECASE),
        re.compile(rf"\s+(?:{equals})\s+(?:(?:a|the|in)\s+)*", re.IGNORECASE),
    )


def find_converted_values(text: str) -> Iterator[tuple[int, int, str]]:
    """The values that are to be given in another unit: 25 °C in "25 °C to Fahrenheit", in "how many °F is 25 °C"."""
    yield from (value for value, given, units in _conversions(text) if _only_converted(given, units))


def find_target_units(text: str) -> Iterator[tuple[int, int, str]]:
    """The units that a value beside them is to be given in. Units of other answers are no settings."""
    for _, given, units in _conversions(text):
        if _only_converted(given, units):
            yield from (one for one in units if convertible(given, one[2]))


def find_light_values(text: str) -> Iterator[tuple[int, int, str]]:
    """The wavelengths, wavenumbers, frequencies and energies that are to be given as another one of these."""
    yield from (value for value, given, units in _conversions(text) if _is_of_light(text, value, given, units))


def find_light_units(text: str) -> Iterator[tuple[int, int, str]]:
    """The units that light is to be given in: eV in "387 nm in eV"."""
    for value, given, units in _conversions(text):
        if _is_of_light(text, value, given, units):
            yield from (one for one in units if light_kind(one[2]))


def _only_converted(given: str, units: Sequence[tuple[int, int, str]]) -> bool:
    return any(convertible(given, unit) for *_, unit in units) and not any(
        says_of_light(given, one[2]) for one in units
    )


def _is_of_light(text: str, value: tuple[int, int, str], given: str, units: Sequence[tuple[int, int, str]]) -> bool:
    """Whether a value alone is to be given in another measure of light, and not a property with that value."""
    if not any(says_of_light(given, unit) for *_, unit in units):
        return False
    return units[0][1] <= value[0] or _alone().search(text, 0, value[0]) is not None


@cache
def _alone() -> re.Pattern[str]:
    return re.compile(rf"(?:^|[.?!:;]\s|\b(?:{any_of(phrase_list('solutions', 'converting'))}))\s*$", re.IGNORECASE)


def says_of_light(given: str, wanted: str) -> bool:
    """Whether two units measure light in different ways, and neither is the other by mere conversion."""
    kinds = light_kind(given), light_kind(wanted)
    return "" not in kinds and kinds[0] != kinds[1] and not convertible(given, wanted)


@lru_cache(maxsize=512)
def light_kind(unit: str) -> str:
    """The kind of quantity that a unit measures light by; empty for others. Times count by number, not only light."""
    kinds = (("wavelength", "nm"), ("wavenumber", "cm-1"), ("energy", "eV"), ("energy", "J"))
    if unit.strip().lower().endswith(("hz", "hertz")):
        return "frequency"
    found = (kind for kind, own in kinds if dimension(unit) == dimension(own) or (own == "eV" and _is_molar(unit)))
    return next(found, "")


def _is_molar(unit: str) -> bool:
    return dimension(unit) == dimension("J/mol")


def _conversions(text: str) -> Iterator[tuple[tuple[int, int, str], str, list[tuple[int, int, str]]]]:
    """Each value, its unit, and the units that only a word such as "to", or the next of a list, parts from it."""
    wanted = find_units(text) if len(text) <= _LONGEST else []
    if not wanted:
        return
    try:
        quantities = find_quantities(text, [(start, end) for start, end, _ in wanted])
    except PlanError:
        return
    to, equals = _link()
    for quantity in quantities:
        if quantity.problem or quantity.bound:
            continue
        units: list[tuple[int, int, str]] = []
        for start, end, unit in wanted:
            last = units[-1][1] if units else 0
            behind = quantity.end <= start and to.fullmatch(text[quantity.end : start])
            before = end <= quantity.start and equals.fullmatch(text[end : quantity.start])
            if behind or before or (last > quantity.end and _NEXT_UNIT.fullmatch(text[last:start])):
                units.append((start, end, unit))
        if units:
            yield (quantity.start, quantity.end, f"{quantity.value!r} {quantity.unit}"), quantity.unit, units
