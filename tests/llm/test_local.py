"""A local model that cannot be served is an error with a reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scitoolagent.errors import ModelError
from scitoolagent.llm.local import serve_gguf


def serve(path: Path, *adapters: Path) -> None:
    with serve_gguf(path, adapters=adapters):
        raise AssertionError("served")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model file"):
        serve(tmp_path / "absent.gguf")


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + bytes(200))
    with pytest.raises(ModelError, match="cannot serve"):
        serve(path)
    with pytest.raises(ModelError, match=r"no model file .*absent"):
        serve(path, tmp_path / "absent.gguf")
    path.write_bytes(b"<html>")
    with pytest.raises(ModelError, match="no GGUF file"):
        serve(path)


def test_without_llama_cpp_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    with pytest.raises(ModelError, match=r"scitoolagent\[local\]"):
        serve(path)
