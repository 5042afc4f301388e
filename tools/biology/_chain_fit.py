"""A protein chain as ProteinMPNN reads it, and how well a sequence fits it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.tools.biology import _mpnn
from scitoolagent.tools.biology._pdb import BACKBONE, one_letter, protein_chains, read_model, whole_backbone

if TYPE_CHECKING:
    from scitoolagent.tools.biology._mpnn import Encoded

_MOST_RESIDUES = 500
_GAPS_TOLD = 5
_SHUFFLES = 5


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain with its backbone encoded, its own sequence, and what the file leaves open."""

    encoded: Encoded
    sequence: str
    note: str

    @property
    def letters(self) -> list[int]:
        """The places of its residues in the alphabet of the network."""
        return [_mpnn.RESIDUES.index(one) for one in self.sequence]


def read_chain(structure: Path, chain: str) -> Chain:
    """One chain of a file, its backbone encoded.

    Raises:
        ToolInputError: no such file or chain, too few or too many residues, or an atom of the backbone is missing.
    """
    import numpy as np

    chains = protein_chains(read_model(structure))
    name, residues = whole_backbone(chains, chain, _MOST_RESIDUES)
    numbers = np.array([residue.id[1] for residue in residues])
    gaps = [f"{one} and {two}" for one, two in itertools.pairwise(map(int, numbers)) if two - one > 1]
    notes = [f"chain {name}, {len(residues)} residues"]
    listed = ", ".join(gaps[:_GAPS_TOLD]) + (" …" if len(gaps) > _GAPS_TOLD else "")
    notes += [f"no residues between {listed}, taken as loops that are not seen"] if gaps else []
    notes += [f"{len(chains) - 1} other chains are not seen by the network"] if len(chains) > 1 else []
    if (np.diff(numbers) < 1).any():  # insertions: the places along the chain count
        numbers = np.arange(len(residues))
    atoms = np.array([[residue[atom].coord for atom in BACKBONE] for residue in residues])
    backbone = _mpnn.Backbone(atoms, numbers, np.zeros(len(residues), dtype=int))
    return Chain(_mpnn.encode(backbone), "".join(map(one_letter, residues)), "; ".join(notes))


def mean_score(found: Chain, letters: list[int], seed: int) -> float:
    """The mean score over three orders of reading, since one order favours some places."""
    import numpy as np

    orders = [np.random.default_rng((seed, place)).permutation(len(letters)).tolist() for place in range(3)]
    told = [_mpnn.log_probabilities(found.encoded, letters, order) for order in orders]
    return sum(_mpnn.score(one, letters) for one in told) / len(told)


def shuffled_score(found: Chain, letters: list[int], seed: int) -> float:
    """The mean score of the same residues in five random orders."""
    import numpy as np

    random = np.random.default_rng(seed)
    scores = [mean_score(found, random.permutation(letters).tolist(), seed) for _ in range(_SHUFFLES)]
    return sum(scores) / len(scores)
