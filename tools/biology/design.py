"""Sequences for a backbone: designed by ProteinMPNN, and how well the sequence at hand fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile
from scitoolagent.tools.biology import _mpnn
from scitoolagent.tools.biology._chain_fit import mean_score, read_chain, shuffled_score
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology.peptides import RandomSeed
from scitoolagent.tools.biology.structure import ChainId

DesignedSequence = Annotated[
    str,
    Semantic(
        "DesignedSequence",
        parent="ProteinSequence",
        label="designed sequence",
        also=("designed sequences", "ProteinMPNN sequences", "sequences for a backbone", "inverse folding"),
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

_MOST_DESIGNS = 10


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
    structure: BackboneFile,
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
    found = read_chain(structure, chain)
    drawn = [_mpnn.designed(found.encoded, sampling_temperature, seed + place) for place in range(designs)]
    recovered = [
        100.0 * sum(a == b for a, b in zip(sequence, found.sequence, strict=True)) / len(sequence)
        for sequence, _ in drawn
    ]
    return Designs(
        [sequence for sequence, _ in drawn],
        [round(score, 4) for _, score in drawn],
        [round(one, 1) for one in recovered],
        round(mean_score(found, found.letters, seed), 4),
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
def sequence_fit(structure: BackboneFile, chain: ChainId = "first", seed: RandomSeed = 0) -> Fit:
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
    found = read_chain(structure, chain)
    own = mean_score(found, found.letters, seed)
    shuffled = shuffled_score(found, found.letters, seed)
    note = f"{found.note}; the same residues in random order score {shuffled:.4g} on average"
    return Fit(round(own, 4), round(shuffled, 4), note)
