"""Agents after ChemCrow (Bran et al. 2024, arXiv:2304.05376) and CACTUS (McNaughton et al. 2024, arXiv:2405.00972).

Both are ReAct with one text as the input of a tool. ChemCrow tells an expert chemist to reason, and has the final
answer written anew from the work that was done. CACTUS asks for the one tool that gives a property, with one example.
The structure of their prompts is theirs, the words and the tools are ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.answering import Answerer
from scitoolagent.benchmarks.baselines.react import ReactAgent, baseline_prompt
from scitoolagent.benchmarks.baselines.trial import Trial
from scitoolagent.benchmarks.baselines.turns import ModelTurn, read_turn
from scitoolagent.config import Config
from scitoolagent.errors import ModelError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolNode

CHEMCROW, CACTUS = "chemcrow", "cactus"
_PARTED = ";"
_LONGEST_ANSWER = 400
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class StyledAgent(ReactAgent):
    """ReAct in another style; with `anew` the model writes the final answer once more from what was done."""

    def __init__(
        self, config: Config, workspace: Path, model: LanguageModel | None = None, name: str = CHEMCROW
    ) -> None:
        super().__init__(config, workspace, model, name=name)
        self._prompt = name
        self._anew = name == CHEMCROW

    def _attempt(
        self, query: Query, offered: Sequence[ToolNode], reflections: Sequence[str], before: Sequence[Trial]
    ) -> Trial:
        trial = super()._attempt(query, offered, reflections, before)
        if self._anew and trial.answered:
            self._write_anew(query, trial)
        return trial

    def _write_anew(self, query: Query, trial: Trial) -> None:
        """Have the answer written from the work; it stays as it was where the model cannot be asked."""
        done = "\n".join(trial.lines)
        asked = f"Question: {query.text}\nWork:\n{done}"
        messages = [Message("system", baseline_prompt("chemcrow_final")), Message("user", asked)]
        try:
            reply = self._model.complete(self._name, messages, None, _LONGEST_ANSWER)
        except ModelError:
            return
        trial.usage.append(reply.usage)
        trial.final = reply.text.strip() or trial.final

    def _read(self, text: str, offered: Sequence[ToolNode]) -> ModelTurn:
        tools = {tool.name: tool for tool in offered}

        def parse(name: str, said: str) -> dict[str, Any]:
            return arguments_of(tools[name], said) if name in tools else {}

        return read_turn(text, parse)

    def _described(self, offered: Sequence[ToolNode]) -> str:
        types = self._tools.graph.types
        lines = []
        for tool in offered:
            inputs = " ; ".join(types[port.type].label for port in tool.inputs)
            lines.append(f"{tool.name}: {tool.summary.rstrip('.')}. Input: {inputs}.")
        return "\n".join(lines)


def arguments_of(tool: ToolNode, said: str) -> dict[str, Any]:
    """The arguments in one text: its pieces in the order of the inputs, the whole text where there is one input.

    Raises:
        ModelError: there are more pieces than inputs, or a number is none.
    """
    text = said.strip().strip("`\"'")
    ports = tool.inputs
    if not text or not ports:
        return {}
    if len(ports) == 1:
        return {ports[0].name: _value(ports[0], text)}
    pieces = [piece.strip().strip("\"'") for piece in text.split(_PARTED)]
    if len(pieces) > len(ports):
        raise ModelError(f"{tool.name} takes {len(ports)} inputs, not {len(pieces)}")
    return {port.name: _value(port, piece) for port, piece in zip(ports, pieces, strict=False) if piece}


def _value(port: PortNode, text: str) -> Any:
    if port.many:
        return [_single(port, piece.strip()) for piece in text.strip("[]").split(",")]
    return _single(port, text)


def _single(port: PortNode, text: str) -> Any:
    try:
        if port.python == "bool":
            return _TRUTHS[text.lower()]
        if port.python in ("int", "float"):
            return {"int": int, "float": float}[port.python](text.partition(" ")[0])
    except (ValueError, KeyError) as error:
        raise ModelError(f"{port.name} cannot be {text!r}") from error
    return text


def make_chemcrow(config: Config, workspace: Path, model: LanguageModel | None = None) -> Answerer:
    """The agent in ChemCrow's style, with the model of the settings when none is given.

    Raises:
        ConfigError: the settings name no endpoint, or no model where it serves several.
    """
    return StyledAgent(config, workspace, model, CHEMCROW)


def make_cactus(config: Config, workspace: Path, model: LanguageModel | None = None) -> Answerer:
    """The agent in CACTUS's style; as `make_chemcrow`."""
    return StyledAgent(config, workspace, model, CACTUS)
