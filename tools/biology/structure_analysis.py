"""Shape and contacts in a PDB file: secondary structure, contacts, interfaces."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._pdb import HELIX_FILE, protein_chains, read_model, read_pdb_text, residue_name
from scitoolagent.tools.biology.structure import pdb_with_crystal_record

AtomDistanceCutoff = Annotated[
    float,
    Semantic(
        "AtomDistanceCutoff", parent="Parameter", unit="Ao", label="distance cutoff", also=("cutoff", "contact cutoff")
    ),
]
StructureElement = Annotated[
    dict[str, str | int],
    Semantic(
        "StructureElement",
        parent="MolecularProperty",
        label="helices and strands of a structure",
        also=("HELIX and SHEET records", "annotated secondary structure"),
    ),
]
DsspShares = Annotated[
    dict[str, float],
    Semantic(
        "DsspShares",
        parent="MolecularProperty",
        unit="%",
        label="secondary structure of a structure",
        also=("DSSP", "DSSP states", "secondary structure content"),
    ),
]
ResidueContact = Annotated[
    dict[str, str | float],
    Semantic(
        "ResidueContact",
        parent="MolecularProperty",
        label="residue contacts",
        also=("contact map", "contacts between residues", "residue contact"),
    ),
]
ChainInterface = Annotated[
    dict[str, str | list[str]],
    Semantic(
        "ChainInterface",
        parent="MolecularProperty",
        label="interface between chains",
        also=("protein-protein interface", "protein interfaces of a PDB file", "chain interfaces"),
    ),
]
_HELIX = {"structure": HELIX_FILE}
_MAX_CONTACTS = 50_000
_DSSP_STATES = {
    "H": "alpha helix (H)",
    "B": "beta bridge (B)",
    "E": "beta strand (E)",
    "G": "3-10 helix (G)",
    "I": "pi helix (I)",
    "P": "polyproline helix (P)",
    "T": "turn (T)",
    "S": "bend (S)",
    "-": "none (-)",
}


@tool(
    Operation.ANALYSIS,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_HELIX,
)
def recorded_secondary_structure(structure: PdbFile) -> list[StructureElement]:
    """List the helices and strands that a PDB file names in its HELIX and SHEET records.

    Args:
        structure: A file in PDB format with such records.
    Returns:
        Kind (helix or strand), chain, and number of the first and last residue of each, in the order of the file.
    Raises:
        ToolInputError: No such file, no PDB format, or neither record in it, which says nothing of the structure.
    Source: wwPDB format 3.3, records HELIX and SHEET.
    """
    found: list[dict[str, str | int]] = []
    for line in read_pdb_text(structure).splitlines():
        columns = {"HELIX ": (19, 21, 25, 33, 37), "SHEET ": (21, 22, 26, 33, 37)}.get(line[:6].ljust(6))
        if columns is None:
            continue
        chain, start, start_end, end, end_end = columns
        try:
            first, last = int(line[start:start_end]), int(line[end:end_end])
        except ValueError as error:
            raise ToolInputError(
                f"the record {line.strip()[:60]!r} has no residue numbers where they belong"
            ) from error
        kind = "helix" if line.startswith("HELIX") else "strand"
        found.append({"kind": kind, "chain": line[chain].strip() or "-", "start": first, "end": last})
    if not found:
        raise ToolInputError(
            "the file has no HELIX or SHEET record; use secondary_structure_content, which computes it"
        )
    return found


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_HELIX,
    also=("AnalyzeProteinStructure",),
    requires=("program:mkdssp",),
)
def secondary_structure_content(structure: PdbFile) -> DsspShares:
    """Compute the share of each kind of secondary structure in a PDB file by DSSP.

    Args:
        structure: A file in PDB format with the whole backbone.
    Returns:
        % of the residues in each state of DSSP; states that do not occur are given as 0.
    Raises:
        ToolInputError: No such file, no PDB format, or DSSP finds no residue in it.
        ToolUnavailableError: The program mkdssp is not installed.
        ToolFailedError: The program does not end well.
    Source: Kabsch and Sander 1983, doi:10.1002/bip.360221211, by the program mkdssp.
    """
    program = shutil.which("mkdssp")
    text = pdb_with_crystal_record(structure)
    if program is None:
        raise ToolUnavailableError("the program mkdssp is not installed; on Debian it is in the package dssp")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "structure.pdb", Path(folder) / "structure.dssp"
        source.write_text(text, encoding="utf-8")
        command = [program, "--output-format", "dssp", str(source), str(target)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False)
        if done.returncode != 0 or not target.is_file():
            raise ToolFailedError(f"mkdssp ended with {done.returncode}: {done.stderr.strip()[:200]}")
        return dssp_shares(target.read_text(encoding="utf-8"))


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_HELIX, "cutoff": 6.5})
def residue_contacts(structure: PdbFile, cutoff: AtomDistanceCutoff = 8.0) -> list[ResidueContact]:
    """Find the pairs of residues whose Cα atoms are close in a PDB file.

    Args:
        structure: A file in PDB format; only its first model is read.
        cutoff: Greatest distance in Å, above 0 to 30.
    Returns:
        Both residues (chain, name, number) and their distance in Å, neighbours in the chain included; an empty list
        means there is no such pair.
    Raises:
        ToolInputError: No such file, no PDB format, no Cα atom, a cutoff out of range, or more than 50,000 pairs.
    Source: Definition; neighbours by `NeighborSearch` of Biopython.
    """
    from Bio.PDB.NeighborSearch import NeighborSearch

    if not 0 < cutoff <= 30:
        raise ToolInputError(f"the cutoff must be above 0 and at most 30 Å, not {cutoff:g}")
    atoms = _alpha_carbons(structure)
    pairs: Any = NeighborSearch(atoms).search_all(cutoff) if len(atoms) > 1 else []
    if len(pairs) > _MAX_CONTACTS:
        raise ToolInputError(f"{len(pairs)} pairs are within {cutoff:g} Å, at most {_MAX_CONTACTS} are listed")
    order = {id(atom): number for number, atom in enumerate(atoms)}
    numbers = sorted(tuple(sorted((order[id(a)], order[id(b)]))) for a, b in pairs)
    return [
        {
            "residue_a": residue_name(atoms[a].get_parent()),
            "residue_b": residue_name(atoms[b].get_parent()),
            "distance": float(atoms[a] - atoms[b]),
        }
        for a, b in numbers
    ]


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={**_HELIX, "cutoff": 5.0},
    also=("PPI3DPDB", "residues of the interface between chains"),
)
def chain_interfaces(structure: PdbFile, cutoff: AtomDistanceCutoff = 5.0) -> list[ChainInterface]:
    """Find the interfaces between the protein chains of a PDB file.

    Args:
        structure: A file in PDB format; only its first model is read.
        cutoff: Greatest distance in Å between two atoms other than hydrogen, above 0 to 12.
    Returns:
        For each pair of chains that touch, the residues of either that have an atom within the cutoff of the other.
        An empty list means that no two protein chains touch.
    Raises:
        ToolInputError: No such file, no PDB format, no amino acid in it, or a cutoff out of range.
    Source: Definition; neighbours by `NeighborSearch` of Biopython.
    """
    from Bio.PDB.NeighborSearch import NeighborSearch

    if not 0 < cutoff <= 12:
        raise ToolInputError(f"the cutoff must be above 0 and at most 12 Å, not {cutoff:g}")
    chains = protein_chains(read_model(structure))
    places = {id(residue): (name, number) for name, found in chains.items() for number, residue in enumerate(found)}
    atoms = [
        atom for found in chains.values() for residue in found for atom in residue if atom.element not in ("H", "D")
    ]
    touching: dict[tuple[str, str], tuple[set[int], set[int]]] = {}
    pairs: Any = NeighborSearch(atoms).search_all(cutoff, level="R") if len(chains) > 1 else []
    for first, second in pairs:
        (name_a, number_a), (name_b, number_b) = sorted((places[id(first)], places[id(second)]))
        if name_a != name_b:
            sides = touching.setdefault((name_a, name_b), (set(), set()))
            sides[0].add(number_a)
            sides[1].add(number_b)
    return [
        {
            "chain_a": a,
            "chain_b": b,
            "residues_a": [residue_name(chains[a][number]) for number in sorted(sides[0])],
            "residues_b": [residue_name(chains[b][number]) for number in sorted(sides[1])],
        }
        for (a, b), sides in sorted(touching.items())
    ]


def dssp_shares(text: str) -> dict[str, float]:
    """% of the residues in each state, from the classic output of DSSP.

    Raises:
        ToolInputError: no residue in it.
    """
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("  #  RESIDUE")), len(lines))
    # A `!` in the place of the residue marks a break of the chain.
    states = [line[16].strip() or "-" for line in lines[start + 1 :] if len(line) > 16 and line[13] != "!"]
    if not states:
        raise ToolInputError("DSSP finds no residue with a whole backbone in the file")
    counts = Counter(states)
    return {label: 100 * counts[state] / len(states) for state, label in _DSSP_STATES.items()}


def _alpha_carbons(structure: Path) -> list[Any]:
    chains = protein_chains(read_model(structure))
    atoms = [residue["CA"] for found in chains.values() for residue in found if "CA" in residue]
    if not atoms:
        raise ToolInputError("the file has no Cα atom")
    return atoms
