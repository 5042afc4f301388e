"""Find a piece of DNA that is told by its length: "3 kb plasmid", "a 500 bp PCR product"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_FACTORS = {"bp": 1, "kb": 1000, "kbp": 1000, "mb": 1_000_000, "mbp": 1_000_000}
_SAID = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:,\d{3})+|\d{1,10}(?:\.\d{1,6})?)[\s-]?(?P<unit>bp|kb|kbp|Mb|Mbp)[\s-]+(?:long\s+)?"
    r"(?:(?P<circle>plasmid|circular\s+(?:double[- ]stranded\s+)?DNA|vector|(?:circular\s+)?plasmid\s+DNA)"
    r"|(?:linear\s+)?(?:double[- ]stranded\s+|ds)?(?:PCR\s+)?"
    r"(?:DNA(?:\s+(?:fragment|molecule|piece))?|fragment|amplicon|product|insert|duplex|dsDNA))(?!\w)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\b(?:mass|weight|heavy|weigh|long|length|Da|kDa|MDa)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"\d\s?(?:[pnµμum]?g|[pnµμum]?mol|[pnµμum]M)(?![a-z])|\bcopies\b|\bmolar", re.IGNORECASE)


def find_dna_pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """Length and form, as `3000 bp circular`; where an amount is told, the length is a setting of something else."""
    if len(text) > _LONGEST or not _ASKED.search(text) or _AMOUNT.search(text):
        return
    for match in _SAID.finditer(text):
        length = float(match["number"].replace(",", "")) * _FACTORS[match["unit"].lower()]
        if length.is_integer():
            yield match.start(), match.end(), f"{int(length)} bp {'circular' if match['circle'] else 'linear'}"


_COUNTED = re.compile(r"\b(?:copies|pmol|picomoles?|copy\s+number)\b", re.IGNORECASE)
_DOUBLE = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:,\d{3})+|\d{1,10}(?:\.\d{1,6})?)[\s-]?(?P<unit>bp|kb|kbp|Mb|Mbp)[\s-]+(?:long\s+)?"
    r"(?:plasmid(?:\s+DNA)?|(?:linear\s+)?(?:double[- ]stranded\s+|ds\s?)?DNA(?:\s+(?:fragment|molecule))?|fragment"
    r"|amplicon|PCR\s+product|vector)(?!\w)",
    re.IGNORECASE,
)


def find_lengths_in_bases(text: str) -> Iterator[tuple[int, int, str]]:
    """A length in base pairs, of whatever a mass of double-stranded DNA is called: "3 kb plasmid" is 3000 bp DNA."""
    if len(text) > _LONGEST or not _COUNTED.search(text) or not _AMOUNT.search(text):
        return
    for match in _DOUBLE.finditer(text):
        length = float(match["number"].replace(",", "")) * _FACTORS[match["unit"].lower()]
        written = f"{length:.0f} bp DNA"
        if length.is_integer() and written != match[0]:
            yield match.start(), match.end(), written
