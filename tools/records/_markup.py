"""Answers that are no JSON, as what JSON would hold: Atom feeds (arXiv), and the flat files of KEGG."""

from __future__ import annotations

import html
import re
from typing import Any

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_SECTION = re.compile(r"([A-Z_]+)\s+(\S.*)")
_MOST_LINES = 100_000


def without_tags(text: str) -> str:
    """A text without the tags of a web page, and with the signs that its entities stand for."""
    return html.unescape(_TAG.sub(" ", text))


def read_atom(text: str) -> dict[str, Any]:
    """The entries of an Atom feed; names without the namespace, what occurs more than once in one entry as lists.

    Raises:
        ValueError: it is no XML, or declares entities, which may grow without end.
    """
    from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError("an answer declares entities of its own")
    try:
        root = etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"no XML: {error}") from error
    if root is None or _name(str(root.tag)) != "feed":
        raise ValueError("no feed")
    entries = [one for one in root if _name(str(one.tag)) == "entry"]
    return {"entries": [_entry(one) for one in entries]}


def _entry(element: Any) -> dict[str, list[str]]:
    """The texts of an entry by name; a link or category is what its address or term says, an author its name."""
    found: dict[str, list[str]] = {}
    for child in element:
        said = child.get("term") or child.get("href") or " ".join("".join(child.itertext()).split())
        if said:
            name = _name(str(child.tag))
            name = f"{name}_{child.get('title')}" if child.get("title") else name
            found.setdefault(name, []).append(said)
    return found


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]


def read_flat(text: str) -> dict[str, Any]:
    """The sections of a flat file, each with its lines; only the first record of several.

    Raises:
        ValueError: it does not begin as such a file does, or does not end as one.
    """
    lines = text.splitlines()
    if not lines or not lines[0].startswith("ENTRY") or len(lines) > _MOST_LINES:
        raise ValueError("an answer does not begin with ENTRY")
    if "///" not in (line.strip() for line in lines):
        raise ValueError("an answer is cut: no /// at its end")
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line.strip() == "///":
            break
        if (match := _SECTION.match(line)) is not None and not line.startswith(" "):
            name = match[1]
            found.setdefault(name, []).append(match[2].strip())
        elif name and line.strip():
            found[name].append(line.strip())
    return found
