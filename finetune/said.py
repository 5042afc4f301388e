"""What a model says beside its program: the words of the answer with places, and what it searches for."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.finetune.programs import Printed, Wanted
from scitoolagent.finetune.wording import things_of
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# The longest text of a value that is repeated in an answer.
_SHORT = 40
_SINGLE = (
    "The {label} of {about} is {place}.",
    "For {about}, the {label} is {place}.",
    "The {label} of {about}: {place}.",
)
# What a label says of the thing that the answer names itself.
_OF_ANY = re.compile(r" of (?:a|an|the|one|two) [^,]*$")
_MANY = ("The {label}: {place}.", "{label} – {place}.", "For each, the {label}: {place}.")


def search_phrases(graph: ToolGraph, tool: ToolNode) -> list[str]:
    """What a tool gives, in words of labels and of its summary; its name in words only where there are no others."""
    named = tool.name.replace("_", " ")
    values = [port for port in tool.outputs if not graph.is_note(port.type)]
    labels = [graph.types[port.type].label for port in values]
    phrases = dict.fromkeys([*labels, *things_of(graph, tool)])
    return [said for said in phrases if said.casefold() != named.casefold()] or [tool.summary.rstrip(".")]


def answer_for(graph: ToolGraph, query: Query, printed: Printed, rng: random.Random) -> dict[str, Any]:
    """The answer to a program, as it is passed with it: text with places for the results, and labels of their keys."""
    by_key: dict[str, list[Wanted]] = {}
    for one in printed.wanted:
        by_key.setdefault(one.path[0], []).append(one)
    texts = {entity.handle: _shown(graph, entity.type, entity.text) for entity in query.entities}
    names = {key: _label(graph, key, wanted[0]) for key, wanted in by_key.items()}
    if "winner" in by_key and "value" in by_key:
        how = "highest" if "max(" in printed.code else "lowest"
        sentences = [f"{{winner}} has the {how} {names['value']}, {{value}}."]
        rest: Mapping[str, list[Wanted]] = {key: one for key, one in by_key.items() if key not in ("winner", "value")}
    else:
        sentences, rest = [], by_key
    sentences += [_sentence(key, names[key], one, texts, rng) for key, one in rest.items()]
    labels = {key: name for key, name in names.items() if name != key.replace("_", " ")}
    return {"text": " ".join(sentences), **({"labels": labels} if labels else {})}


def _label(graph: ToolGraph, key: str, wanted: Wanted) -> str:
    """What a key is called: as its type is, unless that is any value."""
    node = graph.types.get(wanted.gold.type)
    if node is None or node.generic or key in ("winner", "ranking", "sorted_values"):
        return key.replace("_", " ")
    return node.label


def _sentence(key: str, label: str, wanted: Sequence[Wanted], texts: Mapping[str, str], rng: random.Random) -> str:
    first = wanted[0]
    value = first.gold.value
    if isinstance(value, bool):
        return f"{label[0].upper()}{label[1:]}: {{{key}}}."
    about = " and ".join(texts[handle] for handle in first.about if handle in texts)
    if len(wanted) > 1 or len(first.path) > 1 or isinstance(value, list | dict) or not about:
        text = rng.choice(_MANY[:2] if len(wanted) == 1 else _MANY).format(label=label, place=f"{{{key}}}")
    else:
        label = _OF_ANY.sub("", label)
        text = rng.choice(_SINGLE).format(label=label, about=about, place=_place(key, value, rng))
    return text[0].upper() + text[1:]


def _place(key: str, value: Any, rng: random.Random) -> str:
    """The place of a value, now and then with as many digits as people want."""
    if isinstance(value, float) and not value.is_integer() and abs(value) >= 1 and rng.random() < 0.7:
        return f"{{{key}:.2f}}"
    return f"{{{key}}}"


def _shown(graph: ToolGraph, kind: str, text: str) -> str:
    """A value as an answer names it: as the question does, or by its kind where that is long."""
    return text if len(text) <= _SHORT else f"the {graph.types[kind].label}"
