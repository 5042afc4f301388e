"""A model behind any OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama, a vendor."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm.protocol import Message, Reply
from scitoolagent.llm.structured import read_object
from scitoolagent.records import Usage

if TYPE_CHECKING:
    from openai import OpenAI

_SEED = 7
_BACK_OFF_SECONDS = 0.5
_LONGEST_WAIT = 30.0
_SHOWN = 300
# How a server is asked for JSON, the strictest first; one that refuses a way is asked in the next.
_WAYS = ("json_schema", "json_object", "text")
_OVERFLOW = ("context", "too long", "maximum length", "exceed")


class EndpointModel:
    """One model of an endpoint.

    Args:
        config: the endpoint, its key, the time-out, the attempts and the prices.
        name: the model; when left out, the only one that the endpoint serves.
    """

    def __init__(self, config: Config, name: str | None = None) -> None:
        self._config = config
        self._client = _client(config)
        self._way = 0
        self.name = name or self._only_model()

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The model's answer; see `LanguageModel.complete`.

        Raises:
            ModelError: the endpoint refuses, stays silent, or answers nothing usable after all attempts.
        """
        started, calls, tokens = time.perf_counter(), 0, (0, 0)
        problem = ModelError(f"{self.name} was not asked")
        while calls < self._config.model_attempts:
            calls += 1
            try:
                text, used = self._ask(messages, schema, max_tokens or self._config.model_tokens)
                tokens = (tokens[0] + used[0], tokens[1] + used[1])
                data = read_object(text, schema) if schema is not None else None
            except _Refused as refused:
                if schema is None or self._way + 1 >= len(_WAYS):
                    raise ModelError(str(refused)) from refused
                self._way += 1
                calls -= 1
            except _Passing as passing:
                problem = ModelError(str(passing))
                if calls < self._config.model_attempts:
                    time.sleep(passing.wait or _BACK_OFF_SECONDS * 2 ** (calls - 1))
            except ModelError as error:
                # A wrong answer at temperature 0 comes again: only a server that was disturbed answers otherwise.
                problem = error
                calls = max(calls, self._config.model_attempts - 1)
            else:
                return Reply(text, data, self._usage(role, calls, tokens, time.perf_counter() - started))
        raise problem

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

    def _ask(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> tuple[str, tuple[int, int]]:
        """The text of one answer, with its prompt and completion tokens."""
        sent: list[Any] = [{"role": message.role, "content": message.content} for message in messages]
        options: dict[str, Any] = {}
        way = _WAYS[self._way] if schema is not None else "text"
        if schema is not None and way == "json_schema":
            form = {"name": "reply", "strict": True, "schema": dict(schema)}
            options["response_format"] = {"type": "json_schema", "json_schema": form}
        elif schema is not None:
            sent[-1]["content"] += f"\n\nAnswer with one JSON object of this schema:\n{json.dumps(schema)}"
            if way == "json_object":
                options["response_format"] = {"type": "json_object"}
        reply = _guarded(
            lambda: self._client.chat.completions.create(
                model=self.name, messages=sent, temperature=0, seed=_SEED, max_tokens=max_tokens, **options
            ),
            str(self._config.model_url),
        )
        usage = getattr(reply, "usage", None)
        used = (int(getattr(usage, "prompt_tokens", 0) or 0), int(getattr(usage, "completion_tokens", 0) or 0))
        choices = getattr(reply, "choices", None) or []
        text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        if not isinstance(text, str) or not text.strip():
            raise _Passing(f"{self._config.model_url} gave no text for {self.name}")
        return text, used

    def _only_model(self) -> str:
        try:
            found = _guarded(lambda: self._client.models.list(), str(self._config.model_url))
        except (_Passing, _Refused) as error:
            raise ModelError(f"{error}; or name the model with SCITOOLAGENT_MODEL") from error
        names = [model.id for model in getattr(found, "data", None) or []]
        if len(names) != 1:
            shown = ", ".join(names[:10]) or "none"
            raise ConfigError(f"{self._config.model_url} serves {shown}; name one with SCITOOLAGENT_MODEL")
        return str(names[0])


class _Passing(Exception):
    """A failure that may pass: worth another attempt."""

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


class _Refused(Exception):
    """The server does not take the request as it is."""


def _client(config: Config) -> OpenAI:
    import openai

    key = config.model_key.get_secret_value() if config.model_key else "none"
    return openai.OpenAI(base_url=config.model_url, api_key=key, timeout=config.model_seconds, max_retries=0)


def _guarded(call: Any, url: str) -> Any:
    """Call the endpoint; what can go wrong comes out as one of three: it may pass, it is refused, it is an error."""
    import openai

    try:
        return call()
    except openai.APITimeoutError as error:
        raise _Passing(f"{url} did not answer in time; raise SCITOOLAGENT_MODEL_SECONDS") from error
    except openai.APIConnectionError as error:
        raise _Passing(f"{url} cannot be reached: {error}; is the server up?") from error
    except openai.RateLimitError as error:
        raise _Passing(f"{url} asks to slow down", _retry_after(error)) from error
    except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
        raise ModelError(f"{url} refuses the key; set SCITOOLAGENT_MODEL_KEY") from error
    except openai.NotFoundError as error:
        raise ModelError(f"{url} has no such model or path: {_said(error)}") from error
    except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
        said = _said(error)
        if any(word in said.lower() for word in _OVERFLOW):
            raise ModelError(f"the conversation is too long for the model at {url}: {said}") from error
        raise _Refused(f"{url} refuses the request: {said}") from error
    except openai.APIStatusError as error:
        raise _Passing(f"{url} failed with status {error.status_code}") from error
    except (openai.OpenAIError, ValueError) as error:
        raise _Passing(f"{url} answered what is no OpenAI-compatible answer: {type(error).__name__}") from error


def _said(error: Any) -> str:
    return str(getattr(error, "message", error))[:_SHOWN]


def _retry_after(error: Any) -> float:
    text = error.response.headers.get("retry-after", "") if getattr(error, "response", None) is not None else ""
    return min(float(text), _LONGEST_WAIT) if text.replace(".", "", 1).isdigit() else 0.0
