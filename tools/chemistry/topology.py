"""Indices of the molecular graph: connectivity (chi), shape (kappa), flexibility and information content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._family import Row, make_tool

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_ORDINALS = ("zero", "one", "two", "three", "four")
_NTH = ("zeroth", "first", "second", "third", "fourth")
_CHI_SOURCE = "Kier & Hall 1976/1986; Hall & Kier 1991, doi:10.1002/9780470125793.ch9, by `rdMolDescriptors.{call}`."
_KAPPA_SOURCE = "Hall & Kier 1991, doi:10.1002/9780470125793.ch9, by `rdMolDescriptors.{call}`."


def _calc(name: str, mol: Mol) -> Any:
    from rdkit.Chem import rdMolDescriptors

    return getattr(rdMolDescriptors, name)(mol)


def _graph_index(name: str, mol: Mol) -> float:
    from rdkit.Chem import GraphDescriptors

    if mol.GetNumHeavyAtoms() < 2:
        raise ToolInputError("a graph index needs at least two heavy atoms")
    return float(getattr(GraphDescriptors, name)(mol))


def _kappa(order: int, mol: Mol) -> float:
    """Kappa of order n counts paths of n bonds; without one it is not defined, and RDKit then gives 0."""
    from rdkit import Chem

    paths = len(Chem.FindAllPathsOfLengthN(mol, order, useBonds=True, useHs=False))
    if not paths:
        raise ToolInputError(f"the molecule has no path of {order} bonds, so kappa{order} is not defined")
    if order == 3 and mol.GetNumHeavyAtoms() % 2 == 0:
        # RDKit has (A-2)(A-3)² here; Kier's 4·Pmax·Pmin/P² with Pmax = (A-2)²/4 and Pmin = A-3 gives (A-3)(A-2)².
        alpha = float(_calc("CalcHallKierAlpha", mol))
        atoms = mol.GetNumHeavyAtoms() + alpha
        return (atoms - 3) * (atoms - 2) ** 2 / (paths + alpha) ** 2
    return float(_calc(f"CalcKappa{order}", mol))


def _wiener(mol: Mol) -> int:
    from rdkit import Chem

    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError("the Wiener index is not defined for several fragments")
    return int(Chem.GetDistanceMatrix(mol).sum() / 2)


def _chi(order: int, valence: bool) -> Row:
    letter = "v" if valence else "n"
    name, word, nth = f"chi{order}{letter}", _ORDINALS[order], _NTH[order]
    call = f"CalcChi{order}{letter}"
    what = (
        "valence electrons (all elements)" if valence else "valence electrons (as chi v, without the row's correction)"
    )
    also: tuple[str, ...] = (
        f"chi^{order}{letter}",
        f"chi-{word}-{letter}",
        f"{nth}-order {'valence ' if valence else ''}connectivity index",
        f"chi-{word}-{letter} {'valence molecular graph' if valence else 'cluster'} index",
    )
    also += () if valence else (f"chi^{order}", f"chi-{word} cluster index", f"chi^{order} cluster index")
    return Row(
        name=name,
        kind=f"Chi{order}{letter.upper()}Index",
        label=name,
        summary=f"Compute the connectivity index {name} of a molecule.",
        returns=f"Sum over all paths of {order} bonds of the product of δ{letter}^-1/2; δ{letter} from {what}.",
        source=_CHI_SOURCE.format(call=call),
        compute=lambda mol: _calc(call, mol),
        also=also,
        original=(f"GetChi{order}{letter}",),
    )


def _kappa_row(order: int) -> Row:
    return Row(
        name=f"kappa{order}",
        kind=f"Kappa{order}ShapeIndex",
        label=f"kappa{order}",
        summary=f"Compute the shape index kappa{order} of a molecule.",
        returns=f"Shape index of order {order} with Hall-Kier alpha; not defined without a path of {order} bonds.",
        source=_KAPPA_SOURCE.format(call=f"CalcKappa{order}"),
        compute=lambda mol: _kappa(order, mol),
        also=(f"kappa {_ORDINALS[order]}", f"{_NTH[order]}-order kappa shape index", f"kappa{order} shape index"),
        original=(f"GetKappa{order}",),
    )


_ROWS = (
    *(_chi(order, valence) for order in range(5) for valence in (False, True)),
    *(_kappa_row(order) for order in (1, 2, 3)),
    Row(
        "hall_kier_alpha",
        "HallKierAlpha",
        "Hall-Kier alpha",
        "Compute the Hall-Kier alpha of a molecule.",
        "Sum over the atoms of r/r(C sp3) - 1; negative for small radii.",
        _KAPPA_SOURCE.format(call="CalcHallKierAlpha"),
        lambda mol: _calc("CalcHallKierAlpha", mol),
        ("Hall Kier alpha index", "alpha index of Hall and Kier"),
        ("GetHallKierAlpha",),
    ),
    Row(
        "kier_flexibility",
        "KierFlexibility",
        "Kier flexibility index phi",
        "Compute Kier's molecular flexibility index phi of a molecule.",
        "kappa1 times kappa2 over the number of heavy atoms, on the graph without hydrogens; it is no angle.",
        "Kier 1989, doi:10.1002/qsar.19890080307, by `rdMolDescriptors.CalcPhi`.",
        lambda mol: _calc("CalcPhi", mol),
        ("phi", "phi angle", "phi index", "flexibility index"),
        ("CalculatePhi",),
    ),
    Row(
        "balaban_j",
        "BalabanIndex",
        "Balaban J index",
        "Compute Balaban's J index of a molecule.",
        "Average distance-sum connectivity, with bond orders.",
        "Balaban 1982, doi:10.1016/0009-2614(82)80009-2, by `GraphDescriptors.BalabanJ`.",
        lambda mol: _graph_index("BalabanJ", mol),
        ("Balaban J",),
    ),
    Row(
        "bertz_complexity",
        "BertzComplexity",
        "Bertz complexity index",
        "Compute Bertz's complexity index of a molecule.",
        "Bertz CT, from bonds and heteroatoms.",
        "Bertz 1981, doi:10.1021/ja00402a071, by `GraphDescriptors.BertzCT`.",
        lambda mol: _graph_index("BertzCT", mol),
        ("Bertz CT", "molecular complexity"),
    ),
    Row(
        "wiener_index",
        "WienerIndex",
        "Wiener index",
        "Compute the Wiener index of a molecule.",
        "Sum of the topological distances of all pairs of heavy atoms.",
        "Wiener 1947, doi:10.1021/ja01193a005; distances by `Chem.GetDistanceMatrix`.",
        _wiener,
        ("path number of Wiener",),
        python=int,
    ),
)

TOOLS = tuple(make_tool(row, __name__) for row in _ROWS)
