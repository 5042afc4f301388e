"""Show the programs that a model writes in a terminal, and ask a person back what the model has to know."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from scitoolagent.language.signs import printable
from scitoolagent.records import Program, Question

_LONGEST_ERROR, _LONGEST_PRINTED = 1_500, 2_000
_PROMPT = "Number, or your own words (Enter to skip): "
# A meaning of so many letters stands beside its choice, a longer one below it.
_BESIDE = 60
_WHOLE = "Number, or a whole question (Enter to leave it): "


def program_begun(program: Program) -> RenderableType:
    """The code of a program before it runs."""
    # It brings a table of all languages, and most answers show no code.
    from rich.syntax import Syntax

    code = Syntax(printable(program.code).strip("\n"), "python", theme="ansi_dark", word_wrap=True)
    who = f"Program of {printable(program.model)}" if program.model else "Program"
    return Panel(code, title=Text(who), title_align="left", border_style="magenta")


def program_ended(program: Program) -> RenderableType:
    """What came of a program: that it ran, with what it printed, or why it did not."""
    if program.status == "failed":
        return Text(f"✗ did not run: {_cut(printable(program.error), _LONGEST_ERROR)}", style="red")
    ran = Text("✓ ran", style="green")
    if not program.printed.strip():
        return ran
    return Group(ran, Text(_cut(printable(program.printed.strip()), _LONGEST_PRINTED), style="dim"))


def question_back(question: Question) -> RenderableType:
    """A question back with its choices, numbered."""
    lines = [Text(printable(question.text), style="bold")]
    for number, choice in enumerate(question.choices, start=1):
        line = Text(f"  {number}  {printable(choice.label)}")
        if choice.gives:
            apart = "  " if len(choice.label) + len(choice.gives) < _BESIDE else "\n     "
            line.append(f"{apart}{printable(choice.gives)}", style="dim")
        lines.append(line)
    return Group(*lines)


def ask_back(console: Console, question: Question) -> str | None:
    """Ask a person; the label of the choice that was taken, or what was typed; None where there is no reply."""
    console.print(Panel(question_back(question), title="Question back", title_align="left", border_style="yellow"))
    return reply_to(console, question, _PROMPT)


def reply_to(console: Console, question: Question, prompt: str = _WHOLE) -> str | None:
    """Ask for the reply to a question back that is shown already; None where there is none."""
    try:
        reply = console.input(Text(prompt, style="yellow")).strip()
    except EOFError:
        return None
    return question.reply(reply) or None


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}… ({len(text):,} characters)"
