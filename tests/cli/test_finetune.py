"""`scitoolagent finetune`: missing parts are named, and the steps run in the right order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.finetune import app
from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune import convert, dataset, evaluate, train
from scitoolagent.finetune.dataset import DatasetOrder
from scitoolagent.finetune.datasheet import DatasetCounts
from scitoolagent.llm import client


def _run(*words: str) -> str:
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_data_are_ordered_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orders: list[DatasetOrder] = []

    def write_dataset(order: DatasetOrder, config: object) -> DatasetCounts:
        orders.append(order)
        count = DatasetCounts()
        count.examples["planner"] = 7
        return count

    monkeypatch.setattr(dataset, "write_dataset", write_dataset)
    held = tmp_path / "held.jsonl"
    said = _run("data", "--out", str(tmp_path / "d"), "--count", "20", "--seed", "3", "--against", str(held))
    assert "planner: 7" in said
    assert "not compared" not in said
    assert (orders[0].count, orders[0].seed, orders[0].evaluation) == (20, 3, (held,))
    assert "not compared with any evaluation file" in _run("data", "--out", str(tmp_path / "e"))


def test_training_all_roles_trains_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[tuple[str, str, bool]] = []

    def train_role(role: str, data: Path, recipe: object, out: Path, resume: bool) -> train.TrainedAdapter:
        trained.append((role, getattr(recipe, "base", ""), resume))
        return train.TrainedAdapter(out / role, 10, 5, 1, 2.0, 0.5)

    monkeypatch.setattr(train, "train", train_role)
    words = ("--data", str(tmp_path), "--recipe", "qwen2.5-coder-0.5b-cpu", "--out", str(tmp_path / "a"))
    said = _run("train", "all", *words, "--base", "other", "--resume")
    assert trained == [(role, "other", True) for role in ("planner", "summarizer")]
    assert "planner: 10 steps on 5 examples (1 too long), loss 2.000 to 0.500" in said
    with pytest.raises(ConfigError, match="no role 'poet'"):
        _run("train", "poet", *words)


def test_comparing_needs_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCITOOLAGENT_MODEL_URL", raising=False)
    (tmp_path / "none.toml").touch()
    monkeypatch.setenv("SCITOOLAGENT_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(ConfigError, match="SCITOOLAGENT_MODEL_URL"):
        _run("evaluate", "planner", "--data", str(tmp_path))


def test_two_models_are_asked_each_at_its_own_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str | None, str]] = []

    class Model:
        def __init__(self, config: Config, name: str) -> None:
            self.name, self.tuned = name, name != "base"
            asked.append((config.model_url, name))

    def judge(role: str, items: list[object], model: Model) -> list[bool]:
        return [model.tuned] * len(items)

    monkeypatch.setattr(client, "EndpointModel", Model)
    monkeypatch.setattr(evaluate, "judge", judge)
    kinds = ("single", "single", "everyday, seen words", "everyday, unseen words")
    items = [evaluate.HeldOutExample((), {}, "", kind) for kind in kinds]
    monkeypatch.setattr(evaluate, "read_items", lambda data, role, limit: items)
    monkeypatch.setenv("SCITOOLAGENT_MODEL_URL", "http://127.0.0.1:1/v1")
    words = ("evaluate", "planner", "--data", str(tmp_path))
    said = _run(*words, "--tuned-url", "http://127.0.0.1:2/v1")
    assert asked == [("http://127.0.0.1:1/v1", "base"), ("http://127.0.0.1:2/v1", "planner")]
    assert "| planner | base | 0/4 |" in said
    assert "| planner | planner | 4/4 |" in said
    assert "| planner, everyday words not seen | planner | 1/1 |" in said
    asked.clear()
    _run(*words)
    assert asked == [("http://127.0.0.1:1/v1", "base"), ("http://127.0.0.1:1/v1", "planner")]
    with pytest.raises(ConfigError, match="both models are called 'base'"):
        _run(*words, "--tuned", "base")


def test_converting_prints_how_each_adapter_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path / "base.gguf"

    def convert_adapters(adapters: Path, base: Path) -> dict[str, Path]:
        return {"planner": adapters / "planner.gguf"}

    monkeypatch.setattr(convert, "convert_adapters", convert_adapters)
    said = _run("convert", "--base", str(base), "--adapters", str(tmp_path))
    assert said.split() == [
        *("scitoolagent", "llm", "serve", str(base), "--adapter", str(tmp_path / "planner.gguf"), "--name", "planner")
    ]


def test_serving_prints_the_command_and_writes_the_settings(tmp_path: Path) -> None:
    adapter = tmp_path / "planner"
    adapter.mkdir()
    (adapter / "adapter_config.json").write_text(json.dumps({"r": 8}))
    settings = tmp_path / "settings.toml"
    said = _run("serve", "--base", "Qwen/x", "--adapters", str(tmp_path), "--settings", str(settings))
    assert said.startswith("vllm serve Qwen/x --host 127.0.0.1")
    assert 'planner_model = "planner"' in settings.read_text()
