"""Contracts of DESIGN sections 2, 9 and 10: layers, sizes, packaging, exports, no swallowed exceptions."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("scitoolagent", "tools", "toolkg", "safety_db", "benchmarks", "finetune")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))

# Higher numbers may import lower ones, never the same layer of another package.
LAYERS = {
    "cli": 13,
    "mcp": 12,
    "serving": 12,
    "web": 12,
    "notebook": 12,
    # They drive all that stands below the command line.
    "benchmarks": 12,
    "sessions": 11,
    "provenance": 10,
    "conversation": 10,
    "row_turns": 9,
    "model_turns": 9,
    "finetune": 10,
    "agent": 9,
    "planner": 8,
    "solver": 8,
    "machine": 8,
    "direct": 8,
    "file_facts": 8,
    "asynchronous": 8,
    "outcome": 8,
    # The planner reads the settings of whatever tool it, or a model, chooses.
    "reading": 7,
    "chart": 7,
    # It reads no text by rules and makes no plan: neither `reading` nor `planner` is beneath it.
    "turns": 8,
    "executor": 7,
    "summarizer": 7,
    "knowledge": 7,
    "trace": 7,
    "gate": 6,
    "toolkg": 6,
    "llm": 6,
    "prompts": 6,
    "tools": 5,
    # The operations of the tools stand on the same graphs, and the same tables, as what is above them.
    "knowledge.store": 3,
    "tables": 3,
    # What a question asks of a graph by rules; the reader of questions and a tool stand on it.
    "knowledge.questions": 4,
    "safety_db": 2,
    "graph": 2,
    "tool": 1,
    # Words alone: it imports nothing of the program.
    "language": 0,
    "records": 0,
    "request": 0,
    "columns": 0,
    "findings": 0,
    "references": 0,
    "measures": 0,
    "errors": 0,
    "config": 0,
    "deadline": 0,
    "http": 0,
    "intervals": 0,
    "rich_display": 0,
    "mentions": 1,
    "pictures": 1,
    "shapes": 1,
    "pdf": 1,
    # A process for code of others; it knows of errors alone.
    "box": 1,
}
# Records, errors and settings may import one another.
FOUNDATION = {
    "records",
    "request",
    "columns",
    "findings",
    "references",
    "measures",
    "errors",
    "config",
    "http",
    "rich_display",
}

# Names that compare the program with a house, its rooms or its staff; readers look for the terms of the field.
FIGURATIVE = {"desk", "door", "entrance", "slot", "sheet", "player", "clerk", "keeper", "porter", "lobby"}


def _package(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return _room(parts[1:] if parts[0] == "scitoolagent" else parts)


def _room(parts: tuple[str, ...]) -> str:
    """The part of the program that a module belongs to: the longest beginning of its name that has a layer."""
    pair = ".".join(parts[:2])
    return pair if pair in LAYERS else (parts[0] if parts else "")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(path: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
        elif isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
    return found


def _offences(rule: Callable[[Path], Iterator[str]]) -> str:
    """What offends against a rule in any module, one a line."""
    assert len(MODULES) > 1000
    return "\n".join(f"{path.relative_to(ROOT)}: {offence}" for path in MODULES for offence in rule(path))


def _upward(path: Path) -> Iterator[str]:
    own = _package(path)
    for line, module in _imports(path):
        parts = module.split(".")
        if parts[0] in FOLDERS[1:]:
            yield f"line {line}: import scitoolagent.{module}"
        if parts[0] != "scitoolagent" or len(parts) < 2 or own in ("", "__init__"):
            continue
        other = _room(tuple(parts[1:]))
        if other == own:
            continue
        if other == "tools":
            yield f"line {line}: tools are found by the registry"
        elif other not in LAYERS:
            yield f"line {line}: {module} has no layer"
        elif not (LAYERS[other] < LAYERS[own] or (own in FOUNDATION and other in FOUNDATION)):
            yield f"line {line}: {own} may not import {other}"


def test_imports_go_downwards_only() -> None:
    assert not (found := _offences(_upward)), found


def _too_long(path: Path) -> Iterator[str]:
    if len(path.read_text(encoding="utf-8").splitlines()) > 400:
        yield "more than 400 lines"
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 50:
            yield f"{node.name} is too long"


def test_modules_and_functions_are_small() -> None:
    assert not (found := _offences(_too_long)), found


def _evaluated_or_swallowed(path: Path) -> Iterator[str]:
    # Code of a model runs in the process in the box, and there alone.
    boxed = {"exec", "compile"} if path == ROOT / "scitoolagent/box/inside.py" else set()
    for node in ast.walk(_tree(path)):
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if called in {"eval", "exec", "compile", "__import__"} - boxed:
            yield f"line {node.lineno}: {called}"
        if isinstance(node, ast.ExceptHandler) and path.name != "call.py":
            names = (
                {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)} if node.type else {"Exception"}
            )
            if names & {"Exception", "BaseException"}:
                yield f"line {node.lineno}: only the call of a tool catches everything"


def test_nothing_is_evaluated_and_no_exception_is_swallowed() -> None:
    assert not (found := _offences(_evaluated_or_swallowed)), found


def _figurative(path: Path) -> Iterator[str]:
    names = {path.stem: 1, path.parent.name: 1}
    for node in ast.walk(_tree(path)):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names[node.name] = node.lineno
    for name, line in names.items():
        # The words of `snake_case` and `CamelCase`.
        words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
        if words & FIGURATIVE:
            yield f"line {line}: name {name} by what it does"


def test_names_are_terms_of_the_field() -> None:
    assert not (found := _offences(_figurative)), found


def test_requests_are_made_in_one_place() -> None:
    """`http.py` bounds them; models and MCP servers are asked by the libraries made for them."""
    for path in MODULES:
        name = str(path.relative_to(ROOT))
        # The two benchmarks time servers that they start themselves.
        measured = ("benchmarks/mcp.py", "benchmarks/serving.py")
        if name in ("scitoolagent/http.py", "scitoolagent/llm/wire.py", "scitoolagent/mcp/client.py", *measured):
            continue
        for line, module in _imports(path):
            assert module.split(".")[0] not in ("httpx", "httpx2", "requests", "aiohttp"), f"{name}, line {line}"
            assert module not in ("urllib.request", "http.client"), f"{name}, line {line}"


def test_every_package_is_declared_and_importable() -> None:
    declared = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    there = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("__init__.py"):
            parts = path.parent.relative_to(ROOT).parts
            there.add(".".join(parts if parts[0] == "scitoolagent" else ("scitoolagent", *parts)))
    assert declared == there
    for name in declared:
        importlib.import_module(name)


def _imported(code: str, names: str) -> str:
    """Which of some modules a new process has imported after some code, as it prints them."""
    ended = f"{code}; print([name for name in {names!r}.split() if name in sys.modules])"
    # A folder of its own: a question looks for what it names among the files and folders that lie there.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", ended], capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout.strip().splitlines()[-1]


def test_light_commands_import_nothing_heavy() -> None:
    """`--help` and the graph must start without the scientific libraries."""
    code = "import sys, scitoolagent.cli.app, scitoolagent.toolkg.store as store; store.load_graph()"
    assert _imported(code, "rdkit numpy Bio pymatgen ase pandas chemicals") == "[]"


def test_the_command_line_starts_without_what_only_its_commands_need() -> None:
    assert _imported("import sys, scitoolagent.cli.app", "pydantic rich openai") == "[]"


def test_ask_imports_only_what_an_answer_needs() -> None:
    """Not the other commands, not what reads their options, no library that only the workers call, no SPARQL engine."""
    code = "import sys, scitoolagent.cli as cli; sys.argv[1:] = ['ask', 'What is the TPSA of menthol?']; cli.run()"
    heavy = "typer click openai httpx2 rdkit numpy scipy pandas pymatgen Bio chemicals pyoxigraph scitoolagent.cli.app"
    heavy += " duckdb openpyxl scitoolagent.tables pygments rich.prompt"
    _imported(code, heavy)  # the first run of all makes the snapshot of the graph and the index of names
    assert _imported(code, heavy) == "[]"


def test_the_fork_server_brings_what_each_worker_would_import_again() -> None:
    needed = "pebble.pool.process rdkit.Chem scitoolagent.safety_db.screen scitoolagent.executor.worker"
    assert _imported("import sys, scitoolagent.executor.preload", needed) == str(needed.split())


def test_public_names_are_there() -> None:
    import scitoolagent

    assert set(scitoolagent.__all__) == {
        "Agent",
        "Answer",
        "Config",
        "Plan",
        "Query",
        "SciToolAgentError",
        "Step",
        "StepResult",
        "__version__",
        "load_config",
    }
    for name in scitoolagent.__all__:
        assert getattr(scitoolagent, name) is not None
