"""The functions of a program that are no tools: quantities, rows by SQL, tables of rows, files, constants, assumptions.

Rows that a program reads and files that it writes are steps of its run like calls of tools, under the names here.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.records import Step, StepResult, Value
from scitoolagent.solver.arithmetic import Amount, amount
from scitoolagent.solver.calls import CELL, Calls, encoded
from scitoolagent.solver.given import Given
from scitoolagent.solver.rewrite import Site
from scitoolagent.solver.sql import run_sql
from scitoolagent.solver.steps import COLUMN, SAVE, SOURCES, SQL, TABLE_OF, version_of
from scitoolagent.solver.stubs import has_unit
from scitoolagent.tables import Table

_MOST_KEPT = 50
_LONGEST_WHY = 300
_SEQUENCES = ("protein", "nucleotide", "sequence")
# By the names that people write; the values are looked up in CODATA's table.
CONSTANTS = {
    "R": "molar gas constant",
    "N_A": "Avogadro constant",
    "k_B": "Boltzmann constant",
    "h": "Planck constant",
    "hbar": "reduced Planck constant",
    "c": "speed of light in vacuum",
    "e": "elementary charge",
    "F": "Faraday constant",
    "g": "standard acceleration of gravity",
    "m_e": "electron mass",
    "m_p": "proton mass",
    "m_n": "neutron mass",
    "u": "atomic mass constant",
    "a_0": "Bohr radius",
    "R_inf": "Rydberg constant",
    "sigma": "Stefan-Boltzmann constant",
    "eps_0": "vacuum electric permittivity",
    "G": "Newtonian constant of gravitation",
    "atm": "standard atmosphere",
    "V_m": "molar volume of ideal gas (273.15 K, 101.325 kPa)",
}


@dataclass
class Own:
    """Answers the calls of functions that are no tools.

    Args:
        calls: of tools, whose register of values this shares.
        given: the variables of the question.
        question: its text.
        store: the folder of tables.
        save: checks where a file may be written and writes rows to it.
        seconds: how long one query may run.
    Attributes:
        typed: texts that the model wrote as values of a type, with the type.
        assumed: what the model assumed, with its reasons.
        saved: the files that were written.
        caught: computations that the units do not allow, where the program went on.
        put_on: numbers that were computed and then given a unit, as written, with that unit.
    """

    calls: Calls
    given: Given
    question: str
    store: Path
    save: Callable[[Any, str], str]
    seconds: float = 20.0
    typed: list[tuple[str, str]] = field(default_factory=list)
    assumed: list[tuple[str, str]] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    caught: list[str] = field(default_factory=list)
    put_on: list[tuple[str, str]] = field(default_factory=list)

    def call(
        self, name: str, number: int, site: Site, args: Sequence[Any], named: Mapping[str, Any]
    ) -> Iterator[StepResult | list[Any]]:
        """The results of the steps of a call as they come, and last its value as the sandbox reads it.

        Raises:
            ToolInputError: the call is wrong; says how.
        """
        own: dict[str, Callable[..., Iterator[StepResult | list[Any]]]] = {
            "Q": self._quantity,
            "const": self._constant,
            "assume": self._assume,
            SQL: self._sql,
            COLUMN: self._column,
            TABLE_OF: self._table_of,
            SAVE: self._save,
            "boxed": self._boxed,
        }
        if name == "Q" and isinstance(site.node, ast.Call) and len(args) > 1 and not _is_literal(site.node.args[:1]):
            self.put_on.append((ast.unparse(site.node)[:_LONGEST_WHY], str(args[1])))
        try:
            if name in own:
                yield from own[name](number, *args, **named)
            else:
                yield ["v", self._typed(name, site, *args, **named)]
        except TypeError as error:
            raise ToolInputError(f"{name}: {str(error).partition(') ')[2] or error}") from error
        except TableError as error:
            raise ToolInputError(f"{name}: {error}") from error

    def _quantity(self, number: int, value: Any, unit: str) -> Iterator[list[Any]]:
        values = value if isinstance(value, list) else [value]
        made = []
        for one in values:
            if isinstance(one, Amount):
                raise ToolInputError(f"Q is given {one}, which has a unit already; use .to({unit!r})")
            if isinstance(one, bool) or not isinstance(one, int | float):
                raise ToolInputError(f"Q takes a number and a unit, got {one!r}")
            found = amount(one, str(unit))
            made.append(["q", found.value, found.unit, ""] if found.unit != "1" else ["v", found.value])
        yield ["l", made] if isinstance(value, list) else made[0]

    def _constant(self, number: int, name: str) -> Iterator[list[Any]]:
        from scipy import constants

        if name == "pi":
            yield ["v", 3.141592653589793]
            return
        known = CONSTANTS.get(name)
        if known is None:
            raise ToolInputError(f"const has no {name!r}; it has pi, {', '.join(CONSTANTS)}")
        value, unit, _ = constants.physical_constants[known]
        code = unit.replace("^", "")
        yield ["q", float(value), amount(1.0, code).unit, ""] if code else ["v", float(value)]

    def _assume(self, number: int, value: Any, why: str) -> Iterator[list[Any]]:
        text = str(value) if isinstance(value, Amount | str | int | float) else json.dumps(value, default=str)
        self.assumed.append((text, " ".join(str(why).split())[:_LONGEST_WHY]))
        if isinstance(value, Amount):
            yield ["q", value.value, value.unit, value.type]
        else:
            yield encoded(value, "", "")

    def _typed(self, kind: str, site: Site, value: Any) -> str:
        """A text that the program says is of a semantic type; one that nobody gave is the model's own."""
        if not isinstance(value, str):
            raise ToolInputError(f"{kind}(…) takes a text, got {value!r:.60}")
        ledger, graph = self.calls.ledger, self.calls.graph
        known = ledger.texts.get(value, ())
        if any(one.type in graph.types and graph.is_a(one.type, kind) for one in known):
            return value
        others = [one for one in known if one.type in graph.types and one.reference]
        if others and graph.screen(kind) and not any(one.type == CELL for one in known):
            names = ", ".join(dict.fromkeys(one.type for one in others))
            raise ToolInputError(f"{value!r:.60} is {names}, so it is not made {kind} by calling it so; convert it")
        if not known and not self._is_given(kind, value):
            is_plain = isinstance(site.node, ast.Call) and any(isinstance(a, ast.Constant) for a in site.node.args)
            self.typed.append((kind, value))
            if not is_plain and graph.screen(kind):
                raise ToolInputError(
                    f"{kind}(…) is given a text that the program put together; write your own as one literal, or use "
                    "parts of what the question or a tool gives"
                )
        ledger.know(value, kind)
        return value

    def _is_given(self, kind: str, value: str) -> bool:
        """Whether a text stands in the question or in one that is known; a piece of a sequence may be any of it."""
        texts = self.calls.ledger.texts
        if self.calls.graph.screen(kind) in _SEQUENCES and len(value) > 1 and any(value in text for text in texts):
            return True
        if self.calls.graph.screen(kind) in ("", "name"):
            return any(_has_word(value.casefold(), text.casefold()) for text in (self.question, *texts))
        return any(_has_word(value, text) for text in (self.question, *texts))

    def _tables(self, named: Mapping[str, Any]) -> dict[str, tuple[Table, str]]:
        """The tables that a query may read: those of the question, and those that the call names."""
        found = {name: (one.table, one.reference) for name, one in self.given.tables.items()}
        for name, value in named.items():
            found[name] = self.table(value)
        return found

    def table(self, value: Any) -> tuple[Table, str]:
        """The table that a value of the program stands for, and the reference of the step that gave it.

        Raises:
            ToolInputError: it is none.
        """
        for one in self.calls.ledger.texts.get(value, ()) if isinstance(value, str) else ():
            if self.calls.graph.types.get(one.type) and self.calls.graph.role(one.type) == "table":
                return Table.load(self.store / value), one.reference
        raise ToolInputError(f"{value!r:.60} is no table; make one with table_of(rows)")

    def _sql(self, number: int, query: str, **named: Any) -> Iterator[StepResult | list[Any]]:
        tables = self._tables(named)
        found = run_sql(str(query), {name: table for name, (table, _) in tables.items()}, seconds=self.seconds)
        # What stands nowhere in the query was not read.
        tables = {name: one for name, one in tables.items() if re.search(rf"(?i)\b{re.escape(name)}\b", str(query))}
        if found.truncated:
            raise ToolInputError("the query gives more than 10,000 rows; aggregate in SQL, or take fewer")
        kinds = {column.name: column.type for table, _ in tables.values() for column in table.columns if column.type}
        for row in found.rows:
            for name, cell in row.items():
                if isinstance(cell, str):
                    self.calls.ledger.know(cell, kinds.get(name) or CELL)
        arguments = {"query": str(query), "tables": [reference for _, reference in tables.values()]}
        rows = [dict(row) for row in found.rows]
        yield self._record(SQL, number, arguments, {"rows": Value(type="Rows", value=rows[:_MOST_KEPT])})
        yield ["v", rows]

    def _column(self, number: int, table: Any, name: str) -> Iterator[StepResult | list[Any]]:
        held, reference = self.table(table)
        try:
            column = held.column(name)
        except TableError as error:
            raise ToolInputError(str(error)) from error
        values = [_cell(value) for value in held.values(column.name)]
        for value in values:
            if isinstance(value, str):
                self.calls.ledger.know(value, column.type or CELL)
        unit = column.unit if column.is_number and has_unit(column.unit) else ""
        shown = Value(type=column.type or "Rows", value=values[:_MOST_KEPT], unit=column.unit)
        yield self._record(COLUMN, number, {"table": reference, "name": column.name}, {"values": shown})
        yield encoded(values, unit or "", column.type)

    def _table_of(self, number: int, rows: Any) -> Iterator[StepResult | list[Any]]:
        from scitoolagent.tables import Options, table_of

        table = table_of(_columns(rows), Options(self.calls.graph, self.store), "rows").settled()
        step = self._record(
            TABLE_OF,
            number,
            {"rows": len(rows)},
            {"table": Value(type="Table", value=table.folder.name, columns=table.columns, rows=table.rows)},
        )
        self.calls.ledger.know(table.folder.name, "Table", f"${step.step}.table")
        yield step
        yield ["v", table.folder.name]

    def _save(self, number: int, what: Any, file: str) -> Iterator[StepResult | list[Any]]:
        if isinstance(what, list):
            for one in self._table_of(number, what):
                if isinstance(one, StepResult):
                    yield one
                else:
                    what = one[1]
        is_picture = isinstance(what, str) and what.lstrip()[:5] in ("<svg ", "<?xml")
        written = self.save(what if is_picture else self.table(what)[0], str(file))
        self.saved.append(str(file))
        yield self._record(SAVE, number, {"file": str(file)}, {"file": Value(type="SavedFile", value=written)})
        yield ["v", str(file)]

    def _boxed(self, number: int, code: str, **values: Any) -> Iterator[StepResult | list[Any]]:
        """Code of numpy and pandas in the box, asked about as any call of `run_python`."""
        tool = self.calls.graph.tool("run_python")
        tables = {name: value for name, value in values.items() if self._is_table(value)}
        others = {name: value for name, value in values.items() if name not in tables}
        lines = [f"{name} = value{place}" for place, name in enumerate(others, start=1)]
        lines += [f"{name} = table{place}" for place, name in enumerate(tables, start=1)]
        arguments = {
            "code": "\n".join([*lines, str(code)]),
            "values": list(others.values()),
            "tables": list(tables.values()),
        }
        for one in self.calls.call(tool, number, (), {k: v for k, v in arguments.items() if v}, False):
            if isinstance(one, StepResult):
                yield one
                continue
            text = dict(one[1])["result"][1] if one[0] == "o" else one[1]
            yield encoded(json.loads(text) if _is_json(text) else text, "", "")

    def _is_table(self, value: Any) -> bool:
        known = self.calls.ledger.texts.get(value, ()) if isinstance(value, str) else ()
        return any(self.calls.graph.types.get(one.type) and self.calls.graph.role(one.type) == "table" for one in known)

    def _record(self, name: str, number: int, arguments: dict[str, Any], outputs: dict[str, Value]) -> StepResult:
        """A step that this made, kept among those of the program."""
        ledger = self.calls.ledger
        step = Step(id=ledger.next_id, tool=name, arguments=arguments)
        ledger.steps.append(step)
        ledger.at.setdefault(number, []).append(step.id)
        result = StepResult(
            step=step.id,
            tool=name,
            version=version_of(name),
            status="ok",
            arguments=arguments,
            outputs=outputs,
            source=SOURCES[name],
            attempts=1,
        )
        ledger.results[step.id] = result
        return result


def _is_literal(nodes: Sequence[ast.AST]) -> bool:
    return not any(isinstance(one, ast.Name | ast.Call) for node in nodes for one in ast.walk(node))


def _has_word(word: str, text: str) -> bool:
    """Whether a text stands in another one by itself: `CO` is no part of `CCO`."""
    return word in text and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _columns(rows: Any) -> dict[str, list[Any]]:
    """The columns of rows; a quantity column is named with its unit.

    Raises:
        ToolInputError: they are no rows.
    """
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ToolInputError("rows are a list of dicts, at least one: [{'name': …, 'mass': …}, …]")
    names = list(dict.fromkeys(str(name) for row in rows for name in row))
    found: dict[str, list[Any]] = {}
    for name in names:
        cells = [row.get(name) for row in rows]
        units = {cell.unit for cell in cells if isinstance(cell, Amount)}
        if len(units) > 1:
            raise ToolInputError(f"the column {name} has values in {', '.join(sorted(units))}; use one unit")
        header = f"{name} ({units.pop()})" if units else name
        found[header] = [cell.value if isinstance(cell, Amount) else _cell(cell) for cell in cells]
    return found


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return None if value != value else value
    return str(value)


def _is_json(text: Any) -> bool:
    try:
        json.loads(text)
    except (TypeError, ValueError):
        return False
    return True
