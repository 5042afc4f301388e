"""A tiny, randomly initialised Qwen2 is trained for real; the rest says what is missing."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune import train as training
from scitoolagent.finetune.recipe import LoraRecipe, Recipe, TrainingRecipe, read_recipe, recipe_names

HAS_TORCH = all(importlib.util.find_spec(name) for name in ("torch", "trl", "peft", "transformers"))


def test_every_recipe_can_be_read() -> None:
    assert {"qwen2.5-7b", "qwen2.5-coder-0.5b-cpu", "qwen2.5-coder-0.5b-h200"} <= set(recipe_names())
    for name in recipe_names():
        assert read_recipe(name).base.startswith("Qwen/")


def test_a_recipe_with_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "x"\nquantise = true\n')
    with pytest.raises(ConfigError, match="quantise"):
        read_recipe(str(path))
    with pytest.raises(ConfigError, match=r"qwen2\.5-7b"):
        read_recipe("no-such-recipe")


def test_a_missing_library_is_named_with_its_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(training, "_NEEDED", ("no_such_library",))
    with pytest.raises(ConfigError, match=r"no_such_library; install with: pip install 'scitoolagent\[finetune\]'"):
        training.train("planner", tmp_path, Recipe(base="x"), tmp_path)


@pytest.mark.model
@pytest.mark.skipif(not HAS_TORCH, reason="needs the extra `finetune`")
@pytest.mark.filterwarnings("ignore")
def test_a_tiny_model_learns_and_its_adapter_changes_the_output(tmp_path: Path) -> None:
    import torch
    from peft import PeftModel

    base, data = tmp_path / "base", tmp_path / "data"
    _tiny(base)
    data.mkdir()
    asked = [{"role": "system", "content": "Answer."}, {"role": "user", "content": "tpsa of [smiles1]"}]
    row = {"messages": [*asked, {"role": "assistant", "content": '{"calls":["polar_surface_area"]}'}]}
    (data / "planner.jsonl").write_text("\n".join(json.dumps(row) for _ in range(8)))
    recipe = Recipe(
        base=str(base),
        lora=LoraRecipe(rank=8, alpha=32),
        training=TrainingRecipe(max_steps=10, learning_rate=2e-2, batch=2, max_tokens=256, save_steps=5),
    )
    done = training.train("planner", data, recipe, tmp_path / "out")
    assert done.steps == 10
    assert done.last_loss < 0.9 * done.first_loss
    assert len((done.adapter / "loss.csv").read_text().splitlines()) == 11
    assert "base_model" in (done.adapter / "README.md").read_text()
    model, tokenizer = training.load_base(str(base), "cpu")
    ids = tokenizer("tpsa of", return_tensors="pt")["input_ids"]
    with torch.no_grad():
        before = model(ids).logits
        after = PeftModel.from_pretrained(model, str(done.adapter))(ids).logits
    assert not torch.allclose(before, after)
    longer = recipe.model_copy(update={"training": recipe.training.model_copy(update={"max_steps": 12})})
    assert training.train("planner", data, longer, tmp_path / "out", resume=True).steps == 12
    with pytest.raises(ConfigError, match="no checkpoint"):
        training.train("planner", data, recipe, tmp_path / "other", resume=True)


def _tiny(folder: Path) -> None:
    """A Qwen2 of two layers with a tokenizer of bytes."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(0)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate([*alphabet, "<|im_end|>", "<|pad|>"])}
    raw = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|pad|>")
    tokenizer.chat_template = (
        "{% for m in messages %}{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}assistant\n{% endif %}"
    )
    config = Qwen2Config(
        vocab_size=len(vocabulary),
        hidden_size=32,
        initializer_range=0.3,  # else the logits of so small a model hardly move
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        eos_token_id=vocabulary["<|im_end|>"],
        pad_token_id=vocabulary["<|pad|>"],
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
