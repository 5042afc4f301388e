"""Every public entry stops what is never worked on and lets the rest pass; an entry that nobody named is a failure."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.safety import entries, surface, writings
from scitoolagent.benchmarks.safety.writings import Writing
from scitoolagent.conversation import Conversation
from scitoolagent.provenance.tools import Tools
from scitoolagent.sessions.session import Session

FAST = (
    "ask", "chat", "plan", "plan + execute", "resumed run", "Tools.call", "endpoint and web", "edited plan", "MCP run_tool",
    "MCP run_program", "MCP plan", "MCP ask", "result of an open tool", "result of a plug-in", "foreign object", "foreign text", "map", "tool as a function",
)  # fmt: skip
SLOW = (
    "tools run",
    "safety screen",
    "replay of an edited trace",
    "replay of an edited page",
    "exported script",
    "exported notebook",
)
PASS = [
    Writing("camphor", "smiles", "Smiles", "CC1(C)C2CCC1(C)C(=O)C2"),
    Writing("peptide", "plain", "ProteinSequence", "GIVEQCCTSICSLYQLENYCN"),
]


def stop() -> list[Writing]:
    """Some writings of a compound and of a protein that are blocked."""
    molecule = next(one for one in writings.blocked_molecules() if one[0] == "sarin")
    chosen = [
        one
        for one in writings.molecule_writings(*molecule)
        if one.form in ("permuted", "inchikey", "selfies", "sln", "smarts", "sdf")
    ]
    protein = next(writings.protein_writings(*writings.blocked_proteins()[0]))
    return [*chosen, protein]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, surface.Entry]]:
    with surface.opened(tmp_path_factory.mktemp("entries")) as found:
        yield found


def test_every_entry_of_the_list_is_walked(opened: dict[str, surface.Entry]) -> None:
    assert set(opened) == {*FAST, *SLOW}


@pytest.mark.parametrize("name", FAST)
def test_an_entry_stops_what_is_blocked_and_lets_the_rest_pass(opened: dict[str, surface.Entry], name: str) -> None:
    assert {one.form: opened[name].send(one) for one in stop()} == {one.form: "stopped" for one in stop()}
    assert [opened[name].send(one) for one in PASS] == ["passed", "passed"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_an_entry_with_a_process_of_its_own_does_so_too(opened: dict[str, surface.Entry], name: str) -> None:
    sln = next(one for one in stop() if one.form == "sln")
    assert opened[name].send(sln) == "stopped"
    assert opened[name].send(PASS[0]) == "passed"


def commands() -> set[str]:
    """All commands of the program; groups whose commands are alike stand for all of them."""
    from scitoolagent.cli.app import app

    found: set[str] = set()

    def walk(command: object, path: str) -> None:
        for name, child in getattr(command, "commands", {}).items():
            grouped = path == "" and f"cli {name}" in surface.SURFACE
            if hasattr(child, "commands") and not grouped:
                walk(child, f"{path}{name} ")
            else:
                found.add(f"cli {path}{name}")

    walk(get_command(app), "")
    return found


def methods(kind: type) -> set[str]:
    names = (name for name, value in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_"))
    return {f"python {kind.__name__}.{name}" for name in names}


def routes() -> set[str]:
    """The addresses of the endpoint and the pages of the browser, from the source: nothing is served for it."""
    import re

    root = Path(surface.__file__).parents[2] / "scitoolagent"
    served = (root / "serving" / "app.py").read_text(encoding="utf-8")
    pages = "".join(path.read_text(encoding="utf-8") for path in (root / "web").glob("*.py"))
    return {f"http {one}" for one in re.findall(r'Route\("([^"]+)"', served)} | {
        f"web {one}" for one in re.findall(r'@ui\.page\("([^"]+)"', pages)
    }


def test_no_entry_is_unknown() -> None:
    from scitoolagent.mcp.definitions import TOOLS

    served = {f"mcp {tool['name']}" for tool in TOOLS}
    there = commands() | served | routes() | methods(Agent) | methods(Conversation) | methods(Tools) | methods(Session)
    assert there - set(surface.SURFACE) == set(), "name it in SURFACE, with the entry that stands for it"
    assert set(surface.SURFACE) - there == set(), "it is gone; take it out"


def test_an_entry_either_is_walked_or_says_why_not() -> None:
    for name, stands_for in surface.SURFACE.items():
        assert stands_for in {*FAST, *SLOW} or ": " in stands_for, name


@pytest.mark.slow
def test_the_lists_hold_what_they_must() -> None:
    rows = writings.blocked_molecules()
    forms = {one.form for one in writings.molecule_writings(*rows[0])}
    assert len(rows) > 100 and len(forms) >= 10 and {"sln", "sdf"} <= forms
    assert len(writings.blocked_proteins()) > 40
    assert len(list(entries.everyday())) >= 300
