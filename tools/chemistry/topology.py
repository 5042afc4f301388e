"""Indices of the molecular graph: connectivity (chi), shape (kappa), flexibility and information content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._family import Row, make_tool
from scitoolagent.tools.chemistry._skeleton import skeleton

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

    bare = skeleton(mol)
    if bare.GetNumAtoms() < 2:
        raise ToolInputError("a graph index needs at least two heavy atoms")
    return float(getattr(GraphDescriptors, name)(bare))


def _balaban(mol: Mol) -> float:
    """RDKit gives 0 where there is no path between two atoms."""
    return _graph_index("BalabanJ", _one_piece(mol, "Balaban's J"))


def _chi_value(name: str, mol: Mol) -> float:
    """RDKit leaves out an atom whose δ is zero or less, where the definition divides by zero."""
    from rdkit import Chem

    bare, table = skeleton(mol), Chem.GetPeriodicTable()
    for atom in bare.GetAtoms():
        if table.GetNOuterElecs(atom.GetAtomicNum()) <= atom.GetTotalNumHs():
            raise ToolInputError(
                f"{atom.GetSymbol()}H{atom.GetTotalNumHs()} has no valence electron left but those of its hydrogens, "
                "so connectivity indices are not defined"
            )
    return float(_calc(name, bare))


def _one_piece(mol: Mol, label: str) -> Mol:
    from rdkit import Chem

    bare = skeleton(mol)
    if len(Chem.GetMolFrags(bare)) > 1:
        raise ToolInputError(f"{label} is not defined for several fragments; give one of them")
    return bare


def _kappa(order: int, mol: Mol) -> float:
    """Kappa of order n counts paths of n bonds; without one it is not defined, and RDKit then gives 0."""
    from rdkit import Chem

    mol = skeleton(mol)
    paths = len(Chem.FindAllPathsOfLengthN(mol, order, useBonds=True, useHs=False))
    if not paths:
        raise ToolInputError(f"the molecule has no path of {order} bonds, so kappa{order} is not defined")
    if order == 3 and mol.GetNumHeavyAtoms() % 2 == 0:
        # RDKit has (A-2)(A-3)² here; Kier's 4·Pmax·Pmin/P² with Pmax = (A-2)²/4 and Pmin = A-3 gives (A-3)(A-2)².
        alpha = float(_calc("CalcHallKierAlpha", mol))
        atoms = mol.GetNumHeavyAtoms() + alpha
        return (atoms - 3) * (atoms - 2) ** 2 / (paths + alpha) ** 2
    return float(_calc(f"CalcKappa{order}", mol))


def _flexibility(mol: Mol) -> float:
    """RDKit goes on without a path of two bonds, and gives negative numbers for water or hydrogen fluoride."""
    return _kappa(1, mol) * _kappa(2, mol) / skeleton(mol).GetNumAtoms()


def _wiener(mol: Mol) -> int:
    from rdkit import Chem

    return int(Chem.GetDistanceMatrix(_one_piece(mol, "the Wiener index")).sum() / 2)


def _diameter(mol: Mol) -> int:
    from rdkit import Chem

    return int(Chem.GetDistanceMatrix(_one_piece(mol, "the diameter")).max())


def _zagreb(order: int, mol: Mol) -> int:
    bare = skeleton(mol)
    if order == 1:
        return sum(atom.GetDegree() ** 2 for atom in bare.GetAtoms())
    return sum(bond.GetBeginAtom().GetDegree() * bond.GetEndAtom().GetDegree() for bond in bare.GetBonds())


def _chi(order: int, valence: bool) -> Row:
    letter = "v" if valence else "n"
    name, word, nth = f"chi{order}{letter}", _ORDINALS[order], _NTH[order]
    call = f"CalcChi{order}{letter}"
    delta = "δv = (Zv - h)/(Z - Zv - 1), up to neon Zv - h" if valence else "δn = Zv - h in all rows of the table"
    paths = f"all paths of {order} bonds" if order else "all heavy atoms"
    # RDKit's path search returns to its start in a ring of as many bonds; Hall and Kier keep those apart as chains.
    ring = f" A ring of {order} bonds counts as {'one path' if order == 3 else 'paths'} too." if order > 2 else ""
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
        returns=f"Sum over {paths} of the product of δ^-1/2; {delta} (Zv valence electrons, h hydrogens).{ring}",
        source=_CHI_SOURCE.format(call=call),
        compute=lambda mol: _chi_value(call, mol),
        also=also,
        original=(f"GetChi{order}{letter}",),
    )


def _kappa_row(order: int) -> Row:
    return Row(
        name=f"kappa{order}",
        kind=f"Kappa{order}ShapeIndex",
        label=f"kappa{order}",
        summary=f"Compute the shape index kappa{order} of a molecule, its complexity or degree of branching.",
        returns=f"Shape index of order {order} with Hall-Kier alpha; not defined without a path of {order} bonds."
        + (" With an even number of heavy atoms as published, (A - 3)(A - 2)²; RDKit's own differs." * (order == 3)),
        source=_KAPPA_SOURCE.format(call=f"CalcKappa{order}"),
        compute=lambda mol: _kappa(order, mol),
        also=(f"kappa {_ORDINALS[order]}", f"{_NTH[order]}-order kappa shape index", f"kappa{order} shape index"),
        original=(f"GetKappa{order}",),
    )


def _zagreb_row(order: int) -> Row:
    return Row(
        name=f"zagreb_{_NTH[order]}_index",
        kind=f"Zagreb{order}Index",
        label=f"{_NTH[order]} Zagreb index",
        summary=f"Compute the {_NTH[order]} Zagreb index of a molecule.",
        returns=(
            "Sum over the heavy atoms of the squared number of heavy neighbours."
            if order == 1
            else "Sum over the bonds of the product of the numbers of heavy neighbours of both ends."
        ),
        source="Gutman & Trinajstić 1972, doi:10.1016/0009-2614(72)85099-1; degrees by RDKit.",
        compute=lambda mol: _zagreb(order, mol),
        also=(f"Zagreb M{order} index", f"Zagreb index M{order}"),
        python=int,
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
        lambda mol: _calc("CalcHallKierAlpha", skeleton(mol)),
        ("Hall Kier alpha index", "alpha index of Hall and Kier"),
        ("GetHallKierAlpha",),
    ),
    Row(
        "kier_flexibility",
        "KierFlexibility",
        "Kier flexibility index phi",
        "Compute Kier's molecular flexibility index phi of a molecule.",
        "kappa1 times kappa2 over the number of heavy atoms, on the graph without hydrogens; not defined without a "
        "path of two bonds; it is no angle.",
        "Kier 1989, doi:10.1002/qsar.19890080307; kappas by `rdMolDescriptors.CalcKappa1` and `CalcKappa2`.",
        _flexibility,
        ("phi", "phi angle", "phi index", "flexibility index"),
        ("CalculatePhi",),
    ),
    Row(
        "balaban_j",
        "BalabanIndex",
        "Balaban J index",
        "Compute Balaban's J index of a molecule.",
        "Average distance-sum connectivity of the heavy atoms; an edge is as long as one over its bond order.",
        "Balaban 1982, doi:10.1016/0009-2614(82)80009-2, by `GraphDescriptors.BalabanJ`.",
        _balaban,
        ("Balaban J", "Balaban index"),
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
    Row(
        "randic_index",
        "RandicIndex",
        "Randić connectivity index",
        "Compute the Randić connectivity index of a molecule.",
        "Sum over all bonds of (d1·d2)^-1/2 with the number d of heavy neighbours of each end; elements do not matter.",
        "Randić 1975, doi:10.1021/ja00856a001, by `GraphDescriptors.Chi1`.",
        lambda mol: _graph_index("Chi1", mol),
        ("Randic index", "Randić index", "Randic connectivity index", "branching index"),
    ),
    *(_zagreb_row(order) for order in (1, 2)),
    Row(
        "topological_diameter",
        "TopologicalDiameter",
        "topological diameter",
        "Compute the topological diameter of a molecule.",
        "Number of bonds on the longest of all shortest paths between two heavy atoms.",
        "Petitjean 1992, doi:10.1021/ci00008a012; distances by `Chem.GetDistanceMatrix`.",
        _diameter,
        ("graph diameter", "diameter of the molecular graph"),
        python=int,
    ),
)

TOOLS = tuple(make_tool(row, __name__) for row in _ROWS)
