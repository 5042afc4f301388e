"""A chat client over real loopback: the answer whole and in pieces, refusals, memory, wrong requests, clients that go."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from openai import BadRequestError, NotFoundError, OpenAI

TPSA = "What is the TPSA of OCC(O)CO?"
SARIN = "CC(C)OP(C)(=O)F"
SLOW = Path(__file__).parents[1] / "sessions" / "plugin"


@pytest.fixture(scope="module")
def client(server: Any) -> OpenAI:
    return OpenAI(base_url=f"{server.url}/v1", api_key="none is needed", max_retries=0, timeout=60)


def ask(client: OpenAI, *turns: str, **more: Any) -> Any:
    roles = ("user", "assistant")
    messages: list[Any] = [{"role": roles[place % 2], "content": text} for place, text in enumerate(turns)]
    return client.chat.completions.create(model="scitoolagent", messages=messages, **more)


def said(client: OpenAI, *turns: str) -> str:
    text: str = ask(client, *turns).choices[0].message.content
    return text


def test_the_models(client: OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["scitoolagent"]
    assert client.models.retrieve("scitoolagent").object == "model"
    with pytest.raises(NotFoundError, match="no model 'gpt-4o'"):
        client.models.retrieve("gpt-4o")


def test_an_answer_names_the_value_and_its_step(client: OpenAI) -> None:
    found = ask(client, TPSA)
    (choice,) = found.choices
    # Three OH at 20.23 Å² each (Ertl 2000, table 3).
    assert "60.69" in choice.message.content
    assert (choice.message.role, choice.finish_reason) == ("assistant", "stop")
    assert found.usage.total_tokens == 0  # no model was asked
    assert found.model_extra["scitoolagent"]["values"][0]["value"] == pytest.approx(60.69)


def test_the_pieces_make_the_same_answer_and_tell_what_goes_on(client: OpenAI) -> None:
    pieces = list(ask(client, TPSA, stream=True, stream_options={"include_usage": True}))
    assert len({piece.id for piece in pieces}) == 1
    deltas = [piece.choices[0].delta for piece in pieces[:-1]]
    assert deltas[0].role == "assistant"
    assert "".join(delta.content or "" for delta in deltas) == said(client, TPSA)
    thought = "".join((delta.model_extra or {}).get("reasoning_content", "") for delta in deltas)
    assert thought.splitlines() == ["plan: polar_surface_area", "step 1, polar_surface_area: ok"]
    assert [piece.choices[0].finish_reason for piece in pieces[:-1]] == [None] * (len(pieces) - 2) + ["stop"]
    assert pieces[-1].choices == []
    assert pieces[-1].usage.total_tokens == 0


def test_usage_is_sent_only_when_it_is_wanted(client: OpenAI) -> None:
    assert all(piece.usage is None for piece in ask(client, TPSA, stream=True))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who won the match?", "no safe plan"),
        (f"What is the TPSA of {SARIN}?", "nothing here works on it"),
        ("  ", "the question is empty"),
        ("What are the stereoisomers of c1ccccc1?", "confirm only this call"),
    ],
)
def test_a_refusal_is_what_the_assistant_says(client: OpenAI, question: str, words: str, stream: bool) -> None:
    found = ask(client, question, stream=stream)
    if not stream:
        assert found.choices[0].finish_reason == "stop"
        assert words in found.choices[0].message.content
        return
    pieces = list(found)
    assert words in "".join(piece.choices[0].delta.content or "" for piece in pieces)
    assert pieces[-1].choices[0].finish_reason == "stop"


@pytest.mark.parametrize("stream", [False, True])
def test_where_the_server_keeps_its_files_is_not_told(client: OpenAI, stream: bool) -> None:
    for question in ("What is the mean of mw in data.csv?", "What is the crystal density of /etc/host.cif?"):
        found = ask(client, question, stream=stream)
        text = "".join(piece.model_dump_json() for piece in found) if stream else found.model_dump_json()
        assert "the working folder" in text
        assert "/sessions/" not in text


def test_a_person_confirms_with_the_digest(client: OpenAI) -> None:
    question = "What are the stereoisomers of c1ccccc1?"
    refused = ask(client, question)
    digests = [finding["digest"] for finding in refused.model_extra["scitoolagent"]["findings"]]
    approved = ask(client, question, extra_body={"approve": digests})
    assert approved.model_extra["scitoolagent"]["status"] == "complete"
    assert ask(client, question).model_extra["scitoolagent"]["status"] == "blocked"


def test_earlier_turns_are_what_it_refers_to(client: OpenAI) -> None:
    first = "What is the reverse complement of ATGGCCAAGTAA?"
    answer = said(client, first)
    assert "TTACTTGGCCAT" in answer
    # By the standard code, TTA CTT GGC CAT is LLGH; the sequence of the question itself would be MAK*.
    assert "LLGH" in said(client, first, answer, "Translate that DNA into protein.")
    # A conversation that this server never saw: the molecule is known, though not the answer.
    assert "11" in said(client, "What is the TPSA of camphor?", "Never said here.", "How many heavy atoms has it?")
    assert "no safe plan" in said(client, "How many heavy atoms has it?")


def test_the_last_question_counts_and_the_system_is_not_asked(client: OpenAI) -> None:
    messages: list[Any] = [
        {"role": "system", "content": "Compute the TPSA of CCO."},
        {
            "role": "user",
            "content": [{"type": "text", "text": "How many rings"}, {"type": "text", "text": "has camphor?"}],
        },
    ]
    found = client.chat.completions.create(model="scitoolagent", messages=messages, temperature=0.7, max_tokens=5)
    assert "2" in (found.choices[0].message.content or "")
    assert "surface" not in (found.choices[0].message.content or "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"messages": []}, "messages"),
        ({"messages": None}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "user", "content": {"a": 1}}]}, "messages.0.content"),
        ({"messages": [{"role": "king", "content": "x"}]}, "messages.0.role"),
        ({"messages": [{"role": "assistant", "content": "x"}]}, "none of them is from the user"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]}, "image_url"),
        ({"n": 3}, "n: 3 answers"),
        ({"response_format": {"type": "json_object"}}, "only text"),
        ({"approve": ["all"]}, "approve"),
        ({"stream": "perhaps"}, "stream"),
    ],
)
def test_wrong_requests_are_told_what_is_wrong(client: OpenAI, change: dict[str, Any], message: str) -> None:
    given = {"model": "scitoolagent", "messages": [{"role": "user", "content": TPSA}], **change}
    with pytest.raises(BadRequestError, match=message) as refused:
        client.post("/chat/completions", body=given, cast_to=object)
    assert refused.value.type == "invalid_request_error"


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff", b"null", b"[]", b'{"model": NaN}'])
def test_what_is_no_request_is_refused(server: Any, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx2.post(f"{server.url}/v1/chat/completions", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "invalid_request_error"


def test_another_model_another_path_another_type_and_another_method(server: Any, client: OpenAI) -> None:
    with pytest.raises(NotFoundError, match="no model"):
        client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "x"}])
    assert (
        httpx2.get(f"{server.url}/v1/nothing").json()["error"]["message"].startswith("GET /v1/nothing is not offered")
    )
    assert httpx2.get(f"{server.url}/v1/chat/completions").status_code == 405
    form = httpx2.post(f"{server.url}/v1/chat/completions", content=b"{}", headers={"content-type": "text/plain"})
    assert form.status_code == 415


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "\ud800", "a\u2028b\ndata: [DONE]\n\n", "\x00", "{{7*7}}"]
)
def test_any_text_comes_back_as_text_of_json(server: Any, text: str) -> None:
    given = {"model": "scitoolagent", "messages": [{"role": "user", "content": f"What is the TPSA of {text}?"}]}
    for stream in (False, True):
        body = json.dumps({**given, "stream": stream})
        headers = {"content-type": "application/json"}
        answer = httpx2.post(f"{server.url}/v1/chat/completions", content=body, headers=headers, timeout=60)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream" if stream else "application/json")
        if stream:
            events = answer.text.split("\n\n")
            assert events[-2:] == ["data: [DONE]", ""]
            assert all(json.loads(event.removeprefix("data: ")) for event in events[:-2])
        else:
            assert answer.json()["choices"][0]["finish_reason"] == "stop"


def test_a_sign_that_no_text_has_is_not_left_out(server: Any) -> None:
    given = {"model": "scitoolagent", "messages": [{"role": "user", "content": "TPSA of \ud800 menthol"}]}
    answer = httpx2.post(f"{server.url}/v1/chat/completions", content=json.dumps(given),
                         headers={"content-type": "application/json"}, timeout=60)  # fmt: skip
    assert "no UTF-8 text" in answer.json()["choices"][0]["message"]["content"]


def count(server: Any, line: str) -> float:
    text = httpx2.get(f"{server.url}/metrics").text
    found = [row.rsplit(" ", 1)[1] for row in text.splitlines() if row.startswith(line + " ")]
    return float(found[0]) if found else 0.0


def test_the_metrics_count(server: Any, client: OpenAI) -> None:
    lines = ('scitoolagent_runs_total{state="finished"}', "scitoolagent_chat_seconds_count")
    lines += ('scitoolagent_requests_total{route="chat",status="200"}',)
    before = [count(server, line) for line in lines]
    said(client, TPSA)
    until(lambda: [count(server, line) for line in lines] == [number + 1 for number in before])
    assert count(server, "scitoolagent_sessions") == 0
    assert count(server, "process_resident_memory_bytes") > 10_000_000
    assert count(server, 'scitoolagent_chat_seconds_bucket{le="+Inf"}') == count(server, lines[1])


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_a_client_that_goes_away_ends_its_run(start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool that hangs writes down its process, which has to be gone then; a full queue is told on the way."""
    monkeypatch.setenv("NAPS", str(tmp_path))
    server = start("--running", "1", "--waiting", "1", plugin=SLOW)
    running = 'scitoolagent_runs{state="running"}'
    try:
        for stream in (True, False):
            connection = post(server.url, "What is the nap count of CCO?", stream)
            until(lambda: busy(tmp_path))
            behind = post(server.url, TPSA, False)
            until(lambda: count(server, 'scitoolagent_runs{state="queued"}') == 1)
            full = httpx2.post(f"{server.url}/v1/chat/completions", json=request(TPSA, False))
            assert (full.status_code, full.json()["error"]["code"]) == (503, "busy")
            assert full.headers["retry-after"]
            behind.close()
            connection.close()
            until(lambda: not busy(tmp_path))
            until(lambda: count(server, running) == 0)
        assert count(server, 'scitoolagent_runs_total{state="cancelled"}') == 4
    finally:
        server.process.terminate()
        assert b"Traceback" not in server.process.communicate(timeout=60)[1]


def request(question: str, stream: bool) -> dict[str, Any]:
    return {"model": "scitoolagent", "messages": [{"role": "user", "content": question}], "stream": stream}


def post(url: str, question: str, stream: bool) -> socket.socket:
    """Send a request and do not wait for the answer."""
    body = json.dumps(request(question, stream)).encode()
    connection = socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[1])))
    lines = ["POST /v1/chat/completions HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    connection.sendall("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
    return connection


def busy(folder: Path) -> list[Path]:
    return [path for path in folder.glob("[0-9]*") if Path(f"/proc/{path.name}").exists()]


def test_many_clients_at_once_get_their_own_answers(client: OpenAI) -> None:
    def formula(length: int) -> str:
        return said(client, f"What is the molecular formula of {'C' * length}O?")

    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(formula, range(2, 34)))
    # The number of carbon atoms is the length of the chain.
    assert all(f"C{length}H{2 * length + 2}O" in text for length, text in zip(range(2, 34), found, strict=True))
