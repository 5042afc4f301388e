"""What a field of a record says, out of foreign data: bounded, and without signs that are not seen."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scitoolagent.errors import ProviderError, RecordNotFoundError, ToolInputError
from scitoolagent.tool import unit_sign
from scitoolagent.tools.records._client import Reply, ask, missing
from scitoolagent.tools.records._declared import WHOLE, Document, Field, document
from scitoolagent.tools.records._markup import without_tags

MOST_ITEMS = 100
MOST_CHARACTERS = 5000
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?", re.ASCII)
_SHOWN = 60


def number_in(place: str, values: Mapping[str, str], field: str) -> tuple[float, str, str]:
    """The number of a field, its unit, and where it is from.

    Raises:
        ToolInputError: the record has no such field, or several values of it.
        RecordNotFoundError: there is no such record, or it does not say that.
        NotAskedError: nobody may be asked.
        ProviderError: there is no answer that can be used.
    """
    kept, asked, found, told = _found(place, "number", values, field)
    numbers: dict[float, None] = {}
    for one in _flat(found):
        number = _as_number(one)
        if number is None:
            raise ProviderError(f"{kept.provider.name} gives {str(one)[:_SHOWN]!r} as {asked.name}, which is no number")
        numbers[number] = None
    if len(numbers) > 1:
        several = ", ".join(f"{one:.7g}" for one in list(numbers)[:8])
        raise ToolInputError(f"the {kept.what} has {len(numbers)} values of {asked.name}: {several}")
    return next(iter(numbers)), asked.unit, told


def texts_in(
    place: str, values: Mapping[str, str], field: str, kind: str = "text", tool: str = ""
) -> tuple[list[str], str]:
    """The texts of a field, and where they are from; raises as `number_in` does."""
    _, asked, found, told = _found(place, kind, values, field, tool)
    every = [text for one in _flat(found) if (text := _written(one, asked))] or [asked.none]
    every = list(dict.fromkeys(every))
    cut = f"; the first {MOST_ITEMS} of {len(every)} values" if len(every) > MOST_ITEMS else ""
    long = any(len(one) > MOST_CHARACTERS for one in every[:MOST_ITEMS])
    shown = [one if len(one) <= MOST_CHARACTERS else f"{one[:MOST_CHARACTERS]}…" for one in every[:MOST_ITEMS]]
    return shown, f"{told}{cut}{f'; texts are cut at {MOST_CHARACTERS} characters' if long else ''}"


def whole_in(tool: str, place: str, values: Mapping[str, str], field: str) -> tuple[str, str]:
    """The one text of a field as it stands, and where it is from; raises as `number_in` does."""
    kept, asked, found, told = _found(place, WHOLE, values, field, tool)
    if not isinstance(found, str):
        raise ProviderError(f"{kept.provider.name} gives {str(found)[:_SHOWN]!r} as {asked.name}, which is no text")
    return found, told


def verdict_in(place: str, values: Mapping[str, str], field: str) -> tuple[bool, str]:
    """Whether a record says yes to a field, and where that is from; raises as `number_in` does."""
    kept, asked, found, told = _found(place, "verdict", values, field)
    said = {_as_verdict(one) for one in _flat(found)}
    if len(said) != 1 or None in said:
        raise ProviderError(f"{kept.provider.name} gives {str(found)[:_SHOWN]!r} as {asked.name}: neither yes nor no")
    return said == {True}, told


def _found(
    place: str, kind: str, values: Mapping[str, str], field: str, tool: str = ""
) -> tuple[Document, Field, Any, str]:
    """The document, the field, what the record says there, and where that is from."""
    kept = document(place)
    asked = kept.field(kind, field)
    if asked is None:
        there = ", ".join(one.name for one in kept.fields[kind])
        raise ToolInputError(f"no {kind} of the {kept.what} is called {field[:_SHOWN]!r}; there are {there}")
    part = kept.parts[asked.part]
    # Some providers send only what is named: the first step of the way to the value.
    top = re.match(r"\w*", asked.at)
    reply = ask(tool or f"{kept.tool}_{kind}", kept, part, {**values, "top": top[0] if top else ""})
    record = _record(kept, asked, values, reply)
    found = search(asked.at, record)
    told = reply.told(kept.provider)
    if part.page and isinstance(record, list) and len(record) >= part.page:
        told += f"; these are the first {part.page}, and there may be more"
    empty = not _flat(found)
    if empty and not (asked.none and found == []):
        said = ", ".join(values.values())[:_SHOWN]
        raise RecordNotFoundError(
            f"{kept.provider.name} has the {kept.what} {said}, and no {asked.name} in it: asked GET {reply.url}"
        )
    return kept, asked, found, told


def _record(kept: Document, asked: Field, values: Mapping[str, str], reply: Reply) -> Any:
    """The record within an answer, which has to be the one that was asked for."""
    part = kept.parts[asked.part]
    record = search(part.record, reply.data)
    if record in (None, [], {}, ""):
        raise missing(kept, values, reply.url)
    if part.gone and (why := search(part.gone, record)):
        raise missing(kept, values, reply.url, _written(why, asked)[:200])
    own = search(part.own, record) if part.own else None
    wanted = next(iter(values.values()))
    if part.own and not any(str(one).casefold() == wanted.casefold() for one in _flat(own)):
        raise ProviderError(f"{kept.provider.name} sent the record of {str(own)[:_SHOWN]!r} for {wanted[:_SHOWN]!r}")
    return record


def search(at: str, data: Any) -> Any:
    """What stands at a place of data that were read from JSON.

    Raises:
        ProviderError: the data are not built as the place says.
    """
    from jmespath.exceptions import JMESPathError

    try:
        return _compiled(at).search(data)
    except (JMESPathError, TypeError, AttributeError, RecursionError) as error:
        raise ProviderError(f"the answer is not built as its provider documents: {str(error)[:200]}") from error


@lru_cache(maxsize=512)
def _compiled(at: str) -> Any:
    import jmespath

    return jmespath.compile(at)


def _flat(value: Any) -> list[Any]:
    """The values in lists however deep, less those that say nothing."""
    found: list[Any] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += reversed(one)
        elif one is not None and one != "" and one != {}:
            found.append(one)
    return found


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = float(value) if _NUMBER.fullmatch(value.strip()) else None
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _as_verdict(value: Any) -> bool | None:
    """Some providers write 1 and 0; any other number, such as -1, says that it is not known."""
    return value if isinstance(value, bool) else {0: False, 1: True}.get(value) if isinstance(value, int) else None


def _written(value: Any, asked: Field) -> str:
    """A value of a record as a line of text; of an object the names with their values."""
    if isinstance(value, Mapping):
        parts = ((clean(str(name)), _written(one, asked)) for name, one in value.items() if one not in (None, "", []))
        return "; ".join(f"{name}: {text}" for name, text in parts)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value!r} {unit_sign(asked.unit)}".rstrip() if asked.unit else repr(value)
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=True)[: MOST_CHARACTERS + 1]
    text = str(value)
    return clean(without_tags(text) if asked.markup else text)


def clean(text: str) -> str:
    """A text on one line, without signs that steer a terminal, turn the direction or are not seen."""
    seen = "".join(" " if sign.isspace() or unicodedata.category(sign) == "Cc" else sign for sign in text)
    return " ".join("".join(sign for sign in seen if unicodedata.category(sign) not in ("Cf", "Cs", "Co")).split())
