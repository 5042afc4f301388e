"""What crosses between the machines of a cluster, as JSON: nothing that a worker sends is ever unpickled.

Numbers keep all their digits, NaN and the infinities are themselves; whatever comes in is checked against the classes
that it is said to be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from scitoolagent.errors import WorkerDiedError
from scitoolagent.gate import Check, Found

_SHORT = 200


@dataclass(frozen=True, slots=True)
class Request:
    """A call for another machine.

    Attributes:
        function: which one, a key of `FUNCTIONS`.
        arguments: its arguments.
        seconds: how long it may take.
        megabytes: how much memory it may hold.
        program: what the asking program is, which the other one has to be, too.
        cache_dir: where results, tables and indices are kept, on all machines.
        data_dir: where traces and graphs are.
    """

    function: str
    arguments: list[Any]
    seconds: float
    megabytes: int
    program: dict[str, str]
    cache_dir: str
    data_dir: str


def packed(value: Any) -> bytes:
    """Plain data, records and data classes as JSON.

    Raises:
        TypeError: a value is none of them.
        ValueError: a value holds itself.
    """
    return json.dumps(value, default=_plain).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        # One level: what is in it comes by here again.
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no plain value")


def request_of(data: bytes) -> Request:
    """The call that was packed.

    Raises:
        WorkerDiedError: it cannot be read.
    """
    request: Request = _checked(Request, json.loads(data))
    return request


def arguments_of(request: Request) -> tuple[Callable[..., dict[str, Any]], list[Any]]:
    """The function of a call, and its arguments as it takes them.

    Raises:
        WorkerDiedError: there is no such function, or the arguments are others.
    """
    if request.function not in FUNCTIONS:
        raise WorkerDiedError(f"no worker can do {request.function[:_SHORT]!r}; install the same version everywhere")
    function, classes = FUNCTIONS[request.function]()
    if len(request.arguments) != len(classes):
        raise WorkerDiedError(f"{request.function} takes {len(classes)} arguments, not {len(request.arguments)}")
    return function, [_checked(one, value) for one, value in zip(classes, request.arguments, strict=True)]


def reply_of(data: Any) -> dict[str, Any]:
    """What a call gave back.

    Raises:
        WorkerDiedError: it cannot be read.
    """
    if not isinstance(data, bytes):
        raise WorkerDiedError(f"a worker gave {type(data).__name__} back, which is not read")
    try:
        reply: dict[str, Any] = _checked(dict[str, Any], json.loads(data))
    except ValueError as error:
        raise WorkerDiedError("a worker gave back what cannot be read") from error
    if "found" in reply:
        reply["found"] = _checked(tuple[Found, ...], reply["found"])
    return reply


def _checked(kind: Any, value: Any) -> Any:
    try:
        return _adapter(kind).validate_python(value)
    except ValidationError as error:
        raise WorkerDiedError(
            f"what crossed between two machines is not as it should be: {error.errors()[0]['msg']}"
        ) from error


@lru_cache(maxsize=32)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _tool() -> tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]:
    from scitoolagent.executor.worker import run_tool

    return run_tool, (str, str, dict[str, Any], str | None, Check)


def _rows() -> tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]:
    from scitoolagent.executor.rows import RowCall, run_rows

    return run_rows, (list[RowCall], list[str | None], list[list[Any]], float)


def _part() -> tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]:
    from scitoolagent.executor.part_rows import Part, run_part

    return run_part, (Part, float)


# What may be asked of another machine, by name, with the classes of the arguments.
FUNCTIONS: dict[str, Callable[[], tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]]] = {
    "tool": _tool,
    "rows": _rows,
    "part": _part,
}
