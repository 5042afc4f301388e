"""Fingerprints as features: each bit is one, and a length or a text is none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.records import Plan
from scitoolagent.tables import Column
from scitoolagent.tools.chemistry.fingerprints import morgan_fingerprint
from scitoolagent.tools.tables._bits import bits_of, is_bits


def test_a_bit_is_a_feature_and_holds_what_the_fingerprint_says() -> None:
    written = [morgan_fingerprint(smiles).on_bits for smiles in ("CCO", "CCCO", "c1ccccc1O")]
    found, names = bits_of("print", [json.dumps(bits) for bits in written])
    shared = set(written[0]) & set(written[1]) & set(written[2])
    known = sorted(set().union(*written) - shared)
    assert names == tuple(f"print {bit}" for bit in known)
    assert np.array_equal(found, [[float(bit in own) for bit in known] for own in written])


def test_bits_that_tell_nothing_apart_and_texts_are_refused() -> None:
    with pytest.raises(ToolInputError, match="same in all rows"):
        bits_of("print", ["[1, 2]", "[2, 1]"])
    for cell in ("1 2 3", '["a"]', '{"1": 2}'):
        with pytest.raises(ToolInputError, match="no list of the bits"):
            bits_of("print", ["[1]", cell])
    assert is_bits(Column(name="a", type="MaccsKeys"))
    assert not is_bits(Column(name="a", type="MhfpFingerprint"))
    assert not is_bits(Column(name="a"))


def test_a_question_learns_from_the_bits_and_not_from_their_number(tmp_path: Path) -> None:
    rows = [f"{'C' * size}{end},{size / 10 + (end == 'O')}" for size in range(1, 16) for end in "NO"]
    (tmp_path / "a.csv").write_text("\n".join(["smiles,logS", *rows]) + "\n")
    _, plan = Agent(workspace=tmp_path, models={}).plan("Random forest for logS from the Morgan fingerprint in a.csv")
    assert isinstance(plan, Plan)
    assert plan.steps[-1].tool == "cross_validate_numbers"
    assert plan.steps[-1].arguments["features"] == ["on_bits"]
