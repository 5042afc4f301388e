"""Who asks, where and what for is set aside; what says something of the thing that is asked about is not."""

from __future__ import annotations

import re

import pytest

from scitoolagent.reading.remarks import find_remarks

WITHOUT = {
    "I am a pharmacist in Leeds. MW of metformin?": "MW of metformin?",
    "I'm an undergrad, what is the TPSA of aspirin?": "what is the TPSA of aspirin?",
    "hello, grad student here, MW of menthol": "hello, MW of menthol",
    "quick q: MW of menthol, for my chemistry homework": "MW of menthol",
    "At the bench in the lab: MW of menthol": "MW of menthol",
    "MW of menthol (for the lab report)": "MW of menthol ( )",
    "MW of menthol pls, thx!": "MW of menthol",
    "hw question: MW of menthol": "MW of menthol",
    "no rush, just a sanity check: MW of menthol": "MW of menthol",
    "MW of menthol? I always get confused when there are salts": "MW of menthol?",
    "MW of menthol, and I keep forgetting it.": "MW of menthol,",
    "MW of menthol. My supervisor wants it": "MW of menthol.",
    "MW of menthol and camphor (keep this order)": "MW of menthol and camphor ( )",
    "MW of menthol for our supporting information": "MW of menthol",
}
# What each says may change what is asked, or is asked.
STAY = [
    "I am a chemist working with deuterated benzene. MW of benzene?",
    "I have a racemic sample. MW of menthol?",
    "Am I a chemist?",
    "I am a what?",
    "MW for protocol X",
    "the class of menthol",
    "MW of menthol (deuterated)",
    "retention for class 3",
    "the logP at home pH",
    "I always forget the MW of menthol",
    "I keep getting it wrong at 25 °C",
    "My supervisor wants it in mg",
    "My teacher told me to take the exact formula",
    "rank by MW and keep this order: menthol, camphor",
    "are both of the same order?",
    "the band gap for Si",
    "I get lost when the pH is 7",
    "MW of menthol (not the racemate)",
]


@pytest.mark.parametrize("text", WITHOUT)
def test_remarks_are_set_aside(text: str) -> None:
    kept, end = "", 0
    for start, behind, blank in sorted(find_remarks(text)):
        kept += text[end:start] + blank if start >= end else ""
        end = max(end, behind)
    assert re.sub(r"\s+", " ", kept + text[end:]).strip() == WITHOUT[text]


@pytest.mark.parametrize("text", STAY)
def test_what_may_matter_stays(text: str) -> None:
    assert not list(find_remarks(text))
