"""What a PDB file holds: sequences, chains, atoms, mass, size."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile, PdbFile, ProteinSequence
from scitoolagent.tools.biology._macromolecule import (
    chosen,
    is_polymer,
    kind_of,
    models_note,
    part_text,
    places,
    read_macromolecule,
    read_part,
)
from scitoolagent.tools.biology._pdb import (
    HELIX_FILE,
    chain_named,
    one_letter,
    protein_chains,
    read_model,
    read_pdb_text,
)

ChainId = Annotated[
    str,
    Semantic(
        "ChainId",
        parent="AtomsOfStructure",
        label="chain of a structure",
        pattern=r"(?<=chain )(?-i:[A-Za-z0-9])",
        finder="scitoolagent.tools.biology._structure_words:find_chains",
    ),
]
StructurePart = Annotated[
    str,
    Semantic(
        "AtomsOfStructure",
        parent="Parameter",
        label="part of a structure",
        finder="scitoolagent.tools.biology._structure_words:find_parts",
    ),
]
PartPair = Annotated[
    str,
    Semantic(
        "AtomPairOfStructure",
        parent="Parameter",
        label="two parts of a structure",
        finder="scitoolagent.tools.biology._structure_words:find_pairs",
    ),
]
ChainSequences = Annotated[
    dict[str, str], Semantic("ChainSequences", parent="SequenceProperty", label="sequences of the protein chains")
]
ChainSummary = Annotated[
    dict[str, str | int],
    Semantic("ChainSummary", parent="Report", label="chains of a structure", also=("chain list", "protein chains")),
]
StructureLength = Annotated[
    int,
    Semantic(
        "StructureLength",
        parent="SequenceProperty",
        unit="1",
        label="number of residues in a structure",
        also=("protein length in a PDB file", "sequence length of a PDB file", "residue count of a structure"),
    ),
]
StructureAtomCount = Annotated[
    int,
    Semantic(
        "StructureAtomCount",
        parent="MolecularProperty",
        unit="1",
        label="number of atoms in a structure",
        also=("atom count of a PDB file", "total atom count", "number of atoms in a PDB file"),
    ),
]
CountedModels = Annotated[
    str, Semantic("CountedModels", parent="Report", role="note", label="what of the file is counted")
]
AtomSerial = Annotated[
    int, Semantic("AtomSerial", parent="Parameter", unit="1", label="atom serial number", also=("atom serial",))
]
AtomDistance = Annotated[
    float,
    Semantic(
        "AtomDistance",
        parent="MolecularProperty",
        unit="Ao",
        label="distance between two atoms",
        also=("atom distance", "interatomic distance", "atom-atom distance"),
    ),
]
PdbText = Annotated[str, Semantic("PdbText", parent="Report", label="text of a PDB file", also=("fixed PDB file",))]

_HELIX = {"structure": HELIX_FILE}
# A unit cell of 1 Å means that there is no crystal, by the PDB format.
_HEADER = "HEADER    PROTEIN".ljust(80)
_CRYST1 = "CRYST1    1.000    1.000    1.000  90.00  90.00  90.00 P 1           1".ljust(80)
_BEFORE_CRYST1 = frozenset(
    "HEADER OBSLTE TITLE SPLIT CAVEAT COMPND SOURCE KEYWDS EXPDTA NUMMDL MDLTYP AUTHOR REVDAT SPRSDE JRNL REMARK DBREF "
    "DBREF1 DBREF2 SEQADV SEQRES MODRES HET HETNAM HETSYN FORMUL HELIX SHEET TURN SSBOND LINK CISPEP SITE".split()
)


@dataclasses.dataclass(frozen=True, slots=True)
class StructureAtoms:
    """The number of atoms, and which of them are counted."""

    structure_atom_count: StructureAtomCount
    counted_models: CountedModels


@dataclasses.dataclass(frozen=True, slots=True)
class StructureResidues:
    """The number of residues, and of what kind they are."""

    length: StructureLength
    counted: CountedModels


@dataclasses.dataclass(frozen=True, slots=True)
class StructureSequences:
    """The sequence of the chain asked for, and those of all chains."""

    sequence: ProteinSequence
    chain_sequences: ChainSequences


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_HELIX,
    also=(
        "AnalyzeProteinSeqFromPDB",
        "sequence of a PDB file",
        "protein sequence from a PDB file",
        "extract the sequence from a structure",
    ),
    loses=("coordinates",),
)
def pdb_sequence(structure: BackboneFile, chain: ChainId = "first") -> StructureSequences:
    """Read the protein sequence from the coordinates of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
        chain: Name of the chain, such as A; first takes the first protein chain.
    Returns:
        One-letter codes of the residues that have coordinates (a loop that is not seen is not in it), and the
        sequences of all chains by name. Modified residues are given as their parents, unknown ones as X.
    Raises:
        ToolInputError: No such file or chain, no PDB format, or no amino acid in it.
    Source: wwPDB format 3.3, by `PDBParser` of Biopython.
    """
    chains = {name: "".join(map(one_letter, found)) for name, found in protein_chains(read_model(structure)).items()}
    return StructureSequences(chains[chain_named(chains, chain)], chains)


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_HELIX,
    also=("AnalyzeProteinLengthFromPDB",),
)
def pdb_sequence_length(structure: BackboneFile, part: StructurePart = "all") -> StructureResidues:
    """Count the residues of the polymers of a structure.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Residues with coordinates of proteins and nucleic acids, all chains together where none is named; ligands,
        ions and waters do not count.
    Raises:
        ToolInputError: No such file or part, no polymer in it, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, wanted = read_macromolecule(structure), read_part(part)
    inside = {
        (one.chain.name, str(one.residue.seqid)): kind_of(one.residue)
        for one in places(found, wanted, is_polymer)
        if is_polymer(one.residue)
    }
    if not inside:
        raise ToolInputError(f"there is no residue of a protein or nucleic acid in {part_text(wanted)}")
    counts = Counter(inside.values())
    told = ", ".join(f"{count:,} of {kind}" for kind, count in counts.items())
    return StructureResidues(len(inside), f"{told}; {models_note(found, wanted)}")


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX, also=("list the chains",))
def structure_chains(structure: PdbFile) -> list[ChainSummary]:
    """List the chains of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        For each chain its name, the number of amino acids, of other residues (nucleotides, ligands), of waters, and
        of atoms.
    Raises:
        ToolInputError: No such file or no PDB format.
    Source: wwPDB format 3.3, by `PDBParser` of Biopython.
    """
    from Bio.PDB.Polypeptide import is_aa

    records: list[dict[str, str | int]] = []
    for chain in read_model(structure):
        waters = sum(residue.id[0] == "W" for residue in chain)
        acids = sum(bool(is_aa(residue, standard=False)) for residue in chain)
        records.append(
            {
                "chain": chain.id.strip() or "-",
                "amino_acids": acids,
                "others": len(chain) - acids - waters,
                "waters": waters,
                "atoms": sum(1 for _ in chain.get_atoms()),
            }
        )
    return records


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX, also=("AnalyzeAtomCount",))
def structure_atom_count(structure: PdbFile, part: StructurePart = "all") -> StructureAtoms:
    """Count the atoms of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        Atoms of ATOM and HETATM records, each alternative location counted once; what counts is noted.
    Raises:
        ToolInputError: No such file or no PDB format.
    Source: wwPDB format 3.3, by `PDBParser` of Biopython.
    """
    inside, _, note = chosen(structure, part)
    return StructureAtoms(len(inside), note)


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={**_HELIX, "atom_a": 2, "atom_b": 6},
    also=("CalculateAtomDistance",),
)
def atom_distance(structure: PdbFile, atom_a: AtomSerial = 1, atom_b: AtomSerial = 2) -> AtomDistance:
    """Measure the distance between two atoms of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
        atom_a: Serial number of the first atom, as in the file.
        atom_b: Serial number of the second atom.
    Returns:
        Distance in Å.
    Raises:
        ToolInputError: No such file or atom, no PDB format, or twice the same atom.
    Source: Definition.
    """
    if atom_a == atom_b:
        raise ToolInputError(f"atom {atom_a} is given twice; give two different atoms")
    atoms = {atom.serial_number: atom for atom in read_model(structure).get_atoms()}
    for number in (atom_a, atom_b):
        if number not in atoms:
            raise ToolInputError(
                f"there is no atom {number} in the first model; its atoms are {min(atoms)} to {max(atoms)}"
            )
    first, second = (tuple(map(float, atoms[number].coord)) for number in (atom_a, atom_b))
    return math.dist(first, second)


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_HELIX,
    also=("FixPDBFile", "add a CRYST1 record", "fix a PDB file"),
)
def pdb_with_crystal_record(structure: PdbFile) -> PdbText:
    """Give a PDB file the HEADER and CRYST1 records that some programs insist on.

    Args:
        structure: A file in PDB format; it is not changed itself.
    Returns:
        The text of the file with these records in their places; those that are there are kept. The cell that is put
        in is that of the format for a structure without a crystal.
    Raises:
        ToolInputError: No such file or no PDB format.
    Source: wwPDB format 3.3, records HEADER and CRYST1.
    """
    lines = read_pdb_text(structure).splitlines()
    if not any(line.startswith("CRYST1") for line in lines):
        place = next(
            (number for number, line in enumerate(lines) if line[:6].strip() not in _BEFORE_CRYST1), len(lines)
        )
        lines.insert(place, _CRYST1)
    if not lines[0].startswith("HEADER"):
        lines.insert(0, _HEADER)
    return "\n".join(lines) + "\n"
