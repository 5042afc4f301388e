"""Questions with what the program answers, one JSON object a line.

A line has `id`, `question` (or `turns` for a conversation, each with a question of its own), `files` of its working
folder, and the outcome: `status`, `values`, or the `error` of a refusal. `says` and `lacks` are what the words of the
answer have to hold and must not hold; one that begins with `re:` is a regular expression. `about` is the rule that the
question is an example of, `family` its wording without what is particular to it, `schema` the columns of its files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from scitoolagent.errors import ConfigError

Status = Literal["complete", "partial", "failed", "blocked", "refused"]
Part = Literal["read", "unread"]
_OF_A_TURN = ("question", "status", "error", "values", "says", "lacks", "steps", "saved", "table")


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Turn(_Line):
    """One question and its outcome.

    `values` are label, subject, value and unit of each value. `steps` are the tools with their arguments, `saved` the
    name of the file that was written, and `table` the rows behind the answer by column, where these are to be checked.
    """

    question: str
    status: Status
    error: str = ""
    values: tuple[tuple[str, str, Any, str | None], ...] = ()
    says: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    steps: tuple[tuple[str, dict[str, Any]], ...] = ()
    saved: str = ""
    table: dict[str, tuple[Any, ...]] | None = None


class Item(_Line):
    """A question or a conversation, with the files of its working folder relative to the folder `files`."""

    id: str
    about: str = ""
    files: tuple[str, ...] = ()
    turns: tuple[Turn, ...]
    family: str = ""
    schema_: tuple[str, ...] = ()

    @property
    def part(self) -> Part:
        """The half that it belongs to: all questions of one schema to the same, and without files all of one family."""
        key = json.dumps(self.schema_) if self.schema_ else self.family
        return "unread" if hashlib.sha256(key.encode()).digest()[0] % 2 else "read"

    def line(self) -> str:
        """It as a line of a file."""
        row: dict[str, Any] = {"id": self.id}
        turns = [turn.model_dump(exclude_defaults=True) for turn in self.turns]
        row |= turns[0] if len(turns) == 1 else {"turns": turns}
        row |= self.model_dump(exclude_defaults=True, include={"about", "files", "family"})
        if self.schema_:
            row["schema"] = self.schema_
        return json.dumps(row, ensure_ascii=False)


def read_items(path: Path) -> list[Item]:
    """The questions of a file.

    Raises:
        ConfigError: the file cannot be read, a line is no question, or two have one id.
    """
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        found = [_item(json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError, AttributeError, ValidationError) as error:
        raise ConfigError(f"{path} is not a file of questions: {error}") from error
    ids = [item.id for item in found]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ConfigError(f"{path} has more than one question {twice[0]!r}")
    return found


def write_items(path: Path, items: Iterable[Item]) -> None:
    """Write questions to a file, one a line."""
    path.write_text("".join(f"{item.line()}\n" for item in items), encoding="utf-8")


def item_files(folder: Path) -> Iterator[tuple[str, list[Item]]]:
    """The names of the files of questions in a folder, each with its questions."""
    for path in sorted(folder.glob("*.jsonl")):
        yield path.stem, read_items(path)


def _item(row: dict[str, Any]) -> Item:
    of_turn = {name: row.pop(name) for name in _OF_A_TURN if name in row}
    if of_turn:
        row["turns"] = [of_turn]
    return Item.model_validate({("schema_" if name == "schema" else name): value for name, value in row.items()})
