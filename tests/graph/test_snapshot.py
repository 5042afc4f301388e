"""A snapshot is what was kept, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.graph.snapshot import digest_of, read_snapshot, write_snapshot


def test_a_snapshot_is_what_was_kept_or_nothing(tmp_path: Path) -> None:
    folder, digest = tmp_path / "new", digest_of(b"content")
    assert read_snapshot(folder, "one", digest) is None
    write_snapshot(folder, "one", digest, {"a": [1, "µ"]})
    assert read_snapshot(folder, "one", digest) == {"a": [1, "µ"]}
    assert read_snapshot(folder, "two", digest) is None
    assert read_snapshot(folder, "one", digest_of(b"other")) is None
    assert [path.name for path in folder.iterdir()] == [f"one-{digest}.json"]
    next(folder.iterdir()).write_bytes(b"{")
    assert read_snapshot(folder, "one", digest) is None


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    write_snapshot(tmp_path / "file", "one", "0", {})
    assert read_snapshot(tmp_path / "file", "one", "0") is None


def test_nothing_is_left_of_a_file_that_there_was_no_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    write_snapshot(tmp_path, "one", "0", {})
    assert list(tmp_path.iterdir()) == []
