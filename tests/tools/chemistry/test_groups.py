"""Functional groups as a chemist names them: all groups of a molecule, so that every row is a negative too."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.tools.chemistry._functional_groups import PATTERNS
from scitoolagent.tools.chemistry.groups import functional_groups

# Named by hand after the definitions of the IUPAC Gold Book.
MOLECULES = {
    "CCCC": {},
    "C1CCCCC1": {},
    "c1ccoc1": {},
    "c1cc[nH]c1": {},
    "c1ccncc1": {},
    "C": {},
    "O": {},
    "N": {},
    "[Na+].[Cl-]": {},
    "CC=CC": {"alkene"},
    "CC#CC": {"alkyne"},
    "CC=C=CC": {"allene"},
    "Cc1ccccc1": {"benzene ring"},
    "CCCO": {"primary alcohol"},
    "CC(O)CC": {"secondary alcohol"},
    "CCCC(C)(C)O": {"tertiary alcohol"},
    "CCc1ccccc1O": {"phenol", "benzene ring"},
    "Oc1cccnc1": {"hydroxyheteroarene"},
    "OC=C(C)C": {"enol"},
    "CCOCCC": {"ether"},
    "C1CCOCC1": {"ether"},
    "COC=C(C)C": {"enol ether"},
    "CC1CO1": {"epoxide"},
    "COc1ccccc1C": {"ether", "benzene ring"},
    "CC(OC)OC": {"acetal"},
    "CC(O)OC": {"hemiacetal"},
    "CC(OC)(OC)OC": {"orthoester"},
    "CC(O)(O)C(F)(F)F": {"geminal diol", "trifluoromethyl"},
    "CCOOCC": {"peroxide"},
    "CC(C)OO": {"hydroperoxide"},
    "CCCCC=O": {"aldehyde"},
    "CCC(=O)CC": {"ketone"},
    "O=C1CCCCCC1": {"ketone"},
    "C=O": {"aldehyde"},
    "CC=C=O": {"ketene"},
    "O=C1C=CC(=O)C=C1": {"quinone"},
    "O=C1C(=O)C=CC=C1": {"quinone"},
    "CC(=O)C(C)=O": {"ketone"},
    "CCCCC(=O)O": {"carboxylic acid"},
    "CCCC(=O)[O-]": {"carboxylate"},
    "OC=O": {"carboxylic acid"},
    "CCC(=O)OCC": {"ester"},
    "COC=O": {"ester"},
    "O=C1CCCO1": {"lactone"},
    "O=c1cccco1": {"lactone"},
    "CCC(=O)OC(=O)CC": {"carboxylic anhydride"},
    "CCC(=O)Cl": {"acyl halide"},
    "CCC(=O)OO": {"peroxycarboxylic acid"},
    "CCC(=O)SC": {"thioester"},
    "CCC(=O)S": {"thiocarboxylic acid"},
    "CCC(=S)OC": {"thionoester"},
    "CCC(=S)SC": {"dithioester"},
    "CCCC(=O)N": {"amide"},
    "CCC(=O)NC": {"amide"},
    "CCC(=O)N(C)C": {"amide"},
    "O=C1CCCN1": {"lactam"},
    "NC=O": {"amide"},
    "O=c1cccc[nH]1": {"lactam"},
    "CCC(=O)Nc1ccncc1": {"amide"},
    "O=C1CCC(=O)N1": {"imide"},
    "CCC(=S)N": {"thioamide"},
    "CCC(=O)NN": {"hydrazide"},
    "CCC(=O)NO": {"hydroxamic acid"},
    "CCC(=O)NOC": {"hydroxamate ester"},
    "CCC(=O)NN=CC": {"acylhydrazone"},
    "CCC(=O)N=[N+]=[N-]": {"acyl azide"},
    "CCC(=O)NS(=O)(=O)C": {"acyl sulfonamide"},
    "CNC(=O)NC": {"urea"},
    "CNC(=S)NC": {"thiourea"},
    "CNC(=O)OC": {"carbamate"},
    "CNC(=O)SC": {"thiocarbamate"},
    "CNC(=S)SC": {"dithiocarbamate"},
    "COC(=O)OC": {"carbonate"},
    "COC(=O)Cl": {"haloformate"},
    "CN(C)C(=O)Cl": {"carbamoyl halide"},
    "CCNC(=N)N": {"guanidine"},
    "CNC(N)=[NH2+]": {"guanidine"},
    "COC(=N)N": {"isourea"},
    "CSC(=N)N": {"isothiourea"},
    "CCC(=N)N": {"amidine"},
    "CCC(N)=NO": {"amidoxime"},
    "CCC(=N)OC": {"imidate"},
    "CC=NNC(N)=O": {"semicarbazone"},
    "CC=NNC(N)=S": {"thiosemicarbazone"},
    "CCC#N": {"nitrile"},
    "CC[N+]#[C-]": {"isonitrile"},
    "CCN=C=O": {"isocyanate"},
    "CCN=C=S": {"isothiocyanate"},
    "CCSC#N": {"thiocyanate"},
    "CCOC#N": {"cyanate"},
    "CNC#N": {"cyanamide"},
    "CN=C=NC": {"carbodiimide"},
    "CCN": {"primary amine"},
    "CCNC": {"secondary amine"},
    "CCN(C)C": {"tertiary amine"},
    "C1CCNC1": {"secondary amine"},
    "Nc1ccncc1": {"primary aromatic amine"},
    "CNc1ccncc1": {"secondary aromatic amine"},
    "CN(C)c1ccncc1": {"tertiary aromatic amine"},
    "CC[NH3+]": {"ammonium"},
    "C[N+](C)(C)CC": {"quaternary ammonium"},
    "C[N+](C)(C)[O-]": {"amine oxide"},
    "[O-][n+]1ccccc1": {"aromatic N-oxide"},
    "CN(C)C=C(C)C": {"enamine"},
    "CNCNC": {"aminal"},
    "CNCO": {"hemiaminal"},
    "CN(C)COC": {"N,O-acetal"},
    "CC1CN1": {"aziridine"},
    "CNNC": {"hydrazine"},
    "CNO": {"hydroxylamine"},
    "CC=NC": {"imine"},
    "CC=N": {"imine"},
    "CC=NO": {"oxime"},
    "CC=NOC": {"oxime ether"},
    "CC=NNC": {"hydrazone"},
    "CC=NN=CC": {"azine"},
    "CC=[N+](C)C": {"iminium"},
    "CC=[N+](C)[O-]": {"nitrone"},
    "CCN=[N+]=[N-]": {"azide"},
    "CC=[N+]=[N-]": {"diazo"},
    "CN=NC": {"azo"},
    "CN=[N+](C)[O-]": {"azoxy"},
    "CN=NN(C)C": {"triazene"},
    "N#[N+]c1ccncc1": {"diazonium"},
    "CC[N+](=O)[O-]": {"nitro"},
    "CN=O": {"nitroso"},
    "CN(C)N=O": {"nitrosamine"},
    "CN[N+](=O)[O-]": {"nitramine"},
    "CCO[N+](=O)[O-]": {"nitrate ester"},
    "CCCON=O": {"nitrite ester"},
    "CCS": {"thiol"},
    "CC[S-]": {"thiolate"},
    "CCSC": {"sulfide"},
    "c1ccsc1": {},
    "CCSSCC": {"disulfide"},
    "CC1CS1": {"thiirane"},
    "CCS(C)=O": {"sulfoxide"},
    "CC[S+](C)[O-]": {"sulfoxide"},
    "CCS(C)(=O)=O": {"sulfone"},
    "CC[S+](C)C": {"sulfonium"},
    "CCC(=S)CC": {"thioketone"},
    "CSCSC": {"thioacetal"},
    "CCS(N)(=O)=O": {"sulfonamide"},
    "CCS(=O)(=O)NC": {"sulfonamide"},
    "CCS(=O)(=O)O": {"sulfonic acid"},
    "CCS(=O)(=O)[O-]": {"sulfonate"},
    "CCS(=O)(=O)OC": {"sulfonate ester"},
    "CCS(=O)(=O)Cl": {"sulfonyl halide"},
    "CCS(=O)O": {"sulfinic acid"},
    "CCS(=O)NC": {"sulfinamide"},
    "CCS(=O)OC": {"sulfinate ester"},
    "CSN(C)C": {"sulfenamide"},
    "CS(C)(=N)=O": {"sulfoximine"},
    "CNS(=O)(=O)NC": {"sulfamide"},
    "COS(N)(=O)=O": {"sulfamate"},
    "COS(=O)(=O)O": {"sulfate"},
    "COP(=O)(O)O": {"phosphate"},
    "CP(=O)(O)O": {"phosphonate"},
    "CP(C)(=O)O": {"phosphinate"},
    "CP(C)(C)=O": {"phosphine oxide"},
    "CP(C)C": {"phosphine"},
    "C[P+](C)(C)C": {"phosphonium"},
    "COP(OC)OC": {"phosphite"},
    "COP(=S)(OC)OC": {"phosphorothioate"},
    "CB(O)O": {"boronic acid"},
    "CB(OC)OC": {"boronate ester"},
    "CO[Si](C)(C)C": {"silyl ether"},
    "CC(=O)O[Si](C)(C)C": {"silyl ester"},
    "CCF": {"alkyl fluoride"},
    "CCCl": {"alkyl chloride"},
    "CCBr": {"alkyl bromide"},
    "CCI": {"alkyl iodide"},
    "CC(F)(F)F": {"trifluoromethyl"},
    "Fc1ccncc1": {"aryl fluoride"},
    "Clc1ccncc1": {"aryl chloride"},
    "Brc1ccncc1": {"aryl bromide"},
    "Ic1ccncc1": {"aryl iodide"},
    "CN(C)Cl": {"N-halamine"},
    "CC=CCl": {"vinyl halide", "alkene"},
}


@pytest.mark.parametrize(("smiles", "groups"), MOLECULES.items())
def test_groups_are_complete_and_no_more(smiles: str, groups: set[str]) -> None:
    assert set(functional_groups(smiles).counts) == set(groups)


def test_every_group_has_a_molecule() -> None:
    names = {name for name, _ in PATTERNS}
    assert len(names) >= 60
    untested = names - {name for groups in MOLECULES.values() for name in groups}
    assert untested <= {
        "alkoxide",
        "phenolate",
        "dithiocarboxylic acid",
        "carbamic acid",
        "peroxyester",
        "phosphoramidate",
    }
    assert all(Chem.MolFromSmarts(smarts) is not None for _, smarts in PATTERNS)


# Several groups, counted by hand.
@pytest.mark.parametrize(
    ("smiles", "counts"),
    [
        # Captopril: thiol, tertiary amide, acid.
        ("CC(CS)C(=O)N1CCCC1C(=O)O", {"thiol": 1, "amide": 1, "carboxylic acid": 1}),
        # Mannitol: two primary and four secondary alcohols.
        ("OCC(O)C(O)C(O)C(O)CO", {"primary alcohol": 2, "secondary alcohol": 4}),
        # Trehalose: an acetal on each ring shares the bridging oxygen; eight alcohols.
        ("OCC1OC(OC2OC(CO)C(O)C(O)C2O)C(O)C(O)C1O", {"acetal": 2, "primary alcohol": 2, "secondary alcohol": 6}),
        # Pyrophosphate monoester: two phosphates share an oxygen.
        ("COP(=O)(O)OP(=O)(O)O", {"phosphate": 2}),
        # Four ways to pick three substituents of one carbon are one group.
        ("FC(F)(F)F", {"trifluoromethyl": 1}),
        ("COC(OC)(OC)OC", {"orthoester": 1}),
        ("CC(O)(O)O", {"geminal diol": 1}),
        # Groups that share an atom or a bond only: an oxygen in each of two acetals, a nitrogen of two ureas.
        ("C1OCOCO1", {"acetal": 3}),
        ("NC(=O)NC(=O)N", {"urea": 2}),
        ("c1ccc2ccccc2c1", {"benzene ring": 2}),
        # Vanillyl-like: methoxy, phenol, primary amine.
        ("COc1cc(CN)ccc1O", {"ether": 1, "phenol": 1, "primary amine": 1, "benzene ring": 1}),
        # Triacetin: three esters and nothing else.
        ("CC(=O)OCC(COC(C)=O)OC(C)=O", {"ester": 3}),
        # 5-Oxohexanoic acid: ketone and acid.
        ("CC(=O)CCCC(=O)O", {"ketone": 1, "carboxylic acid": 1}),
        # Peptide Gly-Gly as zwitterion: ammonium, amide, carboxylate.
        ("[NH3+]CC(=O)NCC(=O)[O-]", {"ammonium": 1, "amide": 1, "carboxylate": 1}),
    ],
)
def test_counts(smiles: str, counts: dict[str, int]) -> None:
    assert functional_groups(smiles).counts == counts


@pytest.mark.parametrize(
    ("smiles", "name"),
    [
        ("C[O-]", "alkoxide"),
        ("[O-]c1ccccc1", "phenolate"),
        ("CC(=S)S", "dithiocarboxylic acid"),
        ("CNC(=O)O", "carbamic acid"),
        ("CC(=O)OOC", "peroxyester"),
        ("CP(C)(=O)NC", "phosphoramidate"),
    ],
)
def test_rare_groups(smiles: str, name: str) -> None:
    assert set(functional_groups(smiles).counts) - {"benzene ring"} == {name}


PARTS = st.lists(st.sampled_from(["C", "O", "C(=O)", "N", "C(O)", "S", "C(=O)O", "C(=O)N"]), min_size=1, max_size=8)


@given(PARTS)
@settings(max_examples=60, deadline=None)
def test_no_group_lies_inside_another(parts: list[str]) -> None:
    mol = Chem.MolFromSmiles("C" + "".join(parts) + "C")
    if mol is None:
        return
    found = functional_groups(Chem.MolToSmiles(mol))
    assert {name: len(places) for name, places in found.atoms.items()} == found.counts
    places = [frozenset(place) for group in found.atoms.values() for place in group]
    assert len(set(places)) == len(places)
    assert not any(one < other for one in places for other in places)
    heteroatoms = {
        atom.GetIdx() for atom in Chem.MolFromSmiles(Chem.MolToSmiles(mol)).GetAtoms() if atom.GetAtomicNum() != 6
    }
    named = set().union(*places) if places else set()
    # Chains such as O-S-O or N-S have no name here; where only C, N and O are bonded to carbon all have one.
    if "S" not in parts and not any("".join(parts).count(pair) for pair in ("OO", "ON", "NO", "NN")):
        assert heteroatoms <= named
