"""JSON schemas of records, so that what clients are told cannot differ from what flows."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import PydanticJsonSchemaWarning

_OBJECT = {"type": "object"}


def schema_of(record: type[BaseModel], leave_out: Collection[str] = ()) -> dict[str, Any]:
    """The schema of a record as it is given out or taken in: closed, with the records inside it in their places.

    Args:
        record: the class.
        leave_out: fields that clients neither give nor get, at any depth.
    """
    with warnings.catch_warnings():
        # Of records that hold themselves it cannot name the field that tells them apart, which is left out below.
        warnings.simplefilter("ignore", PydanticJsonSchemaWarning)
        whole = record.model_json_schema()
    known = whole.get("$defs", {})
    # A record that holds itself would have no end in its place, and a tree of such records nearly none.
    endless = {name for name in known if name in _reached(known[name], known)}
    trees = {name for name in known if endless & _reached(known[name], known)}
    known |= {name: dict(_OBJECT) for name in endless}
    _cut_trees([whole, known], trees)
    plain: dict[str, Any] = _plain(whole, known, frozenset(leave_out))
    return plain


def _cut_trees(schema: Any, trees: Collection[str]) -> None:
    """Put any object in the place of a choice among records, of which one is the beginning of a tree."""
    for item in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _cut_trees(item, trees)
    if isinstance(schema, dict) and isinstance(schema.get("oneOf"), list):
        names = {str(one.get("$ref", "")).rpartition("/")[2] for one in schema["oneOf"]}
        if names & set(trees):
            schema.clear()
            schema.update(_OBJECT)


def _reached(schema: Any, known: dict[str, Any]) -> set[str]:
    """The names of the records in a schema, at any depth."""
    found: set[str] = set()
    left = [schema]
    while left:
        item = left.pop()
        if isinstance(item, list):
            left += item
        elif isinstance(item, dict):
            left += item.values()
            name = item["$ref"].rpartition("/")[2] if isinstance(item.get("$ref"), str) else ""
            if name and name not in found:
                found.add(name)
                left.append(known[name])
    return found


def given_out(record: type[BaseModel], leave_out: Collection[str] = ()) -> dict[str, Any]:
    """The schema of a record that the server gives out: every field is there."""
    whole: dict[str, Any] = _complete(schema_of(record, leave_out))
    return whole


def _plain(schema: Any, known: dict[str, Any], leave_out: frozenset[str]) -> Any:
    """Without references, titles and descriptions; models read the definitions of all tools before a question."""
    if isinstance(schema, list):
        return [_plain(item, known, leave_out) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _plain(known[schema["$ref"].rpartition("/")[2]], known, leave_out)
    plain = {
        key: _plain(value, known, leave_out)
        for key, value in schema.items()
        if key not in ("$defs", "title", "description", "default", "properties", "required", "discriminator")
    }
    if "properties" in schema:
        names = [name for name in schema["properties"] if name not in leave_out]
        plain["properties"] = {name: _plain(schema["properties"][name], known, leave_out) for name in names}
        plain["required"] = [name for name in schema.get("required", ()) if name not in leave_out]
    return plain


def _complete(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_complete(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    done = {key: _complete(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict):
        done["required"] = list(schema["properties"])
    return done
