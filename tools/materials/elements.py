"""Properties of the chemical elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._elements import element_row, is_symbol, symbol_of_name

ElementSymbol = Annotated[
    str,
    Semantic(
        "ElementSymbol",
        parent="Identifier",
        label="chemical element",
        announced=("element", "symbol", "element symbol", "chemical symbol"),
        needs_context=True,
        recogniser="scitoolagent.tools.materials.elements:element_symbol_of",
        finder="scitoolagent.tools.materials._elements:find_elements",
    ),
]


def element_symbol_of(text: str) -> str | None:
    """The symbol of the element that a text names, by symbol (`Fe`) or English name (`iron`, `sulphur`).

    Symbols are case-sensitive; whether one that is an English word too (`In`, `As`) is meant is for the reader of the
    sentence to tell. None where no element is meant.
    """
    return text.strip() if is_symbol(text.strip()) else symbol_of_name(text)


def _own(name: str, kind: type, label: str, unit: str | None, also: tuple[str, ...]) -> Any:
    return Annotated[kind, Semantic(name, parent="MaterialProperty", unit=unit, label=label, also=also)]


@dataclass(frozen=True, slots=True)
class _Property:
    """One column of the table and how the tool for it is declared."""

    tool: str
    semantic: str
    kind: type
    column: str
    label: str
    meaning: str
    source: str
    unit: str | None = None
    also: tuple[str, ...] = ()
    example: str = "Ti"


_CRC = "CRC Handbook of Chemistry and Physics"
_PROPERTIES = (
    _Property(
        "atomic_number",
        "AtomicNumber",
        int,
        "atomic_number",
        "atomic number",
        "Number of protons.",
        "definition",
        "1",
        ("proton number", "nuclear charge number"),
    ),
    _Property(
        "chemical_symbol",
        "SymbolOfElement",
        str,
        "symbol",
        "chemical symbol",
        "Symbol of one or two letters.",
        "IUPAC Periodic Table of the Elements",
        also=("symbol", "symbol of the element"),
    ),
    _Property(
        "element_name",
        "ElementName",
        str,
        "name",
        "name of an element",
        "English name as IUPAC writes it.",
        "IUPAC Periodic Table of the Elements",
        None,
        ("IUPAC name of an element", "element has the symbol", "element with the symbol", "name of the element"),
    ),
    _Property(
        "atomic_weight",
        "AtomicWeight",
        float,
        "atomic_weight",
        "standard atomic weight",
        "Abridged standard atomic weight in g/mol; for elements without one the mass number of a long-lived isotope.",
        "Prohaska et al. 2022, doi:10.1515/pac-2019-0603",
        "g/mol",
        ("atomic weight", "relative atomic mass"),
    ),
    _Property(
        "element_period",
        "ElementPeriod",
        int,
        "period",
        "period of an element",
        "Row of the periodic table.",
        "IUPAC Periodic Table of the Elements",
        "1",
        ("period in the periodic table", "periodic table period", "period number", "period"),
    ),
    _Property(
        "element_group",
        "ElementGroup",
        int,
        "group_id",
        "group of an element",
        "Column of the periodic table, 1 to 18.",
        "IUPAC Periodic Table of the Elements",
        "1",
        ("group in the periodic table", "periodic group", "periodic table group", "group number"),
    ),
    _Property(
        "element_block",
        "ElementBlock",
        str,
        "block",
        "block of an element",
        "s, p, d or f.",
        "IUPAC Periodic Table of the Elements",
        None,
        ("block in the periodic table", "periodic table block", "block"),
    ),
    _Property(
        "element_series",
        "ElementSeries",
        str,
        "series",
        "series of an element",
        "Family such as `Alkali metals` or `Noble gases`.",
        "the classes of `mendeleev`",
        None,
        ("element category", "element class", "element family"),
    ),
    _Property(
        "electron_configuration",
        "ElectronConfiguration",
        str,
        "electronic_configuration",
        "electron configuration",
        "Configuration of the free atom, with the noble-gas core in brackets.",
        "NIST Atomic Spectra Database",
        None,
        ("electronic configuration", "electron shell configuration"),
    ),
    _Property(
        "pauling_electronegativity",
        "PaulingElectronegativity",
        float,
        "en_pauling",
        "Pauling electronegativity",
        "Electronegativity on the Pauling scale.",
        _CRC,
        "1",
        ("electronegativity", "Pauling value"),
    ),
    _Property(
        "covalent_radius",
        "CovalentRadius",
        float,
        "covalent_radius_cordero",
        "covalent radius",
        "Single-bond covalent radius in pm; sp² for carbon, the mean of low and high spin for Mn, Fe and Co.",
        "Cordero et al. 2008, doi:10.1039/b801115j",
        "pm",
    ),
    _Property(
        "van_der_waals_radius",
        "VanDerWaalsRadius",
        float,
        "vdw_radius_alvarez",
        "van der Waals radius",
        "Van der Waals radius in pm.",
        "Alvarez 2013, doi:10.1039/c3dt50599e",
        "pm",
        ("vdW radius", "van der Waals radius of an element"),
    ),
    _Property(
        "metallic_radius",
        "MetallicRadius",
        float,
        "metallic_radius_c12",
        "metallic radius",
        "Metallic radius in pm for twelve neighbours.",
        "Kaye and Laby Tables of Physical and Chemical Constants, 3.7.5",
        "pm",
        ("metal radius",),
    ),
    _Property(
        "element_density",
        "ElementDensity",
        float,
        "density",
        "density of an element",
        "Density in g/cm³ of the stable form near 25 °C (of gases at 101.325 kPa).",
        _CRC,
        "g/cm3",
        ("density of the element", "density"),
    ),
    _Property(
        "element_crystal_structure",
        "ElementCrystalStructure",
        str,
        "lattice_structure",
        "crystal structure of an element",
        "Lattice of the solid element, as a word such as `body-centred cubic`.",
        "collection of `mendeleev`",
        None,
        ("crystal structure of the element", "lattice type of an element"),
    ),
    _Property(
        "element_specific_heat_capacity",
        "ElementSpecificHeatCapacity",
        float,
        "specific_heat_capacity",
        "specific heat capacity of an element",
        "Specific heat capacity in J/(g·K) at constant pressure, 25 °C.",
        _CRC,
        "J/(g.K)",
        ("specific heat of the element", "specific heat capacity", "specific heat"),
    ),
    _Property(
        "element_molar_heat_capacity",
        "ElementMolarHeatCapacity",
        float,
        "molar_heat_capacity",
        "molar heat capacity of an element",
        "Heat capacity in J/(mol·K) at constant pressure, 25 °C.",
        _CRC,
        "J/(mol.K)",
        ("molar heat capacity of the element", "molar heat capacity"),
    ),
)
_LATTICES = {
    "BCC": "body-centred cubic",
    "FCC": "face-centred cubic",
    "SC": "simple cubic",
    "CUB": "cubic",
    "DIA": "diamond cubic",
    "HEX": "hexagonal",
    "TET": "tetragonal",
    "ORC": "orthorhombic",
    "RHL": "rhombohedral",
    "MCL": "monoclinic",
}


def _property_tool(entry: _Property) -> Callable[[str], Any]:
    def read(element: str) -> Any:
        row = element_row(element)
        value = row[entry.column]
        if value is None or (entry.column, row["symbol"]) == ("lattice_structure", "B"):  # boron: the table is disputed
            raise ToolInputError(f"no {entry.label} of {row['name'].lower()} is in the table")
        return _LATTICES[value] if entry.column == "lattice_structure" else entry.kind(value)

    read.__name__ = read.__qualname__ = entry.tool
    read.__doc__ = f"""Look up the {entry.label}{"" if entry.label.endswith("an element") else " of an element"}.

    Args:
        element: Symbol (Ti) or English name (titanium).
    Returns:
        {entry.meaning}
    Raises:
        ToolInputError: no such element, or the table has no value for it.
    Source: {entry.source}, in `mendeleev`.
    """
    read.__annotations__ = {
        "element": ElementSymbol,
        "return": _own(entry.semantic, entry.kind, entry.label, entry.unit, entry.also),
    }
    declare = tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": entry.example})
    return declare(read)


TOOLS = tuple(_property_tool(entry) for entry in _PROPERTIES)
