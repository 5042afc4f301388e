"""`scitoolagent knowledge` from load to answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.knowledge import app
from scitoolagent.errors import BlockedError, ConfigError, GraphError
from scitoolagent.llm import Message, Reply
from scitoolagent.records import Usage


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
    assert "understood as: Fever ←has symptom— Disease" in run(
        "query", "mine", "Which diseases have the symptom fever?"
    )
    one = json.loads(run("query", "mine", "fever", "--json", "--limit", "1"))
    assert (len(one["rows"]), one["truncated"]) == (1, True)
    sparql = "SELECT ?s WHERE { ?s a <urn:scitoolagent:type:Symptom> }"
    assert json.loads(run("query", "mine", sparql, "--json"))["rows"] == [["urn:scitoolagent:entity:Fever"]]


@pytest.mark.parametrize("made", ['"CC(C)OP(C)(=O)F"', 'CONCAT("CC(C)O", "P(C)(=O)F")', '"sarin"'])
def test_what_a_query_of_ones_own_writes_is_screened(triples: Path, made: str) -> None:
    run("load", "mine", str(triples), "--format", "triples")
    with pytest.raises(BlockedError):
        run("query", "mine", f"SELECT ?x WHERE {{ ?s ?p ?o BIND({made} AS ?x) }}")


def test_strict_loads_nothing(triples: Path) -> None:
    with pytest.raises(GraphError, match=r"line 3.*--strict"):
        run("load", "mine", str(triples), "--format", "triples", "--strict")
    assert "mine" not in json.loads(run("stats", "--json"))


def test_what_cannot_be_answered_ends_with_one() -> None:
    assert "not answered: 'rare' was not understood" in run("query", "demo", "Which diseases are rare?", code=1)
    told = json.loads(run("query", "demo", "Which drugs do not treat arthritis?", "--json", code=1))
    assert told["answered"] is False


def test_words_that_an_answer_does_not_use_are_told() -> None:
    question = "Which drugs treat type 2 diabetes mellitus in greenhouses?"
    assert "not understood and not used: greenhouses" in run("query", "demo", question, code=1)
    told = json.loads(run("query", "demo", question, "--json", code=1))
    assert told["unread"] == ["greenhouses"]
    assert told["reading"] == "type 2 diabetes mellitus ←treats— Compound"
    assert {row[0] for row in told["rows"]} == {"DB00331", "DB01016"}


def test_hypotheses_are_relations_that_the_graph_does_not_have() -> None:
    told = json.loads(run("hypothesise", "demo", "metformin", "--rules", "--json"))
    # Metformin treats a disease that this protein is joined to, and no relation joins the two.
    assert [(one["subject"]["id"], one["object"]["id"]) for one in told["hypotheses"]] == [("DB00331", "Q09428")]
    assert "only 1 of 5 could be found" in run("hypothesise", "demo", "metformin", "--rules")
    with pytest.raises(GraphError, match="no entity"):
        run("hypothesise", "demo", "no such thing", "--rules")


def test_a_relation_is_proposed_for_two_given_entities() -> None:
    told = json.loads(run("propose", "demo", "metformin", "Q09428", "--rules", "--json"))
    assert {told["head"]["id"], told["tail"]["id"]} == {"DB00331", "Q09428"}
    # Compounds only inhibit proteins in this graph, so that nothing speaks for this one but that.
    assert (told["chosen"]["relation"], told["chosen"]["score"], told["accepted"]) == ("inhibits", None, False)
    assert "Proposals for metformin and ATP-binding" in run("propose", "demo", "metformin", "Q09428", "--rules")
    strict = json.loads(run("propose", "demo", "metformin", "Q09428", "--rules", "--unjudged", "--json"))
    assert (strict["accepted"], strict["chosen"]["score"]) == (False, None)
    with pytest.raises(GraphError, match="the same entity"):
        run("propose", "demo", "metformin", "metformin", "--rules")
    with pytest.raises(ConfigError, match="sources are some of"):
        run("propose", "demo", "metformin", "Q09428", "--rules", "--source", "gossip")


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


class Script:
    """A model that says what it was told to say; in a check of claims, by the role that it is asked to take."""

    name = "script"

    def __init__(self, said: dict[str, list[dict[str, Any]]]) -> None:
        self._said = {who: list(calls) for who, calls in said.items()}

    def complete(self, role: str, messages: Sequence[Message], *_: Any, **__: Any) -> Reply:
        who = next((one for one in self._said if f"You are the {one} " in messages[0].content), role)
        calls = self._said[who]
        call = calls.pop(0) if len(calls) > 1 else calls[0]
        return Reply(json.dumps(call), call, Usage(role=role, model=self.name))


def use(monkeypatch: pytest.MonkeyPatch, **said: list[dict[str, Any]]) -> None:
    script = Script({name.replace("_", " "): calls for name, calls in said.items()})
    monkeypatch.setattr("scitoolagent.llm.model_for", lambda config, role: script)


STEPS = [
    {"action": "find", "name": "aspirin"},
    {"action": "neighbours", "first": "#1", "step": "Protein that it inhibits"},
    {"action": "finish", "first": "#2"},
]


def test_a_model_answers_a_question_that_the_rules_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "What does aspirin put out of action?"
    assert "not answered" in run("query", "demo", question, code=1)
    use(monkeypatch, planner=STEPS)
    told = json.loads(run("query", "demo", question, "--model", "--json"))
    assert [row[0] for row in told["rows"]] == ["P23219", "P35354"]
    use(monkeypatch, planner=STEPS)
    assert "answered by script in 3 turns" in run("query", "demo", question, "--model")
    use(monkeypatch, planner=STEPS[:1])
    assert "the model said the same" in run("query", "demo", question, "--model", code=1)


@pytest.mark.parametrize("words", [("query", "demo", "Which genes?"), ("check", "demo", "aspirin")])
def test_a_model_that_is_not_set_is_named(words: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match="SCITOOLAGENT_MODEL_URL"):
        run(*words, "--model")


def move(action: str, target: str = "", text: str = "") -> dict[str, str]:
    return {"action": action, "target": target, "text": text}


def test_a_model_leads_a_check_and_does_not_make_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    duty: dict[str, list[dict[str, Any]]] = {
        "leader": [
            move("delegate", "graph agent"),
            move("delegate", "validation agent"),
            move("conclude", "", "support"),
        ],
        "graph_agent": [move("call", "look up node"), move("report", "", "it is there")],
        "validation_agent": [move("call", "demo"), move("report", "", "it supports")],
    }
    use(monkeypatch, **duty)
    told = json.loads(run("check", "demo", "metformin", "--against", "demo", "--model", "--json"))
    assert told["verdict"] == "support"
    use(monkeypatch, **{**duty, "leader": [*duty["leader"][:2], move("conclude", "", "refute")]})
    told = json.loads(run("check", "demo", "metformin", "--against", "demo", "--model", "--json", code=1))
    assert told["verdict"] == "not verified"


def test_abstracts_are_asked_about_a_relation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quote = "Metformin treats type 2 diabetes mellitus in adults."
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": "7", "title": "Metformin", "abstract": [quote]},
        *({"id": str(number), "title": "Rice", "abstract": [f"Rice grows in field {number}."]} for number in range(9)),
    ]
    path.write_text("".join(json.dumps({**row, "id": f"p{place}"}) + "\n" for place, row in enumerate(rows)))
    words = ("check", "demo", "metformin", "treats", "type 2 diabetes mellitus", "--corpus", str(path), "--json")
    told = json.loads(run(*words))
    assert (told["verdict"], told["findings"][0]["source"]) == ("support", "publications")
    assert quote in told["reason"]
    other = ("check", "demo", "aspirin", "treats", "type 2 diabetes mellitus", "--potential", *words[5:])
    assert json.loads(run(*other, code=1))["verdict"] == "not verified"
    # The model reads the abstracts too; it has to name the sentence.
    duty = {
        "leader": [
            move("delegate", "graph agent"),
            move("delegate", "validation agent"),
            move("conclude", "", "support"),
        ],
        "graph_agent": [move("call", "look up relation"), move("report")],
        "validation_agent": [move("call", "publications"), move("report")],
    }
    for said, verdict, code in (([1], "support", 0), ([], "not verified", 1)):
        use(monkeypatch, summarizer=[{"sentences": said, "verdict": "Support"}], **duty)
        assert json.loads(run(*words, "--model", code=code))["verdict"] == verdict


def test_what_a_complete_reference_lacks_is_wrong(tmp_path: Path) -> None:
    right = "metformin\ttreats\tdiabetes\naspirin\ttreats\tpain\n"
    for name, text in (("truth", right), ("mine", right + "metformin\ttreats\tpain\nodd\ttreats\tpain\n")):
        path = tmp_path / f"{name}.tsv"
        path.write_text(text)
        run("load", name, str(path), "--format", "triples")
    planted = (("check", "mine", "metformin", "treats", "pain"), ("check", "mine", "odd"))
    for words in planted:
        assert "not verified" in run(*words, "--against", "truth", code=1)
        assert "refute" in run(*words, "--against", "truth", "--complete")
    for words in (("check", "mine", "metformin", "treats", "diabetes"), ("check", "mine", "aspirin")):
        assert "support" in run(*words, "--against", "truth", "--complete")
    with pytest.raises(ConfigError, match="--against"):
        run(*planted[0], "--complete")


def test_what_a_file_says_does_not_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "odd.obo"
    path.write_text("format-version: 1.2\n\n[Term]\nid: X:1\x1b[31m\nname: red\nis_a: X:1\x1b[31m\n")
    told = run("load", "odd", str(path))
    assert "goes round" in told and "\x1b" not in told


def test_a_patch_is_shown_before_it_is_taken(triples: Path, tmp_path: Path) -> None:
    run("load", "mine", str(triples))
    patch = tmp_path / "p.rdfp"
    patch.write_text(
        "# 7: a harmless title\n# why: \x1b[2Jtrust me\nTX .\nD <urn:scitoolagent:entity:Flu> "
        "<urn:scitoolagent:relation:has_symptom> <urn:scitoolagent:entity:Fever> .\nTC .\n"
    )
    done = CliRunner().invoke(app, ["patch", "mine", str(patch)], input="n\n")
    assert "delete <urn:scitoolagent:entity:Flu>" in done.output and "\x1b" not in done.output
    assert "none of 1 changes was taken" in done.output
    assert "1 of 1 changes taken" in CliRunner().invoke(app, ["patch", "mine", str(patch)], input="y\n").output
    assert json.loads(run("query", "mine", "Flu", "--json"))["rows"] == []
