"""Read OWL and any RDF: Turtle, N-Triples, N-Quads, TriG and RDF/XML, by pyoxigraph, which reads it piece by piece."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import IS_A as TYPE
from scitoolagent.graph.iri import LABEL, RDFS, SKOS, local_name
from scitoolagent.knowledge.store.formats.ontology import IS_A, MAX_TERMS, Term, items_of, short_id
from scitoolagent.knowledge.store.records import Item, Note

OWL = "http://www.w3.org/2002/07/owl#"
_OBO_IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"
_SYNONYMS = {
    SKOS + "altLabel",
    *(f"{_OBO_IN_OWL}has{kind}Synonym" for kind in ("Exact", "Related", "Narrow", "Broad")),
}
_LABELS = {LABEL, SKOS + "prefLabel"}
_DEFINITION = {"http://purl.obolibrary.org/obo/IAO_0000115", SKOS + "definition"}
_CLASSES = {OWL + "Class", RDFS + "Class", SKOS + "Concept"}
_THINGS = {*_CLASSES, OWL + "NamedIndividual", OWL + "Thing"}
_PROPERTIES = {OWL + "ObjectProperty", OWL + "AnnotationProperty", OWL + "DatatypeProperty", RDFS + "Property"}
# What describes an ontology and not the world.
_SCHEMA = (OWL, RDFS, "http://www.w3.org/1999/02/22-rdf-syntax-ns#", _OBO_IN_OWL, "http://purl.org/dc/", SKOS)
_HIERARCHY = {RDFS + "subClassOf": IS_A, RDFS + "subPropertyOf": "", SKOS + "broader": IS_A}
_LONGEST = 2_000
# An OWL file shortens its addresses by entities in its first lines.
_PROLOG, _LONGEST_ENTITY = 1_000_000, 500
_EXTERNAL = re.compile(rb"<!ENTITY\s+(?:%\s+)?[^\s>]+\s+(?:SYSTEM|PUBLIC)\s")
_ENTITY = re.compile(rb"<!ENTITY\s+(?:%\s+)?[^\s>]+\s+(?:\"([^\"]*)\"|'([^']*)')")


def read_rdf(path: Path) -> Iterator[Item]:
    """Terms and things with a type or a label, and the relations between them.

    A class is a term and its parents are `is_a`; `subClassOf` some restriction is a relation of its property. A thing
    is of the type that it is said to be of. Of several languages, English and none go before others.

    Raises:
        GraphError: it cannot be read, or holds nothing with a name or type.
    """
    reader = _Reader()
    with _opened(path) as stream:
        for subject, predicate, target in _triples(path, stream):
            reader.take(subject, predicate, target)
    reader.finish()
    if not reader.terms:
        raise GraphError(f"{path.name} holds nothing that has a type, a label or a parent")
    if reader.lost:
        yield Note(f"{reader.lost:,} axioms that join no two named things were left out")
    yield from items_of(reader.terms, reader.labels(), f"RDF of {reader.count:,} triples")


def _format(path: Path) -> Any:
    import pyoxigraph as ox

    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    names = {
        "owl": "RDF_XML",
        "rdf": "RDF_XML",
        "xml": "RDF_XML",
        "ttl": "TURTLE",
        "nt": "N_TRIPLES",
        "nq": "N_QUADS",
        "trig": "TRIG",
    }
    name = names.get(suffix.lower().lstrip("."), "")
    if name == "RDF_XML" and not _is_xml(path):
        name = "TURTLE"  # an OWL file may be written as Turtle
    if not name:
        raise GraphError(f"{path.name} has no ending of RDF: {', '.join(sorted(names))}")
    return getattr(ox.RdfFormat, name)


def _is_xml(path: Path) -> bool:
    """Whether a file is XML; one whose entities could grow without end is refused, before anything reads it."""
    with _opened(path) as stream:
        begin = stream.read(_PROLOG)
    if not begin.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", b"<rdf", b"<!DOCTYPE")):
        return False
    if _EXTERNAL.search(begin):
        raise GraphError(f"{path.name} has XML entities that stand in other files, which are not read; write them out")
    for entity in _ENTITY.finditer(begin):
        value = entity[1] or entity[2] or b""
        if len(value) > _LONGEST_ENTITY or b"&" in value.replace(b"&#", b""):
            raise GraphError(f"{path.name} has XML entities that are made of others or very long; it is not read")
    return True


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            yield cast(IO[bytes], stream)
    except (OSError, EOFError) as error:
        raise GraphError(f"{path.name} cannot be read: {error}") from error


def _triples(path: Path, stream: IO[bytes]) -> Iterator[tuple[Any, str, Any]]:
    import pyoxigraph as ox

    try:
        for quad in ox.parse(stream, format=_format(path)):
            yield quad.subject, quad.predicate.value, quad.object
    except (SyntaxError, ValueError) as error:
        raise GraphError(f"{path.name} is no valid RDF: {' '.join(str(error).split())[:300]}") from error


class _Reader:
    """Gathers terms from triples in any order."""

    def __init__(self) -> None:
        self.terms: dict[str, Term] = {}
        self.count = self.lost = 0
        self._properties: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._restrictions: dict[str, list[str]] = {}
        self._parents: list[tuple[str, str]] = []
        self._foreign: dict[str, str] = {}

    def take(self, subject: Any, predicate: str, target: Any) -> None:
        """Take one triple."""
        import pyoxigraph as ox

        self.count += 1
        if isinstance(subject, ox.BlankNode):
            if predicate in (OWL + "onProperty", OWL + "someValuesFrom") and isinstance(target, ox.NamedNode):
                own = self._restrictions.setdefault(subject.value, ["", ""])
                own[predicate != OWL + "onProperty"] = target.value
            return
        if not isinstance(subject, ox.NamedNode):
            return
        if isinstance(target, ox.Literal):
            self._said(subject.value, predicate, target)
        elif isinstance(target, ox.BlankNode):
            if predicate == RDFS + "subClassOf":
                self._parents.append((subject.value, target.value))
        elif isinstance(target, ox.NamedNode):
            self._joined(subject.value, predicate, target.value)

    def _term(self, address: str) -> Term:
        identifier = short_id(address)
        if identifier not in self.terms and len(self.terms) >= MAX_TERMS:
            raise GraphError(f"the graph has more than {MAX_TERMS:,} things")
        return self.terms.setdefault(identifier, Term(identifier))

    def _said(self, subject: str, predicate: str, target: Any) -> None:
        text, language = target.value[:_LONGEST], target.language or ""
        if predicate in _LABELS:
            self._name(subject, text, language)
        elif predicate in _SYNONYMS:
            self._term(subject).synonyms.append(text)
        elif predicate in _DEFINITION:
            self._term(subject).attributes["definition"] = text
        elif predicate == _OBO_IN_OWL + "hasOBONamespace":
            self._term(subject).kind = text
        elif predicate == OWL + "deprecated":
            self._term(subject).obsolete = text in ("true", "1")
        elif not predicate.startswith(_SCHEMA):
            name = local_name(predicate)
            self._term(subject).attributes.setdefault(name, text)

    def _name(self, subject: str, text: str, language: str) -> None:
        term = self._term(subject)
        mine = language.lower().split("-")[0] in ("", "en")
        if not term.name or (mine and subject in self._foreign):
            if term.name:
                term.synonyms.append(term.name)
            term.name = text
            self._foreign.pop(subject, None)
            if not mine:
                self._foreign[subject] = language
        else:
            term.synonyms.append(text)

    def _joined(self, subject: str, predicate: str, target: str) -> None:
        if predicate == TYPE:
            if target in _PROPERTIES or (target.startswith(OWL) and target not in _THINGS):
                self._properties[subject] = target
            elif target in _THINGS:
                self._term(subject)
            else:
                self._term(subject)
                self._kinds.setdefault(subject, target)
        elif predicate in _HIERARCHY:
            if _HIERARCHY[predicate]:
                self._term(subject).links.append((IS_A, short_id(target)))
        elif not predicate.startswith(_SCHEMA):
            self._term(subject).links.append((predicate, short_id(target)))

    def finish(self) -> None:
        """Resolve what needed the whole file: restrictions, the names of properties and types."""
        for subject, node in self._parents:
            prop, filler = self._restrictions.get(node, ["", ""])
            if prop and filler:
                self._term(subject).links.append((prop, short_id(filler)))
            else:
                self.lost += 1
        self._names = {
            address: self.terms[short_id(address)].name
            for address in self._properties
            if short_id(address) in self.terms
        }
        for address in self._properties:
            self.terms.pop(short_id(address), None)
        for subject, kind in self._kinds.items():
            named = self.terms.get(short_id(kind))
            if short_id(subject) in self.terms:
                self.terms[short_id(subject)].kind = (named.name if named else "") or local_name(kind)
        for term in self.terms.values():
            term.links = [(self._called(predicate), other) for predicate, other in term.links]

    def _called(self, predicate: str) -> str:
        """How a relation is called: by the label of its property, else by the end of its address."""
        if predicate == IS_A:
            return predicate
        name = self._names.get(predicate, "")
        return re.sub(r"\W+", "_", name).strip("_") if name else local_name(predicate)

    def labels(self) -> dict[str, str]:
        """The words for each relation that has some."""
        return {self._called(address): name for address, name in self._names.items() if name}
