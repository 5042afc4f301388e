"""Pictures: the same text for the same figure, nothing that points out of it, and whole files or none."""

from __future__ import annotations

import io
import resource
from pathlib import Path

import pytest

from scitoolagent.errors import PictureError
from scitoolagent.pictures import as_svg, checked, cut, labelled, new_figure, sticks, write_picture


def _drawn(label: str = "mass (mg)") -> str:
    figure = new_figure()
    axes = figure.subplots()
    sticks(axes, [1.0, 2.0, 2.01, 5.0], [10.0, 40.0, 39.0, 5.0])
    labelled(axes, label, "rows", "n = 4")
    return as_svg(figure)


def test_a_figure_is_the_same_text_each_time_without_times_or_programs() -> None:
    text = _drawn()
    assert text == _drawn()
    assert text.startswith("<svg ")
    assert "<metadata>" not in text
    assert "DOCTYPE" not in text
    # Letters are outlines, and what they say stands beside them.
    assert "<!-- mass (mg) -->" in text
    assert "<text" not in text


def test_labels_are_no_formulae_and_no_markup() -> None:
    hostile = r"$\frac{a}{$ </svg><script>alert(1)</script> --> x"
    text = _drawn(hostile)
    assert checked(text) == text
    assert "<script" not in text


def test_letters_that_the_font_lacks_stay_letters() -> None:
    assert "质量" in _drawn("质量 (mg)")


def test_the_highest_sticks_are_named_where_there_is_room() -> None:
    text = _drawn()
    assert "<!-- 2 -->" in text
    assert "<!-- 2.01 -->" not in text


def test_files_of_each_form(tmp_path: Path) -> None:
    from PIL import Image

    text = _drawn()
    for form, head in ((".svg", b"<svg "), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        path = write_picture(text, tmp_path / f"a{form}")
        data = path.read_bytes()
        assert data.startswith(head)
        write_picture(text, tmp_path / f"b{form}")
        assert (tmp_path / f"b{form}").read_bytes() == data
    with Image.open(tmp_path / "a.png") as image:
        # 6.4 × 4.4 inches of 72 points, three times as large, up to the next pixel.
        assert image.size == (1383, 951)
        assert len(image.convert("RGB").getcolors(100_000)) > 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.png", "a.svg", "b.pdf", "b.png", "b.svg"]


@pytest.mark.parametrize(
    "svg",
    [
        "no picture",
        "<html/>",
        "<svg>",
        "<svg><script>1</script></svg>",
        "<svg xmlns:s='http://www.w3.org/2000/svg'><s:script>1</s:script></svg>",
        "<svg onload='x()'/>",
        "<svg><image href='/etc/passwd'/></svg>",
        "<svg xmlns:xlink='http://www.w3.org/1999/xlink'><image xlink:href='http://a.b/c.png'/></svg>",
        "<svg><style>@import 'http://a.b'</style></svg>",
        "<svg><rect fill='url(http://a.b)'/></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>",
        "<svg><foreignObject/></svg>",
    ],
)
def test_what_is_no_plain_picture_is_not_written(svg: str, tmp_path: Path) -> None:
    for form in ("svg", "png", "pdf"):
        with pytest.raises(PictureError):
            write_picture(svg, tmp_path / f"a.{form}")
    assert not list(tmp_path.iterdir())


def test_a_name_that_is_taken_or_unknown_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("mine")
    with pytest.raises(PictureError, match="already exists"):
        write_picture(_drawn(), tmp_path / "a.svg")
    with pytest.raises(PictureError, match="of no kind"):
        write_picture(_drawn(), tmp_path / "a.gif")
    assert (tmp_path / "a.svg").read_text() == "mine"
    write_picture(_drawn(), tmp_path / "a.svg", replace=True)
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    import signal

    (tmp_path / "a.svg").write_text("mine")
    text = _drawn()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        with pytest.raises(PictureError, match="cannot be written"):
            write_picture(text, tmp_path / "a.svg", replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]
    assert (tmp_path / "a.svg").read_text() == "mine"


def test_names_are_cut_and_printable() -> None:
    assert cut("a\x00b\n" + "c" * 40) == "a b " + "c" * 23 + "…"


def test_pictures_are_not_imported_by_who_draws_none() -> None:
    import subprocess
    import sys

    code = "import sys, scitoolagent.pictures; print(sorted({'matplotlib', 'reportlab', 'svglib'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_huge_picture_is_refused() -> None:
    from scitoolagent.pictures import _png

    with pytest.raises(PictureError, match="at most"):
        _png('<svg xmlns="http://www.w3.org/2000/svg" width="999999" height="10"/>')
    assert io.BytesIO(_png('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')).read(4) == b"\x89PNG"
