"""A release: what `llm serve` takes is the adapter and the base that were released, and nothing else."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.app import app
from scitoolagent.errors import ConfigError, ModelError, SciToolAgentError
from scitoolagent.finetune import release as releasing
from scitoolagent.llm.release import released_adapter

_SHEET = {"graph": "abc", "seed": 7, "examples": {"planner": 12}, "evaluation": {"freeask/dev.jsonl": "0" * 64}}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release of one adapter; the conversion, which has tests of its own, writes a few bytes."""
    return _release(tmp_path, monkeypatch, "planner")


def _release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *roles: str) -> Path:
    import gguf

    def convert(adapters: Path, base: Path, out: Path) -> dict[str, Path]:
        for role in roles:
            (out / f"{role}.gguf").write_bytes(b"GGUF " + role.encode())
        return {role: out / f"{role}.gguf" for role in roles}

    monkeypatch.setattr(releasing, "convert_adapters", convert)
    for role in roles:
        (tmp_path / "adapters" / role).mkdir(parents=True)
        (tmp_path / "adapters" / role / "adapter_config.json").write_text(json.dumps({"r": 4, "lora_alpha": 8}))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "datasheet.json").write_text(json.dumps(_SHEET))
    writer = gguf.GGUFWriter(tmp_path / "base.gguf", "qwen2")
    writer.add_name("Tiny")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    (tmp_path / "measured.md").write_text("19 of 20 by `a command`.")
    out = tmp_path / "release"
    releasing.write_release(
        tmp_path / "adapters", tmp_path / "base.gguf", out, tmp_path / "data", tmp_path / "measured.md"
    )
    return out


def test_a_release_has_checksums_and_a_card_that_says_what_it_is(made: Path) -> None:
    sums = dict(reversed(line.split("  ")) for line in (made / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {"README.md", "planner.gguf", "release.json"}
    for name, digest in sums.items():
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest
    card = (made / "README.md").read_text()
    base = hashlib.sha256((made.parent / "base.gguf").read_bytes()).hexdigest()
    for said in ("Tiny", "19 of 20 by `a command`.", "freeask/dev.jsonl", "seed 7", "| 4 / 8 | 12 |", base):
        assert said in card


def test_the_adapter_of_a_release_is_served_under_its_role(made: Path, tmp_path: Path) -> None:
    base = (tmp_path / "base.gguf").rename(tmp_path / "another name.gguf")
    assert released_adapter(made, base) == ("planner", made / "planner.gguf")
    with pytest.raises(ModelError, match=r"no adapter for 'summarizer'; it has planner"):
        released_adapter(made, base, "summarizer")


def test_of_several_adapters_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = _release(tmp_path, monkeypatch, "planner", "summarizer")
    with pytest.raises(ModelError, match=r"planner, summarizer; say which by --role"):
        released_adapter(made, tmp_path / "base.gguf")
    assert released_adapter(made, tmp_path / "base.gguf", "summarizer")[1] == made / "summarizer.gguf"


@pytest.mark.parametrize("name", ["base.gguf", "release/planner.gguf"])
def test_another_file_than_was_released_is_refused(made: Path, tmp_path: Path, name: str) -> None:
    changed = bytearray((tmp_path / name).read_bytes())
    changed[-1] ^= 1
    (tmp_path / name).write_bytes(changed)
    with pytest.raises(ModelError, match=rf"{Path(name).name} is not the (base model|adapter) of the release"):
        released_adapter(made, tmp_path / "base.gguf")


@pytest.mark.parametrize(
    "change",
    [
        {"base": {"file": "../base.gguf"}},
        {"adapters": {"planner": {"file": "/etc/passwd"}}},
        {"adapters": {"planner": {"sha256": "0"}}},
        {"adapters": {}},
        {"adapters": {"../x": {}}},
        {"more": 1},
    ],
)
def test_a_manifest_that_says_something_else_is_refused(made: Path, change: dict[str, Any]) -> None:
    told = json.loads((made / "release.json").read_text())
    piece = told["adapters"]["planner"]
    if "base" in change:
        change = {"base": told["base"] | change["base"]}
    if change.get("adapters"):
        change = {"adapters": {role: piece | part for role, part in change["adapters"].items()}}
    (made / "release.json").write_text(json.dumps(told | change))
    with pytest.raises(ModelError, match="is no release"):
        released_adapter(made, made.parent / "base.gguf")


def test_a_folder_that_is_no_release_or_holds_something(made: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is no release"):
        released_adapter(tmp_path, tmp_path / "base.gguf")
    with pytest.raises(ConfigError, match="is not empty"):
        releasing.write_release(tmp_path / "adapters", tmp_path / "base.gguf", made, tmp_path / "data")
    with pytest.raises(ConfigError, match="cannot be read"):
        releasing.write_release(tmp_path / "adapters", tmp_path / "base.gguf", tmp_path / "new", tmp_path)
    with pytest.raises(SciToolAgentError, match="not both"):
        CliRunner().invoke(
            app,
            [
                "llm",
                "serve",
                str(tmp_path / "base.gguf"),
                "--release",
                str(made),
                "--adapter",
                str(made / "planner.gguf"),
            ],
            catch_exceptions=False,
        )
