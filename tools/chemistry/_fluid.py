"""Pure fluids and named refrigerants by their reference equations of state, as the package CoolProp has them."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tools.general._constants import ZERO_CELSIUS

if TYPE_CHECKING:
    from CoolProp.CoolProp import AbstractState

STEAM, AIR = "steam", "air"
LIQUID, VAPOUR = "liquid", "vapour"
_PHASES = {
    "liquid": "liquid",
    "gas": "gas",
    "supercritical": "supercritical fluid",
    "supercritical_gas": "gas above the critical temperature",
    "supercritical_liquid": "liquid above the critical pressure",
}
# CoolProp 8.0 has keys of no or of other compounds for these; the keys are those of its CAS numbers.
_MENDED = {
    "R1123": "MIZLGWKEZAPEFJ-UHFFFAOYSA-N",
    "R1233zd(E)": "LDTMPQQAWUMPKS-OWOJBTEDSA-N",
    "VinylChloride": "BZHJMEDXRYGGRV-UHFFFAOYSA-N",
    "n-Perfluorobutane": "KAVGMUDTWQVPDF-UHFFFAOYSA-N",
}
# In K; a fluid whose boiling spans more is a mixture.
_GLIDE = 0.005


def fluid_name(key: str) -> str | None:
    """The name that CoolProp has for the compound of an InChIKey."""
    return _by_inchikey().get(key)


def state_at(fluid: str, celsius: float, bar: float) -> AbstractState:
    """A fluid of one phase at a temperature in °C and a pressure in bar.

    Raises:
        ToolInputError: out of the range of its equation, solid, or on the boiling curve.
    """
    state = _fluid(fluid)
    kelvin, pascal = celsius + ZERO_CELSIUS, 1e5 * bar
    _in_range(state, fluid, celsius, bar)
    import CoolProp

    try:
        state.update(CoolProp.PT_INPUTS, pascal, kelvin)
    except ValueError as error:
        raise ToolInputError(
            f"{fluid} has no single fluid phase at {celsius:g} °C and {bar:g} bar: it lies on the boiling curve or is "
            "solid there; ask for the saturated liquid or vapour, or give another state"
        ) from error
    if fluid == STEAM and "gas" not in phase_of(state) and "supercritical" not in phase_of(state):
        raise ToolInputError(
            f"water is {phase_of(state)} and no steam at {celsius:g} °C and {bar:g} bar; ask for water"
        )
    return state


def phase_of(state: AbstractState) -> str:
    """The phase of a state in words."""
    import CoolProp

    found = int(state.phase())
    for name, told in _PHASES.items():
        if found == getattr(CoolProp, f"iphase_{name}"):
            return told
    raise ToolInputError("the fluid is at its critical point or in two phases there; give another state")


def saturated(fluid: str, phase: str, *, celsius: float | None = None, bar: float | None = None) -> AbstractState:
    """A saturated liquid or vapour at a temperature in °C or a pressure in bar.

    Raises:
        ToolInputError: no liquid and vapour are in equilibrium there.
    """
    import CoolProp

    state = _fluid(fluid)
    least, most = state.trivial_keyed_output(CoolProp.iT_triple), state.T_critical()
    quality = 1.0 if phase == VAPOUR else 0.0
    low, high = _pressure(state, least), state.p_critical()
    try:
        if celsius is not None:
            if not least <= celsius + ZERO_CELSIUS < most:
                raise ToolInputError(
                    f"{fluid} boils between {least - ZERO_CELSIUS:.5g} °C and {most - ZERO_CELSIUS:.5g} °C, not at "
                    f"{celsius:g} °C"
                )
            state.update(CoolProp.QT_INPUTS, quality, celsius + ZERO_CELSIUS)
        elif bar is not None:
            if not low <= 1e5 * bar < high:
                raise ToolInputError(
                    f"{fluid} boils between {low / 1e5:.5g} bar and {high / 1e5:.5g} bar, not at {bar:g} bar"
                )
            state.update(CoolProp.PQ_INPUTS, 1e5 * bar, quality)
    except ValueError as error:
        raise ToolInputError(f"the equation of {fluid} gives no boiling there: {error}") from error
    return state


def transport(state: AbstractState, fluid: str, what: str) -> float:
    """The `viscosity` or `conductivity` of a state in SI units.

    Raises:
        ToolInputError: no equation for it is known for this fluid.
    """
    try:
        return float(getattr(state, what)())
    except ValueError as error:
        raise ToolInputError(f"no equation for the {what} of {fluid} is in CoolProp") from error


def source(fluid: str) -> str:
    """Which equation stands behind the values of a fluid."""
    from importlib.metadata import version

    return f"by the reference equations of {_called(fluid)} in CoolProp {version('coolprop')}"


def zero_of(fluid: str) -> str:
    """From where the enthalpy and entropy of a fluid are counted: the values of a liquid that everybody can look up."""
    import CoolProp

    state = _fluid(fluid)
    least, most = state.trivial_keyed_output(CoolProp.iT_triple), state.T_critical()
    if least < ZERO_CELSIUS + 1 < most:
        where = max(ZERO_CELSIUS, least)
    elif _pressure(state, least) < 101325 < state.p_critical():
        state.update(CoolProp.PQ_INPUTS, 101325, 0.0)
        where = state.T()
    else:
        where = least
    state.update(CoolProp.QT_INPUTS, 0.0, where)
    return (
        f"counted so that the saturated liquid at {where - ZERO_CELSIUS:.2f} °C has {state.hmass() / 1000:.2f} kJ/kg "
        f"and {state.smass() / 1000:.4f} kJ/(kg·K)"
    )


def glide(fluid: str, bar: float) -> str:
    """The range over which a mixture boils at a pressure; empty for what boils at one temperature."""
    first = saturated(fluid, LIQUID, bar=bar).T()
    last = saturated(fluid, VAPOUR, bar=bar).T()
    if abs(last - first) < _GLIDE:
        return ""
    return f"a mixture: it begins to boil at this temperature and is vapour at {last - ZERO_CELSIUS:.2f} °C"


def moist_air(wanted: str, kelvin: float, key: str, value: float, pascal: float) -> float | None:
    """A property of moist air by CoolProp's letters in SI units, None where no such air is."""
    try:
        found = float(_package().HAPropsSI(wanted, "T", kelvin, "P", pascal, key, value))
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _in_range(state: AbstractState, fluid: str, celsius: float, bar: float) -> None:
    low, high, most = state.Tmin() - ZERO_CELSIUS, state.Tmax() - ZERO_CELSIUS, state.pmax() / 1e5
    if not low <= celsius <= high or not 0 < bar <= most:
        raise ToolInputError(
            f"the equation of {fluid} holds from {low:.5g} °C to {high:.5g} °C up to {most:.5g} bar, not "
            f"at {celsius:g} °C and {bar:g} bar"
        )


def _pressure(state: AbstractState, kelvin: float) -> float:
    """The boiling pressure in Pa."""
    import CoolProp

    state.update(CoolProp.QT_INPUTS, 0.0, kelvin)
    return float(state.p())


def _called(fluid: str) -> str:
    return {STEAM: "Water", AIR: "Air"}.get(fluid, fluid)


def _fluid(fluid: str) -> AbstractState:
    try:
        state: AbstractState = _package().AbstractState("HEOS", _called(fluid))
        return state
    except ValueError as error:
        raise ToolInputError(
            f"{fluid!r} is no fluid whose equation is known; give a compound, air, steam or a refrigerant such as R134a"
        ) from error


def _package() -> Any:
    try:
        from CoolProp import CoolProp
    except ImportError as error:
        raise ToolUnavailableError("the package CoolProp is not installed; `pip install coolprop` brings it") from error
    return CoolProp


@cache
def _by_inchikey() -> dict[str, str]:
    """The names of the fluids; of the spin isomers of hydrogen the ordinary mixture."""
    package = _package()
    names = [name for name in package.get_global_param_string("FluidsList").split(",") if not _is_spin_isomer(name)]
    keys = {_MENDED.get(name) or str(package.get_fluid_param_string(name, "InChIKey")): name for name in names}
    return {key: name for key, name in keys.items() if key != "N/A"}


def _is_spin_isomer(name: str) -> bool:
    return name.startswith(("Ortho", "Para"))
