"""Backbones made for a fold, and the secondary structure of a backbone, without further programs."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolFailedError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile
from scitoolagent.tools.biology._ideal import FOLDS, elements
from scitoolagent.tools.biology._pdb import BACKBONE, HELIX_FILE, protein_chains, read_model, whole_backbone
from scitoolagent.tools.biology._states import states
from scitoolagent.tools.biology.structure import ChainId

if TYPE_CHECKING:
    from numpy.typing import NDArray

FoldClass = Annotated[
    str,
    Semantic(
        "FoldClass",
        label="fold class",
        pattern=r"(?i:all[- ]alpha|all[- ]beta|alpha[-/ ]beta)",
        finder="scitoolagent.tools.biology._fold_words:find_folds",
        also=("fold classes", "class of folds", "structural class"),
        role="kind",
    ),
]
# Where a fold class alone is said, a backbone of a real protein comes first.
IdealBackboneFile = Annotated[
    Path, Semantic("IdealBackboneFile", parent="BackboneFile", label="file of an ideal backbone", needs_context=True)
]
BackboneLength = Annotated[
    int,
    Semantic(
        "BackboneLength",
        parent="Parameter",
        unit="1",
        label="number of residues of a backbone",
        also=("residues", "residue", "amino acids", "amino acid"),
    ),
]
BackboneNote = Annotated[str, Semantic("BackboneNote", parent="Report", label="note on a made backbone", role="note")]
StateShares = Annotated[
    dict[str, float],
    Semantic(
        "StateShares",
        parent="MolecularProperty",
        unit="%",
        label="shares of backbone states",
        also=("helix and strand shares", "Kabsch-Sander states"),
    ),
]
StateRuns = Annotated[
    str,
    Semantic(
        "StateRuns",
        parent="Report",
        label="secondary structure by residues",
        also=("secondary structure", "helices and strands by residues", "secondary structure of each residue"),
    ),
]

_FEWEST, _MOST, _MOST_READ = 64, 200, 1000
_GAP = 6
_NAMES = {
    "H": "alpha helix (H)", "B": "beta bridge (B)", "E": "beta strand (E)", "G": "3-10 helix (G)", "I": "pi helix (I)",
    "T": "turn (T)", "S": "bend (S)", "-": "none (-)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MadeBackbone:
    """A file with a backbone, and what it lacks."""

    pdb_file: BackboneFile
    backbone_note: BackboneNote


@dataclass(frozen=True, slots=True)
class IdealBackbone:
    """A file with an ideal backbone, and what it lacks."""

    pdb_file: IdealBackboneFile
    backbone_note: BackboneNote


@dataclass(frozen=True, slots=True)
class BackboneStates:
    """The share of each state, and the residues of each run of one state."""

    shares: StateShares
    state_runs: StateRuns


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"fold": "all-alpha"},
    also=("ideal backbone", "de novo backbone"),
)
def ideal_backbone(fold: FoldClass, residues: BackboneLength = 100) -> IdealBackbone:
    """Build an ideal protein backbone of a fold class: helices, sheets, or both in layers.

    Args:
        fold: all-alpha (a bundle of four helices), all-beta (two sheets of four antiparallel strands) or alpha-beta (a
            sheet of four parallel strands with two helices on each side).
        residues: In all elements together, 64 to 200.
    Returns:
        A PDB file in the cache folder with N, CA, C and O of glycines, its elements numbered with gaps where the loops
        would be. Straight elements: no supercoil, no twist. Nothing says that a protein folds into it.
    Raises:
        ToolInputError: no such fold class, or too few or too many residues.
    Source: helix of Arnott and Dover 1967; strand of Pauling and Corey 1951; distances by Chothia et al. 1977,
        doi:10.1073/pnas.74.10.4130; lengths and angles by Engh and Huber 1991, doi:10.1107/S0108767391001071.
    """
    name = fold_named(fold)
    if not _FEWEST <= residues <= _MOST:
        raise ToolInputError(f"{residues} residues were asked for; {_FEWEST} to {_MOST} are built")
    made = elements(name, residues)
    note = f"{len(made)} elements of {', '.join(str(len(one)) for one in made)} residues, without loops"
    return IdealBackbone(written(name, _pdb(made)), note)


def fold_named(text: str) -> str:
    """The fold class that a text names.

    Raises:
        ToolInputError: it names none.
    """
    name = re.sub(r"[/\s]+", "-", text.strip().lower())
    if name not in FOLDS:
        raise ToolInputError(f"{text[:40]!r} is no fold class that is built; those are {', '.join(FOLDS)}")
    return name


def _pdb(made: list[NDArray[Any]]) -> str:
    lines: list[str] = []
    number = serial = 0
    for element in made:
        number += _GAP * bool(number)
        for residue in element:
            number += 1
            for atom, place in zip(("N", "CA", "C", "O"), residue, strict=True):
                serial += 1
                x, y, z = (float(one) for one in place)
                lines.append(
                    f"ATOM  {serial:5d}  {atom:<3s} GLY A{number:4d}    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00"
                    f"           {atom[0]}"
                )
    return "\n".join([*lines, "TER", "END", ""])


def written(name: str, text: str) -> Path:
    """Keep a file with a backbone in the cache folder, under a name and what it holds.

    Raises:
        ToolFailedError: it cannot be written.
    """
    from scitoolagent.config import load_config

    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    place = load_config().cache_dir / "backbones" / f"{name}-{digest}.pdb"
    partial = place.with_suffix(f".{os.getpid()}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, "utf-8")
        partial.replace(place)
    except OSError as error:
        raise ToolFailedError(f"the backbone cannot be written to {place.parent}: {error.strerror}") from error
    return place


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": HELIX_FILE},
)
def backbone_states(structure: BackboneFile, chain: ChainId = "first") -> BackboneStates:
    """Compute the secondary structure of a protein chain from its backbone hydrogen bonds.

    Args:
        structure: A file in PDB format; only its first model is read.
        chain: Name of the chain, such as A; first takes the first protein chain. Bonds to others are not seen.
    Returns:
        % of the residues in each state, 0 for states that do not occur; and the residues of each run of one: H, G, I
        helices, E strand, B lone bridge, T turn, S bend. Bulges end a strand; polyproline helices are not told.
    Raises:
        ToolInputError: No such file or chain, under 4 or over 1000 residues, or an atom of the backbone is missing.
    Source: Kabsch and Sander 1983, doi:10.1002/bip.360221211.
    """
    import numpy as np

    _, residues = whole_backbone(protein_chains(read_model(structure)), chain, _MOST_READ)
    atoms = np.array([[residue[atom].coord for atom in BACKBONE] for residue in residues], dtype=float)
    # What is bonded is one run, whatever the numbers say.
    joined = np.linalg.norm(atoms[1:, 0] - atoms[:-1, 2], axis=1) < 2.0
    numbers = np.concatenate([[0], np.cumsum(np.where(joined, 1, 2))])
    prolines = frozenset(place for place, residue in enumerate(residues) if residue.get_resname() == "PRO")
    found = states(atoms, numbers, prolines)
    shares = {told: round(100.0 * found.count(letter) / len(found), 1) for letter, told in _NAMES.items()}
    return BackboneStates(shares, _runs(found, [residue.id[1] for residue in residues]))


def _runs(found: str, numbers: list[int]) -> str:
    """The runs of one state by the numbers of their residues."""
    told: list[str] = []
    place = 0
    for letter, run in itertools.groupby(found):
        end = place + len(list(run)) - 1
        if letter != "-":
            told.append(f"{letter} {numbers[place]}" + (f" to {numbers[end]}" if end > place else ""))
        place = end + 1
    return ", ".join(told) or "no helix, strand, turn or bend"
