"""Each kind of value: what is equal, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.benchmarks.scitooleval.compare import Expected, agrees, elements_of, inchikey, numbers_in

SARCOSINE_KEY = "FSYKKLYZXJSNPZ-UHFFFAOYSA-N"  # PubChem CID 1088


@pytest.mark.parametrize(
    ("expected", "value", "unit", "equal"),
    [
        (Expected("number", (2.5,), unit="Ao"), 2.5, "Ao", True),
        (Expected("number", (2.5,), unit="Ao"), 0.25, "nm", True),
        (Expected("number", (2.5,), unit="Ao"), 2.5, "nm", False),
        (Expected("number", (2.5,), unit="Ao"), 2.5, "eV", False),
        (Expected("number", (2.5,), unit="Ao"), 2.5, None, False),
        (Expected("number", (2.5,)), 2.5, "anything", True),
        (Expected("number", (40.0,), unit="%"), 0.4, "1", True),
        (Expected("number", (3.0,), absolute=0.5), 3.4, "1", True),
        (Expected("number", (3.0,), absolute=0.5), 3.6, "1", False),
        (Expected("number", (1000.0,), relative=1e-3), 1000.9, None, True),
        (Expected("number", (1.0,)), True, None, False),  # yes is no number
        (Expected("number", (1.0,)), "1.0", None, True),
        (Expected("number", (1.0,)), "one", None, False),
        (Expected("number", (1.0, 2.0)), 2.0, None, True),  # another accepted convention
        (Expected("number", (1.0,)), float("nan"), None, False),
        (Expected("numbers", ((1.0, 2.0),)), [1.0, 2.0], None, True),
        (Expected("numbers", ((1.0, 2.0),)), {"a": 1.0, "b": 2.0}, None, True),
        (Expected("numbers", ((1.0, 2.0),)), [2.0, 1.0], None, False),
        (Expected("numbers", ((1.0, 2.0),)), [1.0], None, False),
        (Expected("atoms", ((1.0, 2.0),)), [2.0, 1.0], None, True),
        (Expected("atoms", ((1.0, 2.0),)), [2.0, 2.0], None, False),
        (Expected("structure", ("OCC",)), "CCO", None, True),
        (Expected("structure", ("OCC",)), "COC", None, False),
        (Expected("structure", ("CNCC(=O)O",)), SARCOSINE_KEY, None, True),
        (Expected("structure", ("CNCC(=O)O",)), "InChI=1S/C3H7NO2/c1-4-2-3(5)6/h4H,2H2,1H3,(H,5,6)", None, True),
        (Expected("structure", ("CNCC(=O)O",)), "[C][N][C][C][=Branch1][C][=O][O]", None, True),
        (Expected("structure", ("C[C@H](N)C(=O)O",)), "C[C@@H](N)C(=O)O", None, False),
        (Expected("structure", ("C",)), "not a molecule", None, False),
        (Expected("structures", (("*CC", "*O"),)), ["O*", "CC*"], None, True),
        (Expected("structures", (("*CC", "*O"),)), ["O*"], None, False),
        (Expected("formula", ("C2H6O",)), "C2OH6", None, True),
        (Expected("formula", ("C2H6O",)), "C2H4O", None, False),
        (Expected("formula", ("C2H6O",)), "ethanol", None, False),
        (Expected("bits", (frozenset({0, 2}),)), "101", None, True),
        (Expected("bits", (frozenset({0, 2}),)), [2, 0], None, True),
        (Expected("bits", (frozenset({0, 2}),)), [0, 1, 2], None, False),
        (Expected("counts", ({"7": 2},)), {"7": 2}, None, True),
        (Expected("counts", ({"7": 2},)), {"7": 1}, None, False),
        (Expected("matrix", (((0, 1, 0), (1, 0, 1), (0, 1, 0)),)), [[0, 1, 1], [1, 0, 0], [1, 0, 0]], None, True),
        (Expected("matrix", (((0, 1, 0), (1, 0, 1), (0, 1, 0)),)), [[0, 1, 1], [1, 0, 1], [1, 1, 0]], None, False),
        (Expected("truth", (True,)), True, None, True),
        (Expected("truth", (True,)), 1, None, False),
        (Expected("word", ("64-17-5",)), " 64-17-5 ", None, True),
        (Expected("word", ("64-17-5",)), "64-17-6", None, False),
        (Expected("sequence", ("MKT",)), "mk t", None, True),
        (Expected("names", (("sp3", "sp2"),)), ["SP2", "sp3"], None, True),
        (Expected("ordered names", (("sp3", "sp2"),)), ["sp2", "sp3"], None, False),
        (Expected("length", (2,)), ["a", "b"], None, True),
        (Expected("length", (2,)), "ab", None, False),
        (Expected("site", ((11, 20),)), [{"start": 1, "end": 9}, {"start": 14, "end": 18}], None, True),
        (Expected("site", ((11, 20),)), [{"start": 14, "end": 17}], None, False),
        (Expected("site", ((11, 20),)), [{"start": "x"}, 3], None, False),
    ],
)
def test_equal_or_not(expected: Expected, value: Any, unit: str | None, equal: bool) -> None:
    assert agrees(expected, value, unit) is equal


_ANY = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    "expected",
    [
        Expected("number", (1.0,)),
        Expected("atoms", ((1.0, 2.0),)),
        Expected("structure", ("CCO",)),
        Expected("formula", ("CH4",)),
        Expected("bits", (frozenset({1}),)),
        Expected("matrix", (((0, 1), (1, 0)),)),
        Expected("site", ((1, 2),)),
    ],
    ids=lambda expected: expected.kind,
)
@given(value=_ANY)
def test_foreign_values_are_unequal_not_fatal(expected: Expected, value: Any) -> None:
    assert agrees(expected, value) in (True, False)


def test_numbers_and_formulae_are_read() -> None:
    assert numbers_in({"a": "-1.5e2", "b": 2}) == [-150.0, 2.0]
    assert numbers_in(["1", "x"]) is None
    assert elements_of("Na4Fe2O7") == {"Na": 4, "Fe": 2, "O": 7}
    assert inchikey("garbage") == ""
