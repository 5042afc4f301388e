"""A small model writes programs for a table; two have to agree, and each says what the question says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.box import why_no_box
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer

pytestmark = pytest.mark.skipif(bool(why_no_box()), reason=f"no box here: {why_no_box()}")
# The swing of a is 16.5, that of b 19.2, that of c 19.4; the medians are 10.75, 17.7 and 6.7.
ROWS = "site,yield (kg)\na,2.5\na,19\nb,8.1\nb,27.3\nc,-3\nc,16.4\n"
SWING = "Which site in w.csv has the largest swing of its yield?"
RIGHT = "g = table1.groupby('site')['yield (kg)']\nresult = (g.max() - g.min()).idxmax()"


def fenced(code: str) -> str:
    return f"```python\n{code}\n```"


def ask(folder: Path, question: str, *codes: str, same: bool = False) -> tuple[Answer, ScriptedModel]:
    (folder / "w.csv").write_text(ROWS, encoding="utf-8")
    # Each is another program, which takes all rows.
    apart = [
        code if same else f"table1 = table1.head({number})\n{code}" for number, code in enumerate(codes, start=100)
    ]
    model = ScriptedModel([fenced(code) for code in apart])
    config = load_config().model_copy(update={"max_rounds": 3, "small_model": True})
    with Agent(config, folder, models={"planner": model}, ask=lambda findings: True) as agent:
        return agent.run(question), model


def values(answer: Answer) -> list[object]:
    return [json.loads(str(one.value)) for one in answer.values]


def test_two_programs_that_agree_answer_and_recipes_are_shown(tmp_path: Path) -> None:
    other = "g = table1.groupby('site')['yield (kg)'].agg(lambda v: v.max() - v.min())\nresult = g.idxmax()"
    answer, model = ask(tmp_path, SWING, RIGHT, other)
    assert (answer.status, values(answer)) == ("complete", ["c"])
    first, second, *_ = (messages for _, messages in model.asked)
    assert [message.role for message in first] == ["system", *["user", "assistant"] * 3, "user"]
    assert "'site': text, 'a', 'b', 'c'\n  'yield (kg)': number" in first[-1].content
    assert "question: Which site in table1 has the largest swing of its yield?" in first[-1].content
    assert first[-1].content.endswith("answer: one value of 'site'")
    # Each program is written beside other recipes, and without sight of the last one.
    assert second[1:-1] != first[1:-1]
    assert second[-1] == first[-1]
    assert any("by programs that agree, which scripted wrote" in reading for reading in answer.readings)


@pytest.mark.parametrize(
    ("question", "wrong", "right", "found"),
    [
        # A number, a value of the table and a statistic of the question that the code does not say.
        ("How many rows of w.csv have twice their yield above 20?", "result = int((table1['yield (kg)'] * 2 > 30).sum())  # above 20",
         "result = int((table1['yield (kg)'] * 2 > 20).sum())", 3),
        ("By how much does the last yield of b in w.csv top the first?",
         "result = float(table1['yield (kg)'].iloc[-1] - table1['yield (kg)'].iloc[0])",
         "v = table1[table1['site'] == 'b']['yield (kg)']\nresult = float(v.iloc[-1] - v.iloc[0])", 19.2),
        ("By how much do the yields in w.csv swing around the median, at most?",
         "v = table1['yield (kg)']\nresult = float((v - v.mean()).abs().max())",
         "v = table1['yield (kg)']\nresult = float((v - v.median()).abs().max())", 15.25),
        # A number is no site.
        (SWING, "g = table1.groupby('site')['yield (kg)']\nresult = float((g.max() - g.min()).max())", RIGHT, "c"),
    ],
)  # fmt: skip
def test_a_program_has_to_say_what_the_question_says(
    tmp_path: Path, question: str, wrong: str, right: str, found: object
) -> None:
    # By number the wrong ones would win.
    answer, _ = ask(tmp_path, question, wrong, right, wrong, right, wrong)
    assert answer.status == "complete"
    assert values(answer) == [pytest.approx(found) if isinstance(found, float) else found]


def test_one_program_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(NoPathError):
        ask(tmp_path, SWING, "x = 1", RIGHT, "x = 1", "x = 1", "x = 1", "x = 1")
    wrong = [f"result = table1['site'].unique()[{place}]" for place in (0, 1)]
    for programs in (wrong, [RIGHT, "result = table1.nothing", "result = len(table1)"]):
        answer, _ = ask(tmp_path, SWING, *programs)
        assert answer.status == "failed"
        assert "AssertionError: no two programs agree" in answer.text


def test_the_same_program_again_is_no_second_one(tmp_path: Path) -> None:
    with pytest.raises(NoPathError):
        ask(tmp_path, SWING, RIGHT, f"# once more\n{RIGHT}", RIGHT, same=True)


def test_what_most_programs_give_is_the_answer(tmp_path: Path) -> None:
    answer, _ = ask(tmp_path, SWING, "result = 'a'", RIGHT, "result = 'a'", RIGHT, RIGHT)
    assert values(answer) == ["c"]


def test_no_code_is_asked_for_what_is_not_about_the_table_alone(tmp_path: Path) -> None:
    question = "Which site in w.csv has the largest swing of its yield, and how greasy is camphor?"
    with pytest.raises(NoPathError):
        ask(tmp_path, question, RIGHT, RIGHT)
