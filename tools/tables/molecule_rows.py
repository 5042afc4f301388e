"""Compare all molecules, or all structures, of a column with one another, in blocks."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows, with_values
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, TableFolder, made, opened
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.grouping import RowClusterSizes

_MOST_COMPARED, _MOST_CLUSTERED, _MOST_PAIRS, _MOST_NEIGHBOURS = 50_000, 20_000, 5_000_000, 50_000_000

LeastSimilarity = Annotated[
    float, Semantic("LeastSimilarity", parent="Parameter", unit="1", label="lowest similarity of a pair that is listed")
]
LargestDistance = Annotated[
    float,
    Semantic(
        "LargestClusterDistance", parent="Parameter", unit="1", label="largest distance to the centre of a cluster"
    ),
]
OtherMolecules = Annotated[
    Path,
    Semantic("OtherMoleculeRows", parent="RowsOfTable", label="rows of other molecules", shown="other molecules"),
]
PairCount = Annotated[int, Semantic("NumberOfSimilarPairs", unit="1", label="number of similar pairs of molecules")]
MoleculeClusterCount = Annotated[
    int, Semantic("NumberOfMoleculeClusters", unit="1", label="number of clusters of the molecules of a table")
]


@dataclass(frozen=True)
class PairsResult:
    """The pairs that are alike."""

    table: TableFolder
    pairs: PairCount
    rows: RowsUsed


@dataclass(frozen=True)
class MoleculeClusterResult:
    """The table with a column of clusters."""

    table: TableFolder
    clusters: MoleculeClusterCount
    sizes: RowClusterSizes
    rows: RowsUsed


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"table": ASSAY, "column": "smiles", "least": 0.5},
    seconds=600.0,
)
def similar_molecule_pairs(table: TableFolder, column: ColumnName, least: LeastSimilarity = 0.7) -> PairsResult:
    """List the pairs of molecules of a table that are alike by the Tanimoto coefficient.

    Args:
        table: The table; at most 50,000 rows.
        column: One of SMILES.
        least: Pairs of at least this similarity are listed, above 0 and at most 1.
    Returns:
        A table with both row numbers, both SMILES and the similarity of each pair, in the order of the rows; the
        number of pairs, and of rows with a molecule.
    Raises:
        ToolInputError: the column holds no SMILES, there are fewer than two molecules, too many rows, or more than five
            million such pairs.
    Source: Tanimoto coefficient on Morgan fingerprints (radius 2, 2048 bits), by RDKit.
    """
    from rdkit import DataStructs

    if not 0 < least <= 1:
        raise ToolInputError(f"a similarity is above 0 and at most 1, not {least:g}")
    given, rows, smiles, prints, notes = _fingerprints(table, column, _MOST_COMPARED)

    def pairs() -> Iterator[list[Any]]:
        for place in range(len(prints) - 1):
            found = DataStructs.BulkTanimotoSimilarity(prints[place], prints[place + 1 :])
            for behind, value in enumerate(found, place + 1):
                if value >= least:
                    yield [rows[place], rows[behind], smiles[place], smiles[behind], float(value)]

    smiles_type = given.column(column).type
    columns = [Column(name=name, kind="integer", unit="1") for name in ("row", "other row")]
    columns += [Column(name=name, type=smiles_type) for name in ("molecule", "other molecule")]
    columns.append(Column(name="Tanimoto similarity", kind="number", unit="1"))
    folder = made(lambda: of_rows(given, columns, pairs(), notes, _MOST_PAIRS))
    return PairsResult(folder, opened(folder).rows, len(prints))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"table": ASSAY, "column": "smiles", "distance": 0.6},
    seconds=600.0,
)
def cluster_molecule_rows(
    table: TableFolder, column: ColumnName, distance: LargestDistance = 0.35
) -> MoleculeClusterResult:
    """Cluster the molecules of a table by Butina's method on fingerprints.

    Args:
        table: The table; at most 20,000 rows.
        column: One of SMILES.
        distance: Largest Tanimoto distance to the centre of a cluster, 0 to below 1.
    Returns:
        The table with a column of clusters, numbered from 1 by falling size, and one that says which rows are the
        centres; the number of clusters, their sizes, and the number of rows with a molecule.
    Raises:
        ToolInputError: the column holds no SMILES, there are fewer than two molecules or too many, or the distance is
            so large that almost all are neighbours.
    Source: Butina 1999, doi:10.1021/ci9803381, neighbours counted anew after each cluster; Morgan fingerprints (radius
        2, 2048 bits) by RDKit.
    """
    if not 0 <= distance < 1:
        raise ToolInputError(f"the distance is 0 to below 1, not {distance:g}")
    given, rows, _, prints, notes = _fingerprints(table, column, _MOST_CLUSTERED)
    clusters = butina(_neighbours(prints, distance))
    place_of = {number: place for place, number in enumerate(rows)}
    found: dict[int, tuple[int, bool]] = {}
    for number, members in enumerate(clusters, 1):
        found |= {rows[member]: (number, member == members[0]) for member in members}
    listed = [row for chunk in given.chunks(columns=()) for row in chunk.rows]
    columns = [Column(name="cluster", kind="integer", unit="1"), Column(name="centre of cluster", kind="truth")]
    values = [[found[row][part] if row in place_of else None for row in listed] for part in (0, 1)]
    folder = made(lambda: with_values(given, columns, values, notes))
    return MoleculeClusterResult(folder, len(clusters), [len(members) for members in clusters], len(prints))


def butina(neighbours: Sequence[array[int]]) -> list[list[int]]:
    """Clusters, the largest first: the centre of each, then its other members.

    Who has most neighbours that are still free is the next centre; of equal ones the last.
    """
    free = [True] * len(neighbours)
    counts = [len(one) for one in neighbours]
    waiting = [(-count, -place) for place, count in enumerate(counts)]
    heapq.heapify(waiting)
    clusters = []
    while waiting:
        count, place = heapq.heappop(waiting)
        place = -place
        if not free[place]:
            continue
        if -count != counts[place]:
            # Some of its neighbours were taken since.
            heapq.heappush(waiting, (-counts[place], -place))
            continue
        members = [place, *(one for one in neighbours[place] if free[one])]
        for member in members:
            free[member] = False
        for member in members:
            for one in neighbours[member]:
                counts[one] -= 1
        clusters.append(members)
    return clusters


def _neighbours(prints: Sequence[Any], distance: float) -> list[array[int]]:
    """The places of the molecules within a distance of each, itself left out.

    Raises:
        ToolInputError: there are too many.
    """
    from rdkit import DataStructs

    neighbours = [array("i") for _ in prints]
    count = 0
    for place in range(len(prints) - 1):
        found = DataStructs.BulkTanimotoSimilarity(prints[place], prints[place + 1 :])
        near = [behind for behind, value in enumerate(found, place + 1) if 1 - value <= distance]
        neighbours[place].extend(near)
        for behind in near:
            neighbours[behind].append(place)
        count += len(near)
        if count > _MOST_NEIGHBOURS:
            raise ToolInputError(
                f"more than {_MOST_NEIGHBOURS:,} pairs lie within a distance of {distance:g}; give a smaller one"
            )
    return neighbours


def _fingerprints(
    table: Path, column: str, most: int
) -> tuple[Table, list[int], list[str], list[Any], tuple[str, ...]]:
    """Row numbers, SMILES and fingerprints of the rows that hold a molecule, and what is to be told of the others.

    Raises:
        ToolInputError: the column holds no SMILES, there are too many rows or fewer than two molecules.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdFingerprintGenerator

    given = opened(table)
    check_smiles(given, column)
    if given.rows > most:
        raise ToolInputError(f"the table has {given.rows:,} rows; at most {most:,} are compared with one another")
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
    rows, smiles, prints = [], [], []
    with rdBase.BlockLogs():
        for chunk in given.chunks(columns=(column,)):
            for row, text in zip(chunk.rows, next(iter(chunk.values.values())), strict=True):
                mol = Chem.MolFromSmiles(text) if text else None
                if mol is not None and mol.GetNumAtoms():
                    rows.append(row)
                    smiles.append(text)
                    prints.append(generator.GetFingerprint(mol))
    if len(prints) < 2:
        raise ToolInputError(f"{column} holds {len(prints)} molecules; at least 2 are compared")
    if len(set(rows)) != len(rows):
        raise ToolInputError("a row of the source stands several times in the table; make its rows distinct first")
    gone = given.rows - len(prints)
    notes = (f"{gone:,} of {given.rows:,} rows hold no molecule that can be read",) if gone else ()
    return given, rows, smiles, prints, notes


def check_smiles(table: Table, column: str) -> None:
    """Refuse a column that holds no SMILES.

    Raises:
        ToolInputError: says what it holds.
    """
    from scitoolagent.tables.recognise import SMILES

    try:
        found = table.column(column)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if found.type != SMILES:
        raise ToolInputError(f"column {column!r} holds {found.type or found.kind}, no SMILES")


@tool(
    Operation.FILTERING,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"table": ASSAY, "column": "smiles", "smiles": "CCO"},
)
def rows_of_other_molecules(table: TableFolder, column: ColumnName, smiles: Smiles) -> OtherMolecules:
    """Leave out the rows of a table that hold a given molecule itself.

    Args:
        table: The table.
        column: Of SMILES, which count by their structure, with stereochemistry and charges.
        smiles: The molecule that is left out.
    Returns:
        The folder of the new table; it tells how many rows are left out. Rows that cannot be read as a molecule stay.
    Raises:
        ToolInputError: there is no such column, or it holds no molecules.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.matching import apart_from

    return made(lambda: apart_from(opened(table), column, smiles))
