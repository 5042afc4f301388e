"""A program is run again without a model: to go on with a run that was ended, and always with the same result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.provenance.recorded import load_run
from scitoolagent.records import Answer, AnyRecord, Plan, Program, Query, StepResult
from scitoolagent.solver.again import GONE_ON, NO_SECOND_READER, NO_WORDS

QUESTION = "How heavy is CCO, and how many rings has c1ccccc1?"
ONE = "m = molecular_weight(smiles1)\n{'mass': m}"
BOTH = "m = molecular_weight(smiles1)\nr = ring_count(smiles2)\n{'mass': m, 'rings': r}"
WORDS = {"text": "It weighs {mass} and has {rings}."}
CLOCK = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LISTED = "OC(=O)C(O)(c1ccccc1)c1ccccc1"
SAME = '{"verdict":"same","why":"ok"}'


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("again")
    return Config(data_dir=folder / "data", cache_dir=folder / "cache", rules=False, workers=1)


@pytest.fixture(scope="module")
def alone(config: Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """An agent without a model."""
    with Agent(config, tmp_path_factory.mktemp("files"), models={}) as agent:
        yield agent


@pytest.fixture(scope="module")
def query(alone: Agent) -> Query:
    return alone.recognise(QUESTION)


def program(code: str, **said: Any) -> Program:
    return Program(code=code, model="scripted", clock=CLOCK, **said)


def last(records: Iterable[AnyRecord]) -> tuple[list[AnyRecord], Answer]:
    found = list(records)
    assert isinstance(found[-1], Answer)
    return found, found[-1]


def made(records: Sequence[AnyRecord]) -> list[str]:
    """The tools that were called and not taken from the cache."""
    ok = [one for one in records if isinstance(one, StepResult) and one.status == "ok"]
    return [one.tool for one in ok if not one.cached and one.tool != "program"]


def values(answer: Answer) -> dict[str, Any]:
    return {one.label: one.value for one in answer.values}


def test_finished_calls_are_not_made_again(alone: Agent, query: Query) -> None:
    first, _ = last(alone.resume_programs(query, [program(ONE)]))
    assert made(first) == ["molecular_weight"]
    # Killed in the middle of a program of two calls, one of which was finished.
    second, answer = last(alone.resume_programs(query, [program(BOTH, answer=WORDS)]))
    assert made(second) == ["ring_count"]
    third, again = last(alone.resume_programs(query, [program(BOTH, answer=WORDS)]))
    assert made(third) == [] and again.values == answer.values
    assert 1 in values(answer).values() and answer.conclusion.startswith("It weighs 46")
    assert answer.status == "complete" and NO_SECOND_READER in answer.notes


def test_a_resumed_run_has_a_whole_trace_and_steps_for_its_values(alone: Agent, config: Config, query: Query) -> None:
    records, answer = last(alone.resume_programs(query, [program(BOTH, answer=WORDS)]))
    assert [type(one).__name__ for one in records[:4]] == ["Query", "Program", "Program", "Plan"]
    recorded = load_run(config.runs_dir, "last")
    assert recorded.answer == answer and recorded.program is not None and recorded.program.status == "ok"
    for value in answer.values:
        assert recorded.results[value.step].tool == value.tool != "program"


def test_clock_and_random_numbers_are_those_of_the_run(alone: Agent, query: Query) -> None:
    code = (
        "import random\nimport datetime\nimport time\n"
        "{'r': [random.random(), random.Random().random()], 'now': str(datetime.datetime.now()), 't': time.time()}"
    )
    _, one = last(alone.resume_programs(query, [program(code)]))
    _, two = last(alone.resume_programs(query, [program(code)]))
    assert values(one) == values(two) and values(one)["now"] == "2026-01-02 03:04:05"
    assert values(one)["t"] == CLOCK.timestamp()


def test_without_words_and_without_a_model_the_results_are_partial(alone: Agent, query: Query) -> None:
    _, answer = last(alone.resume_programs(query, [program(BOTH)]))
    assert answer.status == "partial" and NO_WORDS in answer.unmet and 1 in values(answer).values()


def test_a_program_that_failed_after_the_last_good_one_leaves_it_partial(alone: Agent, query: Query) -> None:
    failed = program("ring_count(", answer=WORDS, status="failed", error="line 1: not Python")
    _, answer = last(alone.resume_programs(query, [program(BOTH, answer=WORDS, status="ok"), failed]))
    assert answer.status == "partial" and GONE_ON in answer.unmet


def test_a_program_that_does_not_type_check_fails(alone: Agent, query: Query) -> None:
    records, answer = last(alone.resume_programs(query, [program("{'x': molecular_weight(3.5)}")]))
    assert answer.status == "failed" and "line 1" in answer.text
    assert not [one for one in records if isinstance(one, StepResult)]


@pytest.mark.parametrize("where", ["code", "words", "earlier"])
def test_an_edited_program_is_screened(alone: Agent, query: Query, where: str) -> None:
    edited = {
        "code": program(f"{{'x': ring_count(Smiles('{LISTED}'))}}", answer=WORDS),
        "words": program(BOTH, answer={"text": f"Make {LISTED}."}),
        "earlier": program(BOTH, answer=WORDS, earlier=(f"What is {LISTED}?",)),
    }[where]
    records, answer = last(alone.resume_programs(query, [edited]))
    assert answer.status == "blocked" and answer.findings[0].verdict == "block"
    assert not answer.values and not [one for one in records if isinstance(one, StepResult) and one.status == "ok"]


def test_a_file_that_the_run_wrote_is_not_in_its_way(alone: Agent, query: Query) -> None:
    saving = program("save([{'n': 1}, {'n': 2}], 'out.csv')\n{'n': 2}")
    folder = alone._executor.workspace
    for _ in range(2):
        _, answer = last(alone.resume_programs(query, [saving]))
        assert answer.saved == "out.csv" and (folder / "out.csv").read_text().split() == ["n", "1", "2"]
    (folder / "out.csv").write_text("mine")
    _, answer = last(alone.resume_programs(query, [saving]))
    assert answer.status == "failed" and "already exists" in answer.text
    assert (folder / "out.csv").read_text() == "mine"


def test_a_file_that_the_run_wrote_is_no_input_of_it(alone: Agent) -> None:
    query = alone.recognise("How heavy is CCO? Save a tabel of it to later.csv")
    saving = program("m = molecular_weight(smiles1)\nsave([{'m': m}], 'later.csv')\n{'m': m}")
    tools = []
    for _ in range(2):
        records, answer = last(alone.resume_programs(query, [saving]))
        tools.append([one.tool for one in records if isinstance(one, StepResult)])
        assert answer.saved == "later.csv"
    assert tools[0] == tools[1] and "read_rows" not in tools[1]


def asked(config: Config, folder: Path, query: Query, programs: Sequence[Program], *texts: str) -> Any:
    model = ScriptedModel(texts)
    with Agent(config, folder, models={"planner": model}) as agent:
        records, answer = last(agent.resume_programs(query, programs))
    return model, records, answer


def test_a_model_is_not_asked_where_the_words_are_there(config: Config, tmp_path: Path, query: Query) -> None:
    model, _, answer = asked(config, tmp_path, query, [program(BOTH, answer=WORDS)])
    assert model.asked == [] and answer.status == "complete" and NO_SECOND_READER in answer.notes


def test_a_model_goes_on_with_the_conversation_so_far(config: Config, tmp_path: Path, query: Query) -> None:
    before = [program("x(", status="failed", error="line 1: not Python"), program(BOTH)]
    model, records, answer = asked(config, tmp_path, query, before, call("answer", **WORDS), SAME)
    assert [role for role, _ in model.asked] == ["solver", "second_reader"]
    _, messages = model.asked[0]
    told = [one.content for one in messages if one.role == "tool"]
    assert told[0] == "line 1: not Python" and '"rings": 1' in told[1]
    assert answer.status == "complete" and NO_SECOND_READER not in answer.notes
    # The words that came later are recorded with the program, so that the run can be made again.
    plan = next(place for place, one in enumerate(records) if isinstance(one, Plan))
    late = records[plan - 1]
    assert isinstance(late, Program) and late.answer == WORDS and late.status == "ok"


def test_what_a_model_used_before_counts(config: Config, tmp_path: Path, query: Query) -> None:
    model = ScriptedModel([call("program", code=BOTH, answer=WORDS), SAME])
    with Agent(config, tmp_path, models={"planner": model}) as agent:
        records, answer = last(agent.stream(QUESTION))
    begun = next(one for one in records if isinstance(one, Program))
    assert [one.role for one in begun.usage] == ["solver"] and begun.clock is not None
    with Agent(config, tmp_path, models={}) as agent:
        _, again = last(agent.resume_programs(query, [begun], begun.usage))
    assert again.usage == begun.usage and again.values == answer.values
