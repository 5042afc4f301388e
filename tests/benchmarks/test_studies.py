"""Case studies: what they are about is there, and what comes of each question is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.studies import load_studies, run_study, study_named
from scitoolagent.benchmarks.studies.kept import made_again
from scitoolagent.benchmarks.studies.study import Study, write_columns
from scitoolagent.cli import run
from scitoolagent.errors import ConfigError
from scitoolagent.records import Answer

# Each of its tests answers questions with an agent of its own.
pytestmark = pytest.mark.slow

HELIX = Path(__file__).parents[2] / "tools" / "biology" / "example_helix.pdb"
SMALL = Study(
    "small",
    "two questions",
    ("What is the QED of each compound in a.csv?", "Plot a histogram of size in a.csv.", "What is the flavour of 7?"),
    ("What is the QED of camphor?",),
    (("a.csv", "somewhere/a.csv"),),
    (),
    (),
    (),
)


def test_each_study_has_questions_and_a_short_form() -> None:
    studies = load_studies()
    assert len(studies) == 4
    for study in studies:
        assert study.questions
        assert study.title


def test_answers_tables_pictures_and_notebooks_are_kept(tmp_path: Path) -> None:
    (tmp_path / "data" / "somewhere").mkdir(parents=True)
    (tmp_path / "data" / "somewhere" / "a.csv").write_text("smiles,size\nCCO,1\nCCCO,2\nCCCCO,4\n")
    folder = tmp_path / "out"
    folder.mkdir()
    SMALL.fetch(tmp_path / "data", folder)
    with Agent(workspace=folder) as agent:
        turns = list(run_study(agent, SMALL, folder))
    assert [turn.status for turn in turns] == ["complete", "complete", "refused"]
    assert (folder / "turn1-1.csv").read_text().count("\n") == 4
    assert {"turn1.json", "turn1-1.csv", "turn1.ipynb"} <= set(turns[0].files)
    assert any(name.endswith(".svg") for name in turns[1].files)
    report = json.loads((folder / "report.json").read_text())
    assert [turn["status"] for turn in report["turns"]] == ["complete", "complete", "refused"]
    assert report["turns"][2]["run"] == ""


@pytest.mark.slow
def test_what_a_study_keeps_makes_its_runs_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("smiles,size\nCCO,1\nCCCO,2\nCCCCO,4\n")
    with Agent(workspace=tmp_path, models={}) as agent:
        list(run_study(agent, SMALL, tmp_path))
        config = agent.config
    values, picture, refused = made_again(tmp_path, config)
    assert (values.same, picture.same) == (True, True), (values, picture)
    assert refused.replayed == "it has no run: refused"
    # Other rows are another result, which replay and script both tell.
    (tmp_path / "a.csv").write_text("smiles,size\nCCN,1\nCCCO,2\nCCCCO,4\n")
    values, *_ = made_again(tmp_path, config)
    assert values.replayed.startswith("step 1: ") and "differ" in values.script
    with pytest.raises(ConfigError, match=r"no report\.json"):
        next(made_again(tmp_path / "elsewhere", config))


def test_what_a_study_is_about_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--data"):
        SMALL.fetch(None, tmp_path)
    with pytest.raises(ConfigError, match=r"neither somewhere/a\.csv nor a\.csv"):
        SMALL.fetch(tmp_path, tmp_path)
    with pytest.raises(ConfigError, match="there is no study 'x'"):
        study_named("x")


def test_columns_are_taken_by_either_name_and_a_missing_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,yield,other\n1,2,3\n")
    write_columns(tmp_path / "a.csv", tmp_path / "b.csv", (("amine", "x"), ("yield", "y")))
    assert (tmp_path / "b.csv").read_text().split() == ["amine,yield", "1,2"]
    with pytest.raises(ConfigError, match="no column target or goal; it has x, yield, other"):
        write_columns(tmp_path / "a.csv", tmp_path / "c.csv", (("goal", "target"),))
    (tmp_path / "bad.csv.gz").write_bytes(b"no gzip")
    with pytest.raises(ConfigError, match="cannot be read as CSV"):
        write_columns(tmp_path / "bad.csv.gz", tmp_path / "c.csv", (("goal", "target"),))


def test_the_command_lists_and_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["scitoolagent", "study", "list"])
    assert run() == 0
    assert "salicylic acid" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["scitoolagent", "study", "run", "screening"])
    assert run() == 1
    assert "--data" in capsys.readouterr().err


PARTLY = """data_made
_cell_length_a 8
_cell_length_b 8
_cell_length_c 8
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'P 1'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
_atom_site_occupancy
C1 C 0 0 0 {occupancy}
"""


def answered(agent: Agent, question: str) -> Answer:
    return next(record for record in agent.stream(question) if isinstance(record, Answer))


def test_a_disordered_crystal_is_a_named_row_and_the_others_are_answered(tmp_path: Path) -> None:
    (tmp_path / "mofs").mkdir()
    for name, occupancy in (("partly", "0.5"), ("whole", "1")):
        (tmp_path / "mofs" / f"{name}.cif").write_text(PARTLY.format(occupancy=occupancy))
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, "What is the pore limiting diameter of each structure in mofs?")
    assert answer.status == "partial"
    assert "partly.cif has partly occupied sites" in answer.text
    assert "whole.cif: pore limiting diameter 7.9" in answer.text


TWICE = PARTLY.replace("{occupancy}", "1") + "C2 C 0.03 0 0 1\n"
GROUPED = PARTLY.replace("_occupancy", "_disorder_group").replace("{occupancy}", "1") + "C2 C 0.3 0 0 2\n"
IMAGE = PARTLY.replace("_occupancy", "_disorder_group").replace("{occupancy}", "-1")


@pytest.mark.parametrize(
    ("cif", "told"),
    [
        (TWICE, "a.cif has alternatives (C and C 0.24 Å apart), each with whole atoms"),
        (GROUPED, "a.cif has alternatives (disorder groups 1, 2), each with whole atoms"),
        (IMAGE, "a.cif has alternatives (disorder groups -1), each with whole atoms"),
    ],
)
@pytest.mark.parametrize("asked", ["pore limiting diameter", "crystal density"])
def test_whole_atoms_in_each_others_place_are_not_counted_twice(
    tmp_path: Path, cif: str, told: str, asked: str
) -> None:
    (tmp_path / "mofs").mkdir()
    (tmp_path / "mofs" / "a.cif").write_text(cif)
    # One group alone is what is left where the others were taken out.
    (tmp_path / "mofs" / "kept.cif").write_text(GROUPED.replace("C2 C 0.3 0 0 2", "C2 C 0.3 0 0 1"))
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, f"What is the {asked} of each structure in mofs?")
    assert answer.status == "partial"
    assert told in answer.text
    assert f"kept.cif: {asked}" in answer.text


def test_prices_without_a_price_are_told_and_so_is_why_a_row_has_no_number(tmp_path: Path) -> None:
    (tmp_path / "mofs").mkdir()
    for name, occupancy in (("partly", "0.5"), ("whole", "1")):
        (tmp_path / "mofs" / f"{name}.cif").write_text(PARTLY.format(occupancy=occupancy))
    (tmp_path / "prices.csv").write_text("file,vendor\nwhole.cif,Acme\n")
    question = "Join mofs/ with prices.csv and give the pore limiting diameter and the MOF screening criteria"
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, question)
    assert answer.status == "partial"
    assert "price criterion cannot be judged: no column headed price in the table" in answer.text
    assert (
        "pores criterion cannot be judged: no number for it in this row (partly.cif has partly occupied" in answer.text
    )
    assert "pores criterion met: 7.9" in answer.text


def test_a_reaction_without_a_rule_gives_no_product(tmp_path: Path) -> None:
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, "Predict the product of pentane and neopentane.")
    assert answer.status == "failed"
    assert "no rule of the library applies" in answer.text


def test_a_note_on_a_list_of_reactants_begins_with_no_colon(tmp_path: Path) -> None:
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, "Predict the product of salicylic acid and acetic anhydride.")
    told = [note for note in answer.notes if "Clayden" in note]
    assert told and not any(note.startswith(":") for note in told)


def test_a_table_without_the_target_is_refused(tmp_path: Path) -> None:
    rows = [f"{'C' * size}N,{'C' * size}C(=O)O,{size}" for size in range(1, 30)]
    (tmp_path / "a.csv").write_text("\n".join(["amine,acid,size", *rows]))
    question = study_named("reactivity").quick[0].replace("amide.csv", "a.csv")
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, question)
    assert (answer.status, answer.tables) == ("failed", ())
    assert "a.csv" in answer.text


def test_a_template_with_a_missing_residue_says_where_it_is_broken(tmp_path: Path) -> None:
    pytest.importorskip("prody")
    lines = Path(HELIX).read_text().splitlines()
    numbers = sorted({int(line[22:26]) for line in lines if line.startswith("ATOM")})
    gone = numbers[len(numbers) // 2]
    kept = [line for line in lines if not (line.startswith("ATOM") and int(line[22:26]) == gone)]
    (tmp_path / "gap.pdb").write_text("\n".join(kept) + "\n")
    with Agent(workspace=tmp_path, models={}) as agent:
        answer = answered(agent, "What are the ANM modes of gap.pdb?")
    told = " ".join([answer.text, *(str(note) for note in answer.notes)])
    assert "broken between A:" in told
    assert str(gone - 1) in told
    assert str(gone + 1) in told
