"""The tools on ProDy give what those on numpy give; needs the extra `dynamics`."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE, HELIX_FILE

pytestmark = pytest.mark.slow

prody = pytest.importorskip(
    "prody", reason="ProDy is not installed: pip install 'scitoolagent[dynamics]'", exc_type=ImportError
)

TWINS = sorted(name.removesuffix("_numpy") for name in load_registry().tools if name.endswith("_numpy"))
# Structures that come with ProDy's own tests: ubiquitin by X-ray, and its ensemble of 116 models.
_FILES = Path(prody.__file__).parent / "tests/datafiles"
UBIQUITIN, ENSEMBLE = _FILES / "pdb1ubi.pdb", _FILES / "pdb2k39_ca.pdb"


def both(name: str, structure: Path, **settings: Any) -> tuple[Any, Any]:
    registry = load_registry()
    first, second = (registry[tool].function(structure, **settings) for tool in (name, f"{name}_numpy"))
    return dataclasses.asdict(first), dataclasses.asdict(second)


def same(one: Any, other: Any) -> None:
    """Equal texts and labels, in the same order; numbers to 1e-6, and to 1e-9 where they are about zero."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert list(one) == list(other)
        one, other = list(one.values()), list(other.values())
    if isinstance(one, list):
        assert len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            same(left, right)
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-6, abs=1e-9)
    else:
        assert one == other


@pytest.mark.parametrize("name", TWINS)
def test_both_agree_on_the_example(name: str) -> None:
    same(*both(name, HAIRPIN_FILE))


@pytest.mark.parametrize("name", [name for name in TWINS if name != "ensemble_spread"])
def test_both_agree_on_a_crystal_structure(name: str) -> None:
    if not UBIQUITIN.is_file():
        pytest.skip("this build of ProDy comes without its test files")
    same(*both(name, UBIQUITIN))


def test_both_agree_on_an_ensemble() -> None:
    if not ENSEMBLE.is_file():
        pytest.skip("this build of ProDy comes without its test files")
    same(*both("ensemble_spread", ENSEMBLE))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("anisotropic_network_modes", {"modes": 1, "cutoff": 9.0, "gamma": 0.1}),
        ("anisotropic_network_modes", {"modes": 84}),
        ("gaussian_network_modes", {"modes": 29, "cutoff": 7.3, "gamma": 3.0}),
        ("anisotropic_network_fluctuations", {"modes": 1}),
        ("gaussian_network_correlations", {"modes": 2, "pairs": 400}),
        ("mechanical_stiffness", {"cutoff": 8.0, "gamma": 2.0}),
        ("hinge_sites", {"modes": 29, "cutoff": 7.0}),
    ],
)
def test_both_agree_at_other_settings(name: str, settings: dict[str, Any]) -> None:
    same(*both(name, HAIRPIN_FILE, **settings))


def test_both_refuse_what_hangs_loose() -> None:
    for name in ("anisotropic_network_modes", "anisotropic_network_modes_numpy", "mechanical_stiffness"):
        with pytest.raises(ToolInputError, match="hang loose"):
            load_registry()[name].function(HELIX_FILE, cutoff=4.0)


def test_gaussian_network_on_prody_refuses_parts_that_are_not_joined(tmp_path: Path) -> None:
    atoms = [line for line in HELIX_FILE.read_text().splitlines() if line.startswith("ATOM")]
    away = [f"{line[:21]}B{line[22:30]}{float(line[30:38]) + 90:8.3f}{line[38:]}" for line in atoms]
    file = tmp_path / "apart.pdb"
    file.write_text("\n".join([*atoms, "TER", *away, "END"]))
    for name in ("gaussian_network_modes", "gaussian_network_modes_numpy", "hinge_sites", "gaussian_network_bfactors"):
        with pytest.raises(ToolInputError, match="hang loose"):
            load_registry()[name].function(file)


def test_prody_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    load_registry()["mechanical_stiffness"].function(HAIRPIN_FILE)
    load_registry()["ensemble_spread"].function(HAIRPIN_FILE)
    assert capfd.readouterr() == ("", "")
