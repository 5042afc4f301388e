"""What people read is plain English: no string of the interfaces has one of the words that we used to overuse.

The words are not wrong everywhere, but each stood for several plain ones: "told" for shown, reported and called, "held" for kept and
compared, "is no number" for "is not a number". Names that a program gives (attributes, keys) are not looked at, docstrings are: those of commands
are their help.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scitoolagent"
FILES = sorted(
    [path for name in ("cli", "web", "summarizer") for path in (PACKAGE / name).rglob("*.py")] + [PACKAGE / "errors.py"]
)
HOUSE_WORDS = re.compile(
    r"\b(?:told|tells?|foretold|held|parted|anew|wholly|hardly|gone on with|broken off|not read|in part|ground of|"
    r"stands? (?:against|behind|beside|there|upon)|(?:known )?from before|is there already|"
    r"(?<!there )(?:is|are|was|were) (?:no|none) (?!longer\b|more\b))",
    re.IGNORECASE,
)
_NONE = re.compile(r"\bis None\b")


def house_words(source: str) -> Iterator[tuple[int, str]]:
    """Line and words of every string in a source that has one of them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for match in HOUSE_WORDS.finditer(_NONE.sub("", " ".join(node.value.split()))):
                yield node.lineno, match[0]


# Prose has more senses of these words than messages have; the tool pages and the coverage page are generated.
PAGE_WORDS = re.compile(
    r"\b(?:told|foretold|parted|anew|wholly|gone on with|broken off|ground of all|from before)\b", re.IGNORECASE
)
PAGES = [
    *ROOT.glob("*.md"),
    *(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "tools"),
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_are_plain_english(path: Path) -> None:
    assert PAGE_WORDS.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_strings_are_plain_english(path: Path) -> None:
    assert list(house_words(path.read_text(encoding="utf-8"))) == []


def test_the_words_are_found() -> None:
    source = 'def f():\n    """Tell a thing."""\n    return f"{told} is no number", "held"\n'
    assert sorted(word for _, word in house_words(source)) == ["Tell", "held", "is no "]
    assert list(house_words('x = "there is no run; it is no longer there; a stool; withheld; x is None"')) == []
