"""Tuned adapters as they are handed on: a folder with `release.json`, the adapters as GGUF files, and a card.

What comes from elsewhere is held against its checksums, the base model's too: on another base an adapter answers, and
answers nonsense.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent.errors import ModelError
from scitoolagent.llm import ROLES, SOLVER

MANIFEST = "release.json"
_MOST_BYTES = 100_000


class ReleasedFile(BaseModel):
    """A file by its name, which leads nowhere else, its size and its checksum."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    file: Annotated[str, Field(pattern=r"^[^/\\:.\x00-\x1f][^/\\:\x00-\x1f]{0,199}$")]
    bytes: Annotated[int, Field(ge=1)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Release(BaseModel):
    """The base model, and the adapters by role."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    base: ReleasedFile
    adapters: Annotated[dict[str, ReleasedFile], Field(min_length=1)]


def describe(path: Path) -> ReleasedFile:
    """What a release says of a file."""
    return ReleasedFile(file=path.name, bytes=path.stat().st_size, sha256=checksum(path))


def checksum(path: Path) -> str:
    """The SHA-256 of a file, as `sha256sum` writes it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def released_adapter(folder: Path, base: Path, role: str | None = None) -> tuple[str, Path]:
    """The role and the file of an adapter of a release, after it and the base were found to be the right files.

    Args:
        folder: the release.
        base: the GGUF file of the base model, under any name.
        role: the adapter; may be left out where there is one.
    Raises:
        ModelError: the folder is no release, it has no such adapter, or a file is another one than was released.
    """
    release = _read(folder)
    known = ", ".join(sorted(release.adapters))
    if role is None and len(release.adapters) > 1:
        raise ModelError(f"{folder} has adapters for {known}; say which by --role, since a server takes one")
    role = role or next(iter(release.adapters))
    if role not in release.adapters:
        raise ModelError(f"{folder} has no adapter for {role!r}; it has {known}")
    adapter = folder / release.adapters[role].file
    _hold(adapter, release.adapters[role], "the adapter")
    _hold(base, release.base, "the base model")
    return role, adapter


def _read(folder: Path) -> Release:
    path = folder / MANIFEST
    try:
        with path.open("rb") as file:
            release = Release.model_validate_json(file.read(_MOST_BYTES))
    except (OSError, ValidationError) as error:
        first = str(error).splitlines()[0]
        raise ModelError(f"{folder} is no release: {MANIFEST} cannot be read ({first})") from error
    foreign = sorted(set(release.adapters) - {*ROLES, SOLVER})
    if foreign:
        raise ModelError(f"{folder} is no release: {', '.join(map(repr, foreign))[:200]} is no role")
    return release


def _hold(path: Path, wanted: ReleasedFile, what: str) -> None:
    try:
        same = path.stat().st_size == wanted.bytes and checksum(path) == wanted.sha256
    except OSError as error:
        raise ModelError(f"{what} {path} cannot be read") from error
    if not same:
        raise ModelError(f"{path} is not {what} of the release: {wanted.file}, sha256 {wanted.sha256}")
