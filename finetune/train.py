"""Train a LoRA adapter for a role with TRL and PEFT: loss on completions only, resumable, logged, with a model card.

Several GPUs: `accelerate launch -m scitoolagent.cli finetune train …`; that needs no code here.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.packing import pack, packed_loss
from scitoolagent.finetune.recipe import Dtype, Recipe, TrainingRecipe
from scitoolagent.finetune.replies import as_tokens, read_conversations
from scitoolagent.llm import SOLVER

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_NEEDED = ("torch", "transformers", "trl", "peft", "accelerate", "datasets", "gguf")
_CHECKPOINTS = "checkpoints"
# The loss of one batch is noisy, so it is reported as the mean over a tenth of the steps.
_ENDS = 10


@dataclass(frozen=True, slots=True)
class TrainedAdapter:
    """A trained adapter: its folder, the mean loss of the first and last tenth of its steps, and its inputs."""

    adapter: Path
    steps: int
    examples: int
    left_out: int
    first_loss: float
    last_loss: float


def need_extra(device: str = "cpu") -> None:
    """Raise a ConfigError that says what to install when a library or the requested GPU is missing."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise ConfigError(
            f"training needs {', '.join(missing)}; install with: pip install 'scitoolagent[finetune]' "
            "(without a GPU: add --extra-index-url https://download.pytorch.org/whl/cpu)"
        )
    if device == "cuda":
        import torch

        if not torch.cuda.is_available():
            raise ConfigError("the recipe wants a GPU and torch sees none; use a recipe whose name ends in -cpu")


def train(role: str, data: Path, recipe: Recipe, out: Path, resume: bool = False) -> TrainedAdapter:
    """Train the adapter of a role.

    Args:
        role: `planner`, `summarizer` or `solver`; the adapter is written to a folder of that name.
        data: the folder that `finetune data` wrote.
        recipe: the model and the settings.
        out: the folder of the adapters.
        resume: continue from the last checkpoint in it.
    Raises:
        ConfigError: a library, the GPU, the data or the checkpoint is missing.
    """
    need_extra(recipe.device)
    path = data / f"{role}.jsonl"
    rows: list[Any] = list(read_conversations(path) if role == SOLVER else _rows(path))
    model, tokenizer = load_base(recipe.base, recipe.device, recipe.dtype)
    short, left_out = choose(rows, tokenizer, recipe.training)
    if not short:
        raise ConfigError(f"no example of {data / f'{role}.jsonl'} has at most {recipe.training.max_tokens} tokens")
    folder = out / role
    checkpoint = _last_checkpoint(folder) if resume else None
    trainer = _trainer(model, tokenizer, short, recipe, folder)
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    trainer.save_model(str(folder))
    tokenizer.save_pretrained(str(folder))
    history = [entry for entry in trainer.state.log_history if "loss" in entry]
    _write_log(folder / "loss.csv", history)
    losses = [float(entry["loss"]) for entry in history]
    few = max(1, len(losses) // _ENDS)
    first, last = statistics.fmean(losses[:few]), statistics.fmean(losses[-few:])
    trained = TrainedAdapter(folder, int(trainer.state.global_step), len(short), left_out, first, last)
    (folder / "README.md").write_text(_card(role, data, recipe, trained), encoding="utf-8")
    return trained


def choose(rows: list[Any], tokenizer: Any, training: TrainingRecipe) -> tuple[list[dict[str, Any]], int]:
    """The short enough examples, in random order and as many as the steps need; and how many were too long."""
    mixed = random.Random(training.seed).sample(rows, len(rows))
    wanted = len(rows)
    if training.max_steps is not None:
        processes = int(os.environ.get("WORLD_SIZE", "1"))
        wanted = training.max_steps * training.batch * training.accumulation * processes
    kept: list[dict[str, Any]] = []
    left_out = 0
    for row in mixed:
        if len(kept) == wanted:
            break
        # A conversation of the solver has replies in several places, so it goes to the library as tokens.
        ready = as_tokens(tokenizer, row) if isinstance(row, list) else row
        if _tokens(tokenizer, ready) <= training.max_tokens:
            kept.append(ready)
        else:
            left_out += 1
    return kept, left_out


def load_base(base: str, device: str, dtype: Dtype = "float32") -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """A model and its tokenizer, from the hub, a folder or a GGUF file; a GGUF is dequantised.

    Raises:
        ConfigError: it cannot be loaded.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    path, named, unpacked = base, {}, {}
    if base.endswith(".gguf"):
        path, named = str(Path(base).parent), {"gguf_file": Path(base).name}
        unpacked = {"quantization_config": GgufConfig(dequantize=True)}
    try:
        tokenizer = AutoTokenizer.from_pretrained(path, **named)
        model = AutoModelForCausalLM.from_pretrained(path, dtype=getattr(torch, dtype), **named, **unpacked)
    except (OSError, ValueError, ImportError) as error:
        raise ConfigError(f"the base model {base!r} cannot be loaded: {str(error)[:300]}") from error
    # The remaining quantisation settings of a GGUF would prevent training and saving.
    if named:
        model.hf_quantizer = None
        if hasattr(model.config, "quantization_config"):
            del model.config.quantization_config
    return model.to(device), tokenizer


def _trainer(model: Any, tokenizer: Any, rows: list[dict[str, Any]], recipe: Recipe, folder: Path) -> Any:
    from datasets import Dataset
    from peft import LoraConfig
    from trl import SFTConfig, SFTTrainer

    # Without a GPU a batch saves time only by what its examples share, and TRL would compute the prompts' logits, too.
    packs = recipe.device == "cpu"
    trainer = _packing(SFTTrainer) if packs else SFTTrainer
    lora, training = recipe.lora, recipe.training
    arguments = SFTConfig(
        output_dir=str(folder / _CHECKPOINTS),
        num_train_epochs=training.epochs,
        max_steps=training.max_steps or -1,
        learning_rate=training.learning_rate,
        per_device_train_batch_size=training.batch,
        gradient_accumulation_steps=training.accumulation,
        gradient_checkpointing=training.gradient_checkpointing,
        max_length=training.max_tokens,
        completion_only_loss=True,
        warmup_steps=training.warmup_steps,
        lr_scheduler_type="cosine",
        logging_steps=1,
        save_steps=training.save_steps,
        save_total_limit=2,
        seed=training.seed,
        bf16=recipe.dtype == "bfloat16",
        use_cpu=recipe.device == "cpu",
        report_to="none",
    )
    adapter = LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=list(lora.modules),
        task_type="CAUSAL_LM",
    )
    return trainer(
        model=model,
        args=arguments,
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
        peft_config=adapter,
        data_collator=pack if packs else None,
    )


def _packing(trainer: Any) -> Any:
    """A trainer that computes what the examples of a batch have in common once, and logits for completions only."""

    class Packing(trainer):  # type: ignore[misc]  # the libraries have no types here
        def compute_loss(
            self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
        ) -> Any:
            return packed_loss(model, inputs, num_items_in_batch)

    return Packing


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The examples of a file as prompts and completions, so that only completions count in the loss."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            messages = json.loads(line)["messages"]
            yield {"prompt": messages[:-1], "completion": messages[-1:]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no file of `scitoolagent finetune data` ({error})") from error


def _tokens(tokenizer: Any, row: dict[str, Any]) -> int:
    if "input_ids" in row:
        return len(row["input_ids"])
    text = tokenizer.apply_chat_template([*row["prompt"], *row["completion"]], tokenize=False)
    return len(tokenizer(text)["input_ids"])


def _last_checkpoint(folder: Path) -> Path:
    found = [path for path in (folder / _CHECKPOINTS).glob("checkpoint-*") if path.name.split("-")[1].isdigit()]
    if not found:
        raise ConfigError(f"there is no checkpoint in {folder / _CHECKPOINTS}; train without --resume")
    return max(found, key=lambda path: int(path.name.split("-")[1]))


def _write_log(path: Path, history: list[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("step", "loss", "learning_rate"))
        writer.writerows((entry["step"], entry["loss"], entry.get("learning_rate", "")) for entry in history)


def _card(role: str, data: Path, recipe: Recipe, trained: TrainedAdapter) -> str:
    datasheet = data / "datasheet.json"
    made = json.loads(datasheet.read_text(encoding="utf-8")) if datasheet.is_file() else {}
    base = Path(recipe.base).name if recipe.base.endswith(".gguf") else recipe.base
    return "\n".join(
        [
            "---",
            f"base_model: {base}",
            "library_name: peft",
            "---",
            f"# scitoolagent {role}",
            f"LoRA adapter for the {role} of scitoolagent, trained on instructions made from its tool graph",
            f"(graph {str(made.get('graph', 'unknown'))[:12]}, seed {made.get('seed', 'unknown')}).",
            "",
            f"{trained.steps} steps on {trained.examples} examples ({trained.left_out} longer ones left out), loss on",
            f"replies only, {trained.first_loss:.3f} at first and {trained.last_loss:.3f} at last (`loss.csv`).",
            "",
            "```json",
            recipe.model_dump_json(indent=1),
            "```",
            "",
            "It answers in JSON to the prompts of scitoolagent and is of no use without them. Tools it names are data:",
            "every plan is type-checked and passes the safety gate.",
            "",
        ]
    )
