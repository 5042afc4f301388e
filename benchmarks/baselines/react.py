"""ReAct (Yao et al. 2023, arXiv:2210.03629): a model reasons, calls one tool, reads the result, and continues.

The comparison published for SciToolEval, over the same tools, the same retrieval and the same model. What differs
is the method: the model writes each call's arguments itself, one call a turn, with the whole conversation before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Self

from scitoolagent.benchmarks.answering import Answerer, Outcome
from scitoolagent.benchmarks.baselines.copying import altered
from scitoolagent.benchmarks.baselines.toolbox import Toolbox, ToolCall, described, observation
from scitoolagent.benchmarks.baselines.trial import Trial, outcome_of
from scitoolagent.benchmarks.baselines.turns import STOP_SEQUENCE, ModelTurn, read_turn
from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError, SciToolAgentError
from scitoolagent.llm import LanguageModel, Message, model_for
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolNode

NAME = "react"
MOST_TURNS = 10
# As Shinn et al. 2023 did in AlfWorld: after that, the same action with the same response ends the attempt.
MOST_CYCLES = 3
_LONGEST_TURN = 400
_QUESTION_SHOWN = 6000


class ReactAgent:
    """Answers by ReAct, or by Reflexion when `trials` is more than one.

    Args:
        config: settings of the program.
        workspace: the folder in which files must lie.
        model: the language model; that of the settings when left out.
        trials: attempts at a question; before each but the first the model reflects on what went wrong.
        name: what the agent is called in records.
    """

    def __init__(
        self, config: Config, workspace: Path, model: LanguageModel | None = None, trials: int = 1, name: str = NAME
    ) -> None:
        found = model or model_for(config, name if config.model else "planner")
        if found is None:
            raise ConfigError(f"the agent {name!r} needs a model; set SCITOOLAGENT_MODEL_URL")
        self._model = found
        self._trials = trials
        self._name = name
        self._prompt = "react"
        self._tools = Toolbox(config, workspace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tools.close()

    def answer(self, question: str) -> Outcome:
        """Answer a question; never raises a SciToolAgentError, an outcome says what went wrong."""
        try:
            query, refused = self._tools.read(question)
            if refused is not None:
                return Outcome(status="blocked", query=query, answer=refused)
            return outcome_of(self._tools.graph, self._name, query, self._attempts(query))
        except SciToolAgentError as error:
            return Outcome(status="error", message=f"{type(error).__name__}: {error}")

    def _attempts(self, query: Query) -> list[Trial]:
        offered = self._tools.offer(query)
        trials: list[Trial] = []
        reflections: list[str] = []
        while True:
            trial = self._attempt(query, offered, reflections, trials)
            trials.append(trial)
            if trial.answered or trial.blocked or trial.error or len(trials) == self._trials:
                return trials
            reflections.append(self._reflect(query, offered, trial))

    def _attempt(
        self, query: Query, offered: Sequence[ToolNode], reflections: Sequence[str], before: Sequence[Trial]
    ) -> Trial:
        """One ReAct conversation, ended at the maximum number of turns or when it repeats itself."""
        trial = Trial()
        trial.seen = [text for earlier in before[-1:] for text in earlier.seen]
        asked = self._question(query, offered)
        if reflections:
            lines = "\n".join(f"- {text}" for text in reflections)
            asked = f"{asked}\nEarlier attempts failed. What you wrote about them:\n{lines}"
        messages = [Message("system", baseline_prompt(self._prompt)), Message("user", asked)]
        cycles: list[tuple[ModelTurn, str]] = []
        for _ in range(MOST_TURNS):
            try:
                reply = self._model.complete(self._name, messages, None, _LONGEST_TURN, (STOP_SEQUENCE,))
            except ModelError as error:
                trial.error = f"ModelError: {error}"
                return trial
            trial.usage.append(reply.usage)
            turn = self._read(reply.text, offered)
            said = self._observe(trial, query, offered, turn)
            trial.lines.append(reply.text)
            if said is None:
                return trial
            trial.lines.append(f"Observation: {said}")
            cycles = [cycle for cycle in cycles if cycle == (turn, said)] + [(turn, said)]
            if len(cycles) > MOST_CYCLES:
                return trial
            messages += [Message("assistant", reply.text), Message("user", f"Observation: {said}")]
        return trial

    def _observe(self, trial: Trial, query: Query, offered: Sequence[ToolNode], turn: ModelTurn) -> str | None:
        """Carry out a turn; returns the observation, None when the attempt is over."""
        if turn.final is not None:
            trial.final = turn.final
            return None
        if turn.fault:
            return f"failed: {turn.fault}"
        tool = next((tool for tool in offered if tool.name == turn.tool), None)
        if tool is None:
            return f"failed: there is no tool {turn.tool!r} in the list"
        typed = altered(self._tools.graph, tool, turn.arguments, query, trial.seen)
        step, result = self._tools.call(query, tool, turn.arguments, len(trial.calls) + 1)
        trial.calls.append(ToolCall(step, result, typed))
        if result.status == "blocked":
            return None
        said = observation(result)
        # Both as the model reads it and as plain values, because JSON doubles every backslash.
        trial.seen += [said, *(value.value for value in result.outputs.values() if isinstance(value.value, str))]
        return said

    def _question(self, query: Query, offered: Sequence[ToolNode]) -> str:
        return f"Question: {query.text[:_QUESTION_SHOWN]}\nTools:\n{self._described(offered)}"

    def _described(self, offered: Sequence[ToolNode]) -> str:
        return described(self._tools.graph, offered)

    def _read(self, text: str, offered: Sequence[ToolNode]) -> ModelTurn:
        """The turn that a text says; other styles need the tools for that."""
        return read_turn(text)

    def _reflect(self, query: Query, offered: Sequence[ToolNode], trial: Trial) -> str:
        """The model's reflection on a failed attempt; empty when it cannot be asked."""
        done = "\n".join(trial.lines)
        asked = f"{self._question(query, offered)}\nWhat was done:\n{done}\nIt gave no answer."
        messages = [Message("system", baseline_prompt("reflexion")), Message("user", asked)]
        try:
            reply = self._model.complete(self._name, messages, None, _LONGEST_TURN)
        except ModelError as error:
            return f"the attempt could not be looked at: {error}"
        trial.usage.append(reply.usage)
        return reply.text.strip()


def baseline_prompt(name: str) -> str:
    """The fixed part of the prompt."""
    folder = resources.files(__package__ or "scitoolagent.benchmarks.baselines") / "prompts"
    return (folder / f"{name}.md").read_text(encoding="utf-8").strip()


def make_answerer(config: Config, workspace: Path) -> Answerer:
    """The ReAct agent with the model of the settings.

    Raises:
        ConfigError: the settings name no endpoint, or no model where it serves several.
    """
    return ReactAgent(config, workspace)
