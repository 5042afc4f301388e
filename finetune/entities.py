"""Values for questions: compounds of a published table, sequences, elements, crystals; none from evaluation data."""

from __future__ import annotations

import importlib.util
import random
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scitoolagent.errors import ToolUnavailableError
from scitoolagent.finetune.leakage import Leakage

Split = Literal["train", "heldout"]

_FILES = ("chemical identifiers pubchem small.tsv", "chemical identifiers pubchem large.tsv")
_FIELDS = 9
# One compound in eight is reserved for held-out tasks.
_HELDOUT_SHARE = 8
_LONGEST_SMILES, _SHORTEST_SMILES = 60, 4
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9\-]{3,28}(?: [a-z]{3,14})?")
# Excluded, because most descriptors fail on them: isotopes, salts, wildcards and metals.
_PLAIN = re.compile(r"(?:Br|Cl|[BCNOPSFIbcnops]|[=#()/\\@+\-\[\]H]|\d)+")
_CODONS = [a + b + c for a in "ACGT" for b in "ACGT" for c in "ACGT" if a + b + c not in ("TAA", "TAG", "TGA")]
# Shares of the amino acids in proteins in percent, UniProtKB/Swiss-Prot release statistics, rounded.
_AMINO_ACIDS = "ALGVESIKRDTPNQFYMHCW"
_SHARES = (8.3, 9.7, 7.1, 6.9, 6.7, 6.6, 5.9, 5.8, 5.5, 5.5, 5.3, 4.7, 4.1, 3.9, 3.9, 2.9, 2.4, 2.3, 1.4, 1.1)
# Human peptide hormones: the mature chains from UniProt.
_PEPTIDES = (
    "CYIQNCPLG",
    "CYFQNCPRG",
    "DRVYIHPF",
    "HSQGTFTSDYSKYLDSRRAQDFVQWLMNT",
    "GIVEQCCTSICSLYQLENYCN",
    "FVNQHLCGSHLVEALYLVCGERGFFYTPKT",
    "AGCKNFFWKTFTSC",
    "RPKPQQFFGLM",
)
_ELEMENTS = (
    "Li Be B C N O F Na Mg Al Si P S Cl K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Rb Sr Y Zr Nb Mo Ru Rh Pd "
    "Ag Cd In Sn Sb Te I Cs Ba La Ce Nd Sm Eu Gd Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi"
).split()
_CATIONS = {"Li": 1, "Na": 1, "K": 1, "Mg": 2, "Ca": 2, "Sr": 2, "Ba": 2, "Zn": 2, "Al": 3, "Fe": 3, "La": 3, "Ti": 4}
_ANIONS = {"O": 2, "S": 2, "Se": 2, "F": 1, "Cl": 1, "Br": 1, "N": 3}
_ROCK_SALT = ("NaCl", "NaF", "KCl", "KBr", "LiF", "LiCl", "MgO", "CaO", "SrO", "BaO", "NiO", "FeO", "PbS", "CaS", "TiN")
_CUBIC_METALS = {"Cu": 3.61, "Ag": 4.09, "Au": 4.08, "Al": 4.05, "Ni": 3.52, "Pd": 3.89, "Pt": 3.92, "Pb": 4.95}


@dataclass(frozen=True, slots=True)
class TaskEntity:
    """A value in a question: its semantic type and its text."""

    type: str
    text: str


@dataclass(frozen=True, slots=True)
class _Compound:
    name: str
    cas: str
    smiles: str
    inchi: str
    key: str
    formula: str


class EntityPool:
    """Draws values of a type.

    Args:
        leakage: values that occur in evaluation files are never drawn.
        split: training or held-out tasks, which use different compounds.
        workspace: the folder of the structure files that `write_structures` makes and questions name.
    """

    def __init__(self, leakage: Leakage, split: Split, workspace: Path) -> None:
        self._leakage = leakage
        self._compounds = [row for row in _compounds() if _split(row.key) == split and not self._leaks(row)]
        self._files = sorted(path.name for path in workspace.iterdir()) if workspace.is_dir() else []

    def _leaks(self, row: _Compound) -> bool:
        return self._leakage.has_entity(row.name, row.cas, row.smiles, row.inchi, inchikey=row.key)

    def draw(self, kind: str, rng: random.Random) -> TaskEntity | None:
        """A random value of a type; None for a type without values."""
        for _ in range(20):
            text = self._text(kind, rng)
            if text is None:
                return None
            if text and not self._leakage.has_entity(text):
                return TaskEntity(kind, text)
        return None

    def _text(self, kind: str, rng: random.Random) -> str | None:
        if kind in _OF_COMPOUND:
            compound = rng.choice(self._compounds)
            return _selfies(compound.smiles) if kind == "Selfies" else str(getattr(compound, _OF_COMPOUND[kind]))
        if kind in ("CifFile", "PdbFile", "SdfFile"):
            files = [name for name in self._files if name.endswith(f".{kind[:3].lower()}")]
            return rng.choice(files) if files else None
        if kind == "DnaSequence":
            return _dna(rng)
        if kind == "RnaSequence":
            return _dna(rng).replace("T", "U")
        if kind == "ProteinSequence":
            return _protein(rng)
        if kind == "ElementSymbol":
            return rng.choice(_ELEMENTS)
        if kind == "MolecularFormula":
            return _oxide(rng) if rng.random() < 0.5 else rng.choice(self._compounds).formula
        return None


_OF_COMPOUND = {
    "Smiles": "smiles",
    "MoleculeName": "name",
    "CasNumber": "cas",
    "InChI": "inchi",
    "InChIKey": "key",
    "Selfies": "smiles",
}


def _compounds() -> Iterator[_Compound]:
    spec = importlib.util.find_spec("chemicals")
    folder = Path(spec.origin).parent / "Identifiers" if spec and spec.origin else None
    if folder is None or not folder.is_dir():
        raise ToolUnavailableError("the compound table is missing; install the package `chemicals`")
    for name in _FILES:
        with (folder / name).open(encoding="utf-8") as file:
            for line in file:
                fields = line.split("\t", _FIELDS)
                if len(fields) >= _FIELDS and _is_usable(fields[4], title := fields[8].strip()):
                    yield _Compound(title, fields[1], fields[4], f"InChI=1S/{fields[5]}", fields[6], fields[2])


def _is_usable(smiles: str, name: str) -> bool:
    fits = _SHORTEST_SMILES <= len(smiles) <= _LONGEST_SMILES and _PLAIN.fullmatch(smiles) and "C" in smiles
    return bool(fits and _NAME.fullmatch(name))


def _split(key: str) -> Split:
    return "heldout" if zlib.crc32(key.encode()) % _HELDOUT_SHARE == 0 else "train"


def _selfies(smiles: str) -> str:
    import selfies

    try:
        return str(selfies.encoder(smiles))
    except selfies.EncoderError:
        return ""


def _dna(rng: random.Random) -> str:
    """An open reading frame or random bases, since both occur in questions."""
    if rng.random() < 0.4:
        return "ATG" + "".join(rng.choices(_CODONS, k=rng.randint(5, 24))) + rng.choice(("TAA", "TAG", "TGA"))
    gc = rng.uniform(0.3, 0.7)
    return "".join(rng.choices("ACGT", (1 - gc, gc, gc, 1 - gc), k=rng.randint(16, 90)))


def _protein(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(_PEPTIDES)
    body = "".join(rng.choices(_AMINO_ACIDS, _SHARES, k=rng.randint(11, 70)))
    return body if rng.random() < 0.4 else f"M{body}"


def _oxide(rng: random.Random) -> str:
    cation, anion = rng.choice(list(_CATIONS)), rng.choice(list(_ANIONS))
    first, second = _ANIONS[anion], _CATIONS[cation]
    if first == second:
        first = second = 1
    elif first % 2 == 0 and second % 2 == 0:
        first, second = first // 2, second // 2
    return f"{cation}{first if first > 1 else ''}{anion}{second if second > 1 else ''}"


def write_structures(folder: Path, examples: Iterable[Path], rng: random.Random) -> None:
    """Write structure files for questions that name one: cubic crystals, and the examples of the tools."""
    folder.mkdir(parents=True, exist_ok=True)
    for formula in _ROCK_SALT:
        first, second = re.findall(r"[A-Z][a-z]?", formula)
        atoms = [(first, x, y, z) for x, y, z in _FACES]
        atoms += [(second, x + 0.5, y + 0.5, z + 0.5) for x, y, z in _FACES]
        text = _cif(formula, rng.uniform(4.1, 6.6), atoms)
        (folder / f"{formula.lower()}.cif").write_text(text, encoding="utf-8")
    for metal, length in _CUBIC_METALS.items():
        text = _cif(metal, length, [(metal, *place) for place in _FACES])
        (folder / f"{metal.lower()}_fcc.cif").write_text(text, encoding="utf-8")
    names = ("model", "chain_a", "peptide1", "sample", "input", "run7")
    for path in examples:
        content = path.read_bytes()
        for name in rng.sample(names, 3):
            (folder / f"{name}_{path.stem.removeprefix('example_')}{path.suffix}").write_bytes(content)


_FACES = ((0.0, 0.0, 0.0), (0.0, 0.5, 0.5), (0.5, 0.0, 0.5), (0.5, 0.5, 0.0))


def _cif(name: str, length: float, atoms: list[tuple[str, float, float, float]]) -> str:
    sites = "\n".join(
        f"{symbol}{number} {symbol} {x % 1:.4f} {y % 1:.4f} {z % 1:.4f} 1.0"
        for number, (symbol, x, y, z) in enumerate(atoms, 1)
    )
    cell = "".join(f"_cell_length_{axis} {length:.4f}\n" for axis in "abc")
    angles = "".join(f"_cell_angle_{angle} 90.0\n" for angle in ("alpha", "beta", "gamma"))
    columns = "".join(
        f"_atom_site_{column}\n" for column in ("label", "type_symbol", "fract_x", "fract_y", "fract_z", "occupancy")
    )
    head = f"data_{name}\n{cell}{angles}_symmetry_space_group_name_H-M 'P 1'\n_symmetry_Int_Tables_number 1\n"
    return f"{head}loop_\n_symmetry_equiv_pos_as_xyz\n'x, y, z'\nloop_\n{columns}{sites}\n"
