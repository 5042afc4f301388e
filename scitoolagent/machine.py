"""What the programs of a model may do here: run steps behind the gate, read tables, write files that are asked for."""

from __future__ import annotations

import filecmp
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from scitoolagent.errors import PictureError, TableError, ToolInputError
from scitoolagent.gate import admitted
from scitoolagent.records import Entity, Query, Step, StepResult, Value

if TYPE_CHECKING:
    from scitoolagent.executor import Executor
    from scitoolagent.tables import Table


class LocalMachine:
    """The executor of an agent as a program sees it.

    Args:
        executor: runs the steps; its gate is that of the run at hand.
        store: the folder of tables.
    Attributes:
        made: files of the working folder that an earlier run of the same question wrote; they are no input of it.
    """

    def __init__(self, executor: Executor, store: Path) -> None:
        self._executor, self._store = executor, store
        self.made: frozenset[str] = frozenset()

    @property
    def workspace(self) -> Path:
        """The folder in which files of a question lie."""
        return self._executor.workspace

    @property
    def store(self) -> Path:
        """The folder of tables."""
        return self._store

    def run(self, query: Query, steps: Sequence[Step], results: Mapping[int, StepResult]) -> Iterator[StepResult]:
        """Run steps of a program, given the results so far."""
        return self._executor.call(query, steps, results)

    def load(self, value: Value) -> Table:
        """The table that a step gave.

        Raises:
            ToolInputError: it is no longer on the disk.
        """
        return self._executor.tables.load(value)

    def sheets(self, file: Entity) -> tuple[str, ...]:
        """The sheets of a workbook; nothing for another file."""
        from scitoolagent.tables.sheets import is_workbook, sheets_of

        name = str(file.value)
        try:
            return sheets_of(self.workspace / name) if is_workbook(name) else ()
        except (OSError, ValueError):
            return ()

    def screen(self, texts: Mapping[str, str]) -> None:
        """Screen texts of a program or of its results, each with its semantic type, or an empty one.

        Raises:
            BlockedError: one of them is what is never worked on.
        """
        if texts:
            admitted(self._executor.screen_texts(texts))

    def take_back(self, name: str) -> bytes:
        """Remove a file that a program of this question wrote, and return what it held."""
        path = self.workspace / name
        content = path.read_bytes() if path.is_file() else b""
        path.unlink(missing_ok=True)
        return content

    def put_back(self, name: str, content: bytes) -> None:
        """Write a file again that was taken back."""
        (self.workspace / name).write_bytes(content)

    def write(self, what: Table | str, name: str) -> str:
        """Write rows, or a picture as SVG, to a new file of the working folder; its size and checksum.

        Raises:
            ToolInputError: the file cannot be written there.
            BlockedError: a cell is what is never worked on.
        """
        from scitoolagent.summarizer.saving import target

        try:
            path = target(self.workspace, name)
            if not isinstance(what, str):
                # Rows may hold what the program put together, which no step has seen.
                texts = [column.name for column in what.columns if not column.is_number]
                self.screen({str(cell): "" for column in texts for cell in what.values(column) if cell})
            return _written(what, path, name)
        except (TableError, PictureError) as error:
            raise ToolInputError(str(error)) from error


def _written(what: Table | str, path: Path, name: str) -> str:
    """Write rows or a picture; the file as an answer lists it."""
    from scitoolagent.pictures import write_picture
    from scitoolagent.tables import write_table

    rows = ""
    if isinstance(what, str):
        write_picture(what, path)
    else:
        rows = f", {write_table(what, path).rows:,} rows"
    content = path.read_bytes()
    return f"{name}{rows}, {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()[:16]}"


class MachineAgain(LocalMachine):
    """The machine of a program that is run again: a file that it wrote before is no reason to fail.

    Args:
        executor: runs the steps.
        store: the folder of tables.
        keeps: whether files that are not there are written; else none is, and what would be told of it is given.
        made: files that the run wrote, which were not there when its question was read.
    """

    def __init__(self, executor: Executor, store: Path, keeps: bool, made: Iterable[str] = ()) -> None:
        super().__init__(executor, store)
        self._keeps, self.made = keeps, frozenset(made)

    def write(self, what: Table | str, name: str) -> str:
        """The file as it is listed; written where it is not there and is to be kept.

        Raises:
            ToolInputError: the file cannot be written, or another of that name is there.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder) / Path(name).name
            try:
                listed = _written(what, path, name)
            except (TableError, PictureError, OSError, ValueError) as error:
                raise ToolInputError(f"{name}: {error}") from error
            if self._keeps and not self._is_there(path, name):
                return super().write(what, name)
        return listed

    def take_back(self, name: str) -> bytes:
        """Remove a file that the run wrote; what is only run again leaves it."""
        return super().take_back(name) if self._keeps else b""

    def put_back(self, name: str, content: bytes) -> None:
        """Write a file again that was taken back."""
        if self._keeps:
            super().put_back(name, content)

    def _is_there(self, path: Path, name: str) -> bool:
        """Whether the working folder has the file of that name, with the same content."""
        there = (self.workspace / name).resolve()
        try:
            return there.is_relative_to(self.workspace) and filecmp.cmp(path, there, shallow=False)
        except OSError:
            return False
