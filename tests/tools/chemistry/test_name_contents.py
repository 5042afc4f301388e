"""What a name says of water and counter-ions is in its structure, or the name is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import gcd

import pytest
from rdkit import Chem, RDLogger
from rdkit.Chem import Descriptors

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds, names
from scitoolagent.tools.chemistry._name_contents import contents, salt

# Molecular weights of suppliers' catalogues (Merck, Thermo Fisher) and of the European Pharmacopoeia.
WEIGHTS = [
    ("magnesium chloride hexahydrate", 203.30), ("cobalt(II) chloride hexahydrate", 237.93),
    ("manganese(II) chloride tetrahydrate", 197.91), ("cerium trinitrate hexahydrate", 434.22),
    ("chromium nitrate nonahydrate", 400.15), ("lithium citrate tribasic tetrahydrate", 281.98),
    ("nicotine tartrate dihydrate", 498.44), ("monohydrate caffeine", 212.21), ("caffeine monohydrate", 212.21),
    ("glucose monohydrate", 198.17), ("iron(III) chloride hexahydrate", 270.30), ("zinc nitrate hexahydrate", 297.49),
    ("calcium sulfate hemihydrate", 290.30), ("sodium sulfide nonahydrate", 240.18),
    ("copper(II) sulfate pentahydrate", 249.69), ("calcium chloride dihydrate", 147.01), ("MES monohydrate", 213.25),
    ("lidocaine hydrochloride monohydrate", 288.81), ("fluoxetine hydrochloride", 345.79), ("fluoxetine HCl", 345.79),
    ("robenidine hydrochloride", 370.66), ("chloroprocaine hydrochloride", 307.22), ("atropine sulfate", 676.82),
    ("atropine sulphate monohydrate", 694.83), ("chlorpheniramine maleate", 390.86), ("codeine sulfate", 696.81),
    ("naproxen sodium", 252.24), ("ibuprofen calcium", 450.6), ("white phosphorus", 123.90), ("chloral hydrate", 165.40),
]  # fmt: skip


@pytest.mark.parametrize(("name", "weight"), WEIGHTS)
def test_a_name_has_its_water_and_its_counter_ion(name: str, weight: float) -> None:
    mol = Chem.MolFromSmiles(names.name_to_smiles(name).smiles)
    # Catalogues round the last digit, and take atomic weights of other years.
    assert Descriptors.MolWt(mol) == pytest.approx(weight, rel=2e-4)
    assert Chem.GetFormalCharge(mol) == 0


@pytest.mark.parametrize(("name", "why"), [
    ("doxycycline hyclate", "hyclate is missing"),
    ("thiethylperazine maleate", "maleate is missing"),
    ("almitrine mesylate", "how many molecules of acid"),
    ("quinacrine hydrochloride", "how many molecules of acid"),
    ("ninhydrin monohydrate", "no name known"),
    ("caffeine hydrochloride hyclate", "no name known"),
    ("8-hydroxyquinoline sulfate", "another ratio"),
    ("ergotamine tartrate", "another ratio"),
    ("4-methylaminophenol sulfate", "another ratio|more sulfuric acid"),
    ("magnesium sulphate hydrate", "water is missing"),
    ("morphine citrate", "no name known|missing"),
])  # fmt: skip
def test_what_a_name_leaves_open_is_refused(name: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        names.name_to_smiles(name)


def test_the_note_tells_how_it_was_made() -> None:
    assert "made of 1 caffeine and 1 water" in names.name_to_smiles("caffeine monohydrate").stereo_note
    assert "made of fluoxetine" in names.name_to_smiles("fluoxetine hydrochloride").stereo_note
    assert "made of" not in names.name_to_smiles("sodium acetate trihydrate").stereo_note


@pytest.mark.parametrize("name", ["caffeine monohydrate", "monohydrated caffeine", "fluoxetine HCl"])
def test_names_of_parts_are_known(name: str) -> None:
    assert names.is_known_name(name)


@pytest.mark.parametrize(
    "text", ["the monohydrate", "a dihydrate", "moon monohydrate", "carbohydrate", "is hcl", "sodium"]
)
def test_words_of_water_make_no_names(text: str) -> None:
    assert not names.is_known_name(text) or text == "sodium"


def test_a_record_without_the_salt_gives_no_number_for_it() -> None:
    """The table lists `morphine citrate`-like names under the base, whose CAS number is another."""
    assert names.name_to_cas("magnesium chloride hexahydrate") == "7791-18-6"
    for name in ("thiethylperazine maleate", "caffeine, monohydrate"):
        with pytest.raises(ToolInputError):
            names.name_to_cas(name)


@pytest.mark.parametrize(("text", "main", "waters"), [
    ("Copper(II) sulfate pentahydrate", "copper(ii) sulfate", 5), ("caffeine, monohydrate", "caffeine", 1),
    ("monohydrate caffeine", "caffeine", 1), ("mgcl2 · 6H2O", "mgcl2", 6), ("calcium sulfate hemihydrate", "calcium sulfate", 0.5),
    ("magnesium chloride (MgCl2) hydrate (1:6)", "magnesium chloride (mgcl2)", 6), ("oxalic acid 2-hydrate", "oxalic acid", 2),
    ("sodium thiosulfate hydrate (2:1:5)", "sodium thiosulfate", 5), ("enoxacin sesquihydrate", "enoxacin", 1.5),
    ("chloral hydrate", "chloral", 0), ("carbohydrate", "carbohydrate", None), ("water", "water", None),
    ("30% in h2o", "30% in h2o", None), ("hydrogen peroxide (h2o2)", "hydrogen peroxide (h2o2)", None),
])  # fmt: skip
def test_water_in_a_name(text: str, main: str, waters: float | None) -> None:
    said = contents(text)
    assert (said.main, said.waters) == (main, waters if waters is None else Fraction(waters))


@pytest.mark.parametrize(("text", "parent", "word", "times"), [
    ("ranitidine dihydrochloride", "ranitidine", "hydrochloride", 2), ("x, maleate (1:1) (salt)", "x", "maleate", None),
    ("benzoic acid, sodium salt", "benzoic acid", "sodium", None), ("56-17-7 (di-hydrochloride)", "56-17-7", "hydrochloride", 2),
])  # fmt: skip
def test_counter_ions_in_a_name(text: str, parent: str, word: str, times: int | None) -> None:
    found = salt(text)
    assert found is not None
    assert (found.parent, found.word, found.times) == (parent, word, times)


COUNTED = re.compile(r"\b(mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|dodeca|hemi|sesqui)hydrate\b")
NUMBERS = {"hemi": 0.5, "mono": 1, "sesqui": 1.5, "di": 2, "tri": 3, "tetra": 4, "penta": 5, "hexa": 6, "hepta": 7,
           "octa": 8, "nona": 9, "deca": 10, "dodeca": 12}  # fmt: skip
HALIDE = re.compile(r" (di|tri|tetra)?hydro(chloride|bromide)$")


def _names() -> Iterator[str]:
    """All names of all tables that say a number of waters or end with a hydrohalic acid."""
    for row in (*_compounds.all_rows(), *_compounds._common_names().values()):
        yield from (name for name in dict.fromkeys(row.names) if COUNTED.search(name) or HALIDE.search(name))


@pytest.mark.slow
def test_no_name_of_the_tables_lacks_what_it_says() -> None:
    """The count is of this test's own making; every fourth of the 11,000 names, which is every one in four runs."""
    RDLogger.DisableLog("rdApp.*")
    wrong, right, refused = [], 0, 0
    for name in [*dict.fromkeys(_names())][::4]:
        try:
            parts = Counter(names.name_to_smiles(name).smiles.split("."))
        except ToolInputError:
            refused += 1
            continue
        units = gcd(*(count for part, count in parts.items() if part != "O"))
        water, halide = COUNTED.search(name), HALIDE.search(name)
        # Water that is bonded, as in the hydrate of chloral, is not counted here.
        if water and parts["O"] and parts["O"] / units != NUMBERS[water[1]]:
            wrong.append(name)
        acid = {"chloride": "Cl", "bromide": "Br"}[halide[2]] if halide else ""
        if halide and not parts[acid] + parts[f"[{acid}-]"]:
            wrong.append(name)
        right += 1
    assert not wrong
    assert right > 1500
    assert refused > 200
