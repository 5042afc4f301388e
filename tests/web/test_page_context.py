"""Which runs and files a browser sees; a picture that crashes its process affects nothing else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.records import Query
from scitoolagent.sessions import Sessions
from scitoolagent.trace import Trace
from scitoolagent.web import page_context as module
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.pictures import Renderer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    renderer = Renderer(4096)
    yield renderer
    renderer.close()


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sessions]:
    folder = tmp_path_factory.mktemp("context")
    config = Config(data_dir=folder / "data", cache_dir=folder / "cache", workers=1)
    with Sessions(config, folder / "users", running=1) as sessions:
        yield sessions


def past(config: Config) -> str:
    trace = Trace(config.runs_dir)
    trace.write(Query(text="somebody's question"))
    trace.close()
    return trace.run


def test_one_browser_keeps_its_session(sessions: Sessions, renderer: Renderer) -> None:
    context = PageContext(sessions, renderer, shared=True)
    assert context.session("a") is context.session("a")
    assert context.session("a").workspace != context.session("b").workspace


def test_runs_of_this_machine_are_seen_by_its_owner_only(sessions: Sessions, renderer: Renderer) -> None:
    run = past(sessions.config)
    own = PageContext(sessions, renderer, shared=True)
    assert own.history(own.session("a"), 0, 10) == [(run, "somebody's question")]
    assert own.past_run(own.session("a"), run) == (Query(text="somebody's question"),)
    stranger = PageContext(sessions, renderer, shared=False)
    assert stranger.history(stranger.session("a"), 0, 10) == []
    with pytest.raises(ConfigError, match="no run"):
        stranger.past_run(stranger.session("a"), run)


@pytest.mark.parametrize("name", ["../../data/secret", "/etc/passwd", "link", "..", "absent"])
def test_only_files_of_the_session_are_shown(sessions: Sessions, renderer: Renderer, name: str) -> None:
    context = PageContext(sessions, renderer, shared=True)
    session = context.session("a")
    secret = session.workspace.parents[1] / "data" / "secret"
    secret.parent.mkdir(exist_ok=True)
    secret.write_text("secret")
    (session.workspace / "link").symlink_to(secret)
    session.save_file("own.pdb", b"own")
    assert context.file_text(session, "own.pdb") == "own"
    assert context.file_text(session, name) == ""


def test_the_longest_absent_browser_makes_room(
    sessions: Sessions, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_BROWSERS", 2)
    context = PageContext(sessions, renderer, shared=True)
    first, second = context.session("a"), context.session("b")
    context.session("a")
    context.session("c")
    assert context.session("a") is first
    assert context.session("b") is not second


def test_tools_are_found_by_words_and_topic(sessions: Sessions, renderer: Renderer) -> None:
    context = PageContext(sessions, renderer, shared=True)
    assert "isoelectric_point" in context.find_tools("isoelectric point", "")[:3]
    assert context.find_tools("", "") == sorted(context.graph.tools)
    topics = {context.graph.tools[name].topic for name in context.find_tools("mass", "Proteins")}
    assert topics == {"Proteins"}


def crash(text: str) -> str:
    os.abort()


def test_what_cannot_be_drawn_is_left_out(renderer: Renderer) -> None:
    async def draw() -> None:
        assert await renderer.molecule("no molecule") is None
        assert await renderer.molecule("C" * 5000) is None
        assert await renderer.shape("no structure", "mol") is None
        assert await renderer._drawn(crash, "") is None
        assert (await renderer.molecule("CCO") or "").startswith("<svg")

    asyncio.run(draw())


def test_messages_name_no_folder_of_the_server(sessions: Sessions, renderer: Renderer) -> None:
    context = PageContext(sessions, renderer, shared=True)
    data = sessions.config.data_dir
    told = f"the file '{data}/sessions/web-1/rows.csv' is empty, and {data}/runs/a.jsonl: broken"
    assert context.plain(told) == "the file 'rows.csv' is empty, and a.jsonl: broken"
    assert context.plain("1/2 of the rows in a/b.csv") == "1/2 of the rows in a/b.csv"


def test_only_molecules_that_a_page_showed_are_drawn(sessions: Sessions, renderer: Renderer) -> None:
    context = PageContext(sessions, renderer, shared=True)
    address = context.drawing("CCO")
    key = address.removeprefix("/drawing/").removesuffix(".svg")
    assert (asyncio.run(context.drawn(key)) or "").startswith("<svg")
    assert asyncio.run(context.drawn("0" * 32)) is None
    assert context.drawing("") == context.drawing("C" * 601) == ""


def test_visitors_can_only_lower_the_bounds_of_a_server(sessions: Sessions, renderer: Renderer) -> None:
    own, others = (PageContext(sessions, renderer, shared=shared) for shared in (True, False))
    most = sessions.config.max_turns
    assert own.bounded({"max_turns": most + 1}).max_turns == most + 1
    assert others.bounded({"max_turns": most - 1}).max_turns == most - 1
    for bound in (most + 1, None):
        with pytest.raises(ConfigError, match="at most"):
            others.bounded({"max_turns": bound})
    with pytest.raises(ConfigError, match="max_steps"):
        own.bounded({"max_steps": 0})


def test_a_stranger_cannot_save_the_run_of_another(sessions: Sessions, renderer: Renderer) -> None:
    run = past(sessions.config)
    stranger = PageContext(sessions, renderer, shared=False)
    with pytest.raises(ConfigError, match="no run"):
        stranger.export(stranger.session("a"), run, "html")


def test_a_new_conversation_leaves_the_turns_behind(sessions: Sessions, renderer: Renderer) -> None:
    session = PageContext(sessions, renderer, shared=True).session("a")
    first = session.ask("What is the molecular weight of CCO?")
    assert session.talk == (first,)
    first.wait(60)
    session.forget()
    assert session.talk == ()
    assert session.conversation.turns == ()
    assert session.runs == (first,)
