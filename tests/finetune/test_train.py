"""A tiny, randomly initialised Qwen2 is trained for real; the rest says what is missing."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune import packing
from scitoolagent.finetune import train as training
from scitoolagent.finetune.recipe import LoraRecipe, Recipe, TrainingRecipe, read_recipe, recipe_names
from scitoolagent.finetune.recording import Conversation
from scitoolagent.llm import Message, ToolCall

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


class _Letters:
    """A tokenizer whose tokens are letters."""

    asked = 0

    def apply_chat_template(self, turns: list[dict[str, str]], tokenize: bool) -> str:
        self.asked += 1
        return "".join(turn["content"] for turn in turns)

    def __call__(self, text: str) -> dict[str, str]:
        return {"input_ids": text}


def test_only_what_the_steps_take_is_read_and_drawn_from_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"prompt": [{"content": f"{n:04}"}], "completion": [{"content": "x"}]} for n in range(1000)]
    plan = TrainingRecipe(max_steps=5, batch=2, accumulation=2, max_tokens=16)
    letters = _Letters()
    kept, left_out = training.choose(rows, letters, plan)
    assert (len(kept), left_out, letters.asked) == (20, 0, 20)
    assert len({str(row) for row in kept}) == 20
    assert max(int(row["prompt"][0]["content"]) for row in kept) > 500
    assert training.choose(rows, letters, plan)[0] == kept
    monkeypatch.setenv("WORLD_SIZE", "3")
    assert len(training.choose(rows, letters, plan)[0]) == 60
    assert len(training.choose(rows, letters, plan.model_copy(update={"max_steps": None}))[0]) == 1000


def test_what_is_too_long_is_left_out_and_counted() -> None:
    rows = [{"prompt": [{"content": "y" * size}], "completion": [{"content": "x"}]} for size in range(100)]
    kept, left_out = training.choose(rows, _Letters(), TrainingRecipe(max_tokens=16))
    assert (len(kept), left_out) == (16, 84)


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


@pytest.mark.model
@pytest.mark.skipif(not HAS_TORCH, reason="needs the extra `finetune`")
@pytest.mark.filterwarnings("ignore")
def test_ten_steps_on_conversations_of_the_solver_go_on_after_a_stop(tmp_path: Path) -> None:
    _tiny(tmp_path / "base")
    turns = (
        Message("system", "Rules."),
        Message("user", "how heavy"),
        Message("assistant", "", (ToolCall("program", {"code": "{'m': 1}"}, "call1"),)),
    )
    row = json.dumps(Conversation(turns, "direct").row("task", "single"))
    (tmp_path / "solver.jsonl").write_text("\n".join([row] * 8))
    plan = TrainingRecipe(max_steps=5, learning_rate=2e-2, batch=2, max_tokens=8192, save_steps=5)
    recipe = Recipe(base=str(tmp_path / "base"), dtype="float32", lora=LoraRecipe(rank=8, alpha=32), training=plan)
    done = training.train("solver", tmp_path, recipe, tmp_path / "out")
    assert (done.steps, done.left_out) == (5, 0)
    longer = recipe.model_copy(update={"training": plan.model_copy(update={"max_steps": 10})})
    more = training.train("solver", tmp_path, longer, tmp_path / "out", resume=True)
    assert more.steps == 10 and more.last_loss < done.first_loss


@pytest.mark.model
@pytest.mark.skipif(not HAS_TORCH, reason="needs the extra `finetune`")
@pytest.mark.filterwarnings("ignore")
def test_the_loss_of_packed_examples_is_the_loss_of_the_library(tmp_path: Path) -> None:
    import torch
    from trl import SFTTrainer

    _tiny(tmp_path / "base")
    model, tokenizer = training.load_base(str(tmp_path / "base"), "cpu")
    # With a beginning in common and different lengths behind it.
    rows = [
        {
            "prompt": [{"role": "system", "content": "Choose."}, {"role": "user", "content": f"ask {n} " * n}],
            "completion": [{"role": "assistant", "content": chr(97 + n) * n}],
        }
        for n in (3, 9, 4)
    ]
    recipe = Recipe(base="", dtype="float32", training=TrainingRecipe(max_steps=1, batch=3, max_tokens=256))
    trainer = training._trainer(model, tokenizer, rows, recipe, tmp_path / "out")
    plain = SFTTrainer(model=trainer.model, args=trainer.args, train_dataset=trainer.train_dataset)
    features = [trainer.train_dataset[number] for number in range(3)]
    shared = packing.common_beginning(features)
    assert len("system\nChoose.") < shared < len("system\nChoose.<|im_end|>\nuser\nask ")
    packed = packing.pack(features)
    length = sum(len(one["input_ids"]) for one in features) - 2 * shared
    assert length <= packed["input_ids"].shape[1] < length + packing._EVEN
    for counted in (None, torch.tensor(7)):
        ours = trainer.compute_loss(trainer.model, packed, num_items_in_batch=counted)
        batch = plain.data_collator(features)
        theirs = SFTTrainer.compute_loss(plain, trainer.model, dict(batch), num_items_in_batch=counted)
        assert ours.item() == pytest.approx(theirs.item(), rel=1e-5)
        assert ours.requires_grad


def test_examples_with_equal_prompts_keep_a_token_of_their_own() -> None:
    feature = {"input_ids": [1, 2, 3, 4, 5], "labels": [-100, -100, -100, 4, 5]}
    assert packing.common_beginning([feature, feature]) == 2
    assert packing.common_beginning([feature, {"input_ids": [9, 4], "labels": [-100, 4]}]) == 0
    assert packing.common_beginning([feature]) == 2


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
