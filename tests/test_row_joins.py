"""Questions over two files: their rows side by side by a named key, by the only shared column, or refused.

What is compared with is reckoned here from the values in the files, by Python's `statistics` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.records import Answer

TREES = [("t1", "CCO", "red", 1.0), ("t2", "CCCO", "red", 2.0), ("t3", "CCN", "blue", 3.0), ("t4", "CCCC", "blue", 4.5)]
SALES = [("t1", 10.0), ("t3", 30.0), ("t4", 25.0), ("t3", 50.0), ("t9", 1.0)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("joins")
    trees = "\n".join(",".join(map(str, row)) for row in TREES)
    (made / "trees.csv").write_text(f"tag,smiles,shade,dose (mg)\n{trees}\n")
    sales = "\n".join(",".join(map(str, row)) for row in SALES)
    (made / "sales.csv").write_text(f"tag,price\n{sales}\n")
    (made / "alone.csv").write_text("day,rain\n1,2.5\n2,3.5\n")
    (made / "mofs.csv").write_text("mof,decomposition temperature (°C)\nA,450\nB,480\nC,300\nD,500\n")
    (made / "vendor.csv").write_text("mof,price\nA,50\nB,call us\nE,9\nD,500\n")
    (made / "both.csv").write_text("tag,shade,cost\nt1,red,4\nt2,red,5\n")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


def asked(agent: Agent, question: str) -> Answer:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return answer


@pytest.mark.slow
def test_the_joined_rows_are_saved(agent: Agent, folder: Path) -> None:
    asked(agent, "join trees.csv with sales.csv on tag and save it as all.csv")
    lines = (folder / "all.csv").read_text().splitlines()
    assert len(lines) == 5 and lines[0].lower().startswith("tag,smiles,shade,dose (mg),price")
