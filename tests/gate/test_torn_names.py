"""Names of listed agents are stopped where they are parted elsewhere than in the lists, and others are not."""

from __future__ import annotations

import pytest

from scitoolagent.gate.screening import _screening


@pytest.mark.parametrize("kind", ["text", "name"])
@pytest.mark.parametrize(
    "name",
    [
        "methyl phosphonic difluoride",
        "Methyl-Phosphonic  Di-fluoride",
        "isopropyl methyl phosphonofluoridate",
        "isopropyl methylphosphono fluoridate",
        "O-pinacolyl methyl-phosphonofluoridate",
    ],
)
def test_a_name_that_is_parted_elsewhere_is_stopped(kind: str, name: str) -> None:
    written = f"It is made from {name} and an alcohol." if kind == "text" else name
    found = _screening(kind, written)
    assert found is not None and found.verdict == "block"


@pytest.mark.parametrize("text", ["methyl benzoate in isopropyl alcohol", "sodium fluoride", "methyl phosphonic di"])
def test_other_names_of_such_words_are_not(text: str) -> None:
    found = _screening("text", text)
    assert found is None or found.verdict != "block"
