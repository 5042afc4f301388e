"""Convert models without a GPU: adapters for llama.cpp, and a GGUF base model to a folder for vLLM.

Adapters need `gguf` and `safetensors` and no torch; a base model is unpacked by transformers.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

import numpy as np

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.adapters import find_adapters, read_settings
from scitoolagent.finetune.train import load_base, need_extra

# Architectures whose GGUF keeps the row order of every matrix; others permute rows.
_KEPT_ORDER = ("qwen2", "qwen3")
# Variants that PEFT can train and llama.cpp does not scale in the same way.
_FOREIGN = ("use_rslora", "use_dora", "rank_pattern", "alpha_pattern", "modules_to_save")
_TENSOR = re.compile(r"base_model\.model\.(?P<module>.+)\.lora_(?P<side>[AB])\.weight")


def convert_adapters(adapters: Path, base: Path, out: Path | None = None) -> dict[str, Path]:
    """Write each adapter of a folder as a GGUF file; returns the files by role.

    Args:
        adapters: the folder with `planner` and `summarizer`; those that exist are converted.
        base: the GGUF file of the base model that the adapters will run on.
        out: the folder for the files, beside the adapters when left out.
    Raises:
        ConfigError: a library or an adapter is missing, the base is no GGUF file of a known architecture, or an adapter
            does not belong to it.
    """
    missing = [name for name in ("gguf", "safetensors") if importlib.util.find_spec(name) is None]
    if missing:
        raise ConfigError(f"conversion needs {', '.join(missing)}; install with: pip install 'scitoolagent[local]'")
    found = find_adapters(adapters)
    architecture, blocks = _architecture(base)
    return {
        role: _convert(folder, (out or adapters) / f"{role}.gguf", architecture, blocks)
        for role, folder in found.items()
    }


def unpack_model(base: Path, out: Path) -> None:
    """Write a GGUF model as a folder of transformers, which vLLM and PEFT can load.

    Raises:
        ConfigError: a library is missing, or the file cannot be loaded.
    """
    need_extra()
    model, tokenizer = load_base(str(base), "cpu", "bfloat16")
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)


def _architecture(base: Path) -> tuple[str, int]:
    """The name of the architecture of a GGUF file, and how many blocks it has."""
    import gguf

    try:
        fields = gguf.GGUFReader(base).fields
        name = str(fields["general.architecture"].contents())
        blocks = int(fields[f"{name}.block_count"].contents())
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{base} is no GGUF file of a model ({error})") from error
    if name not in _KEPT_ORDER:
        raise ConfigError(f"adapters of {name!r} cannot be converted here; known: {', '.join(_KEPT_ORDER)}")
    return name, blocks


def _convert(folder: Path, file: Path, architecture: str, blocks: int) -> Path:
    import gguf

    settings = read_settings(folder, lora_alpha=float)
    foreign = [name for name in _FOREIGN if settings.get(name)]
    if foreign:
        raise ConfigError(f"{folder} sets {', '.join(foreign)}, which llama.cpp does not know")
    kind = next(kind for kind, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(kind, blocks)
    writer = gguf.GGUFWriter(file, architecture)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, settings["lora_alpha"])
    for key, tensor in sorted(_tensors(folder).items()):
        named = _TENSOR.fullmatch(key)
        target = names.get_name(named["module"]) if named else None
        if named is None or target is None:
            raise ConfigError(f"{folder} changes {key[:120]}, which the base model does not have")
        writer.add_tensor(f"{target}.weight.lora_{named['side'].lower()}", tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


def _tensors(folder: Path) -> dict[str, Any]:
    """The numbers of an adapter as float32, which holds all that training writes."""
    # A compiled module whose functions have no types.
    library: Any = importlib.import_module("safetensors")
    path = folder / "adapter_model.safetensors"
    try:
        return {name: _as_floats(part) for name, part in library.deserialize(path.read_bytes())}
    except (OSError, library.SafetensorError, KeyError, ValueError) as error:
        raise ConfigError(f"{path} holds no adapter ({error})") from error


def _as_floats(part: dict[str, Any]) -> Any:
    if part["dtype"] == "BF16":
        # The upper half of a float32, which numpy has no type for.
        values = (np.frombuffer(part["data"], "<u2").astype("<u4") << 16).view("<f4")
    else:
        values = np.frombuffer(part["data"], {"F32": "<f4", "F16": "<f2"}[part["dtype"]]).astype("<f4")
    return values.reshape(part["shape"])
