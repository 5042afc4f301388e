"""A model behind any OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama, a vendor."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm.dialect import Dialect, refusal_of, text_of
from scitoolagent.llm.protocol import Message, Reply
from scitoolagent.llm.spending import Spending
from scitoolagent.llm.structured import read_object
from scitoolagent.llm.wire import EndpointConnection, RequestRejected, TransientFailure
from scitoolagent.records import Usage

_SEED = 7
_BACK_OFF_SECONDS = 0.5
_LONGEST_BACK_OFF = 30.0
_MOST_TOKENS_TOLD = 10_000_000
_MOST_MODELS_SHOWN = 10
_ANSWER_SHOWN = 2000
_REFUSAL_SHOWN = 200
# Ways to request JSON, strictest first; when a server refuses one, the next is tried.
_WAYS = ("json_schema", "json_object", "text")


@dataclass(frozen=True, slots=True)
class _Said:
    """One answer: its text, its usage, and whether it was truncated at the maximum length."""

    text: str
    tokens: tuple[int, int]
    cut: bool


class EndpointModel:
    """One model of an endpoint.

    Args:
        config: the endpoint, its key, the time-out, the attempts and the prices.
        name: the model; when left out, the only one that the endpoint serves.
        spending: what the run may spend, shared by all its models.
    """

    def __init__(self, config: Config, name: str | None = None, spending: Spending | None = None) -> None:
        self._config = config
        self.spending = spending or Spending(config)
        self._connection = EndpointConnection(config)
        self._way, self._dialect = 0, Dialect()
        self.name = name or self._only_model()

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """The model's answer; see `LanguageModel.complete`.

        Raises:
            ModelError: the endpoint refuses, does not respond, or gives no usable answer after all attempts.
        """
        started, calls, tokens = time.perf_counter(), 0, (0, 0)
        options: dict[str, Any] = {"max_tokens": max_tokens or self._config.model_tokens}
        if stop:
            options["stop"] = list(stop)
        problem, misfits = ModelError(f"{self.name} was not asked"), 0
        while calls < self._config.model_attempts and misfits <= 1:
            calls += 1
            try:
                said = self._ask(messages, schema, options)
            except TransientFailure as failure:
                # Where the time of the run is up, that is why there is no answer.
                problem = ModelError(self.spending.deadline.passed or str(failure))
                if calls < self._config.model_attempts:
                    self._wait(failure, calls)
                continue
            tokens = (tokens[0] + said.tokens[0], tokens[1] + said.tokens[1])
            if said.cut and not said.text.strip():
                raise ModelError(self._cut_off(said, max_tokens))
            try:
                data = read_object(said.text, schema) if schema is not None else None
            except ModelError as error:
                if said.cut:
                    raise ModelError(self._cut_off(said, max_tokens)) from error
                problem, misfits = error, misfits + 1
                # At temperature 0 a repetition gives the same answer, so the model is told once what is wrong.
                again = Message("user", f"{error}. Answer again, with JSON only.")
                messages = [*messages, Message("assistant", said.text[:_ANSWER_SHOWN]), again]
            else:
                return Reply(said.text, data, self._usage(role, calls, tokens, time.perf_counter() - started))
        raise problem

    def _wait(self, failure: TransientFailure, calls: int) -> None:
        """Wait before the next attempt.

        Raises:
            ModelError: the wait would be longer than a call, or the run, may take.
        """
        most, deadline = self._config.model_seconds, self.spending.deadline
        if deadline.passed:
            raise ModelError(deadline.passed)
        if failure.wait > most:
            raise ModelError(
                f"{failure} for {failure.wait:,.0f} s, and a call may take {most:g} s (SCITOOLAGENT_MODEL_SECONDS)"
            )
        wait = failure.wait or min(_BACK_OFF_SECONDS * 2 ** (calls - 1), _LONGEST_BACK_OFF)
        if deadline.left is not None and wait >= deadline.left:
            raise ModelError(f"{failure}; to ask again after {wait:g} s is too late for the run (max_seconds)")
        time.sleep(wait)

    def _cut_off(self, said: _Said, most: int | None) -> str:
        """Where an answer was cut off, and whose bound that is: `most` is the caller's own."""
        advice = "raise SCITOOLAGENT_MODEL_TOKENS"
        if most:
            advice = "this kind of answer may have no more, whatever SCITOOLAGENT_MODEL_TOKENS says"
        length = f"{most or self._config.model_tokens} tokens"
        if said.text.strip():
            return f"{self.name} was cut off at {length}; {advice}"
        return f"{self.name} spent its {length} before it answered; {advice}"

    def _usage(self, role: str, calls: int, tokens: tuple[int, int], seconds: float) -> Usage:
        prices = (self._config.prompt_price, self._config.completion_price)
        dollars = None
        if prices[0] is not None and prices[1] is not None:
            dollars = (tokens[0] * prices[0] + tokens[1] * prices[1]) / 1e6
        return Usage(
            role=role,
            model=self.name,
            calls=calls,
            prompt_tokens=tokens[0],
            completion_tokens=tokens[1],
            seconds=round(seconds, 3),
            dollars=dollars,
        )

    def _ask(self, messages: Sequence[Message], schema: Mapping[str, Any] | None, options: Mapping[str, Any]) -> _Said:
        """One answer, requested in the strictest way that the server accepts."""
        if schema is None:
            return self._sent(messages, options)
        refused: RequestRejected | None = None
        for way in range(self._way, len(_WAYS)):
            try:
                said = self._sent(*_with_schema(messages, schema, options, _WAYS[way]))
            except RequestRejected as error:
                refused = refused or error
                continue
            # Remembered only after a success: the request may have been refused for another reason.
            self._way = way
            return said
        raise ModelError(str(refused)) from refused

    def _sent(self, messages: Sequence[Message], options: Mapping[str, Any]) -> _Said:
        body = self._answer([{"role": message.role, "content": message.content} for message in messages], options)
        used = body.get("usage")
        counts = used if isinstance(used, dict) else {}
        tokens = (_count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens")))
        # What comes back is paid for, whether it is of use or not.
        self.spending.add(tokens)
        choices = body.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if refusal := refusal_of(choice):
            raise ModelError(f"{self.name} refuses to answer: {refusal[:_REFUSAL_SHOWN]}")
        text = text_of(choice.get("message")) if isinstance(choice, dict) else ""
        is_cut = isinstance(choice, dict) and choice.get("finish_reason") == "length"
        if not text.strip() and not is_cut:
            raise TransientFailure(f"{self._connection.url} gave no text for {self.name}")
        return _Said(text, tokens, is_cut)

    def _answer(self, sent: list[dict[str, str]], options: Mapping[str, Any]) -> dict[str, Any]:
        """The body of one answer; options that the endpoint does not take are called otherwise or left out."""
        wanted = {"temperature": 0, "seed": _SEED, **options}
        while True:
            self.spending.check()
            try:
                return self._connection.chat(
                    self._seconds(), model=self.name, messages=sent, **self._dialect.request(wanted)
                )
            except RequestRejected as error:
                if self._dialect.learn(str(error), wanted):
                    continue
                if "response_format" in options:
                    raise
                raise ModelError(str(error)) from error

    def _seconds(self) -> float:
        """How long the next call may take: no longer than the run."""
        left = self.spending.deadline.left
        return self._config.model_seconds if left is None else min(self._config.model_seconds, left)

    def _only_model(self) -> str:
        # No run has begun yet; none may wait longer for this than it may take.
        most = min(self._config.model_seconds, self._config.max_seconds or math.inf)
        try:
            listed = self._connection.models(most).get("data")
        except (TransientFailure, RequestRejected) as error:
            raise ModelError(f"{error}; or name the model with SCITOOLAGENT_MODEL") from error
        rows = listed if isinstance(listed, list) else []
        names = [row["id"] for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)]
        if len(names) != 1:
            shown = ", ".join(name[:100] for name in names[:_MOST_MODELS_SHOWN]) or "none"
            raise ConfigError(f"{self._connection.url} serves {shown}; name one with SCITOOLAGENT_MODEL")
        return str(names[0])


def _with_schema(
    messages: Sequence[Message], schema: Mapping[str, Any], options: Mapping[str, Any], way: str
) -> tuple[list[Message], dict[str, Any]]:
    """The request for JSON of a schema, in one of the ways."""
    if way == "json_schema":
        form = {"name": "reply", "strict": True, "schema": dict(schema)}
        return list(messages), {**options, "response_format": {"type": "json_schema", "json_schema": form}}
    last = messages[-1]
    asked = f"{last.content}\n\nAnswer with one JSON object of this schema:\n{json.dumps(schema)}"
    told = [*messages[:-1], Message(last.role, asked)]
    return told, {**options, **({"response_format": {"type": "json_object"}} if way == "json_object" else {})}


def _count(value: Any) -> int:
    """A token count reported by a server; 0 when it is not a number."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS_TOLD else 0
