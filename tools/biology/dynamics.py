"""Motions of a protein from its structure: elastic networks (ANM, GNM) and the spread of several models.

Each tool is declared twice, on ProDy and on numpy alone; see `_twins`.
"""

from __future__ import annotations

from types import ModuleType

from scitoolagent.tool.types import BackboneFile, PdbFile, Temperature
from scitoolagent.tools.biology._dynamics import (
    AnisotropicBFactors,
    AnisotropicFluctuations,
    AnisotropicModes,
    EnsembleSpread,
    GaussianBFactors,
    GaussianFluctuations,
    GaussianModes,
    HingeSites,
    ModeCount,
    SpringConstant,
)
from scitoolagent.tools.biology._network import (
    MOST_GAUSSIAN,
    anisotropic,
    b_factors,
    by_residue,
    gaussian,
    mode_count,
)
from scitoolagent.tools.biology._nodes import read_frames
from scitoolagent.tools.biology._twins import numpy_tools, on_both
from scitoolagent.tools.biology.structure import ChainId
from scitoolagent.tools.biology.structure_analysis import AtomDistanceCutoff

_MOST_MODELS = 200


@on_both(("CalculateProteinANM", "ANM analysis", "anisotropic network analysis"))
def anisotropic_network_modes(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 10,
    cutoff: AtomDistanceCutoff = 15.0,
    gamma: SpringConstant = 1.0,
    chain: ChainId = "all",
) -> AnisotropicModes:
    """Compute the slowest modes of the anisotropic network model of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 4 to 1000 residues; only its first model is read.
        modes: How many modes to give, 1 or more; the six of rigid motion are left out.
        cutoff: Cα atoms up to this distance in Å are joined by springs, 4 to 30.
        gamma: Constant of the springs, 0.01 to 100, in the unit that the eigenvalues are to have.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Eigenvalues, slowest first; frequencies, their square roots, for nodes of mass 1; and collectivities, the
        share of residues that take part in a mode, up to 1. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that no spring holds.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Atilgan et al. 2001, doi:10.1016/S0006-3495(01)76033-X, by PROGRAM.
    """
    nodes, found = anisotropic(engine, structure, chain, cutoff, gamma)
    count = mode_count(modes, 3 * len(nodes.labels) - 6)
    values = [float(value) for value in found.eigenvalues(count)]
    frequencies = [value**0.5 for value in values]
    return AnisotropicModes(values, frequencies, list(map(float, found.collectivities(count))), nodes.note)


@on_both(("GNM analysis", "Gaussian network analysis"))
def gaussian_network_modes(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 10,
    cutoff: AtomDistanceCutoff = 10.0,
    gamma: SpringConstant = 1.0,
    chain: ChainId = "all",
) -> GaussianModes:
    """Compute the slowest modes of the Gaussian network model of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 3 to 2000 residues; only its first model is read.
        modes: How many modes to give, 1 or more; that of rigid motion is left out.
        cutoff: Cα atoms up to this distance in Å are joined, 4 to 30.
        gamma: Constant of the springs, 0.01 to 100, in the unit that the eigenvalues are to have.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Eigenvalues, slowest first, and collectivities, the share of residues that take part in a mode, up to 1.
        The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that are not joined.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Bahar et al. 1997, doi:10.1016/S1359-0278(97)00024-2, by PROGRAM.
    """
    nodes, found = gaussian(engine, structure, chain, cutoff, gamma)
    count = mode_count(modes, len(nodes.labels) - 1)
    values = list(map(float, found.eigenvalues(count)))
    return GaussianModes(values, list(map(float, found.collectivities(count))), nodes.note)


@on_both()
def anisotropic_network_fluctuations(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 0,
    cutoff: AtomDistanceCutoff = 15.0,
    gamma: SpringConstant = 1.0,
    chain: ChainId = "all",
) -> AnisotropicFluctuations:
    """Compute the ANM square fluctuation of each residue of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 4 to 1000 residues; only its first model is read.
        modes: How many of the slowest modes to sum over; 0 takes all of them.
        cutoff: Cα atoms up to this distance in Å are joined by springs, 4 to 30.
        gamma: Constant of the springs, 0.01 to 100.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Mean square displacement of each residue in units of kT over the unit of gamma. The note says what the file
        leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that no spring holds.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Atilgan et al. 2001, doi:10.1016/S0006-3495(01)76033-X, by PROGRAM.
    """
    nodes, found = anisotropic(engine, structure, chain, cutoff, gamma)
    count = mode_count(modes, 3 * len(nodes.labels) - 6, none_is_all=True)
    return AnisotropicFluctuations(by_residue(nodes.labels, found.square_fluctuations(count)), nodes.note)


@on_both()
def gaussian_network_fluctuations(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 0,
    cutoff: AtomDistanceCutoff = 10.0,
    gamma: SpringConstant = 1.0,
    chain: ChainId = "all",
) -> GaussianFluctuations:
    """Compute the GNM square fluctuation of each residue of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 3 to 2000 residues; only its first model is read.
        modes: How many of the slowest modes to sum over; 0 takes all of them.
        cutoff: Cα atoms up to this distance in Å are joined, 4 to 30.
        gamma: Constant of the springs, 0.01 to 100.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Mean square displacement of each residue along one axis, in units of kT over the unit of gamma. The note
        says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that are not joined.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Bahar et al. 1997, doi:10.1016/S1359-0278(97)00024-2, by PROGRAM.
    """
    nodes, found = gaussian(engine, structure, chain, cutoff, gamma)
    count = mode_count(modes, len(nodes.labels) - 1, none_is_all=True)
    return GaussianFluctuations(by_residue(nodes.labels, found.square_fluctuations(count)), nodes.note)


@on_both()
def anisotropic_network_bfactors(
    engine: ModuleType,
    structure: PdbFile,
    cutoff: AtomDistanceCutoff = 15.0,
    temperature: Temperature = 25.0,
    chain: ChainId = "all",
) -> AnisotropicBFactors:
    """Compare the B-factors of the ANM with those of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 4 to 1000 residues with B-factors; only its first model is read.
        cutoff: Cα atoms up to this distance in Å are joined by springs, 4 to 30.
        temperature: Of the crystal in °C; only the fitted constant depends on it.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Pearson correlation over the Cα atoms; B-factors of the model in Å², scaled to the sum of those of the file;
        those of the file; and the spring constant that gives that sum. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            parts that no spring holds, or no B-factors.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Atilgan et al. 2001, doi:10.1016/S0006-3495(01)76033-X, by PROGRAM.
    """
    nodes, found = anisotropic(engine, structure, chain, cutoff)
    moved = found.square_fluctuations(3 * len(nodes.labels) - 6)
    return AnisotropicBFactors(*b_factors(structure, nodes, moved, 3, temperature), nodes.note)


@on_both()
def gaussian_network_bfactors(
    engine: ModuleType,
    structure: PdbFile,
    cutoff: AtomDistanceCutoff = 10.0,
    temperature: Temperature = 25.0,
    chain: ChainId = "all",
) -> GaussianBFactors:
    """Compare the B-factors of the GNM with those of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format of 3 to 2000 residues with B-factors; only its first model is read.
        cutoff: Cα atoms up to this distance in Å are joined, 4 to 30.
        temperature: Of the crystal in °C; only the fitted constant depends on it.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Pearson correlation over the Cα atoms; B-factors of the model in Å², scaled to the sum of those of the file;
        those of the file; and the spring constant that gives that sum. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            parts that are not joined, or no B-factors.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Bahar et al. 1997, doi:10.1016/S1359-0278(97)00024-2, by PROGRAM.
    """
    nodes, found = gaussian(engine, structure, chain, cutoff)
    moved = found.square_fluctuations(len(nodes.labels) - 1)
    return GaussianBFactors(*b_factors(structure, nodes, moved, 1, temperature), nodes.note)


@on_both(("hinge analysis", "predict hinge sites"))
def hinge_sites(
    engine: ModuleType,
    structure: BackboneFile,
    modes: ModeCount = 1,
    cutoff: AtomDistanceCutoff = 10.0,
    chain: ChainId = "all",
) -> HingeSites:
    """Find the hinge sites of a PDB file by the slowest modes of its GNM with PROGRAM.

    Args:
        structure: A file in PDB format of 3 to 2000 residues; only its first model is read.
        modes: How many of the slowest modes to look at, 1 or more.
        cutoff: Cα atoms up to this distance in Å are joined, 4 to 30.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        Mode and residue of each hinge: where the displacements of a mode change their sign along an unbroken piece
        of chain, the residue of the two that moves less. The ends of chains and of gaps are none. An empty list
        means that no mode looked at has one. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, too few or too many residues, an option out of range,
            or parts that are not joined.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Emekli et al. 2008, doi:10.1002/prot.21613, by the rule of `calcHinges` of ProDy with PROGRAM.
    """
    nodes, found = gaussian(engine, structure, chain, cutoff)
    sites: list[dict[str, str | int]] = []
    for mode in range(mode_count(modes, len(nodes.labels) - 1)):
        vector = found.vector(mode)
        for start, end in nodes.segments:
            places = engine.hinges(vector[start:end])
            sites += [{"mode": mode + 1, "residue": nodes.labels[start + place]} for place in places]
    return HingeSites(sites, nodes.note)


@on_both(("ensemble analysis", "compare the models of an ensemble", "ensemble RMSD"))
def ensemble_spread(engine: ModuleType, structure: PdbFile, chain: ChainId = "all") -> EnsembleSpread:
    """Compute RMSD and RMSF of the models of a PDB file with PROGRAM.

    Args:
        structure: A file in PDB format with 2 to 200 models of 3 to 2000 residues.
        chain: Name of one chain, such as A; all takes every protein chain.
    Returns:
        In Å over the Cα atoms that all models have: RMSD of each model, superposed on the first, to the first; of
        each, superposed on their mean by turns until it stays, to the mean; and RMSF of each residue about that
        mean. The note says what the file leaves open.
    Raises:
        ToolInputError: No such file or chain, no PDB format, one model, too many, or too few common residues.
        ToolUnavailableError: PROGRAM is not installed.
    Source: Kabsch 1976, doi:10.1107/S0567739476001873, by PROGRAM.
    """
    labels, frames, note = read_frames(structure, chain, MOST_GAUSSIAN, _MOST_MODELS)
    to_first, to_mean, moved = engine.ensemble(frames)
    names = tuple(f"model {number}" for number in range(1, len(frames) + 1))
    return EnsembleSpread(by_residue(names, to_first), by_residue(names, to_mean), by_residue(labels, moved), note)


TOOLS = numpy_tools(__name__)
