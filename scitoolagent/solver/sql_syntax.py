"""Refuse queries that are more than one question to the registered tables, by the syntax tree of the engine itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

import duckdb

from scitoolagent.errors import ToolInputError

_MOST_CHARACTERS, _MOST_REPEATED = 50_000, 10_000
_QUERIES = frozenset(
    {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE", "QUERY_NODE", "PLACEHOLDER_NODE"}
)
# Functions in FROM that read nothing but their arguments.
_SOURCES = frozenset({"range", "generate_series", "unnest", "json_each", "json_tree"})
# Functions that tell of the machine, the process or the connection, that change something, or that only wait.
_REFUSED = re.compile(
    r"(?:current_setting|current_query|current_connection_id|current_(?:transaction|query)_id|txid_current|getenv|"
    r"getvariable|nextval|currval|setval|setseed|sleep_ms|write_log|query|query_table|glob|sniff_csv|which_secret|"
    r"(?:duckdb|pragma|pg|inet|read|parquet|json_execute|__internal|st_read|sql_auto)_\w*|in_search_path|"
    r"parquet_scan|arrow_scan|pandas_scan|seq_scan|user|session_user|current_(?:user|role|database|catalog|schemas?))"
)
# The place of the argument that says how long a text or a list becomes, which no bound on memory covers.
_LENGTHENING = {"repeat": 1, "lpad": 1, "rpad": 1, "bar": 3}
# What may stand behind a statement.
_END = re.compile(r";\s*(?:(?:--[^\n]*(?:\n|$)|/\*.*?\*/)\s*)*$", re.DOTALL)
_KINDS = "one SELECT, WITH, VALUES or DESCRIBE"


def checked(engine: Any, query: str, names: Sequence[str]) -> str:
    """Return the one statement of a query, without what ends it.

    Args:
        engine: a connection of DuckDB, which parses the query.
        query: as it was written.
        names: of the tables that it may read.
    Raises:
        ToolInputError: it is empty, more than one statement, or does something else than asking these tables.
    """
    if len(query) > _MOST_CHARACTERS:
        raise ToolInputError(f"the query has {len(query):,} characters, at most {_MOST_CHARACTERS:,} are taken")
    try:
        query.encode()
    except UnicodeEncodeError as error:
        raise ToolInputError("the query holds signs that are no text; write it anew") from error
    statements = engine.extract_statements(query)
    if len(statements) != 1:
        raise ToolInputError(f"the query holds {len(statements) or 'no'} statements; give {_KINDS}")
    kind = statements[0].type.name
    if kind == "MULTI":
        raise ToolInputError(
            "PIVOT has to name its values here: PIVOT t ON c IN ('a', 'b') USING sum(x); "
            "or write sum(x) FILTER (c = 'a')"
        )
    if kind != "SELECT":
        raise ToolInputError(f"{kind} is not allowed; give {_KINDS} (the tables are {_listed(names)})")
    statement = _bare(engine, str(statements[0].query).strip())
    tree = _tree(engine, statement)
    _check_names(engine, tree)
    _check(tree, names)
    return statement


def _bare(engine: Any, statement: str) -> str:
    """A statement without the semicolon that ends it and the comments behind that."""
    match = _END.search(statement)
    if match is None:
        return statement
    bare = statement[: match.start()].rstrip()
    try:
        return bare if len(engine.extract_statements(bare)) == 1 else statement
    except duckdb.Error:
        return statement


def _tree(engine: Any, statement: str) -> Any:
    (text,) = engine.execute("SELECT json_serialize_sql(?)", [statement]).fetchone()
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise ToolInputError("the query is nested too deep; write it in steps behind WITH") from error
    if tree.get("error") or len(tree["statements"]) != 1:
        raise ToolInputError(f"the query cannot be checked: {tree.get('error_message', 'not one statement')}")
    return tree["statements"]


def _check_names(engine: Any, tree: Any) -> None:
    """Refuse expressions of WITH that are called as a view of the catalogue: elsewhere the name would mean that."""
    named = _named_inside(tree)
    if not named:
        return
    views = engine.execute("SELECT lower(view_name) FROM duckdb_views() WHERE internal").fetchall()
    if taken := sorted(named & {name for (name,) in views}):
        raise ToolInputError(f"WITH {taken[0]} AS … has a name of the engine itself; call it otherwise")


def _named_inside(tree: Any) -> set[str]:
    """What a query calls its own expressions behind WITH."""
    named = set()
    for node in _nodes(tree):
        named |= {str(entry["key"]).casefold() for entry in (node.get("cte_map") or {}).get("map", ())}
        named |= {str(node["cte_name"]).casefold()} if node.get("cte_name") else set()
    return named


def _check(tree: Any, names: Sequence[str]) -> None:
    known = {name.casefold() for name in names} | _named_inside(tree)
    for node in _nodes(tree):
        kind = str(node.get("type", ""))
        if kind.endswith("_NODE") and kind not in _QUERIES:
            raise ToolInputError(f"a query that changes rows is not allowed; give {_KINDS}")
        if kind == "BASE_TABLE":
            _check_table(node, known, names)
        elif kind == "SHOW_REF" and not node.get("query"):
            raise ToolInputError(f"SHOW is not allowed; the tables are {_listed(names)}; DESCRIBE tells their columns")
        elif kind == "TABLE_FUNCTION":
            _check_source(node, names)
        elif node.get("class") == "FUNCTION":
            _check_function(node)


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """All nodes of a syntax tree; a loop, since a query may be nested deeper than Python calls."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)


def _check_table(node: dict[str, Any], known: set[str], names: Sequence[str]) -> None:
    name = str(node.get("table_name", ""))
    if node.get("schema_name") or node.get("catalog_name") or name.casefold() not in known:
        near = get_close_matches(name, names, 1, 0.5)
        meant = f"; did you mean {near[0]}?" if near else "."
        raise ToolInputError(f"there is no table {name[:80]!r}{meant} The tables are {_listed(names)}")


def _check_source(node: dict[str, Any], names: Sequence[str]) -> None:
    function = node.get("function") or {}
    name = str(function.get("function_name", ""))
    if name.casefold() not in _SOURCES or function.get("schema") or function.get("catalog"):
        raise ToolInputError(f"{name[:80]}(…) cannot be read from; the tables are {_listed(names)}")


def _check_function(node: dict[str, Any]) -> None:
    name = str(node.get("function_name", "")).casefold()
    if _REFUSED.fullmatch(name):
        raise ToolInputError(f"the function {name[:80]} is not allowed in a query")
    place = _LENGTHENING.get(name)
    if place is not None and not _is_short(node, place):
        raise ToolInputError(f"{name} needs a length that is written as a number, at most {_MOST_REPEATED:,}")


def _is_short(node: dict[str, Any], place: int) -> bool:
    """Whether an argument that says how long a text becomes is a small number; one that is left out is."""
    arguments = node.get("arguments") or node.get("children") or []
    if place >= len(arguments):
        return True
    argument = arguments[place].get("expression") or arguments[place]
    numbers = re.findall(r'"(?:text|value)": "?(-?\d+)"?', json.dumps(argument))
    return argument.get("class") == "CONSTANT" and all(int(number) <= _MOST_REPEATED for number in numbers)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:20]) + ", …" * (len(names) > 20) if names else "none"
