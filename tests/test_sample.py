"""`make test` and `make test-all` share the cases of a test between them: none is run by both, or by neither."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MANY = """import pytest

@pytest.mark.parametrize("number", range(40))
def test_many(number): pass

@pytest.mark.parametrize("number", range(2))
def test_few(number): pass

@pytest.mark.slow
def test_heavy(): pass
"""


def _collected(folder: Path, chosen: str, seed: int) -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-m", chosen]
    environment = {**os.environ, "SCITOOLAGENT_TEST_SEED": str(seed)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return {line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line}


def test_each_case_is_run_by_one_of_both(tmp_path: Path) -> None:
    shutil.copy(HERE / "conftest.py", tmp_path)
    (tmp_path / "test_cases.py").write_text(MANY, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow: left out\n  network: no\n", encoding="utf-8")
    quick, slow = _collected(tmp_path, "not slow", 1), _collected(tmp_path, "slow", 1)
    assert len(quick | slow) == 43
    assert not quick & slow
    assert len(quick) == 4
    assert {f"test_few[{number}]" for number in range(2)} < quick
    assert "test_heavy" in slow
    assert quick != _collected(tmp_path, "not slow", 2), "another seed draws others"
    assert quick == _collected(tmp_path, "not slow", 1)
