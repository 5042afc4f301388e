"""A call that cannot be made names the inputs that it lacks, all of them, and none that the question gives."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.outcome import unanswered
from scitoolagent.planner import Planner
from scitoolagent.planner.reasons import Lacking, Unclear, told
from scitoolagent.toolkg.store import load_graph

FACTOR, MOLALITY, CONSTANT = "van 't Hoff factor", "molality of the solute", "cryoscopic constant"


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def _lacks(planner: Planner, question: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    query = planner.recognise(question)
    with pytest.raises(NoPathError) as error:
        planner.draft(query)
    answer = unanswered(error.value, query)
    return "; ".join(answer.unmet), answer.unmet, answer.unread


@pytest.mark.parametrize(("question", "lacking", "given"), [
    ("freezing point depression, Kf 1.86, molality 0.5 mol/kg", [FACTOR], [MOLALITY, CONSTANT]),
    ("What is the freezing point depression at 0.5 mol/kg, Kf = 1.86?", [FACTOR], [MOLALITY, CONSTANT]),
    ("freezing point depression, i=2, Kf=1.86", [MOLALITY], [FACTOR, CONSTANT]),
    ("freezing point depression, Kf = 1.86 K*kg/mol", [FACTOR, MOLALITY], [CONSTANT]),
    ("boiling point elevation: molality 0.5 mol/kg", [FACTOR, "ebullioscopic constant"], [MOLALITY]),
])  # fmt: skip
def test_what_is_lacking_is_named_and_nothing_that_is_given(
    planner: Planner, question: str, lacking: list[str], given: list[str]
) -> None:
    text, unmet, unread = _lacks(planner, question)
    assert [one for one in lacking if one not in text] == []
    assert [one for one in given if one in text] == []
    assert len(unmet) == 1, "an input that was given is no ask that no tool serves"
    assert unread == (), "what was read as an input was read"


def test_all_that_does_not_fit_is_told_beside_all_that_lacks(planner: Planner) -> None:
    text, _, _ = _lacks(planner, "clearance of 5 V")
    assert "dose of a drug in mg and area under the plasma curve in mg*h/L" in text
    assert "5 V (V cannot be converted to mg or mg*h/L)" in text


def test_words_of_another_ask_stay_unread(planner: Planner) -> None:
    _, _, unread = _lacks(planner, "freezing point depression, Kf 1.86, molality 0.5 mol/kg, zork 7")
    assert any("zork" in words for words in unread)


def test_of_several_reasons_the_fullest_call_is_told() -> None:
    near, far = Lacking("near needs one more input", [(0, 3), (5, 9)]), Lacking("far needs all")
    assert told([far, near]) == near
    assert told([far, near, "short"]) == "short"
    assert told([near, Unclear("which of the two is meant is not told")]).startswith("which")
