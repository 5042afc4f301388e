"""Find counts of genotypes, frequencies of alleles, counts of genes and p-values in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.general._listed_numbers import listed_numbers

_LONGEST = 2000
_SHARE = r"(?:0?\.\d+(?:[eE]-?\d+)?|\d(?:\.\d+)?[eE]-\d+|[01](?:\.0+)?)(?![\w.]*\d)"
_THREE = re.compile(
    r"(?<![\w.])(\d{1,9})\s+([A-Z])\2\s*,\s*(?:and\s+)?(\d{1,9})\s+([A-Za-z]{2})\s*(?:,\s*(?:and\s+)?|\s+and\s+)(\d{1,9})\s+([A-Za-z])\6(?!\w)"
)


def find_genotypes(text: str) -> Iterator[tuple[int, int, str]]:
    """The numbers of both homozygotes with that of the heterozygote between them."""
    for match in _counted(text):
        yield match.start(), match.end(), f"{match[1]} {match[3]} {match[5]}"


def _counted(text: str) -> Iterator[re.Match[str]]:
    """Three counts of which the second is that of the heterozygote between the others."""
    for match in _THREE.finditer(text) if len(text) <= _LONGEST else ():
        if {match[2], match[6]} == set(match[4]) and match[2] != match[6]:
            yield match


_SHARED = r"(?i:frequency|frequencies|share|proportion|fraction)"
_ONE = re.compile(
    rf"(?<![\w-])(?:(?i:allele\s+)?{_SHARED}\s+(?i:of)\s+(?i:the\s+)?"
    r"(?:(?i:allele\s+)(?P<after>[A-Za-z])(?![\w'-])|(?P<first>[A-Za-z])\s+(?i:allele)(?!\w)"
    r"|(?P<alone>[A-Za-z])\s+(?=(?i:in|for|with|from|of|when|if|given)\s|[:;,?(])|(?P<last>[A-Za-z])\s*$)"
    r"|(?P<before>[A-Za-z])\s+(?i:allele\s+frequency)(?!\w))"
)
_BOTH = re.compile(
    r"(?<![\w-])(?:(?i:the\s+)?(?i:allele\s+frequency|allele\s+frequencies|frequencies\s+of\s+(?:the\s+|both\s+)?alleles))"
    r"(?!\w)(?:\s+(?i:of\s+)(?i:the\s+)?(?i:alleles\s+)?(?P<one>[A-Za-z])\s+(?i:and)\s+(?P<other>[A-Za-z])(?![\w'-]))?"
)


def find_named_alleles(text: str) -> Iterator[tuple[int, int, str]]:
    """The alleles whose frequencies are wanted, by their places in the counts of genotypes."""
    named = list(_counted(text))
    if len(named) != 1:
        return
    places = {named[0][2]: "first", named[0][6]: "second"}
    taken: list[int] = []
    for match in _ONE.finditer(text):
        letter = next(filter(None, match.groups()))
        # Nobody counted an allele of another name.
        blank = " " if match[0].endswith(" ") else ""
        yield match.start(), match.end(), f"frequency of the {places.get(letter, f'uncounted {letter}')} allele{blank}"
        taken.append(match.start())
    for match in _BOTH.finditer(text):
        letters = [match["one"] or named[0][2], match["other"] or named[0][6]]
        if set(letters) == set(places) and match.start() not in taken:
            yield (
                match.start(),
                match.end(),
                " and ".join(f"the frequency of the {places[letter]} allele" for letter in letters),
            )


def _said(name: str) -> str:
    return any_of(phrase_list("genetics", name))


@cache
def _lists(name: str) -> re.Pattern[str]:
    between = rf"\s*(?:[,;]\s*(?:(?:{_said('and')})\s+)?|(?:{_said('and')})\s)\s*"
    values = rf"(?P<values>{_SHARE}(?:{between}{_SHARE}){{1,300}})"
    return re.compile(rf"(?<![\w-])(?:{_said(name)})\s*(?:(?:{_said('of')})\s*)?{values}", re.IGNORECASE)


def find_frequencies(text: str) -> Iterator[tuple[int, int, str]]:
    """The frequencies of an allele in several populations: `0.2 0.6` for "allele frequencies of 0.2 and 0.6"."""
    # The alleles of one population have frequencies, too.
    if re.search(rf"(?<![\w-])(?:{_said('populations')})(?![\w-])", text, re.IGNORECASE):
        yield from _values(text, "frequencies")


def find_p_values(text: str) -> Iterator[tuple[int, int, str]]:
    """Lists of p-values: `0.01 0.2` for "p-values 0.01 and 0.2"."""
    found = list(_values(text, "p_values"))
    yield from found
    # "Holm adjust: 0.01 0.02", "these p values (in this order): 0.01, 0.02"
    lists = [] if found or not _adjusting().search(text) else list(listed_numbers(text))
    shares = [one for one in lists if not one.unit and all(0 <= float(number) <= 1 for number in one.numbers)]
    if len(lists) == len(shares) == 1:
        (one,) = shares
        begin = one.noun_start(text, phrase_list("genetics", "p_nouns"))
        yield one.first if begin is None else begin, one.end, " ".join(one.numbers)


@cache
def _adjusting() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_said('adjusting')})(?![\w-])", re.IGNORECASE)


def _values(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    for match in _lists(name).finditer(text) if len(text) <= 10 * _LONGEST else ():
        yield match.start(), match.end(), " ".join(re.findall(_SHARE, match["values"]))


@cache
def _enriched() -> re.Pattern[str]:
    number = r"(\d{1,7}|\d{1,3}(?:,\d{3})+)"
    share = rf"{number}\s+(?:out\s+)?of\s+(?:the\s+|my\s+|all\s+)?{number}"
    genes, within, behind = _said("genes"), _said("in_set"), _said("background")
    return re.compile(
        rf"(?<![\w.,]){share}(?:\s+(?:{genes}))?(?:\s+(?:{within}))?\s*,?\s+(?:{_said('linked')})\s+{share}"
        rf"(?![\d.,]*\d)(?:\s+(?:{behind}))?(?:\s+(?:{within}))?(?![\w-])",
        re.IGNORECASE,
    )


def find_enrichments(text: str) -> Iterator[tuple[int, int, str]]:
    """Genes of a set among chosen ones and among all: `12 50 200 20000` for "12 of 50 genes … 200 of 20000 genes"."""
    for match in _enriched().finditer(text) if len(text) <= _LONGEST else ():
        yield match.start(), match.end(), " ".join(match[number].replace(",", "") for number in range(1, 5))
