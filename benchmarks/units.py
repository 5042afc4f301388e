"""Ask questions with units and compare with values worked out by hand: `python -m scitoolagent.benchmarks.units`.

Every question of units.toml goes through the whole agent, without a model. One that has an answer is right, refused
with its reason, or wrong; one that has none must be refused with the reason that the file names. Ends with 1 when an
answer is wrong or a question without one is answered.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.evaluate import keep_summary
from scitoolagent.benchmarks.metrics import share_of
from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError
from scitoolagent.records import Answer, Plan, Query, Reference
from scitoolagent.tool.units import is_pure, readings
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

QUESTIONS = Path(__file__).with_name("units.toml")
_TOOLS = Path(__file__).resolve().parents[1] / "tools"
_WITHIN = 1e-6


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a question: `right`, `refused` or `wrong`, with the reason or the answer.

    `inputs` are the inputs with a unit that a quantity of the question served; `converted` those in another unit.
    """

    ask: str
    verdict: str
    told: str
    inputs: frozenset[str] = frozenset()
    converted: frozenset[str] = frozenset()


def load_questions(path: Path = QUESTIONS) -> dict[str, Any]:
    """The content of the file of questions, those that repeat a part written out."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    for question in content["bad"]:
        part = question.get("part", "") * question.get("times", 1)
        question["ask"] = question["ask"].replace("{part}", part)
    return content


def write_files(content: Mapping[str, Any], folder: Path) -> None:
    """Put the files that questions name into a folder."""
    for name, text in content["files"].items():
        (folder / name).write_text(text.lstrip(), encoding="utf-8")
    for example in _TOOLS.glob("*/example_*"):
        shutil.copy(example, folder)


# The extras that `make test` leaves out: what needs torch is not asked.
_LEFT_OUT = frozenset(["extra:phonons"])


def inputs_with_unit(graph: ToolGraph) -> frozenset[str]:
    """Every numeric input of a tool that has a unit, as `tool.input`; those of tools that take a table are left out."""
    return frozenset(
        f"{tool.name}.{port.name}"
        for tool in graph.tools.values()
        if not _LEFT_OUT & set(tool.requires)
        for port in tool.inputs
        if not any(graph.role(one.type) == "table" for one in tool.required)
        and port.python in ("int", "float")
        and not is_pure(graph.types[port.type].unit)
    )


def inputs_served(graph: ToolGraph, query: Query, plan: Plan) -> Iterator[tuple[str, bool]]:
    """The inputs that quantities of a question serve, each with whether its unit is another one.

    What is asked of a tool is asked of those that can stand in for it.
    """
    for step in plan.steps:
        tool = graph.tools[step.tool]
        for port in tool.inputs:
            reference = Reference.parse(step.arguments.get(port.name))
            unit = graph.types[port.type].unit
            if reference is None or reference.step is not None or is_pure(unit):
                continue
            quantity = query.quantity(reference.name)
            if quantity is not None:
                other = readings(unit)[0] not in readings(quantity.unit)
                yield from ((f"{one.name}.{port.name}", other) for one in (tool, *_stand_ins(graph, tool, port)))


def _stand_ins(graph: ToolGraph, tool: ToolNode, port: PortNode) -> Iterator[ToolNode]:
    for other in graph.alternatives(tool):
        if any((twin.name, twin.type) == (port.name, port.type) for twin in other.inputs):
            yield other


def is_right(question: Mapping[str, Any], answer: Answer) -> bool:
    """Whether an answer is complete and holds the value of the question, and no other value of that type."""
    found = [value.value for value in answer.values if value.type == question["type"]]
    return answer.status == "complete" and bool(found) and all(_agrees(question, value) for value in found)


def _agrees(question: Mapping[str, Any], found: Any) -> bool:
    wanted = question["value"]
    try:
        for key in question.get("at", ()):
            found = found[key]
    except LookupError:
        return False
    if question.get("holds"):
        return str(wanted) in str(found)
    if isinstance(found, list):
        return bool(len(found) == wanted)
    if isinstance(wanted, str) or isinstance(found, bool) or not isinstance(found, (int, float)):
        return bool(found == wanted)
    return math.isclose(found, wanted, rel_tol=question.get("within", _WITHIN), abs_tol=0)


def judge(question: Mapping[str, Any], answer: Answer | None, told: str) -> str:
    """The verdict on one question; `answer` is None where the question was refused with an error."""
    if "because" in question:
        named = str(question["because"]).lower() in told.lower()
        return "refused" if named and not (answer and answer.values) else "wrong"
    if answer is None or not answer.values:
        return "refused"
    return "right" if is_right(question, answer) else "wrong"


def ask(agent: Agent, question: Mapping[str, Any]) -> Outcome:
    """Put one question to an agent."""
    answer: Answer | None = None
    served: list[tuple[str, bool]] = []
    try:
        query: Query | None = None
        for record in agent.stream(question["ask"]):
            if isinstance(record, Query):
                query = record
            elif isinstance(record, Plan) and query:
                served += inputs_served(agent.graph, query, record)
            elif isinstance(record, Answer):
                answer = record
        told = answer.text if answer else ""
    except SciToolAgentError as error:
        answer, told = None, str(error)
    inputs = frozenset(name for name, _ in served)
    converted = frozenset(name for name, other in served if other)
    return Outcome(question["ask"], judge(question, answer, told), told, inputs, converted)


def run(content: Mapping[str, Any]) -> tuple[list[Outcome], list[Outcome], int]:
    """The outcomes of the good and of the bad questions, and how many inputs with a unit there are."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder, "files")
        workspace.mkdir()
        write_files(content, workspace)
        config = load_config().model_copy(update={"cache": False, "data_dir": Path(folder, "data")})
        with Agent(config, workspace, models={}) as agent:
            good, bad = ([ask(agent, question) for question in content[kind]] for kind in ("good", "bad"))
            return good, bad, len(inputs_with_unit(agent.graph))


def summary(good: list[Outcome], bad: list[Outcome], inputs: int) -> dict[str, Any]:
    """The figures of a run."""
    counts = Counter(outcome.verdict for outcome in good)
    return {
        "questions": len(good),
        "right": share_of(outcome.verdict == "right" for outcome in good).as_json(),
        "refused with the reason": counts["refused"],
        "wrong": counts["wrong"],
        "bad questions": len(bad),
        "bad questions refused with the reason": share_of(outcome.verdict == "refused" for outcome in bad).as_json(),
        "inputs with a unit": inputs,
        "inputs asked": len(frozenset().union(*(outcome.inputs for outcome in good))),
        "inputs asked in another unit": len(frozenset().union(*(outcome.converted for outcome in good))),
    }


def main() -> None:
    """Print a line for each question and the totals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, help="keep the figures in this folder, dated")
    given = parser.parse_args()
    good, bad, inputs = run(load_questions())
    for title, outcomes in (("questions with an answer", good), ("questions without one", bad)):
        print(f"\n{title}")
        for outcome in outcomes:
            told = " ".join(outcome.told.split())
            print(f"{outcome.verdict:8} {_short(outcome.ask, 90)}\n         {_short(told, 150)}")
    figures = summary(good, bad, inputs)
    print("\n" + json.dumps(figures, indent=2))
    if given.results:
        keep_summary(figures, "units", given.results)
    sys.exit(any(outcome.verdict == "wrong" for outcome in (*good, *bad)))


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


if __name__ == "__main__":
    main()
