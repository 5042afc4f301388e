"""Pictures: figures become SVG that is the same each time, and SVG becomes a file: SVG, PNG or PDF.

Nothing here is imported before somebody draws. A picture as a value is the text of an SVG file without anything that
points out of it.
"""

from __future__ import annotations

import io
import os
import re
import secrets
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import PictureError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOUR = "#2b6ca3"
FORMS = (".svg", ".png", ".pdf")
_WIDE, _HIGH = 6.4, 4.4
_MOST_CHARACTERS = 20_000_000
_PIXELS = 3000
_SCALE = 3
# What has no place in a picture: a program, another file, a document type with entities.
_FORBIDDEN = re.compile(r"<!DOCTYPE|<!ENTITY|<\s*(?:\w+:)?(?:script|foreignObject)\b|\son\w+\s*=", re.IGNORECASE)
_LINK = re.compile(r"(?:href|src)\s*=\s*(['\"])\s*(?!#|data:image/(?:png|jpeg);base64,)", re.IGNORECASE)
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import", re.IGNORECASE)
_HEAD = re.compile(r"^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1\.1//EN\"\s+\"[^\"]*\">)?\s*")
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_POINTS = re.compile(r'\b(width|height)="([\d.]+)pt"')


def new_figure(wide: float = _WIDE, high: float = _HIGH) -> Figure:
    """An empty figure, so many inches wide and high, that leaves room for all that is written at its axes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(wide, high), layout="constrained")
    # Some that draw on it measure their texts before it is saved.
    FigureCanvasAgg(figure)
    return figure


def labelled(axes: Axes, x: str, y: str, told: str) -> None:
    """Write what the axes are, with their units, and a line above them."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_title(told, fontsize=9, color="#444444")
    axes.spines[["top", "right"]].set_visible(False)


def turned(axes: Axes, names: Sequence[str], most: int) -> None:
    """Turn the names along the horizontal axis where they would touch."""
    if len(names) > most or sum(map(len, names)) > 7 * most:
        for label in axes.get_xticklabels():
            label.set(rotation=45, ha="right", rotation_mode="anchor")


def sticks(axes: Axes, x: Sequence[float], y: Sequence[float], form: str = "{:.5g}", most: int = 8) -> None:
    """A stick at each position; the highest that do not stand too close have their position written on."""
    axes.vlines(x, 0, y, color=COLOUR, linewidth=1.1)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.margins(x=0.08)
    axes.set_ylim(0, 1.12 * max(y) or 1.0)
    low, high = min(x), max(x)
    apart = (high - low) / 14 or 1.0
    written: list[float] = []
    for height, place in sorted(zip(y, x, strict=True), reverse=True):
        if len(written) < most and height > 0 and all(abs(place - other) >= apart for other in written):
            written.append(place)
            axes.annotate(
                form.format(place), (place, height), (0, 2), textcoords="offset points", ha="center", fontsize=8
            )


def cut(text: str, most: int = 28) -> str:
    """A name that is no longer than there is room for."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def as_svg(figure: Figure) -> str:
    """A figure as SVG: the same text for the same figure, letters as outlines, and no `$` of a header read as TeX."""
    import matplotlib as mpl
    from matplotlib.text import Text

    for text_of in figure.findobj(Text):
        text_of.set_parse_math(False)  # type: ignore[attr-defined]
    settings: Any = {"svg.hashsalt": "scitoolagent", "text.parse_math": False, "svg.fonttype": "path"}
    with warnings.catch_warnings(record=True) as told, mpl.rc_context(settings):
        warnings.simplefilter("always")
        text = _saved(figure)
        if any("missing from" in str(one.message) for one in told):
            # A letter that the font lacks would be an empty box: whoever shows the picture may have it.
            mpl.rcParams["svg.fonttype"] = "none"
            text = _saved(figure)
    return text


def _saved(figure: Figure) -> str:
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return plain_svg(written.getvalue())


def plain_svg(text: str) -> str:
    """The SVG without declaration and metadata, and with sizes in pixels."""
    return _POINTS.sub(r'\1="\2"', _METADATA.sub("", _HEAD.sub("", text, count=1)), count=2)


def write_picture(svg: str, path: Path, replace: bool = False) -> Path:
    """Write a picture as what the name of the file says; under that name stands the whole file or what was there.

    Args:
        svg: the text of an SVG file.
        path: `.svg`, `.png` (three times as large) or `.pdf` (outlines stay outlines).
        replace: whether a file of that name may be replaced.
    Raises:
        PictureError: the name ends in something else, the file is there, the text is no picture or points out of
            itself, or the disk does not take it.
    """
    form = path.suffix.casefold()
    if form not in FORMS:
        raise PictureError(f"{path.name[:80]!r} is of no kind that is written; those are {', '.join(FORMS)}")
    if path.exists() and not replace:
        raise PictureError(f"{path.name[:80]!r} already exists; choose another name, or say that it may be replaced")
    text = checked(svg)
    data = text.encode() if form == ".svg" else _png(text) if form == ".png" else _pdf(text)
    temporary = path.with_name(f".{secrets.token_hex(4)}.{path.name}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise PictureError(f"{path.name[:80]!r} cannot be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)
    return path


def checked(svg: str) -> str:
    """The SVG in its plain form.

    Raises:
        PictureError: it is none, is too long, or holds a program or a link to something outside it.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    if len(svg) > _MOST_CHARACTERS:
        raise PictureError(f"the picture has {len(svg):,} characters, at most {_MOST_CHARACTERS:,} are taken")
    text = plain_svg(svg)
    if _FORBIDDEN.search(text) or _LINK.search(text) or _OUTSIDE.search(text):
        raise PictureError("the picture holds a program or points to something outside it; it is not written")
    try:
        root = fromstring(text)  # noqa: S314  (no document type, so no entities)
    except ParseError as error:
        raise PictureError(f"this is no SVG: {error}") from error
    if root.tag.rpartition("}")[2] != "svg":
        raise PictureError("this is no SVG")
    return text


def _png(text: str) -> bytes:
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=_zoom(text), background="white"))
    except ValueError as error:
        raise PictureError(f"the picture cannot be drawn: {error}") from error


def _zoom(text: str) -> int:
    """Three times, or less for a large one."""
    sizes = [float(size) for size in re.findall(r"\b(?:width|height)=['\"]([\d.]+)(?:px)?['\"]", text[:2000])[:2]]
    largest = max(sizes, default=_PIXELS)
    if largest > 4 * _PIXELS:
        raise PictureError(f"the picture is {largest:,.0f} pixels wide or high; at most {4 * _PIXELS:,} are drawn")
    return max(1, min(_SCALE, int(_PIXELS // max(largest, 1))))


def _pdf(text: str) -> bytes:
    from reportlab import rl_config
    from reportlab.graphics import renderPDF
    from svglib.svglib import svg2rlg

    # Without the time at which it was written, so that the same picture is the same file.
    rl_config.invariant = 1
    drawing = svg2rlg(io.BytesIO(text.encode()))
    if drawing is None:
        raise PictureError("the picture cannot be drawn as PDF")
    draw: Any = renderPDF.drawToString
    return bytes(draw(drawing))
