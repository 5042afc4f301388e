"""Declare a family of tools from a table: each row is a tool with its own name, type, text and example."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol


@dataclass(frozen=True, slots=True)
class Row:
    """One descriptor of a molecule.

    `kind` names the type, `summary` opens the docstring, `returns` says exactly what is given, `compute` works on the
    parsed molecule. `label` and `also` are what people call the result, `original` the names of the tool elsewhere.
    """

    name: str
    kind: str
    label: str
    summary: str
    returns: str
    source: str
    compute: Callable[[Mol], Any]
    also: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    unit: str = "1"
    python: type = float
    example: str = "CC(C)c1ccc(C)cc1O"


def make_tool(row: Row, module: str) -> Callable[..., Any]:
    """The tool of a row, as if its function had been written out in `module`."""

    def compute(smiles: str) -> Any:
        return row.python(row.compute(parse_smiles(smiles)))

    kind: Any = row.python
    result = Annotated[
        kind, Semantic(row.kind, parent="MolecularDescriptor", unit=row.unit, label=row.label, also=row.also)
    ]
    compute.__name__ = compute.__qualname__ = row.name
    compute.__module__ = module
    compute.__annotations__ = {"smiles": Smiles, "return": result}
    compute.__doc__ = (
        f"{row.summary}\n\nArgs:\n    smiles: One molecule; every fragment of a salt counts.\n"
        f"Returns:\n    {row.returns}\nRaises:\n    ToolInputError: `smiles` is not valid SMILES.\nSource: {row.source}"
    )
    declare = tool(
        Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": row.example}, also=row.original
    )
    return declare(compute)
