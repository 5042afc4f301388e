"""Names that leave open where a group stands: `xylene` is three compounds, of which a table lists it for one."""

from __future__ import annotations

import re
from functools import lru_cache

from scitoolagent.tools.chemistry import _compounds

# Each line parts the isomers of one kind of name; two of a line must be listed, with different structures.
_LOCANTS = (
    ("o-", "m-", "p-"),
    ("1-", "2-", "3-", "4-"),
    ("2,3-", "2,4-", "2,5-", "2,6-", "3,4-", "3,5-"),
    ("alpha-", "beta-", "gamma-", "delta-"),
)
_NAME = re.compile(r"[a-z]{5,30}(?: acid)?")
# Names that chemists use for one of their isomers: the alpha-amino acid, the stable ring, the ketone.
_SETTLED = frozenset(
    (
        "alanine benzoquinone dioxane ecdysone lactate methylsalicylate propanone quinone salicylate toluol tyrosine"
    ).split()
) | {"lactic acid"}


@lru_cache(maxsize=4096)
def isomers(name: str) -> tuple[str, ...]:
    """The isomers that a name without a position may mean, by name; empty where it means one compound.

    The title or the systematic name of a record means that record, and `butanol` is the primary alcohol.
    """
    written = name.strip().lower()
    if not _NAME.fullmatch(written) or written in _SETTLED:
        return ()
    # A word of which no variant is listed is no such name; the table is asked twice for most words.
    for locants in _LOCANTS:
        if sum(_compounds.has_field(locant + written) for locant in locants) < 2:
            continue
        found = {row.inchikey[:14]: locant + written for locant in locants for row in _rows(locant + written)}
        if len(found) > 1:
            return () if _means_one(written) else tuple(found.values())
    return ()


def _rows(name: str) -> list[_compounds.Compound]:
    return [row for row in _compounds.by_name(name) if row.inchikey]


def _means_one(name: str) -> bool:
    rows = _compounds.by_name(name)
    primary = name.endswith("anol") and any(row.title.lower() == f"1-{name}" for row in rows)
    return primary or any(name in (row.title.lower(), row.names[0]) for row in rows)
