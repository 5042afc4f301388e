"""Pictures of rows: which column goes along which axis, and what makes the groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from scitoolagent.chart.grammar import Grammar
from scitoolagent.chart.phrases import Phrases, Reading
from scitoolagent.request.rows import Draw, Form, Rows

_ANY = "plot"
# What stands between the two columns of a picture, and beside them.
_JOINS = ("than", "axis", "and", "between", "to")
_BONUS = 0.6


def drawings(phrases: Phrases, rows: Rows, grammar: Grammar) -> Iterator[Reading]:
    """Yield the pictures that a cover may ask for.

    Args:
        phrases: those of the cover, one of them a word for a picture.
        rows: the rows that are drawn.
        grammar: what is known of the columns.
    """
    forms = set(phrases.values("drawing")) - {_ANY}
    keys = [name for names in phrases.values("key") for name in names]
    if len(forms) > 1 or len(keys) > 1 or not phrases.has_only("drawing", "column", "measure", "key", "count", *_JOINS):
        return
    form, by = next(iter(forms), _ANY), keys[0] if keys else ""
    columns = phrases.values("column")
    if phrases.has("measure") or phrases.has("count"):
        made = _bars_of_groups(phrases, rows, by) if form == "bars" and not columns else None
    elif form in ("histogram", "boxes"):
        made = _spread(cast(Form, form), columns, rows, by, grammar)
    else:
        made = _against(form, phrases, rows, by, grammar)
    if made is not None:
        yield (made,), _BONUS


def _bars_of_groups(phrases: Phrases, rows: Rows, by: str) -> Draw | None:
    """A bar for each group: as long as a figure of a column, or as the group has rows."""
    measures = phrases.values("measure")
    if not by or len(measures) > 1 or (measures and phrases.has("count")):
        return None
    if not measures:
        return Draw(of=rows, form="bars", by=by)
    aggregates, columns = measures[0]
    if len(aggregates) != 1 or len(columns) != 1:
        return None
    return Draw(of=rows, form="bars", column=columns[0], by=by, aggregate=aggregates[0])


def _spread(form: Form, columns: list[str], rows: Rows, by: str, grammar: Grammar) -> Draw | None:
    """How the values of a column spread, in each group where groups are named."""
    numbers = [name for name in columns if grammar.is_number(name)]
    groups = [by] if by else [name for name in columns if name not in numbers]
    if len(numbers) != 1 or len(groups) > 1 or len(columns) > 2 or (form == "boxes" and not groups):
        return None
    return Draw(of=rows, form=form, column=numbers[0], by=groups[0] if groups else "")


def _against(form: str, phrases: Phrases, rows: Rows, by: str, grammar: Grammar) -> Draw | None:
    """One column along the axis of the other; "a and b" has the first along the horizontal axis."""
    columns = phrases.values("column")
    if len(columns) != 2 or columns[0] == columns[1] or form == "bars":
        return None
    is_against = phrases.has("than") or phrases.has("axis")
    upright, along = columns if is_against else reversed(columns)
    if not grammar.is_number(upright) or (form == _ANY and not is_against):
        return None
    if form == "lines" or (form == _ANY and grammar.is_date(along)):
        known = grammar.is_number(along) or grammar.is_date(along)
        return Draw(of=rows, form="lines", column=upright, other=along, by=by) if known else None
    return Draw(of=rows, form="scatter", column=upright, other=along, by=by) if grammar.is_number(along) else None
