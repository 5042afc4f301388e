"""Questions in a notebook, run as JupyterLab runs it; records as pages and Markdown, with hostile texts in them."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from scitoolagent.notebook.magics import Magics, _approved
from scitoolagent.notebook.view import html_of, markdown_of, text_of
from scitoolagent.records import Answer, AnswerValue, Choice, Finding, Plan, Query, Question, Step, StepResult, Value

HOSTILE = "<script>alert(1)</script> | **b** [x](javascript:y) `c`\x1b[2J"


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What the cells of a notebook gave."""
    folder = tmp_path_factory.mktemp("notebook")
    (folder / "here.csv").write_text("name,mass [g]\na,1\nb,2\nc,6\n")
    new: Any = nbformat.v4
    sources = (
        "%load_ext scitoolagent",
        "%ask What is the TPSA of the SMILES OCC(O)CO?",
        "%%ask\nWhat is the mean mass\nin here.csv?",
        "_.values[0].value",
        "%ask Who won the football match yesterday?",
        "%ask",
        "x = %ask What is the TPSA of the SMILES CO?\nx.status",
        "%unload_ext scitoolagent",
        "%ask again",
    )
    book = new.new_notebook(cells=[new.new_code_cell(source) for source in sources])
    client = NotebookClient(
        book, timeout=120, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    return [cell.outputs for cell in book.cells]


def data(outputs: list[Any]) -> dict[str, str]:
    (output,) = [one for one in outputs if one.output_type == "execute_result"]
    return dict(output.data)


def test_a_line_is_answered_conclusion_first_with_sources_folded(cells: list[Any]) -> None:
    shown = data(cells[1])
    # Three OH, 20.23 Å² each (Ertl et al. 2000, table 3).
    assert "60.69 Å²" in shown["text/plain"]
    page = shown["text/html"]
    assert page.index("<b>") < page.index("60.69 Å²") < page.index("<details>") < page.index("Ertl")
    assert "Ertl" in shown["text/markdown"] and "| 60\\.69 Å² |" in shown["text/markdown"]


def test_a_cell_may_ask_about_files_of_its_folder_and_its_answer_is_a_value(cells: list[Any]) -> None:
    assert "3 g" in data(cells[2])["text/html"]
    assert data(cells[3])["text/plain"] == "3.0"


def test_a_question_without_an_answer_says_so_in_its_cell(cells: list[Any]) -> None:
    shown = data(cells[4])
    assert shown["text/html"].startswith("<p><b>failed: ")
    assert shown["text/plain"].startswith("failed: ")


def test_a_magic_without_a_question_says_how(cells: list[Any]) -> None:
    (error,) = cells[5]
    assert error.ename == "ConfigError" and "%ask What is" in error.evalue


def test_an_answer_can_be_assigned(cells: list[Any]) -> None:
    assert data(cells[6])["text/plain"] == "'complete'"


def test_the_extension_can_be_taken_away(cells: list[Any]) -> None:
    assert cells[7] == []
    assert "not found" in str(cells[8])


def test_nothing_was_printed_besides(cells: list[Any]) -> None:
    assert not [output for outputs in cells[:-1] for output in outputs if output.output_type == "stream"]


class Page(HTMLParser):
    """What is in a page: tags, and those that are open at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attributes if name.startswith("on")]
        if tag not in ("img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def value(kind: str, found: Any, **more: Any) -> AnswerValue:
    given = {"label": HOSTILE, "subject": HOSTILE, "unit": None, "step": 1, "tool": HOSTILE, "source": HOSTILE}
    return AnswerValue(type=kind, value=found, **{**given, **more})


def hostile() -> list[object]:
    choices = (Choice(label=HOSTILE), Choice(label="other"))
    return [
        Answer(
            status="partial",
            text=HOSTILE,
            conclusion=HOSTILE,
            values=(value("Text", HOSTILE),) * 3,
            unmet=(HOSTILE,),
            unread=(HOSTILE,),
            notes=(HOSTILE,),
            readings=(HOSTILE,),
            assumed=(HOSTILE,),
            design=HOSTILE,
            saved=HOSTILE,
        ),
        Answer(status="partial", text="", question=Question(text=HOSTILE, choices=choices)),
        Plan(steps=(Step(id=1, tool=HOSTILE, arguments={"smiles": HOSTILE}),), goals=()),
        StepResult(step=1, tool=HOSTILE, status="ok", outputs={"x": Value(type="Text", value=HOSTILE, unit=None)}),
        value("Smiles", HOSTILE),
    ]


@pytest.mark.parametrize("record", hostile(), ids=lambda record: type(record).__name__)
def test_hostile_texts_stay_texts(record: Any) -> None:
    page = Page()
    shown = record._repr_mimebundle_()
    page.feed(shown["text/html"])
    page.close()
    assert not page.open
    assert not page.tags & {"script", "a", "svg", "iframe", "style"}
    for text in shown.values():
        assert "\x1b" not in text
    assert "<script" not in shown["text/markdown"]
    # A mark of Markdown is either ours or stands behind a backslash.
    assert not re.search(r"(?<!\\)(?:\[x|`c|\*\*b)", shown["text/markdown"])


def test_a_table_of_markdown_has_as_many_cells_in_each_line() -> None:
    lines = [line for line in str(markdown_of(hostile()[0])).splitlines() if line.startswith("|")]
    assert len(lines) == 5
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {5}


def test_findings_and_what_is_missing_are_not_folded() -> None:
    finding = Finding(verdict="warn", subject="benzene", reason="carcinogen", digest="0" * 16, source="ECHA")
    answer = Answer(status="partial", text="x", unmet=("the boiling point",), findings=(finding,), notes=("a note",))
    page = str(html_of(answer))
    for text in ("carcinogen", "the boiling point"):
        assert page.index(text) < page.index("<details>")
    assert page.index("a note") > page.index("<details>")


def images(page: str) -> list[str]:
    return [base64.b64decode(one).decode() for one in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)]


def test_molecules_structures_and_pictures_are_images() -> None:
    from rdkit import Chem
    from rdkit.Chem import rdDistGeom

    molecule = Chem.AddHs(Chem.MolFromSmiles("CO"))
    rdDistGeom.EmbedMolecule(molecule, randomSeed=1)
    block = Chem.MolToMolBlock(molecule)
    (drawn,) = images(str(html_of(value("Smiles", "CO"))))
    assert "<svg" in drawn
    (shape,) = images(str(html_of(value("MolBlock", block))))
    assert shape.count("<line") == 5  # three C-H, one C-O, one O-H
    picture = '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'
    assert images(str(html_of(value("SvgPicture", picture)))) == [picture]
    assert images(str(html_of(value("SvgPicture", picture.replace("<g/>", "<script/>"))))) == []
    assert images(str(html_of(value("Smiles", "C1CC(")))) == []


def test_a_large_answer_is_cut_and_says_so() -> None:
    many = tuple(value("Text", "x" * 5_000, label=f"number {place}") for place in range(500))
    page = str(html_of(Answer(status="complete", text="", values=many)))
    assert len(page) < 100_000
    assert "… and 470 more" in page


def test_what_has_no_form_of_its_own_is_left_to_the_notebook() -> None:
    assert Query(text="x")._repr_mimebundle_() == {}
    assert text_of(Query(text="x")) is None
    only = Answer(status="complete", text="found")._repr_mimebundle_(include={"text/plain"})
    assert only == {"text/plain": "complete: found"}


@pytest.mark.parametrize(
    ("line", "approved", "question"),
    [
        ("What is X?", [], "What is X?"),
        ("--approve 0f --approve aa What is --approve?", ["0f", "aa"], "What is --approve?"),
        ("--approve 0f", ["0f"], ""),
    ],
)
def test_findings_are_confirmed_in_front_of_a_question(line: str, approved: list[str], question: str) -> None:
    assert _approved(line) == (approved, question)


def test_a_finding_is_confirmed_by_its_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    magics = Magics()
    try:
        refused = magics.ask("Which stereoisomers has c1ccccc1?")
        (digest,) = {finding.digest for finding in refused.findings if finding.verdict == "confirm"}
        assert refused.status != "complete"
        assert magics.ask(f"--approve {digest} Which stereoisomers has c1ccccc1?").status == "complete"
        assert magics.ask("Which stereoisomers has c1ccccc1?").status != "complete"
    finally:
        magics.close()
