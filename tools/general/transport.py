"""How particles and fluids move: diffusion, sedimentation, flow, and the speeds of molecules."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import kelvin, positive, usable
from scitoolagent.tools.general._constants import BOLTZMANN
from scitoolagent.tools.general.decay import ElapsedTime
from scitoolagent.tools.general.kinetics import Viscosity

SphereRadius = Annotated[
    float,
    Semantic(
        "SphereRadius",
        parent="Parameter",
        unit="nm",
        label="radius of the sphere",
        also=(
            "hydrodynamic radius",
            "Stokes radius",
            "particle radius",
            "radius",
        ),
    ),
]

DiffusionCoefficientGiven = Annotated[
    float,
    Semantic(
        "DiffusionCoefficientGiven",
        parent="Parameter",
        unit="m2/s",
        label="diffusion coefficient of the particle",
        also=(
            "diffusion coefficient",
            "diffusivity",
        ),
    ),
]

SphereDiffusion = Annotated[
    float,
    Semantic(
        "SphereDiffusion",
        parent="MaterialProperty",
        unit="m2/s",
        label="diffusion coefficient of a sphere",
        also=(
            "Stokes-Einstein diffusion coefficient",
            "diffusion coefficient by Stokes-Einstein",
            "diffusion coefficient",
            "diffusivity",
        ),
    ),
]

HydrodynamicRadius = Annotated[
    float,
    Semantic(
        "HydrodynamicRadius",
        parent="MaterialProperty",
        unit="nm",
        label="hydrodynamic radius",
        also=(
            "Stokes radius",
            "Stokes-Einstein radius",
            "radius by Stokes-Einstein",
            "hydrodynamic radius of a particle",
        ),
    ),
]

DiffusionDistance = Annotated[
    float,
    Semantic(
        "DiffusionDistance",
        parent="MaterialProperty",
        unit="um",
        label="diffusion distance",
        also=(
            "distance of diffusion",
            "root mean square displacement",
            "distance by diffusion",
            "how far a particle diffuses",
        ),
    ),
]

FlowVelocity = Annotated[
    float,
    Semantic(
        "FlowVelocity",
        parent="Parameter",
        unit="m/s",
        label="flow velocity of the fluid",
        also=(
            "flow velocity",
            "velocity",
            "speed",
            "flowing",
        ),
        announced=("at",),
    ),
]

PipeDiameter = Annotated[
    float,
    Semantic(
        "PipeDiameter",
        parent="Parameter",
        unit="m",
        label="diameter of the pipe",
        also=(
            "pipe diameter",
            "characteristic length",
            "diameter",
            "pipe",
        ),
        announced=(
            "pipe",
            "tube",
        ),
    ),
]

FluidDensity = Annotated[
    float,
    Semantic(
        "FluidDensity",
        parent="Parameter",
        unit="kg/m3",
        label="density of the fluid",
        also=(
            "density",
            "fluid density",
        ),
    ),
]

ReynoldsNumber = Annotated[
    float,
    Semantic(
        "ReynoldsNumber",
        parent="MaterialProperty",
        unit="1",
        label="Reynolds number",
        also=(
            "Reynolds number of a flow",
            "Reynolds number of a pipe",
        ),
    ),
]

ParticleDiameter = Annotated[
    float,
    Semantic(
        "ParticleDiameter",
        parent="Parameter",
        unit="um",
        label="diameter of the particle",
        also=(
            "particle diameter",
            "diameter",
        ),
        announced=("particles",),
    ),
]

ParticleDensity = Annotated[
    float,
    Semantic(
        "ParticleDensity", parent="Parameter", unit="kg/m3", label="density of the particle", also=("particle density",)
    ),
]

SettlingVelocity = Annotated[
    float,
    Semantic(
        "SettlingVelocity",
        parent="MaterialProperty",
        unit="m/s",
        label="settling velocity of a sphere",
        also=(
            "settling velocity",
            "terminal velocity",
            "Stokes velocity",
            "sedimentation velocity",
            "settling speed",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"radius": 5.0, "viscosity": 0.89, "temperature": 30.0},
    also=("Stokes-Einstein equation",),
)
def sphere_diffusion(radius: SphereRadius, viscosity: Viscosity, temperature: Temperature = 25.0) -> SphereDiffusion:
    """Compute the diffusion coefficient of a sphere by the Stokes-Einstein equation.

    Args:
        radius: In nm.
        viscosity: Of the medium in mPa·s.
        temperature: In °C.
    Returns:
        kB T / (6 π η r) in m²/s.
    Raises:
        ToolInputError: a value is not positive.
    Source: Einstein 1905, doi:10.1002/andp.19053220806.
    """
    positive(radius=radius, viscosity=viscosity)
    return BOLTZMANN * kelvin(temperature) / (6 * math.pi * viscosity * 1e-3 * radius * 1e-9)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"diffusion": 5e-11, "viscosity": 0.89, "temperature": 30.0},
    also=("Stokes-Einstein equation",),
)
def hydrodynamic_radius(
    diffusion: DiffusionCoefficientGiven, viscosity: Viscosity, temperature: Temperature = 25.0
) -> HydrodynamicRadius:
    """Compute the hydrodynamic radius of a particle from its diffusion coefficient.

    Args:
        diffusion: In m²/s.
        viscosity: Of the medium in mPa·s.
        temperature: In °C.
    Returns:
        kB T / (6 π η D) in nm.
    Raises:
        ToolInputError: a value is not positive.
    Source: Einstein 1905, doi:10.1002/andp.19053220806.
    """
    positive(diffusion_coefficient=diffusion, viscosity=viscosity)
    return 1e9 * BOLTZMANN * kelvin(temperature) / (6 * math.pi * viscosity * 1e-3 * diffusion)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"diffusion": 5e-11, "time": 10.0})
def diffusion_distance(diffusion: DiffusionCoefficientGiven, time: ElapsedTime) -> DiffusionDistance:
    """Compute how far a particle diffuses in a time, in three dimensions.

    Args:
        diffusion: In m²/s.
        time: In s.
    Returns:
        Root of the mean square displacement, √(6 D t), in µm.
    Raises:
        ToolInputError: a value is not positive.
    Source: Einstein 1905, doi:10.1002/andp.19053220806.
    """
    positive(diffusion_coefficient=diffusion, time=time)
    return usable(1e6 * math.sqrt(6 * diffusion * time), "distance")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"velocity": 2.0, "diameter": 0.05, "density": 997.0, "viscosity": 0.89},
)
def reynolds_number(
    velocity: FlowVelocity, diameter: PipeDiameter, density: FluidDensity, viscosity: Viscosity
) -> ReynoldsNumber:
    """Compute the Reynolds number of a flow.

    Args:
        velocity: In m/s.
        diameter: Characteristic length in m, of a pipe its inner diameter.
        density: In kg/m³.
        viscosity: Of the medium in mPa·s.
    Returns:
        Re = ρ v d / η; in a pipe the flow is laminar below about 2,300 and turbulent above about 4,000.
    Raises:
        ToolInputError: a value is not positive.
    Source: Reynolds 1883, doi:10.1098/rstl.1883.0029.
    """
    positive(velocity=velocity, diameter=diameter, density=density, viscosity=viscosity)
    return usable(density * velocity * diameter / (viscosity / 1000), "Reynolds number")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"diameter": 10.0, "particle": 2650.0, "fluid": 997.0, "viscosity": 0.89},
    also=("Stokes' law",),
)
def settling_velocity(
    diameter: ParticleDiameter, particle: ParticleDensity, fluid: FluidDensity, viscosity: Viscosity
) -> SettlingVelocity:
    """Compute how fast a small sphere settles in a fluid by the law of Stokes.

    Args:
        diameter: In µm.
        particle: Of the sphere in kg/m³.
        fluid: Of the fluid in kg/m³.
        viscosity: Of the medium in mPa·s.
    Returns:
        g (ρp - ρf) d² / (18 η) in m/s; negative when the sphere rises.
    Raises:
        ToolInputError: a value is not positive, or a flow too fast for the law (a Reynolds number above 0.1).
    Source: Stokes 1851; standard gravity 9.80665 m/s².
    """
    positive(diameter=diameter, particle_density=particle, fluid_density=fluid, viscosity=viscosity)
    size, eta = diameter * 1e-6, viscosity * 1e-3
    velocity = 9.80665 * (particle - fluid) * size**2 / (18 * eta)
    if (number := fluid * abs(velocity) * size / eta) > 0.1:
        raise ToolInputError(f"the law of Stokes does not hold: the Reynolds number would be {number:.3g}, above 0.1")
    return velocity
