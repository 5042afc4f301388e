"""What people write short is put into full words, where these can stand for nothing else."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.shorthand import Shorthand
from scitoolagent.reading.words import label_words
from scitoolagent.toolkg.store import load_graph

FULL = {
    "rev comp of ATGGCC": "reverse complement of ATGGCC",
    "what conc of KCl?": "what concentration of KCl?",
    "menthol: melting pt": "menthol: melting point",
    "the boiling pt. of menthol": "the boiling point of menthol",
    "freezing pt of 5 m brine": "freezing point of 5 m brine",
    "ΔG° at 310 K": "standard Gibbs energy at 310 K",
    "∆G⊖ at 310 K": "standard Gibbs energy at 310 K",
    "osmotic pressure at 37C in bar": "osmotic pressure at 37 °C in bar",
    "convert 98.6 F to C": "convert 98.6 °F to °C",
    "300 K to C and 5 bar to atm": "300 K to °C and 5 bar to atm",
    "logP + TPSA of menthol": "logP and TPSA of menthol",
    "a=52 b=67 c=89 Å": "a = 52 Å, b = 67 Å, c=89 Å",
    "a = 4.05, b = 4.1 and c = 6.1 Å": "a = 4.05 Å, b = 4.1 Å, c = 6.1 Å",
    "x1 = 3, x2 = 4 cm": "x1 = 3 cm, x2 = 4 cm",
    "pressures of 2 and 5 bar": "pressures of 2 bar and 5 bar",
    "R/S of the centre in CCO": "CIP labels of the centre in CCO",
    "is it (E) or (Z)?": "CIP labels of it ?",
    "500 mL of 0.1 M NaOH, grams?": "500 mL of 0.1 M NaOH, how many grams?",
    "mmol of substrate in 3 g": "how many mmol of substrate in 3 g",
    "rank by MW low to high": "rank by MW ascending",
    "photon energy at 532 nm, eV?": "photon energy at 532 nm, in eV?",
    "does ATGGCC have sites for BamHI?": "does ATGGCC have restriction sites for BamHI?",
    "tR 6.1 and 6.7 min": "first retention time 6.1 min and second retention time 6.7 min",
    "14 mL of 0.1006 N HCl": "14 mL of 0.1006 M HCl",
    "7 mL 0.0100N of sodium thiosulphate": "7 mL 0.0100M of sodium thiosulphate",
    "two peaks at 7.0 and 8.0 min": "first peak 7.0 min and second peak 8.0 min",
    "both peaks: 7.0 and 8.0 min": "first peak 7.0 min and second peak 8.0 min",
    "base widths 0.25 and 0.30 min": "first base width 0.25 min and second base width 0.30 min",
}
# Each looks like shorthand and may be something else.
AS_WRITTEN = [
    "conc. HCl and water",
    "5 mL of 0.1 N H2SO4",
    "a force of 5 N on NaOH",
    "0.1 N KMnO4 and 2 N citric acid",
    "the 13C spectrum of menthol",
    "acetic acid + ethanol -> ethyl acetate",
    "C3H8 + O2 -> CO2 + H2O",
    "pH 7 and 50 mM NaCl",
    "n=2, T=300 K",
    "a=2 and c = 6 Å",
    "x1 = 3, y2 = 4 cm",
    "the mutant C25C and 37Cl",
    "length 3 and 5 cm",
    "CC(revcomp)C",
    "2 and 50 mM NaCl",
    "the rates r or s",
    "electronegativity of H, C, N",
    "mass of U, Th, Pa?",
    "binding sites for heme",
    "5 g of NaOH in water",
    "C/S or CCE/Z",
    "heat for melting Pt",
    "ΔG°' at 310 K",
    "ΔG°f of menthol",
]


@pytest.fixture(scope="session")
def shorthand(reader: RuleReader) -> Shorthand:
    return Shorthand(load_graph(), lambda words: bool(reader.index.targets(label_words(words))))


@pytest.mark.parametrize("written", FULL)
def test_shorthand_is_put_into_full_words(shorthand: Shorthand, written: str) -> None:
    assert "".join(piece.text for piece in shorthand.pieces(written)) == FULL[written]


@pytest.mark.parametrize("written", AS_WRITTEN)
def test_what_may_be_something_else_stays_as_it_is(shorthand: Shorthand, written: str) -> None:
    assert shorthand.pieces(written) == ()


@pytest.mark.parametrize("written", FULL)
def test_pieces_cover_what_was_written(shorthand: Shorthand, written: str) -> None:
    pieces = shorthand.pieces(written)
    assert [piece.start for piece in pieces] == [0, *(piece.end for piece in pieces[:-1])]
    assert pieces[-1].end == len(written)


def test_the_reader_keeps_what_was_written(reader: RuleReader) -> None:
    query = reader.read("rev comp of ATGGCCAATT")
    assert query.text == "reverse complement of ATGGCCAATT"
    assert query.original is not None
    assert query.original.text == "rev comp of ATGGCCAATT"
    assert query.language == "en"
