"""A kept result is used for the very same call made by the very same code, tables and libraries, or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.executor import worker
from scitoolagent.executor.cache import ResultCache
from scitoolagent.tool.versions import Versions

MODULE = "scitoolagent.tools.chemistry.composition"
ETHANOL = {"molecular_formula": "C2H6O"}
Call = Callable[..., dict[str, Any]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "results.sqlite"


@pytest.fixture
def call(file: Path) -> Iterator[Call]:
    """Calls `molecular_formula` as a worker does."""
    yield lambda smiles="CCO": worker.run_tool("molecular_formula", MODULE, {"smiles": smiles}, str(file))


def rewrite(file: Path, outputs: Any, honest: bool = True) -> None:
    """Put other outputs into every row; an honest row has the digest that belongs to them."""
    from scitoolagent.executor.cache import _digest

    with sqlite3.connect(file) as table:
        for (key,) in table.execute("SELECT key FROM calls").fetchall():
            digest = _digest(key, outputs) if honest and isinstance(outputs, str) else "0" * 16
            table.execute("UPDATE calls SET outputs = ?, digest = ? WHERE key = ?", (outputs, digest, key))
    table.close()


def test_the_second_call_is_answered_from_the_cache(call: Call) -> None:
    first, second = call(), call()
    assert (first["cached"], second["cached"]) == (False, True)
    assert first["outputs"] == second["outputs"] == ETHANOL
    assert first["version"] == second["version"]
    assert call("CCCO")["outputs"] == {"molecular_formula": "C3H8O"}


@pytest.mark.parametrize("outputs", [
    "{}", "[]", "null", "7", '"C2H6O"', "no JSON", "", '{"molecular_formula": 7}', '{"molecular_formula": null}',
    '{"molecular_formula": ""}', '{"molecular_formula": ["C2H6O"]}', '{"formula": "C2H6O"}',
    '{"molecular_formula": "C2H6O", "mass": 46.07}', '{"molecular_formula": "C2H',
])  # fmt: skip
def test_a_row_that_the_tool_could_not_have_given_is_a_miss(call: Call, file: Path, outputs: str) -> None:
    call()
    rewrite(file, outputs)
    again = call()
    assert (again["cached"], again["outputs"]) == (False, ETHANOL)
    assert call()["cached"], "the row was written anew"


@pytest.mark.parametrize("outputs", ['{"molecular_formula": "C2H7O"}', b"\xff\xfe", 7, ""])
def test_a_row_that_was_altered_is_a_miss(call: Call, file: Path, outputs: Any) -> None:
    call()
    rewrite(file, outputs, honest=False)
    assert (call()["cached"], call()["outputs"]) == (False, ETHANOL)


def test_the_row_of_another_call_is_a_miss(call: Call, file: Path) -> None:
    call()
    call("CCCO")
    with sqlite3.connect(file) as table:
        (first, *_), (second, *_) = rows = table.execute("SELECT key, outputs, digest FROM calls").fetchall()
        table.execute("DELETE FROM calls")
        for key, row in ((first, rows[1]), (second, rows[0])):
            table.execute("INSERT INTO calls VALUES (?, ?, ?)", (key, row[1], row[2]))
    table.close()
    assert call()["outputs"] == ETHANOL


def test_numbers_that_are_none_are_a_miss(file: Path) -> None:
    def weigh() -> dict[str, Any]:
        return worker.run_tool("molecular_weight", MODULE, {"smiles": "CCO"}, str(file))

    (name,) = weigh()["outputs"]
    for outputs in (f'{{"{name}": NaN}}', f'{{"{name}": Infinity}}', f'{{"{name}": "46.07"}}', f'{{"{name}": true}}'):
        rewrite(file, outputs)
        assert not weigh()["cached"]


@pytest.mark.parametrize("content", [b"", b"this is no database", b"SQLite format 3\0" + b"\0" * 200])
def test_a_file_that_is_no_cache_is_no_reason_to_fail(call: Call, file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert call()["outputs"] == ETHANOL


@pytest.mark.parametrize("changed", [
    {"code": "another"}, {"libraries": ("Python 3.11.0", "rdkit 2024.3.1")}, {"libraries": ("Python 3.99", "rdkit 1")},
])  # fmt: skip
def test_another_version_is_another_call(call: Call, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]) -> None:
    before = {"code": "one", "libraries": ("Python 3.11.0", "rdkit 1"), "lasting": True}
    monkeypatch.setattr(worker, "versions_of", lambda spec: Versions(**before))
    assert [call()["cached"], call()["cached"]] == [False, True]
    monkeypatch.setattr(worker, "versions_of", lambda spec: Versions(**(before | changed)))
    assert not call()["cached"]


def test_what_does_not_last_is_neither_kept_nor_looked_up(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call()
    rewrite(file, '{"molecular_formula": "C2H7O"}')
    monkeypatch.setattr(worker, "versions_of", lambda spec: Versions("x", (), False))
    assert (call()["cached"], call()["cached"], call()["outputs"]) == (False, False, ETHANOL)


@pytest.mark.parametrize(("tool", "arguments"), [
    ("molecule_safety", {"smiles": "CCO"}), ("protein_safety", {"sequence": "GIVEQCCTSICSLYQLENYCN"}),
    ("nucleic_acid_safety", {"sequence": "GGCCAGTGAATTGTAATACGACTCACTATAGGGAGGCGG"}),
])  # fmt: skip
def test_a_hazard_verdict_is_never_kept(file: Path, tool: str, arguments: dict[str, str]) -> None:
    for _ in range(2):
        reply = worker.run_tool(tool, "scitoolagent.tools.chemistry.safety", arguments, str(file))
        assert (reply["cached"], len(reply["outputs"])) == (False, 3)
    assert not file.exists()


def key(folder: Path, *contents: str) -> str:
    files = [folder / f"{number}.csv" for number in range(len(contents))]
    for path, content in zip(files, contents, strict=True):
        path.write_text(content)
    return ResultCache.key("t", ["1"], {"files": "always the same"}, files)


def test_files_count_by_their_content(tmp_path: Path) -> None:
    one = key(tmp_path, "ab", "c")
    assert one == key(tmp_path, "ab", "c")
    assert len({one, key(tmp_path, "a", "bc"), key(tmp_path, "ab", "d"), key(tmp_path, "abc", ""), key(tmp_path)}) == 5
    absent = ResultCache.key("t", ["1"], {}, [tmp_path / "absent"])
    (tmp_path / "absent").write_text("")
    assert absent != ResultCache.key("t", ["1"], {}, [tmp_path / "absent"])


@pytest.mark.parametrize("other", [
    ("u", ["1", "2"], {"a": 1}), ("t", ["1"], {"a": 1}), ("t", ["12"], {"a": 1}), ("t", ["1", "2"], {"a": 2}),
    ("t", ["1", "2"], {"a": "1"}), ("t", ["1", "2"], {"a": True}), ("t", ["1", "2"], {}),
])  # fmt: skip
def test_each_part_of_the_key_counts(other: tuple[str, list[str], dict[str, Any]]) -> None:
    assert ResultCache.key(*other) != ResultCache.key("t", ["1", "2"], {"a": 1})


def step(tool: str) -> dict[str, Any]:
    return {"steps": [{"tool": tool, "arguments": {"table": "data.csv"}}]}


@pytest.mark.slow
def test_a_file_that_was_made_is_made_again_when_it_is_gone(
    run_plans: Callable[..., list[list[dict[str, Any]]]], tmp_path: Path
) -> None:
    (tmp_path / "data.csv").write_text("1,2")
    first, second = run_plans(tmp_path, step("writes"), step("writes"))
    assert [first[0]["cached"], second[0]["cached"]] == [False, True]
    Path(first[0]["outputs"]["written"]["value"]).unlink()
    ((again,),) = run_plans(tmp_path, step("writes"))
    assert (again["status"], again["cached"]) == ("ok", False)
    assert Path(again["outputs"]["written"]["value"]).read_text() == "1,2"
    # The content of what is read counts, wherever it lies.
    (tmp_path / "data.csv").write_text("3,4")
    ((changed,),) = run_plans(tmp_path, step("writes"))
    assert not changed["cached"]


def test_what_a_service_gives_is_not_kept(run_plans: Callable[..., list[list[dict[str, Any]]]], tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("")
    found = run_plans(tmp_path, *[step("asks_a_service")] * 2)
    assert [result["outputs"]["slept"]["value"] for (result,) in found] == [1.0, 2.0]
    assert json.dumps(found).count('"cached": false') == 2
