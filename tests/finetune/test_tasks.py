"""Tasks are true: their plans run again to the stored answers, and their messages are those of the roles."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.executor.fill import filler_messages, is_quoted
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.recheck import results_alike
from scitoolagent.finetune.running import PlanRunner
from scitoolagent.finetune.tasks import MadeTask, TaskMaker, TrainingTask
from scitoolagent.gate import SafetyGate
from scitoolagent.llm import Message
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.planner import Planner, check_plan
from scitoolagent.records import Query
from scitoolagent.summarizer.model import summarizer_messages
from scitoolagent.summarizer.plain import plain_answer
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import ToolGraph


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
        check_plan(graph, query, task.plan, open_settings=True)
        again = PlanRunner(graph, workspace).run(query, task.plan, task.settings)
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


def _lines(messages: Sequence[Message]) -> list[list[str]]:
    """The messages with the tools of a list in any order: half of the examples have them shuffled."""
    return [sorted(message.content.split("\n")) for message in messages]


def test_planner_examples_are_what_the_planner_sends(made: list[MadeTask], graph: ToolGraph) -> None:
    """The right replies to the very prompts give the plan of the task."""
    alone = read = helped = sought = 0
    for item in made:
        assert item.task is not None
        examples = [example for example in item.examples if example.role == "planner"]
        if not examples:
            assert item.task.settings  # of which a planner is taught some
            continue
        query = _read(graph, item.task)
        asked = examples[0].messages[1].content
        assert asked.startswith(f"question: {query.with_handles()}")
        if "\nread: " in asked:
            read += 1
            continue
        by_rules = "\nnot understood: " in asked
        alone, helped, sought = alone + (not by_rules), helped + by_rules, sought + (len(examples) > 1)
        model = ScriptedModel([*(example.reply for example in examples), *[examples[-1].reply] * 2])
        planner = Planner(graph, Config(cache=False, rules=by_rules), model)
        understood = planner.understand(query)
        for example, (_, messages, *_) in zip(examples, model.asked, strict=False):
            assert _lines(messages[:2]) == _lines(example.messages[:2])
            assert messages[2:] == example.messages[2:]
        if item.task.plan is not None:
            assert planner.draft(understood).steps == item.task.plan.steps
    assert min(alone, read, helped, sought) > 4


def test_a_shuffled_list_has_the_same_tools(made: list[MadeTask]) -> None:
    example = next(one for item in made for one in item.examples if "\ntools:\n" in one.messages[-1].content)
    orders = {example.shuffled(random.Random(seed)).messages for seed in range(8)}
    assert len(orders) > 2
    assert example.messages in orders
    assert all(_lines(messages) == _lines(example.messages) for messages in orders)


def test_executor_examples_are_what_the_executor_sends(made: list[MadeTask], graph: ToolGraph) -> None:
    found = 0
    for item in made:
        for example in item.examples:
            if example.role == "executor" and item.task is not None and "\nerror: " not in example.messages[1].content:
                tool = graph.tools[item.task.calls[0][0]]
                ports = [port for port in tool.inputs if port.name in example.schema["properties"]]
                assert list(example.messages) == filler_messages(graph, _read(graph, item.task), tool, ports)
                reply, quoted = json.loads(example.reply), [port.name for port in ports if is_quoted(graph, port)]
                assert reply.keys() == item.task.settings.keys()
                for name, value in item.task.settings.items():
                    # A number with a unit is quoted as the question has it, other settings are typed.
                    if name in quoted:
                        assert reply[name].split()[0] == str(value) and reply[name] in item.task.question
                    else:
                        assert reply[name] == value
                    found += 1
    assert found > 5


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
    for kind in {"unknown", "mixed", "missing"} - {task.kind for task in tasks}:
        # Which are drawn first changes with the tools.
        later = (item.task for item in map(maker.make, range(100, 1000)))
        tasks.append(next(task for task in later if task is not None and task.kind == kind))
    for task in tasks:
        if task.kind in ("unknown", "missing", "mismatch"):
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
