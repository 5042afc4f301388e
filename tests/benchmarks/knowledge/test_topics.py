"""The split by PMID, what may be known before it, and the counting of novelty and alignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.topics import (
    Task,
    fitting_rows,
    main,
    make_task,
    methods,
    open_ranking,
    scored,
    split,
)
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.pubtator import Abstract

KINDS = {"C": "ChemicalEntity", "G": "GeneOrGeneProduct", "D": "DiseaseOrPhenotypicFeature", "S": "OrganismTaxon"}


def abstract(pmid: int, *relations: tuple[str, str, str], also: str = "") -> Abstract:
    ids = dict.fromkeys([*(end for _, *ends in relations for end in ends), *also.split()])
    mentions = [(one, KINDS[one[0]], f"name of {one}") for one in ids]
    return Abstract(str(pmid), f"title {pmid}", "text", mentions, [(*one, "Novel") for one in relations])


# C1 and D1 share G1; 60 and 70 are the later fifth and more. Of 60's pairs C1-D1 can be found, C1-G1 is known, C1-D9
# is about an entity that nobody has named before, and S1 is a species; D1-D2 is a pair that no rule allows.
EARLY = [
    abstract(9, ("Negative_Correlation", "C1", "G1")),
    abstract(10, ("Association", "G1", "D1"), also="S1"),
    abstract(20, ("Association", "G2", "D2")),
    abstract(30, ("Negative_Correlation", "C2", "D2")),
    abstract(40, ("Association", "G1", "D3")),
    abstract(50, ("Association", "G1", "D4")),
    abstract(51, also="D1"),
    abstract(52, also="D1"),
]
LATE = [
    abstract(60, ("Negative_Correlation", "C1", "D1"), ("Association", "C1", "D9"), ("Association", "C1", "S1")),
    abstract(70, ("Association", "G1", "C1"), ("Association", "D1", "D2"), ("Bind", "C1", "C1")),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = []
    # The order of the file is not that of the PMIDs.
    for one in [*LATE, *EARLY]:
        lines += [f"{one.pmid}|t|{one.title}", f"{one.pmid}|a|{one.text}"]
        lines += [f"{one.pmid}\t0\t1\t{text}\t{kind}\t{name}" for name, kind, text in one.mentions]
        lines += ["\t".join((one.pmid, *row)) for row in one.relations]
        lines.append("")
    path = tmp_path / "small.PubTator"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def task() -> Task:
    return make_task(EARLY, LATE)


def test_the_newest_fifth_by_number_comes_later(file: Path) -> None:
    early, late = split(file, "pmid")
    assert [one.pmid for one in late] == ["60", "70"]
    assert [one.pmid for one in early][:2] == ["9", "10"]
    early, late = split(file, "earlier")
    assert [one.pmid for one in late] == ["51", "52"]
    assert not {"60", "70"} & {one.pmid for one in early}


def test_what_is_to_be_found(task: Task) -> None:
    assert task.later == {frozenset(("C1", "D1")): frozenset({"Negative_Correlation"})}
    assert task.seeds == ("C1", "D1")
    assert frozenset(("C1", "G1")) in task.known


def test_nothing_of_the_later_articles_is_in_the_store(task: Task) -> None:
    with pytest.raises(GraphError):
        task.store.entity("D9")
    assert task.store.get_articles("C1").ids == ("9",)
    assert not task.store.known("C1", "D1")


def test_scores_are_shares_of_k(task: Task) -> None:
    rows = {"C1": [("D1", "Negative_Correlation"), ("D2", "Association")], "D1": [("C1", "Association")]}
    first, second = scored(task, "fixed", lambda one: [rows[one]], task.seeds, (1, 2))
    assert (first.alignment[0], first.typed[0], first.found[0], first.novelty[0]) == (1.0, 0.5, 1.0, 1.0)
    # Of two asked for, each found one; the missing second of D1 counts as not found.
    assert (second.alignment[0], second.typed[0], second.hypotheses) == (0.5, 0.25, 3)


def test_novelty_is_counted_on_the_file(task: Task) -> None:
    (row,) = scored(task, "knows", lambda one: [[("G1", "Association")]], ["C1"], (1,))
    assert (row.novelty[0], row.alignment[0]) == (0.0, 0.0)


def test_every_baseline_proposes_only_what_is_new(task: Task) -> None:
    for name, method in methods(task).items():
        for row in scored(task, name, method, task.seeds):
            assert row.novelty[0] == 1.0, name
    made = methods(task)
    # D1, D3 and D4 share G1 with C1; D1 is named in more articles than the others.
    assert made["model-free agent"]("C1")[0][0][0] == "D1"
    assert {other for other, _ in made["ABC over relations, shared neighbours"]("C1")[0]} == {"D1", "D3", "D4"}


def test_open_ranking_and_chance(task: Task) -> None:
    rows = open_ranking(task)
    # 2 chemicals, 2 genes, 4 diseases: C-C 1, C-G 4, C-D 8, G-G 1, G-D 8, of which 6 are known.
    assert rows[-1]["alignment"] == pytest.approx(1 / (22 - 6))


def test_rows_that_fit_the_table() -> None:
    assert fitting_rows(EARLY) == (6, 6)
    # A species, two diseases, and two chemicals that bind do not fit.
    assert fitting_rows(LATE) == (3, 6)


def test_the_command_prints_and_writes(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    monkeypatch.setattr("sys.argv", ["bioverge", "--data", str(file), "--out", str(out)])
    main()
    assert '"model-free agent"' in capsys.readouterr().out
    assert '"to be found": 1' in out.read_text(encoding="utf-8")
    with pytest.raises(GraphError, match="at least 5"):
        split(_short(tmp_path), "pmid")


def _short(folder: Path) -> Path:
    path = folder / "short.PubTator"
    path.write_text("1|t|a\n1|a|b\n", encoding="utf-8")
    return path
