"""What answers SPARQL: a store on this disk, or an endpoint over HTTP. Both give plain rows, and both are bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from scitoolagent.errors import GraphError

MAX_ROWS = 100_000
MAX_QUERY = 1_000_000
MAX_COUNT = 10**12
# The tokens of SPARQL 1.1 (section 19.8) that may hold any word are passed over; `word` is what may be a keyword. It
# takes in the prefix of a name and what stands right behind a number, since parsers need no space there.
_TOKENS = re.compile(
    r"""
      <[^<>"{}|^`\\\x00-\x20]*>                                  # an address
    | "{3}(?:[^"\\]|\\.|"{1,2}(?!"))*"{3} | '{3}(?:[^'\\]|\\.|'{1,2}(?!'))*'{3}
    | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'            # a text
    | \#[^\n\r]*                                               # a comment
    | [?$@][\w-]+                                               # a variable or the language of a text
    | (?P<word>[\w.-]*):[\w.:%-]* | (?P<bare>\w+)
    """,
    re.DOTALL | re.VERBOSE,
)
# A SELECT that begins with its variables, as `?a ?b (COUNT(*) AS ?n)`, and the bound at its end.
_NAMED = r"\((?:(?!\bAS\s+\?\w+\s*\))[^{}])*\bAS\s+\?(\w+)\s*\)"
_SELECT = re.compile(rf"\s*SELECT\s+(?:DISTINCT\s+)?((?:\?\w+\s*|{_NAMED}\s*)+)(?:WHERE|\{{)", re.IGNORECASE)
_VARIABLE = re.compile(rf"{_NAMED}|\?(\w+)", re.IGNORECASE)
_LIMIT = re.compile(r"\bLIMIT\s+(\d{1,9})\s*$", re.IGNORECASE)
_CODE_POINT = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


@dataclass(frozen=True, slots=True)
class Rows:
    """Variables and rows of a SELECT; an unbound value is None. `truncated` when a limit cut them."""

    names: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    truncated: bool = False


class SparqlSource(Protocol):
    """Answers SPARQL 1.1 SELECT and ASK; an ASK gives one row `answer` with `true` or `false`."""

    def select(self, query: str, limit: int = MAX_ROWS) -> Rows:
        """Run a query, reading at most `limit` rows.

        Raises:
            GraphError: the query is wrong or takes too long, or the source does not answer as it should.
        """
        ...


def count_of(value: str | None) -> int:
    """A count as a source tells it.

    Raises:
        GraphError: it is no whole number that a count can be.
    """
    try:
        told = float(value or 0)
        count = int(told) if told.is_integer() else -1
    except (ValueError, OverflowError):
        count = -1
    if not 0 <= count <= MAX_COUNT:
        raise GraphError(f"the graph counts {str(value)[:40]!r}, which is no number of things; it cannot be trusted")
    return count


def check_query(query: str) -> None:
    """Refuse what no source may be asked.

    Raises:
        GraphError: the query is too long, or has SERVICE, by which a store would ask any machine that it names.
    """
    if len(query) > MAX_QUERY:
        raise GraphError(f"the query has {len(query):,} characters; at most {MAX_QUERY:,} are taken")
    # `SERV\u0049CE` is the same word to SPARQL, which turns escapes into signs before it reads anything.
    for text in dict.fromkeys((query, _CODE_POINT.sub(_sign, query))):
        for token in _TOKENS.finditer(text):
            if "service" in (token["word"] or token["bare"] or "").lower():
                raise GraphError("SERVICE is not allowed: a query asks one graph and no other machine")


def asked_of(query: str) -> tuple[tuple[str, ...], int | None]:
    """The variables that a SELECT asks for, none where it does not say, and how many rows at most."""
    selected = _SELECT.match(query)
    limited = _LIMIT.search(query)
    names = tuple(one[0] or one[1] for one in _VARIABLE.findall(selected[1])) if selected else ()
    return names, int(limited[1]) if limited else None


def _sign(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code < 0x110000 else " "
