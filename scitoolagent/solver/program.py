"""Type-check a program against the tool graph and run it in a sandbox, one step of the run for each call.

The sandbox is `pydantic-monty`: Python without files, network or imports, in a process of its own. Each call leaves it
as a snapshot that is answered here, so that a run is a stream of steps and nothing of the machine is within reach.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import math
import re
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scitoolagent.errors import InvalidPlanError, ToolError, ToolInputError
from scitoolagent.records import StepResult
from scitoolagent.solver.arithmetic import Amount
from scitoolagent.solver.calls import Calls, Fields
from scitoolagent.solver.exchange import amount_of, host_value
from scitoolagent.solver.functions import Own
from scitoolagent.solver.given import QUANTITY, Given
from scitoolagent.solver.prelude import HOST, PRELUDE, RESERVED
from scitoolagent.solver.retyped import retyped
from scitoolagent.solver.rewrite import Rewritten, names_bound, node_line, rewritten
from scitoolagent.solver.sandbox import MOST_CALLS
from scitoolagent.solver.sandbox import ProgramError as ProgramError
from scitoolagent.solver.sandbox import Sandbox as Sandbox
from scitoolagent.solver.stubs import BUILT_IN, Stubs, tools_named
from scitoolagent.tool.units import UnitError, unit_code
from scitoolagent.toolkg.graph import ToolGraph

_MOST_RESULT = 2_000_000
_LONGEST_CODE = 50_000
_MOST_ERRORS, _ERROR_SHOWN = 6, 400
# What a program may use without importing it.
_IMPORTS = "import math, re, json, datetime"
_LINE = re.compile(r"^main\.py:(\d+):(\d+): (.*)$")
_UNKNOWN = re.compile(r"Name `(\w+)` used when not defined")
_LINES = re.compile(r"\r\n?|\n")
# Python that is neither checked nor rewritten, since it lies in a text.
_UNCHECKED = frozenset({"eval", "exec", "compile"})
_MIXED = re.compile(r"(?:found|objects? of type|in union|two objects of type|and) `([^`]*)`")
_ATTRIBUTE = re.compile(r"Object of type `_(\w+)_result` has no attribute")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program gave: its results by key, and what it printed."""

    results: dict[str, Any]
    printed: str


class Programs:
    """Checks and runs the programs of one question.

    Args:
        graph: the tool graph.
        sandbox: where they run.
        stubs: of the tools.
        given: the variables of the question.
    """

    def __init__(self, graph: ToolGraph, sandbox: Sandbox, stubs: Stubs, given: Given) -> None:
        self._graph, self._sandbox, self._stubs, self._given = graph, sandbox, stubs, given

    def check(self, code: str) -> Rewritten:
        """Type-check a program; the program as the sandbox runs it.

        Raises:
            ProgramError: it does not type-check; each error with its line and what to do.
        """
        if len(code) > _LONGEST_CODE:
            raise ProgramError(f"the program has {len(code):,} characters; at most {_LONGEST_CODE:,} are read")
        tools = tools_named(code, self._graph)
        try:
            program = rewritten(code, tools, self._graph.types)
        except InvalidPlanError as error:
            raise ProgramError(str(error)) from error
        errors = [*self._misused(program.tree), *retyped(program.tree, self._given, tools, self._graph.types)]
        if errors := [*errors, *self._type_errors(code, tools)]:
            raise ProgramError("\n".join(errors))
        return program

    def _misused(self, tree: ast.Module) -> Iterator[str]:
        """Names that a program may not use, or to which it may not give another meaning, each with its line."""
        for name, line in names_bound(tree).items():
            if name in self._given.values or name in self._given.tables:
                yield f"line {line}: {name} is what the question gives; give another name to what you compute"
            elif name in RESERVED or name.startswith("_link"):
                yield f"line {line}: the name {name} is taken; use another one"
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in _UNCHECKED:
                yield f"line {node_line(node)}: this Python has no {node.id}; write the statements themselves"

    def _type_errors(self, code: str, tools: Collection[str]) -> list[str]:
        import pydantic_monty as monty

        named = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
        types = named & self._graph.types.keys()
        stubs = self._stubs.written(tools, self._given.types, self._given.tables, types)
        # In a function nothing runs, and each line keeps its text.
        body = f"{_IMPORTS}\ndef _program_():\n" + "\n".join(f"    {line}" for line in _LINES.split(code)) + "\n"
        with self._sandbox.session(stubs) as session:
            try:
                session.feed_run(body)
            except monty.MontyTypingError as error:
                return self._explained(error.display(), code)
            except monty.MontyError as error:
                return [str(error)[:_ERROR_SHOWN]]
        return []

    def _explained(self, text: str, code: str) -> list[str]:
        """The errors of the type-checker, each with its line in the program and what a name may have meant."""
        found = []
        for line in text.splitlines():
            match = _LINE.match(line)
            if match is None or "[warning" in line or _is_of_mixture(line):
                continue
            message = re.sub(r"^\w+\[([\w-]+)\] ", "", match[3])
            if unknown := _UNKNOWN.search(message):
                message += self._nearest(unknown[1], code)
            if attribute := _ATTRIBUTE.search(message):
                message += f"; it has {', '.join(port.name for port in self._graph.tool(attribute[1]).outputs)}"
            if "overload of function `Q`" in message:
                message += "; Q takes a number and a unit, and q.to('unit') converts what has one"
            if "Computed`, found" in message and re.search(r"found `(Literal\[|float|int)", message):
                message += "; a number with a unit is written Q(value, 'unit')"
            found.append(f"line {int(match[1]) - 2}: {message.replace('_Several[', 'list[')[:_ERROR_SHOWN]}")
        if len(found) > _MOST_ERRORS:
            found[_MOST_ERRORS:] = [f"… and {len(found) - _MOST_ERRORS} more"]
        return [*found, *self._signatures(code, found)]

    def _signatures(self, code: str, errors: Sequence[str]) -> list[str]:
        """The signatures of the tools in the lines of errors."""
        lines = _LINES.split(code)
        places = [int(match[1]) - 1 for error in errors if (match := re.match(r"line (\d+)", error))]
        words = {word for place in places if place < len(lines) for word in re.findall(r"\w+", lines[place])}
        return [self._stubs.signature(self._graph.tools[name]) for name in sorted(words & self._graph.tools.keys())]

    def _nearest(self, name: str, code: str) -> str:
        if name in names_bound(ast.parse(code)):
            return "; the program gives it its value further down: use another name there"
        if hasattr(builtins, name):
            return f"; this Python has no {name}, write a loop or a list comprehension"
        names = [*self._graph.tools, *self._given.values, *self._given.tables, *BUILT_IN]
        near = difflib.get_close_matches(name, names, 3, 0.7)
        return f"; did you mean {' or '.join(near)}?" if near else "; search finds tools"

    def run(
        self, program: Rewritten, calls: Calls, own: Own, clock: datetime | None = None
    ) -> Iterator[StepResult | Outcome]:
        """The results of the steps of a program as they come, and last what it gives.

        Args:
            program: as `check` gives it.
            calls: of tools.
            own: of functions that are no tools.
            clock: the time that it is told; its random numbers are the same in every run.
        Raises:
            ProgramError: it raised, ran too long, made too many calls, or gave what is no result.
            Stopped: the safety gate stopped a step.
        """
        import pydantic_monty as monty

        printed = monty.CollectString(max_bytes=200_000)
        before = f"{_IMPORTS}\n{PRELUDE}{self._inputs()}"
        text, first = before + program.text, before.count("\n")
        lines = _line_map(program)
        with self._sandbox.session(clock=clock) as session:
            answerer = _Answerer(program, calls, own)
            try:
                snapshot = session.feed_start(text, print_callback=printed)
                while not isinstance(snapshot, monty.MontyComplete):
                    snapshot = yield from answerer.answer(snapshot)
            except monty.MontyRuntimeError as error:
                raise ProgramError(_runtime_text(error, first, lines)) from error
            except monty.MontyError as error:
                raise ProgramError(f"the program was ended: {str(error)[:_ERROR_SHOWN]}") from error
        yield Outcome(_results(snapshot.output), printed.output)

    def _inputs(self) -> str:
        """The variables of the question as assignments; values are written as literals, so nothing of them runs."""
        lines = []
        for name, variable in self._given.values.items():
            if variable.type == QUANTITY:
                value, unit = variable.value
                lines.append(f"{name} = Quantity({value!r}, {unit_code(unit)!r})" if _finite(value) else "")
            elif variable.type == "quantities":
                items = ", ".join(f"Quantity({value!r}, {unit_code(unit)!r})" for value, unit in variable.value)
                lines.append(f"{name} = [{items}]")
            elif variable.unit:
                lines.append(f"{name} = Quantity({float(variable.value)!r}, {variable.unit!r}, {variable.type!r})")
            else:
                lines.append(f"{name} = {variable.value!r}")
        lines += [f"{name} = {one.table.folder.name!r}" for name, one in self._given.tables.items()]
        return "\n".join(filter(None, lines)) + "\n"


class _Answerer:
    """Answers the snapshots of one run."""

    def __init__(self, program: Rewritten, calls: Calls, own: Own) -> None:
        self._program, self._calls, self._own = program, calls, own
        self._made = 0

    def answer(self, snapshot: Any) -> Generator[StepResult, None, Any]:
        """The results of the steps that a snapshot asks for; returns the next snapshot."""
        import pydantic_monty as monty

        if not isinstance(snapshot, monty.FunctionSnapshot):
            return snapshot.resume_auto() if isinstance(snapshot, monty.FutureSnapshot) else self._missing(snapshot)
        if snapshot.is_os_function:
            return snapshot.resume_not_handled()
        try:
            value = yield from self._called(str(snapshot.function_name), snapshot.args)
        except (ToolError, UnitError) as error:
            if isinstance(error, UnitError):
                self._own.caught.append(str(error))
            return snapshot.resume({"exception": ValueError(str(error))})
        return snapshot.resume({"return_value": value})

    def _missing(self, snapshot: Any) -> Any:
        """An undefined name: a function of the host is one, all else is an error of the program."""
        import pydantic_monty as monty

        if isinstance(snapshot, monty.NameLookupSnapshot) and snapshot.variable_name in HOST:
            return snapshot.resume(value=_HOST[snapshot.variable_name])
        return snapshot.resume()

    def _called(self, function: str, args: tuple[Any, ...]) -> Generator[StepResult, None, Any]:
        sites = self._program.sites
        match (function, *args):
            case ("_amount", str(sign), left, right):
                return amount_of(sign, host_value(left), host_value(right))
            case ("_host", str(name), int(number), bool(mapped), list(given), dict(named)) if 0 <= number < len(sites):
                self._count()
                tool = self._calls.graph.tool(name)
                stream = self._calls.call(tool, number, host_value(given), host_value(named), mapped)
            case ("_own", str(name), int(number), list(given), dict(named)) if 0 <= number < len(sites):
                self._count()
                stream = self._own.call(name, number, sites[number], host_value(given), host_value(named))
            case _:
                raise ToolInputError(f"there is no function {function} that is called so")
        line = sites[number].line
        value: Any = None
        try:
            for one in stream:
                if isinstance(one, StepResult):
                    yield one
                else:
                    value = one
        except ToolError as error:
            raise ToolInputError(f"line {line}: {error}") from error
        return value

    def _count(self) -> None:
        self._made += 1
        if self._made > MOST_CALLS:
            raise ToolInputError(f"a program may make {MOST_CALLS:,} calls")


def _host(*args: Any) -> None:
    """Stands for the host in the sandbox; calls of it are answered as snapshots."""


_HOST = dict.fromkeys(HOST, _host)


def _results(value: Any) -> dict[str, Any]:
    """The results of a program by key.

    Raises:
        ProgramError: it ends in nothing, or in a number that is not finite.
    """
    try:
        found = host_value(value)
    except (ToolInputError, UnitError) as error:
        raise ProgramError(f"the result cannot be used: {error}") from error
    found = _with_fields_by_name(found)
    if found is None:
        raise ProgramError("the program ends in nothing; end it with a dict of results: {'mass': m}")
    if not isinstance(found, dict) or not all(isinstance(key, str) for key in found):
        found = {"result": found}
    if bad := next((key for key, item in found.items() if not _all_finite(item)), ""):
        raise ProgramError(f"the result {bad!r} holds a number that is not finite")
    if _size(found) > _MOST_RESULT:
        raise ProgramError("the results are too long; return what the question asks for, and save rows to a file")
    return found


def _is_of_mixture(line: str) -> bool:
    """Whether an error is about a value that may be of several types, as out of a dict of names and quantities.

    Which of them it is shows at the call, and there it is refused with its line.
    """
    return any(" | " in kind for kind in _MIXED.findall(line))


def _with_fields_by_name(value: Any) -> Any:
    """A value in which all outputs of a tool, where they are held together, stand by their names."""
    if isinstance(value, Fields):
        value = dict(zip(value.names, value.values, strict=True))
    if isinstance(value, dict):
        return {key: _with_fields_by_name(item) for key, item in value.items()}
    return [_with_fields_by_name(item) for item in value] if isinstance(value, list) else value


def _size(value: Any) -> int:
    """About how many characters a value takes."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(_size(key) + _size(item) for key, item in value.items())
    if isinstance(value, list | Fields):
        return sum(map(_size, value.values if isinstance(value, Fields) else value)) + 2
    return 8


def _all_finite(value: Any) -> bool:
    if isinstance(value, Amount):
        return math.isfinite(value.value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_all_finite, value.values()))
    return all(map(_all_finite, value)) if isinstance(value, list) else True


def _finite(value: float) -> bool:
    return math.isfinite(value)


def _line_map(program: Rewritten) -> dict[int, int]:
    """The line of the program for each line of the rewritten text, statement by statement."""
    changed = [node for node in ast.walk(ast.parse(program.text)) if isinstance(node, ast.stmt)]
    written = [node for node in ast.walk(program.tree) if isinstance(node, ast.stmt)]
    found: dict[int, int] = {}
    for new, old in zip(changed, written, strict=False):
        for line in range(new.lineno, (new.end_lineno or new.lineno) + 1):
            found[line] = max(found.get(line, 0), old.lineno)
    return found


def _runtime_text(error: Any, first: int, lines: Mapping[int, int]) -> str:
    """What a program raised, with the line where it did."""
    text: str = error.display("type-msg")[:_ERROR_SHOWN]
    for kind in ("ValueError: line ", "Exception: line "):
        if text.startswith(kind):
            return text[len(kind) - len("line ") :]
    place = next((frame.line - first for frame in reversed(error.traceback()) if frame.line > first), 0)
    line = lines.get(place)
    return f"line {line}: {text}" if line else text
