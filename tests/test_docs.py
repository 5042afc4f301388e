"""The code in the documentation runs: every bash and Python block of a page, in order, in one terminal.

A comment in front of a block says what else holds for it: `<!-- syntax only: the reason -->` where it needs a model,
another machine or minutes, and `<!-- exit 1 -->` where the last command ends with that code.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_GENERATED = {"contributing.md", "changelog.md", "coverage.md"}
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(
        path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "tools" and path.name not in _GENERATED
    ),
]
# A page without them is listed too, so that a block of a new language fails and is not passed over.
_LANGUAGES = {"bash", "python", "json", "toml", "text"}
_FENCE = re.compile(
    r"^(?:[ ]*<!--[ ](?P<note>.*?)[ ]-->\n)?(?P<indent>[ ]*)```(?P<language>\S*)\n(?P<code>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_NOTE = re.compile(r"syntax only: \S.*|exit (?P<code>[1-9])")


@dataclass(frozen=True)
class Block:
    """A block of code with its place in the page."""

    line: int
    language: str
    code: str
    note: str

    @property
    def runs(self) -> bool:
        return self.language in ("bash", "python") and not self.note.startswith("syntax only")

    @property
    def exit_code(self) -> int:
        match = _NOTE.fullmatch(self.note)
        return int(match["code"]) if match and match["code"] else 0


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(
            text.count("\n", 0, match.start()) + 1,
            match["language"],
            textwrap.dedent(match["code"]),
            match["note"] or "",
        )
        for match in _FENCE.finditer(text)
    ]


BLOCKS = {str(path.relative_to(ROOT)): blocks_of(path.read_text(encoding="utf-8")) for path in PAGES}


@pytest.mark.parametrize("page", BLOCKS)
def test_every_block_can_be_read(page: str) -> None:
    assert (ROOT / page).read_text(encoding="utf-8").count("```") == 2 * len(BLOCKS[page]), "a block is not closed"
    for block in BLOCKS[page]:
        place = f"{page}, line {block.line}"
        assert block.language in _LANGUAGES, f"{place}: name one of {sorted(_LANGUAGES)}"
        assert not block.note or _NOTE.fullmatch(block.note), f"{place}: {block.note!r} is not a note"
        if block.language == "python":
            compile(block.code, place, "exec")
        elif block.language == "json":
            json.loads(block.code)
        elif block.language == "toml":
            tomllib.loads(block.code)
        elif block.language == "bash" and shutil.which("bash"):
            done = subprocess.run(["bash", "-n", "-c", block.code], capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{place}: {done.stderr}"


def script_of(page: str, folder: Path) -> str:
    """All blocks of a page that run, as one bash script; each says its line before it begins."""
    parts = ["set -euo pipefail"]
    for block in BLOCKS[page]:
        if not block.runs:
            continue
        code = block.code
        if block.language == "python":
            file = folder / f"line{block.line}.py"
            file.write_text(code, encoding="utf-8")
            code = f"python {file}"
        if block.exit_code:
            lines = code.rstrip().splitlines()
            lines[-1] = f"code=0; {lines[-1].split('   #')[0]} || code=$?; test $code -eq {block.exit_code}"
            code = "\n".join(lines)
        parts += [f"echo '@@ {page}, line {block.line}'", code]
    return "\n".join(parts)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("page", [page for page, blocks in BLOCKS.items() if any(block.runs for block in blocks)])
def test_the_code_of_a_page_runs(page: str, tmp_path: Path) -> None:
    work = tmp_path / "checkout"
    shutil.copytree(ROOT / "examples", work / "examples")
    settings = {name: value for name, value in os.environ.items() if not name.startswith("SCITOOLAGENT_MODEL")}
    settings["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{settings['PATH']}"
    script = script_of(page, tmp_path)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=work,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}"


def test_a_block_that_fails_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<!-- exit 3 -->\n```bash\ntrue\nexit_with() { return $1; }; exit_with 3   # why\n```\n```python\nassert False\n```\n"
    found = blocks_of(text)
    assert [(block.line, block.exit_code) for block in found] == [(1, 3), (6, 0)]
    for keep, wanted in ((found[:1], 0), (found, 1)):
        monkeypatch.setitem(BLOCKS, "page.md", keep)
        done = subprocess.run(["bash", "-c", script_of("page.md", tmp_path)], capture_output=True, check=False)
        assert done.returncode == wanted
