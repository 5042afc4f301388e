"""Who may reach the page: the middleware is asked directly, without a network."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from scitoolagent.web.login import COOKIE, LoginMiddleware

TOKEN = "0123456789abcdef-not-a-real-token"


async def inside(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


def knock(
    login: LoginMiddleware,
    kind: str = "http",
    path: str = "/",
    method: str = "GET",
    body: bytes = b"",
    **headers: str,
) -> tuple[Any, dict[str, str]]:
    """The status, or the type of the answer to a live connection; and the headers that came back."""
    given = {"host": "127.0.0.1:8080", **headers}
    lines = [(name.encode(), value.encode()) for name, value in given.items()]
    scope = {"type": kind, "path": path, "method": method, "headers": lines, "client": ("127.0.0.1", 1)}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body} if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(login(scope, receive, send))
    answer = sent[0]
    return answer.get("status", answer["type"]), {k.decode(): v.decode() for k, v in answer.get("headers", [])}


@pytest.fixture
def local() -> LoginMiddleware:
    return LoginMiddleware(inside, local=True, token="")


@pytest.fixture
def guarded() -> LoginMiddleware:
    return LoginMiddleware(inside, local=False, token=TOKEN)


def test_this_machine_may_enter(local: LoginMiddleware) -> None:
    assert knock(local)[0] == 200
    assert knock(local, origin="http://127.0.0.1:8080")[0] == 200
    assert knock(local, "websocket", origin="http://127.0.0.1:8080")[0] == "websocket.accept"


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},  # a name that was made to point at this machine
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},  # another program on this machine
        {"origin": "null"},
    ],
)
def test_pages_of_others_may_not(local: LoginMiddleware, kind: str, headers: dict[str, str]) -> None:
    assert knock(local, kind, **headers)[0] in (403, "websocket.close")


def test_a_live_connection_says_where_it_comes_from(local: LoginMiddleware) -> None:
    assert knock(local, "websocket")[0] == "websocket.close"


def test_without_the_token_there_is_only_the_form(guarded: LoginMiddleware) -> None:
    own = {"host": "lab.example", "origin": "https://lab.example"}
    assert knock(guarded, **own)[0] == 401
    assert knock(guarded, path="/_nicegui/upload", method="POST", **own)[0] == 401
    assert knock(guarded, "websocket", **own)[0] == "websocket.close"
    assert knock(guarded, path="/enter", method="POST", body=b"token=wrong", **own)[0] == 401
    assert knock(guarded, path="/enter", method="POST", body=b"\xff" * 50, **own)[0] == 401
    assert knock(guarded, cookie=f"{COOKIE}=wrong", **own)[0] == 401
    assert knock(guarded, cookie=f"{COOKIE}=é", **own)[0] == 401


def test_the_token_opens_once_and_for_all(guarded: LoginMiddleware) -> None:
    own = {"host": "lab.example", "origin": "https://lab.example"}
    status, headers = knock(guarded, path="/enter", method="POST", body=f"token={TOKEN}".encode(), **own)
    assert status == 303
    cookie = headers["set-cookie"]
    assert TOKEN not in cookie
    assert "HttpOnly" in cookie
    passed = cookie.partition(";")[0]
    assert knock(guarded, cookie=passed, **own)[0] == 200
    assert knock(guarded, "websocket", cookie=passed, **own)[0] == "websocket.accept"
    assert knock(guarded, "websocket", cookie=passed, host="lab.example", origin="https://evil.example")[0] != 200


def test_the_token_cannot_be_tried_for_ever(guarded: LoginMiddleware) -> None:
    tries = [knock(guarded, path="/enter", method="POST", body=b"token=x")[0] for _ in range(40)]
    assert tries[0] == 401
    assert tries[-1] == 429


def test_a_huge_upload_is_refused(local: LoginMiddleware) -> None:
    assert knock(local, path="/upload", method="POST", **{"content-length": "30000000"})[0] == 413
