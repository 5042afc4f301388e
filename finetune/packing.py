"""Put examples with one beginning into one sequence: their system prompt, most of their tokens, is computed once.

Each example sees the common beginning and itself, at the places that it has alone, so the loss is that of a batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# The label of a token that does not count in the loss.
IGNORED = -100
# Lengths are multiples of this.
_EVEN = 128


def common_beginning(features: Sequence[Mapping[str, Sequence[int]]]) -> int:
    """How many tokens all examples begin with; each keeps a token of its own before those that count."""
    first, *others = [feature["input_ids"] for feature in features]
    counting = [
        next((place for place, label in enumerate(feature["labels"]) if label != IGNORED), len(feature["labels"]))
        for feature in features
    ]
    most = min(counting) - 1
    for place in range(most):
        if any(other[place] != first[place] for other in others):
            return place
    return max(most, 0)


def pack(features: Sequence[Mapping[str, Sequence[int]]]) -> dict[str, Any]:
    """One sequence of some examples, with their places, their labels, and a mask of what each token sees."""
    import torch

    shared = common_beginning(features)
    ids, labels = list(features[0]["input_ids"][:shared]), [IGNORED] * shared
    places, of = list(range(shared)), [0] * shared
    for number, feature in enumerate(features, start=1):
        own = list(feature["input_ids"][shared:])
        ids += own
        labels += list(feature["labels"][shared:])
        places += range(shared, shared + len(own))
        of += [number] * len(own)
    # On a processor each new length costs memory for good, in caches of kernels. What fills up sees itself alone.
    left = -len(ids) % _EVEN
    ids += [0] * left
    labels += [IGNORED] * left
    places += range(left)
    of += [len(features) + 1] * left
    whose = torch.tensor(of)
    before = torch.ones(len(ids), len(ids), dtype=torch.bool).tril()
    seen = before & ((whose[None, :] == 0) | (whose[None, :] == whose[:, None]))
    return {
        "input_ids": torch.tensor([ids]),
        "position_ids": torch.tensor([places]),
        "labels": torch.tensor([labels]),
        "attention_mask": seen[None, None],
    }


def packed_loss(model: Any, inputs: Mapping[str, Any], counted: Any = None) -> Any:
    """The mean loss of the tokens that count, for which alone logits are computed; or their sum over `counted`."""
    import torch

    labels = inputs["labels"][0]
    # A token is predicted from the one before it.
    kept = (labels[1:] != IGNORED).nonzero().squeeze(-1)
    seen = inputs["attention_mask"]
    dtype = next(model.parameters()).dtype
    bias = torch.zeros(seen.shape, dtype=dtype).masked_fill(~seen, torch.finfo(dtype).min)
    logits = model(
        input_ids=inputs["input_ids"],
        position_ids=inputs["position_ids"],
        attention_mask=bias,
        logits_to_keep=kept,
        use_cache=False,
    ).logits[0]
    total = torch.nn.functional.cross_entropy(logits.float(), labels[kept + 1], reduction="sum")
    return total / (len(kept) if counted is None else counted)
