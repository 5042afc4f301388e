"""The records of files of coordinates: chains by their residues, and molecules by elements and distances.

What a file calls a residue is a label, which anybody may write. A residue that has other elements than its name says is
read as a molecule, and what stands in several residues is put together.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scitoolagent.gate.bonded import Atom, graphs_of
from scitoolagent.gate.file_record import FileRecord

_ONE_LETTER = dict(
    zip(
        "ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL MSE SEC PYL".split(),
        "ARNDCQEGHILKMFPSTWYVMUO",
        strict=True,
    )
)
_NUCLEOTIDES = dict(zip("A C G U DA DC DG DT DU".split(), "ACGUACGTU", strict=True))
_LETTER_OF: dict[str, str] = {**_NUCLEOTIDES, **_ONE_LETTER}
_WATER = frozenset({"HOH", "WAT", "DOD"})
# The elements that a residue of such a name has; with another one it is something else.
_ELEMENTS = {
    **dict.fromkeys(_ONE_LETTER, frozenset({"C", "N", "O", "S", "SE", "H", "D", ""})),
    **dict.fromkeys(_NUCLEOTIDES, frozenset({"C", "N", "O", "P", "H", "D", ""})),
    **dict.fromkeys(_WATER, frozenset({"O", "H", "D", ""})),
}
_LONG_SYMBOLS = ("CL", "BR", "AS", "SI")  # no name of an atom of a polymer begins so
_HEADERS = ("HEADER", "TITLE ", "COMPND", "HETNAM", "HETSYN", "REMARK", "SOURCE", "KEYWDS")
_ATOM = ("ATOM  ", "HETATM")
_FRACTIONS = ("_atom_site_fract_x", "_atom_site_fract_y", "_atom_site_fract_z")
_CELL = ("length_a", "length_b", "length_c", "angle_alpha", "angle_beta", "angle_gamma")
_SITE = re.compile(r"[A-Za-z]{1,2}")


def of_pdb(text: str) -> Iterator[FileRecord]:
    """The chains of a PDB file, as listed and as they stand in the atoms, and its other molecules, of all models."""
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        if line.startswith("SEQRES"):
            listed[line[11:12]] += line[19:].split()
    seen: set[tuple[str, str]] = set()
    yield from _chains(listed, seen)
    for model in re.split(r"^ENDMDL.*$", text, flags=re.MULTILINE):
        chains: defaultdict[str, dict[str, str]] = defaultdict(dict)
        residues: defaultdict[str, list[tuple[str, Atom]]] = defaultdict(list)
        for line in model.splitlines():
            if line.startswith(_ATOM):
                name = line[17:20].strip()
                chains[line[21:22]][line[22:27]] = name
                element = line[76:78].strip() or _element_of(line[12:16], name)
                if atom := _atom(element, line[30:38], line[38:46], line[46:54]):
                    residues[line[17:27]].append((line[16:17].strip(), atom))
        yield from _chains({chain: list(found.values()) for chain, found in chains.items()}, seen)
        yield from _molecules({label.strip(): (label[:3].strip(), atoms) for label, atoms in residues.items()}, seen)
    yield FileRecord("the header", (("", "\n".join(line for line in text.splitlines() if line[:6] in _HEADERS)),))


def of_mmcif(text: str) -> Iterator[FileRecord]:
    """The polymers and other molecules of an mmCIF file; what cannot be read as one is read as text."""
    try:
        table = _mmcif_table(text)
    except (ValueError, KeyError, IndexError, StopIteration):
        yield FileRecord("the whole", (("", text),))
        return
    written = [*table.get(f"{_POLYMER}_can", []), *table.get(_POLYMER, [])]
    for entity, letters in enumerate(dict.fromkeys(map(_plain_letters, written)), 1):
        yield FileRecord(f"entity {entity}", (("sequence", letters),))
    seen: set[tuple[str, str]] = set()
    chains: defaultdict[str, dict[str, str]] = defaultdict(dict)
    residues: defaultdict[str, list[tuple[str, Atom]]] = defaultdict(list)
    names: dict[str, str] = {}
    for model, name, chain, number, element, other, x, y, z in _sites(table):
        chains[f"{chain} {model}"][number] = name
        label = f"{name} {chain} {number} {model}"
        names[label] = name
        if atom := _atom(element, x, y, z):
            residues[label].append((other.strip(".?"), atom))
    yield from _chains({chain: list(found.values()) for chain, found in chains.items()}, seen)
    yield from _molecules({label: (names[label], atoms) for label, atoms in residues.items()}, seen)
    yield from _of_cell(table)
    said = [one for key, column in table.items() if re.search(r"name|title|descriptor|synonym", key) for one in column]
    said += [one for key, column in table.items() if key.startswith("_chemical_formula") for one in column]
    if said:
        yield FileRecord("the names", tuple(("", one) for one in said))


_POLYMER = "_entity_poly.pdbx_seq_one_letter_code"


def of_xyz(text: str) -> Iterator[FileRecord]:
    """The molecules of a file of elements and coordinates, of all its steps; nothing where it is no such file."""
    lines = text.splitlines()
    place, number = 0, 0
    while place < len(lines) and lines[place].strip().isdecimal():
        count = int(lines[place].strip()[:9])
        rows = [line.split() for line in lines[place + 2 : place + 2 + count]]
        atoms = [_atom(row[0], *row[1:4]) if len(row) > 3 else None for row in rows]
        if not rows or None in atoms:
            break
        number += 1
        said = lines[place + 1] if place + 1 < len(lines) else ""
        yield from _graphs(f"molecule {number}", [atom for atom in atoms if atom], said)
        place += 2 + count
        while place < len(lines) and not lines[place].strip():
            place += 1
    # What follows is none of it and no less a text.
    rest = lines[place:] if number else []
    yield from (FileRecord(f"line {place + at}", (("", line),)) for at, line in enumerate(rest, 1) if line)


def of_mol2(text: str) -> Iterator[FileRecord]:
    """The molecules of a MOL2 file."""
    from rdkit import Chem, rdBase

    for number, block in enumerate(re.split(r"^(?=@<TRIPOS>MOLECULE)", text, flags=re.MULTILINE)[1:], 1):
        title = next(iter(block.split("\n")[1:2]), "").strip()
        with rdBase.BlockLogs():
            mol = Chem.MolFromMol2Block(block, sanitize=False)
            smiles = "" if mol is None else str(Chem.MolToSmiles(mol))
        values = (("smiles", smiles or f"record {number} of the file"), ("", title))
        yield FileRecord(title or f"record {number}", tuple(value for value in values if value[1]))


def _element_of(atom: str, residue: str) -> str:
    """The element that the name of an atom begins with; the names of a polymer begin with one letter for it."""
    if residue not in _ELEMENTS:
        return atom[:2].strip()
    letters = re.sub(r"[^A-Z]", "", atom.upper())
    return letters[:2] if letters[:2] in _LONG_SYMBOLS else letters[:1]


def _atom(element: str, *axes: str) -> Atom | None:
    try:
        x, y, z = map(float, axes)
    except ValueError:
        return None
    return element, (x, y, z)


def _chains(chains: Mapping[str, list[str]], seen: set[tuple[str, str]]) -> Iterator[FileRecord]:
    for chain, residues in chains.items():
        letters = "".join(_LETTER_OF.get(one, "X") for one in residues)
        kept = letters.strip("X")
        if kept and ("chain", kept) not in seen:
            seen.add(("chain", kept))
            yield FileRecord(f"chain {chain.strip() or 'without a name'}", (("sequence", kept),))


def _molecules(
    residues: Mapping[str, tuple[str, list[tuple[str, Atom]]]], seen: set[tuple[str, str]]
) -> Iterator[FileRecord]:
    """What stands in residues that are no part of a polymer: each alone, and all that is bonded together.

    Of atoms with several places one is taken at a time, since others would lie between them.
    """
    others = {
        label: atoms
        for label, (name, atoms) in residues.items()
        if any(element.upper() not in _ELEMENTS.get(name, ()) for _, (element, _) in atoms)
    }
    for label, atoms in others.items():
        yield from _new(_places(f"ligand {label}", atoms), seen)
    if len(others) > 1:
        yield from _new(_places("ligands together", [atom for atoms in others.values() for atom in atoms]), seen)


def _places(label: str, atoms: list[tuple[str, Atom]]) -> Iterator[FileRecord]:
    for place in sorted({place for place, _ in atoms} - {""}) or [""]:
        yield from _graphs(label, [atom for own, atom in atoms if own in ("", place)])


def _new(records: Iterable[FileRecord], seen: set[tuple[str, str]]) -> Iterator[FileRecord]:
    for record in records:
        if (key := ("molecules", repr(record.values))) not in seen:
            seen.add(key)
            yield record


def _graphs(label: str, atoms: list[Atom], said: str = "") -> Iterator[FileRecord]:
    """The molecules of some atoms; where they cannot be told, a structure that nobody can read."""
    try:
        graphs = [("graph", graph) for graph in dict.fromkeys(graphs_of(atoms))]
    except ValueError as error:
        graphs = [("smiles", f"{label}: {error}")]
    if said.strip():
        graphs.append(("", said))
    if graphs:
        yield FileRecord(label, tuple(graphs))


def _mmcif_table(text: str) -> dict[str, Any]:
    from Bio.PDB.MMCIF2Dict import MMCIF2Dict

    return dict(MMCIF2Dict(io.StringIO(text)))


def _plain_letters(written: str) -> str:
    """The letters of a chain; residues that are none of the twenty stand there in brackets."""
    return re.sub(r"\(([A-Z0-9]{1,3})\)", lambda found: _LETTER_OF.get(found[1], "X"), written)


def _sites(table: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Of each atom the model, residue, chain, number, element, place among several, and coordinates."""
    names = table.get("_atom_site.label_comp_id", table.get("_atom_site.auth_comp_id", []))
    count = len(names)
    chains = table.get("_atom_site.label_asym_id", ["?"] * count)
    columns = [
        table.get("_atom_site.pdbx_PDB_model_num", ["1"] * count),
        names,
        chains,
        table.get("_atom_site.auth_seq_id", chains),
        table.get("_atom_site.type_symbol", [""] * count),
        table.get("_atom_site.label_alt_id", [""] * count),
        *(table.get(f"_atom_site.Cartn_{axis}", [""] * count) for axis in "xyz"),
    ]
    return zip(*columns, strict=False)


def _of_cell(table: dict[str, Any]) -> Iterator[FileRecord]:
    """The molecules of a crystal of small molecules, from the sites that its file names."""
    import numpy as np

    columns = [table.get(name, []) for name in _FRACTIONS]
    symbols = table.get("_atom_site_type_symbol", table.get("_atom_site_label", []))
    try:
        a, b, c, alpha, beta, gamma = (_number(table[f"_cell_{name}"][0]) for name in _CELL)
        fractions = np.array([[_number(text) for text in column] for column in columns])
    except (KeyError, IndexError, ValueError):
        return
    if not len(symbols) or fractions.shape != (3, len(symbols)):
        return
    cos_a, cos_b, cos_c = np.cos(np.radians([alpha, beta, gamma]))
    sin_c = np.sin(np.radians(gamma))
    rest = (cos_a - cos_b * cos_c) / sin_c
    high = np.sqrt(max(0.0, 1 - cos_b**2 - rest**2))
    axes = np.array([[a, b * cos_c, c * cos_b], [0, b * sin_c, c * rest], [0, 0, c * high]])
    places = (axes @ fractions).T.tolist()
    atoms = [
        (found[0] if (found := _SITE.match(symbol)) else "", (x, y, z))
        for symbol, (x, y, z) in zip(symbols, places, strict=True)
    ]
    yield from _graphs("the sites", atoms)


def _number(text: str) -> float:
    """A number without the uncertainty in its last digits: `10.235(4)`."""
    return float(text.split("(")[0])
