"""Constant policies in the place of a reading model: what they score is no merit of any model.

Each takes the tools in the order in which they are shown, and every word of the question for what asks for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.llm import Message, Reply
from scitoolagent.reading.by_model.offer import MOST_ASKS, NOTHING
from scitoolagent.records import Usage

_LONGEST_WORDS = 120


class ConstantModel:
    """Asks for the first tools that it is shown, of all that the question gives.

    Args:
        name: what it is called in results.
        most: how many tools it asks for.
    """

    def __init__(self, name: str, most: int = MOST_ASKS) -> None:
        self.name = name
        self._most = most

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """One entry for each of the first tools; nothing for a role other than the planner's."""
        asks: list[dict[str, Any]] = []
        if schema is not None and role == "planner":
            options = schema["properties"]["asks"]["items"]["properties"]["tool"]["enum"]
            tools = [name for name in options if name != NOTHING and "." not in name]
            question = messages[1].content.partition("\n")[0].removeprefix("question: ")
            asks = [{"words": question[:_LONGEST_WORDS], "tool": tool, "of": []} for tool in tools[: self._most]]
        data = {"asks": asks}
        return Reply(json.dumps(data), data, Usage(role=role, model=self.name))
