"""Equivalents, cells by their system, enthalpies of equilibria, adjusted p-values and lengths of contigs."""

from __future__ import annotations

import pytest
from pymatgen.core import Composition, Lattice

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology._length_words import find_lengths
from scitoolagent.tools.biology.differentiation import bonferroni_adjusted_p_values, holm_adjusted_p_values
from scitoolagent.tools.biology.sequence_sets import contiguity_of_lengths
from scitoolagent.tools.general.temperature_dependence import vant_hoff_constant, vant_hoff_enthalpy
from scitoolagent.tools.materials._cell_shape_words import find_cell_shapes
from scitoolagent.tools.materials.equivalents import reagent_equivalents, reagent_mass_of_equivalents
from scitoolagent.tools.materials.lattice_planes import plane_spacing_of_cell, volume_of_cell

AMINE, ACID = Composition("C6H15N").weight, Composition("C7H6O2").weight


def test_equivalents() -> None:
    # Molar masses of pymatgen.
    value = reagent_equivalents("2.5 g triethylamine to 3.0 g benzoic acid")
    assert value == pytest.approx(2.5 / AMINE / (3.0 / ACID), rel=1e-4)
    made = reagent_mass_of_equivalents("1.5 triethylamine to 2.0 g benzoic acid")
    assert made.mass == pytest.approx(1.5 * 2.0 / ACID * AMINE, rel=1e-4)
    assert made.amount == pytest.approx(1500 * 2.0 / ACID, rel=1e-4)
    assert reagent_equivalents("3 mmol NaBH4 to 1.5 mmol benzaldehyde") == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("cell", "lattice"),
    [
        ("cubic a=4.0495", Lattice.cubic(4.0495)),
        ("tetragonal a=3.785 c=9.514", Lattice.tetragonal(3.785, 9.514)),
        ("hexagonal a=2.46 c=6.71", Lattice.hexagonal(2.46, 6.71)),
        ("rhombohedral a=5.13 alpha=55.3", Lattice.rhombohedral(5.13, 55.3)),
        ("orthorhombic a=5 b=6 c=7", Lattice.orthorhombic(5, 6, 7)),
        ("monoclinic a=5.15 b=5.21 c=5.32 beta=99.2", Lattice.monoclinic(5.15, 5.21, 5.32, 99.2)),
        (
            "triclinic a=5 b=6 c=7 alpha=80 beta=95 gamma=100",
            Lattice.from_parameters(5, 6, 7, 80, 95, 100),
        ),
    ],
)
def test_spacings_and_volumes_are_those_of_pymatgen(cell: str, lattice: Lattice) -> None:
    for plane in ((1, 0, 0), (1, 0, 1), (1, -1, 2), (0, 2, 1)):
        value = plane_spacing_of_cell(cell, " ".join(map(str, plane)))
        assert value == pytest.approx(lattice.d_hkl(plane), rel=1e-9)
    assert volume_of_cell(cell) == pytest.approx(lattice.volume, rel=1e-9)


def test_enthalpy() -> None:
    # CRC Handbook: Kw is 1.008e-14 at 25 °C and 5.476e-14 at 50 °C; water ionises with 54 to 56 kJ/mol there.
    assert vant_hoff_enthalpy("1.008e-14 at 25 °C; 5.476e-14 at 50 °C") == pytest.approx(54.5, abs=1.0)
    back = vant_hoff_constant(1.5, vant_hoff_enthalpy("1.5 at 300.0 K; 4.2 at 350.0 K"), 26.85, 76.85)
    assert back == pytest.approx(4.2, rel=1e-9)


def test_adjusted_p_values() -> None:
    # R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") is 0.05 0.08 0.09 0.09 0.09.
    assert holm_adjusted_p_values("0.01 0.02 0.03 0.04 0.05") == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm_adjusted_p_values("0.5 0.005 0.9") == pytest.approx([1.0, 0.015, 1.0])
    assert bonferroni_adjusted_p_values("0.01 0.5 0.2") == pytest.approx([0.03, 1.0, 0.6])


def test_contiguity() -> None:
    # Wikipedia, "N50, L50, and related statistics": assemblies A and B.
    first = contiguity_of_lengths("80000 70000 50000 40000 30000 20000")
    second = contiguity_of_lengths("80000 70000 50000 40000 30000 20000 10000 5000")
    assert (first.n50, first.l50, second.n50, second.l50) == (70_000, 2, 50_000, 3)
    assert first.note == "N50 and N90 are lengths in base pairs", "a length without its unit says nothing"


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("reagent_equivalents", ("2.5 L triethylamine to 3 g benzoic acid",), "no mass or amount"),
        ("reagent_equivalents", ("2.5 g triethylamine",), "no mass or amount"),
        ("reagent_equivalents", ("0 g NaBH4 to 3 g benzaldehyde",), "positive"),
        ("reagent_mass_of_equivalents", ("NaBH4 to 3 g benzaldehyde",), "no equivalents"),
        ("plane_spacing_of_cell", ("tetragonal a=3.785", "1 0 1"), "no cell"),
        ("plane_spacing_of_cell", ("tetragonal a=3.785 c=9.5", "0 0 0"), "no plane"),
        ("plane_spacing_of_cell", ("rhombohedral a=3.785 alpha=125", "1 0 0"), "close no cell"),
        ("volume_of_cell", ("quasicrystal a=3.785",), "no cell"),
        ("vant_hoff_enthalpy", ("1.5 at 300 K; 4.2 at 300 K",), "one temperature"),
        ("vant_hoff_enthalpy", ("1.5 at 300 K",), "two constants"),
        ("vant_hoff_enthalpy", ("K at 300 K; 4.2 at 310 K",), "no constant"),
        ("holm_adjusted_p_values", ("0.1 1.2",), "0 to 1"),
        ("bonferroni_adjusted_p_values", ("0.1",), "0 to 1"),
        ("contiguity_of_lengths", ("100 -5",), "no lengths"),
    ],
)
def test_what_is_impossible(name: str, arguments: tuple[object, ...], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        load_registry().tools[name].function(*arguments)


def test_what_is_found() -> None:
    assert [value for *_, value in find_lengths("N50 of contigs of 1.5, 2 and 3.2 kb")] == ["1500 2000 3200"]
    assert not list(find_lengths("contigs of 100, 200 and 500 bp"))
    assert not list(find_lengths("N50 of contigs of 1.5, 2 and 3.2 bp"))
    found = [value for *_, value in find_cell_shapes("a hexagonal cell with a = 0.246 nm and c = 671 pm")]
    assert found == ["hexagonal a=2.46 c=6.71"]
    assert not list(find_cell_shapes("a tetragonal cell with a = 3.785 and c = 9.514"))
    assert not list(find_cell_shapes("a tetragonal cell with a = 3.785 Å"))


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("How many equivalents is 2500 mg of triethylamine to 3.0 g of benzoic acid?", "ReagentEquivalents", 1.00569),
        ("What mass of triethylamine is 1.5 equivalents to 2 g of benzoic acid?", "ReagentMass", 2.48585),
        ("What is the d-spacing of the (101) plane of a tetragonal cell with a = 3.785 Å and c = 9.514 Å?",
         "CellPlaneSpacing", 3.51690),
        ("What is the d-spacing of (100) for a hexagonal cell with a = 0.246 nm and c = 0.671 nm?",
         "CellPlaneSpacing", 2.13042),
        ("What is the unit cell volume of a hexagonal cell with a = 0.3209 nm and c = 0.5211 nm?",
         "UnitCellVolume", 46.472),
        ("What is the reaction enthalpy if the equilibrium constant is 1.5 at 300 K and 4.2 at 76.85 °C?",
         "VantHoffEnthalpy", 17.9775),
        ("Correct the p-values 0.01, 0.04, 0.03 and 0.005 by Holm", "HolmAdjustedP", [0.03, 0.06, 0.06, 0.02]),
        ("What is the N50 of contigs of 80, 70, 50, 40, 30 and 20 kb?", "AssemblyN50", 70_000),
        ("What is the DT50 for a rate constant of 0.03 per day?", "ReactionHalfLife", 1996264.0),
    ],
)  # fmt: skip
def test_questions(question: str, kind: str, value: object) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert next(one for one in answer.values if one.type == kind).value == pytest.approx(value, rel=1e-4)


def test_a_cell_that_lacks_an_edge_is_not_completed() -> None:
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run("What is the d-spacing of the (101) plane of a tetragonal cell with a = 3.785 Å?")
