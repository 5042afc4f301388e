"""What is imported is declared; what an extra brings is imported late; install page, doctor and pyproject name one set."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.metadata import packages_distributions
from pathlib import Path

from scitoolagent import trace
from scitoolagent.cli.extras import LICENCES, PURPOSES, SIZES, load_extras
from scitoolagent.solver import steps

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOLDERS = ("scitoolagent", "tools", "toolkg", "safety_db", "benchmarks", "finetune")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
# Modules that an extra is the reason for may import it at their top; everything else imports it inside a function.
HOMES = {
    "finetune": ("finetune/reader/network.py", "finetune/reader/train.py"),
    "mcp": (
        "scitoolagent/mcp/server.py",
        "scitoolagent/mcp/client.py",
        "scitoolagent/mcp/wire.py",
        "scitoolagent/mcp/elicitation.py",
    ),
    "serve": ("scitoolagent/serving/app.py", "scitoolagent/sessions/listening.py"),
    "web": ("scitoolagent/web/", "scitoolagent/sessions/listening.py"),
}
# Needed only to make a committed file anew, never by a user: declared in `dev`.
MAKERS = {"tools/chemistry/_ordinary_words.py": {"symspellpy"}}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _names(requirements: list[str]) -> set[str]:
    return {_canonical(match[0]) for line in requirements if (match := _NAME.match(line))}


PLAIN = _names(PROJECT["dependencies"])
EXTRAS = {name: _names(lines) for name, lines in PROJECT["optional-dependencies"].items()}


@cache
def _distributions() -> dict[str, set[str]]:
    """Installed distributions by the name that is imported."""
    return {name: {_canonical(one) for one in found} for name, found in packages_distributions().items()}


@cache
def _imports(path: Path) -> tuple[tuple[int, str, bool], ...]:
    """Line, top name and whether it runs when the module is imported, of every import of somebody else's package."""
    return tuple(_imports_of(ast.parse(path.read_text(encoding="utf-8"))))


def _imports_of(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _is_for_types(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("import_module", "find_spec")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            names = [str(node.args[0].value)]
        for name in names:
            top = name.split(".")[0]
            if top != "scitoolagent" and top not in sys.stdlib_module_names:
                yield node.lineno, top, id(node) not in late


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _given_by(top: str) -> set[str]:
    # Of an extra that is not installed only the name is known; there it is that of the distribution.
    return _distributions().get(top, {_canonical(top)})


def _undeclared(path: Path) -> Iterator[str]:
    place = path.relative_to(ROOT).as_posix()
    for line, top, early in _imports(path):
        given = _given_by(top)
        if given & PLAIN or (not early and given & EXTRAS["dev"] & MAKERS.get(place, set())):
            continue
        where = f"{place}, line {line}: {top}"
        extras = {name for name, packages in EXTRAS.items() if name != "dev" and given & packages}
        if not extras:
            yield f"{where} ({', '.join(sorted(given))}) is declared neither plainly nor in an extra"
        elif early and not any(place.startswith(HOMES.get(name, ())) for name in extras):
            yield f"{where} belongs to the extra {sorted(extras)}; import it when needed"


def test_what_is_imported_is_declared() -> None:
    assert len(MODULES) > 1000
    found = "\n".join(offence for path in MODULES for offence in _undeclared(path))
    assert not found, found


def test_nothing_is_declared_that_nothing_imports() -> None:
    imported = {name for path in MODULES for _, top, _ in _imports(path) for name in _given_by(top)}
    # vLLM, accelerate, the kernel of notebooks and the sandbox of programs are started as programs.
    started = {"vllm", "accelerate", "ipykernel", "pydantic-monty-runtime"}
    declared = PLAIN | {name for extra, names in EXTRAS.items() if extra != "dev" for name in names}
    assert declared - imported - started == set()


def test_versions_are_those_of_distributions_that_are_declared() -> None:
    named = {*trace.PACKAGES, *steps.PACKAGES.values()}
    declared = PLAIN | {name for names in EXTRAS.values() for name in names}
    assert {_canonical(name) for name in named} <= declared


def test_extras_are_the_same_in_pyproject_doctor_and_install_page() -> None:
    declared = {name: names for name, names in EXTRAS.items() if name != "dev"}
    assert set(PURPOSES) == set(declared)
    for name, extra in load_extras().items():
        assert {_canonical(package) for package in extra.packages} == declared[name], (
            f"{name}: install the checkout anew"
        )
    text = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    table = text.split("<!-- extras: start -->")[1].split("<!-- extras: end -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]
    shown = {row[0].strip("`"): row[1:] for row in rows}
    assert list(shown) == ["(none)", *sorted(declared)]
    for name, (purpose, packages, size) in shown.items():
        assert re.fullmatch(r"[\d,]+ MB, \d+ packages|\+[\d,]+ MB, \d+ packages|not measured", size), size
        if name != "(none)":
            assert purpose == PURPOSES[name]
            assert size == "not measured" or SIZES[name].startswith(size.removeprefix("+").rpartition(", ")[0])
            assert {_canonical(package) for package in packages.replace("`", "").split(", ")} == declared[name]


def test_doctor_tells_the_size_and_the_licences_of_every_extra() -> None:
    assert set(SIZES) == set(PURPOSES)
    assert set(LICENCES) == {one.lower() for extra in load_extras().values() for one in extra.packages}
    for extra in load_extras().values():
        assert SIZES[extra.name] in extra.weight and all(one in extra.weight for one in extra.packages)
    # As the packages that are installed say themselves; OpenMM's wheel names a licence that is not that of its sources.
    words = {"Apache-2.0": "apache", "MIT": "mit", "BSD-3-Clause": "bsd", "LGPL-2.1": "lgpl", "LGPL-3.0": "lgpl"}
    for package, licence in LICENCES.items():
        try:
            about = metadata.metadata(package)
        except metadata.PackageNotFoundError:
            continue
        said = (about.get("License-Expression"), about.get("License"), *(about.get_all("Classifier") or ()))
        told = " ".join(filter(None, said)).lower()
        if package != "openmm" and any(name in told for name in words.values()):
            assert words.get(licence, "mit") in told, package


def test_every_declared_package_is_pinned() -> None:
    pins = _names((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:])
    # vLLM wants other versions of what is pinned here, and is never installed by `make`; neither is what ranks by a model.
    left_out = {"vllm", "sentence-transformers", "scitoolagent"}
    assert (PLAIN | set().union(*EXTRAS.values())) - pins - left_out == set()
