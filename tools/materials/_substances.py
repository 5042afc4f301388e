"""The formula of a substance that a question names, by formula or by name."""

from __future__ import annotations

import re

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._formula import Formula, parse_formula
from scitoolagent.tools.materials._species import is_formula


def substance_formula(substance: str) -> Formula:
    """Atoms and charge of a substance: `Fe2O3`, or `iron(III) oxide` by its structure.

    Raises:
        ToolInputError: neither a formula nor the name of a compound that the table of names holds.
    """
    text = substance.strip()
    # What begins with a capital and goes on unlike a word is meant as a formula, and its fault is told as one.
    if is_formula(text) or not re.match(r"[a-z]|[A-Z][a-z]{3}", text):
        return parse_formula(text)
    from scitoolagent.tools.chemistry.names import name_to_smiles

    smiles = name_to_smiles(text).smiles

    from rdkit import Chem
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None:
        raise ToolInputError(f"the structure of {text!r} cannot be read; give its formula")
    # RDKit writes a charge as `+2` at the end of a formula.
    match = re.fullmatch(r"(\w+)([+-]?)(\d*)", CalcMolFormula(molecule))
    if match is None:
        raise ToolInputError(f"the formula of {text!r} is not known; give it")
    body, sign, size = match.groups()
    return parse_formula(f"{body}^{size}{sign}" if sign else body)
