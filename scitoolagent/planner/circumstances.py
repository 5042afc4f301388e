"""What a thing is in, and how it is given: circumstances that change some values and not others."""

from __future__ import annotations

import re
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.records import Query, Reference
from scitoolagent.tool.units import convertible

# The mass of a mole, and how many moles some grams are, is the same in every solvent and on every way of giving it;
# no other kind of value is taken to be.
_OF_THE_THING_ITSELF = ("g/mol", "mol")
_IN = re.compile(r"(?:\bdissolved\s+|\bsolution\s+)?\bin\s+(?:dry\s+|anhydrous\s+)?$", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:$|[?!;:)]|[.,](?=\s|$))")


def circumstances(query: Query, draft: PlanDraft) -> list[tuple[int, int]]:
    """The places of a solvent or a way of giving that none of the values of a draft can depend on.

    A solvent with a quantity of its own is none: "in 5 mL THF" may make a concentration.
    """
    if not draft.goals or not all(_is_of_the_thing(draft, goal.output) for goal in draft.goals):
        return []
    found = [(match.start(), match.end()) for match in _ways().finditer(query.text)]
    for entity in query.entities:
        before = _IN.search(query.text[: entity.start])
        if before and entity.handle not in draft.used and _ENDS.match(query.text, entity.end):
            found.append((before.start(), entity.end))
    return found


def _is_of_the_thing(draft: PlanDraft, output: str) -> bool:
    reference = Reference.parse(output)
    if reference is None or reference.step is None:
        return False
    tool = draft.graph.tools[draft.steps[reference.step - 1].tool]
    units = [draft.graph.types[port.type].unit for port in tool.outputs if port.name == reference.name]
    return bool(units) and all(
        unit is not None and any(convertible(unit, own) for own in _OF_THE_THING_ITSELF) for unit in units
    )


@cache
def _ways() -> re.Pattern[str]:
    ways = any_of(phrase_list("remarks", "ways_of_giving"))
    return re.compile(rf"\((?:{ways})\)|(?<=,)\s+(?:{ways})(?=\s*[?.]?\s*$)", re.IGNORECASE)
