"""The encoder of the chart: how it lays out and tags a question, and what its tags add to the lattice and take away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.chart.edges import Edge
from scitoolagent.chart.encoder import LAYERS, MOST_PIECES, Encoder, Layout, Tagged, Vocabulary, loaded
from scitoolagent.chart.tags import Tags
from scitoolagent.chart.tokens import tokenize
from scitoolagent.columns import Column, Schema

LABELS = ("C", "C+gt", "C+max", "F", "O:mean", "O:sort", "V", "X")
PIECES = ("[UNK]", "[CLS]", "[SEP]", "turb", "##id", "##ity", "cafe", "-", "x")
SCHEMA = Schema(
    file="file1",
    columns=(
        Column(name="rod"),
        Column(name="alloy"),
        Column(name="E_GPa", kind="number", unit="GPa"),
        Column(name="price_eur", kind="number"),
    ),
    values={"alloy": ("Ti64", "AZ31")},
)
# The targets of its layout: nothing, then each column with its classes.
TARGETS = ("", "rod", "alloy", "alloy=Ti64", "alloy=AZ31", "E_GPa", "price_eur")


class Saying:
    """Tags words as a test says: word to label, likeness and target; all others are surely frame."""

    labels = LABELS
    vocabulary = Vocabulary(PIECES)

    def __init__(self, words: Sequence[str], tags: dict[str, tuple[str, float, str]]) -> None:
        self._words, self._tags = words, tags

    def __call__(self, layout: Layout) -> Tagged:
        labels = np.zeros((len(self._words), len(LABELS)))
        links = np.zeros((len(self._words), len(TARGETS)))
        for place, word in enumerate(self._words):
            label, likely, target = self._tags.get(word, ("F", 1.0, ""))
            labels[place, LABELS.index(label)] = likely
            links[place, TARGETS.index(target)] = 1.0
        return Tagged(labels, links)


def candidates(text: str, known: Sequence[Edge] = (), **tags: tuple[str, float, str]) -> set[tuple[str, str, Any]]:
    """Return the candidates as kind, words and value."""
    tokens = tokenize(text)
    words = [token.text for token in tokens]
    found = Tags(cast(Encoder, Saying(words, tags)), tokens, SCHEMA).candidates(known)
    return {(edge.kind, " ".join(words[edge.start : edge.end]), edge.value) for edge in found}


def test_a_word_is_linked_to_the_column_that_it_means() -> None:
    found = candidates("mean stiffness", stiffness=("C", 0.9, "E_GPa"))
    assert ("column", "stiffness", "E_GPa") in found
    assert ("frame", "stiffness", "") not in found


def test_a_word_is_linked_to_a_value() -> None:
    found = candidates("the titanium ones", titanium=("V", 0.9, "alloy=Ti64"))
    assert next(value for kind, _, value in found if kind == "cell").value == "Ti64"


def test_filler_is_passed_over_and_no_number_or_name_of_the_table() -> None:
    passed = {words for kind, words, _ in candidates("my boss nags: AZ31-only rods, 3-fold") if kind == "frame"}
    assert {"my", "boss", "nags"} <= passed
    assert not {"AZ31-only", "3-fold"} & passed


def test_what_changes_the_meaning_is_passed_over_by_nobody() -> None:
    text = "stiffness after subtraction"
    known = [Edge("frame", place, place + 1, "", 0.5) for place in range(3)]
    found = candidates(text, known, stiffness=("C", 0.9, "E_GPa"), subtraction=("X", 0.8, ""))
    assert ("frame", "after", "") in found
    assert ("frame", "subtraction", "") not in found


@pytest.mark.parametrize(("label", "likely"), [("C", 0.4), ("X", 0.5), ("F", 0.8)])
def test_what_is_not_sure_adds_nothing(label: str, likely: float) -> None:
    assert candidates("stiffness", stiffness=(label, likely, "E_GPa")) == set()


def test_a_list_says_which_end_a_superlative_means() -> None:
    listed = [Edge("superlative", 0, 1, "lowest", 1.1)]
    assert ("end_of", "cheapest", ("lowest", "price_eur")) in candidates(
        "cheapest rod", listed, cheapest=("C+max", 0.7, "price_eur")
    )
    unlisted = candidates("priciest rod", priciest=("C+max", 0.7, "price_eur"))
    assert "end_of" not in {kind for kind, _, _ in unlisted}, "a tag that is not sure says no direction"
    assert ("end_of", "priciest", ("highest", "price_eur")) in candidates(
        "priciest rod", priciest=("C+max", 0.95, "price_eur")
    )


def test_what_stands_beside_a_listed_word_is_not_swallowed() -> None:
    known = [Edge("aggregate", 1, 2, "mean", 1.1)]
    tags = {"geometric": ("O:mean", 0.9, ""), "mean": ("O:mean", 0.9, "")}
    assert candidates("geometric mean", known, **tags) == {("aggregate", "mean", "mean")}


def test_how_much_before_a_comparative_asks_for_a_difference() -> None:
    known = [Edge("extent", 0, 2, "difference", 2.1)]
    found = candidates("how much denser", known, denser=("C+gt", 0.95, "E_GPa"))
    assert {("column", "denser", "E_GPa"), ("difference", "how much", "difference")} <= found


def test_a_question_that_is_too_long_is_left_as_it_is() -> None:
    known = [Edge("frame", 0, 1, "", 0.5)]
    assert candidates("cafe " * (MOST_PIECES + 1), known) == {("frame", "cafe", "")}


def test_words_are_split_as_bert_splits_them() -> None:
    vocabulary = Vocabulary(PIECES)
    assert vocabulary.pieces("Turbidity") == [3, 4, 5]
    assert vocabulary.pieces("Café-x") == [6, 7, 8]
    assert vocabulary.pieces("unheard") == [0]
    layout = vocabulary.layout(["cafe"], [("x", ["turbid"])])
    assert layout.pieces == (1, 6, 2, 8, 3, 4, 2)
    assert layout.groups == ((1, 2), (0, 1), (3, 4), (4, 6))


def weights(width: int = 24) -> dict[str, Any]:
    """Return small random weights, by the names of the file."""
    made = np.random.default_rng(7)
    found: dict[str, Any] = {"sharpness": np.ones(1), "places": made.normal(size=(MOST_PIECES, width))}
    found |= {"types": made.normal(size=(2, width)), "vocabulary": np.frombuffer("\n".join(PIECES).encode(), np.uint8)}
    shapes = {"query": (width, width), "key": (width, width), "value": (width, width), "out": (width, width)}
    layer = {**shapes, "up": (4 * width, width), "down": (width, 4 * width)}
    named = {f"layer{number}.{name}": shape for number in range(LAYERS) for name, shape in layer.items()}
    named |= {"query": (width, width), "key": (width, width), "tag": (len(LABELS), width)}
    for name, shape in named.items():
        found[f"{name}.weight"] = made.integers(-127, 127, shape, np.int8)
        found[f"{name}.weight.scale"] = np.full((shape[0], 1), 0.002, np.float32)
        found[f"{name}.bias"] = np.zeros(shape[0])
    for name in ("norm", *(f"layer{number}.{name}" for number in range(LAYERS) for name in ("seen", "made"))):
        found |= {f"{name}.weight": np.ones(width), f"{name}.bias": np.zeros(width)}
    found["pieces"] = made.integers(-127, 127, (len(PIECES), width), np.int8)
    return found | {"pieces.scale": np.full((len(PIECES), 1), 0.01, np.float32)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import hashlib

    made = tmp_path_factory.mktemp("weights")
    np.savez(made / "encoder.npz", **weights())
    checksum = hashlib.sha256((made / "encoder.npz").read_bytes()).hexdigest()
    (made / "card.json").write_text(json.dumps({"labels": LABELS, "sha256": checksum}), encoding="utf-8")
    return made


@given(text=st.text(max_size=200))
def test_any_text_is_tagged(folder: Path, text: str) -> None:
    encoder = loaded(str(folder))
    assert encoder is not None
    layout = encoder.vocabulary.layout([token.text for token in tokenize(text)], [(text, [text])])
    if layout.words and len(layout.pieces) <= MOST_PIECES:
        tagged = encoder(layout)
        assert tagged.labels.shape == (layout.words, len(LABELS))
        assert tagged.links.shape == (layout.words, 3)
        assert np.allclose(tagged.labels.sum(axis=1), 1)


@pytest.mark.parametrize("change", ["swapped", "cut", "empty"])
def test_a_file_that_the_card_does_not_name_is_not_used(folder: Path, tmp_path: Path, change: str) -> None:
    data = (folder / "encoder.npz").read_bytes()
    made = {"swapped": data[:-1] + bytes([data[-1] ^ 1]), "cut": data[:1000], "empty": b""}[change]
    (tmp_path / "encoder.npz").write_bytes(made)
    (tmp_path / "card.json").write_bytes((folder / "card.json").read_bytes())
    with pytest.warns(UserWarning, match="not the file that its card names"):
        assert loaded(str(tmp_path)) is None


def test_without_weights_there_is_no_encoder(tmp_path: Path) -> None:
    assert loaded(str(tmp_path / "none")) is None
