"""Every declared tool keeps the contract of DESIGN section 3: its example runs, fast, and gives what it declares."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool import Port, ToolSpec
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

TOOLS = list(load_registry())
_AN_HOUR = 3600

# Two inputs that differ in every property a tool of this type may look at: atoms, rings, charge, chirality, length.
OTHER: dict[str, tuple[Any, ...]] = {
    "Smiles": (
        "OC[C@H]1OC(=O)C(O)=C1[O-]",
        "FC1(F)CCN(CC1)S(=O)(=O)c1ccc2occc2c1",
        "CC(=O)NC1CC2CCC1(C2)C(F)(F)F",
        "C[C@@H](N)C(=O)N[C@@H](Cc1c[nH]c2ccccc12)C(O)=O.[Na+].[Cl-]",
        "O=C1NC2(CCCCC2)C(=O)N1c1ccccc1C#N",
        "CCCCCCCCBr",
        "O=C1C(=Cc2ccccc2)SC(=S)N1",
        "OCC(O)C(O)C(O)C(O)C(=O)OCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC(=O)NCCO",
    ),
    "ProteinSequence": ("MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLGEENFK", "GWWPNNSTCCYDE", "RGDRGDKKKKNGTNASHHHHHHCC"),
    "DnaSequence": ("ATGGCCAAGCTTGAATTCTAAGGATCCATGCGCGCGTTTAAACCCGGGTAG", "TTTTTTATATATAAAACGCGCG", "GAATTCGAATTC"),
    "RnaSequence": ("AUGGCCAAGCUUGAAUUCUAA", "GGGGCCCCAUAU"),
    "MolecularFormula": ("C20H25N3O", "NaCl", "Fe2(SO4)3", "BaTiO3"),
}


def _varied(spec: ToolSpec) -> Port | None:
    return next((port for port in spec.inputs if port.required and port.semantic.name in OTHER and not port.many), None)


@pytest.mark.parametrize("spec", TOOLS, ids=lambda spec: spec.name)
def test_example_gives_what_is_declared_within_five_seconds(spec: ToolSpec) -> None:
    start = time.process_time()
    try:
        outputs = call_tool(spec, spec.example)
    except ToolUnavailableError as error:
        if not spec.requires:
            raise
        pytest.skip(str(error))
    # A tool that may take an hour loads a model before it begins.
    assert time.process_time() - start < (5.0 if (spec.seconds or 0) < _AN_HOUR else 120.0)
    assert list(outputs) == [port.name for port in spec.outputs]
    assert json.loads(json.dumps(outputs, allow_nan=False)) == outputs
    if not spec.name.startswith("random_"):
        assert call_tool(spec, spec.example) == outputs, "the same input must give the same output"


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in TOOLS if _varied(spec)], ids=lambda spec: spec.name)
def test_different_inputs_do_not_all_give_one_answer(spec: ToolSpec) -> None:
    """The original computed ten Chi indices of ethanol whatever it was asked."""
    port = _varied(spec)
    assert port is not None
    answers = [_answer(spec, spec.example)]
    answers += [_answer(spec, {**spec.example, port.name: value}) for value in OTHER[port.semantic.name]]
    assert len({json.dumps(answer, sort_keys=True) for answer in answers}) > 1


def _answer(spec: ToolSpec, arguments: dict[str, Any]) -> Any:
    try:
        return call_tool(spec, arguments)
    except ToolUnavailableError:
        pytest.skip(f"{spec.name} needs {', '.join(spec.requires)}")
    except ToolInputError as error:
        return type(error).__name__


@pytest.mark.parametrize("spec", TOOLS, ids=lambda spec: spec.name)
def test_wrong_text_is_refused(spec: ToolSpec) -> None:
    """A tool that is given nonsense says so; it never answers."""
    for port in spec.inputs:
        if (
            port.python is str
            and port.required
            and not port.many
            and port.semantic.parent in ("MolecularStructure", "Sequence", "NucleicAcidSequence")
        ):
            for nonsense in ("", "not a value!", "\x00", "((((((((((", "ÅÅÅ"):
                with pytest.raises((ToolInputError, ToolUnavailableError)):
                    call_tool(spec, {**spec.example, port.name: nonsense})


def test_names_are_verbless_snake_case_and_texts_are_clean() -> None:
    for spec in TOOLS:
        assert spec.name == spec.name.lower(), spec.name
        assert spec.text.summary[0].isupper(), spec.name
        assert len(set(spec.also)) == len(spec.also), spec.name
