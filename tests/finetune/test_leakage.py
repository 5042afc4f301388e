"""Planted leaks are found; merely similar wording is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.leakage import Leakage, read_leakage

QUESTION = "Please tell me how soluble the molecule OCC(O)CO would be in a cold bath of toluene"


@pytest.fixture
def leakage(tmp_path: Path) -> Leakage:
    path = tmp_path / "evaluation.jsonl"
    rows = [
        {"id": "1", "question": QUESTION, "tool_path": ["X"]},
        {"id": "2", "question": "Is glycerol sweet, or bitter?"},
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\nplain text with CAS 64-17-5\n")
    return read_leakage([path])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (QUESTION.upper() + "?", "exact"),
        ("First, tell me how soluble the molecule OCC(O)CO would stay in water", "8-gram"),
        ("Is glycerol sweet, or bitter now?", "near"),
        ("How soluble is caffeine in toluene?", ""),
    ],
)
def test_a_question_that_leaks_is_named(leakage: Leakage, text: str, why: str) -> None:
    assert leakage.why(text) == why


def test_entities_are_found_in_any_notation(leakage: Leakage) -> None:
    assert leakage.has_entity("OCC(O)CO")
    assert leakage.has_entity("Glycerol")
    assert leakage.has_entity("64-17-5")
    # PubChem's InChIKey of glycerol, whose SMILES the file holds
    assert leakage.has_entity("C(C(CO)O)O", inchikey="PEDCQBHIVMGVHV-UHFFFAOYSA-N")
    assert not leakage.has_entity("caffeine", "CN1C=NC2=C1C(=O)N(C(=O)N2C)C", inchikey="RYYVLZVUVIJVGH-UHFFFAOYSA-N")


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_leakage([tmp_path / "none.jsonl"])
