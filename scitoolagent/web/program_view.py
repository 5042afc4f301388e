"""A program that a model wrote, on the page: its code, and what came of it; and a question back with its choices."""

from __future__ import annotations

import html
import keyword
import re
from collections.abc import Callable
from functools import partial

from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.language.signs import printable
from scitoolagent.records import Program, Query, Question
from scitoolagent.sessions import Run
from scitoolagent.solver.hosted import Submitted
from scitoolagent.solver.turns import Written
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.words import PROGRAM

_LONGEST_CODE, _LONGEST_TEXT = 20_000, 4_000
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | (?P<text>\'{3}.*?\'{3} | \"{3}.*?\"{3} | '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*")
    | (?P<number>\b\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)
    | (?P<word>\b(?:"""
    + "|".join(keyword.kwlist)
    + r")\b)",
    re.VERBOSE | re.DOTALL,
)


class ProgramCard:
    """The card of a program, completed when the program ends."""

    def __init__(self, program: Program) -> None:
        with ui.element("section").classes("card").props('aria-label="Program"'):
            with ui.element("div").classes("line"):
                heading("Program")
                self._badge = ui.label(PROGRAM["begun"]).classes("badge").props("role=status")
            if program.model:
                ui.label(f"written by {printable(program.model)}").classes("quiet")
            with ui.element("div").classes("scroll code").props('tabindex=0 aria-label="Code of the program"'):
                ui.html(_coloured(program.code), sanitize=False)
            self._place = ui.element("div").classes("stack")

    def end(self, program: Program) -> None:
        """Show what came of it."""
        self._badge.set_text(PROGRAM[program.status])
        self._badge.classes({"ok": "ok", "failed": "failed"}.get(program.status, ""))
        with self._place:
            if program.error:
                ui.label(printable(program.error[:_LONGEST_TEXT])).classes("wrap mono")
            if program.printed.strip():
                with ui.expansion("What it printed").props("dense").classes("quiet"):
                    ui.label(printable(program.printed[:_LONGEST_TEXT])).classes("wrap mono")


def show_program_editor(
    context: PageContext, browser: str, query: Query, program: Program, rerun: Callable[[Run], None]
) -> None:
    """Show a form for changing a program; `rerun` is called with the run that the user starts.

    Its answer keeps the words that were written for it, with places for its results.
    """

    def go() -> None:
        if not (text := str(code.value or "").strip()):
            problem.set_text("There is nothing to run.")
            return
        written = Written.model_validate(program.answer) if program.answer else None
        asked = Submitted(query.text, text, written, author="a person")
        try:
            started = context.session(browser).run_program(asked)
        except SciToolAgentError as error:
            problem.set_text(context.plain(str(error)))
            return
        rerun(started)

    with ui.element("section").classes("card").props('aria-label="Change the program"'):
        heading("Change the program")
        ui.label("It is checked and run as the model's was; each call of a tool is screened.").classes("quiet")
        code = ui.textarea("Program", value=program.code.strip("\n")).props("autogrow outlined maxlength=20000")
        code.props('input-class="mono" spellcheck=false').classes("full-width")
        problem = ui.label("").classes("strong wrap").props("role=alert")
        ui.button("Run this program", icon="play_arrow", on_click=go).props("no-caps unelevated")


def _coloured(code: str) -> str:
    """Code as HTML, its tokens in colours; all that the model wrote is escaped."""
    text, parts, place = printable(code[:_LONGEST_CODE]).strip("\n"), [], 0
    for token in _TOKEN.finditer(text):
        parts.append(html.escape(text[place : token.start()]))
        parts.append(f'<span class="{token.lastgroup}">{html.escape(token[0])}</span>')
        place = token.end()
    return f"<pre>{''.join(parts)}{html.escape(text[place:])}</pre>"


def show_question_back(question: Question, reply: Callable[[str], None] | None) -> None:
    """Draw a question back.

    Args:
        question: what has to be known.
        reply: called with what the user chose or typed; without it the choices can only be read.
    """
    ui.label(printable(question.text)).classes("wrap strong")
    for choice in question.choices:
        with ui.element("div").classes("line"):
            if reply is None:
                ui.label(printable(choice.label)).classes("chip")
            else:
                ui.button(printable(choice.label), on_click=partial(reply, choice.label)).props("no-caps outline")
            if choice.gives:
                ui.label(printable(choice.gives)).classes("quiet wrap grow")
    if reply is not None:
        _own_words(reply)


def _own_words(reply: Callable[[str], None]) -> None:
    def send() -> None:
        if text := str(typed.value or "").strip():
            reply(text)

    with ui.element("div").classes("line"):
        typed = ui.input("Or in your own words").props("dense outlined maxlength=2000").classes("grow")
        typed.on("keydown.enter", send)
        ui.button("Reply", on_click=send).props("no-caps unelevated")
