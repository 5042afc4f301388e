"""What PDB files hold."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology.structure import (
    atom_distance,
    pdb_sequence,
    pdb_sequence_length,
    pdb_with_crystal_record,
    structure_atom_count,
    structure_chains,
)
from scitoolagent.tools.biology.structure_size import (
    structure_center_of_mass,
    structure_centroid,
    structure_mass,
    structure_radius_of_gyration,
)


def line(
    serial: int, name: str, residue: str, chain: str, number: int, place: tuple[float, float, float], **options: str
) -> str:
    """One ATOM or HETATM record, columns as in the format."""
    record, altloc = options.get("record", "ATOM"), options.get("altloc", " ")
    where = "".join(f"{value:8.3f}" for value in place)
    occupancy, element = float(options.get("occupancy", "1")), options.get("element", name[0])
    start = f"{record:<6}{serial:5d}  {name:<3}{altloc}{residue:>3} {chain}{number:4d}    "
    return f"{start}{where}{occupancy:6.2f}{0:6.2f}          {element:>2}"


def backbone(first: int, residue: str, chain: str, number: int, x: float, record: str = "ATOM") -> list[str]:
    return [
        line(first, "N", residue, chain, number, (x, 0, 0), record=record),
        line(first + 1, "CA", residue, chain, number, (x + 1.5, 0, 0), record=record),
        line(first + 2, "C", residue, chain, number, (x + 2.5, 1, 0), record=record),
    ]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Two chains, a selenomethionine, an alternative location, a water, a ligand and a second model."""
    lines = [
        "MODEL        1",
        *backbone(1, "ALA", "A", 1, 0.0),
        *backbone(4, "MSE", "A", 2, 4.0, "HETATM"),
        line(7, "CB", "MSE", "A", 2, (5.0, 2.0, 0.0), altloc="A", occupancy="0.4", record="HETATM"),
        line(8, "CB", "MSE", "A", 2, (5.0, 3.0, 0.0), altloc="B", occupancy="0.6", record="HETATM"),
        *backbone(9, "TRP", "B", 7, 8.0),
        line(12, "ZN", "ZN", "B", 90, (0.0, 9.0, 0.0), record="HETATM", element="ZN"),
        line(13, "O", "HOH", "B", 91, (0.0, 0.0, 9.0), record="HETATM"),
        "ENDMDL",
        "MODEL        2",
        *backbone(1, "GLY", "A", 1, 0.0),
        "ENDMDL",
        "END",
    ]
    file = tmp_path / "mixed.pdb"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_helix_agrees_with_prody() -> None:
    prody = pytest.importorskip("prody", reason="needs the extra dynamics", exc_type=ImportError)
    other = prody.parsePDB(str(HELIX_FILE))
    weights = np.array([{"C": 12.0107, "N": 14.0067, "O": 15.9994}[element] for element in other.getElements()])
    assert pdb_sequence(HELIX_FILE).sequence == other.select("calpha").getSequence()
    assert structure_atom_count(HELIX_FILE).structure_atom_count == other.numAtoms()
    assert structure_mass(HELIX_FILE).mass == pytest.approx(weights.sum(), abs=0.01)
    assert structure_centroid(HELIX_FILE).centroid == pytest.approx(prody.calcCenter(other).tolist(), abs=1e-3)
    assert structure_center_of_mass(HELIX_FILE).center == pytest.approx(
        prody.calcCenter(other, weights).tolist(), abs=1e-3
    )
    assert structure_radius_of_gyration(HELIX_FILE).radius == pytest.approx(
        prody.calcGyradius(other, weights), abs=1e-3
    )


def test_example_is_the_helix_of_textbooks() -> None:
    # Neighbouring Cα atoms of trans peptides are 3.80 Å apart; O of residue 1 to N of residue 5 is a hydrogen bond.
    assert atom_distance(HELIX_FILE, 2, 6) == pytest.approx(3.80, abs=0.02)
    lines = HELIX_FILE.read_text().splitlines()
    serials = {(item[12:16].strip(), int(item[22:26])): int(item[6:11]) for item in lines if item.startswith("ATOM")}
    assert 2.8 < atom_distance(HELIX_FILE, serials["O", 1], serials["N", 5]) < 3.1


def test_mixed_file_by_hand(mixed: Path) -> None:
    assert pdb_sequence(mixed).chain_sequences == {"A": "AM", "B": "W"}
    assert pdb_sequence(mixed).sequence == "AM"
    assert pdb_sequence(mixed, "B").sequence == "W"
    assert pdb_sequence_length(mixed).length == 3
    # Three residues of three atoms, one CB, zinc and water oxygen.
    assert structure_atom_count(mixed).structure_atom_count == 12
    assert structure_mass(mixed).mass == pytest.approx(
        3 * (14.0067 + 2 * 12.0107) + 12.0107 + 65.38 + 15.9994, abs=0.02
    )
    assert structure_chains(mixed) == [
        {"chain": "A", "amino_acids": 2, "others": 0, "waters": 0, "atoms": 7},
        {"chain": "B", "amino_acids": 1, "others": 1, "waters": 1, "atoms": 5},
    ]
    # From N of residue 1 at the origin to the zinc at (0, 9, 0).
    assert atom_distance(mixed, 1, 12) == pytest.approx(9.0)


def test_two_atoms_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "two.pdb"
    file.write_text("\n".join([line(1, "C", "LIG", "A", 1, (0, 0, 0)), line(2, "O", "LIG", "A", 1, (3, 4, 0))]) + "\n")
    share = 15.9994 / (12.0107 + 15.9994)
    assert atom_distance(file) == pytest.approx(5.0)
    assert structure_centroid(file).centroid == pytest.approx([1.5, 2.0, 0.0])
    assert structure_center_of_mass(file).center == pytest.approx([3 * share, 4 * share, 0.0], abs=1e-4)
    # Two bodies: Rg² = d² m1 m2 / (m1 + m2)².
    assert structure_radius_of_gyration(file).radius == pytest.approx(5 * math.sqrt(share * (1 - share)), abs=1e-4)


def test_crystal_record_is_added_once(mixed: Path, tmp_path: Path) -> None:
    text = pdb_with_crystal_record(mixed)
    lines = text.splitlines()
    assert lines[0].startswith("HEADER")
    assert lines[1].startswith("CRYST1")
    assert lines[2].startswith("MODEL")
    assert lines[2:] == mixed.read_text().splitlines()
    # Columns 7-15 and 56-66 of the format.
    assert (float(lines[1][6:15]), lines[1][55:66].strip()) == (1.0, "P 1")
    again = tmp_path / "again.pdb"
    again.write_text(text)
    assert pdb_with_crystal_record(again) == text


def test_bad_files_are_refused(tmp_path: Path) -> None:
    empty, letter, broken, unknown = (tmp_path / f"{name}.pdb" for name in ("empty", "letter", "broken", "unknown"))
    empty.write_text("")
    letter.write_text("Dear Sir, here is the structure.")
    broken.write_text("ATOM      1  N   GLY A   1       0.0xx   0.000   0.000  1.00  0.00           N\n")
    unknown.write_text(line(1, "QQ", "LIG", "A", 1, (0, 0, 0), element="QQ") + "\n")
    for function in (pdb_sequence, pdb_sequence_length, structure_chains, structure_mass, structure_centroid):
        for file in (empty, letter, broken, tmp_path, tmp_path / "none.pdb"):
            with pytest.raises(ToolInputError):
                function(file)
    with pytest.raises(ToolInputError, match="no known element"):
        structure_mass(unknown)
    with pytest.raises(ToolInputError, match="no amino-acid"):
        pdb_sequence(unknown)


def test_missing_chains_and_atoms_are_named() -> None:
    with pytest.raises(ToolInputError, match="no protein chain 'Z'; there are A"):
        pdb_sequence(HELIX_FILE, "Z")
    with pytest.raises(ToolInputError, match="no atom 999"):
        atom_distance(HELIX_FILE, 1, 999)
    with pytest.raises(ToolInputError, match="twice"):
        atom_distance(HELIX_FILE, 1, 1)
