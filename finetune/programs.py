"""Print the plan of a task as the program that a model should write for it, with the answer that each key must give.

Conversions are left to the ports, a tool that works on several things is mapped over them, and what is done with their
values is plain Python.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.finetune.layout import OF_VALUES, PAIRED, Group, Layout, Unprintable
from scitoolagent.records import Plan, Query, Reference, Step, StepResult, Value
from scitoolagent.solver.prelude import RESERVED
from scitoolagent.solver.stubs import BUILT_IN, has_unit
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolGraph

_THINGS = frozenset({"value", "file", "kind"})
# A call of so many characters may stand within another one, or in the results.
_SHORT = 60
_MODULES = ("math", "re", "json", "datetime")
_THING, _FOUND = "thing", "found"
_LISTS = {"MoleculeName": "names", "Smiles": "molecules", "ProteinSequence": "proteins", "ElementSymbol": "elements"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value that the results must hold: where, what it is of in the question, and what the plan gave."""

    path: tuple[str, ...]
    about: tuple[str, ...]
    gold: Value


@dataclass(frozen=True, slots=True)
class Printed:
    """A program, the tools that it names, and what its results must hold."""

    code: str
    tools: tuple[str, ...]
    wanted: tuple[Wanted, ...]


@dataclass
class _Names:
    """The names of a program; none of them means something already."""

    reserved: frozenset[str]
    taken: set[str] = field(default_factory=set)

    def free(self, text: str, several: bool = False) -> str:
        """The last word of a text, in the plural for several things; with a number where it is taken."""
        word = text.rpartition("_")[2].lower()
        stem = _plural(word) if several else word
        is_taken = stem in self.reserved or keyword.iskeyword(stem) or hasattr(builtins, stem)
        if is_taken or not stem.isidentifier() or re.search(r"\d", stem):
            stem = "results" if several else "result"
        name, number = stem, 1
        while name in self.taken | self.reserved:
            number += 1
            # As the grammar of the solver has names that a program binds: a digit at the end is that of a given value.
            name = f"{stem}_{number}"
        self.taken.add(name)
        return name


def _plural(word: str) -> str:
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search("(?:s|x|z|ch|sh)$", word) else f"{word}s"


def print_plan(graph: ToolGraph, query: Query, plan: Plan, results: Sequence[StepResult]) -> Printed:
    """The program of a plan.

    Args:
        graph: the tool graph.
        query: the question.
        plan: its plan.
        results: what its steps gave.
    Raises:
        Unprintable: a goal is no output of a step that worked, or a step has no form as a program.
    """
    return _Printer(Layout(graph, query, plan, results)).printed()


class _Printer:
    def __init__(self, layout: Layout) -> None:
        self._graph, self._layout = layout.graph, layout
        banned = {*self._graph.tools, *self._graph.types, *BUILT_IN, *RESERVED, *_MODULES, _THING, _FOUND}
        self._names = _Names(frozenset({*banned, *layout.handles}))
        self._lines: list[str] = []
        self._said: dict[int, str] = {}
        self._lists: dict[tuple[str, ...], str] = {}

    def printed(self) -> Printed:
        for step in self._layout.plan.steps:
            if step.id in self._layout.needed and step.id not in self._said:
                self._print(step)
        entries, wanted = self._results_dict()
        self._lines.append("{" + ", ".join(f"{key!r}: {said}" for key, said in entries.items()) + "}")
        code = "\n".join(self._lines)
        tools = [self._layout.steps[number].tool for number in sorted(self._layout.needed)]
        named = tuple(name for name in dict.fromkeys(tools) if name not in PAIRED and name not in OF_VALUES)
        return Printed(code, named, tuple(wanted))

    def _print(self, step: Step) -> None:
        group = self._layout.groups.get(step.id)
        if step.tool in PAIRED:
            self._paired(step)
        elif step.tool in OF_VALUES:
            self._of_values(step)
        elif group is not None:
            values = {**self._written(step), group.port: self._listed(group.things)}
            name = self._names.free(self._stem(step), several=True)
            self._lines.append(f"{name} = {self._call(f'{step.tool}.map', step.tool, values)}")
            for place, one in enumerate(group.steps):
                self._said[one.id] = f"{name}[{place}]"
        else:
            call = self._call(step.tool, step.tool, self._written(step))
            self._said[step.id] = call if self._is_nested(step, call) else self._bound(self._stem(step), call)

    def _bound(self, stem: str, expression: str) -> str:
        name = self._names.free(stem)
        self._lines.append(f"{name} = {expression}")
        return name

    def _is_nested(self, step: Step, call: str) -> bool:
        """Whether a call stands where its one output is used, once."""
        layout = self._layout
        is_last = len(layout.needed) == 1 or not layout.asked(step.id)
        return len(call) <= _SHORT and layout.uses(step.id) == 1 and is_last

    def _stem(self, step: Step) -> str:
        outputs = self._graph.tools[step.tool].outputs
        return outputs[0].name if len(outputs) == 1 else step.tool

    def _call(self, function: str, name: str, values: Mapping[str, str]) -> str:
        """A call; the first port by its place, the others by their names."""
        ports = [port.name for port in self._graph.tools[name].inputs]
        first = values.get(ports[0])
        rest = [f"{port}{'_' * keyword.iskeyword(port)}={values[port]}" for port in ports[1:] if port in values]
        return f"{function}({', '.join([*([first] if first is not None else []), *rest])})"

    def _written(self, step: Step) -> dict[str, str]:
        ports = {port.name: port for port in self._graph.tools[step.tool].inputs}
        found = {}
        for name, value in self._layout.arguments[step.id].items():
            if isinstance(value, list):
                found[name] = "[" + ", ".join(self._expression(item, ports[name]) for item in value) + "]"
            else:
                found[name] = self._expression(value, ports[name])
        return found

    def _expression(self, value: Any, port: PortNode) -> str:
        reference = Reference.parse(value)
        if reference is None:
            return self._literal(value, port)
        if reference.column is not None:
            raise Unprintable("a step takes a column")
        return reference.name if reference.step is None else self._output(reference.step, reference.name)

    def _output(self, number: int, name: str) -> str:
        """An output of a step that is printed already."""
        said = self._said.get(number)
        if said is None:
            raise Unprintable("a step comes after what needs it")
        step = self._layout.steps[number]
        if step.tool in PAIRED:
            return f"{said}.{name}"
        return said if len(self._graph.tools[step.tool].outputs) == 1 else f"{said}.{name}"

    def _literal(self, value: Any, port: PortNode) -> str:
        node = self._graph.types[port.type]
        if isinstance(value, dict | list) or value is None:
            raise Unprintable("a setting is no single value")
        if isinstance(value, int | float) and not isinstance(value, bool) and has_unit(node.unit):
            return f"Q({value!r}, {unit_sign(node.unit)!r})"
        if isinstance(value, str) and not node.choices and self._graph.role(port.type) in _THINGS:
            return f"{port.type}({value!r})"
        return repr(value)

    def _listed(self, things: Sequence[str]) -> str:
        """The name of a list of things."""
        key = tuple(things)
        if key not in self._lists:
            kinds = {self._layout.types.get(name, "") for name in things}
            stem = _LISTS.get(kinds.pop(), "things") if len(kinds) == 1 else "things"
            self._lists[key] = self._bound(stem, f"[{', '.join(things)}]")
        return self._lists[key]

    def _values(self, references: Sequence[Any]) -> str:
        """The list of some outputs: what a map gave, or one by one."""
        parsed = [one for value in references if (one := Reference.parse(value)) is not None and one.step is not None]
        if len(parsed) != len(references):
            raise Unprintable("an operation on values of the question")
        groups = {id(self._layout.groups.get(one.step or 0)): self._layout.groups.get(one.step or 0) for one in parsed}
        (group, *others) = groups.values()
        if group is not None and not others and [one.id for one in group.steps] == [one.step for one in parsed]:
            base = self._said[group.steps[0].id].rpartition("[")[0]
            single = len(self._graph.tools[group.steps[0].tool].outputs) == 1
            return base if single else f"[one.{parsed[0].name} for one in {base}]"
        return "[" + ", ".join(self._output(one.step or 0, one.name) for one in parsed) + "]"

    def _paired(self, step: Step) -> None:
        """The largest, the smallest, or all things in the order of their values."""
        given = self._layout.arguments[step.id]
        subjects = [one.name for value in given["subjects"] if (one := Reference.parse(value)) and one.step is None]
        if len(subjects) != len(given["subjects"]):
            raise Unprintable("an order of what the question does not name")
        if given.get("place", 1) != 1:
            raise Unprintable("a place that is not the first")
        things, values = self._listed(subjects), self._values(given["values"])
        key = "key=lambda pair: pair[1]"
        if step.tool == "pick_extreme":
            how = "max" if given.get("extreme", "highest") == "highest" else "min"
            self._said[step.id] = self._bound("best", f"{how}(zip({things}, {values}), {key})")
        else:
            order = ", reverse=True" if given.get("order", "ascending") == "descending" else ""
            self._said[step.id] = self._bound("order", f"sorted(zip({things}, {values}), {key}{order})")

    def _of_values(self, step: Step) -> None:
        """An aggregate of values, or what two of them give."""
        form, given = OF_VALUES[step.tool], self._layout.arguments[step.id]
        if given.keys() != {"values"}:
            raise Unprintable("an operation with settings")
        if form.count("{}") == 1:
            self._said[step.id] = self._bound(step.tool.partition("_")[0], form.format(self._values(given["values"])))
            return
        parsed = [Reference.parse(value) for value in given["values"]]
        outputs = [self._output(one.step, one.name) for one in parsed if one is not None and one.step is not None]
        if len(outputs) != form.count("{}"):
            raise Unprintable("an operation on another number of values")
        self._said[step.id] = self._bound(step.tool.partition("_")[0], form.format(*outputs))

    def _results_dict(self) -> tuple[dict[str, str], list[Wanted]]:
        """The expression of each key of the results, and what each must give."""
        entries: dict[str, str] = {}
        wanted: list[Wanted] = []
        keys: dict[tuple[int, str], str] = {}
        for (number, name), about in self._layout.goals.items():
            group = self._layout.groups.get(number)
            gold = self._layout.results[number].outputs[name]
            if gold.rows is not None:
                raise Unprintable("a table is asked for")
            owner = (group.steps[0].id if group is not None else number, name)
            if owner not in keys:
                keys[owner] = _free_key(name, entries)
                entries[keys[owner]] = self._by_thing(group, name) if group is not None else self._result(number, name)
            path = [keys[owner]]
            if group is not None:
                thing = group.things[[one.id for one in group.steps].index(number)]
                path.append(self._layout.texts.get(thing, thing))
            wanted.append(Wanted(tuple(path), about, gold))
        return entries, wanted

    def _by_thing(self, group: Group, name: str) -> str:
        things = self._listed(group.things)
        base = self._said[group.steps[0].id].rpartition("[")[0]
        if len(self._graph.tools[group.steps[0].tool].outputs) == 1:
            return f"dict(zip({things}, {base}))"
        return f"{{{_THING}: {_FOUND}.{name} for {_THING}, {_FOUND} in zip({things}, {base})}}"

    def _result(self, number: int, name: str) -> str:
        tool, said = self._layout.steps[number].tool, self._said[number]
        if tool == "pick_extreme":
            return f"{said}[{0 if name == 'winner' else 1}]"
        if tool == "sort_by_value":
            return f"[pair[{0 if name == 'ranking' else 1}] for pair in {said}]"
        return self._output(number, name)


def _free_key(name: str, entries: Collection[str]) -> str:
    key, number = name, 2
    while key in entries:
        key, number = f"{name}_{number}", number + 1
    return key
