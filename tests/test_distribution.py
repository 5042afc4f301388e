"""What is handed out beside the wheel says what the package says; the container file is read, not built."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from scitoolagent import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, each with its words; comments left out, and lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in re.sub(r"\\\n", " ", text).splitlines() if line.strip()]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines]


def test_the_container_file_has_known_instructions_and_no_root() -> None:
    found = instructions()
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}
    assert {name for name, _ in found} <= known
    assert found[0][0] == "FROM"
    last = max(place for place, (name, _) in enumerate(found) if name == "FROM")
    final = dict(found[last:])
    assert final["USER"].isdigit() and int(final["USER"]) > 0
    assert not [name for name, _ in found[[name for name, _ in found].index("USER") :] if name == "RUN"]
    assert json.loads(final["ENTRYPOINT"]) == list(PROJECT["scripts"])
    assert isinstance(json.loads(final["CMD"]), list)


def test_the_container_file_takes_a_python_and_extras_that_the_package_has() -> None:
    found = instructions()
    for name, words in found:
        if name == "FROM":
            version = re.match(r"docker\.io/library/python:3\.(\d+)-slim\b", words)
            assert version, "an image is named in full, with its version"
            assert f"Programming Language :: Python :: 3.{version[1]}" in PROJECT["classifiers"]
        if name == "COPY" and "--from" not in words:
            assert (ROOT / words.split()[0]).exists()
    extras = re.search(r"\.whl\)\[([a-z,]+)\]", " ".join(words for _, words in found))
    assert extras and set(extras[1].split(",")) <= set(PROJECT["optional-dependencies"])


def test_the_citation_names_this_version_and_licence() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([a-z-]+): (.+)$", text, flags=re.MULTILINE))
    assert fields["cff-version"] == "1.2.0"
    assert {"message", "title"} <= set(fields)
    assert (fields["version"], fields["license"]) == (__version__, PROJECT["license"])
    assert PROJECT["authors"][0]["name"] in text


def test_folders_of_data_go_into_the_wheel_by_name() -> None:
    """Without `include-package-data = false` the build takes each folder of data for a package that is not declared."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    assert setuptools["include-package-data"] is False
    folders = _folders(setuptools)
    for package, patterns in setuptools["package-data"].items():
        for pattern in patterns:
            assert list(folders[package].glob(pattern)), f"{package} has no {pattern}"


def _folders(setuptools: dict[str, dict[str, str]]) -> dict[str, Path]:
    """The folder of each package."""
    places = setuptools["package-dir"]
    found = {}
    for package in setuptools["packages"]:
        home = max((one for one in places if package == one or package.startswith(f"{one}.")), key=len)
        found[package] = ROOT / places[home] / package.removeprefix(home).strip(".").replace(".", "/")
    return found
