"""Proteins designed for a fold class, and what is foretold of how stable a protein is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile
from scitoolagent.tools.biology import _elastic, _mpnn
from scitoolagent.tools.biology._chain_fit import mean_score, read_chain
from scitoolagent.tools.biology._network import MOST_IN_MATRIX, anisotropic
from scitoolagent.tools.biology._pdb import HELIX_FILE, one_letter, protein_chains, read_model
from scitoolagent.tools.biology.backbones import BackboneLength, FoldClass, fold_named, ideal_backbone, written
from scitoolagent.tools.biology.design import DesignCount, DesignedSequence, DesignScores, DesignTemperature
from scitoolagent.tools.biology.fold_templates import TEMPLATE_LENGTH, fold_backbone
from scitoolagent.tools.biology.peptides import RandomSeed
from scitoolagent.tools.biology.protein_indices import aliphatic_index, instability_index

DesignedProteinFile = Annotated[
    Path,
    Semantic(
        "DesignedProteinFile",
        parent="BackboneFile",
        label="designed protein",
        also=("designed proteins", "protein design", "de novo protein"),
        needs_context=True,
    ),
]
DesignedBundleFile = Annotated[
    Path,
    Semantic(
        "DesignedBundleFile",
        parent="BackboneFile",
        label="unconstrained protein",
        also=("designed helix bundle",),
        needs_context=True,
    ),
]
DesignedProteinNote = Annotated[
    str, Semantic("DesignedProteinNote", parent="Report", label="note on a designed protein", role="note")
]
StabilityMeasures = Annotated[
    dict[str, float],
    Semantic(
        "StabilityMeasures",
        parent="MolecularProperty",
        unit="1",
        label="predicted stability measures",
        also=("stability measures", "predicted stability", "measures of stability", "stability of a protein"),
    ),
]
StabilityNote = Annotated[str, Semantic("StabilityNote", parent="Report", label="note on stability", role="note")]

_MOST_DESIGNS = 10
_CUTOFF = 15.0


@dataclass(frozen=True, slots=True)
class DesignedProtein:
    """A sequence for a fold, the backbone that bears it, and where that is from."""

    sequence: DesignedSequence
    structure: DesignedProteinFile
    scores: DesignScores
    note: DesignedProteinNote


@dataclass(frozen=True, slots=True)
class DesignedBundle:
    """A sequence for a bundle of helices, the backbone that bears it, and where that is from."""

    sequence: DesignedSequence
    structure: DesignedBundleFile
    scores: DesignScores
    note: DesignedProteinNote


@dataclass(frozen=True, slots=True)
class Stability:
    """What is foretold of how stable a protein is, and of what."""

    measures: StabilityMeasures
    note: StabilityNote


@tool(
    Operation.PREDICTION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.SCREENED,
    example={"fold": "all-alpha", "residues": 64, "designs": 1},
    also=(
        "design a protein",
        "design proteins",
        "design a new protein",
        "de novo protein design",
        "DesignProteinAlpha",
        "DesignProteinBeta",
        "DesignProteinAlphaBeta",
    ),
    requires=_mpnn.REQUIRES,
    seconds=600,
)
def designed_protein(
    fold: FoldClass,
    residues: BackboneLength = 100,
    designs: DesignCount = 3,
    sampling_temperature: DesignTemperature = 0.1,
    seed: RandomSeed = 0,
) -> DesignedProtein:
    """Design a protein for a fold class: the best of some sequences for a backbone of that fold.

    Args:
        fold: all-alpha, all-beta or alpha-beta.
        residues: 100 takes the backbone that `fold_backbone` gives; any other number from 64 to 200 an ideal one.
        designs: How many sequences to draw, 1 to 10; that of the lowest ProteinMPNN score is given.
        sampling_temperature: From 0.01, nearly the likeliest residue each time, to 1.
        seed: Start of the random numbers.
    Returns:
        The sequence, a PDB file of the backbone (N, CA, C, O) with the names of its residues, the scores of all that
        were drawn, and a note with that of the sequence that the backbone had. It is not folded: nothing here says that
        it folds, and what is read off its backbone is that of the backbone it was designed for.
    Raises:
        ToolInputError: no such fold class, or a setting is out of its range.
        ToolUnavailableError: the weights of ProteinMPNN are not installed.
    Source: Dauparas et al. 2022, doi:10.1126/science.add2187; backbones as of `fold_backbone` and `ideal_backbone`.
    """
    if not 1 <= designs <= _MOST_DESIGNS:
        raise ToolInputError(f"{designs} designs were asked for; 1 to {_MOST_DESIGNS} are drawn")
    if not 0.01 <= sampling_temperature <= 1:
        raise ToolInputError(f"the sampling temperature is {sampling_temperature}; it must lie from 0.01 to 1")
    name = fold_named(fold)
    if residues == TEMPLATE_LENGTH:
        template = fold_backbone(name)
        file, origin = template.pdb_file, template.backbone_note
    else:
        ideal = ideal_backbone(name, residues)
        file, origin = ideal.pdb_file, f"an ideal backbone: {ideal.backbone_note}"
    found = read_chain(file, "first")
    drawn = [_mpnn.designed(found.encoded, sampling_temperature, seed + place) for place in range(designs)]
    sequence, score = min(drawn, key=lambda one: one[1])
    note = f"{len(sequence)} residues, the best of {designs} (score {score:.4g}); backbone: {origin}"
    if set(found.sequence) != {"G"}:
        note += f"; its own sequence scores {mean_score(found, found.letters, seed):.4g}"
    note += "; the sequence was not folded, and no folding service is at hand"
    scores = [round(one, 4) for _, one in drawn]
    return DesignedProtein(sequence, written(f"{name}-design", _renamed(file, sequence)), scores, note)


@tool(
    Operation.PREDICTION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.SCREENED,
    example={"residues": 64, "designs": 1},
    also=("design an unconstrained protein", "DesignProteinFromLength"),
    requires=_mpnn.REQUIRES,
    seconds=600,
)
def designed_helix_bundle(
    residues: BackboneLength,
    designs: DesignCount = 3,
    sampling_temperature: DesignTemperature = 0.1,
    seed: RandomSeed = 0,
) -> DesignedBundle:
    """Design a protein of a length alone: the best of some sequences for a bundle of helices.

    Args:
        residues: 64 to 200.
        designs: How many sequences to draw, 1 to 10; that of the lowest ProteinMPNN score is given.
        sampling_temperature: From 0.01, nearly the likeliest residue each time, to 1.
        seed: Start of the random numbers.
    Returns:
        As `designed_protein` for all-alpha; the note says that this class was chosen, since a length names none.
    Raises:
        ToolInputError: a setting is out of its range.
        ToolUnavailableError: the weights of ProteinMPNN are not installed.
    Source: as `designed_protein`.
    """
    made = designed_protein("all-alpha", residues, designs, sampling_temperature, seed)
    note = f"no fold class was named, so all-alpha was taken; {made.note}"
    return DesignedBundle(made.sequence, made.structure, made.scores, note)


def _renamed(file: Path, sequence: str) -> str:
    """The text of a file of one chain with the names of its residues changed."""
    from Bio.Data.PDBData import protein_letters_1to3

    names = [protein_letters_1to3[one].upper() for one in sequence]
    lines: list[str] = []
    place, last = -1, ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("ATOM"):
            place, last = place + (line[22:27] != last), line[22:27]
            line = f"{line[:17]}{names[place]}{line[20:]}"
        lines.append(line)
    return "\n".join([*lines, ""])


@tool(Operation.PREDICTION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={"structure": HELIX_FILE}, seconds=120)
def stability_measures(structure: BackboneFile) -> Stability:
    """Foretell how stable a protein is by indices of its sequence and its stiffness.

    Args:
        structure: A file in PDB format with one protein chain of 4 to 300 residues; its first model is read.
    Returns:
        The instability index (above 40: unstable in a test tube), the aliphatic index, and, of the anisotropic network
        of its Cα atoms (15 Å), the mean and the least effective spring constant of two residues and the lowest
        eigenvalue, in units of the spring constant. None of them is a free energy or a melting temperature.
    Raises:
        ToolInputError: No such file, not one protein chain, too few or too many residues, other residues than the
            twenty, or parts that no spring holds.
    Source: Guruprasad et al. 1990, doi:10.1093/protein/4.2.155; Ikai 1980, doi:10.1093/oxfordjournals.jbchem.a133168;
        Eyal and Bahar 2008, doi:10.1529/biophysj.107.120733; all by numpy and Biopython.
    """
    import numpy as np

    chains = protein_chains(read_model(structure))
    if len(chains) != 1:
        raise ToolInputError(f"{structure.name} has {len(chains)} protein chains; these measures are those of one")
    sequence = "".join(map(one_letter, next(iter(chains.values()))))
    nodes, found = anisotropic(_elastic, structure, "all", _CUTOFF, most=MOST_IN_MATRIX)
    pairs = found.stiffness(nodes.places)[np.triu_indices(len(nodes.labels), 1)]
    measures = {
        "instability index": instability_index(sequence),
        "aliphatic index": aliphatic_index(sequence),
        "mean stiffness": float(pairs.mean()),
        "least stiffness": float(pairs.min()),
        "lowest ANM eigenvalue": float(found.eigenvalues(1)[0]),
    }
    note = f"{nodes.note}; stiffness and eigenvalue are those of the backbone, the indices those of the sequence"
    return Stability({name: round(value, 4) for name, value in measures.items()}, note)
