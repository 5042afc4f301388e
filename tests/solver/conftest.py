"""Read files that a test writes, and run programs with tools that answer at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.records import Step, StepResult, Value
from scitoolagent.solver.calls import Calls, Ledger
from scitoolagent.solver.functions import Own
from scitoolagent.solver.given import Given, GivenTable, Variable
from scitoolagent.solver.program import Outcome, Programs, Sandbox
from scitoolagent.solver.rewrite import Rewritten
from scitoolagent.solver.stubs import Stubs
from scitoolagent.tables import Table, read_table
from scitoolagent.tables.options import Options
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

_PLAIN = {"float": 46.0, "int": 3, "str": "CCN", "bool": True, "list": [1], "dict": {"a": 1}}


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str, str], Table]:
    """Reads a file of some content; brackets and blanks in the name of the folder are no pattern."""
    folder = tmp_path / "a [b] *'c"
    folder.mkdir()

    def reading(name: str, content: str) -> Table:
        path = folder / name
        path.write_text(content, encoding="utf-8")
        return read_table(path, Options(load_graph(), folder / "store"))

    return reading


@dataclass
class Bench:
    """Checks and runs programs; each tool gives a fixed value of its type, and keeps what it was given.

    `called` are the steps of the last program, `own` what it typed and assumed.
    """

    graph: ToolGraph
    sandbox: Sandbox
    stubs: Stubs
    given: Given
    store: Path
    question: str = "What is asked of 20 mM and 5 mL?"
    called: list[Step] = field(default_factory=list)
    own: Own | None = None

    def check(self, code: str) -> Rewritten:
        """The program as the sandbox runs it."""
        return Programs(self.graph, self.sandbox, self.stubs, self.given).check(code)

    def run(self, code: str) -> dict[str, Any]:
        """The results of a program."""
        return self.outcome(code).results

    def outcome(self, code: str) -> Outcome:
        """What a program gives and prints."""
        programs = Programs(self.graph, self.sandbox, self.stubs, self.given)
        program = programs.check(code)
        ledger = Ledger()
        for one in self.given.values.values():
            for text in one.value if isinstance(one.value, list) else [one.value]:
                if isinstance(text, str):
                    ledger.know(text, one.type.removeprefix("list:"), one.reference)
        for table in self.given.tables.values():
            ledger.know(table.table.folder.name, "Table", table.reference)
        self.called = ledger.steps
        calls = Calls(self.graph, self._answers, ledger, frozenset({"data.csv"}))
        self.own = Own(calls, self.given, self.question, self.store, lambda table, name: f"{name}, {table.rows} rows")
        found = [one for one in programs.run(program, calls, self.own) if isinstance(one, Outcome)]
        return found[-1]

    def _answers(self, steps: Sequence[Step], done: Mapping[int, StepResult]) -> Iterator[StepResult]:
        for step in steps:
            outputs = {
                port.name: Value(
                    type=port.type, value=_PLAIN.get(port.python, [1]), unit=self.graph.types[port.type].unit
                )
                for port in self.graph.tool(step.tool).outputs
            }
            yield StepResult(step=step.id, tool=step.tool, status="ok", outputs=outputs, attempts=1)


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One sandbox for all tests, with the variables of one question."""
    graph, store = load_graph(), tmp_path_factory.mktemp("store")
    (store / "plate.csv").write_text("name,height (cm)\na,1.5\nb,2.5\n", encoding="utf-8")
    table = read_table(store / "plate.csv", Options(graph, store))
    values = [
        ("smiles1", "Smiles", "CCO", "CCO"),
        ("moleculename1", "MoleculeName", "aspirin", "aspirin"),
        ("protein1", "ProteinSequence", "MKTAYIAKQRQISFVK", "MKTAYIAKQRQISFVK"),
        ("dna1", "DnaSequence", "ATGGCCATTGTA", "ATGGCCATTGTA"),
        ("csvfile1", "CsvFile", "data.csv", "data.csv"),
        ("quantity1", "quantity", (20.0, "mM"), "20 mM"),
        ("quantity2", "quantity", (5.0, "mL"), "5 mL"),
        ("quantity3", "quantity", (25.0, "°C"), "25 °C"),
        ("numbers1", "numbers", [3.0, 1.0, 2.0], "3, 1, 2"),
        ("molecules1", "list:Smiles", ["CCO", "CCC"], "2 values"),
    ]
    given = Given(
        {name: Variable(name, kind, value, text, 0, 1, f"$query.{name}") for name, kind, value, text in values},
        {"plate": GivenTable("plate", table, "$1.table", "plate.csv")},
    )
    sandbox = Sandbox()
    yield Bench(graph, sandbox, Stubs(graph), given, store)
    sandbox.close()
