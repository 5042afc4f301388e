"""What the values of a port mean: a semantic type with a confidence and the words that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from scitoolagent.tool.types import SHARED
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.imported.records import (
    MOST_PORTS,
    MOST_TERMS,
    DefinitionError,
    ImportedPort,
    Term,
    name_of,
    text_of,
)

# Words in a name or description, and the type that they suggest; the first match wins.
SUGGESTIONS = (
    (r"inchi\W?key", "InChIKey"),
    (r"inchi", "InChI"),
    (r"selfies", "Selfies"),
    (r"smarts", "Smarts"),
    (r"smiles", "Smiles"),
    (r"\bcas\b", "CasNumber"),
    (r"iupac", "IupacName"),
    (r"pdb.?(?:id|code)\b", "PdbId"),
    (r"uniprot", "UniProtAccession"),
    (r"\brna\b|\bmrna\b", "RnaSequence"),
    (r"\bdna\b|nucleotide|\bcodon", "DnaSequence"),
    (r"protein|peptide|amino.?acid", "ProteinSequence"),
    (r"formula", "MolecularFormula"),
    (r"(?:molecule|compound|chemical|drug).?name", "MoleculeName"),
)
# Formats by the names that definitions give them, with their terms in EDAM 1.25 (CC BY-SA 4.0).
_FORMATS = {
    "fasta": "format_1929",
    "fa": "format_1929",
    "fastq": "format_1930",
    "fastqsanger": "format_1932",
    "bam": "format_2572",
    "sam": "format_2573",
    "cram": "format_3462",
    "vcf": "format_3016",
    "bed": "format_3003",
    "gff3": "format_1975",
    "gtf": "format_2306",
    "pdb": "format_1476",
    "newick": "format_1910",
    "nwk": "format_1910",
    "csv": "format_3752",
    "tsv": "format_3475",
    "tabular": "format_3475",
    "json": "format_3464",
    "html": "format_2331",
    "smi": "format_1196",
    "inchi": "format_1197",
    "stockholm": "format_1961",
    "clustal": "format_1982",
    "mmcif": "format_1477",
    "xml": "format_2332",
}
_TERM = re.compile(r"(?:^|[/:#])((?:data|format|operation|topic)_\d{4})$")
_PLAIN = ("string", "integer", "number", "boolean", "object", "array", "null")
_DEEPEST = 8
# How much a type is trusted by where it comes from.
_BY_TERM, _BY_NAME, _BY_SUGGESTED_NAME, _BY_FORMAT, _BY_TEXT = 1.0, 0.9, 0.8, 0.7, 0.4


def term_of(uri: Any, label: Any = "") -> Term | None:
    """The EDAM term that an address or a short id names; None where it names none."""
    match = _TERM.search(uri.strip()) if isinstance(uri, str) and len(uri) < 200 else None
    return Term(id=match[1], label=text_of(label)) if match else None


def edam_type(term: Term) -> str:
    """The name of the type that stands for a term of EDAM: `EdamData2044`."""
    return "Edam" + term.id.title().replace("_", "")


def format_term(name: str) -> Term | None:
    """The term of a format by its usual name or the ending of its files."""
    plain = name.lower().strip("*. ").removesuffix(".gz").rpartition(".")[2]
    return Term(id=_FORMATS[plain], label=plain) if plain in _FORMATS else None


class Types:
    """The semantic types of this program as definitions of others may mean them."""

    def __init__(self, graph: ToolGraph) -> None:
        self._known = frozenset(graph.types)
        self._by_term = {node.edam: node.name for node in reversed(graph.types.values()) if node.edam}
        # A setting of one of our tools is no type that others share, and a number alone means nothing.
        kinds = [node for node in graph.types.values() if not node.generic and not graph.is_a(node.name, "Parameter")]
        self._by_label: dict[str, str] = {}
        for node in kinds:
            self._by_label.setdefault(_plain(node.label), node.name)

    def of_terms(self, terms: Sequence[Term]) -> str:
        """The type of the first term that one of ours has; else one that stands for the term itself."""
        for term in terms:
            if term.id in self._by_term:
                return self._by_term[term.id]
        data = next((term for term in terms if term.id.startswith(("data", "format"))), None)
        return edam_type(data) if data else ""

    def meant(self, name: str, text: str, kind: str, terms: Sequence[Term]) -> tuple[str, float, str]:
        """The type of a port, how much it is trusted, and the words that it rests on."""
        if terms and (found := self.of_terms(terms)):
            own = ", ".join(f"{term.id} {term.label}".strip() for term in terms[:4])
            return found, _BY_TERM, own
        plain = _plain(name)
        if kind in ("string", "") and plain in self._by_label:
            return self._by_label[plain], _BY_NAME, name
        if kind in ("string", "text", ""):
            for where, trust in ((name, _BY_SUGGESTED_NAME), (text, _BY_TEXT)):
                if hit := suggested(where):
                    return hit[0], trust, f"{hit[1]!r} in {where!r}"
        return "", 0.0, ""

    def port(
        self,
        name: Any,
        kind: Any = "",
        text: Any = "",
        terms: Iterable[Term | None] = (),
        many: bool = False,
        required: bool = True,
        formats: Sequence[str] = (),
    ) -> ImportedPort:
        """A port with its type.

        Raises:
            DefinitionError: it has no name.
        """
        known = tuple(term for term in terms if term is not None)[:MOST_TERMS]
        shown, sort = text_of(text), text_of(kind, 40)
        semantic, trust, words = self.meant(str(name)[:160], shown, sort, known)
        guessed = [term for term in map(format_term, formats[:MOST_TERMS]) if term is not None]
        if not semantic and guessed:
            semantic, trust, words = self.of_terms(guessed), _BY_FORMAT, ", ".join(term.label for term in guessed[:4])
            known = tuple(guessed)
        return ImportedPort(
            name=name_of(name),
            type=semantic,
            confidence=trust,
            words=text_of(words),
            kind=sort,
            many=many,
            required=required,
            text=shown,
            terms=known,
        )

    def of_schema(self, schema: Any, document: Any = None) -> tuple[ImportedPort, ...]:
        """The ports of a JSON Schema of an object.

        Args:
            schema: of the arguments or of the result.
            document: what its references point into.
        Raises:
            DefinitionError: the schema contradicts itself or is none.
        """
        whole = resolved(schema, document)
        kind = whole.get("type")
        if kind == "array" or (kind in _PLAIN and kind != "object"):
            return (self._schema_port("result", whole, True, document),)
        properties = whole.get("properties")
        if properties is None:
            return ()
        if not isinstance(properties, Mapping):
            raise DefinitionError("`properties` of its schema is no mapping")
        needed = whole.get("required")
        needed = [one for one in needed if isinstance(one, str)] if isinstance(needed, list) else []
        if absent := [one for one in needed if one not in properties]:
            raise DefinitionError(f"its schema requires {text_of(absent[0], 60)!r}, which it does not define")
        if len(properties) > MOST_PORTS:
            raise DefinitionError(f"it has {len(properties)} arguments or outputs, at most {MOST_PORTS} are taken")
        return tuple(self._schema_port(name, one, name in needed, document) for name, one in properties.items())

    def _schema_port(self, name: str, schema: Any, required: bool, document: Any) -> ImportedPort:
        # ToolUniverse writes `required: true` beside the type of an argument.
        own = resolved(schema, document)
        many = _kind(own) == "array"
        item = resolved(own.get("items", {}), document) if many else own
        kind = _kind(item)
        if kind and kind not in _PLAIN:
            raise DefinitionError(f"its schema gives {text_of(name, 60)!r} the type {text_of(kind, 40)!r}")
        said = own.get("description") or item.get("description")
        return self.port(name, kind, said, (), many, required or own.get("required") is True)


def suggested(text: str) -> tuple[str, str] | None:
    """The type that words of a text suggest, with these words."""
    plain = text.lower().replace("_", " ")
    for pattern, name in SUGGESTIONS:
        match = re.search(pattern, plain)
        if match and name in _shared():
            return name, match[0]
    return None


@cache
def _shared() -> frozenset[str]:
    return frozenset(semantic.name for semantic in SHARED)


def resolved(schema: Any, document: Any) -> Mapping[str, Any]:
    """A schema without its reference and without the null of an optional value.

    Raises:
        DefinitionError: it is no schema, or a reference leads nowhere, outside, or back to itself.
    """
    for _ in range(_DEEPEST):
        if isinstance(schema, bool):
            return {}
        if not isinstance(schema, Mapping):
            raise DefinitionError(f"a schema in it is a {type(schema).__name__}")
        either = schema.get("anyOf") or schema.get("oneOf")
        if isinstance(either, list):
            rest = [one for one in either if not (isinstance(one, Mapping) and one.get("type") == "null")]
            if len(rest) != 1:
                return {name: value for name, value in schema.items() if name not in ("anyOf", "oneOf")}
            schema = {**schema, "anyOf": None, "oneOf": None, **rest[0]} if isinstance(rest[0], Mapping) else rest[0]
        elif isinstance(schema.get("$ref"), str):
            schema = _pointed(schema["$ref"], document)
        else:
            return schema
    raise DefinitionError("a reference in its schema leads back to itself")


def _pointed(reference: str, document: Any) -> Any:
    if not reference.startswith("#/") or document is None:
        raise DefinitionError(f"its schema refers to {text_of(reference, 80)!r}, which is not in the document")
    place = document
    for part in reference[2:].split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, Mapping) or key not in place:
            raise DefinitionError(f"its schema refers to {text_of(reference, 80)!r}, which is not there")
        place = place[key]
    return place


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "")
    return kind if isinstance(kind, str) else "?"


def _plain(label: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", label).lower()))
