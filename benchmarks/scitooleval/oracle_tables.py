"""The oracle's tables for conformers, pairs and sequences: an original tool's name to the call that gives its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.benchmarks.scitooleval.compare import Expected
from scitoolagent.benchmarks.scitooleval.oracle_molecules import Parts, calc, generator

if TYPE_CHECKING:
    from rdkit.Chem import Mol

CONVERTERS = frozenset(
    "NameToSMILES NameToCas InChIKeyToSMILES InChIToSMILES InChIToInChIKey InChIKeyToInChI SELFIEStoSMILES "
    "SMILEStoSELFIES SMILESToInChI SMILESToInChIKey SlnToSmiles ConvertingPeptide2SMILES SMILESToCAS".split()
)
NOTATIONS = ("Smiles", "InChI", "InChIKey", "Selfies")


def _alignment(one: str, other: str) -> Parts:
    """Smith-Waterman with BLOSUM62, gaps -10 and -0.5, EMBOSS's defaults."""
    from Bio.Align import PairwiseAligner, substitution_matrices

    matrix = substitution_matrices.load("BLOSUM62")  # type: ignore[no-untyped-call]
    aligner = PairwiseAligner(mode="local", substitution_matrix=matrix, open_gap_score=-10, extend_gap_score=-0.5)
    best = aligner.align(one, other)[0]
    counted = best.counts(matrix)
    columns = counted.aligned + counted.gaps
    return (
        Expected("number", (float(aligner.score(one, other)),), ("AlignmentScore",), "1", optional=True),
        Expected("number", (100 * counted.identities / columns,), ("SequenceIdentity",), "%", absolute=0.1),
        Expected(
            "number", (100 * counted.positives / columns,), ("SequenceSimilarity",), "%", absolute=0.1, optional=True
        ),
        Expected("number", (100 * counted.gaps / columns,), ("GapShare",), "%", absolute=0.1, optional=True),
    )


def _translation(sequence: str) -> Parts:
    from Bio.Seq import Seq

    coding = sequence[: len(sequence) // 3 * 3]
    return (Expected("sequence", (str(Seq(coding).translate()),), ("ProteinSequence",)),)  # type: ignore[no-untyped-call]


def _tanimoto(one: Mol, other: Mol) -> float:
    from rdkit import DataStructs

    compute = generator("GetMorganGenerator", radius=2, fpSize=2048)
    return float(DataStructs.TanimotoSimilarity(compute(one), compute(other)))


@dataclass(frozen=True, slots=True)
class ConformerValue:
    """A value of a conformer."""

    compute: Callable[[Mol], Any]
    kind: str = "number"
    unit: str | None = "1"
    kinds: tuple[str, ...] = ()
    absolute: float = 1e-4


def _vector(name: str) -> ConformerValue:
    return ConformerValue(lambda mol: tuple(calc(name)(mol)), "numbers", None, absolute=5e-3)


SHAPES: dict[str, ConformerValue] = {
    "CalculatePMI1": ConformerValue(calc("CalcPMI1"), unit="u.Ao2", absolute=1e-2),
    "CalculatePMI2": ConformerValue(calc("CalcPMI2"), unit="u.Ao2", absolute=1e-2),
    "CalculatePMI3": ConformerValue(calc("CalcPMI3"), unit="u.Ao2", absolute=1e-2),
    "GetNPR1": ConformerValue(calc("CalcNPR1"), kinds=("Npr1",)),
    "GetNPR2": ConformerValue(calc("CalcNPR2"), kinds=("Npr2",)),
    "CalculateRadiusOfGyration": ConformerValue(calc("CalcRadiusOfGyration"), unit="Ao"),
    "CalculateSpherocityIndex": ConformerValue(calc("CalcSpherocityIndex")),
    "GetAsphericity": ConformerValue(calc("CalcAsphericity")),
    "GetEccentricity": ConformerValue(calc("CalcEccentricity")),
    "GetInertialShapeFactor": ConformerValue(calc("CalcInertialShapeFactor"), unit=None, absolute=1e-8),
    "CalculatePBF": ConformerValue(calc("CalcPBF"), unit="Ao"),
    "GetUSR": _vector("GetUSR"),
    "GetUSRCAT": _vector("GetUSRCAT"),
    "GetMORSE": _vector("CalcMORSE"),
    "CalculateRDF": _vector("CalcRDF"),
    "CalculateWHIM": _vector("CalcWHIM"),
    "CalculateGETAWAY": _vector("CalcGETAWAY"),
    "GetAutocorrelation3D": _vector("CalcAUTOCORR3D"),
    "GetEEMCharges": ConformerValue(lambda mol: tuple(calc("CalcEEMcharges")(mol)), "atoms", "[e]"),
}
PAIRS: dict[str, Callable[[Mol, Mol], float]] = {
    "MolSimilarity": _tanimoto,
    "SmallMoleculeSimilarityCalculation": _tanimoto,
}
SEQUENCE_PAIRS: dict[str, Callable[[str, str], Parts]] = {"DoubleSequenceLocalAlignment": _alignment}
SEQUENCES: dict[str, Callable[[str], Parts]] = {"TranslateDNAtoAminoAcidSequence": _translation}
