"""Pivot tables against pandas, other names of columns, and the lengths of a set of sequences against known ones."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import TableError
from scitoolagent.tables import Options, table_of
from scitoolagent.tables.grouped import pivot
from scitoolagent.tables.transforms import renamed
from scitoolagent.tools.biology.sequence_sets import assembly_contiguity, sequence_length_statistics

ROWS: dict[str, list[Any]] = {
    "class": ["a", "b", "a", "b", "a", None],
    "batch": ["x", "x", "y", "y", "x", "x"],
    "signal": [1.0, 2.0, 4.0, 8.0, 3.0, 9.0],
}


@pytest.mark.parametrize("measure", ["mean", "sum", "lowest", "highest", "count"])
def test_a_pivot_table_is_that_of_pandas(options: Options, measure: str) -> None:
    found = pivot(table_of(ROWS, options), "class", "batch", "signal", measure)
    name = {"lowest": "min", "highest": "max"}.get(measure, measure)
    wanted = pd.DataFrame(ROWS).pivot_table(index="class", columns="batch", values="signal", aggfunc=name)
    assert list(found.values("class")) == wanted.index.tolist()
    for batch, column in zip(wanted.columns, found.names[1:], strict=True):
        assert str(batch) in column
        assert list(found.values(column)) == pytest.approx(wanted[batch].tolist())
    assert found.notes == ("1 rows have no class and are left out",)


def test_what_makes_no_pivot_table_is_refused(options: Options) -> None:
    table = table_of(ROWS, options)
    for by, spread, column, measure in (
        ("class", "class", "signal", "mean"),
        ("class", "batch", "batch", "mean"),
        ("class", "batch", "signal", "coefficient of variation"),
        ("class", "no", "signal", "mean"),
    ):
        with pytest.raises(TableError):
            pivot(table, by, spread, column, measure)


def test_a_column_gets_another_name(options: Options) -> None:
    table = table_of(ROWS, options)
    found = renamed(table, "signal", "area")
    assert found.names == ("class", "batch", "area")
    assert list(found.values("area")) == ROWS["signal"]
    for column, name in (("no", "area"), ("signal", "batch"), ("signal", " "), ("signal", "x" * 101)):
        with pytest.raises(TableError):
            renamed(table, column, name)


def test_contiguity_is_that_of_the_definition() -> None:
    # 80 + 70 reach half of 290 bases; 80 + 70 + 50 + 40 + 30 reach nine tenths of it.
    contigs = ["A" * length for length in (20, 80, 30, 70, 40, 50)]
    found = assembly_contiguity(contigs)
    assert (found.n50, found.l50, found.n90) == (70, 2, 30)
    lengths = sequence_length_statistics(contigs)
    assert (lengths.count, lengths.total, lengths.shortest, lengths.longest) == (6, 290, 20, 80)
    assert (lengths.mean, lengths.median) == pytest.approx((290 / 6, 45.0))


def test_they_are_asked_for_in_words(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plate.csv").write_text("class,batch,signal\na,x,1\nb,x,2\na,y,4\nb,y,8\na,x,3\n")
    (tmp_path / "contigs.fasta").write_text("".join(f">c{n}\n{'ACGTA' * n}\n" for n in (4, 16, 6, 14, 8, 10)))
    with Agent() as agent:
        answer = agent.run("Make a pivot table of mean signal by class and batch in plate.csv")
        assert answer.status == "complete"
        assert agent.run("What is the N50 of contigs.fasta?").values[0].value == 70
