"""Measure what the plain package and each extra weigh: `python -m scitoolagent.benchmarks.sizes [EXTRA …]`.

Each is installed into an empty environment of its own with uv, without bytecode; an extra counts as what it adds to the
plain package. Run it in a checkout, whose constraints it takes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[1]
# Gigabytes and other versions than those that are tested here; and what no user installs.
_LEFT_OUT = ("vllm", "dev")


def weigh(extra: str = "") -> tuple[float, int]:
    """The size of an environment with the plain package and one extra, in MB, and its number of packages.

    Raises:
        CalledProcessError: uv is not there, or cannot install it.
    """
    wanted = f"{_CHECKOUT}[{extra}]" if extra else str(_CHECKOUT)
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "bin", "python")
        subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, folder], check=True)
        install = ["uv", "pip", "install", "--quiet", "--no-compile", "--link-mode", "copy", "--python", str(python)]
        subprocess.run([*install, "--constraint", str(_CHECKOUT / "constraints.txt"), "-e", wanted], check=True)
        listed = subprocess.run(
            ["uv", "pip", "list", "--quiet", "--python", str(python), "--format", "freeze"],
            check=True,
            capture_output=True,
            text=True,
        )
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink())
    return size / 1e6, len(listed.stdout.splitlines())


def main() -> None:
    """Print one line for the plain package and one for each extra."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    project = tomllib.loads((_CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [name for name in project["optional-dependencies"] if name not in _LEFT_OUT]
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help="all but vllm when left out")
    given = parser.parse_args()
    plain, packages = weigh()
    print(f"(none): {plain:,.0f} MB, {packages} packages", flush=True)
    for name in given.extras or names:
        size, count = weigh(name)
        print(f"{name}: +{size - plain:,.0f} MB, {count - packages} packages", flush=True)


if __name__ == "__main__":
    main()
