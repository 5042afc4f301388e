"""Find in a question what is looked for in a document, and cut a text into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_FILE = re.compile(r"[^\s\"'<>|]+\.pdf(?![\w/])", re.IGNORECASE)
_QUOTED = re.compile("[\"“]([^\"”]{2,200})[\"”]|(?<![A-Za-z])['‘]([^'’]{2,200})['’](?![A-Za-z])")
_ABOUT = re.compile(r"\b(?:about|mentioning|regarding|concerning|mentions?\s+of|mention(?:s|ed)?)\s+", re.IGNORECASE)
_MENTIONED = re.compile(r"\b(?:is|are|was|were)\s+(?P<words>[^?!;,.]{2,100}?)\s+mentioned\b", re.IGNORECASE)
# Where what is looked for ends: at the file, with another sentence, or with what else is asked.
_END = re.compile(
    r"\s+(?:in|from|within|inside|of)\s+(?:(?:the|my|our|this)\s+)?(?:\w+\s+){0,2}\S+\.pdf\b|\s+and\s+(?:how|what|which|where|who)\b"
    r"|[?!;]|[.,:](?:\s|$)|$",
    re.IGNORECASE,
)
# Full stops that end no sentence.
_SHORT = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|et al|Fig|Figs|Tab|Eq|Eqs|Ref|Refs|No|ca|approx|Dr|Prof|St|sp|spp|subsp|var)|\b[A-Z])\.$"
)
_STOP = re.compile(r"(?<=[.!?])[\"”’)\]]?\s+(?=[\"“(\[]?[A-Z0-9])")


def find_searched_words(text: str) -> Iterator[tuple[int, int, str]]:
    """What is looked for in a PDF that the question names: `the yield` in "what does a.pdf say about the yield"."""
    if len(text) > _LONGEST or not _FILE.search(text):
        return
    quoted = [(match.start(), match.end(), match[1] or match[2]) for match in _QUOTED.finditer(text)]
    quoted = [(start, end, words) for start, end, words in quoted if not _FILE.search(words)]
    yield from quoted
    for match in () if quoted else _ABOUT.finditer(text):
        end = _END.search(text, match.end())
        words = text[match.end() : end.start() if end else len(text)].strip()
        if words and not _FILE.search(words):
            yield match.start(), match.end() + len(words), words
    for match in () if quoted else _MENTIONED.finditer(text):
        yield match.start("words"), match.end(), match["words"]


def joined_lines(page: str) -> str:
    """The text of a page in one line, with words that were parted at the end of a line put together."""
    return " ".join(re.sub(r"(?<=[a-z])-\n\s*(?=[a-z])", "", page).split())


def sentences_of(page: str) -> list[str]:
    """The sentences of a page."""
    found = list[str]()
    for part in _STOP.split(joined_lines(page)):
        if found and (_SHORT.search(found[-1]) or len(found[-1]) < 3):
            found[-1] = f"{found[-1]} {part}"
        elif part.strip():
            found.append(part.strip())
    return found
