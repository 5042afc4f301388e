"""What pictures of tables, spectra and sequences show: their words, their numbers of shapes, and what they refuse.

The words of a figure stand as comments in its SVG, since its letters are outlines.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import checked
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

PICTURES = [spec for spec in load_registry() if any(port.semantic.parent == "SvgPicture" for port in spec.outputs)]


def draw(tool: str, /, **arguments: Any) -> str:
    (text,) = call_tool(load_registry()[tool], arguments).values()
    return str(text)


def words(svg: str) -> list[str]:
    return re.findall(r"<!-- (.*?) -->", svg)


@pytest.fixture
def table(tmp_path: Path) -> str:
    lines = ["name,smiles,group,mass [mg],time [s],kind", "a,CCO,x,1,10,p", "b,CCN,x,2,19,q", "c,CCC,y,4,41,p"]
    lines += ["d,c1ccccc1,y,8,80,q", "e,,y,,90,p", "f,nothing,x,3,30,q"]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    return str(tmp_path / "a.csv")


@pytest.mark.parametrize("spec", PICTURES, ids=lambda spec: spec.name)
def test_every_picture_can_be_written_as_a_file(spec: Any, tmp_path: Path) -> None:
    from scitoolagent.pictures import write_picture

    (text,) = call_tool(spec, spec.example).values()
    assert checked(text)
    for form in ("png", "pdf"):
        assert write_picture(text, tmp_path / f"a.{form}").stat().st_size > 1000


def test_axes_have_units_and_rows_are_counted(table: str) -> None:
    shown = words(draw("draw_histogram", table=table, column="mass [mg]", bins=2))
    assert {"mass [mg]", "rows", "n = 5 (1 without a value)"} <= {*shown}
    shown = words(draw("draw_scatter", table=table, column="mass [mg]", other="time [s]", line=True))
    # cor(c(1,2,4,8,3), c(10,19,41,80,30))^2 in R
    assert {"mass [mg]", "time [s]", "n = 5 (1 without a value); R² = 0.999"} <= {*shown}


def test_the_bars_of_a_histogram_are_as_high_as_the_counts(table: str) -> None:
    # 1, 2, 4, 8, 3 in two bars from 1 to 8: four up to 4.5 and one above.
    svg = draw("draw_histogram", table=table, column="mass [mg]", bins=2)
    bars = re.findall(r'<path d="M ([\d.]+) ([\d.]+) \nL ([\d.]+) [\d.]+ \nL [\d.]+ ([\d.]+)', svg)
    heights = [float(low) - float(high) for _, low, _, high in bars if float(low) != float(high)]
    tall = sorted(heights[-2:])
    assert tall[1] / tall[0] == pytest.approx(4.0, rel=1e-3)


def test_many_points_become_one_image(tmp_path: Path) -> None:
    rows = [f"{number % 97},{number % 89}" for number in range(5000)]
    (tmp_path / "a.csv").write_text("\n".join(["a,b", *rows]) + "\n")
    svg = draw("draw_scatter", table=str(tmp_path / "a.csv"), column="a", other="b")
    assert "data:image/png;base64" in svg
    assert len(svg) < 400_000


def test_boxes_bars_and_heat_maps_name_their_groups(table: str) -> None:
    assert {"x", "y", "n = 3", "n = 2", "group", "mass [mg]"} <= {*words(draw("draw_boxes", table=table, column="mass [mg]", by="group"))}  # fmt: skip
    assert {"a", "b", "c", "d", "f"} <= {*words(draw("draw_bars", table=table, column="mass [mg]", name="name"))}
    shown = words(draw("draw_correlations", table=table, columns=["mass [mg]", "time [s]"]))
    assert shown.count("1.00") == 4  # the four cells
    assert {"a", "b", "c", "d", "f", "distance (Ward, standardised columns)"} <= {
        *words(draw("draw_dendrogram", table=table, columns=["mass [mg]", "time [s]"], name="name"))
    }


def test_a_grid_tells_what_it_leaves_out(table: str, tmp_path: Path) -> None:
    svg = draw("draw_structure_grid", table=table, column="smiles", name="mass [mg]")
    labels = re.findall(r'aria-label="(.*?)"', svg)
    assert labels == ["1 mg", "2 mg", "4 mg", "8 mg", "2 rows hold no molecule that can be read"]
    (tmp_path / "b.csv").write_text("smiles,name\n" + "\n".join(f"{'C' * (n + 1)},<b>{n}" for n in range(70)) + "\n")
    svg = draw("draw_structure_grid", table=str(tmp_path / "b.csv"), column="smiles", name="name")
    assert "10 further rows are not drawn" in svg
    assert "&lt;b&gt;0" in svg
    assert "<b>" not in svg


def test_rows_without_names_are_numbered(table: str) -> None:
    assert {"row 1", "row 6"} <= {*words(draw("draw_bars", table=table, column="mass [mg]"))}
    assert {"row 1", "row 6"} <= {*words(draw("draw_dendrogram", table=table, columns=["mass [mg]", "time [s]"]))}
    svg = draw("draw_structure_grid", table=table, column="smiles")
    assert re.findall(r'aria-label="(row .)"', svg) == ["row 1", "row 2", "row 3", "row 4"]


def test_what_cannot_be_drawn_is_refused(table: str, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("x,y,smiles\n" + "\n".join(f"{n},{n - 50},C" for n in range(100)) + "\n")
    many = str(tmp_path / "b.csv")
    for name, arguments, why in (
        ("draw_histogram", {"table": table, "column": "group"}, "no numbers"),
        ("draw_histogram", {"table": table, "column": "mass [mg]", "bins": 9999}, "cannot be drawn"),
        ("draw_boxes", {"table": many, "column": "x", "by": "y"}, "at most 40"),
        ("draw_bars", {"table": many, "column": "x", "name": "y"}, "take the top rows first"),
        ("draw_sticks", {"table": many, "column": "x", "other": "y"}, "negative intensity -50"),
        ("draw_structure_grid", {"table": table, "column": "name", "name": "group"}, "no SMILES"),
        ("draw_correlations", {"table": table, "columns": ["mass [mg]"]}, "2 to 40"),
    ):
        with pytest.raises(ToolInputError, match=why):
            draw(name, **arguments)


def test_a_powder_pattern_and_an_isotope_pattern_name_their_peaks() -> None:
    shown = words(draw("powder_pattern_drawing", **load_registry()["powder_pattern_drawing"].example))
    # Halite, a = 5.64 Å: (200) at 2 asin(1.54184 / 5.64) = 31.73°, (220) at 45.49°.
    assert {"31.73°", "45.49°", "2θ (°)"} <= {*shown}
    shown = words(draw("isotope_pattern_drawing", smiles="CBr"))
    # CH3-79Br 93.942 u and CH3-81Br 95.940 u, nearly as high.
    assert {"93.942", "95.940", "mass (u)"} <= {*shown}


def test_torsion_angles_of_an_ideal_helix_lie_where_they_must() -> None:
    from scitoolagent.tools.biology._pdb import HELIX_FILE, protein_chains, read_model
    from scitoolagent.tools.biology.pictures import torsions

    found = torsions(protein_chains(read_model(HELIX_FILE)))
    # The file was made with φ = -57.8 and ψ = -47.0, those of the α-helix of IUPAC-IUB 1970.
    assert all(abs(phi + 57.8) < 5 and abs(psi + 47.0) < 5 for _, phi, psi in found)
    assert len(found) == 11  # of 13 residues the ends lack an angle
    shown = words(draw("ramachandran_drawing", structure=str(HELIX_FILE)))
    assert {"φ (°)", "ψ (°)", "example_helix: 11 residues"} <= {*shown}


def test_maps_of_dna_name_frames_and_sites() -> None:
    gene = "GAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGATCCAAGCTT"
    for topology in ("linear", "circular"):
        shown = words(draw("dna_map", sequence=gene, topology=topology, enzyme="BamHI, EcoRI", min_length=30))
        # EcoRI cuts G^AATTC behind base 1, BamHI G^GATCC behind base 46; the frame runs from ATG to TAA.
        assert {"EcoRI 2", "BamHI 47", "ORF, 39 bases"} <= {*shown}
        assert "57 bases; 1 open reading frames; 2 sites" in shown
    shown = words(draw("protein_motif_map", sequence="MSTNKTRLQRGDWWCPECGKSFSQSSNLQKHQRTHTKDEL"))
    assert {"RGD cell attachment sequence", "40 residues; 6 motifs"} <= {*shown}
