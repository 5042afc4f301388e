"""The sample is drawn by a seed from sound questions only, and equals the stored one."""

from __future__ import annotations

from collections import Counter

from scitoolagent.benchmarks.baselines.sample import SIZE, draw, sampled_ids
from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.corrections import load_corrections

FAULTY = next(iter(load_corrections()))


def pool(size: int) -> list[Question]:
    """A third of level 1, the rest of level 2; tools by the names of the original."""
    return [Question(f"q{n:03}", "?", level=1 if n % 3 == 0 else 2, path=("GetRingsNum",)) for n in range(size)]


def test_the_kept_sample_has_sixty_sound_questions() -> None:
    ids = sampled_ids()
    assert len(set(ids)) == len(ids) == SIZE
    assert not set(ids) & set(load_corrections())


def test_levels_keep_their_shares_and_the_seed_its_choice() -> None:
    questions = pool(180)
    ids = draw(questions)
    assert len(set(ids)) == SIZE
    levels = {question.id: question.level for question in questions}
    assert Counter(levels[id_] for id_ in ids) == {1: 20, 2: 40}
    assert draw(list(reversed(questions))) == ids  # independent of the order of the file


def test_questions_with_a_defect_or_without_tools_are_left_out() -> None:
    bad = [
        Question(FAULTY, "?", 1, ("GetRingsNum",)),
        Question("far", "?", 1, ("NoSuchTool",)),
        Question("bare", "?", 1),
    ]
    assert set(draw([*bad, *pool(6)], 9)) == {f"q{n:03}" for n in range(6)}
