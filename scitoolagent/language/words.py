"""The lists of words of a language, read from its data files when they are first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

LANGUAGE = "en"


@lru_cache(maxsize=256)
def word_list(group: str, name: str) -> frozenset[str]:
    """A list of words."""
    return frozenset(_section(group)[name].split())


@lru_cache(maxsize=256)
def phrase_list(group: str, name: str) -> tuple[str, ...]:
    """A list of phrases, in order."""
    return split_phrases(_section(group)[name])


@lru_cache(maxsize=256)
def meanings(group: str) -> Mapping[str, str]:
    """What each word of a section is read as."""
    return {word: meaning for meaning, found in _section(group).items() for word in found.split()}


@lru_cache(maxsize=256)
def phrases_of(group: str) -> Mapping[str, tuple[str, ...]]:
    """The phrases of each entry of a section."""
    return {name: split_phrases(text) for name, text in _section(group).items()}


@lru_cache(maxsize=256)
def phrase_meanings(group: str) -> Mapping[str, str]:
    """What each phrase of a section is read as; a section of phrases parts them by commas."""
    return {phrase: meaning for meaning, found in _section(group).items() for phrase in split_phrases(found)}


def relations() -> Mapping[str, Any]:
    """What people say for relations, types and levels: the file `en-relations.toml` as it stands."""
    return _read(f"{LANGUAGE}-relations")


def patients() -> Mapping[str, Any]:
    """How people speak of their complaints: the file `en-patients.toml` as it stands."""
    return _read(f"{LANGUAGE}-patients")


@lru_cache(maxsize=1)
def everyday() -> frozenset[str]:
    """Frequent words, which nobody has misspelt: those of the file `en-everyday.toml`."""
    return frozenset(_read(f"{LANGUAGE}-everyday")["everyday"]["words"].split())


def split_phrases(text: str) -> tuple[str, ...]:
    """Phrases that commas part, over several lines or one."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


def word_file() -> bytes:
    """The file behind the lists, by which whatever is reckoned from them and kept knows whether it still holds."""
    return (resources.files("scitoolagent.language") / f"{LANGUAGE}.toml").read_bytes()


def _section(group: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _read(LANGUAGE)[group]
    return found


@lru_cache(maxsize=4)
def _read(name: str) -> dict[str, Any]:
    path = resources.files("scitoolagent.language") / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
