"""Pictures of structures: the trace of their chains, and which residues touch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile, PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Place,
    is_polymer,
    kind_of,
    models_note,
    part_text,
    places,
    read_macromolecule,
    read_part,
)
from scitoolagent.tools.biology.structure import StructurePart
from scitoolagent.tools.biology.structure_analysis import AtomDistanceCutoff

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_HAIRPIN = Path(__file__).with_name("example_hairpin.pdb")
_MOST, _MOST_IN_MAP, _BROKEN = 5000, 2000, 4.5
_WAYS = ("B factor", "chain", "secondary structure")
_STRUCTURES = {"helix": "#c2410c", "strand": "#2b6ca3", "neither": "#9aa5b1"}

ChainColour = Annotated[
    str,
    Semantic(
        "ChainColour",
        parent="Parameter",
        label="what a drawn chain is coloured by",
        finder="scitoolagent.tools.biology._structure_words:find_colours",
    ),
]
StructurePicture = Annotated[
    str,
    Semantic(
        "StructurePicture",
        parent="SvgPicture",
        label="drawn structure of a protein",
        also=("trace of a chain", "drawn protein structure", "drawn chain", "picture of a structure", "drawn trace"),
    ),
]
ContactPicture = Annotated[
    str,
    Semantic(
        "ContactPicture",
        parent="SvgPicture",
        label="drawn contact map",
        also=("plot of the contact map", "picture of the contact map", "contact map plot", "drawn residue contacts"),
    ),
]


@tool(
    Operation.VISUALISATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": _HAIRPIN, "colour": "B factor"},
    also=(
        "DrawProteinStructure",
        "draw the protein structure",
        "draw the structure of a protein",
        "draw the protein",
        "draw the structure",
        "draw",
        "draw the chain",
        "draw the trace",
        "draw the backbone",
    ),
)
def structure_drawing(
    structure: PdbFile, part: StructurePart = "all", colour: ChainColour = "B factor"
) -> StructurePicture:
    """Draw the trace of the chains of a structure, seen along its thinnest direction.

    Args:
        structure: A PDB or mmCIF file; only its first model is drawn where no other is named.
        part: A chain or residues, where not all is meant.
        colour: B factor, chain, or secondary structure as the file names it.
    Returns:
        Text of an SVG file: lines from Cα to Cα (of nucleic acids from P to P), nearer parts thicker and above; axes
        in Å along the two longest directions. Side chains, ligands, ions and waters are not drawn.
    Raises:
        ToolInputError: No such file or part, fewer than three residues, more than 5,000, no such way of colouring, or
        no record of secondary
            structure where it is to colour.
    Source: Principal axes of the atoms drawn; matplotlib.
    """
    import numpy as np

    if colour not in _WAYS:
        raise ToolInputError(f"a chain is coloured by {', '.join(_WAYS)}, not by {colour[:40]!r}")
    found = read_macromolecule(structure)
    wanted = read_part(part)
    trace = _trace(found, part)
    if not 3 <= len(trace) <= _MOST:
        raise ToolInputError(f"{len(trace):,} residues have a place in the trace; 3 to {_MOST:,} can be drawn")
    spots = np.array([one.atom.pos.tolist() for one in trace])
    flat = _turned(spots)
    figure = new_figure(6.4, 5.2)
    axes = figure.subplots()
    shades, told = _shades(found, trace, colour)
    _lines(axes, trace, spots, flat, shades)
    _ends(axes, trace, flat)
    _legend(figure, axes, told, colour)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)
    said = "" if part == "all" else f", {part_text(wanted)}"
    which = f"; {models_note(found, wanted)}" if len(found) > 1 else ""
    labelled(axes, "longest axis (Å)", "second axis (Å)", f"{structure.stem}{said}: {len(trace):,} residues{which}")
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": _COMPLEX},
    also=("draw the contact map", "plot the contact map", "draw a contact map", "plot a contact map"),
)
def contact_map_drawing(
    structure: BackboneFile, part: StructurePart = "all", cutoff: AtomDistanceCutoff = 8.0
) -> ContactPicture:
    """Draw which residues of a structure are near one another, as a map.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or residues, where not all is meant.
        cutoff: Greatest distance in Å of two Cα (of nucleic acids P) atoms, above 0 to 30.
    Returns:
        Text of an SVG file: a point for each pair of residues that near, by their order in the file; lines part the
        chains.
    Raises:
        ToolInputError: No such file or part, a cutoff out of range, fewer than two residues, or more than 2,000.
    Source: Definition; drawn by matplotlib.
    """
    import numpy as np

    if not 0 < cutoff <= 30:
        raise ToolInputError(f"the cutoff must be above 0 and at most 30 Å, not {cutoff:g}")
    found = read_macromolecule(structure)
    trace = _trace(found, part)
    if not 2 <= len(trace) <= _MOST_IN_MAP:
        raise ToolInputError(f"{len(trace):,} residues have a place in the trace; 2 to {_MOST_IN_MAP:,} can be drawn")
    spots = np.array([one.atom.pos.tolist() for one in trace])
    near = np.linalg.norm(spots[:, None, :] - spots[None, :, :], axis=2) <= cutoff
    figure = new_figure(5.6, 5.2)
    axes = figure.subplots()
    axes.imshow(near, cmap="Blues", vmin=0, vmax=1.25, origin="lower", interpolation="nearest")
    names = [one.chain.name or "-" for one in trace]
    borders = [place for place in range(1, len(names)) if names[place] != names[place - 1]]
    for place in borders:
        axes.axhline(place - 0.5, color="#c2410c", linewidth=0.8)
        axes.axvline(place - 0.5, color="#c2410c", linewidth=0.8)
    step = max(1, round(len(trace) / 8))
    ticks = list(range(0, len(trace), step))
    texts = [f"{names[place]} {trace[place].residue.seqid}" for place in ticks]
    axes.set_xticks(ticks, texts, rotation=90, fontsize=8)
    axes.set_yticks(ticks, texts, fontsize=8)
    pairs = int((near.sum() - len(trace)) // 2)
    which = f"; {models_note(found)}" if len(found) > 1 else ""
    labelled(axes, "residue", "residue", f"{structure.stem}: {pairs:,} pairs within {cutoff:g} Å{which}")
    return as_svg(figure)


def _trace(structure: Any, part: str) -> list[Place]:
    """The Cα or P atom of each residue of the polymers of a part."""
    wanted = read_part(part)
    return [
        one
        for one in places(structure, wanted, is_polymer)
        if is_polymer(one.residue) and one.atom.name == ("CA" if kind_of(one.residue) == "protein" else "P")
    ]


def _turned(spots: NDArray[Any]) -> NDArray[Any]:
    """The places along the principal axes; the end of an axis further from the middle is positive."""
    import numpy as np

    centred = spots - spots.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    flat: NDArray[Any] = centred @ axes.T
    for axis in (0, 1):
        if abs(flat[:, axis].min()) > flat[:, axis].max():
            flat[:, axis] *= -1
    # The third axis follows from the others, so that no mirror image is drawn.
    turn = np.sign(np.linalg.det(np.linalg.lstsq(centred, flat, rcond=None)[0])) or 1.0
    flat[:, 2] *= turn
    return flat


def _follows(trace: list[Place], spots: NDArray[Any], place: int) -> bool:
    """Whether two places of a trace are neighbours: 3.8 Å in proteins, up to 7 or so from P to P."""
    import numpy as np

    far = _BROKEN if trace[place].atom.name == "CA" else 2 * _BROKEN
    return bool(np.linalg.norm(spots[place] - spots[place + 1]) < far)


def _shades(structure: Any, trace: list[Place], colour: str) -> tuple[list[Any], Any]:
    """The colour of each residue, and what a legend needs."""
    import numpy as np
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    if colour == "B factor":
        values = [float(one.atom.b_iso) for one in trace]
        scale = ScalarMappable(
            Normalize(min(values), max(values) if max(values) > min(values) else min(values) + 1), colormaps["viridis"]
        )
        return [tuple(shade) for shade in scale.to_rgba(np.array(values))], scale
    if colour == "chain":
        names = list(dict.fromkeys(one.chain.name or "-" for one in trace))
        table = {name: colormaps["tab10"](number % 10) for number, name in enumerate(names)}
        return [table[one.chain.name or "-"] for one in trace], {
            f"chain {name}": shade for name, shade in table.items()
        }
    kinds = _recorded(structure)
    if not kinds:
        raise ToolInputError("the file names no helix and no strand; colour by B factor or chain")
    found = [kinds.get((one.chain.name, one.residue.seqid.num), "neither") for one in trace]
    return [_STRUCTURES[one] for one in found], {name: shade for name, shade in _STRUCTURES.items() if name in found}


def _recorded(structure: Any) -> dict[tuple[str, int], str]:
    """helix or strand by chain and number, as the file names them."""
    stretches = [("helix", one.start, one.end) for one in structure.helices]
    stretches += [("strand", one.start, one.end) for sheet in structure.sheets for one in sheet.strands]
    return {
        (start.chain_name, number): kind
        for kind, start, end in stretches
        for number in range(start.res_id.seqid.num, end.res_id.seqid.num + 1)
    }


def _lines(axes: Any, trace: list[Place], spots: NDArray[Any], flat: NDArray[Any], shades: list[Any]) -> None:
    """A line between neighbours of a trace, half in the colour of either; what is nearer is thicker and above."""
    pairs = [
        (one, one + 1)
        for one in range(len(trace) - 1)
        if trace[one].chain.name == trace[one + 1].chain.name and _follows(trace, spots, one)
    ]
    depth = flat[:, 2] - flat[:, 2].min()
    nearness = depth / (depth.max() or 1.0)
    for left, right in sorted(pairs, key=lambda pair: nearness[pair[0]] + nearness[pair[1]]):
        middle = (flat[left] + flat[right]) / 2
        width = 1.6 + 2.6 * float(nearness[left] + nearness[right]) / 2
        for start, end, shade in ((flat[left], middle, shades[left]), (middle, flat[right], shades[right])):
            axes.plot([start[0], end[0]], [start[1], end[1]], color=shade, linewidth=width, solid_capstyle="round")


def _ends(axes: Any, trace: list[Place], flat: NDArray[Any]) -> None:
    """The name of each chain at its first and last residue, with their numbers."""
    chains: dict[str, list[int]] = {}
    for place, one in enumerate(trace):
        chains.setdefault(one.chain.name or "-", []).append(place)
    for name, own in list(chains.items())[:20]:
        for place in {own[0], own[-1]}:
            x, y = flat[place, 0], flat[place, 1]
            box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
            text = f"{name} {trace[place].residue.seqid}"
            axes.annotate(text, (x, y), (6, 6), textcoords="offset points", fontsize=8, zorder=9, bbox=box)


def _legend(figure: Any, axes: Any, told: Any, colour: str) -> None:
    from matplotlib.lines import Line2D

    if colour == "B factor":
        figure.colorbar(told, ax=axes, label="B factor of the traced atom (Å²)", shrink=0.8)
        return
    lines = [Line2D([], [], color=shade, linewidth=3, label=name) for name, shade in list(told.items())[:20]]
    axes.legend(handles=lines, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8)
