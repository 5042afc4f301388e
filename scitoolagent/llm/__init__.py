"""Language models with one interface: any OpenAI-compatible endpoint, recorded answers, a local server."""

from __future__ import annotations

from scitoolagent.config import Config
from scitoolagent.llm.protocol import LanguageModel, Message, Reply

__all__ = ["ROLES", "LanguageModel", "Message", "Reply", "load_models", "model_for"]

ROLES = ("planner", "executor", "summarizer")


def model_for(config: Config, role: str) -> LanguageModel | None:
    """The model of a role; None when the settings name no endpoint.

    Raises:
        ConfigError: the endpoint serves several models and the settings name none.
        ModelError: the endpoint cannot say which models it serves.
    """
    if config.model_url is None:
        return None
    from scitoolagent.llm.client import EndpointModel

    return EndpointModel(config, getattr(config, f"{role}_model", None) or config.model)


def load_models(config: Config) -> dict[str, LanguageModel]:
    """The model of every role, by role; none when the settings name no endpoint. Roles of one name share it."""
    names = {role: getattr(config, f"{role}_model", None) or config.model for role in ROLES}
    first = {name: role for role, name in reversed(names.items())}
    made = {name: model_for(config, role) for name, role in first.items()}
    return {role: model for role in ROLES if (model := made[names[role]]) is not None}
