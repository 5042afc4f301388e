"""The interface of all systems under comparison: a question in, an outcome out.

An outcome holds records of this program, so that plans and values are compared as such and not as prose.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Protocol, Self

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, NoPathError, SciToolAgentError
from scitoolagent.records import Answer, Plan, Query, Record, StepResult, Usage

if TYPE_CHECKING:
    pass

AgentName = Literal[
    "symbolic",
    "model",
    "react",
    "reflexion",
    "react-typed",
    "reflexion-typed",
    "chemcrow",
    "cactus",
]
AGENTS: dict[str, AgentName] = {
    "symbolic": "symbolic",
    "model": "model",
    "react": "react",
    "reflexion": "reflexion",
    "react-typed": "react-typed",
    "reflexion-typed": "reflexion-typed",
    "chemcrow": "chemcrow",
    "cactus": "cactus",
}
# The baselines whose module does not have their name.
_MODULES = {"chemcrow": "styles", "cactus": "styles"}


class Outcome(Record):
    """The outcome of one question.

    `abstained` means that the agent said it has no safe plan; `error` that it failed. `query` holds the entities that
    the handles of the plan refer to; a plan with literal arguments needs none. `tool_seconds` is the time inside tools;
    `altered` counts molecules and sequences in calls that differ from what the question and the tools gave.
    """

    status: Literal["complete", "partial", "failed", "blocked", "abstained", "error"]
    query: Query | None = None
    plan: Plan | None = None
    answer: Answer | None = None
    usage: tuple[Usage, ...] = ()
    message: str = ""
    seconds: float = 0.0
    tool_seconds: float = 0.0
    altered: int = 0


class Answerer(Protocol):
    """An agent under test, as a context manager that ends its processes on exit."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def answer(self, question: str) -> Outcome:
        """Answer a question; never raises a SciToolAgentError, an outcome says what went wrong."""
        ...


class PlanningAgent:
    """This program's agent: symbolic without a model, model-drafted when the settings name one."""

    def __init__(self, config: Config, workspace: Path) -> None:
        from scitoolagent.agent import Agent  # imported only when an agent is asked; reading scores does not need it

        self._agent = Agent(config, workspace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._agent.close()

    def answer(self, question: str) -> Outcome:
        """Answer a question; never raises a SciToolAgentError, an outcome says what went wrong."""
        query: Query | None = None
        plan: Plan | None = None
        answer: Answer | None = None
        inside = 0.0
        status: Literal["abstained", "error"] | None = None
        message = ""
        try:
            for record in self._agent.stream(question):
                if isinstance(record, Query):
                    query = record
                elif isinstance(record, Plan):
                    plan = record
                elif isinstance(record, StepResult):
                    inside += record.seconds
                elif isinstance(record, Answer):
                    answer = record
        except NoPathError as error:
            status, message = "abstained", str(error)
        except SciToolAgentError as error:
            status, message = "error", f"{type(error).__name__}: {error}"
        # The answer holds the usage of all roles; a run that ended earlier has only the plan's.
        usage = answer.usage if answer and answer.usage else plan.usage if plan else ()
        return Outcome(
            status=status or (answer.status if answer else "error"),
            query=query,
            plan=plan,
            answer=answer,
            usage=usage,
            message=message,
            tool_seconds=inside,
        )


def make_answerer(name: AgentName, config: Config, workspace: Path) -> Answerer:
    """The agent called `name`.

    Raises:
        ConfigError: it needs a model and the settings name none, or there is no such agent.
    """
    if name == "symbolic":
        plain = {"model_url": None, "model": None, "planner_model": None, "summarizer_model": None}
        return PlanningAgent(config.model_copy(update=plain), workspace)
    if not config.model_url or not (config.model or config.planner_model):
        raise ConfigError(f"the agent {name!r} needs a model; set SCITOOLAGENT_MODEL_URL and SCITOOLAGENT_MODEL")
    if name == "model":
        return PlanningAgent(config, workspace)
    return _baseline(name)(config, workspace)


def _baseline(name: str) -> Callable[[Config, Path], Answerer]:
    # Imported late, because they import the model client, which the other agents do not need.
    import importlib

    agent, _, form = name.partition("-")
    module = form or _MODULES.get(agent, agent)
    try:
        found = importlib.import_module(f"scitoolagent.benchmarks.baselines.{module}")
        make: Callable[[Config, Path], Answerer] = getattr(
            found, "make_answerer" if module == agent else f"make_{agent}"
        )
    except (ModuleNotFoundError, AttributeError) as error:
        raise ConfigError(f"the agent {name!r} is not there: {error}") from error
    return make
