"""Names of files with blanks in them, which quotes hold together."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTED = re.compile(r"""(?<!\w)(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|“([^”\n]{1,200})”|`([^`\n]{1,200})`)""")


def find_files(text: str) -> Iterator[tuple[int, int, str]]:
    """Find the names of files of rows that stand in quotes and hold a blank or another sign that parts words.

    Gives the start, the end and the name, without the quotes.
    """
    for match in _QUOTED.finditer(text):
        number = match.lastindex or 1
        name = match[number]
        if re.search(r"[\s<>|,;]", name) and "." in name and _is_read(name):
            yield match.start(number), match.end(number), name


def _is_read(name: str) -> bool:
    # Most questions name no such file, and need none of this.
    from scitoolagent.tables.read import reads

    return reads(name)
