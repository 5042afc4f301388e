"""The encoder of the chart reader: a small transformer that tags the words of a question and links them to a table.

The weights are made by `scitoolagent.finetune.reader` from all-MiniLM-L6-v2 and kept as 8-bit integers; none come with
the package yet. What it needs of a transformer are few lines of numpy: an engine would add 100 MB to the plain install.
Without weights, or with a file that is not the one the card names, the chart goes on without the encoder.
"""

from __future__ import annotations

import hashlib
import io
import json
import unicodedata
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
# Bounds on what is encoded, in word pieces.
MOST_PIECES, _MOST_PIECES_OF_WORD, _MOST_LETTERS = 256, 12, 60
HEADS, LAYERS = 12, 6
_MOST_VALUES = 5
# The labels of words that could be left out, and of those that change what is computed in a way no other label has.
FRAME_LABEL, OTHER_LABEL = "F", "X"
_EPSILON = 1e-12
_PUNCTUATION = frozenset("PS")


@dataclass(frozen=True, slots=True)
class Layout:
    """A question and the columns of its table as word pieces.

    `groups` are the pieces of each word, then those of each target: nothing, the headers, their values.
    """

    pieces: tuple[int, ...]
    types: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    words: int


class Vocabulary:
    """Splits words into the pieces of an uncased WordPiece vocabulary."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._places = {piece: place for place, piece in enumerate(pieces)}
        self.first, self.separator = self._places["[CLS]"], self._places["[SEP]"]
        self._unknown = self._places["[UNK]"]

    def pieces(self, text: str) -> list[int]:
        """Return the pieces of a text."""
        found: list[int] = []
        for word in _split(text[: _MOST_LETTERS * 4]):
            found += self._of_word(word[:_MOST_LETTERS])
        return found[:_MOST_PIECES_OF_WORD] or [self._unknown]

    def _of_word(self, word: str) -> list[int]:
        found, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                place = self._places.get(("##" if start else "") + word[start:end])
                if place is not None:
                    found.append(place)
                    start = end
                    break
            else:
                return [self._unknown]
        return found

    def layout(self, words: Sequence[str], columns: Sequence[tuple[str, Sequence[str]]]) -> Layout:
        """Lay out a question and the headers of a table, each with some of its values; what is too long is left out."""
        pieces, types, groups = [self.first], [0], []

        def add(text: str, kind: int) -> None:
            new = self.pieces(text)
            groups.append((len(pieces), len(pieces) + len(new)))
            pieces.extend(new)
            types.extend([kind] * len(new))

        for word in words:
            add(word, 0)
        count = len(groups)
        pieces.append(self.separator)
        types.append(0)
        groups.append((0, 1))
        targets: list[tuple[int, int]] = []
        for header, values in columns:
            add(header, 1)
            targets.append(groups.pop())
            for value in values:
                add(value, 1)
            values_at = [groups.pop() for _ in values][::-1]
            pieces.append(self.separator)
            types.append(1)
            targets += values_at
        return Layout(tuple(pieces), tuple(types), (*groups, *targets), count)


def shown(columns: Iterable[tuple[str, Sequence[str]]]) -> list[tuple[str, Sequence[str]]]:
    """Return columns with the values that the encoder sees: some of those of each column that does not hold numbers."""
    return [(header, () if all(map(_is_numeric, values)) else values[:_MOST_VALUES]) for header, values in columns]


def targets(columns: Iterable[tuple[str, Sequence[str]]]) -> list[tuple[str, ...]]:
    """Return what words may be linked to, in the order of the layout: nothing, headers, headers with a value."""
    found: list[tuple[str, ...]] = [()]
    for header, values in shown(columns):
        found += [(header,), *((header, value) for value in values)]
    return found


def _is_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _split(text: str) -> list[str]:
    plain = "".join(one for one in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(one) != "Mn")
    spaced = "".join(f" {one} " if unicodedata.category(one)[0] in _PUNCTUATION else one for one in plain)
    return spaced.split()


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the encoder says: the likeness of each label for each word, and of each target for each word."""

    labels: Array
    links: Array


class Encoder:
    """Tags words and links them.

    Args:
        weights: the matrices by name.
        labels: the names of the tags, in their order.
        pieces: the vocabulary.
    """

    def __init__(self, weights: Mapping[str, Array], labels: Sequence[str], pieces: Sequence[str]) -> None:
        self._weights = weights
        self.labels = tuple(labels)
        self.vocabulary = Vocabulary(pieces)

    def __call__(self, layout: Layout) -> Tagged:
        """Return the likeness of labels and targets for the words of a question.

        Args:
            layout: at most `MOST_PIECES` pieces.
        """
        hidden = self._hidden(layout)
        grouped = np.stack([hidden[start:end].mean(axis=0) for start, end in layout.groups])
        words, targets = grouped[: layout.words], grouped[layout.words :]
        asked, held = _unit(self._linear("query", words)), _unit(self._linear("key", targets))
        return Tagged(_softmax(self._linear("tag", words)), _softmax(self._weights["sharpness"] * (asked @ held.T)))

    def _linear(self, name: str, values: Array) -> Array:
        made: Array = values @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return made

    def _normed(self, name: str, values: Array) -> Array:
        centred = values - values.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _EPSILON)
        made: Array = scaled * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return made

    def _hidden(self, layout: Layout) -> Array:
        weights = self._weights
        size = len(layout.pieces)
        pieces = list(layout.pieces)
        hidden = weights["pieces"][pieces].astype(np.float32) * weights["pieces.scale"][pieces]
        hidden = hidden + weights["places"][:size] + weights["types"][list(layout.types)]
        hidden = self._normed("norm", hidden)
        for number in range(LAYERS):
            hidden = self._layer(f"layer{number}", hidden)
        return hidden

    def _layer(self, name: str, hidden: Array) -> Array:
        size, width = hidden.shape

        def heads(values: Array) -> Array:
            return values.reshape(size, HEADS, width // HEADS).transpose(1, 0, 2)

        queries, keys, values = (heads(self._linear(f"{name}.{part}", hidden)) for part in ("query", "key", "value"))
        attention = _softmax(queries @ keys.transpose(0, 2, 1) / np.float32(np.sqrt(width // HEADS)))
        seen = (attention @ values).transpose(1, 0, 2).reshape(size, width)
        hidden = self._normed(f"{name}.seen", hidden + self._linear(f"{name}.out", seen))
        inner = _gelu(self._linear(f"{name}.up", hidden))
        return self._normed(f"{name}.made", hidden + self._linear(f"{name}.down", inner))


def _gelu(values: Array) -> Array:
    made: Array = 0.5 * values * (1 + np.tanh(np.float32(np.sqrt(2 / np.pi)) * (values + 0.044715 * values**3)))
    return made


def _unit(values: Array) -> Array:
    made: Array = values / np.maximum(np.linalg.norm(values, axis=-1, keepdims=True), _EPSILON)
    return made


def _softmax(values: Array) -> Array:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    made: Array = raised / raised.sum(axis=-1, keepdims=True)
    return made


@lru_cache(maxsize=2)
def loaded(folder: str) -> Encoder | None:
    """Return the encoder with the weights in a folder; None without them, or where the file is another one."""
    path = Path(folder, "encoder.npz")
    try:
        card = json.loads(Path(folder, "card.json").read_text(encoding="utf-8"))
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != card["sha256"]:
        warnings.warn(f"{path} is not the file that its card names; it is not used", stacklevel=2)
        return None
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        arrays = dict(held)
    pieces = arrays.pop("vocabulary").tobytes().decode().split("\n")
    weights: dict[str, Array] = {}
    for name, array in arrays.items():
        if f"{name}.scale" in arrays and name != "pieces":
            weights[name] = array.astype(np.float32) * arrays[f"{name}.scale"]
        elif not name.endswith(".scale") or name == "pieces.scale":
            weights[name] = array if name == "pieces" else array.astype(np.float32)
    return Encoder(weights, card["labels"], pieces)
