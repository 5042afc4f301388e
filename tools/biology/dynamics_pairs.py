"""Pairs of residues in an elastic network: which move together, and which resist being pulled apart.

Each tool is declared twice, on ProDy and on numpy alone; see `_twins`.
"""

from __future__ import annotations

from types import ModuleType

from scitoolagent.tool.types import BackboneFile
from scitoolagent.tools.biology._dynamics import (
    AnisotropicCorrelations,
    GaussianCorrelations,
    MechanicalStiffness,
    ModeCount,
    PairCount,
    SpringConstant,
)
from scitoolagent.tools.biology._network import (
    MOST_IN_MATRIX,
    anisotropic,
    by_residue,
    check_pairs,
    distant_pairs,
    extreme_pairs,
    gaussian,
    mode_count,
    rows,
)
from scitoolagent.tools.biology._twins import numpy_tools, on_both
from scitoolagent.tools.biology.structure import ChainId
from scitoolagent.tools.biology.structure_analysis import AtomDistanceCutoff


@on_both()
def anisotropic_network_correlations(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 0,
    cutoff: AtomDistanceCutoff = 15.0,
    pairs: PairCount = 10,
    chain: ChainId = "all",
) -> AnisotropicCorrelations:
    """Compute the cross-correlations of residues in the ANM of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 4 to 300 residues; only its first model is read.
        modes: How many of the slowest modes to sum over; 0 takes all of them.
        cutoff: Cα atoms up to this distance in Å are joined by springs, 4 to 30.
        pairs: How many pairs to list, 1 to 1000.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        The pairs of the greatest absolute value among those further apart than the cutoff (none where there are no
        such), and the whole matrix, from -1 (opposed) to 1 (together). The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that no spring holds.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Ichiye and Karplus 1991, doi:10.1002/prot.340110305, on the ANM by PROGRAM.
    """
    check_pairs(pairs)
    nodes, found = anisotropic(engine, structure, chain, cutoff, most=MOST_IN_MATRIX)
    matrix = found.correlations(mode_count(modes, 3 * len(nodes.labels) - 6, none_is_all=True))
    listed = distant_pairs(nodes, matrix, cutoff, pairs, "correlation")
    return AnisotropicCorrelations(listed, rows(nodes.labels, matrix), nodes.note)


@on_both()
def gaussian_network_correlations(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 0,
    cutoff: AtomDistanceCutoff = 10.0,
    pairs: PairCount = 10,
    chain: ChainId = "all",
) -> GaussianCorrelations:
    """Compute the cross-correlations of residues in the GNM of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 3 to 300 residues; only its first model is read.
        modes: How many of the slowest modes to sum over; 0 takes all of them.
        cutoff: Cα atoms up to this distance in Å are joined, 4 to 30.
        pairs: How many pairs to list, 1 to 1000.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        The pairs of the greatest absolute value among those further apart than the cutoff (none where there are no
        such), and the whole matrix, from -1 (opposed) to 1 (together). The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that are not joined.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Bahar et al. 1997, doi:10.1016/S1359-0278(97)00024-2, by PROGRAM.
    """
    check_pairs(pairs)
    nodes, found = gaussian(engine, structure, chain, cutoff, most=MOST_IN_MATRIX)
    matrix = found.correlations(mode_count(modes, len(nodes.labels) - 1, none_is_all=True))
    listed = distant_pairs(nodes, matrix, cutoff, pairs, "correlation")
    return GaussianCorrelations(listed, rows(nodes.labels, matrix), nodes.note)


@on_both(("CalculateMechanicalStiffness", "mechanical stiffness map", "MechStiff analysis"))
def mechanical_stiffness(
    engine: ModuleType,
    structure: BackboneFile,
    cutoff: AtomDistanceCutoff = 15.0,
    gamma: SpringConstant = 1.0,
    pairs: PairCount = 10,
    chain: ChainId = "all",
) -> MechanicalStiffness:
    """Compute the mechanical stiffness of residue pairs of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 4 to 300 residues; only its first model is read.
        cutoff: Cα atoms up to this distance in Å are joined by springs, 4 to 30.
        gamma: Constant of the springs, 0.01 to 100, in the unit that the result is to have.
        pairs: How many of the softest and of the stiffest pairs to list, 1 to 1000.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Effective spring constants over all modes of the ANM: the mean of each residue with all others, the softest
        and the stiffest pairs, and the whole matrix, with 0 on its diagonal. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that no spring holds.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Eyal and Bahar 2008, doi:10.1529/biophysj.107.120733, by PROGRAM.
    """
    check_pairs(pairs)
    nodes, found = anisotropic(engine, structure, chain, cutoff, gamma, MOST_IN_MATRIX)
    matrix = found.stiffness(nodes.places)
    means = matrix.sum(axis=1) / (len(matrix) - 1)
    softest, stiffest = extreme_pairs(nodes, matrix, pairs, "spring_constant")
    return MechanicalStiffness(
        by_residue(nodes.labels, means), softest, stiffest, rows(nodes.labels, matrix), nodes.note
    )


TOOLS = numpy_tools(__name__)
