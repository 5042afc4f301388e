"""pH of a solution of a named substance, and of a buffer of two: which is the acid is told by what they are."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Smiles
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general.acids import (
    AcidPka,
    BasePkb,
    BufferPh,
    buffer_ph,
    diprotic_strong_acid_ph,
    strong_acid_ph,
    strong_base_ph,
    weak_acid_ph,
    weak_base_ph,
    weak_base_ph_from_pkb,
)
from scitoolagent.tools.general.solutions import SoluteConcentration
from scitoolagent.tools.materials._formula import Formula, hill_order, parse_formula, written
from scitoolagent.tools.materials._substances import substance_formula

BufferMixture = Annotated[
    str,
    Semantic(
        "BufferMixture",
        parent="Parameter",
        label="acid and base of a buffer",
        also=("composition of a buffer",),
        finder="scitoolagent.tools.general._solution_words:find_buffers",
    ),
]
SubstancePh = Annotated[
    float,
    Semantic(
        "SubstancePh",
        parent="Parameter",
        unit="[pH]",
        label="pH of a solution of a substance",
        also=("pH of a solution", "solution pH", "pH"),
    ),
]

# Formulae in Hill order. A strong acid gives all of its protons, a hydroxide all of its ions.
_STRONG_ACIDS = frozenset(["ClH", "BrH", "HI", "HNO3", "ClHO4"])
# Hydroxide ions of a formula unit, and the solubility in mol/L at 20 or 25 °C (CRC Handbook of Chemistry and Physics).
_HYDROXIDES = {
    "HLiO": (1, 5.0),
    "HNaO": (1, 20.0),
    "HKO": (1, 20.0),
    "HORb": (1, 10.0),
    "CsHO": (1, 10.0),
    "CaH2O2": (2, 0.0216),
    "H2O2Sr": (2, 0.18),
    "BaH2O2": (2, 0.28),
}
_SULFURIC_ACID = "H2O4S"
# Cations and anions that take no part in the protolysis of a buffer.
_SPECTATORS = frozenset(["Li", "Na", "K", "Rb", "Cs", "Cl", "Br", "I"])
_MIXTURE = re.compile(r"([\d.]+(?:e[+-]?\d+)?) (\S+) (.+?) \+ ([\d.]+(?:e[+-]?\d+)?) (\S+) (.+)")
# Neutral acids (C, S, P acids, phenols, thiols) and neutral bases (amines, imines, aromatic N with a lone pair).
_ACID = "[$([OX2H1][C,S,P,N]=O),$([OX2H1]c),$([SX2H1]),$([NX4+]),$([NX3+H]),$([nX3+H]),$([OX2H1]Cl)]"
_BASE = "[$([NX3;!$(N-[C,S,P,N]=O);!$(N~[O]);!$(N-a=O)]),$([nX2]),$([NX2]=C),$([O-]),$([S-])]"


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"substance": "HCl", "concentration": 0.02})
def strong_electrolyte_ph(substance: MolecularFormula, concentration: SoluteConcentration) -> SubstancePh:
    """Compute the pH of an acid or a base in water at 25 °C, by its formula.

    Args:
        substance: HCl, HBr, HI, HNO3, HClO4, H2SO4, a hydroxide of an alkali metal, Ca, Sr or Ba, or a weak one of
            the table of pKa whose formula has no isomers, as NH3 or HF.
        concentration: Of the substance in mol/L.
    Returns:
        pH with the autoionisation of water; activities are taken as concentrations. Of sulfuric acid the first proton
        is free, the second has pKa 1.99.
    Raises:
        ToolInputError: the substance is none of these (a weak acid needs its pKa), or it is not soluble so far.
    Source: charge balance; pKa and solubilities of the CRC Handbook of Chemistry and Physics, 95th edition.
    """
    name = _hill(parse_formula(substance))
    if name in _STRONG_ACIDS:
        return strong_acid_ph(concentration)
    if name == _SULFURIC_ACID:
        return diprotic_strong_acid_ph(concentration, 1.99)
    if name not in _HYDROXIDES:
        # That module stands on this one.
        from scitoolagent.tools.general.dissociation import named_solution_ph, smiles_of_formula

        if weak := smiles_of_formula(name, surely="COOH" in substance):
            return named_solution_ph(weak, concentration).ph
        raise ToolInputError(
            f"{substance!r} is no strong acid and no soluble hydroxide of the list; of a weak one the pKa is needed"
        )
    ions, limit = _HYDROXIDES[name]
    if concentration > limit:
        raise ToolInputError(f"{substance} dissolves up to {limit:g} mol/L, not {concentration:g} mol/L")
    return strong_base_ph(ions * concentration)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"molecule": "CC(=O)O", "concentration": 0.05, "pka": 4.76},
)
def weak_electrolyte_ph(molecule: Smiles, concentration: SoluteConcentration, pka: AcidPka) -> SubstancePh:
    """Compute the pH of a weak acid or base in water at 25 °C from its structure and pKa.

    Args:
        molecule: The solute; its structure tells whether it is the acid or the base of the pair.
        concentration: Of the solute in mol/L.
        pka: pKa of the acid, or of the conjugate acid of a base.
    Returns:
        pH from the full charge balance, as one protolysis; activities are taken as concentrations.
    Raises:
        ToolInputError: the molecule is neither acid nor base, or both, so that one pKa does not say what happens.
    Source: charge balance, Kw = 1.0e-14.
    """
    from rdkit import Chem

    structure = Chem.MolFromSmiles(molecule)
    if structure is None:
        raise ToolInputError(f"{molecule!r} is not valid SMILES")
    acid, base = (bool(structure.HasSubstructMatch(Chem.MolFromSmarts(pattern))) for pattern in (_ACID, _BASE))
    if acid == base:
        raise ToolInputError(
            f"{molecule} is {'both an acid and a base' if acid else 'neither an acid nor a base'}; "
            "ask for the pH of a weak acid or of a weak base"
        )
    return weak_acid_ph(concentration, pka) if acid else weak_base_ph(concentration, pka)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"substance": "C5H5N", "concentration": 0.05, "pkb": 8.77},
)
def weak_base_solution_ph(substance: MolecularFormula, concentration: SoluteConcentration, pkb: BasePkb) -> SubstancePh:
    """Compute the pH of a weak base in water at 25 °C from its pKb.

    Args:
        substance: The base by its formula, without a charge.
        concentration: Of the base in mol/L.
        pkb: pKb of the base.
    Returns:
        pH from the full charge balance, as one protolysis; activities are taken as concentrations.
    Raises:
        ToolInputError: the formula cannot be read or holds no nitrogen, or a value is out of its range.
    Source: pKa + pKb = 14, and the charge balance of a weak base, Kw = 1.0e-14.
    """
    formula = parse_formula(substance)
    if "N" not in formula.counts or formula.charge:
        raise ToolInputError(f"{substance!r} is no neutral base with nitrogen; ask for the pH of a weak base")
    return weak_base_ph_from_pkb(concentration, pkb)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mixture": "0.05 mol/L acetic acid + 0.1 mol/L sodium acetate", "pka": 4.76},
    also=("Henderson-Hasselbalch equation", "pH"),
)
def buffer_mixture_ph(mixture: BufferMixture, pka: AcidPka) -> BufferPh:
    """Compute the pH of a buffer of two named substances by the Henderson-Hasselbalch equation.

    Args:
        mixture: Both forms with their concentrations or amounts, as `0.1 M acetic acid + 0.2 M sodium acetate`.
        pka: pKa of the acid, -10 to 20.
    Returns:
        pH = pKa + log10([base] / [acid]); the base is the form with one proton less.
    Raises:
        ToolInputError: the mixture cannot be read, the two are no acid and its base, or they are too dilute.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173; Hasselbalch 1917.
    """
    (value, unit, name), (other_value, other_unit, other) = _two_of(mixture)
    for kind in ("mol/L", "mol"):
        if convertible(unit, kind) and convertible(other_unit, kind):
            amounts = convert(float(value), unit, kind), convert(float(other_value), other_unit, kind)
            break
    else:
        raise ToolInputError(
            f"{unit} and {other_unit} are not both concentrations, or both amounts; give the same kind"
        )
    protons = _protons_more(name, other)
    acid, base = amounts if protons == 1 else amounts[::-1]
    return buffer_ph(pka, acid, base)


def substances_of_buffer(mixture: str) -> tuple[dict[str, float], int]:
    """What the acid of a buffer is made of but for hydrogen and counter-ions, and its number of hydrogens.

    Raises:
        ToolInputError: the mixture cannot be read, or the two are no acid and its conjugate base.
    """
    names = [name for _, _, name in _two_of(mixture)]
    acid = names[0] if _protons_more(*names) == 1 else names[1]
    skeleton = _without_spectators(substance_formula(acid))
    return skeleton, int(skeleton.pop("H", 0))


def _two_of(mixture: str) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    match = _MIXTURE.fullmatch(mixture.strip())
    if match is None:
        raise ToolInputError(f"{mixture[:80]!r} is no buffer; write it as 0.1 M acetic acid + 0.2 M sodium acetate")
    value, unit, name, other_value, other_unit, other = match.groups()
    return (value, unit, name), (other_value, other_unit, other)


def _protons_more(name: str, other: str) -> int:
    """1 when the first substance has a proton more than the second, -1 when it has one less.

    Raises:
        ToolInputError: they do not differ by one proton, counter-ions aside.
    """
    rests = [_without_spectators(substance_formula(text)) for text in (name, other)]
    hydrogens = [int(rest.pop("H", 0)) for rest in rests]
    if rests[0] != rests[1] or abs(hydrogens[0] - hydrogens[1]) != 1:
        raise ToolInputError(f"{name} and {other} are no acid and its conjugate base; they must differ by one proton")
    return hydrogens[0] - hydrogens[1]


def _without_spectators(formula: Formula) -> dict[str, float]:
    return {symbol: float(count) for symbol, count in formula.counts.items() if symbol not in _SPECTATORS}


def _hill(formula: Formula) -> str:
    return "" if formula.charge else written(formula.counts, hill_order(formula.counts))
