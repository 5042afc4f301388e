"""Keep evaluation data out of training data: entities, questions, and near duplicates of either."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.reading.notation import guess_type

GRAM = 8
NEAR = 0.7
_SHINGLE = 3
_LONGEST_NAME = 6
_LONGEST_FILE = 200_000_000
_SHORTEST_ENTITY = 4
_EDGES = "\"'`“”‘’«»<>,;:.!?"
_LONGEST_SMILES = 300
_WORD = re.compile(r"\S+")
_KEY = re.compile(r"([A-Z]{14})-[A-Z]{10}-[A-Z]")
_SELFIES = re.compile(r"(?:\[[^\[\]\s]+\]|\.)+")


class Leakage:
    """The content of evaluation files, indexed for the checks.

    Args:
        texts: the strings of the files.
        questions: those of them that are questions, with which training questions are compared.
    """

    def __init__(self, texts: Iterable[str] = (), questions: Iterable[str] = ()) -> None:
        texts = list(texts)
        self._terms: set[str] = set()
        self._whole: set[str] = set()
        self._grams: set[tuple[str, ...]] = set()
        self._by_shingle: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for text in texts:
            words = _words(text)
            for length in range(1, _LONGEST_NAME + 1):
                self._terms.update(" ".join(gram) for gram in _grams(words, length))
        for question in questions:
            self._add_question(_words(question))
        self._keys = _connectivities(texts)

    def _add_question(self, words: Sequence[str]) -> None:
        self._whole.add(" ".join(words))
        self._grams.update(_grams(words, GRAM))
        shingles = set(_grams(words, _SHINGLE))
        for shingle in shingles:
            self._by_shingle[shingle].append(len(self._sizes))
        self._sizes.append(len(shingles))

    def has_entity(self, *forms: str, inchikey: str = "") -> bool:
        """Whether a value occurs in the files in one of its forms or, for a molecule, in another notation."""
        if inchikey and inchikey.split("-")[0] in self._keys:
            return True
        return any(len(form) >= _SHORTEST_ENTITY and " ".join(_words(form)) in self._terms for form in forms)

    def why(self, question: str) -> str:
        """Why a question is a leak: `exact`, `8-gram` or `near`; empty when it is not one."""
        words = _words(question)
        if " ".join(words) in self._whole:
            return "exact"
        if any(gram in self._grams for gram in _grams(words, GRAM)):
            return f"{GRAM}-gram"
        shingles = set(_grams(words, _SHINGLE))
        shared = Counter(number for shingle in shingles for number in self._by_shingle.get(shingle, ()))
        near = any(count / (len(shingles) + self._sizes[number] - count) >= NEAR for number, count in shared.items())
        return "near" if near else ""


def read_leakage(files: Iterable[Path]) -> Leakage:
    """Read evaluation files: JSON, JSON lines, or text with one item per line.

    Raises:
        ConfigError: a file cannot be read or is too large.
    """
    texts: list[str] = []
    for path in files:
        try:
            if path.stat().st_size > _LONGEST_FILE:
                raise ConfigError(f"{path} is larger than {_LONGEST_FILE:,} bytes; give the evaluation questions only")
            texts += _strings_of(path.read_text(encoding="utf-8", errors="replace"))
        except OSError as error:
            raise ConfigError(f"the evaluation file {path} cannot be read: {error}") from error
    return Leakage(texts, [text for text in texts if len(_words(text)) >= _SHINGLE])


def _strings_of(text: str) -> list[str]:
    try:
        return list(_strings(json.loads(text)))
    except (ValueError, RecursionError):
        pass
    found: list[str] = []
    for line in text.splitlines():
        try:
            found += _strings(json.loads(line))
        except (ValueError, RecursionError):
            found.append(line)
    return found


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _strings(item)


def _words(text: str) -> list[str]:
    stripped = (word.strip(_EDGES).lower() for word in _WORD.findall(text))
    return [word for word in stripped if word]


def _grams(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[start : start + length]) for start in range(len(words) - length + 1))


def _connectivities(texts: Iterable[str]) -> frozenset[str]:
    """The first InChIKey blocks of all molecules in the texts, so that they are found in any notation."""
    from rdkit import Chem, RDLogger

    chunks = {chunk.strip(_EDGES) for text in texts for chunk in _WORD.findall(text)}
    found = {match[1] for chunk in chunks if (match := _KEY.fullmatch(chunk))}
    RDLogger.DisableLog("rdApp.*")  # type: ignore[attr-defined]
    try:
        for chunk in chunks:
            smiles = _as_smiles(chunk)
            molecule = Chem.MolFromSmiles(smiles) if smiles else None
            if molecule is not None:
                found.add(Chem.MolToInchiKey(molecule).split("-")[0])
    finally:
        RDLogger.EnableLog("rdApp.*")  # type: ignore[attr-defined]
    return frozenset(found)


def _as_smiles(chunk: str) -> str:
    if len(chunk) > _LONGEST_SMILES:
        return ""
    if chunk.count("[") >= 2 and _SELFIES.fullmatch(chunk):
        import selfies

        try:
            return str(selfies.decoder(chunk))
        except selfies.DecoderError:
            return ""
    return chunk if guess_type(chunk) == "Smiles" else ""
