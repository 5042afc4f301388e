"""The page of a run: conclusion first, then values, tables and pictures, what was done, references and the record."""

from __future__ import annotations

import base64
import hashlib
import json
from importlib import resources
from typing import Any
from xml.etree.ElementTree import Element, tostring

from scitoolagent.provenance.methods import methods
from scitoolagent.provenance.page.answer import answer_sections
from scitoolagent.provenance.page.drawing import MOST_STEPS, drawn_plan
from scitoolagent.provenance.page.elements import Content, element, listed, section, table
from scitoolagent.provenance.page.reading import RECORD, visible_text
from scitoolagent.provenance.portable import PackedFile, PackedRun
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.references import bibliography, references_of, sources_of
from scitoolagent.records import Reference
from scitoolagent.solver.steps import label_of, shown_arguments
from scitoolagent.summarizer import is_picture, show_output, show_value
from scitoolagent.toolkg.graph import ToolGraph

# Nothing is fetched and nothing runs, whatever a page holds.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
# What could end the element that holds the record, in whatever way a browser reads it.
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
_SHOWN, _MOST_ITEMS = 120, 8


def page(recorded: RecordedRun, graph: ToolGraph, packed: PackedRun) -> str:
    """The text of the page.

    Args:
        recorded: the run.
        graph: the tool graph.
        packed: the same run with its tables and files.
    """
    document = _document(recorded, graph, packed)
    shown = hashlib.sha256(visible_text(_serialized(document)).encode()).hexdigest()
    record = {"sha256": packed.digest(), "shown": shown, "run": packed.model_dump(mode="json")}
    script = element("script", type="application/json", id=RECORD)
    script.text = json.dumps(record, ensure_ascii=False, allow_nan=False).translate(_ESCAPED)
    document[1].append(script)
    return _serialized(document)


def _serialized(document: Element) -> str:
    return f"<!DOCTYPE html>\n{tostring(document, encoding='unicode', method='html')}\n"


def _document(recorded: RecordedRun, graph: ToolGraph, packed: PackedRun) -> Element:
    style = element("style")
    style.text = resources.files("scitoolagent.provenance.page").joinpath("page.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", " ".join(recorded.query.text.split())[:_SHOWN]),
        style,
    )
    parts = [
        _header(recorded),
        *answer_sections(recorded, graph, packed),
        _done(recorded),
        _methods(recorded, graph, packed),
        _references(recorded),
        _files(packed),
        _again(recorded, packed),
    ]
    return element("html", head, element("body", element("main", *parts)), lang="en")


def _header(recorded: RecordedRun) -> Element:
    query, answer = recorded.query, recorded.answer
    asked = query.original.text if query.original is not None else query.text
    status = answer.status if answer is not None else "not answered"
    drafter = answer.drafter if answer is not None else recorded.plan.drafter
    planned = "planned by rules, no model" if drafter == "symbolic" else f"planned by {drafter}"
    when = f"{recorded.began:%Y-%m-%d %H:%M} UTC"
    about = element("span", status, class_=f"status {status}" if answer is not None else "status failed")
    return element(
        "header",
        element("p", about, f" · {when} · {planned} · scitoolagent {recorded.version}", class_="quiet"),
        element("h1", asked),
        element("p", f"In English: {query.text}", class_="quiet") if query.original is not None else None,
    )


def _done(recorded: RecordedRun) -> Element | None:
    """The plan drawn, the program where there is one, and what each step was given and gave."""
    left = len(recorded.plan.steps) - MOST_STEPS
    program = recorded.program
    code: list[Content] = []
    if program is not None:
        who = f"The program, written by {program.model}:" if program.model else "The program:"
        code = [element("p", who), element("pre", program.code.strip("\n"))]
    steps = table(("step", "tool", "given", "result"), [_step(recorded, step.id) for step in recorded.plan.steps])
    return section(
        "What was done",
        *code,
        element("div", drawn_plan(recorded), class_="plan"),
        element("p", f"… and {left:,} more steps, in the table", class_="quiet") if left > 0 else None,
        steps,
    )


def _step(recorded: RecordedRun, number: int) -> list[Content]:
    step, result = recorded.plan.step(number), recorded.results.get(number)
    given = [f"{name}: {_given(recorded, value)}" for name, value in shown_arguments(step).items()]
    tool = result.tool if result is not None else step.tool
    return [
        str(number),
        element("td", element("code", label_of(tool))),
        element("td", *(element("div", text) for text in given)),
        element("td", *_made(recorded, number)),
    ]


def _given(recorded: RecordedRun, value: Any) -> str:
    """An argument as a person reads it: a value of the question by itself, one of a step by its number and header."""
    if isinstance(value, list):
        items = ", ".join(_given(recorded, item) for item in value[:_MOST_ITEMS])
        return f"{items}, … ({len(value)})" if len(value) > _MOST_ITEMS else items
    reference = Reference.parse(value)
    if reference is None:
        return show_value(value)[:_SHOWN]
    if reference.step is None:
        return recorded.query.text_of(reference.name)[:_SHOWN]
    made = recorded.results[reference.step].outputs.get(reference.name) if reference.step in recorded.results else None
    if made is None:
        return f"step {reference.step}"
    if reference.column is not None and reference.column < len(made.columns):
        return f"{made.columns[reference.column].name[:_SHOWN]} of step {reference.step}"
    return (
        f"step {reference.step}"
        if len(made.columns) or made.rows is not None
        else f"{reference.name} of step {reference.step}"
    )


def _made(recorded: RecordedRun, number: int) -> list[Content]:
    result = recorded.results.get(number)
    if result is None:
        return ["not run"]
    if result.error is not None:
        return [element("span", f"{result.status}: {result.error.message[:400]}", class_="failed")]
    if result.status != "ok":
        return [element("span", result.status, class_="failed")]
    told = [f"{name}: {_output(value)}" for name, value in result.outputs.items()]
    return [element("div", text) for text in told]


def _output(value: Any) -> str:
    return "a picture" if is_picture(value.value) else show_output(value)


def _methods(recorded: RecordedRun, graph: ToolGraph, packed: PackedRun) -> Element | None:
    return section("Methods", element("p", methods(recorded, graph, packed.software)))


def _references(recorded: RecordedRun) -> Element | None:
    items = []
    for reference in references_of(recorded):
        link = element("a", f"doi:{reference.doi}", href=f"https://doi.org/{reference.doi}", rel="noreferrer")
        cited = f"{reference.cited}. " if reference.authors else ""
        items.append(element("li", cited, link, element("span", f" ({', '.join(reference.tools)})", class_="quiet")))
    cited_tools = {tool for reference in references_of(recorded) for tool in reference.tools}
    others = [
        f"{label_of(tool)}: {source.replace('`', '')}"
        for tool, source in sources_of(recorded)
        if tool not in cited_tools
    ]
    data = base64.b64encode(bibliography(recorded).encode()).decode()
    name = f"{recorded.run}.bib"
    bib = element("a", f"{name} (BibTeX)", href=f"data:application/x-bibtex;base64,{data}", download=name)
    return section(
        "References",
        element("ol", *items) if items else None,
        listed(others, class_="quiet"),
        element("p", bib),
    )


def _files(packed: PackedRun) -> Element | None:
    return section("Files", listed(map(_file, packed.files)))


def _file(file: PackedFile) -> Element:
    if not file.sha256:
        told = "was not there when this page was written, so nothing says which file of that name is meant"
        return element("span", element("code", file.name), f" {told}")
    held = "inside this page" if file.content is not None else "not inside this page: keep it beside it"
    newer = "; changed after the run, so perhaps not what the run has read" if file.is_newer else ""
    return element(
        "span",
        element("code", file.name),
        f", {file.size or 0:,} bytes, {held}{newer}. SHA-256 ",
        element("code", file.sha256),
    )


def _again(recorded: RecordedRun, packed: PackedRun) -> Element | None:
    away = [file.name for file in packed.files if file.content is None]
    need = f" {', '.join(away[:8])} must lie in the folder that you are in." if away else ""
    program = "its program" if recorded.program is not None else "every step"
    return section(
        "Make it again",
        element("p", f"This page holds the record of run {recorded.run}. Where scitoolagent is installed,"),
        element("pre", "scitoolagent replay " + "PAGE.html"),
        element("p", f"runs {program} again and says whether all is the same, or what is not.{need}"),
        element("p", "SHA-256 of the record: ", element("code", packed.digest()), class_="quiet"),
    )
