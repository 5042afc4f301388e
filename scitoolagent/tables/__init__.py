"""Tables: collections of rows that stay on disk, with typed columns, read from files and written to them.

`read_table` makes a `Table` of a file or a folder, `write_table` a file of a table,
`operations` another table. The rows are in Parquet files;
memory holds a chunk of them. Nothing here is imported before somebody uses a table.
"""

from scitoolagent.request.conditions import Condition
from scitoolagent.tables.conditions import parse_condition
from scitoolagent.tables.options import Options
from scitoolagent.tables.read import read_table, table_of
from scitoolagent.tables.table import Chunk, Column, Table
from scitoolagent.tables.write import write_table

__all__ = [
    "Chunk",
    "Column",
    "Condition",
    "Options",
    "Table",
    "parse_condition",
    "read_table",
    "table_of",
    "write_table",
]
