"""Declarations from documents: what is read, what is proposed, and that a confirmed one becomes a plug-in that works."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scitoolagent.errors import DeclarationError
from scitoolagent.toolkg.learned.docstrings import SourceError, functions_of
from scitoolagent.toolkg.learned.package import module_source, write_package
from scitoolagent.toolkg.learned.programs import from_help, from_man, from_readme
from scitoolagent.toolkg.learned.records import ProposedPort
from scitoolagent.toolkg.learned.table import propose_tools, read_documents, read_table, table_text
from scitoolagent.toolkg.learned.units import same_unit, unit_of
from scitoolagent.toolkg.learned.vocabulary import Vocabulary
from scitoolagent.toolkg.store import load_graph

SOURCE = '''
import nothing_that_is_installed
raise SystemExit("nothing of this is run")

def refractive_power(length, smiles, exact=True):
    """Compute the refractive power of a lens.

    Parameters
    ----------
    length : float
        Focal length in mm.
    smiles : str
        The glass as SMILES.
    exact : bool, optional
        Whether the thick lens is taken.

    Returns
    -------
    float
        Power in 1/m.
    """

def weigh(mass: float, count=3):
    """Weigh it.

    Args:
        mass (float): The mass (mg).
        count: Number of times.

    Returns:
        float: The mean, in mg.
    """

def _private():
    """Not this."""

def bare(x): return x
'''
HELP = """\
usage: foldit [-h] [--cutoff FLOAT] [--all] [--format {pdb,cif}] sequence

Fold a chain quickly.

positional arguments:
  sequence         a protein sequence

options:
  -h, --help       show this help message and exit
  --cutoff FLOAT   distance in nm,
                   at most 3
  --all            all chains
"""
MAN = r""".TH BLEND 1
.SH NAME
blend \- mix two files
.SH OPTIONS
.TP
.B \-\-ratio RATIO
share of the first, 0 to 1
.TP
.B \-\-help
show help
"""


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(load_graph(), {})


def test_docstrings_of_both_styles_are_read_without_running_anything() -> None:
    power, weigh = functions_of(SOURCE, "optics", "optics.py")
    assert power.summary == "Compute the refractive power of a lens."
    assert [(one.name, one.kind, one.required) for one in power.inputs] == [
        ("length", "float", True),
        ("smiles", "str", True),
        ("exact", "bool, optional", False),
    ]
    assert [(one.kind, one.text) for one in power.outputs] == [("float", "Power in 1/m.")]
    assert [(one.name, one.kind, one.text) for one in weigh.inputs] == [
        ("mass", "float", "The mass (mg)."),
        ("count", "", "Number of times."),
    ]
    assert [(one.kind, one.text) for one in weigh.outputs] == [("float", "The mean, in mg.")]


@pytest.mark.parametrize("source", ["def f(:", "\x00", "(" * 5_000])
def test_what_is_no_python_is_refused(source: str) -> None:
    with pytest.raises(SourceError, match="not Python"):
        list(functions_of(source, "m", "m.py"))


def test_a_help_text() -> None:
    found = from_help(HELP, "foldit.txt")
    assert found is not None
    assert (found.name, found.summary) == ("foldit", "Fold a chain quickly.")
    assert [(one.name, one.kind, one.text, one.required) for one in found.inputs] == [
        ("sequence", "", "a protein sequence", True),
        ("--cutoff", "float", "distance in nm, at most 3", False),
        ("--all", "bool", "all chains", False),
    ]
    (again,) = from_readme(f"# Foldit\n\nIt folds.\n\n```\n{HELP}```\n", "README.md")
    assert again.inputs == found.inputs
    assert from_help("nothing of use", "x") is None


def test_a_man_page() -> None:
    found = from_man(MAN, "blend.1")
    assert found is not None
    assert (found.name, found.summary) == ("blend", "mix two files")
    assert [(one.name, one.kind, one.text) for one in found.inputs] == [
        ("--ratio", "ratio", "share of the first, 0 to 1")
    ]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Area in Å².", "Ao2"),
        ("Density of the liquid [g/mL]", "g/mL"),
        ("Temperature (K)", "K"),
        ("New cases, per day.", "1/d"),
        ("Number of rings in the molecule.", "1"),
        ("Share of carbon in percent.", "%"),
        ("With its unit, as `5 mM`.", ""),
        ("What is looked for.", ""),
        ("2 pi (l/g)^(1/2) in s, with standard gravity.", "s"),
    ],
)
def test_units_of_sentences(text: str, unit: str) -> None:
    found = unit_of(text)
    assert found == unit or (unit and same_unit(found, unit))


def test_units_are_the_same_however_they_are_written() -> None:
    assert same_unit("mol/L", "M")
    assert not same_unit("mg", "g")
    assert not same_unit("K", "Cel")


def test_types_and_units_are_proposed_with_their_sentences(vocabulary: Vocabulary) -> None:
    power, weigh = propose_tools(list(functions_of(SOURCE, "optics", "optics.py")), vocabulary)
    length, smiles, exact = power.inputs
    assert (smiles.type, smiles.sentence) == ("Smiles", "The glass as SMILES.")
    assert (length.unit, length.python, length.sentence) == ("mm", "float", "Focal length in mm.")
    assert (exact.python, exact.required, exact.unit) == ("bool", False, "")
    assert power.outputs[0].new
    assert same_unit(power.outputs[0].unit, "m-1")
    assert not power.confirmed
    assert power.call == "optics.refractive_power"
    assert same_unit(weigh.outputs[0].unit, "mg")


def test_hidden_types_are_not_known() -> None:
    graph = load_graph()
    known = Vocabulary(graph, {}, ["polar_surface_area"])
    assert "PolarSurfaceArea" in Vocabulary(graph, {}).types
    assert {one.tool.name for one in known.outputs} == set(graph.tools) - {"polar_surface_area"}
    assert "Smiles" in known.types


def test_a_package_is_read_from_its_sources(tmp_path: Path) -> None:
    (tmp_path / "optics.py").write_text(SOURCE)
    (tmp_path / "broken.py").write_text("def f(:")
    (tmp_path / "foldit.txt").write_text(HELP)
    found, refused = read_documents(str(tmp_path))
    assert [one.name for one in found] == ["foldit", "refractive_power", "weigh"]
    assert [one.name for one in refused] == ["broken.py"]
    with pytest.raises(DeclarationError, match="neither a path nor an installed package"):
        read_documents("os.path")
    assert "dedent" in {one.name for one in read_documents("textwrap")[0]}


def test_a_confirmed_tool_becomes_a_plug_in_that_works(tmp_path: Path, vocabulary: Vocabulary) -> None:
    table = tmp_path / "table.toml"
    table.write_text(table_text(propose_tools(read_documents("textwrap")[0], vocabulary)), encoding="utf-8")
    with pytest.raises(DeclarationError, match="no tool of the table is confirmed"):
        write_package("wrapping", read_table(table), tmp_path / "none")
    dedent = next(tool for tool in read_table(table) if tool.name == "dedent")
    assert [port.name for port in dedent.inputs] == ["text"]
    assert dedent.outputs[0].sentence.startswith("Remove any common leading whitespace")
    hostile = 'Ends """ the docstring \\" and\nimport os'
    port = dedent.inputs[0].model_copy(
        update={"type": "IndentedText", "new": True, "parent": "Parameter", "python": "str", "many": False, "unit": ""}
    )
    output = ProposedPort(name="dedent", type="DedentedText", new=True, parent="Report")
    confirmed = dedent.model_copy(
        update={
            "confirmed": True,
            "source": hostile,
            "example": {"text": "  a"},
            "inputs": (port,),
            "outputs": (output,),
        }
    )
    written = write_package("wrapping", [confirmed], tmp_path / "wrapping")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "wrapping")}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(written[1])],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2 passed" in ran.stdout
    with pytest.raises(DeclarationError, match="already exists"):
        write_package("wrapping", [confirmed], tmp_path / "wrapping")
    lying = confirmed.model_copy(update={"outputs": (output.model_copy(update={"python": "float", "unit": ""}),)})
    with pytest.raises(DeclarationError, match="without a unit"):
        write_package("lying", [lying], tmp_path / "lying")
    assert not (tmp_path / "lying").exists()


def test_a_program_takes_no_option_as_a_value(vocabulary: Vocabulary) -> None:
    found = from_help(HELP, "foldit.txt")
    assert found is not None
    (tool,) = propose_tools([found], vocabulary)
    assert tool.program
    source = module_source([tool.model_copy(update={"confirmed": True, "source": "its help text"})])
    assert "command = ['foldit']" in source
    assert ".startswith('-')" in source
    assert "--cutoff" not in source, "an option that is not set to be passed keeps its default"
    assert "shell" not in source


@pytest.mark.parametrize(
    "change",
    [{"call": "os.system('x')"}, {"name": "Bad name"}, {"inputs": [{"name": "x; y", "type": "A"}]}, {"more": 1}],
)
def test_a_table_that_is_wrong_is_refused(tmp_path: Path, vocabulary: Vocabulary, change: dict[str, object]) -> None:
    import tomli_w

    table = tomllib.loads(table_text(propose_tools(list(functions_of(SOURCE, "optics", "o.py")), vocabulary)))
    table["tool"][0] |= change
    path = tmp_path / "table.toml"
    path.write_text(tomli_w.dumps(table))
    with pytest.raises(DeclarationError, match=r"tool\.0\."):
        read_table(path)
