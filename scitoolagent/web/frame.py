"""What all pages have in common: the header with its links, the colours, and the display of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nicegui import app, ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.web.words import in_plain_words

_STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
_LINKS = (("Ask", "/"), ("Tools", "/tools"), ("Runs", "/runs"))
# The choice is kept in a cookie so that the page is rendered in the right colours from the start. The browser
# writes it at the click itself: who goes to another page at once must not be faster than an answer of the server.
_KEEP = "() => {{ document.cookie = 'dark={}; path=/; max-age=31536000; samesite=strict' }}"


def browser() -> str:
    """The identifier of the requesting browser, kept in a signed cookie."""
    return str(app.storage.browser["id"])


@contextmanager
def frame(title: str, with_side: bool = False) -> Iterator[None]:
    """Lay out a page with its header; the content is added inside the `with` block, its first part at the side."""
    ui.page_title(f"{title} - scitoolagent")
    ui.add_head_html(f"<style>{_STYLE}</style><script>document.documentElement.lang = 'en'</script>")
    request = ui.context.client.request
    kept = {"1": True, "0": False}.get(request.cookies.get("dark", "") if request else "")
    dark = ui.dark_mode(kept)
    ui.colors(primary="#1f6da3", negative="#b3261e", positive="#23794a")

    def switch(icon: str, label: str, to_dark: bool) -> None:
        button = ui.button(icon=icon, on_click=lambda: dark.set_value(to_dark))
        button.props(f'flat round dense aria-label="{label}"').on("click", js_handler=_KEEP.format(int(to_dark)))

    with ui.element("header").classes("head"):
        ui.link("scitoolagent", "/").classes("name")
        with ui.element("nav").props('aria-label="Pages"'):
            for text, target in _LINKS:
                link = ui.link(text, target)
                if text == title:
                    link.props("aria-current=page")
        with ui.row().classes("lights"):
            switch("light_mode", "Light colours", False)
            switch("dark_mode", "Dark colours", True)
    with ui.element("div").classes("page with-side" if with_side else "page"):
        yield


def heading(text: str, level: int = 2) -> ui.label:
    """A heading that screen readers recognise as one."""
    return ui.label(text).classes(f"h{level}").props(f"role=heading aria-level={level}")


def show_error(error: SciToolAgentError, plain: Callable[[str], str]) -> None:
    """Show an error in plain words, with the exact message below, as `plain` leaves it."""
    with ui.element("section").classes("card bad").props("role=alert"):
        ui.label(in_plain_words(type(error).__name__)).classes("strong")
        ui.label(plain(str(error))[:2000]).classes("quiet wrap")
