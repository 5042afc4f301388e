"""The types of what `dynamics` gives."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from scitoolagent.tool import Semantic

# Settings.
ModeCount = Annotated[
    int,
    Semantic(
        "ModeCount",
        parent="Parameter",
        unit="1",
        label="number of modes",
        also=(
            "modes",
            "slowest modes",
            "lowest modes",
            "normal modes",
            "slowest ANM modes",
            "slowest GNM modes",
            "ANM modes",
            "GNM modes",
            "eigenvalues",
            "ANM eigenvalues",
            "GNM eigenvalues",
            "lowest eigenvalues",
            "lowest ANM eigenvalues",
            "lowest GNM eigenvalues",
            "frequencies",
            "ANM frequencies",
            "lowest frequencies",
            "lowest ANM frequencies",
        ),
    ),
]
PairCount = Annotated[
    int, Semantic("PairCount", parent="Parameter", unit="1", label="number of pairs", also=("pairs",))
]
SpringConstant = Annotated[
    float,
    Semantic("SpringConstant", parent="Parameter", unit="1", label="spring constant", also=("gamma", "force constant")),
]


def _property(name: str, label: str, *also: str, unit: str | None = "1") -> Semantic:
    return Semantic(name, parent="MolecularProperty", unit=unit, label=label, also=also)


# What is said of the structure besides the numbers.
NetworkNote = Annotated[str, Semantic("NetworkNote", parent="Report", role="note", label="note on an elastic network")]

AnmEigenvalue = Annotated[
    float,
    _property(
        "AnmEigenvalue",
        "ANM eigenvalues",
        "eigenvalues of the anisotropic network model",
        "anisotropic network model",
        "ANM",
        "normal modes",
        "slowest normal modes",
        "normal modes of a protein",
        "normal mode analysis",
        "ANM modes",
    ),
]
AnmFrequency = Annotated[
    float,
    _property(
        "AnmFrequency",
        "ANM frequencies",
        "normal mode frequencies of a structure",
        "frequencies of the anisotropic network model",
        "ANM mode frequencies",
    ),
]
AnmCollectivity = Annotated[
    float, _property("AnmCollectivity", "collectivity of ANM modes", "mode collectivity", "ANM collectivity")
]
GnmEigenvalue = Annotated[
    float,
    _property(
        "GnmEigenvalue",
        "GNM eigenvalues",
        "eigenvalues of the Gaussian network model",
        "Gaussian network model",
        "GNM",
        "GNM modes",
    ),
]
GnmCollectivity = Annotated[float, _property("GnmCollectivity", "collectivity of GNM modes", "GNM collectivity")]
AnmFluctuation = Annotated[
    dict[str, float],
    _property("AnmFluctuation", "ANM square fluctuations", "ANM fluctuations", "ANM mean square fluctuations"),
]
GnmFluctuation = Annotated[
    dict[str, float],
    _property(
        "GnmFluctuation",
        "GNM square fluctuations",
        "GNM fluctuations",
        "square fluctuations of residues",
        "residue flexibility of a structure",
        "residue mobility of a structure",
    ),
]
AnmBFactorCorrelation = Annotated[
    float, _property("AnmBFactorCorrelation", "B-factor correlation of the ANM", "correlation of ANM with B-factors")
]
AnmBFactor = Annotated[dict[str, float], _property("AnmBFactor", "ANM B-factors", unit="Ao2")]
AnmFittedSpring = Annotated[
    float, _property("AnmFittedSpring", "fitted ANM spring constant", "ANM force constant", unit="kcal/(mol.Ao2)")
]
GnmBFactorCorrelation = Annotated[
    float,
    _property(
        "GnmBFactorCorrelation",
        "B-factor correlation",
        "B-factor correlation of the GNM",
        "correlation of GNM with B-factors",
        "correlation of calculated and experimental B-factors",
        "temperature factor correlation",
    ),
]
GnmBFactor = Annotated[
    dict[str, float],
    _property("GnmBFactor", "calculated B-factors", "GNM B-factors", "predicted B-factors", unit="Ao2"),
]
GnmFittedSpring = Annotated[
    float, _property("GnmFittedSpring", "fitted GNM spring constant", "GNM force constant", unit="kcal/(mol.Ao2)")
]
ExperimentalBFactor = Annotated[
    dict[str, float],
    _property("ExperimentalBFactor", "experimental B-factors", "B-factors of a PDB file", unit="Ao2"),
]
AnmCorrelatedPair = Annotated[
    dict[str, str | float],
    _property("AnmCorrelatedPair", "strongest ANM cross-correlations", "correlated residue pairs", unit=None),
]
AnmCorrelation = Annotated[
    dict[str, list[float]],
    _property(
        "AnmCorrelation",
        "ANM cross-correlations",
        "cross-correlation matrix",
        "cross-correlations of residue motions",
        "residue cross-correlations",
        "dynamic cross-correlation",
        "DCCM",
    ),
]
GnmCorrelatedPair = Annotated[
    dict[str, str | float], _property("GnmCorrelatedPair", "strongest GNM cross-correlations", unit=None)
]
GnmCorrelation = Annotated[
    dict[str, list[float]], _property("GnmCorrelation", "GNM cross-correlations", "GNM cross-correlation matrix")
]
MeanStiffness = Annotated[
    dict[str, float],
    _property("MeanStiffness", "mean mechanical stiffness of each residue", "stiffness of residues", "MechStiff"),
]
SoftestPair = Annotated[
    dict[str, str | float],
    _property("SoftestPair", "softest residue pairs", "weakest residue pairs", unit=None),
]
StiffestPair = Annotated[
    dict[str, str | float],
    _property("StiffestPair", "stiffest residue pairs", "strongest residue pairs", unit=None),
]
StiffnessMatrix = Annotated[
    dict[str, list[float]],
    _property(
        "StiffnessMatrix",
        "mechanical stiffness",
        "stiffness matrix",
        "effective spring constants of residue pairs",
    ),
]
HingeSite = Annotated[
    dict[str, str | int],
    _property("HingeSite", "hinge sites", "hinge residues", "hinges of a protein", "hinge regions", unit=None),
]
EnsembleRmsd = Annotated[
    dict[str, float],
    _property(
        "EnsembleRmsd",
        "RMSD of the models of a structure",
        "ensemble RMSD",
        "RMSD to the first model",
        "RMSD between models",
        "NMR ensemble RMSD",
        unit="Ao",
    ),
]
EnsembleMeanRmsd = Annotated[
    dict[str, float],
    _property("EnsembleMeanRmsd", "RMSD to the mean model", "RMSD to the mean structure", unit="Ao"),
]
EnsembleRmsf = Annotated[
    dict[str, float],
    _property(
        "EnsembleRmsf",
        "RMSF of each residue over the models",
        "ensemble RMSF",
        "root mean square fluctuation of an ensemble",
        "RMSF of an ensemble",
        unit="Ao",
    ),
]


@dataclasses.dataclass(frozen=True, slots=True)
class AnisotropicModes:
    """The slowest modes of an anisotropic network."""

    eigenvalues: list[AnmEigenvalue]
    frequencies: list[AnmFrequency]
    collectivities: list[AnmCollectivity]
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class GaussianModes:
    """The slowest modes of a Gaussian network."""

    eigenvalues: list[GnmEigenvalue]
    collectivities: list[GnmCollectivity]
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class AnisotropicFluctuations:
    """How far each residue moves in an anisotropic network."""

    fluctuations: AnmFluctuation
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class GaussianFluctuations:
    """How far each residue moves in a Gaussian network."""

    fluctuations: GnmFluctuation
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class AnisotropicBFactors:
    """B factors of an anisotropic network beside those of the file."""

    correlation: AnmBFactorCorrelation
    calculated: AnmBFactor
    experimental: ExperimentalBFactor
    spring_constant: AnmFittedSpring
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class GaussianBFactors:
    """B factors of a Gaussian network beside those of the file."""

    correlation: GnmBFactorCorrelation
    calculated: GnmBFactor
    experimental: ExperimentalBFactor
    spring_constant: GnmFittedSpring
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class AnisotropicCorrelations:
    """Which residues move together in an anisotropic network."""

    pairs: list[AnmCorrelatedPair]
    matrix: AnmCorrelation
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class GaussianCorrelations:
    """Which residues move together in a Gaussian network."""

    pairs: list[GnmCorrelatedPair]
    matrix: GnmCorrelation
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class MechanicalStiffness:
    """How much each pair of residues resists being pulled apart."""

    mean: MeanStiffness
    softest: list[SoftestPair]
    stiffest: list[StiffestPair]
    matrix: StiffnessMatrix
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class HingeSites:
    """The residues about which the slowest modes turn."""

    sites: list[HingeSite]
    note: NetworkNote


@dataclasses.dataclass(frozen=True, slots=True)
class EnsembleSpread:
    """How much the models of a file differ."""

    to_first: EnsembleRmsd
    to_mean: EnsembleMeanRmsd
    fluctuations: EnsembleRmsf
    note: NetworkNote
