"""Backbones of real proteins for a fold class, to design sequences for.

The coordinates in `fold_templates.csv` are the N, CA, C and O of two runs of 100 residues, as they stand in two entries
of the Protein Data Bank, whose files are "free of all copyright restrictions and made fully and freely available for
both non-commercial and commercial use" (www.rcsb.org/pages/usage-policy). Who solved the structures is named below.
"""

from __future__ import annotations

import csv
from pathlib import Path

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.biology.backbones import FoldClass, MadeBackbone, fold_named, ideal_backbone, written

_TEMPLATES = Path(__file__).with_name("fold_templates.csv")
_ATOMS = ("N", "CA", "C", "O")
TEMPLATE_LENGTH = 100
_SOURCES = {
    "all-beta": "residues 5 to 104 of ribosomal protein eL33, PDB 6ZU5, electron microscopy at 2.9 Å; Ehrenbolger et "
    "al. 2020, doi:10.1371/journal.pbio.3000958",
    "alpha-beta": "residues 8 to 107 of the N-terminal domain of rat glutamate receptor 2, PDB 3HSY chain A, X-rays at "
    "1.75 Å; Rossmann et al. 2011, doi:10.1038/emboj.2011.16",
}


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"fold": "alpha-beta"},
    also=("template backbone", "backbone of a real protein"),
)
def fold_backbone(fold: FoldClass) -> MadeBackbone:
    """Give a backbone of 100 residues for a fold class: of a real protein, or an ideal bundle.

    Args:
        fold: all-beta and alpha-beta are cut from a protein of known structure; all-alpha is an ideal bundle of four
            helices, since no template of it lies here.
    Returns:
        A PDB file in the cache folder with N, CA, C and O and the names of the native residues, and a note that says
        where it is from. What surrounds the cut in the protein is not in it.
    Raises:
        ToolInputError: no such fold class.
    Source: PDB 6ZU5 and 3HSY, doi:10.1371/journal.pbio.3000958 and doi:10.1038/emboj.2011.16; the bundle as of
        `ideal_backbone`.
    """
    name = fold_named(fold)
    if name not in _SOURCES:
        made = ideal_backbone(name)
        return MadeBackbone(made.pdb_file, f"no template lies here, an ideal bundle was built: {made.backbone_note}")
    with _TEMPLATES.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["fold"] == name]
    lines: list[str] = []
    for row in rows:
        for atom in _ATOMS:
            x, y, z = (float(row[f"{atom}_{axis}"]) for axis in "xyz")
            lines.append(
                f"ATOM  {len(lines) + 1:5d}  {atom:<3s} {row['name']} A{int(row['residue']):4d}    "
                f"{x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00           {atom[0]}"
            )
    text = "\n".join([*lines, "TER", "END", ""])
    return MadeBackbone(written(f"{name}-template", text), _SOURCES[name])
