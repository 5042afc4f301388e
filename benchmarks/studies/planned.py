"""How the questions of the studies are planned, by the rules, by both, and by a model alone; nothing is run.

`python -m scitoolagent.benchmarks.studies.planned --data FOLDER --model NAME --model-url URL`. What the rules plan is
the measure: a plan holds where it has the same tools and leaves no word of the question. Questions that point back to
an answer are left out. Beside the model stand two policies that read nothing: they ask for the first tool of those that
it is shown, or for the first eight.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.baselines.constant import ConstantModel
from scitoolagent.benchmarks.knowledge.tables import asked_model
from scitoolagent.benchmarks.studies.study import Study, load_studies, study_named
from scitoolagent.config import Config, load_config
from scitoolagent.errors import SciToolAgentError
from scitoolagent.llm import LanguageModel
from scitoolagent.records import Plan

MODES: dict[str, dict[str, Any]] = {
    "rules": {"model": None, "model_url": None},
    "rules and model": {},
    "model alone": {"rules": False},
    "first tool listed": {"rules": False},
    "first tools listed": {"rules": False},
}
# Those that need no model.
FREE = ("rules", "first tool listed", "first tools listed")


@dataclass(frozen=True, slots=True)
class Planned:
    """One question as it was planned.

    Attributes:
        tools: the tools of its plan; none where it has none.
        left: what the plan leaves, or why there is none.
        seconds: what planning took.
        tokens: of the replies of the model.
    """

    tools: tuple[str, ...]
    left: str
    seconds: float
    tokens: int

    def holds(self, measure: Planned) -> bool:
        """Whether it has the tools of another plan, and leaves nothing."""
        return not self.left and set(self.tools) == set(measure.tools)

    def told(self, measure: Planned) -> str:
        """How it compares with the measure, in a line."""
        shared = len(set(self.tools) & set(measure.tools))
        other = sorted(set(self.tools) - set(measure.tools))
        said = f"{shared} of {len(set(measure.tools))} tools"
        said += f", others: {', '.join(other)}" if other else ""
        said += f"; {self.left}" if self.left else ""
        return f"{'as the rules' if self.holds(measure) else 'not'} ({said}); {self.seconds} s, {self.tokens} tokens"


def planned(agent: Agent, question: str) -> Planned:
    """Plan one question."""
    started = time.monotonic()
    try:
        _, plan = agent.plan(question)
    except SciToolAgentError as error:
        return Planned((), str(error)[:160], round(time.monotonic() - started, 1), _spent(error))
    left = "; ".join([*plan.missing, *(f"not read: {word}" for word in plan.unread)])[:160]
    tokens = sum(one.completion_tokens for one in plan.usage)
    return Planned(_tools(plan), left, round(time.monotonic() - started, 1), tokens)


def _tools(plan: Plan) -> tuple[str, ...]:
    return tuple(step.tool for step in plan.steps)


def _spent(error: SciToolAgentError) -> int:
    return sum(one.completion_tokens for one in getattr(error, "usage", ()))


def reader_of(mode: str, config: Config, replies: Path | None) -> LanguageModel | None:
    """Who plans in a mode beside the rules, or in their place; None for the rules alone."""
    if mode == "first tool listed":
        return ConstantModel(mode, 1)
    if mode == "first tools listed":
        return ConstantModel(mode)
    return None if mode == "rules" else asked_model(config, "planner", replies)


def compared(
    study: Study, folder: Path, config: Config, modes: list[str], replies: Path | None = None
) -> Iterator[tuple[str, str, Planned, Planned]]:
    """Each question of a study that stands alone, and each mode: its plan, and that of the rules."""
    with Agent(config.model_copy(update=MODES["rules"]), folder, models={}) as agent:
        measures = {question: planned(agent, question) for question in study.questions}
    for mode in modes:
        reader = reader_of(mode, config, replies)
        models = {} if reader is None else {"planner": reader}
        with Agent(config.model_copy(update=MODES[mode]), folder, models=models) as agent:
            for question, measure in measures.items():
                if not measure.left:
                    yield question, mode, planned(agent, question), measure


def main() -> None:
    """Print how each question is planned, and how many plans hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="studies; all when left out")
    parser.add_argument("--data", type=Path, help="the folder with the files that they are about")
    parser.add_argument("--model", help="the model, instead of the settings'")
    parser.add_argument("--model-url", help="an OpenAI-compatible endpoint, with its /v1")
    parser.add_argument("--mode", action="append", choices=sorted(MODES), help="how to plan; all when left out")
    parser.add_argument("--replies", type=Path, help="keep the model's replies here; a killed run goes on with them")
    given = parser.parse_args()
    named = {name: value for name in ("model", "model_url") if (value := getattr(given, name))}
    config = load_config().model_copy(update=named)
    modes = given.mode or [mode for mode in MODES if mode in FREE or config.model_url]
    count = dict.fromkeys(modes, 0)
    asked = 0
    for study in [study_named(name) for name in given.names] or load_studies():
        with tempfile.TemporaryDirectory() as folder:
            study.fetch(given.data, Path(folder))
            for question, mode, plan, measure in compared(study, Path(folder), config, modes, given.replies):
                count[mode] += plan.holds(measure)
                asked += mode == modes[0]
                print(f"{study.name} | {mode} | {question[:60]} | {plan.told(measure)}", flush=True)
    for mode, held in count.items():
        print(f"{mode}: {held} of {asked} questions planned as by the rules")


if __name__ == "__main__":
    main()
