"""How often a part stands in a compound: an element, an ion, the water of a hydrate, a fragment of a salt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from scitoolagent.errors import ToolInputError
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.tools.materials._elements import is_metal, is_symbol, symbol_of_name
from scitoolagent.tools.materials._formula import Formula, hydrate_parts, parse_formula, written
from scitoolagent.tools.materials._ion_groups import groups, ion_formula, levels
from scitoolagent.tools.materials._species import is_formula
from scitoolagent.tools.materials._substances import substance_formula

_WATER = "H2O"
# The salts of carbonic acid, of which each gives one CO2.
_CARBONATES = ("CO3^2-", "HCO3^-")


@dataclass(frozen=True, slots=True)
class CompoundPart:
    """A part of a compound: `name` as a formula or as it was called, `count` in one formula unit, masses in g/mol."""

    name: str
    count: float
    mass: float
    compound_mass: float
    told: str


def compound_part(text: str) -> CompoundPart:
    """The part of a compound that a text such as `SO4^2- in Na2SO4` or `water in CuSO4·5H2O` names.

    Raises:
        ToolInputError: the text is none, the compound is not known, or does not hold the part for certain.
    """
    name, joint, compound = text.strip().partition(" in ")
    if not joint or not name.strip() or not compound.strip():
        raise ToolInputError(f"{text!r} is no part of a compound; write it as SO4^2- in Na2SO4")
    part, compound = _without_kind(name.strip()), compound.strip()
    whole = substance_formula(compound)
    found = _ion(part, compound, whole) or _water(part, compound, whole) or _atoms(part, name, whole)
    found = found or _without_water(part, compound) or _fragment(part, compound)
    if found is None or not found[1]:
        raise ToolInputError(
            f"{name} is no part of {compound} that can be counted; name an element, an ion, or the water of a hydrate"
        )
    shown, count, formula, of = found
    told = f"{float(count):g} {of}{shown} per formula unit of {compound}"
    return CompoundPart(shown, float(count), formula.mass, whole.mass, told)


_Found = tuple[str, Fraction, Formula, str]


def _without_kind(name: str) -> str:
    words = name.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1] in word_list("compound_parts", "kinds") else name


def _named_ion(part: str) -> str:
    """The ion that a name or a formula stands for, as `SO4^2-`; empty for none."""
    for ion, names in phrases_of("ions").items():
        if part.lower() in names or _same_ion(part, ion):
            return ion
    return ""


def _same_ion(part: str, ion: str) -> bool:
    """Whether a formula is that of an ion; the groups of salts are also written without their charge."""
    body = ion.split("^")[0]
    if part == body:
        return len(ion_formula(ion).counts) > 1
    if part.translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")) in (f"{body}{ion.split('^')[1]}", ion):
        return True
    if not is_formula(part) or not re.search(r"[+\-⁺⁻−]", part):
        return False
    try:
        return parse_formula(part) == ion_formula(ion)
    except ToolInputError:
        return False


def _ion(part: str, compound: str, whole: Formula) -> _Found | None:
    """An ion of a salt; CO2 is what a carbonate gives one of."""
    ion = _named_ion(part)
    if not ion and part == "CO2" and is_formula(compound) and set(whole.counts) & {"C"}:
        found = [_ion(one, compound, whole) for one in _CARBONATES]
        count = sum((one[1] for one in found if one), Fraction(0))
        return ("CO2", count, parse_formula("CO2"), "carbonate that gives ") if count else None
    if not ion:
        return _cation(part, compound, whole)
    formula = ion_formula(ion)
    if not is_formula(compound):
        return _as_fragment(ion, formula, compound)
    body = ion.split("^")[0]
    if len(formula.counts) == 1:
        count = _lone(body, compound, whole)
        if count and body in ("O", "S") and _charge_of(body, whole) != formula.charge:
            # Peroxides and disulfides hold pairs of them.
            return None
    else:
        count = sum((groups(body, items, factor) for items, factor in levels(compound)), Fraction(0))
        if body == "OH" and "C" in whole.counts:
            return None
    return (ion, count, formula, "") if count else None


def _lone(symbol: str, compound: str, whole: Formula) -> Fraction:
    """How many monatomic anions of an element a salt holds: those that are in no group of several elements."""
    counts = whole.counts
    salt = any(is_metal(one) for one in counts) or {"N", "H"} <= counts.keys() or set(counts) == {"H", symbol}
    if not salt or symbol not in counts or ("C" in counts and not any(is_metal(one) for one in counts)):
        return Fraction(0)
    rest = counts[symbol]
    for ion in phrases_of("ions"):
        formula = ion_formula(ion)
        if len(formula.counts) > 1 and symbol in formula.counts:
            held = sum((groups(ion.split("^")[0], items, factor) for items, factor in levels(compound)), Fraction(0))
            rest -= held * formula.counts[symbol]
    water = sum((factor for body, factor in hydrate_parts(compound) if body == _WATER), Fraction(0))
    rest -= water if symbol == "O" else 0
    # What is left of an element beside oxygen that no known ion takes may be an oxo-anion.
    others = [one for one in counts if one not in ("H", "O", "N", symbol) and not is_metal(one)]
    return (
        rest
        if rest > 0 and (symbol == "O" or not (others and "O" in counts) or rest == counts[symbol])
        else Fraction(0)
    )


def _cation(part: str, compound: str, whole: Formula) -> _Found | None:
    """A metal ion, `Ca^2+`, `Na+`; a charge that the compound does not have is another ion."""
    match = re.fullmatch(r"([A-Z][a-z]?)(?:\^?\{?(\d?)\+(\d?)\}?|([⁰¹²³⁴-⁹]?)⁺)", part)
    if match is None or match[1] not in whole.counts or not (is_metal(match[1]) or match[1] == "H"):
        return None
    digit = (match[2] or match[3] or match[4] or "1").translate(str.maketrans("¹²³⁴⁵⁶⁷⁸⁹", "123456789"))
    if match[1] == "H":
        return None
    held = _charge_of(match[1], whole)
    if abs(held - int(digit)) > 1e-6:
        raise ToolInputError(f"{compound} holds {match[1]} of the charge {held:+g}, not {part}")
    return part, whole.counts[match[1]], Formula({match[1]: Fraction(1)}, int(digit)), ""


def _charge_of(symbol: str, whole: Formula) -> float:
    from scitoolagent.tools.materials.valence import oxidation_states

    return oxidation_states(written(whole.counts, list(whole.counts)))[symbol]


def _water(part: str, compound: str, whole: Formula) -> _Found | None:
    if part not in (_WATER, "H₂O", "water"):
        return None
    formula = parse_formula(_WATER)
    if not is_formula(compound):
        return _as_fragment(_WATER, formula, compound)
    count = sum((factor for body, factor in hydrate_parts(compound) if body == _WATER), Fraction(0))
    if whole == formula:
        count = Fraction(1)
    if not count:
        raise ToolInputError(f"{compound} is written without water of crystallisation")
    return _WATER, count, formula, ""


def _atoms(part: str, name: str, whole: Formula) -> _Found | None:
    symbol = part if is_symbol(part) else symbol_of_name(part)
    if symbol is None:
        return None
    if symbol not in whole.counts:
        raise ToolInputError(f"the compound holds no {part}; it holds {', '.join(whole.counts)}")
    kinds = set(name.split()) & word_list("compound_parts", "kinds")
    if kinds & {"molecule", "molecules"} or (kinds & {"ion", "ions", "anion", "anions"} and not is_metal(symbol)):
        raise ToolInputError(f"the compound holds atoms of {symbol}, not {name}")
    if len(whole.counts) == 1 and not kinds & {"atom", "atoms"} and not is_symbol(part):
        # The hydrogen in H2 is the substance itself; a symbol stands for atoms.
        return written(whole.counts, [symbol]), Fraction(1), whole, ""
    formula = Formula({symbol: Fraction(1)})
    return symbol, whole.counts[symbol], formula, "atom of " if whole.counts[symbol] == 1 else "atoms of "


def _without_water(part: str, compound: str) -> _Found | None:
    """The compound that a hydrate is one of: CuSO4 of CuSO4·5H2O."""
    if not is_formula(compound):
        return None
    rest = [body for body, _ in hydrate_parts(compound) if body != _WATER]
    if len(rest) != 1 or rest[0] == compound:
        return None
    formula = parse_formula(rest[0])
    same = formula.counts == (substance_formula(part) if part != rest[0] else formula).counts
    return (part, Fraction(1), formula, "") if same else None


def _fragment(part: str, compound: str) -> _Found | None:
    """One of the molecules or ions of a salt or an adduct that is known by its name: metformin in its hydrochloride."""
    if is_formula(part) or is_formula(compound):
        return None
    from rdkit import Chem

    from scitoolagent.tools.chemistry.names import name_to_smiles

    wanted, held = name_to_smiles(part).smiles, name_to_smiles(compound).smiles
    fragments = [Chem.CanonSmiles(one) for one in held.split(".")]
    count = fragments.count(Chem.CanonSmiles(wanted))
    return (part, Fraction(count), substance_formula(part), "") if count else None


def _as_fragment(shown: str, formula: Formula, compound: str) -> _Found | None:
    """How many fragments of a named compound have a formula and a charge."""
    from rdkit import Chem
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    from scitoolagent.tools.chemistry.names import name_to_smiles

    fragments = Chem.GetMolFrags(Chem.MolFromSmiles(name_to_smiles(compound).smiles), asMols=True)
    count = sum(
        Chem.GetFormalCharge(one) == formula.charge
        and parse_formula(re.sub(r"[+-]\d*$", "", CalcMolFormula(one))).counts == formula.counts
        for one in fragments
    )
    return (shown, Fraction(count), formula, "") if count else None
