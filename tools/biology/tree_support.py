"""Trees with bootstrap support, and drawn trees."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence
from scitoolagent.tools.biology.trees import aligned_proteins, aligned_strands, tree_of

BootstrapTree = Annotated[
    str,
    Semantic(
        "BootstrapTree",
        parent="SequenceProperty",
        label="tree with bootstrap support",
        also=("bootstrap tree", "bootstrapped tree", "neighbour-joining tree with bootstrap support",
              "phylogenetic tree with bootstrap support", "tree with bootstrap values", "bootstrap support",
              "neighbor-joining tree with bootstrap support"),
    ),
]  # fmt: skip
BootstrapReplicates = Annotated[
    int,
    Semantic(
        "BootstrapReplicates",
        parent="Parameter",
        unit="1",
        label="number of bootstrap replicates",
        also=("bootstrap replicates", "replicates", "bootstraps"),
    ),
]
BootstrapNote = Annotated[
    str, Semantic("BootstrapNote", parent="Report", role="note", label="how the support was found")
]
TreePicture = Annotated[
    str,
    Semantic(
        "TreePicture",
        parent="SvgPicture",
        label="drawn neighbour-joining tree",
        also=(
            "drawn phylogenetic tree",
            "phylogram",
            "drawn neighbor-joining tree",
            "picture of the phylogenetic tree",
        ),
    ),
]
AverageTreePicture = Annotated[str, Semantic("AverageTreePicture", parent="SvgPicture", label="drawn UPGMA tree")]

_MOST_REPLICATES = 500
_PROTEINS = ["GWLKDANPRTHEV", "GWLRDANPRTHEV", "GWIKDSNPRAHEV", "GFIKDSQPRAHDV"]
_STRANDS = ["GATTACAGGCTTAACC", "GATTACAGGCTTAACG", "GATCACAGGTTTAACG", "CATCACTGGTTTAACG"]


@dataclass(frozen=True, slots=True)
class Supported:
    """A tree whose inner nodes carry how often they came back."""

    tree: BootstrapTree
    note: BootstrapNote


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": _PROTEINS, "replicates": 50},
    also=("bootstrap a tree of proteins",),
    seconds=120.0,
)
def protein_bootstrap_tree(sequences: list[ProteinSequence], replicates: BootstrapReplicates = 100) -> Supported:
    """Build the neighbour-joining tree of several proteins with bootstrap support.

    Args:
        sequences: 4 to 30 proteins, 20,000 residues altogether; aligned by the centre-star method.
        replicates: How often the columns are drawn anew, 10 to 500.
    Returns:
        Newick text, the leaves numbered as given, with the share of replicates in % that part the leaves as each inner
        branch does. No root. The draws are the same each time.
    Raises:
        ToolInputError: too few or too many sequences or replicates, or a letter that is no residue.
    Source: Felsenstein 1985, doi:10.1111/j.1558-5646.1985.tb00420.x; neighbour joining by `Bio.Phylo`.
    """
    return _supported(aligned_proteins(sequences), replicates)


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": _STRANDS, "replicates": 50},
    also=("bootstrap a tree of DNA",),
    seconds=120.0,
)
def dna_bootstrap_tree(sequences: list[DnaSequence], replicates: BootstrapReplicates = 100) -> Supported:
    """Build the neighbour-joining tree of several DNA sequences with bootstrap support.

    Args:
        sequences: 4 to 30 sequences, 20,000 bases altogether; aligned by the centre-star method.
        replicates: How often the columns are drawn anew, 10 to 500.
    Returns:
        Newick text, the leaves numbered as given, with the share of replicates in % that part the leaves as each inner
        branch does. No root. The draws are the same each time.
    Raises:
        ToolInputError: too few or too many sequences or replicates, or a letter that is no base.
    Source: Felsenstein 1985, doi:10.1111/j.1558-5646.1985.tb00420.x; neighbour joining by `Bio.Phylo`.
    """
    return _supported(aligned_strands(sequences), replicates)


@tool(
    Operation.VISUALISATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": _PROTEINS},
    also=(
        "draw the neighbour-joining tree",
        "draw the neighbor-joining tree",
        "draw the phylogenetic tree",
        "plot the phylogenetic tree",
        "draw a phylogenetic tree",
        "draw the NJ tree",
    ),
    seconds=120.0,
)
def protein_neighbour_tree_drawing(sequences: list[ProteinSequence]) -> TreePicture:
    """Draw the neighbour-joining tree of several proteins.

    Args:
        sequences: 3 to 30 proteins, 20,000 residues altogether; aligned by the centre star.
    Returns:
        Text of an SVG file: the leaves numbered as given, along the horizontal the branch lengths; from four sequences
        on the bootstrap support in % of 100 replicates. The place of the root means nothing.
    Raises:
        ToolInputError: as for the tree itself.
    Source: Saitou & Nei 1987, doi:10.1093/oxfordjournals.molbev.a040454; Felsenstein 1985; drawn by
        `Bio.Phylo` and matplotlib.
    """
    return _neighbours(aligned_proteins(sequences))


@tool(
    Operation.VISUALISATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": _PROTEINS},
    also=("draw the UPGMA tree", "plot the UPGMA tree", "draw a UPGMA tree"),
    seconds=120.0,
)
def protein_average_tree_drawing(sequences: list[ProteinSequence]) -> AverageTreePicture:
    """Draw the UPGMA tree of several proteins.

    Args:
        sequences: 3 to 30 proteins, 20,000 residues altogether; aligned by the centre star.
    Returns:
        Text of an SVG file: the leaves numbered as given, along the horizontal the branch lengths.
    Raises:
        ToolInputError: as for the tree itself.
    Source: Sokal & Michener 1958; drawn by `Bio.Phylo` and matplotlib.
    """
    return _drawn(tree_of(aligned_proteins(sequences), "upgma"), "UPGMA")


@tool(
    Operation.VISUALISATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": _STRANDS},
    also=(
        "draw the neighbour-joining tree",
        "draw the neighbor-joining tree",
        "draw the phylogenetic tree",
        "plot the phylogenetic tree",
        "draw a phylogenetic tree",
        "draw the NJ tree",
    ),
    seconds=120.0,
)
def dna_neighbour_tree_drawing(sequences: list[DnaSequence]) -> TreePicture:
    """Draw the neighbour-joining tree of several DNA sequences.

    Args:
        sequences: 3 to 30 sequences, 20,000 bases altogether; aligned by the centre star.
    Returns:
        Text of an SVG file: the leaves numbered as given, along the horizontal the branch lengths; from four sequences
        on the bootstrap support in % of 100 replicates. The place of the root means nothing.
    Raises:
        ToolInputError: as for the tree itself.
    Source: Saitou & Nei 1987, doi:10.1093/oxfordjournals.molbev.a040454; Felsenstein 1985; drawn by
        `Bio.Phylo` and matplotlib.
    """
    return _neighbours(aligned_strands(sequences))


@tool(
    Operation.VISUALISATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": _STRANDS},
    also=("draw the UPGMA tree", "plot the UPGMA tree", "draw a UPGMA tree"),
    seconds=120.0,
)
def dna_average_tree_drawing(sequences: list[DnaSequence]) -> AverageTreePicture:
    """Draw the UPGMA tree of several DNA sequences.

    Args:
        sequences: 3 to 30 sequences, 20,000 bases altogether; aligned by the centre star.
    Returns:
        Text of an SVG file: the leaves numbered as given, along the horizontal the branch lengths.
    Raises:
        ToolInputError: as for the tree itself.
    Source: Sokal & Michener 1958; drawn by `Bio.Phylo` and matplotlib.
    """
    return _drawn(tree_of(aligned_strands(sequences), "upgma"), "UPGMA")


def _supported(rows: list[str], replicates: int) -> Supported:
    from Bio.Phylo.NewickIO import Writer

    tree, used = _with_support(rows, replicates)
    text = str(next(Writer([tree]).to_strings(format_branch_length="%1.5f", format_confidence="%.0f")))
    return Supported(text, f"{used} replicates; the draws are the same each time")


def _with_support(rows: list[str], replicates: int) -> tuple[Any, int]:
    """The tree with the support of its inner branches in percent, and how many draws of columns told something."""
    if len(rows) < 4:
        raise ToolInputError(f"{len(rows)} sequences have one tree only; support needs 4 or more")
    if not 10 <= replicates <= _MOST_REPLICATES:
        raise ToolInputError(f"{replicates} replicates are out of range; 10 to {_MOST_REPLICATES} are taken")
    tree = tree_of(rows, "nj")
    draws, everything = random.Random(1), frozenset(str(number + 1) for number in range(len(rows)))
    seen: dict[frozenset[str], int] = {}
    used = 0
    for _ in range(replicates):
        columns = draws.choices(range(len(rows[0])), k=len(rows[0]))
        try:
            other = tree_of(["".join(row[place] for place in columns) for row in rows], "nj")
        except ToolInputError:
            # Two rows may have no column in common in a draw; that draw tells nothing.
            continue
        used += 1
        for part in _splits(other, everything):
            seen[part] = seen.get(part, 0) + 1
    if 2 * used < replicates:
        raise ToolInputError("the sequences have too few columns in common for a bootstrap")
    for inner in tree.get_nonterminals():
        part = _split(inner, everything)
        inner.confidence = 100.0 * seen.get(part, 0) / used if 1 < len(part) < len(everything) - 1 else None
    return tree, used


def _splits(tree: Any, everything: frozenset[str]) -> set[frozenset[str]]:
    found = {_split(inner, everything) for inner in tree.get_nonterminals()}
    return {part for part in found if 1 < len(part) < len(everything) - 1}


def _split(inner: Any, everything: frozenset[str]) -> frozenset[str]:
    """The leaves on the side of a branch that has not the first of them: the same part wherever the root is."""
    part = frozenset(str(leaf.name) for leaf in inner.get_terminals())
    return everything - part if "1" in part else part


def _neighbours(rows: list[str]) -> str:
    if len(rows) < 4:
        return _drawn(tree_of(rows, "nj"), "neighbour joining; the place of the root means nothing")
    tree, used = _with_support(rows, 100)
    return _drawn(tree, f"bootstrap support in % of {used} replicates; the place of the root means nothing")


def _drawn(tree: Any, told: str) -> str:
    from Bio.Phylo import _utils

    # Its annotations take a class where any function does.
    draw: Any = _utils.draw

    tree.ladderize()
    figure = new_figure(6.4, max(2.6, 0.32 * tree.count_terminals() + 1.2))
    axes = figure.subplots()
    draw(
        tree,
        axes=axes,
        do_show=False,
        label_func=lambda clade: str(clade.name or ""),
        branch_labels=lambda clade: "" if clade.confidence is None else f"{clade.confidence:.0f}",
    )
    axes.set_ylabel("")
    axes.set_yticks([])
    axes.set_xlabel("branch length (share of unlike letters)")
    axes.set_title(told, fontsize=9, color="#444444")
    axes.spines[["top", "right", "left"]].set_visible(False)
    return as_svg(figure)
