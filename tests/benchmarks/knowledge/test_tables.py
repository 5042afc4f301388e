"""Tables of figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.tables import as_table, keep, print_table


def test_columns_line_up_and_missing_values_are_empty() -> None:
    assert as_table([{"a": 1, "bcd": "x"}, {"a": 22, "e": 3}]).splitlines() == ["a   bcd  e", "1   x", "22       3"]


def test_what_is_printed_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {"questions": 2, "rows": [{"a": 1}]}
    print_table(found, "rows")
    assert capsys.readouterr().out == "questions: 2\n\na\n1\n"
    keep(found, tmp_path / "f.json")
    assert json.loads((tmp_path / "f.json").read_text()) == found
    keep(found, None)
