"""Pictures of proteins and DNA: torsion angles, motifs along a chain, frames and sites of a strand or a ring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, degrees, pi
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import COLOUR, as_svg, cut, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile, DnaSequence, Length, ProteinSequence
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE, protein_chains, read_model
from scitoolagent.tools.biology.dna_sites import RestrictionEnzyme, Topology, open_reading_frames, restriction_sites
from scitoolagent.tools.biology.motifs import protein_motifs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_SITES, _MOST_FRAMES, _MOST_MOTIFS = 16, 8, 20
_FORWARD, _BACKWARD, _SITE = "#a9c9e8", "#f3c69a", "#444444"
_BROAD = 0.055
_APART = 0.11

RamachandranPicture = Annotated[
    str, Semantic("RamachandranPicture", parent="SvgPicture", label="Ramachandran plot", also=("Ramachandran diagram",))
]
MotifMap = Annotated[
    str, Semantic("MotifMap", parent="SvgPicture", label="map of protein motifs", also=("drawn sequence map",))
]
DnaMap = Annotated[
    str, Semantic("DnaMap", parent="SvgPicture", label="map of DNA", also=("plasmid map", "drawn DNA map"))
]


@dataclass(frozen=True)
class _Feature:
    """A stretch of a sequence from `start` to `end`, counted from 0; a site has no length."""

    start: int
    end: int
    sign: int
    text: str


@tool(
    Operation.VISUALISATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": str(HAIRPIN_FILE)},
    also=("draw the Ramachandran plot", "draw a Ramachandran plot", "plot the torsion angles"),
)
def ramachandran_drawing(structure: BackboneFile) -> RamachandranPicture:
    """Draw the backbone torsion angles of a protein structure, ψ against φ.

    Args:
        structure: A PDB file; its first model is taken.
    Returns:
        Text of an SVG file with a point for each residue that has both angles; glycine and proline have signs of their
        own. No regions are drawn: what is allowed depends on the residue.
    Raises:
        ToolInputError: no readable structure, or no residue with both angles.
    Source: Ramachandran et al. 1963, doi:10.1016/S0022-2836(63)80023-6; angles by Biopython, drawn by matplotlib.
    """
    found = torsions(protein_chains(read_model(structure)))
    if not found:
        raise ToolInputError(f"{structure.name} has no residue with both φ and ψ; three in a row are needed")
    figure = new_figure(5.2, 5.2)
    axes = figure.subplots()
    kinds = (("other residues", "o", COLOUR), ("glycine", "^", "#c2410c"), ("proline", "s", "#3f7d3a"))
    for name, sign, colour in kinds:
        points = [(phi, psi) for residue, phi, psi in found if _kind(residue) == name]
        if points:
            x, y = zip(*points, strict=True)
            axes.scatter(
                x, y, marker=sign, s=24, color=colour, alpha=0.8, linewidths=0, label=f"{name} ({len(points)})"
            )
    axes.axhline(0, color="#9aa5b1", linewidth=0.6)
    axes.axvline(0, color="#9aa5b1", linewidth=0.6)
    axes.set(
        xlim=(-180, 180), ylim=(-180, 180), xticks=range(-180, 181, 60), yticks=range(-180, 181, 60), aspect="equal"
    )
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=3, frameon=False, fontsize=8, handletextpad=0.1)
    labelled(axes, "φ (°)", "ψ (°)", f"{structure.stem}: {len(found)} residues")
    return as_svg(figure)


def torsions(chains: dict[str, list[Any]]) -> list[tuple[str, float, float]]:
    """Name, φ and ψ in degrees of each residue that is bonded to one before and one behind it."""
    from Bio.PDB.vectors import calc_dihedral

    found = []
    for residues in chains.values():
        for before, this, behind in zip(residues, residues[1:], residues[2:], strict=False):
            names = (("C", before), ("N", this), ("CA", this), ("C", this), ("N", behind))
            if any(name not in residue for name, residue in names):
                continue
            atoms = [residue[name] for name, residue in names]
            # A peptide bond is 1.33 Å long; where the chain is broken there is no angle.
            if atoms[0] - atoms[1] > 2 or atoms[3] - atoms[4] > 2:
                continue
            places = [atom.get_vector() for atom in atoms]
            found.append(
                (this.resname.strip(), degrees(calc_dihedral(*places[:4])), degrees(calc_dihedral(*places[1:])))
            )
    return found


def _kind(residue: str) -> str:
    return {"GLY": "glycine", "PRO": "proline"}.get(residue, "other residues")


@tool(
    Operation.VISUALISATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSTNKTRLQRGDWWCPECGKSFSQSSNLQKHQRTHTKDEL"},
    also=("draw the motifs", "draw a map of the motifs"),
)
def protein_motif_map(sequence: ProteinSequence) -> MotifMap:
    """Draw where known functional motifs lie along a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Text of an SVG file with the motifs along the residues, those unlikely by chance first; how many there are and
        how many are drawn stands above.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids.
    Source: patterns as those of the protein motifs, of which the papers are named there; drawn by matplotlib.
    """
    motifs = protein_motifs(sequence)
    features = [_Feature(int(one["start"]) - 1, int(one["end"]), 0, str(one["name"])) for one in motifs[:_MOST_MOTIFS]]
    told = f"{len(sequence.strip())} residues; {len(motifs)} motifs" + _drawn(len(motifs), len(features))
    return _line(len(sequence.strip()), features, "residue", told)


@tool(
    Operation.VISUALISATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={
        "sequence": "GAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGATCCAAGCTT",
        "topology": "circular",
        "min_length": 30,
    },
    also=("draw the plasmid map", "draw a plasmid map", "draw a map of the plasmid", "draw a map of the DNA"),
)
def dna_map(
    sequence: DnaSequence, topology: Topology = "linear", enzyme: RestrictionEnzyme = "all", min_length: Length = 75
) -> DnaMap:
    """Draw the open reading frames and restriction sites of DNA, along a line or around a ring.

    Args:
        sequence: DNA of at most 50,000 bases of A, C, G and T.
        topology: linear, or circular for a plasmid.
        enzyme: One or several enzymes with commas between them; all for those that are sold and cut once.
        min_length: Bases of the shortest frame that is drawn.
    Returns:
        Text of an SVG file; at most 8 frames, the longest, and 16 sites, with the number of all above. Frames over the
        origin of a ring are not looked for.
    Raises:
        ToolInputError: a letter is no DNA base, the sequence is too long, or an enzyme is not known.
    Source: as the open reading frames and the restriction sites; REBASE, doi:10.1093/nar/gkac975; drawn by matplotlib.
    """
    strand = "".join(sequence.split())
    frames = open_reading_frames(sequence, min(min_length, max(6, len(strand)))).frames
    sites = restriction_sites(sequence, enzyme, topology).sites
    cuts = [(place, name) for name, places in sites.items() for place in places]
    once = enzyme.strip().lower() == "all"
    cuts = sorted((place, name) for place, name in cuts if not once or len(sites[name]) == 1)
    shown = cuts if len(cuts) <= _MOST_SITES else cuts[:: -(-len(cuts) // _MOST_SITES)]
    features = [
        _Feature(
            int(one["start"]) - 1, int(one["end"]), 1 if one["strand"] == "+" else -1, f"ORF, {one['length']} bases"
        )
        for one in frames[:_MOST_FRAMES]
    ]
    told = f"{len(strand):,} bases; {len(frames)} open reading frames"
    told += f"{_drawn(len(frames), min(len(frames), _MOST_FRAMES))}; "
    told += f"{len(cuts)} {'sites of enzymes that cut once' if once else 'sites'}{_drawn(len(cuts), len(shown))}"
    features += [_Feature(place - 1, place - 1, 0, f"{name} {place}") for place, name in shown]
    is_ring = topology.strip().lower() == "circular"
    return _ring(len(strand), features, told) if is_ring else _line(len(strand), features, "base", told)


def _drawn(count: int, shown: int) -> str:
    return f" ({shown} drawn)" if shown < count else ""


def _line(length: int, features: Sequence[_Feature], unit: str, told: str) -> str:
    """Stretches as bars or arrows in rows above an axis, each with its name behind it, so that none lies on another."""
    figure = new_figure(8.0, 1.2)
    wide = length * 0.0125  # of one letter
    rows: list[float] = []
    places = []
    for one in sorted(features, key=lambda feature: (feature.start, feature.end)):
        text = cut(one.text)
        end = max(one.end, one.start + length / 200)
        # A name that would leave the picture stands before its bar.
        before = end + (len(text) + 1) * wide > length * 1.02
        left = one.start - (len(text) + 1) * wide if before else one.start
        right = end + length / 60 if before else end + (len(text) + 2) * wide
        row = next((number for number, taken in enumerate(rows) if taken <= left), len(rows))
        rows[row : row + 1] = [right]
        places.append((one, row, end, before, text))
    figure.set_size_inches(8.0, 1.3 + 0.26 * len(rows))
    axes = figure.subplots()
    for one, row, end, before, text in places:
        _arrow(axes, one, row, end, length)
        at = one.start - length / 160 if before else end + length / 160
        axes.text(at, row, text, va="center", ha="right" if before else "left", fontsize=8)
    axes.set(xlim=(min(0, -length * 0.01), length * 1.01), ylim=(-0.8, max(1, len(rows)) - 0.3), yticks=[])
    labelled(axes, unit, "", told)
    axes.spines["left"].set_visible(False)
    return as_svg(figure)


def _arrow(axes: Axes, one: _Feature, row: int, end: float, length: int) -> None:
    from matplotlib.patches import Polygon

    tip = min(length / 60, (end - one.start) / 2) if one.sign else 0
    low, high, middle = row - 0.3, row + 0.3, float(row)
    if one.sign < 0:
        corners = [(one.start, middle), (one.start + tip, high), (end, high), (end, low), (one.start + tip, low)]
    else:
        corners = [(one.start, low), (one.start, high), (end - tip, high), (end, middle), (end - tip, low)]
        corners = corners if tip else [(one.start, low), (one.start, high), (end, high), (end, low)]
    site = one.start == one.end
    axes.add_patch(Polygon(corners, color=_SITE if site else _BACKWARD if one.sign < 0 else _FORWARD, linewidth=0))


def _ring(length: int, features: Sequence[_Feature], told: str) -> str:
    """Stretches as arrows beside the ring, forward ones outside; names all around, joined to their places by lines."""
    import numpy as np

    figure = new_figure(7.2, 6.4)
    axes: Any = figure.add_subplot(projection="polar")
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.plot(np.linspace(0, 2 * pi, 400), np.full(400, 1.0), color="black", linewidth=1.4)
    turn = 2 * pi / length
    for number, one in enumerate(one for one in features if one.start != one.end):
        out = 1 + (1.6 * _BROAD + 1.3 * _BROAD * (number % 2)) * (one.sign or 1)
        _arc(axes, one.start * turn, one.end * turn, out, one.sign)
    middles = [(turn * (one.start + one.end) / 2, one) for one in features]
    for angle, at, one in _spread_around(sorted(middles, key=lambda item: item[0])):
        start = 1.0 if one.start == one.end else 1 + 3 * _BROAD * (one.sign or 1)
        axes.plot([angle, angle, at], [start, 1.2, 1.32], color="#9aa5b1", linewidth=0.7, zorder=1)
        side = "center" if abs(np.sin(at)) < 0.15 else "left" if np.sin(at) > 0 else "right"
        axes.text(at, 1.36, cut(one.text), ha=side, va="center", fontsize=8)
    for place in range(0, length, max(1, round(length / 8))):
        axes.text(place * turn, 0.8, f"{place + 1:,}", ha="center", va="center", fontsize=7, color="#666666")
    axes.set_ylim(0, 1.4)
    axes.set_axis_off()
    axes.set_title(told, fontsize=9, color="#444444", pad=24)
    return as_svg(figure)


def _arc(axes: Any, start: float, end: float, out: float, sign: int) -> None:
    """A bent arrow around the ring."""
    import numpy as np

    tip = min(0.07, (end - start) / 2)
    body = np.linspace(start, end - tip, 60) if sign >= 0 else np.linspace(end, start + tip, 60)
    head = [body[-1], end if sign >= 0 else start, body[-1]]
    low, high = out - _BROAD / 2, out + _BROAD / 2
    angles = [*body, *head, *body[::-1]]
    radii = [*[high] * len(body), high + 0.02, out, low - 0.02, *[low] * len(body)]
    axes.fill(angles, radii, color=_BACKWARD if sign < 0 else _FORWARD, linewidth=0, zorder=3)


def _spread_around(middles: Sequence[tuple[float, _Feature]]) -> list[tuple[float, float, _Feature]]:
    """Places around a ring and where their names stand: moved apart as far as there is room."""
    if not middles:
        return []
    places = [angle for angle, _ in middles]
    room = 2 * pi / len(middles)
    for _ in range(2000):
        moved = False
        for one in range(len(places)):
            other = (one + 1) % len(places)
            gap = places[other] - places[one] + (2 * pi if other == 0 else 0)
            # Names beside one another, at the top and the bottom, need more room than those below one another.
            apart = min(_APART + 0.3 * cos(places[one]) ** 8, 0.9 * room if len(places) > 20 else 1.4 * room)
            if len(places) > 1 and gap < apart - 1e-6:
                places[one] -= (apart - gap) / 2
                places[other] += (apart - gap) / 2
                moved = True
        if not moved:
            break
    return [(angle, place, one) for (angle, one), place in zip(middles, places, strict=True)]
