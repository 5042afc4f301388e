"""Questions in an event loop: the run of `stream`, cancelled with its calls, several at once in their order."""

from __future__ import annotations

import asyncio
import os
import runpy
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.asynchronous import MOST_WAITING
from scitoolagent.config import load_config
from scitoolagent.errors import BusyError, NoPathError, SciToolAgentError
from scitoolagent.executor import worker
from scitoolagent.records import Answer, Plan, Query, StepResult

QUESTION = "What is the TPSA of OCC(O)CO?"
GLYCEROL = 60.69  # three OH, 20.23 Å² each (Ertl et al. 2000, table 3)


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    with Agent(load_config(), tmp_path) as made:
        yield made


def in_loop(main: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await main()

    asyncio.run(bounded())


def test_an_answer_is_awaited(agent: Agent) -> None:
    async def main() -> None:
        answer = await agent.arun(QUESTION)
        assert answer.status == "complete"
        assert answer.values[0].value == pytest.approx(GLYCEROL)
        assert answer.run == agent.run_name

    in_loop(main)


def test_the_records_are_those_of_a_run_and_the_loop_goes_on_meanwhile(agent: Agent) -> None:
    beats: list[int] = []

    async def beat() -> None:
        while True:
            beats.append(1)
            await asyncio.sleep(0)

    async def main() -> None:
        beating = asyncio.create_task(beat())
        kinds = []
        async for record in agent.astream(QUESTION):
            kinds.append((type(record), len(beats)))
        beating.cancel()
        assert [kind for kind, _ in kinds] == [Query, Plan, StepResult, Answer]
        assert kinds[-1][1] > kinds[0][1] > 0

    in_loop(main)


def test_errors_arrive_where_the_answer_is_awaited(agent: Agent) -> None:
    async def main() -> None:
        with pytest.raises(NoPathError, match="no safe plan"):
            await agent.arun("Who won the football match yesterday?")
        assert (await agent.arun(QUESTION)).status == "complete"

    in_loop(main)


def test_several_at_once_are_answered_each_with_its_own(agent: Agent) -> None:
    chains = ["C" * length + "O" for length in range(3, 8)]

    async def main() -> None:
        answers = await asyncio.gather(*(agent.arun(f"How many heavy atoms has {chain}?") for chain in chains))
        assert [answer.values[0].value for answer in answers] == [len(chain) for chain in chains]
        assert len({answer.run for answer in answers}) == len(chains)

    in_loop(main)


@pytest.fixture
def hanging(agent: Agent, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file with the process of a call that does not end; the calls of its agent are such."""
    told, script = tmp_path / "process", tmp_path / "hangs.py"
    script.write_text(f"import os, time\nopen({str(told)!r}, 'w').write(str(os.getpid()))\ntime.sleep(100)\n")
    schedule = agent._executor._pool._pool.schedule

    def instead(function: object, args: object = (), **named: object) -> object:
        if args and worker.run_tool in args:
            return schedule(runpy.run_path, args=[str(script)], timeout=100)
        return schedule(function, args=args, **named)

    monkeypatch.setattr(agent._executor._pool._pool, "schedule", instead)
    return told


async def _process_in(told: Path) -> int:
    while not told.exists() or not told.read_text():
        await asyncio.sleep(0.02)
    return int(told.read_text())


async def _is_gone(process: int) -> bool:
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("way", ["task", "iterator"])
def test_cancelling_ends_the_call_and_the_next_question_is_answered(
    agent: Agent, hanging: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async def read() -> None:
        async for _ in agent.astream(QUESTION):
            pass

    async def main() -> None:
        if way == "task":
            task = asyncio.create_task(agent.arun(QUESTION))
            process = await _process_in(hanging)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            async with aclosing(agent.astream(QUESTION)) as records:
                async for record in records:
                    if isinstance(record, Plan):
                        break
                process = await _process_in(hanging)
        assert await _is_gone(process)
        monkeypatch.undo()
        assert (await agent.arun(QUESTION)).values[0].value == pytest.approx(GLYCEROL)

    in_loop(main)


def test_cancelling_one_that_waits_leaves_the_others_alone(agent: Agent) -> None:
    async def main() -> None:
        first = asyncio.create_task(agent.arun(QUESTION))
        waiting = asyncio.create_task(agent.arun("How many heavy atoms has CCO?"))
        last = asyncio.create_task(agent.arun("How many heavy atoms has CCCO?"))
        await asyncio.sleep(0)
        waiting.cancel()
        assert (await first).status == "complete"
        assert (await last).values[0].value == 4
        with pytest.raises(asyncio.CancelledError):
            await waiting

    in_loop(main)


def test_no_more_wait_than_may(agent: Agent) -> None:
    async def main() -> None:
        tasks = [asyncio.create_task(agent.arun(QUESTION)) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="ask again later"):
            await agent.arun(QUESTION)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (await agent.arun(QUESTION)).status == "complete"

    in_loop(main)


def test_closing_the_agent_ends_what_is_awaited(agent: Agent, hanging: Path) -> None:
    async def main() -> None:
        tasks = [asyncio.create_task(agent.arun(QUESTION)) for _ in range(2)]
        process = await _process_in(hanging)
        await asyncio.to_thread(agent.close)
        for task in tasks:
            with pytest.raises(SciToolAgentError, match="the agent was closed"):
                await task
        assert await _is_gone(process)

    in_loop(main)
