"""What a result depends on besides its inputs: the code and tables of its tool, and the libraries that they import.

Everything is read from files, nothing is imported for it: the imports of a module are found in its text.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, resolve_name
from pathlib import Path

from scitoolagent.tool.declare import ToolSpec

# Rooms of this program whose tables are exchanged while it stays the same: what they say is asked anew each time.
LIVING = ("scitoolagent.safety_db", "scitoolagent.knowledge")
# How records are shown changes no value.
_SHOWING = "scitoolagent.rich_display"
# The built-in tools have one folder a field; of a package of somebody else all folders count.
_BUILT_IN = "scitoolagent.tools."
_CODE = (".py", ".pyc", ".pyi")
_NO_DATA = (*_CODE, ".pth", ".so", ".pyd")
_BIG = 64 << 20

# Patterns that begin with a plain character are searched several times faster.
_FROM = re.compile(r"\n[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)")
_IMPORT = re.compile(r"\n[ \t]*import[ \t]+([^\n#;]+)")
# A library whose files are read without importing it is named in a call.
_NAMED = re.compile(r"\b(?:find_spec|import_module|files)\(\s*[\"']([.\w]+)[\"']")
_NAMING = ("find_spec(", "import_module(", "files(")


@dataclass(frozen=True, slots=True)
class Versions:
    """What made a result.

    Attributes:
        code: a digest of the code that the tool reaches in its own package, and of the tables there.
        libraries: the installed versions of all else, such as `rdkit 2025.9.1`, with Python's.
        lasting: whether a result may be kept at all.
    """

    code: str
    libraries: tuple[str, ...]
    lasting: bool


def versions_of(spec: ToolSpec) -> Versions:
    """What makes the results of a tool.

    What is elsewhere (a service, a tool of an MCP server, the hazard tables, a domain graph) may change while all that
    is here stays the same, so the results of such tools do not last.
    """
    if spec.version:
        return Versions(spec.version, (), False)
    code, libraries, living = _versions(spec.function.__module__)
    programs = tuple(_program(need.removeprefix("program:")) for need in spec.requires if need.startswith("program:"))
    return Versions(code, (*libraries, *programs), not living and "network" not in spec.requires)


@lru_cache(maxsize=256)
def _versions(module: str) -> tuple[str, tuple[str, ...], bool]:
    """The digest, the libraries, and whether the module reaches tables that are exchanged."""
    own, foreign = _reached(module)
    digest = hashlib.sha256()
    for name, path in sorted(own.items()):
        digest.update(f"{name} {_content(path)}\n".encode())
    for path in _tables(own):
        digest.update(f"{path.name} {_content(path)}\n".encode())
    libraries = (f"Python {platform.python_version()}", *sorted(map(_library, foreign)))
    return digest.hexdigest()[:12], libraries, any(name.startswith(LIVING) for name in own)


def _reached(module: str) -> tuple[dict[str, Path], set[str]]:
    """The modules of its package and of this program that a module reaches by imports; all others by name."""
    followed = {module.partition(".")[0], "scitoolagent"}
    own: dict[str, Path] = {}
    foreign: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        found = _find(name)
        if name in own or found is None or found.origin is None or not found.origin.endswith(".py"):
            continue
        if name == _SHOWING:
            continue
        own[name] = Path(found.origin)
        if name.startswith(LIVING):
            continue  # nothing that comes of it is kept, so the rest of it does not matter
        if not name.startswith("scitoolagent"):
            waiting.append(name.rpartition(".")[0])  # a package runs before what is in it
        for imported in _imports(own[name].read_text(encoding="utf-8", errors="replace"), found.parent or ""):
            first = imported.partition(".")[0]
            if first in followed:
                waiting.append(imported)
            elif first not in sys.stdlib_module_names:
                foreign.add(first)
    return own, foreign


def _imports(text: str, package: str) -> Iterator[str]:
    text = "\n" + text
    for match in _IMPORT.finditer(text):
        for part in match[1].split(","):
            if re.fullmatch(r"[\w.]+", name := part.split()[0] if part.split() else ""):
                yield name
    for match in _FROM.finditer(text):
        if match[1].startswith(".") and not package:
            continue
        source = resolve_name(match[1], package)
        yield source
        listed = re.sub(r"#[^\n]*", "", match[2]).strip("() \t\n")
        for part in listed.replace("\n", " ").split(","):
            if re.fullmatch(r"\w+", name := part.split()[0] if part.split() else ""):
                yield f"{source}.{name}"
    for match in _NAMED.finditer(text) if any(word in text for word in _NAMING) else ():
        if not match[1].startswith("."):
            yield match[1]


@lru_cache(maxsize=4096)
def _find(name: str) -> ModuleSpec | None:
    """Where a module is; None for what is none, such as a class that is imported."""
    parent, _, _ = name.rpartition(".")
    if parent:
        above = _find(parent)
        if above is None or above.submodule_search_locations is None:
            return None
    try:
        return find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None


def _tables(own: dict[str, Path]) -> list[Path]:
    """The files that are no code, beside the modules and in the folders below; those of single modules stand beside."""
    folders: set[Path] = set()
    files: set[Path] = set()
    for name, path in own.items():
        if name.startswith(_BUILT_IN):
            root = _find(".".join(name.split(".")[:3]))
        elif name.startswith("scitoolagent."):
            # What headers are units of, say, stands in a word file beside the module that reads it.
            files |= _beside(path.parent)
            continue
        else:
            root = _find(name.partition(".")[0])
        if root is not None and root.submodule_search_locations:
            folders |= {Path(place) for place in root.submodule_search_locations}
        else:
            files |= _beside(path.parent)
    for folder in folders:
        for place, below, names in os.walk(folder):
            below[:] = [name for name in below if name != "__pycache__" and not name.startswith(".")]
            files |= {Path(place, name) for name in names if not name.endswith(_CODE)}
    return sorted(files)


def _beside(folder: Path) -> frozenset[Path]:
    return frozenset(file for file in folder.iterdir() if file.is_file() and file.suffix not in _NO_DATA)


def _content(path: Path) -> str:
    """A digest of a file; of one of more than 64 MB its size and time, since it is read before the first call."""
    try:
        if (status := path.stat()).st_size > _BIG:
            return f"{status.st_size} {status.st_mtime_ns}"
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "not there"


@lru_cache(maxsize=256)
def _library(name: str) -> str:
    """The distribution and version that an importable name comes from; `NAME none` where it is not installed."""
    found = _find(name)
    if found is None:
        return f"{name} none"
    # The names of the folders say it; the metadata in them take ten times as long, those of all a quarter of a second.
    for folder in {str(Path(place).parent) for place in found.submodule_search_locations or [found.origin or ""]}:
        installed = _installed(folder)
        if name.lower() in installed:
            return f"{name} {installed[name.lower()]}"
        for listing in Path(folder).glob("*.dist-info/top_level.txt"):
            if name in listing.read_text(encoding="utf-8", errors="replace").split():
                return f"{name} {listing.parent.stem}"
    owners = metadata.packages_distributions().get(name, ())
    if owners:
        return f"{name} {' '.join(metadata.version(owner) for owner in owners)}"
    return f"{name} {_content(Path(found.origin))}" if found.origin else f"{name} unknown"


@lru_cache(maxsize=16)
def _installed(folder: str) -> dict[str, str]:
    """The distributions in a folder with their versions: `rdkit-2025.9.1.dist-info` is one of `rdkit`."""
    names = (path.stem.partition("-") for path in Path(folder).glob("*.dist-info"))
    return {name.lower(): version for name, _, version in names}


def _program(name: str) -> str:
    place = shutil.which(name)
    return f"{name} {_content(Path(place))}" if place else f"{name} none"
