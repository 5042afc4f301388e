"""What a number counts, what a header means, and what half a reading would drop, in questions about rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_FILES = {
    # Everybody has several rows.
    "clinic.csv": """patient,visit,sex,smoking,weight_kg,height_m,CO ppm
K1,1,F,smoker,50,1.60,9
K1,2,F,smoker,52,1.60,8
K2,1,M,never,90,1.80,-999
K2,2,M,never,91,1.80,1
K3,1,F,smoker,64,1.60,12
""",
    # What is counted is called as rows are.
    "outbreak.csv": """year,site,cases,animals
2018,north,10,3
2018,south,30,0
2019,north,7,4
2019,south,5,1
""",
    "poll.csv": """Respondent,Area,Transport,Remark,SBP week 4 (mmHg)
1,rural,bus,,120
2,town,bike;bus,late,130
3,town,car;bike,,140
4,rural,car,late,150
""",
    "primers.csv": """primer,sequence,direction
p1f,ATGC,F
p1r,AACC,R
p2r,AAAT,R
""",
    "coupling.csv": """run,ligand,type,yield_pct
q1,XPhos,bulky,80
q2,XPhos,bulky,90
q3,dppf,bidentate,40
""",
    "rehab.csv": """person,sex,arm,answered,age_y,event
a1,F,low,yes,40,
a2,F,low,no,50,ache
a3,M,low,no,60,
a4,M,high,yes,30,ache
a5,F,high,no,70,
""",
    "ores.csv": """ore,type,SiO2 wt%,lake
o1,basic,50,lake A
o2,acid,70,lake B
o3,acid,72,lake B
""",
    "hits.csv": "compound,SMILES,pIC50\nalpha,CCO,6\nbeta,CCN,7.5\n",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("things")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many smokers are in clinic.csv?", 2),
        ("How many visits are in clinic.csv?", 5),
        ("how many cases in 2019 in outbreak.csv", 12),
        ("how many animals in the north in outbreak.csv", 7),
        ("mean cases in the north in outbreak.csv", 8.5),
        ("How many people use a bike in poll.csv?", 2),
        ("how many people in poll.csv had a remark?", 2),
        ("mean week 4 SBP in poll.csv", 135),
        ("avg yield in coupling.csv", 70),
        ("mean yield with XPhos in coupling.csv", 85),
        # A denial is of what stands behind it, and of nothing else.
        ("how many men did not answer in the low arm in rehab.csv", 1),
        ("how many entries are not in the low arm and above 35 years in rehab.csv", 1),
        ("how many entries above 35 years are not in the high arm in rehab.csv", 3),
        ("share of persons who did not answer in the low arm in rehab.csv", 200 / 3),
        ("how many persons with an event answered in rehab.csv", 1),
        ("mean SiO2 in ores.csv", 64),
        ("mean SiO2 of the ores not from lake A in ores.csv", 71),
        ("how many acid ores are in ores.csv", 2),
    ],
)
def test_a_number(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert (answer.status, answer.values[0].value) == ("complete", pytest.approx(value)), answer.text


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total cases by year in outbreak.csv", [(2018, 2, 40), (2019, 2, 12)]),
        ("mean yield by ligand in coupling.csv", [("XPhos", 2, 85.0), ("dppf", 1, 40.0)]),
        ("number of each run type in coupling.csv", [("bidentate", 1), ("bulky", 2)]),
        ("how many women and how many men in clinic.csv", [("F", 3, 2), ("M", 2, 1)]),
        ("number of each ore type in ores.csv", [("acid", 2), ("basic", 1)]),
    ],
)
def test_groups(agent: Agent, question: str, rows: list[tuple[object, ...]]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    table = answer.table(store=agent.config.cache_dir / "tables")
    assert list(zip(*(table.values(name) for name in table.names), strict=True)) == rows


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("BMI of the rows with visit 1 in clinic.csv", ("19.53125", "27.77", "25")),
        ("Compute the IC50 from the pIC50 of each compound in hits.csv", ("1000", "31.6")),
        ("reverse complement of the reverse primers in primers.csv", ("GGTT", "ATTT")),
        ("Show me the row of respondent 3 in poll.csv", ("town", "car;bike", "140")),
    ],
)
def test_each_row(agent: Agent, question: str, told: tuple[str, ...]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one for one in told if one not in answer.text] == []


def test_what_stands_beside_a_number_of_some_is_asked_of_all(agent: Agent) -> None:
    answer = agent.run("what is the mean age in rehab.csv and how many are women")
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [50, 3]


def test_two_ends_of_one_column(agent: Agent) -> None:
    answer = agent.run("min and max age in rehab.csv")
    assert answer.status == "complete", answer.text
    assert "a4 (30)" in answer.text
    assert "a5 (70)" in answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("list the ores with SiO2 above 60 and their lake in ores.csv", ("lake B", "o2", "o3")),
        ("sequence of p2r in primers.csv", ("AAAT",)),
        ("oldest person in each arm of rehab.csv who answered", ("a1", "a4")),
    ],
)
def test_the_column_that_is_asked_for_is_shown(agent: Agent, question: str, told: tuple[str, ...]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one for one in told if one not in answer.text] == []


def test_only_the_primers_that_are_meant_are_turned(agent: Agent) -> None:
    assert "p1f" not in agent.run("reverse complement of the reverse primers in primers.csv").text


def test_a_value_that_stands_for_none_makes_an_answer_partial(agent: Agent) -> None:
    answer = agent.run("mean CO in clinic.csv")
    assert answer.status == "partial", answer.text
    assert "often stand for a missing value" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "which run has the highest yield in coupling.csv and what type is it?",
        "sum of cases in g in outbreak.csv",
        "mean age of the women and number of men in rehab.csv",
        "highest age per arm and the event used in rehab.csv",
    ],
)
def test_what_is_not_read_is_not_left_out(agent: Agent, question: str) -> None:
    try:
        answer = agent.run(question)
    except PlanError:
        return
    assert answer.status != "complete", answer.text


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("ores not from lake B with SiO2 above 40 in ores.csv", "o1", "o2"),
        ("how many ores above 60 SiO2 are not in lake A in ores.csv", ": 2 ", ": 0 "),
    ],
)
def test_a_denial_beside_a_limit_is_not_lost(agent: Agent, question: str, right: str, wrong: str) -> None:
    try:
        answer = agent.run(question)
    except PlanError:
        return
    assert answer.status != "complete" or (right in answer.text and wrong not in answer.text), answer.text
