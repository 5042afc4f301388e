"""What the calls of a program do: each call of a tool is a step, run by the executor behind the gate.

Values come out of the sandbox without their types, so that this keeps a register of what each text is: a value of the
question, an output of a step, a cell of a table, or a text that the model wrote itself. A port takes what is of its
type, puts in the conversion where another type is at hand, and refuses the rest, as the type-checker does before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.records import Query, Step, StepResult, Value
from scitoolagent.solver.arithmetic import Amount, in_unit
from scitoolagent.solver.stubs import converters, has_unit
from scitoolagent.tool.units import UnitError, convert, convertible, unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

Run = Callable[[Sequence[Step], Mapping[int, StepResult]], Iterator[StepResult]]
CELL = "cell"
_THINGS = frozenset({"value", "kind"})
_SHOWN = 60
_MOST_MAPPED = 5_000


class Stopped(Exception):
    """The safety gate stopped the run at a step."""


@dataclass(frozen=True, slots=True)
class Known:
    """Where a text comes from: its type (`cell` for a table's without one), and what a step calls it."""

    type: str
    reference: str


@dataclass
class Ledger:
    """The steps of a program so far, their results, and what each value is.

    Attributes:
        steps: in the order of the calls.
        results: by step.
        at: the steps that each call site of the program made.
        texts: what each text is known as.
        numbers: the step output that gave a number in a unit.
    """

    steps: list[Step] = field(default_factory=list)
    results: dict[int, StepResult] = field(default_factory=dict)
    at: dict[int, list[int]] = field(default_factory=dict)
    texts: dict[str, list[Known]] = field(default_factory=dict)
    numbers: dict[tuple[float, str], str] = field(default_factory=dict)

    def know(self, text: str, kind: str, reference: str = "") -> None:
        """Remember what a text is; what it was known as stays true."""
        known = Known(kind, reference)
        places = self.texts.setdefault(text, [])
        if known not in places:
            places.append(known)

    @property
    def next_id(self) -> int:
        """The number of the next step."""
        return len(self.steps) + 1


@dataclass
class Calls:
    """Runs the calls of tools of one program.

    Args:
        graph: the tool graph.
        run: runs steps, given the results so far.
        ledger: what the program has done so far.
        files: the names of files that the question gives or a step made.
    """

    graph: ToolGraph
    run: Run
    ledger: Ledger
    files: frozenset[str] = frozenset()

    def call(
        self, tool: ToolNode, site: int, args: Sequence[Any], named: Mapping[str, Any], mapped: bool
    ) -> Iterator[StepResult | list[Any]]:
        """The results of the steps as they come, and last the value as the sandbox reads it.

        Raises:
            ToolInputError: an argument does not fit; names the port and what it takes.
            Stopped: the safety gate stops a step.
        """
        given = self._bound(tool, args, named)
        rows = self._rows(tool, given) if mapped else [given]
        made: list[tuple[Step, str]] = []
        for one in rows:
            arguments: dict[str, Any] = {}
            unit = ""
            for name, value in one.items():
                port = next(port for port in tool.inputs if port.name == name)
                arguments[name] = yield from self.argument(tool, port, value, site)
                unit = unit or _generic_unit(self.graph, port, value)
            made.append((self._step(tool, arguments, site), unit))
        yield from self._run([step for step, _ in made])
        values = [self._value(tool, step, unit) for step, unit in made]
        yield ["l", values] if mapped else values[0]

    def _step(self, tool: ToolNode, arguments: dict[str, Any], site: int) -> Step:
        step = Step(id=self.ledger.next_id, tool=tool.name, arguments=arguments)
        self.ledger.steps.append(step)
        self.ledger.at.setdefault(site, []).append(step.id)
        return step

    def _run(self, steps: Sequence[Step]) -> Iterator[StepResult]:
        for result in self.run(steps, self.ledger.results):
            self.ledger.results[result.step] = result
            yield result
            if result.status == "blocked" and not _is_unconfirmed_code(self.graph, result):
                raise Stopped(result.error.message if result.error else "stopped by the safety gate")

    def _bound(self, tool: ToolNode, args: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by the names of the ports; None stands for one that is left out."""
        names = [port.name for port in tool.inputs]
        if len(args) > len(names):
            raise ToolInputError(f"{tool.name} takes {len(names)} values at most: {', '.join(names)}")
        given = dict(zip(names, args, strict=False))
        for name, value in named.items():
            plain = name.rstrip("_") if name not in names else name
            if plain not in names:
                raise ToolInputError(f"{tool.name} has no input {name!r}; it takes {', '.join(names)}")
            if plain in given:
                raise ToolInputError(f"{tool.name} is given {plain} twice")
            given[plain] = value
        found = {name: value for name, value in given.items() if value is not None}
        if missing := [port.name for port in tool.required if port.name not in found]:
            raise ToolInputError(f"{tool.name} lacks {', '.join(missing)}")
        return found

    def _rows(self, tool: ToolNode, given: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The arguments of each call of a map: lists are gone through, all else is the same for each.

        Raises:
            ToolInputError: no argument is a list, or the lists differ in length.
        """
        many = {port.name for port in tool.inputs if port.many}
        lists = {
            name: value
            for name, value in given.items()
            if isinstance(value, list) and (name not in many or any(isinstance(item, list) for item in value))
        }
        sizes = {len(value) for value in lists.values()}
        if len(sizes) != 1:
            raise ToolInputError(f"{tool.name}.map takes lists of one length, got {sorted(sizes) or 'no list'}")
        size = sizes.pop()
        if size > _MOST_MAPPED:
            raise ToolInputError(f"{tool.name}.map takes at most {_MOST_MAPPED:,} items, got {size:,}")
        return [
            {name: value[place] if name in lists else value for name, value in given.items()} for place in range(size)
        ]

    def argument(self, tool: ToolNode, port: PortNode, value: Any, site: int) -> Any:
        """The argument of a step for a value of the program; a generator that gives the results of conversions.

        Raises:
            ToolInputError: the port does not take it.
        """
        if port.many and isinstance(value, list):
            found: list[Any] = []
            for item in value:
                given = yield from self._item(tool, port, item, site)
                found.append(given)
            return found
        if port.many:
            raise ToolInputError(f"{tool.name}: {port.name} takes a list, got {_shown(value)}")
        return (yield from self._item(tool, port, value, site))

    def _item(self, tool: ToolNode, port: PortNode, value: Any, site: int) -> Any:
        where = f"{tool.name}: {port.name}"
        node = self.graph.types[port.type]
        if isinstance(value, Fields):
            raise ToolInputError(f"{where} is given all outputs of a tool; pick one: {', '.join(value.names)}")
        if isinstance(value, Amount):
            return self._quantity(where, port, value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if has_unit(node.unit) and port.python in ("float", "int") and not node.generic:
                sign = unit_sign(node.unit)
                raise ToolInputError(
                    f"{where} takes a quantity, got the bare number {value:g}; write Q({value:g}, '{sign}') "
                    "if it is in that unit, or else the one that it is in"
                )
            return value
        if isinstance(value, str) and port.python == "Path":
            return self._path(where, port, value)
        if isinstance(value, str) and port.python == "str" and self.graph.role(port.type) in _THINGS:
            return (yield from self._text(where, port, value, site))
        if isinstance(value, dict | list):
            return _plain(value)
        return value

    def _quantity(self, where: str, port: PortNode, value: Amount) -> Any:
        node = self.graph.types[port.type]
        if node.generic or port.python == "object":
            return value.value
        if port.python not in ("float", "int"):
            raise ToolInputError(f"{where} takes {node.label}, got {value}")
        unit = node.unit or "1"
        if not convertible(value.unit or "1", unit):
            wanted = f"a quantity in {unit_sign(unit)}" if has_unit(unit) else "a pure number"
            raise ToolInputError(f"{where} takes {wanted}, got {value}")
        if (reference := self.ledger.numbers.get((value.value, value.unit))) is not None and has_unit(unit):
            return reference
        number = in_unit(value, unit).value if has_unit(unit) else convert(value.value, value.unit or "1", "1")
        return int(number) if port.python == "int" and float(number).is_integer() else number

    def _path(self, where: str, port: PortNode, value: str) -> str:
        known = self.ledger.texts.get(value, ())
        for one in known:
            if one.reference and self.graph.role(one.type) == self.graph.role(port.type):
                return one.reference
        if value in self.files:
            return value
        what = "table" if self.graph.role(port.type) == "table" else "file"
        raise ToolInputError(f"{where}: {_shown(value)} is no {what} of the question and none that a tool made")

    def _text(self, where: str, port: PortNode, value: str, site: int) -> Any:
        """A thing that a text stands for: as it is known, or through the conversion that the graph has.

        Raises:
            ToolInputError: it is known as something else, or as nothing.
        """
        known = self.ledger.texts.get(value, ())
        for one in known:
            if one.type in self.graph.types and self.graph.is_a(one.type, port.type):
                return one.reference or value
        for one in known:
            chain = converters(self.graph, one.type, port.type)
            if chain:
                return (yield from self._converted(one.reference or value, chain, site))
        if any(one.type in (CELL, port.type) for one in known) or not known:
            if not known and self.graph.screen(port.type):
                kind = port.type
                raise ToolInputError(
                    f"{where}: {_shown(value)} is a text that the program put together; use a variable, a result, a "
                    f"cell of a table, or {kind}(…) for one of your own"
                )
            return value
        kinds = ", ".join(dict.fromkeys(one.type for one in known))
        raise ToolInputError(f"{where} takes {port.type}, got {_shown(value)}, which is {kinds}")

    def _converted(self, value: Any, chain: Sequence[Any], site: int) -> Any:
        """The reference to a value after the conversions of a chain, each a step of its own, made once."""
        for link in chain:
            arguments = {link.input: value}
            step = next((s for s in self.ledger.steps if s.tool == link.tool and s.arguments == arguments), None)
            if step is None:
                step = self._step(self.graph.tool(link.tool), arguments, site)
                yield from self._run([step])
            else:
                self.ledger.at.setdefault(site, []).append(step.id)
            result = self.ledger.results[step.id]
            if result.status != "ok":
                raise ToolInputError(_failure(result))
            value = f"${step.id}.{link.output}"
            self._register(step.id, result)
        return value

    def _value(self, tool: ToolNode, step: Step, unit: str) -> list[Any]:
        """What a step gave, as the sandbox reads it.

        Raises:
            ToolInputError: it gave nothing; says why.
        """
        result = self.ledger.results[step.id]
        if result.status != "ok":
            raise ToolInputError(_failure(result))
        self._register(step.id, result)
        found = {name: self._encoded(value, unit) for name, value in result.outputs.items()}
        return next(iter(found.values())) if len(found) == 1 else ["o", [list(item) for item in found.items()]]

    def _encoded(self, value: Value, unit: str) -> list[Any]:
        own = value.unit if has_unit(value.unit) else unit if self.graph.types[value.type].generic else ""
        return encoded(value.value, own or "", value.type)

    def _register(self, step: int, result: StepResult) -> None:
        """Remember the texts and quantities that a step gave, so that later steps refer to them."""
        for name, value in result.outputs.items():
            reference = f"${step}.{name}"
            if isinstance(value.value, str):
                self.ledger.know(value.value, value.type, reference)
            elif isinstance(value.value, int | float) and has_unit(value.unit):
                self.ledger.numbers.setdefault((float(value.value), value.unit or ""), reference)
            else:
                for text in _texts(value.value):
                    self.ledger.know(text, value.type)


@dataclass(frozen=True, slots=True)
class Fields:
    """All outputs of a tool, as a program holds them together."""

    names: tuple[str, ...]
    values: tuple[Any, ...]


def encoded(value: Any, unit: str, kind: str) -> list[Any]:
    """A value as the prelude reads it: numbers with a unit become quantities, however deep they lie."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return ["v", value]
    if isinstance(value, int | float):
        return ["q", value, unit, kind] if unit else ["v", value]
    if isinstance(value, list | tuple):
        return ["l", [encoded(item, unit, kind) for item in value]]
    if isinstance(value, dict):
        return ["d", [[key, encoded(item, unit, kind)] for key, item in value.items()]]
    return ["v", str(value)]


def _generic_unit(graph: ToolGraph, port: PortNode, value: Any) -> str:
    """The unit of the values that a port for any numbers is given."""
    if not graph.types[port.type].generic:
        return ""
    items = value if isinstance(value, list) else [value]
    units = {item.unit for item in items if isinstance(item, Amount)}
    if len(units) > 1:
        raise UnitError(f"{port.name} is given values in {', '.join(map(unit_sign, sorted(units)))}; use one unit")
    return units.pop() if units else ""


def _plain(value: Any) -> Any:
    if isinstance(value, Amount):
        return value.value
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def _is_unconfirmed_code(graph: ToolGraph, result: StepResult) -> bool:
    """Whether nobody agreed to code in the box, which is no hazard: the model may go another way."""
    tool = graph.tools.get(result.tool)
    boxed = tool is not None and "box" in tool.requires
    return boxed and result.error is not None and result.error.error == "ConfirmationRequired"


def _failure(result: StepResult) -> str:
    message = result.error.message if result.error else "no result"
    return message if message.startswith(result.tool) else f"{result.tool}: {message}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def know_question(ledger: Ledger, query: Query) -> None:
    """Remember the values of a question."""
    for entity in query.entities:
        if isinstance(entity.value, str) and not entity.file:
            ledger.know(entity.value, entity.type, f"$query.{entity.handle}")
