"""Corpora: reading, searching, keeping on disk; sentences and abbreviations."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.abbreviations import Abbreviations, defined_in, expansions
from scitoolagent.knowledge.claims.corpus import Abstract, Corpus, open_kept, read_abstracts
from scitoolagent.knowledge.claims.sentences import sentences_of

ABSTRACTS = (
    Abstract("1", "Aspirin and heart attacks", ("Aspirin lowers the risk of heart attacks.", "It thins the blood.")),
    Abstract("2", "Statins", ("Statins lower cholesterol.", "Muscle pain is a side effect.")),
    Abstract("3", "Stress in cells", ("Endoplasmic reticulum (ER) stress was measured.", "ER stress rose.")),
    Abstract("4", "Unfolded proteins", ("The endoplasmic reticulum folds proteins.",)),
    Abstract("5", "Sleep", ("Sleep helps memory.",)),
)


class Letters:
    """Counts letters: near texts share letters. `shift` makes another embedder of it."""

    def __init__(self, shift: int = 0) -> None:
        self._shift = shift

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 26), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for sign in text.lower():
                if "a" <= sign <= "z":
                    row[(ord(sign) - 97 + self._shift) % 26] += 1
        return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), dtype=np.float32)


def ids(corpus: Corpus, text: str, limit: int = 50, mode: str = "hybrid") -> list[str]:
    return [hit.abstract.id for hit in corpus.search(text, limit, "bm25" if mode == "bm25" else "hybrid")]


def test_bm25_is_that_of_lucene() -> None:
    """By hand: idf = ln(1 + (N - n + 0.5)/(n + 0.5)); tf part = f/(f + k1(1 - b + b·len/mean)), k1 1.5, b 0.75."""
    corpus = Corpus([Abstract("a", "", ("cat dog",)), Abstract("b", "", ("dog dog dog",)), Abstract("c", "", ("cow",))])
    found = {hit.abstract.id: hit.score for hit in corpus.search("cat", 3, "bm25")}
    expected = math.log(1 + (3 - 1 + 0.5) / 1.5) * 1 / (1 + 1.5 * (1 - 0.75 + 0.75 * 2 / 2))
    assert found["a"] == pytest.approx(expected, rel=1e-5)
    assert (found["b"], found["c"]) == (0, 0)


def test_words_are_found_in_other_forms() -> None:
    corpus = Corpus(ABSTRACTS)
    assert ids(corpus, "lowering cholesterol with a statin", 1) == ["2"]
    assert ids(corpus, "lowering cholesterol with a statin", 1, "bm25") == ["2"]


def test_an_abbreviation_finds_its_long_form() -> None:
    """Abstract 4 never says ER; only the definition in abstract 3 joins them."""
    corpus = Corpus(ABSTRACTS)
    assert ids(corpus, "ER", 2) == ["3", "4"]
    assert {hit.abstract.id for hit in corpus.search("ER", 5, "bm25") if hit.score > 0} == {"3"}


def test_the_best_abstracts_lend_their_words() -> None:
    """Abstract 3 has no word of the query, but one of the abstract that has; 2 has none of either."""
    texts = ("statins lower cholesterol", "sleep helps memory", "statins cause pain", "birds sing early")
    corpus = Corpus([Abstract(str(number), "", (text,)) for number, text in enumerate(texts, 1)])
    assert ids(corpus, "cholesterol", 2) == ["1", "3"]
    assert ids(corpus, "cholesterol", 2, "bm25") == ["1", "2"], "all but the first score nothing, so their order stays"


def test_embeddings_rank_what_shares_no_word() -> None:
    corpus = Corpus([Abstract("x", "", ("zzz zz",)), Abstract("y", "", ("aaa aa",))], Letters())
    assert ids(corpus, "aaaa", 1) == ["y"]
    assert ids(corpus, "zzzzz", 1) == ["x"]


def test_kept_and_opened_again_it_answers_the_same(tmp_path: Path) -> None:
    corpus = Corpus(ABSTRACTS, Letters())
    corpus.save(tmp_path / "c")
    again = Corpus.open(tmp_path / "c", Letters())
    for text in ("ER stress", "aspirin against heart attacks", "sleep"):
        assert [(hit.abstract, pytest.approx(hit.score)) for hit in corpus.search(text)] == [
            (hit.abstract, hit.score) for hit in again.search(text)
        ]


def test_another_embedder_or_a_broken_index_is_refused(tmp_path: Path) -> None:
    Corpus(ABSTRACTS, Letters()).save(tmp_path / "c")
    with pytest.raises(GraphError, match="another embedder"):
        Corpus.open(tmp_path / "c", Letters(shift=3))
    with (tmp_path / "c" / "abstracts.jsonl").open("a") as file:
        file.write('{"id": "9", "abstract": "More."}\n')
    with pytest.raises(GraphError, match="different sizes"):
        Corpus.open(tmp_path / "c", Letters())
    with pytest.raises(GraphError, match="cannot be read"):
        Corpus.open(tmp_path / "none")


def test_an_index_of_other_stems_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Corpus(ABSTRACTS).save(tmp_path / "c")
    monkeypatch.setattr("scitoolagent.knowledge.claims.corpus.stem", lambda word: word[:3])
    with pytest.raises(GraphError, match="cut another way"):
        Corpus.open(tmp_path / "c")


def test_a_kept_index_follows_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"doc_id": 7, "title": "T", "abstract": ["One.", "Two."]}\n')
    assert open_kept(path, tmp_path / "kept").abstract("7").text == "One. Two."
    index = next((tmp_path / "kept").iterdir())
    (index / "corpus.json").write_text("{")
    assert open_kept(path, tmp_path / "kept").abstract("7").sentences == ("One.", "Two.")
    path.write_text('{"pmid": "8", "title": null, "abstract": "Three."}\n')
    assert [one.id for one in open_kept(path, tmp_path / "kept").abstracts] == ["8"]


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "1"}', '{"abstract": "x"}', '{"id": [], "abstract": "x"}'])
def test_a_line_that_is_no_abstract_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "abstract": "x"}) + "\n" + line + "\n")
    with pytest.raises(GraphError, match="line 2"):
        list(read_abstracts(path))


def test_no_abstracts_and_one_id_twice_are_refused() -> None:
    with pytest.raises(GraphError, match="not 0"):
        Corpus([])
    with pytest.raises(GraphError, match="'1'"):
        Corpus([ABSTRACTS[0], ABSTRACTS[0]])


def test_sentences_end_where_people_end_them() -> None:
    text = "Mice (n = 5) were fed, e.g. Corn. P. Smith et al. Report 0.5 mg vs. Placebo. Did it help? Yes."
    assert sentences_of(text) == [
        "Mice (n = 5) were fed, e.g. Corn.",
        "P. Smith et al. Report 0.5 mg vs. Placebo.",
        "Did it help?",
        "Yes.",
    ]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Levels fell to 10 ug/L. No effect was seen.", ["ug/L.", "seen."]),
        ("It is due to lack of vitamin C. It does not occur otherwise.", ["vitamin C.", "otherwise."]),
        ("They had hepatitis A and B. Others had none.", ["A and B.", "none."]),
        ("Was it safe? The answer was no. Patients died.", ["safe?", "no.", "died."]),
        ("As shown by J. Smith, no. 5 grew. A. B. Jones agreed.", ["grew.", "agreed."]),
        ("Mice were infected with S. Typhimurium. All died.", ["Typhimurium.", "died."]),
        ("Serovars of S. Enteritidis spread.", ["spread."]),
        ("We used the model of J. Smith. John F. Kennedy did not.", ["Smith.", "not."]),
        ("The serovar Typhi (S. Typhi) spreads. They killed S. Typhi. None grew.", ["spreads.", "Typhi.", "grew."]),
        (
            "Cells lack receptors of A and B. Cells die. They grow with vitamin D. Mice, too.",
            ["B.", "die.", "D.", "too."],
        ),
        ("It ends in meiosis I. Partial loss follows. It was 9.4 T. Chronic hypoxia began.", ["I.", "s.", "T.", "n."]),
    ],
)
def test_a_single_capital_ends_a_sentence_where_it_is_no_initial(text: str, ends: list[str]) -> None:
    """Two sentences read as one turn a finding into its opposite: the denial of the second is said of the first."""
    found = sentences_of(text)
    assert len(found) == len(ends)
    assert all(one.endswith(end) for one, end in zip(found, ends, strict=True))


@given(st.text(alphabet="aB. !?(\"'1\n", max_size=60))
def test_sentences_are_substrings_that_lose_nothing(text: str) -> None:
    found = sentences_of(text)
    assert all(one in text and one for one in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_abbreviations_are_read_as_schwartz_and_hearst_do() -> None:
    """The examples of their paper (PSB 2003): heat shock transcription factor (HSF), Pepsinogen."""
    found = defined_in("We cloned heat shock transcription factor (HSF) and methyl methanesulfonate sulfate (MMS) too.")
    assert found == {"HSF": "heat shock transcription factor", "MMS": "methyl methanesulfonate sulfate"}
    assert defined_in("It was done (see Fig) in mice (n = 5) by them (ABC).") == {}


def test_a_disputed_abbreviation_stands_for_nothing() -> None:
    texts = ["cat dog (CD)", "cow duck (CD)", "crab deer (CD)", "big apple (BA)"]
    known = Abbreviations(expansions(texts))
    assert known.known == {"BA": "big apple"}
    assert known.other_forms("the BA") == ["big apple"]
    assert known.other_forms("the Big  apple") == ["BA"]
