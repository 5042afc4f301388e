"""What is asked and kept: outcomes that differ are named, halves are stable, families leave out what is particular."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.benchmarks.questions.__main__ import main
from scitoolagent.benchmarks.questions.asking import Outcome, alike, rounded
from scitoolagent.benchmarks.questions.families import family_of
from scitoolagent.benchmarks.questions.items import Item, Turn, item_files, read_items, write_items
from scitoolagent.columns import Column, Schema
from scitoolagent.errors import ConfigError
from scitoolagent.records import Entity, Query

KEPT = Turn(
    question="Mean x in a.csv", status="complete", values=(("mean x", "", 2.5, "mg"),), says=("2.5",), lacks=("kg",)
)


def test_the_same_outcome_has_no_difference() -> None:
    assert Outcome(KEPT, "mean x: 2.5 mg").differences(KEPT) == []


@pytest.mark.parametrize(
    ("change", "words", "told"),
    [
        ({"status": "partial"}, "2.5", "status is 'partial'"),
        ({"status": "refused", "error": "NoPathError"}, "2.5", "error is 'NoPathError'"),
        ({"values": (("mean x", "", 2.501, "mg"),)}, "2.5", "values are"),
        ({"values": (("mean x", "", 2.5, "g"),)}, "2.5", "values are"),
        ({"values": (("mean x", "a", 2.5, "mg"),)}, "2.5", "values are"),
        ({"values": ()}, "2.5", "values are"),
        ({"saved": "b.csv"}, "2.5", "saved is 'b.csv'"),
        ({}, "3", "it does not say '2.5'"),
        ({}, "2.5 KG", "it says 'kg'"),
    ],
)
def test_what_differs_is_named(change: dict[str, object], words: str, told: str) -> None:
    found = Outcome(KEPT.model_copy(update=change), words).differences(KEPT)
    assert any(one.startswith(told) for one in found), found


def test_steps_and_rows_are_compared_where_they_are_kept() -> None:
    got = KEPT.model_copy(update={"steps": (("mean", {"column": "x"}),), "table": {"x": (1, 4)}})
    assert Outcome(got, "2.5").differences(KEPT) == []
    for other in ({"steps": (("mean", {"column": "y"}),)}, {"table": {"x": (4, 1)}}):
        assert len(Outcome(got, "2.5").differences(KEPT.model_copy(update=other))) == 2


def test_truth_is_no_number_and_rounding_is_that_of_six_digits() -> None:
    assert not alike(True, 1)
    assert not alike(0.0, 1e-9)
    assert alike([1, {"a": 0.3333333}], [1, {"a": 1 / 3}])
    assert rounded([2 / 3, True, "x", float("nan")]) == [0.666667, True, "x", "nan"]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    items = [
        Item(id="a-1", turns=(KEPT,), files=("a/a.csv",), family="mean C in F", schema_=("x", "y")),
        Item(id="a-2", turns=(KEPT, KEPT), about="a conversation"),
    ]
    write_items(tmp_path / "a.jsonl", items)
    assert read_items(tmp_path / "a.jsonl") == items
    write_items(tmp_path / "a.jsonl", [items[0], items[0]])
    with pytest.raises(ConfigError, match="more than one question 'a-1'"):
        read_items(tmp_path / "a.jsonl")


def test_a_line_with_a_field_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "question": "x", "status": "complete", "gold": 1}\n')
    with pytest.raises(ConfigError, match="gold"):
        read_items(tmp_path / "a.jsonl")


def test_questions_of_one_schema_are_in_one_half() -> None:
    def part(family: str, *schema: str) -> str:
        return Item(id="x", turns=(KEPT,), family=family, schema_=schema).part

    assert {part(f"mean C of {n}", "x", "y") for n in range(20)} in ({"read"}, {"unread"})
    assert {part(f"mean C of {n}") for n in range(20)} == {"read", "unread"}
    # Which half it is does not change from run to run.
    assert (part("E weight"), part("mass of E")) == ("unread", "unread")


def test_a_family_is_a_wording_without_what_is_particular() -> None:
    text = "Mean Yield of Red rows above 5 mg in lib.csv and of ethanol"
    entities = [("lib.csv", "TableFile"), ("ethanol", "MoleculeName")]
    query = Query(
        text=text,
        entities=tuple(
            Entity(
                handle=f"e{n}", type=kind, value=one, text=one, start=text.index(one), end=text.index(one) + len(one)
            )
            for n, (one, kind) in enumerate(entities)
        ),
        tables=(Schema(file="e0", columns=(Column(name="yield (%)"),), values={"shade": ("red", "blue")}),),
    )
    assert family_of(query) == "mean C of V rows above N mg in F and of E"


def test_every_question_names_files_that_are_there() -> None:
    folder = Path(__file__).parent
    found = [item for _, items in item_files(folder) for item in items]
    assert found
    assert [name for item in found for name in item.files if not (folder / "files" / name).is_file()] == []
    used = {name for item in found for name in item.files}
    there = {path.relative_to(folder / "files").as_posix() for path in (folder / "files").rglob("*") if path.is_file()}
    assert there == used, "files that no question names"


def test_the_command_counts_by_file_and_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = Turn(question="x", status="refused", error="NoPathError")
    write_items(tmp_path / "a.jsonl", [Item(id="a", turns=(KEPT, refused)), Item(id="b", turns=(refused,))])
    main(["--folder", str(tmp_path)])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["questions", "complete", "partial", "failed", "blocked", "refused"]
    assert lines[1:] == [["a", "2", "1", "0", "0", "0", "2"], ["all", "2", "1", "0", "0", "0", "2"]]
