"""Secondary structure, contacts and interfaces of PDB files."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology.structure_analysis import (
    chain_interfaces,
    dssp_shares,
    recorded_secondary_structure,
    residue_contacts,
    secondary_structure_content,
)


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """The helix and a copy of it, chain B, 9 Å away."""
    atoms = [line for line in HELIX_FILE.read_text().splitlines() if line.startswith("ATOM")]
    copies = [f"{line[:21]}B{line[22:46]}{float(line[46:54]) + 9:8.3f}{line[54:]}" for line in atoms]
    file = tmp_path / "pair.pdb"
    file.write_text("\n".join([*atoms, "TER", *copies, "END"]) + "\n")
    return file


def test_contacts_are_all_pairs_within_the_cutoff() -> None:
    carbons = {
        int(line[22:26]): tuple(float(line[at : at + 8]) for at in (30, 38, 46))
        for line in HELIX_FILE.read_text().splitlines()
        if line.startswith("ATOM") and line[12:16].strip() == "CA"
    }
    for cutoff in (4.0, 6.5, 8.0):
        pairs = [(a, b) for a in carbons for b in carbons if a < b and math.dist(carbons[a], carbons[b]) <= cutoff]
        found = residue_contacts(HELIX_FILE, cutoff)
        numbers = [tuple(int(str(record[key])[5:]) for key in ("residue_a", "residue_b")) for record in found]
        assert numbers == sorted(pairs)
    # A trans peptide: neighbours at 3.80 Å.
    assert residue_contacts(HELIX_FILE, 4.0)[0]["distance"] == pytest.approx(3.80, abs=0.02)
    assert residue_contacts(HELIX_FILE, 2.0) == []


def test_interfaces_are_all_residues_that_touch(pair: Path) -> None:
    atoms = [
        (line[21], int(line[22:26]), tuple(float(line[at : at + 8]) for at in (30, 38, 46)))
        for line in pair.read_text().splitlines()
        if line.startswith("ATOM")
    ]
    sides: tuple[set[int], set[int]] = (set(), set())
    for chain_a, number_a, place_a in atoms:
        for chain_b, number_b, place_b in atoms:
            if chain_a == "A" and chain_b == "B" and math.dist(place_a, place_b) <= 5.0:
                sides[0].add(number_a)
                sides[1].add(number_b)
    (found,) = chain_interfaces(pair)
    assert (found["chain_a"], found["chain_b"]) == ("A", "B")
    assert [{int(name[5:]) for name in found[key]} for key in ("residues_a", "residues_b")] == list(sides)
    assert chain_interfaces(HELIX_FILE) == []


def test_records_of_helices_and_strands(tmp_path: Path) -> None:
    assert recorded_secondary_structure(HELIX_FILE) == [{"kind": "helix", "chain": "A", "start": 2, "end": 12}]
    # The SHEET example of the wwPDB format description.
    file = tmp_path / "sheet.pdb"
    atom = next(line for line in HELIX_FILE.read_text().splitlines() if line.startswith("ATOM"))
    file.write_text(f"SHEET    1   A 5 THR A 107  ARG A 110  0\n{atom}\n")
    assert recorded_secondary_structure(file) == [{"kind": "strand", "chain": "A", "start": 107, "end": 110}]
    file.write_text(f"{atom}\n")
    with pytest.raises(ToolInputError, match="no HELIX or SHEET"):
        recorded_secondary_structure(file)


def test_shares_of_dssp_output() -> None:
    # The classic form: residue in column 14, state in column 17; `!` is a break of the chain.
    rows = [("M", " "), ("K", "H"), ("L", "H"), ("!", " "), ("V", "E"), ("G", "T")]
    text = "HEADER\n  #  RESIDUE AA STRUCTURE BP1 BP2  ACC\n" + "".join(
        f"{number:5d}{number:5d} A {letter}  {state}   0   0   50\n" for number, (letter, state) in enumerate(rows, 1)
    )
    found = dssp_shares(text)
    assert found["alpha helix (H)"] == 40.0
    assert found["beta strand (E)"] == found["turn (T)"] == found["none (-)"] == 20.0
    assert sum(found.values()) == pytest.approx(100.0)
    with pytest.raises(ToolInputError):
        dssp_shares("HEADER\n")


def test_dssp_is_run_where_it_is_installed() -> None:
    if shutil.which("mkdssp") is None:
        with pytest.raises(ToolUnavailableError, match="mkdssp"):
            secondary_structure_content(HELIX_FILE)
    else:
        # Residues 2 to 12 of 13 can be in an α helix; its ends are turns or nothing.
        assert secondary_structure_content(HELIX_FILE)["alpha helix (H)"] > 60


@pytest.mark.parametrize("function", [residue_contacts, chain_interfaces])
def test_cutoffs_out_of_range_are_refused(function: object) -> None:
    for cutoff in (0.0, -1.0, 99.0):
        with pytest.raises(ToolInputError):
            function(HELIX_FILE, cutoff)  # type: ignore[operator]


def test_bad_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.pdb"
    for function in (residue_contacts, chain_interfaces, recorded_secondary_structure):
        with pytest.raises(ToolInputError):
            function(file)
