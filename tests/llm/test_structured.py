"""A JSON object is found wherever a model puts it, fits its schema, or is an error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ModelError
from scitoolagent.llm.structured import misfit, read_object

ANY = {"type": "object"}
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)
OBJECTS = st.dictionaries(st.text(), VALUES)
PROSE = st.text().filter(lambda text: "{" not in text)
# A busy machine makes examples slowly; that is no fault of what is tested.
BUSY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(OBJECTS, PROSE, PROSE)
@BUSY
def test_what_was_written_is_read(found: dict[str, Any], before: str, after: str) -> None:
    for text in (json.dumps(found), json.dumps(found, ensure_ascii=False, indent=2)):
        assert read_object(f"{before}{text}{after}", ANY) == found
        assert read_object(f"{before}\n```json\n{text}\n```{after}", ANY) == found


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_any_text_gives_an_object_or_an_error(text: str) -> None:
    try:
        assert isinstance(read_object(text, ANY), dict)
    except ModelError as error:
        assert len(str(error)) < 2000


@given(OBJECTS, st.integers(0, 400))
@BUSY
def test_a_text_that_was_cut_gives_no_more_than_was_there(found: dict[str, Any], end: int) -> None:
    text = json.dumps(found)[:end]
    try:
        part = read_object(text, ANY)
    except ModelError:
        return
    assert json.dumps(part)[1:-1] in json.dumps(found)


@given(st.lists(st.integers(), min_size=1))
def test_the_first_object_that_fits_is_taken(numbers: list[int]) -> None:
    schema = {
        "type": "object",
        "required": ["n"],
        "properties": {"n": {"const": numbers[-1]}},
        "additionalProperties": False,
    }
    text = " then ".join(['{"m": 1}', *(json.dumps({"n": number}) for number in numbers[-20:])])
    assert read_object(text, schema) == {"n": numbers[-1]}


@pytest.mark.parametrize("text", [
    "", "no", "{", "}", "{'n': 1}", '{"n": NaN}', '{"n": Infinity}', "[1, 2]", "[" * 100_000, '{"a":' * 30_000,
    "{" * 100_000, '{"n": ' + "9" * 5000 + "}",
])  # fmt: skip
def test_what_is_no_json_object(text: str) -> None:
    with pytest.raises(ModelError, match="no JSON object"):
        read_object(text, ANY)


def test_of_several_forms_the_nearest_says_what_is_wrong() -> None:
    forms = [
        {"properties": {"do": {"const": do}, name: {"enum": choices}}, "required": ["do", name]}
        for do, name, choices in (("pick", "extreme", ["highest", "lowest"]), ("keep", "relation", [">=", "<"]))
    ]
    schema = {"properties": {"then": {"items": {"anyOf": forms}}}}
    why = misfit({"then": [{"do": "keep", "relation": "greater than"}]}, schema)
    assert why == "then/0/relation: 'greater than' is not one of ['>=', '<']"
    assert misfit({"then": [{"do": "pick", "extreme": "lowest"}]}, schema) == ""


def test_a_misfit_is_named_by_its_place() -> None:
    schema = {"type": "object", "properties": {"calls": {"type": "array", "items": {"enum": ["a", "b"]}}}}
    with pytest.raises(ModelError, match=r"calls/1: 'c' is not one of \['a', 'b'\]"):
        read_object('{"calls": ["a", "c"]}', schema)


def test_an_endless_answer_is_not_read() -> None:
    with pytest.raises(ModelError, match="200,001 characters"):
        read_object("{" + " " * 200_000, ANY)
