"""Put a question of another language into the words of English, so that one reader reads all languages.

A language is a word file, a file of names and labels in the graph; `german.py` and `chinese.py` hold what is
grammar in it. What no list knows stays as it was written and is found unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from scitoolagent.language.detect import ENGLISH, READ, language_of
from scitoolagent.language.lexicon import Lexicon, read_lexicon
from scitoolagent.reading import chinese, german
from scitoolagent.reading.shorthand import Shorthand
from scitoolagent.records import Original, Piece
from scitoolagent.toolkg.graph import ToolGraph

# A label that names what it is a property of, or by which method.
_OF_ANY = re.compile(r"\bof (?:an?|the|one|each)\b|\(")


class Translator:
    """Finds the language of a question and its English words.

    Args:
        graph: its labels in other languages say what can be asked for.
        is_name: whether a word is the name of something.
        is_label: whether words are the whole name of something that can be asked for.
    """

    def __init__(self, graph: ToolGraph, is_name: Callable[[str], bool], is_label: Callable[[str], bool]) -> None:
        self._graph = graph
        self._is_name = is_name
        self._shorthand = Shorthand(graph, is_label)

    def translate(self, question: str) -> tuple[str, str, Original | None]:
        """The code of the language, the question in the words of English, and what was written where it differs.

        Raises:
            PlanError: a number may be one or another.
        """
        language = language_of(question)
        if language not in (ENGLISH, *READ):
            return language, question, None
        pieces = self._pieces(language, question)
        if not pieces:
            return language, question, None
        text = "".join(piece.text for piece in pieces)
        return language, text, Original(text=question, pieces=tuple(pieces))

    def _pieces(self, language: str, question: str) -> Sequence[Piece]:
        if language == ENGLISH:
            return self._shorthand.pieces(question)
        if language == "de":
            return german.render(question, self._german, self._is_name)
        return chinese.render(question, self._chinese)

    @cached_property
    def _german(self) -> Lexicon:
        return read_lexicon("de", labels_in(self._graph, "de"), german.keys, german.INFLECTION)

    @cached_property
    def _chinese(self) -> Lexicon:
        return read_lexicon("zh", labels_in(self._graph, "zh"), chinese.keys)


def labels_in(graph: ToolGraph, language: str) -> list[tuple[str, str]]:
    """The labels of a graph in a language, each with what English calls the same.

    A label that several types have ("Dichte") stands for what English calls them all ("density").
    """
    english: dict[str, list[tuple[str, ...]]] = {}
    for node in graph.types.values():
        for code, label in node.labels_in:
            if code == language:
                english.setdefault(label, []).append((node.label, *node.also))
    for tool in graph.tools.values():
        for code, label in tool.labels_in:
            if code == language:
                english.setdefault(label, []).append((*filter(_is_phrase, tool.also), tool.name.replace("_", " ")))
    return [(label, _shared(names)) for label, names in english.items()]


def _is_phrase(name: str) -> bool:
    """Whether a name of a tool is one that people say, and none that programs write."""
    return " " in name or name.islower()


def _shared(names: list[tuple[str, ...]]) -> str:
    first, *others = names
    shared = [name for name in first if all(name in other for other in others)] or [first[0]]
    # "Melting point of an element of gold" says one thing too many.
    return next((name for name in shared if not _OF_ANY.search(name)), shared[0])
