"""Tasks are true: their plans run again to the stored answers, and their messages are those of the roles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.recheck import results_alike
from scitoolagent.finetune.running import PlanRunner
from scitoolagent.finetune.tasks import MadeTask, TaskMaker, TrainingTask
from scitoolagent.gate import SafetyGate
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.planner import Planner, check_plan
from scitoolagent.records import Query
from scitoolagent.summarizer.model import summarizer_messages
from scitoolagent.summarizer.plain import plain_answer
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import ToolGraph

# It makes a data set, which takes minutes.
pytestmark = pytest.mark.slow


def _tasks(made: list[MadeTask]) -> list[TrainingTask]:
    return [item.task for item in made if item.task is not None]


def _read(graph: ToolGraph, task: TrainingTask) -> Query:
    return Planner(graph, Config(cache=False)).recognise(task.question)


def test_every_plan_runs_again_to_the_stored_answer(made: list[MadeTask], graph: ToolGraph, workspace: Path) -> None:
    checked = 0
    for task in _tasks(made):
        if task.plan is None:
            continue
        query = _read(graph, task)
        check_plan(graph, query, task.plan)
        again = PlanRunner(graph, workspace).run(query, task.plan)
        assert results_alike(task.results, again), task.question
        checked += sum(result.status == "ok" for result in task.results)
    assert checked > 60


def test_tasks_are_the_same_for_a_seed_and_differ_between_seeds(
    made: list[MadeTask], graph: ToolGraph, workspace: Path
) -> None:
    again = TaskMaker(graph, Config(cache=False), Leakage(), workspace, "train", 5)
    other = TaskMaker(graph, Config(cache=False), Leakage(), workspace, "train", 6)
    first = made[0].task
    assert first is not None
    number = int(first.id.rsplit("-", 1)[1])
    assert again.make(number) == made[0]
    assert other.make(number) != made[0]


def test_heldout_tasks_are_about_other_compounds(made: list[MadeTask], graph: ToolGraph, workspace: Path) -> None:
    maker = TaskMaker(graph, Config(cache=False), Leakage(), workspace, "heldout", 5)
    heldout = [made.task for made in map(maker.make, range(25)) if made.task is not None]

    def molecules(tasks: list[TrainingTask]) -> set[str]:
        kinds = ("Smiles", "MoleculeName", "CasNumber", "InChI", "InChIKey")
        return {entity.text for task in tasks for entity in _read(graph, task).entities if entity.type in kinds}

    assert molecules(heldout)
    assert not molecules(heldout) & molecules(_tasks(made))


def test_planner_examples_are_what_the_planner_sends(made: list[MadeTask], graph: ToolGraph) -> None:
    """The right reply to the very prompt gives the plan of the task; no value is shown."""
    terms = nothing = 0
    for item in made:
        assert item.task is not None
        for example in (one for one in item.examples if one.role == "planner"):
            query = _read(graph, item.task)
            model = ScriptedModel([example.reply])
            planner = Planner(graph, Config(cache=False, small_model=True), model)
            understood = planner.understand(query)
            (asked,) = [messages for _, messages, *_ in model.asked]
            assert list(asked) == list(example.messages)
            assert asked[1].content.startswith(f"question: {query.with_handles()}")
            assert not any(entity.text in asked[1].content for entity in query.entities if len(entity.text) > 20)
            if item.task.plan is not None:
                assert planner.draft(understood).steps == item.task.plan.steps
            said = [one["term"] for one in json.loads(example.reply).values()]
            terms, nothing = terms + any(said), nothing + (not any(said))
    assert min(terms, nothing) > 4


def test_summarizer_examples_are_what_the_summarizer_sends(made: list[MadeTask], graph: ToolGraph) -> None:
    found = 0
    for item in made:
        for example in item.examples:
            if example.role == "summarizer" and item.task is not None and item.task.plan is not None:
                task, plan, query = item.task, item.task.plan, _read(graph, item.task)
                plain = plain_answer(graph, query, plan, task.results, "")
                wanted = [*dict.fromkeys(goal.text for goal in plan.goals), *plan.missing]
                assert list(example.messages) == summarizer_messages(query, plain, wanted)
                reply = json.loads(example.reply)
                values = len(plain.values)
                assert {goal["result"] for goal in reply["goals"]} <= set(range(values + 1))
                assert all(f"{{{number}}}" in reply["text"] for number in range(1, values + 1))
                found += 1
    assert found > 20


def test_nothing_is_planned_where_nothing_can_be(made: list[MadeTask], maker: TaskMaker) -> None:
    tasks = list(_tasks(made))
    for kind in {"unknown", "mixed"} - {task.kind for task in tasks}:
        # Which are drawn first changes with the tools.
        later = (item.task for item in map(maker.make, range(260, 1500)))
        tasks.append(next(task for task in later if task is not None and task.kind == kind))
    for task in tasks:
        if task.kind == "unknown":
            assert task.calls == () and task.plan is None
        if task.kind == "mixed":
            assert len(task.wanted) == 2 and len(task.calls) == 1


def test_screened_tools_are_called_only_through_the_gate(
    made: list[MadeTask], graph: ToolGraph, maker: TaskMaker
) -> None:
    guard = SafetyGate(graph)
    # One task in a hundred; which one changes with the tools.
    later = map(maker.make, range(100, 1000))
    stopped = next(item.task for item in later if item.task is not None and item.task.kind == "hazard")
    assert any(result.status == "blocked" for result in stopped.results)
    for task in (*_tasks(made), stopped):
        for result in task.results:
            tool = graph.tools[result.tool]
            if tool.safety != "open" and result.status == "ok":
                guard.before(tool, result.arguments)
            if result.status == "blocked":
                assert task.kind.startswith(("hazard", "everyday")) and task.calls and not result.outputs


def test_tools_that_need_what_is_not_here_are_not_called(made: list[MadeTask], graph: ToolGraph) -> None:
    called = {name for task in _tasks(made) for name in task.plan_tools}
    assert len(called) > 50
    assert not any(graph.tools[name].requires for name in called)
    assert called <= set(load_registry().tools)
