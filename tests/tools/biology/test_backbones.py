"""Ideal backbones of fold classes, and secondary structure by hydrogen bonds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology import backbones
from scitoolagent.tools.biology._ideal import element, elements
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology._states import energies, states
from scitoolagent.tools.biology.structure_contacts import backbone_hydrogen_bonds


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path))
    load_config.cache_clear()


def test_a_helix_rises_and_turns_as_it_should() -> None:
    # Arnott and Dover 1967: 1.5 Å a residue, 3.6 residues a turn; lengths and angles of proteins make it 1.56 Å.
    alphas = element((-57.0, -47.0), 37)[:, 1]
    rise = (alphas[-1, 2] - alphas[0, 2]) / 36
    angles = np.unwrap(np.arctan2(alphas[:, 1], alphas[:, 0]))
    assert rise == pytest.approx(1.5, abs=0.07)
    assert abs(2 * np.pi * 36 / (angles[-1] - angles[0])) == pytest.approx(3.6, abs=0.1)


@pytest.mark.parametrize(
    ("fold", "helix", "strand"), [("all-alpha", 90.0, 0.0), ("all-beta", 0.0, 75.0), ("alpha-beta", 55.0, 20.0)]
)
def test_a_fold_has_its_secondary_structure(fold: str, helix: float, strand: float) -> None:
    made = backbones.ideal_backbone(fold)
    shares = backbones.backbone_states(made.pdb_file).shares
    assert shares["alpha helix (H)"] >= helix
    assert shares["beta strand (E)"] >= strand
    assert (shares["alpha helix (H)"] > 0) == (helix > 0)
    assert (shares["beta strand (E)"] > 0) == (strand > 0)
    atoms = np.concatenate(elements(fold, 100))
    assert len(atoms) == 100
    apart = np.linalg.norm(atoms[:, None, 1] - atoms[None, :, 1], axis=2) + 99 * np.eye(100)
    assert apart.min() > 3.7


def test_bonds_are_those_of_the_tool_for_bonds() -> None:
    found = backbone_hydrogen_bonds(HELIX_FILE)
    chain = backbones.protein_chains(backbones.read_model(HELIX_FILE))["A"]
    atoms = np.array([[residue[name].coord for name in ("N", "CA", "C", "O")] for residue in chain], dtype=float)
    bonded = energies(atoms, np.arange(len(atoms))) < -0.5
    assert int(bonded.sum()) == found.hydrogen_bond_count > 0


def test_a_break_ends_a_helix() -> None:
    atoms = element((-57.0, -47.0), 12)
    assert states(atoms, np.arange(12)) == "-HHHHHHHHHH-"
    broken = np.array([*range(6), *range(7, 13)])
    assert states(atoms, broken) == "-HHHH--HHHH-"


def test_a_missing_atom_is_named(tmp_path: Path) -> None:
    lines = backbones.ideal_backbone("all-alpha").pdb_file.read_text().splitlines()
    (tmp_path / "cut.pdb").write_text(
        "\n".join(line for line in lines if line[12:16].strip() != "O" or line[22:26] != "   3")
    )
    with pytest.raises(ToolInputError, match="GLY3 lacks O"):
        backbones.backbone_states(tmp_path / "cut.pdb")


def test_other_folds_and_sizes_are_refused() -> None:
    with pytest.raises(ToolInputError, match="no fold class"):
        backbones.ideal_backbone("all-gamma")
    with pytest.raises(ToolInputError, match="63 residues"):
        backbones.ideal_backbone("all-alpha", 63)
