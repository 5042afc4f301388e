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
}


@pytest.mark.parametrize("drug", PUBLISHED)
def test_a_drug_has_its_published_structure(drug: str) -> None:
    assert Chem.MolToInchiKey(Chem.MolFromSmiles(names.name_to_smiles(drug).smiles)) == PUBLISHED[drug]
    assert names.is_known_name(drug)


def test_each_structure_gives_its_inchikey_and_is_whole() -> None:
    folder = importlib.resources.files("scitoolagent.tools.chemistry")
    lines = [line for line in (folder / "drugs.tsv").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) > 2500
    for title, _, key, smiles in csv.reader(lines, delimiter="\t"):
        mol = Chem.MolFromSmiles(smiles)
        assert Chem.MolToInchiKey(mol) == key, title
        assert not Chem.GetFormalCharge(mol), title
        assert len(Chem.GetMolFrags(mol)) == 1, title
        assert not any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()), title
        assert not _compounds.is_table_name(title), title


def test_a_drug_without_cas_number_says_so() -> None:
    drug = next(name for name, (row,) in _compounds._drugs().items() if not _compounds.by_inchikey(row.inchikey))
    with pytest.raises(ToolInputError, match="no CAS number"):
        names.name_to_cas(drug)
