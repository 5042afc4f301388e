"""Questions that cannot be planned, or only in part: no tool gives what is asked, or one thing of two."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from scitoolagent.finetune.entities import TaskEntity
from scitoolagent.finetune.paths import Call, PathSampler, Sketch
from scitoolagent.finetune.wording import QuestionWording, put_into_words
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_UNKNOWN = (
    "boiling point",
    "vapour pressure",
    "refractive index",
    "price per gram",
    "13C NMR shifts",
    "infrared spectrum",
    "heat of combustion",
    "odour threshold",
    "crystal colour",
    "viscosity at room temperature",
    "flash point",
    "half-life in plasma",
    "retention time on a C18 column",
    "expression level in liver",
    "year of discovery",
    "tensile strength",
    "Seebeck coefficient",
    "dielectric constant",
    "supplier",
    "surface tension",
    "speed of sound",
    "taste",
    "shelf life",
    "photostability",
    "thermal conductivity",
    "magnetic susceptibility",
    "crystallisation yield",
    "optimal growth temperature",
    "best synthesis route",
    "patent status",
)
_KINDS = {"unknown": 0.5, "mixed": 0.5}


@dataclass(frozen=True, slots=True)
class NegativeQuestion:
    """A question with placeholders such as `[e1]` for its values, and the correct calls."""

    template: str
    givens: tuple[TaskEntity, ...]
    wanted: tuple[str, ...]
    calls: tuple[Call, ...] = ()

    def question(self) -> str:
        """The question with its values in place."""
        return QuestionWording(self.template, self.wanted).question(self.givens)


class NegativeMaker:
    """Makes questions that must not be planned, or only in part."""

    def __init__(self, graph: ToolGraph, sampler: PathSampler) -> None:
        self._graph = graph
        self._sampler = sampler

    def make(self, anchor: ToolNode, rng: random.Random) -> tuple[str, NegativeQuestion | None]:
        """A random kind of negative and a question of that kind for a tool; None where the tool allows none."""
        kind = rng.choices(list(_KINDS), list(_KINDS.values()))[0]
        made = {"unknown": self._unknown, "mixed": self._mixed}
        return kind, made[kind](anchor, rng)

    def _unknown(self, anchor: ToolNode, rng: random.Random) -> NegativeQuestion | None:
        wording, sketch = self._worded(anchor, rng)
        if wording is None or sketch is None:
            return None
        thing = rng.choice(_UNKNOWN)
        template = _replaced(wording.template, wording.wanted[0], thing)
        return NegativeQuestion(template, sketch.givens, (thing,)) if template else None

    def _mixed(self, anchor: ToolNode, rng: random.Random) -> NegativeQuestion | None:
        wording, sketch = self._worded(anchor, rng)
        if wording is None or sketch is None:
            return None
        known, thing = wording.wanted[0], rng.choice(_UNKNOWN)
        both = rng.choice((f"{known} and the {thing}", f"{known} as well as the {thing}"))
        template = _replaced(wording.template, known, both)
        return NegativeQuestion(template, sketch.givens, (known, thing), sketch.calls) if template else None

    def _worded(self, anchor: ToolNode, rng: random.Random) -> tuple[QuestionWording | None, Sketch | None]:
        for _ in range(8):
            sketch = self._sampler.sample(anchor, rng)
            if sketch is not None and len(sketch.calls) == 1 and not sketch.settings:
                return put_into_words(self._graph, sketch, rng), sketch
        return None, None


def _replaced(template: str, thing: str, other: str) -> str:
    """The template with one phrase replaced by another; empty unless it occurs exactly once."""
    pattern = re.compile(rf"(?<!\w){re.escape(thing)}(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda _: other, template) if len(pattern.findall(template)) == 1 else ""
