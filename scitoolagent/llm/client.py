"""A model behind any OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama, a vendor."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm.dialect import Dialect, calls_of, is_malformed, refusal_of, text_of
from scitoolagent.llm.forms import Answer, Form, Reading, form_of
from scitoolagent.llm.protocol import Message, Reply, ToolSpec
from scitoolagent.llm.spending import Spending
from scitoolagent.llm.wire import EndpointConnection, RequestRejected, TransientFailure
from scitoolagent.records import Usage

_SEED = 7
_BACK_OFF_SECONDS = 0.5
_LONGEST_BACK_OFF = 30.0
_MOST_TOKENS_TOLD = 10_000_000
_MOST_MODELS_SHOWN = 10
_REFUSAL_SHOWN = 200


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
        self._dialect = Dialect()
        # How each form of reply is requested here, as far as it is known.
        self._ways: dict[str, str] = {}
        self._reads_calls = False
        self.name = name or self._only_model()

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """Return the model's answer; see `LanguageModel.complete`.

        Raises:
            ModelError: the endpoint refuses, does not respond, or gives no usable answer after all attempts.
        """
        started, attempts, tokens = time.perf_counter(), 0, (0, 0)
        options: dict[str, Any] = {"max_tokens": max_tokens or self._config.model_tokens}
        if stop:
            options["stop"] = list(stop)
        form = form_of(schema, tools, self._config.model_grammar)
        standing: Reading | None = None
        problem, misfits = ModelError(f"{self.name} was not asked"), 0
        while attempts < self._config.model_attempts and misfits <= 1:
            attempts += 1
            try:
                answer, reading = self._ask(form, messages, options)
            except TransientFailure as failure:
                # Where the time of the run is up, that is why there is no answer.
                problem = ModelError(self.spending.deadline.passed or str(failure))
                if attempts < self._config.model_attempts:
                    self._wait(failure, attempts)
                continue
            tokens = (tokens[0] + answer.tokens[0], tokens[1] + answer.tokens[1])
            if answer.is_cut and (answer.is_empty or (reading.problem and not reading.is_whole)):
                raise ModelError(self._cut_off(answer, max_tokens))
            if not reading.problem:
                usage = self._usage(role, attempts, tokens, time.perf_counter() - started)
                return Reply(reading.text, reading.data, usage, reading.calls)
            # At temperature 0 a repetition gives the same answer, so the model is told once what is wrong.
            messages = [*messages, *reading.repair]
            problem, misfits, standing = ModelError(reading.problem), misfits + 1, reading
        if standing is not None and standing.may_stand:
            return Reply(standing.text, None, self._usage(role, attempts, tokens, time.perf_counter() - started))
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

    def _cut_off(self, answer: Answer, most: int | None) -> str:
        """Where an answer was cut off, and whose bound that is: `most` is the caller's own."""
        advice = "raise SCITOOLAGENT_MODEL_TOKENS"
        if most:
            advice = "this kind of answer may have no more, whatever SCITOOLAGENT_MODEL_TOKENS says"
        length = f"{most or self._config.model_tokens} tokens"
        if not answer.is_empty:
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

    def _ask(self, form: Form, messages: Sequence[Message], options: Mapping[str, Any]) -> tuple[Answer, Reading]:
        """Return one answer, requested in the strictest way that the server accepts."""
        first = form.ways.index(self._ways.get(form.name, form.ways[0]))
        refused, is_of_form = RequestRejected("not asked"), True
        for way in form.ways[first:]:
            sent, more = form.request(way, messages)
            try:
                answer = self._sent(sent, {**options, **more})
            except RequestRejected as error:
                refused, is_of_form = error, is_of_form and not error.is_of_reply
                continue
            if is_of_form:
                # Remembered only after a success: the request may have been refused for another reason.
                self._ways[form.name] = way
            reading = form.read(way, answer, messages)
            for call, written in zip(reading.calls, answer.calls, strict=False):
                self._dialect.keep_extra(call.id, written.extra)
            self._reads_calls |= bool(answer.calls)
            if way == "native" and reading.problem and not self._reads_calls:
                # The server leaves calls in the text, so it binds the model to no tool either; a schema does.
                self._ways[form.name] = form.ways[form.ways.index(way) + 1]
            return answer, reading
        raise ModelError(str(refused)) from refused

    def _sent(self, messages: list[dict[str, Any]], options: Mapping[str, Any]) -> Answer:
        body = self._answer(messages, options)
        used = body.get("usage")
        counts = used if isinstance(used, dict) else {}
        tokens = (_count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens")))
        # What comes back is paid for, whether it is of use or not.
        self.spending.add(tokens)
        choices = body.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        if refusal := refusal_of(choice):
            raise ModelError(f"{self.name} refuses to answer: {refusal[:_REFUSAL_SHOWN]}")
        message = choice.get("message")
        calls = calls_of(message) if "tools" in options else ()
        answer = Answer(text_of(message), calls, tokens, choice.get("finish_reason") == "length")
        if is_malformed(choice) and answer.is_empty:
            raise RequestRejected(f"{self._connection.url} could not read the call of {self.name}", is_of_reply=True)
        if answer.is_empty and not answer.is_cut:
            raise TransientFailure(f"{self._connection.url} gave no text for {self.name}")
        return answer

    def _answer(self, messages: list[dict[str, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
        """The body of one answer; options that the endpoint does not take are called otherwise or left out.

        Raises:
            RequestRejected: the endpoint does not take this form of request.
        """
        wanted = {"temperature": 0, "seed": _SEED, **options}
        while True:
            self.spending.check()
            sent = [self._dialect.with_extras(message) for message in messages]
            try:
                return self._connection.chat(
                    self._seconds(), model=self.name, messages=sent, **self._dialect.request(wanted)
                )
            except RequestRejected as error:
                if error.is_of_reply or not self._dialect.learn(str(error), wanted):
                    raise

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


def _count(value: Any) -> int:
    """A token count reported by a server; 0 when it is not a number."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS_TOLD else 0
