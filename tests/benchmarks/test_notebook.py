"""The notebook of the documentation is what its cells give, in a kernel as people have it."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from scitoolagent.benchmarks.notebook import CELLS, NOTEBOOK


def test_the_notebook_holds_its_cells_no_error_and_no_path_of_a_machine() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    book = json.loads(text)
    assert [(cell["cell_type"], "".join(cell["source"])) for cell in book["cells"]] == [*CELLS]
    kinds = [output["output_type"] for cell in book["cells"] for output in cell.get("outputs", ())]
    assert "error" not in kinds
    assert kinds.count("execute_result") >= 4
    assert not re.search(r"/(?:tmp|home|root|work|Users)/", text)
    assert len(text) < 200_000


@pytest.mark.slow
def test_the_cells_give_what_the_notebook_shows() -> None:
    # A kernel of its own: DuckDB behaves otherwise in one than in a plain program.
    found = subprocess.run(
        [sys.executable, "-m", "scitoolagent.benchmarks.notebook", "--check"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr[-2000:]
