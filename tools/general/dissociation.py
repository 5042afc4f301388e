"""pKa of common acids and bases from a table, and the pH of their solutions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.general.acid_systems import polyprotic_acid_ph
from scitoolagent.tools.general.acids import BufferPh, weak_acid_ph, weak_base_ph
from scitoolagent.tools.general.solution_ph import (
    BufferMixture,
    SubstancePh,
    buffer_mixture_ph,
    strong_electrolyte_ph,
    substances_of_buffer,
)
from scitoolagent.tools.general.solutions import SoluteConcentration

TabulatedPka = Annotated[
    list[float],
    Semantic(
        "TabulatedPka",
        parent="MolecularProperty",
        unit="1",
        label="tabulated pKa",
        also=("pKa", "pKa value", "pKa values", "acid dissociation constant", "acidity constant"),
    ),
]
PkaNote = Annotated[str, Semantic("PkaNote", parent="Report", label="note on a pKa", role="note")]

_SOURCE = "CRC Handbook of Chemistry and Physics, 97th edition, section 5"
# Beyond this a proton is not given in water.
_NO_PROTON = 14.0
# CHN and CH2O2 are those of one acid.
_SHORT = 5


@dataclass(frozen=True, slots=True)
class PkaFound:
    """The pKa values of a substance, and what they are of."""

    pka: TabulatedPka
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class PhFound:
    """The pH of a solution, and from which pKa."""

    ph: SubstancePh
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class BufferPhFound:
    """The pH of a buffer, and by which pKa."""

    ph: BufferPh
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class PkaRow:
    """An acid or a base of the table: `kind` is acid, base or both, `values` are its pKa in ascending order."""

    name: str
    kind: str
    values: tuple[float, ...]


@cache
def _table() -> dict[str, PkaRow]:
    from rdkit import Chem

    text = files("scitoolagent.tools.general").joinpath("pka.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")][1:]
    return {
        str(Chem.CanonSmiles(smiles)): PkaRow(name, kind, tuple(map(float, values.split())))
        for name, smiles, kind, values in rows
    }


def _row(smiles: str) -> PkaRow | None:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        raise ToolInputError(f"{smiles[:60]!r} is not valid SMILES")
    return _table().get(Chem.MolToSmiles(mol)) or _table().get(Chem.MolToSmiles(mol, isomericSmiles=False))


def pka_row(smiles: str) -> PkaRow:
    """The row of an acid or a base.

    Raises:
        ToolInputError: not valid SMILES, or it is not in the table.
    """
    row = _row(smiles)
    if row is None:
        raise ToolInputError(_unlisted(smiles))
    return row


def smiles_of_formula(formula: str, surely: bool = False) -> str:
    """The one acid or base of the table with a formula in Hill order; empty where it has none, or several.

    Where carbon is in it, isomers may be meant, unless it is `surely` written as that of an acid.
    """
    from rdkit import Chem
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    found = [smiles for smiles in _table() if CalcMolFormula(Chem.MolFromSmiles(smiles)) == formula]
    no_isomers = surely or "C" not in formula.replace("Cl", "") or len(formula) <= _SHORT
    return found[0] if len(found) == 1 and no_isomers else ""


def _unlisted(smiles: str) -> str:
    return f"{smiles[:60]!r} is not among the {len(_table())} acids and bases of the table"


def told_pka(row: PkaRow) -> str:
    """What the pKa values of a row are of, and their source."""
    what = {"acid": "of its protons in turn", "base": "of its conjugate acid", "both": "of the acid, then of the amine"}
    return f"pKa of {row.name} in water at 25 °C, {what[row.kind]}: {', '.join(map(str, row.values))}; {_SOURCE}"


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"molecule": "CC(=O)O"})
def tabulated_pka(molecule: Smiles) -> PkaFound:
    """Look up the pKa of a common acid or base in water at 25 °C.

    Args:
        molecule: The neutral acid or base, exactly; where stereoisomers have one row, any of them.
    Returns:
        The pKa values in ascending order: of an acid those of its protons, of a base that of its conjugate acid. The
        note says which.
    Raises:
        ToolInputError: not valid SMILES, or the substance is not in the table; no value is estimated.
    Source: CRC Handbook of Chemistry and Physics, 97th edition, section 5.
    """
    row = pka_row(molecule)
    return PkaFound(list(row.values), told_pka(row))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"molecule": "CC(=O)O", "concentration": 0.1},
)
def named_solution_ph(molecule: Smiles, concentration: SoluteConcentration) -> PhFound:
    """Compute the pH of an acid or a base in water at 25 °C, with its pKa from a table.

    Args:
        molecule: The solute; a strong acid, a soluble hydroxide, or a weak acid or base of the table.
        concentration: Of the solute in mol/L.
    Returns:
        pH from the full charge balance; activities are taken as concentrations. The note says the pKa.
    Raises:
        ToolInputError: the substance is in no list, is an amino acid, or a value is out of its range.
    Source: charge balance, Kw = 1.0e-14; pKa of the CRC Handbook of Chemistry and Physics, 97th edition, section 5.
    """
    from rdkit.Chem import MolFromSmiles
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    row = _row(molecule)
    if row is None:
        try:
            formula = CalcMolFormula(MolFromSmiles(molecule))
            return PhFound(strong_electrolyte_ph(formula, concentration), "dissociated wholly")
        except ToolInputError:
            raise ToolInputError(f"{_unlisted(molecule)}; give its pKa") from None
    protons = [value for value in row.values if value < _NO_PROTON]
    if row.kind == "both":
        raise ToolInputError(f"{row.name} is an acid and a base; its isoelectric point is what its pure solution has")
    if row.kind == "base":
        return PhFound(weak_base_ph(concentration, protons[0]), told_pka(row))
    if len(protons) == 1:
        return PhFound(weak_acid_ph(concentration, protons[0]), told_pka(row))
    return PhFound(polyprotic_acid_ph(concentration, " ".join(map(str, protons))), told_pka(row))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mixture": "0.05 mol/L acetic acid + 0.1 mol/L sodium acetate"},
    also=("pH",),
)
def named_buffer_ph(mixture: BufferMixture) -> BufferPhFound:
    """Compute the pH of a buffer of two named substances, with the pKa from a table.

    Args:
        mixture: Both forms with their concentrations or amounts, as `0.1 M acetic acid + 0.2 M sodium acetate`.
    Returns:
        pH = pKa + log10([base] / [acid]) at 25 °C; activities are taken as concentrations. The note says the pKa: of an
        acid with several protons that of the proton by which the two differ.
    Raises:
        ToolInputError: the mixture cannot be read, the two are no acid and its base, or the acid is not in the table.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173; pKa of the CRC Handbook of Chemistry and Physics, 97th
        edition, section 5.
    """
    skeleton, protons = substances_of_buffer(mixture)
    found = [
        (row, row.values[formula["H"] - protons])
        for row, formula in _formulas()
        if {symbol: count for symbol, count in formula.items() if symbol != "H"} == skeleton
        and 0 <= formula["H"] - protons < len(row.values)
    ]
    if len(found) != 1:
        why = f"may be of {' or '.join(row.name for row, _ in found)}" if found else "is in no row of the table"
        raise ToolInputError(f"the acid of {mixture[:80]!r} {why}; give its pKa")
    ((row, pka),) = found
    return BufferPhFound(buffer_mixture_ph(mixture, pka), f"pKa {pka:g}; {told_pka(row)}")


@cache
def _formulas() -> tuple[tuple[PkaRow, dict[str, int]], ...]:
    """Each row with the atoms of its form with all protons."""
    from rdkit import Chem

    found = []
    for smiles, row in _table().items():
        if row.kind == "both":
            continue
        counts: dict[str, int] = {}
        for atom in Chem.AddHs(Chem.MolFromSmiles(smiles)).GetAtoms():
            counts[atom.GetSymbol()] = counts.get(atom.GetSymbol(), 0) + 1
        counts["H"] = counts.get("H", 0) + (row.kind == "base")
        found.append((row, counts))
    return tuple(found)
