"""Reflexion (Shinn et al. 2023, arXiv:2303.11366): ReAct that, after a failure, writes why and tries again.

A failure is judged without the gold value: no final answer, or one to which no tool contributed.
"""

from __future__ import annotations

from pathlib import Path

from scitoolagent.benchmarks.answering import Answerer
from scitoolagent.benchmarks.baselines.react import ReactAgent
from scitoolagent.config import Config
from scitoolagent.llm import LanguageModel

NAME = "reflexion"
MOST_TRIALS = 3


def make_answerer(config: Config, workspace: Path, model: LanguageModel | None = None) -> Answerer:
    """The Reflexion agent, with the model of the settings when none is given.

    Raises:
        ConfigError: the settings name no endpoint, or no model where it serves several.
    """
    return ReactAgent(config, workspace, model, trials=MOST_TRIALS, name=NAME)
