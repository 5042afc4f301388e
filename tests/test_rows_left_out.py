"""Which rows a denial leaves out, and of which rows a share is, where places, groups or several conditions are said.

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

_BRIDGES = """bridge,county,material,span (m),corroded,state,load_t
B1,Orne,steel,40,yes,closed,12
B2,Orne,steel,62,no,repaired,30
B3,Orne,timber,18,no,closed,6
B4,Vire,steel,55,yes,repaired,26
B5,Vire,stone,22,no,sound,44
B6,Vire,timber,12,no,closed,5
B7,Vire,steel,71,yes,closed,18
B8,Aure,stone,30,no,sound,40
B9,Aure,steel,48,no,repaired,28
B10,Aure,timber,15,no,sound,7
B11,Aure,stone,26,no,closed,33
B12,Orne,stone,35,no,repaired,38
B13,Vire,steel,66,no,sound,31
"""
_POTS = """pot,cultivar,bench,feed,height (cm),flowered
k1,Alma,sill,nettle,21,yes
k2,Alma,frame,nettle,24,no
k3,Bora,sill,guano,30,yes
k4,Bora,sill,nettle,33,no
k5,Cira,frame,guano,18,yes
k6,Cira,sill,guano,15,no
k7,Alma,sill,guano,27,yes
k8,Bora,frame,guano,36,yes
k9,Cira,frame,nettle,12,no
k10,Alma,frame,guano,29,no
k11,Bora,frame,nettle,31,yes
"""
Row = dict[str, str]
Meets = Callable[[Row], bool]
_TEXTS = {"bridges.csv": _BRIDGES, "pots.csv": _POTS}
_ROWS = {name: list(csv.DictReader(io.StringIO(text))) for name, text in _TEXTS.items()}


def _is(column: str, *values: str) -> Meets:
    return lambda row: row[column] in values


def _both(*all_of: Meets) -> Meets:
    return lambda row: all(one(row) for one in all_of)


def _not(one: Meets) -> Meets:
    return lambda row: not one(row)


def _all(row: Row) -> bool:
    return True


def _share(file: str, held: Meets, base: Meets) -> float:
    meant = [row for row in _ROWS[file] if base(row)]
    return 100 * sum(map(held, meant)) / len(meant)


def _mean(file: str, column: str, kept: Meets) -> float:
    values = [float(row[column]) for row in _ROWS[file] if kept(row)]
    return sum(values) / len(values)


_STEEL, _STONE = _is("material", "steel"), _is("material", "stone")
_ORNE, _VIRE, _AURE = _is("county", "Orne"), _is("county", "Vire"), _is("county", "Aure")
_CLOSED, _REPAIRED = _is("state", "closed"), _is("state", "repaired")
_ALMA, _SILL, _GUANO, _FLOWERED = (
    _is("cultivar", "Alma"), _is("bench", "sill"), _is("feed", "guano"), _is("flowered", "yes"),
)  # fmt: skip


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("left_out")
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


_SHARES: list[tuple[str, str, Meets, Meets]] = [
    # Of all rows: the place behind the verb is held, too.
    ("bridges.csv", "What percentage of all bridges in bridges.csv are steel in Vire?", _both(_STEEL, _VIRE), _all),
    ("bridges.csv", "What fraction of all bridges are closed in Orne in bridges.csv?", _both(_CLOSED, _ORNE), _all),
    ("bridges.csv", "What percentage of all bridges in bridges.csv repaired in Aure?", _both(_REPAIRED, _AURE), _all),
    ("pots.csv", "What percentage of all pots in pots.csv are Alma on the sill?", _both(_ALMA, _SILL), _all),
    ("pots.csv", "Of all pots in pots.csv, what percentage flowered on the sill?", _both(_FLOWERED, _SILL), _all),
    ("pots.csv", "What percentage of all rows in pots.csv are Alma on guano?", _both(_ALMA, _GUANO), _all),
    # What stands in front of the verb is of which rows, with "all", too.
    ("pots.csv", "What percentage of all pots on the sill are Alma in pots.csv?", _ALMA, _SILL),
    ("bridges.csv", "What percentage of all steel bridges in Vire are closed in bridges.csv?",
     _CLOSED, _both(_STEEL, _VIRE)),
    # Behind a verb without "all" the place says of which rows.
    ("pots.csv", "What percentage of pots flowered on the sill in pots.csv?", _FLOWERED, _SILL),
    ("pots.csv", "What percentage of the Alma pots flowered on the sill in pots.csv?", _FLOWERED, _both(_ALMA, _SILL)),
    ("bridges.csv", "What percentage of bridges without county Orne are steel in bridges.csv?", _STEEL, _not(_ORNE)),
]  # fmt: skip


@pytest.mark.parametrize(("file", "question", "held", "base"), _SHARES)
def test_a_share_of_all_holds_the_place_behind_the_verb(
    agent: Agent, file: str, question: str, held: Meets, base: Meets
) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(_share(file, held, base))]


def test_the_rows_tell_the_readings_apart() -> None:
    """The share of all is neither that among the rows of the place, nor its inverse."""
    assert _share("bridges.csv", _both(_STEEL, _VIRE), _all) != _share("bridges.csv", _STEEL, _VIRE)
    assert _share("pots.csv", _both(_ALMA, _SILL), _all) != _share("pots.csv", _ALMA, _SILL)
    assert _share("pots.csv", _FLOWERED, _SILL) != _share("pots.csv", _both(_FLOWERED, _SILL), _all)


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of bridges are steel in Vire in bridges.csv?",
        "What percentage of bridges in bridges.csv are not steel in Vire?",
        "What share of the pots are Alma on the sill in pots.csv?",
        "Of the steel bridges, what percentage are corroded in Vire in bridges.csv?",
        "What percentage of bridges are corroded in Vire in bridges.csv?",
        "What percentage of pots are Alma on the sill who flowered in pots.csv?",
    ],
)
def test_a_place_behind_what_rows_are_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_a_refused_share_says_what_is_open(agent: Agent) -> None:
    with pytest.raises(PlanError, match="not clear of which rows"):
        agent.run("What percentage of pots are Alma on the sill in pots.csv?")


@pytest.mark.parametrize(
    "question",
    [
        "share of each county among steel bridges in bridges.csv",
        "fraction of each material among bridges with a span above 30 in bridges.csv",
        "share of each cultivar among pots that flowered in pots.csv",
        "share of each cultivar on the sill in pots.csv",
        "What percentage of the steel bridges in bridges.csv come from each county?",
        "What percentage of steel bridges are in each county in bridges.csv?",
        "Among steel bridges, what percentage come from each county in bridges.csv?",
    ],
)
def test_what_parts_a_whole_is_no_share_of_each_group(agent: Agent, question: str) -> None:
    """The share of Orne among the steel bridges is not that of the steel bridges in Orne."""
    with pytest.raises(PlanError):
        agent.run(question)


@pytest.mark.parametrize(
    "question",
    [
        "share of steel bridges in each county in bridges.csv",
        "What percentage of bridges in each county are steel in bridges.csv?",
        "For each county, what percentage of bridges are steel in bridges.csv?",
        "What fraction of each county is steel in bridges.csv?",
    ],
)
def test_a_share_within_each_group_is_given(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    shares = [_share("bridges.csv", _STEEL, one) for one in (_AURE, _ORNE, _VIRE)]
    assert [one.value for one in answer.values][2::3] == [
        pytest.approx(one) for one in shares[: len(answer.values) // 3]
    ]


@pytest.mark.parametrize(
    "question",
    [
        "mean load_t excluding corroded steel bridges in bridges.csv",
        "mean load_t of all bridges excluding steel ones in Vire in bridges.csv",
        "How many bridges in bridges.csv are not steel in Vire?",
        "How many bridges in bridges.csv aren't steel in Vire?",
        "What percentage of bridges other than steel ones in Vire are closed in bridges.csv?",
        "What percentage of bridges that are not both steel and closed are in Orne in bridges.csv?",
        "How many bridges in bridges.csv are not both steel and closed?",
        "How many rows in pots.csv other than those on the sill with nettle?",
        "mean height excluding Alma sill pots in pots.csv",
        "mean height except for Alma pots on guano in pots.csv",
        "mean load_t of bridges apart from steel and corroded ones in bridges.csv",
        "mean load_t excluding steel, corroded and closed bridges in bridges.csv",
        "mean height leaving out Alma and sill pots in pots.csv",
        "mean load_t excluding steel bridges that are closed in bridges.csv",
        "mean load_t excluding steel bridges with a span above 50 in bridges.csv",
        "mean height of pots ignoring those that are Alma and have flowered in pots.csv",
        "mean load_t without county Vire and material steel in bridges.csv",
    ],
)
def test_a_denial_over_several_conditions_is_refused(agent: Agent, question: str) -> None:
    """Whether all, or one of them, leaves a row out is open; the first alone leaves out others."""
    with pytest.raises(PlanError):
        agent.run(question)


def test_a_refused_denial_says_what_is_open(agent: Agent) -> None:
    with pytest.raises(PlanError, match="one by one"):
        agent.run("mean load_t excluding corroded steel bridges in bridges.csv")


_MEANS: list[tuple[str, str, str, Meets]] = [
    ("bridges.csv", "load_t", "mean load_t excluding steel bridges in bridges.csv", _not(_STEEL)),
    ("bridges.csv", "load_t", "mean load_t excluding steel bridges and excluding closed bridges in bridges.csv",
     _both(_not(_STEEL), _not(_CLOSED))),
    ("pots.csv", "height (cm)", "mean height excluding Alma and excluding sill in pots.csv",
     _both(_not(_ALMA), _not(_SILL))),
    ("bridges.csv", "load_t", "mean load_t excluding Orne and Vire in bridges.csv", _AURE),
    ("bridges.csv", "load_t", "mean load_t of closed bridges excluding steel bridges in bridges.csv",
     _both(_CLOSED, _not(_STEEL))),
    ("pots.csv", "height (cm)", "mean height of pots that did not flower on the sill in pots.csv",
     _both(_not(_FLOWERED), _SILL)),
    # A value behind the header is left out; no value is a blank.
    ("bridges.csv", "load_t", "mean load_t without county Orne in bridges.csv", _not(_ORNE)),
    ("bridges.csv", "load_t", "mean load_t without the county Orne in bridges.csv", _not(_ORNE)),
    ("bridges.csv", "load_t", "mean load_t without materials steel and timber in bridges.csv", _STONE),
    ("pots.csv", "height (cm)", "mean height without cultivar Alma in pots.csv", _not(_ALMA)),
    ("pots.csv", "height (cm)", "mean height excluding cultivars Alma and Cira in pots.csv", _is("cultivar", "Bora")),
]  # fmt: skip


@pytest.mark.parametrize(("file", "column", "question", "kept"), _MEANS)
def test_what_is_left_out_is_all_that_is_said(agent: Agent, file: str, column: str, question: str, kept: Meets) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(_mean(file, column, kept))]


def test_without_a_header_alone_is_a_blank(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("blanks")
    text = "".join(
        line + "\n" for line in (*_BRIDGES.splitlines(), "B14,,steel,20,no,sound,9", "B15,,stone,25,no,sound,11")
    )
    (folder / "bridges.csv").write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as agent:
        answer = agent.run("How many bridges without county in bridges.csv?")
        assert [one.value for one in answer.values] == [2]
