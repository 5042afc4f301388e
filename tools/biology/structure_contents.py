"""What a PDB or mmCIF file holds: models, ligands, waters, ions, gaps, alternative places, and what its header says."""

from __future__ import annotations

import re
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
    models_note,
    one_of_each,
    read_macromolecule,
    read_part,
    residue_label,
)
from scitoolagent.tools.biology.structure import CountedModels, StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}

ModelCount = Annotated[
    int,
    Semantic("ModelCount", parent="MolecularProperty", unit="1", label="number of models", also=("models of a structure",)),
]
LigandCount = Annotated[
    int, Semantic("LigandCount", parent="MolecularProperty", unit="1", label="number of ligands", also=("ligand count",))
]
LigandList = Annotated[
    dict[str, str | int],
    Semantic(
        "LigandList",
        parent="MolecularProperty",
        label="ligands of a structure",
        also=("ligands", "bound ligands", "ligand names", "which ligands", "small molecules of a structure", "cofactors"),
    ),
]
StructureWaterCount = Annotated[
    int,
    Semantic(
        "StructureWaterCount",
        parent="MolecularProperty",
        unit="1",
        label="number of waters",
        also=("number of water molecules", "water count", "crystal waters"),
    ),
]
StructureIonCount = Annotated[
    int, Semantic("StructureIonCount", parent="MolecularProperty", unit="1", label="number of ions", also=("number of metal ions",))
]
IonList = Annotated[
    dict[str, str | int],
    Semantic(
        "IonList",
        parent="MolecularProperty",
        label="ions of a structure",
        also=("ions", "metals", "metal ions", "which metals", "which ions"),
    ),
]
ChainKinds = Annotated[
    dict[str, str | int],
    Semantic(
        "ChainKinds",
        parent="MolecularProperty",
        label="kind of each chain",
        also=("kinds of chains", "types of chains", "which chains are DNA", "which chains are protein", "type of each chain"),
    ),
]
StructureResolution = Annotated[
    float, Semantic("StructureResolution", parent="MolecularProperty", unit="Ao", label="resolution", also=("resolution of a structure",))
]
StructureMethod = Annotated[
    str,
    Semantic(
        "StructureMethod",
        parent="Report",
        label="experimental method",
        also=("method of a structure", "structure determination method", "how a structure was solved", "method"),
    ),
]
StructureTitle = Annotated[str, Semantic("StructureTitle", parent="Report", label="title of a structure", also=("title",))]
StructureOrganism = Annotated[
    str,
    Semantic(
        "StructureOrganism",
        parent="Report",
        label="source organism of a structure",
        also=("organism", "source organism", "species of a structure"),
    ),
]
RWork = Annotated[
    float, Semantic("RWork", parent="MolecularProperty", unit="1", label="R work", also=("R factor", "R-work", "Rwork", "R value"))
]
RFree = Annotated[
    float, Semantic("RFree", parent="MolecularProperty", unit="1", label="R free", also=("R-free", "Rfree", "free R factor", "free R value"))
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
        also=("unobserved residues", "residues are missing", "residues missing", "disordered residues of a structure", "gaps of a structure", "unresolved residues"),
    ),
]
AlternateCount = Annotated[
    int,
    Semantic(
        "AlternateCount",
        parent="MolecularProperty",
        unit="1",
        label="number of residues with alternate locations",
        also=("number of alternate conformations", "number of residues with alternate conformations"),
    ),
]
AlternateResidues = Annotated[
    list[str],
    Semantic(
        "AlternateResidues",
        parent="MolecularProperty",
        label="residues with alternate locations",
        also=("alternate locations", "residues have alternate locations", "residues have alternate conformations", "residues with alternate conformations", "alternate conformations", "alternative locations", "alternative conformations", "altlocs"),
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
class Ligands:
    """How many ligands there are, and of each kind its name, number, places and atoms."""

    ligand_count: LigandCount
    ligands: list[LigandList]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Waters:
    """How many waters there are, and in which model."""

    water_count: StructureWaterCount
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Ions:
    """How many ions of one atom there are, and of each kind its name, number and places."""

    ion_count: StructureIonCount
    ions: list[IonList]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Missing:
    """How many residues have no coordinates, and which."""

    missing_count: MissingCount
    missing: MissingResidues


@dataclass(frozen=True, slots=True)
class Alternates:
    """How many residues have several places, and which."""

    alternate_count: AlternateCount
    alternates: AlternateResidues
    counted: CountedModels


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_model_count(structure: PdbFile) -> ModelCount:
    """Count the models of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        Number of models; 1 for a crystal structure.
    Raises:
        ToolInputError: No such file, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    return len(read_macromolecule(structure))


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_chain_kinds(structure: PdbFile) -> list[ChainKinds]:
    """Say of each chain of a PDB or mmCIF file whether it is protein, DNA or RNA.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        For each chain its name, kind, and number of residues of the polymer, ligands, ions and waters. A chain without a
        polymer has the kind none.
    Raises:
        ToolInputError: No such file, or it is no structure or breaks off.
    Source: wwPDB formats; residues by the component dictionary in gemmi.
    """
    found: list[dict[str, str | int]] = []
    for chain in read_macromolecule(structure)[0]:
        kinds = Counter(kind_of(residue) for residue in _one_each(chain))
        residues = sum(kinds[one] for one in ("protein", "nucleic acid", "polymer"))
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


@tool(Operation.CONVERSION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "chain": "B"})
def chain_letters(structure: PdbFile, chain: SequenceOfChain) -> ChainLetters:
    """Read the sequence of one chain, of protein, DNA or RNA, from its coordinates.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
        chain: Name of the chain, such as A.
    Returns:
        One-letter codes of the residues that have coordinates; modified residues as their parents, unknown ones as X (of nucleic acids N).
    Raises:
        ToolInputError: No such file or chain, no polymer in the chain, or it is no structure or breaks off.
    Source: wwPDB formats; codes of the component dictionary in gemmi.
    """
    found = _letters(structure)
    if chain not in found:
        raise ToolInputError(f"there is no chain {chain[:20]!r} with a polymer; there are {', '.join(found)}")
    return found[chain]


@tool(Operation.CONVERSION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def chain_sequences(structure: PdbFile) -> AllLetters:
    """Read the sequences of all chains, of protein, DNA and RNA, from their coordinates.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        One-letter codes of the residues that have coordinates, by chain; modified residues as their parents, unknown ones as X (of nucleic
        acids N).
    Raises:
        ToolInputError: No such file, no polymer in it, or it is no structure or breaks off.
    Source: wwPDB formats; codes of the component dictionary in gemmi.
    """
    return _letters(structure)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, also=("list the ligands", "bound molecules"))
def structure_ligands(structure: PdbFile, part: StructurePart = "all") -> Ligands:
    """List the ligands of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of ligands, and of each kind the name, the number, the places, and the atoms that the file has of one (without hydrogens that it
        does not hold). Waters and ions of one atom are none; molecules of a buffer count, as no file tells them apart.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, note = _bodies(structure, part, "ligand")
    listed = [
        {"ligand": name, "count": len(ones), "places": ", ".join(place for place, _ in ones), "atoms": _formula(ones[0][1])}
        for name, ones in found.items()
    ]
    return Ligands(sum(map(len, found.values())), listed, note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_waters(structure: PdbFile, part: StructurePart = "all") -> Waters:
    """Count the water molecules of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of waters that have coordinates, each of several places once.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, note = _bodies(structure, part, "water")
    return Waters(sum(map(len, found.values())), note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_ions(structure: PdbFile, part: StructurePart = "all") -> Ions:
    """List the ions and metals of one atom in a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of lone metal and halide ions, and of each kind the name, the number and the places. A metal inside a ligand (the iron of
        heme) belongs to that.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, note = _bodies(structure, part, "ion")
    listed: list[dict[str, str | int]] = [
        {"ion": f"{name} ion", "count": len(ones), "places": ", ".join(place for place, _ in ones)} for name, ones in found.items()
    ]
    return Ions(sum(map(len, found.values())), listed, note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_resolution(structure: PdbFile) -> StructureResolution:
    """Read the resolution that a PDB or mmCIF file states.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        Highest resolution in Å, as stated.
    Raises:
        ToolInputError: No such file, no structure, or it states none, as those of NMR.
    Source: wwPDB formats, REMARK 2 or `_refine.ls_d_res_high` and `_em_3d_reconstruction.resolution`, by gemmi.
    """
    found = read_macromolecule(structure).resolution
    if not found or found <= 0:
        raise ToolInputError(f"{structure.name} states no resolution")
    # What is written has few digits; the engine holds it as a binary fraction.
    return round(float(found), 4)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_method(structure: PdbFile) -> StructureMethod:
    """Read the experimental method that a PDB or mmCIF file states.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        The method, as stated.
    Raises:
        ToolInputError: No such file, no structure, or it states none.
    Source: wwPDB formats, EXPDTA or `_exptl.method`, by gemmi.
    """
    return _stated(structure, "_exptl.method", "method")


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_title(structure: PdbFile) -> StructureTitle:
    """Read the title of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        The title, as stated.
    Raises:
        ToolInputError: No such file, no structure, or it states none.
    Source: wwPDB formats, TITLE or `_struct.title`, by gemmi.
    """
    return _stated(structure, "_struct.title", "title")


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_organism(structure: PdbFile) -> StructureOrganism:
    """Read the source organism that a PDB or mmCIF file states.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        The scientific name; several with semicolons between.
    Raises:
        ToolInputError: No such file, no structure, or it states none.
    Source: wwPDB formats, SOURCE or `_entity_src_gen.pdbx_gene_src_scientific_name` and its kin.
    """
    import gemmi

    from scitoolagent.tools.biology._macromolecule import coordinate_text

    read_macromolecule(structure)
    text, mmcif = coordinate_text(structure)
    if mmcif:
        block = gemmi.cif.read_string(text)[0]
        columns = (
            "_entity_src_gen.pdbx_gene_src_scientific_name",
            "_entity_src_nat.pdbx_organism_scientific",
            "_pdbx_entity_src_syn.organism_scientific",
        )
        values = [gemmi.cif.as_string(one) for column in columns for one in block.find_values(column)]
    else:
        source = " ".join(line[10:].strip() for line in text.splitlines() if line.startswith("SOURCE"))
        values = re.findall(r"ORGANISM_SCIENTIFIC:\s*([^;]+)", source)
    named = [one.strip() for one in values if one.strip() not in ("", "?", ".")]
    if not named:
        raise ToolInputError(f"{structure.name} states no source organism")
    return "; ".join(dict.fromkeys(named))


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_r_work(structure: PdbFile) -> RWork:
    """Read the R factor of the working set that a PDB or mmCIF file states.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        R work, as stated.
    Raises:
        ToolInputError: No such file, no structure, or it states none.
    Source: wwPDB formats, REMARK 3 or `_refine.ls_R_factor_R_work`, by gemmi.
    """
    return _refined(structure, "r_work", "R work")


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_r_free(structure: PdbFile) -> RFree:
    """Read the free R factor that a PDB or mmCIF file states.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        R free, as stated.
    Raises:
        ToolInputError: No such file, no structure, or it states none.
    Source: wwPDB formats, REMARK 3 or `_refine.ls_R_factor_R_free`, by gemmi.
    """
    return _refined(structure, "r_free", "R free")


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_missing_residues(structure: PdbFile, part: StructurePart = "all") -> Missing:
    """List the residues of a PDB or mmCIF file that have no coordinates.

    Args:
        structure: A PDB or mmCIF file that states the whole sequence of each chain.
        part: A chain, where not all is meant.
    Returns:
        Number of residues of the stated sequences without coordinates in the first model, and of each its chain, name and place in the
        sequence, counted from 1.
    Raises:
        ToolInputError: No such file or chain, no structure, or no stated sequence, without which nothing can be known to be missing.
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
            raise ToolInputError(f"{structure.name} states no whole sequence of chain {chain.name}: what is missing is not known")
        there = {residue.label_seq for residue in polymer}
        names += [
            f"{chain.name}:{name.partition(',')[0]}{place}"
            for place, name in enumerate(entity.full_sequence, 1)
            if place not in there
        ]
    return Missing(len(names), names)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_alternate_locations(structure: PdbFile, part: StructurePart = "all") -> Alternates:
    """List the residues of a PDB or mmCIF file whose atoms have alternate locations.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of residues with alternate locations, and their names; ligands and waters with several places count.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, wanted = read_macromolecule(structure), read_part(part)
    names = [
        residue_label(chain, residue)
        for chain in _chains(found, wanted)
        for residue in chain
        if any(atom.altloc != "\0" for atom in residue)
    ]
    listed = list(dict.fromkeys(names))
    return Alternates(len(listed), listed, models_note(found, wanted))


def _chains(structure: Any, wanted: Any) -> list[Any]:
    if wanted.first or wanted.name or wanted.atom or wanted.kind:
        raise ToolInputError("only a chain or a model can be chosen here, no residue, atom or kind")
    model = chosen_model(structure, wanted)
    chains = [chain for chain in model if not wanted.chain or chain.name == wanted.chain]
    if not chains:
        raise ToolInputError(f"there is no chain {wanted.chain[:20]}; there are {', '.join(one.name for one in model)}")
    return chains


def _one_each(chain: Any) -> list[Any]:
    """The residues of a chain; one that is either of two counts once."""
    return list({str(residue.seqid): residue for residue in reversed(chain)}.values())[::-1]


def _bodies(structure: Path, part: str, kind: str) -> tuple[dict[str, list[tuple[str, Any]]], str]:
    """What is of a kind, by name: the place and the residue of each."""
    found, wanted = read_macromolecule(structure), read_part(part)
    if wanted.kind in (kind, "metal"):
        wanted = read_part("all")
    bodies: dict[str, list[tuple[str, Any]]] = {}
    for chain in _chains(found, wanted):
        for residue in _one_each(chain):
            if kind_of(residue) == kind:
                bodies.setdefault(residue.name, []).append((f"{chain.name or '-'} {residue.seqid}", residue))
    return bodies, models_note(found, wanted)


def _formula(residue: Any) -> str:
    """The atoms of a residue in the order of Hill."""
    counts = Counter(atom.element.name for atom in one_of_each(residue))
    first = ["C", "H"] if "C" in counts else []
    order = [one for one in first if one in counts] + sorted(set(counts) - set(first))
    return "".join(f"{one}{counts[one] if counts[one] > 1 else ''}" for one in order)


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
        polymer = [residue for residue in _one_each(chain) if is_polymer(residue)]
        unknown = "X" if polymer and kind_of(polymer[0]) == "protein" else "N"
        letters = [gemmi.find_tabulated_residue(one.name).one_letter_code.strip().upper() or unknown for one in polymer]
        if letters:
            found[chain.name or "-"] = "".join(letters)
    if not found:
        raise ToolInputError(f"{structure.name} has no chain of residues")
    return found


def _stated(structure: Path, field: str, what: str) -> str:
    info = dict(read_macromolecule(structure).info)
    found = str(info.get(field, "")).strip()
    if found in ("", "?", "."):
        raise ToolInputError(f"{structure.name} states no {what}")
    return found


def _refined(structure: Path, field: str, what: str) -> float:
    for one in read_macromolecule(structure).meta.refinement:
        value = float(getattr(one, field))
        # What is not stated is no number there.
        if value == value and value > 0:
            return value
    raise ToolInputError(f"{structure.name} states no {what}")
