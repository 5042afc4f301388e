"""The oracle's table for one molecule without a conformer: an original tool's name to the call that gives its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scitoolagent.benchmarks.scitooleval.compare import Expected

if TYPE_CHECKING:
    from rdkit.Chem import Mol

Parts = tuple[Expected, ...]


def calc(name: str) -> Callable[[Mol], Any]:
    """The function of `rdMolDescriptors` called `name`, imported when it is first used."""

    def compute(mol: Mol) -> Any:
        from rdkit.Chem import rdMolDescriptors

        return getattr(rdMolDescriptors, name)(mol)

    return compute


def _number(compute: Callable[[Mol], Any], unit: str | None = "1", absolute: float = 1e-6) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("number", (float(compute(mol)),), unit=unit, absolute=absolute),)


def _atoms(compute: Callable[[Mol], Any]) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("atoms", (tuple(float(value) for value in compute(mol)),)),)


def _names(compute: Callable[[Mol], Any]) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("names", (tuple(compute(mol)),)),)


def _structure(compute: Callable[[Mol], str]) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("structure", (compute(mol),)),)


def _bits(compute: Callable[[Mol], Any], *kinds: str) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("bits", (frozenset(compute(mol).GetOnBits()),), kinds),)


def _rdkit_fingerprint(mol: Mol) -> Parts:
    """RDKit's fingerprint with one bit a feature, as the original tool makes it, and as RDKit makes it by itself."""
    one, usual = generator("GetRDKitFPGenerator", numBitsPerFeature=1)(mol), generator("GetRDKitFPGenerator")(mol)
    return (
        Expected("bits", (frozenset(one.GetOnBits()),), ("RdkitSingleBitFingerprint",), optional=True),
        Expected("bits", (frozenset(usual.GetOnBits()),), ("RdkitFingerprint",), optional=True),
    )


def either_mass(mol: Mol) -> Parts:
    """The exact mass, and the weight of the average molecule: "molecular weight" alone may mean each."""
    from rdkit.Chem import Descriptors

    average = float(Descriptors.MolWt(mol))  # type: ignore[attr-defined]
    exact = float(calc("CalcExactMolWt")(mol))
    return (
        Expected("number", (exact,), ("MonoisotopicMass",), "u", absolute=1e-4, optional=True),
        Expected("number", (average,), ("AverageMolecularMass",), "g/mol", absolute=1e-2, optional=True),
    )


def _truth(compute: Callable[[Mol], bool]) -> Callable[[Mol], Parts]:
    return lambda mol: (Expected("truth", (bool(compute(mol)),)),)


def _crippen(mol: Mol) -> Parts:
    from rdkit.Chem import Crippen

    logp, refractivity = Crippen.MolLogP(mol), Crippen.MolMR(mol)  # type: ignore[attr-defined]
    return (
        Expected("number", (logp,), ("CrippenLogP",), "1", absolute=1e-4, optional=True),
        Expected("number", (refractivity,), ("MolarRefractivity",), "cm3/mol", absolute=1e-4, optional=True),
    )


def _formula(mol: Mol) -> Parts:
    return (Expected("formula", (calc("CalcMolFormula")(mol),)),)


def _bcut(mol: Mol) -> Parts:
    return (Expected("numbers", (tuple(calc("BCUT2D")(mol)),), absolute=1e-4),)


def _autocorrelation(mol: Mol) -> Parts:
    """Autocorrelation with and without hydrogens: the handbook includes them, the original tool does not."""
    from rdkit import Chem

    compute = calc("CalcAUTOCORR2D")
    return (Expected("numbers", (tuple(compute(Chem.AddHs(mol))), tuple(compute(Chem.Mol(mol)))), absolute=2e-3),)


def _kappa3(mol: Mol) -> Parts:
    """Kier's definition (doi:10.1002/qsar.19860050103), and RDKit's, which differs for an even number of atoms."""
    from rdkit import Chem

    alpha, size = calc("CalcHallKierAlpha")(mol), mol.GetNumHeavyAtoms()
    paths = len(Chem.FindAllPathsOfLengthN(mol, 3, useBonds=True))
    other = 1 if size % 2 else 2
    kier = (size + alpha - 3) * (size + alpha - other)
    kier *= (size + alpha - 3) if size % 2 else (size + alpha - 2)
    values = (calc("CalcKappa3")(mol), kier / (paths + alpha) ** 2 if paths + alpha else 0.0)
    return (Expected("number", values, unit="1"),)


def _total_atoms(mol: Mol) -> int:
    return int(mol.GetNumAtoms()) + sum(atom.GetTotalNumHs() for atom in mol.GetAtoms())


def _stereocentres(unspecified: bool) -> Callable[[Mol], int]:
    def count(mol: Mol) -> int:
        from rdkit import Chem

        centres = Chem.FindMolChiralCenters(mol, includeUnassigned=True, useLegacyImplementation=False)
        return sum(1 for _, label in centres if not unspecified or label == "?")

    return count


def _estate(mol: Mol) -> Any:
    from rdkit.Chem import EState

    return EState.EStateIndices(mol)


def _estate_vsa(mol: Mol) -> Parts:
    from rdkit.Chem.EState import EState_VSA

    values = tuple(getattr(EState_VSA, f"EState_VSA{index}")(mol) for index in range(1, 12))
    return (Expected("numbers", (values,), absolute=1e-4),)


def _estate_types(mol: Mol) -> Any:
    from rdkit.Chem.EState import AtomTypes

    return ["|".join(names) or "untyped" for names in AtomTypes.TypeAtoms(mol)]  # type: ignore[no-untyped-call]


def _estate_fingerprint(mol: Mol) -> Parts:
    from rdkit.Chem.EState import Fingerprinter

    counts, sums = Fingerprinter.FingerprintMol(mol)  # type: ignore[no-untyped-call]
    present = [index for index, count in enumerate(counts) if count]
    return (
        Expected("atoms", (tuple(float(counts[index]) for index in present),), ("EstateCounts",), optional=True),
        Expected("atoms", (tuple(float(sums[index]) for index in present),), ("EstateSums",), optional=True),
    )


def _oxidation(mol: Mol) -> Any:
    from rdkit import Chem

    plain = Chem.Mol(mol)
    Chem.Kekulize(plain)
    calc("CalcOxidationNumbers")(plain)
    return [atom.GetIntProp("OxidationNumber") for atom in plain.GetAtoms()]


def _fragments(mol: Mol) -> Parts:
    from rdkit import Chem

    pieces = tuple(Chem.MolToSmiles(piece) for piece in Chem.GetMolFrags(mol, asMols=True))
    return (Expected("structures", (pieces,), ("FragmentSmiles",)),)


def _fraggle(mol: Mol) -> Parts:
    from rdkit.Chem.Fraggle import FraggleSim

    pieces = FraggleSim.generate_fraggle_fragmentation(mol)  # type: ignore[no-untyped-call]
    return (Expected("structures", (tuple(sorted(pieces)),)),)


def _ring_cut(mol: Mol) -> bool:
    from rdkit.Chem.Fraggle import FraggleSim

    return bool(FraggleSim.isValidRingCut(mol))  # type: ignore[no-untyped-call]


def _mol_key(field: str) -> Callable[[Mol], Parts]:
    def compute(mol: Mol) -> Parts:
        from rdkit import Chem, rdBase
        from rdkit.Chem import AllChem
        from rdkit.Chem.MolKey import MolKey

        flat = Chem.Mol(mol)
        AllChem.Compute2DCoords(flat)  # type: ignore[attr-defined]
        with rdBase.BlockLogs():
            result = MolKey.GetKeyForCTAB(Chem.MolToMolBlock(flat))  # type: ignore[no-untyped-call]
        return (Expected("word", (getattr(result, field),)),)

    return compute


def _shingles(mol: Mol) -> Any:
    from rdkit.Chem import rdMHFPFingerprint

    found = rdMHFPFingerprint.MHFPEncoder(2048, 42).CreateShinglingFromMol(mol)
    return [bytes(item).decode() if not isinstance(item, str) else item for item in found]


def _secfp(mol: Mol) -> Any:
    from rdkit.Chem import rdMHFPFingerprint

    return rdMHFPFingerprint.MHFPEncoder(2048, 42).EncodeSECFPMol(mol)


def generator(name: str, **settings: Any) -> Callable[[Mol], Any]:
    """The fingerprint of a generator of `rdFingerprintGenerator`."""

    def compute(mol: Mol) -> Any:
        from rdkit.Chem import rdFingerprintGenerator

        return getattr(rdFingerprintGenerator, name)(**settings).GetFingerprint(mol)

    return compute


def _avalon(mol: Mol) -> Any:
    from rdkit.Avalon import pyAvalonTools

    return pyAvalonTools.GetAvalonFP(mol, 512)


def _maccs(mol: Mol) -> Any:
    return calc("GetMACCSKeysFingerprint")(mol)


def _atom_pairs(mol: Mol) -> Parts:
    """Atom pairs, counted by code or hashed to bits: both are called the atom pair fingerprint."""
    codes = {str(code): count for code, count in calc("GetAtomPairFingerprint")(mol).GetNonzeroElements().items()}
    hashed = frozenset(generator("GetAtomPairGenerator", fpSize=2048)(mol).GetOnBits())
    return (
        Expected("counts", (codes,), ("AtomPairCounts",), optional=True),
        Expected("bits", (hashed,), ("HashedAtomPairFingerprint",), optional=True),
    )


def _fingerprint_text(mol: Mol) -> Parts:
    from rdkit import Chem, DataStructs

    print_ = Chem.RDKFingerprint(mol)
    return (
        Expected("bits", (frozenset(print_.GetOnBits()),), ("FingerprintBinaryText",), optional=True),
        Expected("word", (DataStructs.BitVectToFPSText(print_),), ("FingerprintHexText",), optional=True),
    )


def _adjacency(mol: Mol) -> Parts:
    from rdkit import Chem

    rows = Chem.GetAdjacencyMatrix(mol)
    return (Expected("matrix", (tuple(tuple(int(value) for value in row) for row in rows),)),)


def _kekule(mol: Mol) -> str:
    from rdkit import Chem

    plain = Chem.Mol(mol)
    Chem.Kekulize(plain, clearAromaticFlags=True)
    return str(Chem.MolToSmiles(plain, kekuleSmiles=True))


def _smiles(mol: Mol) -> str:
    from rdkit import Chem

    return str(Chem.MolToSmiles(mol))


def _flat(mol: Mol) -> str:
    from rdkit import Chem

    return str(Chem.MolToSmiles(mol, isomericSmiles=False))


def _murcko(mol: Mol) -> str:
    from rdkit.Chem.Scaffolds import MurckoScaffold

    return _smiles(MurckoScaffold.GetScaffoldForMol(mol))  # type: ignore[no-untyped-call]


def _selfies_symbols(mol: Mol) -> Parts:
    import selfies

    return (Expected("number", (float(selfies.len_selfies(selfies.encoder(_smiles(mol)))),), unit="1"),)


def _serialises(mol: Mol) -> bool:
    from rdkit import Chem

    return bool(Chem.MolToSmiles(Chem.Mol(mol.ToBinary())) == Chem.MolToSmiles(mol))


def _structure_tests(mol: Mol) -> Parts:
    """Structure tests of a parsed molecule: its canonical SMILES must be reproducible."""
    from rdkit import Chem

    good = Chem.MolToSmiles(Chem.MolFromSmiles(_smiles(mol))) == _smiles(mol)
    kinds = ("StructureValidity", "SanitisationVerdict", "HydrogenVerdict", "RoundTripVerdict")
    return tuple(Expected("truth", (good,), (kind,), optional=True) for kind in kinds)


def _hybrids(mol: Mol) -> Any:
    return [str(atom.GetHybridization()).lower() for atom in mol.GetAtoms()]


_NUMBERS = {
    "CalculatePhi": "CalcPhi",
    "GetAliphaticCarbocyclesNum": "CalcNumAliphaticCarbocycles",
    "GetAliphaticHeterocyclesNum": "CalcNumAliphaticHeterocycles",
    "GetAliphaticRingsNum": "CalcNumAliphaticRings",
    "GetAmideBondsNum": "CalcNumAmideBonds",
    "GetAromaticCarbocyclesNum": "CalcNumAromaticCarbocycles",
    "GetAromaticHeterocyclesNum": "CalcNumAromaticHeterocycles",
    "GetAromaticRingsNum": "CalcNumAromaticRings",
    "GetBridgeheadAtomsNum": "CalcNumBridgeheadAtoms",
    "GetChi0n": "CalcChi0n",
    "GetChi0v": "CalcChi0v",
    "GetChi1n": "CalcChi1n",
    "GetChi1v": "CalcChi1v",
    "GetChi2n": "CalcChi2n",
    "GetChi2v": "CalcChi2v",
    "GetChi3n": "CalcChi3n",
    "GetChi3v": "CalcChi3v",
    "GetChi4n": "CalcChi4n",
    "GetChi4v": "CalcChi4v",
    "GetFractionCSP3": "CalcFractionCSP3",
    "GetHBANum": "CalcNumHBA",
    "GetHBDNum": "CalcNumHBD",
    "GetHallKierAlpha": "CalcHallKierAlpha",
    "GetHeavyAtomsNum": "CalcNumHeavyAtoms",
    "GetHeteroatomsNum": "CalcNumHeteroatoms",
    "GetHeterocyclesNum": "CalcNumHeterocycles",
    "GetKappa1": "CalcKappa1",
    "GetKappa2": "CalcKappa2",
    "GetLipinskiHBANum": "CalcNumLipinskiHBA",
    "GetLipinskiHBDNum": "CalcNumLipinskiHBD",
    "GetRingsNum": "CalcNumRings",
    "GetRotatableBondsNum": "CalcNumRotatableBonds",
    "GetSaturatedCarbocyclesNum": "CalcNumSaturatedCarbocycles",
    "GetSaturatedHeterocyclesNum": "CalcNumSaturatedHeterocycles",
    "GetSaturatedRingsNum": "CalcNumSaturatedRings",
    "GetSpiroAtomsNum": "CalcNumSpiroAtoms",
}
MOLECULES: dict[str, Callable[[Mol], Parts]] = {
    **{name: _number(calc(function)) for name, function in _NUMBERS.items()},
    "CalculateTPSA": _number(calc("CalcTPSA"), "Ao2"),
    "GetLabuteASA": _number(calc("CalcLabuteASA"), "Ao2", absolute=1e-3),
    "GetExactMolceularWeight": _number(calc("CalcExactMolWt"), "u", absolute=1e-4),
    "GetKappa3": _kappa3,
    "GetAtomsNum": _number(_total_atoms),
    "GetAtomStereoCentersNum": _number(_stereocentres(unspecified=False)),
    "GetUnspecifiedAtomStereoCentersNum": _number(_stereocentres(unspecified=True)),
    "GetFormalCharge": _number(lambda mol: sum(atom.GetFormalCharge() for atom in mol.GetAtoms()), "[e]"),
    "GetFormalChargeOfAtoms": _atoms(lambda mol: [atom.GetFormalCharge() for atom in mol.GetAtoms()]),
    "GetHybridization": _names(_hybrids),
    "GetConnectivityInvariants": _atoms(calc("GetConnectivityInvariants")),
    "GetFeatureInvariants": _atoms(calc("GetFeatureInvariants")),
    "AssignOxidationNumbers": _atoms(_oxidation),
    "CalculateEstateIndices": _atoms(_estate),
    "CalculateEstateVsa": _estate_vsa,
    "TypeAtomsInMolecule": _names(_estate_types),
    "GenerateEstateFingerprint": _estate_fingerprint,
    "GetCrippenDescriptors": _crippen,
    "GetMolFormula": _formula,
    "GetBCUT": _bcut,
    "GetAutocorrelation2D": _autocorrelation,
    "GetMolFrags": _fragments,
    "GenerateFraggleFragments": _fraggle,
    "CheckValidRingCut": _truth(_ring_cut),
    "CanSerialize": _truth(_serialises),
    "TestMolecule": _structure_tests,
    "GenerateMolKeyFromSmiles": _mol_key("mol_key"),
    "GetStereoCodeFromSmiles": _mol_key("stereo_code"),
    "CreateShingling": _names(_shingles),
    "EncodeSECFP": _bits(_secfp, "SecfpFingerprint"),
    "BuildMorganFpFromSmiles": _bits(generator("GetMorganGenerator", radius=2, fpSize=2048), "MorganFingerprint"),
    "GetRdkFingerprintFromSmiles": _bits(generator("GetRDKitFPGenerator"), "RdkitFingerprint"),
    "BuildRdkitFpFromSmiles": _rdkit_fingerprint,
    "BuildAvalonFpFromSmiles": _bits(_avalon, "AvalonFingerprint"),
    "GetMACCSKeysFingerprint": _bits(_maccs, "MaccsKeys"),
    "BuildAtomPairFpFromSmiles": _atom_pairs,
    "GetAtomPairFingerprint": _atom_pairs,
    "GetTopologicalTorsionFingerprint": _bits(
        generator("GetTopologicalTorsionGenerator", fpSize=2048), "TopologicalTorsionFingerprint"
    ),
    "ProcessFingerprintMol": _fingerprint_text,
    "GetAdjacencyMatrix": _adjacency,
    "Kekulize": _structure(_kekule),
    "RemoveHydrogens": _structure(_smiles),
    "RemoveStereochemistry": _structure(_flat),
    "MurckoDecompose": _structure(_murcko),
    "LengthSELFIES": _selfies_symbols,
}
