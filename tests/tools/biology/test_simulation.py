"""Minimisation and dynamics of a peptide: the force field against GROMACS, physics, repairs, and what does not fit."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool import progress
from scitoolagent.tools.biology import _simulation, simulation
from scitoolagent.tools.biology._simulation import EXAMPLE_PEPTIDE, course_of, minimised, prepared

pytestmark = pytest.mark.slow

TEXT = EXAMPLE_PEPTIDE.read_text()
ATOMS = [line for line in TEXT.splitlines(keepends=True) if line.startswith("ATOM")]


@pytest.fixture(autouse=True)
def _needs_the_extra() -> None:
    pytest.importorskip("openmm", reason="the extra simulation is not installed")


# GROMACS 2022.5 (Debian) with its amber99sb-ildn on the structure that `minimised` writes with that field in a vacuum,
# plain cut-offs of 9 nm: bonds 7.364, angles 26.632, all non-bonded terms -805.905 kJ/mol. The last differ by the constants of
# Coulomb's law; torsions are not compared, since the two files of that field part their impropers otherwise.
def test_the_terms_of_a_force_field_are_those_of_gromacs(monkeypatch: pytest.MonkeyPatch) -> None:
    import openmm
    from openmm import app

    monkeypatch.setattr(_simulation, "FORCE_FIELD", ("amber99sbildn.xml",))
    made = prepared(TEXT)
    found, run = minimised(made)
    assert found.after == pytest.approx(-657.69, abs=0.05)
    system = run.system
    for number, force in enumerate(system.getForces()):
        force.setForceGroup(number)
    context = openmm.Context(system, openmm.VerletIntegrator(0.001), openmm.Platform.getPlatform("Reference"))
    # As the file has them, with three digits.
    context.setPositions(app.PDBFile(io.StringIO(found.text)).positions)
    terms = {
        force.getName(): context.getState(getEnergy=True, groups={number}).getPotentialEnergy()._value
        for number, force in enumerate(system.getForces())
    }
    assert terms["HarmonicBondForce"] == pytest.approx(7.364, abs=0.02)
    # Processors end the minimisation at other places of the same flat valley: 26.63 to 26.86.
    assert terms["HarmonicAngleForce"] == pytest.approx(26.632, abs=0.4)
    assert terms["NonbondedForce"] == pytest.approx(-805.905, abs=0.8)


def test_a_minimum_is_lower_and_repeats() -> None:
    found = simulation.protein_minimisation(EXAMPLE_PEPTIDE)
    assert found.energy < found.before
    assert 0 < found.moved < 1.5
    assert "hydrogens added for pH 7" in found.repair_note
    assert found == simulation.protein_minimisation(EXAMPLE_PEPTIDE)
    # All 40 heavy atoms of Leu-enkephalin and the hydrogens of C28H37N5O7.
    lines = [line for line in found.structure.splitlines() if line.startswith("ATOM")]
    assert len(lines) == 77
    assert sum(line[76:78].strip() != "H" for line in lines) == 40


def test_another_platform_gives_the_same_energy() -> None:
    """The reference platform of OpenMM computes the same terms in another way, in double precision."""
    made = prepared(TEXT)
    fast, slow = (minimised(made, platform)[0] for platform in ("CPU", "Reference"))
    assert fast.before == pytest.approx(slow.before, abs=0.01)
    # Minima end where the slope is small, not where it is none.
    assert fast.after == pytest.approx(slow.after, abs=0.5)


def test_a_simulation_keeps_its_temperature() -> None:
    """Half of R T for each free coordinate: of 190 of them one state spreads by 31 K, the mean of 5 ps by some 13 K."""
    course = course_of(prepared(TEXT), 10, 300, 1)
    assert course.temperature == pytest.approx(300, abs=40)
    assert course.potential > -878
    assert len(course.fluctuations) == 5
    colder = course_of(prepared(TEXT), 2, 150, 1)
    assert sum(value for _, value in colder.fluctuations) < sum(value for _, value in course.fluctuations)


def test_a_simulation_that_is_too_short_says_so() -> None:
    found = simulation.protein_dynamics(EXAMPLE_PEPTIDE, 0.2)
    assert "the temperature was not reached yet" in found.repair_note


def test_how_far_a_simulation_is_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()
    place = tmp_path / "progress"
    monkeypatch.setenv(progress.VARIABLE, str(place))
    monkeypatch.setattr("scitoolagent.tools.biology._simulation.tell", lambda *said: told.append(str(said)))
    simulation.protein_dynamics(EXAMPLE_PEPTIDE, 0.2)
    assert told[0] == "(0, 0, 'minimising the energy')"
    assert told[1:] == [f"({frame}, 100, 'frames of dynamics')" for frame in range(1, 101)]
    monkeypatch.undo()
    monkeypatch.setenv(progress.VARIABLE, str(place))
    simulation.protein_minimisation(EXAMPLE_PEPTIDE)
    assert str(progress.told(place)) == "minimising the energy"


def test_what_is_repaired_is_told() -> None:
    water = "HETATM  900  O   HOH A 900      20.000  20.000  20.000  1.00  0.00           O\n"
    made = prepared("".join(line for line in ATOMS if " OXT " not in line) + water)
    assert made.notes == ("left out: HOH", "the last oxygen of chain A added", "hydrogens added for pH 7")
    assert made.system.getNumParticles() == 77


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("".join(line for line in ATOMS if "GLY A   3" not in line), "residues 2 and 4 of chain A are not bonded"),
        ("".join(line for line in ATOMS if not ("PHE A   4" in line and " CZ " in line)), "PHE A4 lack heavy atoms"),
        ("HETATM    1  O   HOH A   1       1.000   1.000   1.000  1.00  0.00           O\n", "no protein"),
    ],
)
def test_what_cannot_be_repaired_is_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        prepared(text)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"time": 0.1}, "0.2 to 1000"),
        ({"time": 5_000.0}, "0.2 to 1000"),
        ({"temperature": 400.0}, "-50 to 225"),
        ({"seed": 0}, "from 1"),
    ],
)
def test_settings_have_bounds(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        simulation.protein_dynamics(EXAMPLE_PEPTIDE, **arguments)  # type: ignore[arg-type]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openmm.app", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[simulation\]"):
        simulation.protein_minimisation(EXAMPLE_PEPTIDE)
