"""Which parts of a question are data, and what they hold."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scitoolagent.solver.pasted import Pasted, pasted_in


def only(text: str) -> Pasted:
    (found,) = pasted_in(text)
    return found


NUMBERS = [
    ("What is the mean of 91, 67, 88 and 43 %?", [91, 67, 88, 43], "%"), ("mean of 12.1, 13.4, 12.9", [12.1, 13.4, 12.9], ""),
    ("Werte: 12,1; 13,4; 12,9 mg", [12.1, 13.4, 12.9], "mg"), ("12.1\n13.4\n12.9\nWhat is the mean?", [12.1, 13.4, 12.9], ""),
    ("5 mg, 10 mg and 20 mg", [5, 10, 20], "mg"), ("12.1 mM\n13 mM\n14.5 mM", [12.1, 13, 14.5], "mM"), ("x = [1, 2, 3]", [1, 2, 3], ""),
    ("weights (g): 12, 13, 14", [12, 13, 14], "g"), ("-1.5, −2, +3", [-1.5, -2, 3], ""), ("1e-3, 2.5E4 or .5", [1e-3, 2.5e4, 0.5], ""),
    ("1,200, 3,400 and 5,600 cells", [1200, 3400, 5600], ""), ("measured 12.5 13.5 14.5 and more", [12.5, 13.5, 14.5], ""),
    ("5, 10, 20 mg/kg of it", [5, 10, 20], "mg/kg"), ("counts 1 2 3 4", [1, 2, 3, 4], ""), ("at 12,5\n13,5\n14", [12.5, 13.5, 14], ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "values", "unit"), NUMBERS)
def test_lists_of_numbers(text: str, values: list[float], unit: str) -> None:
    found = only(text)
    assert (found.kind, found.value, found.unit) == ("numbers", values, unit)
    assert all(type(value) is float for value in found.value)


def test_lists_are_called_as_in_the_text() -> None:
    text = "Control: 12.1, 13.4, 12.9\nHigh dose (mg): 15.2, 14.8, 16.0\nclass = 1, 2, 3; 4 5 6 7"
    found = pasted_in(text)
    assert [one.name for one in found] == ["control", "high_dose", "numbers1", "numbers2"]
    assert [one.label for one in found][:2] == ["Control", "High dose"]
    assert [one.unit for one in found] == ["", "mg", "", ""]
    assert text[found[0].start : found[0].end] == "12.1, 13.4, 12.9"
    assert [one.name for one in pasted_in("a: 1, 2, 3\na: 4, 5, 6")] == ["a", "a_2"]


@pytest.mark.parametrize(
    "text",
    [
        "Apples, pears, and oranges are fruit.\nDogs, cats, and horses are animals.", "2,4,6-trinitrotoluene", "1,2,3-trichlorobenzene",
        "versions 1.2.3 and 4.5.6", "ranges 10-20, 30-40, 50-60", "12.1 ± 0.3, 13.0 ± 0.2, 14 ± 1", "100,200,300", "between 10 and 20 at 37 °C",
        "dates 2024-01-02, 2024-01-03, 2024-01-04", "10:30, 11:30, 12:30", "1. Do this\n2. Do that\n3. Stop", "C1, C2, C3 and N4", "5 mg, 3 g, 2 kg",
        "What is the pKa of acetic acid, and why?", "I have 3 cats\nYou have 4 dogs\nWe have 5 cows", "GATTACA is short", "THE QUICK BROWN FOX\nJUMPS OVER",
        "I am here\nI am there", "Dear all,\n\nplease help, thanks,\nbest, Bob", "Is 10 000 20 000 30 000 a list?", "a - b | c", "TITLE of my talk\nEND of it",
        "data_set of mine\nwith words", "3\nwords\nO and H", "If so, then yes, maybe, no.\nElse, then no, never, yes.", "> quoted reply\nthanks a lot", "",
        "5-10, 12-15, 18", "10/12/14, 11", "p = 0.05, n = 12, k = 3",
    ],
)  # fmt: skip
def test_prose_is_no_data(text: str) -> None:
    assert pasted_in(text) == ()


ROWS = [{"name": "a", "x": 1, "y": 2.5}, {"name": "b", "x": 3, "y": None}]


@pytest.mark.parametrize(
    "table",
    [
        "name,x,y\na,1,2.5\nb,3,NA", "name, x, y\na, 1, 2.5\nb, 3, n.d.", "name\tx\ty\na\t1\t2.5\nb\t3\t", "name;x;y\na;1;2,5\nb;3;",
        "| name | x | y |\n|---|:-:|--:|\n| a | 1 | 2.5 |\n| b | 3 | - |", "name  x  y\na     1  2.5\nb     3  NA", "name x y\na 1 2.5\nb 3 NA",
    ],
)  # fmt: skip
def test_tables(table: str) -> None:
    text = f"Here are my data, please have a look at them:\n```\n{table}\n```\nWhat is the mean of x?"
    found = only(text)
    assert (found.kind, found.name, found.value) == ("table", "table1", ROWS)
    assert [type(row["x"]) for row in found.value] == [int, int]
    assert text[found.start : found.end].strip() == table.strip()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1\t2\n3\t4", [{"column 1": 1, "column 2": 2}, {"column 1": 3, "column 2": 4}]), ("a,b\n1,2", [{"a": 1, "b": 2}]),
        ("city,2020,2021\nA,5,6\nB,7,8", [{"city": "A", "2020": 5, "2021": 6}, {"city": "B", "2020": 7, "2021": 8}]),
        ("id,v\n001,1\n002,2", [{"id": "001", "v": 1}, {"id": "002", "v": 2}]), ("x,x\n1,2", [{"x": 1, "x (2)": 2}]),
        ("smiles,name\nCCO,ethanol\nCCN,ethylamine", [{"smiles": "CCO", "name": "ethanol"}, {"smiles": "CCN", "name": "ethylamine"}]),
        ("k,v\na,12 %\nb,13 %\nc,14 %", [{"k": "a", "v": "12 %"}, {"k": "b", "v": "13 %"}, {"k": "c", "v": "14 %"}]),
    ],
)  # fmt: skip
def test_tables_of_other_forms(text: str, rows: list[dict[str, Any]]) -> None:
    assert only(text).value == rows


def test_sequences() -> None:
    found = only("Align these:\n>sp|P1 first one\nMKVLAAGIV\nLLK\n\n>b\nACGTACGT\nWhat is the identity?")
    assert (found.kind, found.value) == ("sequences", [("sp|P1 first one", "MKVLAAGIVLLK"), ("b", "ACGTACGT")])
    line = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVK"
    assert only(f"My protein\n{line}\n{line}\n{line[:13]}\nis what?").value == [("", line + line + line[:13])]
    assert only("primers\nATGCATGCATGCATGCATGCA\nTTTTGGGGCCCCAAAATTTTG\nTm?").value == [
        ("", "ATGCATGCATGCATGCATGCA"),
        ("", "TTTTGGGGCCCCAAAATTTTG"),
    ]
    assert only("1 atgcatgcat ggccttaagg atgcatgcat\n31 atgcat").value == [("", "ATGCATGCATGGCCTTAAGGATGCATGCATATGCAT")]
    assert only(f"How heavy is {line}?").value == [("", line)]


def test_molecules() -> None:
    found = only("LogP of these:\nCCO ethanol\nc1ccccc1\tbenzene\nCCN\nWhich is largest?")
    assert (found.kind, found.value) == ("molecules", [("ethanol", "CCO"), ("benzene", "c1ccccc1"), ("", "CCN")])
    found = only("- aspirin: CC(=O)Oc1ccccc1C(=O)O\n- 1,2-dichloroethane: ClCCCl\n")
    assert found.value == [("aspirin", "CC(=O)Oc1ccccc1C(=O)O"), ("1,2-dichloroethane", "ClCCCl")]
    assert only("I have these\nCCO\nCCN").value == [("", "CCO"), ("", "CCN")]
    assert only("I want this for:\nCCO\nCCN").value == [("", "CCO"), ("", "CCN")]


PDB = """HEADER    TEST
ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00  9.67           N
HETATM    2  CA  MET A   1      26.266  25.413   2.842  1.00 10.38           C
TER
END"""
CIF = """data_NaCl
_cell_length_a   5.64
_cell_length_b   5.64
_symmetry_space_group_name_H-M 'F m -3 m'

loop_
_atom_site_label
_atom_site_fract_x
Na 0
Cl 0.5"""
XYZ = "3\nwater\nO 0.0 0.0 0.1\nH 0.0 0.7 -0.5\nH 0.0 -0.7 -0.5"
MOL = """methane
  prog

  1  0  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0  0  0  0  0
M  END"""


@pytest.mark.parametrize(
    ("block", "extension"),
    [(PDB, ".pdb"), (CIF, ".cif"), (XYZ, ".xyz"), (MOL, ".mol"), (f"{MOL}\n> <id>\n7\n\n$$$$\n{MOL}\n$$$$", ".sdf")],
)
def test_structures(block: str, extension: str) -> None:
    text = f"Look at this:\n\n{block}\nWhat is the mass of it?"
    found = only(text)
    assert (found.kind, found.value) == ("structure", (f"{block}\n", extension))
    assert text[found.start : found.end] == block


def test_parts_of_several_kinds() -> None:
    text = f"First:\n{PDB}\nthen\n>a\nMKVLAAGIV\n\nt,y\n0,1\n1,3\nand 5, 6, 7 °C; {XYZ.splitlines()[0]} more"
    assert [one.kind for one in pasted_in(text)] == ["structure", "sequences", "table", "numbers"]


_NAMES = st.text("abcdefgh", min_size=1, max_size=6).map(lambda text: f"n{text}")
_CELLS = st.one_of(st.none(), st.integers(-(10**9), 10**9), st.floats(-1e6, 1e6).map(lambda value: round(value, 4)))


@settings(max_examples=120, deadline=None)
@given(
    st.lists(_NAMES, min_size=2, max_size=4, unique=True), st.lists(st.lists(_CELLS, min_size=4, max_size=4), min_size=2, max_size=6),
    st.sampled_from([",", ";", "\t", "|"]),
)  # fmt: skip
def test_tables_come_back(header: list[str], cells: list[list[Any]], sign: str) -> None:
    rows = [dict(zip(header, row, strict=False)) for row in cells]
    for name in header:
        assume(any(row[name] is not None for row in rows))
    written = [header, *([("NA" if row[name] is None else repr(row[name])) for name in header] for row in rows)]
    text = "\n".join(sign.join(line) if sign != "|" else f"| {' | '.join(line)} |" for line in written)
    assume("e" not in text.split("\n", 1)[1])
    found = only(f"My data\n\n{text}\n\nSum them up.")
    assert found.kind == "table"
    assert found.value == rows


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.decimals(-1000, 1000, places=2), min_size=3, max_size=8),
    st.sampled_from([", ", "; ", " and ", "\n", ","]),
)
def test_numbers_come_back(values: list[Any], joint: str) -> None:
    found = only(f"Take {joint.join(map(str, values))} now")
    assert found.value == [float(value) for value in values]


_PIECES = st.sampled_from(
    ["12.1", ", ", "\n", "1,200", " mg", "%", "ATGC" * 6, ">x\n", "CCO", " name", "\t", "|", "---", "a;b", "x: ", "and ", "ATOM  ", "data_x\n", "_a 1\n",
     "3\n", "M  END", "  0  0 V2000\n", "$$$$\n", "```\n", "\x00", "é", "\ud800", "²", "٣", "−", "(", "]", "=", "\r\n", "\u2028", "1e5", "...", '"', "'"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=40).map("".join)))
def test_any_text_is_taken(text: str) -> None:
    found = pasted_in(text)
    assert len({one.name for one in found}) == len(found)
    for one in found:
        assert one.name.isidentifier()
        assert 0 <= one.start < one.end <= len(text)
        json.dumps(one.value, allow_nan=False)
    for one, other in pairwise(found):
        assert one.end <= other.start


@pytest.mark.parametrize(
    "piece",
    ["1, ", "1 mg, 2 g, ", "1 ", "data_a\n", "END\n", "9999\n", "  0  0 V2000\n", "a,b\n", "1,1,1\n", "|a|\n", "C", "CCO x\n", ",", "1,111", ">", ">a\nA\n", "$$$$\n", "A\n",
     "\t", " ", "x = ", "1.", "-", "[", "_a b\n", "1 ± ", "a b 1 2\n", '"', "ACGT", "acgt "],
)  # fmt: skip
def test_long_texts_take_no_long_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    pasted_in(text)
    assert time.process_time() - start < 6
