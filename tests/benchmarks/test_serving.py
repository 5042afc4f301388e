"""The benchmark of the server counts what was lost and what was wrong, and asks what it can check."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from scitoolagent.benchmarks import serving

pytestmark = pytest.mark.slow


def test_no_two_questions_are_the_same() -> None:
    asked = [question.text for question in islice(serving.generated_questions(), 1200)]
    assert len(set(asked)) == 1200


def test_the_values_are_those_that_another_program_gives() -> None:
    from rdkit import Chem
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula, CalcNumRings

    for question in islice(serving.generated_questions(), 0, 400, 7):
        if "protein" in question.text:
            continue
        molecule = Chem.MolFromSmiles(question.text.split()[-1].rstrip("?"))
        if "formula" in question.text:
            assert CalcMolFormula(molecule) == question.value
        elif "heavy" in question.text:
            assert molecule.GetNumHeavyAtoms() == question.value
        elif "rings" in question.text:
            assert CalcNumRings(molecule) == question.value


def test_the_proteins_are_those_of_the_standard_code() -> None:
    from Bio.Seq import Seq

    for question in islice(serving.generated_questions(), 3, 400, 4):
        assert str(Seq(question.text.split()[1]).translate()) == question.value


@pytest.mark.parametrize(("number", "rank"), [(1, 1), (20, 19), (50, 48), (100, 95), (1000, 950)])
def test_the_percentile_is_the_nearest_rank(number: int, rank: int) -> None:
    # 95 % of 50 are 47.5, so 48 values have to lie at or below it.
    assert serving.percentile(list(map(float, range(1, number + 1))), 95) == rank


def test_what_is_lost_or_wrong_is_told_and_spoils_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    good = [serving.RequestOutcome("answered", 0.5)] * 3
    assert serving.report("x", good, 1.0, 0.25)
    assert "3 answered, 0 lost, 0 wrong" in capsys.readouterr().out
    bad = [*good, serving.RequestOutcome("lost", 0.1, "the reason"), serving.RequestOutcome("wrong", 0.1, "another")]
    assert not serving.report("x", bad, 1.0, 0.25)
    told = capsys.readouterr().out
    assert "3 answered, 1 lost, 1 wrong" in told
    assert "the reason" in told


def test_nobody_there_is_a_lost_question() -> None:
    outcome = serving.ask_server(1, serving.GeneratedQuestion("x", 1))
    assert outcome.kind == "lost"
    assert outcome.reason


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").is_file(), reason="the system does not tell")
def test_the_memory_of_what_a_process_started_counts() -> None:
    code = (
        "import subprocess, sys; x = bytearray(40_000_000);"
        "subprocess.run([sys.executable, '-c', 'x = bytearray(60_000_000); print(1, flush=True); input()'])"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        sizes = serving.memory(process.pid)
        process.communicate(b"\n")
    # An interpreter takes about 10 MB beside the 38 and 57 MiB of the arrays.
    assert 38 < sizes["server"] < 80
    assert 57 < sizes["workers"] < 100
    assert sizes["together"] < sizes["server"] + sizes["workers"]


def test_a_server_is_started_asked_and_ended(capfd: pytest.CaptureFixture[str]) -> None:
    assert serving.measure(4, 2, 0)
    assert "4 answered, 0 lost, 0 wrong" in capfd.readouterr().out
