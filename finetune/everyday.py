"""Examples for the short turn of a small model: everyday words, and what textbooks call that.

The words are those of `everyday.toml`, not the phrases of the graph, in several forms, one of which is held out whole.
Each example is held to the law: the program has to answer the question completely by the term, and not at all where
the right reply names nothing.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.finetune.entities import EntityPool, Split
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.roles import Example
from scitoolagent.llm import Message, Reply
from scitoolagent.planner import Planner
from scitoolagent.records import Usage
from scitoolagent.toolkg.graph import ToolGraph

READER = "reader"
_EACH = "each"
_SLIP_SHARE = 0.1
_LONG_WORD = 5
_MOST_TRIES = 20
_PIECE = re.compile(r'^(w\d+) (".*")$', re.MULTILINE)
# Forms of which the right answer is none: what changes the thing itself, and what asks for nothing.
_MODIFIED = "modified"
REFUSED = (_MODIFIED, "nothing")


@dataclass(frozen=True, slots=True)
class Said:
    """A question in everyday words: their form, the words, their term, what is done, and with how many values."""

    form: str
    question: str
    words: str
    term: str
    then: str
    values: int = 1


@dataclass(frozen=True, slots=True)
class MadeSaid:
    """A question with its example, or the reason why it was dropped."""

    said: Said
    example: Example | None = None
    dropped: str = ""


class Teacher:
    """A model that gives the term for the words of one question, and nothing for others."""

    name = "teacher"

    def __init__(self) -> None:
        self.example: Example | None = None
        self.terms: frozenset[str] = frozenset()
        self._said = Said("", "", "", "", _EACH)

    def expect(self, said: Said) -> None:
        """Teach another question from now on."""
        self._said, self.example = said, None

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """The right reply, which is kept with its messages."""
        pieces = {match[1]: json.loads(match[2]) for match in _PIECE.finditer(messages[-1].content)}
        fields = (schema or {}).get("properties", {})
        data = {name: self._field(fields.get(name, {}), words) for name, words in pieces.items()}
        text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        self.example = Example(READER, tuple(messages), text, schema or {})
        self.terms = frozenset(field["term"] for field in data.values())
        return Reply(text, data, Usage(role=role, model=self.name))

    def _field(self, field: Mapping[str, Any], words: str) -> dict[str, str]:
        mine = bool(set(_parts(words)) & set(_parts(self._said.words)))
        said = {"term": self._said.term if mine else ""}
        return {**said, "then": self._said.then} if "then" in field.get("properties", {}) else said


class EverydayMaker:
    """Makes questions in everyday words, each determined by the seed and its number.

    Args:
        graph: the tool graph.
        config: the settings of a run.
        leakage: what evaluation files hold.
        workspace: the folder of the structure files.
        split: training or held-out questions, of other compounds and other forms.
        seed: the random seed of all questions.
    """

    def __init__(
        self, graph: ToolGraph, config: Config, leakage: Leakage, workspace: Path, split: Split, seed: int
    ) -> None:
        found = resources.files("scitoolagent.finetune").joinpath("everyday.toml").read_text(encoding="utf-8")
        self._words = tomllib.loads(found)
        self._leakage = leakage
        self._split = split
        self._seed = seed
        self._pool = EntityPool(leakage, split, workspace)
        self._teacher = Teacher()
        settings = config.model_copy(update={"rules": True, "small_model": True, "max_rounds": 0})
        self._planner = Planner(graph, settings, self._teacher)

    def make(self, number: int) -> MadeSaid:
        """The question of a number."""
        rng = random.Random(f"{self._seed}/everyday/{self._split}/{number}")
        said = self._said(rng)
        if why := self._leakage.why(said.question):
            return MadeSaid(said, dropped=f"leak ({why})")
        self._teacher.expect(said)
        try:
            query = self._planner.recognise(said.question)
            if len({entity.start for entity in query.entities}) < said.values:
                return MadeSaid(said, dropped="its values are not recognised")
            query = self._planner.understand(query)
            plan = self._planner.draft(query)
            complete = not plan.missing and not plan.unread
        except NoPathError:
            complete = False
        except PlanError:
            return MadeSaid(said, dropped="the question cannot be read")
        if self._teacher.example is None:
            return MadeSaid(said, dropped="the rules read it, or too much is not understood")
        if self._teacher.terms != ({said.term, ""} if said.form == _MODIFIED else {said.term}):
            return MadeSaid(said, dropped="its words are read otherwise")
        if complete == (said.form in REFUSED):
            return MadeSaid(said, dropped="the law does not take the term")
        return MadeSaid(said, self._teacher.example)

    def _said(self, rng: random.Random) -> Said:
        held = self._words["heldout"]
        choices = [
            (entry, form)
            for entry in self._words["term"]
            for form in self._words["form"]
            if form in entry and ((form in held) == (self._split == "heldout"))
        ]
        entry, form = rng.choice(choices)
        words = rng.choice(entry[form].split(", "))
        if rng.random() < _SLIP_SHARE:
            words = _slip(words, rng)
        values = {name: self._value(entry["of"], rng) for name in "xy"}
        template = rng.choice(self._words["form"][form])
        number = sum(f"{{{name}}}" in template for name in values)
        then = self._words["then"].get(form, _EACH)
        return Said(form, template.format(w=words, **values), words, entry["term"], then, number)

    def _value(self, kind: str, rng: random.Random) -> str:
        entity = self._pool.draw(kind, rng)
        return entity.text if entity else ""


def everyday(maker: EverydayMaker, count: int) -> Iterator[MadeSaid]:
    """Different questions until so many have an example; fewer where no more are found, and those without between."""
    seen: set[str] = set()
    for number in range(count * _MOST_TRIES):
        made = maker.make(number)
        if made.said.question in seen:
            continue
        seen.add(made.said.question)
        yield made
        count -= made.example is not None
        if count <= 0:
            return


def _parts(words: str) -> list[str]:
    return re.findall(r"\w+", words.casefold())


def _slip(words: str, rng: random.Random) -> str:
    """The words with two neighbouring letters of a long one exchanged."""
    long = [part for part in _parts(words) if len(part) >= _LONG_WORD]
    if not long:
        return words
    part = rng.choice(long)
    place = rng.randrange(1, len(part) - 2)
    slipped = part[:place] + part[place + 1] + part[place] + part[place + 2 :]
    return words.replace(part, slipped, 1)
