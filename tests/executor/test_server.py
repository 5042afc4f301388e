"""A plain script may make an agent at its top level: the workers do not run that script again."""

from __future__ import annotations

import os
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


def test_workers_reckon_in_one_thread_whoever_starts_them() -> None:
    script = (
        "import os\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from scitoolagent.executor.server import worker_context\n"
        "if __name__ == '__main__':\n"
        "    with ProcessPoolExecutor(1, mp_context=worker_context()) as pool:\n"
        "        print(pool.submit(os.getenv, 'OPENBLAS_NUM_THREADS').result(), os.getenv('OPENBLAS_NUM_THREADS'))\n"
    )
    others = {name: text for name, text in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=others, check=True)
    assert done.stdout.split() == ["1", "None"]
