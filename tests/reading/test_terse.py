"""Questions as they are written at the bench: symbols of a field, several asks of what is given once, bare nouns."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent() as one:
        yield one


def status(agent: Agent, question: str) -> str:
    try:
        return agent.run(question).status
    except NoPathError:
        return "none"


_FARADAY = 96485.33212
# What each question has for an answer, reckoned here by the textbook's equation.
SYMBOLS = [
    ("half-life 4 h, Vd 20 L: CL?", [20 * math.log(2) / 4]),
    ("CL 5 L/h, Vd 40 L: ke and t1/2", [0.125, math.log(2) / 0.125]),
    ("retention time 5.0 min, t0 1.0 min. k'?", [4.0]),
    ("first peak 5.0 min, second peak 6.0 min, dead time 1.0 min: k' of both and selectivity", [4.0, 5.0, 1.25]),
    ("IC50 20 nM, 30 heavy atoms: LE", [8.314463 * 298.15 * math.log(5e7) / 4184 / 30]),
    ("IC50 20 nM, logP 2.5: LLE", [7.69897 - 2.5]),
    ("half-life 10 d: DT90", [864000 * math.log2(10)]),
    ("liver blood flow 90 L/h, fu 0.1, CLint 200 L/h: Fh and CLh", [9 / 11, 1800 / 110]),
    ("Kjeldahl %N: 1.0 g sample, titre 10.0 mL of 0.1 M HCl, blank 0.2 mL", [9.8 * 0.1 * 14.007 / 10]),
    ("Ecell and ΔG of Zn|Zn2+ (0.1 M)||Cu2+ (1 M)|Cu", [1.13328, -2 * _FARADAY * 1.13328 / 1000]),
    ("JC69 and K2P of ACGTACGTAC and GCGTACGTAC", [-0.75 * math.log(1 - 4 / 30), -0.5 * math.log(0.8)]),
]


@pytest.mark.parametrize(("question", "values"), SYMBOLS)
def test_symbols_of_a_field_are_asks(agent: Agent, question: str, values: list[float]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == pytest.approx(values, rel=1e-4)


@pytest.mark.parametrize(
    "question",
    [
        "mean 5.0, sd 1.0, n 10: 95 % CL of the half-life",  # confidence limits
        "k' of 5 and 6",
        "LE of 3 and 4",
        "an IV dose of sodium thiosulfate",
    ],
)
def test_a_symbol_outside_its_field_is_none(agent: Agent, question: str) -> None:
    read = agent.recognise(question)
    assert read.original is None and status(agent, question) != "complete"


CARRIED = [
    ("heavy atoms of these three: CCO, CCCC, c1ccccc1", [3, 4, 6]),
    ("intermediates of our route: CCO and CCCC: heavy atoms", [3, 4]),
    ("BamHI on this linear stretch, fragment lengths? ACGTTGGATCCATTACAGTACC", [[16, 6]]),
    ("BamHI on this circular stretch, fragment lengths? ACGTTGGATCCATTACAGTACC", [[22]]),
    ("our latest construct MKTAYIAKQRQISFVK: sequence length", [16]),
    ("these two inserts ATGCCGTTACAC and GGGTTTAAACCG: GC content", [50.0, 50.0]),
    ("product is CCC. Number of heavy atoms?", [3]),
    ("heavy atoms and hydrogen bond donors of this ligand: OC1CCCCC1", [7, 1]),
]


@pytest.mark.parametrize(("question", "values"), CARRIED)
def test_a_noun_of_what_is_given_changes_nothing(agent: Agent, question: str, values: list[object]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values][: len(values)] == values


@pytest.mark.parametrize(
    "question",
    [
        "heavy atoms of these four: CCO, CCCC, c1ccccc1",
        "heavy atoms of these four intermediates of our route: CCO, CCCC, c1ccccc1",
        "GC content of the three contigs ATGCCGTTACAC and GGGTTTAAACCC",
        "mass of the short fragments of MKTLEWQDRAVSYGG",
        "fragments of CCOC(=O)c1ccccc1",
        "heavy atoms of the metabolite CCO",
        "Hydrogenation of C=CC. heavy atoms of this product?",
        "MW and this product: C=C and Br",
        "what product is CCO",
    ],
)
def test_a_noun_that_asks_or_a_number_that_differs_is_told(agent: Agent, question: str) -> None:
    assert status(agent, question) != "complete"


STACKED = "GGATTCACCATGACGTTAGC\nGGACTCACCGTGACGTTAAC"


@pytest.mark.parametrize(
    ("question", "values"),
    [
        (f"ungapped, pre-aligned:\n{STACKED}\nK2P", [-0.5 * math.log(0.7)]),
        (f"JC69 of\n{STACKED}", [-0.75 * math.log(0.8)]),
        # Nothing is compared: one sequence in two lines.
        (f"GC content of\n{STACKED}", [100 * 21 / 40]),
    ],
)
def test_two_lines_that_are_compared_are_two_sequences(agent: Agent, question: str, values: list[float]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == pytest.approx(values)


@pytest.mark.parametrize(
    "question",
    [
        f"global alignment\nno gaps\n{STACKED}",
        f"aligned:\n{STACKED}\nsequence identity",
        f"p-distance of\n{STACKED}\nATGTCGTTAGGCCTGAATCA",
    ],
)
def test_what_may_have_gaps_or_is_of_three_is_told(agent: Agent, question: str) -> None:
    read = agent.recognise(question)
    assert "ligned" not in question or "ligned" in read.text
    assert "no gaps" not in question or status(agent, question) != "complete"
    assert question.count("\n") < 4 or status(agent, question) != "complete"


EACH = [
    ("d-spacing of (111) and (200) for a cubic cell with a = 4.05 Å", {"(111)": 4.05 / 3**0.5, "(200)": 2.025}),
    ("m/z of CCO as [M+H]+ and [M+Na]+", {"CCO, [M+H]+": 47.04914, "CCO, [M+Na]+": 69.03109}),
    ("standard potential of Zn2+/Zn and Cu2+/Cu", {"Zn2+/Zn": -0.7618, "Cu2+/Cu": 0.3419}),
]


@pytest.mark.parametrize(("question", "values"), EACH)
def test_an_ask_of_several_settings_is_one_for_each(agent: Agent, question: str, values: dict[str, float]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert {one.subject: one.value for one in answer.values} == pytest.approx(values, rel=1e-5)


@pytest.mark.parametrize(
    "question",
    [
        "ratio of the d-spacings of (111) and (200) for a cubic cell with a = 4.05 Å",
        "d-spacing of (111) but not of (200) for a cubic cell with a = 4.05 Å",
        "angle between (111) and (200) for a cubic cell with a = 4.05 Å",
    ],
)
def test_what_is_made_of_several_settings_is_no_list(agent: Agent, question: str) -> None:
    assert status(agent, question) != "complete"


# What one ask gives serves another that has no other value of that name.
CHAINED = [
    ("dose 300 mg, C0 10 mg/L, ke 0.2 1/h: Vd, CL and t1/2", [30.0, 6.0, math.log(2) / 0.2]),
    ("dose 300 mg, C0 10 mg/L, ke 0.2 1/h: CL and Vd", [6.0, 30.0]),
    ("er and ee of amounts 12 and 388", ["97:3", 94.0]),
]


@pytest.mark.parametrize(("question", "values"), CHAINED)
def test_asks_share_what_they_give(agent: Agent, question: str, values: list[float | str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    found = [one.value for one in answer.values]
    assert len(found) == len(values)
    for one in values:
        assert one in found if isinstance(one, str) else any(math.isclose(one, v) for v in found if v is not str(v))


@pytest.mark.parametrize(
    "question",
    [
        "Vmax 10 µM/s, Km 5 µM, enzyme 10 nM: kcat/Km",  # no kcat is asked for, and none is given
        "electrolysis with 2 A for 1 h, 2 electrons, 63.5 g/mol: mass deposited, and molality in 500 g of solvent",
    ],
)
def test_a_result_of_another_name_serves_nothing(agent: Agent, question: str) -> None:
    assert status(agent, question) != "complete"


def test_a_ratio_that_is_asked_for_is_not_given(agent: Agent) -> None:
    assert [one.value for one in agent.run("er of 12 and 388").values] == ["97:3"]
    assert agent.run("What is the ee of an er of 97:3?").values[0].value == pytest.approx(94.0)
