"""Questions that fit a curve of science to two columns of a file."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

DOSES = "dose [nM],effect [%]\n" + "\n".join(
    f"{x},{100 / (1 + x / 50) + d:.4f}"
    for x, d in zip([1, 5, 20, 50, 100, 400, 2000, 9000], [0.2, -0.3, 0.1, 0.2, -0.2, 0.1, -0.1, 0.1], strict=True)
)


def test_the_marks_of_an_axis_of_doses_are_plain_numbers(tmp_path: Path) -> None:
    (tmp_path / "drug.csv").write_text(DOSES + "\n")
    given = {
        "table": str(tmp_path / "drug.csv"),
        "column": "effect [%]",
        "other": "dose [nM]",
        "curve": "dose-response",
    }
    picture = next(iter(call_tool(load_registry()["draw_curve_fit"], given).values()))
    assert picture.startswith("<") and "mathdefault" not in picture and "1000" in picture
