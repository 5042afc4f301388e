"""Scripts and notebooks make every value again, in a clean process; no text of a run becomes code."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.code import notebook, python_literal, script
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Answer
from scitoolagent.toolkg.store import load_graph

_SPEC = importlib.util.spec_from_file_location("provenance_conftest", Path(__file__).with_name("conftest.py"))
_CONFTEST = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_CONFTEST)
run_of, clean = _CONFTEST.run_of, _CONFTEST.clean

# Written by hand from PubChem CID 2519: formula and InChIKey of caffeine, and its mass from the isotopes
# (8 C 12, 10 H 1.00782503, 4 N 14.0030740, 2 O 15.9949146 = 194.080376).
FORMULA, KEY, MASS = "C8H10N4O2", "RYYVLZVUVIJVGH-UHFFFAOYSA-N", "194.08037"


def execute(folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it as somebody else would: isolated from the checkout, the user's packages and the environment."""
    path = folder / "made.py"
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", str(path), *words],
        cwd=folder,
        env=clean(folder),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# What Jupyter does with a notebook: one cell after the other in one namespace, until one raises.
RUNNER = """
import json, pathlib
cells = json.loads(pathlib.Path("made.ipynb").read_text(encoding="utf-8"))["cells"]
names = {"__name__": "__main__"}
for cell in cells:
    if cell["cell_type"] == "code":
        exec(compile(cell["source"], cell["id"], "exec"), names)
"""


def execute_notebook(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "made.ipynb").write_text(text, encoding="utf-8")
    return execute(folder, RUNNER)


def cells(text: str) -> str:
    return "\n".join(cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")


def check(output: str, answer: Answer) -> None:
    for expected in (FORMULA, KEY, MASS, "every value is the same"):
        assert expected in output
    assert len(answer.values) == 5
    for value in answer.values:
        assert f"{value.value!r} in the run, {value.value!r} now" in output


def test_the_script_makes_every_value_again_in_a_clean_process(
    demo: RecordedRun, answer: Answer, tmp_path: Path
) -> None:
    done = execute(tmp_path, script(demo, load_graph()))
    assert done.returncode == 0, done.stderr
    check(done.stdout, answer)


def test_the_notebook_is_valid_and_makes_every_value_again(demo: RecordedRun, answer: Answer, tmp_path: Path) -> None:
    text = notebook(demo, load_graph())
    nbformat.validate(nbformat.reads(text, as_version=nbformat.NO_CONVERT))
    done = execute_notebook(tmp_path, text)
    assert done.returncode == 0, done.stderr
    check(done.stdout, answer)


@pytest.mark.slow
def test_a_value_that_differs_is_named_and_ends_with_code_1(demo: RecordedRun, tmp_path: Path) -> None:
    text = script(demo, load_graph())
    assert text.count(FORMULA) == 1
    version = demo.environment["rdkit"]
    done = execute(tmp_path, text.replace(FORMULA, "C8H10N4O3").replace(repr(version), "'2001.1'"))
    assert done.returncode == 1
    assert f"tool version: rdkit 2001.1 in the run, {version} now" in done.stdout
    assert "DIFFERS  step 2, molecular_formula: 'C8H10N4O3' in the run, 'C8H10N4O2' now" in done.stdout
    assert "1 values differ" in done.stdout
    done = execute_notebook(tmp_path, notebook(demo, load_graph()).replace(FORMULA, "C8H10N4O3"))
    assert done.returncode == 1
    assert "AssertionError" in done.stderr


def test_an_exported_call_passes_the_safety_gate(tmp_path: Path) -> None:
    # Benzene is an IARC group 1 carcinogen: a person confirms each call of a screened tool with it.
    run = run_of("x", "stereoisomers", ("smiles1", "Smiles", "c1ccccc1"), "smiles", {"stereoisomers": ["c1ccccc1"]})
    done = execute(tmp_path, script(run, load_graph()))
    assert done.returncode == 1
    assert "--approve" in done.stderr
    assert "Traceback" not in done.stderr
    assert "now" not in done.stdout
    sarin = run_of("x", "stereoisomers", ("smiles1", "Smiles", "CC(C)OP(C)(=O)F"), "smiles", {"stereoisomers": ["C"]})
    assert "nothing here works on it" in execute(tmp_path, script(sarin, load_graph())).stderr


# Whatever can end a literal, a comment, a template or a cell.
SPITEFUL = st.lists(
    st.sampled_from(['"""', "'''", "\\", "\n", "{", "}}", "{{", "#", "%", "$(1)", "\u2028", "\u202e", "import os", "'"])
    | st.text(max_size=8),
    max_size=12,
).map("".join)


def shape(text: str) -> tuple[str, list[Any]]:
    """The code without its literals, and the literals."""
    found: list[Any] = []

    class Blank(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.Constant:
            found.append(node.value)
            return ast.Constant(value=0)

    return ast.dump(Blank().visit(ast.parse(text))), found


@settings(deadline=None, max_examples=60)
@given(question=SPITEFUL, value=SPITEFUL, made=SPITEFUL)
def test_no_text_of_a_run_becomes_code(question: str, value: str, made: str) -> None:
    graph = load_graph()
    plain = run_of("q", "qed", ("smiles1", "Smiles", "v"), "smiles", {"qed": "m"})
    spiteful = run_of(question, "qed", ("smiles1", "Smiles", value), "smiles", {"qed": made})
    for text, tame in (
        (script(spiteful, graph), script(plain, graph)),
        (cells(notebook(spiteful, graph)), cells(notebook(plain, graph))),
    ):
        code, literals = shape(text)
        assert code == shape(tame)[0]
        assert {question, value, made} <= set(literals)
        assert not any(question in line for line in text.splitlines() if len(question) > 3 and line.startswith("#"))
    kept = [cell for cell in json.loads(notebook(spiteful, graph))["cells"] if cell["cell_type"] == "markdown"]
    assert kept == [cell for cell in json.loads(notebook(plain, graph))["cells"] if cell["cell_type"] == "markdown"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | SPITEFUL,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SPITEFUL, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, max_examples=60)
@given(JSON)
def test_a_literal_reads_back_as_its_value(value: Any) -> None:
    assert json.dumps(ast.literal_eval(python_literal(value))) == json.dumps(value)


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ConfigError, match="number that is none"):
        python_literal({"x": [float("nan")]})
