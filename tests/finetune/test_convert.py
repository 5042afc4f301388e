"""An adapter as a GGUF file: the names that llama.cpp looks for, the same numbers; what does not fit is refused."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ConfigError

HAS_TORCH = all(importlib.util.find_spec(name) for name in ("torch", "trl", "peft", "transformers", "gguf"))

pytestmark = [pytest.mark.model, pytest.mark.skipif(not HAS_TORCH, reason="needs the extra `finetune`")]

_KEY = "base_model.model.model.layers.1.self_attn.{}_proj.lora_{}.weight"


def _base(path: Path, architecture: str = "qwen2") -> Path:
    import gguf

    writer = gguf.GGUFWriter(path, architecture)
    writer.add_block_count(2)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _adapter(folder: Path, **settings: Any) -> dict[str, Any]:
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True)
    (folder / "adapter_config.json").write_text(json.dumps({"r": 2, "lora_alpha": 16, **settings}))
    tensors = {
        _KEY.format("q", "A"): torch.arange(12, dtype=torch.float32).reshape(2, 6),
        _KEY.format("q", "B"): torch.arange(8, dtype=torch.bfloat16).reshape(4, 2),
    }
    save_file(tensors, folder / "adapter_model.safetensors")
    return tensors


def test_the_file_holds_the_adapters_numbers_under_the_names_of_the_base(tmp_path: Path) -> None:
    import gguf
    import numpy as np

    from scitoolagent.finetune.convert import convert_adapters

    tensors = _adapter(tmp_path / "planner")
    made = convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))
    assert made == {"planner": tmp_path / "planner.gguf"}
    read = gguf.GGUFReader(made["planner"])
    assert read.fields["general.type"].contents() == "adapter"
    assert read.fields["adapter.type"].contents() == "lora"
    assert read.fields["adapter.lora.alpha"].contents() == 16.0
    found = {tensor.name: np.asarray(tensor.data) for tensor in read.tensors}
    assert set(found) == {"blk.1.attn_q.weight.lora_a", "blk.1.attn_q.weight.lora_b"}
    for side in "AB":
        values = tensors[_KEY.format("q", side)].float().numpy()
        assert np.array_equal(found[f"blk.1.attn_q.weight.lora_{side.lower()}"], values)


def test_what_llama_cpp_would_apply_wrongly_is_refused(tmp_path: Path) -> None:
    from scitoolagent.finetune.convert import convert_adapters

    base = _base(tmp_path / "base.gguf")
    with pytest.raises(ConfigError, match="holds no adapter"):
        convert_adapters(tmp_path, base)
    _adapter(tmp_path / "scaled" / "planner", use_rslora=True)
    with pytest.raises(ConfigError, match="use_rslora"):
        convert_adapters(tmp_path / "scaled", base)
    _adapter(tmp_path / "plain" / "planner")
    with pytest.raises(ConfigError, match="'llama' cannot be converted"):
        convert_adapters(tmp_path / "plain", _base(tmp_path / "other.gguf", "llama"))
    (tmp_path / "text.gguf").write_text("no model")
    with pytest.raises(ConfigError, match="no GGUF file"):
        convert_adapters(tmp_path / "plain", tmp_path / "text.gguf")


def test_an_adapter_of_another_model_is_refused(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file

    from scitoolagent.finetune.convert import convert_adapters

    _adapter(tmp_path / "planner")
    stray = {"base_model.model.model.layers.7.self_attn.q_proj.lora_A.weight": torch.zeros(2, 6)}
    save_file(stray, tmp_path / "planner" / "adapter_model.safetensors")
    with pytest.raises(ConfigError, match=r"layers\.7.*does not have"):
        convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))
    (tmp_path / "planner" / "adapter_model.safetensors").write_bytes(b"garbage")
    with pytest.raises(ConfigError, match="holds no adapter"):
        convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))


@pytest.mark.filterwarnings("ignore")
def test_llama_cpp_takes_the_file_and_answers_otherwise(tmp_path: Path, model_file: Path) -> None:
    import gguf
    import torch
    from safetensors.torch import save_file

    from scitoolagent.config import Config
    from scitoolagent.finetune.convert import convert_adapters
    from scitoolagent.llm.client import EndpointModel
    from scitoolagent.llm.local import serve_gguf
    from scitoolagent.llm.protocol import Message

    fields = gguf.GGUFReader(model_file).fields
    width = int(fields[f"{fields['general.architecture'].contents()}.embedding_length"].contents())
    _adapter(tmp_path / "planner")
    torch.manual_seed(0)
    # Large enough to change the model's answer; what it says then does not matter.
    tensors = {_KEY.format("o", "A"): torch.randn(2, width), _KEY.format("o", "B"): torch.randn(width, 2)}
    save_file(tensors, tmp_path / "planner" / "adapter_model.safetensors")
    adapter = convert_adapters(tmp_path, model_file)["planner"]
    said = []
    for adapters in ((), (adapter,)):
        with serve_gguf(model_file, context=512, adapters=adapters) as url:
            model = EndpointModel(Config(model_url=url, model_seconds=300.0))
            said.append(model.complete("planner", [Message("user", "Count from one to nine.")], None, 24).text)
    assert said[0] != said[1]
