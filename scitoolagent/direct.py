"""What an agent does without a question: read tables, map tools over their rows, call a tool by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config
from scitoolagent.errors import BlockedError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate, admitted, screen_many
from scitoolagent.llm import end_by
from scitoolagent.records import Failure, Finding, Plan, Query, Step, StepResult
from scitoolagent.summarizer import refusal
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel
    from scitoolagent.tables import Table


class DirectCalls:
    """The part of an agent that needs no question; each call is a run of its own for the safety gate."""

    config: Config
    graph: ToolGraph
    _executor: Executor
    _workspace: Path
    _approved: frozenset[str]
    _ask: Callable[[Sequence[Finding]], bool] | None
    _models: tuple[LanguageModel, ...]

    @property
    def _store(self) -> Path:
        """The folder of tables."""
        return self.config.cache_dir / "tables"

    def warm(self) -> None:
        """Start the worker processes in the background."""
        self._executor.warm()

    def _open_gate(self) -> SafetyGate:
        """The gate of a new run: nobody has confirmed anything there yet."""
        return SafetyGate(self.graph, self._approved, self._ask)

    def _enter(self, gate: SafetyGate) -> None:
        """Begin a run: with a gate and a time of its own, which bounds its steps and what it asks of models."""
        self._executor.enter(gate)
        end_by(self._models, self._executor.budget.deadline)

    def table(self, source: str | Path | Mapping[str, Sequence[Any]] | Iterable[Any], **how: Any) -> Table:
        """Read a file or folder as a table, or make one from values, including a pandas data frame.

        Args:
            source: the name of a file, columns by name, or the values of one column.
            how: fields of `scitoolagent.tables.Options`, such as `strict=True`.
        Raises:
            TableError: the file does not exist or cannot be read.
            BlockedError: a coordinate file contains something that is refused in any case; other rows are screened when
                tools work on them.
        """
        from scitoolagent.tables import Options, read_table, table_of

        if isinstance(source, str | Path):
            found = self._executor.tables.screened_file(self._workspace / source)
            admitted([one.finding for one in found])

        options = Options(self.graph, self._store, **how)
        if isinstance(source, str | Path):
            path = self._workspace / source
            made = self._executor.tables.with_beside(path, read_table(path, options))
        else:
            made = table_of(source, options)
        # What a column is called is shown where something is wrong with it.
        admitted([one.finding for one in screen_many([("", column.name) for column in made.columns], "file")])
        return made

    def map(
        self,
        tool: str | Sequence[str],
        table: Table | str | Path | Mapping[str, Sequence[Any]] | Iterable[Any],
        columns: str | Mapping[str, str] | None = None,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> Table:
        """Map one or several tools over the rows of a table; the results are new columns.

        Args:
            tool: the name of a tool, or several names.
            table: a table, or anything that `table` accepts.
            columns: the input column, or the column of each input; default: found by type.
            progress: called with the number of finished rows, and of all rows.
            settings: the other inputs, for all rows; numbers with a unit as text.
        Raises:
            TableError: a column does not exist or does not fit.
        """
        from scitoolagent.executor.columns import bind_tools
        from scitoolagent.tables import Table

        # The workers import their libraries while the file is read.
        self.warm()
        given = table if isinstance(table, Table) else self.table(table)
        bindings = bind_tools(self.graph, [tool] if isinstance(tool, str) else tool, given, columns, settings)
        gate = self._open_gate()
        self._enter(gate)
        try:
            return self._executor.map(given, bindings, progress)
        finally:
            self._approved -= gate.used

    def tool(self, name: str) -> Callable[..., Any]:
        """Return a tool as a Python function that runs in a worker, behind the gate: `agent.tool("qed")("CCO")`."""
        from scitoolagent.executor.single import as_function

        return as_function(self.graph.tool(name), self._call)

    def _call(self, query: Query, step: Step) -> StepResult:
        self._enter(self._open_gate())
        refused = refusal(self._executor.screen(query)(), "")
        if refused is not None:
            error = Failure(error=BlockedError.__name__, message=refused.text)
            return StepResult(step=1, tool=step.tool, status="blocked", error=error, findings=refused.findings)
        return next(iter(self._executor.run(query, Plan(steps=(step,), goals=()))))
