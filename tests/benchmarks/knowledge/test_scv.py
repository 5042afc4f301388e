"""The reader of SciFact and the counting of recall, quotes and verdicts."""

from __future__ import annotations

import io
import zipfile

import pytest

from scitoolagent.benchmarks.knowledge.scv import questions, read_claims, read_corpus, recall, verdicts
from scitoolagent.knowledge.claims.corpus import Abstract, Corpus
from scitoolagent.knowledge.claims.verification import Judgement, Quote, RuleJudge

CORPUS = """doc_id,title,abstract,structured
1,Aspirin,"['Aspirin thins blood.'
 ""It's cheap, isn't it?""
 'A \\'quoted\\' word.']",False
2,Sleep,"['Sleep helps memory.']",False
"""
CLAIMS = """id,claim,evidence_doc_id,evidence_label,evidence_sentences,cited_doc_ids
5,Aspirin thins blood.,1,SUPPORT,[0],[1 2]
5,Aspirin thins blood.,1,SUPPORT,[1 2],[1 2]
6,Sleep does not help memory.,2,CONTRADICT,[0],[2]
7,Zebrafish grow fins.,,,[],[2]
"""


@pytest.fixture
def archive() -> zipfile.ZipFile:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        file.writestr("corpus_train.csv", CORPUS)
        file.writestr("claims_validation.csv", CLAIMS)
    return zipfile.ZipFile(held)


def test_sentences_and_claims_are_read(archive: zipfile.ZipFile) -> None:
    first, second = read_corpus(archive)
    assert first.sentences == ("Aspirin thins blood.", "It's cheap, isn't it?", "A 'quoted' word.")
    assert (second.id, second.title) == ("2", "Sleep")
    claims = read_claims(archive, "claims_validation.csv")
    assert [(one.id, one.verdict) for one in claims] == [("5", "Support"), ("6", "Refute"), ("7", "NEI")]
    assert claims[0].evidence == {"1": frozenset({0, 1, 2})}
    assert claims[0].cited == {"1", "2"}


class Wrong:
    """Supports everything with the last sentence of abstract 1."""

    def judge(self, claim: str, abstract: Abstract) -> Judgement:
        if abstract.id != "1":
            return Judgement(abstract.id, "NEI", (), 0.1, "no")
        return Judgement("1", "Support", (Quote("1", abstract.sentences[-1]),), 1.0, "yes")


def test_verdicts_quotes_and_recall_are_counted(archive: zipfile.ZipFile) -> None:
    corpus, claims = Corpus(read_corpus(archive)), read_claims(archive, "claims_validation.csv")
    good = verdicts(corpus, claims, RuleJudge(corpus))
    assert good["confusion"] == {"NEI>NEI": 1, "Refute>Refute": 1, "Support>Support": 1}
    assert str(good["right quotes of all"]).startswith("100.0 %")
    bad = verdicts(corpus, claims, Wrong())
    assert bad["confusion"] == {"NEI>Support": 1, "Refute>Support": 1, "Support>Support": 1}
    assert str(bad["wrong side"]).startswith("33.3 %") and str(bad["accuracy"]).startswith("33.3 %")
    # Its quote is marked for the first claim; for the other two the abstract has no mark at all.
    assert str(bad["right quotes in marked abstracts"]).startswith("100.0 %")
    assert str(bad["right quotes of all"]).startswith("33.3 %")
    found = recall(corpus, claims, "bm25")
    assert str(found["evidence recall@10"]).startswith("100.0 %") and str(found["cited recall@10"]).startswith(
        "100.0 %"
    )


def test_questions_are_judged_by_their_own_abstract() -> None:
    rows = {
        "1": {"QUESTION": "Does sleep help memory?", "CONTEXTS": ["Sleep helps memory."], "final_decision": "yes"},
        "2": {"QUESTION": "Does sleep help memory?", "CONTEXTS": ["Fish swim."], "final_decision": "no"},
    }
    corpus = Corpus([Abstract("x", "", ("Sleep helps memory.",)), Abstract("y", "", ("Fish swim.",))])
    assert questions(rows, RuleJudge(corpus))["confusion"] == {"Refute>NEI": 1, "Support>Support": 1}
