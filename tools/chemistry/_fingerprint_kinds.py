"""The kinds of bit fingerprints: what each is called, what its bits stand for, how it is computed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._fingerprint_family import Kind
from scitoolagent.tools.chemistry._molecule import in_canonical_order

# Pharmacophore triplets grow with the cube of the features: this many take about three seconds.
_MOST_FEATURES = 60
# Finding the features takes time too.
_MOST_PHARMACOPHORE_ATOMS = 100
MINHASH_SEED = 42
MINHASHES = 2048


def _generator(name: str, **options: Any) -> Callable[[Any, int], Any]:
    def compute(mol: Any, size: int) -> Any:
        make = getattr(importlib.import_module("rdkit.Chem.rdFingerprintGenerator"), name)
        return make(fpSize=size, **options).GetFingerprint(mol)

    return compute


def _avalon(mol: Any, size: int) -> Any:
    from rdkit.Avalon import pyAvalonTools

    return pyAvalonTools.GetAvalonFP(mol, nBits=size)


def _maccs(mol: Any, size: int) -> Any:
    from rdkit.Chem import rdMolDescriptors

    return rdMolDescriptors.GetMACCSKeysFingerprint(mol)


def _pattern(mol: Any, size: int) -> Any:
    from rdkit import Chem

    return Chem.PatternFingerprint(mol, size)


def _tautomer_pattern(mol: Any, size: int) -> Any:
    from rdkit import Chem

    return Chem.PatternFingerprint(mol, size, tautomerFingerprints=True)


def _pair_codes(mol: Any, size: int) -> Any:
    from rdkit import rdBase
    from rdkit.Chem.AtomPairs import Pairs

    with rdBase.BlockLogs():  # the successor hashes the codes, so that they can no longer be decoded
        return Pairs.GetAtomPairFingerprintAsBitVect(mol)


def _pharmacophore(mol: Any, size: int) -> Any:
    from rdkit.Chem.Pharm2D import Generate, Gobbi_Pharm2D

    if mol.GetNumAtoms() > _MOST_PHARMACOPHORE_ATOMS:
        raise ToolInputError(
            f"the molecule has {mol.GetNumAtoms()} heavy atoms; "
            f"pharmacophore triplets are counted up to {_MOST_PHARMACOPHORE_ATOMS}"
        )
    features = sum(len(matches) for matches in Gobbi_Pharm2D.factory.GetMolFeats(mol))
    if features > _MOST_FEATURES:
        raise ToolInputError(
            f"the molecule has {features} pharmacophore features; triplets are counted up to {_MOST_FEATURES}"
        )
    return Generate.Gen2DFingerprint(mol, Gobbi_Pharm2D.factory)


def _secfp(mol: Any, size: int) -> Any:
    from rdkit.Chem import rdMHFPFingerprint

    # The SMILES of a substructure that RDKit hashes depends on the order of the atoms.
    canonical, _ = in_canonical_order(mol)
    return rdMHFPFingerprint.MHFPEncoder(MINHASHES, MINHASH_SEED).EncodeSECFPMol(canonical, length=size)


_PAIRS = "Carhart et al. 1985, doi:10.1021/ci00046a002"
_TORSIONS = "Nilakantan et al. 1987, doi:10.1021/ci00054a008"
KINDS = (
    Kind(
        "rdkit_fingerprint",
        "RdkitFingerprint",
        "RDKit topological fingerprint",
        "Paths and branched subgraphs of 1 to 7 bonds, two bits each.",
        "RDKit's Daylight-like fingerprint, by `rdFingerprintGenerator.GetRDKitFPGenerator`.",
        _generator("GetRDKitFPGenerator"),
        also=("RDKit fingerprint", "topological fingerprint", "Daylight-like fingerprint", "RDK fingerprint"),
        original=("GetRdkFingerprintFromSmiles", "FingerprintsFromSmiles", "GenerateRDKFingerprintsFromCSV"),
    ),
    Kind(
        "rdkit_single_bit_fingerprint",
        "RdkitSingleBitFingerprint",
        "RDKit fingerprint with one bit per hash",
        "Paths and branched subgraphs of 1 to 7 bonds, one bit each.",
        "RDKit's Daylight-like fingerprint, by `rdFingerprintGenerator.GetRDKitFPGenerator(numBitsPerFeature=1)`.",
        _generator("GetRDKitFPGenerator", numBitsPerFeature=1),
        also=("one bit per hash",),
        original=("BuildRdkitFpFromSmiles",),
    ),
    Kind(
        "avalon_fingerprint",
        "AvalonFingerprint",
        "Avalon fingerprint",
        "Atoms, bonds, paths, rings and pairs of 16 feature classes.",
        "Gedeck et al. 2006, doi:10.1021/ci050413p, by `pyAvalonTools.GetAvalonFP`.",
        _avalon,
        size=512,
        also=("Avalon bits",),
        original=("BuildAvalonFpFromSmiles",),
    ),
    Kind(
        "maccs_keys",
        "MaccsKeys",
        "MACCS keys fingerprint",
        "Bit n is key n of the 166 public keys; bit 0 is never set.",
        "Durant et al. 2002, doi:10.1021/ci010132r, by `rdMolDescriptors.GetMACCSKeysFingerprint`.",
        _maccs,
        size=167,
        fixed=True,
        also=("MACCS keys", "MACCS fingerprint", "Molecular ACCess System keys", "MDL keys"),
        original=("GetMACCSKeysFingerprint",),
    ),
    Kind(
        "hashed_atom_pair_fingerprint",
        "HashedAtomPairFingerprint",
        "hashed atom-pair fingerprint",
        "Pairs of atom types with their topological distance; the number of times a pair occurs sets more bits.",
        f"{_PAIRS}, by `rdFingerprintGenerator.GetAtomPairGenerator`.",
        _generator("GetAtomPairGenerator"),
        also=("folded atom-pair fingerprint",),
        original=("GetAtomPairFingerprint",),
    ),
    Kind(
        "atom_pair_bit_vector",
        "AtomPairBitVector",
        "atom-pair fingerprint bit vector",
        "A bit is the code of a pair itself, so nothing collides; its length is 2^23.",
        f"{_PAIRS}, by `AtomPairs.Pairs.GetAtomPairFingerprintAsBitVect`.",
        _pair_codes,
        size=1 << 23,
        fixed=True,
        also=("unhashed atom-pair fingerprint", "atom-pair bit vector", "atom-pair fingerprint as a bit vector"),
        original=("GetAtomPairFingerprintAsBitVect",),
    ),
    Kind(
        "topological_torsion_fingerprint",
        "TopologicalTorsionFingerprint",
        "topological torsion fingerprint",
        "Chains of four bonded atoms with their types; the number of times a chain occurs sets more bits.",
        f"{_TORSIONS}, by `rdFingerprintGenerator.GetTopologicalTorsionGenerator`.",
        _generator("GetTopologicalTorsionGenerator"),
        also=("torsion bits", "hashed torsion fingerprint"),
        original=("GetTopologicalTorsionFingerprint",),
    ),
    Kind(
        "pattern_fingerprint",
        "PatternFingerprint",
        "pattern fingerprint",
        "Small substructure patterns with the elements that match; a screen for substructure search.",
        "RDKit's substructure screen, by `Chem.PatternFingerprint`.",
        _pattern,
        also=("substructure screening fingerprint",),
    ),
    Kind(
        "tautomer_pattern_fingerprint",
        "TautomerPatternFingerprint",
        "tautomer-insensitive pattern fingerprint",
        "As the pattern fingerprint, with the bonds that tautomerism moves left open.",
        "RDKit's tautomer query, by `Chem.PatternFingerprint(tautomerFingerprints=True)`.",
        _tautomer_pattern,
        also=("tautomer pattern fingerprint", "pattern fingerprint of a tautomer target"),
        original=("GetPatternFingerprint",),
    ),
    Kind(
        "pharmacophore_fingerprint",
        "PharmacophoreFingerprint",
        "2D pharmacophore fingerprint",
        "Pairs and triplets of Gobbi-Poppinger features with binned distances; its length is 39972. "
        "At most 100 heavy atoms and 60 features are taken.",
        "Gobbi & Poppinger 1998, doi:10.1002/(SICI)1097-0290(199824)61:1<47::AID-BIT9>3.0.CO;2-Z, "
        "by `Pharm2D.Generate.Gen2DFingerprint`.",
        _pharmacophore,
        size=39972,
        fixed=True,
        also=("Pharm2D fingerprint", "two-dimensional pharmacophore fingerprint", "Gobbi fingerprint"),
        original=("BuildPharm2DFpFromSmiles",),
    ),
    Kind(
        "secfp_fingerprint",
        "SecfpFingerprint",
        "SECFP fingerprint",
        "SMILES of the circular substructures up to radius 3 and of the rings, hashed and folded; aromatic bonds stay "
        "aromatic, as RDKit's default has it, while the MHFP shingles are Kekulé structures.",
        "Probst & Reymond 2018, doi:10.1186/s13321-018-0321-8, by `rdMHFPFingerprint.MHFPEncoder.EncodeSECFPMol`.",
        _secfp,
        also=("SECFP", "SMILES extended connectivity fingerprint", "SECFP vector"),
        original=("EncodeSECFP",),
    ),
)
# The types whose values are the places of the bits that are set; MinHashes are lists of numbers, too, and no bits.
BIT_TYPES = frozenset((*(kind.type for kind in KINDS), "MorganFingerprint", "FeatureMorganFingerprint"))
