"""What codes of hazard statements mean in words."""

from __future__ import annotations

from scitoolagent.summarizer import hazard_words


def test_codes_are_put_into_words_once() -> None:
    reason = "is X (1-2-3): CLP Annex VI: GHS Acute Tox. 2, H300, H310, H360FD; H300"
    said = ("fatal if swallowed", "fatal in contact with skin", "may damage fertility or the unborn child")
    assert hazard_words(reason) == said


def test_what_is_no_code_says_nothing() -> None:
    assert hazard_words("is H2O, H3000, CH300 and H399; toxic, class not given") == ()
