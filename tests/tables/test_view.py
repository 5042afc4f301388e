"""Tables in notebooks and as data frames of other libraries."""

from __future__ import annotations

import base64
import builtins
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Table, table_of
from scitoolagent.tables.options import Options

_EVIL = "<script>alert(1)</script>\" onload='x'"
_VALUES = {
    "smiles": ["CCO", "c1ccccc1", "C[C@H](N)C(=O)O"],
    "mass [mg]": [0.1, None, 1e-7],
    _EVIL: [_EVIL, "&amp;", "x" * 100],
    "flag": [True, False, None],
}


@pytest.fixture
def table(options: Options) -> Table:
    return table_of(_VALUES, options)


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.images: list[dict[str, Any]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_notebook_draws_molecules_and_runs_nothing(table: Table) -> None:
    seen = _Seen()
    seen.feed(table._repr_html_())
    assert {*seen.tags} == {"table", "thead", "tbody", "tr", "th", "td", "br", "small", "img", "p"}
    assert [image["alt"] for image in seen.images] == _VALUES["smiles"]
    for image in seen.images:
        assert set(image) == {"alt", "src"}
        assert b"<svg" in base64.b64decode(image["src"].removeprefix("data:image/svg+xml;base64,"))
    assert _EVIL in seen.words
    assert "x" * 60 + "…" in seen.words
    assert "Smiles" in seen.words
    assert re.search(r"mg\b", seen.words)
    assert "3 rows × 4 columns" in seen.words


def test_what_is_no_molecule_is_text(options: Options) -> None:
    rows = [*["CCO"] * 29, "C" * 500]
    seen = _Seen()
    seen.feed(table_of({"smiles": rows[::-1]}, options)._repr_html_())
    assert len(seen.images) == 9  # of ten rows, the long one is not drawn


def test_a_data_frame_of_polars_is_that_of_pandas(table: Table) -> None:
    polars = pytest.importorskip("polars")
    found, other = table.to_polars(), table.to_pandas()
    assert found["row"].to_list() == list(other.index) == [1, 2, 3]
    for name in table.names:
        assert found[name].to_list() == list(table.values(name)) == _VALUES[name]
    assert found["mass [mg]"].dtype == polars.Float64
    assert found["flag"].dtype == polars.Boolean


def test_polars_that_is_missing_is_named_with_its_command(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name == "polars":
            raise ImportError("no polars")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(TableError, match=r"pip install 'scitoolagent\[polars\]'"):
        table.to_polars()


def test_a_column_called_row_is_no_row_number(options: Options) -> None:
    pytest.importorskip("polars")
    with pytest.raises(TableError, match="is called 'row'"):
        table_of({"row": [5, 6]}, options).to_polars()
