"""Several users on one server: separate folders, memories and approvals; a bounded queue; counted runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import BusyError, ConfigError, InvalidPlanError, NoPathError
from scitoolagent.provenance.tools import one_step
from scitoolagent.records import Answer, Plan, Query, Step, StepResult
from scitoolagent.sessions import Run, Sessions
from scitoolagent.trace import read_trace

BENZENE, SARIN = "c1ccccc1", "CC(C)OP(C)(=O)F"
TINY = b"ATOM      1  CA  GLY A   1       0.000   0.000   0.000  1.00  0.00           C  \nEND\n"
HAZARDOUS = f"What are the stereoisomers of {BENZENE}?"


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sessions]:
    folder = tmp_path_factory.mktemp("sessions")
    config = Config(data_dir=folder / "data", cache_dir=tmp_path_factory.getbasetemp() / "cache")
    with Sessions(config, folder / "users", running=2, waiting=4) as made:
        yield made


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def ended(run: Run) -> Run:
    assert run.wait(60)
    return run


def values(run: Run) -> list[object]:
    answer = ended(run).answer
    assert answer is not None, run.error
    return [value.value for value in answer.values]


def test_a_question_is_answered_and_its_trace_holds_what_its_readers_saw(sessions: Sessions) -> None:
    run = sessions.open().ask("What is the TPSA of OCC(O)CO?")
    # Three OH at 20.23 Å² each (Ertl 2000, table 3).
    assert values(run) == [pytest.approx(60.69)]
    seen = list(run.records())
    assert [record.kind for record in seen] == ["query", "plan", "step", "answer"]
    assert seen == list(read_trace(sessions.config.runs_dir, run.trace))


def test_what_cannot_be_planned_fails_with_the_reason(sessions: Sessions) -> None:
    run = ended(sessions.open().ask("Who won the match?"))
    assert run.state == "failed"
    assert isinstance(run.error, NoPathError)


def test_a_file_of_one_session_is_not_there_for_another(sessions: Sessions) -> None:
    first, second = sessions.open("first"), sessions.open("second")
    first.save_file("tiny.pdb", TINY)
    call = one_step(sessions.graph, "pdb_sequence", {"structure": "tiny.pdb"})
    with_file, without = ended(first.run_plan(*call)), ended(second.run_plan(*call))
    assert [step.status for step in with_file.records() if isinstance(step, StepResult)] == ["ok"]
    (failed,) = [step for step in without.records() if isinstance(step, StepResult)]
    assert failed.error is not None
    assert "there is no file" in failed.error.message
    call = one_step(sessions.graph, "pdb_sequence", {"structure": f"../{first.workspace.name}/tiny.pdb"})
    (failed,) = [step for step in ended(second.run_plan(*call)).records() if isinstance(step, StepResult)]
    assert failed.error is not None
    assert "outside" in failed.error.message


def test_each_session_has_its_own_memory(sessions: Sessions) -> None:
    first, second = sessions.open(), sessions.open()
    runs = [first.ask("How many rings has camphor?"), second.ask("How many rings has thymol?")]
    again = "And how many heavy atoms has it?"
    # C10H16O and C10H14O are eleven heavy atoms each; rings tell them apart.
    asked = [first.ask(again), second.ask("How many aromatic rings has it?"), first.ask("How many rings has it?")]
    assert [values(run) for run in (*runs, *asked)] == [[2], [1], [11], [1], [2]]
    forgetful = sessions.open(remembers=False)
    ended(forgetful.ask("How many rings has camphor?"))
    assert ended(forgetful.ask(again)).state == "failed"


def test_questions_of_a_conversation_are_answered_in_their_order(sessions: Sessions) -> None:
    session = sessions.open()
    first, second = session.ask(HAZARDOUS), session.ask("TPSA of CCO")
    until(lambda: first.findings)
    # A runner is free, but a question that may refer to a pending answer has to wait.
    assert values(sessions.open().ask("How many rings has camphor?")) == [2]
    assert second.state == "waiting"
    first.refuse()
    assert values(second) == [pytest.approx(20.23)]


def test_an_edited_plan_is_carried_out_and_remembered(sessions: Sessions) -> None:
    session = sessions.open()
    query = sessions.planner.recognise("What is the TPSA of camphor?")
    plan = sessions.planner.draft(query)
    assert values(session.run_plan(query, plan)) == [pytest.approx(17.07)]
    assert values(session.ask("How many rings has it?")) == [2]


def test_a_plan_that_does_not_type_check_is_not_run(sessions: Sessions) -> None:
    plan = Plan(steps=(Step(id=1, tool="qed", arguments={"nothing": 1}),), goals=())
    run = ended(sessions.open().run_plan(Query(text="x"), plan))
    assert isinstance(run.error, InvalidPlanError)
    assert list(run.records()) == []


def test_a_plan_about_what_nothing_works_on_is_refused(sessions: Sessions) -> None:
    query = sessions.planner.recognise(f"What is the TPSA of {SARIN}?")
    plan = sessions.planner.draft(query)
    run = ended(sessions.open().run_plan(query, plan))
    assert run.answer is not None
    assert run.answer.status == "blocked"
    assert not [record for record in run.records() if isinstance(record, (Plan, StepResult))]


def test_a_person_confirms_for_one_run_only(sessions: Sessions) -> None:
    session, other = sessions.open(), sessions.open(patience=0)
    run = session.ask(HAZARDOUS)
    until(lambda: run.findings)
    assert run.state == "running"
    assert sessions.health()["asking"] == 1
    digests = [finding.digest for finding in run.findings]
    run.approve(digests)
    assert values(run) == [[BENZENE]]
    blocked = ended(other.ask(HAZARDOUS)).answer
    assert blocked is not None
    assert blocked.status == "blocked"
    again = session.ask(HAZARDOUS)
    until(lambda: again.findings)
    again.refuse()
    assert ended(again).answer is not None
    assert again.answer is not None
    assert again.answer.status == "blocked"


def test_those_who_wait_for_a_person_hold_up_nobody_else(sessions: Sessions) -> None:
    runs = [sessions.open().ask(HAZARDOUS) for _ in range(3)]
    until(lambda: all(run.findings for run in runs))
    assert values(sessions.open().ask("How many rings has camphor?")) == [2]
    for run in runs:
        run.cancel()
    until(lambda: sessions.health()["running"] == 0)
    assert sessions.health()["asking"] == 0
    # The spare runners end again, and the others still serve.
    until(lambda: sessions._runners == 2)
    assert values(sessions.open().ask("How many rings has camphor?")) == [2]


def test_many_users_at_once_get_their_own_answers(sessions: Sessions) -> None:
    def formula(length: int) -> object:
        session = sessions.open()
        while True:
            try:
                return values(session.ask(f"What is the molecular formula of {'C' * length}O?"))[0]
            except BusyError:
                time.sleep(0.01)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(formula, range(2, 18)))
    # The number of carbon atoms is the length of the chain.
    assert found == [f"C{length}H{2 * length + 2}O" for length in range(2, 18)]


def test_what_waits_is_bounded_and_a_cancelled_one_makes_room(sessions: Sessions) -> None:
    until(lambda: sessions.health()["running"] == 0)
    session = sessions.open()
    first = session.ask(HAZARDOUS)
    until(lambda: first.findings)
    # The questions of one conversation wait for one another: four in the queue, two for the free runners.
    waiting = [session.ask("TPSA of CCO") for _ in range(6)]
    assert sessions.health()["queued"] == 6
    with pytest.raises(BusyError, match="ask again later"):
        session.ask("TPSA of CCO")
    waiting[0].cancel()
    waiting[0] = session.ask("TPSA of CCO")
    first.refuse()
    assert all(values(run) == [pytest.approx(20.23)] for run in waiting)


def test_runs_are_counted(sessions: Sessions) -> None:
    before = sessions.health()
    session = sessions.open()
    for question in ("TPSA of CCO", "Who won the match?"):
        ended(session.ask(question))
    until(lambda: sessions.health()["running"] == 0)
    after = sessions.health()
    grown = {key: after[key] - before[key] for key in before}
    assert grown | {"running": 0} == {
        "queued": 0,
        "running": 0,
        "asking": 0,
        "finished": 1,
        "failed": 1,
        "cancelled": 0,
        "sessions": 1,
    }


def test_closing_a_session_ends_its_runs_and_keeps_its_files(sessions: Sessions) -> None:
    empty, full = sessions.open(), sessions.open()
    full.save_file("x.txt", b"x")
    run = full.ask(HAZARDOUS)
    until(lambda: run.findings)
    sessions.close(empty)
    sessions.close(full)
    assert ended(run).state == "cancelled"
    assert not empty.workspace.exists()
    assert (full.workspace / "x.txt").is_file()
    with pytest.raises(ConfigError, match="closed"):
        full.ask("TPSA of CCO")


def test_a_folder_that_was_given_is_not_removed(sessions: Sessions, tmp_path: Path) -> None:
    sessions.close(sessions.open(workspace=tmp_path))
    assert tmp_path.is_dir()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_runner_that_broke_is_replaced(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, question: object) -> Iterator[Answer]:
        raise RuntimeError("a bug")
        yield

    monkeypatch.setattr("scitoolagent.sessions.pooled_agent.PooledAgent.stream", broken)
    runs = [ended(sessions.open().ask("TPSA of CCO")) for _ in range(3)]
    assert [str(run.error) for run in runs] == ["the run broke off; the server's log says why"] * 3
    monkeypatch.undo()
    assert values(sessions.open().ask("How many rings has camphor?")) == [2]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be made"):
        Sessions(Config(data_dir=tmp_path), tmp_path / "file" / "x")


def test_each_run_of_a_server_begins_its_own_spending(
    sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr("scitoolagent.sessions.pooled_agent.begin_spending", lambda models, spent: begun.append(spent))
    for _ in range(2):
        values(sessions.open().ask("What is the TPSA of OCC(O)CO?"))
    assert begun == [(), ()]


@pytest.mark.parametrize("bounds", [
    {"max_cost": 0.1, "prompt_price": 1.0, "completion_price": 1.0}, {"max_model_tokens": 100}, {"max_seconds": 60.0},
])  # fmt: skip
def test_agents_with_bounds_do_not_share_a_planner(
    sessions: Sessions, tmp_path: Path, bounds: dict[str, float]
) -> None:
    # Two agents of one planner would share the account, and the time, of its model.
    with Sessions(sessions.config.model_copy(update=bounds), tmp_path, running=2) as bounded:
        one, other = bounded._make_agent(), bounded._make_agent()
        assert one.planner is not other.planner
        other.close()
        one.close()
