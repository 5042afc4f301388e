"""Files of a conversation: they are dropped on the page or chosen, and what each holds is shown at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nicegui import run as threads
from nicegui import ui
from nicegui.events import UploadEventArguments

from scitoolagent.errors import SciToolAgentError
from scitoolagent.language.signs import printable
from scitoolagent.mentions import words_of_type
from scitoolagent.sessions import Session
from scitoolagent.sessions.session import LARGEST_FILE
from scitoolagent.summarizer import show_value
from scitoolagent.web.page_context import PageContext

if TYPE_CHECKING:
    from scitoolagent.tables.facts import ColumnFacts, TableFacts

_MOST_COLUMNS, _MOST_NOTES, _MOST_LEVELS, _LONGEST = 40, 6, 6, 40
_MOST_MB = f"{LARGEST_FILE / 1e6:.0f} MB"
_TOO_LARGE = f"That file is too large: at most {_MOST_MB}. Ask about a part of it, or use the command line."
# A file may be dropped anywhere on the page; the uploader itself is out of sight.
_DROP = """
(() => {{
  const uploader = () => getElement({id})?.$refs.qRef;
  const over = (is) => document.body.classList.toggle("dropping", is);
  document.addEventListener("dragover", (event) => {{
    if (event.dataTransfer?.types.includes("Files")) {{ event.preventDefault(); over(true); }}
  }});
  document.addEventListener("dragleave", (event) => {{ if (!event.relatedTarget) over(false); }});
  document.addEventListener("drop", (event) => {{
    over(false);
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    uploader()?.addFiles([...event.dataTransfer.files]);
  }});
}})()
"""


class Files:
    """The files of a session.

    Args:
        context: what the pages share.
        session: whose files they are.
        name: called with the name of a file that the user wants in the question.
    """

    def __init__(self, context: PageContext, session: Session, name: Callable[[str], None]) -> None:
        self._context, self._session, self._name = context, session, name
        self._cards: dict[str, ui.element] = {}
        self.place = ui.element("div").classes("stack")
        self._upload = ui.upload(
            multiple=True,
            auto_upload=True,
            max_file_size=LARGEST_FILE,
            on_upload=self._save,
            on_rejected=lambda: ui.notify(_TOO_LARGE, type="negative", timeout=8000),
        ).classes("unseen")
        self._upload.props("inert")
        self._upload.on("failed", lambda: ui.notify("The file did not arrive; try it again.", type="negative"), args=[])
        ui.timer(0, lambda: ui.run_javascript(_DROP.format(id=self._upload.id)), once=True)

    def button(self) -> None:
        """A button that lets the user choose files."""
        ui.button("Add a file", icon="attach_file").props("flat no-caps").on(
            "click", js_handler=f"() => getElement({self._upload.id}).$refs.qRef.pickFiles()"
        ).tooltip("or drop it anywhere on the page")

    async def _save(self, event: UploadEventArguments) -> None:
        try:
            path = await threads.io_bound(self._session.save_file, event.file.name, await event.file.read())
        except SciToolAgentError as error:
            ui.notify(self._context.plain(str(error)), type="negative", timeout=8000)
            return
        if path is None or self.place.is_deleted:
            return
        if path.name in self._cards:
            self._cards.pop(path.name).delete()
        with self.place:
            card = self._cards[path.name] = ui.element("section").classes("card file")
            card.props('data-testid="file"').props["aria-label"] = f"File {path.name}"
            with card:
                ui.label(f"{path.name} is there; what it holds is being looked at …").classes("quiet").props(
                    "role=status"
                )
        found = await self._context.facts(self._session, path.name)
        if not card.is_deleted:
            card.clear()
            with card:
                self._show(path.name, found)

    def _show(self, name: str, found: TableFacts | str) -> None:
        with ui.element("div").classes("line"):
            ui.label(name).classes("strong wrap")
            ui.label(f"{name} is there").classes("unseen").props("role=status")
            if not isinstance(found, str):
                ui.label(f"{found.rows:,} rows, {len(found.columns) + len(found.others)} columns").classes("quiet")
            ui.button("Put its name in the question", on_click=lambda: self._name(name)).props("flat dense no-caps")
        if isinstance(found, str):
            ui.label(f"It has no rows that can be read: {printable(self._context.plain(found))}").classes("wrap strong")
            return
        scroll = ui.element("div").classes("scroll").props('tabindex=0 role=region aria-label="Columns of the file"')
        with scroll, ui.element("table").classes("values"):
            _columns(found)
        left = len(found.columns) + len(found.others) - _MOST_COLUMNS
        if left > 0:
            ui.label(f"… and {left} more columns").classes("quiet")
        if found.duplicates:
            ui.label(f"{found.duplicates:,} rows repeat an earlier one whole").classes("wrap quiet")
        for note in found.notes[:_MOST_NOTES]:
            ui.label(printable(note)).classes("wrap quiet")


def _columns(found: TableFacts) -> None:
    with ui.element("thead"), ui.element("tr"):
        for head in ("column", "holds", "values", "missing"):
            with ui.element("th").props("scope=col"):
                ui.label(head)
    with ui.element("tbody"):
        for column in found.columns[:_MOST_COLUMNS]:
            cells = (column.name, _kind(column), _values(column), f"{column.missing:,}" if column.missing else "none")
            with ui.element("tr"):
                for head, text in zip(("", "holds:", "values:", "missing:"), cells, strict=True):
                    with ui.element("td").props(f'data-name="{head}"' if head else ""):
                        ui.label(printable(text)).classes("wrap" if head else "wrap strong")


def _kind(column: ColumnFacts) -> str:
    """What a column holds, in a few words."""
    kind = (
        words_of_type(column.type)
        if column.type
        else {"integer": "whole numbers", "truth": "yes or no"}.get(
            column.kind, {"text": "text", "number": "numbers", "date": "dates"}.get(column.kind, column.kind)
        )
    )
    odd = (
        f", {column.odd_count:,} cells that are none: {', '.join(text for text, _ in column.odd[:3])}"
        if column.odd
        else ""
    )
    return f"{kind}{f' in {column.unit}' if column.unit else ''}{odd}"


def _values(column: ColumnFacts) -> str:
    if column.lowest is not None:
        middle = f", median {show_value(column.median)}" if column.median is not None else ""
        return f"{show_value(column.lowest)} to {show_value(column.highest)}{middle}"
    if column.levels:
        shown = ", ".join(f"{level[:_LONGEST]} ({count:,})" for level, count in column.levels[:_MOST_LEVELS])
        return shown + (f" and {len(column.levels) - _MOST_LEVELS} more" if len(column.levels) > _MOST_LEVELS else "")
    return "each row another" if column.is_key else f"{column.different:,} different"
