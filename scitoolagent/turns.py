"""The turns of a conversation: what a question was about, and which of its things its answer chose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scitoolagent.errors import PlanError
from scitoolagent.reading.additions import stands_beside
from scitoolagent.reading.followup import carried, find_pointing, groups_of, with_value
from scitoolagent.records import Answer, AnswerValue, Ask, Entity, Program, Query, Question, Reading
from scitoolagent.tool.declare import Operation
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import ToolGraph

_STRUCTURES = ("MolecularStructure", "Sequence", "Identifier")
_NOTATIONS = ("MolecularStructure", "Identifier", "MoleculeName", "IupacName")

_SHOWN = 60

# Values at one place of a question: one thing, in each way that it may be read.
Group = tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation, as it was understood, its answer, and the program of a model that gave it."""

    query: Query
    answer: Answer
    program: Program | None = None


def choice_of(asked: Question | None, text: str) -> str:
    """Return the choice that a reply to a question back takes; empty where it takes none."""
    if asked is None:
        return ""
    reply = asked.reply(text)
    return reply if any(reply == choice.label for choice in asked.choices) else ""


def can_be_in(graph: ToolGraph, ask: Ask, unit: str) -> bool:
    """Whether what is asked for can be given in a unit."""
    types = [candidate.type for candidate in ask.what if candidate.type]
    for candidate in ask.what:
        if candidate.tool:
            outputs = graph.tools[candidate.tool].outputs
            types += [port.type for port in outputs if candidate.output in ("", port.name)]
    return any((own := graph.types[name].unit) is not None and convertible(own, unit) for name in types)


def put(graph: ToolGraph, query: Query, groups: Sequence[Group]) -> Query:
    """A question with earlier values: one that it names by its kind stands there, others behind the end."""
    if len(groups) == 1 and len(groups[0]) == 1:
        entity = groups[0][0]
        noun = re.escape(head(graph.types[entity.type].label))
        kind = rf"\b(?:that|this|the)\s+(?:\w+\s+)?{noun}\b(?:\s+(?:sequence|structure)\b)?"
        found = re.search(kind, query.text, re.IGNORECASE)
        if found is not None and isinstance(entity.value, str):
            return with_value(query, *found.span(), [entity.model_copy(update={"text": entity.value})])
    return carried(query, groups)


def ranking_of(turn: Turn) -> list[Group]:
    """The values of a question in the order that its answer put them in, or those that it kept."""
    groups = groups_of(turn.query)
    by_text = {name: group for group in groups for name in names_of(group)}
    for value in turn.answer.values if has_operation(turn) else ():
        if isinstance(value.value, list) and value.value and all(str(one) in by_text for one in value.value):
            return [by_text[str(one)] for one in value.value]
    return groups


def winner_of(turn: Turn) -> Group | None:
    """The value of a question that its answer chose among several; None when it did not choose one."""
    groups = groups_of(turn.query)
    if len(groups) < 2 or not has_operation(turn):
        return None
    by_text = {name: group for group in groups for name in names_of(group)}
    chosen = [by_text[str(value.value)] for value in turn.answer.values if str(value.value) in by_text]
    return chosen[0] if len(chosen) == 1 else None


def has_operation(turn: Turn) -> bool:
    """Whether a question orders, compares or picks."""
    return any(ask.then for ask in asks_in(turn.query))


def names_of(group: Group) -> set[str]:
    """All that a value is called by."""
    return {name for entity in group for name in (entity.text, str(entity.value))}


def asking_the_same(turns: Sequence[Turn]) -> list[Turn]:
    """The last question and those right before it that ask the same of other things, the oldest first."""
    wanted = [ask.what for ask in asks_in(turns[-1].query)]
    run: list[Turn] = []
    for turn in reversed(turns):
        if [ask.what for ask in asks_in(turn.query)] != wanted:
            break
        run.insert(0, turn)
    return run


def distinct(groups: Iterable[Group]) -> list[Group]:
    """The values, each thing once."""
    kept: list[Group] = []
    for group in groups:
        if not any(names_of(group) & names_of(other) for other in kept):
            kept.append(group)
    return kept


def keeps_subjects(earlier: Query, longer: Query) -> bool:
    """Whether a longer question asks the same of the same values, and nothing more."""
    old, new = asks_in(earlier), asks_in(longer)
    if len(old) != len(new):
        return False
    subjects = [{earlier.entity(one).text for one in ask.of if not one.startswith("ask")} for ask in old]
    return subjects == [{longer.entity(one).text for one in ask.of if not one.startswith("ask")} for ask in new]


def asks_in(query: Query) -> Sequence[Ask]:
    """The asks of a question; none where it is not read."""
    return query.request.asks if query.request else ()


def has_what(query: Query) -> bool:
    """Whether a question asks for something that is known."""
    return any(ask.what for ask in asks_in(query))


def readings_in(query: Query) -> Sequence[Reading]:
    """What the words of a question were read as."""
    return query.request.readings if query.request else ()


def said_in(query: Query) -> int:
    """How much a question asks: its asks, what is done with their values, the units wanted, a file to be written."""
    asks = asks_in(query)
    saves = bool(query.request and query.request.save)
    return len(asks) + sum(len(ask.then) + bool(ask.unit) for ask in asks) + saves


def made_inside(turn: Turn) -> str:
    """What a question asked something of without asking for it: the ester in "the TPSA of the methyl ester of …"."""
    asks = asks_in(turn.query)
    asked_of = {handle for ask in asks for handle in ask.of}
    inner = [ask.text for ask in asks if ask.handle in asked_of and not ask.reported and not turn.query.tables]
    return f"the {inner[0]}" if inner else ""


def goes_on_to_another(query: Query) -> bool:
    """Whether a question without a name may mean another thing than those before: "the longest one", "in frame 2"."""
    pointing = find_pointing(query)
    roles = {reading.role for reading in readings_in(query)}
    chooses = "unread" in roles and query.text.lower().split()[0] in ("the", "in")
    says = chooses or bool(roles & {"operation", "quantity", "setting"})
    return pointing.place is not None or (says and not (has_what(query) or pointing.one or pointing.several))


def is_qualified(query: Query, group: Group) -> bool:
    """Whether a word that was not read stands right beside a thing: "deuterated caffeine"."""
    return any(
        reading.role == "unread"
        and not (query.text[reading.end : group[0].start] + query.text[group[0].end : reading.start]).strip()
        and (reading.end <= group[0].start or group[0].end <= reading.start)
        for reading in readings_in(query)
    )


def refuse_unclear(before: Turn, query: Query, last: Turn) -> None:
    """Refuse what may refer to a question that got no answer instead of to the last one that did.

    Args:
        before: the question right before.
        query: the one that refers to something.
        last: the last one that was answered.
    Raises:
        PlanError: it cannot be told which is meant.
    """
    failed = before.query
    if before.answer.status != "failed":
        return
    known = {name for group in groups_of(last.query) for name in names_of(group)}
    if stands_beside(failed, last.query):
        return
    things = [group[0].text for group in groups_of(failed)]
    lost = [group[0].text for group in groups_of(failed) if not names_of(group) & known or is_qualified(failed, group)]
    if lost or query.entities or not things:
        named = " and ".join(lost or things) or f"{failed.text[:_SHOWN]!r}"
        raise PlanError(
            f"the question about {named} was not answered, so it is not clear what this one refers to; "
            "ask the whole question"
        )


def is_notation(graph: ToolGraph, value: AnswerValue) -> bool:
    """Whether a value is another way to write what the question gave."""
    tool, node = graph.tools.get(value.tool), graph.types.get(value.type)
    is_conversion = tool is not None and tool.operation == Operation.CONVERSION
    return is_conversion and node is not None and node.parent in _NOTATIONS


def title(value: AnswerValue) -> str:
    return f"the {value.label} of {value.subject}" if value.subject else value.label


def head(label: str) -> str:
    """The word of a type's label that people use for it: `protein` of `protein sequence`."""
    words = label.lower().split()
    return words[0] if words[-1] in ("sequence", "structure", "string") else words[-1]


def results_of(graph: ToolGraph, values: Sequence[AnswerValue]) -> list[Entity]:
    """The values of an answer that a question may be about: molecules, sequences, identifiers."""
    return [
        Entity(handle=f"result{number}", type=value.type, value=value.value, text=title(value), start=0, end=0)
        for number, value in enumerate(values, start=1)
        if any(graph.is_a(value.type, root) for root in _STRUCTURES) and isinstance(value.value, str)
    ]


def unclear(query: Query) -> PlanError:
    """The refusal of a question that does not say what it changes in the one before."""
    said = f"it is not clear what {query.text.strip(' .?!')!r} changes in the question before; ask the whole question"
    return PlanError(said)
