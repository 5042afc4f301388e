"""Trees of sequences by their distances."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence
from scitoolagent.tools.biology._sequence import AMBIGUOUS_AMINO_ACIDS, parse_dna, parse_protein
from scitoolagent.tools.biology._star import star_alignment

_MOST = 30
_MOST_LETTERS = 20_000

NeighbourTree = Annotated[
    str,
    Semantic(
        "NeighbourTree",
        parent="SequenceProperty",
        label="neighbour-joining tree",
        also=(
            "neighbor-joining tree",
            "phylogenetic tree",
            "NJ tree",
            "neighbor joining tree",
            "neighbour joining tree",
        ),
    ),
]
AverageTree = Annotated[
    str,
    Semantic("AverageTree", parent="SequenceProperty", label="UPGMA tree", also=("average linkage tree", "guide tree")),
]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": ["GWLKDANPRTHEV", "GWLRDANPRTHEV", "GWIKDSNPRAHEV", "GFIKDSQPRAHDV"]},
)
def protein_neighbour_tree(sequences: list[ProteinSequence]) -> NeighbourTree:
    """Build the neighbour-joining tree of several proteins.

    Args:
        sequences: 3 to 30 proteins, 20,000 residues altogether; aligned by the centre-star method.
    Returns:
        Newick text, the leaves numbered as given; lengths are shares of unlike residues, gaps left out. No root.
    Raises:
        ToolInputError: too few, too many, a letter that is no residue, or two rows without a residue in common.
    Source: Saitou & Nei 1987, doi:10.1093/oxfordjournals.molbev.a040454, by `Bio.Phylo`.
    """
    return _tree(aligned_proteins(sequences), "nj")


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": ["GWLKDANPRTHEV", "GWLRDANPRTHEV", "GWIKDSNPRAHEV", "GFIKDSQPRAHDV"]},
)
def protein_average_tree(sequences: list[ProteinSequence]) -> AverageTree:
    """Build the UPGMA tree of several proteins.

    Args:
        sequences: 3 to 30 proteins, 20,000 residues altogether; aligned by the centre-star method.
    Returns:
        Newick text, the leaves numbered as given; lengths are shares of unlike residues, gaps left out.
    Raises:
        ToolInputError: too few, too many, a letter that is no residue, or two rows without a residue in common.
    Source: Sokal & Michener 1958, by `Bio.Phylo`.
    """
    return _tree(aligned_proteins(sequences), "upgma")


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": ["GATTACAGGCTTAACC", "GATTACAGGCTTAACG", "GATCACAGGTTTAACG", "CATCACTGGTTTAACG"]},
)
def dna_neighbour_tree(sequences: list[DnaSequence]) -> NeighbourTree:
    """Build the neighbour-joining tree of several DNA sequences.

    Args:
        sequences: 3 to 30 sequences, 20,000 bases altogether; aligned by the centre-star method.
    Returns:
        Newick text, the leaves numbered as given; lengths are shares of unlike bases, gaps left out. No root.
    Raises:
        ToolInputError: too few, too many, a letter that is no base, or two rows without a base in common.
    Source: Saitou & Nei 1987, doi:10.1093/oxfordjournals.molbev.a040454, by `Bio.Phylo`.
    """
    return _tree(aligned_strands(sequences), "nj")


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": ["GATTACAGGCTTAACC", "GATTACAGGCTTAACG", "GATCACAGGTTTAACG", "CATCACTGGTTTAACG"]},
)
def dna_average_tree(sequences: list[DnaSequence]) -> AverageTree:
    """Build the UPGMA tree of several DNA sequences.

    Args:
        sequences: 3 to 30 sequences, 20,000 bases altogether; aligned by the centre-star method.
    Returns:
        Newick text, the leaves numbered as given; lengths are shares of unlike bases, gaps left out.
    Raises:
        ToolInputError: too few, too many, a letter that is no base, or two rows without a base in common.
    Source: Sokal & Michener 1958, by `Bio.Phylo`.
    """
    return _tree(aligned_strands(sequences), "upgma")


def aligned_proteins(sequences: list[str]) -> list[str]:
    """The rows of the proteins' alignment, bounded for a tree."""
    return star_alignment(
        _bounded([parse_protein(one, AMBIGUOUS_AMINO_ACIDS.replace("J", "")) for one in sequences]), "BLOSUM62"
    )


def aligned_strands(sequences: list[str]) -> list[str]:
    """The rows of the strands' alignment, bounded for a tree."""
    return star_alignment(_bounded([parse_dna(one) for one in sequences]), "NUC.4.4")


def _bounded(chains: list[str]) -> list[str]:
    if not 3 <= len(chains) <= _MOST:
        raise ToolInputError(f"a tree needs 3 to {_MOST} sequences, not {len(chains)}")
    if (letters := sum(map(len, chains))) > _MOST_LETTERS:
        raise ToolInputError(f"the sequences have {letters} letters, at most {_MOST_LETTERS} are taken")
    return chains


def _tree(rows: list[str], method: str) -> str:
    from Bio.Phylo.NewickIO import Writer

    return str(next(Writer([tree_of(rows, method)]).to_strings(format_branch_length="%1.5f")))


def tree_of(rows: list[str], method: str) -> Any:
    """The tree of aligned rows by `nj` or `upgma`, its leaves numbered from 1, its inner nodes without names."""
    from Bio.Phylo.TreeConstruction import DistanceMatrix, DistanceTreeConstructor

    names = [str(number) for number in range(1, len(rows) + 1)]
    lower = [[_distance(rows[i], rows[j]) for j in range(i)] + [0.0] for i in range(len(rows))]
    tree = getattr(DistanceTreeConstructor(), method)(DistanceMatrix(names, lower))
    for inner in tree.get_nonterminals():
        inner.name = None
    return tree


def _distance(first: str, second: str) -> float:
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != "-" and b != "-"]
    if not pairs:
        raise ToolInputError("two of the sequences have no column in common; they tell no distance")
    return len([1 for a, b in pairs if a != b]) / len(pairs)
