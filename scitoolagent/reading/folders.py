"""Folders of structure files that a question names without the slash: "the density of each CIF in crystals"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from scitoolagent.language.words import word_list

_MOST_ENTRIES = 2000
_MOST_LOOKED_AT = 200


def folders_in(workspace: Path, text: str) -> frozenset[str]:
    """The folders of a workspace with structure or sequence files whose names stand in a text; no links."""
    found: set[str] = set()
    try:
        for number, entry in enumerate(sorted(workspace.iterdir())):
            if number >= _MOST_ENTRIES:
                break
            if entry.is_symlink() or not entry.is_dir() or entry.name.startswith("."):
                continue
            if entry.name not in text:
                continue
            # Most questions name no folder, and need none of this.
            from scitoolagent.tables.structures import file_type

            names = (one.name for _, one in zip(range(_MOST_LOOKED_AT), entry.iterdir(), strict=False))
            if any(file_type(name) for name in names):
                found.add(entry.name)
    except OSError:
        return frozenset(found)
    return frozenset(found)


def with_slashes(text: str, folders: Iterable[str], is_name: Callable[[str], bool]) -> str:
    """The text with a slash behind each folder that it names without one.

    A word that names a compound, too, is a folder only where the question says so.
    """
    said = "|".join(sorted(word_list("tables", "folder")))
    inside = "|".join(sorted(word_list("tables", "in_folder")))
    for name in sorted(folders, key=len, reverse=True):
        spelled = re.escape(name)
        plain = (
            rf"(?<=\s)(?P<before>(?:{inside})\s+(?:the\s+)?(?:(?:{said})\s+)?(?:(?:named|called)\s+)?[\"'“]?){spelled}"
        )
        behind = rf"(?P<behind>[\"'”]?(?:\s+(?:{said})\b)?)(?![\w/*-]|\.\w)"
        for match in reversed(list(re.finditer(plain + behind, f" {text}"))):
            whole = match[0].casefold()
            if not is_name(name) or any(
                re.search(rf"\b{word}\b", whole.replace(name.casefold(), "")) for word in said.split("|")
            ):
                place = match.end("before") - 1 + len(name)
                text = f"{text[:place]}/{text[place:]}"
    return text
