"""Access to a server: names, tokens, rates and sizes, each refused in its own way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.sessions.access import (
    AccessMiddleware,
    AsgiMessage,
    RateLimiter,
    Receive,
    Scope,
    Send,
    check_address,
    is_loopback,
)

TOKEN = "0123456789abcdef-not-a-real-token"


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers 200 with what it read; 499 when the client is gone."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            await send({"type": "http.response.start", "status": 499, "headers": []})
            return
        body += message["body"]
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


def request(
    access: AccessMiddleware, headers: dict[str, str] | list[tuple[str, str]], path: str = "/v1", parts: tuple[bytes, ...] = (b"",),
    client: str = "127.0.0.1",
) -> tuple[int, dict[bytes, bytes]]:  # fmt: skip
    """The status and headers of the answer."""
    sent: list[AsgiMessage] = []
    waiting = [
        {"type": "http.request", "body": part, "more_body": place < len(parts) - 1} for place, part in enumerate(parts)
    ]
    pairs = list(headers.items()) if isinstance(headers, dict) else headers

    async def receive() -> AsgiMessage:
        return waiting.pop(0)

    async def send(message: AsgiMessage) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "path": path,
        "client": (client, 1234),
        "headers": [(name.lower().encode(), value.encode()) for name, value in pairs],
    }
    asyncio.run(access(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"])


def access(**changes: Any) -> AccessMiddleware:
    given = {"local": True, "token": "", "a_minute": 100, "largest": 10, "public": ("/health",)}
    return AccessMiddleware(_echo, **{**given, **changes})


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8766", "localhost:1", "[::1]:8766", "LOCALHOST", "127.3.2.1:5"]
)
def test_this_machine_is_let_in(host: str) -> None:
    assert request(access(), {"Host": host})[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8766", "localhost.evil.example", "127.0.0.1.evil.example", "", "0.0.0.0", "[::2]"],
)
def test_another_name_for_this_machine_is_refused(host: str) -> None:
    assert request(access(), {"Host": host})[0] == 421
    assert request(access(), {})[0] == 421


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost.evil.example:8766", "", "http://localhost:3000", "http://[::1]"],
)
def test_pages_of_other_sites_are_refused(origin: str) -> None:
    # A page of another program on this machine is another site, too.
    assert request(access(), {"Host": "localhost:8766", "Origin": origin})[0] == 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8766", "http://localhost:8766"),
        ("127.0.0.1:8766", "http://[::1]:8766"),
        ("localhost", "http://localhost"),
    ],
)
def test_its_own_pages_are_let_in(host: str, origin: str) -> None:
    assert request(access(), {"Host": host, "Origin": origin})[0] == 200


@pytest.mark.parametrize(
    "given",
    [[], ["Bearer wrong"], [f"Basic {TOKEN}"], [f"Bearer {TOKEN}x"], ["Bearer"], [f"Bearer {TOKEN}"] * 2, ["é"]],
)
def test_a_wrong_token_is_refused_everywhere_but_where_it_is_public(given: list[str]) -> None:
    closed = access(local=False, token=TOKEN)
    headers = [("authorization", value) for value in given]
    status, answered = request(closed, headers)
    assert (status, answered[b"www-authenticate"]) == (401, b"Bearer")
    assert request(closed, headers, "/health")[0] == 200
    assert request(closed, {"Authorization": f"Bearer {TOKEN}", "Host": "any.example"})[0] == 200


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    busy = access(local=False, token=TOKEN, a_minute=2)
    # Guesses of the token count, too.
    assert [request(busy, {})[0] for _ in range(2)] == [401, 401]
    status, headers = request(busy, {"Authorization": f"Bearer {TOKEN}"})
    assert (status, headers[b"retry-after"]) == (429, b"30")
    assert request(busy, {"Authorization": f"Bearer {TOKEN}"}, client="192.0.2.7")[0] == 200


def test_the_allowance_fills_again() -> None:
    now = [0.0]
    rate = RateLimiter(6, lambda: now[0])
    assert [rate.take("a") for _ in range(7)] == [0] * 6 + [10]
    now[0] = 10.0
    # Six a minute are one in ten seconds.
    assert [rate.take("a"), rate.take("a")] == [0, 10]
    now[0] = 10_000.0
    assert [rate.take("a") for _ in range(7)] == [0] * 6 + [10]


def test_many_addresses_take_no_more_memory_and_one_network_is_one_client() -> None:
    rate = RateLimiter(6)
    for number in range(10_100):
        rate.take(str(number))
    assert len(rate._left) == 10_000
    busy = access(local=False, a_minute=1)
    assert request(busy, {}, client="2001:db8::1")[0] == 200
    assert request(busy, {}, client="2001:db8::2")[0] == 429
    assert request(busy, {}, client="2001:db8:0:1::2")[0] == 200


def test_what_is_too_large_is_refused_whether_it_says_so_or_not() -> None:
    local = {"Host": "localhost"}
    assert request(access(), local, parts=(b"12345", b"67890"))[0] == 200
    for length in ("11", "-1", "ten", "9" * 5000):
        assert request(access(), {**local, "Content-Length": length})[0] == 413
    assert request(access(), local, parts=(b"12345", b"67890", b"1"))[0] == 499


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_an_address_that_others_reach_needs_a_token(host: str) -> None:
    with pytest.raises(ConfigError, match="SOME_TOKEN"):
        check_address(host, "", "SOME_TOKEN")
    check_address(host, TOKEN, "SOME_TOKEN")


@pytest.mark.parametrize("token", ["secret", "a" * 15, "ä" * 20, "a" * 20 + "\n"])
def test_a_token_that_can_be_guessed_or_not_sent_is_refused(token: str) -> None:
    with pytest.raises(ConfigError, match="at least 16"):
        check_address("127.0.0.1", token, "SOME_TOKEN")


def test_loopback() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost")] == [True] * 4
    assert not any(map(is_loopback, ("0.0.0.0", "10.0.0.1", "localhost.evil.example", "::ffff:10.0.0.1")))
