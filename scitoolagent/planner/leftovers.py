"""What a plan leaves of a question: words that nothing read, quantities and entities that no call uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.planner.circumstances import circumstances
from scitoolagent.planner.reasons import places_of
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.reading.given import measured_entities
from scitoolagent.records import Ask, Quantity, Query, Reading, Reference, Request
from scitoolagent.tool.units import convertible

_UNKNOWN = "is no name known here"
_AND = re.compile(r"\s*(?:,|&|/|,?\s*and)\s*(?:at\s+)?")

_AT = re.compile(r"\bat\s+$", re.IGNORECASE)


class Leftovers:
    """Keeps the asks that what is left over may change, with the reasons.

    Args:
        query: the question with its request.

    Attributes:
        reasons: why asks are not answered, in the order in which it was found.
        outside: the words that nothing used and that belong to no ask.
    """

    def __init__(self, query: Query) -> None:
        self._query = query
        self._request = query.request or Request()
        self._changed: set[str] = set()
        self.reasons: list[str] = []
        self.outside: tuple[str, ...] = ()

    def changes(self, ask: Ask) -> bool:
        """Whether something left over may change an ask, or another one whose result it is asked of."""
        asks = {other.handle: other for other in self._request.asks}
        seen, left = set[str](), [ask.handle]
        while left:
            handle = left.pop()
            if handle in self._changed:
                return True
            seen.add(handle)
            left += [inner for inner in asks[handle].of if inner in asks and inner not in seen]
        return False

    def find(self, draft: PlanDraft, failed: Mapping[str, str]) -> bool:
        """Look what a draft leaves over; whether asks are changed by it that were not known to be."""
        before = len(self._changed)
        outside: list[tuple[int, int]] = []
        for reading, reason in (*self._left(draft, failed), *self._uncounted(draft), *self._half_taken(draft)):
            if reading.asks:
                new = not set(reading.asks) <= self._changed | failed.keys()
                # A call lacks its value where the name of the thing is not known.
                if (new or reason.endswith(_UNKNOWN)) and reason not in self.reasons:
                    self.reasons.append(reason)
                self._changed |= set(reading.asks) - failed.keys()
            elif reading.role == "quantity":
                self.reasons.append(reason)
            else:
                outside.append((reading.start, reading.end))
        self.outside = tuple(self._query.text[start:end] for start, end in _joined(outside, self._query.text))
        return len(self._changed) > before

    def _left(self, draft: PlanDraft, failed: Mapping[str, str]) -> list[tuple[Reading, str]]:
        """The readings that nothing in a draft uses, each with what to say of it."""
        text = self._query.text
        used = {str(reference) for step in draft.steps for reference in step.references()}
        excused = {handle for ask in self._request.asks if ask.handle in failed for handle in (*ask.of, *ask.beside)}
        found: list[tuple[Reading, str]] = []
        free = circumstances(self._query, draft)
        for reading in self._request.readings:
            if any(start <= reading.start and reading.end <= end for start, end in free):
                continue
            place = (reading.start, reading.end)
            item = next((ask.text for ask in self._request.asks if ask.handle in reading.asks and not ask.what), "")
            settings = draft.read | self._sought(reading, failed)
            is_setting = any(start < reading.end and reading.start < end for start, end in settings)
            # "The amount and number of …": a noun that names no setting without a number.
            if is_setting and (not item or any(map(str.isdigit, item))):
                continue
            if reading.role == "unread":
                why = _UNKNOWN if is_unknown_thing(self._query, reading) else "was not understood"
                said = f"{item}: no tool here gives it" if item else f"{text[place[0] : place[1]]!r} {why}"
                found.append((reading, said))
            elif reading.role == "entity":
                here = [entity for entity in self._query.entities if (entity.start, entity.end) == place]
                # What is said twice is used where it is used once, unless it is set against something.
                same = {(entity.type, str(entity.value).casefold()) for entity in here}
                handles = {
                    entity.handle
                    for entity in self._query.entities
                    if (entity.type, str(entity.value).casefold()) in same
                }
                if text[: place[0]].casefold().rstrip().endswith(phrase_list("references", "set_against")):
                    handles = {entity.handle for entity in here}
                is_target = bool(self._request.save) and any(one.value == self._request.save for one in here)
                if is_target or handles & excused:
                    continue
                if not handles & draft.used and not any(f"$query.{handle}" in used for handle in handles):
                    found.append((reading, f"{text[place[0] : place[1]]}: nothing that was asked for uses it"))
            elif reading.role == "quantity":
                found += [
                    (
                        reading,
                        f"{quantity.shown}: {quantity.problem or 'no tool that was asked for takes it'}; give it as "
                        "the tool needs it, or leave it out",
                    )
                    for quantity in self._query.quantities
                    if (quantity.start, quantity.end) == place and quantity.handle not in draft.used
                ]
        return found

    def _sought(self, reading: Reading, failed: Mapping[str, str]) -> set[tuple[int, int]]:
        """Where inputs stand that a call took which lacks others: they are read, where they change no other ask."""
        lost = {ask.handle for ask in self._request.asks if ask.handle in failed or not ask.what}
        return {place for why in failed.values() for place in places_of(why)} if set(reading.asks) <= lost else set()

    def _uncounted(self, draft: PlanDraft) -> Iterator[tuple[Reading, str]]:
        """Amounts of a thing whose parts are counted beside another ask: "how many moles and atoms is 10 g of iron"."""
        for quantity in self._query.quantities:
            handles = measured_entities(self._query, [quantity.handle])
            reading = next((one for one in self._request.readings if one.start == quantity.start), None)
            for ask in self._request.asks if reading and quantity.handle in draft.used else ():
                outputs = [Reference.parse(goal.output) for goal in draft.goals if goal.text == ask.text]
                counts = outputs and all(one is not None and _is_count(draft, one) for one in outputs)
                if not counts or not handles & set(ask.of) or ask.handle not in (reading.asks if reading else ()):
                    continue
                if not any(f"$query.{quantity.handle}" in _behind(draft, one) for one in outputs if one):
                    why = f"{quantity.shown}: {ask.text} would be those of one molecule, not of that much"
                    yield Reading(start=quantity.start, end=quantity.end, role="quantity", asks=(ask.handle,)), why

    def _half_taken(self, draft: PlanDraft) -> Iterator[tuple[Reading, str]]:
        """Conditions said together of which a call takes some only: the density of a liquid "at 350 K and 20 bar"."""
        for together in _said_together(self._query):
            handles = {f"$query.{quantity.handle}" for quantity in together}
            for ask in self._request.asks:
                goals = [Reference.parse(goal.output) for goal in draft.goals if goal.text == ask.text]
                behind = [_behind(draft, one) & handles for one in goals if one is not None]
                if not behind or not all(0 < len(one) < len(handles) for one in behind):
                    continue
                for quantity in together:
                    if f"$query.{quantity.handle}" not in set[str]().union(*behind):
                        why = f"{ask.text}: no tool here gives it that takes {quantity.shown}, too"
                        start, end = quantity.start, quantity.end
                        yield Reading(start=start, end=end, role="quantity", asks=(ask.handle,)), why


def _said_together(query: Query) -> Iterator[list[Quantity]]:
    """Groups of quantities of different kinds that are conditions, with only a joint between: "at 350 K and 20 bar"."""
    groups: list[list[Quantity]] = []
    for quantity in sorted(query.quantities, key=lambda one: one.start):
        group = groups[-1] if groups else []
        joined = group and _AND.fullmatch(query.text[group[-1].end : quantity.start])
        if joined and not any(convertible(one.unit, quantity.unit) for one in group):
            group.append(quantity)
        else:
            groups.append([quantity])
    yield from (one for one in groups if len(one) > 1 and _AT.search(query.text[: one[0].start]))


def _is_count(draft: PlanDraft, output: Reference) -> bool:
    tool = draft.graph.tools[draft.steps[(output.step or 1) - 1].tool]
    return any(port.name == output.name and port.python == "int" for port in tool.outputs)


def _behind(draft: PlanDraft, output: Reference) -> set[str]:
    """The references on which an output rests."""
    found: set[str] = set()
    left = [output]
    while left:
        step = left.pop().step
        for reference in draft.steps[step - 1].references() if step is not None else ():
            if str(reference) not in found:
                found.add(str(reference))
                left.append(reference)
    return found


def is_unknown_thing(query: Query, reading: Reading) -> bool:
    """Whether a thing should stand at an unread place: behind `of`, `for`, `in`, `between`, not in front of a thing."""
    text, start, end = query.text, reading.start, reading.end
    before = text[:start].lower().split()[-1:]
    if reading.role != "unread" or not before or before[0] not in word_list("names", "before_things"):
        return False
    if not text[start:end].isalpha():
        return False
    return not any(end <= entity.start and not text[end : entity.start].strip() for entity in query.entities)


def _joined(places: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Places with only blanks between them as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if found and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
