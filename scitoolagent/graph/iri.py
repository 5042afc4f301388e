"""Ids as IRIs and texts as literals, as SPARQL and N-Quads write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

from scitoolagent.errors import GraphError

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
IS_A = RDF + "type"
LABEL = RDFS + "label"
SYNONYM = SKOS + "altLabel"
_BAD_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
MAX_ID = 2000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Where the IRIs of a graph begin; another endpoint has its own beginnings.

    `label` and `synonym` are whole IRIs, the others are followed by the percent-encoded id.
    """

    entity: str = "urn:scitoolagent:entity:"
    predicate: str = "urn:scitoolagent:relation:"
    type: str = "urn:scitoolagent:type:"
    attribute: str = "urn:scitoolagent:attribute:"
    evidence: str = "urn:scitoolagent:evidence:"
    is_a: str = IS_A
    label: str = LABEL
    synonym: str = SYNONYM


def iri(prefix: str, identifier: str) -> str:
    """The IRI of an id, without angle brackets; an id that is a web or urn address stays as it is.

    Raises:
        GraphError: the id is empty, too long, or an address with signs no address may have.
    """
    if identifier.startswith(("http://", "https://", "urn:")):
        if _BAD_IRI.search(identifier) or len(identifier) > MAX_ID:
            raise GraphError(f"{identifier[:80]!r} is no valid address of an entity")
        return identifier
    return prefix + (identifier if _PLAIN.fullmatch(identifier) else _quoted(identifier))


# Most ids need no escape; looking is several times faster than escaping, and an id is looked at once for each relation.
_PLAIN = re.compile(r"[A-Za-z0-9:.\-_~,;=()]{1,2000}")


@lru_cache(maxsize=65_536)
def _quoted(identifier: str) -> str:
    if not identifier or len(identifier) > MAX_ID:
        raise GraphError(f"an id must have 1 to {MAX_ID} characters, not {len(identifier)}")
    return quote(identifier, safe=":.-_~,;=()")


def identifier_of(prefix: str, address: str) -> str:
    """The id of an IRI; the whole address when it begins otherwise."""
    return unquote(address[len(prefix) :]) if address.startswith(prefix) else address


def literal(text: str) -> str:
    """A SPARQL and N-Quads literal; control characters become spaces."""
    clean = (
        "".join(sign if sign >= " " or sign in "\n\r\t" else " " for sign in text) if not text.isprintable() else text
    )
    clean = clean.encode("utf-8", "replace").decode("utf-8")
    return f'"{clean.translate(_ESCAPES)}"'


def local_name(address: str) -> str:
    """What stands behind the last `#`, `/` or `:` of an IRI: how people call what it names."""
    return re.split(r"[/#:]", address.rstrip("/#:"))[-1] or address
