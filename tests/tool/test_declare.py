"""A wrong declaration is refused at import, with everything that is wrong named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest

from scitoolagent.errors import DeclarationError, ToolFailedError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, spec_of, tool
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.docstring import read_docstring
from scitoolagent.tool.registry import Registry
from scitoolagent.tool.semantic import words
from scitoolagent.tool.types import ProteinSequence, Smiles

Score = Annotated[float, Semantic("Score", unit="1", label="score")]
Grade = Annotated[str, Semantic("Grade", label="grade")]
TEXT = """Give a score.

    Args:
        smiles: one molecule.
    Returns:
        The score.
    Source: made up.
    """
OPEN: dict[str, Any] = {"example": {"smiles": "C"}}


def declare(function: Any, **options: Any) -> Any:
    return tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, **{**OPEN, **options})(function)


def good(smiles: Smiles) -> Score:
    return float(len(smiles))


good.__doc__ = TEXT


def test_signature_and_docstring_are_the_declaration() -> None:
    spec = spec_of(declare(good, also=("GetScore",)))
    assert spec is not None
    assert [(port.name, port.semantic.name, port.required) for port in spec.inputs] == [("smiles", "Smiles", True)]
    assert [(port.name, port.semantic.unit) for port in spec.outputs] == [("score", "1")]
    assert (spec.text.summary, spec.text.source) == ("Give a score.", "made up.")
    assert spec_of(len) is None


def _variant(annotations: dict[str, Any], doc: str = TEXT) -> Any:
    def made(smiles: Any) -> Any:
        return 1.0

    made.__annotations__, made.__doc__ = annotations, doc
    return made


@pytest.mark.parametrize(
    ("function", "options", "message"),
    [
        (_variant({"smiles": str, "return": Score}), {}, "no Semantic type"),
        (_variant({"return": Score}), {}, "no Semantic type"),
        (_variant({"smiles": Smiles}), {}, "return type is missing"),
        (_variant({"smiles": Smiles, "return": float}), {}, "no Semantic type"),
        (_variant({"smiles": Smiles | None, "return": Score}), {}, "not a union"),
        (_variant({"smiles": Annotated[set, Semantic("Set")], "return": Score}), {}, "must be str"),
        (_variant({"smiles": Smiles, "return": Score}, TEXT.replace("Source: made up.", "")), {}, "Source"),
        (_variant({"smiles": Smiles, "return": Score}, TEXT.replace("Returns:", "Notes:")), {}, "Returns"),
        (_variant({"smiles": Smiles, "return": Score}, TEXT.replace("smiles: one", "smile: one")), {}, "not described"),
        (_variant({"smiles": Smiles, "return": Score}, "x" * 91 + ".\n\nSource: y"), {}, "at most 90"),
        (good, {"example": {}}, "example has no value"),
        (good, {"example": {"smiles": "C", "more": 1}}, "no parameter"),
        (good, {"requires": ("magic",)}, "requirement"),
    ],
)
def test_wrong_declarations_are_refused(function: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        declare(function, **options)


def test_safety_has_no_default() -> None:
    with pytest.raises(TypeError):
        tool(Operation.CALCULATION, Topic.GENERAL, example={"smiles": "C"})  # type: ignore[call-arg]


def test_a_result_class_must_be_frozen() -> None:
    @dataclass
    class Loose:
        score: Score

    with pytest.raises(DeclarationError, match="frozen"):
        declare(_variant({"smiles": Smiles, "return": Loose}))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("lower", {}),
        ("Has Space", {}),
        ("Fine", {"role": "boss"}),
        ("Fine", {"recogniser": "no function"}),
    ],
)
def test_wrong_types_are_refused(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError):
        Semantic(name, **fields)


def test_registry_refuses_what_does_not_fit_together() -> None:
    one = spec_of(declare(good))
    two = spec_of(declare(_variant({"smiles": Smiles, "return": Annotated[float, Semantic("Score", unit="u")]})))
    orphan = spec_of(
        declare(_variant({"smiles": Smiles, "return": Annotated[float, Semantic("Other", parent="Nobody", unit="1")]}))
    )
    assert one and two and orphan
    with pytest.raises(DeclarationError, match="differently"):
        Registry([one, two])
    with pytest.raises(DeclarationError, match="parent Nobody"):
        Registry([orphan])
    strange = spec_of(declare(_variant({"smiles": Smiles, "return": Annotated[float, Semantic("Far", unit="zork")]})))
    assert strange
    with pytest.raises(DeclarationError, match=r"Far.*zork"):
        Registry([strange])


def test_a_number_without_a_unit_says_that_it_is_a_pure_number() -> None:
    for bare in (Annotated[float, Semantic("Bare")], list[Annotated[float, Semantic("Bare")]]):
        with pytest.raises(DeclarationError, match="without a unit"):
            declare(_variant({"smiles": Smiles, "return": bare}))
    with pytest.raises(DeclarationError, match="without a unit"):
        declare(_variant({"smiles": Annotated[float, Semantic("Bare")], "return": Score}))
    assert spec_of(declare(_variant({"smiles": Smiles, "return": Annotated[int, Semantic("Pieces")]})))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "needs smiles"),
        ({"smiles": 3}, "must be SMILES"),
        ({"smiles": "C", "more": 1}, "no argument 'more'"),
        ({"smiles": "C" * 2_000_000}, "2000000 characters"),
        ({"smiles": None}, "must be SMILES"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    spec = spec_of(declare(good))
    assert spec
    with pytest.raises(ToolInputError, match=message):
        call_tool(spec, arguments)


@pytest.mark.parametrize("value", [None, "1", float("nan"), float("inf"), True, [1.0]])
def test_a_tool_that_gives_something_else_fails(value: object) -> None:
    def wrong(smiles: Smiles) -> Score:
        return value  # type: ignore[return-value]

    wrong.__doc__ = TEXT
    spec = spec_of(declare(wrong))
    assert spec
    with pytest.raises(ToolFailedError):
        call_tool(spec, {"smiles": "C"})


def test_an_empty_text_is_no_result() -> None:
    def silent(smiles: Smiles) -> Grade:
        return ""

    silent.__doc__ = TEXT
    spec = spec_of(declare(silent))
    assert spec
    with pytest.raises(ToolFailedError, match="empty text"):
        call_tool(spec, {"smiles": "C"})


def test_a_number_too_large_to_reckon_with_is_the_askers(value: float = 1e308) -> None:
    def squared(smiles: Smiles) -> Score:
        return value**2

    squared.__doc__ = TEXT
    spec = spec_of(declare(squared))
    assert spec
    with pytest.raises(ToolInputError, match="too large"):
        call_tool(spec, {"smiles": "C"})
    with pytest.raises(ToolInputError, match="NUL"):
        call_tool(spec, {"smiles": "C\0C"})


@pytest.mark.parametrize("values", [[1.0, float("nan")], [float("inf"), 1.0], [float("nan")]])
def test_one_value_that_is_no_number_spoils_a_list(values: list[float]) -> None:
    def several(smiles: Smiles) -> list[Score]:
        return values

    several.__doc__ = TEXT
    spec = spec_of(declare(several))
    assert spec
    with pytest.raises(ToolFailedError, match="not a number"):
        call_tool(spec, {"smiles": "C"})


@pytest.mark.parametrize("value", [True, "3", 1.5, None])
def test_only_a_number_is_taken_for_a_number(value: object) -> None:
    times = Annotated[int, Semantic("Times", unit="1", label="times")]

    def repeat(smiles: Smiles, times: int) -> Score:
        return float(times)

    repeat.__doc__ = TEXT.replace("one molecule.", "one molecule.\n        times: how often.")
    repeat.__annotations__ = {"smiles": Smiles, "times": times, "return": Score}
    spec = spec_of(declare(repeat, example={"smiles": "C", "times": 2}))
    assert spec
    with pytest.raises(ToolInputError, match="must be times"):
        call_tool(spec, {"smiles": "C", "times": value})
    assert call_tool(spec, {"smiles": "C", "times": 3}) == {"score": 3.0}


def test_a_path_becomes_text() -> None:
    here = Annotated[Path, Semantic("Place", label="place")]

    def where(sequence: ProteinSequence) -> here:  # type: ignore[valid-type]
        return Path("a") / "b"

    where.__doc__ = TEXT.replace("smiles", "sequence")
    where.__annotations__ = {"sequence": ProteinSequence, "return": here}
    spec = spec_of(declare(where, example={"sequence": "MK"}))
    assert spec
    assert call_tool(spec, {"sequence": "MK"}) == {"place": str(Path("a") / "b")}


def test_docstring_parts() -> None:
    text = read_docstring(
        "Do it.\n\nMore\nof it.\n\nArgs:\n    a: first\n        line.\n    b: second.\nReturns:\n    x.\nRaises:\n    E: why.\nSource: s\n    t."
    )
    assert (text.summary, text.detail, text.returns, text.source) == ("Do it.", "More of it.", "x.", "s t.")
    assert text.arguments == {"a": "first line.", "b": "second."}
    assert text.raises == {"E": "why."}


def test_names_of_types() -> None:
    assert words("GetNPR1Value") == "get NPR1 value"
    assert Semantic("PolarSurfaceArea").key == "polar_surface_area"
