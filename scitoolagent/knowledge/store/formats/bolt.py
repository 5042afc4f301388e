"""Read a Neo4j server by its protocol Bolt, with the driver `neo4j` (the extra `bolt`).

Two queries of this module's own are asked in one transaction of read access, which is rolled back; no Cypher of anybody
else is ever sent. A node is called by its property `id` or `identifier` where it has one of its own, else by the id of
the server. What a server sends is bounded, and what is no node or relation is broken and told.
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, LiteralString

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Note, Relation

if TYPE_CHECKING:
    from neo4j import Transaction

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
MAX_ROWS = 50_000_000
_NODES = "MATCH (n) RETURN elementId(n) AS own, labels(n) AS kinds, properties(n) AS told"
_RELATIONS = (
    "MATCH (a)-[r]->(b) RETURN elementId(a) AS start, type(r) AS kind, elementId(b) AS end, properties(r) AS told"
)
_IDS, _NAMES, _SYNONYMS, _PMIDS = ("id", "identifier"), ("name", "label"), ("synonyms", "aliases"), ("pmids", "pmid")
_LONGEST, _MOST_VALUES, _FETCHED = 10_000, 1_000, 1_000
_SECONDS = 30.0


def is_bolt(address: str) -> bool:
    """Whether a text is the address of a Neo4j server."""
    return address.partition("://")[0] in SCHEMES and "://" in address


def read_bolt(address: str, user: str = "", password: str = "", seconds: float = _SECONDS) -> Iterator[Item]:
    """The nodes and relations of a server.

    Args:
        address: as `bolt://localhost:7687`.
        user: who asks; nobody where the server wants nobody.
        password: of the user.
        seconds: how long to wait for the server to accept.
    Raises:
        GraphError: the driver is not installed, the address holds a password or is none, or the server refuses.
    """
    parts = urllib.parse.urlsplit(address)
    if not is_bolt(address) or not parts.hostname:
        raise GraphError(f"{address[:80]!r} is no address of a Neo4j server; write bolt://HOST:7687")
    if parts.username or parts.password:
        raise GraphError("give user and password by the settings bolt_user and bolt_password, not in the address")
    yield Note(f"Neo4j at {parts.hostname} by Bolt, read-only")
    with _opened(address, user, password, seconds) as asked:
        ids: dict[str, str] = {}
        taken: set[str] = set()
        for number, row in _rows(asked, _NODES):
            made = _node(row, ids, taken)
            yield Broken("nodes", number, made) if isinstance(made, str) else made
        for number, row in _rows(asked, _RELATIONS):
            found = _relation(row, ids)
            yield Broken("relations", number, found) if isinstance(found, str) else found


@contextmanager
def _opened(address: str, user: str, password: str, seconds: float) -> Iterator[Transaction]:
    try:
        from neo4j import READ_ACCESS, GraphDatabase
        from neo4j.exceptions import DriverError, Neo4jError
    except ImportError as error:
        raise GraphError("a Neo4j server is read by its driver; pip install 'scitoolagent[bolt]'") from error
    try:
        with (
            GraphDatabase.driver(
                address,
                auth=(user, password) if user else None,
                connection_timeout=seconds,
                connection_acquisition_timeout=seconds,
                telemetry_disabled=True,
            ) as driver,
            driver.session(default_access_mode=READ_ACCESS, fetch_size=_FETCHED) as session,
            session.begin_transaction() as asked,
        ):
            yield asked
            asked.rollback()
    except (DriverError, Neo4jError, OSError, ValueError) as error:
        raise GraphError(f"the Neo4j server gave no answer: {str(error)[:300]}") from error


def _rows(asked: Transaction, query: LiteralString) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, record in enumerate(asked.run(query), 1):
        if number > MAX_ROWS:
            raise GraphError(f"the Neo4j server sends more than {MAX_ROWS:,} rows")
        yield number, record.data()


def _node(row: Mapping[str, Any], ids: dict[str, str], taken: set[str]) -> Entity | str:
    own, kinds, told = row.get("own"), row.get("kinds"), row.get("told")
    if not isinstance(own, str) or not isinstance(kinds, list) or not isinstance(told, dict):
        return "it is no node"
    if not kinds:
        return f"node {own[:40]} has no label"
    values = {str(name): text for name, value in told.items() if (text := _text(value))}
    identifier = next((values[name] for name in _IDS if name in values), own)
    # Two labels may both count from 1; the second keeps the id that the server gave it.
    identifier = own if identifier in taken else identifier
    taken.add(identifier)
    ids[own] = identifier
    name = next((values.pop(one) for one in _NAMES if one in values), identifier)
    synonyms = next((_many(told[one]) for one in _SYNONYMS if one in values), ())
    left = {key: value for key, value in values.items() if key not in (*_IDS, *_SYNONYMS)}
    return Entity(identifier, str(sorted(kinds)[0]), name, synonyms, left)


def _relation(row: Mapping[str, Any], ids: Mapping[str, str]) -> Relation | str:
    kind, told = row.get("kind"), row.get("told")
    start, end = (ids.get(str(row.get(name)), "") for name in ("start", "end"))
    if not isinstance(kind, str) or not isinstance(told, dict) or not start or not end:
        return "it joins nodes that the server did not send, or is no relation"
    pmids = next((_many(told[name]) for name in _PMIDS if name in told), ())
    left = {str(name): text for name, value in told.items() if name not in _PMIDS and (text := _text(value))}
    return Relation(start, kind, end, (Evidence(pmids),) if pmids else (), left)


def _text(value: Any) -> str:
    return "; ".join(_many(value))[:_LONGEST]


def _many(value: Any) -> tuple[str, ...]:
    values = value[:_MOST_VALUES] if isinstance(value, list) else [value]
    return tuple(text for one in values if one is not None and (text := str(one).strip()[:_LONGEST]))
