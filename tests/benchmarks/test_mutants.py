"""Defects are planted in a copy only; the list of them fits the sources; what is no defect is refused."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from scitoolagent.benchmarks.mutants import Mutation, Verdict, chosen, mutated, read_mutations, result, try_all
from scitoolagent.errors import ConfigError

ROOT = Path(__file__).parents[2]
MUTATIONS = read_mutations(ROOT / "tests" / "mutations.toml")
ENTRY = """[[mutation]]
id = "{id}"
file = "small/sums.py"
old = '''{old}'''
new = '''{new}'''
why = "sums are wrong"
tests = ["{tests}"]
"""


@cache
def _functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.slow
def test_the_list_fits_the_sources() -> None:
    for mutation in MUTATIONS:
        mutated(mutation, ROOT)
        for test in mutation.tests:
            name, _, function = test.partition("::")
            function, _, case = function.rstrip("]").partition("[")
            assert (ROOT / name).is_file(), f"{mutation.id}: {name} is not there; name the test that has to catch it"
            assert not function or function in _functions(ROOT / name), f"{mutation.id}: {test}"
            # The cases that are named are files of questions.
            assert not case or (ROOT / name).with_name(f"{case}.jsonl").is_file(), f"{mutation.id}: {test}"


def test_the_list_is_long_and_spread() -> None:
    assert len(MUTATIONS) >= 60
    wanted = """scitoolagent/gate scitoolagent/executor scitoolagent/tool/units scitoolagent/tool/quantities
        scitoolagent/reading/settings scitoolagent/planner/check scitoolagent/planner/binding
        scitoolagent/planner/retrieve scitoolagent/trace scitoolagent/records scitoolagent/summarizer
        scitoolagent/provenance scitoolagent/sessions scitoolagent/graph safety_db toolkg tools/chemistry
        tools/biology tools/general tools/materials""".split()
    for start in wanted:
        assert any(mutation.file.startswith(start) for mutation in MUTATIONS), start


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout of a package with two tests, one of them blind."""
    files = {
        "pyproject.toml": '[tool.setuptools.package-dir]\nsmall = "small"\n',
        "small/__init__.py": "",
        "small/sums.py": "def add(one, other):\n    return one + other\n",
        "tests/test_seeing.py": "from small.sums import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
        "tests/test_blind.py": "from small.sums import add\n\ndef test_add():\n    assert add(2, 2) == 4\n",
        "tests/test_failing.py": "def test_it():\n    assert False\n",
    }
    for name, text in files.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "project", check=True)
    return tmp_path / "project"


def planted(project: Path, old: str = "one + other", new: str = "one * other", tests: str = "seeing") -> Mutation:
    path = project / "list.toml"
    path.write_text(ENTRY.format(id="sum", old=old, new=new, tests=f"tests/test_{tests}.py"))
    return read_mutations(path)[0]


@pytest.mark.slow
def test_a_defect_is_caught_survives_or_cannot_be_judged(project: Path) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    mutations = [
        planted(project),
        planted(project, tests="blind"),
        planted(project, tests="failing"),
        planted(project, new="one + other.none"),
        planted(project, old="def add", new="def sub"),
    ]
    told: list[Verdict] = []
    verdicts = try_all(mutations, project, 2, told.append)
    # The last one cannot even be imported, which says nothing of the tests.
    assert [verdict.verdict for verdict in verdicts] == ["caught", "survived", "broken", "caught", "broken"]
    assert "test_seeing.py::test_add" in verdicts[0].detail
    assert sorted(map(id, told)) == sorted(map(id, verdicts))
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before
    found = result(mutations, verdicts, 2.0)
    assert (found["planted"], found["caught"]) == (5, 2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("one - other", "other", "0 times"),
        ("one", "two", "2 times"),
        ("    return", "    # sums\n    return", "means the same"),
        ("return", "retur n", "no Python"),
    ],
)
def test_an_entry_that_no_longer_fits_is_refused_before_anything_runs(
    project: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        try_all([planted(project), planted(project, old, new)], project, 1, lambda verdict: None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no list"),
        ("[[mutation]]", "no list"),
        ("[[mutation]", "no list"),
        (ENTRY.format(id="a", old="b", new="c", tests="d") + "more = 1\n", "no list"),
        (2 * ENTRY.format(id="a", old="b", new="c", tests="d"), "more than one"),
        (ENTRY.format(id="a", old="", new="c", tests="d"), "empty old"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "list.toml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_mutations(tmp_path / "list.toml")
    with pytest.raises(ConfigError, match="no list"):
        read_mutations(tmp_path / "nothing.toml")


def test_some_can_be_chosen() -> None:
    units = chosen(MUTATIONS, ["units-*"], [])
    assert units and all(mutation.id.startswith("units-") for mutation in units)
    assert chosen(MUTATIONS, [], ["scitoolagent/tool/units.py"]) == units
    assert chosen(MUTATIONS, ["units-*"], ["safety_db/"]) == ()
    assert chosen(MUTATIONS, [], []) == MUTATIONS


def test_the_command_names_what_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "list.toml").write_text(ENTRY.format(id="a", old="b", new="c", tests="d"))
    for words, message in ((["--list", f"{tmp_path}/list.toml"], "cannot be read"), (["nothing-*"], "no defect")):
        command = [sys.executable, "-m", "scitoolagent.benchmarks.mutants", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1 and message in done.stderr
