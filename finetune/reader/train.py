"""Train the encoder of the chart reader: `python -m scitoolagent.finetune.reader --base FOLDER`.

`FOLDER` holds all-MiniLM-L6-v2 as safetensors with its `vocab.txt`. The questions are those of `words/`, each written
by hand with its marks; one table in seven, or question without a table, is held out and only measured. On one core that
multiplies in bfloat16 an epoch takes two and a half minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from scitoolagent.chart.encoder import FRAME_LABEL, MOST_PIECES, Layout, Vocabulary, shown, targets
from scitoolagent.finetune.reader.marks import Marked, read
from scitoolagent.finetune.reader.network import Network, arrays, from_base, from_trained

_BATCH, _RATE = 16, 6e-5
_HEAD_RATES = {"tag": 1e-3, "query": 2e-4, "key": 2e-4, "sharpness": 1e-2}


def changed(item: Marked, frames: Sequence[Marked], chance: random.Random) -> Marked:
    """Return a question as another person might have typed it, on a table of fewer columns in another order."""
    words, labels, links = list(item.words), list(item.labels), list(item.links)
    if frames and chance.random() < 0.2:
        before = chance.choice(frames)
        words, labels, links = [*before.words, *words], [*before.labels, *labels], [*before.links, *links]
    words = [_mistyped(word, chance) if chance.random() < 0.02 else word for word in words]
    used = {link[0] for link in links if link}
    kept = chance.uniform(0.3, 1.0)
    columns = [column for column in item.columns if column[0] in used or chance.random() < kept]
    if used and chance.random() < 0.06:
        # What the table does not hold has no target.
        gone = chance.choice(sorted(used))
        columns = [column for column in columns if column[0] != gone]
    chance.shuffle(columns)
    return Marked(tuple(words), tuple(labels), tuple(links), tuple(columns), item.held_out)


def _mistyped(word: str, chance: random.Random) -> str:
    if len(word) < 5 or not word.isalpha():
        return word
    place = chance.randrange(1, len(word) - 2)
    return chance.choice(
        (word[:place] + word[place + 1] + word[place] + word[place + 2 :], word[:place] + word[place + 1 :])
    )


def examples(
    items: Sequence[Marked], vocabulary: Vocabulary, labels: Sequence[str]
) -> Iterator[tuple[Layout, Tensor, Tensor]]:
    """Yield the layout of each question with the places of its labels and links; -1 where a link is not known."""
    for item in items:
        layout = vocabulary.layout(item.words, shown(item.columns))
        if len(layout.pieces) > MOST_PIECES:
            continue
        held = targets(item.columns)
        places = [
            -1 if not link else held.index(link) if link in held else 0 if link[0] not in dict(item.columns) else -1
            for link in item.links
        ]
        yield layout, torch.tensor([labels.index(one) for one in item.labels]), torch.tensor(places)


def loss_of(outputs: Sequence[tuple[Tensor, Tensor]], golds: Sequence[tuple[Tensor, Tensor]]) -> Tensor:
    """Return the loss of a batch: tags, and links where they are known."""
    tags = torch.cat([one for one, _ in outputs])
    total = functional.cross_entropy(tags, torch.cat([one for one, _ in golds]), label_smoothing=0.03)
    linked = [
        functional.cross_entropy(links, places, ignore_index=-1, reduction="sum")
        for (_, links), (_, places) in zip(outputs, golds, strict=True)
    ]
    count = sum(int((places >= 0).sum()) for _, places in golds)
    return total + torch.stack(linked).sum() / max(count, 1)


def measured(
    network: Network, items: Sequence[Marked], vocabulary: Vocabulary, labels: Sequence[str]
) -> dict[str, float]:
    """Return how many words have the right label and link, and how many words that matter were taken for frame."""
    network.eval()
    frame = labels.index(FRAME_LABEL)
    counts = dict.fromkeys(("words", "right", "links", "linked", "matter", "passed", "frames", "kept"), 0)
    with torch.no_grad():
        for layout, tags, places in examples(items, vocabulary, labels):
            logits, links = network([layout])[0]
            chosen, sure = logits.argmax(-1), logits.softmax(-1)[:, frame] > 0.9
            known = places >= 0
            for name, value in (
                ("words", tags.numel()), ("right", (chosen == tags).sum()), ("links", known.sum()),
                ("linked", ((links.argmax(-1) == places) & known).sum()), ("matter", (tags != frame).sum()),
                ("passed", (sure & (tags != frame)).sum()), ("frames", (tags == frame).sum()),
                ("kept", (sure & (tags == frame)).sum()),
            ):  # fmt: skip
                counts[name] += int(value)
    return {
        "labels": counts["right"] / max(counts["words"], 1),
        "links": counts["linked"] / max(counts["links"], 1),
        "frame_found": counts["kept"] / max(counts["frames"], 1),
        "passed_over": counts["passed"] / max(counts["matter"], 1),
    }


def trained(
    network: Network, items: Sequence[Marked], vocabulary: Vocabulary, labels: Sequence[str], epochs: int, seed: int
) -> None:
    """Train a network in place."""
    chance = random.Random(seed)
    torch.manual_seed(seed)
    frames = [item for item in items if item.is_frame]
    network.pieces.requires_grad_(False)
    network.places.requires_grad_(False)
    heads = {name: [*getattr(network, name).parameters()] for name in ("tag", "query", "key")}
    heads["sharpness"] = [network.sharpness]
    body = [value for name, value in network.named_parameters() if name.startswith(("layers", "norm"))]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": _RATE}, *({"params": own, "lr": _HEAD_RATES[name]} for name, own in heads.items())],
        weight_decay=0.01,
    )
    steps = epochs * (len(items) // _BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.06 * steps + 1), max(0.0, 1 - step / steps))
    )
    started = time.monotonic()
    for epoch in range(epochs):
        network.train()
        total, seen = 0.0, 0
        for batch in _batches([changed(item, frames, chance) for item in items], vocabulary, labels, chance):
            optimizer.zero_grad()
            with torch.autocast("cpu", dtype=torch.bfloat16):
                outputs = network([one[0] for one in batch])
            loss = loss_of(outputs, [one[1:] for one in batch])
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_([*body, *(value for own in heads.values() for value in own)], 1.0)
            optimizer.step()
            schedule.step()
            total, seen = total + loss.item(), seen + 1
        sys.stderr.write(f"epoch {epoch + 1}: loss {total / seen:.3f}, {time.monotonic() - started:.0f} s\n")


def _batches(
    items: Sequence[Marked], vocabulary: Vocabulary, labels: Sequence[str], chance: random.Random
) -> Iterator[list[tuple[Layout, Tensor, Tensor]]]:
    # Questions of like length go together, so that little is padded.
    sized = sorted(examples(items, vocabulary, labels), key=lambda one: len(one[0].pieces) + chance.random() * 8)
    batches = [sized[start : start + _BATCH] for start in range(0, len(sized), _BATCH)]
    chance.shuffle(batches)
    return iter(batches)


def written(network: Network, labels: Sequence[str], pieces: Sequence[str], out: Path, card: dict[str, Any]) -> None:
    """Write the weights and their card."""
    out.mkdir(parents=True, exist_ok=True)
    held: dict[str, Any] = arrays(network)
    held["vocabulary"] = np.frombuffer("\n".join(pieces).encode(), dtype=np.uint8)
    path = out / "encoder.npz"
    np.savez(path, **held)
    card |= {"labels": list(labels), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    (out / "card.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="A folder of trained weights to go on from.")
    parser.add_argument("--words", type=Path, default=Path(__file__).parent / "words")
    parser.add_argument("--out", type=Path, default=Path("scitoolagent/chart/weights"))
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args(arguments)
    items = list(read(given.words))
    pieces = (given.base / "vocab.txt").read_text(encoding="utf-8").split("\n")
    labels = sorted({label for item in items for label in item.labels})
    vocabulary = Vocabulary(pieces)
    network = from_trained(given.start, len(labels)) if given.start else from_base(given.base, len(labels))
    seen = [item for item in items if not item.held_out]
    trained(network, seen, vocabulary, labels, given.epochs, given.seed)
    card = {
        "base": "sentence-transformers/all-MiniLM-L6-v2, Apache-2.0",
        "command": f"python -m scitoolagent.finetune.reader --epochs {given.epochs} --seed {given.seed}",
        "questions": len(seen),
        "held_out": measured(network, [item for item in items if item.held_out], vocabulary, labels),
    }
    written(network, labels, pieces, given.out, card)
    sys.stdout.write(json.dumps(card, indent=1) + "\n")
