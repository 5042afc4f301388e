"""The marks on the page hold every word of the question, escaped."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from scitoolagent.reading.explain import AskSummary, Segment, segments
from scitoolagent.records import Query, Reading, Request
from scitoolagent.web.reading_view import asks_html, reading_html


def test_words_are_marked_and_escaped() -> None:
    text = 'TPSA of <b onclick="x">'
    readings = (Reading(start=0, end=4, role="ask", asks=("ask1",)), Reading(start=8, end=len(text), role="unread"))
    shown = reading_html(segments(Query(text=text, request=Request(readings=readings))))
    assert '<span class="read ask" title="asked for, ask1">TPSA</span> of ' in shown
    assert '<mark class="read unread" title="not understood">&lt;b onclick=&quot;x&quot;&gt;</mark>' in shown
    assert "<b" not in shown
    assert "given" not in shown, "the legend names what is there only"


def test_asks_are_escaped_and_empty_columns_left_out() -> None:
    shown = asks_html((AskSummary("<i>", "<i>", "<i>", "", "<i>", ""),))
    assert "<i>" not in shown
    assert shown.count("<th ") == 4


def test_what_is_too_long_to_show_is_counted() -> None:
    assert "and 200 more pieces" in reading_html(tuple(Segment("x", "frame") for _ in range(500)))
    assert "and 40 more requests" in asks_html(tuple(AskSummary("a", "b", "c", "", "", "") for _ in range(100)))
