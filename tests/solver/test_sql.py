"""Queries of a model over tables: what they return, what they may not do, and how their errors help."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.solver import sql
from scitoolagent.solver.sql import columns_read, run_sql, sql_names
from scitoolagent.tables import Table

Read = Callable[[str, str], Table]

CSV = """subject,"dose (mg)",response,group,visit day
s1,1.5,10,control,2024-01-02
s1,3,n.d.,treated,2024-01-09
s2,1.5,14,control,2024-01-03
s2,3,19,treated,2024-01-10
"""
ROWS: list[dict[str, Any]] = [{"subject": "s1", "age": 30, "tags": ["a", "b"]}, {"subject": "s2", "age": None}]


@pytest.fixture
def trial(read: Read) -> Table:
    return read("trial.csv", CSV)


def test_files_are_queried_by_their_headers(trial: Table) -> None:
    result = run_sql(
        'SELECT subject, sum("dose (mg)") AS total FROM trial GROUP BY subject ORDER BY 1', {"trial": trial}
    )
    assert result.columns == ("subject", "total")
    assert result.rows == ({"subject": "s1", "total": 4.5}, {"subject": "s2", "total": 4.5})
    assert not result.truncated


def test_missing_values_and_dates_are_plain(trial: Table) -> None:
    query = """SELECT response, "visit day", CAST("visit day" AS DATE) + 1 AS next FROM trial LIMIT 2 OFFSET 0"""
    assert run_sql(query, {"trial": trial}).rows[1] == {
        "response": None,
        "visit day": "2024-01-09",
        "next": "2024-01-10",
    }


def test_rows_at_hand_are_a_table_beside_files(trial: Table) -> None:
    query = "SELECT count(*) AS n, max(age) AS age FROM trial JOIN people USING (subject)"
    assert run_sql(query, {"trial": trial, "people": ROWS}).rows == ({"n": 4, "age": 30},)
    assert run_sql("SELECT tags FROM people", {"people": ROWS}).rows == ({"tags": ["a", "b"]}, {"tags": None})


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("'NaN'::DOUBLE", None), ("1.25", 1.25), ("sum(x)", 3), ("avg(x)", 1.5), ("x > 5", False),
        ("TIMESTAMP '2024-01-02 03:04:05'", "2024-01-02T03:04:05"), ("TIME '03:04'", "03:04:00"),
        ("{'a': 1.5, 'b': [DATE '2024-01-02']}", {"a": 1.5, "b": ["2024-01-02"]}), ("map {'k': 1}", {"k": 1}),
        ("INTERVAL 1 DAY", "1 day, 0:00:00"), ("'ab'::BLOB", "6162"), ("2::HUGEINT ** 3", 8), ("NULL", None),
    ],
)  # fmt: skip
def test_values_are_plain_python(expression: str, value: Any) -> None:
    rows = [{"x": 1}, {"x": 2}]
    query = f"SELECT {expression} AS v FROM t {'' if '(x)' in expression else 'LIMIT 1'}"
    (row,) = run_sql(query, {"t": rows}).rows
    assert row == {"v": value}
    assert type(row["v"]) is type(value) or isinstance(value, int)


def test_rows_are_bounded_and_it_says_so() -> None:
    result = run_sql("SELECT * FROM range(100)", {}, most_rows=10)
    assert (len(result.rows), result.truncated) == (10, True)
    assert not run_sql("SELECT * FROM range(10)", {}, most_rows=10).truncated
    with pytest.raises(ToolInputError, match="characters"):
        run_sql("SELECT list(i) FROM range(10000000) r(i)", {})


@pytest.mark.parametrize(
    "query",
    [
        "SELECT current_setting('allowed_paths')", "SELECT 'threads'.current_setting()", "SELECT getenv('HOME')",
        "SELECT system.main.current_setting('threads')", "SELECT list_transform([1], lambda x: Current_Setting('threads'))",
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')", "SELECT * FROM duckdb_settings()", "SELECT * FROM duckdb_views()",
        "SELECT * FROM duckdb_views", "SELECT sql FROM sqlite_master", "SELECT * FROM information_schema.tables",
        "SELECT * FROM (WITH duckdb_views AS (SELECT 1) SELECT 1) a, duckdb_views", "SELECT pg_get_viewdef(1)",
        "SELECT * FROM query('SELECT 1')", "SELECT * FROM query_table('duckdb_views')", "SHOW TABLES", "SHOW DATABASES",
        "SELECT * FROM (SHOW ALL TABLES)", "COPY (SELECT 1) TO '{out}'", "COPY t TO '{out}'", "ATTACH '{out}'", "INSTALL httpfs",
        "LOAD httpfs", "PRAGMA database_list", "PRAGMA database_size", "SET threads = 4", "RESET threads", "CALL pragma_version()",
        "CREATE TABLE x AS SELECT 1", "DROP VIEW t", "INSERT INTO t VALUES (1)", "EXPLAIN ANALYZE SELECT 1",
        "EXPORT DATABASE '{out}'", "USE memory", "CHECKPOINT", "BEGIN", "SELECT 1; COPY (SELECT 1) TO '{out}'",
        "WITH x AS (DELETE FROM rows_0 RETURNING *) SELECT * FROM x", "PREPARE q AS SELECT 1", "SELECT * FROM hidden",
        "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))", "SELECT repeat('x', 2000000000)",
        "SELECT rpad('x', 1000 * 1000 * 1000, 'x')", "SELECT sleep_ms(10000)", "", ";", "-- nothing",
    ],
)  # fmt: skip
def test_nothing_but_questions_to_the_tables_runs(query: str, tmp_path: Path) -> None:
    hidden = [{"secret": 1}]
    out = tmp_path / "out"
    with pytest.raises(ToolInputError):
        run_sql(query.replace("{out}", str(out)), {"t": [{"a": 1}]})
    assert hidden
    assert not out.exists()


@pytest.mark.parametrize(
    "query",
    ["SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM '/etc/passwd'", "SELECT * FROM glob('/*')", "SELECT * FROM frame",
     "COPY (SELECT 1) TO '{out}'", "ATTACH '{out}'", "INSTALL httpfs", "SET threads = 4", "SET enable_external_access = true"],
)  # fmt: skip
def test_the_engine_refuses_what_got_past_the_parser(query: str, tmp_path: Path) -> None:
    frame = pandas.DataFrame({"a": [1]})
    with sql._engine({"t": [{"a": 1}]}, 5) as engine, pytest.raises(duckdb.Error):
        engine.execute(query.replace("{out}", str(tmp_path / "out"))).fetchall()
    assert len(frame) == 1


def test_other_files_of_the_store_stay_closed(trial: Table, read: Read) -> None:
    other = read("other.csv", "a,b\n1,2\n")
    for path in (*other.paths, *trial.paths, trial.folder / "table.json"):
        with pytest.raises(ToolInputError, match="tables are trial"):
            run_sql(f"SELECT * FROM read_parquet('{str(path).replace(chr(39), chr(39) * 2)}')", {"trial": trial})


@pytest.mark.parametrize(
    "query",
    ["DESCRIBE t", "VALUES (1), (2)", "FROM t", "TABLE t", "SELECT 1 AS a UNION SELECT 2", "SUMMARIZE t", "SELECT a FROM t; -- all",
     "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT * FROM r", "SELECT ';--' AS a",
     "PIVOT t ON a IN (1, 2) USING count(*)", "SELECT lpad(a::VARCHAR, 3, '0') FROM t", "SELECT a FROM T -- end"],
)  # fmt: skip
def test_questions_of_other_forms_run(query: str) -> None:
    assert run_sql(query, {"t": [{"a": 1}, {"a": 2}]}).rows


def test_a_long_query_is_stopped() -> None:
    start = time.monotonic()
    for query in (
        "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = -1",
        "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r",
    ):
        with pytest.raises(ToolInputError, match="ran longer than"):
            run_sql(query, {}, seconds=0.3)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("query", "helps"),
    [
        ("SELECT dose_mg FROM trial", 'trial."dose (mg)"'), ("SELECT Dose FROM trial", 'trial."dose (mg)"'),
        ('SELECT 1 FROM trial WHERE "group" = "control"', "single quotes: 'control'"), ("SELECT 1 FROM trail", "did you mean trial"),
        ("SELECT sum(subject) FROM trial", "TRY_CAST"), ("SELECT subject::DOUBLE FROM trial", "TRY_CAST"),
        ("SELECT subject, count(*) FROM trial", "GROUP BY"), ("PIVOT trial ON subject USING count(*)", "FILTER"),
        ("SELECT dose (mg) FROM trial", "double quotes"), ("SHOW TABLES", "trial"),
    ],
)  # fmt: skip
def test_errors_say_what_to_write(trial: Table, query: str, helps: str) -> None:
    with pytest.raises(ToolInputError) as caught:
        run_sql(query, {"trial": trial})
    assert helps in str(caught.value)
    assert str(trial.folder) not in str(caught.value)
    assert "LINE 2" not in str(caught.value)


def test_a_lost_file_is_an_error_without_its_path(trial: Table) -> None:
    trial.paths[0].unlink()
    with pytest.raises(ToolInputError) as caught:
        run_sql("SELECT * FROM trial", {"trial": trial})
    assert str(trial.folder.parent) not in str(caught.value)


@pytest.mark.parametrize(
    "query",
    ["SELECT " + "(" * 900 + "1" + ")" * 900, "SELECT 1" + " + 1" * 900, "SELECT " + "[" * 20_000, "SELECT " + "x" * 60_000, "SELECT '\x00'",
     "SELECT \ud800", "SELECT $1", "SELECT ?"],
)  # fmt: skip
def test_hostile_texts_end_in_an_error_or_an_answer(query: str) -> None:
    try:
        assert len(run_sql(query, {}).rows) == 1
    except ToolInputError:
        return


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_refused_or_answered(text: str) -> None:
    try:
        run_sql(text, {"t": [{"a": 1}]}, seconds=2)
    except ToolInputError:
        return


def test_headers_that_sql_cannot_tell_apart_get_numbers() -> None:
    assert sql_names(("A", "a", "b", "a (2)")) == ("A", "a (2)", "b", "a (2) (2)")
    assert run_sql('SELECT "a (2)", "A" FROM t', {"t": [{"A": 1, "a": 2}]}).rows == ({"a (2)": 2, "A": 1},)
    with pytest.raises(ToolInputError, match="rename"):
        run_sql("SELECT 1", {"t": ROWS, "T": ROWS})


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False), st.text(max_size=8),
    st.lists(st.integers(0, 9), max_size=3),
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries({"a b": _VALUES, '"; --': st.one_of(st.none(), st.text(max_size=5))}),
        min_size=1,
        max_size=5,
    )
)
def test_rows_of_any_values_come_back(rows: list[dict[str, Any]]) -> None:
    result = run_sql("SELECT * FROM t", {"t": rows})
    assert result.columns == tuple(rows[0])
    for before, after in zip(rows, result.rows, strict=True):
        assert before['"; --'] == after['"; --']
        assert (before["a b"] is None) == (after["a b"] is None)
        if type(before["a b"]) is type(after["a b"]):
            assert before["a b"] == after["a b"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT avg(response) FROM trial WHERE \"group\" = 'treated'", {"trial": {"response", "group"}}),
        ("SELECT count(*) FROM trial", {"trial": set()}), ("SELECT 1", {}), ("DESCRIBE trial", {}),
        ("WITH q AS (SELECT * FROM trial) SELECT max(\"dose (mg)\") FROM q", {"trial": {"dose (mg)"}}),
        ("WITH q AS MATERIALIZED (SELECT * FROM trial) SELECT max(subject) FROM q", {"trial": {"subject"}}),
        ("SELECT p.age FROM trial t JOIN people p ON t.subject = p.subject WHERE t.response > 10",
         {"trial": {"subject", "response"}, "people": {"age", "subject"}}),
        ("SELECT age FROM people WHERE subject IN (SELECT subject FROM trial WHERE response IS NULL)",
         {"people": {"age", "subject"}, "trial": {"subject", "response"}}),
        ("SELECT response FROM trial WHERE 1 = 0", {"trial": {"response"}}), ("SELECT nothing FROM trial", None), ("SET threads = 2", None),
        ("SELECT subject FROM trial ORDER BY \"visit day\" LIMIT 1", {"trial": {"subject", "visit day"}}),
    ],
)  # fmt: skip
def test_the_columns_that_rows_rest_on(trial: Table, query: str, expected: dict[str, set[str]] | None) -> None:
    assert columns_read(query, {"trial": trial, "people": ROWS}) == expected
