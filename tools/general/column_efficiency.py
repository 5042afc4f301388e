"""Plates of chromatographic columns and the velocity of the eluent."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive, usable
from scitoolagent.tools.general.separation import RetentionTime

BaseWidth = Annotated[
    float,
    Semantic(
        "BaseWidth",
        parent="Parameter",
        unit="s",
        label="width of the peak at its base",
        also=(
            "peak width",
            "base width",
            "width at the base",
            "width",
        ),
    ),
]
HalfWidth = Annotated[
    float,
    Semantic(
        "HalfWidth",
        parent="Parameter",
        unit="s",
        label="width of the peak at half height",
        also=(
            "width at half height",
            "half width",
            "half-height width",
            "full width at half maximum",
            "FWHM",
        ),
    ),
]
PlateNumber = Annotated[
    float,
    Semantic(
        "PlateNumber",
        parent="MaterialProperty",
        unit="1",
        label="number of theoretical plates",
        also=(
            "theoretical plates",
            "plate number",
            "plate count",
            "column efficiency",
        ),
    ),
]
HalfHeightPlateNumber = Annotated[
    float,
    Semantic(
        "HalfHeightPlateNumber",
        parent="MaterialProperty",
        unit="1",
        label="number of theoretical plates by the width at half height",
        also=(
            "theoretical plates by the width at half height",
            "theoretical plates",
            "plate number",
            "number of theoretical plates",
        ),
    ),
]
ColumnLength = Annotated[
    float,
    Semantic(
        "ColumnLength",
        parent="Parameter",
        unit="cm",
        label="length of the column",
        also=(
            "column length",
            "column",
        ),
    ),
]
PlateNumberGiven = Annotated[
    float,
    Semantic(
        "PlateNumberGiven",
        parent="Parameter",
        unit="1",
        label="number of plates",
        also=("theoretical plates", "plates", "plate number", "N"),
    ),
]
PlateHeight = Annotated[
    float,
    Semantic(
        "PlateHeight",
        parent="MaterialProperty",
        unit="um",
        label="height of a theoretical plate",
        also=(
            "plate height",
            "HETP",
            "height equivalent to a theoretical plate",
        ),
    ),
]
EddyTerm = Annotated[
    float,
    Semantic(
        "EddyTerm",
        parent="Parameter",
        unit="um",
        label="eddy diffusion term A",
        also=(
            "A term",
            "term A",
            "A",
        ),
    ),
]
DiffusionTerm = Annotated[
    float,
    Semantic(
        "DiffusionTerm",
        parent="Parameter",
        unit="um*mm/s",
        label="longitudinal diffusion term B",
        also=(
            "B term",
            "term B",
            "B",
        ),
    ),
]
TransferTerm = Annotated[
    float,
    Semantic(
        "TransferTerm",
        parent="Parameter",
        unit="um*s/mm",
        label="mass transfer term C",
        also=(
            "C term",
            "term C",
            "C",
        ),
    ),
]
LinearVelocity = Annotated[
    float,
    Semantic(
        "LinearVelocity",
        parent="Parameter",
        unit="mm/s",
        label="linear velocity of the eluent",
        also=(
            "linear velocity",
            "flow velocity",
            "velocity",
        ),
    ),
]
VanDeemterHeight = Annotated[
    float,
    Semantic(
        "VanDeemterHeight",
        parent="MaterialProperty",
        unit="um",
        label="plate height by the van Deemter equation",
        also=(
            "van Deemter plate height",
            "van Deemter equation",
        ),
    ),
]
OptimalVelocity = Annotated[
    float,
    Semantic(
        "OptimalVelocity",
        parent="MaterialProperty",
        unit="mm/s",
        label="optimal linear velocity",
        also=(
            "optimum velocity",
            "optimal velocity by the van Deemter equation",
            "van Deemter optimum",
            "optimal flow velocity",
            "optimum linear velocity",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"time": 504.0, "width": 24.0})
def plate_number(time: RetentionTime, width: BaseWidth) -> PlateNumber:
    """Compute the number of theoretical plates from the width of a peak at its base.

    Args:
        time: Of the peak in s.
        width: Between the tangents at the base, in s.
    Returns:
        N = 16 (t / w)².
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.P04694.
    """
    positive(retention_time=time, width=width)
    return 16 * (time / width) ** 2


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"time": 504.0, "width": 14.0})
def half_height_plate_number(time: RetentionTime, width: HalfWidth) -> HalfHeightPlateNumber:
    """Compute the number of theoretical plates from the width of a peak at half height.

    Args:
        time: Of the peak in s.
        width: At half of the height, in s.
    Returns:
        N = 8 ln 2 (t / w)².
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.P04694.
    """
    positive(retention_time=time, width=width)
    return 8 * math.log(2) * (time / width) ** 2


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"length": 25.0, "plates": 10000.0})
def plate_height(length: ColumnLength, plates: PlateNumberGiven) -> PlateHeight:
    """Compute the height of a theoretical plate of a column.

    Args:
        length: In cm.
        plates: Theoretical plates of the column.
    Returns:
        H = L / N in µm.
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.H02774.
    """
    positive(length=length, plates=plates)
    return 1e4 * length / plates


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"eddy": 2.0, "diffusion": 5.0, "transfer": 1.5, "velocity": 2.0},
)
def van_deemter_height(
    eddy: EddyTerm, diffusion: DiffusionTerm, transfer: TransferTerm, velocity: LinearVelocity
) -> VanDeemterHeight:
    """Compute the plate height of a column by the van Deemter equation.

    Args:
        eddy: A in µm.
        diffusion: B in µm·mm/s.
        transfer: C in µm·s/mm.
        velocity: Of the eluent in mm/s.
    Returns:
        H = A + B / u + C u in µm.
    Raises:
        ToolInputError: a velocity that is not positive, or a term that is negative.
    Source: van Deemter et al. 1956, doi:10.1016/0009-2509(56)80003-1.
    """
    positive(velocity=velocity)
    not_negative(eddy=eddy, diffusion=diffusion, transfer=transfer)
    return usable(eddy + diffusion / velocity + transfer * velocity, "plate height")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"diffusion": 5.0, "transfer": 1.5})
def optimal_velocity(diffusion: DiffusionTerm, transfer: TransferTerm) -> OptimalVelocity:
    """Compute at which velocity of the eluent the plates of a column are lowest.

    Args:
        diffusion: B in µm·mm/s.
        transfer: C in µm·s/mm.
    Returns:
        √(B / C) in mm/s.
    Raises:
        ToolInputError: a value is not positive.
    Source: van Deemter et al. 1956, doi:10.1016/0009-2509(56)80003-1.
    """
    positive(diffusion=diffusion, transfer=transfer)
    return math.sqrt(diffusion / transfer)
