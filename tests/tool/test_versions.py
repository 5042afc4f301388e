"""What a result depends on: the code a tool reaches, the tables beside it and below, the libraries it imports."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from scitoolagent.tool import versions
from scitoolagent.tool.registry import load_registry
from scitoolagent.tool.versions import Versions, versions_of

TOOL = '''
from typing import Annotated
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from stars._orbits import period
from . import _names

Year = Annotated[float, Semantic("Year", unit="1")]

@tool(Operation.CALCULATION, Topic("Astronomy"), Safety.OPEN, example={"year": 1.0})
def orbit(year: Year) -> Year:
    """Give a period.

    Args:
        year: a year.
    Returns:
        A year.
    Source: made for the tests.
    """
    import numpy as np
    from Bio.Seq import Seq
    return year
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of somebody else: a tool, two helpers over two steps, tables beside them and below."""
    files = {
        "stars/__init__.py": "",
        "stars/tools.py": TOOL,
        "stars/_orbits.py": "from ._deep.kepler import (  # the third law\n    LAW,\n)\n\n\ndef period(): ...\n",
        "stars/_names.py": "import importlib.util\n\nNAMES = importlib.util.find_spec('scipy')\n",
        "stars/_deep/__init__.py": "",
        "stars/_deep/kepler.py": "LAW = 3\n",
        "stars/_deep/unused.py": "import networkx\n",
        "stars/catalogue.csv": "Sirius,2.64\n",
        "stars/data/far/quasars.json": "{}",
        "stars/__pycache__/x.pyc": "",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / "stars"
    for name in [name for name in sys.modules if name.partition(".")[0] == "stars"]:
        del sys.modules[name]
    forget()


def forget() -> None:
    for function in (versions._versions, versions._find, versions._library, versions._installed):
        function.cache_clear()


def found() -> Versions:
    """As a process that starts now would find it."""
    forget()
    return versions_of(importlib.import_module("stars.tools").orbit.__tool_spec__)


def test_the_libraries_are_those_that_are_imported_with_their_versions(package: Path) -> None:
    libraries = found().libraries
    assert f"numpy {metadata.version('numpy')}" in libraries
    assert f"scipy {metadata.version('scipy')}" in libraries, "named in a call"
    assert f"Bio biopython-{metadata.version('biopython')}" in libraries
    assert f"Python {sys.version.split()[0]}" in libraries
    assert not any(library.startswith(("networkx", "typing", "stars")) for library in libraries)
    assert found().lasting


@pytest.mark.parametrize("name", [
    "tools.py", "_orbits.py", "__init__.py", "_deep/__init__.py", "_names.py", "_deep/kepler.py", "catalogue.csv", "data/far/quasars.json",
])  # fmt: skip
def test_whatever_the_tool_reaches_counts_by_its_content(package: Path, name: str) -> None:
    before = found().code
    assert before == found().code
    (package / name).write_text((package / name).read_text() + "\n")
    assert found().code != before


def test_a_table_that_comes_or_goes_or_is_renamed_counts(package: Path) -> None:
    seen = {found().code}
    (package / "data" / "new.csv").write_text("")
    seen.add(found().code)
    (package / "data" / "new.csv").rename(package / "data" / "newer.csv")
    seen.add(found().code)
    (package / "data" / "newer.csv").unlink()
    (package / "data" / "far" / "quasars.json").unlink()
    seen.add(found().code)
    assert len(seen) == 4


@pytest.mark.parametrize("name", ["_deep/unused.py", "__pycache__/x.pyc", ".hidden/notes.txt"])
def test_what_the_tool_does_not_reach_does_not_count(package: Path, name: str) -> None:
    before = found().code
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_text("changed = True\n")
    assert found().code == before


def test_a_library_that_is_not_there_counts_once_it_is(package: Path, tmp_path: Path) -> None:
    (package / "_orbits.py").write_text("try:\n    import ephemerides\nexcept ImportError:\n    pass\nperiod = 1\n")
    assert "ephemerides none" in found().libraries
    (tmp_path / "ephemerides").mkdir()
    (tmp_path / "ephemerides" / "__init__.py").write_text("")
    (tmp_path / "ephemerides-3.1.dist-info").mkdir()
    importlib.invalidate_caches()
    assert "ephemerides 3.1" in found().libraries
    (tmp_path / "ephemerides-3.1.dist-info").rename(tmp_path / "ephemerides-3.2.dist-info")
    assert "ephemerides 3.2" in found().libraries


def test_a_module_of_no_distribution_counts_by_its_content(package: Path, tmp_path: Path) -> None:
    (package / "_orbits.py").write_text("import lone_helper\nperiod = 1\n")
    (tmp_path / "lone_helper.py").write_text("A = 1\n")
    importlib.invalidate_caches()
    before = found().libraries
    (tmp_path / "lone_helper.py").write_text("A = 2\n")
    assert found().libraries != before


@pytest.mark.parametrize("room", ["safety_db.screen", "knowledge.store.catalogue"])
def test_what_reads_tables_that_are_exchanged_does_not_last(package: Path, room: str) -> None:
    (package / "_deep" / "kepler.py").write_text(f"def law():\n    import scitoolagent.{room}\n\n\nLAW = 3\n")
    assert not found().lasting


def test_results_of_services_and_of_code_elsewhere_do_not_last(package: Path) -> None:
    import dataclasses

    spec = importlib.import_module("stars.tools").orbit.__tool_spec__
    assert versions_of(spec).lasting
    assert not versions_of(dataclasses.replace(spec, requires=("network",))).lasting
    elsewhere = versions_of(dataclasses.replace(spec, version="pinned"))
    assert (elsewhere.code, elsewhere.lasting) == ("pinned", False)


def test_a_program_counts_by_its_content(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    spec = importlib.import_module("stars.tools").orbit.__tool_spec__
    spec = dataclasses.replace(spec, requires=("program:stargazer",))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "stargazer none" in versions_of(spec).libraries
    (tmp_path / "stargazer").write_text("#!/bin/sh\n")
    (tmp_path / "stargazer").chmod(0o755)
    one = versions_of(spec).libraries
    (tmp_path / "stargazer").write_text("#!/bin/sh\n:\n")
    assert versions_of(spec).libraries != one


@pytest.mark.parametrize(("tool", "library"), [
    ("qed", "rdkit"), ("global_alignment", "biopython"), ("name_to_smiles", "chemicals"),
    ("crystal_symmetry", "spglib"), ("powder_pattern", "pymatgen"), ("selfies_to_smiles", "selfies"),
    ("electron_configuration", "mendeleev"),
])  # fmt: skip
def test_built_in_tools_depend_on_their_libraries(tool: str, library: str) -> None:
    specs = {spec.name: spec for spec in load_registry()}
    if tool not in specs:
        pytest.fail(f"no tool is called {tool}")
    version = metadata.version(library)
    assert any(library in name and version in name for name in versions_of(specs[tool]).libraries)


@pytest.mark.slow
def test_only_the_results_of_tables_that_are_exchanged_do_not_last() -> None:
    short_lived = {
        spec.function.__module__.removeprefix("scitoolagent.tools.")
        for spec in load_registry()
        if not versions_of(spec).lasting and "network" not in spec.requires
    }
    assert short_lived == {"chemistry.safety", "knowledge.operations", "knowledge.rows"}
    # What another machine says may change as well.
    assert not any(versions_of(spec).lasting for spec in load_registry() if "network" in spec.requires)


def test_the_words_that_a_tool_reads_count(tmp_path: Path) -> None:
    """Which words of a header are units stands in a word file: rows that were read before it changed are read again."""
    own, _ = versions._reached("scitoolagent.tools.tables.rows")
    assert "en.toml" in {path.name for path in versions._tables(own)}
