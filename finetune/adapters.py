"""The folder of adapters that training writes: one adapter per role, each with PEFT's configuration."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.llm import ROLES, SOLVER

_SETTINGS = "adapter_config.json"


def find_adapters(adapters: Path) -> dict[str, Path]:
    """The folders of the existing adapters, by role.

    Raises:
        ConfigError: there is none.
    """
    found = {role: adapters / role for role in (*ROLES, SOLVER) if (adapters / role / _SETTINGS).is_file()}
    if not found:
        raise ConfigError(f"{adapters} holds no adapter; make them with `scitoolagent finetune train`")
    return found


def read_settings(folder: Path, **needed: Callable[[Any], Any]) -> dict[str, Any]:
    """The numbers that are needed of an adapter's configuration, each converted by the given function.

    Raises:
        ConfigError: it cannot be read, or what is needed is not in it.
    """
    path = folder / _SETTINGS
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
        return {**settings, **{name: kind(settings[name]) for name, kind in needed.items()}}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no adapter configuration ({error})") from error
