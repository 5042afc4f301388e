"""Declare fingerprint tools from a table: each kind of fingerprint is a type of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

FingerprintSize = Annotated[
    int,
    Semantic(
        "FingerprintSize",
        parent="Parameter",
        unit="1",
        label="length of a fingerprint in bits",
        announced=("bits",),
    ),
]
Radius = Annotated[int, Semantic("FingerprintRadius", parent="Parameter", unit="1", label="radius of a fingerprint")]
EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}
_SMALLEST, _LARGEST = 8, 65536
_MOST_RADIUS = 10


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of bit fingerprint.

    `name` is the tool's, `type` the CamelCase name of the result, `label` what people call it. `text` says what the
    bits stand for. `compute` takes the molecule and the number of bits and gives a bit vector. With `fixed`, the
    length cannot be chosen; otherwise `size` is the default.
    """

    name: str
    type: str
    label: str
    text: str
    source: str
    compute: Callable[[Mol, int], Any]
    size: int = 2048
    fixed: bool = False
    also: tuple[str, ...] = ()
    original: tuple[str, ...] = ()


def check_shape(radius: int, size: int) -> None:
    """Refuse a radius or a length that no circular fingerprint has.

    Raises:
        ToolInputError: the radius is below 0 or above 10 bonds, or the length out of its bounds.
    """
    check_size(size)
    if not 0 <= radius <= _MOST_RADIUS:
        raise ToolInputError(f"the radius is 0 to {_MOST_RADIUS} bonds, not {radius}")


def check_size(size: int) -> None:
    """Refuse a length that is no fingerprint any more.

    Raises:
        ToolInputError: below 8 or above 65536 bits.
    """
    if not _SMALLEST <= size <= _LARGEST:
        raise ToolInputError(f"a fingerprint has {_SMALLEST} to {_LARGEST} bits, not {size}")


def make_fingerprint(kind: Kind, module: str) -> Callable[..., Any]:
    """The tool of a row, as if its function had been written out in `module`."""
    on_bits = Annotated[list[int], Semantic(kind.type, parent="Fingerprint", label=kind.label, also=kind.also)]
    fields = {"__annotations__": {"on_bits": on_bits, "size": FingerprintSize}, "__module__": module}
    result: Any = dataclass(frozen=True)(type(f"{kind.type}Result", (), fields))

    def bits(smiles: str, size: int) -> Any:
        vector = kind.compute(parse_smiles(smiles), size)
        return result(on_bits=[int(bit) for bit in vector.GetOnBits()], size=int(vector.GetNumBits()))

    def fixed(smiles: str) -> Any:
        return bits(smiles, kind.size)

    def hashed(smiles: str, size: int = kind.size) -> Any:
        check_size(size)
        return bits(smiles, size)

    compute = fixed if kind.fixed else hashed
    compute.__name__ = compute.__qualname__ = kind.name
    compute.__module__ = module
    compute.__annotations__ = {"smiles": Smiles, "return": result}
    argument = raised = ""
    if not kind.fixed:
        compute.__annotations__ |= {"size": FingerprintSize}
        argument = "    size: Length in bits; the codes of the features are hashed or folded into it.\n"
        raised = f", or `size` is not {_SMALLEST} to {_LARGEST}"
    compute.__doc__ = (
        f"Compute the {kind.label} of a molecule.\n\n"
        f"Args:\n    smiles: One molecule; every fragment of a salt counts.\n{argument}"
        f"Returns:\n    Indices of the bits that are set, in rising order, and the length in bits. {kind.text}\n"
        f"Raises:\n    ToolInputError: `smiles` is not valid SMILES{raised}.\nSource: {kind.source}"
    )
    declare = tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=kind.original)
    return declare(compute)
