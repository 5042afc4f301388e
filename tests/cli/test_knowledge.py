"""`scitoolagent knowledge` from load to answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.knowledge import app
from scitoolagent.errors import ConfigError, GraphError


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def triples(tmp_path: Path) -> Path:
    path = tmp_path / "t.tsv"
    path.write_text("Flu\thas_symptom\tFever\nCold\thas_symptom\tFever\nbroken\n")
    return path


def test_load_stats_and_query(triples: Path) -> None:
    told = run("load", "mine", str(triples), "--format", "triples")
    assert "3 entities and 2 relations" in told
    assert "1 rows were broken and left out; the first: t.tsv, line 3: it has 1 cells instead of 3" in told
    assert "mine" in run("stats")
    assert json.loads(run("stats", "mine", "--json"))["types"] == {"Disease": 2, "Symptom": 1}
    assert "has symptom" in run("stats", "mine")
    asked = json.loads(run("query", "mine", "Which diseases have the symptom fever?", "--json"))
    assert [row[0] for row in asked["rows"]] == ["Cold", "Flu"]
    assert "read as: Fever ←has symptom— Disease" in run("query", "mine", "Which diseases have the symptom fever?")
    one = json.loads(run("query", "mine", "fever", "--json", "--limit", "1"))
    assert (len(one["rows"]), one["truncated"]) == (1, True)
    sparql = "SELECT ?s WHERE { ?s a <urn:scitoolagent:type:Symptom> }"
    assert json.loads(run("query", "mine", sparql, "--json"))["rows"] == [["urn:scitoolagent:entity:Fever"]]


def test_strict_loads_nothing(triples: Path) -> None:
    with pytest.raises(GraphError, match=r"line 3.*--strict"):
        run("load", "mine", str(triples), "--format", "triples", "--strict")
    assert "mine" not in json.loads(run("stats", "--json"))


def test_what_cannot_be_answered_ends_with_one() -> None:
    assert "not answered: no entity" in run("query", "demo", "Which diseases are rare?", code=1)
    told = json.loads(run("query", "demo", "Which drugs do not treat arthritis?", "--json", code=1))
    assert told["answered"] is False


def test_hypotheses_are_relations_that_the_graph_does_not_have() -> None:
    told = json.loads(run("hypothesise", "demo", "metformin", "--rules", "--json"))
    # Metformin treats a disease that this protein is joined to, and no relation joins the two.
    assert [(one["subject"]["id"], one["object"]["id"]) for one in told["hypotheses"]] == [("DB00331", "Q09428")]
    assert "only 1 of 5 could be found" in run("hypothesise", "demo", "metformin", "--rules")
    with pytest.raises(GraphError, match="no entity"):
        run("hypothesise", "demo", "no such thing", "--rules")


def test_a_statement_is_held_against_a_graph_that_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("metformin\ttreats\ttype 2 diabetes mellitus\nmetformin\ttreats\tasthma\n")
    run("load", "mine", str(path), "--format", "triples")
    words = ("check", "mine", "metformin", "treats")
    told = json.loads(run(*words, "type 2 diabetes mellitus", "--against", "mine", "--json"))
    assert told["verdict"] == "support"
    assert [one["source"] for one in told["findings"]] == ["mine"]
    # Nobody was asked, or nobody knows: that is no verdict.
    assert "not verified" in run(*words, "asthma", code=1)
    assert "not verified" in run("check", "demo", "aspirin", "treats", "metformin", "--against", "demo", code=1)
    assert "support" in run("check", "demo", "metformin", "--against", "demo")
    with pytest.raises(ConfigError, match="the other entity"):
        run("check", "demo", "metformin", "treats")
