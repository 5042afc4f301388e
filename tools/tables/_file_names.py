"""Names of files with blanks in them, which quotes hold together."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTED = re.compile(r"""(?<!\w)(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|“([^”\n]{1,200})”|`([^`\n]{1,200})`)""")


def find_files(text: str) -> Iterator[tuple[int, int, str]]:
    """Find the names of files of rows that stand in quotes and hold a blank or another sign that parts words.

    Gives the start, the end and the name, without the quotes.
    """
    from scitoolagent.tables.read import reads

    for match in _QUOTED.finditer(text):
        number = match.lastindex or 1
        name = match[number]
        if re.search(r"[\s<>|,;]", name) and reads(name):
            yield match.start(number), match.end(number), name
