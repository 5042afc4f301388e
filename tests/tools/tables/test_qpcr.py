"""Fold changes by threshold cycles, against Table 1 of the paper that gave the method and against its data in R's pcr."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import CYCLES, CYCLES_WIDE

LONG = {"column": "Ct", "genes": "gene", "references": ["GAPDH"]}


def _call(name: str, **given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def test_the_table_of_the_paper() -> None:
    # Livak and Schmittgen 2001, Table 1: c-myc and GAPDH in separate wells of brain and kidney, 6.86 ± 0.17 and
    # 4.37 ± 0.10, hence -2.50 ± 0.10 and 5.6 (5.3 to 6.0); the wells are those of the set ct1 of the R package pcr.
    brain, kidney = _rows(_call("fold_changes", table=CYCLES, by="tissue", control="brain", **LONG))
    assert (brain["delta Ct"], brain["SD of delta Ct"]) == pytest.approx((6.86, 0.17), abs=0.006)
    assert (kidney["delta Ct"], kidney["SD of delta Ct"]) == pytest.approx((4.37, 0.10), abs=0.006)
    assert kidney["delta-delta Ct"] == pytest.approx(-2.50, abs=0.006)
    assert kidney["fold change"] == pytest.approx(5.6, abs=0.05)
    assert (kidney["lower fold change"], kidney["upper fold change"]) == pytest.approx((5.3, 6.0), abs=0.05)
    assert (brain["fold change"], brain["n"]) == (1, 6)


def test_target_and_reference_in_one_row() -> None:
    # The mode same_tube of pcr::pcr_ddct: differences first, then their mean and standard deviation.
    given = {"columns": ["c-myc"], "others": ["GAPDH"], "by": "tissue", "control": "brain"}
    _, kidney = _rows(_call("fold_changes_of_columns", table=CYCLES_WIDE, **given))
    apart = [27.06 - 22.76, 27.03 - 22.61, 27.03 - 22.62, 27.1 - 22.6, 26.99 - 22.61, 26.94 - 22.76]
    assert kidney["SD of delta Ct"] == pytest.approx(statistics.stdev(apart))
    assert kidney["fold change"] == pytest.approx(2**2.495)


def test_wells_of_a_sample_are_averaged_first(tmp_path: Path) -> None:
    path = tmp_path / "qpcr.csv"
    path.write_text(
        "sample,group,gene,Ct\n"
        "s1,ctrl,x,28\ns1,ctrl,x,30\ns1,ctrl,GAPDH,18\ns2,ctrl,x,31\ns2,ctrl,GAPDH,19\n"
        "s3,drug,x,26\ns3,drug,GAPDH,18\ns4,drug,x,\ns4,drug,GAPDH,18\ns5,none,GAPDH,18\n"
    )
    table = _call("fold_changes", table=str(path), by="group", control="ctrl", samples="sample", **LONG)
    control, drug, none = _rows(table)
    assert (control["n"], control["delta Ct"]) == (2, 11.5)
    assert control["SD of delta Ct"] == pytest.approx(statistics.stdev([11, 12]))
    assert (drug["n"], drug["delta Ct"], drug["SD of delta Ct"]) == (1, 8, None)
    assert (drug["fold change"], drug["lower fold change"]) == (pytest.approx(2**3.5), None)
    # A group without a cycle of the gene keeps its name, and has no fold change of 0.
    assert (none["group"], none["fold change"]) == ("none", None)
    assert "x in none: no well of x has a cycle" in table.notes
    assert any("1 of 10 rows lack a value" in note for note in table.notes)


def test_several_references_and_no_control(tmp_path: Path) -> None:
    path = tmp_path / "qpcr.csv"
    path.write_text("gene,Ct\nx,30\nGAPDH,18\nACTB,20\n")
    given = {"column": "Ct", "genes": "gene", "references": ["GAPDH", "ACTB"]}
    (row,) = _rows(_call("fold_changes", table=str(path), **given))
    assert row["delta Ct"] == 11
    assert "fold change" not in row


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"references": ["ACTB"]}, "no row with a cycle has gene = ACTB"),
        ({"gene": "GAPDH"}, "named as target and as reference"),
        ({"by": "tissue", "control": "liver"}, "no row with a cycle has tissue = liver"),
    ],
)
def test_what_is_not_there_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        _call("fold_changes", table=CYCLES, **{**LONG, **given})
