"""Products of named reactions, the reactants that could have made a molecule, and which atom goes where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry import _reactions, _retrosynthesis
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._reaction_parts import MOST_REACTANTS

if TYPE_CHECKING:
    from rdkit.Chem import Mol

    from scitoolagent.tools.chemistry._reactions import Outcome, Rule

ReactionProduct = Annotated[
    str,
    Semantic(
        "ReactionProduct",
        parent="Smiles",
        label="product of a reaction",
        also=(
            "product",
            "products",
            "reaction product",
            "expected product",
            "main product",
            "major product",
            "outcome of a reaction",
            "product when they react",
            "forms when they react",
            "formed when they react",
        ),
    ),
]
FurtherProducts = Annotated[
    str,
    Semantic("FurtherProducts", parent="Smiles", label="further products", also=("side products", "minor products")),
]
ReagentReaction = Annotated[
    str,
    Semantic(
        "ReagentReaction",
        parent="Parameter",
        label="named reaction with a reagent",
        finder="scitoolagent.tools.chemistry._reaction_words:find_of_one",
    ),
]
ReactantReaction = Annotated[
    str,
    Semantic(
        "ReactantReaction",
        parent="Parameter",
        label="named reaction of several reactants",
        finder="scitoolagent.tools.chemistry._reaction_words:find_of_several",
    ),
]
RuleNames = Annotated[
    str, Semantic("ReactionRules", parent="Report", label="reaction by which each product forms", role="note")
]
ProductReasons = Annotated[str, Semantic("ProductReasons", parent="Report", label="order of products", role="note")]
Precursors = Annotated[
    str,
    Semantic(
        "Precursors",
        parent="Smiles",
        label="precursors",
        also=(
            "retrosynthesis",
            "one-step retrosynthesis",
            "retrosynthetic precursors",
            "retrosynthetic step",
            "retrosynthetic disconnection",
            "synthetic precursors",
            "starting materials",
        ),
    ),
]
ReactionSmiles = Annotated[
    str,
    Semantic(
        "ReactionSmiles",
        parent="Parameter",
        label="reaction SMILES",
        pattern=r"[A-Za-z0-9@+\-\[\]()=#$:.%/\\]+>[A-Za-z0-9@+\-\[\]()=#$:.%/\\]*>[A-Za-z0-9@+\-\[\]()=#$:.%/\\]+",
        screen="scitoolagent.tools.chemistry._reaction_parts:molecules",
    ),
]
MappedReaction = Annotated[
    str,
    Semantic(
        "MappedReaction",
        parent="ReactionSmiles",
        label="atom-mapped reaction",
        also=("atom mapping", "atom mapping of a reaction", "atom-to-atom mapping", "reaction atom mapping"),
    ),
]

_SHOWN = 10
# A place whose sum of constants is so much higher reacts over 100 times slower (rho of nitration about -6).
_SLOWER = 0.35


@dataclass(frozen=True, slots=True)
class Products:
    """What the rules make, the likeliest first, and why."""

    reaction_product: ReactionProduct
    further_products: list[FurtherProducts]
    reaction_rules: RuleNames
    product_reasons: ProductReasons


@dataclass(frozen=True, slots=True)
class Disconnections:
    """Sets of reactants that could make a molecule, and by which reaction."""

    precursors: list[Precursors]
    reaction_rules: list[RuleNames]


@dataclass(frozen=True, slots=True)
class Mapped:
    """A reaction with its atoms numbered, and the rule that says so."""

    mapped_reaction: MappedReaction
    reaction_rules: RuleNames


@tool(
    Operation.PREDICTION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"reactants": ["O=C(O)c1ccccc1O", "CC(=O)OC(C)=O"]},
    also=("RXNPredict",),
)
def reaction_products(reactants: list[Smiles]) -> Products:
    """Predict the products of two or three reactants by named reactions.

    Args:
        reactants: Two or three molecules, reagents among them; the order does not matter.
    Returns:
        Canonical SMILES of the likeliest product and of further ones, of at most 10 outcomes; the reactions; and what
        put them in order. The order is that of textbook rules, no yield. New stereocentres are left unwritten.
    Raises:
        ToolInputError: not two or three reactants, a SMILES is not valid or has over 150 atoms, or no rule applies:
            which does not say that they do not react.
    Source: 162 named reactions, each with its source, in `reactions.toml`; places on benzene rings by Brown and
        Okamoto 1958, doi:10.1021/ja01551a055.
    """
    return _products(reactants, _reactions.rules(), "no rule of the library applies")


@tool(
    Operation.PREDICTION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"reactants": ["Brc1ccccc1", "OB(O)c1ccc(OC)cc1"], "reaction": "Suzuki coupling"},
)
def named_coupling(reactants: list[Smiles], reaction: ReactantReaction) -> Products:
    """Predict the products of two or three reactants by one named reaction.

    Args:
        reactants: Two or three molecules; the order does not matter.
        reaction: Name of the reaction, such as Suzuki coupling, Diels-Alder reaction or Mannich reaction.
    Returns:
        As `reaction_products`.
    Raises:
        ToolInputError: as `reaction_products`, or no reaction has the name.
    Source: as `reaction_products`.
    """
    return _products(reactants, _reactions.named(reaction), f"the rule of {reaction} does not apply")


@tool(
    Operation.PREDICTION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "Cc1ccccc1", "reaction": "aromatic nitration"},
)
def named_reaction(smiles: Smiles, reaction: ReagentReaction) -> Products:
    """Predict the products of one molecule under a named reaction, its usual reagent supplied.

    Args:
        smiles: The molecule that is changed.
        reaction: Name of the reaction, such as nitration, ozonolysis or Lindlar reduction.
    Returns:
        As `reaction_products`.
    Raises:
        ToolInputError: the SMILES is not valid or has over 150 atoms, no reaction has the name, or it does not apply
            to the molecule.
    Source: as `reaction_products`.
    """
    mol = _reactant(smiles)
    found = [
        one
        for rule in _reactions.named(reaction)
        if rule.of_one
        for one in _reactions.outcomes([parse_smiles(text) if text else mol for text in rule.supply], [rule])
    ]
    if not found:
        refused = (_reactions.refusal(rule, [mol]) for rule in _reactions.named(reaction))
        why = next(filter(None, refused), "its pattern is not in the molecule")
        raise ToolInputError(f"{reaction} does not apply to {smiles[:60]!r}: {why}")
    supplied = [parse_smiles(text) for text in found[0].rule.supply if text]
    return _told(found, _reactions.exhausted(found[0], [mol, *supplied]))


def _reactant(smiles: str) -> Mol:
    mol = parse_smiles(smiles)
    if mol.GetNumAtoms() > _reactions.MOST_ATOMS:
        raise ToolInputError(f"{smiles[:60]!r} has over {_reactions.MOST_ATOMS} atoms")
    return mol


def _products(reactants: Sequence[str], rules: Sequence[Rule], called: str) -> Products:
    if not 2 <= len(reactants) <= MOST_REACTANTS:
        raise ToolInputError(f"two or three reactants are taken, not {len(reactants)}")
    mols = [_reactant(one) for one in reactants]
    found = _reactions.outcomes(mols, rules)
    if not found:
        what = " and ".join(repr(one[:60]) for one in reactants)
        fitting = (rule for rule in rules if len(rule.roles) == len(mols) and _reactions.fits(rule, mols))
        if why := next(filter(None, (_reactions.refusal(rule, mols) for rule in fitting)), ""):
            raise ToolInputError(f"no product of {what} is told: {why}")
        raise ToolInputError(f"{called} to {what}; that does not say that they do not react")
    return _told(found, _reactions.exhausted(found[0], mols))


def _told(found: Sequence[Outcome], last: str = "") -> Products:
    """What forms, the likeliest first; `last` is what the reagent makes of all groups that it changes."""
    best = {one.rule.name: one.score for one in reversed(found)}
    likely = [
        one for one in found if not one.rule.rank.startswith("sigma_plus") or one.score - best[one.rule.name] <= _SLOWER
    ]
    shown = {one.product: one for one in reversed(likely)}
    ordered = [one for one in likely if shown[one.product] is one][:_SHOWN]
    products = list(dict.fromkeys(part for one in ordered for part in (one.product, *one.others)))
    by_rule: dict[str, list[Outcome]] = {}
    for one in ordered:
        by_rule.setdefault(one.rule.name, []).append(one)
    lines = [
        f"{', '.join(one.product for one in made)}: {name} ({made[0].rule.conditions}; {made[0].rule.source})"
        for name, made in by_rule.items()
    ]
    reasons = [f"{one.product}: {one.reason}" for one in ordered if one.reason]
    reasons += [made[0].rule.selectivity for made in by_rule.values()]
    if len(likely) < len(found):
        reasons.append(f"{len(found) - len(likely)} places that react over 100 times slower are left out")
    if last:
        products = list(dict.fromkeys((last, *products)))
        reasons.insert(0, f"{last}: the reagent changes all groups of these kinds; the stages are told behind it")
    return Products(products[0], products[1:], "; ".join(lines), "; ".join(reasons))


@tool(
    Operation.PREDICTION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "CC(=O)Nc1ccc(O)cc1"},
    also=("RXNRetrosynthetic",),
)
def retrosynthesis_step(smiles: Smiles) -> Disconnections:
    """Propose reactants that would make a molecule in one step of a named reaction.

    Args:
        smiles: The molecule that is to be made.
    Returns:
        Sets of reactants as SMILES joined by dots, at most 10, and the reaction of each. Each set was run forward by
        the same rules and gives the molecule. Routes of a textbook to this very molecule come first, then sets from
        which it is the first product, the nearest to what textbooks make by that reaction, and simple ones.
    Raises:
        ToolInputError: the SMILES is not valid or has over 150 atoms, or no rule applies: which does not say that the
            molecule cannot be made.
    Source: 78 named reactions read backwards, each with its source, in `reactions.toml`.
    """
    found = _retrosynthesis.disconnections(_reactant(smiles))[:_SHOWN]
    if not found:
        raise ToolInputError(f"no rule of the library makes {smiles[:60]!r}; that does not say that it cannot be made")
    lines = [
        f"{one.reactants}: {one.rule.name}, product {one.place} of {one.of} by the rules "
        f"({one.rule.conditions}; {one.rule.source})"
        for one in found
    ]
    return Disconnections([one.reactants for one in found], lines)


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"reaction": "CC(=O)O.OCC>>CCOC(C)=O"},
    also=("RXNPredictProperties",),
)
def map_reaction(reaction: ReactionSmiles) -> Mapped:
    """Number the atoms of a reaction: which atom of the reactants each atom of the product was.

    Args:
        reaction: Reactants and product as reaction SMILES; what stands between the arrows is not read.
    Returns:
        The reaction with the same number on an atom before and after, and the named reaction. Atoms of the product that
        a reagent outside the reaction brings have no number.
    Raises:
        ToolInputError: not reaction SMILES, not one to three reactants, or no named reaction makes the product of them.
    Source: as `reaction_products`.
    """
    mapped, rule = _retrosynthesis.mapped(reaction)
    return Mapped(mapped, f"{rule.name} ({rule.source})")
