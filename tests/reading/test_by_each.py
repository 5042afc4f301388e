"""What takes one of several listed values is asked once for each; what is made of the results is one thing."""

from __future__ import annotations

from scitoolagent.reading.by_each import one_for_each
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.reader import RuleReader
from scitoolagent.records import Operation
from scitoolagent.toolkg.store import load_graph

QUESTION = "m/z of aspirin as [M+H]+ and [M+Na]+"


def test_an_ask_with_an_operation_stays_one(reader: RuleReader) -> None:
    query = reader.read(QUESTION)
    about = tuple(entity.handle for entity in query.entities)
    ask = AskDraft("m/z", (Target(tool="adduct_mass_to_charge", output="mass_to_charge"),), 0, 3, about)
    assert [one.about[-1] for one in one_for_each(load_graph(), query, [ask])] == list(about[-2:])
    ask.then.append(Operation(tool="difference_of_values", text="difference"))
    assert one_for_each(load_graph(), query, [ask]) == [ask]


def test_what_another_ask_is_of_stays_one(reader: RuleReader) -> None:
    query = reader.read(QUESTION)
    about = tuple(entity.handle for entity in query.entities)
    ask = AskDraft("m/z", (Target(tool="adduct_mass_to_charge", output="mass_to_charge"),), 0, 3, about)
    for other in (AskDraft("error", (), 4, 9, after=[ask]), AskDraft("error", (), 4, 9, columns={"values": [ask]})):
        assert one_for_each(load_graph(), query, [ask, other]) == [ask, other]
