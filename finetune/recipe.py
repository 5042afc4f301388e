"""Recipes: which model is fine-tuned, and how; one TOML file per model."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent.errors import ConfigError

Dtype = Literal["bfloat16", "float32"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LoraRecipe(_Part):
    """The adapter: its rank, its scale alpha/rank, and the layers it changes."""

    rank: int = Field(default=8, ge=1, le=512)
    alpha: int = Field(default=16, ge=1, le=1024)
    dropout: float = Field(default=0.0, ge=0, lt=1)
    modules: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj")


class TrainingRecipe(_Part):
    """The training: `max_steps` may end it before `epochs`; examples of more than `max_tokens` tokens are dropped."""

    epochs: float = Field(default=1.0, gt=0)
    max_steps: int | None = Field(default=None, ge=1)
    learning_rate: float = Field(default=2e-4, gt=0, lt=1)
    batch: int = Field(default=1, ge=1)
    accumulation: int = Field(default=1, ge=1)
    max_tokens: int = Field(default=1536, ge=16)
    warmup_steps: int = Field(default=0, ge=0)
    save_steps: int = Field(default=50, ge=1)
    gradient_checkpointing: bool = False
    seed: int = 0


class Recipe(_Part):
    """How a model is fine-tuned.

    `base` is a name of the Hugging Face hub, a folder, or a GGUF file. `dtype` is the number format of computation:
    float32 is faster on a processor without bfloat16 instructions.
    """

    base: str
    device: Literal["cpu", "cuda"] = "cpu"
    dtype: Dtype = "bfloat16"
    lora: LoraRecipe = LoraRecipe()
    training: TrainingRecipe = TrainingRecipe()


def recipe_names() -> list[str]:
    """The recipes that come with this package."""
    folder = resources.files("scitoolagent.finetune").joinpath("recipes")
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def read_recipe(name: str) -> Recipe:
    """A recipe by its name, or from a TOML file.

    Raises:
        ConfigError: there is no such recipe, or the file is invalid.
    """
    if name in recipe_names():
        text = resources.files("scitoolagent.finetune").joinpath("recipes", f"{name}.toml").read_text(encoding="utf-8")
    else:
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"no recipe {name!r} ({error}); known: {', '.join(recipe_names())}") from error
    try:
        return Recipe(**tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ValidationError, TypeError) as error:
        raise ConfigError(f"the recipe {name!r} cannot be used: {str(error)[:300]}") from error
