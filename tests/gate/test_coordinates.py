"""Files of coordinates: every model, step and ligand of them counts, whatever their labels say."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdkit import Chem
from rdkit.Chem import AllChem

from scitoolagent.gate import FILE, bonded, screen_many

SARIN = "CC(C)OP(C)(=O)F"
TOXIN = (
    "IFPKQYPIINFTTAGATVQSYTNFIRAVRGRLTTGADVRHEIPVLPNRVGLPINQRFILVELSNHAELSVTLALDVTNAYVVGYRAGNSAYFFHPDNQEDAEAITHLFTDVQN"
)


def embedded(smiles: str) -> Chem.Mol:
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    assert AllChem.EmbedMolecule(mol, randomSeed=7) == 0
    return mol


def atoms(smiles: str) -> list[tuple[str, float, float, float]]:
    mol = embedded(smiles)
    places = mol.GetConformer().GetPositions().tolist()
    return [(atom.GetSymbol(), *place) for atom, place in zip(mol.GetAtoms(), places, strict=True)]


def xyz(rows: list[tuple[str, float, float, float]], said: str = "") -> str:
    return f"{len(rows)}\n{said}\n" + "".join(f"{name} {x:.4f} {y:.4f} {z:.4f}\n" for name, x, y, z in rows)


def pdb(smiles: str, residue: str = "UNL") -> str:
    return str(Chem.MolToPDBBlock(embedded(smiles))).replace("UNL", residue)


def cell(rows: list[tuple[str, float, float, float]]) -> str:
    head = "".join(f"_cell_length_{axis} 20.000(3)\n" for axis in "abc")
    head += "".join(f"_cell_angle_{axis} 90\n" for axis in ("alpha", "beta", "gamma"))
    names = "".join(f"_atom_site_{name}\n" for name in ("label", "fract_x", "fract_y", "fract_z"))
    sites = "".join(
        f"{name}{number} {x / 20:.5f}(2) {y / 20:.5f} {z / 20:.5f}\n" for number, (name, x, y, z) in enumerate(rows)
    )
    return f"data_a\n{head}loop_\n{names}{sites}"


def mol2(smiles: str) -> str:
    mol = embedded(smiles)
    places = mol.GetConformer().GetPositions().tolist()
    lines = [
        "@<TRIPOS>MOLECULE",
        "it",
        f"{mol.GetNumAtoms()} {mol.GetNumBonds()}",
        "SMALL",
        "NO_CHARGES",
        "@<TRIPOS>ATOM",
    ]
    for atom, (x, y, z) in zip(mol.GetAtoms(), places, strict=True):
        kind = {"C": "C.3", "O": "O.3", "P": "P.3"}.get(atom.GetSymbol(), atom.GetSymbol())
        lines.append(f"{atom.GetIdx() + 1} {atom.GetSymbol()} {x:.4f} {y:.4f} {z:.4f} {kind} 1 UNL 0.0")
    lines.append("@<TRIPOS>BOND")
    for bond in mol.GetBonds():
        ends = f"{bond.GetBeginAtomIdx() + 1} {bond.GetEndAtomIdx() + 1}"
        lines.append(f"{bond.GetIdx() + 1} {ends} {int(bond.GetBondTypeAsDouble())}")
    return "\n".join(lines) + "\n"


def in_residues(text: str) -> str:
    """The atoms of one molecule by turns in two residues."""
    lines = text.splitlines()
    return "\n".join(line.replace("UNL", "AAA") if number % 2 else line for number, line in enumerate(lines))


def in_places(text: str, other: str) -> str:
    """One molecule in a place that others have, too."""
    mark = lambda lines, sign: [line[:16] + sign + line[17:] for line in lines if line.startswith("HETATM")]
    return "\n".join([*mark(text.splitlines(), "A"), *mark(other.splitlines(), "B"), "END"])


FILES = {
    "second step.xyz": lambda: xyz(atoms("CCO")) + xyz(atoms(SARIN)),
    "beside a dummy.xyz": lambda: xyz([*atoms(SARIN), ("X", 50.0, 50.0, 50.0)]),
    "beside water.xyz": lambda: xyz([*atoms(SARIN), ("O", 40.0, 40.0, 40.0)]),
    "in a solvent.xyz": lambda: xyz(
        [*atoms(SARIN), *(("O", 30.0 + 3 * (i % 20), 30.0 + 3 * (i // 20), 0.0) for i in range(300))]
    ),
    "by numbers.xyz": lambda: xyz([(str(Chem.Atom(name).GetAtomicNum()), *place) for name, *place in atoms(SARIN)]),
    "said.xyz": lambda: xyz(atoms("CCO"), "sarin"),
    "below.xyz": lambda: xyz(atoms("CCO")) + f"and {SARIN}\n",
    "second model.pdb": lambda: f"MODEL        1\n{pdb('CCO')}ENDMDL\nMODEL        2\n{pdb(SARIN)}ENDMDL\n",
    "called a residue.pdb": lambda: pdb(SARIN, "ALA"),
    "called water.pdb": lambda: pdb(SARIN, "HOH"),
    "no elements.pdb": lambda: "\n".join(line[:66] for line in pdb(SARIN, "ALA").splitlines()),
    "in two residues.pdb": lambda: in_residues(pdb(SARIN)),
    "in two places.pdb": lambda: in_places(pdb(SARIN), pdb("CCCCCCC")),
    "after a picture's sign.pdb": lambda: "GIF89a\n" + pdb(SARIN),
    "a.mol2": lambda: mol2(SARIN),
    "crystal.cif": lambda: cell(atoms(SARIN)),
    "formula.cif": lambda: cell(atoms("CCO")) + "_chemical_formula_sum 'C4 H10 F O2 P'\n",
    "letters.cif": lambda: (
        f"data_a\n_entity_poly.entity_id 1\n_entity_poly.pdbx_seq_one_letter_code\n;(MSE){TOXIN}\n;\n_atom_site.id 1\n"
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_whatever_a_label_says_the_atoms_tell(tmp_path: Path, name: str) -> None:
    path = tmp_path / name.replace(" ", "_")
    path.write_text(FILES[name]())
    assert "block" in {item.finding.verdict for item in screen_many([(FILE, str(path))])}


@pytest.mark.parametrize("smiles", ["CCO", "Cn1cnc2c1c(=O)n(C)c(=O)n2C", "CC(C)OP(C)(C)=O"])
def test_other_molecules_are_not_stopped(tmp_path: Path, smiles: str) -> None:
    contents = {"a.xyz": xyz(atoms(smiles)) * 2, "a.pdb": pdb(smiles), "a.cif": cell(atoms(smiles))}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        assert not {item.finding.verdict for item in screen_many([(FILE, str(tmp_path / name))])} & {"block", "unknown"}


def test_a_file_of_chains_costs_what_it_did(tmp_path: Path) -> None:
    # Twenty models of one chain are one chain.
    one = "".join(
        f"ATOM  {number:>5}  CA  ALA A{number:>4}    {0:8.3f}{0:8.3f}{number * 3.8:8.3f}  1.00  0.00           C\n"
        for number in range(1, 41)
    )
    path = tmp_path / "a.pdb"
    path.write_text("".join(f"MODEL {number:>8}\n{one}ENDMDL\n" for number in range(1, 21)))
    from scitoolagent.gate.files import read_records

    assert [record.name for record in read_records(path)] == ["chain A", "the header"]


def test_atoms_that_cannot_be_compared_are_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.xyz"
    path.write_text(xyz([("C", 0.0, 0.0, number / 1e6) for number in range(500)]))
    assert {item.finding.verdict for item in screen_many([(FILE, str(path))])} == {"unknown"}
    monkeypatch.setattr(bonded, "MOST_ATOMS", 5)
    path.write_text(xyz(atoms("CCCCCCCCO")))
    assert {item.finding.verdict for item in screen_many([(FILE, str(path))])} == {"unknown"}


def test_nothing_is_written_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    screen_many([("", "ATOM      1  Q   LIG A   1       0.000   0.000   0.000  1.00  0.00           Q\n" * 3)])
    assert capfd.readouterr().err == ""
