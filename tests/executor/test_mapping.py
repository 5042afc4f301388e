"""Tools over the rows of a table: failures stay with their rows, a kill costs a piece, and every row is screened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.errors import BlockedError, TableError, ToolInputError
from scitoolagent.tables import write_table

HERE = Path(__file__).parent
SARIN = "CC(C)OP(C)(=O)F"
Map = Callable[..., dict[str, Any]]


def _given(folder: Path, tool: str, table: Any, **more: Any) -> dict[str, Any]:
    config = {"workers": 2, "cache_dir": str(folder / "cache"), "data_dir": str(folder)}
    return {"config": config, "workspace": str(folder), "tool": tool, "table": table, **more}


def _wait_for_an_end(calls: Path) -> None:
    """Wait until nobody writes a file any more."""
    before, now = -1, calls.stat().st_size
    while before != now:
        time.sleep(1)
        before, now = now, calls.stat().st_size


def _tell(process: subprocess.Popen[str], given: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{json.dumps(given)}\n")
    process.stdin.flush()


def _start(backend: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "map_rows.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            **backend.environment,
            "PYTHONPATH": str(HERE / "row_plugin"),
            "SCITOOLAGENT_BACKEND": backend.name,
        },
    )


@pytest.fixture(scope="module")
def process(backend: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that has the tools of the plug-in, and maps what it is told."""
    started = _start(backend)
    yield started
    started.communicate(timeout=60)


@pytest.fixture
def mapped(process: subprocess.Popen[str], tmp_path: Path) -> Map:
    """Maps a tool of the plug-in over a table."""

    def run(tool: str, table: Any, **more: Any) -> dict[str, Any]:
        _tell(process, _given(tmp_path, tool, table, **more))
        assert process.stdout is not None
        found: dict[str, Any] = json.loads(process.stdout.readline())
        return found

    return run


def test_a_row_that_fails_keeps_the_reason_and_the_others_go_on(mapped: Map, tmp_path: Path) -> None:
    words = ["one", "bad", "three", None, "crash", "hang", "seven"]
    # Another column, since a row of nothing would be none.
    table = {"word": words, "n": list(range(7))}
    found = mapped("counted", table, columns={"word": "word"}, settings={"folder": str(tmp_path)})
    assert [row[2] for row in found["values"]] == [3, None, 5, None, None, None, 5]
    assert (found["failed"], found["stopped"]) == (4, 0)
    assert found["first_failed"] == "row 2: counted: this word is bad"
    assert found["problems"][3] == "counted: word is missing"
    assert "process of counted died" in found["problems"][4]
    assert "counted ran longer than" in found["problems"][5]
    assert found["columns"][2] == {"name": "letters", "kind": "integer", "type": "Letters", "unit": "1"}


def test_many_rows_go_to_a_batch_tool_at_once(mapped: Map, tmp_path: Path) -> None:
    words = [f"w{'x' * (number % 7)}" for number in range(1000)]
    found = mapped("counted_at_once", {"word": words}, columns="word", settings={"folder": str(tmp_path)})
    assert [row[1] for row in found["values"]] == [len(word) for word in words]
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]
    assert sum(calls) == 1000
    assert len(calls) < 40


def test_one_bad_row_of_a_batch_costs_itself(mapped: Map, tmp_path: Path) -> None:
    found = mapped("counted_at_once", {"word": ["a", "bad", "ccc"]}, columns="word", settings={"folder": str(tmp_path)})
    assert [row[1] for row in found["values"]] == [1, None, 3]
    assert found["problems"] == [None, "counted_at_once: one of these words is bad", None]


def test_a_killed_run_goes_on_where_it_was(mapped: Map, backend: Any, tmp_path: Path) -> None:
    words = [f"slow{number}" for number in range(200)]
    (tmp_path / "a.csv").write_text("word\n" + "\n".join(words) + "\n")
    process = _start(backend)
    _tell(process, _given(tmp_path, "counted", "a.csv", columns="word", settings={"folder": str(tmp_path)}))
    pieces = tmp_path / "cache" / "tables"
    deadline = time.monotonic() + 180
    while len(list(pieces.glob("map-*/rows-*.parquet"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    _wait_for_an_end(tmp_path / "calls")  # the workers end with their parent
    kept = [tuple(map(int, path.stem.split("-")[1:])) for path in pieces.glob("map-*/rows-*.parquet")]
    finished = {words[row] for start, end in kept for row in range(start, end)}
    assert 0 < len(finished) < 200
    (tmp_path / "calls").unlink()
    found = mapped("counted", "a.csv", columns="word", settings={"folder": str(tmp_path)})
    assert [row[1] for row in found["values"]] == [len(word) for word in words]
    again = (tmp_path / "calls").read_text().split()
    assert not finished & set(again)
    assert sorted([*again, *finished]) == sorted(words)


def test_a_finished_map_is_made_anew(mapped: Map, tmp_path: Path) -> None:
    for _ in range(2):
        mapped("counted", {"word": ["a", "b"]}, columns="word", settings={"folder": str(tmp_path)})
    assert len((tmp_path / "calls").read_text().split()) == 4


def test_units_of_a_column_are_converted_or_asked_for(mapped: Map) -> None:
    found = mapped("doubled_mass", {"mass (g)": [1, 0.5]}, columns="mass (g)")
    assert [row[1] for row in found["values"]] == [2000.0, 1000.0]
    assert found["columns"][1]["unit"] == "mg"
    assert (
        "says no unit, mass of doubled_mass is in mg"
        in mapped("doubled_mass", {"mass": [1, 2]}, columns="mass")["message"]
    )
    wrong = mapped("doubled_mass", {"mass (mol)": [1, 2]}, columns="mass (mol)")
    assert (wrong["error"], "cannot be converted" in wrong["message"]) == ("TableError", True)


def test_settings_have_units(mapped: Map) -> None:
    found = mapped("mass_of_words", {"word": ["a", "bcd"]}, columns="word", settings={"mass": "0.5 g"})
    assert [row[1] for row in found["values"]] == [500.0, 1500.0]
    wrong = mapped("mass_of_words", {"word": ["a"]}, columns="word", settings={"mass": "0.5 s"})
    assert "mass of mass_of_words: 0.5 s cannot be converted" in wrong["message"]
    alone = mapped("doubled_mass", {"word": ["a"]}, settings={"mass": "0.5 g"})
    assert "name the one that goes into mass" in alone["message"]


def test_lists_are_kept_as_json(mapped: Map) -> None:
    found = mapped("pair_of", {"word": ["a", "bcd"]}, columns="word")
    assert [row[1] for row in found["values"]] == ["[1, 2]", "[3, 6]"]


def test_a_hazardous_row_is_stopped_and_the_others_go_on(mapped: Map) -> None:
    found = mapped("molecular_weight", {"smiles": ["CCO", SARIN, "c1ccccc1"]})
    assert [row[1] is None for row in found["values"]] == [False, True, False]
    assert (found["failed"], found["stopped"]) == (0, 1)
    assert found["first_stopped"].startswith("row 2: stopped by the safety gate: a value of the row is sarin")
    assert {"block", "confirm"} <= {finding["verdict"] for finding in found["findings"]}


@pytest.mark.parametrize(("answer", "stopped"), [(None, [1, 2]), (False, [1, 2]), (True, [2])])
def test_a_screened_tool_asks_about_each_row(mapped: Map, answer: bool | None, stopped: list[int]) -> None:
    found = mapped("copied_molecule", {"smiles": ["CCO", "c1ccccc1", SARIN, "CC(=O)O"]}, answer=answer)
    assert [place for place, row in enumerate(found["values"]) if row[1] is None] == stopped
    assert found["stopped"] == len(stopped)
    assert all("stopped by the safety gate" in found["problems"][place] for place in stopped)


def test_nothing_of_a_stopped_row_is_written_or_converted(agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "three.csv").write_text(f"id,smiles\na,CCO\nb,{SARIN}\nc,CCC\n", encoding="utf-8")
    table = agent.map("qed", tmp_path / "three.csv")
    assert list(table.values("smiles")) == ["CCO", None, "CCC"]
    assert SARIN not in table.model_dump_json()
    plain = write_table(table, tmp_path / "out.csv")
    assert (plain.rows, plain.told) == (3, "")
    assert SARIN not in (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert "a value of the row is sarin" in (tmp_path / "out.csv").read_text(encoding="utf-8")
    blocks = write_table(table, tmp_path / "out.sdf")
    assert (blocks.rows, blocks.left_out) == (2, 1)
    assert "stopped by the safety gate" in blocks.told
    assert (tmp_path / "out.sdf").read_text(encoding="utf-8").count("$$$$") == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("beside.csv", f"id,smiles,comment\na,CCO,{SARIN}\nb,CCC,fine\n"),
        ("named.csv", "id,smiles,comment\na,CCO,the agent sarin\nb,CCC,fine\n"),
        (
            "nested.jsonl",
            f'{{"id": "a", "smiles": "CCO", "more": {{"other": "{SARIN}"}}}}\n{{"id": "b", "smiles": "CCC"}}\n',
        ),
        ("listed.jsonl", f'{{"smiles": "CCO", "more": ["x", "{SARIN}"]}}\n{{"smiles": "CCC", "more": []}}\n'),
    ],
)
def test_columns_that_no_tool_takes_are_screened_too(agent: Agent, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    table = agent.map("qed", tmp_path / name, columns="smiles")
    assert table.stopped == 1
    assert list(table.values("smiles")) == [None, "CCC"]
    assert SARIN not in table.to_pandas().to_csv()


def test_a_setting_that_is_a_hazard_stops_all(agent: Agent) -> None:
    table = agent.table({"smiles": ["CCO", "CCN"]})
    with pytest.raises(BlockedError, match="is sarin"):
        agent.map("tanimoto_similarity", table, {"smiles_a": "smiles"}, smiles_b=SARIN)


@pytest.fixture(scope="module")
def agent() -> Any:
    with Agent(models={}) as made:
        yield made


def test_columns_are_found_by_type(agent: Agent) -> None:
    table = agent.map(["qed", "heavy_atom_count"], {"name": ["ethanol", "benzene"], "smiles": ["CCO", "c1ccccc1"]})
    assert table.names == ("name", "smiles", "qed", "heavy_atom_count")
    # RDKit 2025.9: rdkit.Chem.QED.qed
    assert list(table.values("qed")) == pytest.approx([0.4068, 0.4426], abs=1e-4)
    assert list(table.values("heavy_atom_count")) == [3, 6]


def test_what_does_not_fit_is_refused_with_what_would(agent: Agent) -> None:
    table = agent.table({"name": ["aspirin", "caffeine"], "a": ["CCO", "CCN"], "b": ["c1ccccc1", "CC=O"], "n": [1, 2]})
    for columns, tool, why in (
        ("name", "qed", "map name_to_smiles over it first"),
        ("n", "qed", "holds integer, smiles of qed takes SMILES"),
        (None, "gc_content", "needs sequence"),
        ("x", "qed", "no column 'x'"),
        ({"x": "a"}, "qed", "no tool of qed has an input 'x'"),
        (None, "qed", "2 columns fit smiles of qed: a, b; name the one that is meant"),
    ):
        with pytest.raises(TableError, match=why):
            agent.map(tool, table, columns)
    with pytest.raises(TableError, match="has an input 'ph'"):
        agent.map("qed", table, "a", ph=7)


def test_names_of_results_are_told_apart(agent: Agent) -> None:
    table = agent.map("qed", {"smiles": ["CCO"], "qed": [0.5]})
    assert table.names == ("smiles", "qed", "qed.qed")
    assert list(table.values("qed")) == [0.5]


def test_a_tool_is_a_function(agent: Agent) -> None:
    assert agent.tool("heavy_atom_count")("CCO") == 3
    # Wildman and Crippen 1999, as RDKit has it.
    assert agent.tool("crippen_descriptors")(smiles="CCO")["logp"] == pytest.approx(-0.0014, abs=1e-6)
    with pytest.raises(ToolInputError, match="not valid SMILES"):
        agent.tool("qed")("C1CC")
    with pytest.raises(BlockedError, match="is sarin") as stopped:
        agent.tool("qed")(SARIN)
    assert stopped.value.findings


def test_a_value_of_a_class_of_the_caller_costs_one_call(agent: Agent) -> None:
    class Own:
        pass

    class Named(str):
        def __str__(self) -> str:
            return "CCO"

    # A worker cannot read such an object, and one that tried ended the whole pool.
    with pytest.raises(ToolInputError, match="is a Own; give a text"):
        agent.tool("qed")(Own())
    with pytest.raises(BlockedError):
        agent.tool("qed")(Named(SARIN))
    assert agent.tool("heavy_atom_count")(Named("CCCO")) == 4


def test_files_of_a_folder_are_mapped(agent: Agent, tmp_path: Path) -> None:
    example = HERE.parents[1] / "tools" / "materials"
    for place, path in enumerate(sorted(example.glob("*.cif"))[:2]):
        (tmp_path / f"crystal {place}.CIF").write_bytes(path.read_bytes())
    (tmp_path / "broken.cif").write_text("data_nothing\n")
    table = agent.map("crystal_density", tmp_path)
    found = dict(zip(table.values("name"), table.values("crystal_density"), strict=True))
    assert found.pop("broken.cif") is None
    assert all(value > 0.5 for value in found.values())
    assert (table.failed, len(found)) == (1, len(list(tmp_path.glob("*.CIF"))))


def test_a_file_outside_of_the_working_folder_is_not_handed_to_a_tool(agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "a.cif").write_text("data_a\n")
    table = agent.map("crystal_density", {"path": [str(tmp_path / "a.cif")]}, columns="path")
    assert table.failed == 1


def test_tools_that_take_one_column_share_it(agent: Agent) -> None:
    """Each row is handed over and screened once, however many tools there are."""
    from scitoolagent.executor.columns import bind_tools
    from scitoolagent.executor.piece_rows import Task
    from scitoolagent.executor.pieces import Places, Work
    from scitoolagent.gate import SafetyGate

    tasks: list[Any] = []

    class Pool:
        workers, takes_parts = 1, False

        def submit_rows(self, tools: Any, task: Any, seconds: float) -> None:
            tasks.append(task)

    table = agent.table({"smiles": ["CCO", "CCN"]})
    places: Any = Places(agent.graph, Pool(), SafetyGate(agent.graph), str, table.folder.parent)  # type: ignore[arg-type]
    work = Work(places, table, bind_tools(agent.graph, ["qed", "molecular_weight"], table), table.folder)
    work.submit(None, Task(0, (1, 2), (None, None), {"smiles": ("CCO", "CCN")}))
    calls, kinds, columns = tasks[0]
    assert (kinds, columns) == (["smiles"], [["CCO", "CCN"]])
    assert [call.columns for call in calls] == [{"smiles": 0}, {"smiles": 0}]
