"""Hold rows against a condition or against another table: how many meet it, and which of them the other one has."""

from __future__ import annotations

from scitoolagent.errors import TableError
from scitoolagent.request.conditions import Condition
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.conditions import as_sql
from scitoolagent.tables.identity import molecule, with_identity
from scitoolagent.tables.operations import derived, join
from scitoolagent.tables.recognise import SMILES
from scitoolagent.tables.store import ROW, connected, scan
from scitoolagent.tables.table import Table


def judged(table: Table, condition: Condition) -> tuple[int, int, int]:
    """How many rows meet a condition, how many do not, and of how many nothing tells.

    Raises:
        TableError: the condition does not fit the columns.
    """
    text, values = as_sql(condition, table)
    if not table.parts:
        return 0, 0, 0
    counts = "count(*) FILTER (WHERE held), count(*) FILTER (WHERE NOT held), count(*) FILTER (WHERE held IS NULL)"
    with connected(table.folder) as engine:
        query = f"SELECT {counts} FROM (SELECT ({text}) AS held FROM {scan(table.paths)})"  # noqa: S608
        met, failed, unknown = engine.execute(query, values).fetchone()
    return int(met), int(failed), int(unknown)


def among(table: Table, others: Table, on: str, other: str, there: bool) -> Table:
    """The rows whose value in a column another table has, too, or those whose value it lacks.

    Molecules and sequences are compared by what they are. Rows that cannot be compared are in neither, and are told.

    Raises:
        TableError: a column is not there, or the two hold values of different kinds.
    """
    one, two = table.column(on), others.column(other)
    if (one.kind, one.type, one.unit) != (two.kind, two.type, two.unit):
        raise TableError(
            f"{shown(one.name)!r} holds {one.type or one.kind} and {shown(two.name)!r} {two.type or two.kind}; "
            "they have no value in common"
        )
    with with_identity(table, one) as (mine, folder), with_identity(others, two) as (theirs, beside):
        known = f"SELECT identity FROM ({theirs}) WHERE identity IS NOT NULL"  # noqa: S608
        kept = f"SELECT * FROM ({mine}) WHERE identity {'' if there else 'NOT '}IN ({known})"  # noqa: S608
        query = f"SELECT * EXCLUDE (identity) FROM ({kept}) ORDER BY {ROW}"  # noqa: S608
        told: list[str] = []
        for source, rows, where_ in ((mine, table, (folder,)), (theirs, others, (others.folder, beside))):
            with connected(table.folder, rows.folder, *where_) as engine:
                lost = engine.execute(f"SELECT count(*) FROM ({source}) WHERE identity IS NULL").fetchone()[0]  # noqa: S608
            told += [f"{lost:,} rows of {rows.source} cannot be compared and count as in neither"] if lost else []
        return derived(table, query, (), table.columns, told, (folder, others.folder, beside))


def apart_from(table: Table, on: str, smiles: str) -> Table:
    """The rows less those of a molecule; how many these are is told.

    Raises:
        TableError: there is no such column, or it holds no molecules.
    """
    column, own = table.column(on), molecule(smiles)
    if own is None:
        raise TableError(f"{shown(smiles)} cannot be read as a molecule")
    if column.type != SMILES:
        raise TableError(f"{shown(column.name)!r} holds {column.type or column.kind}, and no molecules")
    with with_identity(table, column) as (rows, folder):
        query = f"SELECT * EXCLUDE (identity) FROM ({rows}) WHERE identity IS DISTINCT FROM ? ORDER BY {ROW}"  # noqa: S608
        found = derived(table, query, (own,), table.columns, others=(folder,))
    gone = table.rows - found.rows
    told = (f"{gone:,} of {table.rows:,} rows hold the molecule itself, and are left out",) if gone else ()
    return found.model_copy(update={"notes": (*found.notes, *told)}).save()


def joined(left: Table, right: Table, on: str, other: str, keep: bool) -> Table:
    """The rows of two tables side by side; how many of each have no partner, or several, is told.

    Raises:
        TableError: a column is not there, or the two hold values of different kinds.
    """
    found = join(left, right, on, other, keep)
    one, two = left.column(on), right.column(other)
    told: list[str] = []
    with (
        with_identity(left, one) as (mine, folder),
        with_identity(right, two) as (theirs, beside),
        connected(left.folder, right.folder, folder, beside) as engine,
    ):
        for own, others, rows in ((mine, theirs, left), (theirs, mine, right)):
            known = f"SELECT identity FROM ({others}) WHERE identity IS NOT NULL"  # noqa: S608
            lonely = f"SELECT count(*) FROM ({own}) WHERE identity IS NULL OR identity NOT IN ({known})"  # noqa: S608
            alone = engine.execute(lonely).fetchone()[0]
            stay = "have no values of the other" if keep and rows is left else "are left out"
            told += [f"{alone:,} of {rows.rows:,} rows of {rows.source} have no partner and {stay}"] if alone else []
            keys = f"SELECT identity FROM ({own}) WHERE identity IN ({known}) GROUP BY 1 HAVING count(*) > 1"  # noqa: S608
            twice = [str(one[0]) for one in engine.execute(f"{keys} ORDER BY 1").fetchall()]
            listed = ", ".join(map(shown, twice[:5])) + (" …" if len(twice) > 5 else "")
            if twice:
                told.append(f"{len(twice):,} values stand in several rows of {rows.source}, each is joined: {listed}")
    return found.model_copy(update={"notes": tuple(dict.fromkeys((*found.notes, *told)))}).save()
