"""Questions about files in the words of the bench: parts of headers, marks, better ends, classes as groups."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_TRIALS = """trial,metal_source,medium,oven_temp_C,conversion_pct,isolated_yield_pct
T1,PdCl2,ethanol,50,40,31
T2,PdCl2,water,70,62,50
T3,CuI,ethanol,50,25,19
T4,CuI,water,90,81,77
T5,FeCl3,ethanol,90,33,28
T6,FeCl3,water,70,47,38
"""
_PEOPLE = """volunteer,sex,vegetarian,arm,ferritin (ug/L)
V1,F,yes,iron,30
V2,F,no,iron,50
V3,M,yes,iron,70
V4,M,no,sugar,90
V5,F,yes,sugar,20
V6,M,yes,sugar,40
"""
_PUPILS = """pupil,form,biology,history
Ida,5a,71,60
Jon,5b,66,81
Kim,5a,93,72
Leo,5b,40,55
"""
_STOCK = """name,smiles
ethanol,CCO
spirit,OCC
torn,C1CC(
benzene,c1ccccc1
"""
_SHELVES = """product,shelf,maker,price_EUR,peak_area,yield_loss
Ferric citrate,A2,Roth,12.5,410,3
Zinc sulfate,B1,Merck,8.0,,5
Silver oxide,A2,Merck,95.0,0,9
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("rewording")
    for name, text in (
        ("trials.csv", _TRIALS),
        ("people.csv", _PEOPLE),
        ("pupils.csv", _PUPILS),
        ("stock.csv", _STOCK),
        ("shelves.csv", _SHELVES),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("Mean conversion in trials.csv", 48.0, "%"),
        ("Mean conversion of the trials at 70 °C in trials.csv", 54.5, "%"),
        ("Mean yield in trials.csv", 40.5, "%"),  # the one header with that word
        ("Mean isolated yield in ethanol in trials.csv", 26.0, "%"),
    ],
)
def test_part_of_a_header(agent: Agent, question: str, value: float, unit: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [(one.value, one.unit) for one in answer.values] == [(pytest.approx(value), unit)]


def test_what_was_read_for_a_part_of_a_header_is_told(agent: Agent) -> None:
    assert any("isolated_yield_pct" in note for note in agent.run("Mean yield in trials.csv").notes)


def _groups(agent: Agent, question: str) -> dict[tuple[str, ...], float]:
    """The last figure of each group, by its classes."""
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    rows = answer.table(store=agent.config.cache_dir / "tables")
    headers = [column.name for column in rows.columns]
    found: dict[tuple[str, ...], float] = {}
    for row in zip(*(list(rows.values(header)) for header in headers), strict=True):
        found[tuple(map(str, row[: headers.index("rows")]))] = float(row[-1])
    return found


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("Best isolated yield for each medium in trials.csv", {("ethanol",): 31, ("water",): 77}),
        ("Which metal source has the best average conversion in trials.csv?", {("CuI",): 53}),
        ("Best average conversion per medium in trials.csv", {("water",): 190 / 3}),
        ("Mean ferritin of men and women in people.csv", {("F",): 100 / 3, ("M",): 200 / 3}),
        ("Mean ferritin of vegetarians and non-vegetarians in people.csv", {("False",): 70, ("True",): 40}),
        ("How many men and women are in each arm of people.csv?",
         {("iron", "F"): 2, ("iron", "M"): 1, ("sugar", "F"): 1, ("sugar", "M"): 2}),
        ("Mean ferritin of the volunteers by vegetarian in people.csv", {("False",): 70, ("True",): 40}),
        ("Mean ferritin of the volunteers by arm in people.csv", {("iron",): 50, ("sugar",): 50}),
        ("Mean ferritin of volunteers on sugar by sex in people.csv", {("F",): 20, ("M",): 65}),
        ("Mean conversion in PdCl2 and CuI in trials.csv", {("CuI",): 53, ("PdCl2",): 51}),
        ("Mean conversion at 50 and 90 °C in trials.csv", {("50",): 32.5, ("90",): 57}),
        ("Mean biology mark per form in pupils.csv", {("5a",): 82, ("5b",): 53}),
        ("Mean mark per form in history in pupils.csv", {("5a",): 66, ("5b",): 68}),
    ],
)  # fmt: skip
def test_groups(agent: Agent, question: str, groups: dict[tuple[str, ...], float]) -> None:
    assert _groups(agent, question) == {one: pytest.approx(value) for one, value in groups.items()}


@pytest.mark.parametrize(
    "question",
    ["Who got the highest mark in biology in pupils.csv?", "Who has the highest biology mark in pupils.csv?"],
)
def test_marks(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert "Kim (93)" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Mean pct in trials.csv",  # of two columns
        "Mean purity in trials.csv",
        "Best oven temperature for each medium in trials.csv",  # neither end of it is the better one
        "Best form in pupils.csv",
        "Best yield loss for each maker in shelves.csv",
    ],
)
def test_what_the_file_does_not_tell_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


@pytest.mark.parametrize(
    ("question", "column", "values"),
    [
        ("Add a column total = biology + history to pupils.csv", "total", [131, 147, 165, 95]),
        ("(biology + history) / 2 for each pupil in pupils.csv", "(biology + history) / 2", [65.5, 73.5, 82.5, 47.5]),
        ("loss = conversion - isolated_yield for each trial in trials.csv", "loss", [9, 12, 6, 4, 5, 9]),
        ("Mean of biology and history for each pupil in pupils.csv", "mean of biology and history",
         [65.5, 73.5, 82.5, 47.5]),
        ("Total mark of each pupil over biology and history in pupils.csv", "sum of biology and history",
         [131, 147, 165, 95]),
        ("Add a column with the highest of biology and history to pupils.csv", "highest of biology and history",
         [71, 81, 93, 55]),
        ("Ratio of isolated yield to conversion for each trial in trials.csv",
         "isolated_yield_pct divided by conversion_pct", [0.775, 50 / 62, 0.76, 77 / 81, 28 / 33, 38 / 47]),
    ],
)  # fmt: skip
def test_new_columns(agent: Agent, question: str, column: str, values: list[float]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    made = answer.table(store=agent.config.cache_dir / "tables")
    assert list(made.values(column)) == [pytest.approx(value) for value in values]


@pytest.mark.parametrize(
    "question",
    ["Add a column total = biology + geography to pupils.csv", "biology + form for each pupil in pupils.csv"],
)
def test_formulas_of_what_is_no_column_of_numbers_are_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("What fraction of the women are vegetarians in people.csv?", 200 / 3),
        ("Share of women among the vegetarians in people.csv", 50.0),
        ("What percentage of volunteers on sugar are men in people.csv?", 200 / 3),
        ("What fraction of volunteers are men in people.csv?", 50.0),
    ],
)
def test_shares_of_some_rows(agent: Agent, question: str, share: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [(one.value, one.unit) for one in answer.values] == [(pytest.approx(share), "%")]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Pupils above average in biology in pupils.csv", ["Ida", "Kim"]),
        ("Which pupils are below the mean in history in pupils.csv?", ["Ida", "Leo"]),
        ("Pupils with history below the median in pupils.csv", ["Ida", "Leo"]),
    ],
)
def test_rows_above_or_below_the_mean(agent: Agent, question: str, names: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert list(answer.table(store=agent.config.cache_dir / "tables").values("pupil")) == names


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean conversion of trials in ethanol excluding trials above 70 °C in trials.csv", 32.5),
        ("Mean conversion without the trials above 70 °C in trials.csv", 43.5),
    ],
)
def test_rows_beyond_a_limit_are_left_out(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Are there any duplicate compounds in stock.csv?", ["ethanol", "spirit"]),
        ("Duplicates in stock.csv", ["ethanol", "spirit"]),
        ("Which SMILES in stock.csv are invalid?", ["torn"]),
        ("Remove duplicates from stock.csv", ["ethanol", "torn", "benzene"]),
    ],
)
def test_rows_that_repeat_or_cannot_be_read(agent: Agent, question: str, names: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert list(answer.table(store=agent.config.cache_dir / "tables").values("name")) == names


def test_the_number_of_what_cannot_be_read(agent: Agent) -> None:
    answer = agent.run("How many invalid SMILES are in stock.csv?")
    assert answer.status == "complete" and next(one.value for one in answer.values) == 1


def test_orders_in_front_of_a_column(agent: Agent) -> None:
    for order in ("", "Express ", "Show "):
        answer = agent.run(f"{order}biology as percent of the highest in pupils.csv")
        assert answer.status == "complete", answer.text
        made = answer.table(store=agent.config.cache_dir / "tables")
        assert list(made.values("percent of highest of biology")) == [
            pytest.approx(100 * one / 93) for one in (71, 66, 93, 40)
        ]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which products have no peak area in shelves.csv?", "Zinc sulfate"),  # a blank, and not an area of 0
        ("Where is the zinc sulfate in shelves.csv?", "shelf B1"),
        ("Mean price in shelves.csv", "38.5"),
        ("Products per maker in shelves.csv", "Merck: rows 2"),
    ],
)
def test_words_of_the_store_room(agent: Agent, question: str, said: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete" and said in answer.text
    assert "Silver oxide" not in answer.text


@pytest.mark.parametrize(
    "question", ["Cheapest product per maker in shelves.csv", "Where is the lowest price in shelves.csv?"]
)
def test_half_of_a_question_is_no_answer(agent: Agent, question: str) -> None:
    try:
        answer = agent.run(question)
    except PlanError:
        return
    assert answer.status != "complete" or "Ferric citrate" in answer.text


def test_groups_tell_which_rows_they_are_of(agent: Agent) -> None:
    answer = agent.run("Mean conversion in ethanol by metal source in trials.csv")
    assert answer.status == "complete" and "of rows with medium = ethanol, 3 rows" in answer.text


@pytest.mark.parametrize("question", ["Mean of biology / history in pupils.csv", "Mean biology*history in pupils.csv"])
def test_a_figure_of_what_is_reckoned_is_none_of_each(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_what_is_counted_without_duplicates_is_no_list_of_them(agent: Agent) -> None:
    answer = agent.run("How many different compounds does stock.csv hold when duplicates are removed?")
    assert answer.status == "complete" and answer.values[0].value == 3  # the torn one is a row of its own
