"""Read a crystal structure file; shared by the tools of this package."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

MAX_BYTES = 2_000_000
MAX_SITES = 5000
# No two nuclei are so near to each other.
_TOO_CLOSE = 0.5
_ALTERNATIVES = "alternatives"
# pymatgen takes a negative edge for a positive one.
_EDGES = ("_cell_length_a", "_cell_length_b", "_cell_length_c")
# What pymatgen's parsers let out of a faulty file.
_PARSER_ERRORS = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError, ArithmeticError)
EXAMPLE = str(Path(__file__).with_name("example_halite.cif"))
FRAMEWORK_EXAMPLE = str(Path(__file__).with_name("example_framework.cif"))


def read_structure(path: Path, *, ordered: bool = False) -> Structure:
    """The one crystal structure in a CIF or POSCAR file, its full conventional cell.

    Args:
        path: the file.
        ordered: refuse a structure with partly occupied sites.
    Raises:
        ToolInputError: no file, too large, not one structure, whole atoms that stand in each other's place, or partly
            occupied sites that are not wanted.
    """
    if not path.is_file():
        raise ToolInputError(f"there is no file {str(path)[:200]!r}; give the path of a CIF or POSCAR file")
    status = path.stat()
    if not 0 < status.st_size <= MAX_BYTES:
        raise ToolInputError(f"{path.name} has {status.st_size} bytes; a structure file has 1 to {MAX_BYTES}")
    structure = _read(path, status.st_mtime_ns, status.st_size)
    if not structure.is_ordered:
        if ordered:
            raise ToolInputError(f"{path.name} has partly occupied sites; give an ordered structure")
    elif alternatives := structure.properties.get(_ALTERNATIVES):
        raise ToolInputError(
            f"{path.name} has alternatives ({alternatives}), each with whole atoms; remove the disorder, keep one"
        )
    return structure.copy()


def symbols_of(structure: Structure) -> list[str]:
    """The element of each site of an ordered structure; deuterium and tritium are hydrogen."""
    symbols = (str(site.specie.symbol) for site in structure)
    return ["H" if symbol in ("D", "T") else symbol for symbol in symbols]


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int, _size: int) -> Structure:
    from pymatgen.core.periodic_table import DummySpecies

    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ToolInputError(f"{path.name} cannot be read: {error}") from error
    is_cif = any(line.lower().startswith("data_") for line in text.splitlines())
    found = _from_cif(text, path.name) if is_cif else _from_poscar(text, path.name)
    if len(found) > MAX_SITES:
        raise ToolInputError(f"{path.name} has {len(found)} sites in its cell, at most {MAX_SITES} are taken")
    strange = sorted({str(species) for site in found for species in site.species if isinstance(species, DummySpecies)})
    if strange:
        raise ToolInputError(f"{path.name} has {strange[0]}, which is no element")
    if found.is_ordered and _ALTERNATIVES not in found.properties and (close := _closest(found)):
        found.properties[_ALTERNATIVES] = close
    return found


def _closest(structure: Structure) -> str:
    """Two sites of which no more than one can be there; empty where there are none."""
    first, second, _, lengths = structure.get_neighbor_list(_TOO_CLOSE, exclude_self=True)
    if not len(lengths):
        return ""
    place = int(lengths.argmin())
    one, other = structure[int(first[place])], structure[int(second[place])]
    return f"{one.species_string} and {other.species_string} {lengths[place]:.2f} Å apart"


def _from_cif(text: str, name: str) -> Structure:
    from pymatgen.io.cif import CifParser

    with warnings.catch_warnings():
        # pymatgen warns of every rounded coordinate and of checks it skips.
        warnings.simplefilter("ignore")
        try:
            parser = CifParser.from_str(text)
            structures = parser.parse_structures(primitive=False, check_occu=True, on_error="raise")
        except _PARSER_ERRORS as error:
            raise ToolInputError(f"{name} cannot be read as a crystal: {_first_line(error)}") from error
    if len(structures) != 1:
        raise ToolInputError(f"{name} has {len(structures)} structures; give a file with one")
    blocks = parser.as_dict()
    if minus := [key for block in blocks.values() for key in _EDGES if str(block.get(key, "")).strip().startswith("-")]:
        raise ToolInputError(f"{name} has a negative {minus[0]}; an edge of a cell is longer than zero")
    if groups := _disorder_groups(blocks):
        structures[0].properties[_ALTERNATIVES] = f"disorder groups {', '.join(groups)}"
    return structures[0]


def _disorder_groups(blocks: Mapping[str, Any]) -> list[str]:
    """The groups of sites that a CIF says exclude each other: several, or one beside its own image."""
    said = {str(value).strip() for block in blocks.values() for value in block.get("_atom_site_disorder_group", ())}
    groups = sorted(said - {"", ".", "?", "0"})
    return groups if len(groups) > 1 or any(group.startswith("-") for group in groups) else []


def _from_poscar(text: str, name: str) -> Structure:
    from pymatgen.io.vasp.inputs import Poscar

    lines = text.splitlines()
    symbols = lines[5].split() if len(lines) > 5 else []
    if not symbols or not all(word[0].isalpha() for word in symbols):
        raise ToolInputError(f"{name} is neither a CIF (no data_ line) nor a POSCAR with element symbols in its line 6")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Poscar.from_str(text).structure
        except _PARSER_ERRORS as error:
            raise ToolInputError(f"{name} cannot be read as a POSCAR: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
