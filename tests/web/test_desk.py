"""Whose runs and files a browser sees, and that a picture which breaks its process costs nothing else."""

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
from scitoolagent.web import desk as module
from scitoolagent.web.desk import Desk
from scitoolagent.web.pictures import Painter


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    painter = Painter(4096)
    yield painter
    painter.close()


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sessions]:
    folder = tmp_path_factory.mktemp("desk")
    config = Config(data_dir=folder / "data", cache_dir=folder / "cache", workers=1)
    with Sessions(config, folder / "users", running=1) as sessions:
        yield sessions


def past(config: Config) -> str:
    trace = Trace(config.runs_dir)
    trace.write(Query(text="somebody's question"))
    trace.close()
    return trace.run


def test_one_browser_keeps_its_session(sessions: Sessions, painter: Painter) -> None:
    desk = Desk(sessions, painter, shared=True)
    assert desk.session("a") is desk.session("a")
    assert desk.session("a").workspace != desk.session("b").workspace


def test_runs_of_this_machine_are_seen_by_its_owner_only(sessions: Sessions, painter: Painter) -> None:
    run = past(sessions.config)
    own = Desk(sessions, painter, shared=True)
    assert own.history(own.session("a"), 0, 10) == [(run, "somebody's question")]
    assert own.past_run(own.session("a"), run) == (Query(text="somebody's question"),)
    guest = Desk(sessions, painter, shared=False)
    assert guest.history(guest.session("a"), 0, 10) == []
    with pytest.raises(ConfigError, match="no run"):
        guest.past_run(guest.session("a"), run)


@pytest.mark.parametrize("name", ["../../data/secret", "/etc/passwd", "link", "..", "absent"])
def test_only_files_of_the_session_are_shown(sessions: Sessions, painter: Painter, name: str) -> None:
    desk = Desk(sessions, painter, shared=True)
    session = desk.session("a")
    secret = session.workspace.parents[1] / "data" / "secret"
    secret.parent.mkdir(exist_ok=True)
    secret.write_text("secret")
    (session.workspace / "link").symlink_to(secret)
    session.save_file("own.pdb", b"own")
    assert desk.file_text(session, "own.pdb") == "own"
    assert desk.file_text(session, name) == ""


def test_the_longest_absent_browser_makes_room(
    sessions: Sessions, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_BROWSERS", 2)
    desk = Desk(sessions, painter, shared=True)
    first, second = desk.session("a"), desk.session("b")
    desk.session("a")
    desk.session("c")
    assert desk.session("a") is first
    assert desk.session("b") is not second


def test_tools_are_found_by_words_and_topic(sessions: Sessions, painter: Painter) -> None:
    desk = Desk(sessions, painter, shared=True)
    assert "isoelectric_point" in desk.find_tools("isoelectric point", "")[:3]
    assert desk.find_tools("", "") == sorted(desk.graph.tools)
    topics = {desk.graph.tools[name].topic for name in desk.find_tools("mass", "Proteins")}
    assert topics == {"Proteins"}


def crash(text: str) -> str:
    os.abort()


def test_what_cannot_be_drawn_is_left_out(painter: Painter) -> None:
    async def draw() -> None:
        assert await painter.molecule("no molecule") is None
        assert await painter.molecule("C" * 5000) is None
        assert await painter.shape("no structure", "mol") is None
        assert await painter._drawn(crash, "") is None
        assert (await painter.molecule("CCO") or "").startswith("<svg")

    asyncio.run(draw())
