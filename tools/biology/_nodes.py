"""The nodes of an elastic network: the Cα atoms of a PDB file, with what a reader of the result must know of them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._pdb import protein_chains, read_models, read_pdb_text, residue_name
from scitoolagent.tools.biology._sequence import shown

# Cα atoms of neighbours are 3.8 Å apart across a trans peptide bond and 2.9 Å across a cis one.
_BREAK = 4.5
_TOO_NEAR = 1.0
_NAMED = 5
# Records that a whole file may end with.
_LAST = ("END", "TER", "MASTER", "CONECT")


@dataclasses.dataclass(frozen=True, slots=True)
class Nodes:
    """The Cα atoms of one model.

    Attributes:
        labels: chain, name and number of each residue, such as `A:GLY12`.
        places: coordinates in Å, one row a residue, with the three digits of the file.
        betas: the B column in Å².
        segments: first and one past the last residue of each unbroken piece of chain.
        note: how many residues there are, and what the file leaves open.
    """

    labels: tuple[str, ...]
    places: Any
    betas: Any
    segments: tuple[tuple[int, int], ...]
    note: str


def read_nodes(structure: Path, chain: str, least: int, most: int) -> Nodes:
    """The Cα atoms of the first model.

    Args:
        structure: A file in PDB format.
        chain: Name of one chain, or all.
        least: The fewest residues a tool can work with.
        most: The most it works with.
    Raises:
        ToolInputError: as `read_models`; no such chain, no Cα atom, too few or too many, or places that cannot be.
    """
    models = read_models(structure)
    residues = _chosen(models[0], chain)
    carbons = [residue["CA"] for residue in residues if "CA" in residue]
    if not carbons:
        raise ToolInputError("no amino acid of the file has a Cα atom, and they are the nodes of the network")
    if not least <= len(carbons) <= most:
        raise ToolInputError(
            f"this takes {least} to {most} residues with Cα atoms, not {len(carbons)}"
            + ("; choose one chain" if len(carbons) > most and chain == "all" else "")
        )
    labels = tuple(residue_name(atom.get_parent()) for atom in carbons)
    places = _places(carbons, labels)
    _refuse_overlap(places, labels)
    segments = _segments(carbons, places)
    notes = [*_notes(structure, models, residues, carbons), *_break_notes(labels, segments)]
    note = "; ".join([f"{len(labels)} residues of {len(_chains(labels))} chain(s)", *notes])
    return Nodes(labels, places, _betas(carbons), segments, note)


def read_frames(structure: Path, chain: str, most: int, most_models: int) -> tuple[tuple[str, ...], Any, str]:
    """The Cα atoms that all models of a file have: their labels, places (model, residue, 3) in Å, and a note.

    Raises:
        ToolInputError: as `read_nodes`; fewer than two models, too many, or fewer than three common residues.
    """
    import numpy as np

    models = read_models(structure)
    if not 2 <= len(models) <= most_models:
        raise ToolInputError(
            f"this compares 2 to {most_models} models of one file; {Path(structure).name} has {len(models)}"
        )
    found = [
        {residue_name(residue): residue["CA"] for residue in _chosen(model, chain) if "CA" in residue}
        for model in models
    ]
    labels = tuple(label for label in found[0] if all(label in other for other in found[1:]))
    if not 3 <= len(labels) <= most:
        raise ToolInputError(f"this takes 3 to {most} residues with Cα atoms in every model, not {len(labels)}")
    frames = np.array([_places([atoms[label] for label in labels], labels) for atoms in found])
    seen = {label for atoms in found for label in atoms}
    notes = [f"{len(models)} models, {len(labels)} residues that all of them have"]
    if len(seen) > len(labels):
        notes.append(f"{len(seen) - len(labels)} residues are not in every model and are left out")
    return labels, frames, "; ".join([*notes, *_end_note(structure)])


def _chosen(model: Any, chain: str) -> list[Any]:
    chains = protein_chains(model)
    if chain != "all" and chain not in chains:
        raise ToolInputError(f"there is no protein chain {shown(chain)}; there are {', '.join(chains)}")
    return [residue for name, found in chains.items() if chain in ("all", name) for residue in found]


def _places(carbons: list[Any], labels: tuple[str, ...]) -> Any:
    """Coordinates as double precision; the parser holds single precision, the file three digits."""
    import numpy as np

    places = np.round(np.array([atom.coord for atom in carbons], dtype=np.float64), 3)
    for label, place in zip(labels, places, strict=True):
        if not np.isfinite(place).all():
            raise ToolInputError(f"the coordinates of {label} are no numbers")
    return places


def _betas(carbons: list[Any]) -> Any:
    import numpy as np

    return np.array([float(atom.bfactor) for atom in carbons])


def _refuse_overlap(places: Any, labels: tuple[str, ...]) -> None:
    import numpy as np
    from Bio.PDB.kdtrees import KDTree

    # The tree wants its points in double precision, and gives pairs as objects with two indices and a radius.
    near = KDTree(places, 10).neighbor_search(_TOO_NEAR) if len(places) > 1 else []
    for pair in near[:1]:
        distance = float(np.linalg.norm(places[pair.index1] - places[pair.index2]))
        raise ToolInputError(
            f"the Cα atoms of {labels[pair.index1]} and {labels[pair.index2]} are {distance:.2f} Å apart, which cannot "
            "be; models or copies may stand in one place of the file"
        )


def _segments(carbons: list[Any], places: Any) -> tuple[tuple[int, int], ...]:
    import numpy as np

    gaps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    chains = [atom.get_parent().get_parent().id for atom in carbons]
    cuts = [i + 1 for i in range(len(gaps)) if chains[i] != chains[i + 1] or gaps[i] > _BREAK]
    return tuple(zip([0, *cuts], [*cuts, len(carbons)], strict=True))


def _chains(labels: tuple[str, ...]) -> set[str]:
    return {label.split(":")[0] for label in labels}


def _break_notes(labels: tuple[str, ...], segments: tuple[tuple[int, int], ...]) -> list[str]:
    """Breaks inside a chain; the end of a chain is none."""
    breaks = [
        f"{labels[end - 1]} and {labels[end]}"
        for _, end in segments[:-1]
        if len(_chains(labels[end - 1 : end + 1])) == 1
    ]
    if not breaks:
        return []
    more = f" and {len(breaks) - _NAMED} more" if len(breaks) > _NAMED else ""
    return [
        f"the chain is broken between {', '.join(breaks[:_NAMED])}{more}: residues without coordinates are no part of "
        "the network"
    ]


def _notes(structure: Path, models: list[Any], residues: list[Any], carbons: list[Any]) -> list[str]:
    notes = []
    if len(models) > 1:
        notes.append(f"the file has {len(models)} models; only the first is used")
    if len(carbons) < len(residues):
        notes.append(f"{len(residues) - len(carbons)} residues have no Cα atom and are left out")
    several = sum(atom.is_disordered() > 0 or atom.get_parent().is_disordered() == 2 for atom in carbons)
    if several:
        notes.append(f"{several} Cα atoms have alternative locations; that of the highest occupancy is used")
    return [*notes, *_end_note(structure)]


def _end_note(structure: Path) -> list[str]:
    last = read_pdb_text(structure).rstrip().splitlines()[-1]
    return [] if last.startswith(_LAST) else ["the file stops without TER or END: it may be cut short"]
