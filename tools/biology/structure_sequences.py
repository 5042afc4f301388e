"""The chains of a structure: their sequences and kinds, and what has no coordinates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    chosen_model,
    is_polymer,
    kind_of,
    read_macromolecule,
    read_part,
    residues_once,
)
from scitoolagent.tools.biology.structure import StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}
_POLYMERS = ("protein", "nucleic acid", "polymer")


ChainKinds = Annotated[
    dict[str, str | int],
    Semantic(
        "ChainKinds",
        parent="MolecularProperty",
        label="kind of each chain",
        also=(
            "kinds of chains",
            "types of chains",
            "which chains are DNA",
            "which chains are protein",
            "type of each chain",
        ),
    ),
]


ChainCount = Annotated[
    int,
    Semantic(
        "ChainCount",
        parent="MolecularProperty",
        unit="1",
        label="number of chains of a structure",
        also=("number of chains", "chain count"),
    ),
]


MissingCount = Annotated[
    int,
    Semantic(
        "MissingCount",
        parent="MolecularProperty",
        unit="1",
        label="number of missing residues",
        also=("missing residue count", "number of unobserved residues"),
    ),
]


MissingResidues = Annotated[
    list[str],
    Semantic(
        "MissingResidues",
        parent="MolecularProperty",
        label="missing residues",
        also=(
            "unobserved residues",
            "residues are missing",
            "residues missing",
            "disordered residues of a structure",
            "gaps of a structure",
            "unresolved residues",
        ),
    ),
]


SequenceOfChain = Annotated[
    str,
    Semantic(
        "SequenceOfChain",
        parent="Parameter",
        label="chain whose sequence is read",
        finder="scitoolagent.tools.biology._structure_words:find_sequences",
    ),
]


ChainLetters = Annotated[
    str, Semantic("ChainLetters", parent="SequenceProperty", label="sequence of a chain", screen="sequence")
]


AllLetters = Annotated[
    dict[str, str],
    Semantic(
        "AllLetters",
        parent="SequenceProperty",
        label="sequence of each chain",
        also=("sequences of the chains", "sequence per chain", "sequences of all chains", "chain sequences"),
    ),
]


@dataclass(frozen=True, slots=True)
class Missing:
    """How many residues have no coordinates, and which."""

    missing_count: MissingCount
    missing: MissingResidues


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_chain_kinds(structure: PdbFile) -> list[ChainKinds]:
    """Say of each chain of a PDB or mmCIF file whether it is protein, DNA or RNA.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        For each chain its name, kind, and number of residues of the polymer, ligands, ions and waters. A chain
        without a polymer has the kind none.
    Raises:
        ToolInputError: No such file, or it is no structure or breaks off.
    Source: wwPDB formats; residues by the component dictionary in gemmi.
    """
    found: list[dict[str, str | int]] = []
    for chain in read_macromolecule(structure)[0]:
        kinds = Counter(kind_of(residue) for residue in residues_once(chain))
        residues = sum(kinds[one] for one in _POLYMERS)
        found.append(
            {
                "chain": chain.name or "-",
                "kind": _polymer_kind(chain),
                "residues": residues,
                "ligands": kinds["ligand"],
                "ions": kinds["ion"],
                "waters": kinds["water"],
            }
        )
    return found


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_chain_count(structure: PdbFile) -> ChainCount:
    """Count the chains of polymers in a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        Number of chains with protein, DNA, RNA or another polymer; of ligands, ions or waters alone there is no chain.
    Raises:
        ToolInputError: No such file, or it is no structure or breaks off.
    Source: wwPDB formats; residues by the component dictionary in gemmi.
    """
    return sum(
        any(kind_of(residue) in _POLYMERS for residue in residues_once(chain))
        for chain in read_macromolecule(structure)[0]
    )


@tool(Operation.CONVERSION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "chain": "B"})
def chain_letters(structure: PdbFile, chain: SequenceOfChain) -> ChainLetters:
    """Read the sequence of one chain, of protein, DNA or RNA, from its coordinates.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
        chain: Name of the chain, such as A.
    Returns:
        One-letter codes of the residues that have coordinates; modified residues as their parents, unknown ones as X
        (of nucleic acids N).
    Raises:
        ToolInputError: No such file or chain, no polymer in the chain, or it is no structure or breaks off.
    Source: wwPDB formats; codes of the component dictionary in gemmi.
    """
    found = _letters(structure)
    if chain not in found:
        raise ToolInputError(f"there is no chain {chain[:20]!r} with a polymer; there are {', '.join(found)}")
    return found[chain]


@tool(Operation.CONVERSION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, loses=("coordinates",))
def chain_sequences(structure: PdbFile) -> AllLetters:
    """Read the sequences of all chains, of protein, DNA and RNA, from their coordinates.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        One-letter codes of the residues that have coordinates, by chain; modified residues as their parents, unknown
        ones as X (of nucleic acids N).
    Raises:
        ToolInputError: No such file, no polymer in it, or it is no structure or breaks off.
    Source: wwPDB formats; codes of the component dictionary in gemmi.
    """
    return _letters(structure)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_missing_residues(structure: PdbFile, part: StructurePart = "all") -> Missing:
    """List the residues of a PDB or mmCIF file that have no coordinates.

    Args:
        structure: A PDB or mmCIF file that states the whole sequence of each chain.
        part: A chain, where not all is meant.
    Returns:
        Number of residues of the stated sequences without coordinates in the first model, and of each its chain, name
        and place in the sequence, counted from 1.
    Raises:
        ToolInputError: No such file or chain, no structure, or no stated sequence, without which nothing can be known
        to be missing.
    Source: SEQRES or `_entity_poly_seq` against the coordinates, aligned by gemmi.
    """
    found = read_macromolecule(structure)
    wanted = read_part(part)
    model = chosen_model(found, wanted)
    found.assign_label_seq_id(False)
    names: list[str] = []
    chains = [chain for chain in model if not wanted.chain or chain.name == wanted.chain]
    if not chains:
        raise ToolInputError(f"there is no chain {wanted.chain[:20]}; there are {', '.join(one.name for one in model)}")
    for chain in chains:
        polymer = chain.get_polymer()
        if not len(polymer):
            continue
        entity = found.get_entity_of(polymer)
        if entity is None or not entity.full_sequence:
            raise ToolInputError(
                f"{structure.name} states no whole sequence of chain {chain.name}: what is missing is not known"
            )
        there = {residue.label_seq for residue in polymer}
        names += [
            f"{chain.name}:{name.partition(',')[0]}{place}"
            for place, name in enumerate(entity.full_sequence, 1)
            if place not in there
        ]
    return Missing(len(names), names)


def _polymer_kind(chain: Any) -> str:
    import gemmi

    kinds = gemmi.PolymerType
    found = chain.get_polymer().check_polymer_type() if any(map(is_polymer, chain)) else kinds.Unknown
    named = {
        kinds.PeptideL: "protein",
        kinds.PeptideD: "protein of D-amino acids",
        kinds.Dna: "DNA",
        kinds.Rna: "RNA",
        kinds.DnaRnaHybrid: "hybrid of DNA and RNA",
    }
    if found in named:
        return named[found]
    several = {kind_of(residue) for residue in chain if is_polymer(residue)}
    return " and ".join(sorted(several)) or "none"


def _letters(structure: Path) -> dict[str, str]:
    import gemmi

    found: dict[str, str] = {}
    for chain in read_macromolecule(structure)[0]:
        polymer = [residue for residue in residues_once(chain) if is_polymer(residue)]
        unknown = "X" if polymer and kind_of(polymer[0]) == "protein" else "N"
        letters = [gemmi.find_tabulated_residue(one.name).one_letter_code.strip().upper() or unknown for one in polymer]
        if letters:
            found[chain.name or "-"] = "".join(letters)
    if not found:
        raise ToolInputError(f"{structure.name} has no chain of residues")
    return found
