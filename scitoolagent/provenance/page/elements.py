"""Elements of HTML, of which the writer of the standard library escapes every text and attribute."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from scitoolagent.language.signs import printable

Content = Element | str | None


def element(tag: str, *content: Content, **attributes: str) -> Element:
    """An element with its content; `class_` and the like stand for words of Python, `_` for `-`.

    Nothing (None) and empty texts are left out.
    """
    made = Element(tag, {_attribute(name): _clean(value) for name, value in attributes.items()})
    for item in content:
        add(made, item)
    return made


def add(parent: Element, item: Content) -> None:
    """Put an element or a text behind what an element holds."""
    if isinstance(item, Element):
        parent.append(item)
    elif item:
        text = _clean(item)
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + text
        else:
            parent.text = (parent.text or "") + text


def section(title: str, *content: Content) -> Element | None:
    """A section with a heading; None where it would hold nothing."""
    held = [item for item in content if item is not None and item != ""]
    return element("section", element("h2", title), *held) if held else None


def listed(items: Iterable[Content], **attributes: str) -> Element | None:
    """A list; None where there are no items."""
    held = [element("li", item) for item in items]
    return element("ul", *held, **attributes) if held else None


def table(titles: Sequence[str], rows: Iterable[Sequence[Content]], caption: str = "") -> Element:
    """A table whose columns of numbers are told by the class of their cells; it scrolls where it is too wide."""
    head = element("thead", element("tr", *(element("th", title, scope="col") for title in titles)))
    body = element("tbody", *(element("tr", *map(_cell, row)) for row in rows))
    about = element("caption", caption) if caption else None
    # What scrolls can be reached by the keyboard.
    return element("div", element("table", about, head, body), class_="scroll", tabindex="0")


def image(svg: str, label: str, class_: str = "") -> Element:
    """A drawing as an image, in which nothing can run or be fetched."""
    data = base64.b64encode(svg.encode()).decode()
    return element("img", alt=label, src=f"data:image/svg+xml;base64,{data}", class_=class_)


def _cell(item: Content) -> Element:
    return item if isinstance(item, Element) and item.tag == "td" else element("td", item)


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _clean(text: str) -> str:
    """A text without what steers whoever shows it, and without half letters, which no file can hold."""
    return printable(text).encode("utf-8", "replace").decode()
