"""Identifiers as IRIs and names as keys: the two spellings under which a graph looks things up."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

from scitoolagent.errors import GraphError

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SYNONYM = "http://www.w3.org/2004/02/skos/core#altLabel"
_BAD_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_TOKEN = re.compile(r"[^\W_]+")
_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "κ": "kappa", "λ": "lambda"}
_GREEK |= {"μ": "mu", "π": "pi", "σ": "sigma", "τ": "tau", "ω": "omega"}
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
    is_a: str = TYPE
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
    return prefix + _quoted(identifier)


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


def tokens(text: str) -> list[tuple[str, int, int]]:
    """The words of a text as keys, with their places; signs between words are no part of a key."""
    return [(_key(match[0]), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def normalise(text: str) -> str:
    """The key of a name: words in one case, signs dropped, Greek letters spelled out."""
    return " ".join(word for word, _, _ in tokens(text))


@lru_cache(maxsize=65_536)
def _key(word: str) -> str:
    plain = unicodedata.normalize("NFKC", word).casefold()
    if plain.isascii():
        return plain
    spelled = "".join(_GREEK.get(sign, sign) for sign in plain)
    stripped = unicodedata.normalize("NFKD", spelled)
    return "".join(sign for sign in stripped if not unicodedata.combining(sign)) or spelled


def words_of(name: str) -> str:
    """`has_symptom`, `HAS_SYMPTOM` and `hasSymptom` as `has symptom`: a predicate as people say it."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.:/>|]+", " ", name)
    return " ".join(spaced.split()).lower()
