"""Pictures of a molecule."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

MoleculeSvg = Annotated[
    str,
    Semantic(
        "MoleculeSvg",
        parent="SvgPicture",
        label="structure drawing",
        also=("picture of a molecule", "image of a molecule", "structural formula", "molecule image", "SVG"),
    ),
]
IsotopePicture = Annotated[
    str,
    Semantic(
        "IsotopePicture",
        parent="SvgPicture",
        label="drawn isotope pattern",
        also=("mass spectrum", "plot of the isotope pattern", "picture of the isotope pattern"),
    ),
]
Pixels = Annotated[int, Semantic("ImagePixels", parent="Parameter", unit="1", label="size of an image in pixels")]
_SMALLEST, _LARGEST = 50, 4000


@tool(
    Operation.VISUALISATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("ShowMol", "draw", "drawing", "picture of the molecule", "draw the molecule", "draw the structure", "depict"),
)
def molecule_drawing(smiles: Smiles, width: Pixels = 400, height: Pixels = 300) -> MoleculeSvg:
    """Draw a molecule as an SVG picture.

    Args:
        smiles: One molecule.
        width: Width in pixels, 50 to 4000.
        height: Height in pixels, 50 to 4000.
    Returns:
        Text of an SVG file: the skeletal formula, with wedges where stereochemistry is given.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or a size is out of range.
    Source: RDKit's 2-D layout, by `rdMolDraw2D.MolDraw2DSVG`.
    """
    from rdkit.Chem.Draw import rdMolDraw2D

    for name, value in (("width", width), ("height", height)):
        if not _SMALLEST <= value <= _LARGEST:
            raise ToolInputError(f"the {name} is {_SMALLEST} to {_LARGEST} pixels, not {value}")
    mol = parse_smiles(smiles)
    drawing = rdMolDraw2D.MolDraw2DSVG(width, height)
    rdMolDraw2D.PrepareAndDrawMolecule(drawing, mol)
    drawing.FinishDrawing()
    return str(drawing.GetDrawingText())


@tool(
    Operation.VISUALISATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Clc1ccc(Br)cc1CC"},
    also=("draw the isotope pattern", "plot the isotope pattern", "draw the mass spectrum"),
)
def isotope_pattern_drawing(smiles: Smiles) -> IsotopePicture:
    """Draw the isotope pattern of a molecule as sticks.

    Args:
        smiles: One molecule; all fragments of a salt are added up; a labelled atom has its one isotope.
    Returns:
        Text of an SVG file: mass in u against intensity in percent of the strongest peak, at unit mass resolution; no
        ion source and no fragments.
    Raises:
        ToolInputError: as the isotope pattern.
    Source: as the isotope pattern, natural abundances of the Blue Obelisk repository; drawn by matplotlib.
    """
    from scitoolagent.pictures import as_svg, labelled, new_figure, sticks
    from scitoolagent.tools.chemistry.composition import isotope_pattern

    peaks = isotope_pattern(smiles)
    figure = new_figure()
    axes = figure.subplots()
    sticks(axes, [mass for mass, _ in peaks], [share for _, share in peaks], "{:.3f}")
    labelled(axes, "mass (u)", "intensity (% of the strongest)", "isotope pattern of the molecule")
    return as_svg(figure)
