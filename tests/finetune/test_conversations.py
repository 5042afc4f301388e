"""Conversations are those of the loop: programs that give the results of the plans, searches, and faults mended."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.finetune.conversations import Conversation, Conversations
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.programs import Printed, print_plan
from scitoolagent.finetune.recording import Recorder
from scitoolagent.finetune.running import PlanRunner
from scitoolagent.finetune.tasks import MadeTask, TaskMaker, TrainingTask
from scitoolagent.planner import Planner
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Goal, Plan
from scitoolagent.solver.front import Front
from scitoolagent.solver.stubs import Stubs, tools_named
from scitoolagent.toolkg.graph import ToolGraph

# It makes a data set, which takes minutes.
pytestmark = pytest.mark.slow

_TASKS = 60


@pytest.fixture(scope="module")
def talks(graph: ToolGraph, workspace: Path) -> Iterator[Conversations]:
    recorder = Recorder(Config(cache=False), workspace, "topic")
    yield Conversations(graph, Config(cache=False), recorder)
    recorder.close()


@pytest.fixture(scope="module")
def tasks(made: list[MadeTask]) -> list[TrainingTask]:
    return [one.task for one in made if one.task is not None][:_TASKS]


@pytest.fixture(scope="module")
def talked(talks: Conversations, tasks: list[TrainingTask]) -> list[tuple[TrainingTask, Conversation]]:
    found = [(task, talks.make(task, random.Random(task.id))) for task in tasks]
    return [(task, talk) for task, talk in found if isinstance(talk, Conversation)]


def _code(talk: Conversation, turn: int = -1) -> str:
    programs = [call for one in talk.messages for call in one.calls if call.name == "program"]
    return str(programs[turn].arguments["code"])


def _printed(graph: ToolGraph, workspace: Path, question: str) -> Printed:
    planner = Planner(graph, Config(cache=False))
    query = planner.recognise(question)
    plan = planner.draft(planner.understand(query))
    return print_plan(graph, query, plan, PlanRunner(graph, workspace).run(query, plan))


def test_a_tool_is_shown_before_it_is_called(talked: list[tuple[TrainingTask, Conversation]], graph: ToolGraph) -> None:
    assert len(talked) > _TASKS / 3
    for task, talk in (pair for pair in talked if pair[1].form != "refusal"):
        system, user, *turns = talk.messages
        assert system.content.startswith(read_prompt("solver")) and len(system.content) < 20_000
        assert user.content.startswith(f"QUESTION\n{task.question}") and "TOOLS THAT MAY FIT" in user.content
        shown = "\n".join([user.content, *(turn.content for turn in turns if turn.role == "tool")])
        assert all(f"\n{name}(" in shown for name in tools_named(_code(talk), graph))
        last = turns[-1].calls[0]
        assert last.arguments["text"] if last.name == "answer" else last.arguments["answer"]["text"]
        assert (last.name == "answer") == ("summary" in talk.form)
    assert {"direct", "search", "summary"} <= {talk.form for _, talk in talked}


def test_what_no_tool_gives_is_searched_for_and_refused(talks: Conversations, tasks: list[TrainingTask]) -> None:
    for thing, refused in (("photostability", True), ("year of discovery", True), ("molecular weight", False)):
        changes = {"kind": "unknown", "question": f"What is the {thing} of CCO?", "wanted": (thing,), "plan": None}
        task = tasks[0].model_copy(update=changes)
        talk = talks.make(task, random.Random(0))
        assert isinstance(talk, Conversation) == refused
        if not isinstance(talk, Conversation):
            assert talk == "search finds something for what no tool gives"
            continue
        search, answer = (call for turn in talk.messages for call in turn.calls)
        assert search.arguments == {"queries": list(task.wanted)}
        assert talk.messages[-2].content.endswith("none")
        assert answer.arguments["problem"]["kind"] == "missing"


def test_a_tool_that_is_none_is_searched_for_before_the_program_is_mended(
    talks: Conversations, tasks: list[TrainingTask], graph: ToolGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scitoolagent.finetune.conversations._MENDED_SHARE", 0.0)
    monkeypatch.setattr("scitoolagent.finetune.conversations._INVENTED_SHARE", 1.0)
    made = [talks.make(task, random.Random(task.id)) for task in tasks[:30]]
    found = [talk for talk in made if isinstance(talk, Conversation) and "missing tool" in talk.form]
    assert len(found) > 5
    for talk in found:
        told = next(turn.content for turn in talk.messages if turn.role == "tool")
        assert "used when not defined" in told
        assert len(tools_named(_code(talk, 0), graph)) < len(tools_named(_code(talk), graph))
    assert any("search" in talk.form for talk in found)


def test_a_search_is_made_in_words_of_labels(talked: list[tuple[TrainingTask, Conversation]], graph: ToolGraph) -> None:
    for _, talk in talked:
        for turn, told in zip(talk.messages, talk.messages[1:], strict=False):
            if turn.calls and turn.calls[0].name == "search":
                queries = turn.calls[0].arguments["queries"]
                assert queries and not set(queries) & graph.tools.keys()
                assert all(told.content.count(f"{query}:\n") == 1 for query in queries)


def test_a_fault_is_told_by_the_checker_and_mended(
    talks: Conversations, tasks: list[TrainingTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scitoolagent.finetune.conversations._MENDED_SHARE", 1.0)
    found = [talks.make(task, random.Random(task.id)) for task in tasks[:30]]
    mended = [talk for talk in found if isinstance(talk, Conversation) and "mended" in talk.form]
    assert len(mended) > 8
    kinds: set[str] = set()
    for talk in mended:
        told = next(turn.content for turn in talk.messages if turn.content.startswith("The program did not"))
        assert told.startswith("The program did not run to its end:\nline ")
        assert _code(talk, -2) != _code(talk)
        kinds.add(re.sub("`[^`]*`|\\d+", "", told.splitlines()[1])[:20])
    assert len(kinds) > 1


def test_conversations_are_the_same_for_a_seed(
    talked: list[tuple[TrainingTask, Conversation]], graph: ToolGraph, workspace: Path
) -> None:
    recorder = Recorder(Config(cache=False), workspace, "topic")
    again = Conversations(graph, Config(cache=False), recorder)
    try:
        for task, talk in talked[:4]:
            assert again.make(task, random.Random(task.id)) == talk
    finally:
        recorder.close()


def test_what_has_no_program_or_other_results_is_left_out(
    talks: Conversations, talked: list[tuple[TrainingTask, Conversation]]
) -> None:
    task = next(task for task, talk in talked if talk.form == "direct" and len(task.plan_tools) == 1)
    assert task.plan is not None
    goal = Goal(text="itself", type="Smiles", output="$query.smiles1")
    odd = task.plan.model_copy(update={"goals": (goal,)})
    assert talks.make(task.model_copy(update={"plan": odd}), random.Random(0)) == (
        "not printed: a goal is no output of a step"
    )
    (result,) = task.results
    outputs = {name: one.model_copy(update={"value": "another value"}) for name, one in result.outputs.items()}
    other = task.model_copy(update={"results": (result.model_copy(update={"outputs": outputs}),)})
    assert talks.make(other, random.Random(0)) == "the results are others than those of the plan"
    nothing = task.model_copy(update={"plan": None, "results": (), "kind": "mixed"})
    assert talks.make(nothing, random.Random(0)) == "a part of the question has no answer"
    half = task.model_copy(update={"plan": Plan(steps=task.plan.steps, goals=()), "kind": "single"})
    assert talks.make(half, random.Random(0)) == "not printed: nothing is asked"


def test_a_leak_makes_no_task_and_so_no_conversation(
    talked: list[tuple[TrainingTask, Conversation]], graph: ToolGraph, workspace: Path
) -> None:
    task = next(task for task, _ in talked if len(task.question.split()) > 8)
    leakage = Leakage([], [task.question])
    made = TaskMaker(graph, Config(cache=False), leakage, workspace, "train", 5).make(int(task.id.rsplit("-", 1)[1]))
    assert made.task is None and made.dropped.startswith("leak")


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (
            "What is the molecular weight of CCO?",
            "{'average_molecular_mass': molecular_weight(smiles1)}",
        ),
        (
            "Which of CCO and CCN has the highest molecular weight?",
            "molecules = [smiles1, smiles2]\n"
            "masses = molecular_weight.map(molecules)\n"
            "best = max(zip(molecules, masses), key=lambda pair: pair[1])\n"
            "{'winner': best[0], 'value': best[1], 'average_molecular_mass': dict(zip(molecules, masses))}",
        ),
        (
            "By how much do aspirin and caffeine differ in molecular weight?",
            "names = [moleculename1, moleculename2]\n"
            "masses = molecular_weight.map(names)\n"
            "difference = abs(masses[0] - masses[1])\n"
            "{'absolute_difference': difference, 'average_molecular_mass': dict(zip(names, masses))}",
        ),
    ],
)
def test_plans_are_printed_as_people_would_write_them(
    graph: ToolGraph, workspace: Path, question: str, code: str
) -> None:
    assert _printed(graph, workspace, question).code == code


def test_a_short_front_has_the_rules_and_the_tools_of_a_topic(graph: ToolGraph) -> None:
    front = Front(graph, Stubs(graph))
    assert front.fixed(()) == read_prompt("solver")
    tool = graph.tools["molecular_weight"]
    topic = front.fixed({tool.topic})
    assert tool.name in topic and "\nALL TOOLS" not in topic
    assert len(front.fixed(())) < len(topic) < len(front.fixed())
