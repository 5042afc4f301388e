"""Shares of the rows of a clause: of those who recovered which share are men is not which share of the men recovered.

What is right is counted here, row by row; what the program gives is never taken for it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_TRIAL = """subject,sex,age,arm,recovered,crp (mg/L)
T1,male,61,active,yes,4.0
T2,male,44,active,yes,9.5
T3,female,70,active,yes,2.0
T4,female,38,sham,no,12.0
T5,male,52,sham,no,
T6,female,66,sham,yes,3.5
T7,male,29,sham,yes,7.0
T8,male,58,active,no,11.0
T9,female,49,active,yes,8.0
T10,male,73,sham,no,6.5
T11,female,55,active,no,5.5
T12,female,64,active,yes,9.0
T13,female,35,sham,yes,1.0
T14,female,41,sham,yes,2.5
"""
_PONDS = """pond,region,depth (m),nitrate (mg/L),foul
p1,A,1.2,14,yes
p2,A,2.5,33,no
p3,B,3.1,41,yes
p4,B,0.8,8,no
p5,A,2.9,52,no
p6,C,1.9,27,yes
p7,A,0.6,36,yes
p8,C,3.4,29,no
p9,A,1.5,11,no
p10,B,2.2,9,no
p11,A,0.4,7,no
p12,A,2.1,17,no
"""
Row = dict[str, str]
Meets = Callable[[Row], bool]
_ROWS = {
    "trial.csv": list(csv.DictReader(io.StringIO(_TRIAL))),
    "ponds.csv": list(csv.DictReader(io.StringIO(_PONDS))),
}


def _share(file: str, held: Meets, base: Meets) -> float:
    meant = [row for row in _ROWS[file] if base(row)]
    return 100 * sum(map(held, meant)) / len(meant)


def _all(row: Row) -> bool:
    return True


def _men(row: Row) -> bool:
    return row["sex"] == "male"


def _recovered(row: Row) -> bool:
    return row["recovered"] == "yes"


def _ill(row: Row) -> bool:
    return not _recovered(row)


def _old(row: Row) -> bool:
    return int(row["age"]) > 50


def _active(row: Row) -> bool:
    return row["arm"] == "active"


def _inflamed(row: Row) -> bool:
    return bool(row["crp (mg/L)"]) and float(row["crp (mg/L)"]) > 5


def _foul(row: Row) -> bool:
    return row["foul"] == "yes"


def _clean(row: Row) -> bool:
    return not _foul(row)


def _of_a(row: Row) -> bool:
    return row["region"] == "A"


def _deep(row: Row) -> bool:
    return float(row["depth (m)"]) > 1


def _enriched(row: Row) -> bool:
    return float(row["nitrate (mg/L)"]) > 20


def _both(*all_of: Meets) -> Meets:
    return lambda row: all(one(row) for one in all_of)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("clauses")
    for name, text in (("trial.csv", _TRIAL), ("ponds.csv", _PONDS)):
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


_TRIAL_SHARES: list[tuple[str, Meets, Meets]] = [
    ("What percentage of the subjects who recovered are men in trial.csv?", _men, _recovered),
    ("Of those who recovered, what percentage are men in trial.csv?", _men, _recovered),
    ("Out of the subjects who recovered, which share are men in trial.csv?", _men, _recovered),
    ("Among the subjects who recovered, how many per cent are men in trial.csv?", _men, _recovered),
    ("For subjects who recovered, what percentage are men in trial.csv?", _men, _recovered),
    ("What share of the recovered subjects are men in trial.csv?", _men, _recovered),
    ("Percentage of the subjects that recovered that are men in trial.csv", _men, _recovered),
    ("Percentage of men among those who recovered in trial.csv", _men, _recovered),
    ("What percentage are men of those who recovered in trial.csv?", _men, _recovered),
    ("What fraction of the men recovered in trial.csv?", _recovered, _men),
    ("Of the men, what percentage recovered in trial.csv?", _recovered, _men),
    ("How many percent of the men recovered in trial.csv?", _recovered, _men),
    ("What percentage of the subjects who did not recover are men in trial.csv?", _men, _ill),
    ("Of the subjects who did not recover, what percentage are men in trial.csv?", _men, _ill),
    ("What proportion of men in the active arm did not recover in trial.csv?", _ill, _both(_men, _active)),
    ("What percentage of the men who recovered are in the active arm in trial.csv?", _active, _both(_men, _recovered)),
    ("What percentage of the subjects who recovered are older than 50 in trial.csv?", _old, _recovered),
    ("What percentage of the subjects who are older than 50 recovered in trial.csv?", _recovered, _old),
    ("What percentage of subjects who recovered and are over 50 are men in trial.csv?", _men, _both(_recovered, _old)),
    ("In trial.csv, what percentage of subjects over 50 who recovered are men?", _men, _both(_recovered, _old)),
    ("Of the subjects in the active arm, what fraction recovered in trial.csv?", _recovered, _active),
    ("What percentage of the subjects are men who recovered in trial.csv?", _both(_men, _recovered), _all),
    ("What percentage of subjects are men and recovered in trial.csv?", _both(_men, _recovered), _all),
    # T5 has no value of it, and did not recover.
    ("What percentage of the subjects who recovered have a crp above 5 in trial.csv?", _inflamed, _recovered),
    ("What percentage of the subjects who have a crp above 5 are men in trial.csv?", _men, _inflamed),
]
_POND_SHARES: list[tuple[str, Meets, Meets]] = [
    ("Which share of ponds in region A with a depth above 1 have nitrate above 20 in ponds.csv?",
     _enriched, _both(_of_a, _deep)),
    ("What percentage of ponds that are foul are in region A in ponds.csv?", _of_a, _foul),
    ("What percentage of the ponds that are not foul are in region A in ponds.csv?", _of_a, _clean),
    ("What percentage of ponds that have nitrate above 20 have a depth above 1 in ponds.csv?", _deep, _enriched),
    ("Percentage of ponds with a depth above 1 that have nitrate above 20 in ponds.csv", _enriched, _deep),
    ("Of ponds that have nitrate above 20, what percentage are in region A in ponds.csv?", _of_a, _enriched),
    ("Among ponds with a depth above 1 and nitrate above 20, what fraction is in region A in ponds.csv?",
     _of_a, _both(_deep, _enriched)),
    ("Among ponds in region A, what fraction has a depth above 1 and nitrate above 20 in ponds.csv?",
     _both(_deep, _enriched), _of_a),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "question", "held", "base"),
    [*(("trial.csv", *one) for one in _TRIAL_SHARES), *(("ponds.csv", *one) for one in _POND_SHARES)],
)
def test_a_share_is_of_the_rows_of_its_clause(agent: Agent, file: str, question: str, held: Meets, base: Meets) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(_share(file, held, base))]


def test_no_two_ways_round_are_alike_here() -> None:
    """The rows tell a share from its inverse, and from that of all rows."""
    for file, shares in (("trial.csv", _TRIAL_SHARES), ("ponds.csv", _POND_SHARES)):
        for _, held, base in shares:
            others = {_share(file, base, held), _share(file, _both(held, base), _all)}
            assert base is _all or _share(file, held, base) not in others


@pytest.mark.parametrize(
    "question",
    [
        # Which clause is whose, or what is asked, is open.
        "What percentage of the ponds that are not foul come from region A in ponds.csv?",
        "What percentage of the men of the active arm recovered in trial.csv?",
        "Share of men who recovered among those over 50 in trial.csv",
        "If a subject recovered, what is the percentage of men in trial.csv?",
        "What percentage of subjects who are men or over 50 recovered in trial.csv?",
        "Men who recovered as a percentage of all men in trial.csv",
        "Percentage of recovered men in trial.csv",
        "What percentage of the subjects recovered who are men in trial.csv?",
    ],
)
def test_a_clause_of_unclear_rows_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_missing_values_are_no_denials(agent: Agent) -> None:
    """Of the men, T5 has no value, so that the share is not known."""
    answer = agent.run("What percentage of the men have a crp above 5 in trial.csv?")
    assert answer.status == "failed"
    assert "1 of 6 rows have no value" in answer.text


def test_what_is_computed_is_not_taken_for_the_rows_of_a_clause(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("stock")
    text = "name,smiles,class\nw1,CCO,alcohol\nw2,CCCCCCCCCCCCCCCCCCO,alcohol\nw3,CC(=O)O,acid\nw4,CC,alkane\n"
    (folder / "stock.csv").write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as agent:
        # Of the alcohols one has a logP above 2; of all that have, the ethane has none of it.
        answer = agent.run("What share of the alcohols have a logP above 2 in stock.csv?")
        assert [one.value for one in answer.values] == [pytest.approx(50.0)]
        for question in (
            "What share of the molecules that have a logP above 2 are alcohols in stock.csv?",
            "What share of the molecules that pass Lipinski are alcohols in stock.csv?",
        ):
            with pytest.raises(PlanError):
                agent.run(question)
