"""Named reactions read backwards, each proposal checked forward; and the numbers of atoms through a reaction."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _reactions
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._reaction_parts import parts_of

if TYPE_CHECKING:
    from rdkit.Chem import Mol

    from scitoolagent.tools.chemistry._reactions import Rule

_MOST_SETS = 200
# A target has few disconnections by one rule; a polymer has many that are alike.
_OF_ONE_RULE = 8
_KNOWN = 2.0


@dataclass(frozen=True, slots=True)
class Disconnection:
    """Reactants that make a molecule.

    Attributes:
        reactants: SMILES joined by dots.
        rule: the reaction.
        place: the place of the molecule among the products that all rules make of the reactants, from 1.
        of: how many these are.
        largest: heavy atoms of the largest reactant.
        nearness: of the molecule to what a textbook makes by that reaction, from 0 to 1 (Tanimoto, Morgan counts);
            2 where the textbook makes it of these very reactants.
    """

    reactants: str
    rule: Rule
    place: int
    of: int
    largest: int
    nearness: float


def disconnections(target: Mol) -> list[Disconnection]:
    """Sets of reactants that make the target by one rule: known routes first, then the surest, nearest and simplest."""
    from rdkit import Chem

    wanted = Chem.MolToSmiles(target, isomericSmiles=False)
    found: dict[str, Disconnection] = {}
    for rule in _reactions.rules():
        if not rule.retro:
            continue
        for mols in itertools.islice(_backwards(rule, target), _OF_ONE_RULE):
            one = _checked(rule, mols, wanted)
            if one is not None and (one.reactants not in found or one.place < found[one.reactants].place):
                found[one.reactants] = one
    return sorted(found.values(), key=_order)


def _order(one: Disconnection) -> tuple[Any, ...]:
    """The key by which proposals are put in order; nearness counts to one digit, since more means nothing."""
    return one.nearness < _KNOWN, one.place, -round(one.nearness, 1), one.largest, one.rule.order, one.reactants


def _nearness(rule: Rule, mols: tuple[Mol, ...], wanted: str) -> float:
    from rdkit.Chem import CanonSmiles, MolFromSmiles
    from rdkit.Chem.rdFingerprintGenerator import GetMorganGenerator
    from rdkit.DataStructs import TanimotoSimilarity

    reactants, product = rule.example
    made = MolFromSmiles(product)
    if _flat(product) == wanted and {_bare(mol) for mol in mols} == {CanonSmiles(one) for one in reactants}:
        return _KNOWN
    counts = GetMorganGenerator(radius=2).GetCountFingerprint
    return float(TanimotoSimilarity(counts(made), counts(MolFromSmiles(wanted))))


def _backwards(rule: Rule, target: Mol) -> list[tuple[Mol, ...]]:
    from rdkit import Chem, rdBase

    sets: dict[tuple[str, ...], tuple[Mol, ...]] = {}
    with rdBase.BlockLogs():
        for made in _reactions.pattern(rule.retro).RunReactants((target,), maxProducts=_MOST_SETS):
            if all(Chem.SanitizeMol(part, catchErrors=True) == Chem.SanitizeFlags.SANITIZE_NONE for part in made):
                written = tuple(Chem.MolToSmiles(part) for part in made)
                # What a pattern left open, such as a bond that was cut twice, shows in the text.
                fresh = tuple(Chem.MolFromSmiles(one) for one in written)
                if all(fresh):
                    sets.setdefault(written, fresh)
    return list(sets.values())


def _checked(rule: Rule, mols: tuple[Mol, ...], wanted: str) -> Disconnection | None:
    """The reactants, if their rule makes the target of them and the target is not one of them."""
    from rdkit import Chem

    if wanted in (Chem.MolToSmiles(mol, isomericSmiles=False) for mol in mols):
        return None
    made = [_flat(one.product) for one in _reactions.outcomes(mols, [rule])]
    if wanted not in made:
        return None
    alike = list(dict.fromkeys(_flat(one.product) for one in _reactions.outcomes(mols, _reactions.rules())))
    place = alike.index(wanted) + 1
    largest = max(mol.GetNumHeavyAtoms() for mol in mols)
    nearness = _nearness(rule, mols, wanted)
    return Disconnection(".".join(Chem.MolToSmiles(mol) for mol in mols), rule, place, len(alike), largest, nearness)


def _flat(smiles: str) -> str:
    """Canonical SMILES without stereochemistry, which the rules leave unwritten."""
    from rdkit import Chem

    return str(Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False))


def mapped(reaction: str) -> tuple[str, Rule]:
    """A reaction with numbered atoms, and its rule.

    Raises:
        ToolInputError: not reaction SMILES, not one to three reactants, or no rule makes the product of them.
    """
    from rdkit import Chem

    before, after = parts_of(reaction)
    mols = [parse_smiles(one) for one in before]
    for mol in mols:
        if mol.GetNumAtoms() > _reactions.MOST_ATOMS:
            raise ToolInputError(f"a reactant has over {_reactions.MOST_ATOMS} atoms")
        for atom in mol.GetAtoms():
            atom.SetAtomMapNum(0)
    wanted = {_bare(parse_smiles(one)) for one in after}
    for one in _reactions.outcomes(mols, _reactions.rules()):
        made = {_bare(Chem.MolFromSmiles(text)) for text in (one.product, *one.others)}
        if wanted <= made | {_bare(mol) for mol in mols}:
            return f"{_numbered(mols, one)}>>{one.mapped}", one.rule
    raise ToolInputError("no named reaction makes this product of these reactants; that does not say that none does")


def _bare(mol: Mol) -> str:
    from rdkit import Chem

    plain = Chem.Mol(mol)
    for atom in plain.GetAtoms():
        atom.SetAtomMapNum(0)
    return str(Chem.CanonSmiles(Chem.MolToSmiles(plain, isomericSmiles=False)))


def _numbered(mols: list[Mol], one: _reactions.Outcome) -> str:
    """The reactants with the numbers that the product has, in the order in which the roles took them."""
    from rdkit import Chem

    written, offset = [], 0
    for use in one.rule.uses:
        copy = Chem.Mol(mols[one.roles[use]])
        for atom in copy.GetAtoms():
            number = offset + atom.GetIdx() + 1
            atom.SetAtomMapNum(number if f":{number}]" in one.mapped else 0)
        offset += copy.GetNumAtoms()
        written.append(Chem.MolToSmiles(copy))
    return ".".join(written)
