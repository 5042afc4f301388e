"""Language models with one interface: any OpenAI-compatible endpoint, recorded answers, a local server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scitoolagent.config import Config
from scitoolagent.deadline import Deadline
from scitoolagent.llm.protocol import LanguageModel, Message, Reply, ToolCall, ToolSpec
from scitoolagent.llm.spending import Spending
from scitoolagent.records import Usage

__all__ = [
    "ROLES",
    "SOLVER",
    "LanguageModel",
    "Message",
    "Reply",
    "ToolCall",
    "ToolSpec",
    "begin_spending",
    "bound_spending",
    "end_by",
    "load_models",
    "model_for",
]

ROLES = ("planner", "summarizer")
# The loop of programs, which the model of the planner drives; adapters are trained for it under this name.
SOLVER = "solver"


def model_for(config: Config, role: str, spending: Spending | None = None) -> LanguageModel | None:
    """The model of a role; None when the settings name no endpoint.

    Raises:
        ConfigError: the endpoint serves several models and the settings name none, or a bound on the cost has no price.
        ModelError: the endpoint cannot say which models it serves.
    """
    if config.model_url is None:
        return None
    from scitoolagent.llm.client import EndpointModel

    return EndpointModel(config, getattr(config, f"{role}_model", None) or config.model, spending)


def load_models(config: Config) -> dict[str, LanguageModel]:
    """The model of every role, by role; none when the settings name no endpoint. Roles of one name share it."""
    names = {role: getattr(config, f"{role}_model", None) or config.model for role in ROLES}
    first = {name: role for role, name in reversed(names.items())}
    spending = Spending(config)
    made = {name: model_for(config, role, spending) for name, role in first.items()}
    return {role: model for role in ROLES if (model := made[names[role]]) is not None}


def begin_spending(models: Iterable[LanguageModel], before: Sequence[Usage] = ()) -> None:
    """Begin a run: what earlier ones have spent on these models does not count in it, but what it spent `before`."""
    for spending in _spendings(models):
        spending.begin(before)


def end_by(models: Iterable[LanguageModel], deadline: Deadline) -> None:
    """Let these models be asked, and waited for, no longer than to the end of a run."""
    for spending in _spendings(models):
        spending.deadline = deadline


def bound_spending(models: Iterable[LanguageModel], config: Config) -> None:
    """Keep the bounds on money and tokens of these settings from the next run on."""
    for spending in _spendings(models):
        spending.bound(config)


def _spendings(models: Iterable[LanguageModel]) -> list[Spending]:
    found = (getattr(model, "spending", None) for model in models)
    return [spending for spending in found if isinstance(spending, Spending)]
