"""References as the sources of tools name them; BibTeX that no text can break."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.provenance.methods import methods, with_references
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.references import bibliography, cited_in
from scitoolagent.records import Entity, Plan, Query, Step, StepResult, Value
from scitoolagent.toolkg.store import load_graph


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("Ertl et al. 2000, doi:10.1021/jm000942e, by `x`.", [("10.1021/jm000942e", "Ertl et al.", "2000")]),
        (
            "Carhart, Smith & Venkataraghavan 1985, doi:10.1021/ci00046a002, by `x`.",
            [("10.1021/ci00046a002", "Carhart, Smith & Venkataraghavan", "1985")],
        ),
        # Brackets of the identifier, and of the sentence.
        ("Balaban 1982, doi:10.1016/0009-2614(82)80009-2.", [("10.1016/0009-2614(82)80009-2", "Balaban", "1982")]),
        ("OPSIN (Lowe 2011, doi:10.1021/ci100384d); PubChem.", [("10.1021/ci100384d", "Lowe", "2011")]),
        (
            "Weininger et al. 1989, doi:10.1021/ci00062a008; Schneider et al. 2015, doi:10.1021/acs.jcim.5b00543, by `x`",
            [
                ("10.1021/ci00062a008", "Weininger et al.", "1989"),
                ("10.1021/acs.jcim.5b00543", "Schneider et al.", "2015"),
            ],
        ),
        (
            "definition (IUPAC Gold Book, doi:10.1351/goldbook.E02219).",
            [("10.1351/goldbook.E02219", "IUPAC Gold Book", "")],
        ),
        (
            "codon usage of Nakamura et al. 2000, doi:10.1093/nar/28.1.292",
            [("10.1093/nar/28.1.292", "Nakamura et al.", "2000")],
        ),
        ("drawn by matplotlib.", []),
    ],
)
def test_who_is_cited_for_what(source: str, found: list[tuple[str, str, str]]) -> None:
    assert list(cited_in(source)) == found


def run_with(source: str, tool: str = "qed") -> RecordedRun:
    query = Query(
        text="x", entities=(Entity(handle="smiles1", type="Smiles", value="CCO", text="CCO", start=0, end=0),)
    )
    step = Step(id=1, tool=tool, arguments={"smiles": "$query.smiles1"})
    result = StepResult(
        step=1,
        tool=tool,
        status="ok",
        arguments={"smiles": "CCO"},
        outputs={"qed": Value(type="Qed", value=0.4, unit="1")},
        source=source,
    )
    plan = Plan(steps=(step,), goals=())
    environment = {"Python": "3.11.7", "rdkit": "2026.9.1", "duckdb": "2.0.0"}
    return RecordedRun(
        "20260101-000000-abcdef", "0.1.0", "2026-01-31T00:00:00+00:00", query, plan, {1: result}, None, environment
    )


def test_the_bibliography_has_an_entry_for_each_paper_once() -> None:
    source = "Ertl et al. 2000, doi:10.1021/jm000942e; Ertl et al. 2000, doi:10.1021/JM000942E; Ertl 2000, doi:10.1/x"
    text = bibliography(run_with(source + "; Ertl 2000, doi:10.1000/other"))
    assert text.count("doi = {10.1021/jm000942e}") == 1
    assert "author = {{Ertl} and others}" in text
    keys = re.findall(r"^@\w+\{([^,]+),$", text, re.MULTILINE)
    assert keys == ["scitoolagent", "Ertl2000", "Ertl2000a"]
    assert "note = {Source of qed}" in text


@given(st.text(max_size=40))
def test_no_source_breaks_an_entry(text: str) -> None:
    made = bibliography(run_with(f"{text} Ertl 2000, doi:10.1021/jm000942e{text}"))
    plain = re.sub(r"\\[{}]|\\textbackslash\{\}|\\textascii\w+\{\}", "", made)
    assert plain.count("{") == plain.count("}")
    assert len(re.findall(r"^@", made, re.MULTILINE)) == 2


def test_the_methods_name_tool_version_source_and_day() -> None:
    run = run_with("Bickerton et al. 2012, doi:10.1038/nchem.1243, by `QED.weights_mean`.")
    text = methods(run, load_graph(), ("Python", "rdkit"))
    assert text == (
        "Values were computed with scitoolagent 0.1.0 (Python 3.11.7, rdkit 2026.9.1) on 31 January 2026. QED was "
        "obtained for CCO with qed (Bickerton et al. 2012, doi:10.1038/nchem.1243, by QED.weights_mean)."
    )
    assert with_references(run, load_graph(), ()).endswith(
        "1. Bickerton et al. 2012. https://doi.org/10.1038/nchem.1243\n"
    )
