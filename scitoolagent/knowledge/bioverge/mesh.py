"""Parents, children and siblings in a hierarchy such as MeSH, from a table; cycles and broken rows do no harm.

Three layouts are read: the tree file of MeSH itself (`name;A01.236`, no heading), and tables separated by tabs or
commas with a heading, with the columns `id` and `tree_number` (several are separated by `|` or spaces) or `id` and
`parent`, and perhaps `name`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import lines
from scitoolagent.knowledge.store.records import Found
from scitoolagent.language.text import normalise

MAX_LEVELS = 20
MAX_FOUND = 200
_MOST_ROWS = 2_000_000
_NUMBER = re.compile(r"[A-Z]\d{2}(\.\d{3})*")
_MESH_LINE = re.compile(r"([^;\t]+);([A-Z]\d{2}(?:\.\d{3})*)")


@dataclass(slots=True)
class Tree:
    """Who stands above and below whom, by id; `broken` rows were left out, the first is named."""

    above: dict[str, set[str]] = field(default_factory=dict)
    below: dict[str, set[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)
    broken: int = 0
    first_broken: str = ""

    def name(self, identifier: str) -> str:
        """The name of a node, or its id."""
        return self.names.get(identifier, identifier)

    def find(self, identifier: str, name: str = "") -> str:
        """The node of an entity, by id with or without `MESH:`, or by name.

        Raises:
            GraphError: it is not in the tree, so that nothing is known of its place.
        """
        key = _plain(identifier)
        if key in self.above:
            return key
        found = self.by_name.get(normalise(name or identifier))
        if found is None:
            raise GraphError(f"{(name or identifier)[:80]!r} is not in the tree; its place in it is unknown")
        return found

    def parents(self, node: str, levels: int = 1) -> Found:
        """The nodes up to so many levels above."""
        return self._walk(node, self.above, levels)

    def children(self, node: str, levels: int = 1) -> Found:
        """The nodes up to so many levels below."""
        return self._walk(node, self.below, levels)

    def siblings(self, node: str) -> Found:
        """The other children of its parents."""
        parents = self.above.get(node, set()) - {node}
        return _cut({child for parent in parents for child in self.below.get(parent, set())} - {node})

    def _walk(self, node: str, steps: dict[str, set[str]], levels: int) -> Found:
        if not 1 <= levels <= MAX_LEVELS:
            raise GraphError(f"1 to {MAX_LEVELS} levels can be asked for, not {levels}")
        seen, edge = {node}, {node}
        for _ in range(levels):
            # A node is never passed twice, which also ends a walk in a circle.
            edge = {there for here in edge for there in steps.get(here, set())} - seen
            if not edge:
                break
            seen |= edge
        return _cut(seen - {node})

    def _join(self, child: str, parent: str) -> None:
        for node in (child, parent):
            self.above.setdefault(node, set())
            self.below.setdefault(node, set())
        if child != parent:
            self.above[child].add(parent)
            self.below[parent].add(child)

    def _called(self, node: str, name: str) -> None:
        self.above.setdefault(node, set())
        self.below.setdefault(node, set())
        if name:
            self.names.setdefault(node, name)
            self.by_name.setdefault(normalise(name), node)

    def _refuse(self, reason: str) -> None:
        self.broken += 1
        self.first_broken = self.first_broken or reason


def read_tree(path: Path) -> Tree:
    """Read a hierarchy.

    Raises:
        GraphError: the file cannot be read, has none of the layouts, or holds no row that could be used.
    """
    tree, rows = Tree(), lines(path)
    first = next(rows, None)
    if first is None:
        raise GraphError(f"{path.name} is empty; a tree has a row for each place")
    if _MESH_LINE.fullmatch(first[1].strip("\ufeff")):
        _numbered(tree, _mesh(tree, path.name, chain([first], rows)))
    else:
        mark = "\t" if "\t" in first[1] else ","
        heading = [cell.strip().lower() for cell in first[1].strip("\ufeff").split(mark)]
        cells = _cells(tree, path.name, heading, rows, mark)
        if {"id", "tree_number"} <= set(heading):
            _numbered(tree, _numbers(tree, path.name, cells))
        elif {"id", "parent"} <= set(heading):
            for _, row in cells:
                tree._called(_plain(row["id"]), row.get("name", ""))
                if row["parent"]:
                    tree._join(_plain(row["id"]), _plain(row["parent"]))
        else:
            raise GraphError(
                f"{path.name} has the columns {heading[:6]}; id and tree_number, or id and parent, are needed"
            )
    if not tree.above:
        raise GraphError(f"{path.name} holds no row of a tree: {tree.first_broken or 'nothing after the heading'}")
    return tree


def _mesh(tree: Tree, file: str, rows: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    for number, text in rows:
        if number > _MOST_ROWS:
            raise GraphError(f"{file} has more than {_MOST_ROWS:,} rows; this is no tree")
        match = _MESH_LINE.fullmatch(text.strip("\ufeff").strip())
        if match:
            # The file has no ids; a descriptor with several numbers has one name.
            tree._called(match[1], match[1])
            yield match[1], match[2]
        elif text.strip():
            tree._refuse(f"{file}, line {number}: {text[:60]!r} is no name and tree number")


def _cells(
    tree: Tree, file: str, heading: list[str], rows: Iterator[tuple[int, str]], mark: str
) -> Iterator[tuple[int, dict[str, str]]]:
    for number, text in rows:
        if number > _MOST_ROWS:
            raise GraphError(f"{file} has more than {_MOST_ROWS:,} rows; this is no tree")
        if not text.strip():
            continue
        cells = text.split(mark) if mark == "\t" else next(csv.reader([text]), [])
        row = dict(zip(heading, (cell.strip() for cell in cells), strict=False))
        if len(cells) != len(heading) or not row["id"]:
            tree._refuse(f"{file}, line {number}: it has {len(cells)} cells or no id; {len(heading)} are needed")
            continue
        yield number, row


def _numbers(tree: Tree, file: str, rows: Iterator[tuple[int, dict[str, str]]]) -> Iterator[tuple[str, str]]:
    for number, row in rows:
        places = re.split(r"[|\s]+", row["tree_number"]) if row["tree_number"] else []
        node = _plain(row["id"])
        tree._called(node, row.get("name", ""))
        for place in places:
            if _NUMBER.fullmatch(place):
                yield node, place
            else:
                tree._refuse(f"{file}, line {number}: {place[:40]!r} is no tree number")


def _numbered(tree: Tree, places: Iterable[tuple[str, str]]) -> None:
    """The node of `C01.100.200` stands below that of `C01.100`."""
    at = {place: node for node, place in places}
    for place, node in at.items():
        over = at.get(place.rpartition(".")[0])
        if over is not None:
            tree._join(node, over)


def _plain(identifier: str) -> str:
    text = identifier.strip()
    return text[5:] if text[:5].upper() == "MESH:" else text


def _cut(found: set[str]) -> Found:
    return Found(tuple(sorted(found)[:MAX_FOUND]), len(found) > MAX_FOUND)
