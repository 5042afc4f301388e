"""Energies, states and isotopes of the chemical elements."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._elements import element_row, query
from scitoolagent.tools.materials.elements import ElementSymbol

IonCharge = Annotated[int, Semantic("IonCharge", parent="Parameter", unit="1", label="charge of an ion")]
IonCoordination = Annotated[
    str, Semantic("IonCoordination", parent="Parameter", label="coordination of an ion, a Roman number")
]
SpinState = Annotated[str, Semantic("SpinState", parent="Parameter", label="spin state, HS or LS")]
IonizationStep = Annotated[
    int,
    Semantic(
        "IonizationStep",
        parent="Parameter",
        unit="1",
        label="ionisation step",
        # "second ionization energy": the number stands before what is asked.
        also=("ionization energy", "ionisation energy", "ionization potential"),
    ),
]
ElectronAffinity = Annotated[
    float, Semantic("ElectronAffinity", parent="MaterialProperty", unit="eV", label="electron affinity")
]
IonizationEnergy = Annotated[
    float,
    Semantic(
        "IonizationEnergy",
        parent="MaterialProperty",
        unit="eV",
        label="ionization energy",
        also=("ionisation energy", "ionization potential", "first ionization energy"),
    ),
]
ElementMeltingPoint = Annotated[
    float,
    Semantic(
        "ElementMeltingPoint",
        parent="MaterialProperty",
        unit="K",
        label="melting point of an element",
        also=("melting point of the element", "melting point", "melting temperature of an element"),
    ),
]
ElementBoilingPoint = Annotated[
    float,
    Semantic(
        "ElementBoilingPoint",
        parent="MaterialProperty",
        unit="K",
        label="boiling point of an element",
        also=(
            "boiling point of the element",
            "boiling point",
            "normal boiling point",
            "boiling temperature of an element",
        ),
    ),
]
CommonOxidationStates = Annotated[
    list[int],
    Semantic(
        "CommonOxidationStates",
        parent="MaterialProperty",
        label="common oxidation states of an element",
        also=(
            "oxidation states of the element",
            "main oxidation states",
            "common oxidation numbers",
            "usual oxidation states",
        ),
    ),
]
IsotopeAbundances = Annotated[
    dict[str, float],
    Semantic(
        "IsotopeAbundances",
        parent="MaterialProperty",
        unit="%",
        label="natural isotopic abundance",
        also=("isotope abundance", "natural isotopes", "stable isotopes", "isotopic composition"),
    ),
]
IonicRadius = Annotated[
    float,
    Semantic(
        "IonicRadius",
        parent="MaterialProperty",
        unit="pm",
        label="ionic radius",
        also=("Shannon radius", "effective ionic radius"),
    ),
]

ElementNumber = Annotated[
    int, Semantic("ElementNumber", parent="Parameter", unit="1", label="atomic number", also=("proton number", "Z"))
]
ElementByNumber = Annotated[
    str,
    Semantic(
        "ElementByNumber",
        parent="MaterialProperty",
        label="element with an atomic number",
        also=("element has the atomic number", "element of the atomic number"),
    ),
]
BondPolarity = Annotated[
    float,
    Semantic(
        "BondPolarity",
        parent="MaterialProperty",
        unit="1",
        label="electronegativity difference",
        also=("difference in electronegativity", "bond polarity"),
    ),
]


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"number": 26})
def element_with_number(number: ElementNumber) -> ElementByNumber:
    """Look up the element with an atomic number.

    Args:
        number: Number of protons, 1 to 118.
    Returns:
        English name as IUPAC writes it.
    Raises:
        ToolInputError: there is no such element.
    Source: IUPAC Periodic Table of the Elements, in `mendeleev`.
    """
    found = query("SELECT name FROM elements WHERE atomic_number = ?", number)
    if not found:
        raise ToolInputError(f"there is no element with atomic number {number}; give 1 to 118")
    return str(found[0]["name"])


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"element": "Ti", "other": "O"})
def bond_polarity(element: ElementSymbol, other: ElementSymbol) -> BondPolarity:
    """Compute the Pauling electronegativity difference of two elements.

    Args:
        element: Symbol (Ti) or English name (titanium).
        other: The second element.
    Returns:
        The absolute difference on the Pauling scale; above about 1.7 a bond is mostly ionic.
    Raises:
        ToolInputError: no such element, or one without a Pauling electronegativity.
    Source: Pauling scale, CRC Handbook values in `mendeleev`.
    """
    rows = [element_row(element), element_row(other)]
    missing = [row["name"].lower() for row in rows if row["en_pauling"] is None]
    if missing:
        raise ToolInputError(f"{missing[0]} has no Pauling electronegativity")
    # The table has two decimals; so has the difference.
    return round(abs(float(rows[0]["en_pauling"]) - float(rows[1]["en_pauling"])), 2)


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def ionization_energy(element: ElementSymbol, step: IonizationStep = 1) -> IonizationEnergy:
    """Look up an ionization energy of an element.

    Args:
        element: Symbol (Ti) or English name (titanium).
        step: 1 for the first electron, 2 for the second, up to the atomic number.
    Returns:
        Energy in eV to take that electron from the free atom or ion.
    Raises:
        ToolInputError: no such element or step, or the table has no value.
    Source: NIST Atomic Spectra Database, in `mendeleev`.
    """
    row = element_row(element)
    if not 1 <= step <= row["atomic_number"]:
        raise ToolInputError(f"step {step} of {row['name'].lower()} must be 1 to {row['atomic_number']}")
    found = query(
        "SELECT ionization_energy AS value FROM ionizationenergies WHERE atomic_number = ? AND ion_charge = ?",
        int(row["atomic_number"]),
        step - 1,
    )
    if not found or found[0]["value"] is None:
        raise ToolInputError(f"no ionization energy {step} of {row['name'].lower()} is in the table")
    return float(found[0]["value"])


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def electron_affinity(element: ElementSymbol) -> ElectronAffinity:
    """Look up the electron affinity of an element.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        Energy in eV set free when the free atom takes an electron.
    Raises:
        ToolInputError: no such element, no value, or its anion is not bound (noble gases, Be, N, Mg).
    Source: the table of `pymatgen.core.Element.electron_affinity`, doi:10.1016/j.commatsci.2012.10.028.
    """
    import warnings

    from pymatgen.core.periodic_table import Element

    row = element_row(element)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = Element(row["symbol"]).electron_affinity
    # mendeleev's column predates the measurements on the lanthanides of 2018 and later, so pymatgen's is taken.
    if value is None or not float(value) > 0:
        raise ToolInputError(
            f"{row['name'].lower()} has no electron affinity: its anion is not bound, or nobody measured it"
        )
    return float(value)


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def element_melting_point(element: ElementSymbol) -> ElementMeltingPoint:
    """Look up the melting point of an element at atmospheric pressure.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        Melting point in K at 101.325 kPa, of the form that melts (white phosphorus, monoclinic sulfur).
    Raises:
        ToolInputError: no such element, or the element does not melt at this pressure.
    Source: CRC Handbook of Chemistry and Physics, in `mendeleev`.
    """
    return _transition(element, "melting_point")


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def element_boiling_point(element: ElementSymbol) -> ElementBoilingPoint:
    """Look up the boiling point of an element at atmospheric pressure.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        Boiling point in K at 101.325 kPa.
    Raises:
        ToolInputError: no such element, or the element sublimes at this pressure.
    Source: CRC Handbook of Chemistry and Physics, in `mendeleev`.
    """
    return _transition(element, "boiling_point")


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def common_oxidation_states(element: ElementSymbol) -> CommonOxidationStates:
    """List the common oxidation states of an element.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        Main oxidation states, in rising order; rare ones are left out.
    Raises:
        ToolInputError: no such element, or none is known.
    Source: Greenwood and Earnshaw, Chemistry of the Elements, in `mendeleev`.
    """
    row = element_row(element)
    found = query(
        "SELECT oxidation_state AS value FROM oxidationstates WHERE atomic_number = ? AND category = 'main'",
        int(row["atomic_number"]),
    )
    if not found:
        raise ToolInputError(f"no oxidation states of {row['name'].lower()} are in the table")
    return sorted(int(entry["value"]) for entry in found)


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Ti"})
def isotope_abundances(element: ElementSymbol) -> IsotopeAbundances:
    """List the natural isotopes of an element and their abundances.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        Abundance in % of all atoms by isotope, such as `48Ti`.
    Raises:
        ToolInputError: no such element, or it has no natural isotopic composition.
    Source: Kondev et al. 2021 (NUBASE2020), doi:10.1088/1674-1137/abddae, in `mendeleev`.
    """
    row = element_row(element)
    found = query(
        "SELECT mass_number, abundance FROM isotopes WHERE atomic_number = ? AND abundance > 0 ORDER BY mass_number",
        int(row["atomic_number"]),
    )
    if not found:
        raise ToolInputError(f"{row['name'].lower()} has no natural isotopic composition")
    return {f"{entry['mass_number']}{row['symbol']}": float(entry["abundance"]) for entry in found}


@tool(Operation.RETRIEVAL, Topic.MATERIALS, Safety.OPEN, example={"element": "Ti", "charge": 4})
def ionic_radius(
    element: ElementSymbol,
    charge: IonCharge,
    coordination: IonCoordination = "VI",
    spin: SpinState = "",
) -> IonicRadius:
    """Look up Shannon's effective ionic radius.

    Args:
        element: Symbol (Ti) or English name (titanium).
        charge: Charge of the ion with its sign, such as 4 or -2.
        coordination: Roman coordination number; IVSQ for square-planar.
        spin: HS or LS, needed where high and low spin have different radii.
    Returns:
        Effective ionic radius in pm (O²⁻ in sixfold coordination is 140 pm).
    Raises:
        ToolInputError: no such ion; the message lists the ones there are.
    Source: Shannon 1976, doi:10.1107/S0567739476001551, in `mendeleev`.
    """
    row = element_row(element)
    found = query(
        "SELECT charge, coordination, spin, ionic_radius FROM ionicradii WHERE atomic_number = ?",
        int(row["atomic_number"]),
    )
    wanted = {
        (entry["spin"] or ""): float(entry["ionic_radius"])
        for entry in found
        if entry["charge"] == charge
        and entry["coordination"] == coordination.strip().upper()
        and (not spin or entry["spin"] == spin.strip().upper())
    }
    if len(wanted) != 1:
        known = ", ".join(sorted({f"{e['charge']:+d} {e['coordination']} {e['spin'] or ''}".strip() for e in found}))
        raise ToolInputError(
            f"{row['symbol']} {charge:+d} {coordination} {spin} names {len(wanted)} radii; known: {known or 'none'}"
        )
    return next(iter(wanted.values()))


def _transition(element: str, column: str) -> float:
    row = element_row(element)
    found = query("SELECT * FROM phasetransitions WHERE atomic_number = ?", int(row["atomic_number"]))
    # `is_transition`: one solid turns into another. A form that sublimes only melts under pressure.
    values = {
        float(entry[column])
        for entry in found
        if entry[column] is not None
        and not entry["is_sublimation_point"]
        and not (column == "melting_point" and entry["is_transition"])
    }
    if len(values) != 1:
        why = "it sublimes" if any(entry["is_sublimation_point"] for entry in found) else "the table has none"
        raise ToolInputError(f"no {column.replace('_', ' ')} of {row['name'].lower()} at atmospheric pressure: {why}")
    return values.pop()
