"""The encoder of the chart as a torch module, and its weights as the numpy runtime reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from scitoolagent.chart.encoder import HEADS, LAYERS, MOST_PIECES, Layout

_WIDTH, _INNER = 384, 1536
# How sharp likenesses are at first; it is trained.
_SHARPNESS = 12.0
_HEADS = {"tag", "query", "key", "sharpness"}
_OF_LAYER = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "seen": "attention.output.LayerNorm", "up": "intermediate.dense",
    "down": "output.dense", "made": "output.LayerNorm",
}  # fmt: skip


class Layer(nn.Module):  # type: ignore[misc]
    """One layer: attention, then two linear maps."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(_WIDTH, _WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(_WIDTH, _INNER), nn.Linear(_INNER, _WIDTH)
        self.seen, self.made = nn.LayerNorm(_WIDTH, 1e-12), nn.LayerNorm(_WIDTH, 1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """Return the hidden states after the layer; `mask` is true where there is a piece."""
        batch, size, _ = hidden.shape

        def heads(values: Tensor) -> Tensor:
            return values.view(batch, size, HEADS, _WIDTH // HEADS).transpose(1, 2)

        asked, held, told = heads(self.query(hidden)), heads(self.key(hidden)), heads(self.value(hidden))
        # In half precision this one is slower, not faster.
        with torch.autocast("cpu", enabled=False):
            seen = functional.scaled_dot_product_attention(
                asked.float(), held.float(), told.float(), mask[:, None, None, :]
            )
        hidden = self.seen(hidden + self.drop(self.out(seen.transpose(1, 2).reshape(batch, size, _WIDTH))))
        made: Tensor = self.made(hidden + self.drop(self.down(functional.gelu(self.up(hidden), approximate="tanh"))))
        return made


class Network(nn.Module):  # type: ignore[misc]
    """The encoder with its heads: tags of words, links of words to targets."""

    def __init__(self, size: int, labels: int) -> None:
        super().__init__()
        self.pieces, self.places = nn.Embedding(size, _WIDTH), nn.Embedding(MOST_PIECES * 2, _WIDTH)
        self.types, self.norm = nn.Embedding(2, _WIDTH), nn.LayerNorm(_WIDTH, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.tag, self.query, self.key = (nn.Linear(_WIDTH, to) for to in (labels, _WIDTH, _WIDTH))
        self.sharpness = nn.Parameter(torch.tensor([_SHARPNESS]))
        # What the base holds for alike is alike before anything is learnt.
        for head in (self.query, self.key):
            nn.init.eye_(head.weight)
            nn.init.zeros_(head.bias)
        self.drop = nn.Dropout(0.1)

    def forward(self, layouts: list[Layout]) -> list[tuple[Tensor, Tensor]]:
        """Return logits of labels and of targets for the words of each layout."""
        size = max(len(one.pieces) for one in layouts)

        def padded(rows: list[tuple[int, ...]]) -> Tensor:
            return torch.tensor([[*row, *[0] * (size - len(row))] for row in rows])

        pieces, types = padded([one.pieces for one in layouts]), padded([one.types for one in layouts])
        mask = padded([(1,) * len(one.pieces) for one in layouts]).bool()
        hidden = self.pieces(pieces) + self.places.weight[:size] + self.types(types)
        hidden = self.drop(self.norm(hidden))
        for layer in self.layers:
            hidden = layer(hidden, mask)
        most = max(len(one.groups) for one in layouts)
        pool = np.zeros((len(layouts), most, size), dtype=np.float32)
        for rows, layout in zip(pool, layouts, strict=True):
            for place, (start, end) in enumerate(layout.groups):
                rows[place, start:end] = 1 / (end - start)
        grouped = torch.from_numpy(pool) @ hidden.float()
        tags = self.tag(self.drop(grouped)).float()
        asked, held = (functional.normalize(head(grouped).float(), dim=-1) for head in (self.query, self.key))
        alike = self.sharpness * asked @ held.transpose(1, 2)
        return [
            (tags[row, : one.words], alike[row, : one.words, one.words : len(one.groups)])
            for row, one in enumerate(layouts)
        ]


def from_base(folder: Path, labels: int) -> Network:
    """Return a network with the weights of a BERT of 6 layers in `folder`, its heads untrained."""
    held = load_file(str(folder / "model.safetensors"))
    network = Network(len(held["embeddings.word_embeddings.weight"]), labels)
    named = {
        "pieces.weight": held["embeddings.word_embeddings.weight"],
        "places.weight": held["embeddings.position_embeddings.weight"],
        "types.weight": held["embeddings.token_type_embeddings.weight"],
        "norm.weight": held["embeddings.LayerNorm.weight"],
        "norm.bias": held["embeddings.LayerNorm.bias"],
    }
    for number in range(LAYERS):
        for name, source in _OF_LAYER.items():
            for part in ("weight", "bias"):
                named[f"layers.{number}.{name}.{part}"] = held[f"encoder.layer.{number}.{source}.{part}"]
    missing = network.load_state_dict(named, strict=False)
    if missing.unexpected_keys or {name.split(".")[0] for name in missing.missing_keys} != _HEADS:
        raise ValueError(f"{folder} does not hold a BERT of {LAYERS} layers")
    return network


def from_trained(folder: Path, labels: int) -> Network:
    """Return a network with the weights of `encoder.npz` in `folder`; heads of another shape begin anew."""
    with np.load(folder / "encoder.npz", allow_pickle=False) as file:
        held = dict(file)
    network = Network(len(held["pieces"]), labels)
    state = network.state_dict()
    for name, value in state.items():
        key = _key(name)
        given = held.get(key)
        if given is None:
            continue
        scaled = given.astype(np.float32) * held.get(f"{key}.scale", np.float32(1))
        part = value[: len(scaled)] if key == "places" else value
        if part.shape == scaled.shape:
            part.copy_(torch.from_numpy(scaled))
    network.load_state_dict(state)
    return network


def _key(name: str) -> str:
    """The name in the file of a weight of the network."""
    plain = name.replace("layers.", "layer", 1)
    return plain.removesuffix(".weight") if name.split(".")[0] in ("pieces", "places", "types") else plain


def arrays(network: Network) -> dict[str, np.ndarray[Any, Any]]:
    """Return the weights as the runtime names them: matrices as 8-bit integers with a scale for each row."""
    found: dict[str, np.ndarray[Any, Any]] = {}
    for name, tensor in network.state_dict().items():
        value = tensor.detach().numpy()
        key = _key(name)
        if key in ("places", "types"):
            found[key] = value[:MOST_PIECES].astype(np.float16)
        elif value.ndim == 2:
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True) / 127, 1e-9)
            found[key] = np.round(value / scale).astype(np.int8)
            found[f"{key}.scale"] = scale.astype(np.float32)
        else:
            found[key] = value.astype(np.float32)
    return found
