"""What an operation on values found: named by what it worked on, its subjects as the question wrote them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from scitoolagent.records import Plan, Query, Reference, Rounding, StepResult, Value
from scitoolagent.summarizer.row_text import clean
from scitoolagent.summarizer.values import ordinal, show_rounded, show_value
from scitoolagent.tool.differences import difference_in, says_difference
from scitoolagent.tool.units import UnitError, convert, is_pure, unit_code
from scitoolagent.toolkg.generics import Bound, bind_step, input_unit, is_difference
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_PLACE = re.compile(r"\{(\w+)(?::(value|ordinal|first|second))?\}")
_CONVERSION = "Conversion"
_SHOWN = 40


class Run:
    """A plan that was carried out; says how its outputs are called, and what its subjects are."""

    def __init__(self, graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult]) -> None:
        self._graph = graph
        self._query = query
        self._plan = plan
        self._results = results
        self._types = {entity.handle: entity.type for entity in query.entities}
        self._said = {entity.handle: entity.said or str(entity.value) for entity in query.entities}
        self._calls: dict[int, Call] = {}

    def call(self, step: int) -> Call | None:
        """The call of an operation; None for a step without a result, and for any other tool."""
        result = self._results.get(step)
        tool = self._graph.tools.get(result.tool) if result is not None else None
        if result is None or result.status != "ok" or tool is None or not self._graph.is_generic(tool):
            return None
        if step not in self._calls:
            self._calls[step] = Call(self, self._graph, tool, result, self._bound(tool, result))
        return self._calls[step]

    def _bound(self, tool: ToolNode, result: StepResult) -> dict[str, Bound]:
        return bind_step(self._graph, tool, self._plan.step(result.step), self._query, self._results)

    def picked(self, reference: Reference) -> tuple[str, ...]:
        """What a value is about where an operation picked it: one molecule of several; nothing where none did."""
        return self._names(reference) if self._is_picked(reference) else ()

    def _is_picked(self, reference: Reference) -> bool:
        if reference.step is None:
            return False
        call = self.call(reference.step)
        if call is not None:
            return call.subjects_of(reference.name) is not None
        return any(map(self._is_picked, self._plan.step(reference.step).references()))

    def planned(self, step: int, name: str) -> Any:
        """The argument as the plan has it."""
        return self._plan.step(step).arguments.get(name)

    def header(self, planned: Any) -> str:
        """The header of a column of a file; empty for values of a known type and for anything that is not a column."""
        reference = Reference.parse(planned)
        if reference is None or reference.column is None:
            return ""
        column = self._results[reference.step or 0].outputs[reference.name].columns[reference.column]
        return clean(column.name) if reference.column < self._read(reference.step or 0) else ""

    def _read(self, step: int) -> int:
        """How many columns the file has that the rows of a step come from."""
        before = [one.step for one in self._plan.step(step).references() if one.step is not None]
        return self._read(before[0]) if before else len(next(iter(self._results[step].outputs.values())).columns)

    def texts(self, planned: Any, values: Any) -> list[str]:
        """The subjects of an input as the question wrote them.

        Those that would all be called the same are distinguished by what was made of them, or else by their values.
        """
        if not isinstance(planned, list):
            reference = Reference.parse(planned)
            call = self.call(reference.step) if reference and reference.step is not None else None
            return list(map(str, call.said(reference.name) if call and reference else values))
        found = [self._text(item, value) for item, value in zip(planned, values, strict=True)]
        for again in (self._derived, lambda item, text, value: str(value)):
            known = Counter(text for _, text in {(str(item), text) for item, text in zip(planned, found, strict=True)})
            found = [
                again(item, text, value) if known[text] > 1 else text
                for item, text, value in zip(planned, found, values, strict=True)
            ]
        return found

    def _text(self, item: Any, value: Any) -> str:
        names = self._names(Reference.parse(item))
        return ", ".join(names) if names else str(value)

    def _names(self, reference: Reference | None) -> tuple[str, ...]:
        """The words of the question that a value comes from."""
        if reference is None:
            return ()
        if reference.step is None:
            return (self._said[reference.name],) if reference.name in self._said else ()
        call = self.call(reference.step)
        if call is not None and call.subjects_of(reference.name):
            said = call.said(reference.name)
            return tuple(said) if isinstance(said, list) else (said,)
        inner = self._plan.step(reference.step).references()
        return tuple(dict.fromkeys(name for one in inner for name in self._names(one)))

    def _derived(self, item: Any, text: str, value: Any) -> str:
        """`Murcko scaffold of naproxen`, where the value was made of what the question names."""
        reference = Reference.parse(item)
        if reference is None or reference.step is None:
            return text
        result = self._results[reference.step]
        if self._graph.tools[result.tool].operation == _CONVERSION:
            return text
        return f"{self._graph.types[result.outputs[reference.name].type].label} of {text}"

    def kind(self, planned: Any) -> str:
        """The type of the entities that all subjects come from, where it is one; empty otherwise."""
        found = [Reference.parse(item) for item in planned] if isinstance(planned, list) else []
        handles = {handle for reference in found if reference for handle in self._roots(reference)}
        kinds = {self._types[handle] for handle in handles if handle in self._types}
        return kinds.pop() if len(kinds) == 1 else ""

    def _roots(self, reference: Reference) -> frozenset[str]:
        if reference.step is None:
            return frozenset((reference.name,))
        inner = self._plan.step(reference.step).references()
        return frozenset(handle for one in inner for handle in self._roots(one))


class Call:
    """One call of a tool that works on whatever it is given."""

    def __init__(
        self, run: Run, graph: ToolGraph, tool: ToolNode, result: StepResult, bound: Mapping[str, Bound]
    ) -> None:
        self._run = run
        self._graph = graph
        self._tool = tool
        self._result = result
        self._bound = bound
        self._inputs = {port.name: port for port in tool.inputs}

    def label(self, output: str) -> str:
        """What an output is called: `highest TPSA`, `order by logP, ascending`."""
        port = self._tool.output(output)
        node = self._graph.types[port.type]
        if node.shown:
            return _PLACE.sub(self._fill, node.shown)
        return self._graph.types[self._result.outputs[output].type].label

    def what(self, name: str) -> str:
        """What the values of an input are."""
        stands_for = self._bound.get(self._graph.generic_root(self._inputs[name].type))
        if header := self._run.header(self._run.planned(self._result.step, name)):
            return header
        if stands_for is None or self._graph.types[stands_for.type].generic:
            return "values"
        return self._graph.types[stands_for.type].label

    def unit(self, name: str) -> str | None:
        """The unit of an input."""
        return input_unit(self._graph, self._inputs[name], self._bound)

    def is_difference(self, output: str) -> bool:
        """Whether an output is the difference of two values, or made of such differences."""
        kinds = self._tool.output(output).type, self._result.outputs[output].type
        if any(is_difference(self._graph, kind) for kind in kinds):
            return True
        # The mean of differences is one, too.
        step = self._result.step
        return any(says_difference(self._run.header(self._run.planned(step, name))) for name in self._inputs)

    def subjects_of(self, output: str) -> PortNode | None:
        """The input whose items an output gives back; None for an output that is computed."""
        root = self._graph.generic_root(self._tool.output(output).type)
        if not root or self._graph.types[root].generic != "any":
            return None
        return next((port for port in self._tool.inputs if port.type == root), None)

    def said(self, output: str) -> Any:
        """An output as an answer gives it: subjects as the question wrote them, all else as it is."""
        value = self._result.outputs[output].value
        port = self.subjects_of(output)
        if port is None:
            return value
        texts = {given: list(found) for given, found in self._texts.get(port.name, {}).items()}
        if not isinstance(value, list):
            found = texts.get(str(value), [])
            return found[0] if len(set(found)) == 1 else str(value)
        # Equal values, as one scaffold of two molecules, come out in the order in which they went in.
        return [texts[str(item)].pop(0) if texts.get(str(item)) else str(item) for item in value]

    def type(self, output: str) -> str:
        """The type of what `said` gives."""
        port = self.subjects_of(output)
        kind = self._run.kind(self._run.planned(self._result.step, port.name)) if port else ""
        return kind or self._result.outputs[output].type

    def line(self, output: str, rounding: Rounding | None = None) -> str:
        """An output for people: subjects with the value that belongs to each, in their order."""
        said, partner = self.said(output), self.partner(output)
        if partner is None:
            value = self._result.outputs[output]
            return show_value(said, None if self.subjects_of(output) else value.unit)
        beside = self._result.outputs[partner]
        if not isinstance(said, list):
            return f"{said} ({show_rounded(beside.value, beside.unit, rounding)})"
        shown = [show_rounded(value, beside.unit, rounding) for value in beside.value]
        parts = [f"{one} ({value})" for one, value in zip(said, shown, strict=True)]
        signs = [_sign(*beside.value[place : place + 2]) for place in range(len(parts) - 1)]
        return "".join(f"{part} {sign} " for part, sign in zip(parts, signs, strict=False)) + parts[-1]

    def basis(self, output: str, shown: Collection[str]) -> list[str]:
        """The values that a computed output comes from, each with its subject; nothing where they are shown anyway.

        Args:
            output: the output.
            shown: the outputs of steps that the answer gives besides.
        """
        port = next((port for port in self._tool.inputs if self._is_basis(port, output)), None)
        if port is None:
            return []
        planned, values = self._run.planned(self._result.step, port.name), self._result.arguments[port.name]
        planned, values = (planned, values) if port.many else ([planned], [values])
        if not isinstance(planned, list) or {str(item) for item in planned} <= set(shown):
            return []
        texts = self._run.texts(planned, values)
        return [f"{text} {show_value(value, self.unit(port.name))}" for text, value in zip(texts, values, strict=True)]

    def _is_basis(self, port: PortNode, output: str) -> bool:
        root = self._graph.generic_root(port.type)
        is_value = bool(root) and self._graph.types[root].generic != "any"
        return is_value and port.name in self._result.arguments and self.partner(output) is None

    def partner(self, output: str) -> str | None:
        """The output with the value of each subject that another output gives."""
        if self.subjects_of(output) is None or self._graph.is_note(self._tool.output(output).type):
            return None
        many = self._tool.output(output).many
        return next((port.name for port in self._tool.outputs if port.many == many and self._is_number(port)), None)

    def notes(self) -> list[str]:
        """What an output that only remarks on another says; nothing where it is empty."""
        outputs = [port.name for port in self._tool.outputs if self._graph.is_note(port.type)]
        return [f"{self.label(name)}: {self.line(name)}" for name in outputs if self._result.outputs[name].value]

    def _is_number(self, port: PortNode) -> bool:
        root = self._graph.generic_root(port.type)
        return bool(root) and self._graph.types[root].generic in ("number", "ratio")

    @cached_property
    def _texts(self) -> dict[str, dict[str, list[str]]]:
        """For each input with subjects, the texts of each value."""
        found: dict[str, dict[str, list[str]]] = {}
        for name, values in self._result.arguments.items():
            if isinstance(values, list) and name in self._inputs:
                texts = self._run.texts(self._run.planned(self._result.step, name), values)
                for value, text in zip(values, texts, strict=True):
                    found.setdefault(name, {}).setdefault(str(value), []).append(text)
        return found

    def _fill(self, match: re.Match[str]) -> str:
        name, how = match.groups()
        if name not in self._inputs:
            return self.label(name)
        given = self._result.arguments.get(name, self._inputs[name].default)
        if how == "ordinal":
            return "" if given == 1 else f"{ordinal(given)} "
        if how in ("first", "second"):
            texts = self._run.texts(self._run.planned(self._result.step, name), given)
            return texts[0 if how == "first" else -1]
        if how == "value" or self._graph.is_setting(self._inputs[name].type):
            return show_value(given, self.unit(name))
        return self.what(name)


def in_unit(value: Value, unit: str, difference: bool) -> Value:
    """A value in another unit; a list and a table of numbers, too.

    Args:
        value: what a step gave.
        unit: the unit that is wanted.
        difference: it is the difference of two values, so the zeros of scales such as °C do not count.
    Raises:
        UnitError: it cannot be given in that unit.
    """
    have, wanted = value.unit or "1", unit_code(unit)

    def convert_all(item: Any) -> Any:
        if isinstance(item, list):
            return [convert_all(one) for one in item]
        if isinstance(item, dict):
            return {name: convert_all(one) for name, one in item.items()}
        if isinstance(item, int) and is_pure(have):
            raise UnitError(f"{item} is a count, not a share, and cannot be given in {unit}")
        if isinstance(item, bool) or not isinstance(item, int | float):
            raise UnitError(f"{show_value(item)[:_SHOWN]} is not a number, so it cannot be given in {unit}")
        return (difference_in if difference else convert)(item, have, wanted)

    return value if have == wanted else Value(type=value.type, value=convert_all(value.value), unit=wanted)


def _sign(one: float, other: float) -> str:
    shown = show_value(float(one)), show_value(float(other))
    return "=" if shown[0] == shown[1] else "<" if one < other else ">"
