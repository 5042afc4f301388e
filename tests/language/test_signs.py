"""Signs that turn the direction of writing, or that a terminal obeys, stand in no view; values keep them."""

from __future__ import annotations

import unicodedata

import pytest

from scitoolagent.language.signs import printable, printable_line
from scitoolagent.records import Answer, AnswerValue
from scitoolagent.summarizer import show_value
from scitoolagent.summarizer.text import answer_text

# All signs that steer in Unicode: controls, and those whose class of direction embeds, overrides, isolates or marks.
STEERING = [
    chr(code)
    for code in range(0x10000)
    if chr(code) not in "\n\t"
    and (
        unicodedata.category(chr(code)) == "Cc"
        or unicodedata.bidirectional(chr(code)) in "LRE RLE LRO RLO PDF LRI RLI FSI PDI".split()
        or chr(code) in "\u200e\u200f\u061c"
    )
]


def test_every_sign_that_steers_is_shown_as_another() -> None:
    assert len(STEERING) > 70
    assert [sign for sign in STEERING if sign in printable(f"a{sign}b")] == []
    assert (
        printable("CO\u2082 \u03bcM \u4e2d\u6587, \u0645\u200c\u0646\n\tx")
        == "CO\u2082 \u03bcM \u4e2d\u6587, \u0645\u200c\u0646\n\tx"
    )
    assert printable_line("a\nb\tc") == "a\u240ab\u2409c"


@pytest.mark.parametrize("value", ["12 EUR\u202e/L", ["x\u2066y"], {"\x1b[2J": "z\u202d"}])
def test_a_value_is_shown_without_them_and_kept_with_them(value: object) -> None:
    told = AnswerValue(
        label="re\u202esult", subject="s\x1b[31m", type="T", value=value, unit=None, step=1, tool="t", source=""
    )
    text = answer_text([told], ["not \u202ereached"], ["a \x9bnote"], [], ["op\u2069eration"], ["un\u200eread"])
    for shown in (show_value(value), show_value(value, cut=False), text):
        assert not set(shown) & set(STEERING)
    assert Answer(status="complete", text=text, values=(told,)).model_dump()["values"][0]["value"] == value
