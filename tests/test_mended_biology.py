"""Ordinary questions of biology and statistics: answered rightly, or refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import PlanError

_RECORD = """\
LOCUS       TEST1                     45 bp    DNA     circular SYN 01-JAN-2020
DEFINITION  Test plasmid.
ACCESSION   TEST1
VERSION     TEST1.1
FEATURES             Location/Qualifiers
     gene            complement(4..18)
                     /gene="xyz"
     {kind}             21..35
                     /gene="abc"
ORIGIN
        1 gaattccatt accacttggc atggccaagt ggtaaggatc cggga
//
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    (made / "coded.gb").write_text(_RECORD.format(kind="CDS"), encoding="utf-8")
    (made / "uncoded.gb").write_text(_RECORD.format(kind="tRN"), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


@pytest.mark.parametrize("question", [None, 5])
def test_what_is_no_text_is_no_question(agent: Agent, question: object) -> None:
    with pytest.raises(PlanError, match="text"):
        agent.run(question)  # type: ignore[arg-type]
