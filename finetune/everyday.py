"""Ask for what tools give in everyday words that no label holds, and for what is done with several values.

Some wordings and a family of sentences are kept for held-out tasks: a figure for words that were never seen.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

from scitoolagent.finetune.entities import Split, TaskEntity
from scitoolagent.finetune.paths import PathSampler, written_as
from scitoolagent.finetune.wording import listed, mention, things_of
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# What is wanted where no tool gives it.
NOTHING = "none"
Form = Literal["say", "noun", "two", "most", "operation", "nothing"]
_FORMS: dict[Form, float] = {"say": 0.42, "noun": 0.13, "two": 0.1, "most": 0.08, "operation": 0.17, "nothing": 0.1}
_TYPO_SHARE = 0.1
# Where a clause says of what kind its value is.
_KIND = re.compile(r"the (?:element|formula|chain) \{\}")
_KIND_OR_NOT = re.compile(r"(?:the (?:element|formula|chain) )?\{\}")
_LONG_WORD = 6
_SENTENCES = (
    "{}?",
    "{}?",
    "{}?",
    "Quick question: {}?",
    "Tell me, {}?",
    "Please work it out: {}?",
    "{}, roughly?",
)
# A family of sentences that no training task has.
_UNSEEN_SENTENCES = ("I keep wondering: {}?", "My supervisor asks {}.", "One more thing, {}?")
_NOUN_SENTENCES = (
    "What is the {noun} of {subject}?",
    "Give me the {noun} of {subject}.",
    "I need the {noun} for {subject}.",
    "{subject}: {noun}?",
    "For {subject}, what is the {noun}?",
)
_NOTHING = (
    "what does {} cost",
    "where can I buy {}",
    "who discovered {}",
    "what does {} taste of",
    "is {} allowed in food",
    "how long may {} stand on the shelf",
    "what colour has {}",
    "who holds the patent on {}",
    "how is {} pronounced",
    "what do you think of {}",
    "which company sells {}",
    "has {} ever won a prize",
)
# What is done with the values of several things: the sentence, the operation and its settings.
_OPERATIONS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("Which of {all} has the highest {thing}?", "pick_extreme", {"extreme": "highest"}),
    ("Which of {all} has the lowest {thing}?", "pick_extreme", {"extreme": "lowest"}),
    ("Of {all}, which one shows the largest {thing}?", "pick_extreme", {"extreme": "highest"}),
    ("Of {all}, which one shows the smallest {thing}?", "pick_extreme", {"extreme": "lowest"}),
    ("Put {all} in order of {thing}, largest first.", "sort_by_value", {"order": "descending"}),
    ("Line up {all} by {thing}, smallest first.", "sort_by_value", {"order": "ascending"}),
    ("What is the average {thing} over {all}?", "mean_of_values", {}),
    ("What do the {thing} values of {all} add up to?", "sum_of_values", {}),
    ("By how much do {pair} differ in {thing}?", "difference_of_values", {}),
    ("How many times larger is the {thing} of {a} than that of {b}?", "ratio_of_values", {}),
)
_MOST = ("Which of {all} is the {most}?", "Out of {all}, which is {most}?", "{all}: which one is the {most}?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one part of a question asks: its words, with `…` where others stand between, the tool, and what is done."""

    words: str
    option: str
    then: tuple[tuple[str, dict[str, Any]], ...] = ()


@dataclass(frozen=True, slots=True)
class EverydayQuestion:
    """A question with placeholders such as `[e1]`, what it asks of all of them, and whether its words are held out."""

    template: str
    givens: tuple[TaskEntity, ...]
    wanted: tuple[Wanted, ...]
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    tool: str
    output: str = ""
    say: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        return f"{self.tool}.{self.output}" if self.output else self.tool


@lru_cache(maxsize=1)
def _entries() -> dict[str, _Entry]:
    text = resources.files("scitoolagent.finetune").joinpath("everyday.toml").read_text(encoding="utf-8")
    found = {}
    for tool, said in tomllib.loads(text).items():
        output = str(said.pop("output", ""))
        found[tool] = _Entry(tool, output, **{name: tuple(values) for name, values in said.items()})
    return found


def output_asked(tool: str) -> str:
    """The output that the everyday words for a tool are about; empty where they are about all that it gives."""
    entry = _entries().get(tool)
    return entry.output if entry else ""


@dataclass
class EverydayMaker:
    """Makes questions in everyday words for the tools that `everyday.toml` has words for.

    Args:
        graph: the tool graph.
        sampler: draws the values.
        split: held-out tasks also take the words and sentences that training tasks do not.
    """

    graph: ToolGraph
    sampler: PathSampler
    split: Split
    tools: list[ToolNode] = field(init=False)

    def __post_init__(self) -> None:
        known = {tool.name for tool in self.sampler.tools}
        self.tools = [self.graph.tools[name] for name in sorted(_entries()) if name in known]

    def make(self, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        """A question for a tool; None where its values cannot be drawn or it has no words of the form drawn."""
        entry = _entries()[anchor.name]
        if entry.pairs:
            made = self._pair(entry, anchor, rng)
        else:
            form = rng.choices(list(_FORMS), list(_FORMS.values()))[0]
            ways = {"say": self._say, "noun": self._noun, "two": self._two, "most": self._most}
            ways |= {"operation": self._operation, "nothing": self._nothing}
            made = ways[form](entry, anchor, rng)
        return _with_slip(made, rng) if made and rng.random() < _TYPO_SHARE else made

    def _drawn(self, anchor: ToolNode, rng: random.Random, least: int, most: int) -> tuple[TaskEntity, ...] | None:
        kind = self.sampler.value_ports(anchor)[0].type
        written = written_as(kind, rng)
        found: list[TaskEntity] = []
        for _ in range(rng.randint(least, most)):
            given = self.sampler.draw(written, anchor, rng)
            if given is None or given in found:
                return None
            found.append(given)
        return tuple(found)

    def _mentions(self, givens: tuple[TaskEntity, ...], rng: random.Random) -> list[str]:
        return [mention(self.graph, given, f"[e{number}]", rng) for number, given in enumerate(givens, 1)]

    def _chosen(self, ways: tuple[str, ...], rng: random.Random) -> tuple[str, bool]:
        """One of some wordings, and whether it is held out: the last of two or more is."""
        seen = ways[:-1] if len(ways) > 1 else ways
        if self.split == "heldout" and len(ways) > 1 and rng.random() < 0.5:
            return ways[-1], True
        return rng.choice(seen), False

    def _sentence(self, clause: str, rng: random.Random) -> tuple[str, bool]:
        unseen = self.split == "heldout" and rng.random() < 0.3
        text = rng.choice(_UNSEEN_SENTENCES if unseen else _SENTENCES).format(clause)
        return _capital(text), unseen

    def _say(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        givens = self._drawn(anchor, rng, 1, rng.choice((1, 1, 3)))
        if givens is None:
            return None
        clause, new = self._chosen(entry.say, rng)
        text, unseen = self._sentence(self._about(clause, givens, rng), rng)
        return EverydayQuestion(text, givens, (Wanted(_words(clause), entry.option),), new or unseen)

    def _about(self, clause: str, givens: tuple[TaskEntity, ...], rng: random.Random) -> str:
        """A clause about some values; where it says their kind itself, only the values."""
        named = _KIND.search(clause) is not None
        said = [f"[e{number}]" for number in range(1, len(givens) + 1)] if named else self._mentions(givens, rng)
        return clause.replace("{}", listed(said, rng))

    def _nothing(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        """A question that no tool answers, or one beside a question that a tool answers."""
        givens = self._drawn(anchor, rng, 1, 1)
        if givens is None:
            return None
        other = rng.choice(_NOTHING)
        if rng.random() < 0.5:
            text, unseen = self._sentence(self._about(other, givens, rng), rng)
            return EverydayQuestion(text, givens, (Wanted(_words(other), NOTHING),), unseen)
        clause, new = self._chosen(entry.say, rng)
        text, unseen = self._sentence(f"{self._about(clause, givens, rng)}, and {_KIND_OR_NOT.sub('it', other)}", rng)
        wanted = (Wanted(_words(clause), entry.option), Wanted(_KIND_OR_NOT.sub("it", other), NOTHING))
        return EverydayQuestion(text, givens, wanted, new or unseen)

    def _noun(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        givens = self._drawn(anchor, rng, 1, 2)
        if givens is None or not entry.nouns:
            return None
        noun, new = self._chosen(entry.nouns, rng)
        subject = listed(self._mentions(givens, rng), rng)
        text = rng.choice(_NOUN_SENTENCES).format(noun=noun, subject=subject)
        return EverydayQuestion(_capital(text), givens, (Wanted(noun, entry.option),), new)

    def _two(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        """Two things of one value, the second about "it"."""
        kinds = [port.type for port in self.sampler.value_ports(anchor)]
        others = [
            other
            for other in self.tools
            if other != anchor
            and _entries()[other.name].say
            and [port.type for port in self.sampler.value_ports(other)] == kinds
        ]
        givens = self._drawn(anchor, rng, 1, 1)
        if givens is None or not others:
            return None
        second = _entries()[rng.choice(others).name]
        (clause, new), (other, newer) = self._chosen(entry.say, rng), self._chosen(second.say, rng)
        further = _KIND_OR_NOT.sub("it", other)
        between = rng.choice((", and {}", " and {}", "? And {}", "; {}"))
        text, unseen = self._sentence(self._about(clause, givens, rng) + between.format(further), rng)
        wanted = (Wanted(_words(clause), entry.option), Wanted(further, second.option))
        return EverydayQuestion(text, givens, wanted, new or newer or unseen)

    def _most(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        givens = self._drawn(anchor, rng, 2, 4)
        if givens is None or not entry.most:
            return None
        place = rng.randrange(len(entry.most))
        sentence = rng.choice(_MOST).replace("{most}", entry.most[place])
        text = sentence.format(all=listed(self._mentions(givens, rng), rng))
        then = (("pick_extreme", {"extreme": ("highest", "lowest")[place]}),)
        wanted = Wanted(_words(sentence.replace("{all}", "{}")), entry.option, then)
        return EverydayQuestion(_capital(text), givens, (wanted,))

    def _operation(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        """What is done with values that are called by a label, or by everyday words."""
        things = [*things_of(self.graph, anchor), *entry.nouns]
        if not self._is_number(entry, anchor):
            return None
        sentence, operation, settings = rng.choice(_OPERATIONS)
        several = "{all}" in sentence
        givens = self._drawn(anchor, rng, 2, 4 if several else 2)
        if givens is None:
            return None
        sentence = sentence.replace("{thing}", rng.choice(things))
        said = self._mentions(givens, rng)
        places = {"all": listed(said, rng), "pair": listed(said, rng), "a": said[0], "b": said[-1]}
        words = _words(sentence.format(all="{}", pair="{}", a="{}", b="{}"))
        wanted = Wanted(words, entry.option, ((operation, dict(settings)),))
        return EverydayQuestion(_capital(sentence.format(**places)), givens, (wanted,))

    def _is_number(self, entry: _Entry, anchor: ToolNode) -> bool:
        ports = [port for port in anchor.outputs if not self.graph.is_note(port.type)]
        ports = [port for port in ports if port.name == entry.output or not entry.output]
        return len(ports) == 1 and not ports[0].many and ports[0].python in ("int", "float")

    def _pair(self, entry: _Entry, anchor: ToolNode, rng: random.Random) -> EverydayQuestion | None:
        givens = self._drawn(anchor, rng, 2, 2)
        if givens is None:
            return None
        clause, new = self._chosen(entry.pairs, rng)
        first, second = self._mentions(givens, rng)
        text, unseen = self._sentence(clause.format(first, second), rng)
        return EverydayQuestion(text, givens, (Wanted(_words(clause), entry.option),), new or unseen)


def _words(clause: str) -> str:
    """The words of a clause around the places of its values, as a model quotes them."""
    parts = [part.strip(" ,;:.?") for part in clause.split("{}")]
    return " … ".join(part for part in parts if part)


def _capital(text: str) -> str:
    return text if text.startswith("[") else text[0].upper() + text[1:]


def _with_slip(question: EverydayQuestion, rng: random.Random) -> EverydayQuestion:
    """The question with two letters of a long word exchanged, which is quoted as it stands."""
    words = question.wanted[0].words
    long = [
        word
        for word in words.split()
        if len(word) >= _LONG_WORD and word.isalpha() and question.template.count(word) == 1
    ]
    if not long:
        return question
    word = rng.choice(long)
    place = rng.randrange(1, len(word) - 2)
    slipped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    first = replace(question.wanted[0], words=words.replace(word, slipped))
    return replace(question, template=question.template.replace(word, slipped), wanted=(first, *question.wanted[1:]))
