"""Read ontologies as OBO flat files (format 1.2 and 1.4) and as OBO Graph JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.ontology import IS_A, MAX_TERMS, Term, items_of, short_id
from scitoolagent.knowledge.store.formats.rows import lines, open_text
from scitoolagent.knowledge.store.records import Broken, Item

MAX_JSON = 1_000_000_000
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_POINTING, _QUOTING = ("is_a", "instance_of", "relationship"), ("def", "synonym")
_STANZA = re.compile(r"\[(\w+)\]")


def read_obo(path: Path) -> Iterator[Item]:
    """Terms with their parents and relations. Cross-references, intersections and rules are not taken.

    Raises:
        GraphError: the file has no term, or too many.
    """
    terms: dict[str, Term] = {}
    labels: dict[str, str] = {}
    stanza, term, header, began = "", Term(""), dict[str, str](), 0
    for number, text in lines(path):
        line = text.strip()
        if not line or line.startswith("!"):
            continue
        if match := _STANZA.fullmatch(line):
            yield from _told(path, began, _close(stanza, term, terms, labels))
            stanza, term, began = match[1], Term(""), number
            continue
        tag, colon, value = line.partition(":")
        if not colon:
            yield Broken(path.name, number, f"{line[:60]!r} is no tag with a value")
        elif not stanza:
            header.setdefault(tag, value.strip())
        else:
            yield from _told(path, number, _take(term, tag.strip(), value.strip(), header))
    yield from _told(path, began, _close(stanza, term, terms, labels))
    if not terms:
        raise GraphError(f"{path.name} holds no [Term] as OBO files do")
    yield from items_of(terms, labels, f"OBO {header.get('format-version', '')} ontology {header.get('ontology', '')}")


def _told(path: Path, number: int, why: str) -> Iterator[Broken]:
    if why:
        yield Broken(path.name, number, why)


def _close(stanza: str, term: Term, terms: dict[str, Term], labels: dict[str, str]) -> str:
    """Keep what a stanza says; gives why that cannot be."""
    if stanza not in ("Term", "Instance", "Typedef"):
        return ""
    if not term.id:
        return f"the [{stanza}] has no id"
    if stanza == "Typedef":
        labels[term.id] = term.name
        return ""
    if term.id in terms:
        return f"{term.id[:60]} is given twice; the first is kept"
    if len(terms) >= MAX_TERMS:
        raise GraphError(f"the ontology has more than {MAX_TERMS:,} terms")
    terms[term.id] = term
    return ""


def _take(term: Term, tag: str, value: str, header: dict[str, str]) -> str:
    """Keep what a line says of a term; gives why that cannot be."""
    if tag in _POINTING and not _bare(value.partition(" ")[2] if tag == "relationship" else value):
        return f"{tag} points at nothing"
    match = _QUOTED.match(value)
    if tag in _QUOTING and not match:
        return f"the text of {tag} is not in quotes: {value[:60]!r}"
    if tag == "id":
        term.id = _bare(value)
        term.kind = term.kind or header.get("default-namespace", "")
    elif tag == "name":
        term.name = _plain(value)
    elif tag == "namespace":
        term.kind = _plain(value)
    elif tag == "is_obsolete":
        term.obsolete = value.startswith("true")
    elif tag in ("is_a", "instance_of"):
        term.links.append((IS_A if tag == "is_a" else tag, _bare(value)))
    elif tag == "relationship":
        predicate, _, other = value.partition(" ")
        term.links.append((predicate, _bare(other)))
    elif tag == "def" and match:
        term.attributes["definition"] = _ESCAPE.sub(r"\1", match[1])
    elif tag == "synonym" and match:
        term.synonyms.append(_ESCAPE.sub(r"\1", match[1]))
    return ""


def _bare(value: str) -> str:
    """An id without the comment, the modifiers and the blanks behind it."""
    return re.split(r"\s[!{]|\s", value.strip(), maxsplit=1)[0]


def _plain(value: str) -> str:
    return _ESCAPE.sub(r"\1", re.split(r"\s!\s|\s\{", value, maxsplit=1)[0]).strip()


def read_obograph(path: Path) -> Iterator[Item]:
    """Nodes and edges of OBO Graph JSON.

    Raises:
        GraphError: it is no such JSON, is too large, or has no node.
    """
    with open_text(path) as stream:
        text = stream.read(MAX_JSON + 1)
    if len(text) > MAX_JSON:
        raise GraphError(f"{path.name} has more than {MAX_JSON:,} characters")
    try:
        graphs = json.loads(text)["graphs"]
        given = [(one.get("nodes") or [], one.get("edges") or []) for one in graphs]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise GraphError(f"{path.name} is no OBO Graph JSON: {error!r}") from error
    terms: dict[str, Term] = {}
    labels: dict[str, str] = {}
    # All nodes come before any edge: an edge may point at a node of another graph, and relations have their labels.
    for nodes, _ in given:
        yield from _each(path, "node", nodes, lambda node: _node(node, terms, labels))
    for _, edges in given:
        yield from _each(path, "edge", edges, lambda edge: _edge(edge, terms, labels))
    if not terms:
        raise GraphError(f"{path.name} holds no node of a class")
    yield from items_of(terms, {name: label for name, label in labels.items() if label}, "OBO Graph JSON")


def _each(path: Path, what: str, values: Any, read: Callable[[Any], None]) -> Iterator[Broken]:
    """Read each value of a list; one that is not of the layout is named by its place, and left out."""
    if not isinstance(values, list):
        raise GraphError(f"{path.name} is no OBO Graph JSON: its {what}s are no list")
    for number, value in enumerate(values, start=1):
        try:
            read(value)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            yield Broken(path.name, 0, f"{what} {number} is not of the layout: {error!r}")


def _node(node: Any, terms: dict[str, Term], labels: dict[str, str]) -> None:
    identifier, meta = short_id(node["id"]), node.get("meta") or {}
    if node.get("type") == "PROPERTY":
        labels[identifier] = str(node.get("lbl") or "")
        return
    if node.get("type") not in ("CLASS", "INDIVIDUAL", None):
        return
    if len(terms) >= MAX_TERMS:
        raise GraphError(f"the ontology has more than {MAX_TERMS:,} terms")
    synonyms = [str(one["val"]) for one in meta.get("synonyms") or ()]
    term = Term(identifier, str(node.get("lbl") or ""), "", synonyms, obsolete=bool(meta.get("deprecated")))
    if meta.get("definition"):
        term.attributes["definition"] = str(meta["definition"].get("val", ""))
    for one in meta.get("basicPropertyValues") or ():
        if str(one.get("pred", "")).endswith("hasOBONamespace"):
            term.kind = str(one.get("val", ""))
    terms.setdefault(identifier, term)


def _edge(edge: Any, terms: dict[str, Term], labels: dict[str, str]) -> None:
    one, other = short_id(edge["sub"]), short_id(edge["obj"])
    name = _predicate(edge["pred"], labels)
    if one in terms:
        terms[one].links.append((name, other))


def _predicate(address: str, labels: dict[str, str]) -> str:
    """The name of a relation: `part_of` for its address, by its label where it has one."""
    label = labels.get(short_id(address), "")
    return re.sub(r"\W+", "_", label).strip("_") if label else re.split(r"[/#]", address)[-1]
