"""A corpus of abstracts to search: BM25 with pseudo-relevance feedback and abbreviations, blended with embeddings.

The settings below were chosen on the train claims of SciFact and never looked at the dev claims. A title counts as one
more sentence: weighting it did not help.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.abbreviations import Abbreviations, expansions
from scitoolagent.knowledge.claims.sentences import sentences_of
from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise
from scitoolagent.language.words import word_list

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_ABSTRACTS = 5_000_000
_LONGEST = 100_000
_LONGEST_QUERY = 5_000
_VERSION = 1
_K1, _B = 1.5, 0.75
_FEEDBACK, _TERMS, _FEEDBACK_WEIGHT = 10, 300, 0.8
_LONG_FORM_WEIGHT = 0.25
_EMBEDDING_WEIGHT = 0.8
_COMPONENTS = 3
_SAMPLED = 50
STOP = word_list("claims", "stop")
Mode = Literal["hybrid", "bm25"]


class Embedder(Protocol):
    """Turns texts into vectors of length one."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        ...


@dataclass(frozen=True, slots=True)
class Abstract:
    """An abstract; the sentences joined by spaces are its text."""

    id: str
    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences as one text; quotes are substrings of it."""
        return " ".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Hit:
    """An abstract that was found; scores compare within one search only."""

    abstract: Abstract
    score: float


def terms(text: str) -> list[str]:
    """The stems of a text's words, in order, without the little words."""
    return [stem(word) for word in normalise(text).split() if word not in STOP]


class Corpus:
    """Abstracts with their index.

    Args:
        abstracts: what is searched; ids are unique.
        embedder: makes the vectors; without one the search is by words only.
    Raises:
        GraphError: there are none, too many, or two share an id.
    """

    def __init__(self, abstracts: Iterable[Abstract], embedder: Embedder | None = None) -> None:
        self.abstracts = tuple(abstracts)
        if not 1 <= len(self.abstracts) <= MAX_ABSTRACTS:
            raise GraphError(f"a corpus has 1 to {MAX_ABSTRACTS:,} abstracts, not {len(self.abstracts)}")
        self._by_id = {one.id: one for one in self.abstracts}
        if len(self._by_id) < len(self.abstracts):
            twice = Counter(one.id for one in self.abstracts).most_common(1)[0][0]
            raise GraphError(f"two abstracts have the id {twice[:80]!r}")
        self._embedder = embedder
        texts = [f"{one.title}. {one.text}" for one in self.abstracts]
        self._index = TermIndex([terms(text) for text in texts], _K1, _B)
        self._short = Abbreviations(expansions(texts))
        self._vectors = _Vectors.of(embedder.embed(texts)) if embedder else None

    def abstract(self, identifier: str) -> Abstract:
        """The abstract with that id.

        Raises:
            GraphError: there is none.
        """
        if identifier not in self._by_id:
            raise GraphError(f"the corpus has no abstract {identifier[:80]!r}")
        return self._by_id[identifier]

    def rarity(self, term: str) -> float:
        """How much a stem says: the logarithm of abstracts for each abstract that has it."""
        return math.log((len(self.abstracts) + 1) / (self._index.having(term) + 0.5))

    def search(
        self, text: str, limit: int = 50, mode: Mode = "hybrid", within: Collection[str] | None = None
    ) -> tuple[Hit, ...]:
        """The abstracts nearest to a text, best first; `bm25` is the plain ranking by words, to compare with.

        Args:
            text: what is looked for.
            limit: the most abstracts.
            mode: how they are ranked.
            within: ids of the only abstracts that may be found; any when left out.
        """
        import numpy as np

        query = text[:_LONGEST_QUERY]
        scores = self._blended(query) if mode == "hybrid" else self._index.scores(Counter(terms(query)))
        order = np.argsort(-scores, kind="stable")
        if within is not None:
            order = np.array([place for place in order if self.abstracts[place].id in within], dtype=order.dtype)
        order = order[: max(limit, 0)]
        return tuple(Hit(self.abstracts[place], float(scores[place])) for place in order)

    def _blended(self, query: str) -> NDArray[np.float32]:
        import numpy as np

        weights: dict[str, float] = dict(Counter(terms(query)))
        for long in self._short.other_forms(query):
            weights.update({term: _LONG_FORM_WEIGHT for term in terms(long) if term not in weights})
        scores = _standard(self._index.scores(weights))
        if self._vectors is not None and self._embedder is not None:
            near = self._vectors.similar(self._embedder.embed([query])[0])
            scores = (scores + _EMBEDDING_WEIGHT * _standard(near)).astype(np.float32)
        fed = _FEEDBACK_WEIGHT * _standard(self._index.scores(self._feedback(scores)))
        return (scores + fed).astype(np.float32)

    def _feedback(self, scores: NDArray[np.float32]) -> Mapping[str, float]:
        """The terms that say most in the best abstracts, with weights that sum to one."""
        import numpy as np

        # In a small corpus the first ten are most of it; what is below the mean is not about the query.
        best = [place for place in np.argsort(-scores, kind="stable")[:_FEEDBACK] if scores[place] > 0]
        weights: dict[str, float] = {}
        for place in best:
            found = terms(f"{self.abstracts[place].title}. {self.abstracts[place].text}")
            for term, count in Counter(found).items():
                # Saturated as BM25 does, so that one abstract that repeats a word does not decide.
                weights[term] = weights.get(term, 0.0) + count / (count + _K1) * self.rarity(term)
        chosen = sorted(weights.items(), key=lambda one: -one[1])[:_TERMS]
        whole = sum(weight for _, weight in chosen) or 1.0
        return {term: weight / whole for term, weight in chosen}

    def save(self, folder: Path) -> None:
        """Keep the corpus and its index in a folder; what was there goes once the new one is whole.

        Raises:
            GraphError: it cannot be written.
        """
        import numpy as np

        partial = folder.with_name(folder.name + ".partial")
        try:
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            with (partial / "abstracts.jsonl").open("w", encoding="utf-8") as file:
                for one in self.abstracts:
                    file.write(json.dumps({"id": one.id, "title": one.title, "abstract": one.sentences}) + "\n")
            self._index.save(partial / "bm25")
            if self._vectors is not None:
                np.savez(partial / "vectors.npz", **self._vectors.arrays())
            about = {
                "version": _VERSION,
                "words": _cut(self.abstracts),
                "long": self._short.known,
                "embedded": _print(self._embedder),
            }
            (partial / "corpus.json").write_text(json.dumps(about), encoding="utf-8")
            shutil.rmtree(folder, ignore_errors=True)
            partial.rename(folder)
        except OSError as error:
            raise GraphError(f"the corpus cannot be written to {folder}: {error}") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)

    @classmethod
    def open(cls, folder: Path, embedder: Embedder | None = None) -> Corpus:
        """Open a corpus that `save` kept; the embedder must be the one it was built with.

        Raises:
            GraphError: it is missing, broken, of another version, or was built with another embedder or other stems.
        """
        import numpy as np

        try:
            about = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
            if about["version"] != _VERSION:
                raise GraphError(f"the corpus {folder} is of version {about['version']}; build it again")
            if about["embedded"] != _print(embedder):
                raise GraphError(f"the corpus {folder} was built with another embedder; build it again")
            made = cls.__new__(cls)
            made.abstracts = tuple(read_abstracts(folder / "abstracts.jsonl"))
            words = about["words"]
            made._by_id = {one.id: one for one in made.abstracts}
            made._embedder, made._vectors = embedder, None
            made._short = Abbreviations({str(short): str(long) for short, long in about["long"].items()})
            made._index = TermIndex.load(folder / "bm25")
            if embedder is not None:
                with np.load(folder / "vectors.npz", allow_pickle=False) as data:
                    made._vectors = _Vectors(data["vectors"], data["mean"], data["axes"])
            sizes = {len(made._index)} | ({len(made._vectors.vectors)} if made._vectors else set())
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise GraphError(f"the corpus {folder} cannot be read ({error!r}); build it again") from error
        if sizes != {len(made.abstracts)}:
            raise GraphError(f"the corpus {folder} is broken: its parts have different sizes; build it again")
        if words != _cut(made.abstracts):
            raise GraphError(f"the corpus {folder} was built when words were cut another way; build it again")
        return made


@dataclass(frozen=True, slots=True)
class _Vectors:
    """Vectors of length one without what all of them share (Mu & Viswanath 2018, arXiv:1702.01417)."""

    vectors: NDArray[np.float32]
    mean: NDArray[np.float32]
    axes: NDArray[np.float32]

    @classmethod
    def of(cls, raw: NDArray[np.float32]) -> _Vectors:
        import numpy as np

        mean = raw.mean(axis=0)
        _, axes = np.linalg.eigh((raw - mean).T @ (raw - mean))
        # A handful of abstracts has no common part worth the name.
        shared = axes[:, ::-1][:, : _COMPONENTS if len(raw) > raw.shape[1] else 0]
        empty = cls(raw[:0], mean if shared.shape[1] else mean * 0, np.asarray(shared.T, dtype=np.float32))
        return cls(np.asarray(empty._own(raw), dtype=np.float32), empty.mean, empty.axes)

    def _own(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        import numpy as np

        left = rows - self.mean
        left = left - (left @ self.axes.T) @ self.axes
        lengths = np.linalg.norm(left, axis=1, keepdims=True)
        return np.asarray(left / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def similar(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        import numpy as np

        return np.asarray(self.vectors @ self._own(query[None, :])[0], dtype=np.float32)

    def arrays(self) -> dict[str, Any]:
        return {"vectors": self.vectors, "mean": self.mean, "axes": self.axes}


def _standard(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    spread = float(scores.std())
    return np.asarray((scores - scores.mean()) / (spread or 1.0), dtype=np.float32)


def _cut(abstracts: Sequence[Abstract]) -> str:
    """Tells whether words are still cut into stems as when an index was built; an old index would miss them."""
    found = [term for one in abstracts[:_SAMPLED] for term in terms(one.text)]
    return hashlib.sha256(" ".join(found).encode()).hexdigest()[:16]


def _print(embedder: Embedder | None) -> str:
    """Tells embedders apart by what they make of one text, whatever they are called."""
    import numpy as np

    if embedder is None:
        return ""
    vector = embedder.embed(["the effect of a drug on a disease"])[0]
    return hashlib.sha256(np.round(vector, 2).astype(np.float16).tobytes()).hexdigest()[:16]


def open_kept(path: Path, folder: Path, embedder: Embedder | None = None, broken: list[str] | None = None) -> Corpus:
    """The corpus of a file of abstracts; its index is kept under `folder` and built anew when the file has changed.

    One with broken lines is not kept, so that these are told each time.

    Raises:
        GraphError: the file cannot be read, a line is no abstract and `broken` does not take it, or the index cannot be
            written.
    """
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()[:24]
    except OSError as error:
        raise GraphError(f"{path} cannot be read: {error}") from error
    kept = folder / f"{digest}-{_print(embedder) or 'words'}"
    if (kept / "corpus.json").is_file():
        try:
            return Corpus.open(kept, embedder)
        except GraphError:
            # An index can always be built again, so a broken one is not worth a message.
            shutil.rmtree(kept, ignore_errors=True)
    corpus = Corpus(read_abstracts(path, broken), embedder)
    if not broken:
        corpus.save(kept)
    return corpus


def read_abstracts(path: Path, broken: list[str] | None = None) -> Iterator[Abstract]:
    """Abstracts from JSON lines: `id` (or `doc_id`, `pmid`), `title`, and `abstract` as a text or a list of sentences.

    Args:
        path: the file.
        broken: takes what is said of lines that are no abstracts, so that they stop nothing.
    Raises:
        GraphError: the file cannot be read, or a line is no abstract and `broken` is left out; says which.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    yield _abstract(line, f"{path.name}, line {number}")
                except GraphError as error:
                    if broken is None:
                        raise
                    broken.append(str(error))
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError(f"{path} cannot be read: {error}") from error


def _abstract(line: str, where: str) -> Abstract:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise GraphError(f"{where}: this is no JSON: {line[:60]!r}") from error
    if not isinstance(row, dict):
        raise GraphError(f"{where}: an abstract is a JSON object, not {line[:60]!r}")
    identifier = next((row[name] for name in ("id", "doc_id", "pmid") if isinstance(row.get(name), str | int)), "")
    body = row.get("abstract")
    if not str(identifier) or not isinstance(body, str | list):
        raise GraphError(f"{where}: an abstract needs an id and an abstract")
    parts = sentences_of(body[:_LONGEST]) if isinstance(body, str) else [str(one)[:_LONGEST] for one in body]
    return Abstract(str(identifier), str(row.get("title") or ""), tuple(parts))
