"""What a page says of the answer: the conclusion, what is to know about it, values, pictures and rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from scitoolagent.errors import PictureError
from scitoolagent.pictures import checked
from scitoolagent.provenance.packed_tables import Cell, PackedTable
from scitoolagent.provenance.page.elements import Content, element, image, listed, section, table
from scitoolagent.provenance.portable import PackedRun
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Answer, AnswerTable, AnswerValue, StepResult
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import finding_lines, show_answer, show_value
from scitoolagent.summarizer.headers import Headers
from scitoolagent.tables.view import drawn_molecule
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import ToolGraph

_MOST_VALUES, _MOST_COLUMNS, _MOST_ROWS, _MOST_MOLECULES, _LONG = 300, 6, 200, 24, 2_000


def answer_sections(recorded: RecordedRun, graph: ToolGraph, packed: PackedRun) -> Iterator[Element | None]:
    """The sections: answer, pictures, tables."""
    answer = recorded.answer
    if answer is None:
        yield section("Answer", element("p", "The run was ended before there was an answer.", class_="caution"))
    else:
        yield _answer(graph, answer, packed)
    for shown in answer.tables if answer is not None else ():
        if shown.table in packed.tables:
            yield _rows(recorded, graph, shown, packed.tables[shown.table])
    yield _pictures(recorded, graph)


def _answer(graph: ToolGraph, answer: Answer, packed: PackedRun) -> Element | None:
    found: list[Content] = []
    if answer.conclusion:
        found.append(element("p", answer.conclusion, class_="conclusion lines"))
    if answer.design:
        found.append(element("p", element("strong", "Design: "), answer.design))
    if not answer.values and not answer.conclusion:
        found.append(element("p", answer.text, class_="lines"))
    drawn = [one for one in answer.values if _is_a(graph, one.type, "SvgPicture")]
    found += [element("p", f"{one.label} of {one.subject}: the picture below".replace(" of :", ":")) for one in drawn]
    # What stands in the rows below is not listed twice.
    shown = [packed.tables[one.table] for one in answer.tables if one.table in packed.tables]
    below = {column.type for one in shown for column in one.columns if column.type}
    values = [one for one in answer.values if one not in drawn and not (one.subject and one.type in below)]
    found += _values(values[:_MOST_VALUES])
    if len(values) > _MOST_VALUES:
        found.append(element("p", f"… and {len(values) - _MOST_VALUES:,} more values", class_="quiet"))
    return section("Answer", *found, *_to_know(answer))


def _to_know(answer: Answer) -> Iterator[Content]:
    """What limits an answer: what was assumed, left out, not read or found hazardous."""
    for title, texts in (
        ("As read by a model", answer.readings),
        ("Assumed by the model", answer.assumed),
        ("Not answered", answer.unmet if answer.values else ()),
        ("Not read", answer.unread),
    ):
        for text in texts:
            yield element("p", element("strong", f"{title}: "), text, class_="caution")
    yield listed(answer.notes, class_="quiet")
    for line in finding_lines(answer.findings, answer.unmet):
        yield element("p", line, class_="caution")
    if answer.saved:
        yield element("p", "Saved: ", element("code", answer.saved))
    if answer.question is not None:
        yield element("p", answer.question.text)
        yield listed(f"{one.label}  {one.gives}".strip() for one in answer.question.choices)


def _values(values: Sequence[AnswerValue]) -> Iterator[Element]:
    """The values, one a line; several of each thing stand beside one another."""
    columns = list(dict.fromkeys((one.label, one.unit, one.step) for one in values if one.subject))
    subjects = list(dict.fromkeys(one.subject for one in values if one.subject))
    cells = {(one.subject, one.label, one.unit, one.step): one for one in values}
    of_each = len(subjects) > 1 and 1 < len(columns) <= _MOST_COLUMNS and len(cells) == len(subjects) * len(columns)
    alone = [one for one in values if not (of_each and one.subject)]
    if alone:
        yield _listed(alone)
    if not of_each:
        return
    titles = [
        f"{label}{f', {unit_sign(unit)}' if unit_sign(unit) else ''} [step {step}]" for label, unit, step in columns
    ]
    rows: list[list[Content]] = []
    for subject in subjects:
        shown = [cells[subject, *column] for column in columns]
        rows.append([subject, *(element("td", _plain(one), class_="number value") for one in shown)])
    yield table(["of", *titles], rows)


def _plain(value: AnswerValue) -> str:
    """A value without its unit, which stands above it."""
    return show_answer(value.model_copy(update={"unit": None}))


def _shown(value: AnswerValue) -> Iterator[Content]:
    """A value; each text of a short list stands in a line of its own."""
    items = value.value
    if isinstance(items, list) and len(items) <= _MOST_MOLECULES and all(isinstance(item, str) for item in items):
        yield from (element("div", show_value(item)) for item in items)
    else:
        yield show_answer(value, cut=len(str(value.value)) > _LONG)


def _listed(values: Sequence[AnswerValue]) -> Element:
    has_subject = any(one.subject for one in values)
    titles = [*(["of"] if has_subject else []), "value of", "is", "made by"]
    rows: list[list[Content]] = []
    for one in values:
        made = element("td", f"step {one.step}, ", element("code", label_of(one.tool)), class_="quiet")
        value = element("td", *_shown(one), class_="value")
        rows.append([*([one.subject] if has_subject else []), one.label, value, made])
    return table(titles, rows)


def _pictures(recorded: RecordedRun, graph: ToolGraph) -> Element | None:
    """Pictures that steps drew, and the molecules of the question and of the steps."""
    figures: list[Content] = []
    molecules: dict[str, str] = {}
    for entity in recorded.query.entities:
        if isinstance(entity.value, str) and not entity.file and _is_a(graph, entity.type, "Smiles"):
            molecules.setdefault(entity.value, entity.name or entity.text)
    for result in recorded.results.values():
        figures += _drawings(graph, result)
        for label, smiles in _molecules(graph, recorded, result):
            molecules.setdefault(smiles, label)
    for smiles, label in list(molecules.items())[:_MOST_MOLECULES]:
        if drawing := drawn_molecule(smiles):
            figures.append(_figure(drawing, label))
    return section("Pictures", element("div", *figures, class_="pictures")) if figures else None


def _drawings(graph: ToolGraph, result: StepResult) -> Iterator[Element]:
    for output in result.outputs.values():
        if not isinstance(output.value, str) or not _is_a(graph, output.type, "SvgPicture"):
            continue
        try:
            yield _figure(checked(output.value), f"{graph.types[output.type].label} [step {result.step}]")
        except PictureError as error:
            yield element("p", f"step {result.step}: {error}", class_="caution")


def _molecules(graph: ToolGraph, recorded: RecordedRun, result: StepResult) -> Iterator[tuple[str, str]]:
    step = recorded.plan.step(result.step)
    named = [recorded.query.text_of(one.name) for one in step.references() if one.step is None]
    for name, output in result.outputs.items():
        if output.rows is not None or not _is_a(graph, output.type, "Smiles"):
            continue
        items = output.value if isinstance(output.value, list) else [output.value]
        label = f"{', '.join(named)[:80] or name.replace('_', ' ')} [step {result.step}]"
        yield from ((label, item) for item in items if isinstance(item, str))


def _figure(svg: str, label: str) -> Element:
    return element("figure", image(svg, label), element("figcaption", label))


def _is_a(graph: ToolGraph, kind: str, parent: str) -> bool:
    return kind in graph.types and graph.is_a(kind, parent)


def _rows(recorded: RecordedRun, graph: ToolGraph, shown: AnswerTable, packed: PackedTable) -> Element | None:
    """The first rows of a table of the answer, with drawings of the molecules in its first column of structures."""
    structures = next(
        (place for place, column in enumerate(packed.columns) if _is_a(graph, column.type, "Smiles")), None
    )
    headers = Headers(graph, recorded.query, recorded.plan, recorded.results).of(packed.columns)
    # What names a row, then what was asked, and then all else, so that a telephone shows the answer first.
    asked = [at for at, column in enumerate(packed.columns) if column.name in shown.columns]
    order = list(dict.fromkeys([*range(min(1, len(headers))), *asked, *range(len(headers))]))
    rows: list[list[Content]] = []
    for place, (number, cells) in enumerate(zip(packed.numbers, packed.cells, strict=False)):
        if place == _MOST_ROWS:
            break
        drawn = structures if place < _MOST_MOLECULES else None
        rows.append([str(number), *(_cell(cells[at], at == drawn) for at in order if at < len(cells))])
    titles = ["row", *(headers[at] for at in order)]
    left = packed.total - len(rows)
    size = f"{packed.total:,} rows × {len(packed.columns)} columns"
    caption = f"{packed.source or shown.label}: {size}" + (f"; the first {len(rows):,} of them" if left > 0 else "")
    return section(f"Rows: {shown.label}" if shown.label else "Rows", table(titles, rows, caption))


def _cell(cell: Cell, is_drawn: bool) -> Element:
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return element("td", show_value(cell), class_="number")
    text = "" if cell is None else show_value(cell)
    drawing = drawn_molecule(text) if is_drawn and text else ""
    return element("td", image(drawing, text) if drawing else None, text)
