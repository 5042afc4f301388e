"""The server's command and the settings name the same models."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune import serve


def _adapter(folder: Path, rank: int) -> None:
    folder.mkdir(parents=True)
    (folder / "adapter_config.json").write_text(json.dumps({"r": rank}))


def test_adapters_are_names_on_one_server(tmp_path: Path) -> None:
    for role, rank in (("planner", 16), ("summarizer", 24)):
        _adapter(tmp_path / role, rank)
    service = serve.plan_serving("Qwen/x", tmp_path, port=8123)
    assert service.command[:3] == ("vllm", "serve", "Qwen/x")
    assert service.command[service.command.index("--host") + 1] == "127.0.0.1"
    assert service.command[-2:] == tuple(f"{role}={tmp_path / role}" for role in ("planner", "summarizer"))
    assert service.command[service.command.index("--max-lora-rank") + 1] == "32"  # the next rank that vLLM takes
    settings = Config(**tomllib.loads(service.settings))
    assert (settings.planner_model, settings.summarizer_model) == ("planner", "summarizer")
    assert settings.small_model  # the form that the planner was trained on
    assert settings.model_url == "http://127.0.0.1:8123/v1"
    assert "--enforce-eager" not in service.command
    without = serve.plan_serving("Qwen/x", tmp_path, port=8123, cpu=True)
    assert without.command[:5] == ("python", "-m", "vllm.entrypoints.openai.api_server", "--model", "Qwen/x")
    assert {"--enforce-eager", "--max-num-seqs"} < set(without.command)
    assert without.command[-3:] == service.command[-3:]
    assert without.settings == service.settings


def test_a_folder_without_adapters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no adapter"):
        serve.plan_serving("x", tmp_path)
    (tmp_path / "planner").mkdir()
    (tmp_path / "planner" / "adapter_config.json").write_text("[]")
    with pytest.raises(ConfigError, match="no adapter configuration"):
        serve.plan_serving("x", tmp_path)


def test_a_missing_vllm_is_named_with_its_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve.shutil, "which", lambda name: None)
    with pytest.raises(ConfigError, match="pip install vllm"):
        serve.run_serving(serve.ServingPlan(("vllm",), ""))
