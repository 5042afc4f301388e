"""Drugs that the compound table lacks are found by their generic names, with the structure that other sources give."""

from __future__ import annotations

import csv
import importlib.resources

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds, names

# Standard InChIKeys as PubChem publishes them.
PUBLISHED = {
    "imatinib": "KTUFNOKKBVMGRW-UHFFFAOYSA-N",
    "rivaroxaban": "KGFYHTZWPPHNLQ-AWEZNQCLSA-N",
    "erlotinib": "AAKJLRGGTJKAMG-UHFFFAOYSA-N",
    "lamotrigine": "PYZRQGJRPPTADH-UHFFFAOYSA-N",
    "celecoxib": "RZEKVGVHFLEQIL-UHFFFAOYSA-N",
    "lisinopril": "RLAWWYSOJDYHDC-BZSNNMDCSA-N",
    "sertraline": "VGKDLMBJGBXTGI-SJCJKPOMSA-N",
    "fluconazole": "RFHAOTPXVQNOHP-UHFFFAOYSA-N",
    "benzphetamine": "YXKTVDFXDRQTKV-HNNXBMFYSA-N",
    "propantheline": "VVWYOYDLCMFIEM-UHFFFAOYSA-N",
}


@pytest.mark.parametrize("drug", PUBLISHED)
def test_a_drug_has_its_published_structure(drug: str) -> None:
    assert Chem.MolToInchiKey(Chem.MolFromSmiles(names.name_to_smiles(drug).smiles)) == PUBLISHED[drug]
    assert names.is_known_name(drug)


@pytest.mark.parametrize(("file", "least"), [("drugs.tsv", 2900), ("drugs_checked.tsv", 90)])
def test_each_structure_gives_its_inchikey_and_is_whole(file: str, least: int) -> None:
    folder = importlib.resources.files("scitoolagent.tools.chemistry")
    lines = [line for line in (folder / file).read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) >= least
    for title, _, key, smiles, *_ in csv.reader(lines, delimiter="\t"):
        mol = Chem.MolFromSmiles(smiles)
        assert Chem.MolToInchiKey(mol) == key, title
        # The generic name of a quaternary drug is that of its cation, whose charge nothing but that nitrogen has.
        quaternary = mol.GetSubstructMatches(Chem.MolFromSmarts("[N+;X4;H0;!$(*~[O-])]"))
        assert Chem.GetFormalCharge(mol) in (0, len(quaternary)), title
        assert len(Chem.GetMolFrags(mol)) == 1, title
        assert not any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()), title
        assert not _compounds.is_table_name(title), title


def test_a_structure_written_by_hand_names_its_second_source() -> None:
    folder = importlib.resources.files("scitoolagent.tools.chemistry")
    lines = [line for line in (folder / "drugs_checked.tsv").read_text("utf-8").splitlines() if line[0] != "#"]
    sources = ("chemicals", "MoleculeNet", "name by OPSIN", "list of hazards", "published InChIKey")
    assert all(any(source in line.split("\t")[4] for source in sources) for line in lines)


def test_a_drug_without_cas_number_says_so() -> None:
    drug = next(name for name, (row,) in _compounds._drugs().items() if not _compounds.by_inchikey(row.inchikey))
    with pytest.raises(ToolInputError, match="no CAS number"):
        names.name_to_cas(drug)
