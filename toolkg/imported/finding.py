"""Find imported tools by words; what is found is named as not installed, and never called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.stem import stem
from scitoolagent.language.text import tokens, words_of
from scitoolagent.language.words import everyday
from scitoolagent.toolkg.imported.collection import read_tools, runs_here, stamp_of
from scitoolagent.toolkg.imported.records import ImportedTool, one_line

_MOST_WORDS, _LONGEST_QUERY = 60, 2_000
_LEAST_LETTERS = 4
# The least share of the words of a request that a tool must know, where its name does not stand there.
_LEAST_SHARE, _LEAST_SHARED = 0.6, 2
_SHOWN = 100
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class ImportedIndex:
    """The words of imported tools, for search."""

    def __init__(self, tools: Sequence[ImportedTool]) -> None:
        self._tools = tuple(tools)
        self._texts = [_stems(_text(tool)) for tool in tools]
        self._index = TermIndex(self._texts)
        self._named: dict[str, list[int]] = {}
        for place, tool in enumerate(tools):
            for word in _own_names(tool.name):
                self._named.setdefault(word, []).append(place)

    def find(self, words: str, most: int = 12) -> tuple[ImportedTool, ...]:
        """The tools that share words with a request, the best first."""
        wanted = dict.fromkeys(_stems(words[:_LONGEST_QUERY])[:_MOST_WORDS], 1.0)
        if not wanted or not self._tools:
            return ()
        scores = self._index.scores(wanted)
        named = {place for word, _, _ in tokens(words[:_LONGEST_QUERY]) for place in self._named.get(word, ())}
        order = sorted(
            (place for place, score in enumerate(scores) if score > 0 or place in named),
            key=lambda place: (place not in named, -float(scores[place]), self._tools[place].name),
        )
        return tuple(self._tools[place] for place in order[:most])

    def needed(self, request: str, most: int = 3) -> tuple[ImportedTool, ...]:
        """The tools that a request seems to need: those that it names, else those that know most of its words."""
        named = [
            place
            for word, _, _ in tokens(request[:_LONGEST_QUERY])
            if len(word) >= _LEAST_LETTERS and word not in everyday()
            for place in self._named.get(word, ())
        ]
        if named:
            return tuple(self._tools[place] for place in list(dict.fromkeys(named))[:most])
        wanted = set(_stems(request[:_LONGEST_QUERY])[:_MOST_WORDS])
        fitting = []
        for tool in self.find(request, most):
            shared = wanted & set(_stems(_text(tool)))
            if len(shared) >= max(_LEAST_SHARED, _LEAST_SHARE * len(wanted)):
                fitting.append(tool)
        return tuple(fitting)


def needed_by(request: str, path: Path) -> str:
    """Say which tools that are not installed a request would need; empty where none is known.

    Args:
        request: a question, or words of a search.
        path: a file of imported tools.
    """
    try:
        tools = _index_of(path, stamp_of(path)).needed(request)
    except GraphError as error:
        return str(error)
    if not tools:
        return ""
    names = " or ".join(
        f"{tool.name} ({one_line(tool.summary, _SHOWN)})" if tool.summary else tool.name for tool in tools
    )
    return f"this would need {names}, imported and not installed; {runs_here(tools[0])}"


@lru_cache(maxsize=2)
def _index_of(path: Path, stamp: tuple[int, int]) -> ImportedIndex:
    return ImportedIndex(read_tools(path))


def _own_names(name: str) -> list[str]:
    """What a request may call a tool: the parts of its name behind that of its collection."""
    last = name.partition("/")[2] or name
    parts = [one for one, _, _ in tokens(last)]
    whole = "".join(parts)
    return list(dict.fromkeys([whole, parts[0], parts[-1]])) if parts else []


def _text(tool: ImportedTool) -> str:
    terms = [term.label for term in (*tool.operations, *tool.topics)]
    ports = [port.type.removeprefix("Edam") for port in (*tool.inputs, *tool.outputs) if port.type]
    return " ".join(
        [words_of(tool.name.partition("/")[2]), tool.summary, *tool.keywords, *terms, *map(words_of, ports)]
    )


def _stems(text: str) -> list[str]:
    words = (word for word, _, _ in tokens(_CAMEL.sub(" ", text)))
    return [stem(word) for word in words if len(word) > 1 and word not in _common()]


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """Everyday words say nothing of a tool where they are as short as those that only join others."""
    return frozenset(word for word in everyday() if len(word) < _LEAST_LETTERS)
