"""The phrases kept on disk are those of the graph, and a file that is broken or of another graph is not used."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.reading.phrases import phrases_of
from scitoolagent.reading.snapshot import load_phrases
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


def test_the_snapshot_gives_the_same_phrases(tmp_path: Path) -> None:
    graph = load_graph()
    made = load_phrases(graph, tmp_path)
    assert made == phrases_of(graph)
    assert load_phrases(graph, tmp_path) == made
    assert len(list(tmp_path.iterdir())) == 1


def test_a_broken_snapshot_is_made_again(tmp_path: Path) -> None:
    graph = load_graph()
    made = load_phrases(graph, tmp_path)
    file = next(tmp_path.iterdir())
    for broken in (b"", b"{", b"{}", b"[]", b"[[1, 2, 3]]", b'[["a"]]'):
        file.write_bytes(broken)
        assert load_phrases(graph, tmp_path) == made


def test_a_graph_made_in_memory_leaves_no_file(tmp_path: Path) -> None:
    assert load_phrases(ToolGraph([], []), tmp_path) == ()
    assert not list(tmp_path.iterdir())
