"""Between what an SLN says and a molecule: valences, stereochemistry, and the writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._molecule import MAX_ATOMS
from scitoolagent.tools.chemistry._sln import Sln, SlnAtom

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Bond, Mol, RWMol

# Elements whose open valence is a mistake rather than a metal atom.
_NONMETALS = frozenset("H B C N O F Si P S Cl Ge As Se Br Te I At".split())
_MOST_STEPS = 1_000_000
_PLACE = "_slnPlace"
_SIGNS = {"-": "SINGLE", "=": "DOUBLE", "#": "TRIPLE", ":": "AROMATIC"}


def build_molecule(sln: Sln) -> Mol:
    """The sanitised molecule that an SLN says, without explicit hydrogens.

    Raises:
        ToolInputError: a valence is wrong, hydrogens are missing, or a stereo mark cannot be.
    """
    from rdkit import Chem, rdBase

    mol = _graph(sln)
    with rdBase.BlockLogs():
        problems = Chem.DetectChemistryProblems(mol)
        if problems:
            raise ToolInputError(_explained(sln, problems[0]))
        Chem.SanitizeMol(mol)
        for atom, said in zip(mol.GetAtoms(), sln.atoms, strict=True):
            if said.symbol in _NONMETALS and atom.GetNumRadicalElectrons() != said.radicals:
                raise ToolInputError(_missing_hydrogens(said, atom.GetNumRadicalElectrons()))
        whole = Chem.RemoveHs(mol)
        # Unless stereochemistry counts as perceived, writing SMILES perceives it again and drops what is set below.
        Chem.AssignStereochemistry(whole, cleanIt=True, force=True)
        _set_stereo(whole, sln)
        result = Chem.MolFromSmiles(Chem.MolToSmiles(whole))
    if result is None or result.GetNumAtoms() > MAX_ATOMS:
        raise ToolInputError(f"the molecule of this SLN cannot be used; at most {MAX_ATOMS} heavy atoms are taken")
    return result


def _graph(sln: Sln) -> RWMol:
    from rdkit import Chem

    mol = Chem.RWMol()
    for index, said in enumerate(sln.atoms):
        atom = Chem.Atom(said.symbol)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(said.hydrogens)
        atom.SetFormalCharge(said.charge)
        atom.SetIsotope(said.isotope)
        atom.SetIntProp(_PLACE, index)
        mol.AddAtom(atom)
    for number, bond in enumerate(sln.bonds):
        mol.AddBond(bond.begin, bond.end, getattr(Chem.BondType, _SIGNS[bond.kind]))
        made = mol.GetBondWithIdx(number)
        made.SetIntProp(_PLACE, number)
        if bond.kind == ":":
            made.SetIsAromatic(True)
            made.GetBeginAtom().SetIsAromatic(True)
            made.GetEndAtom().SetIsAromatic(True)
    return mol


def _explained(sln: Sln, problem: object) -> str:
    kind = problem.GetType()  # type: ignore[attr-defined]
    if kind == "AtomValenceException":
        said = sln.atoms[problem.GetAtomIdx()]  # type: ignore[attr-defined]
        fewer = f"write H{said.hydrogens - 1} or less" if said.hydrogens > 1 else "leave out a hydrogen or a bond"
        return f"{_named(said)} has too many bonds or hydrogens; {fewer}, or give its charge, such as {said.symbol}[+]"
    return (
        f"the aromatic bonds ':' of this SLN make no aromatic ring ({problem.Message()}); "  # type: ignore[attr-defined]
        "each aromatic CH is written with its H, and the N-H of pyrrole too"
    )


def _missing_hydrogens(said: SlnAtom, radicals: int) -> str:
    if radicals > said.radicals:
        lacking = radicals - said.radicals
        count = said.hydrogens + lacking
        likely = f"{said.symbol}H{count if count > 1 else ''}"
        return (
            f"{_named(said)} lacks {lacking} hydrogen{'s' * (lacking > 1)}: SLN writes every hydrogen, so it is "
            f"likely {likely}; a radical is marked, such as {said.symbol}[spin=d]. If this is a SMILES, "
            "use it as one"
        )
    return f"{_named(said)} is marked as a radical, but its valence is full; leave out spin or a hydrogen"


def _named(said: SlnAtom) -> str:
    hydrogens = f"H{said.hydrogens}" if said.hydrogens > 1 else "H" * said.hydrogens
    return f"{said.symbol}{hydrogens} at character {said.place}"


def _set_stereo(mol: Mol, sln: Sln) -> None:
    """Give the marked centres and double bonds their CIP labels, by turning those that come out wrong."""
    from rdkit import Chem

    atoms = {atom.GetIdx(): label for atom in mol.GetAtoms() if (label := sln.atoms[atom.GetIntProp(_PLACE)].stereo)}
    bonds = {bond.GetIdx(): label for bond in mol.GetBonds() if (label := sln.bonds[bond.GetIntProp(_PLACE)].stereo)}
    marked = sum(1 for atom in sln.atoms if atom.stereo) + sum(1 for bond in sln.bonds if bond.stereo)
    if not marked:
        return
    for index in atoms:
        mol.GetAtomWithIdx(index).SetChiralTag(Chem.ChiralType.CHI_TETRAHEDRAL_CW)
    for index in bonds:
        _make_stereo(mol.GetBondWithIdx(index))
    for _ in range(marked + 1):
        _assign_labels(mol)
        wrong_atoms = [index for index, label in atoms.items() if _label(mol.GetAtomWithIdx(index)) != label]
        wrong_bonds = [index for index, label in bonds.items() if _label(mol.GetBondWithIdx(index)) != label]
        if not wrong_atoms and not wrong_bonds and len(atoms) + len(bonds) == marked:
            return
        for index in wrong_atoms:
            mol.GetAtomWithIdx(index).InvertChirality()
        for index in wrong_bonds:
            bond = mol.GetBondWithIdx(index)
            cis = bond.GetStereo() == Chem.BondStereo.STEREOCIS
            bond.SetStereo(Chem.BondStereo.STEREOTRANS if cis else Chem.BondStereo.STEREOCIS)
    raise ToolInputError("a mark s=R, S, E or Z stands where no stereocentre or stereo double bond of that kind can be")


def _make_stereo(bond: Bond) -> None:
    from rdkit import Chem

    ends = [
        next((atom.GetIdx() for atom in end.GetNeighbors() if atom.GetIdx() != other.GetIdx()), None)
        for end, other in ((bond.GetBeginAtom(), bond.GetEndAtom()), (bond.GetEndAtom(), bond.GetBeginAtom()))
    ]
    if ends[0] is None or ends[1] is None:
        raise ToolInputError("a mark s=E or s=Z stands on a double bond with nothing at one end")
    bond.SetStereoAtoms(ends[0], ends[1])
    bond.SetStereo(Chem.BondStereo.STEREOCIS)


def _assign_labels(mol: Mol) -> None:
    from rdkit.Chem import rdCIPLabeler

    try:
        rdCIPLabeler.AssignCIPLabels(mol, maxRecursiveIterations=_MOST_STEPS)
    except RuntimeError as error:
        raise ToolInputError("the R and S labels of this molecule take too many steps to work out") from error


def _label(item: Atom | Bond) -> str:
    return str(item.GetProp("_CIPCode")) if item.HasProp("_CIPCode") else ""


def write_sln(mol: Mol) -> str:
    """SLN of a molecule, R, S, E and Z included.

    Raises:
        ToolInputError: the molecule holds something that SLN as read here cannot say.
    """
    from rdkit import Chem

    _assign_labels(mol)
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() == 0 or atom.HasQuery():
            raise ToolInputError("a wildcard atom has no SLN of a concrete molecule")
        if atom.GetChiralTag() != Chem.ChiralType.CHI_UNSPECIFIED and _label(atom) not in ("R", "S"):
            raise ToolInputError(
                f"the stereocentre {atom.GetSymbol()} ({atom.GetIdx()}, from 0) is only relative, "
                "and the SLN written here carries R and S"
            )
    return ".".join(_Writer(mol).fragment(min(part)) for part in Chem.GetMolFrags(mol))


class _Writer:
    """Writes a fragment along a spanning tree; the largest branch comes last, so brackets nest as little as can be."""

    def __init__(self, mol: Mol) -> None:
        self.mol = mol
        self.children: dict[int, list[int]] = {}
        self.closures: dict[int, list[int]] = {}
        self.numbers: dict[int, int] = {}
        self.sizes: dict[int, int] = {}

    def fragment(self, root: int) -> str:
        self._span(root)
        return self._chain(root)

    def _span(self, root: int) -> None:
        seen, order, stack = {root}, [], [(root, -1)]
        parents = {root: -1}
        while stack:
            index, parent = stack.pop()
            if index in self.children:
                continue
            parents[index] = parent
            order.append(index)
            self.children[index], self.closures[index] = [], []
            if parent >= 0:
                self.children[parent].append(index)
            for neighbour in self.mol.GetAtomWithIdx(index).GetNeighbors():
                other = neighbour.GetIdx()
                if other in seen and other in self.children and other != parent:
                    self.closures[index].append(other)
                    self.numbers.setdefault(other, len(self.numbers) + 1)
                elif other not in self.children:
                    seen.add(other)
                    stack.append((other, index))
        for index in reversed(order):
            self.sizes[index] = 1 + sum(self.sizes[child] for child in self.children[index])

    def _chain(self, index: int) -> str:
        parts = []
        while True:
            parts.append(self._atom(index))
            parts += [f"{self._bond(index, other)}@{self.numbers[other]}" for other in self.closures[index]]
            children = sorted(self.children[index], key=self.sizes.__getitem__)
            if not children:
                return "".join(parts)
            parts += [f"({self._bond(index, child)}{self._chain(child)})" for child in children[:-1]]
            parts.append(self._bond(index, children[-1]))
            index = children[-1]

    def _atom(self, index: int) -> str:
        atom = self.mol.GetAtomWithIdx(index)
        charge = atom.GetFormalCharge()
        marks = [f"I={atom.GetIsotope()}"] if atom.GetIsotope() else []
        if charge:
            marks.append(("+" if charge > 0 else "-") + (str(abs(charge)) if abs(charge) > 1 else ""))
        radicals = atom.GetNumRadicalElectrons() if atom.GetSymbol() in _NONMETALS else 0
        if radicals > 2:
            raise ToolInputError(f"{atom.GetSymbol()} with {radicals} radical electrons has no SLN")
        if radicals:
            marks.append("spin=d" if radicals == 1 else "spin=t")
        if _label(atom):
            marks.append(f"s={_label(atom)}")
        number = str(self.numbers[index]) if index in self.numbers else ""
        inside = ":".join(part for part in (number, ";".join(marks)) if part)
        hydrogens = atom.GetTotalNumHs()
        return (
            atom.GetSymbol()
            + (f"[{inside}]" if inside else "")
            + ("H" if hydrogens else "")
            + (str(hydrogens) if hydrogens > 1 else "")
        )

    def _bond(self, index: int, other: int) -> str:
        from rdkit import Chem

        bond = self.mol.GetBondBetweenAtoms(index, other)
        signs = {getattr(Chem.BondType, name): sign for sign, name in _SIGNS.items()}
        sign = signs.get(bond.GetBondType())
        if sign is None:
            raise ToolInputError(f"a bond of type {bond.GetBondType().name.lower()} has no SLN")
        if sign == "-":
            return ""
        label = _label(bond)
        if label not in ("", "E", "Z"):
            raise ToolInputError(f"a double bond with the label {label} has no SLN")
        return f"{sign}[s={label}]" if label else sign
