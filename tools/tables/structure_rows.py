"""Compare all protein structures of a column with one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.tables._rows import STRUCTURES, ColumnName, TableFolder, made, opened
from scitoolagent.tools.tables.columns import RowsUsed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST, _FEWEST, _KEPT = 2000, 3, 64
_TYPE = "PdbFile"
_HELIX, _HAIRPIN = (str(Path(__file__).parents[1] / "biology" / f"example_{name}.pdb") for name in ("helix", "hairpin"))

MeanRmsd = Annotated[float, Semantic("MeanPairRmsd", unit="Ao", label="mean RMSD of the structures of a table")]
UnmatchedPairs = Annotated[
    int, Semantic("UnmatchedPairs", unit="1", role="note", label="number of pairs with too few residues in common")
]


PairRmsd = Annotated[
    float,
    Semantic(
        "StructureRmsd",
        unit="Ao",
        label="RMSD of two structures",
        also=("RMSD", "root mean square deviation", "RMSD after superposition"),
    ),
]
CommonResidues = Annotated[
    int, Semantic("CommonResidues", unit="1", role="note", label="residues that both structures have")
]


@dataclass(frozen=True)
class PairResult:
    """How far two structures are from one another, and by how many residues."""

    structure_rmsd: PairRmsd
    common_residues: CommonResidues


@dataclass(frozen=True)
class RmsdResult:
    """How far structures are from one another."""

    table: TableFolder
    mean: MeanRmsd
    unmatched: UnmatchedPairs
    rows: RowsUsed


@tool(
    Operation.COMPARISON,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"table": STRUCTURES, "column": "file"},
    seconds=600.0,
)
def structure_rmsd_pairs(table: TableFolder, column: ColumnName) -> RmsdResult:
    """Compute the RMSD of each two protein structures of a table after superposition.

    Args:
        table: The table, with at most 2000 rows; a folder of PDB files gives one.
        column: One of PDB files.
    Returns:
        A table with a row for each two files: the number of residues that both have, by chain and number, and the RMSD
        of their α-carbons after superposition, without a value where fewer than three are in common; the mean over all
        pairs with a value, how many have none, and the number of files with a structure.
    Raises:
        ToolInputError: the column holds no PDB files, fewer than two of them can be read, or no pair has a value.
    Source: Kabsch 1976, doi:10.1107/S0567739476001873, by `SVDSuperimposer` of Biopython; first model, first place of
        each atom.
    """
    given = opened(table)
    try:
        known = given.column(column)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if known.type != _TYPE:
        raise ToolInputError(f"column {column!r} holds {known.type or known.kind}, no PDB files")
    if not 2 <= given.rows <= _MOST:
        raise ToolInputError(f"the table has {given.rows:,} rows; 2 to {_MOST:,} structures are compared")
    files = [(row, str(path)) for row, path in _listed(given, column) if path and alpha_carbons(str(path))]
    if len(files) < 2:
        raise ToolInputError(
            f"{len(files)} of {given.rows} files hold a protein that can be read; at least 2 are needed"
        )
    columns = [Column(name=name, kind="integer", unit="1") for name in ("row", "other row")]
    columns += [Column(name=name) for name in ("file", "other file")]
    columns += [Column(name="residues", kind="integer", unit="1"), Column(name="RMSD", kind="number", unit="Ao")]
    gone = given.rows - len(files)
    notes = (f"{gone:,} of {given.rows:,} files hold no protein that can be read",) if gone else ()
    folder = made(lambda: of_rows(given, columns, _pairs(files), notes))
    found = [value for value in opened(folder).values("RMSD") if value is not None]
    if not found:
        raise ToolInputError("no two of the structures have three residues in common, by chain and number")
    pairs = len(files) * (len(files) - 1) // 2
    return RmsdResult(folder, sum(found) / len(found), pairs - len(found), len(files))


@tool(
    Operation.COMPARISON,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": _HELIX, "other": _HAIRPIN},
)
def structure_rmsd(structure: PdbFile, other: PdbFile) -> PairResult:
    """Compute the RMSD of two protein structures after superposition.

    Args:
        structure: A file in PDB or mmCIF format; only its first model is read.
        other: Another one; the order does not matter.
    Returns:
        The root mean square distance of the α-carbons of the residues that both have, by chain and number, after the
        best superposition, in Å, and how many these are.
    Raises:
        ToolInputError: a file holds no protein that can be read, or fewer than three residues are in common.
    Source: Kabsch 1976, doi:10.1107/S0567739476001873, by `SVDSuperimposer` of Biopython.
    """
    one, two = alpha_carbons(str(structure)), alpha_carbons(str(other))
    for path, found in ((structure, one), (other, two)):
        if not found:
            raise ToolInputError(f"{path.name} holds no protein that can be read")
    common = sorted(one.keys() & two.keys())
    if len(common) < _FEWEST:
        raise ToolInputError(
            f"{structure.name} and {other.name} have {len(common)} residues in common, by chain and number; at least "
            f"{_FEWEST} are needed"
        )
    return PairResult(rmsd([one[key] for key in common], [two[key] for key in common]), len(common))


def _listed(table: Any, column: str) -> Iterator[tuple[int, Any]]:
    for chunk in table.chunks(columns=(column,)):
        yield from zip(chunk.rows, next(iter(chunk.values.values())), strict=True)


def _pairs(files: list[tuple[int, str]]) -> Iterator[list[Any]]:
    """Block by block, so that a file is read again only once for each block."""
    for start in range(0, len(files), _KEPT // 2):
        block = files[start : start + _KEPT // 2]
        for place, (row, path) in enumerate(block):
            for other, beside in block[place + 1 :]:
                yield _pair(row, path, other, beside)
        for other, beside in files[start + _KEPT // 2 :]:
            for row, path in block:
                yield _pair(row, path, other, beside)


def _pair(row: int, path: str, other: int, beside: str) -> list[Any]:
    one, two = alpha_carbons(path), alpha_carbons(beside)
    common = sorted(one.keys() & two.keys())
    value = rmsd([one[key] for key in common], [two[key] for key in common]) if len(common) >= _FEWEST else None
    return [row, other, Path(path).name, Path(beside).name, len(common), value]


def rmsd(one: Any, two: Any) -> float:
    """The root mean square distance of two lists of points after the best superposition."""
    import numpy as np
    from Bio.SVDSuperimposer import SVDSuperimposer

    fit = SVDSuperimposer()
    fit.set(np.array(one), np.array(two))
    fit.run()
    return float(fit.get_rms())


@lru_cache(maxsize=_KEPT)
def alpha_carbons(path: str) -> dict[tuple[str, int, str], NDArray[Any]]:
    """The α-carbon of each residue of the first model, by chain and number; none where the file cannot be read."""
    import warnings

    from Bio.PDB.MMCIFParser import MMCIFParser
    from Bio.PDB.PDBExceptions import PDBConstructionException
    from Bio.PDB.PDBParser import PDBParser

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Chains and numbers are those of the authors in both formats.
            parser: Any = MMCIFParser(QUIET=True) if _is_mmcif(path) else PDBParser(PERMISSIVE=True, QUIET=True)  # type: ignore[no-untyped-call]
            structure = parser.get_structure("structure", path)
    except (OSError, PDBConstructionException, ValueError, KeyError, IndexError):
        return {}
    model = next(iter(structure), ())
    return {
        (chain.id, residue.id[1], residue.id[2]): residue["CA"].coord
        for chain in model
        for residue in chain
        if residue.id[0] == " " and "CA" in residue
    }


def _is_mmcif(path: str) -> bool:
    """Whether a file holds atoms as mmCIF does, whatever its name ends in."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    return text.lstrip().startswith(("data_", "#", "_", "loop_")) and "_atom_site." in text
