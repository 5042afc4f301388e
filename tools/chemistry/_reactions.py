"""Named reactions: their rules, and what they make of reactants.

The rules stand in `reactions.toml`. A rule says what changes, not whether it happens: conditions, yields and rates are
beyond it. New stereocentres are left unwritten, and so are those whose bonds change where a rule does not say how.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _reaction_centres, _reaction_order

if TYPE_CHECKING:
    from rdkit.Chem import Mol

MOST_ATOMS = 150
_MOST_PRODUCTS = 200
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Rule:
    """One named reaction, as `reactions.toml` has it; `uses` names the role of each reactant of the pattern.

    `example` are the reactants of a textbook's example, and what they give.
    """

    name: str
    also: tuple[str, ...]
    smarts: str
    roles: tuple[str, ...]
    uses: tuple[int, ...]
    supply: tuple[str, ...]
    order: int
    rank: str
    conditions: str
    selectivity: str
    source: str
    retro: str
    stereo: str
    all_groups: bool
    refused: tuple[tuple[str, str], ...]
    shares: tuple[tuple[str, tuple[float, float, float]], ...]
    shares_source: str
    example: tuple[tuple[str, ...], str]

    @property
    def names(self) -> tuple[str, ...]:
        """Its own name and the others."""
        return (self.name, *self.also)

    @property
    def of_one(self) -> bool:
        """Whether the name says all but one reactant, as that of the nitration does."""
        return sum(not text for text in self.supply) == 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule makes of reactants.

    Attributes:
        rule: the rule.
        product: canonical SMILES; of an ion pair both ions.
        others: canonical SMILES of further products that carry atoms of the reactants.
        score: the place among the products of the rule, the lowest first.
        reason: why there, empty where nothing tells the products apart.
        mapped: the SMILES of the product, each atom with the number of the reactant atom that it was, counted through
            the reactants in the order of the roles from 1; 0 for atoms of the reagent that the pattern writes.
        roles: the places of the reactants in the order in which the roles took them.
    """

    rule: Rule
    product: str
    others: tuple[str, ...]
    score: float
    reason: str
    mapped: str
    roles: tuple[int, ...]


@cache
def rules() -> tuple[Rule, ...]:
    """All named reactions."""
    text = files("scitoolagent.tools.chemistry").joinpath("reactions.toml").read_text(encoding="utf-8")
    return tuple(_rule(row) for row in tomllib.loads(text)["reaction"])


def _rule(row: dict[str, Any]) -> Rule:
    roles = tuple(row["roles"])
    return Rule(
        name=row["name"],
        also=tuple(row.get("also", ())),
        smarts=row["smarts"],
        roles=roles,
        uses=tuple(row.get("uses", range(len(roles)))),
        supply=tuple(row.get("supply", ("",) * len(roles))),
        order=row["order"],
        rank=row.get("rank", ""),
        conditions=row["conditions"],
        selectivity=row["selectivity"],
        source=row["source"],
        retro=row.get("retro", ""),
        stereo="retains" if row.get("rank", "").startswith("migration") else row.get("stereo", ""),
        all_groups=row.get("all_groups", False),
        refused=tuple((one, why) for one, why in row.get("refused", ())),
        shares=tuple((name, tuple(found)) for name, found in row.get("shares", {}).items()),
        shares_source=row.get("shares_source", ""),
        example=(tuple(row["example"]["reactants"]), row["example"]["product"]),
    )


def named(text: str) -> tuple[Rule, ...]:
    """The rules of a name; several where people call several by it, as they do with hydrolysis.

    Raises:
        ToolInputError: no rule is called so.
    """
    wanted = " ".join(text.lower().split())
    for exact in (lambda rule: rule.name.lower() == wanted, lambda rule: wanted in map(str.lower, rule.names)):
        if found := tuple(rule for rule in rules() if exact(rule)):
            return found
    names = sorted({name for rule in rules() for name in rule.names})
    near = [name for name in names if wanted in name.lower()] or get_close_matches(wanted, names, _NEAREST, 0.5)
    told = f"near is {', '.join(near[:_NEAREST])}" if near else "the rules are in tools/chemistry/reactions.toml"
    raise ToolInputError(f"no named reaction is called {text[:60]!r}; {told}")


def outcomes(mols: Sequence[Mol], of: Sequence[Rule]) -> list[Outcome]:
    """What the rules make of these reactants, in whatever roles they fit; the likeliest rule and place first."""
    found: dict[tuple[str, str], Outcome] = {}
    for rule in of:
        if len(rule.roles) != len(mols) or refusal(rule, mols):
            continue
        for places in itertools.permutations(range(len(mols))):
            for one in _of(rule, [mols[place] for place in places], places):
                key = (rule.name, one.product)
                if key not in found or one.score < found[key].score:
                    found[key] = one
    return sorted(found.values(), key=lambda one: (one.rule.order, one.rule.name, one.score, one.product))


def refusal(rule: Rule, mols: Sequence[Mol]) -> str:
    """Why a rule cannot tell what forms of these reactants although its pattern may fit; empty where it can."""
    for smarts, why in rule.refused:
        if any(mol.HasSubstructMatch(_query(smarts)) for mol in mols):
            return why
    return ""


def fits(rule: Rule, mols: Sequence[Mol]) -> bool:
    """Whether the patterns of a rule are in these reactants, in whatever roles."""
    reaction = pattern(rule.smarts)
    return any(
        all(parts[use].HasSubstructMatch(reaction.GetReactantTemplate(place)) for place, use in enumerate(rule.uses))
        for parts in itertools.permutations(mols)
    )


@cache
def _query(smarts: str) -> Any:
    from rdkit.Chem import MolFromSmarts

    return MolFromSmarts(smarts)


def exhausted(first: Outcome, mols: Sequence[Mol]) -> str:
    """What the reagent makes of all groups that it changes, where that is more than the first product; else empty."""
    from rdkit import Chem

    if not first.rule.all_groups or not (reagent := [mol for mol in mols if not _carbons(mol)]):
        return ""
    product = first.product
    of = [rule for rule in rules() if rule.all_groups]
    for _ in range(_MOST_STAGES):
        if not (found := outcomes([Chem.MolFromSmiles(product), *reagent], of)):
            break
        product = found[0].product
    return product if product != first.product else ""


_MOST_STAGES = 20


def _carbons(mol: Mol) -> int:
    return sum(atom.GetAtomicNum() == 6 for atom in mol.GetAtoms())


@cache
def pattern(smarts: str) -> Any:
    from rdkit.Chem.rdChemReactions import ReactionFromSmarts

    return ReactionFromSmarts(smarts)


def _of(rule: Rule, mols: list[Mol], places: tuple[int, ...]) -> Iterator[Outcome]:
    from rdkit import Chem, rdBase

    reaction = pattern(rule.smarts)
    parts = [mols[use] for use in rule.uses]
    if not all(mol.HasSubstructMatch(reaction.GetReactantTemplate(place)) for place, mol in enumerate(parts)):
        return
    before = [Chem.MolToSmiles(mol) for mol in mols]
    with rdBase.BlockLogs():
        for run in reaction.RunReactants(parts, maxProducts=_MOST_PRODUCTS):
            if not all(Chem.SanitizeMol(part, catchErrors=True) == Chem.SanitizeFlags.SANITIZE_NONE for part in run):
                continue
            # Where a pattern puts its products into one bracket, a ring that it opens stays one molecule.
            made = [part for one in run for part in Chem.GetMolFrags(one, asMols=True)]
            if any(atom.GetNumRadicalElectrons() for part in made for atom in part.GetAtoms()) or _is_torn(made, parts):
                continue
            turned = _reaction_centres.turned(rule.stereo, made, parts)
            written = _written(made)
            if set(written) <= set(before):  # the reaction changed nothing, as an ester with its own alcohol does
                continue
            score, reason = _reaction_order.score(rule.rank, made, parts, (dict(rule.shares), rule.shares_source))
            reason = "; ".join(filter(None, (reason, turned)))
            yield Outcome(rule, written[0], written[1:], score, reason, _mapped(made, parts), places)


def _is_torn(made: Sequence[Mol], parts: Sequence[Mol]) -> bool:
    """Whether a product ends where nothing was said to change: a ring of which a pattern takes off one end only."""
    kept = {
        place: atom
        for mol in made
        for atom in mol.GetAtoms()
        if (place := _reaction_centres.place_of(atom)) is not None
    }
    return any(
        not atom.HasProp("old_mapno") and (use, neighbour.GetIdx()) not in kept
        for (use, index), atom in kept.items()
        for neighbour in parts[use].GetAtomWithIdx(index).GetNeighbors()
    )


def _written(made: Sequence[Mol]) -> tuple[str, ...]:
    """The products; ions that neutralise one another are one salt."""
    from rdkit import Chem

    if len(made) > 1 and sum(Chem.GetFormalCharge(part) for part in made) == 0 and any(map(Chem.GetFormalCharge, made)):
        return (Chem.CanonSmiles(".".join(Chem.MolToSmiles(part) for part in made)),)
    return tuple(Chem.CanonSmiles(Chem.MolToSmiles(part)) for part in made)


def _mapped(made: Sequence[Mol], parts: Sequence[Mol]) -> str:
    """The products with the numbers of the reactant atoms."""
    from rdkit import Chem

    offsets = list(itertools.accumulate((part.GetNumAtoms() for part in parts), initial=0))
    written = []
    for product in made:
        copy = Chem.RWMol(product)
        for atom in copy.GetAtoms():
            place = _reaction_centres.place_of(atom)
            atom.SetAtomMapNum(0 if place is None else offsets[place[0]] + place[1] + 1)
        written.append(Chem.MolToSmiles(copy))
    return ".".join(written)
