"""The table of the elements against other tables."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.declare import ToolSpec
from scitoolagent.tool.registry import declared_in
from scitoolagent.tools.materials import element_states as states
from scitoolagent.tools.materials import elements as table
from scitoolagent.tools.materials._elements import element_row, elements, find_elements, is_metal

SPECS = {spec.name: spec for spec in declared_in(table)}


def ask(name: str, element: str) -> object:
    (value,) = call_tool(SPECS[name], {"element": element}).values()
    return value


# Tungsten in the CRC Handbook of Chemistry and Physics, 97th edition, and in the works the docstrings name.
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("atomic_number", 74),
        ("element_name", "Tungsten"),
        ("atomic_weight", 183.84),
        ("element_period", 6),
        ("element_group", 6),
        ("element_block", "d"),
        ("element_series", "Transition metals"),
        ("electron_configuration", "[Xe] 4f14 5d4 6s2"),
        ("pauling_electronegativity", 1.7),
        ("covalent_radius", 162.0),
        ("element_density", 19.3),
        ("element_crystal_structure", "body-centred cubic"),
    ],
)
def test_tungsten(name: str, value: object) -> None:
    for spelling in ("W", "tungsten", " Wolfram "):
        answer = ask(name, spelling)
        assert answer == (pytest.approx(value) if isinstance(value, float) else value)


def test_energies_and_transitions() -> None:
    # CRC Handbook: sodium 5.13908 eV, second step 47.2864 eV; melting 97.794 °C, boiling 882.940 °C.
    assert states.ionization_energy("Na") == pytest.approx(5.13908, abs=1e-4)
    assert states.ionization_energy("sodium", 2) == pytest.approx(47.2864, abs=1e-3)
    assert states.element_melting_point("Na") == pytest.approx(97.794 + 273.15, abs=0.01)
    assert states.element_boiling_point("Na") == pytest.approx(882.940 + 273.15, abs=0.01)
    # Hotop and Lineberger 1985, doi:10.1063/1.555735: F 3.4012 eV.
    assert states.electron_affinity("F") == pytest.approx(3.4012, abs=1e-3)
    # The form that melts: white phosphorus 44.15 °C, monoclinic sulfur 115.21 °C, white tin 231.93 °C (CRC).
    for element, celsius in (("P", 44.15), ("S", 115.21), ("Sn", 231.93)):
        assert states.element_melting_point(element) == pytest.approx(celsius + 273.15, abs=0.01)


def test_what_has_no_value_says_so() -> None:
    with pytest.raises(ToolInputError, match="sublimes"):
        states.element_boiling_point("C")
    with pytest.raises(ToolInputError, match="sublimes"):
        states.element_melting_point("arsenic")
    with pytest.raises(ToolInputError, match="not bound"):
        states.electron_affinity("N")
    with pytest.raises(ToolInputError, match="no Pauling"):
        ask("pauling_electronegativity", "He")
    with pytest.raises(ToolInputError, match="step"):
        states.ionization_energy("H", 2)
    with pytest.raises(ToolInputError, match="isotopic"):
        states.isotope_abundances("Tc")
    with pytest.raises(ToolInputError, match=r"known: .*\+2 VI HS"):
        states.ionic_radius("Fe", 2)


def test_isotopes_states_and_ions() -> None:
    # IUPAC 2021: 35Cl 75.8 %, 37Cl 24.2 % (interval 75.5 to 76.1).
    assert states.isotope_abundances("Cl") == pytest.approx({"35Cl": 75.8, "37Cl": 24.2}, abs=0.1)
    assert sum(states.isotope_abundances("Sn").values()) == pytest.approx(100, abs=0.01)
    assert states.common_oxidation_states("Ca") == [2]
    assert states.common_oxidation_states("Fe") == [2, 3]
    # Shannon 1976, table 1, in Å: Mg2+ VI 0.72, O2- VI 1.40, Fe2+ VI high spin 0.78, low spin 0.61, Ni2+ square 0.49.
    assert states.ionic_radius("Mg", 2) == pytest.approx(72)
    assert states.ionic_radius("O", -2) == pytest.approx(140)
    assert states.ionic_radius("Fe", 2, spin="HS") == pytest.approx(78)
    assert states.ionic_radius("Fe", 2, spin="ls") == pytest.approx(61)
    assert states.ionic_radius("Ni", 2, "IVSQ") == pytest.approx(49)


@pytest.mark.parametrize(
    "nonsense", ["", "fe", "FE", "Q", "unobtainium", "x" * 100_000, "\x00", "'; DROP TABLE elements"]
)
def test_no_element(nonsense: str) -> None:
    with pytest.raises(ToolInputError, match="no element"):
        element_row(nonsense)
    assert table.element_symbol_of(nonsense) is None


def test_weights_and_configurations_agree_with_ase_and_pymatgen() -> None:
    """ASE's masses are CIAAW's of 2015, pymatgen's metals are its own list."""
    from ase.data import atomic_masses, atomic_numbers
    from pymatgen.core.periodic_table import Element

    for symbol, row in elements().items():
        assert row["atomic_number"] == atomic_numbers[symbol]
        if not row["is_radioactive"]:
            # Revisions since then moved the weights by at most 4 in 10⁴ (Li, whose standard weight is an interval).
            assert row["atomic_weight"] == pytest.approx(atomic_masses[row["atomic_number"]], rel=1e-3)
        if row["atomic_number"] <= 83 and symbol not in ("At", "Po"):
            # pymatgen counts no metalloid among its metals either.
            assert is_metal(symbol) == Element(symbol).is_metal, symbol


def test_crystal_structures_of_metals_agree_with_ase() -> None:
    from ase.data import atomic_numbers, reference_states

    names = {"bcc": "body-centred cubic", "fcc": "face-centred cubic", "hcp": "hexagonal", "diamond": "diamond cubic"}
    for symbol in ("Li", "Na", "Mg", "Al", "Si", "Cr", "Fe", "Co", "Ni", "Cu", "Zn", "Ge", "Ag", "Au", "Pb", "Ti"):
        state = reference_states[atomic_numbers[symbol]]
        assert state is not None
        assert ask("element_crystal_structure", symbol) == names[state["symmetry"]]


@pytest.mark.slow
def test_the_database_is_read_as_mendeleev_reads_it() -> None:
    """In a process of its own: mendeleev is slow to import and warns."""
    code = (
        "from mendeleev import element\n"
        "e = element('Mo')\n"
        "print(e.atomic_weight, e.en_pauling, e.covalent_radius_cordero, e.density, e.ionenergies[1])"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    row = element_row("Mo")
    ours = [row["atomic_weight"], row["en_pauling"], row["covalent_radius_cordero"], row["density"]]
    assert [float(word) for word in done.stdout.split()] == pytest.approx([*ours, states.ionization_energy("Mo")])


def test_every_property_of_the_table_is_a_tool() -> None:
    assert len(SPECS) == len(table.TOOLS)
    assert all(isinstance(spec, ToolSpec) and spec.function.__module__ == table.__name__ for spec in SPECS.values())


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("iron", "Fe"),
        ("Iron", "Fe"),
        (" SULPHUR ", "S"),
        ("sulfur", "S"),
        ("aluminium", "Al"),
        ("aluminum", "Al"),
        ("caesium", "Cs"),
        ("cesium", "Cs"),
        ("oganesson", "Og"),
        ("Fe", "Fe"),
        ("Co", "Co"),
        ("C", "C"),
        # Words elsewhere: the sentence tells whether the element is meant.
        ("In", "In"),
        ("He", "He"),
    ],
)
def test_an_element_is_recognised_by_name_and_symbol(text: str, symbol: str) -> None:
    assert table.element_symbol_of(text) == symbol


@pytest.mark.parametrize("text", ["in", "as", "he", "fe", "CO", "steel", "", "x" * 1000, "iron oxide"])
def test_words_and_compounds_are_no_elements(text: str) -> None:
    assert table.element_symbol_of(text) is None


def test_all_118_elements_are_recognised() -> None:
    """By RDKit's names, which come from another table."""
    from rdkit import Chem

    periodic = Chem.GetPeriodicTable()
    for number in range(1, 119):
        assert table.element_symbol_of(periodic.GetElementName(number)) == periodic.GetElementSymbol(number)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("density of element 26", [("element 26", "Fe")]),
        ("the density at atomic number 79", [("atomic number 79", "Au")]),
        ("Z = 6", [("Z = 6", "C")]),
        ("elements 5 to 8", []),
        ("element 119, element 0", []),
        ("element 2.5", []),
    ],
)
def test_elements_called_by_number(text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[start:end], symbol) for start, end, symbol in find_elements(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How many grams of calcium are in 5 g of CaO?", [("calcium", "Ca")]),
        ("the mass percent of O in CaO", [("O", "O")]),
        ("How many grams of caffeine are in it?", []),
        ("How many grams of iron", []),
    ],
)
def test_the_part_of_something_is_an_element(text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[start:end], symbol) for start, end, symbol in find_elements(text)] == found


def test_the_element_that_is_asked_for_is_not_given() -> None:
    assert list(find_elements("Which element has atomic number 26?")) == []
