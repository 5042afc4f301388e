"""Sequences for a backbone: designed by ProteinMPNN, and how well the sequence at hand fits."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology import _mpnn
from scitoolagent.tools.biology._pdb import HELIX_FILE, one_letter, protein_chains, read_model, residue_name
from scitoolagent.tools.biology._sequence import shown
from scitoolagent.tools.biology.peptides import RandomSeed
from scitoolagent.tools.biology.structure import ChainId

if TYPE_CHECKING:
    from scitoolagent.tools.biology._mpnn import Encoded

DesignedSequence = Annotated[
    str,
    Semantic(
        "DesignedSequence",
        parent="ProteinSequence",
        label="designed sequences",
        also=("designed sequence", "ProteinMPNN sequences", "sequences for a backbone", "inverse folding"),
    ),
]
DesignScores = Annotated[
    list[float], Semantic("DesignScores", parent="SequenceProperty", unit="1", label="ProteinMPNN scores of designs")
]
NativeScore = Annotated[
    float,
    Semantic(
        "NativeScore",
        parent="SequenceProperty",
        unit="1",
        label="ProteinMPNN score",
        also=("ProteinMPNN score of the native sequence", "designability score", "fit of a sequence to its backbone"),
    ),
]
ShuffledScore = Annotated[
    float,
    Semantic(
        "ShuffledScore",
        parent="SequenceProperty",
        unit="1",
        label="ProteinMPNN score of shuffled sequences, on average",
    ),
]
Recoveries = Annotated[
    list[float],
    Semantic(
        "SequenceRecoveries",
        parent="SequenceProperty",
        unit="%",
        label="share of native residues recovered",
        also=("native sequence recovery", "sequence recovery"),
    ),
]
DesignCount = Annotated[
    int,
    Semantic("DesignCount", parent="Parameter", unit="1", label="number of designs", also=("number of sequences",)),
]
DesignTemperature = Annotated[
    float,
    Semantic("SamplingTemperature", parent="Parameter", unit="1", label="sampling temperature"),
]
DesignNote = Annotated[str, Semantic("DesignNote", parent="Report", label="note on a backbone", role="note")]

_MOST_RESIDUES = 500
_MOST_DESIGNS = 10
_SHUFFLES = 5
_GAPS_TOLD = 5


@dataclass(frozen=True, slots=True)
class Designs:
    """Sequences for a backbone beside its own."""

    sequences: list[DesignedSequence]
    scores: DesignScores
    recoveries: Recoveries
    native_score: NativeScore
    design_note: DesignNote


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the sequence of a structure fits its backbone, beside the same residues in random order."""

    native_score: NativeScore
    shuffled_score: ShuffledScore
    design_note: DesignNote


@dataclass(frozen=True, slots=True)
class _Chain:
    encoded: Encoded
    sequence: str
    note: str

    @property
    def letters(self) -> list[int]:
        return [_mpnn.RESIDUES.index(one) for one in self.sequence]


@tool(
    Operation.PREDICTION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.SCREENED,
    example={"structure": HELIX_FILE, "designs": 1},
    also=("ProteinMPNN", "design a sequence", "redesign", "inverse folding"),
    requires=_mpnn.REQUIRES,
    seconds=600,
)
def design_sequences(
    structure: PdbFile,
    designs: DesignCount = 3,
    sampling_temperature: DesignTemperature = 0.1,
    chain: ChainId = "first",
    seed: RandomSeed = 0,
) -> Designs:
    """Design amino-acid sequences for the backbone of a protein chain by ProteinMPNN.

    Args:
        structure: A file in PDB format; only its first model is read.
        designs: How many sequences to draw, 1 to 10.
        sampling_temperature: From 0.01, nearly the likeliest residue each time, to 1.
        chain: Name of the chain, such as A; first takes the first protein chain. Other chains are not seen.
        seed: Start of the random numbers; the same seed gives the same sequences.
    Returns:
        The sequences; of each the score, the mean negative logarithm of the probability of its residues, the lower the
        better the fit; of each the share of residues that are those of the file; and the score of the sequence of the
        file, the mean over three orders of reading. A low score does not say that a sequence folds.
    Raises:
        ToolInputError: No such file or chain, under 4 or over 500 residues, an atom of the backbone is missing, or a
            setting is out of its range.
        ToolUnavailableError: the weights of ProteinMPNN are not installed.
    Source: Dauparas et al. 2022, doi:10.1126/science.add2187; weights v_48_020.
    """
    if not 1 <= designs <= _MOST_DESIGNS:
        raise ToolInputError(f"{designs} designs were asked for; 1 to {_MOST_DESIGNS} are drawn")
    if not 0.01 <= sampling_temperature <= 1:
        raise ToolInputError(f"the sampling temperature is {sampling_temperature}; it must lie from 0.01 to 1")
    found = _read(structure, chain)
    drawn = [_mpnn.designed(found.encoded, sampling_temperature, seed + place) for place in range(designs)]
    recovered = [
        100.0 * sum(a == b for a, b in zip(sequence, found.sequence, strict=True)) / len(sequence)
        for sequence, _ in drawn
    ]
    return Designs(
        [sequence for sequence, _ in drawn],
        [round(score, 4) for _, score in drawn],
        [round(one, 1) for one in recovered],
        round(_score(found, found.letters, seed), 4),
        found.note,
    )


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": HELIX_FILE},
    requires=_mpnn.REQUIRES,
    seconds=600,
)
def sequence_fit(structure: PdbFile, chain: ChainId = "first", seed: RandomSeed = 0) -> Fit:
    """Score how well the sequence of a protein chain fits its backbone, by ProteinMPNN.

    Args:
        structure: A file in PDB format; only its first model is read.
        chain: Name of the chain, such as A; first takes the first protein chain. Other chains are not seen.
        seed: Start of the random numbers, for the order of reading and the shuffles.
    Returns:
        The mean negative logarithm of the probability of the residues, the lower the better the fit, and the mean of
        the same residues in five random orders. Scores of different backbones compare only roughly.
    Raises:
        ToolInputError: No such file or chain, under 4 or over 500 residues, or an atom of the backbone is missing.
        ToolUnavailableError: the weights of ProteinMPNN are not installed.
    Source: as `design_sequences`.
    """
    import numpy as np

    found = _read(structure, chain)
    random = np.random.default_rng(seed)
    shuffled = [_score(found, random.permutation(found.letters).tolist(), seed) for _ in range(_SHUFFLES)]
    return Fit(round(_score(found, found.letters, seed), 4), round(sum(shuffled) / len(shuffled), 4), found.note)


def _score(found: _Chain, letters: list[int], seed: int) -> float:
    """The mean score over three orders of reading, since one order favours some places."""
    import numpy as np

    orders = [np.random.default_rng((seed, place)).permutation(len(letters)).tolist() for place in range(3)]
    told = [_mpnn.log_probabilities(found.encoded, letters, order) for order in orders]
    return sum(_mpnn.score(one, letters) for one in told) / len(told)


def _read(structure: Any, chain: str) -> _Chain:
    import numpy as np

    chains = protein_chains(read_model(structure))
    name = next(iter(chains)) if chain == "first" else chain
    if name not in chains:
        raise ToolInputError(f"there is no protein chain {shown(chain)}; there are {', '.join(chains)}")
    residues = chains[name]
    if not 4 <= len(residues) <= _MOST_RESIDUES:
        raise ToolInputError(f"chain {name} has {len(residues)} residues; 4 to {_MOST_RESIDUES} are taken")
    for residue in residues:
        if lacking := [atom for atom in ("N", "CA", "C", "O") if atom not in residue]:
            raise ToolInputError(f"{residue_name(residue)} lacks {', '.join(lacking)}; complete the backbone first")
    numbers = np.array([residue.id[1] for residue in residues])
    gaps = [f"{one} and {two}" for one, two in itertools.pairwise(map(int, numbers)) if two - one > 1]
    notes = [f"chain {name}, {len(residues)} residues"]
    listed = ", ".join(gaps[:_GAPS_TOLD]) + (" …" if len(gaps) > _GAPS_TOLD else "")
    notes += [f"no residues between {listed}, taken as loops that are not seen"] if gaps else []
    notes += [f"{len(chains) - 1} other chains are not seen by the network"] if len(chains) > 1 else []
    if (np.diff(numbers) < 1).any():  # insertions: the places along the chain count
        numbers = np.arange(len(residues))
    atoms = np.array([[residue[atom].coord for atom in ("N", "CA", "C", "O")] for residue in residues])
    backbone = _mpnn.Backbone(atoms, numbers, np.zeros(len(residues), dtype=int))
    return _Chain(_mpnn.encode(backbone), "".join(map(one_letter, residues)), "; ".join(notes))
