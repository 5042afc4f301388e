"""Measure `scitoolagent kg learn`: hide declarations of our own, and propose them again from their words.

From the source of each tool, its docstring and the names of its parameters are kept: annotations, decorators, the
body and every type that only hidden tools have are away. `python -m scitoolagent.benchmarks.learn_declarations`.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import random
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode
from scitoolagent.toolkg.learned.docstrings import described
from scitoolagent.toolkg.learned.proposing import propose_ports
from scitoolagent.toolkg.learned.records import Described, ProposedPort
from scitoolagent.toolkg.learned.units import same_unit
from scitoolagent.toolkg.learned.vocabulary import Vocabulary, returned_texts
from scitoolagent.toolkg.store import load_graph

SEED, SIZE = 49, 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """A declared port beside the one that was proposed.

    Attributes:
        vanished: no other tool has its type, so that no proposal can name it; a new type is right then, if it is held
            in the same kind of value.
    """

    tool: str
    side: str
    declared: PortNode
    unit: str | None
    vanished: bool
    proposed: ProposedPort | None

    @property
    def type_is_right(self) -> bool:
        if self.proposed is None:
            return False
        if not self.vanished:
            return self.proposed.type == self.declared.type
        return self.proposed.new and _held(self.proposed) == _held(self.declared)

    @property
    def has_unit(self) -> bool:
        """Whether a unit is declared, or proposed where none is."""
        return self.unit is not None or bool(self.proposed and self.proposed.unit)

    @property
    def unit_is_right(self) -> bool:
        if self.proposed is None or self.unit is None or not self.proposed.unit:
            return False
        return same_unit(self.unit, self.proposed.unit)


def _held(port: PortNode | ProposedPort) -> str:
    """The kind of value: one number, text, truth value or file, or several of them in a list or by name."""
    if port.many or port.python in ("list", "dict"):
        return "several"
    return "number" if port.python in ("int", "float") else port.python


def halves() -> tuple[list[str], list[str]]:
    """A hundred tools that rules were made on, and a hundred others that nobody looked at."""
    names = sorted(
        spec.name for spec in load_registry() if spec.function.__code__.co_name == spec.name and _words(spec.name)
    )
    chosen = random.Random(SEED).sample(names, 2 * SIZE)
    return chosen[:SIZE], chosen[SIZE:]


def _words(name: str) -> Described | None:
    """What is left of a hidden tool: its docstring and the names of its parameters."""
    try:
        node = ast.parse(inspect.getsource(load_registry()[name].function)).body[0]
    except (OSError, SyntaxError):
        return None
    if not isinstance(node, ast.FunctionDef) or not (text := ast.get_docstring(node)):
        return None
    node.returns, node.body, node.decorator_list = None, [ast.Pass()], []
    for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        one.annotation = None
    return described(node, text, "", "")


def outcomes(names: Sequence[str], graph: ToolGraph) -> list[Outcome]:
    """What is proposed for each port of hidden tools: all inputs, and the first output, which the name stands for."""
    vocabulary = Vocabulary(graph, returned_texts(), names)
    found: list[Outcome] = []
    for name in names:
        tool, words = graph.tools[name], _words(name)
        if words is None:
            raise RuntimeError(f"{name} has no docstring")
        inputs, outputs = propose_ports(words, vocabulary)
        by_name = {port.name: port for port in inputs}
        found += [_outcome(tool, "input", port, by_name.get(port.name), vocabulary) for port in tool.inputs]
        first = outputs[0] if outputs else None
        found.append(_outcome(tool, "output", tool.outputs[0], first, vocabulary))
        found += [_outcome(tool, "further output", port, None, vocabulary) for port in tool.outputs[1:]]
    return found


def _outcome(
    tool: ToolNode, side: str, declared: PortNode, proposed: ProposedPort | None, vocabulary: Vocabulary
) -> Outcome:
    unit = vocabulary.graph.types[declared.type].unit
    return Outcome(tool.name, side, declared, unit, declared.type not in vocabulary.types, proposed)


def report(found: Iterable[Outcome]) -> list[str]:
    """The figures, a line each."""
    every = list(found)
    asked = [one for one in every if one.side != "further output"]
    lines = []
    for label, group in (
        ("input types right", [one for one in asked if one.side == "input"]),
        ("output types right, the first of each tool", [one for one in asked if one.side == "output"]),
        ("both together", asked),
        ("  of types that other tools have, named", [one for one in asked if not one.vanished]),
        ("  of types that only hidden tools have, proposed as new", [one for one in asked if one.vanished]),
    ):
        lines.append(_share(label, sum(one.type_is_right for one in group), len(group)))
    numbers = [one for one in asked if one.has_unit]
    lines.append(
        _share(
            "units right, where one is declared or proposed", sum(one.unit_is_right for one in numbers), len(numbers)
        )
    )
    further = sum(one.side == "further output" for one in every)
    lines.append(
        f"further outputs of the same tools: {further}; a docstring in this style does not list them, none is proposed"
    )
    return lines


def _share(label: str, right: int, total: int) -> str:
    return f"{label}: {right} of {total}" + (f" ({100 * right / total:.1f} %)" if total else "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the half that nobody looked at; `--read` those of the other, with what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--read", action="store_true", help="the half that the rules were made on, with its errors")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    read, unread = halves()
    found = outcomes(read if chosen.read else unread, load_graph())
    half = "read" if chosen.read else "unread"
    sys.stdout.write(f"{SIZE} tools of the {half} half, hidden (seed {SEED})\n")
    sys.stdout.write("\n".join(report(found)) + f"\n{time.perf_counter() - start:.1f} s\n")
    if chosen.read:
        wrong = [
            one
            for one in found
            if one.side != "further output" and not (one.type_is_right and (one.unit_is_right or not one.has_unit))
        ]
        sys.stdout.write("\n".join(map(_told, wrong)) + "\n")


def _told(one: Outcome) -> str:
    got, made = one.proposed, "nothing"
    if got is not None:
        made = (
            f"{'new ' if got.new else ''}{got.type} {_held(got)} {got.unit!r} {got.confidence}: {got.sentence[:90]!r}"
        )
    declared = f"{one.declared.type}{' (vanished)' if one.vanished else ''} {_held(one.declared)} {one.unit!r}"
    return f"{one.tool}.{one.declared.name} ({one.side}): {declared}; got {made}"


if __name__ == "__main__":
    main()
