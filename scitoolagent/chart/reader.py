"""The chart reader: a question about the rows of one file, read whole into a closed request or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.chart.asking import asked_about_words, asked_between, ends_of_nothing, unknown_spans
from scitoolagent.chart.calls import CALL_RULES, Labels, requests, tokens_of
from scitoolagent.chart.calls import candidates as call_candidates
from scitoolagent.chart.closed import NUMBER_WORDS
from scitoolagent.chart.composition import Composer
from scitoolagent.chart.edges import Edge
from scitoolagent.chart.edits import edited
from scitoolagent.chart.grammar import Grammar
from scitoolagent.chart.lattice import lattice
from scitoolagent.chart.linking import Linker, words_of_header
from scitoolagent.chart.parse import covers, without_remarks
from scitoolagent.chart.phrases import Results
from scitoolagent.chart.tokens import Token, tokenize
from scitoolagent.columns import Schema
from scitoolagent.records import Entity, Query, Question, Request
from scitoolagent.request.canonical import sentence
from scitoolagent.request.rows import Correlation, Fold, Listing, Rank, Test
from scitoolagent.tool.units import convertible

if TYPE_CHECKING:
    from scitoolagent.chart.encoder import Encoder
    from scitoolagent.chart.tags import Tags

# What gives a question a figure of its own, so that it may stand without the one before.
_FIGURES = {"count", "measure", "end", "which", "share", "difference", "verb"}
_AUXILIARIES = frozenset("is are was were do does did has have had am isn't aren't doesn't don't".split())
# Words that choose some of a list, and words between them and what is listed.
_SOME = frozenset("any either some none neither".split())
_LISTING = frozenset("the these those following conditions criteria :".split())
# How many meanings, or words, a refusal names.
_CHOICES = 4
# Readings that are nearer than this are both possible.
MARGIN = 0.3


@dataclass(frozen=True, slots=True)
class Read:
    """What a question was read as: `results`, and `others` that are as likely; `unit` is the one that is wanted.

    A follow-up that is a fragment has no figure of its own: "only the females", "by site".
    """

    results: Results
    others: tuple[Results, ...] = ()
    unit: str = ""
    is_fragment: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found of a question: its tokens, candidates of their spans, and the readings, the likeliest first."""

    tokens: tuple[Token, ...]
    candidates: tuple[Edge, ...]
    readings: tuple[tuple[float, Results, tuple[Edge, ...]], ...]


class ChartReader:
    """Reads questions, about the rows of one table or about things that are named.

    Args:
        labels: what the words of a label of the tool graph stand for.
        encoder: gives what tags and links words; without one, letters and lists do alone.
    """

    def __init__(self, labels: Labels = lambda text: (), encoder: Callable[[], Encoder | None] | None = None) -> None:
        self._labels = labels
        self._encoder = encoder or _trained
        # The last question about rows: it is asked for its request, and, where it has none, for the reason.
        self._last: tuple[str, Schema, _Found] | None = None

    def _tags(self, tokens: Sequence[Token], schema: Schema | None = None) -> Tags | None:
        """What the encoder says of the words, where there is one."""
        encoder = self._encoder() if tokens else None
        if encoder is None:
            return None
        from scitoolagent.chart.tags import Tags

        return Tags(encoder, tokens, schema)

    def _tagged(self, tokens: Sequence[Token], known: Sequence[Edge], schema: Schema | None = None) -> list[Edge]:
        """Candidates with what the encoder adds and takes away, where there is one."""
        tags = self._tags(tokens, schema)
        return without_remarks(tokens, known if tags is None else tags.candidates(known))

    def _candidates(self, tokens: Sequence[Token], schema: Schema, named_by: Sequence[str]) -> list[Edge]:
        return self._tagged(tokens, lattice(tokens, Linker(schema), named_by), schema)

    def requests(self, query: Query) -> list[tuple[float, Request]]:
        """The requests of a question about things that are named, the likeliest first; none covers fewer words."""
        # Words of another language are not among those that are known here.
        if query.tables or not query.entities or not _is_english(query):
            return []
        tokens = tokens_of(query)
        if _wants_a_verdict(tokens):
            return []
        best: dict[str, tuple[float, Request]] = {}
        candidates = self._tagged(tokens, call_candidates(query, tokens, self._labels))
        for score, edges in covers(len(tokens), candidates, CALL_RULES):
            for request, bonus in requests(query, edges, tokens):
                known = best.get(key := str(request.asks))
                if known is None or known[0] < score + bonus:
                    best[key] = (score + bonus, request)
        return sorted(best.values(), key=lambda item: -item[0])

    def read(self, query: Query) -> Read | None:
        """The request of a question about the rows of one file; None where no reading covers all of its words."""
        schema = _table_of(query)
        if schema is None:
            return None
        found = self._found(query, schema).readings
        if not found:
            return None
        results, others = _split([(score, results) for score, results, _ in found])
        return Read(results, others, _wanted(found[0][2])[0] or "")

    def doubt(self, query: Query) -> tuple[str, Question | None]:
        """Say why a question about rows is not read, and ask what would decide it.

        The reason is two meanings that are as likely, or words that nobody knows. The question back offers only what
        would be read.
        """
        schema = _table_of(query)
        if schema is None:
            return "", None
        read = self.read(query)
        if read is not None and read.others:
            readings = [read.results, *read.others]
            meant = [sentence(one[0], lambda handle: query.entity(handle).text) for one in readings]
            why = "it may mean " + " or ".join(f'"{one}"' for one in dict.fromkeys(meant[:_CHOICES])) + "; say which"
            return why, asked_between(query, readings, self._certain)
        tried = self._found(query, schema)
        spans = unknown_spans(tried.tokens, tried.candidates)
        if not spans and read is None:
            spans = ends_of_nothing(tried.tokens, tried.candidates)
        shown = ", ".join(
            f"'{word}'" for word in dict.fromkeys(query.text[start:end] for start, end in spans[:_CHOICES])
        )
        if not spans:
            return "", None
        why = f"{shown} {'was' if len(spans) == 1 else 'were'} not understood"
        tags = self._tags(tried.tokens, schema)
        likely = tags.near if tags is not None else lambda start, end: {}
        return why, asked_about_words(query, schema, spans, self._certain, likely)

    def _certain(self, query: Query) -> Results | None:
        """The reading of a question that leaves no doubt."""
        read = self.read(query)
        return read.results if read is not None and not read.others and not read.unit else None

    def edit(self, query: Query, results: Results, text: str) -> Read | None:
        """The request of a follow-up, as an edit of the one before; None where its words are not all used so.

        Args:
            query: the question before, about the rows of one file.
            results: what it was read as.
            text: the follow-up.
        """
        schema, tokens = query.tables[0], tokenize(text)
        grammar = Grammar(schema.columns)
        candidates = self._candidates(tokens, schema, _named_by(query.entity(schema.file)))
        best: dict[tuple[Results, str], tuple[float, bool]] = {}
        for score, edges in covers(len(tokens), candidates, grammar.rules()):
            unit, rest = _wanted(edges)
            if unit is None or (unit and not _can_be_in(results, unit, grammar)):
                continue
            is_fragment = not {edge.kind for edge in edges} & _FIGURES
            for changed, bonus in edited(results, rest, grammar) if rest else [(results, 0.3)]:
                if (changed != results or unit) and best.get((changed, unit), (0.0, True))[0] < score + bonus:
                    best[changed, unit] = (score + bonus, is_fragment)
        found = sorted(((score, *key, fragment) for key, (score, fragment) in best.items()), key=lambda item: -item[0])
        if not found:
            return None
        changed, others = _split([(score, one) for score, one, _, _ in found])
        return Read(changed, others, *found[0][2:])

    def _found(self, query: Query, schema: Schema) -> _Found:
        """All that was found of a question about rows."""
        if self._last is not None and self._last[0] == query.text and self._last[1] == schema:
            return self._last[2]
        file = query.entity(schema.file)
        tokens = _without(file, tokenize(query.text))
        candidates = self._candidates(tokens, schema, _named_by(file))
        found = _Found(tuple(tokens), tuple(candidates), tuple(self._readings(tokens, schema, candidates)))
        self._last = (query.text, schema, found)
        return found

    def _readings(
        self, tokens: Sequence[Token], schema: Schema, candidates: Sequence[Edge]
    ) -> list[tuple[float, Results, tuple[Edge, ...]]]:
        """All readings, the likeliest first."""
        if _chooses_conditions(tokens, candidates):
            return []
        grammar = Grammar(schema.columns)
        composer = Composer(schema, grammar)
        best: dict[Results, tuple[float, tuple[Edge, ...]]] = {}
        is_verdict = _wants_a_verdict(tokens)
        for score, edges in covers(len(tokens), candidates, grammar.rules()):
            unit, rest = _wanted(edges)
            for results, bonus in composer.readings(rest) if unit is not None else ():
                if unit and not _can_be_in(results, unit, grammar):
                    continue
                if is_verdict and not all(isinstance(one, Test | Correlation) for one in results):
                    continue
                if results not in best or best[results][0] < score + bonus:
                    best[results] = (score + bonus, edges)
        found = [(score, results, edges) for results, (score, edges) in best.items()]
        return sorted(found, key=lambda item: -item[0])


def _trained() -> Encoder | None:
    """The encoder with the weights of this installation; without any, nothing is imported for it."""
    folder = Path(str(resources.files("scitoolagent.chart"))) / "weights"
    if not folder.is_dir():
        return None
    from scitoolagent.chart.encoder import loaded

    return loaded(str(folder))


def _table_of(query: Query) -> Schema | None:
    """The one table that an English question is about; none for rows that a clause asks of a graph by its own words."""
    if not _is_english(query) or len(query.tables) != 1:
        return None
    table = query.tables[0]
    return None if table.problem or table.settings or not table.columns else table


def _is_english(query: Query) -> bool:
    """Whether a question was asked in English, written out words aside; what a model put into English was not."""
    return query.language == "en" and (query.original is None or len(query.original.pieces) > 1)


def _named_by(file: Entity) -> tuple[str, ...]:
    """Words for what the rows of a file are: those of its name."""
    return words_of_header(Path(str(file.value)).stem)


def _chooses_conditions(tokens: Sequence[Token], candidates: Sequence[Edge]) -> bool:
    """Whether some of several conditions are to hold, which no request can say: "at least two of: A, B, C"."""
    words = [token.text.lower() for token in tokens]
    columns = {edge.start for edge in candidates if edge.kind == "column"}
    for place, word in enumerate(words[:-1]):
        if words[place + 1] != "of" or not (word in _SOME or word in NUMBER_WORDS or tokens[place].kind == "number"):
            continue
        after = place + 2
        while after < len(words) and words[after] in _LISTING:
            after += 1
        if after > place + 2 and words[after - 1] == ":":
            return True
        if after in columns and any(edge.kind == "compare" and edge.start > after for edge in candidates):
            return True
    return False


def _wants_a_verdict(tokens: Sequence[Token]) -> bool:
    """Whether a sentence asks for yes or no: "Are all of them …"; a list of them is no answer."""
    starts = [place for place in range(len(tokens)) if place == 0 or tokens[place - 1].text in ".?!;:"]
    return any(tokens[place].text.lower() in _AUXILIARIES for place in starts)


def _wanted(edges: Sequence[Edge]) -> tuple[str | None, tuple[Edge, ...]]:
    """The unit that results are wanted in, and the other phrases; None where several are."""
    units = [edge.value for edge in edges if edge.kind == "unit"]
    rest = tuple(edge for edge in edges if edge.kind != "unit")
    return (units[0] if units else "") if len(units) < 2 else None, rest


def _can_be_in(results: Results, unit: str, grammar: Grammar) -> bool:
    """Whether the figures of results can be given in a unit."""
    for result in results:
        column = grammar.columns.get(getattr(result, "column", ""))
        if not isinstance(result, Fold) or column is None or column.unit is None or not convertible(column.unit, unit):
            return False
    return True


def _split(found: Sequence[tuple[float, Results]]) -> tuple[Results, tuple[Results, ...]]:
    """The likeliest of some readings, and those that are as likely and say something else."""
    score, results = found[0]
    return results, tuple(other for near, other in found[1:] if score - near < MARGIN and not _agree(results, other))


def _agree(results: Results, others: Results) -> bool:
    """Whether two readings say the same of the same rows, one of them with more columns beside it."""
    if len(results) != 1 or len(others) != 1:
        return False
    first, other = results[0], others[0]
    if isinstance(first, Listing) and isinstance(other, Listing):
        return first.of == other.of and first.different == other.different
    fold, rank = (first, other) if isinstance(first, Fold) else (other, first)
    if not isinstance(fold, Fold) or not isinstance(rank, Rank) or fold.of != rank.of:
        return False
    return (rank.count, rank.place, rank.column, rank.end) == (1, 1, fold.column, fold.aggregate)


def _without(file: Entity, tokens: Sequence[Token]) -> list[Token]:
    """The tokens outside of the name of a file, and of the "in" before it, which would be inches of a number."""
    kept = [token for token in tokens if token.end <= file.start or token.start >= file.end]
    before = [place for place, token in enumerate(kept) if token.end <= file.start]
    if before and kept[before[-1]].text.lower() == "in":
        del kept[before[-1]]
    return kept
