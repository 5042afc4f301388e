"""Diversity of species against scikit-bio, and cross tables against the counts of the standard library."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import ASSAY, SIGHTINGS

BIRDS = {"species": "species", "counts": "count", "by": "site"}


def _call(name: str, **given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def _file(folder: Path, text: str) -> str:
    path = folder / "sites.csv"
    path.write_text(text)
    return str(path)


# shannon (base e), simpson, inv_simpson, pielou_e and sobs of skbio.diversity.alpha, scikit-bio 0.7.4.
@pytest.mark.parametrize(
    ("site", "shannon", "simpson", "inverse", "evenness", "richness"),
    [
        ("wood", 1.17629558188916, 0.5894857799482908, 2.435969209237229, 0.6565030642176231, 6),
        ("meadow", 1.3862943611198906, 0.75, 4.0, 1.0, 4),
        ("shore", 0.8304717124362917, 0.5, 2.0, 0.7559279292634754, 3),  # one count is 0
    ],
)
def test_indices(site: str, shannon: float, simpson: float, inverse: float, evenness: float, richness: int) -> None:
    row = next(one for one in _rows(_call("diversity_of_groups", table=SIGHTINGS, **BIRDS)) if one["site"] == site)
    assert row["Shannon H'"] == pytest.approx(shannon)
    assert row["Simpson 1-D"] == pytest.approx(simpson)
    assert row["inverse Simpson 1/D"] == pytest.approx(inverse)
    assert row["Pielou evenness"] == pytest.approx(evenness)
    assert row["richness"] == richness


def test_a_row_an_individual(tmp_path: Path) -> None:
    lines = ["x,oak"] * 35 + ["x,ash"] * 12 + ["x,elm"] * 7 + ["x,fir"] * 3 + ["x,yew", "x,box"]
    path = _file(tmp_path, "plot,species\n" + "\n".join(lines) + "\n")
    (row,) = _rows(_call("diversity_of_groups", table=path, species="species", by="plot", diversity=["Shannon"]))
    assert (row["individuals"], row["Shannon H'"]) == (59, pytest.approx(1.17629558188916))
    assert "richness" not in row


def test_rows_of_one_species_are_added_up(tmp_path: Path) -> None:
    path = _file(tmp_path, "species,count\na,2\nb,4\na,2\nc,\n")
    table = _call("diversity_of_groups", table=path, species="species", counts="count")
    (row,) = _rows(table)
    assert (row["richness"], row["Simpson 1-D"]) == (2, 0.5)
    assert any("1 of 4 rows lack a value" in note for note in table.notes)


def test_sites_without_diversity_keep_their_names(tmp_path: Path) -> None:
    path = _file(tmp_path, "site,species,count\nA,a,0\nB,a,5\nC,a,\nD,a,1\nD,b,1\n")
    table = _call("diversity_of_groups", table=path, **BIRDS)
    found = {row["site"]: row for row in _rows(table)}
    assert (found["A"]["richness"], found["A"]["Shannon H'"]) == (0, None)
    assert (found["B"]["Shannon H'"], found["B"]["Pielou evenness"]) == (0, None)
    assert (found["C"]["rows"], found["C"]["Shannon H'"]) == (0, None)
    assert found["D"]["Pielou evenness"] == pytest.approx(1)
    assert "site B: one species: there is no evenness" in table.notes


def test_negative_counts_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="below 0"):
        _call("diversity_of_groups", table=_file(tmp_path, "site,species,count\nA,a,-1\nA,b,1\n"), **BIRDS)


def test_a_cross_table() -> None:
    lines = [line.split(",") for line in Path(ASSAY).read_text().splitlines()[1:]]
    counted = Counter((line[1], line[7]) for line in lines)
    *classes, total = _rows(_call("cross_table", table=ASSAY, column="class", other="soluble"))
    assert {row["class"] for row in classes} == {"alcohol", "arene", "acid"}
    for row in classes:
        assert row["soluble True"] == counted[row["class"], "yes"]
        assert row["soluble False"] == counted[row["class"], "no"]
        assert row["total"] == row["soluble True"] + row["soluble False"]
    assert (total["class"], total["total"]) == ("total", len(lines))


def test_rows_without_a_class_are_told(tmp_path: Path) -> None:
    path = _file(tmp_path, "a,b\nx,1\nx,2\ny,10\ny,\n")
    table = _call("cross_table", table=path, column="a", other="b")
    one, two, total = _rows(table)
    assert list(one) == ["a", "b 1", "b 2", "b 10", "total"]
    assert (one["b 10"], two["b 10"], total["total"]) == (0, 1, 3)
    assert "1 of 4 rows lack a value (a, b) and are left out" in table.notes
    with pytest.raises(ToolInputError, match="named twice"):
        _call("cross_table", table=path, column="a", other="a")
