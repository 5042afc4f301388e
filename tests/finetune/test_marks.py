"""Questions with marks, which the encoder of the chart is trained on."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from scitoolagent.finetune.reader.__main__ import main
from scitoolagent.finetune.reader.marks import marked, read

WORDS = Path(__file__).parents[2] / "finetune" / "reader" / "words"


def test_marks_become_labels_and_links_of_words() -> None:
    found = marked("hey, {o:mean|on average} how {c:OD600|turbid} were {v:strain=WT|wild types} in {f|a.csv}?")
    assert found.words == ("hey", ",", "on", "average", "how", "turbid", "were", "wild", "types", "in", "?")
    assert found.labels == ("F", "F", "O:mean", "O:mean", "F", "C", "F", "V", "V", "F", "F")
    assert found.links[5] == ("OD600",)
    assert found.links[7] == ("strain", "WT")
    assert found.links[0] == ()


@pytest.mark.skipif(not WORDS.is_dir(), reason="the questions are in the repository alone")
def test_the_questions_are_marked_by_the_columns_of_their_tables() -> None:
    questions = list(read(WORDS))
    assert len(questions) > 3000
    for question in questions:
        headers = {header for header, _ in question.columns}
        assert all(not link or not headers or link[0] in headers for link in question.links), question.words
    held_out = sum(question.held_out for question in questions)
    assert 0.08 < held_out / len(questions) < 0.25


def test_training_without_its_packages_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        SystemExit, match=r"needs torch and safetensors; install with: pip install 'scitoolagent\[finetune\]'"
    ):
        main()
