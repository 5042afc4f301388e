"""The gate looks at every call of a screened tool, whoever planned it: what goes in, and what comes out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from scitoolagent.errors import BlockedError, ConfirmationRequired, SafetyDatabaseError, SafetyError
from scitoolagent.gate import SafetyGate, as_field, screening
from scitoolagent.records import Entity, Finding, Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

TYPES = [
    TypeNode("Smiles", "SMILES", screen="smiles"),
    TypeNode("Kekule", "Kekulé SMILES", parent="Smiles"),
    TypeNode("InChI", "InChI", screen="inchi"),
    TypeNode("Name", "name", screen="name"),
    TypeNode("Sequence", "sequence", screen="sequence"),
    TypeNode("ProteinSequence", "protein", parent="Sequence", screen="protein"),
    TypeNode("Note", "note"),
]


def tool(safety: str, takes: str = "Smiles", gives: str = "Note", many: bool = False, name: str = "design") -> ToolNode:
    return ToolNode(
        name,
        "Design.",
        "Generation",
        "General",
        safety,
        "tests",
        (PortNode("given", takes, "str", many), PortNode("count", "Note", "int", required=False)),
        (PortNode("made", gives, "str", many),),
    )


GRAPH = ToolGraph([tool("screened")], TYPES)
# Sarin, by its InChIKey DYAHQFWOVKZOOW a Schedule 1 chemical; the gate of the original did not know it.
SARIN = "CC(C)OP(C)(=O)F"
BENZENE = "c1ccccc1"  # IARC group 1: a person confirms
KEKULE = "C1=CC=CC=C1"
PHOSGENE = "O=C(Cl)Cl"  # Schedule 3: a person confirms
HARMLESS = "OCC(O)CO"


class Person:
    """Answers what is asked, and remembers it."""

    def __init__(self, answer: Any = True) -> None:
        self.answer = answer
        self.asked: list[list[str]] = []

    def __call__(self, findings: Sequence[Finding]) -> bool:
        self.asked.append([finding.subject for finding in findings])
        answer: bool = self.answer
        return answer


def digests(error: pytest.ExceptionInfo[SafetyError]) -> list[str]:
    return [finding.digest for finding in error.value.findings if finding.verdict in ("confirm", "unknown")]


@pytest.mark.parametrize(("port", "value"), [
    ("Smiles", SARIN), ("Kekule", "FP(C)(=O)OC(C)C"), ("InChI", "InChI=1S/C4H10FO2P/c1-4(2)7-8(3,5)6/h4H,1-3H3"),
])  # fmt: skip
def test_a_controlled_molecule_is_blocked_in_every_notation(port: str, value: str) -> None:
    person = Person()
    with pytest.raises(BlockedError) as error:
        SafetyGate(GRAPH, ask=person).before(tool("screened", port), {"given": value})
    assert error.value.findings[0].verdict == "block"
    assert person.asked == [], "nobody can let pass what is never worked on"


@pytest.mark.parametrize("value", [["CCCO", SARIN], [["CCCO"], [SARIN]], [{"a": SARIN}]])
def test_every_item_of_a_list_is_looked_at(value: Any) -> None:
    with pytest.raises(BlockedError):
        SafetyGate(GRAPH).before(tool("screened", many=True), {"given": value})
    clearance = SafetyGate(GRAPH).before(tool("screened", many=True), {"given": [HARMLESS]})
    given_back = tool("screened", gives="Smiles", many=True)
    with pytest.raises(BlockedError):
        SafetyGate(GRAPH).after(SafetyGate(GRAPH).before(given_back, clearance.arguments), {"made": value})


def test_no_digest_lets_a_block_pass() -> None:
    with pytest.raises(BlockedError) as error:
        SafetyGate(GRAPH).before(tool("screened"), {"given": SARIN})
    every = [finding.digest for finding in error.value.findings]
    with pytest.raises(BlockedError):
        SafetyGate(GRAPH, every, Person()).before(tool("screened"), {"given": SARIN})


@pytest.mark.parametrize("safety", ["screened", "restricted", "OPEN", ""])
def test_results_are_looked_at_whatever_is_not_open(safety: str) -> None:
    gate = SafetyGate(GRAPH, ask=Person())
    clearance = gate.before(tool(safety, "Note", "Smiles"), {"given": "x"})
    with pytest.raises(BlockedError):
        gate.after(clearance, {"made": SARIN})


def test_results_of_restricted_tools_are_asked_about_on_their_own() -> None:
    person = Person()
    gate = SafetyGate(GRAPH, ask=person)
    clearance = gate.before(tool("restricted", "Note", "Smiles"), {"given": "x"})
    assert person.asked == [["design"]], "the call itself"
    assert gate.after(clearance, {"made": HARMLESS})
    assert len(person.asked) == 1, "a harmless result is no reason to ask again"
    gate.after(clearance, {"made": BENZENE})
    assert person.asked[1:] == [[BENZENE]]
    person.answer = False
    with pytest.raises(ConfirmationRequired):
        gate.after(clearance, {"made": PHOSGENE})


def test_open_tools_are_stopped_by_what_is_never_worked_on_and_tell_the_rest() -> None:
    gate = SafetyGate(GRAPH, ask=Person(False))
    made = tool("open", gives="Smiles")
    with pytest.raises(BlockedError):
        gate.before(made, {"given": SARIN})
    with pytest.raises(BlockedError):
        gate.after(gate.before(made, {"given": HARMLESS}), {"made": SARIN})
    told = gate.after(gate.before(made, {"given": BENZENE}), {"made": PHOSGENE})
    assert {(one.verdict, one.subject) for one in told} == {("confirm", BENZENE), ("confirm", PHOSGENE)}, (
        "nobody is asked"
    )
    assert [finding.verdict for finding in gate.before(made, {"given": "C1CC"}).findings] == ["unknown"]


def test_harmless_values_pass() -> None:
    gate = SafetyGate(GRAPH)
    for port, value in (("Smiles", HARMLESS), ("Note", "hello"), ("ProteinSequence", "GIVEQCCTSICSLYQLENYCN")):
        assert gate.before(tool("screened", port), {"given": value}).findings == ()


@pytest.mark.parametrize("value", [SARIN, "sarin", "107-44-8", {"deep": [{"er": f"the SMILES is {SARIN}."}]}])
@pytest.mark.parametrize("safety", ["open", "screened"])
def test_a_value_is_looked_at_for_what_it_holds_whatever_its_type(safety: str, value: Any) -> None:
    with pytest.raises(BlockedError):
        SafetyGate(GRAPH).before(tool(safety, "Note"), {"given": value})
    with pytest.raises(BlockedError):
        SafetyGate(GRAPH).before(tool(safety, "Note"), {"undeclared": value})


def test_a_name_is_screened_and_one_that_is_not_listed_is_no_finding() -> None:
    with pytest.raises(ConfirmationRequired):
        SafetyGate(GRAPH).before(tool("screened", "Name"), {"given": "benzene"})
    assert SafetyGate(GRAPH).before(tool("screened", "Name"), {"given": "unobtainium"}).findings == ()


def test_what_leaves_the_program_is_held_back_until_a_person_agrees() -> None:
    gate = SafetyGate(GRAPH)
    assert set(gate.check(tool("open")).held) == {"block"}
    assert set(gate.check(tool("screened")).held) == {"block"}
    away = dataclasses.replace(tool("screened"), requires=("network",))
    assert set(gate.check(away).held) == {"block", "confirm", "unknown"}
    assert "" in gate.check(tool("restricted")).held, "by every call"


@pytest.mark.parametrize(("port", "value"), [("Smiles", "no molecule at all("), ("ProteinSequence", "MK1T")])
def test_what_cannot_be_read_is_not_clear(port: str, value: str) -> None:
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH).before(tool("screened", port), {"given": value})
    assert error.value.findings[0].verdict == "unknown"
    assert digests(error)


def test_a_confirmation_is_bound_to_the_call() -> None:
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH).before(tool("screened"), {"given": BENZENE})
    (digest,) = digests(error)
    assert f"--approve {digest}" in str(error.value)
    approved = SafetyGate(GRAPH, [digest])
    assert approved.before(tool("screened"), {"given": BENZENE}).findings
    assert approved.used == {digest}
    for other, arguments in (
        (tool("screened", name="other"), {"given": BENZENE}),
        (tool("screened"), {"given": KEKULE}),
        (tool("screened"), {"given": BENZENE, "count": 2}),
        (tool("screened"), {"given": PHOSGENE}),
    ):
        with pytest.raises(ConfirmationRequired):
            approved.before(other, arguments)


@pytest.mark.parametrize(("port", "value"), [
    ("Smiles", BENZENE), ("Smiles", KEKULE), ("InChI", "InChI=1S/C6H6/c1-2-4-6-5-3-1/h1-6H"),
])  # fmt: skip
def test_the_subject_that_was_confirmed_is_not_asked_about_again_in_that_call(port: str, value: str) -> None:
    person = Person()
    gate = SafetyGate(GRAPH, ask=person)
    clearance = gate.before(tool("screened", port, "Smiles"), {"given": value})
    found = gate.after(clearance, {"made": BENZENE})
    assert len(person.asked) == 1
    assert len([finding for finding in found if finding.verdict == "confirm"]) == 1, "and told once"


def test_another_molecule_of_the_same_class_is_asked_about() -> None:
    person = Person()
    gate = SafetyGate(GRAPH, ask=person)
    mustards = "COc1ccc(N(CCCl)CCCl)cc1", "CCOc1ccc(N(CCCl)CCCl)cc1"
    clearance = gate.before(tool("screened", gives="Smiles"), {"given": mustards[0]})
    person.answer = False
    with pytest.raises(ConfirmationRequired) as error:
        gate.after(clearance, {"made": mustards[1]})
    assert person.asked == [[mustards[0]], [mustards[1]]]
    (first,), (second,) = clearance.findings, error.value.findings
    assert first.reason == second.reason, "one rule finds both, with the same words"
    assert first.digest != second.digest
    gate.before(tool("screened", gives="Smiles"), {"given": mustards[0]})
    assert len(person.asked) == 2, "the call that was confirmed may be made once more in this run"


def test_a_mirror_image_is_another_subject() -> None:
    # Nicotine: CLP, fatal; one configuration is not the other.
    person = Person()
    gate = SafetyGate(GRAPH, ask=person)
    clearance = gate.before(tool("screened", gives="Smiles"), {"given": "CN1CCC[C@H]1c1cccnc1"})
    gate.after(clearance, {"made": "CN1CCC[C@@H]1c1cccnc1"})
    assert len(person.asked) == 2


def test_what_was_confirmed_in_one_call_does_not_hold_for_the_result_of_another() -> None:
    person = Person()
    gate = SafetyGate(GRAPH, ask=person)
    gate.before(tool("screened", gives="Smiles"), {"given": BENZENE})
    clearance = gate.before(tool("screened", "Note", "Smiles"), {"given": "six carbon atoms in a ring"})
    person.answer = False
    with pytest.raises(ConfirmationRequired):
        gate.after(clearance, {"made": BENZENE})


def test_all_findings_of_a_call_are_asked_about_at_once() -> None:
    person = Person()
    arguments = {"given": [BENZENE, PHOSGENE, HARMLESS, "C1CC", BENZENE]}
    SafetyGate(GRAPH, ask=person).before(tool("screened", many=True), arguments)
    assert len(person.asked) == 1
    assert {BENZENE, PHOSGENE, "C1CC"} == set(person.asked[0])
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH).before(tool("screened", many=True), arguments)
    assert all(f"--approve {digest}" in str(error.value) for digest in digests(error))
    assert len(digests(error)) == len(set(digests(error))) >= 3
    with pytest.raises(ConfirmationRequired) as still:
        SafetyGate(GRAPH, digests(error)[1:]).before(tool("screened", many=True), arguments)
    assert f"--approve {digests(error)[0]}" in str(still.value)
    assert digests(error)[1] not in str(still.value), "what is confirmed is not asked for again"


@pytest.mark.parametrize("answer", [False, None, "no", 1])
def test_only_a_plain_yes_counts(answer: Any) -> None:
    with pytest.raises(ConfirmationRequired):
        SafetyGate(GRAPH, ask=Person(answer)).before(tool("screened"), {"given": BENZENE})


def test_a_refusal_is_asked_about_again() -> None:
    person = Person(False)
    gate = SafetyGate(GRAPH, ask=person)
    for _ in range(2):
        with pytest.raises(ConfirmationRequired):
            gate.before(tool("screened"), {"given": BENZENE})
    assert len(person.asked) == 2


def test_restricted_tools_always_ask() -> None:
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH).before(tool("restricted", "Note"), {"given": "hello"})
    approved = SafetyGate(GRAPH, digests(error))
    assert approved.after(approved.before(tool("restricted", "Note"), {"given": "hello"}), {"made": "x"})
    with pytest.raises(ConfirmationRequired):
        approved.before(tool("restricted", "Note"), {"given": "another"})


def test_the_texts_of_a_restricted_call_are_seen() -> None:
    text = 'print("a")\n# \u202eturned'
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH).before(tool("restricted", "Note"), {"given": text, "count": 2})
    (finding,) = error.value.findings
    assert finding.reason == r'''a person confirms every call of this tool; given "print(\"a\")\n# \u202eturned"'''
    assert f"{finding.reason}; confirm only this call with --approve" in str(error.value)
    with pytest.raises(ConfirmationRequired, match=r'x" and 9,000 more characters'):
        SafetyGate(GRAPH).before(tool("restricted", "Note"), {"given": "x" * 17_000})


def test_a_program_is_told_of_its_own_way_to_confirm() -> None:
    with pytest.raises(ConfirmationRequired) as error:
        SafetyGate(GRAPH, confirmed_with=as_field).before(tool("screened"), {"given": BENZENE})
    assert str(error.value).endswith(f'confirm only this call with `approve`: ["{digests(error)[0]}"]')


def test_every_value_is_screened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another table says of the same value counts at once, in the same run too."""
    gate = SafetyGate(GRAPH)
    assert gate.before(tool("screened"), {"given": HARMLESS})
    found = [Finding(verdict="block", subject=HARMLESS, reason="the table is a new one")]
    monkeypatch.setattr(screening, "screen_value", lambda kind, value: found)
    with pytest.raises(BlockedError, match="the table is a new one"):
        gate.before(tool("screened"), {"given": HARMLESS})


def test_without_a_database_nothing_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(kind: str, value: str) -> list[Finding]:
        raise SafetyDatabaseError("it is not there")

    monkeypatch.setattr(screening, "screen_value", missing)
    with pytest.raises(SafetyDatabaseError):
        SafetyGate(GRAPH, ask=Person()).before(tool("screened"), {"given": HARMLESS})


def test_the_subjects_of_a_question_are_its_words_and_its_values() -> None:
    kinds = (("Kekule", BENZENE), ("Name", "sarin"), ("Note", "hello"))
    entities = tuple(
        Entity(handle=f"e{number}", type=kind, value=value, text="x", start=0, end=1)
        for number, (kind, value) in enumerate(kinds)
    )
    found = SafetyGate(GRAPH).subjects(Query(text="words", entities=entities))
    assert found == [("", "words"), ("smiles", BENZENE), ("name", "sarin"), ("", "hello")]


def test_a_question_is_admitted_unless_it_names_what_is_never_worked_on() -> None:
    gate = SafetyGate(GRAPH)
    assert gate.admit(Query(text="What is the mass of aspirin?")) == ()
    assert {finding.verdict for finding in gate.admit(Query(text=f"the mass of {PHOSGENE}"))} == {"confirm"}
    for text in (f"the mass of {SARIN}", "the mass of sarin", "the SLN CH3CH(CH3)OP(=O)(F)CH3"):
        with pytest.raises(BlockedError):
            gate.admit(Query(text=text))
