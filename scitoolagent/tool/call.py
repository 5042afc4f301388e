"""Call a tool with checked arguments and check what it gives, by its declaration."""

from __future__ import annotations

import dataclasses
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scitoolagent.errors import SafetyError, ToolError, ToolFailedError, ToolInputError
from scitoolagent.tool.declare import Port, ToolSpec

MAX_CHARACTERS = 1_000_000
_SHOWN = 80


def call_tool(spec: ToolSpec, arguments: dict[str, Any]) -> dict[str, Any]:
    """Run a tool; gives its outputs by name as plain JSON values.

    Raises:
        ToolInputError: an argument is unknown, missing, too long or of the wrong type.
        ToolFailedError: the tool broke, or gave something it does not declare.
        ToolError: what the tool itself raised.
    """
    checked = check_arguments(spec, arguments)
    try:
        result = spec.function(**checked)
    except (ToolError, SafetyError):
        raise
    except SystemExit as error:
        # It would end this program with an exit code of the tool's choosing.
        raise ToolFailedError(f"{spec.name} broke: it tried to end the program with {error.code!r}") from error
    except OverflowError as error:
        raise ToolInputError(f"{spec.name}: a number is too large or too small to reckon with ({error})") from error
    # The one place where any exception is caught: a tool is foreign code.
    except Exception as error:
        raise ToolFailedError(f"{spec.name} broke: {type(error).__name__}: {error}") from error
    if spec.result is not None:
        if not isinstance(result, spec.result):
            raise ToolFailedError(f"{spec.name} gave {type(result).__name__}, it declares {spec.result.__name__}")
        values = {field.name: getattr(result, field.name) for field in dataclasses.fields(spec.result)}  # type: ignore[arg-type]
    else:
        values = {spec.outputs[0].name: result}
    return {port.name: _output(spec, port, values[port.name]) for port in spec.outputs}


def check_outputs(spec: ToolSpec, outputs: Any) -> dict[str, Any]:
    """The outputs of an earlier call as plain JSON values, where they are what the tool declares.

    Raises:
        ToolFailedError: an output is missing or unknown, or its value is not what the tool declares.
    """
    names = [port.name for port in spec.outputs]
    if not isinstance(outputs, dict) or sorted(outputs) != sorted(names):
        raise ToolFailedError(f"these are no outputs of {spec.name}, which gives {', '.join(names)}")
    return {port.name: _output(spec, port, _as_path(port, outputs[port.name])) for port in spec.outputs}


def _as_path(port: Port, value: Any) -> Any:
    """JSON holds paths as text."""
    if port.python is Path and isinstance(value, list):
        return [_as_path(port, item) for item in value]
    return Path(value) if port.python is Path and isinstance(value, str) else value


def check_arguments(spec: ToolSpec, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments as the function takes them; what is left out keeps its default.

    Raises:
        ToolInputError: an argument is unknown, missing, too long or of the wrong type.
    """
    ports = {port.name: port for port in spec.inputs}
    unknown = sorted(arguments.keys() - ports.keys())
    if unknown:
        raise ToolInputError(f"{spec.name} has no argument {unknown[0]!r}; it takes {', '.join(ports) or 'none'}")
    missing = [name for name, port in ports.items() if port.required and name not in arguments]
    if missing:
        raise ToolInputError(f"{spec.name} needs {missing[0]} ({ports[missing[0]].semantic.label})")
    return {name: _input(spec, ports[name], value) for name, value in arguments.items()}


def is_text(value: str) -> bool:
    """Whether a string can be written as UTF-8; bytes that were no text come in as lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _input(spec: ToolSpec, port: Port, value: Any) -> Any:
    items = value if port.many and isinstance(value, list) else [value]
    for item in items:
        if isinstance(item, str) and len(item) > MAX_CHARACTERS:
            raise ToolInputError(
                f"{spec.name}: {port.name} has {len(item)} characters, at most {MAX_CHARACTERS} are taken"
            )
        if isinstance(item, str) and not is_text(item):
            raise ToolInputError(f"{spec.name}: {port.name} holds bytes that are no UTF-8 text")
        if isinstance(item, str) and "\0" in item:
            raise ToolInputError(f"{spec.name}: {port.name} holds a NUL character, which no text has")
    try:
        return _adapter(port.python, port.many).validate_python(value)
    except ValidationError as error:
        raise ToolInputError(
            f"{spec.name}: {port.name} must be {port.semantic.label}, not {_shown(value)} ({error.errors()[0]['msg']})"
        ) from error


def _output(spec: ToolSpec, port: Port, value: Any) -> Any:
    try:
        checked = _adapter(port.python, port.many, True).validate_python(list(value) if port.many else value)
    except (ValidationError, TypeError) as error:
        raise ToolFailedError(f"{spec.name} gave {_shown(value)} as {port.name}, it declares {port.python}") from error
    if not _finite(checked):
        raise ToolFailedError(f"{spec.name} gave a value that is not a number as {port.name}; unknown is no result")
    # A note may have nothing to say; a result cannot.
    if checked == "" and port.semantic.role != "note":
        raise ToolFailedError(f"{spec.name} gave an empty text as {port.name}; unknown is no result")
    return _json(checked)


@lru_cache(maxsize=256)
def _adapter(python: Any, many: bool, strict: bool = False) -> TypeAdapter[Any]:
    kind = list[python] if many else python
    # An int is a fine float, but True is no int and "3" is no number.
    return TypeAdapter(kind, config={"strict": strict or python in (int, float, bool, str)})


def _finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return all(_finite(item) for item in value)
    if isinstance(value, dict):
        return all(_finite(item) for item in value.values())
    return True


def _json(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    return [_json(item) for item in value] if isinstance(value, list) else value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"
