"""Drug-likeness: rules of thumb with the violations named, QED, synthetic accessibility, NP-likeness."""

from __future__ import annotations

import gzip
import importlib.util
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolUnavailableError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

Qed = Annotated[
    float,
    Semantic(
        "Qed",
        parent="MolecularProperty",
        unit="1",
        label="QED",
        also=("quantitative estimate of drug-likeness", "quantitative estimation of druglikeness"),
    ),
]
SyntheticAccessibility = Annotated[
    float,
    Semantic(
        "SyntheticAccessibility",
        parent="MolecularProperty",
        unit="1",
        label="synthetic accessibility score",
        also=("SA score", "SAscore", "synthetic accessibility", "ease of synthesis"),
    ),
]
NpLikeness = Annotated[
    float,
    Semantic(
        "NpLikeness",
        parent="MolecularProperty",
        unit="1",
        label="natural product-likeness",
        also=("NP-likeness", "NP score", "natural product score", "likeness to natural products"),
    ),
]
_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def qed(smiles: Smiles) -> Qed:
    """Compute the quantitative estimate of drug-likeness (QED) of a molecule.

    Args:
        smiles: One molecule.
    Returns:
        0 (unlike drugs) to 1 (like drugs), with the paper's mean weights.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Bickerton et al. 2012, doi:10.1038/nchem.1243, by `QED.weights_mean`.
    """
    from rdkit.Chem import QED

    return float(QED.qed(parse_smiles(smiles)))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def synthetic_accessibility(smiles: Smiles) -> SyntheticAccessibility:
    """Estimate how hard a molecule is to synthesise (SA score).

    Args:
        smiles: One molecule.
    Returns:
        1 (easy) to 10 (hard).
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
        ToolUnavailableError: RDKit was installed without its SA_Score contribution.
    Source: Ertl & Schuffenhauer 2009, doi:10.1186/1758-2946-1-8, by RDKit's `Contrib/SA_Score`.
    """
    return float(_contribution("SA_Score", "sascorer").calculateScore(parse_smiles(smiles)))


@tool(Operation.PREDICTION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def natural_product_likeness(smiles: Smiles) -> NpLikeness:
    """Estimate how much a molecule looks like a natural product (NP-likeness).

    Args:
        smiles: One molecule.
    Returns:
        About -5 (like synthetic molecules) to 5 (like natural products).
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
        ToolUnavailableError: RDKit was installed without its NP_Score contribution.
    Source: Ertl et al. 2008, doi:10.1021/ci700286x, by RDKit's `Contrib/NP_Score` and its public model.
    """
    return float(_contribution("NP_Score", "npscorer").scoreMol(parse_smiles(smiles), _np_model()))


@lru_cache(maxsize=2)
def _contribution(folder: str, name: str) -> Any:
    """RDKit ships its contributions beside the package, not inside it."""
    path = _contribution_path(folder, f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"rdkit_contrib_{name}", path)
    if spec is None or spec.loader is None:
        raise ToolUnavailableError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _contribution_path(folder: str, name: str) -> Path:
    from rdkit.Chem import RDConfig

    path = Path(RDConfig.RDContribDir) / folder / name
    if not path.is_file():
        raise ToolUnavailableError(
            f"this RDKit has no Contrib/{folder}/{name}; install the wheel from PyPI: pip install rdkit"
        )
    return path


@lru_cache(maxsize=1)
def _np_model() -> Any:
    # RDKit's own reader leaves the file open and writes to stderr.
    with gzip.open(_contribution_path("NP_Score", "publicnp.model.gz")) as file:
        return pickle.load(file)  # noqa: S301 - a file of the installed RDKit, as trusted as its code


@dataclass(frozen=True)
class _Limit:
    """A range for one property, as the paper gives it."""

    name: str
    compute: Callable[[Mol], float]
    low: float | None = None
    high: float | None = None


def _descriptor(module: str, name: str) -> Callable[[Any], float]:
    def compute(mol: Any) -> float:
        return float(getattr(importlib.import_module(f"rdkit.Chem.{module}"), name)(mol))

    return compute


def _logp(mol: Any) -> float:
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcCrippenDescriptors(mol)[0])


def _refractivity(mol: Any) -> float:
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcCrippenDescriptors(mol)[1])


def _atoms(mol: Any) -> float:
    return float(mol.GetNumAtoms(onlyExplicit=False))


def _carbons(mol: Any) -> float:
    return float(sum(atom.GetAtomicNum() == 6 for atom in mol.GetAtoms()))


def _heteroatoms(mol: Any) -> float:
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcNumHeteroatoms(mol))


_WEIGHT = _descriptor("Descriptors", "MolWt")
_TPSA = _descriptor("rdMolDescriptors", "CalcTPSA")
_BONDS = _descriptor("rdMolDescriptors", "CalcNumRotatableBonds")
_RINGS = _descriptor("rdMolDescriptors", "CalcNumRings")
_DONORS = _descriptor("rdMolDescriptors", "CalcNumLipinskiHBD")
_ACCEPTORS = _descriptor("rdMolDescriptors", "CalcNumLipinskiHBA")


@dataclass(frozen=True)
class _Rule:
    """One published rule; `tolerated` violations still pass."""

    name: str
    title: str
    also: tuple[str, ...]
    source: str
    limits: tuple[_Limit, ...]
    tolerated: int = 0


_RULES = (
    _Rule(
        "lipinski_rule_of_five",
        "Lipinski's rule of five",
        (
            "druglike",
            "drug-likeness",
            "drug-like",
            "Lipinski rule",
            "Lipinski",
            "rule of 5",
            "Lipinski violations",
            "Ro5",
        ),
        "Lipinski et al. 1997, doi:10.1016/S0169-409X(96)00423-1; one violation is tolerated.",
        (
            _Limit("molecular weight in g/mol", _WEIGHT, high=500),
            _Limit("logP", _logp, high=5),
            _Limit("hydrogen bond donors", _DONORS, high=5),
            _Limit("hydrogen bond acceptors", _ACCEPTORS, high=10),
        ),
        tolerated=1,
    ),
    _Rule(
        "veber_rule",
        "Veber's rule",
        ("Veber rules", "Veber filter"),
        "Veber et al. 2002, doi:10.1021/jm020017n.",
        (_Limit("rotatable bonds", _BONDS, high=10), _Limit("TPSA in Å²", _TPSA, high=140)),
    ),
    _Rule(
        "ghose_filter",
        "Ghose's filter",
        ("Ghose rule",),
        "Ghose et al. 1999, doi:10.1021/cc9800071.",
        (
            _Limit("molecular weight in g/mol", _WEIGHT, 160, 480),
            _Limit("logP", _logp, -0.4, 5.6),
            _Limit("molar refractivity in cm³/mol", _refractivity, 40, 130),
            _Limit("atoms", _atoms, 20, 70),
        ),
    ),
    _Rule(
        "egan_filter",
        "Egan's filter",
        ("Egan rule",),
        "Egan et al. 2000, doi:10.1021/jm000292e.",
        (_Limit("TPSA in Å²", _TPSA, high=131.6), _Limit("logP", _logp, high=5.88)),
    ),
    _Rule(
        "muegge_filter",
        "Muegge's filter",
        ("Muegge rule", "pharmacophore point filter", "Bayer filter"),
        "Muegge et al. 2001, doi:10.1021/jm015507e; the paper's logP is XLOGP.",
        (
            _Limit("molecular weight in g/mol", _WEIGHT, 200, 600),
            _Limit("logP", _logp, -2, 5),
            _Limit("TPSA in Å²", _TPSA, high=150),
            _Limit("rings", _RINGS, high=7),
            _Limit("carbon atoms", _carbons, low=5),
            _Limit("heteroatoms", _heteroatoms, low=2),
            _Limit("rotatable bonds", _BONDS, high=15),
            _Limit("hydrogen bond donors", _DONORS, high=5),
            _Limit("hydrogen bond acceptors", _ACCEPTORS, high=10),
        ),
    ),
    _Rule(
        "lead_likeness",
        "the rule of lead-likeness",
        ("lead-like", "leadlike", "Teague rule"),
        "Daina et al. 2017, doi:10.1038/srep42717 (the limits of SwissADME), after Teague et al. 1999, "
        "doi:10.1002/(SICI)1521-3773(19991216)38:24<3743::AID-ANIE3743>3.0.CO;2-U.",
        (
            _Limit("molecular weight in g/mol", _WEIGHT, 250, 350),
            _Limit("logP", _logp, high=3.5),
            _Limit("rotatable bonds", _BONDS, high=7),
        ),
    ),
)


def _violations(rule: _Rule, mol: Mol) -> list[str]:
    found = []
    for limit in rule.limits:
        value = limit.compute(mol)
        if limit.high is not None and value > limit.high:
            found.append(f"{limit.name} {value:.4g} > {limit.high:g}")
        if limit.low is not None and value < limit.low:
            found.append(f"{limit.name} {value:.4g} < {limit.low:g}")
    return found


def _range(limit: _Limit) -> str:
    if limit.low is None:
        return f"{limit.name} at most {limit.high:g}"
    if limit.high is None:
        return f"{limit.name} at least {limit.low:g}"
    return f"{limit.name} {limit.low:g} to {limit.high:g}"


def _make(rule: _Rule) -> Callable[..., Any]:
    camel = "".join(word.capitalize() for word in rule.name.split("_"))
    passes = Annotated[bool, Semantic(f"{camel}Passed", parent="MolecularProperty", label=f"passes {rule.title}")]
    broken = Annotated[
        list[str], Semantic(f"{camel}Violations", parent="MolecularProperty", label=f"violations of {rule.title}")
    ]
    result: Any = dataclass(frozen=True)(
        type(
            f"{camel}Result", (), {"__annotations__": {"passed": passes, "violations": broken}, "__module__": __name__}
        )
    )

    def check(smiles: str) -> Any:
        found = _violations(rule, parse_smiles(smiles))
        return result(passed=len(found) <= rule.tolerated, violations=found)

    ranges = "; ".join(map(_range, rule.limits))
    check.__name__ = check.__qualname__ = rule.name
    check.__annotations__ = {"smiles": Smiles, "return": result}
    check.__doc__ = (
        f"Check a molecule against {rule.title} of drug design.\n\nArgs:\n    smiles: One molecule.\n"
        f"Returns:\n    Whether it passes, and the limits it breaks. Limits: {ranges}. "
        f"logP is Wildman-Crippen's.\n"
        f"Raises:\n    ToolInputError: `smiles` is not valid SMILES.\nSource: {rule.source}"
    )
    return tool(Operation.FILTERING, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=rule.also)(check)


TOOLS = tuple(map(_make, _RULES))
