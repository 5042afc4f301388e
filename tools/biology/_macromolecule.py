"""Read PDB and mmCIF files as gemmi holds them, and choose parts of them; shared by the tools of this package."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError, ToolInputError

_MOST_BYTES = 50_000_000
_SHORTEST = 54
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_KINDS = ("protein", "nucleic acid", "ligand", "water", "ion", "metal", "backbone", "polymer")
_PIECE = re.compile(
    r"model (?P<model>\d+)|chain (?P<chain>\S+)|residue (?P<first>-?\d+[A-Za-z]?)(?:-(?P<last>-?\d+[A-Za-z]?))?"
    rf"|named (?P<name>\w+)|atom (?P<atom>[\w'*]+)|(?P<kind>{'|'.join(_KINDS)})"
)
_BACKBONE = ("N", "CA", "C", "O")


@dataclass(frozen=True)
class Place:
    """An atom with its residue and chain."""

    chain: Any
    residue: Any
    atom: Any

    @property
    def name(self) -> str:
        """Chain, residue and atom: `A:LYS12 CA`."""
        return f"{residue_label(self.chain, self.residue)} {self.atom.name}"


@dataclass(frozen=True)
class Part:
    """What of a structure is meant; what is not said is everything."""

    model: int = 0
    chain: str = ""
    first: str = ""
    last: str = ""
    name: str = ""
    atom: str = ""
    kind: str = ""


def read_macromolecule(structure: Path) -> Any:
    """A PDB or mmCIF file, also with gzip: models, chains, residues with their kinds, and what the header says.

    Raises:
        ToolInputError: no such file, too big, neither format, it breaks off, or there is no atom in it.
    """
    import gemmi

    path = Path(structure)
    text, mmcif = coordinate_text(path)
    try:
        if mmcif:
            document = gemmi.cif.read_string(text)
            blocks = [block for block in document if block.find_loop("_atom_site.id")]
            found = gemmi.make_structure_from_block(blocks[0] if blocks else document[0])
        else:
            found = gemmi.read_pdb_string(text)
    except (RuntimeError, ValueError, IndexError) as error:
        raise ToolInputError(f"{path.name} cannot be read as a structure: {str(error)[:200]}") from error
    # Ligands and waters stand behind the last chain in a PDB file, under the names of their chains.
    found.merge_chain_parts()
    found.setup_entities()
    if not len(found) or not any(True for _ in found[0].all()):
        raise ToolInputError(f"{path.name} has no atoms in its first model")
    if any(not math.isfinite(value) for one in found[0].all() for value in (*one.atom.pos.tolist(), one.atom.b_iso)):
        raise ToolInputError(f"{path.name} has an atom whose place or B factor is no number")
    return found


def coordinate_text(path: Path) -> tuple[str, bool]:
    """The text of a file of coordinates, and whether it is mmCIF.

    Raises:
        ToolInputError: no such file, too big, no atoms in either format, or it breaks off.
    """
    from scitoolagent.tables.bounds import Bounds, read_whole
    from scitoolagent.tables.structures import cut_short

    if not path.is_file():
        raise ToolInputError(f"there is no file {str(path)[:200]!r}; give the path of a PDB or mmCIF file")
    if path.stat().st_size > _MOST_BYTES:
        raise ToolInputError(f"{path.name} has {path.stat().st_size:,} bytes, at most {_MOST_BYTES:,} are read")
    try:
        text = read_whole(path, Bounds()).decode("utf-8", "replace")
    except TableError as error:
        raise ToolInputError(str(error)) from error
    mmcif = any(line.startswith(("data_", "_atom_site.")) for line in text.splitlines())
    if mmcif and "_atom_site.group_PDB" not in text:
        raise ToolInputError(f"{path.name} has no atoms of a macromolecule; a crystal is asked about as a CIF file")
    if not mmcif and not re.search(r"^(?:ATOM  |HETATM)", text, re.MULTILINE):
        raise ToolInputError(f"{path.name} has no ATOM or HETATM record, so it is no PDB file with coordinates")
    if not mmcif and (broken := _broken_atom(text)):
        raise ToolInputError(f"{path.name} cannot be read as a PDB file: {broken!r} has no numbers where they belong")
    if problem := cut_short(text, mmcif):
        raise ToolInputError(f"{path.name} {problem}; what is missing cannot be known, so nothing is computed of it")
    return text, mmcif


def _broken_atom(text: str) -> str:
    """The first record of an atom with a figure that is no number, which the engine would guess."""
    for line in text.splitlines():
        if not line.startswith(("ATOM  ", "HETATM")) or len(line) < _SHORTEST:
            continue
        fields = [line[start : start + 8] for start in (30, 38, 46)]
        fields += [one for one in (line[54:60], line[60:66]) if one.strip()]
        if not all(_NUMBER.fullmatch(one.strip()) for one in fields):
            return line.rstrip()[:66]
    return ""


def read_part(part: str) -> Part:
    """A part from its text: `chain A`, `residue 10-20, chain A`, `atom CA, residue 10`, `ligand`, `all`.

    Raises:
        ToolInputError: the text says something else.
    """
    if part.strip() in ("", "all"):
        return Part()
    if re.fullmatch(r"[A-Za-z0-9]{1,4}", part.strip()) and part.strip() not in _KINDS:
        return Part(chain=part.strip())
    found: dict[str, str] = {}
    for piece in part.split(","):
        match = _PIECE.fullmatch(piece.strip())
        if match is None:
            raise ToolInputError(
                f"{piece.strip()[:60]!r} is no part of a structure; write model 1, chain A, residue 10, residue 10-20, "
                f"atom CA, named HEM, or one of {', '.join(_KINDS)}, with commas between"
            )
        found |= {key: value for key, value in match.groupdict().items() if value}
    model = int(found.pop("model", "0"))
    return Part(model=model, **found)


def places(structure: Any, part: Part, whole: Callable[[Any], bool] | None = None) -> list[Place]:
    """The atoms of a part, in the first model if none is said; of alternative places that with the most share.

    Args:
        structure: as it was read.
        part: which atoms.
        whole: which residues count where the part names none; all of them when left out.
    Raises:
        ToolInputError: there is no such model, chain, residue or atom.
    """
    model = chosen_model(structure, part)
    found = [
        Place(chain, residue, atom)
        for chain in model
        if not part.chain or chain.name == part.chain
        for residue in chain
        if _holds(part, residue) and (whole is None or part.kind or part.name or part.first or whole(residue))
        for atom in one_of_each(residue)
        if _is_atom(part, atom)
    ]
    if not found:
        raise ToolInputError(_missing(model, part))
    return found


def chosen(structure: Path, part: str) -> tuple[list[Place], Part, str]:
    """The atoms of a part, of a chain those of its polymer, and a note that says which."""
    found, wanted = read_macromolecule(structure), read_part(part)
    alone = bool(wanted.chain) and not (wanted.first or wanted.kind or wanted.name)
    everything = places(found, wanted)
    inside = [one for one in everything if is_polymer(one.residue)] if alone else everything
    inside = inside or everything
    note = f"{len(inside):,} atoms of {part_text(wanted)}"
    if len(inside) < len(everything):
        note += f"; {len(everything) - len(inside):,} more of its ligands, ions and waters are left out"
    elif wanted == Part(model=wanted.model):
        note += ", with all ligands, ions and waters that the file holds"
    return inside, wanted, f"{note}; {models_note(found, wanted)}"


def chosen_model(structure: Any, part: Part) -> Any:
    """The model that a part names, or the first.

    Raises:
        ToolInputError: there is no such model.
    """
    if not part.model:
        return structure[0]
    numbers = [number_of(model, place) for place, model in enumerate(structure, 1)]
    if part.model not in numbers:
        raise ToolInputError(f"there is no model {part.model}; the models are {', '.join(map(str, numbers[:20]))}")
    return structure[numbers.index(part.model)]


def number_of(model: Any, place: int) -> int:
    """The number of a model in its file, or its place where the file gives none."""
    return int(getattr(model, "num", 0) or place)


def one_of_each(residue: Any) -> Iterator[Any]:
    """The atoms of a residue; of alternative places that with the highest occupancy, and of equals the first."""
    best: dict[str, Any] = {}
    for atom in residue:
        known = best.get(atom.name)
        if known is None or atom.occ > known.occ:
            best[atom.name] = atom
    yield from best.values()


def kind_of(residue: Any) -> str:
    """protein, nucleic acid, water, ion or ligand; a part of a polymer that is neither is called polymer."""
    import gemmi

    if residue.is_water():
        return "water"
    info = gemmi.find_tabulated_residue(residue.name)
    if residue.entity_type == gemmi.EntityType.Polymer:
        if info.is_amino_acid() or (residue.get_ca() and residue.find_atom("N", "*")):
            return "protein"
        return "nucleic acid" if info.is_nucleic_acid() or residue.find_atom("C1'", "*") else "polymer"
    atoms = list(one_of_each(residue))
    # One heavy atom with no other beside it: Zn, Cl, K. Ions of several atoms count as ligands, since what is
    # bound and what is in the buffer cannot be told from the file.
    return "ion" if len(atoms) == 1 and _is_lone(atoms[0]) else "ligand"


def is_polymer(residue: Any) -> bool:
    """Whether a residue belongs to a chain of residues, and is no water, ion or ligand."""
    return kind_of(residue) in ("protein", "nucleic acid", "polymer")


def is_protein_residue(residue: Any) -> bool:
    """Whether a residue belongs to a protein."""
    return kind_of(residue) == "protein"


def residue_label(chain: Any, residue: Any) -> str:
    """Chain, name and number, such as `A:GLY12`."""
    return f"{chain.name or '-'}:{residue.name}{residue.seqid}"


def heavy(found: list[Place]) -> list[Place]:
    """The atoms that are no hydrogen."""
    return [one for one in found if not one.atom.is_hydrogen()]


def models_note(structure: Any, part: Part | None = None) -> str:
    """Which of the models is taken."""
    if part and part.model:
        return f"model {part.model} of {len(structure):,} is taken"
    return f"only the first of {len(structure):,} models is taken" if len(structure) > 1 else "the one model is taken"


def part_text(part: Part) -> str:
    """A part as an answer says it."""
    residues = f"residue{'s' if part.last else ''} {part.first}{f'-{part.last}' if part.last else ''}"
    said = [
        part.kind,
        f"atoms {part.atom}" if part.atom else "",
        residues if part.first else "",
        part.name,
        f"chain {part.chain}" if part.chain else "",
        f"model {part.model}" if part.model else "",
    ]
    return ", ".join(filter(None, said)) or "the whole"


def _is_lone(atom: Any) -> bool:
    return not atom.is_hydrogen() and (atom.element.is_metal or atom.element.name in ("F", "Cl", "Br", "I"))


def _holds(part: Part, residue: Any) -> bool:
    if part.name and residue.name.upper() != part.name.upper():
        return False
    if part.first and not _within(residue.seqid, part.first, part.last or part.first):
        return False
    if not part.kind:
        return True
    kind = kind_of(residue)
    if part.kind == "metal":
        return kind == "ion" and any(atom.element.is_metal for atom in residue)
    if part.kind == "polymer":
        return is_polymer(residue)
    return kind == ("protein" if part.kind == "backbone" else part.kind)


def _is_atom(part: Part, atom: Any) -> bool:
    if part.kind == "backbone" and atom.name not in _BACKBONE:
        return False
    return not part.atom or atom.name.upper() == part.atom.upper()


def _within(seqid: Any, first: str, last: str) -> bool:
    own, low, high = (_order(str(one)) for one in (seqid, first, last))
    return low <= own <= high


def _order(number: str) -> tuple[int, str]:
    match = re.fullmatch(r"(-?\d+)([A-Za-z]?)", number.strip())
    if match is None:
        raise ToolInputError(f"{number[:20]!r} is no number of a residue")
    return int(match[1]), match[2]


def _missing(model: Any, part: Part) -> str:
    names = list(dict.fromkeys(chain.name for chain in model))
    if part.chain and part.chain not in names:
        return f"there is no chain {part.chain[:20]}; there are {', '.join(names[:30])}"
    if part.first:
        spans = [
            f"{chain.name}: {numbers[0]} to {numbers[-1]}"
            for chain in model
            if (not part.chain or chain.name == part.chain)
            and (numbers := [str(residue.seqid) for residue in chain if is_polymer(residue)])
        ]
        return f"there is no {part_text(part)} in the model; the residues of its chains are {'; '.join(spans[:20])}"
    return f"there is no {part_text(part)} in the model"


def residues_once(chain: Any) -> list[Any]:
    """The residues of a chain; one that is either of two counts once."""
    return list({str(residue.seqid): residue for residue in reversed(chain)}.values())[::-1]


def two_sides(structure: Any, parts: str) -> tuple[tuple[list[Place], list[Place]], str]:
    wanted = [read_part(side) for side in parts.split("|")]
    if len(wanted) != 2 or wanted[0] == wanted[1]:
        raise ToolInputError(
            f"give two different parts with | between, such as 'chain A | chain B', not {parts[:80]!r}"
        )
    first, second = (heavy(places(structure, one, is_polymer if one.chain else None)) for one in wanted)
    return (first, second), f"{part_text(wanted[0])} and {part_text(wanted[1])}"
