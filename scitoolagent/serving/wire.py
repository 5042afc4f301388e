"""The OpenAI chat API: parse and bound requests, write answers and errors."""

from __future__ import annotations

import hashlib
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent import __version__
from scitoolagent.errors import PlanError, SafetyError, SciToolAgentError, ToolInputError
from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnyRecord, Plan, Program, StepResult
from scitoolagent.solver.steps import label_of

MODEL = "scitoolagent"
_ROLES = Literal["system", "developer", "user", "assistant", "tool", "function"]
# The API requires a creation date for every model: when this interface was first released.
_CREATED = 1_793_000_000
_LONGEST_ERROR, _MOST_STEPS = 1_000, 40
_BESIDE = {"status", "run", "values", "findings"}


class _Part(BaseModel):
    type: str = Field(max_length=50)
    text: str | None = None


class _Message(BaseModel):
    role: _ROLES
    content: str | list[_Part] | None = None

    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text or "" for part in self.content)
        return self.content or ""


class _StreamOptions(BaseModel):
    include_usage: bool = False


class _Format(BaseModel):
    type: str


class _Request(BaseModel):
    """The fields of a request that are used. Settings of a language model, such as the temperature, are ignored."""

    model_config = ConfigDict(extra="ignore")

    model: str = Field(max_length=200)
    messages: list[_Message] = Field(min_length=1, max_length=1000)
    stream: bool | None = False
    stream_options: _StreamOptions | None = None
    n: int | None = 1
    response_format: _Format | None = None
    approve: list[str] = Field(default=[], max_length=100)


@dataclass(frozen=True, slots=True)
class Chat:
    """A parsed request.

    Attributes:
        model: the name that was asked for.
        question: the last message of the user.
        earlier: what was said before by the user and the assistant.
        approve: digests of findings of the safety gate that a person confirms.
        stream: whether the answer is sent piece by piece.
        with_usage: whether a streamed answer ends with its token usage.
    """

    model: str
    question: str
    earlier: tuple[tuple[str, str], ...]
    approve: tuple[str, ...]
    stream: bool
    with_usage: bool

    @property
    def questions(self) -> tuple[str, ...]:
        """The user's earlier questions."""
        return tuple(text for role, text in self.earlier if role == "user")

    def key(self) -> str:
        """A key for the conversation up to this question."""
        return _digest(self.earlier)

    def key_after(self, answer: str) -> str:
        """A key for the conversation including the answer."""
        return _digest((*self.earlier, ("user", self.question), ("assistant", answer)))


def _digest(turns: tuple[tuple[str, str], ...]) -> str:
    # Clients may strip surrounding white space before they send a text back.
    plain = [(role, text.strip()) for role, text in turns]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()


def read_chat(body: bytes) -> Chat:
    """Read a request for a chat completion.

    Raises:
        ToolInputError: it is not JSON, not of that form, or asks for a feature that is not supported.
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ToolInputError(f"the request is not JSON: {str(error)[:200]}") from error
    try:
        request = _Request.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])[:100]
        raise ToolInputError(f"{place or 'the request'}: {first['msg']}") from error
    _check(request)
    spoken = [(message.role, message.text()) for message in request.messages]
    last = max((place for place, (role, _) in enumerate(spoken) if role == "user"), default=None)
    if last is None:
        raise ToolInputError("messages: none of them is from the user; the last one of the user is the question")
    return Chat(
        model=request.model,
        question=spoken[last][1],
        earlier=tuple(turn for turn in spoken[:last] if turn[0] in ("user", "assistant")),
        approve=tuple(request.approve),
        stream=bool(request.stream),
        with_usage=bool(request.stream_options and request.stream_options.include_usage),
    )


def _check(request: _Request) -> None:
    if request.n not in (None, 1):
        raise ToolInputError(f"n: {request.n} answers were asked for; there is one answer to a question")
    if request.response_format is not None and request.response_format.type != "text":
        raise ToolInputError("response_format: only text is offered")
    for message in request.messages:
        parts = message.content if isinstance(message.content, list) else []
        for part in parts:
            if part.type not in ("text", "refusal"):
                raise ToolInputError(f"messages: a part of type {part.type!r} cannot be read; send text")
    if not all(re.fullmatch(r"[0-9a-f]{16}", digest) for digest in request.approve):
        raise ToolInputError("approve: holds the digests that a finding of the safety gate was told with")


def progress(record: AnyRecord) -> str:
    """A progress line for a record; empty where the answer will say the same."""
    if isinstance(record, Plan):
        names = [label_of(step.tool) for step in record.steps]
        more = f" … ({len(names)} steps)" if len(names) > _MOST_STEPS else ""
        return "plan: " + " → ".join(names[:_MOST_STEPS]) + more + "\n"
    if isinstance(record, StepResult):
        why = f": {record.error.message}" if record.error else ""
        return f"step {record.step}, {label_of(record.tool)}: {record.status}{why}\n"
    if isinstance(record, Program):
        return _of_program(record)
    return ""


def _of_program(program: Program) -> str:
    """Progress lines for a program: its code when it begins, and what came of it."""
    if program.status == "begun":
        return f"program:\n```python\n{printable(program.code).strip()}\n```\n"
    if program.status == "failed":
        return f"program: failed: {printable(program.error)[:_LONGEST_ERROR]}\n"
    return "program: ran\n"


class CompletionWriter:
    """Writes the answer to one request, whole or in pieces."""

    def __init__(self, run: str) -> None:
        self._ground = {
            "id": f"chatcmpl-{run}",
            "created": int(time.time()),
            "model": MODEL,
            "system_fingerprint": f"scitoolagent-{__version__}",
        }

    def whole(self, text: str, answer: Answer | None) -> dict[str, Any]:
        """A chat completion."""
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {
            **self._ground,
            "object": "chat.completion",
            "choices": [choice],
            "usage": usage_of(answer),
            "scitoolagent": told_beside(answer),
        }

    def piece(self, finish: str | None = None, **delta: str) -> dict[str, Any]:
        """A piece of one: `role`, `content`, or `reasoning_content`, where many clients look for progress."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {**self._ground, "object": "chat.completion.chunk", "choices": [choice]}

    def end(self, answer: Answer | None) -> dict[str, Any]:
        """The last piece: why the answer ends, and details for programs."""
        return self.piece(finish="stop") | {"scitoolagent": told_beside(answer)}

    def usage(self, answer: Answer | None) -> dict[str, Any]:
        """The piece with the token usage."""
        return {**self._ground, "object": "chat.completion.chunk", "choices": [], "usage": usage_of(answer)}


def usage_of(answer: Answer | None) -> dict[str, int]:
    """The tokens of all models that were asked; none where rules found the answer."""
    used = answer.usage if answer else ()
    prompt, completion = sum(one.prompt_tokens for one in used), sum(one.completion_tokens for one in used)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def told_beside(answer: Answer | None) -> dict[str, Any]:
    """Details for programs that the text lacks: the name of the run, the values, the findings, the question back."""
    if answer is None:
        return {"status": "failed", "run": "", "values": [], "findings": []}
    return answer.model_dump(mode="json", include=_BESIDE | ({"question"} if answer.question else set()))


def text_of(answer: Answer | None, error: SciToolAgentError | None) -> str:
    """What the assistant says. Having no safe plan is an answer, not a server error.

    Raises:
        SciToolAgentError: the run failed for another reason.
    """
    if answer is not None and not isinstance(error, SafetyError):
        return answer.text
    if error is None or isinstance(error, PlanError):
        return str(error or "the run gave no answer")
    raise error


def error_json(message: str, kind: str = "invalid_request_error", code: str | None = None) -> dict[str, Any]:
    """An error in the form of the API."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def model_json() -> dict[str, Any]:
    """The one model there is."""
    return {"id": MODEL, "object": "model", "created": _CREATED, "owned_by": MODEL}


def without_folder(content: Any, folder: str) -> Any:
    """What is sent to a client, without the place of its session's folder, which is the server's own affair."""
    if isinstance(content, str):
        return content.replace(folder, "the folder of this conversation")
    if isinstance(content, dict):
        return {key: without_folder(value, folder) for key, value in content.items()}
    if isinstance(content, list):
        return [without_folder(value, folder) for value in content]
    return content
