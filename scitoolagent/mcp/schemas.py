"""JSON schemas of records, so that what clients are told cannot differ from what flows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel


def schema_of(record: type[BaseModel], leave_out: Collection[str] = ()) -> dict[str, Any]:
    """The schema of a record as it is given out or taken in: closed, with the records inside it in their places.

    Args:
        record: the class.
        leave_out: fields that clients neither give nor get, at any depth.
    """
    whole = record.model_json_schema()
    plain: dict[str, Any] = _plain(whole, whole.get("$defs", {}), frozenset(leave_out))
    return plain


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
        if key not in ("$defs", "title", "description", "default", "properties", "required")
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
