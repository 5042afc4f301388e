"""An ask of an ask that was dropped on the way is a problem of that ask, and no crash."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.agent import Agent


def test_the_group_with_most_rows_is_found(tmp_path: Path) -> None:
    (tmp_path / "shelf.csv").write_text("run,solvent\n1,THF\n2,THF\n3,DMF\n", encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run("which solvent in shelf.csv has the most rows?")
    assert answer.status == "complete"
    assert "THF" in answer.text
    assert "DMF" not in answer.text
