"""`scitoolagent tools verify` and `tools new`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scitoolagent.cli import verifying
from scitoolagent.cli.skeleton import write_skeleton
from scitoolagent.cli.verifying import ASKS, FAILS, GIVES, NEEDS, Verified, counts, verified
from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry


def test_examples_of_some_tools_are_run() -> None:
    # One that takes a file, one on a folder, one that the gate asks about.
    found = {
        one.tool: one for one in verified(["boiling_point", "mean_plddt", "structure_rmsd_pairs", "structure_variants"])
    }
    assert [found[name].verdict for name in ("boiling_point", "mean_plddt", "structure_rmsd_pairs")] == [GIVES] * 3
    assert found["structure_variants"].verdict == ASKS
    assert "ConfirmationRequired" in found["structure_variants"].reason


def test_a_long_value_is_no_path() -> None:
    # The example of cpg_islands has more letters than the name of a file may have.
    assert [one.verdict for one in verified(["cpg_islands"])] == [GIVES]


def test_a_broken_tool_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load_registry()["qed"]
    monkeypatch.setattr(verifying, "load_registry", lambda: [Broken(spec)])
    found = list(verified(["qed"]))
    assert found[0].verdict == FAILS
    assert "ToolInputError" in found[0].reason


class Broken:
    """A tool whose example is wrong."""

    def __init__(self, spec: object) -> None:
        self.name, self.topic, self.example = "qed", spec.topic, {"smiles": "no molecule"}  # type: ignore[attr-defined]


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(ToolInputError, match="no_such_tool"):
        list(verified(["no_such_tool"]))
    with pytest.raises(ToolInputError, match="about"):
        list(verified([], topic="astrology"))


def test_counts() -> None:
    found = [Verified("a", GIVES, 0.1), Verified("b", NEEDS, 0.1, "x"), Verified("c", GIVES, 0.1)]
    assert counts(found) == "2 as declared, 1 not available"


def test_the_skeleton_is_python_and_declares_a_tool(tmp_path: Path) -> None:
    tool, test = write_skeleton("halogen_share", tmp_path, "my_package.my_tools")
    tree = ast.parse(tool.read_text(encoding="utf-8"))
    assert "halogen_share" in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert "HalogenShare" in tool.read_text(encoding="utf-8")
    assert "from my_package.my_tools import halogen_share" in test.read_text(encoding="utf-8")
    ast.parse(test.read_text(encoding="utf-8"))
    with pytest.raises(ToolInputError, match="already"):
        write_skeleton("halogen_share", tmp_path, "")
    for name in ("Halogen", "import", "../up", "a b", ""):
        with pytest.raises(ToolInputError, match="not a valid name"):
            write_skeleton(name, tmp_path, "")
