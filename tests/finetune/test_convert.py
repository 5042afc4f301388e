"""An adapter as a GGUF file: the names that llama.cpp looks for, the same numbers; what does not fit is refused."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scitoolagent.errors import ConfigError

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


def _write_tensors(file: Path, tensors: Mapping[str, tuple[str, Any]]) -> None:
    """A file of safetensors, written by its format: a header in JSON, then the numbers."""
    header, data = {}, b""
    for name, (kind, values) in tensors.items():
        raw = np.ascontiguousarray(values).tobytes()
        header[name] = {"dtype": kind, "shape": values.shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(struct.pack("<Q", len(text)) + text + data)


def _adapter(folder: Path, **settings: Any) -> dict[str, Any]:
    folder.mkdir(parents=True)
    (folder / "adapter_config.json").write_text(json.dumps({"r": 2, "lora_alpha": 16, **settings}))
    values = {
        "A": np.arange(12, dtype="<f4").reshape(2, 6),
        "B": np.array([[0, 1], [-2, 0.5], [3, 4], [96, -1]], "<f4"),
    }
    # These numbers fit into the upper half of a float32, which is what a bfloat16 is.
    halves = (values["B"].view("<u4") >> 16).astype("<u2")
    tensors = {_KEY.format("q", "A"): ("F32", values["A"]), _KEY.format("q", "B"): ("BF16", halves)}
    _write_tensors(folder / "adapter_model.safetensors", tensors)
    return values


def test_the_file_holds_the_adapters_numbers_under_the_names_of_the_base(tmp_path: Path) -> None:
    import gguf

    from scitoolagent.finetune.convert import convert_adapters

    values = _adapter(tmp_path / "planner")
    made = convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))
    assert made == {"planner": tmp_path / "planner.gguf"}
    read = gguf.GGUFReader(made["planner"])
    assert read.fields["general.type"].contents() == "adapter"
    assert read.fields["adapter.type"].contents() == "lora"
    assert read.fields["adapter.lora.alpha"].contents() == 16.0
    found = {tensor.name: np.asarray(tensor.data) for tensor in read.tensors}
    assert set(found) == {"blk.1.attn_q.weight.lora_a", "blk.1.attn_q.weight.lora_b"}
    for side in "AB":
        assert np.array_equal(found[f"blk.1.attn_q.weight.lora_{side.lower()}"], values[side])


def test_numbers_of_sixteen_bits_are_kept(tmp_path: Path) -> None:
    import gguf

    from scitoolagent.finetune.convert import convert_adapters

    _adapter(tmp_path / "planner")
    halves = np.array([[0.5, -1.25], [65504, 2**-24]], "<f2")
    _write_tensors(tmp_path / "planner" / "adapter_model.safetensors", {_KEY.format("q", "A"): ("F16", halves)})
    read = gguf.GGUFReader(convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))["planner"])
    assert np.array_equal(np.asarray(read.tensors[0].data), halves.astype("<f4"))
    _write_tensors(
        tmp_path / "planner" / "adapter_model.safetensors", {_KEY.format("q", "A"): ("I8", np.ones((2, 2), "i1"))}
    )
    with pytest.raises(ConfigError, match="holds no adapter"):
        convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))


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
    from scitoolagent.finetune.convert import convert_adapters

    _adapter(tmp_path / "planner")
    stray = {"base_model.model.model.layers.7.self_attn.q_proj.lora_A.weight": ("F32", np.zeros((2, 6), "<f4"))}
    _write_tensors(tmp_path / "planner" / "adapter_model.safetensors", stray)
    with pytest.raises(ConfigError, match=r"layers\.7.*does not have"):
        convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))
    (tmp_path / "planner" / "adapter_model.safetensors").write_bytes(b"garbage")
    with pytest.raises(ConfigError, match="holds no adapter"):
        convert_adapters(tmp_path, _base(tmp_path / "base.gguf"))


@pytest.mark.model
@pytest.mark.filterwarnings("ignore")
def test_llama_cpp_takes_the_file_and_answers_otherwise(tmp_path: Path, model_file: Path) -> None:
    import gguf

    from scitoolagent.config import Config
    from scitoolagent.finetune.convert import convert_adapters
    from scitoolagent.llm.client import EndpointModel
    from scitoolagent.llm.local import serve_gguf
    from scitoolagent.llm.protocol import Message

    fields = gguf.GGUFReader(model_file).fields
    width = int(fields[f"{fields['general.architecture'].contents()}.embedding_length"].contents())
    _adapter(tmp_path / "planner")
    random = np.random.default_rng(0)
    # Large enough to change the model's answer; what it says then does not matter.
    sides = {"A": random.normal(size=(2, width)).astype("<f4"), "B": random.normal(size=(width, 2)).astype("<f4")}
    tensors = {_KEY.format("o", side): ("F32", values) for side, values in sides.items()}
    _write_tensors(tmp_path / "planner" / "adapter_model.safetensors", tensors)
    adapter = convert_adapters(tmp_path, model_file)["planner"]
    said = []
    for adapters in ((), (adapter,)):
        with serve_gguf(model_file, context=512, adapters=adapters) as url:
            model = EndpointModel(Config(model_url=url, model_seconds=300.0))
            said.append(model.complete("planner", [Message("user", "Count from one to nine.")], None, 24).text)
    assert said[0] != said[1]
