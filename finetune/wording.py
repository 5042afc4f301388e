"""Word a sketch as a question, with many ways to name a result, mention a value, and ask."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from scitoolagent.finetune.entities import TaskEntity
from scitoolagent.finetune.paths import Call, Setting, Sketch
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_ASK = (
    "What is {things} of {subject}?",
    "What {be} {things} for {subject}?",
    "Calculate {things} of {subject}.",
    "Compute {things} for {subject}.",
    "Please determine {things} of {subject}.",
    "Find {things} of {subject}.",
    "Report {things} for {subject}.",
    "I need {things} of {subject}.",
    "Could you give me {things} for {subject}?",
    "For {subject}, give {things}.",
    "Given {subject}, work out {things}.",
    "Tell me {things} of {subject}.",
    "Starting from {subject}, I would like {things}.",
    "We have {subject}. What {be} {things}?",
    "{subject}: {things}?",
    "Take {subject} and return {things}.",
    "How do I get {things} of {subject}? Please run it.",
)
_CHAIN_NEXT = (
    " Then compute {things} of the result.",
    " From the result, determine {things}.",
    " What is {things} of what you get?",
    " Next, give {things} of that.",
    " Use it to find {things}.",
    " After that, calculate {things} for the product.",
)
_CONTEXT = (
    "",
    "",
    "",
    "",
    "I am preparing a table for a report. ",
    "A student asks: ",
    "For a screening campaign: ",
    "Quick check. ",
    "We are writing up our results. ",
    "This is for a poster. ",
)
_MENTION = {
    "Smiles": ("{}", "the molecule {}", "the SMILES {}", "the compound with the SMILES {}", "the molecule '{}'"),
    "MoleculeName": ("{}", "{}", "the compound {}", "the molecule {}"),
    "CasNumber": ("CAS {}", "the compound with CAS number {}", "the substance {}"),
    "InChI": ("{}", "the molecule {}", "the InChI {}"),
    "InChIKey": ("{}", "the compound with the InChIKey {}"),
    "Selfies": ("the SELFIES {}", "the molecule {}", "{}"),
    "DnaSequence": ("the DNA sequence {}", "{}", "the DNA {}", "this DNA sequence: {}"),
    "RnaSequence": ("the RNA sequence {}", "{}", "the RNA {}"),
    "ProteinSequence": ("the protein {}", "the protein sequence {}", "the peptide {}", "{}"),
    "ElementSymbol": ("the element {}", "element {}"),
    "MolecularFormula": ("the formula {}", "the compound {}", "{}"),
    "CifFile": ("the file {}", "the crystal in {}", "the structure in {}"),
    "PdbFile": ("the file {}", "the protein structure in {}", "the structure {}"),
    "SdfFile": ("the file {}", "the conformers in {}"),
}
_MENTION_SETTING = (" with {label} {value}", " at {label} {value}", ", {label} = {value}", " using {label} of {value}")
_RESULT = re.compile(
    r"^(?:Compute|Calculate|Count|Determine|Give|List|Predict|Estimate|Look up|Read|Measure) (?:the |a |an )?(.+)$"
)
_VERB = re.compile(
    r"(?:translate|convert|mutate|draw|find|count|balance|generate|look|list|search|check|design|predict)\b", re.I
)
_TAIL = re.compile(r" (?:of|for|in|from|on|between|to) (?:a|an|the|one|two|several|each|some|its)\b.*$")
_CAMEL = re.compile(r"[A-Z][a-z0-9]+[A-Z]")


@dataclass(frozen=True, slots=True)
class QuestionWording:
    """A question template with placeholders such as `[e1]` for values, and short phrases for what it asks."""

    template: str
    wanted: tuple[str, ...]

    def question(self, givens: tuple[TaskEntity, ...]) -> str:
        """The question with its values in place."""
        places = {f"e{number}": given.text for number, given in enumerate(givens, 1)}
        return re.sub(r"\[(e\d+)\]", lambda match: places[match[1]], self.template)


def thing_of(graph: ToolGraph, tool: ToolNode, rng: random.Random) -> str:
    """A noun phrase for the result of a tool."""
    return rng.choice(things_of(graph, tool))


def things_of(graph: ToolGraph, tool: ToolNode) -> list[str]:
    """All noun phrases for the result of a tool that do not also describe the result of another."""
    found = [tool.name.replace("_", " "), *(name for name in tool.also if not _CAMEL.search(name))]
    values = [port for port in tool.outputs if not graph.is_note(port.type)]
    for port in values:
        if len(graph.producers(port.type)) == 1:
            node = graph.types[port.type]
            found += [node.label, *(name for name in node.also if not _CAMEL.search(name))]
    if match := _RESULT.match(tool.summary.rstrip(".")):
        found.append(_TAIL.sub("", match[1]))
    return list(dict.fromkeys(found))


def put_into_words(graph: ToolGraph, sketch: Sketch, rng: random.Random) -> QuestionWording:
    """A question for a sketch."""
    mentions = [mention(graph, given, f"[e{number}]", rng) for number, given in enumerate(sketch.givens, 1)]
    tools = [graph.tools[call.tool] for call in sketch.calls]
    wanted = tuple(thing_of(graph, tool, rng) for tool in tools)
    if sketch.shape == "chain":
        text = _ask(mentions[:1], wanted[:1], rng)
        for thing in wanted[1:]:
            text += rng.choice(_CHAIN_NEXT).format(things=_the(thing))
    else:
        text = _ask(mentions, wanted, rng, _settings(graph, sketch.settings, rng))
    return QuestionWording(rng.choice(_CONTEXT) + text, wanted)


def _ask(mentions: list[str], wanted: tuple[str, ...], rng: random.Random, settings: str = "") -> str:
    things = listed([_the(thing) if rng.random() < 0.9 else thing for thing in wanted], rng)
    be = "are" if len(wanted) > 1 else "is"
    if not mentions:
        return rng.choice(("What {be} {things}{settings}?", "Compute {things}{settings}.")).format(
            things=things, be=be, settings=settings
        )
    template = rng.choice(_ASK if len(wanted) == 1 else _ASK[1:])
    text = template.format(things=things, subject=listed(mentions, rng), be=be)
    if settings:
        text = text[:-1] + settings + text[-1]
    return text[0].upper() + text[1:] if text[0] != "[" and text[0].islower() else text


def _the(thing: str) -> str:
    return thing if _VERB.match(thing) else f"the {thing}"


def listed(items: list[str], rng: random.Random) -> str:
    """Some things in a row."""
    if len(items) == 1:
        return items[0]
    last = rng.choice((" and ", " and ", " as well as "))
    return ", ".join(items[:-1]) + last + items[-1]


def mention(graph: ToolGraph, given: TaskEntity, place: str, rng: random.Random) -> str:
    """How a question mentions a value, with its place in the template."""
    ways = _MENTION.get(given.type) or (f"the {graph.types[given.type].label} {{}}",)
    return rng.choice(ways).format(place)


def _settings(graph: ToolGraph, settings: tuple[Setting, ...], rng: random.Random) -> str:
    text = ""
    for setting in settings:
        node = graph.types[setting.port.type]
        label = rng.choice([node.label, setting.port.name.replace("_", " "), *node.also])
        text += rng.choice(_MENTION_SETTING).format(label=label, value=shown_setting(graph, setting))
    return text


def shown_setting(graph: ToolGraph, setting: Setting) -> str:
    """The value of a setting as a question says it, with its unit."""
    return f"{setting.value} {unit_sign(graph.types[setting.port.type].unit)}".strip()


def on_handles(calls: tuple[Call, ...], handles: tuple[str, ...]) -> tuple[Call, ...]:
    """The calls of a sketch with the handles of the question's entities."""
    names = {f"e{number}": handle for number, handle in enumerate(handles, 1)}
    return tuple(Call(call.tool, tuple(names.get(name, name) for name in call.of)) for call in calls)
