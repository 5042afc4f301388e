"""A plain script may make an agent at its top level: the workers do not run that script again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_script_without_a_main_guard_works(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "with Path('runs.txt').open('a') as file:\n"
        "    file.write('run ')\n"
        "from scitoolagent import Agent\n"
        "with Agent() as agent:\n"
        "    print(agent.run('What is the molecular formula of CCO?').values[0].value)\n"
    )
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "C2H6O", done.stderr
    assert (tmp_path / "runs.txt").read_text() == "run "
