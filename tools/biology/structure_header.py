"""What the header of a PDB or mmCIF file says: resolution, method, title, organism, R factors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    read_macromolecule,
)

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}


StructureResolution = Annotated[
    float,
    Semantic(
        "StructureResolution",
        parent="MolecularProperty",
        unit="Ao",
        label="resolution",
        also=("resolution of a structure",),
    ),
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


StructureTitle = Annotated[
    str, Semantic("StructureTitle", parent="Report", label="title of a structure", also=("title",))
]


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
    float,
    Semantic(
        "RWork", parent="MolecularProperty", unit="1", label="R work", also=("R factor", "R-work", "Rwork", "R value")
    ),
]


RFree = Annotated[
    float,
    Semantic(
        "RFree",
        parent="MolecularProperty",
        unit="1",
        label="R free",
        also=("R-free", "Rfree", "free R factor", "free R value"),
    ),
]


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
