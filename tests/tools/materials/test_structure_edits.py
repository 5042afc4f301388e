"""Slabs, exchanged elements, electrostatics, stability and elastic tensors."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from pymatgen.analysis.elasticity import ElasticTensor
from pymatgen.core import Lattice, Structure
from pymatgen.io.cif import CifParser

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tools.materials._edit_words import find_energies, find_exchanges, find_planes, find_stiffness
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure, symbols_of
from scitoolagent.tools.materials.branching import framework_branch_points
from scitoolagent.tools.materials.electrostatics import bond_valence_sums, ewald_energy, madelung_constant
from scitoolagent.tools.materials.stability import convex_hull, convex_hull_drawing, insertion_voltage
from scitoolagent.tools.materials.stiffness import elastic_tensor_moduli
from scitoolagent.tools.materials.structure_edits import crystal_slab, element_substitution

HALITE = Path(EXAMPLE)
SILICON = (
    "[[165.7,63.9,63.9,0,0,0],[63.9,165.7,63.9,0,0,0],[63.9,63.9,165.7,0,0,0],"
    "[0,0,0,79.6,0,0],[0,0,0,0,79.6,0],[0,0,0,0,0,79.6]]"
)
OXIDES = "Li 0; O2 0; Li2O -2.06; Li2O2 -1.63; LiO2 -0.93"


def cif(path: Path, crystal: Structure) -> Path:
    path.write_text(crystal.to(fmt="cif"), encoding="utf-8")
    return path


def test_slabs() -> None:
    flat = crystal_slab(HALITE, "1 0 0")
    length = Structure.from_file(EXAMPLE).lattice.a
    # The (100) cell of rock salt is half a face of the cube; two ions of each kind in each of four layers of 2.82 Å.
    assert flat.area == pytest.approx(length**2 / 2)
    made = CifParser.from_str(flat.cif).parse_structures(primitive=False)[0]
    heights = [float(site.coords[2]) for site in made]
    assert max(heights) - min(heights) >= 10 - length / 2 - 1e-3
    assert made.lattice.c >= 25
    assert {str(site.specie) for site in made} == {"Na", "Cl"}
    # (111) of rock salt has one kind of ion in each layer: polar, area a²·√3/4.
    steep = crystal_slab(HALITE, "1 1 1")
    assert steep.area == pytest.approx(length**2 * 3**0.5 / 4)
    assert "dipole" in steep.note
    assert crystal_slab(HALITE, "2 0 0").area == pytest.approx(flat.area)
    for wrong in (
        ("0 0 0",),
        ("1 1",),
        ("9 1 1",),
        ("a b c",),
        ("1 0 0", 500.0),
        ("1 0 0", float("nan")),
        ("1 0 0", 10.0, -5.0),
    ):
        with pytest.raises(ToolInputError):
            crystal_slab(HALITE, *wrong)  # type: ignore[arg-type]


def test_exchanged_elements() -> None:
    found = element_substitution(HALITE, "Na K")
    assert (found.formula, found.sites) == ("KCl", 4)
    made = CifParser.from_str(found.cif).parse_structures(primitive=False)[0]
    assert made.composition.reduced_formula == "KCl"
    assert made.lattice.a == pytest.approx(Structure.from_file(EXAMPLE).lattice.a, abs=1e-4)
    for wrong in ("Na Na", "K Na", "Na Xx", "Na", ""):
        with pytest.raises(ToolInputError):
            element_substitution(HALITE, wrong)


def test_madelung_constants(tmp_path: Path) -> None:
    # Kittel, Introduction to Solid State Physics: 1.747565, 1.762675, 1.6381; fluorite 2.51939 for z+ z- = 2 by the
    # convention with |z+ z-| and the shortest distance (Johnson & Templeton 1961, doi:10.1063/1.1731986).
    caesium = Structure(Lattice.cubic(4.12), ["Cs", "Cl"], [[0, 0, 0], [0.5, 0.5, 0.5]])
    blende = Structure.from_spacegroup("F-43m", Lattice.cubic(5.41), ["Zn", "S"], [[0, 0, 0], [0.25, 0.25, 0.25]])
    fluorite = Structure.from_spacegroup("Fm-3m", Lattice.cubic(5.46), ["Ca", "F"], [[0, 0, 0], [0.25, 0.25, 0.25]])
    assert madelung_constant(HALITE).constant == pytest.approx(1.747565, abs=1e-5)
    for name, crystal, value in (("cs", caesium, 1.762675), ("zn", blende, 1.6381), ("ca", fluorite, 2.51939)):
        found = madelung_constant(cif(tmp_path / f"{name}.cif", crystal))
        assert found.constant == pytest.approx(value, abs=5e-5), name
    energy = ewald_energy(HALITE)
    distance = Structure.from_file(EXAMPLE).lattice.a / 2
    assert energy.energy == pytest.approx(-1.747565 * 14.399645 / distance, abs=1e-4)
    assert energy.charges == {"Na": 1.0, "Cl": -1.0}
    metal = cif(tmp_path / "cu.cif", Structure.from_spacegroup("Fm-3m", Lattice.cubic(3.61), ["Cu"], [[0, 0, 0]]))
    for tool in (madelung_constant, ewald_energy):
        with pytest.raises(ToolInputError):
            tool(metal)


def test_bond_valences() -> None:
    sums = bond_valence_sums(HALITE)
    # Six bonds of exp((2.15 - 2.82) / 0.37) by the parameters of Brese & O'Keeffe 1991, another set: 0.98.
    assert len(sums) == 8
    assert sum(sums.values()) == pytest.approx(0.0, abs=1e-9)
    assert sums["Na0"] == pytest.approx(0.98, abs=0.2)
    with pytest.raises(ToolInputError):
        bond_valence_sums(HALITE.with_name("none.cif"))


def test_convex_hull() -> None:
    found = convex_hull(OXIDES)
    assert found.stable == ["Li", "O2", "Li2O", "Li2O2"]
    # LiO2 lies on the line of Li2O2 (x = 1/2) and O2 (x = 1) at x = 2/3: -1.63 * 2/3 = -1.0867.
    assert found.above["LiO2"] == pytest.approx(1.63 * 2 / 3 - 0.93)
    assert found.decomposition == {"LiO2": "0.6667 Li2O2 + 0.3333 O2"}
    assert convex_hull("formation; Li2O -2.06; LiO2 -1.2").stable == ["Li2O", "LiO2"]
    assert convex_hull("formation; Li2O 0.5; LiO2 -0.93").above["Li2O"] > 0.5
    assert "<svg" in convex_hull_drawing(OXIDES)
    for wrong in ("Li 0", "", "Li2O -2.06; LiO2 -0.93", "Li 0; Li -1", "Xx 0; Li 0", "Li zero; O2 0", "Li 0; O2 nan"):
        with pytest.raises(ToolInputError):
            convex_hull(wrong)
    with pytest.raises(ToolInputError, match="3 elements"):
        convex_hull_drawing("formation; LiCoO2 -1.7; CoO -1.2")


def test_insertion_voltage() -> None:
    # By hand: -(-22.9 + 17.0 + 1.9) = 4.0 V; two ions of charge two: -(-30 + 20 + 2 * 1.5) / 4 = 1.75 V.
    assert insertion_voltage(-22.9, -17.0, -1.9, 1.0) == pytest.approx(4.0)
    assert insertion_voltage(-30.0, -20.0, -1.5, 2.0, 2) == pytest.approx(1.75)
    for wrong in ((-1.0, -1.0, -1.0, 0.0), (float("inf"), 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0, 0)):
        with pytest.raises(ToolInputError):
            insertion_voltage(*wrong)  # type: ignore[arg-type]


def test_elastic_tensors() -> None:
    low = "[[225,54,72,0,0,53],[54,214,53,0,0,-3],[72,53,178,1,2,1],[0,0,1,78,2,0],[0,0,2,2,82,0.5],[53,-3,1,0,0.5,76]]"
    for text in (SILICON, low):
        found = elastic_tensor_moduli(text)
        # pymatgen.analysis.elasticity, which sums tensors of the fourth rank.
        tensor = ElasticTensor.from_voigt(json.loads(text))
        assert (found.bulk, found.shear) == pytest.approx((tensor.k_vrh, tensor.g_vrh))
        assert (found.poisson, found.anisotropy) == pytest.approx(
            (tensor.homogeneous_poisson, tensor.universal_anisotropy)
        )
        assert found.young == pytest.approx(tensor.y_mod / 1e9)
    # Silicon, Hall 1967: bulk modulus 97.8 GPa.
    assert elastic_tensor_moduli(SILICON).bulk == pytest.approx(97.8, abs=0.1)
    for wrong in ("[[1,2],[3,4]]", "", "nonsense", SILICON.replace("165.7", "-165.7"), SILICON.replace("79.6]]", '"a"]]'),
                  SILICON.replace("63.9,165.7", "10,165.7", 1), "[" * 5000):  # fmt: skip
        with pytest.raises(ToolInputError):
            elastic_tensor_moduli(wrong)


def test_branch_points(tmp_path: Path) -> None:
    # Oxalate between four zinc atoms: from each carbon two oxygens and the other carbon lead to metals.
    x = 0.775
    oxygen = [(1.385, 1.09, 0), (1.385, -1.09, 0), (-1.385, 1.09, 0), (-1.385, -1.09, 0)]
    zinc = [(2.4, 2.8, 0), (2.4, -2.8, 0), (-2.4, 2.8, 0), (-2.4, -2.8, 0)]
    atoms = [("C", (x, 0, 0)), ("C", (-x, 0, 0)), *(("O", one) for one in oxygen), *(("Zn", one) for one in zinc)]
    symbols, places = [one for one, _ in atoms], [[part + 8 for part in place] for _, place in atoms]
    oxalate = Structure(Lattice.cubic(16), symbols, places, coords_are_cartesian=True)
    path = cif(tmp_path / "oxalate.cif", oxalate)
    read = symbols_of(read_structure(path))
    assert [read[number] for number in framework_branch_points(path)] == ["C", "C"]
    # Without two of the metals each carbon has two arms at most.
    oxalate.remove_sites([6, 7])
    assert framework_branch_points(cif(tmp_path / "half.cif", oxalate)) == []
    with pytest.raises(ToolInputError, match="no metal"):
        plain = Structure(Lattice.cubic(5.43), ["Si"], [[0, 0, 0]])
        framework_branch_points(cif(tmp_path / "si.cif", plain))


def test_words_of_crystals() -> None:
    assert [value for *_, value in find_planes("the (111) surface, (1 -1 0) and (0,0,1)")] == [
        "1 1 1",
        "1 -1 0",
        "0 0 1",
    ]
    assert not list(find_planes("(10-10) and (100 K) and (2020)"))
    assert [value for *_, value in find_exchanges("replace all Na by K; substitute Br for Cl")] == ["Na K", "Cl Br"]
    assert not list(find_exchanges("replace it by something"))
    text = "with formation energies Li2O -2.06 eV/atom and LiO2: -0.93 eV per atom"
    assert [value for *_, value in find_energies(text)] == ["formation; Li2O -2.06; LiO2 -0.93"]
    assert [value for *_, value in find_energies("Li 0 eV/atom, O2 0 eV/atom")] == ["Li 0; O2 0"]
    assert not list(find_energies("Li2O -2.06 eV/atom"))
    assert not list(find_energies("Li2O -2.06 eV and LiO2 -0.93 eV"))
    assert [value for *_, value in find_stiffness(f"tensor {SILICON} GPa")] == [SILICON]


ASKED: tuple[tuple[str, str, object], ...] = (
    ("Cut a (110) slab of halite.cif", "SlabSites", 12),
    ("Replace Na by K in halite.cif", "SubstitutedFormula", "KCl"),
    ("What is the Madelung constant of halite.cif?", "MadelungConstant", 1.747565),
    (
        "Which phases are stable: Li 0 eV/atom, O2 0 eV/atom and Li2O -2.06 eV/atom?",
        "StablePhases",
        ["Li", "O2", "Li2O"],
    ),
    (f"What is the bulk modulus of the elastic tensor {SILICON}?", "HillBulkModulus", 97.8333),
)


@pytest.mark.slow
def test_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(EXAMPLE, tmp_path / "halite.cif")
    monkeypatch.chdir(tmp_path)
    with Agent() as agent:
        for question, kind, value in ASKED:
            answer = agent.run(question)
            assert answer.status == "complete", question
            found = next(one for one in answer.values if one.type == kind).value
            if isinstance(value, float):
                assert found == pytest.approx(value, rel=1e-5)
            else:
                assert (list(found) if isinstance(value, list) else found) == value  # type: ignore[call-overload]
        with pytest.raises(NoPathError, match="Miller indices"):
            agent.run("Cut a slab of halite.cif")
