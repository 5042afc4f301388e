"""The routes: chat completions, models, metrics, health."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from scitoolagent.errors import BusyError, ConfigError, SciToolAgentError, ToolInputError
from scitoolagent.serving.metrics import Metrics
from scitoolagent.serving.wire import (
    MODEL,
    Chat,
    CompletionWriter,
    error_json,
    model_json,
    progress,
    read_chat,
    text_of,
    without_folder,
)
from scitoolagent.sessions import Run, Session, Sessions
from scitoolagent.turns import Turn

_BODY_SECONDS = 30.0
_MOST_CONVERSATIONS = 256
_RETRY = {"Retry-After": "1"}


class Endpoint:
    """Answers requests. Each gets its own session, which continues the conversation in the request.

    Args:
        sessions: answer the questions; the caller closes them.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._metrics = Metrics()
        # A request identifies its conversation by its messages, so clients that send equal messages share its turns.
        self._turns: OrderedDict[str, tuple[Turn, ...]] = OrderedDict()

    def app(self) -> Starlette:
        """The ASGI application."""
        routes = [
            Route("/v1/chat/completions", self.chat, methods=["POST"]),
            Route("/v1/models", self.models),
            Route("/v1/models/{name}", self.model),
            Route("/metrics", self.metrics),
            Route("/health", self.health),
        ]
        return Starlette(routes=routes, exception_handlers={HTTPException: _not_here})

    async def models(self, request: Request) -> Response:
        """List the models."""
        return JSONResponse({"object": "list", "data": [model_json()]})

    async def model(self, request: Request) -> Response:
        """One of them."""
        name = request.path_params["name"]
        return JSONResponse(model_json()) if name == MODEL else _no_model(name)

    async def metrics(self, request: Request) -> Response:
        """Counts, for Prometheus."""
        return PlainTextResponse(
            self._metrics.text(self._sessions.health()), media_type="text/plain; version=0.0.4; charset=utf-8"
        )

    async def health(self, request: Request) -> Response:
        """Whether the server answers; nothing about users or questions."""
        return JSONResponse({"status": "ok"})

    async def chat(self, request: Request) -> Response:
        """Answer the last question of a conversation."""
        started = time.monotonic()
        response = await self._chat(request, started)
        self._metrics.count("chat", response.status_code)
        return response

    async def _chat(self, request: Request, started: float) -> Response:
        # Pages of other sites can send any type but this one without a CORS preflight.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return JSONResponse(error_json("the content type has to be application/json"), 415)
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                body = await request.body()
        except TimeoutError:
            return JSONResponse(error_json(f"the request did not come in full within {_BODY_SECONDS:g} s"), 408)
        except ClientDisconnect:
            return JSONResponse(error_json("the request is too large, or did not come in full"), 413)
        try:
            chat = read_chat(body)
        except ToolInputError as error:
            return JSONResponse(error_json(str(error)), 400)
        if chat.model != MODEL:
            return _no_model(chat.model)
        try:
            run, folder = self._start(chat, started)
        except (BusyError, ConfigError) as error:
            return JSONResponse(error_json(str(error), "server_error", "busy"), 503, _RETRY)
        if chat.stream:
            pieces = _pieces(chat, run, folder)
            return StreamingResponse(pieces, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        return await _whole(request, run, folder)

    def _start(self, chat: Chat, started: float) -> tuple[Run, str]:
        """The run of a question, and the folder of its session, of which clients are not told."""
        session = self._sessions.open("chat", patience=0)
        known = self._turns.get(chat.key(), ())
        session.conversation.recall(known)
        try:
            run = session.ask(chat.question, chat.approve, () if known else chat.questions)
        except (BusyError, ConfigError):
            self._sessions.close(session)
            raise
        loop = asyncio.get_running_loop()

        def finish() -> None:
            if not run.is_open:
                self._finish(chat, session, run, started)

        # Timed by the run, because no response is started for a client that has disconnected.
        _tell_loop(run, loop, finish)
        loop.call_soon(finish)
        return run, str(session.workspace)

    def _finish(self, chat: Chat, session: Session, run: Run, started: float) -> None:
        if not self._sessions.close(session):
            return
        if run.answer is not None and run.state == "finished":
            self._turns[chat.key_after(run.answer.text)] = session.conversation.turns
            while len(self._turns) > _MOST_CONVERSATIONS:
                self._turns.popitem(last=False)
        self._metrics.time(time.monotonic() - started)


async def _whole(request: Request, run: Run, folder: str) -> Response:
    """The complete answer; a client that disconnects cancels its run."""
    gone = asyncio.create_task(_gone(request, run))
    try:
        await _ended(run)
        text = text_of(run.answer, run.error)
    except SciToolAgentError as error:
        return JSONResponse(without_folder(_failure(error), folder), 500)
    finally:
        gone.cancel()
        run.cancel()
    return JSONResponse(without_folder(CompletionWriter(run.id).whole(text, run.answer), folder))


async def _pieces(chat: Chat, run: Run, folder: str) -> AsyncIterator[str]:
    """The answer as server-sent events; when this iterator ends, for whatever reason, the run is cancelled."""
    reply = CompletionWriter(run.id)

    def event(content: dict[str, Any]) -> str:
        return f"data: {json.dumps(without_folder(content, folder))}\n\n"

    try:
        yield event(reply.piece(role="assistant", content=""))
        async for line in _progress(run):
            yield event(reply.piece(reasoning_content=line))
        try:
            text = text_of(run.answer, run.error)
        except SciToolAgentError as error:
            yield event(_failure(error))
            return
        for line in text.splitlines(keepends=True):
            yield event(reply.piece(content=line))
        yield event(reply.end(run.answer))
        if chat.with_usage:
            yield event(reply.usage(run.answer))
        yield "data: [DONE]\n\n"
    finally:
        run.cancel()


async def _progress(run: Run) -> AsyncIterator[str]:
    """Progress lines of a run until it ends."""
    changed = _changes(run)
    place = 0
    while True:
        changed.clear()
        is_open, records = run.is_open, run.so_far()
        for record in records[place:]:
            if line := progress(record):
                yield line
        place = len(records)
        if not is_open:
            return
        await changed.wait()


async def _ended(run: Run) -> None:
    changed = _changes(run)
    while run.is_open:
        changed.clear()
        if run.is_open:
            await changed.wait()


def _changes(run: Run) -> asyncio.Event:
    """An event of this loop, set by the run's threads after each change."""
    changed = asyncio.Event()
    _tell_loop(run, asyncio.get_running_loop(), changed.set)
    return changed


def _tell_loop(run: Run, loop: asyncio.AbstractEventLoop, function: Callable[[], object]) -> None:
    """Call a function in the loop after each change of a run."""

    def notice() -> None:
        # The loop may be closed before the run ends.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(function)

    run.watch(notice)


async def _gone(request: Request, run: Run) -> None:
    """Cancel a run when its client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    run.cancel()


def _failure(error: SciToolAgentError) -> dict[str, Any]:
    return error_json(f"{type(error).__name__}: {error}", "server_error", "failed")


def _no_model(name: str) -> Response:
    message = f"there is no model {name[:80]!r}; the one here is {MODEL!r}"
    return JSONResponse(error_json(message, code="model_not_found"), 404)


async def _not_here(request: Request, error: Exception) -> Response:
    status, headers = 404, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
    message = f"{request.method} {request.url.path[:200]} is not offered; see /v1/models and /v1/chat/completions"
    return JSONResponse(error_json(message), status, dict(headers or {}))
