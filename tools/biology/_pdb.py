"""Read PDB files; shared by the tools of this package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._sequence import shown

HELIX_FILE = Path(__file__).with_name("example_helix.pdb")
HAIRPIN_FILE = Path(__file__).with_name("example_hairpin.pdb")
BACKBONE = ("N", "CA", "C", "O")


def read_pdb_text(structure: Path) -> str:
    """The text of a PDB file; that of an mmCIF file in PDB format.

    Raises:
        ToolInputError: no such file, too big, cut, no atoms in it, or mmCIF that PDB format cannot hold.
    """
    from scitoolagent.tools.biology._macromolecule import coordinate_text, read_macromolecule

    path = Path(structure)
    text, mmcif = coordinate_text(path)
    if not mmcif:
        return text
    found = read_macromolecule(path)
    long = [chain.name for model in found for chain in model if len(chain.name) > 1]
    if long:
        raise ToolInputError(
            f"{path.name} has chains with names of several letters ({long[0][:10]}), which this tool cannot tell apart"
        )
    return str(found.make_pdb_string())


def read_model(structure: Path) -> Any:
    """The first model as Biopython holds it: of alternative locations the one with the highest occupancy.

    Raises:
        ToolInputError: as `read_pdb_text`, or a record is broken.
    """
    return read_models(structure)[0]


def read_models(structure: Path) -> list[Any]:
    """All models as Biopython holds them; the first has atoms.

    Raises:
        ToolInputError: as `read_pdb_text`, or a record is broken.
    """
    import io

    from Bio.PDB.PDBExceptions import PDBConstructionException
    from Bio.PDB.PDBParser import PDBParser

    text = read_pdb_text(structure)
    try:
        found: Any = PDBParser(QUIET=True).get_structure("structure", io.StringIO(text))
        models = list(found)
    except (PDBConstructionException, ValueError) as error:
        raise ToolInputError(f"{Path(structure).name} cannot be read as a PDB file: {error}") from error
    if not models or next(models[0].get_atoms(), None) is None:
        raise ToolInputError(f"{Path(structure).name} has no atoms in its first model")
    return models


def protein_chains(model: Any) -> dict[str, list[Any]]:
    """The amino-acid residues of each chain that has any.

    Raises:
        ToolInputError: there is no amino acid in the file.
    """
    from Bio.PDB.Polypeptide import is_aa

    chains = {chain.id.strip() or "-": [residue for residue in chain if _in_chain(residue, is_aa)] for chain in model}
    found = {name: residues for name, residues in chains.items() if residues}
    if not found:
        raise ToolInputError("the file has no amino-acid residue with coordinates")
    return found


def one_letter(residue: Any) -> str:
    """The one-letter code of a residue; of a modified one that of its parent, X where that is not known."""
    from Bio.Data.PDBData import protein_letters_3to1_extended

    return str(protein_letters_3to1_extended.get(residue.resname.strip(), "X"))


def residue_name(residue: Any) -> str:
    """Chain, name and number, such as `A:GLY12`."""
    _, number, insertion = residue.id
    return f"{residue.get_parent().id.strip() or '-'}:{residue.resname.strip()}{number}{insertion.strip()}"


def _in_chain(residue: Any, is_aa: Any) -> bool:
    """Amino acids of ATOM records, and modified ones of HETATM records with a backbone; no free ligands such as GLY."""
    if not residue.id[0].strip():
        return bool(is_aa(residue, standard=False)) or ("CA" in residue and "N" in residue and "C" in residue)
    return bool(is_aa(residue, standard=False)) and not is_aa(residue, standard=True) and "CA" in residue


def chain_named(chains: Mapping[str, list[Any]] | Mapping[str, str], chain: str) -> str:
    """The name of a chain of a file; `first` is the first one.

    Raises:
        ToolInputError: there is none of that name.
    """
    name = next(iter(chains)) if chain == "first" else chain
    if name not in chains:
        raise ToolInputError(f"there is no protein chain {shown(chain)}; there are {', '.join(chains)}")
    return name


def whole_backbone(chains: Mapping[str, list[Any]], chain: str, most: int) -> tuple[str, list[Any]]:
    """The name of a chain and its residues, each with all atoms of the backbone.

    Raises:
        ToolInputError: there is no such chain, it has under 4 residues or too many, or an atom is missing.
    """
    name = chain_named(chains, chain)
    residues = chains[name]
    if not 4 <= len(residues) <= most:
        raise ToolInputError(f"chain {name} has {len(residues)} residues; 4 to {most} are taken")
    for residue in residues:
        if lacking := [atom for atom in BACKBONE if atom not in residue]:
            raise ToolInputError(f"{residue_name(residue)} lacks {', '.join(lacking)}; complete the backbone first")
    return name, residues
