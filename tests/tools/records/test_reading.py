"""Fields of records are asked for by their words beside an accession, and take the asks of nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError, PlanError, SciToolAgentError
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph
from scitoolagent.tools.records import _finders
from scitoolagent.tools.records._accessions import accessions


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def planned(planner: Planner, question: str) -> list[tuple[str, tuple[object, ...]]]:
    """The calls of a question that is read whole: the tools, and the values that they are given."""
    query = planner.recognise(question)
    plan = planner.draft(query)
    assert (plan.missing, plan.unread) == ((), ())
    given = {f"$query.{entity.handle}": entity.value for entity in query.entities}
    return [
        (
            step.tool,
            tuple(given.get(value, value) if isinstance(value, str) else value for value in step.arguments.values()),
        )
        for step in plan.steps
    ]


@pytest.mark.parametrize(
    ("question", "calls"),
    [
        ("What does the protein UniProt P69905 do, what is its function?", None),
        ("In UniProt, what is the gene name of P69905?", [("uniprot_entry_text", ("P69905", "gene"))]),
        ("How long is the protein UniProt P69905?", [("uniprot_entry_number", ("P69905", "length"))]),
        (
            "List domains, subcellular location and keywords of UniProt accession P69905",
            [("uniprot_entry_text", ("P69905", name)) for name in ("domains", "subcellular location", "keywords")],
        ),
        ("According to the RCSB PDB, what is the space group of 4HHB?", [("pdb_entry_text", ("4HHB", "space group"))]),
        ("Is mp-2534 a metal?", [("material_record_verdict", ("mp-2534", "metal"))]),
        (
            "Which interaction partners has the mouse gene BRCA1 in STRING?",
            [("string_protein_text", ("BRCA1", "interaction partners", "10090"))],
        ),
        (
            "What is the isoelectric point of UniProt P69905?",
            [("uniprot_sequence", ("P69905",)), ("isoelectric_point", ("$1.protein_sequence",))],
        ),
        (
            "What is the length of UniProt P69905 and the TPSA of aspirin?",
            [
                ("uniprot_entry_number", ("P69905", "length")),
                ("name_to_smiles", ("aspirin",)),
                ("polar_surface_area", ("$2.smiles",)),
            ],
        ),
        # A property of something else is no field, though the record has one of that name.
        (
            "the molecular weight of aspirin and the function of UniProt P69905",
            [
                ("name_to_smiles", ("aspirin",)),
                ("molecular_weight", ("$1.smiles",)),
                ("uniprot_entry_text", ("P69905", "function")),
            ],
        ),
        # A field of one record is none of another beside it.
        (
            "the molecular weight of PubChem CID 2519 and the length of UniProt P69905",
            [("pubchem_compound_number", (2519, "molecular weight")), ("uniprot_entry_number", ("P69905", "length"))],
        ),
        # Each field is of the accession beside it.
        (
            "the length of UniProt P69905 and the mass of UniProt P04637",
            [("uniprot_entry_number", ("P69905", "length")), ("uniprot_entry_number", ("P04637", "mass"))],
        ),
        (
            "the length and the mass of the UniProt entries P69905 and P04637",
            [
                ("uniprot_entry_number", (accession, field))
                for field in ("length", "mass")
                for accession in ("P69905", "P04637")
            ],
        ),
        # The name of the database asks for no materials.
        (
            "Which materials that contain Fe-O are in the Materials Project?",
            [("materials_of_system_text", ("Fe-O", "materials containing"))],
        ),
        (
            "What is the molecular weight of aspirin?",
            [("name_to_smiles", ("aspirin",)), ("molecular_weight", ("$1.smiles",))],
        ),
        ("length of the peptide GAVKLM", None),
    ],
)
def test_fields_are_read(planner: Planner, question: str, calls: list[tuple[str, tuple[object, ...]]] | None) -> None:
    if calls is None:
        assert not any("_entry_" in name and "uniprot" not in name for name, _ in _calls(planner, question))
    else:
        assert planned(planner, question) == calls


def _calls(planner: Planner, question: str) -> list[tuple[str, tuple[object, ...]]]:
    try:
        plan = planner.draft(planner.recognise(question))
    except SciToolAgentError:
        return []
    return [(step.tool, ()) for step in plan.steps]


@pytest.mark.parametrize(
    "question",
    [
        # What changes the ask is not passed over.
        "What is the experimental band gap of mp-2534?",
        "What is the average resolution of PDB 4HHB?",
        "What is the molecular weight of the ligand in PDB 4HHB?",
        "Which interaction partners has the hamster gene BRCA1 in STRING?",
        "What is the logP of PubChem CID 2519 in water?",
        # No record says which number is the better one.
        "Which has the better resolution, PDB 1CRN or PDB 4HHB?",
        "Which battery has the best capacity, mp-22526_Li or mp-18767_Li: the gravimetric capacity?",
        # Words that look like accessions, where no database is named.
        "What is the function of the protein P53?",
        "function of P04637",
        "the resolution of 1CRN",
        "What is the name of C00031?",
        # A unit that the record's number is not given in.
        "What is the band gap of mp-2534 in kJ/mol?",
    ],
)
def test_what_is_not_certain_is_not_asked(planner: Planner, question: str) -> None:
    try:
        plan = planner.draft(planner.recognise(question))
    except NoPathError:
        return
    assert plan.missing or plan.unread
    assert not [goal for goal in plan.goals if goal.type.startswith("Record")]


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        ("UniProtAccession", "UniProt P69905, A0A023GPI8.", ["P69905", "A0A023GPI8"]),
        ("UniProtAccession", "P69905 is a protein", []),
        ("PdbId", "PDB 1CRN, 4hhb and pdb_00001abc, not 2024 or 1CRN.pdb", ["1CRN", "4hhb", "pdb_00001abc"]),
        ("PubChemCid", "PubChem CID 2244, CID: 2519", ["2244", "2519"]),
        ("PubMedId", "PMID 12345678; PubMed ID: 1", ["12345678", "1"]),
        (
            "Doi",
            "(see doi:10.1021/jm000942e) and https://doi.org/10.1016/S0022-2836(05)80360-2.",
            ["10.1021/jm000942e", "10.1016/S0022-2836(05)80360-2"],
        ),
        ("ArxivId", "arXiv:1706.03762v7 and arXiv hep-th/9711200", ["1706.03762v7", "hep-th/9711200"]),
        ("ChebiId", "CHEBI:15377 or chebi: 16236", ["CHEBI:15377", "CHEBI:16236"]),
        ("GeneSymbol", "the gene TP53, the ACGT gene and BRCA1 gene", ["TP53", "BRCA1"]),
        ("KeggId", "KEGG C00031, hsa:7157 and map00010", ["C00031", "hsa:7157", "map00010"]),
        ("KeggId", "C00031", []),
        ("CodId", "COD 1000041, COD 12", ["1000041"]),
        ("BatteryId", "mp-22526_Li", ["mp-22526_Li"]),
        ("MaterialsProjectId", "mp-149, mp-22526_Li", ["mp-149"]),
        ("ProjectFormula", "Fe2O3 in the Materials Project, NASA in the Materials Project", ["Fe2O3"]),
        ("EnsemblId", "ENSG00000141510.18 ENSMUSG00000059552", ["ENSG00000141510.18", "ENSMUSG00000059552"]),
    ],
)
def test_accessions_are_found_by_form_and_by_name(kind: str, text: str, values: list[str]) -> None:
    assert sorted(one.value for one in accessions(kind, text)) == sorted(values)


def hostile() -> Iterator[str]:
    yield "mp-1 band gap " * 7000
    yield "UniProt P69905 length of the " * 3000
    yield "PDB " + "1CRN " * 18_000
    yield "the protein " * 8000 + "UniProt P69905"
    yield "KEGG " + "C00031" * 15_000
    yield "Materials Project " + "(C2" * 30_000
    yield "doi 10.1000/" + "(" * 90_000
    yield '"' * 90_000 + "Materials Project"
    yield "gene " * 18_000


@pytest.mark.parametrize("text", list(hostile()), ids=lambda text: text[:12])
def test_long_texts_cost_no_more_than_their_length(text: str) -> None:
    finders = [finder for name, finder in vars(_finders).items() if name.startswith("find_")]
    start = time.process_time()
    for finder in finders:
        list(finder(text))
    assert time.process_time() - start < 5.0


def test_more_accessions_than_a_question_may_hold_are_refused(planner: Planner) -> None:
    with pytest.raises(PlanError, match="more than 100 values"):
        planner.recognise("band gap of " + ", ".join(f"mp-{number}" for number in range(101)))


def test_offline_the_answer_has_the_request(kept: Path, tmp_path: Path) -> None:
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run("What is the function of UniProt P69905?")
    assert answer.status == "failed"
    assert not answer.values
    (why,) = answer.unmet
    assert why.startswith("function of UniProt P69905: UniProt was not asked")
    assert "uniprot_entry_text would ask GET https://rest.uniprot.org/uniprotkb/P69905.json" in why


def test_a_value_names_its_field_its_unit_and_its_source(server: Any, kept: Path) -> None:
    """In a program of its own: workers keep the settings with which their server was started."""
    entry = {"primaryAccession": "P69905", "sequence": {"value": "MVLSPADKTN", "length": 142, "molWeight": 15258}}
    server.will_say(entry)
    question = "What is the molecular weight of UniProt P69905?"
    command = [sys.executable, "-m", "scitoolagent.cli", "ask", "--json", question]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=kept)
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["unmet"]) == ("complete", [])
    (value,) = answer["values"]
    assert (value["label"], value["value"], value["unit"]) == ("mass in the record", 15258.0, "Da")
    assert any("/uniprot/uniprotkb/P69905.json, asked on " in note for note in answer["notes"])
