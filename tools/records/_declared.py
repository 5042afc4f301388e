"""What a provider of records offers, as its file here declares it: where it is asked, and what each field is called.

A file `NAME.toml` is a provider. Its first lines say who it is and how often it may be asked; each table is a kind of
record, with the requests that it is made of (`part`) and its fields by the kind of value: `number`, `text` or
`verdict`. Where a value stands in the answer is a JMESPath expression (https://jmespath.org).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
KINDS = ("number", "text", "verdict")
# Fields that tools of their own give, as values of a type: a sequence, a structure.
WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Provider:
    """Who is asked.

    Attributes:
        key: the name of its file, which is also where a copy of it lies.
        every: the least seconds between two requests.
        most: the largest answer in bytes.
        keep: how many days an answer is taken before it is asked anew.
        secret: the setting with the key that it asks for, and the header that carries it; empty where it asks for none.
    """

    key: str
    name: str
    url: str
    every: float
    terms: str
    most: int
    keep: int
    secret: tuple[str, str] | tuple[()]


@dataclass(frozen=True, slots=True)
class Part:
    """One request that a record is made of.

    Attributes:
        path: below the address of the provider, with the names of the values in braces.
        query: what follows it, by name, in the same way.
        form: how the answer is written: `json`, `atom`, `kegg`, `text` or `pdf`.
        record: where the record stands in the answer; nothing there means that there is none.
        own: where the record says what it is; it has to be what was asked for.
        gone: where a record says that it is no record any more, and why.
        missing: the statuses that say that there is no such record.
        page: how many items of a list are asked for; as many as that may be the first of more. 0 where all come.
    """

    path: str
    query: Mapping[str, str]
    form: str
    record: str
    own: str
    gone: str
    missing: tuple[int, ...]
    page: int


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a record says.

    Attributes:
        name: how it is called here; the first of its words.
        kind: one of `KINDS`.
        part: the request that gives it.
        at: where it stands in the record.
        unit: of a number, or of each number in a text.
        words: what people call it.
        none: what is said where the record has an empty list; empty where that says nothing.
        markup: the text is written with tags.
    """

    name: str
    kind: str
    part: str
    at: str
    unit: str
    words: tuple[str, ...]
    none: str
    markup: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A kind of record.

    Attributes:
        tool: what the names of its tools begin with.
        what: what one is called in a sentence.
        called: words that stand beside its accession in a question and say no more.
        settings: the section of the word file with what its tools are told besides; empty for none.
    """

    tool: str
    what: str
    called: tuple[str, ...]
    settings: str
    provider: Provider
    parts: Mapping[str, Part]
    fields: Mapping[str, tuple[Field, ...]]

    def field(self, kind: str, name: str) -> Field | None:
        """The field of a name, or of one of its words; None where there is none."""
        wanted = " ".join(name.replace("_", " ").lower().split())
        every = self.fields[kind]
        return next(
            (one for one in every if one.name.lower() == wanted or wanted in (word.lower() for word in one.words)), None
        )


@lru_cache(maxsize=64)
def provider_file(key: str) -> dict[str, Any]:
    """What a file declares."""
    return tomllib.loads((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def document(place: str) -> Document:
    """The document at `FILE.TABLE`."""
    key, _, name = place.partition(".")
    declared = provider_file(key)
    made: dict[str, Any] = declared[name]
    usual = {**made.get("usual", {}), "path": made.get("path", ""), "query": made.get("query", {})}
    parts = {part: _part({**usual, **own}) for part, own in {"": {}, **made.get("part", {})}.items()}
    fields = {
        kind: tuple(_field(kind, one, own) for one, own in made.get(kind, {}).items()) for kind in (*KINDS, WHOLE)
    }
    return Document(
        made["tool"],
        made["what"],
        _listed(made["called"]),
        made.get("settings", ""),
        _provider(key, declared),
        parts,
        fields,
    )


def documents() -> tuple[str, ...]:
    """The places of all documents."""
    files = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return tuple(
        f"{key}.{name}" for key in files for name, made in provider_file(key).items() if isinstance(made, dict)
    )


def _provider(key: str, declared: Mapping[str, Any]) -> Provider:
    secret = declared.get("secret")
    return Provider(
        key,
        declared["name"],
        declared["url"],
        float(declared["every"]),
        declared["terms"],
        int(declared.get("most", 8_000_000)),
        int(declared.get("keep", 30)),
        (secret[0], secret[1]) if secret else (),
    )


def _part(made: Mapping[str, Any]) -> Part:
    return Part(
        made["path"],
        dict(made["query"]),
        made.get("form", "json"),
        made.get("record", "@"),
        made.get("own", ""),
        made.get("gone", ""),
        tuple(made.get("missing", (404,))),
        int(made.get("page", 0)),
    )


def _field(kind: str, name: str, made: Mapping[str, Any] | str) -> Field:
    """A field; one that is only words stands in the record under its own name."""
    told: Mapping[str, Any] = {"words": made} if isinstance(made, str) else made
    return Field(
        name.replace("_", " "),
        kind,
        told.get("part", ""),
        told.get("at", name),
        told.get("unit", "1" if kind == "number" else ""),
        (name.replace("_", " "), *_listed(told.get("words", ""))),
        told.get("none", ""),
        bool(told.get("markup", False)),
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())
