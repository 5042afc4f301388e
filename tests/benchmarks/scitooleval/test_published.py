"""Values are read from prose of the published kind, and nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.compare import Expected, agrees
from scitoolagent.benchmarks.scitooleval.entities import Subject
from scitoolagent.benchmarks.scitooleval.published import motif_parts, published_parts

SMILES = Subject("smiles", "CC1CCC2(C1)OCC2")


def asked(reference: str) -> Question:
    return Question("t", "?", reference=reference)


@pytest.mark.parametrize(
    ("reference", "part", "value"),
    [
        ("The Kappa2 of CC1CCC2(C1)OCC2 is 3.25.", Expected("number", (0.0,)), 3.25),
        ("The NPR1 is 0.07, that is NPR1 0.07", Expected("number", (0.0,)), 0.07),
        ("Value: [1.5, -2.0e1, 3]", Expected("numbers", ((0.0,) * 3,)), [1.5, -20.0, 3.0]),
        ("All are \\[0.1, 0.2\\]", Expected("numbers", ((0.0,) * 2,)), [0.1, 0.2]),
        ("The charges are all 0", Expected("atoms", ((1.0, 1.0),)), [0.0, 0.0]),
        ("Its formula is C8H14O.", Expected("formula", ("C",)), "C8H14O"),
        ("The SMILES is `CCC(=O)C`.", Expected("structure", ("C",)), "CC(CC)=O"),
        ("It does not have one.", Expected("truth", (True,)), False),
        ("- Atom0 SP3\n- Atom1 SP2", Expected("ordered names", ((),)), ["sp3", "sp2"]),
        ("Fragments:\n- `*CC`\n- `*O`", Expected("structures", ((),)), ["*O", "*CC"]),
        ("bits " + "10" * 40, Expected("bits", (frozenset(),)), list(range(0, 80, 2))),
    ],
)
def test_values_are_read(reference: str, part: Expected, value: Any) -> None:
    (found,) = published_parts(asked(reference), (part,), (SMILES,))
    assert agrees(found, value)


@pytest.mark.parametrize(
    ("reference", "part"),
    [
        ("It has been created successfully.", Expected("number", (0.0,))),
        ("between 3 and 4", Expected("number", (0.0,))),
        ("[0. 0. 0. ... 0. 0. 0.]", Expected("counts", ({},))),
        ("see above", Expected("structure", ("C",))),
    ],
)
def test_nothing_is_guessed(reference: str, part: Expected) -> None:
    assert published_parts(asked(reference), (part,), (SMILES,)) == ()


def test_printed_digits_bound_the_difference() -> None:
    (found,) = published_parts(asked("It is 3.25"), (Expected("number", (0.0,)),), ())
    assert agrees(found, 3.2549)
    assert not agrees(found, 3.2560)


def test_named_figures_and_motifs() -> None:
    parts = (Expected("number", (0.0,), ("SequenceIdentity",)), Expected("number", (0.0,), ("GapShare",)))
    assert [part.values for part in published_parts(asked("80% identity and no gaps"), parts, ())] == [(80.0,), (0.0,)]
    assert motif_parts(asked("at position 12--30"))[0].values == ((12, 30),)
