"""A run as one page: it holds all that is needed to make the run again, and tells whether it was changed."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import BlockedError, ConfigError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.provenance.export import export
from scitoolagent.provenance.page import page, read_page
from scitoolagent.provenance.page.reading import RECORD
from scitoolagent.provenance.portable import PackedRun, is_plain_name, pack
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.provenance.replay_page import replay_page
from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.store import load_graph

# Delaney's ESOL set (doi:10.1021/ci034243x): measured logS.
LIBRARY = "name,smiles,logS\nethanol,CCO,1.1\nphenol,Oc1ccccc1,0\npyrene,c1cc2ccc3cccc4ccc(c1)c2c34,-6.176\n"
QUESTION = "What is the TPSA of each compound in lib.csv?"
PROGRAM = """\
rows = sql('select avg(logS) as mean, count(*) as n from lib')
{"mean": rows[0]["mean"], "compounds": rows[0]["n"], "surface": polar_surface_area(smiles1)}"""

Rewrite = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("library")
    (made / "lib.csv").write_text(LIBRARY, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def over_rows(config: Config, folder: Path) -> Path:
    """The page of a plan over the rows of a file."""
    with Agent(config, folder) as agent:
        answer = agent.run(QUESTION)
    return export(
        load_run(config.runs_dir, answer.run), load_graph(), "html", None, folder, config.cache_dir / "tables"
    )


@pytest.fixture(scope="module")
def of_program(config: Config, folder: Path) -> Path:
    """The page of a program that a model wrote."""

    def call(name: str, **arguments: Any) -> str:
        return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})

    text = {"text": "The mean logS of {compounds} compounds is {mean}, and the surface is {surface}."}
    same = '{"verdict": "same", "why": "it is what is asked"}'
    with Agent(
        config, folder, models={"planner": ScriptedModel([call("program", code=PROGRAM, answer=text), same])}
    ) as agent:
        answer = agent.run("So to speak, what would lib.csv have for a mean of logS, and OCC(O)CO for a surface?")
    assert answer.status == "complete", answer.text
    return export(
        load_run(config.runs_dir, answer.run), load_graph(), "html", None, folder, config.cache_dir / "tables"
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Config:
    """The settings of another machine: nothing of the run lies in its folders."""
    return Config(data_dir=tmp_path / "data", cache_dir=tmp_path / "cache")


def rewritten(source: Path, target: Path, change: Rewrite) -> Path:
    """The page with its record changed, and the digest of the record left as it was."""
    text = source.read_text(encoding="utf-8")
    match = re.search(rf'(<script[^>]*id="{RECORD}">)(.*?)(</script>)', text, re.DOTALL)
    assert match is not None
    record = json.loads(match[2])
    change(record)
    held = json.dumps(record).replace("<", "\\u003c")
    target.write_text(text[: match.end(1)] + held + text[match.start(3) :], encoding="utf-8")
    return target


def signed(change: Rewrite) -> Rewrite:
    """The same by whoever knows how the digest is made."""

    def both(record: dict[str, Any]) -> None:
        change(record)
        record["sha256"] = PackedRun.model_validate(record["run"]).digest()

    return both


def result_of(record: dict[str, Any], step: int) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in record["run"]["records"] if one.get("step") == step)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("which", ["over_rows", "of_program"])
def test_it_is_the_same_in_an_empty_folder_of_another_user(
    which: str, request: pytest.FixtureRequest, elsewhere: Config, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    replayed = replay_page(request.getfixturevalue(which), elsewhere, tmp_path / "empty")
    assert replayed.same, replayed
    assert len(replayed.steps) >= 2
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_doctored_cell_is_named_by_row_and_column(over_rows: Path, elsewhere: Config, tmp_path: Path) -> None:
    def change(record: dict[str, Any]) -> None:
        tables = record["run"]["tables"]
        name = result_of(record, 2)["outputs"]["table"]["value"]
        assert tables[name]["cells"][1][-1] == 20.23
        tables[name]["cells"][1][-1] = 20.24

    replayed = replay_page(rewritten(over_rows, tmp_path / "a.html", signed(change)), elsewhere, tmp_path)
    assert not replayed.same
    assert "row 2 (phenol), polar_surface_area: 20.24 in the run, 20.23 now" in replayed.first_difference
    assert replayed.first_difference.startswith("step 2, polar_surface_area")


def test_a_doctored_value_is_named_by_step(of_program: Path, elsewhere: Config, tmp_path: Path) -> None:
    def change(record: dict[str, Any]) -> None:
        result = next(one for one in record["run"]["records"] if one.get("tool") == "polar_surface_area")
        assert result["outputs"]["polar_surface_area"]["value"] == 60.69
        result["outputs"]["polar_surface_area"]["value"] = 61.69

    replayed = replay_page(rewritten(of_program, tmp_path / "a.html", signed(change)), elsewhere, tmp_path)
    assert not replayed.same
    assert "61.69 Ao2 in the run, 60.69 Ao2 now" in replayed.first_difference


def test_a_number_that_only_the_page_shows_is_named(over_rows: Path, elsewhere: Config, tmp_path: Path) -> None:
    text = over_rows.read_text(encoding="utf-8")
    shown = '<td class="number">20.23</td>'
    assert shown in text
    changed = tmp_path / "a.html"
    changed.write_text(text.replace(shown, shown.replace("20.23", "90.23")), encoding="utf-8")
    replayed = replay_page(changed, elsewhere, tmp_path)
    assert not replayed.same
    assert replayed.altered == ("the page shows '90.23' where its record gives '20.23'",)
    assert replayed.first_difference == replayed.altered[0]


def test_a_changed_file_and_a_changed_record_are_named(over_rows: Path, elsewhere: Config, tmp_path: Path) -> None:
    def change(record: dict[str, Any]) -> None:
        (file,) = record["run"]["files"]
        file["content"] = base64.b64encode(LIBRARY.replace("CCO", "CCN").encode()).decode()

    replayed = replay_page(rewritten(over_rows, tmp_path / "a.html", change), elsewhere, tmp_path)
    assert any("the record in the page was changed" in one for one in replayed.altered)
    assert any("the file lib.csv in the page was changed" in one for one in replayed.altered)
    assert "row 1 (ethanol), smiles: 'CCO' in the run, 'CCN' now" in replayed.first_difference


def test_a_file_that_is_not_in_the_page_is_looked_for_beside_it(
    over_rows: Path, elsewhere: Config, tmp_path: Path
) -> None:
    def change(record: dict[str, Any]) -> None:
        record["run"]["files"][0]["content"] = None

    away = rewritten(over_rows, tmp_path / "a.html", signed(change))
    digest = hashlib.sha256(LIBRARY.encode()).hexdigest()
    with pytest.raises(ConfigError, match=f"'lib.csv'.*SHA-256 {digest}.*copy it to this folder"):
        replay_page(away, elsewhere, tmp_path)
    (tmp_path / "lib.csv").write_text(LIBRARY.replace("phenol,O", "phenol,N"), encoding="utf-8")
    replayed = replay_page(away, elsewhere, tmp_path)
    assert any("the file lib.csv in this folder is another" in one for one in replayed.altered)
    assert "'Oc1ccccc1' in the run, 'Nc1ccccc1' now" in replayed.first_difference


def _deep(record: dict[str, Any]) -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    record["run"]["header"]["environment"] = deep


def _set(*place: Any, value: Any) -> Rewrite:
    def change(record: dict[str, Any]) -> None:
        inner: Any = record["run"]
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_set("files", 0, "name", value="../lib.csv"), "no name of a file below"),
        (_set("files", 0, "name", value="/etc/passwd"), "no name of a file below"),
        (_set("files", 0, "name", value="a\\..\\b"), "no name of a file below"),
        (_set("files", 0, "content", value="<!>"), "broken"),
        (_set("files", 0, "sha256", value="x"), "broken: files.0.sha256"),
        (_set("header", "run", value="../../x"), "no name of a run"),
        (_set("header", "environment", value={"x": "\x1b[2J"}), "no version"),
        (_set("records", value=[]), "no plan"),
        (_set("records", 0, value={"kind": "query"}), "one of its records is none"),
        (_set("format", value="scitoolagent run 9"), "broken: format"),
        (_set("more", value=1), "broken: more"),
        (_deep, "broken|no list of versions"),
    ],
)
def test_a_broken_record_is_refused(
    over_rows: Path, elsewhere: Config, tmp_path: Path, change: Rewrite, reason: str
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    with pytest.raises(ConfigError, match=reason) as refused:
        replay_page(rewritten(over_rows, tmp_path / "a.html", change), elsewhere, work)
    assert "\x1b" not in str(refused.value)
    assert list(work.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html><p>a page</p>", "holds no record"),
        (b"", "holds no record"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (f'<script id="{RECORD}">{{"run": NaN}}</script>'.encode(), "no number"),
        (f'<script id="{RECORD}">{"[" * 100_000}</script>'.encode(), "broken"),
        (f'<script id="{RECORD}">[]</script>'.encode(), "holds no run"),
        (f'<script id="{RECORD}">{{}}</script>'.encode() * 2, "2 records"),
    ],
)
def test_what_is_no_page_of_a_run_is_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=reason):
        read_page(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_page(tmp_path / "absent.html")


def test_what_is_never_worked_on_is_refused_wherever_it_stands(
    over_rows: Path, elsewhere: Config, tmp_path: Path
) -> None:
    def change(record: dict[str, Any]) -> None:
        table = next(iter(record["run"]["tables"].values()))
        table["cells"][0][1] = "CC(C)OP(C)(=O)F"

    with pytest.raises(BlockedError):
        replay_page(rewritten(over_rows, tmp_path / "a.html", change), elsewhere, tmp_path)


class Outline(HTMLParser):
    """The tags of a page, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.odd: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        self.odd += [name for name, _ in attrs if name.startswith("on")]


SPITEFUL = st.lists(
    st.sampled_from(
        ["</script>", "<script>alert(1)</script>", "<!--", "-->", "<img src=x onerror=y>", '"', "'", "&lt;"]
    )
    | st.sampled_from(["</style>", "]]>", "\u2028", "\u202e", "\x00", "\ud800", "javascript:"])
    | st.text(max_size=6),
    max_size=8,
).map("".join)


@settings(deadline=None, max_examples=40)
@given(question=SPITEFUL, value=SPITEFUL, made=SPITEFUL)
def test_no_text_of_a_run_becomes_a_part_of_the_page(
    demo_pages: Callable[[str, str, str], str], question: str, value: str, made: str
) -> None:
    plain, spiteful = Outline(demo_pages("q", "v", "m")), Outline(demo_pages(question, value, made))
    assert sorted(spiteful.tags) == sorted(plain.tags)
    assert spiteful.odd == []
    assert all(one.startswith(("data:", "https://doi.org/")) for one in spiteful.addresses)


@pytest.fixture(scope="module")
def demo_pages() -> Iterator[Callable[[str, str, str], str]]:
    """Pages of a run of one step with texts of one's own."""
    from scitoolagent.records import Answer, AnswerValue, Plan, Step, StepResult, Value

    def made_of(question: str, value: str, made: str) -> str:
        texts = [text.encode("utf-8", "replace").decode() for text in (question, value, made)]
        question, value, made = (text or "x" for text in texts)
        query = Query(
            text=question, entities=(Entity(handle="note1", type="Note", value=value, text=value, start=0, end=0),)
        )
        plan = Plan(steps=(Step(id=1, tool="qed", arguments={"smiles": "$query.note1"}),), goals=())
        result = StepResult(
            step=1,
            tool="qed",
            status="ok",
            arguments={"smiles": value},
            outputs={"note": Value(type="Note", value=made)},
            source=made,
        )
        told = AnswerValue(
            label=made, subject=value, type="Note", value=made, unit=None, step=1, tool="qed", source=made
        )
        answer = Answer(status="complete", text=made, values=(told,), notes=(made,), conclusion=made, design=made)
        run = RecordedRun(
            "20260101-000000-abcdef", "0.1.0", "2026-01-01T00:00:00+00:00", query, plan, {1: result}, answer
        )
        graph = load_graph()
        return page(run, graph, pack(run, graph, Path("/absent"), Path("/absent")))

    yield made_of


def test_the_page_holds_what_a_reader_needs_and_fetches_nothing(
    demo: RecordedRun, config: Config, tmp_path: Path
) -> None:
    path = export(demo, load_graph(), "html", None, tmp_path, config.cache_dir / "tables")
    text = path.read_text(encoding="utf-8")
    outline = Outline(text)
    assert outline.tags.count("script") == 1
    assert all(one.startswith(("data:", "https://doi.org/")) for one in outline.addresses)
    shown = read_page(path).text
    for needed in (demo.query.text, "C8H10N4O2", "Ertl et al. 2000", "10.1021/jm000942e", demo.environment["rdkit"]):
        assert needed in shown
    assert str(tmp_path) not in text
    bib = re.search(r"data:application/x-bibtex;base64,([^\"]+)", text)
    assert bib is not None
    assert "doi = {10.1021/jm000942e}" in base64.b64decode(bib[1]).decode()


def test_large_files_stay_outside_and_are_named(demo: RecordedRun, tmp_path: Path) -> None:
    (tmp_path / "small.csv").write_text("a\n1\n")
    (tmp_path / "large.csv").write_bytes(b"x" * 3_000_000)
    entities = tuple(
        Entity(handle=f"file{number}", type="CsvFile", value=name, text=name, start=0, end=0)
        for number, name in enumerate(("small.csv", "large.csv", "gone.csv", "../out.csv"))
    )
    from scitoolagent.records import Schema

    tables = tuple(Schema(file=entity.handle) for entity in entities)
    query = demo.query.model_copy(update={"entities": (*demo.query.entities, *entities), "tables": tables})
    packed = pack(dataclasses.replace(demo, query=query), load_graph(), tmp_path, tmp_path)
    files = {file.name: file for file in packed.files}
    assert base64.b64decode(files["small.csv"].content or "") == b"a\n1\n"
    assert files["large.csv"].content is None
    assert files["large.csv"].sha256 == hashlib.sha256(b"x" * 3_000_000).hexdigest()
    assert files["gone.csv"].sha256 == ""
    assert "../out.csv" not in files


@pytest.mark.parametrize("name", ["a.csv", "data/my table.csv", "Ångström.cif"])
def test_a_name_below_the_folder_is_taken(name: str) -> None:
    assert is_plain_name(name)


@pytest.mark.parametrize("name", ["", ".", "..", "/a", "a//b", "a/../b", "C:a", "a\\b", "a\nb", " a", "a/ /b", "a\x00"])
def test_a_name_that_leads_elsewhere_is_none(name: str) -> None:
    assert not is_plain_name(name)
