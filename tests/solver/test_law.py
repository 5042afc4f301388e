"""The law of the whole question: what an answer does not rest on is open, and so is what it adds of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scitoolagent.solver.answering import numbers_in
from scitoolagent.solver.given import Given, Variable
from scitoolagent.solver.law import Checked, Judged, judged
from scitoolagent.solver.turns import Written
from scitoolagent.solver.uses import WHOLE, uses_of

QUESTION = "Which mass of aspirin is in 5 mL of a 20 mM solution in THF, for 3 flasks and a loss of 12.5 %?"
VALUES = (
    ("moleculename1", "MoleculeName", "aspirin", "aspirin"),
    ("moleculename2", "MoleculeName", "THF", "THF"),
    ("quantity1", "quantity", (5.0, "mL"), "5 mL"),
    ("quantity2", "quantity", (20.0, "mM"), "20 mM"),
)
WHOLE_PROGRAM = (
    "n = quantity1 * quantity2 * 3 * (1 - 0.125)\nm = n * molecular_weight(moleculename1)\n{'mass': m.to('mg')}"
)
ASIDE = {"what": "moleculename2", "why": "named only as the solvent"}
Law = Callable[..., Judged]


def given_by(question: str, values: tuple[tuple[str, str, Any, str], ...]) -> Given:
    return Given(
        {
            name: Variable(
                name, kind, value, text, question.find(text), question.find(text) + len(text), f"$query.{name}"
            )
            for name, kind, value, text in values
        }
    )


@pytest.fixture
def law(bench: Any) -> Law:
    """What is open in the answer of a program to a question."""

    def judge(code: str, question: str = QUESTION, values: Any = VALUES, **words: Any) -> Judged:
        given = given_by(question, values)
        own_bench = replace(bench, given=replace(given, tables=bench.given.tables if "plate" in code else {}))
        own_bench.question = question
        results = own_bench.run(code)
        uses = uses_of(own_bench.check(code))[WHOLE]
        written = Written(**{"text": "The answer.", **words})
        checked = Checked(question, own_bench.given, uses, own_bench.own, written, tuple(numbers_in(results)), results)
        return judged(bench.graph, checked)

    return judge


def test_an_answer_that_rests_on_all_is_whole(law: Law) -> None:
    found = law(WHOLE_PROGRAM, text="It takes {mass:.1f}.", set_aside=[ASIDE])
    assert found == Judged()


@pytest.mark.parametrize(
    ("code", "unused"),
    [
        (WHOLE_PROGRAM, "moleculename2 (THF)"),
        (WHOLE_PROGRAM.replace("quantity1 * ", "").replace(".to('mg')", ""), "quantity1 (5 mL)"),
        (WHOLE_PROGRAM.replace(" * 3", ""), "the number 3"),
        (WHOLE_PROGRAM.replace(" * (1 - 0.125)", ""), "the number 12.5"),
        (WHOLE_PROGRAM.replace("moleculename1", "moleculename2"), "moleculename1 (aspirin)"),
        ("n = quantity1 * quantity2 * 3 * 0.875\nprint(molecular_weight(moleculename1))\n{'n': n}", "moleculename1"),
        ("n = quantity1\nn = quantity2 * 3 * 0.875 * molecular_weight(moleculename1)\n{'n': n}", "moleculename2 (THF)"),
    ],
)
def test_what_nothing_rests_on_is_named(law: Law, code: str, unused: str) -> None:
    assert any(unused in one for one in law(code).unused)


@pytest.mark.parametrize(
    ("aside", "is_open"),
    [
        ({"what": "moleculename2", "why": "the solvent"}, False),
        ({"what": "THF", "why": "the solvent"}, False),
        ({"what": "THF (moleculename2)", "why": "the solvent"}, False),
        ({"what": "thf", "why": "the solvent"}, False),
        ({"what": "moleculename2", "why": ""}, True),
        ({"what": "moleculename2", "why": "  "}, True),
        ({"what": "everything", "why": "not needed"}, True),
        ({"what": "moleculename22", "why": "the solvent"}, True),
        ({"what": "", "why": "the solvent"}, True),
    ],
)
def test_what_is_set_aside_needs_its_name_and_a_reason(law: Law, aside: dict[str, str], is_open: bool) -> None:
    assert bool(law(WHOLE_PROGRAM, set_aside=[aside]).unused) == is_open


def test_a_number_is_set_aside_as_itself_alone(law: Law) -> None:
    code = WHOLE_PROGRAM.replace(" * 3", "")
    assert law(code, set_aside=[ASIDE, {"what": "3", "why": "per flask"}]).unused == ()
    assert law(code, set_aside=[ASIDE, {"what": "13", "why": "per flask"}]).unused == ("the number 3",)
    assert law(code, set_aside=[ASIDE, {"what": "3.5", "why": "per flask"}]).unused == ("the number 3",)


@pytest.mark.parametrize("factor", ["12.5 / 100", "0.125", "(1 - 0.875)", "1.125", "(100 - 87.5)"])
def test_a_percentage_may_be_written_as_a_share_or_its_rest(law: Law, factor: str) -> None:
    found = law(WHOLE_PROGRAM.replace("(1 - 0.125)", factor), set_aside=[ASIDE])
    assert found == Judged()


@pytest.mark.parametrize(
    ("number", "is_own"),
    [
        ("0.889", True),
        ("46.07", True),
        ("1.7", True),
        ("-17.3", True),
        ("40.0", True),
        ("0.9", True),
        ("93", True),
        ("assume(0.889, 'density of THF, from memory')", False),
        ("1000", False),
        ("1e-6", False),
        ("2", False),
        ("60", False),
        ("273.15", False),
        ("12.5", False),
    ],
)
def test_numbers_that_nobody_gave_have_to_be_assumed(law: Law, number: str, is_own: bool) -> None:
    found = law(f"k = {number}\n" + WHOLE_PROGRAM.replace("* 3", "* 3 * k"), set_aside=[ASIDE])
    assert bool(found.wrong) == is_own
    if is_own:
        assert "assume(" in found.wrong[0]


def test_what_is_assumed_is_listed_with_its_reason(law: Law) -> None:
    code = "d = assume(Q(0.889, 'g/mL'), 'density of THF,  from\\nmemory')\n" + WHOLE_PROGRAM
    assert law(code, set_aside=[ASIDE]).assumed == ("0.889 g/mL (density of THF, from memory)",)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("It takes {mass:.1f}.", ""),
        ("It takes {mass}, in 3 flasks of 5 mL.", ""),
        ("It takes {mass}; see 1) and 2).", ""),
        ("It takes 42 mg.", "the number 42"),
        ("It takes {mass} or 0.0173 g.", "the number 0.0173"),
        ("It takes about −17.3 mg.", "17.3"),
        ("It takes 1.2e5 mg.", "1.2e5"),
        ("It takes {weight}.", "{weight} in the text is no key or place"),
        ("It takes {mass.x} {}.", "{} in the text is no key or place"),
        ("It takes {mass}; the rows are in out.csv.", "the file out.csv, which was not written"),
        ("It takes {mass}; see Plot.PNG.", "Plot.PNG"),
    ],
)
def test_the_text_holds_nothing_of_its_own(law: Law, text: str, wrong: str) -> None:
    found = law(WHOLE_PROGRAM, text=text, set_aside=[ASIDE]).wrong
    assert (wrong in "\n".join(found)) if wrong else found == ()


def test_a_result_may_be_typed_as_it_is_rounded(law: Law) -> None:
    # 5 mL · 20 mM · 3 · 0.875 · 46 g/mol
    assert law(WHOLE_PROGRAM, text="It takes 12.08 mg.", set_aside=[ASIDE]).wrong == ()
    assert law(WHOLE_PROGRAM, text="It takes 12.18 mg.", set_aside=[ASIDE]).wrong != ()


def test_a_file_that_was_written_may_be_named(law: Law) -> None:
    code = "save([{'mass': 1}], 'out.csv')\n" + WHOLE_PROGRAM
    assert law(code, text="It takes {mass}; see out.csv.", set_aside=[ASIDE]).wrong == ()


def test_a_structure_from_memory_is_open_while_its_name_is_at_hand(law: Law) -> None:
    code = WHOLE_PROGRAM.replace("moleculename1", "Smiles('CC(=O)Oc1ccccc1C(=O)O')")
    found = law(code, set_aside=[ASIDE])
    assert any("typed from memory while moleculename1 (aspirin) is at hand" in one for one in found.wrong)
    assert "written by the model: CC(=O)Oc1ccccc1C(=O)O (SMILES)" in found.assumed


def test_a_structure_of_another_thing_is_listed_as_assumed(law: Law) -> None:
    code = WHOLE_PROGRAM.replace("* 3", "* 3 * (molecular_weight(Smiles('O')) / molecular_weight(Smiles('O')))")
    found = law(code, set_aside=[ASIDE])
    assert found.wrong == ()
    assert "written by the model: O (SMILES)" in found.assumed


def test_names_from_the_question_are_not_assumed(law: Law) -> None:
    question = "How heavy is a mole of potassium phosphate?"
    code = "{'m': molecular_weight(MoleculeName('potassium phosphate'))}"
    assert law(code, question, ()) == Judged()
    assert law(code.replace("potassium", "sodium"), question, ()).assumed == (
        "named by the model: sodium phosphate (name of a molecule)",
    )


@pytest.mark.parametrize(
    ("kind", "text", "is_own"),
    [
        ("Smiles", "O", True),
        ("Smiles", "CO", True),
        ("Smiles", "cc", True),
        ("Smiles", "CCN", True),
        ("MoleculeName", "water", False),
        ("MoleculeName", "Water", False),
        ("MoleculeName", "wat", True),
        ("ProteinSequence", "MKTAYI", True),
    ],
)
def test_a_text_is_given_where_it_stands_by_itself(law: Law, kind: str, text: str, is_own: bool) -> None:
    question = "How soluble is occ in water or CCO?"
    values = (("smiles1", "Smiles", "CCO", "CCO"),)
    tool = "protein_molecular_weight" if kind == "ProteinSequence" else "molecular_weight"
    found = law(f"{{'m': {tool}({kind}({text!r}))}}", question, values)
    assert bool(found.assumed) == is_own


def test_a_piece_of_a_sequence_is_given(law: Law) -> None:
    values = (("protein1", "ProteinSequence", "MKTAYIAKQR", "MKTAYIAKQR"),)
    code = "{'m': protein_molecular_weight(ProteinSequence(protein1[2:6])), 'n': ProteinSequence('TAYI')}"
    assert law(code, "How heavy is a piece of MKTAYIAKQR?", values) == Judged()


def test_of_two_readings_of_one_place_one_is_enough(law: Law) -> None:
    question = "How heavy is ethanol (CCO)?"
    values = (("moleculename1", "MoleculeName", "ethanol", "ethanol"), ("smiles1", "Smiles", "CCO", "CCO"))
    assert law("{'m': molecular_weight(smiles1)}", question, values).unused == ()
    assert law("{'m': 1}", question, values).unused == ("moleculename1 (ethanol)",)
    apart = "How heavy is ethanol beside CCO?"
    assert law("{'m': molecular_weight(smiles1)}", apart, values).unused == ("moleculename1 (ethanol)",)


def test_a_table_has_to_be_read(law: Law) -> None:
    question = "What is the mean height in plate.csv?"
    assert law("x = 1\n{'m': x} if plate else {}", question, ()).unused == ()
    assert law("{'m': mean(column(plate, 'height (cm)'))}", question, ()).unused == ()
    assert law("{'m': sql('select 1.5 as plateau')[0]['plateau']}", question, ()).unused == ("plate (plate.csv)",)


@pytest.mark.parametrize("where", ["height > 3.7", "height < -3.7", "height between 3.7 and 9"])
def test_a_number_in_a_query_is_used(law: Law, where: str) -> None:
    question = "How many rows have a height above 3.7?"
    code = f"\"select count(*) as n from x where {where}\"\nq = 'select 1 as n where 3.7 > 1'\n{{'n': sql(q)[0]['n']}}"
    assert law(code, question, ()).unused == ()
    assert law("{'n': sql('select 1 as n where 3.71 > 1')[0]['n']}", question, ()).unused == ("the number 3.7",)


def test_a_problem_that_names_a_value_uses_it(law: Law) -> None:
    found = law(WHOLE_PROGRAM, problem={"kind": "missing", "text": "THF is no solvent for aspirin."})
    assert found.unused == ()
