"""Find the JSON object in a model's answer and validate it against a schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scitoolagent.errors import ModelError

LONGEST = 200_000
_SHOWN = 120
_MOST_STARTS = 50


def read_object(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The first JSON object in a text, fenced or loose, that fits the schema.

    Raises:
        ModelError: there is none, or it does not fit; says what is wrong.
    """
    wrong = ""
    for _, found in objects_in(text):
        reason = misfit(found, schema)
        if not reason:
            return found
        wrong = wrong or reason
    raise ModelError(
        f"the model's answer does not fit: {wrong}" if wrong else f"the model wrote no JSON object: {text[:_SHOWN]!r}"
    )


def misfit(found: Any, schema: Mapping[str, Any], whole: str = "the answer") -> str:
    """Why a value does not fit a schema; empty when it does. Of several forms it is told by the one that is nearest."""
    from jsonschema import Draft202012Validator

    error = next(iter(Draft202012Validator(schema).iter_errors(found)), None)
    if error is None:
        return ""
    while error.context:
        forms: dict[Any, list[Any]] = {}
        for one in error.context:
            forms.setdefault(one.relative_schema_path[0], []).append(one)
        error = min(forms.values(), key=len)[0]
    where = "/".join(map(str, error.absolute_path)) or whole
    return f"{where}: {error.message[:_SHOWN]}"


def objects_in(text: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the outermost JSON objects in a text, fenced or loose, each with the place where it starts.

    Raises:
        ModelError: the text is too long to be read.
    """
    if len(text) > LONGEST:
        raise ModelError(f"the model's answer has {len(text):,} characters, at most {LONGEST:,} are read")
    decoder = json.JSONDecoder(parse_constant=_no_number)
    found: list[tuple[int, dict[str, Any]]] = []
    start = text.find("{")
    for _ in range(_MOST_STARTS):
        if start == -1:
            break
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        if isinstance(value, dict):
            found.append((start, value))
        start = text.find("{", end)
    return found


def clean_object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text is, without what a file or a server could not hold; None when it is none."""
    try:
        value = json.loads(text, parse_constant=_no_number)
        # A number of 1e999 is infinite here, and half a UTF-16 pair is no character.
        clean = json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace")
        value = json.loads(clean)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
