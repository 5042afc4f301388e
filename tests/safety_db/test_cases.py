"""Every row of `cases.csv`: what must be blocked, confirmed, warned of or let pass, in any notation."""

from __future__ import annotations

import csv
import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from scitoolagent.safety_db import screen, store

HERE = Path(__file__).parent
ROWS = list(csv.DictReader((HERE / "cases.csv").read_text(encoding="utf-8").splitlines()))
EXPECTED = {"pass": {"clear", "note"}, "pass_or_warn": {"clear", "note", "warn"}}

_spec = importlib.util.spec_from_file_location("safety_forms", HERE / "forms.py")
assert _spec is not None
assert _spec.loader is not None
forms = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(forms)


def _sequence(value: str) -> str:
    """A sequence, or the one of a UniProt accession."""
    if not any(letter.isdigit() for letter in value) or len(value) > 10 or len(value) < 6:
        return value
    proteins = store.proteins(store.folder())
    return proteins.sequences[next(i for i, row in enumerate(proteins.rows) if row.startswith(value + "\t"))]


def screened(row: dict[str, str]) -> screen.Screening:
    form, value = row["form"], row["value"]
    if row["kind"] == "protein":
        return screen.screen_protein(forms.protein_form(form, _sequence(value)))
    if row["kind"] == "nucleotide":
        return screen.screen_nucleotide(forms.gene_form(form, _sequence(value)))
    if form == "inchikey":
        return screen.screen_inchikey(value)
    if form in ("name", "cas"):
        return screen.screen_name(value)
    return screen.screen_molecule(*forms.molecule_form(form, value))


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['kind']}-{row['form']}-{row['reason'][:40]}" for row in ROWS])
def test_case(row: dict[str, str]) -> None:
    screening = screened(row)
    expected = EXPECTED.get(row["expect"], {row["expect"]})
    assert screening.verdict in expected, [match.reason for match in screening.findings]


def test_the_set_is_large_varied_and_reasoned() -> None:
    assert len(ROWS) >= 200
    counts = Counter(row["expect"] for row in ROWS)
    assert min(counts[name] for name in ("block", "confirm", "warn", "pass_or_warn", "pass", "unknown")) >= 10
    assert all(row["reason"] for row in ROWS)
    forms_seen = {row["form"] for row in ROWS}
    assert forms_seen >= {"permuted", "inchi", "selfies", "name", "cas", "hydrochloride", "sodium", "deuterated"}
    assert forms_seen >= {"variant", "reverse_complement", "fusion_n", "fusion_c", "embedded"}
