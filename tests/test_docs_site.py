"""The documentation builds as a site without a broken link, and a reader needs no network for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What a browser loads by itself; a link that a reader follows may lead anywhere.
_LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=[\"']?(?P<src>[^\"' >]+)|<link\b(?P<link>[^>]*)>")
_STYLE = re.compile(r"(?:url\(|@import\s+)[\"']?(?P<url>(?:https?:)?//[^\"')]+)")


def loaded_from_elsewhere(html: str) -> list[str]:
    """The addresses on other machines from which a page loads something."""
    found = []
    for match in _LOADED.finditer(html):
        href = re.search(r"href=[\"']?([^\"' >]+)", match["link"] or "")
        is_loaded = match["src"] or re.search(r"rel=[\"']?(?:stylesheet|preconnect|preload|icon)", match["link"] or "")
        address = match["src"] or (href[1] if href else "")
        if is_loaded and re.match(r"(?:https?:)?//", address):
            found.append(address)
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        assert loaded_from_elsewhere(page.read_text(encoding="utf-8")) == [], page.name
    for style in site.rglob("*.css"):
        assert _STYLE.findall(style.read_text(encoding="utf-8")) == [], style.name


def test_the_reference_is_made_from_docstrings(site: Path) -> None:
    agent = (site / "reference" / "agent.html").read_text(encoding="utf-8")
    for name in ("run", "stream", "plan", "map", "tool"):
        assert f'id="scitoolagent.agent.Agent.{name}"' in agent
    assert 'id="scitoolagent.records.Answer"' in (site / "reference" / "records.html").read_text(encoding="utf-8")


def test_what_is_loaded_from_elsewhere_is_seen() -> None:
    html = '<script src="https://a.example/x.js"></script><link rel="stylesheet" href="//b.example/f.css"><a href="https://c.example">'
    assert loaded_from_elsewhere(html) == ["https://a.example/x.js", "//b.example/f.css"]
    assert loaded_from_elsewhere('<link rel="canonical" href="https://d.example"><img src="images/page.png">') == []
