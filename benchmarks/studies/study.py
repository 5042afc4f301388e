"""What a case study is: its questions, in order, and the files that they name."""

from __future__ import annotations

import csv
import gzip
import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.errors import ConfigError

_FILE = Path(__file__).with_name("studies.toml")


@dataclass(frozen=True, slots=True)
class Study:
    """A case study.

    Attributes:
        name: what the command calls it.
        title: what it is about, in a line.
        questions: asked one after another; each may point back to those before it, unless it begins with a new subject.
        quick: asked instead where a short run is wanted; empty where the study is short.
        files: the names of files and folders that the questions name, each with the place where the data folder may
            have it.
        tables: the names of tables, each with the place of the file that it is made of and, for each column that is
            kept, its header there.
        writes: files that its questions save, and that an earlier run may have left.
        needs: the extras that it runs with.
    """

    name: str
    title: str
    questions: tuple[str, ...]
    quick: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    writes: tuple[str, ...]
    needs: tuple[str, ...]

    def fetch(self, data: Path | None, folder: Path) -> None:
        """Copy the files into a folder, where the questions find them; what is there already stays.

        Raises:
            ConfigError: one is neither there nor in the data folder.
        """
        for name in self.writes:
            (folder / name).unlink(missing_ok=True)
        for name, place in self.files:
            if not (folder / name).exists():
                found = self._found(data, place, name)
                if found.is_dir():
                    shutil.copytree(found, folder / name, copy_function=shutil.copyfile)
                else:
                    shutil.copyfile(found, folder / name)
        for name, place, columns in self.tables:
            if not (folder / name).exists():
                write_columns(self._found(data, place, name), folder / name, columns)

    def _found(self, data: Path | None, place: str, name: str) -> Path:
        if data is None:
            raise ConfigError(f"the study {self.name} is about {name}; name the folder that has it with --data")
        found = next((data / one for one in (place, name) if (data / one).exists()), None)
        if found is None:
            raise ConfigError(f"{data} has neither {place} nor {name}, which the study {self.name} is about")
        return found


def write_columns(source: Path, target: Path, columns: Sequence[tuple[str, str]]) -> None:
    """Write some columns of a CSV file, which may be in gzip, under names of their own; or those names as they are.

    Raises:
        ConfigError: the file lacks a column, or cannot be read.
    """
    try:
        with gzip.open(source, "rt", encoding="utf-8") if source.suffix == ".gz" else source.open() as file:
            rows = csv.DictReader(file)
            headers = rows.fieldnames or ()
            held = [(name, own if own in headers else name) for name, own in columns]
            if lacking := [f"{own} or {name}" for (name, own) in columns if own not in headers and name not in headers]:
                raise ConfigError(
                    f"{source.name} has no column {', '.join(lacking)}; it has {', '.join(headers)[:300]}"
                )
            made = [[row[own] for _, own in held] for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{source.name} cannot be read as CSV: {error}") from error
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[name for name, _ in held], *made])


def load_studies() -> tuple[Study, ...]:
    """All studies, in the order of their file."""
    declared = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Study(
            name,
            made["title"],
            tuple(made["questions"]),
            tuple(made.get("quick", ())),
            tuple(made.get("files", {}).items()),
            tuple((one, kept["of"], tuple(kept["columns"].items())) for one, kept in made.get("tables", {}).items()),
            tuple(made.get("writes", ())),
            tuple(made.get("needs", ())),
        )
        for name, made in declared.items()
    )


def study_named(name: str) -> Study:
    """The study of a name.

    Raises:
        ConfigError: there is none.
    """
    found = {study.name: study for study in load_studies()}
    if name not in found:
        raise ConfigError(f"there is no study {name[:40]!r}; there are {', '.join(found)}")
    return found[name]
