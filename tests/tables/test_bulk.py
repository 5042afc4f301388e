"""Large plain files are read by the engine, and give what reading them line by line gives."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Options, bulk, read_table
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
LINES = [f"R{n},{'ABC'[n % 3]},{n / 7:.4f},{n}" for n in range(300)]
FILES = {
    "plain": "id,group,a,n\n" + "\n".join(LINES) + "\n",
    "no line end": "id,group,a,n\n" + "\n".join(LINES),
    "carriage returns": "id,group,a,n\r\n" + "\r\n".join(LINES) + "\r\n",
    "blanks": "id,group,a,n\n" + "\n".join(line.replace(",", " , ") for line in LINES),
    "empty lines": "id,group,a,n\n" + "\n\n".join(LINES) + "\n,,,\n\n",
    "holes": "id,group,a,n\n" + "\n".join(f"{n},,NA," for n in range(300)),
    "no header": "\n".join(LINES),
    "semicolons": "id;group;a;n\n" + "\n".join(line.replace(",", ";") for line in LINES),
    "tabs": "id\tgroup\ta\tn\n" + "\n".join(line.replace(",", "\t") for line in LINES),
    "codes": "id,n\n" + "\n".join(f"x,{n:05}" for n in range(300)),
    # These are not for the engine.
    "too few": "id,group,a,n\n" + "\n".join([*LINES, "x,y"]),
    "too many": "id,group,a,n\n" + "\n".join([*LINES, "x,y,1,2,3"]),
    "more at the end": "id,group,a,n\n" + "\n".join([*LINES, "x,y,1,2,,"]),
    "quotes": "id,group,a,n\n" + "\n".join([*LINES, '"x, y",A,1,2']),
    "umlauts": "id,group,a,n\n" + "\n".join([*LINES, "Äther,A,1,2"]),
    "one return": "id,group,a,n\n" + "\n".join([*LINES, "x\r,A,1,2"]),
    "no numbers": "id,group,a,n\n" + "\n".join([*LINES, "x,A,big,2"]),
}


def told(path: Path, store: Path) -> tuple[object, ...]:
    try:
        table = read_table(path, Options(GRAPH, store), path.parent)
    except TableError as error:
        return (str(error),)
    rows = [(chunk.rows, chunk.problems, dict(chunk.values)) for chunk in table.chunks()]
    return table.columns, table.rows, table.malformed, table.first_malformed, table.notes, rows


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_engine_reads_what_is_read_line_by_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some [1].csv"
    path.write_bytes(FILES[name].encode())
    slow = told(path, tmp_path / "store")
    monkeypatch.setattr(bulk, "_LEAST_BYTES", 0)
    assert told(path, tmp_path / "store") == slow


def test_plain_files_are_read_by_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.csv"
    path.write_text(FILES["plain"], encoding="ascii")
    monkeypatch.setattr(bulk, "_LEAST_BYTES", 0)
    monkeypatch.setattr("scitoolagent.tables.delimited._append", None)
    assert read_table(path, Options(GRAPH, tmp_path / "store"), tmp_path).rows == 300


def test_many_rows_hold_what_all_of_them_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A column whose first 40,000 values are missing, and one in which one value of 60,000 is no number.
    lines = [f"{'' if n < 40_000 else n},{n if n != 59_999 else 'x'},t{n}" for n in range(60_000)]
    path = tmp_path / "some.csv"
    path.write_text("late,odd,text\n" + "\n".join(lines), encoding="ascii")
    monkeypatch.setattr("scitoolagent.tables.kinds._MANY", 1_000)
    monkeypatch.setattr("scitoolagent.tables.kinds._LOOKED_AT", 500)
    table = read_table(path, Options(GRAPH, tmp_path / "store"), tmp_path)
    assert [column.kind for column in table.columns] == ["integer", "number", "text"]
    assert table.malformed == 1


def test_too_many_rows_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.csv"
    path.write_text(FILES["plain"], encoding="ascii")
    monkeypatch.setattr(bulk, "_LEAST_BYTES", 0)
    options = Options(GRAPH, tmp_path / "store")
    bounded = dataclasses.replace(options, bounds=dataclasses.replace(options.bounds, rows=10))
    with pytest.raises(TableError, match="more than 10 rows"):
        read_table(path, bounded, tmp_path)
