"""Make the run of a page again, in a folder of its own, and say whether the page still tells what the run gave."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.gate import admitted, screen_many
from scitoolagent.language.signs import printable
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.page import ReadPage, page, read_page
from scitoolagent.provenance.page.reading import visible_text
from scitoolagent.provenance.portable import PackedFile, checksum, is_plain_name, unpacked
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.replay import Replay, replay
from scitoolagent.records import Finding
from scitoolagent.toolkg.store import load_graph

_SHOWN = 100


def replay_page(
    path: Path,
    config: Config,
    workspace: Path | None = None,
    approved: Iterable[str] = (),
    ask: Callable[[Sequence[Finding]], bool] | None = None,
) -> Replay:
    """Run the plan or program of a page again and compare it with what the page tells.

    Args:
        path: the page.
        config: settings; the cache is not used.
        workspace: the folder with the files that the page names and does not hold; the current one when left out.
        approved: digests of findings that the user confirms.
        ask: asks the user about the findings of a call.
    Raises:
        ConfigError: it is no page of a run, its record is broken, or a file that it needs is not there.
        BlockedError: it holds what is never worked on.
    """
    read = read_page(path)
    recorded = unpacked(path.name, read.run)
    admit_run(load_graph(), recorded)
    cells = {cell for table in read.run.tables.values() for row in table.cells for cell in row if isinstance(cell, str)}
    admitted([item.finding for item in screen_many((("", cell) for cell in sorted(cells)), "question")])
    altered = list(_altered(read, recorded))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for file in read.run.files:
            altered += _placed(file, folder, workspace or Path.cwd())
        replayed = replay(recorded, config, folder, approved, ask, read.run.tables)
    return dataclasses.replace(replayed, altered=tuple(altered))


def _altered(read: ReadPage, recorded: RecordedRun) -> Iterator[str]:
    """What was changed in a page after it was written."""
    if not read.is_record_whole:
        yield "the record in the page was changed after it was written: its SHA-256 is another"
    told = visible_text(page(recorded, load_graph(), read.run))
    if told == read.text or (read.is_text_whole and read.is_record_whole):
        # Another version of this program may word the same record otherwise.
        return
    lines = zip_longest(_plain(read.text), _plain(told), fillvalue="nothing")
    shown, given = next(((one, other) for one, other in lines if one != other), ("", ""))
    if shown or given:
        yield f"the page shows {shown[:_SHOWN]!r} where its record gives {given[:_SHOWN]!r}"


def _plain(text: str) -> list[str]:
    """The lines that can be compared: the digest of a record differs with every change of it."""
    return [line for line in text.split("\n") if not re.fullmatch(r"[0-9a-f]{64}", line)]


def _placed(file: PackedFile, folder: Path, workspace: Path) -> Iterator[str]:
    """Put a file of the run where it is made again; gives what is wrong with it.

    Raises:
        ConfigError: it is not there, or its name leads elsewhere.
    """
    name = printable(file.name)[:_SHOWN]
    if not is_plain_name(file.name):
        raise ConfigError(
            f"the page names the file {name!r}, which is no name of a file below a folder; it is not made again"
        )
    target = folder / file.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.content is not None:
            yield from _unpacked(file, target)
            return
        source = (workspace / file.name).resolve()
        if source.is_relative_to(workspace.resolve()) and source.is_file():
            if file.sha256 and checksum(source) != file.sha256:
                yield f"the file {name} in this folder is another than the run read: its SHA-256 is not {file.sha256}"
            shutil.copyfile(source, target)
            return
    except OSError as error:
        raise ConfigError(f"the file {name!r} cannot be put in place: {error.strerror or error}") from error
    size = f"{file.size:,} bytes, " if file.size is not None else ""
    digest = f"SHA-256 {file.sha256}" if file.sha256 else "of which nothing more is known"
    raise ConfigError(f"the run read {name!r} ({size}{digest}), and the page does not hold it; copy it to this folder")


def _unpacked(file: PackedFile, target: Path) -> Iterator[str]:
    try:
        content = base64.b64decode(file.content or "", validate=True)
    except ValueError as error:
        raise ConfigError(f"the file {file.name[:_SHOWN]!r} in the page is broken: {error}") from error
    if hashlib.sha256(content).hexdigest() != file.sha256:
        yield f"the file {printable(file.name)[:_SHOWN]} in the page was changed: its SHA-256 is not the one beside it"
    with target.open("xb") as written:
        written.write(content)
