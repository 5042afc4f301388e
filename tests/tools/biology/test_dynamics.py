"""Elastic networks and ensembles on numpy, held against ProDy's numbers; files that are not as they should be."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.planner import Planner
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.store import load_graph
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE

TWINS = sorted(name.removesuffix("_numpy") for name in load_registry().tools if name.endswith("_numpy"))
# The numbers of ProDy 2.6.1, which reads the file by itself (`parsePDB(...).select("calpha")`), at its default cutoffs
# of 15 Å (ANM) and 10 Å (GNM), are given to twelve digits; two programs agree to rounding.
EXACT = {"rel": 1e-9, "abs": 0}
ENDS = ("A:SER1", "A:ILE10", "A:LEU30")

ATOMS = [line for line in HAIRPIN_FILE.read_text().split("ENDMDL")[0].splitlines() if line.startswith("ATOM")]


def on_numpy(name: str, structure: Path = HAIRPIN_FILE, **settings: Any) -> Any:
    return load_registry()[f"{name}_numpy"].function(structure, **settings)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[list[str]], Path]:
    def written(lines: list[str], end: str = "END") -> Path:
        file = tmp_path / "structure.pdb"
        file.write_text("\n".join([*lines, end]) + "\n")
        return file

    return written


def ends(values: dict[str, float]) -> list[float]:
    return [values[label] for label in ENDS]


def moved(lines: list[str], shift: float, chain: str) -> list[str]:
    """A copy along y."""
    return [f"{line[:21]}{chain}{line[22:38]}{float(line[38:46]) + shift:8.3f}{line[46:]}" for line in lines]


def test_anisotropic_modes() -> None:
    found = on_numpy("anisotropic_network_modes", modes=5)
    values = [0.328981820251, 0.542192083826, 0.821046997497, 0.878893854019, 0.982812228719]
    assert found.eigenvalues == pytest.approx(values, **EXACT)
    assert found.frequencies == pytest.approx([math.sqrt(value) for value in values], **EXACT)
    assert found.collectivities[:3] == pytest.approx([0.545808875766, 0.528089495085, 0.395158078734], **EXACT)
    stiff = on_numpy("anisotropic_network_modes", modes=3, cutoff=11.0, gamma=2.5)
    assert stiff.eigenvalues == pytest.approx([0.325436442204, 0.672741006275, 1.07715522638], **EXACT)


def test_gaussian_modes() -> None:
    found = on_numpy("gaussian_network_modes", modes=5)
    assert found.eigenvalues == pytest.approx(
        [2.25729920182, 5.16796108034, 6.49652213005, 7.43077163976, 8.20281603289], **EXACT
    )
    assert found.collectivities[:3] == pytest.approx([0.512851514052, 0.329133017873, 0.369381976188], **EXACT)
    assert on_numpy("gaussian_network_modes", modes=29).eigenvalues[:5] == found.eigenvalues
    double = on_numpy("gaussian_network_modes", modes=1, gamma=2.0)
    assert double.eigenvalues == pytest.approx([2 * 2.25729920182], **EXACT)
    assert double.collectivities == pytest.approx(found.collectivities[:1], **EXACT)


@pytest.mark.parametrize(
    ("name", "modes", "expected"),
    [
        ("anisotropic_network_fluctuations", 0, [1.82401442493, 0.538328795263, 1.23263972286]),
        ("anisotropic_network_fluctuations", 5, [1.01465517438, 0.0847508027485, 0.9034192887]),
        ("gaussian_network_fluctuations", 0, [0.22704750625, 0.065712940579, 0.114165905817]),
        ("gaussian_network_fluctuations", 5, [0.225290886969, 0.00806687086725, 0.0472237875903]),
    ],
)
def test_square_fluctuations(name: str, modes: int, expected: list[float]) -> None:
    found = on_numpy(name, modes=modes).fluctuations
    assert (len(found), ends(found)) == (30, pytest.approx(expected, **EXACT))
    assert ends(on_numpy(name, modes=modes, gamma=4.0).fluctuations) == pytest.approx(
        [value / 4 for value in expected], **EXACT
    )


@pytest.mark.parametrize(
    ("name", "correlation", "calculated"),
    [
        ("anisotropic_network_bfactors", 0.463271657838, [29.1412295206, 8.60056958205, 19.6931759908]),
        ("gaussian_network_bfactors", 0.50262295541, [32.504279665, 9.40751049622, 16.3440708607]),
    ],
)
def test_b_factors_beside_those_of_the_file(name: str, correlation: float, calculated: list[float]) -> None:
    found = on_numpy(name)
    assert found.correlation == pytest.approx(correlation, **EXACT)
    assert ends(found.calculated) == pytest.approx(calculated, **EXACT)
    assert ends(found.experimental) == [38.89, 5.08, 25.76]
    assert sum(found.calculated.values()) == pytest.approx(sum(found.experimental.values()), **EXACT)


def test_fitted_spring_constant_gives_the_b_factors() -> None:
    # B = 8π²/3 ⟨ΔR²⟩; ⟨ΔR²⟩ = kT/γ tr H⁻¹ (ANM) or 3 kT/γ Γ⁻¹ (GNM); RT at 100 K is 0.19872 kcal/mol.
    for name, axes in (("anisotropic_network", 1), ("gaussian_network", 3)):
        bare = on_numpy(f"{name}_fluctuations").fluctuations
        found = on_numpy(f"{name}_bfactors", temperature=-173.15)
        factor = 8 * math.pi**2 / 3 * axes * 0.198720426 / found.spring_constant
        assert [factor * value for value in ends(bare)] == pytest.approx(ends(found.calculated), rel=1e-7, abs=0)
        warm = on_numpy(f"{name}_bfactors", temperature=26.85).spring_constant
        assert warm == pytest.approx(3 * found.spring_constant, **EXACT)


@pytest.mark.parametrize(
    ("name", "modes", "expected"),
    [
        ("anisotropic_network_correlations", 0, [0.191233113522, 0.239365115609, -0.0408015061779]),
        ("anisotropic_network_correlations", 5, [0.759430702512, 0.423812252006, -0.238553952596]),
        ("gaussian_network_correlations", 0, [0.227700294279, -0.171054632601, -0.085325071066]),
    ],
)
def test_cross_correlations(name: str, modes: int, expected: list[float]) -> None:
    matrix = on_numpy(name, modes=modes).matrix
    got = [matrix["A:SER1"][1], matrix["A:SER1"][18], matrix["A:LEU5"][25]]
    assert got == pytest.approx(expected, **EXACT)
    square = np.array(list(matrix.values()))
    assert np.allclose(square, square.T, atol=1e-12)
    assert square.diagonal() == pytest.approx(np.ones(30), **EXACT)


def test_pairs_of_cross_correlations_are_the_strongest_that_no_spring_joins() -> None:
    found = on_numpy("anisotropic_network_correlations", pairs=3, cutoff=12.0)
    labels = list(found.matrix)
    carbons = np.array(
        [[float(line[at : at + 8]) for at in (30, 38, 46)] for line in ATOMS if line[12:16].strip() == "CA"]
    )
    apart = sorted(
        (-abs(found.matrix[a][j]), a, b, found.matrix[a][j])
        for i, a in enumerate(labels)
        for j, b in enumerate(labels)
        if i < j and np.linalg.norm(carbons[i] - carbons[j]) > 12.0
    )
    listed = [(pair["residue_a"], pair["residue_b"], pair["correlation"]) for pair in found.pairs]
    assert listed == [(a, b, value) for _, a, b, value in apart[:3]]
    assert on_numpy("anisotropic_network_correlations", cutoff=30.0).pairs == []


def test_mechanical_stiffness() -> None:
    found = on_numpy("mechanical_stiffness", pairs=1)
    got = [found.matrix["A:SER1"][1], found.matrix["A:SER1"][29], found.matrix["A:GLU11"][29]]
    assert got == pytest.approx([4.28417825402, 5.53017590286, 11.7062260412], **EXACT)
    assert found.matrix["A:LEU30"][10] == found.matrix["A:GLU11"][29]
    assert found.matrix["A:GLU11"][10] == 0.0
    # ProDy's matrix summed by row over the 29 other residues.
    assert ends(found.mean) == pytest.approx([7.13784962266, 8.63013213868, 8.48691372043], **EXACT)
    (soft,), (stiff,) = found.softest, found.stiffest
    assert (soft["residue_a"], soft["residue_b"], soft["spring_constant"]) == ("A:SER1", "A:ALA2", got[0])
    assert (stiff["residue_a"], stiff["residue_b"], stiff["spring_constant"]) == ("A:GLU11", "A:LEU30", got[2])
    assert ends(on_numpy("mechanical_stiffness", gamma=2.0).mean) == pytest.approx(
        [2 * value for value in ends(found.mean)], **EXACT
    )


def test_hinges_are_where_modes_change_sign() -> None:
    expected = {1: (10, 28), 2: (2, 4, 12, 23), 3: (2, 9, 19, 21), 4: (2, 5, 17, 26, 29)}
    found = on_numpy("hinge_sites", modes=4).sites
    assert [(site["mode"], int(str(site["residue"])[5:])) for site in found] == [
        (mode, number) for mode, numbers in expected.items() for number in numbers
    ]


def test_a_change_of_sign_from_one_chain_to_the_next_is_no_hinge(write: Callable[..., Path]) -> None:
    # Two copies side by side: the slowest mode moves one against the other, and neither bends. `calcHinges` over all
    # 60 residues at once gives the first residue of the second chain.
    pair = write([*ATOMS, "TER", *moved(ATOMS, 14.0, "B")])
    assert on_numpy("hinge_sites", pair).sites == []
    assert on_numpy("hinge_sites", pair, chain="B").sites != []
    # Chains that nearly touch: the hinge at residue 10 goes where a second chain begins with it.
    nicked = write([f"{line[:21]}{'A' if int(line[22:26]) < 10 else 'B'}{line[22:]}" for line in ATOMS])
    assert on_numpy("hinge_sites", nicked).sites == [{"mode": 1, "residue": "B:ALA28"}]


def test_spread_of_the_models() -> None:
    found = on_numpy("ensemble_spread")
    assert list(found.to_first) == [f"model {number}" for number in range(1, 6)]
    assert found.to_first["model 1"] == pytest.approx(0, abs=1e-12)
    assert list(found.to_first.values())[1:] == pytest.approx(
        [0.609820226289, 1.35968425006, 1.06710017407, 0.5436585481], **EXACT
    )
    # After `iterpose(rmsd=1e-9)`; the mean is only as sharp as that, and the values are better still.
    to_mean = [0.474307462933, 0.359606094041, 1.07685344489, 0.730695045475, 0.697437935392]
    assert list(found.to_mean.values()) == pytest.approx(to_mean, **EXACT)
    assert ends(found.fluctuations) == pytest.approx([1.12497327188, 0.442864584595, 1.11679044185], **EXACT)


def test_a_mirror_image_is_not_turned_into_the_model(write: Callable[..., Path]) -> None:
    mirrored = [f"{line[:30]}{-float(line[30:38]):8.3f}{line[38:]}" for line in ATOMS]
    text = ["MODEL        1", *ATOMS, "ENDMDL", "MODEL        2", *mirrored, "ENDMDL"]
    assert on_numpy("ensemble_spread", write(text)).to_first["model 2"] == pytest.approx(3.25042193095, **EXACT)


def test_notes_say_what_the_file_leaves_open(write: Callable[..., Path]) -> None:
    def note(lines: list[str], end: str = "END") -> str:
        return str(on_numpy("gaussian_network_modes", write(lines, end), modes=1).note)

    assert note(ATOMS) == "30 residues of 1 chain(s)"
    assert "5 models; only the first" in on_numpy("gaussian_network_modes").note
    gap = note([line for line in ATOMS if not 11 <= int(line[22:26]) <= 14])
    assert "broken between A:ILE10 and A:ASN15" in gap
    assert "cut short" in note(ATOMS, "")
    assert "1 residues have no Cα" in note([line for line in ATOMS if line[12:26].split() != ["CA", "SER", "A", "1"]])
    several = [
        other
        for line in ATOMS
        for other in (
            [f"{line[:16]}A{line[17:54]}  0.30{line[60:]}", f"{line[:16]}B{line[17:54]}  0.70{line[60:]}"]
            if line[12:16].strip() == "CA" and int(line[22:26]) < 3
            else [line]
        )
    ]
    assert "2 Cα atoms have alternative locations" in note(several)


def test_of_alternative_locations_the_likelier_counts(write: Callable[..., Path]) -> None:
    one, *rest = [line for line in ATOMS if line[12:16].strip() == "CA"]
    far = f"{one[:16]}B{one[17:30]}{float(one[30:38]) - 9:8.3f}{one[38:54]}  0.20{one[60:]}"
    both = [f"{one[:16]}A{one[17:54]}  0.80{one[60:]}", far, *rest]
    assert on_numpy("gaussian_network_modes", write(both)).eigenvalues == pytest.approx(
        on_numpy("gaussian_network_modes").eigenvalues, **EXACT
    )


_CIF = "data_X\nloop_\n_atom_site.group_PDB\nATOM   1    N N . MET A 1 1 ? 1.0 2.0 3.0 1.0 9.0 ? 1 MET A N 1"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([line for line in ATOMS if line[12:16].strip() != "CA"], "no amino acid of the file has a Cα"),
        (ATOMS[:4], "residues with Cα atoms, not 1"),
        ([f"{line[:17]}  G{line[20:]}" for line in ATOMS if line[12:16].strip() != "CA"], "no amino-acid residue"),
        (_CIF.splitlines(), "no atoms"),
        (["<html>not found</html>"], "is a web page"),
        ([*ATOMS[:50], ATOMS[50][:44]], "cannot be read as a PDB file"),
        (
            [f"{ATOMS[0][:30]}     nan{ATOMS[0][38:]}", f"{ATOMS[1][:30]}     nan{ATOMS[1][38:]}", *ATOMS[2:]],
            "no numbers",
        ),
        ([*ATOMS, *moved(ATOMS, 0.0, "B")], "0.00 Å apart"),
        ([*ATOMS, *moved(ATOMS, 90.0, "B")], "hang loose"),
    ],
)
def test_files_that_give_no_network_are_refused(write: Callable[..., Path], lines: list[str], message: str) -> None:
    file = write(lines)
    for name in ("anisotropic_network_modes", "gaussian_network_modes", "mechanical_stiffness", "hinge_sites"):
        with pytest.raises(ToolInputError, match=message):
            on_numpy(name, file)


def test_a_chain_that_only_a_turn_holds_is_refused_by_the_anisotropic_network(write: Callable[..., Path]) -> None:
    line = next(line for line in ATOMS if line[12:16].strip() == "CA")
    straight = [f"{line[:22]}{n:4d}    {3.8 * n:8.3f}   0.000   0.000{line[54:]}" for n in range(1, 9)]
    assert len(on_numpy("gaussian_network_modes", write(straight), modes=7).eigenvalues) == 7
    with pytest.raises(ToolInputError, match="hang loose"):
        on_numpy("anisotropic_network_modes", write(straight), modes=1)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("anisotropic_network_modes", 1000),
        ("gaussian_network_modes", 2000),
        ("mechanical_stiffness", 300),
        ("anisotropic_network_correlations", 300),
    ],
)
def test_huge_structures_are_refused_at_once(write: Callable[..., Path], name: str, most: int) -> None:
    line = next(line for line in ATOMS if line[12:16].strip() == "CA")
    rows = [f"{line[:22]}{n:4d}    {2 * (n % 20):8.3f}{2 * (n // 20):8.3f}   0.000{line[54:]}" for n in range(most + 1)]
    with pytest.raises(ToolInputError, match=f"to {most} residues with Cα atoms, not {most + 1}; choose one chain"):
        on_numpy(name, write(rows))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("anisotropic_network_modes", {"modes": 0}),
        ("anisotropic_network_modes", {"modes": 85}),
        ("gaussian_network_modes", {"modes": 30}),
        ("gaussian_network_fluctuations", {"modes": -1}),
        ("anisotropic_network_modes", {"cutoff": 3.9}),
        ("anisotropic_network_modes", {"cutoff": 31.0}),
        ("gaussian_network_modes", {"gamma": 0.0}),
        ("gaussian_network_modes", {"gamma": 1e9}),
        ("gaussian_network_modes", {"chain": "Q"}),
        ("mechanical_stiffness", {"pairs": 0}),
        ("gaussian_network_correlations", {"pairs": 1001}),
        ("gaussian_network_bfactors", {"temperature": -273.15}),
        ("ensemble_spread", {"chain": "B"}),
    ],
)
def test_settings_out_of_range_are_refused(name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ToolInputError):
        on_numpy(name, **settings)


def test_a_cutoff_that_is_no_number_is_refused_as_such() -> None:
    with pytest.raises(ToolInputError, match="4 to 30 Å, not nan"):
        on_numpy("gaussian_network_modes", cutoff=math.nan)


def test_b_factors_that_are_none_are_refused(write: Callable[..., Path]) -> None:
    for column, message in (("  0.00", "30 of 30 Cα"), (" 10.00", "the same B factor"), ("      ", "30 of 30 Cα")):
        file = write([f"{line[:60]}{column}{line[66:]}" for line in ATOMS])
        with pytest.raises(ToolInputError, match=message):
            on_numpy("gaussian_network_bfactors", file)
    with pytest.raises(ToolInputError, match="confidence of a prediction"):
        on_numpy("gaussian_network_bfactors", write(["TITLE     ALPHAFOLD PREDICTION", *ATOMS]))


def test_one_model_is_no_ensemble(write: Callable[..., Path]) -> None:
    with pytest.raises(ToolInputError, match="has 1"):
        on_numpy("ensemble_spread", write(ATOMS))


def test_residues_that_a_model_lacks_are_left_out_and_named(write: Callable[..., Path]) -> None:
    text = HAIRPIN_FILE.read_text().replace("  CA  LYS A   7", "  CX  LYS A   7", 1).splitlines()[:-1]
    found = on_numpy("ensemble_spread", write(text))
    assert len(found.fluctuations) == 29
    assert "A:LYS7" not in found.fluctuations
    assert "1 residues are not in every model" in found.note


@pytest.mark.parametrize("name", TWINS)
def test_without_prody_it_is_said_and_the_numpy_tool_can_stand_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prody", None)
    spec = load_registry()[name]
    assert spec.requires == ("extra:dynamics",)
    with pytest.raises(ToolUnavailableError, match=r"pip install 'scitoolagent\[dynamics\]'"):
        spec.function(HAIRPIN_FILE)
    graph = load_graph()
    others = graph.alternatives(graph.tools[name])
    assert [other.name for other in others] == [f"{name}_numpy"]
    assert others[0].requires == ()
    # A stand-in takes every setting, with the same default.
    assert [(port.name, port.type, port.default) for port in others[0].inputs] == [
        (port.name, port.type, port.default) for port in graph.tools[name].inputs
    ]


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


@pytest.mark.parametrize(
    ("question", "tool", "settings"),
    [
        ("What are the first ten ANM frequencies of loop.pdb?", "anisotropic_network_modes", {"modes": 10}),
        ("What are the 5 slowest ANM modes of loop.pdb with a cutoff of 12 Å?", "anisotropic_network_modes", {"modes": 5, "cutoff": "$query.quantity1"}),
        ("Compute the normal modes of the protein in loop.pdb by the anisotropic network model", "anisotropic_network_modes", {}),
        ("What are the GNM eigenvalues of chain A of loop.pdb?", "gaussian_network_modes", {"chain": "$query.chainid1"}),
        ("What is the collectivity of the GNM modes of loop.pdb?", "gaussian_network_modes", {}),
        ("What are the GNM square fluctuations of loop.pdb?", "gaussian_network_fluctuations", {}),
        ("What are the ANM square fluctuations of loop.pdb?", "anisotropic_network_fluctuations", {}),
        ("What is the B-factor correlation of loop.pdb?", "gaussian_network_bfactors", {}),
        ("What is the B-factor correlation of the ANM of loop.pdb?", "anisotropic_network_bfactors", {}),
        ("Compute the cross-correlation matrix of loop.pdb", "anisotropic_network_correlations", {}),
        ("What are the GNM cross-correlations of loop.pdb?", "gaussian_network_correlations", {}),
        ("Compute the mechanical stiffness of loop.pdb", "mechanical_stiffness", {}),
        ("List the softest residue pairs of loop.pdb", "mechanical_stiffness", {}),
        ("Which hinge sites does loop.pdb have?", "hinge_sites", {}),
        ("Find the hinge residues of loop.pdb by the first 2 modes", "hinge_sites", {"modes": 2}),
        ("What is the ensemble RMSD of loop.pdb?", "ensemble_spread", {}),
        ("What is the RMSF of each residue over the models of loop.pdb?", "ensemble_spread", {}),
    ],
)  # fmt: skip
def test_questions_reach_the_tools_on_prody(
    planner: Planner, question: str, tool: str, settings: dict[str, Any]
) -> None:
    (step,) = planner.draft(planner.recognise(question)).steps
    assert (step.tool, step.arguments) == (tool, {"structure": "$query.pdbfile1", **settings})


@pytest.mark.slow
def test_the_stand_in_is_called_with_the_settings_of_the_question(tmp_path: Path) -> None:
    (tmp_path / "prody").mkdir()
    (tmp_path / "prody/__init__.py").write_text("raise ImportError('not here')\n")
    (tmp_path / "loop.pdb").write_text(HAIRPIN_FILE.read_text())
    settings = {
        "PYTHONPATH": tmp_path,
        "SCITOOLAGENT_DATA_DIR": tmp_path / "d",
        "SCITOOLAGENT_CACHE_DIR": tmp_path / "c",
    }
    # At gamma 2.5 and 11 Å ProDy gives 0.325436442204, 0.672741006275, 1.07715522638; the question names the cutoff.
    question = "What are the 3 slowest ANM modes of loop.pdb with a cutoff of 11 Å?"
    done = subprocess.run(
        [sys.executable, "-m", "scitoolagent.cli", "ask", "--json", question],
        env={**os.environ, **{name: str(value) for name, value in settings.items()}},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    (value,) = json.loads(done.stdout)["values"]
    assert value["tool"] == "anisotropic_network_modes_numpy"
    assert [2.5 * number for number in value["value"]] == pytest.approx(
        [0.325436442204, 0.672741006275, 1.07715522638], **EXACT
    )
