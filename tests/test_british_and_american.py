"""One word in British and American spelling, a gerund that counts, and a name that a label would cut."""

from __future__ import annotations

from scitoolagent.reading.words import read_words


def test_spellings_of_one_word_are_one() -> None:
    american = "ionized polarization crystallization normalizing characterize recognizable oxidizes"
    british = "ionised polarisation crystallisation normalising characterise recognisable oxidises"
    assert [word.text for word in read_words(american)] == [word.text for word in read_words(british)]
    for other in ("arise", "raising", "precise", "exercise", "otherwise", "comprised"):
        assert [word.text for word in read_words(other)] == [other]
