"""One run among threads: readers see all records, a user decides once, a cancelled run stays cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scitoolagent.errors import ToolFailedError
from scitoolagent.records import Answer, Choice, Finding, Query, Question
from scitoolagent.sessions.run import Run

FINDINGS = [
    Finding(verdict="confirm", subject="benzene", reason="burns", digest="a1"),
    Finding(verdict="confirm", subject="toluene", reason="burns", digest="b2"),
]


def started(patience: float = 60.0, stop: Callable[[], None] = lambda: None, choices: bool = False) -> Run:
    run = Run("?", patience=patience, waits_for_choices=choices)
    assert run.begin(stop)
    return run


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_every_reader_gets_every_record_whenever_it_comes() -> None:
    run = started()
    run.add(Query(text="first"))
    with ThreadPoolExecutor(3) as threads:
        readers = [threads.submit(lambda: list(run.records())) for _ in range(2)]
        run.add(Query(text="second"))
        readers.append(threads.submit(lambda: list(run.records())))
        run.add(Answer(status="complete", text="done"))
        run.end()
        seen = [reader.result(timeout=20) for reader in readers]
    assert seen == [list(run.records())] * 3
    assert [getattr(record, "text", "") for record in seen[0]] == ["first", "second", "done"]
    assert run.answer is not None
    assert (run.state, run.answer.text) == ("finished", "done")


def test_a_failed_run_ends_its_readers() -> None:
    run = started()
    error = ToolFailedError("broken")
    run.end(error)
    assert list(run.records()) == []
    assert (run.state, run.error, run.wait(0)) == ("failed", error, True)


def test_waiting_ends_with_the_time() -> None:
    assert started().wait(0.01) is False


def test_all_findings_have_to_be_confirmed() -> None:
    run = started()
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(run.ask, FINDINGS)
        until(lambda: run.findings)
        run.approve(["a1", "0" * 16])
        assert run.findings == tuple(FINDINGS)
        run.approve(["b2"])
        assert asked.result(timeout=20) is True
    assert run.findings == ()


def test_what_was_confirmed_is_not_asked_again_and_what_was_not_is() -> None:
    run = Run("?", ["a1"], patience=0.01)
    run.begin(lambda: None)
    assert run.ask(FINDINGS[:1]) is True
    assert run.ask(FINDINGS[1:]) is False


@pytest.mark.parametrize("way", ["refuse", "cancel"])
def test_a_person_may_refuse(way: str) -> None:
    run = started()
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(run.ask, FINDINGS)
        until(lambda: run.findings)
        getattr(run, way)()
        assert asked.result(timeout=20) is False
    assert run.findings == ()
    assert run.state == ("running" if way == "refuse" else "cancelled")


def test_a_decision_on_nothing_decides_nothing_later() -> None:
    run = started(patience=0.01)
    run.refuse()
    run.approve([])
    assert run.ask(FINDINGS) is False


def test_silence_and_no_person_are_refusals() -> None:
    assert started(patience=0.01).ask(FINDINGS) is False
    assert started(patience=0.0).ask(FINDINGS) is False


BACK = Question(text="Which one?", choices=(Choice(label="this"), Choice(label="that")))


@pytest.mark.parametrize("choice", ["that", None])
def test_a_question_back_waits_for_a_choice(choice: str | None) -> None:
    run = started(choices=True)
    with ThreadPoolExecutor(2) as threads:
        asked, waiting = threads.submit(run.ask_back, BACK), threads.submit(run.wait_for_user)
        assert waiting.result(timeout=20) == BACK
        run.choose(choice)
        assert asked.result(timeout=20) == choice
    assert run.asked is None
    run.end()
    assert run.wait_for_user() is None


def test_a_question_back_without_a_person_in_time_has_no_choice() -> None:
    assert started(60.0).ask_back(BACK) is None
    assert started(0.0, choices=True).ask_back(BACK) is None
    assert started(0.05, choices=True).ask_back(BACK) is None


def test_cancelling_stops_the_workers_once() -> None:
    stops: list[int] = []
    run = started(stop=lambda: stops.append(1))
    run.cancel()
    run.cancel()
    run.add(Answer(status="complete", text="too late"))
    run.end(ToolFailedError("too late"))
    assert (run.state, run.answer, run.error, stops) == ("cancelled", None, None, [1])


def test_a_run_cancelled_in_the_queue_never_begins() -> None:
    run = Run("?")
    run.cancel()
    assert run.begin(lambda: None) is False
    assert list(run.records()) == []


def test_a_run_that_ended_is_not_cancelled() -> None:
    run = started()
    run.end()
    run.cancel()
    assert run.state == "finished"


def test_a_watcher_is_told_of_each_change() -> None:
    run = started()
    seen = threading.Semaphore(0)
    run.watch(seen.release)
    run.add(Query(text="x"))
    assert seen.acquire(timeout=1)
    run.end()
    assert seen.acquire(timeout=1)
