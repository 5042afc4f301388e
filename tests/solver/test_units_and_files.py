"""What a model may get wrong in silence: units of queries, cells without a value, passed-over errors, files not written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer
from scitoolagent.solver.arithmetic import DIFFERENCE, Amount, amount, comparable, computed, in_unit
from scitoolagent.tool.units import UnitError
from tests.solver.test_loop import program

SAME = '{"verdict": "same", "why": "it is"}'
CELLS = "id,IC50 (nM),note\nc1,1200,a\nc2,40,b\nc3,OVER,c\nc4,900,d\nc5,,e\n"
UNDER = "how manny of the wells in doses.csv hav an IC50 udner 1 uM, pls?"
BEST = "wich well in doses.csv is teh best one by its IC50, and at waht level, pls?"
SAVE = "hw heavy by the mole is CCO? save it too to new.csv plz"
Ask = Callable[..., Answer]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Asks with a model by script, whose last reply is repeated while it is sent back."""
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path / "data"))
    load_config.cache_clear()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "doses.csv").write_text(CELLS)
    agents = []

    def asked(question: str, *script: str) -> Answer:
        config = load_config().model_copy(update={"second_reader": False})
        model = ScriptedModel([*script, script[-1], script[-1]])
        agents.append(Agent(config, tmp_path / "work", models={"planner": model}))
        *_, answer = agents[-1].stream(question)
        assert isinstance(answer, Answer)
        return answer

    yield asked
    for agent in agents:
        agent.close()
    load_config.cache_clear()


@pytest.mark.slow
def test_a_limit_in_a_query_is_in_the_unit_of_its_column(ask: Ask) -> None:
    query = "r = sql('select count(*) as n from doses where \"IC50 (nM)\" < {}')\n{{'n': r[0]['n']}}"
    wrong = ask(UNDER, program(query.format(1), "{n} are."))
    assert wrong.status == "partial" and "quantity1 (1 uM)" in " ".join(wrong.unmet)
    right = ask(UNDER, program(query.format(1000), "{n} are."))
    assert (right.status, right.values[0].value) == ("complete", 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("made", "words"),
    [
        ("Q(r[0]['ic'], 'mM')", {"text": "{id} with {ic}."}),
        ("r[0]['ic']", {"text": "{id} with {ic} mM."}),
        ("r[0]['ic']", {"text": "{id} with {ic}.", "labels": {"ic": "IC50 [mM]"}}),
    ],
)
def test_a_number_of_a_query_wears_no_unit_but_that_of_its_column(ask: Ask, made: str, words: dict[str, Any]) -> None:
    code = f"r = sql('select id, \"IC50 (nM)\" as ic from doses where ic > 0 order by ic')\n{{'id': r[0]['id'], 'ic': {made}}}"
    wrong = ask(BEST, program(code, **words))
    assert wrong.status == "partial" and "in nM" in " ".join(wrong.unmet)
    right = ask(BEST, program(code.replace("'mM'", "'nM'"), **{key: _in_nm(value) for key, value in words.items()}))
    assert right.status == "complete", right.unmet


def _in_nm(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_nm(item) for key, item in value.items()}
    return str(value).replace("mM", "nM")


def test_cells_without_a_value_are_told_whatever_the_model_says(ask: Ask) -> None:
    code = "r = sql('select median(\"IC50 (nM)\") as m from doses')\n{'m': r[0]['m']}"
    answer = ask(
        "what is the midle of the IC50s of doses.csv then?", program(code, "{m} nM.", design="nothing left out")
    )
    told = "doses: 2 of 5 rows have no IC50 (nM); 1 of them cannot be read (first: row 3: OVER is no number)"
    assert told in answer.notes and told in answer.text


def test_an_error_of_units_is_not_passed_over(ask: Ask) -> None:
    code = (
        "n = 0\nfor one in column(doses, 'IC50 (nM)'):\n    try:\n        if one is not None and one / Q(2, 'g/mol') "
        "< quantity1:\n            n += 1\n    except ValueError:\n        pass\n{'n': n}"
    )
    answer = ask(UNDER, program(code, "{n} are."))
    assert answer.status == "partial" and "3 computations failed" in " ".join(answer.unmet)


def test_a_file_that_is_asked_for_is_written_or_missed(ask: Ask, tmp_path: Path) -> None:
    code = "m = molecular_weight(smiles1)\n{'m': m}"
    answer = ask(SAVE, program(code, "{m}, saved to new.csv."))
    assert answer.status == "partial" and "new.csv" in " ".join(answer.unmet)
    saving = "save([{'mass': m}], 'new.csv')\n{'m'"
    answer = ask(SAVE, program(code.replace("{'m'", saving), "{m}, saved to new.csv."))
    assert answer.status == "complete" and (tmp_path / "work" / "new.csv").is_file()


def test_a_later_program_takes_the_place_of_a_file(ask: Ask, tmp_path: Path) -> None:
    code = "m = molecular_weight(smiles1)\nsave([{'mass': %s}], 'new.csv')\n%s{'m': m}"
    first = program(code % ("'none'", ""))
    failing = program(code % ("'gone'", "molecular_weight(smiles1 + smiles1 + ')')\n"))
    last = program(code % ("m", ""), "{m}, saved to new.csv.")
    answer = ask(SAVE, first, failing, last)
    assert answer.status == "complete", answer.unmet
    assert "46.069" in (tmp_path / "work" / "new.csv").read_text()


def test_a_program_that_fails_leaves_the_file_of_the_one_before(ask: Ask, tmp_path: Path) -> None:
    code = "m = molecular_weight(smiles1)\nsave([{'mass': %s}], 'new.csv')\n%s{'m': m}"
    ask(SAVE, program(code % ("m", "")), program(code % ("'gone'", "molecular_weight(smiles1 + ')')\n")))
    assert "46.069" in (tmp_path / "work" / "new.csv").read_text()


@pytest.mark.parametrize("place", ["{m.x}", "{m[0]}", "{m!r}", "{}", "{m:%}"])
def test_odd_places_of_a_text_do_not_stand(ask: Ask, place: str) -> None:
    answer = ask(SAVE.partition("?")[0], program("{'m': molecular_weight(smiles1)}", f"It is {place}."))
    assert answer.status == ("complete" if place == "{m:%}" else "partial") and "{m:%}" not in answer.text


def test_whole_numbers_are_shown_of_any_value(ask: Ask) -> None:
    answer = ask(SAVE.partition("?")[0], program("{'m': molecular_weight(smiles1)}", "It is {m:d}."))
    assert answer.text.startswith("It is 46 g/mol.")


def test_rows_of_one_thing_stand_apart(ask: Ask) -> None:
    query = "select 'x' as arm, \"IC50 (nM)\" as ic from doses where ic < 1000 order by ic"
    code = f"r = sql({query!r})\n{{'rows': r}}"
    answer = ask("teh rows of doses.csv, the small ones alone, pls", program(code, "They are: {rows}."))
    assert "They are: arm x, ic 40; arm x, ic 900." in answer.text
    assert [one.subject for one in answer.values] == ["x, row 1", "x, row 2"]


def test_a_difference_of_temperatures_has_no_zero_to_be_shifted_by() -> None:
    warmer = computed("-", amount(35, "°C"), amount(20, "°C"))
    assert warmer == Amount(15.0, "K", DIFFERENCE)
    assert in_unit(warmer, "°F").value == pytest.approx(27)
    assert in_unit(computed("/", warmer, Amount(2.0, "")), "°C").value == pytest.approx(7.5)
    assert computed("+", amount(20, "°C"), warmer) == Amount(35.0, "Cel")
    assert computed("+", warmer, amount(20, "°C")) == Amount(35.0, "Cel")
    assert comparable(warmer, amount(5, "K")) == (15.0, 5.0)
    with pytest.raises(UnitError, match="one is a difference"):
        comparable(warmer, amount(5, "°C"))


def test_a_number_that_may_be_two_is_named(ask: Ask) -> None:
    question = "Sampel A: 12,5 mg in 1.000 mL; B: 1,000 mg in 2 mL. waht is the mass of both, pls?"
    code = "{'m': quantity1 + Q(1, 'mg')}"
    words: dict[str, Any] = {
        "text": "{m}.",
        "set_aside": [{"what": name, "why": "a volume"} for name in ("quantity2", "quantity4")],
    }
    answer = ask(question, program(code, **words))
    assert answer.status == "partial" and "1,000 mg, which may be two numbers" in answer.unmet
    answer = ask(question, program(code, **{**words, "text": "{m}, with 1,000 mg read as 1 mg."}))
    assert answer.status == "complete", answer.unmet


def test_an_answer_from_memory_alone_is_partial(ask: Ask) -> None:
    answer = ask("hw wet is it outside the lab?", program("{'x': assume(0.41, 'from memory')}", "It is {x}."))
    assert answer.status == "partial" and "nothing but what is assumed" in " ".join(answer.unmet)
