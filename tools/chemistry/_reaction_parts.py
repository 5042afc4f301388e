"""The molecules of a reaction SMILES."""

from __future__ import annotations

from scitoolagent.errors import ToolInputError

MOST_REACTANTS = 3


def parts_of(reaction: str) -> tuple[list[str], list[str]]:
    """The reactants and the products; reagents between the arrows are left out.

    Raises:
        ToolInputError: not two arrows, or not one to three reactants and at least one product.
    """
    parts = reaction.strip().split(">")
    if len(parts) != 3:
        raise ToolInputError(f"{reaction[:60]!r} is not reaction SMILES; write it as CC(=O)O.OCC>>CCOC(C)=O")
    before, _, after = ([one for one in part.split(".") if one] for part in parts)
    if not 1 <= len(before) <= MOST_REACTANTS or not after:
        raise ToolInputError(f"a reaction of 1 to {MOST_REACTANTS} reactants and a product is taken")
    return before, after


def molecules(reaction: str) -> str:
    """All molecules of a reaction as one SMILES, for screening."""
    return ".".join(part for part in reaction.replace(">", ".").split(".") if part)
