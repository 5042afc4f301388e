"""HTTP requests to an endpoint: bounded bodies, and every failure as one of three kinds."""

from __future__ import annotations

import json
import re
import time
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError

if TYPE_CHECKING:
    import httpx2
    from openai import OpenAI

LONGEST_BODY = 8_000_000
_SHOWN = 300
_HOST_SHOWN = 100
_SECONDS = re.compile(r"\d{1,12}(?:\.\d{1,6})?", re.ASCII)
_OVERFLOW = re.compile("context|too long|maximum length|exceed", re.IGNORECASE)
_OF_CONTEXT = re.compile("context (?:length|size|window)", re.IGNORECASE)
# A refusal about the tools or the schema can be about their length, too, and another form of request may do.
_OF_FORM = re.compile(r"\btools?\b|tool_choice|response_format|schema|grammar", re.IGNORECASE)
# What servers without tools or schemas answer with the status of a failure.
_UNSUPPORTED = re.compile(
    r"--jinja|\btools? param|param: tool|tool_choice|response_format|json_schema|schema conversion|parse grammar"
)
# What servers answer that could not read the call of a tool in what the model wrote.
_UNREADABLE = re.compile(
    "failed_generation|tool_use_failed|error parsing tool call|failed to parse input", re.IGNORECASE
)
_TOO_LARGE = 413
_NOT_FOUND = 404
_NOT_IMPLEMENTED = 501
_BAD_FORM = (400, 422)
_REDIRECTS = range(300, 400)
_SERVER_FAILED = 500
# The client errors that are worth a retry: time-out, conflict, too early.
_MAY_PASS = (408, 409, 425)


class TransientFailure(Exception):
    """A transient failure, worth a retry after `wait` seconds where the server names a time."""

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


class RequestRejected(Exception):
    """The server rejects the form of the request, or cannot read what the model wrote in that form (`is_of_reply`)."""

    def __init__(self, message: str, is_of_reply: bool = False) -> None:
        super().__init__(message)
        self.is_of_reply = is_of_reply


class EndpointConnection:
    """One endpoint with its key; bodies are bounded in size and time.

    Raises:
        ConfigError: the address or the key cannot be used.
    """

    def __init__(self, config: Config) -> None:
        self._key = config.model_key.get_secret_value() if config.model_key else ""
        if not (self._key.isascii() and self._key.isprintable()):
            raise ConfigError("SCITOOLAGENT_MODEL_KEY holds signs that no key has; copy it again")
        self.url = _shown(config.model_url or "")
        self._client = _client(config, self._key)
        # Servers keep connections open, so the client has to close them.
        weakref.finalize(self, self._client.close)

    def chat(self, seconds: float, **request: Any) -> dict[str, Any]:
        """One chat completion, as the server's JSON object.

        Args:
            seconds: how long it may take.
            request: the options of the completion.
        Raises:
            TransientFailure: a retry may succeed.
            RequestRejected: the server rejects the form of the request.
            ModelError: a retry will not help.
        """
        return self._read(lambda: self._client.chat.completions.with_raw_response.create(timeout=seconds, **request))

    def models(self, seconds: float) -> dict[str, Any]:
        """The list of models, as the server's JSON object; takes the time and raises as `chat`."""
        return self._read(lambda: self._client.models.with_raw_response.list(timeout=seconds))

    def _read(self, call: Callable[[], Any]) -> dict[str, Any]:
        import openai

        # Raised without their cause, which holds the server's full text and perhaps the key.
        try:
            body = json.loads(call().http_response.content)
        except openai.APITimeoutError:
            raise TransientFailure(f"{self.url} did not answer in time; raise SCITOOLAGENT_MODEL_SECONDS") from None
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, OverflowError):
                raise ModelError(f"{self.url}: {error.__cause__}") from None
            raise TransientFailure(self._no_answer(error)) from None
        except openai.APIStatusError as error:
            raise self._refusal(error) from None
        except (openai.OpenAIError, ValueError, RecursionError):
            raise TransientFailure(f"{self.url} answered what is no JSON, so no OpenAI-compatible answer") from None
        if not isinstance(body, dict):
            raise TransientFailure(f"{self.url} answered JSON, but no OpenAI-compatible answer")
        return body

    def _no_answer(self, error: Exception) -> str:
        """Why no answer came: the server was reached and broke off, or was not."""
        import httpx2

        if isinstance(error.__cause__, httpx2.ReadError | httpx2.WriteError | httpx2.RemoteProtocolError):
            return f"{self.url} was reached and broke the connection off before it had answered"
        return f"{self.url} cannot be reached: {error}; is the server up?"

    def _refusal(self, error: Any) -> TransientFailure | RequestRejected | ModelError:
        """What a status other than 200 means."""
        import openai

        status, said = int(error.status_code), self._said(error)
        if isinstance(error, openai.RateLimitError):
            return TransientFailure(f"{self.url} asks to slow down", _retry_after(error))
        if status in _REDIRECTS:
            # Another host would get the whole conversation.
            return ModelError(
                f"{self.url} sends requests on to {_target(error)}, which is not followed; "
                "SCITOOLAGENT_MODEL_URL has to name the endpoint itself"
            )
        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            return ModelError(f"{self.url} refuses the key; set SCITOOLAGENT_MODEL_KEY")
        if _is_of_form(status, said):
            return RequestRejected(f"{self.url} refuses the request: {said}", bool(_UNREADABLE.search(said)))
        if isinstance(error, openai.NotFoundError):
            return ModelError(f"{self.url} has no such model or path: {said}")
        if status == _TOO_LARGE or (status < _SERVER_FAILED and _OVERFLOW.search(said)):
            return ModelError(f"the conversation is too long for the model at {self.url}: {said}")
        if isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError) or status == _NOT_IMPLEMENTED:
            return RequestRejected(f"{self.url} refuses the request: {said}")
        if status in _MAY_PASS or status >= _SERVER_FAILED:
            return TransientFailure(f"{self.url} failed with status {status}")
        return ModelError(f"{self.url} refuses the request with status {status}: {said}")

    def _said(self, error: Any) -> str:
        text = str(getattr(error, "message", error))
        if isinstance(error.body, list):
            # Gemini's endpoint answers a list of errors, which the SDK does not look into.
            text = f"{text} - {json.dumps(error.body, ensure_ascii=False)}"
        return (text.replace(self._key, "…") if self._key else text)[:_SHOWN]


def _client(config: Config, key: str) -> OpenAI:
    import openai

    hooks: dict[str, list[Callable[..., Any]]] = {"request": [_begun], "response": [_bounder()]}
    http = openai.DefaultHttpxClient(event_hooks=hooks, follow_redirects=False)
    return openai.OpenAI(
        base_url=config.model_url,
        api_key=key or "none",
        timeout=config.model_seconds,
        max_retries=0,
        http_client=http,
        default_headers={"Accept-Encoding": "identity"},
    )


def _begun(request: httpx2.Request) -> None:
    """A hook that notes when a request has to be over, its answer read to the end."""
    request.extensions["ends"] = time.monotonic() + request.extensions["timeout"]["read"]


def _bounder() -> Callable[[httpx2.Response], None]:
    """A hook that bounds the body of every response, including error responses."""
    import httpx2

    class TooLong(httpx2.ReadError, OverflowError):
        """The body exceeds the limit."""

    class Bounded(httpx2.SyncByteStream):
        def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
            self._stream, self._end = stream, end

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for part in self._stream:
                size += len(part)
                if size > LONGEST_BODY:
                    raise TooLong(f"its answer has more than {LONGEST_BODY:,} bytes, which is no answer of a model")
                if time.monotonic() > self._end:
                    raise httpx2.ReadTimeout("the body did not end in time")
                yield part

        def close(self) -> None:
            self._stream.close()

    def bound(response: httpx2.Response) -> None:
        # A compressed body could expand a thousandfold past the limit.
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise TooLong("its answer is packed although it was asked for plain")
        if isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = Bounded(response.stream, response.request.extensions["ends"])

    return bound


def _is_of_form(status: int, said: str) -> bool:
    """Whether a refusal is about tools or schemas, although its status or its words are those of another failure."""
    if status == _NOT_FOUND:
        return "tool" in said and "support" in said
    if status >= _SERVER_FAILED:
        return bool(_UNSUPPORTED.search(said) or _UNREADABLE.search(said))
    return (
        status in _BAD_FORM and bool(_OF_FORM.search(said) or _UNREADABLE.search(said)) and not _OF_CONTEXT.search(said)
    )


def _retry_after(error: Any) -> float:
    text = str(error.response.headers.get("retry-after", ""))
    return float(text) if _SECONDS.fullmatch(text) else 0.0


def _target(error: Any) -> str:
    """The host that a redirect leads to; nothing else of its address, which may hold what is secret."""
    try:
        to = urlsplit(urljoin(str(error.request.url), str(error.response.headers.get("location", ""))))
        host, port = to.hostname or "", to.port
    except ValueError:
        return "an address that is none"
    return f"{to.scheme}://{host[:_HOST_SHOWN]}{f':{port}' if port else ''}" if host.isprintable() else "another host"


def _shown(url: str) -> str:
    """The address without its possibly secret parts: user, password and query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError("SCITOOLAGENT_MODEL_URL is no address; it looks like http://127.0.0.1:8080/v1")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
