"""Files of a session stay in its folder, whatever they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError, ToolInputError
from scitoolagent.sessions import session as module
from scitoolagent.sessions.session import Session, folder_name


@pytest.fixture
def session(tmp_path: Path) -> Session:
    folder = tmp_path / "own"
    folder.mkdir()
    return Session(folder, lambda run, session, work: None, 0.0, True)


def test_a_file_is_put_into_the_folder_and_replaced(session: Session) -> None:
    assert session.save_file("My table (2).csv", b"a") == session.workspace / "My table (2).csv"
    assert session.save_file("My table (2).csv", b"bc").read_bytes() == b"bc"
    assert [path.name for path in session.workspace.iterdir()] == ["My table (2).csv"]


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "C:\\x", ".hidden", "-rf", "x\x00y", "x\ny", "a..b", "x.",
     "x ", "~", "$HOME", "<b>", "x" * 101, "file://x", "%2e%2e%2fx", "a:b", "CON:", "a\u202egpj.exe"],
)  # fmt: skip
def test_names_that_leave_the_folder_or_mislead_are_refused(session: Session, name: str) -> None:
    with pytest.raises(ToolInputError, match="file name"):
        session.save_file(name, b"x")
    assert list(session.workspace.parent.rglob("*")) == [session.workspace]


def test_letters_of_other_scripts_are_no_danger(session: Session) -> None:
    assert session.save_file("Größe_表.csv", b"x").is_file()


def test_a_link_in_the_folder_is_replaced_not_followed(session: Session, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_bytes(b"kept")
    (session.workspace / "x.txt").symlink_to(outside)
    session.save_file("x.txt", b"new")
    assert outside.read_bytes() == b"kept"
    assert not (session.workspace / "x.txt").is_symlink()


def test_a_folder_is_not_replaced(session: Session) -> None:
    (session.workspace / "x").mkdir()
    with pytest.raises(ToolInputError, match="folder"):
        session.save_file("x", b"new")


def test_what_is_too_large_is_refused(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_FILE", 10)
    monkeypatch.setattr(module, "_LARGEST_FOLDER", 15)
    with pytest.raises(ToolInputError, match="at most 10"):
        session.save_file("a", b"x" * 11)
    session.save_file("a", b"x" * 10)
    with pytest.raises(ToolInputError, match="does not fit"):
        session.save_file("b", b"x" * 6)
    # Replacing the first file fits within the limit.
    session.save_file("a", b"x" * 9)
    session.save_file("b", b"x" * 6)


@pytest.mark.parametrize("name", ["", "../../etc", "/", "ann", "ann bob", "x" * 500, "..", "<script>"])
def test_the_name_of_a_folder_is_one_plain_word(name: str) -> None:
    made = folder_name(name)
    assert Path(made).name == made
    assert len(made) < 60
    assert made != folder_name(name)
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def test_only_the_last_runs_are_kept_and_open_ones_always(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_KEPT", 2)
    still_open = session.ask("1")
    for number in range(2, 6):
        session.ask(str(number)).end()
    last = session.ask("6")
    assert [run.question for run in session.runs] == ["1", "6"] or session.runs == (still_open, session.runs[1], last)
    assert len(session.runs) <= 3
    assert session.run(still_open.id) is still_open
    with pytest.raises(ConfigError, match="no run"):
        session.run("../../x")
