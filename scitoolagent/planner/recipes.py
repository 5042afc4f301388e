"""The recipes near to a question about a table: what is commonly asked of one, with the code that answers it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

import numpy as np

from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.stem import stem
from scitoolagent.planner.retrieve import Embedder, content_words
from scitoolagent.reading.by_model.short_code import Recipe

_QUOTED = re.compile(r"'([^']*)'")
# What only the tests need: from where to where numbers go, and how many values there are.
_SPAN = re.compile(r" from \S+ to [^\s,]+| \d+ values:|, \d+ missing")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+")


@cache
def load_recipes() -> tuple[Recipe, ...]:
    """All recipes, each with what it is called by its tests left out."""
    text = resources.files("scitoolagent.planner").joinpath("recipes.toml").read_text(encoding="utf-8")
    return tuple(
        Recipe(one["question"], tuple(_SPAN.sub("", line) for line in one["table"]), one["code"].strip())
        for one in tomllib.loads(text)["recipe"]
    )


class Cookbook:
    """Ranks the recipes for a question by its words, less those of the table, which say nothing of what is done.

    Args:
        embedder: compares words that are not the same; None compares by the same words alone.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._recipes = load_recipes()
        # The first line of the code says in words what is done.
        texts = [f"{_apart(one.question, one.table)} {one.code.splitlines()[0]}" for one in self._recipes]
        terms = [content_words(text) for text in texts]
        self._index = TermIndex(terms)
        self._vectors = embedder.embed([" ".join(words) for words in terms]) if embedder is not None else None

    def nearest(self, question: str, columns: tuple[str, ...], most: int) -> tuple[Recipe, ...]:
        """So many recipes, the nearest first.

        Args:
            question: what is asked, without the name of the file.
            columns: the lines of the columns of the table.
            most: how many.
        """
        terms = content_words(_apart(question, columns))
        scores = self._index.scores(dict.fromkeys(terms, 1.0))
        scores = scores / max(1e-6, float(scores.max(initial=0.0)))
        if self._embedder is not None and self._vectors is not None:
            scores = scores + 2 * np.clip(self._vectors @ self._embedder.embed([" ".join(terms)])[0], 0, None)
        best = np.argsort(-scores, kind="stable")[:most]
        return tuple(self._recipes[int(place)] for place in best)


def _apart(question: str, columns: tuple[str, ...]) -> str:
    """The words of a question that are none of its table: headers and values stand in quotes there."""
    own = {stem(word.lower()) for line in columns for text in _QUOTED.findall(line) for word in _WORD.findall(text)}
    return " ".join(word for word in _WORD.findall(question) if stem(word.lower()) not in own)
