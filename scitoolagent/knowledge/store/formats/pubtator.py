"""Read PubTator and BioRED files: annotated abstracts, with relations as PMID, relation, id, id and perhaps novelty."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import lines
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation
from scitoolagent.language.text import words_of

_TITLE = re.compile(r"(\d{1,9})\|([ta])\|(.*)")
# Relations of BioRED have no direction (Luo et al. 2022, doi:10.1093/bib/bbac282, guidelines).
_SYMMETRIC = {"Association", "Bind", "Comparison", "Conversion", "Cotreatment", "Drug_Interaction"}
_SYMMETRIC |= {"Negative_Correlation", "Positive_Correlation"}
# A line of PubTator3's dump of relations: PMID, relation, and two ids with their types.
_DUMPED = re.compile(r"(\d{1,9})\t([^\t|]+)\t([^\t|]+)\|([^\t]+)\t([^\t|]+)\|([^\t]+)")
_MAX_MENTIONS = 5_000


@dataclass(slots=True)
class Abstract:
    """One annotated abstract; `mentions` are id, type and text, `relations` are predicate, id, id and novelty."""

    pmid: str
    title: str = ""
    text: str = ""
    mentions: list[tuple[str, str, str]] = field(default_factory=list)
    relations: list[tuple[str, str, str, str]] = field(default_factory=list)


def read_pubtator(path: Path) -> Iterator[Item]:
    """Entities and relations, with the PMID as evidence, of a file, a folder or a zip of PubTator files.

    An entity is named by its first mention; the other mentions are synonyms.

    Raises:
        GraphError: there is no PubTator file.
    """
    seen: set[str] = set()
    for abstract in abstracts(path):
        if isinstance(abstract, Broken):
            yield abstract
            continue
        names: dict[str, tuple[str, list[str]]] = {}
        for identifiers, kind, text in abstract.mentions:
            for identifier in identifiers.split(","):
                names.setdefault(identifier.strip(), (kind, []))[1].append(text)
        for identifier, (kind, texts) in names.items():
            unique = tuple(dict.fromkeys(texts))
            yield Entity(identifier, kind, unique[0], unique[1:] if identifier not in seen else unique)
            seen.add(identifier)
        for predicate, one, other, novelty in abstract.relations:
            yield Predicate(predicate, words_of(predicate), predicate in _SYMMETRIC)
            known = {"novelty": novelty} if novelty else {}
            yield Relation(one, predicate, other, (Evidence((abstract.pmid,), path.name),), known)


def abstracts(path: Path) -> Iterator[Abstract | Broken]:
    """The abstracts of a file, a folder or a zip; a line that is none of PubTator's is broken."""
    for file, member in _sources(path):
        current: Abstract | None = None
        for number, text in lines(file, member):
            name = Path(member).name or file.name
            if not text.strip():
                if current:
                    yield current
                current = None
                continue
            heading, dumped = _TITLE.fullmatch(text), None if current else _DUMPED.fullmatch(text)
            if dumped:
                pmid, predicate, one_type, one, other_type, other = dumped.groups()
                ends = [(one, one_type, one), (other, other_type, other)]
                yield Abstract(pmid, mentions=ends, relations=[(predicate, one, other, "")])
            elif heading:
                if current is None or current.pmid != heading[1]:
                    if current:
                        yield current
                    current = Abstract(heading[1])
                if heading[2] == "t":
                    current.title = heading[3]
                else:
                    current.text = heading[3]
            else:
                problem = _line(current, text.split("\t"))
                if problem:
                    yield Broken(name, number, problem)
        if current:
            yield current


def _line(abstract: Abstract | None, cells: list[str]) -> str:
    if abstract is None or cells[0] != abstract.pmid:
        return f"{cells[0][:40]!r} is not the PMID of the abstract above"
    if len(cells) >= 6 and cells[1].isdigit() and cells[2].isdigit():
        if cells[5] not in ("", "-") and len(abstract.mentions) < _MAX_MENTIONS:
            abstract.mentions.append((cells[5], cells[4], cells[3]))
        return ""
    if len(cells) in (4, 5) and not cells[1].isdigit():
        abstract.relations.append((cells[1], cells[2], cells[3], cells[4] if len(cells) == 5 else ""))
        return ""
    # A mention without an id has five cells; it names nothing the graph could hold.
    return "" if len(cells) == 5 else f"it has {len(cells)} cells; a mention has 6, a relation 4 or 5"


def _sources(path: Path) -> list[tuple[Path, str]]:
    if path.suffix == ".zip":
        try:
            with zipfile.ZipFile(path) as archive:
                members = sorted(name for name in archive.namelist() if name.lower().endswith(".pubtator"))
        except (OSError, zipfile.BadZipFile) as error:
            raise GraphError(f"{path} cannot be read: {error}") from error
        found = [(path, member) for member in members]
    elif path.is_dir():
        found = [(file, "") for file in sorted(path.glob("*.PubTator*"))]
    else:
        found = [(path, "")]
    if not found:
        raise GraphError(f"{path} holds no .PubTator file")
    return found
