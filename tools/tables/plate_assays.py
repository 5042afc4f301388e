"""Quality of plate assays from their controls, and the samples on the scale that the controls span."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import with_values
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import ClassName, Figures, parted, rows_of_groups
from scitoolagent.tools.tables._rows import PLATE, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.by_group import GroupColumn

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 2
_MEASURES = ("Z'", "signal to background", "signal to noise", "signal window")
_SCALES = ("percent inhibition", "percent activity", "percent of control")

AssayMeasure = Annotated[
    str,
    Semantic(
        "AssayMeasure",
        parent="Parameter",
        label="measure of the quality of an assay",
        pattern="|".join(_MEASURES),
        needs_context=True,
    ),
]
AssayScale = Annotated[
    str,
    Semantic(
        "AssayScale",
        parent="Parameter",
        label="scale between the controls of an assay",
        pattern="|".join(_SCALES),
        needs_context=True,
    ),
]
SamplesAlone = Annotated[bool, Semantic("SamplesAlone", parent="Parameter", label="whether the controls are left out")]
RisingSignal = Annotated[
    bool, Semantic("RisingSignal", parent="Parameter", label="whether the signal may rise with inhibition")
]
_EXAMPLE = {"table": PLATE, "column": "luminescence", "roles": "role", "positive": "positive", "negative": "negative"}


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example=_EXAMPLE,
)
def assay_quality(
    table: TableFolder,
    column: ColumnName,
    roles: OtherColumn,
    positive: ClassName,
    negative: ClassName,
    quality: tuple[AssayMeasure, ...] = (),
    by: GroupColumn = "",
) -> TableFolder:
    """Compute Z', signal to background, signal to noise and signal window of a plate assay.

    Args:
        table: The table, a row for each well.
        column: The signal, a column of numbers.
        roles: The column that tells controls from samples.
        positive: The class of the positive controls.
        negative: The class of the negative controls.
        quality: Which of the measures; all when empty.
        by: The column that tells plates apart; all wells are of one plate when left out.
    Returns:
        A table of one row, or one for each plate: its wells, the measures, and of both controls their number, mean and
        standard deviation. Which control is the signal and which the background follows from their means and is told.
    Raises:
        ToolInputError: the signal holds no numbers, a class is not there, or a control has fewer than two wells.
    Source: Zhang, Chung and Oldenburg 1999, doi:10.1177/108705719900400206; the signal window by Sittampalam et al.
        1997, doi:10.1177/108705719700200306. Robust figures are not taken.
    """
    given = _wells(table, column, roles, (positive, negative), by)
    wanted = quality or _MEASURES
    unit = given.columns[0].unit
    new = [Column(name=name, kind="number", unit="1") for name in wanted]
    for control in (positive, negative):
        new.append(Column(name=f"{control} wells", kind="integer", unit="1"))
        new += [Column(name=f"{what} of {control}", kind="number", unit=unit) for what in ("mean", "SD")]

    def figures(own: Numbers) -> Figures:
        import numpy as np

        controls = [_of_class(own, name) for name in (positive, negative)]
        means = [float(one.mean()) for one in controls]
        spreads = [float(np.std(one, ddof=1)) for one in controls]
        found, told = _measures(means, spreads, (positive, negative))
        counted = [
            value for one, mean, sd in zip(controls, means, spreads, strict=True) for value in (len(one), mean, sd)
        ]
        return [*(found[name] for name in wanted), *counted], told

    return rows_of_groups(given, by, new, figures)


def _measures(
    means: Sequence[float], spreads: Sequence[float], names: tuple[str, str]
) -> tuple[dict[str, float | None], list[str]]:
    """The measures of the quality of an assay, None for what the controls do not give; and what is to be told."""
    high = int(means[1] > means[0])
    low = 1 - high
    apart, noise = means[high] - means[low], 3 * (spreads[0] + spreads[1])
    told = [f"the signal is that of {names[high]} (mean {means[high]:.6g}), the background that of {names[low]}"]
    if not apart:
        raise ToolInputError(f"{names[0]} and {names[1]} have one mean, {means[0]:.6g}; nothing tells them apart")
    if means[low] <= 0:
        told.append(f"the mean of {names[low]} is {means[low]:.6g}, not above 0: there is no signal to background")
    if not spreads[low] or not spreads[high]:
        told.append("a control has one value in all wells: what is divided by its spread has no figure")
    return {
        "Z'": 1 - noise / apart,
        "signal to background": means[high] / means[low] if means[low] > 0 else None,
        "signal to noise": apart / spreads[low] if spreads[low] else None,
        "signal window": (apart - noise) / spreads[high] if spreads[high] else None,
    }, told


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example=_EXAMPLE,
)
def on_scale_of_controls(
    table: TableFolder,
    column: ColumnName,
    roles: OtherColumn,
    positive: ClassName,
    negative: ClassName,
    scale: AssayScale = "percent inhibition",
    samples: SamplesAlone = False,
    rising: RisingSignal = False,
    by: GroupColumn = "",
) -> TableFolder:
    """Compute the percent inhibition of wells from the means of positive and negative controls.

    Args:
        table: The table, a row for each well.
        column: The signal, a column of numbers.
        roles: The column that tells controls from samples.
        positive: The class of the controls that are inhibited, 100 %.
        negative: The class of the controls that are not inhibited, 0 %.
        scale: percent inhibition, percent activity (100 less that), or percent of control (the negative, as it is).
        samples: Whether the wells of both controls are left out.
        rising: Whether the positive controls may read higher than the negative ones.
        by: The column that tells plates apart; each has the means of its own controls.
    Returns:
        The wells with the new column; a well without a signal, or of a plate without controls, has none.
    Raises:
        ToolInputError: a class is not there, both means are equal, or the positive reads higher and may not.
    Source: definition, as in Malo et al. 2006, doi:10.1038/nbt1186 (normalised percent inhibition).
    """
    choice("scale", scale, _SCALES)
    given = _wells(table, column, roles, (positive, negative), by)
    notes = list(given.notes)
    values: dict[int, float] = {}
    for name, own in parted(given, by):
        led = f"{by} {name}: " if by else ""
        try:
            none, all_of_it = (float(_of_class(own, one, 1).mean()) for one in (negative, positive))
            found = _scaled(own.values[:, 0], none, all_of_it, (negative, positive), scale, rising)
        except ToolInputError as error:
            if not by:
                raise
            notes.append(f"{led}{error}")
            continue
        values |= dict(zip(map(int, own.kept), map(float, found), strict=True))
        notes.append(led + _ends((negative, positive), none, all_of_it, scale))
    if not values:
        raise ToolInputError("no plate has controls to go by: " + "; ".join(notes[-3:]))
    found_of = [values.get(place) for place in range(given.table.rows)]
    whole = made(lambda: with_values(given.table, [Column(name=scale, kind="number", unit="%")], [found_of], notes))
    return _without(whole, roles, (positive, negative)) if samples else whole


def _ends(names: tuple[str, str], none: float, whole: float, scale: str) -> str:
    """Which means a scale goes by."""
    beside = "" if scale == _SCALES[2] else f" (0 % inhibition), of {names[1]} {whole:.6g} (100 %)"
    return f"the mean of {names[0]} is {none:.6g}{beside}"


def _without(table: Path, roles: str, controls: Sequence[str]) -> Path:
    """The wells of a table less its controls."""
    from scitoolagent.tables.conditions import parse_condition
    from scitoolagent.tables.operations import where

    held = {"is": "one of", "column": roles, "values": list(controls)}
    return made(lambda: where(opened(table), parse_condition({"is": "not", "of": held})))


def _scaled(
    signal: NDArray[Any], none: float, whole: float, names: tuple[str, str], scale: str, rising: bool
) -> NDArray[Any]:
    if scale == _SCALES[2]:
        if none <= 0:
            raise ToolInputError(f"the mean of {names[0]} is {none:.6g}; a percentage of it needs one above 0")
        return 100 * signal / none
    if none == whole:
        raise ToolInputError(f"{names[0]} and {names[1]} have one mean, {none:.6g}; they span no scale")
    if whole > none and not rising:
        raise ToolInputError(
            f"{names[1]} reads higher ({whole:.6g}) than {names[0]} ({none:.6g}), where inhibition lowers a signal; "
            f"say which is which, as in 'with {names[1]} as negative and {names[0]} as positive control'"
        )
    inhibition = 100 * (none - signal) / (none - whole)
    return inhibition if scale == _SCALES[0] else 100 - inhibition


def _wells(table: Any, column: str, roles: str, controls: Sequence[str], by: str) -> Numbers:
    """The wells with a signal and a role, and that of plates first where there are any.

    Raises:
        ToolInputError: the signal holds no numbers, or no well is of one of the classes.
    """
    if controls[0] == controls[1]:
        raise ToolInputError(f"{controls[0]!r} is named as both controls; name two classes of {roles}")
    given = numbers_of(table, [column], 1, others=[*([by] if by else []), roles])
    held = {str(one) for one in given.others[-1]}
    if missing := [one for one in controls if one not in held]:
        listed = ", ".join(sorted(held)[:8])
        raise ToolInputError(f"no well with a signal has {roles} = {missing[0]}; there are {listed}")
    return given


def _of_class(own: Numbers, name: str, least: int = _FEW) -> NDArray[Any]:
    import numpy as np

    inside = np.array([str(one) == name for one in own.others[-1]], dtype=bool)
    if (count := int(inside.sum())) < least:
        wells = "well" if count == 1 else "wells"
        raise ToolInputError(f"{name} has {count} {wells} with a signal; at least {least} are needed")
    values: NDArray[Any] = own.values[inside, 0]
    return values
