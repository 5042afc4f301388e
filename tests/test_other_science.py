"""A package about astronomy brings its units, names and tools without a line here that knows of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin" / "astronomy"
ROOT = Path(__file__).parents[1]
CODE = """
import json, sys
from scitoolagent import Agent
from scitoolagent.errors import NoPathError
found = []
if __name__ == "__main__":
    with Agent() as agent:
        for question in json.load(sys.stdin):
            try:
                answer = agent.run(question)
                found.append([answer.status, [[value.label, value.value, value.unit] for value in answer.values]])
            except NoPathError as error:
                found.append(["none", str(error)])
    print(json.dumps(found))
"""
QUESTIONS = [
    "What is the distance of the star Vega?",
    "What is the stellar distance of Proxima Centauri?",
    "What is the distance modulus at 100 pc?",
    "What is the distance modulus at 1.5 kpc?",
    "What is the distance modulus at 326.156 lightyears?",
    "What is the distance modulus at 3 kg?",
    "What is the TPSA of menthol?",
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    folder = tmp_path_factory.mktemp("stars")
    environment = {**os.environ, "PYTHONPATH": str(PLUGIN), "SCITOOLAGENT_DATA_DIR": str(folder / "data")}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input=json.dumps(QUESTIONS),
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=folder,
    )
    return dict(zip(QUESTIONS, json.loads(done.stdout), strict=True))


@pytest.mark.slow
def test_its_names_are_recognised(answers: dict[str, list[object]]) -> None:
    # 1000 / parallax in milliarcseconds, from the table of the package.
    assert answers[QUESTIONS[0]] == ["complete", [["distance of a star", pytest.approx(7.6787, abs=1e-4), "pc"]]]
    assert answers[QUESTIONS[1]] == ["complete", [["distance of a star", pytest.approx(1.29594, abs=1e-4), "pc"]]]


def test_its_unit_is_read_with_prefixes_and_converted(answers: dict[str, list[object]]) -> None:
    # 5 log10(d / 10 pc); 1 pc = 3.26156 light-years (IAU 2015 B2).
    expected = {QUESTIONS[2]: 5.0, QUESTIONS[3]: 10.8805, QUESTIONS[4]: 5.0}
    for question, value in expected.items():
        assert answers[question] == ["complete", [["distance modulus", pytest.approx(value, abs=1e-4), "1"]]]
    assert answers[QUESTIONS[5]][0] == "none" and "3 kg" in str(answers[QUESTIONS[5]][1])


def test_the_own_tools_are_still_there(answers: dict[str, list[object]]) -> None:
    assert answers[QUESTIONS[6]][0] == "complete"


def test_nothing_in_the_program_names_it() -> None:
    folders = ("scitoolagent", "toolkg", "tools", "safety_db", "benchmarks", "finetune")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert not [path for path in sources if "astronomy_tools" in path.read_text(encoding="utf-8")]
