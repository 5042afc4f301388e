"""An answer over a file is about what was asked, of all the rows, or says what it lacks; so is a file that is written."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.records import Answer, Plan
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE

# Each of its tests answers questions with an agent of its own.
pytestmark = pytest.mark.slow

COMPOUNDS = "compound,smiles,x,y\nnaproxen,COc1ccc2cc(ccc2c1)C(C)C(=O)O,1,1\nethanol,CCO,2,3\nphenol,c1ccccc1O,3,2\n"
GAPS = "compound,smiles\nethanol,CCO\nhexane,CCCCCC\noctane,CCCCCCCC\ndecane,CCCCCCCCCC\nnothing,\nbroken,C1CC(\n"
# The second is so long that its SMILES is larger than the tools of small molecules take.
PROTEINS = f">short\nMKTAYIAKQR\n>long\n{'MKTAYIAKQRWLDNEV' * 10}\n"
ATOM = "ATOM  {0:>5}  CA  GLY {1}{0:>4}    {2:>8.3f}   0.000   0.000  1.00{3:>6.2f}           C  \n"
PAIR = ATOM.format(1, "A", 4.0, 10) + ATOM.format(2, "B", 8.0, 30)
MODELS = f"MODEL        1\n{PAIR}ENDMDL\nMODEL        2\n{PAIR}ENDMDL\nEND\n"
DNA = "ATGAAAGCTTGGCGTGAATTCCTGTAA" * 3
PLASMID = f"""\
LOCUS       PLAS1        {len(DNA)} bp    DNA     circular SYN 01-JAN-2020
DEFINITION  made up.
ACCESSION   PLAS1
FEATURES             Location/Qualifiers
     CDS             1..27
ORIGIN
        1 {DNA.lower()}
//
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("whole")
    texts = {"cpds.csv": COMPOUNDS, "gaps.csv": GAPS, "prots.fasta": PROTEINS, "models.pdb": MODELS, "plas.gb": PLASMID}
    for name, text in texts.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "genes.fasta").write_text(">g1\nATGAAAGCTTGG\n>g2\nATGTGGGCTAAA\n", encoding="utf-8")
    (made / "gaps2.csv").write_text(
        "compound,smiles\nphenol,Oc1ccccc1\nanisole,COc1ccccc1\nethanol,CCO\n", encoding="utf-8"
    )
    (made / "assay.csv").write_text(
        "id,batch,dose_mg,gain,active\nX-17,A,1.5,10,yes\nX-18,A,2,20,no\nX-19,B,5,30,no\n", encoding="utf-8"
    )
    (made / "twice.csv").write_text("name,val,val\na,1,10\nb,2,20\n", encoding="utf-8")
    (made / "cifs").mkdir()
    for name in ("a.cif", "b.cif"):
        shutil.copy(FRAMEWORK_EXAMPLE, made / "cifs" / name)
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


def by_label(answer: Answer) -> dict[str, object]:
    return {value.label: value.value for value in answer.values}


@pytest.mark.parametrize(
    "question",
    [
        "Give the Spearman correlation and its p-value between x and y in cpds.csv",
        "What is the p-value of the Spearman correlation between x and y in cpds.csv?",
        "What is the Spearman p-value of x with y in cpds.csv?",
    ],
)
def test_a_p_value_names_its_test(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    # ranks 1 2 3 and 1 3 2: rho is 0.5, and each of the six orders of three ranks has |rho| >= 0.5
    assert by_label(answer)["p-value of the Spearman correlation"] == pytest.approx(1)
    assert "p-value of a test" not in by_label(answer), "no fit was asked for"


@pytest.mark.parametrize(
    "question",
    [
        "How many compounds in gaps.csv have logP above 2?",
        "Sort gaps.csv by logP",
        "Which two compounds in gaps.csv have the highest logP?",
    ],
)
def test_rows_that_no_tool_could_judge_are_named(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "partial"
    assert any("2 of 6 rows have none (the first: " in reason for reason in answer.unmet)


@pytest.mark.parametrize(
    "question", ["Which protein in prots.fasta is the heaviest?", "Sort prots.fasta by molecular weight"]
)
def test_proteins_are_weighed_as_proteins(agent: Agent, question: str) -> None:
    records = list(agent.stream(question))
    (plan,) = [one for one in records if isinstance(one, Plan)]
    assert "protein_molecular_weight" in {step.tool for step in plan.steps}
    assert isinstance(records[-1], Answer)
    assert records[-1].status == "complete"


def test_the_weight_of_proteins_is_that_of_all_their_residues(agent: Agent) -> None:
    answer = agent.run("What is the molecular weight of each sequence in prots.fasta?")
    # Bio.SeqUtils.molecular_weight of both sequences
    assert [value.value for value in answer.values] == [
        pytest.approx(1209.46, abs=0.05),
        pytest.approx(19500.5, abs=0.5),
    ]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        # The framework is GaH2C3N3O by pymatgen; the oxygen is no part of its linker.
        ("Which structures in cifs/ contain oxygen?", "a.cif"),
        ("Which structures in cifs/ contain carbon?", "b.cif"),
        ("Which structures in cifs/ contain zinc?", "none"),
    ],
)
def test_elements_of_crystals_are_looked_for_in_the_whole_cell(agent: Agent, question: str, found: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert found in answer.text


def test_a_part_of_a_structure_is_named_by_its_letter(agent: Agent) -> None:
    # PAIR has one atom of B = 30 in chain B.
    answer = agent.run("What is the mean B factor of chain B in models.pdb?")
    assert [value.value for value in answer.values] == [30]
    assert [value.value for value in agent.run("How many atoms has chain B in models.pdb?").values] == [1]
    missing = agent.run("What is the mean B factor of chain Z in models.pdb?")
    assert missing.status == "failed"
    assert "there is no chain Z; there are A, B" in missing.text


CELLS = [
    # the rows of assay.csv below
    ("What is the dose of X-17 in assay.csv?", [1.5]),
    ("What is the dose of ethanol in assay.csv?", []),
    ("How many inactive compounds are in assay.csv?", [2]),
    ("How many compounds in assay.csv are not in batch A?", [1]),
    ("What is the mean and the median dose in assay.csv?", [8.5 / 3, 2.0]),
    ("What is the mean dose, and that of gain, in assay.csv?", [8.5 / 3, 20.0]),
    # numpy.percentile([1.5, 2, 5], 75), scipy.stats.gmean of the same
    ("What is the 75th percentile of dose in assay.csv?", [3.5]),
    ("What is the geometric mean of dose in assay.csv?", [2.4662120743304703]),
    ("What is the mean dose in µg in assay.csv?", [8500 / 3]),
    ("How many rows of assay.csv have a dose above 1600 µg?", [2]),
]


@pytest.mark.parametrize(("question", "found"), [case for case in CELLS if case[1]])
def test_rows_are_named_by_their_cells_and_figures_by_their_names(
    agent: Agent, question: str, found: list[float]
) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [value.value for value in answer.values] == pytest.approx(found)


def test_a_row_that_is_not_there_is_named(agent: Agent) -> None:
    with pytest.raises(NoPathError, match=r"no row of assay\.csv is called ethanol"):
        agent.run("What is the dose of ethanol in assay.csv?")


def test_two_columns_of_one_header_are_asked_about(agent: Agent) -> None:
    with pytest.raises(NoPathError, match=r"2 columns have that header: val, val \(2\)"):
        agent.run("What is the mean val in twice.csv?")
    assert [value.value for value in agent.run("What is the mean val (2) in twice.csv?").values] == [15]


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds of cpds.csv contain the substructure c1ccccc1O?",
        "Which compounds contain the substructure c1ccccc1O in cpds.csv?",
    ],
)
def test_rows_are_searched_for_a_structure_and_not_it_for_them(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert "phenol" in answer.text
    assert "ethanol" not in answer.text


def test_chains_of_several_models_are_counted_once(agent: Agent) -> None:
    assert [value.value for value in agent.run("How many chains has models.pdb?").values] == [2]
    assert 4 in [
        value.value
        for value in agent.run("How many chains are in all models of models.pdb?").values
        if value.label.startswith("number of rows")
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds in gaps2.csv have exactly 1 ring and no hydrogen bond donors?",
        "Which compounds in gaps2.csv have no hydrogen bond donors and exactly 1 ring?",
    ],
)
def test_what_has_none_is_not_what_has_some(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert "anisole" in answer.text
    assert "phenol" not in answer.text


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        # The weight of a gene is not that of its protein, unless somebody says so.
        ("What is the molecular weight of each sequence in genes.fasta?", "needs SMILES"),
        # What a chain is made of stands for no molecule with the coordinates of the file.
        ("What is the logP of models.pdb?", "needs SMILES"),
        ("What is the length of the protein encoded by plas.gb?", "says nothing of the protein sequence"),
        # A linker is a part of a structure, and no answer for the whole.
        ("What is the TPSA of each structure in cifs/?", "needs SMILES"),
    ],
)
def test_what_would_be_about_another_thing_is_refused(agent: Agent, question: str, reason: str) -> None:
    with pytest.raises(NoPathError, match=reason):
        agent.run(question)


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("How many chains has models.pdb?", "holds 2 models"),
        ("How many atoms are in models.pdb?", "only the first of 2 models is taken"),
    ],
)
def test_models_are_told(agent: Agent, question: str, note: str) -> None:
    assert any(note in told for told in agent.run(question).notes)


def test_one_molecule_has_one_key(agent: Agent) -> None:
    answer = agent.run("What is the InChIKey of each compound in cpds.csv?")
    # PubChem has UHFFFAOYSA for the structure without stereochemistry, which stands in the file.
    assert [v.value for v in answer.values if v.subject == "naproxen"] == ["CMWTZPSULFXXJA-UHFFFAOYSA-N"]


def test_all_columns_that_were_asked_for_are_saved(agent: Agent, folder: Path) -> None:
    answer = agent.run("Save the logP and TPSA of cpds.csv as both.csv")
    assert (answer.status, answer.saved) == ("complete", "both.csv")
    head = (folder / "both.csv").read_text(encoding="utf-8").splitlines()[0]
    assert "logP" in head
    assert "TPSA" in head


def test_a_part_of_what_was_asked_for_is_not_saved(agent: Agent, folder: Path) -> None:
    answer = agent.run(
        "What is the frobnicated logP, and what is the TPSA of each compound in cpds.csv? Save it as part.csv"
    )
    assert (answer.status, answer.saved) == ("partial", "")
    assert any("nothing was saved" in reason for reason in answer.unmet)
    assert not (folder / "part.csv").exists()


def test_a_picture_of_a_row_is_saved_whole(agent: Agent, folder: Path) -> None:
    answer = agent.run("Draw a plasmid map of plas.gb and save it as map.svg")
    assert (answer.status, answer.saved) == ("complete", "map.svg")
    assert (folder / "map.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_what_was_not_saved_is_not_saved_later(agent: Agent, folder: Path) -> None:
    conversation = Conversation(agent)
    questions = (
        "What is the QED of each compound in cpds.csv?",
        "sort them",
        "save that as late.csv",
        "now the TPSA of them",
    )
    for text in questions:
        try:
            *_, answer = conversation.stream(text)
        except PlanError:
            continue
        assert isinstance(answer, Answer)
        assert text.startswith("save") or not answer.saved
    saved = folder / "late.csv"
    assert not saved.exists() or "polar" not in saved.read_text(encoding="utf-8")


def test_a_circular_record_is_cut_as_a_circle(tmp_path: Path) -> None:
    # GAATTC stands across the end alone: a line has no site there, and a circle one.
    sequence = "TTC" + "ACGT" * 12 + "GAA"
    lines = ["LOCUS       ring 54 bp    DNA     circular UNK 01-JAN-1980", "ACCESSION   ring", "ORIGIN"]
    (tmp_path / "ring.gb").write_text("\n".join([*lines, f"        1 {sequence.lower()}", "//", ""]), encoding="utf-8")
    lines[0] = lines[0].replace("circular", "linear  ")
    (tmp_path / "line.gb").write_text("\n".join([*lines, f"        1 {sequence.lower()}", "//", ""]), encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        for name, cuts in (("ring.gb", 1), ("line.gb", 0)):
            answer = agent.run(f"cut {name} with EcoRI")
            assert cuts in [value.value for value in answer.values], answer.text


def test_a_column_that_another_file_lacks_is_refused(agent: Agent, folder: Path) -> None:
    (folder / "kinds.csv").write_text("compound,smiles,batch\na,CCO,A\nb,CCC,B\n", encoding="utf-8")
    (folder / "other.csv").write_text("drug,smiles,amount\nc,CCN,1\nd,CCCN,2\n", encoding="utf-8")
    conversation = Conversation(agent)
    *_, answer = conversation.stream("How many compounds in kinds.csv are in batch A?")
    assert isinstance(answer, Answer)
    assert answer.status == "complete"
    with pytest.raises(NoPathError, match=r"other\.csv has no column"):
        list(conversation.stream("now for other.csv"))


def test_texts_are_no_formulas_of_a_spreadsheet(agent: Agent, folder: Path) -> None:
    rows = [("=cmd|' /C calc'!A0", "CCO"), ("@SUM(A1)", "CCC"), ("-2+3", "CCCC"), ("'=x", "CCCCC"), ("+", "CCN")]
    text = "".join(f'"{name}",{smiles},-1.5\n' for name, smiles in rows)
    (folder / "formulas.csv").write_text(f"name,smiles,val\n{text}", encoding="utf-8")
    answer = agent.run("TPSA of each row in formulas.csv saved as safe.csv")
    assert any("apostrophe" in note for note in answer.notes)
    written = (folder / "safe.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [line.split(",")[0] for line in written] == ["'=cmd|' /C calc'!A0", "'@SUM(A1)", "'-2+3", "'=x", "+"]
    assert all(",-1.5," in line for line in written)
    again = agent.run("TPSA of each row in safe.csv")
    assert [one.subject for one in again.values] == [one.subject for one in answer.values]
    assert again.values[0].subject == rows[0][0]


def test_a_header_that_is_a_short_form_is_the_column(agent: Agent, folder: Path) -> None:
    (folder / "melts.csv").write_text("name,smiles,mp (°C)\naspirin,CC(=O)Oc1ccccc1C(=O)O,107.2\n", encoding="utf-8")
    answer = agent.run("What is the melting point of aspirin in melts.csv?")
    assert [one.value for one in answer.values] == [107.2]
    assert "'melting point' was read as the column mp (°C)" in answer.notes


@pytest.mark.parametrize(
    "question",
    [
        "How similar are naproxen and phenol in cpds.csv?",
    ],
)
def test_what_no_column_and_no_tool_says_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError):
        agent.run(question)


def test_a_state_of_cysteines_is_that_of_an_extinction(agent: Agent) -> None:
    answer = agent.run("extinction coefficient of MKCCWYMKCC with oxidised cysteines")
    assert [one.value for one in answer.values] == [7240.0]


def test_the_chains_that_were_not_used_are_told(agent: Agent) -> None:
    answer = agent.run("isoelectric point of models.pdb")
    assert answer.status == "partial"
    assert "only chain A of models.pdb was used, not B" in answer.unmet


DENIED = "name,SMILES,yield (%)\nc1,CCO,20\nc2,c1ccccc1O,\nc3,CCCCCCCC,80\nc4,CCN,50\n"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which compounds in denied.csv are not heavier than 90 g/mol?", {"c1", "c4"}),
        ("Which compounds in denied.csv don't weigh more than 90 g/mol?", {"c1", "c4"}),
        ("Which compounds in denied.csv do not exceed a molecular weight of 90 g/mol?", {"c1", "c4"}),
        ("Which compounds in denied.csv have no more than 3 carbon atoms?", {"c1", "c4"}),
        ("Which compounds in denied.csv have a yield not equal to 20 %?", {"c3", "c4"}),
    ],
)
def test_a_denied_condition_keeps_the_other_rows(tmp_path: Path, question: str, rows: set[str]) -> None:
    (tmp_path / "denied.csv").write_text(DENIED, encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run(question)
    told = answer.text.partition(":")[2]
    assert {one for one in ("c1", "c2", "c3", "c4") if re.search(rf"\b{one} \(", told)} == rows, answer.text


@pytest.mark.parametrize(
    "question",
    [
        "mean yield in denied.csv excluding compounds with a logP above 2",
        "how many alcohols are in denied.csv",
        "How many compounds in denied.csv have a yield between 10 % and 1 g?",
    ],
)
def test_what_is_left_out_in_other_words_is_refused(tmp_path: Path, question: str) -> None:
    (tmp_path / "denied.csv").write_text(DENIED, encoding="utf-8")
    with Agent(workspace=tmp_path) as agent, pytest.raises(PlanError):
        agent.run(question)


@pytest.mark.parametrize("said", ["excluding values above 60 %", "but not those above 60 %"])
def test_an_exclusion_by_a_limit_leaves_out_no_more(tmp_path: Path, said: str) -> None:
    (tmp_path / "denied.csv").write_text(DENIED, encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run(f"mean yield in denied.csv {said}")
    assert [value.value for value in answer.values] == [pytest.approx(35)]


def test_missing_and_present_are_two_conditions(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("name,SMILES,dose,yield\na,CCO,,1\nb,CCN,,\nc,CCC,2,3\n", encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run("number of compounds in two.csv with dose missing and yield present")
    assert [value.value for value in answer.values] == [1]
