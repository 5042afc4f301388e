"""A model on this machine: a GGUF file behind an OpenAI-compatible endpoint, by llama.cpp (`xllamacpp`)."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scitoolagent.errors import ModelError

_HOST = "127.0.0.1"
_MAGIC = b"GGUF"


@contextmanager
def serve_gguf(
    path: Path,
    port: int = 0,
    context: int = 8192,
    parallel: int = 1,
    adapters: Sequence[Path] = (),
    alias: str = "",
    threads: int = 0,
) -> Iterator[str]:
    """Serve a model on the loopback interface for the duration of the block; yields the endpoint's address.

    Args:
        path: the GGUF file, with its chat template inside.
        port: the port, any free one when 0.
        context: tokens that a conversation may have.
        parallel: conversations at once; one is fastest on a machine without a GPU.
        adapters: LoRA adapters as GGUF files, applied in their order.
        alias: the model's name at the endpoint, the file's when left out.
        threads: how many compute, all that may be used when 0; on a busy machine fewer are faster.
    Raises:
        ModelError: a file is not there or no GGUF file, the port is taken, or `xllamacpp` is not installed.
    """
    for file in (path, *adapters):
        _check_file(file)
    xllamacpp = _library()
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {alias or path.stem}
    params.hostnames = [_HOST]
    params.port = port
    params.n_ctx = context * parallel
    params.n_parallel = parallel
    params.use_jinja = True
    params.warmup = False
    params.verbosity = -1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads or _all_threads()
    if adapters:
        params.lora_adapters = [_adapter(adapter) for adapter in adapters]
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelError(
            f"llama.cpp cannot serve {path} on port {port}; is the file whole, the port free, and memory enough?"
        ) from error
    try:
        # A server that is stopped before its loop has started never stops; only an answer shows that the loop runs.
        server.handle_completions({"prompt": " ", "max_tokens": 1})
        yield f"{server.listening_address}/v1"
    finally:
        del server


def _library() -> Any:
    """llama.cpp, a compiled module without stubs."""
    try:
        return importlib.import_module("xllamacpp")
    except ImportError as error:
        raise ModelError("a local model needs xllamacpp; pip install 'scitoolagent[local]'") from error


def _all_threads() -> int:
    """Those that the program may use: by default llama.cpp counts all of the machine, and too many slow each other."""
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()) or 1


def _adapter(path: Path) -> object:
    xllamacpp: Any = importlib.import_module("xllamacpp")
    adapter = xllamacpp.CommonAdapterLoraInfo()
    adapter.path, adapter.scale = str(path), 1.0
    return adapter


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(f"there is no model file {path} that can be read: {error.strerror}") from error
    if magic != _MAGIC:
        raise ModelError(f"{path} is no GGUF file")
