"""Find the tool calls in a reply, native or written into its text, and check them against the tools on offer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.llm.dialect import MOST_CALLS, WrittenCall, calls_of, written_call
from scitoolagent.llm.protocol import Message, ToolCall, ToolSpec
from scitoolagent.llm.structured import LONGEST, clean_object, misfit, objects_in

_NAMES_SHOWN = 20
_SHOWN = 120
# What some models put in front of a name, as their training had it.
_NAMESPACE = re.compile(r"^(?:functions|default_api)[.:]")
_ARGUMENTS = ("arguments", "parameters", "input")
# What stands in front of the JSON of a call and belongs to it.
_OPENING = re.compile(r"(?:```\w*|<tool_call>|\[TOOL_CALLS\]|\[|\s)*\Z")


@dataclass(frozen=True, slots=True)
class CheckedCalls:
    """The calls of a reply and, for each, what is wrong with it: empty where nothing is.

    The arguments of a call that could not be read are empty. `text` is what stands in front of calls in a text.
    """

    calls: tuple[ToolCall, ...] = ()
    problems: tuple[str, ...] = ()
    text: str = ""

    @property
    def problem(self) -> str:
        """The first problem; empty when all calls can be run."""
        return next(filter(None, self.problems), "")


def check_calls(
    written: Sequence[WrittenCall], tools: Sequence[ToolSpec], before: Sequence[Message], text: str = ""
) -> CheckedCalls:
    """Check calls against the tools, and give each an id that no call `before` has."""
    offered = {tool.name: tool for tool in tools}
    taken = {call.id for message in before for call in message.calls}
    calls, problems = list[ToolCall](), list[str]()
    for entry in written[:MOST_CALLS]:
        name, arguments = _offered_name(entry.name, offered), _read_arguments(entry.arguments)
        call_id = _free_id(entry.id, taken)
        taken.add(call_id)
        calls.append(ToolCall(name, arguments if isinstance(arguments, dict) else {}, call_id))
        problems.append(_problem(name, arguments, offered))
    return CheckedCalls(tuple(calls), tuple(problems), text)


def calls_in(text: str, tools: Sequence[ToolSpec], before: Sequence[Message]) -> CheckedCalls:
    """Find the calls in a text, as models without native calls write them, and check them.

    Raises:
        ModelError: the text is too long to be read.
    """
    objects = objects_in(text)
    offered = {tool.name for tool in tools}
    starts, written = list[int](), list[WrittenCall]()
    for start, value in objects:
        if entries := _calls_of_object(value, offered):
            starts.append(start)
            written.extend(entries)
    if not written:
        for start, value in objects:
            fitting = [tool.name for tool in tools if _is_arguments_of(value, tool)]
            if len(fitting) == 1:
                starts.append(start)
                written.append(WrittenCall(fitting[0], value))
                break
    if not written:
        return CheckedCalls(text=text)
    return check_calls(written, tools, before, _OPENING.sub("", text[: starts[0]]).strip())


def _calls_of_object(value: Mapping[str, Any], offered: set[str]) -> tuple[WrittenCall, ...]:
    """Return the calls that an object is, in any of the usual forms; none when it is something else."""
    if isinstance(value.get("tool_calls"), list):
        return calls_of(value)
    entry = written_call(value)
    if entry is None or not entry.name:
        return ()
    function = value["function"] if isinstance(value.get("function"), dict) else value
    if "arguments" in function:
        return (entry,)
    # An object that has a name can be anything, unless the name is that of a tool.
    if _offered_name(entry.name, offered) not in offered:
        return ()
    given = [function[key] for key in _ARGUMENTS if key in function]
    if given or function.keys() <= {"name", "type", "id"}:
        return (WrittenCall(entry.name, given[0] if given else {}, entry.id),)
    return ()


def _is_arguments_of(value: Mapping[str, Any], tool: ToolSpec) -> bool:
    """Whether an object can be nothing but the arguments of a tool: it says something, and all of it is declared."""
    declared = tool.parameters.get("properties")
    return (
        isinstance(declared, Mapping)
        and bool(value)
        and value.keys() <= declared.keys()
        and not misfit(value, tool.parameters)
    )


def _offered_name(name: str, offered: Mapping[str, Any] | set[str]) -> str:
    bare = _NAMESPACE.sub("", name)
    return name if name in offered or bare not in offered else bare


def _read_arguments(given: Any) -> dict[str, Any] | str:
    """Return the arguments of a call, an object or the JSON of one, or why they cannot be read."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return {}
    try:
        text = given if isinstance(given, str) else json.dumps(given)
    except (ValueError, RecursionError):
        return "its arguments are nested too deeply to be read"
    if len(text) > LONGEST:
        return f"its arguments have {len(text):,} characters, at most {LONGEST:,} are read"
    arguments = clean_object(text)
    if arguments is None and (inner := _inner_text(text)):
        arguments = clean_object(inner)
    return f"its arguments are not a JSON object: {text[:_SHOWN]!r}" if arguments is None else arguments


def _inner_text(text: str) -> str:
    """Return the text that was put into JSON twice; empty when it was not."""
    if not text.lstrip().startswith('"'):
        return ""
    try:
        inner = json.loads(text)
    except ValueError:
        return ""
    return inner if isinstance(inner, str) else ""


def _problem(name: str, arguments: dict[str, Any] | str, offered: Mapping[str, ToolSpec]) -> str:
    """Return why a call cannot be run; empty when it can."""
    if name not in offered:
        names = [*list(offered)[:_NAMES_SHOWN], *(["…"] if len(offered) > _NAMES_SHOWN else [])]
        return f"there is no tool {name[:_SHOWN]!r}; the tools are {', '.join(names)}"
    if isinstance(arguments, str):
        return f"the call of {name} cannot be run: {arguments}"
    wrong = misfit(arguments, offered[name].parameters, "the arguments")
    return f"the call of {name} does not fit: {wrong}" if wrong else ""


def _free_id(given: str, taken: set[str]) -> str:
    """Return the id given, or one of nine letters and digits, which every endpoint takes, where none is free."""
    number = len(taken)
    while not given or given in taken:
        given, number = f"call{number:05d}", number + 1
    return given
