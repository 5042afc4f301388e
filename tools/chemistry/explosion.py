"""Whether a molecule may be explosive: the screening of the United Nations, and the oxygen balance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

OxygenBalance = Annotated[
    float, Semantic("OxygenBalance", parent="MolecularProperty", unit="%", label="oxygen balance")
]
ExplosionVerdict = Annotated[
    str,
    Semantic(
        "ExplosionVerdict",
        parent="Report",
        label="explosion hazard",
        also=("explosiveness", "explosive properties", "explosivity", "explosion risk", "explosive potential"),
    ),
]
ExplosiveGroups = Annotated[
    dict[str, int],
    Semantic(
        "ExplosiveGroups",
        parent="MolecularProperty",
        label="groups associated with explosive properties",
        also=("explosophores", "explosive groups"),
    ),
]

# The groups of table A6.1 of the manual, as patterns written here, and whether they bring oxygen: the oxygen balance
# decides for these alone.
_GROUPS = (
    ("alkyne", "[CX2]#[CX2]", False),
    ("1,2-diene", "[CX3]=[CX2]=[CX3,CX2]", False),
    ("carbon-metal bond", "[#6]~[Li,Na,K,Mg,Ca,Zn,Cd,Hg,Al,Cu,Ag,Sn,Pb]", False),
    ("nitrogen-metal bond", "[#7]~[Li,Na,K,Mg,Ca,Zn,Cd,Hg,Al,Cu,Ag,Pb]", False),
    ("azide", "[$([NX1]),$([NX1-]),$([NX2-]),$([NX2])]=[N+]=[NX1,NX1-,NX2]", False),
    ("diazonium", "[#6][N+]#[NX1]", False),
    ("diazo", "[#6]=[N+]=[NX1-]", False),
    ("aliphatic azo", "[CX4][NX2]=[NX2][CX4]", False),
    ("triazene or tetrazene", "[NX3][NX2]=[NX2]", False),
    ("tetrazole", "c1nnn[nX3]1", False),
    ("triazole", "[$(c1[c,n]nn[nX3]1)]", False),
    ("hydrazine", "[NX3;!$(NC=O);!$(N=*)][NX3;!$(NC=O)]", False),
    ("sulfonyl hydrazide", "S(=O)(=O)[NX3][NX3]", False),
    ("peroxide", "[OX2,OX1-][OX2,OX1-]", True),
    ("ozonide", "[OX2][OX2][#6][OX2]", True),
    ("hydroxylamine", "[NX3;!$(N=O);!$(NC=O)][OX2H1]", True),
    ("nitrate ester", "[OX2;$(O[#6])][N+](=O)[O-]", True),
    ("nitrate", "[$([O-][N+](=O)[O-]),$([OX2H1][N+](=O)[O-])]", True),
    ("nitro", "[#6,#7][N+](=O)[O-]", True),
    ("nitroso", "[#6,#7][NX2]=O", True),
    ("N-oxide", "[$([#7+;!$([N+](=O)[O-])][O-;$([O-][#7+;!$([N+]=O)])])]", True),
    ("1,2-oxazole", "[$(o1nccc1),$(o1nccc1)]", True),
    ("N-halogen", "[#7][F,Cl,Br,I]", False),
    ("O-halogen", "[OX2,OX1-,OX1][F,Cl,Br,I;!-]", True),
)
# Below this a molecule with groups that bring oxygen is not called explosive by the screening.
_LOWEST_BALANCE = -200.0


@dataclass(frozen=True, slots=True)
class ExplosionScreen:
    """What the screening says, the groups it saw, and the oxygen balance."""

    explosion_verdict: ExplosionVerdict
    explosive_groups: ExplosiveGroups
    oxygen_balance: OxygenBalance


@cache
def _patterns() -> tuple[tuple[str, Any, bool], ...]:
    from rdkit import Chem

    return tuple((name, Chem.MolFromSmarts(pattern), oxygen) for name, pattern, oxygen in _GROUPS)


def _balance(mol: Mol) -> float:
    """1600 times the oxygen left over when carbon burns to CO2 and hydrogen to H2O, over the molar mass."""
    from rdkit.Chem import Descriptors

    counts: dict[int, int] = {1: 0, 6: 0, 8: 0}
    for atom in mol.GetAtoms():
        counts[1] += atom.GetTotalNumHs()
        if atom.GetAtomicNum() in counts:
            counts[atom.GetAtomicNum()] += 1
    mass = Descriptors.MolWt(mol)  # type: ignore[attr-defined]
    return float(-1600.0 * (2 * counts[6] + counts[1] / 2 - counts[8]) / mass)


@tool(
    Operation.PREDICTION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Cc1c([N+](=O)[O-])cc([N+](=O)[O-])cc1[N+](=O)[O-]"},
    also=("is it explosive", "explosive"),
)
def explosion_screen(smiles: Smiles) -> ExplosionScreen:
    """Screen a molecule for explosive properties by its groups and its oxygen balance.

    Args:
        smiles: One molecule or salt.
    Returns:
        The outcome of the screening, the groups with their numbers, and the oxygen balance in per cent, to CO2 and H2O.
        No outcome says that a substance is safe: only a test does. Dust, gases, mixtures, and reactions that run away
        are beyond the screening.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has no carbon, nitrogen or halogen that the screening knows.
    Source: UN Manual of Tests and Criteria, 7th rev. ed., 2019, appendix 6, 3.1 and table A6.1.
    """
    mol = parse_smiles(smiles)
    if not any(atom.GetAtomicNum() in (6, 7, 17) for atom in mol.GetAtoms()):
        raise ToolInputError(f"{smiles[:60]!r} has none of the elements of the groups that the screening knows")
    found = [(name, len(mol.GetSubstructMatches(pattern)), oxygen) for name, pattern, oxygen in _patterns()]
    groups = {name: count for name, count, _ in found if count}
    balance = _balance(mol)
    if not groups:
        verdict = "no group associated with explosive properties was found; this does not say that it is safe"
    elif balance < _LOWEST_BALANCE and all(oxygen for _, count, oxygen in found if count):
        verdict = (
            "groups associated with explosive properties, but an oxygen balance below -200 %: "
            "not called explosive by the screening; this does not say that it is safe"
        )
    else:
        verdict = "may be explosive: groups associated with explosive properties; tests are needed"
    return ExplosionScreen(verdict, groups, round(balance, 1))
