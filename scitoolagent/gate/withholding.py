"""Leave out of a list what a person would have to confirm, where what is left means the same without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate.calls import Tool, Types
from scitoolagent.gate.confirmations import call_digest
from scitoolagent.gate.screening import Found, identity, screen_many
from scitoolagent.records import Finding


@dataclass(frozen=True, slots=True)
class Parted:
    """What a call gave without what nobody has confirmed, what is found in that, and what was withheld."""

    outputs: dict[str, Any]
    found: tuple[Found, ...]
    withheld: tuple[Finding, ...]


def without_unconfirmed(
    types: Types,
    tool: Tool,
    arguments: Mapping[str, Any],
    outputs: Mapping[str, Any],
    found: Sequence[Found],
    refusal: ConfirmationRequired,
) -> Parted | None:
    """The outputs of a call without the items of lists that a person would have to confirm.

    Lists of one length tell of the same things, so they lose the same places. None where what has to be confirmed is no
    item of a list, went into the call, is told elsewhere in the outputs too, or would leave nothing.

    Args:
        types: knows how values of a type are screened.
        tool: what was called.
        arguments: of the call.
        outputs: what it gave.
        found: in its arguments and outputs.
        refusal: names the findings that nobody has confirmed.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    wanted = {finding.digest: finding for finding in refusal.unconfirmed}
    open_ones: dict[str, list[Finding]] = {}
    for item in found:
        if finding := wanted.get(call_digest(tool.name, arguments, item.subject, item.finding)):
            if item.entry != "result":
                return None
            open_ones.setdefault(item.subject, []).append(finding)
    kinds = {port.name: types.screen(port.type) for port in tool.outputs}
    places = _places(kinds, outputs, set(open_ones))
    left = {name: _without(values, places) for name, values in outputs.items()}
    if not places or any(values == [] != outputs[name] for name, values in left.items()):
        return None
    rest = screen_many(((kinds.get(name, ""), value) for name, value in left.items()), "result")
    if set(open_ones) & {item.subject for item in rest}:
        return None
    before = tuple(item for item in found if item.entry != "result")
    return Parted(left, (*before, *rest), tuple(_withheld(kinds, outputs, places, open_ones)))


def _places(kinds: Mapping[str, str], outputs: Mapping[str, Any], subjects: set[str]) -> dict[int, list[int]]:
    """The places of the items that are about one of the subjects, by the length of their lists."""
    places: dict[int, list[int]] = {}
    for name, values in outputs.items():
        if isinstance(values, list) and kinds.get(name):
            found = [place for place, item in enumerate(values) if identity(kinds[name], str(item)) in subjects]
            if found:
                places[len(values)] = sorted({*places.get(len(values), ()), *found})
    return places


def _without(values: Any, places: Mapping[int, Sequence[int]]) -> Any:
    if not isinstance(values, list):
        return values
    gone = places.get(len(values), ())
    return [item for place, item in enumerate(values) if place not in gone]


def _withheld(
    kinds: Mapping[str, str],
    outputs: Mapping[str, Any],
    places: Mapping[int, Sequence[int]],
    open_ones: Mapping[str, Sequence[Finding]],
) -> Iterator[Finding]:
    """The findings about what is left out, each with the item that it is about."""
    for length, gone in places.items():
        lists = {name: values for name, values in outputs.items() if isinstance(values, list) and len(values) == length}
        names = [name for name in lists if kinds.get(name)]
        for place in gone:
            item = str(lists[names[0]][place])
            told = screen_many(((kinds.get(name, ""), values[place]) for name, values in lists.items()), "result")
            for subject in dict.fromkeys(one.subject for one in told):
                for finding in open_ones.get(subject, ()):
                    reason = finding.reason if finding.subject == item else f"{finding.subject} {finding.reason}"
                    yield finding.model_copy(update={"subject": item, "reason": reason})
