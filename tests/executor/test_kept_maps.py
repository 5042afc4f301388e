"""A table step of an earlier run is taken again where everything is the same and its files are whole, or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import Agent, Config
from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.executor import cache as caching
from scitoolagent.executor import rows as row_calls
from scitoolagent.executor import worker
from scitoolagent.executor.cache import ResultCache
from scitoolagent.executor.kept_maps import _is_whole
from scitoolagent.executor.piece_rows import FAILED, LOST, OK, STATE, STOPPED_ROW
from scitoolagent.executor.rows import RowCall, run_rows
from scitoolagent.records import StepResult
from scitoolagent.tables import Column, Table
from scitoolagent.tables.store import PROBLEM, ROW, connected, new_folder, write_part
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE

QUESTION = "What is the QED of each compound in a.csv?"
SARIN = "CC(C)OP(C)(=O)F"
Steps = dict[str, StepResult]
Ask = Callable[..., Steps]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Asks in a new agent each time; gives the results by tool."""
    config = Config(workers=1, cache_dir=tmp_path / "cache", data_dir=tmp_path / "data")

    def answered(question: str = QUESTION, **more: Any) -> Steps:
        with Agent(config, tmp_path, models={}, **more) as agent:
            return {record.tool: record for record in agent.stream(question) if isinstance(record, StepResult)}

    yield answered


def write(folder: Path, *smiles: str) -> None:
    (folder / "a.csv").write_text("smiles\n" + "\n".join(smiles) + "\n")


def table_of(folder: Path, step: StepResult) -> Table:
    (value,) = step.outputs.values()
    return Table.load(folder / "cache" / "tables" / str(value.value))


@pytest.mark.slow
def test_a_map_is_taken_again_with_its_failures(ask: Ask, tmp_path: Path) -> None:
    write(tmp_path, "CCO", "C1CC", "CCCO")
    first, second = ask()["qed"], ask()["qed"]
    assert (first.cached, second.cached) == (False, True)
    assert first.outputs == second.outputs
    table = table_of(tmp_path, second)
    assert (table.failed, list(table.values(table.names[-1]))[1]) == (1, None)
    write(tmp_path, "CCO", "CCCCO", "CCCO")
    assert not ask()["qed"].cached


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["gone", "cut", "altered", "described otherwise"])
def test_a_table_that_is_gone_or_changed_is_made_again(ask: Ask, tmp_path: Path, harm: str) -> None:
    write(tmp_path, "CCO", "CCCO")
    table = table_of(tmp_path, ask()["qed"])
    right = list(table.values(table.names[-1]))
    if harm == "gone":
        shutil.rmtree(table.folder)
    elif harm == "described otherwise":
        table.model_copy(update={"notes": ("another",)}).save()
    else:
        data = table.paths[0].read_bytes()
        table.paths[0].write_bytes(data[: len(data) // 2] if harm == "cut" else data[:-1] + bytes([data[-1] ^ 1]))
    again = ask()["qed"]
    assert not again.cached
    found = table_of(tmp_path, again)
    assert (found.notes, list(found.values(found.names[-1]))) == ((), right)


def test_rows_that_the_gate_stops_are_looked_at_each_time(ask: Ask, tmp_path: Path) -> None:
    write(tmp_path, "CCO", SARIN, "CCCO")
    first, second = ask(), ask()
    for steps in (first, second):
        assert any(finding.verdict == "block" for step in steps.values() for finding in step.findings)
        table = table_of(tmp_path, steps["qed"])
        assert table.stopped == 1
        assert not steps["qed"].cached or table.rows == 2


def test_a_table_of_an_earlier_run_is_screened_before_it_is_given(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scitoolagent.executor.table_steps import TableSteps

    write(tmp_path, "CCO", "CCCO")
    ask()
    monkeypatch.setattr(TableSteps, "_passes", lambda self, tool, table, known: False)
    assert not ask()["qed"].cached


@pytest.mark.slow
def test_files_that_rows_name_count_by_their_content(ask: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "mofs"
    folder.mkdir()
    text = Path(FRAMEWORK_EXAMPLE).read_text()
    (folder / "one.cif").write_text(text)
    question = "What is the crystal density of each structure in mofs?"
    first, second = ask(question)["crystal_density"], ask(question)["crystal_density"]
    assert (first.cached, second.cached) == (False, True)
    length = next(line for line in text.splitlines() if line.startswith("_cell_length_a"))
    # The same number of bytes, so that the table of the folder is the same.
    digit = next(place for place, sign in enumerate(length) if sign.isdigit())
    other = length[:digit] + str((int(length[digit]) + 1) % 9 + 1) + length[digit + 1 :]
    (folder / "one.cif").write_text(text.replace(length, other))
    assert not ask(question)["crystal_density"].cached


@pytest.mark.slow
def test_nothing_is_kept_where_the_settings_say_so(tmp_path: Path) -> None:
    write(tmp_path, "CCO", "CCCO")
    config = Config(workers=1, cache_dir=tmp_path / "cache", data_dir=tmp_path / "data", cache=False)
    for _ in range(2):
        with Agent(config, tmp_path, models={}) as agent:
            steps = [record for record in agent.stream(QUESTION) if isinstance(record, StepResult)]
        assert not any(step.cached for step in steps)


def test_only_a_fault_of_the_values_is_sure_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = {"a": ToolInputError("bad"), "b": ToolUnavailableError("away"), "c": MemoryError()}

    def fails(spec: Any, arguments: dict[str, Any]) -> dict[str, Any]:
        if error := errors.get(arguments["smiles"]):
            raise error
        return {"molecular_formula": "C"}

    monkeypatch.setattr(row_calls, "call_tool", fails)
    call = RowCall("molecular_formula", "scitoolagent.tools.chemistry.composition", {"smiles": 0})
    reply = run_rows([call], [None], [["a", "b", "C", "c"]], 10.0)
    assert reply["lost"] == [1, 3]
    assert [bool(problem) for problem in reply["problems"]] == [True, True, False, True]


@pytest.mark.parametrize(("state", "whole"), [(OK, True), (FAILED, True), (LOST, False), (STOPPED_ROW, False)])
def test_a_map_with_a_lost_or_stopped_row_is_not_kept(tmp_path: Path, state: int, whole: bool) -> None:
    folder = new_folder(tmp_path)
    names = [(ROW, "integer"), (PROBLEM, "text"), (STATE, "integer"), ("c0", "integer")]
    with connected(folder) as engine:
        write_part(engine, folder / "rows.parquet", names, [[1, 2], [None, None], [OK, state], [3, 4]])
    table = Table(folder=folder, parts=("rows.parquet",), columns=(Column(name="a", kind="integer"),), rows=2)
    assert _is_whole(table) is whole


def table_at(store: Path, *values: int) -> Table:
    folder = new_folder(store)
    names = [(ROW, "integer"), (PROBLEM, "text"), ("c0", "integer")]
    with connected(folder) as engine:
        write_part(engine, folder / "rows.parquet", names, [[*range(len(values))], [None] * len(values), [*values]])
    column = Column(name="a", kind="integer", unit="1")
    return Table(folder=folder, parts=("rows.parquet",), columns=(column,), rows=len(values)).save().settled()


def test_a_tool_on_a_table_is_called_once(tmp_path: Path) -> None:
    from scitoolagent.config import load_config

    store, file = load_config().cache_dir / "tables", tmp_path / "results.sqlite"

    def call(table: Table) -> dict[str, Any]:
        given = {"table": str(table.folder), "column": "a"}
        return worker.run_tool("sort_rows", "scitoolagent.tools.tables.rows", given, str(file))

    table = table_at(store, 3, 1, 2)
    first, second = call(table), call(table)
    assert (first["cached"], second["cached"]) == (False, True)
    assert first["outputs"] == second["outputs"]
    assert not call(table_at(store, 3, 1, 4))["cached"]
    (folder,) = (Path(value) for value in first["outputs"].values() if isinstance(value, str))
    shutil.rmtree(folder)
    again = call(table)
    assert not again["cached"]
    assert list(Table.load(folder).values("a")) == [1, 2, 3]
    # A table whose rows name files may be another one although nothing in it changed.
    named = table.model_copy(update={"columns": (Column(name="a", kind="integer", type="CifFile"),)}).save()
    assert [call(named)["cached"], call(named)["cached"]] == [False, False]


def test_what_is_drawn_anew_is_not_kept(tmp_path: Path) -> None:
    file, module = tmp_path / "results.sqlite", "scitoolagent.tools.biology.codons"

    def draw(**given: Any) -> dict[str, Any]:
        return worker.run_tool("random_dna_sequence", module, {"length": 60, **given}, str(file))

    for given in ({}, {"seed": 0}):
        one, other = draw(**given), draw(**given)
        assert not other["cached"]
        assert one["outputs"] != other["outputs"]
    assert [draw(seed=4)["cached"], draw(seed=4)["cached"]] == [False, True]


def test_the_oldest_results_go_when_all_take_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "_MOST_BYTES", 200_000)
    kept = ResultCache(tmp_path / "results.sqlite")
    for number in range(60):
        kept.put(f"key {number}", {"text": "x" * 10_000})
    assert kept.get("key 0") is None
    assert kept.get("key 59") is not None
    assert (tmp_path / "results.sqlite").stat().st_size < 300_000
