"""The references of a run: the papers and data behind the tools that ran, as text and as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.solver.steps import is_tool

_DOI = re.compile(r"\bdoi:\s*(10\.\d{4,9}/[^\s,;\"<>]+)", re.IGNORECASE)
_NAME = r"(?:(?:von|van|de)[ ])?[^\W\d_a-zµα-ω][\w'’-]*(?:[ ](?:d[aeu]|v[ao]n|der|den|[^\W\d_a-zµα-ω][\w'’-]*))*"
# "Ertl et al. 2000", "Carhart, Smith & Venkataraghavan 1985".
_CITED = re.compile(rf"((?:(?:{_NAME},\s)*{_NAME},?\s(?:&|and)\s)?{_NAME}(?:\set\sal\b\.?)?)\s(\d{{4}})\b")
# A data set or a book by its name alone.
_TITLE = re.compile(_NAME)
_AUTHORS = re.compile(r"\s*(?:,|&|\band\b)\s*")
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "{}%&#_$"},
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper or a data set by its DOI: as whom it is cited, its year, and the tools that rest on it."""

    doi: str
    authors: str
    year: str
    tools: tuple[str, ...]

    @property
    def cited(self) -> str:
        """How a text cites it."""
        return f"{self.authors} {self.year}".strip() or f"doi:{self.doi}"


def references_of(recorded: RecordedRun) -> tuple[Reference, ...]:
    """The references with a DOI that the sources of the tools name, in the order of the steps."""
    found: dict[str, Reference] = {}
    for tool, source in sources_of(recorded):
        for doi, authors, year in cited_in(source):
            known = found.get(doi.casefold(), Reference(doi, authors, year, ()))
            tools = tuple(dict.fromkeys((*known.tools, tool)))
            found[doi.casefold()] = Reference(known.doi, known.authors or authors, known.year or year, tools)
    return tuple(found.values())


def sources_of(recorded: RecordedRun) -> tuple[tuple[str, str], ...]:
    """The tools that gave something, each with the source that the run names for it."""
    results = (recorded.results[step.id] for step in recorded.plan.steps if step.id in recorded.results)
    made = ((one.tool, one.source) for one in results if one.status == "ok" and is_tool(one.tool))
    return tuple(dict.fromkeys(made))


def cited_in(source: str) -> Iterator[tuple[str, str, str]]:
    """The identifiers in the source of a tool, each with its authors and year as far as they stand in front of it."""
    end = 0
    for match in _DOI.finditer(source):
        doi = match[1].rstrip(".")
        # A bracket may belong to the identifier or to the sentence around it.
        while doi.endswith(")") and doi.count(")") > doi.count("("):
            doi = doi[:-1].rstrip(".")
        before = source[end : match.start()].split(";")[-1]
        end = match.end()
        cited = list(_CITED.finditer(before))
        title = _TITLE.fullmatch(before.split("(")[-1].strip(" ,."))
        if cited:
            yield doi, cited[-1][1], cited[-1][2]
        else:
            yield doi, title[0] if title else "", ""


def bibliography(recorded: RecordedRun) -> str:
    """The references and the program itself as BibTeX."""
    entries = [_software(recorded)]
    taken: set[str] = set()
    for reference in references_of(recorded):
        key = _key(reference, taken)
        taken.add(key)
        fields = {
            "author": " and ".join(_names(reference.authors)),
            "year": _tex(reference.year),
            "doi": _tex(reference.doi),
            "url": _tex(f"https://doi.org/{reference.doi}"),
            "note": f"Source of {', '.join(map(_tex, reference.tools))}",
        }
        entries.append(_entry("misc", key, fields))
    return "\n".join(entries)


def _software(recorded: RecordedRun) -> str:
    fields = {
        "title": "{scitoolagent}",
        "version": _tex(recorded.version),
        "year": f"{recorded.began:%Y}",
        "note": f"Run {_tex(recorded.run)}",
    }
    return _entry("software", "scitoolagent", fields)


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{key},\n{lines}}}\n"


def _key(reference: Reference, taken: set[str]) -> str:
    first = re.sub(r"[^A-Za-z0-9]", "", next(iter(_AUTHORS.split(reference.authors)), "").replace("et al", ""))
    key = f"{first or 'doi'}{reference.year}"
    letters = ("", *"abcdefghijklmnopqrstuvwxyz")
    return next((key + end for end in letters if key + end not in taken), re.sub(r"\W", "", reference.doi))


def _names(authors: str) -> Iterable[str]:
    has_others = bool(re.search(r"\bet al\b", authors))
    plain = re.sub(r"\bet al\b\.?", "", authors)
    names = [f"{{{_tex(name.strip())}}}" for name in _AUTHORS.split(plain) if name.strip()]
    return [*names, *(["others"] if has_others else [])]


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter if letter.isprintable() else " ") for letter in text)
