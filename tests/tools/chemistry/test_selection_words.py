"""What questions count and look for, and that nothing else is taken for it."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry._selected import GROUP_NAMES
from scitoolagent.tools.chemistry._selection import ATOM_CLASSES, PLAIN, VALUED, Condition, Selection, parse_selection
from scitoolagent.tools.chemistry._selection_words import find_counted, find_sought


def counted(text: str) -> list[tuple[str, str | None]]:
    return [(text[start:end], value) for start, end, value in find_counted(text)]


def sought(text: str) -> list[tuple[str, str | None]]:
    return [(text[start:end], value) for start, end, value in find_sought(text)]


@pytest.mark.parametrize(("text", "value"), [
    ("How many non-aromatic carbons does cumene have?", "C; not aromatic"),
    ("number of aliphatic carbon atoms in cumene", "C; not aromatic"),
    ("Count the aromatic ring nitrogens of quinine", "N; in aromatic ring"),
    ("How many sp3-hybridised nitrogen atoms are there in quinine?", "N; sp3"),
    ("how many carbon-oxygen double bonds does camphor have", "double bonds C-O"),
    ("How many C=N bonds are in guanidine?", "double bonds C-N"), ("how many N–H bonds", "bonds N-H"),
    ("How many C≡C triple bonds does it have?", "triple bonds C-C"),
    ("How many bromines does it have", "Br"), ("How many sulphur atoms are in cysteine?", "S"),
    ("number of N atoms of adenine", "N"), ("How many nitrogen or oxygen atoms are in serine?", "N or O"),
    ("the number of tertiary alcohols", "tertiary alcohol"), ("How many phenolic OH groups does resveratrol have?", "phenol"),
    ("How many carbonyl carbons are in citral?", "C; part of carbonyl"), ("how many methyl hydrogens", "H; part of methyl"),
    ("How many seven-membered rings does it contain?", "rings; size 7"), ("nitrogen count", None),
    ("How many nitrogen-containing rings are there?", "rings; contains N"), ("how many secondary carbons", "C; secondary"),
    ("How many oxygen-bound hydrogens does sorbitol have?", "H; bonded to O"), ("how many Z double bonds", "double bonds; Z"),
    ("How many S-configured stereocentres has it?", "atoms; S; stereocentre"), ("how many charged atoms", "atoms; charged"),
    ("Which has the most fluorine atoms?", "F"), ("more oxygens than nitrogens", "O"), ("how many doubly bonded oxygens", "O; double-bonded"),
    ("How many acidic hydrogens does it have?", "H; ?acidic"), ("how many equivalent methyl groups", "methyl; ?equivalent"),
    ("Which have at least two chlorines?", "Cl"), ("molecules with three nitro groups", "nitro"),
])  # fmt: skip
def test_what_stands_in_front(text: str, value: str | None) -> None:
    assert [found for _, found in counted(text)] == ([value] if value else [])


@pytest.mark.parametrize(("text", "value"), [
    ("How many carbons that are not aromatic", "C; not aromatic"), ("how many carbons outside the rings", "C; not in ring"),
    ("How many hydrogens on nitrogen or sulfur", "H; bonded to N or S"), ("how many oxygens not bonded to hydrogen", "O; not hydrogens any"),
    ("How many nitrogens bearing two hydrogens", "N; hydrogens 2"), ("how many carbons without hydrogens", "C; hydrogens 0"),
    ("How many atoms in the ring other than carbon", "atoms; in ring; not element C"),
    ("how many halogens attached to an aromatic ring", "halogens; bonded to aromatic ring"),
    ("How many heavy atoms excluding oxygen and sulfur", "heavy atoms; not element O or S"),
    ("how many ester groups that are part of a ring", "ester; in ring"), ("how many amide bonds in a ring", "amide bond; in ring"),
    ("How many hydroxyls on a saturated carbon", "hydroxyl; bonded to sp3 C"), ("how many nitrogens carrying a positive charge", "N; positive"),
    ("How many double bonds between two carbons", "double bonds C-C"), ("how many single bonds between heavy atoms", "single bonds; between heavy atoms"),
    ("How many carbons that are neither aromatic nor in a ring", "C; not aromatic; not in ring"),
    ("how many rings without oxygen", "rings; not contains O"), ("how many carbons of the benzene ring", "C; part of benzene ring"),
    ("How many oxygens that are not part of a carboxylic acid", "O; not part of carboxylic acid"),
    ("how many carbons in five-membered rings", "C; size 5"), ("How many carbons that are aromatic or charged", "C; aromatic; ?or"),
    ("how many carbons that are equivalent", "C; ?equivalent"), ("how many nitrogens, besides the aromatic ones", "N; not aromatic"),
    ("How many carbons bonded to at least two oxygens", "C; ?at least two"), ("how many hydrogens bonded to sp3 carbons", "H; bonded to sp3 C"),
])  # fmt: skip
def test_what_stands_behind(text: str, value: str | None) -> None:
    found = counted(f"{text} does vanillin have?")
    assert found[0][1] == value or value is None
    if value:
        assert text.lower().removeprefix("how many ") == found[0][0].lower()
        assert len(found) == 1


@pytest.mark.parametrize(("text", "value"), [
    ("rings of strychnine contain no oxygen", "rings; not contains O"), ("rings with no nitrogen", "rings; not contains N"),
    ("rings that contain no heteroatoms", "rings; not contains heteroatoms"), ("carbons that bear no fluorine", "C; not bonded to F"),
    ("carbons bonded to no hydrogen", "C; not hydrogens any"), ("rings with neither S nor O", "rings; not contains S or O"),
    ("rings containing both oxygen and sulfur", "rings; contains O; contains S"), ("rings containing O or S", "rings; contains O or S"),
    ("rings containing oxygen and sulfur", "rings; contains O; contains S"), ("rings containing sulfur and no oxygen", "rings; contains S; not contains O"),
    ("carbons attached to oxygen and fluorine", "C; bonded to O; bonded to F"), ("hydrogens attached to carbon and oxygen", "H; bonded to C or O"),
    ("rings without oxygen and sulfur", "rings; not contains O or S"), ("carbons not bonded to oxygen and fluorine", "C; ?and"),
    ("rings containing O, S", "rings; ?,"), ("methyl groups bonded to nitrogen and oxygen", "methyl; ?and"), ("rings with a bromine", "rings; ?bromine"),
    ("atoms with hydrogens", "atoms; with hydrogens"), ("atoms including the hydrogens", "atoms; with hydrogens"),
    ("atoms without hydrogen", "atoms; not element H"), ("atoms excluding hydrogen", "atoms; not element H"),
    ("atoms with a hydrogen", "atoms; hydrogens any"), ("atoms with two hydrogens", "atoms; hydrogens 2"),
    ("heavy atoms with hydrogens", "heavy atoms; ?hydrogens"), ("carbons without hydrogens", "C; hydrogens 0"),
])  # fmt: skip
def test_no_both_and_hydrogens(text: str, value: str) -> None:
    assert counted(f"How many {text} are there?")[0][1] == value


@pytest.mark.parametrize(("text", "found"), [
    ("How many carbons of vanillin are not aromatic?", [("carbons", "C; not aromatic"), ("are not aromatic", None)]),
    ("How many hydrogens of vanillin sit on oxygen?", [("hydrogens", "H; bonded to O"), ("sit on oxygen", None)]),
    ("How many of the nitrogens in histidine belong to a ring?", [("nitrogens", "N; in ring"), ("belong to a ring", None)]),
    ("How many heavy atoms has urea when the nitrogens are ignored?",
     [("heavy atoms", "heavy atoms; not element N"), ("when the nitrogens are ignored", None)]),
    ("How many carbons of sorbitol bear a hydroxyl group?", [("carbons", "C; ?group"), ("bear a hydroxyl group", None)]),
    ("How many carbons and oxygens of anisole are aromatic?",
     [("carbons", "C; aromatic"), ("oxygens", "O; aromatic"), ("are aromatic", None)]),
    ("How many nitrogens and oxygens has urea?", [("nitrogens", "N"), ("oxygens", "O")]),
    ("How many carbons has urea, and does it contain a halogen that is aromatic?", []),
    ("How many carbons has urea? It is in a ring.", []),
])  # fmt: skip
def test_conditions_that_stand_apart(text: str, found: list[tuple[str, str | None]]) -> None:
    assert counted(text) == found


@pytest.mark.parametrize(("text", "found"), [
    ("Does vanillin contain an aldehyde?", [("aldehyde", "aldehyde")]), ("Is there a nitro group in it?", [("nitro group", "nitro")]),
    ("Which of these contain sulfur: urea, thiourea?", [("sulfur", "S")]), ("Does it have any halogens?", [("halogens", "halogens")]),
    ("compounds containing an indole ring", [("indole ring", "indole ring")]), ("Does it contain an aromatic ring?", [("aromatic ring", "rings; aromatic")]),
    ("Does it have a hydroxyl group attached to an aromatic ring?",
     [("hydroxyl group attached to an aromatic ring", "hydroxyl; bonded to aromatic ring")]),
    ("Does it contain nitrogen or sulfur?", [("nitrogen or sulfur", "N or S")]),
    ("Does it contain nitrogen and sulfur?", [("nitrogen", "N"), ("sulfur", "S")]),
    ("Does it have a free hydroxyl group?", [("free hydroxyl group", "hydroxyl; ?free")]),
    ("Which contain more than 30 % nitrogen by mass?", []), ("Does the flask contain carbon dioxide?", []),
    ("Does it contain phenol?", []), ("Does it contain a phenol?", [("phenol", "phenol")]), ("It has a ring count of 3.", []),
    ("the SMILES with explicit hydrogens", []), ("reacts with nitrogen", []), ("the solution contains acid", []),
    ("Is vanillin an aldehyde?", [("aldehyde", "aldehyde")]), ("Which of these are ketones: camphor, thymol?", [("ketones", "ketone")]),
    ("Is there an ether?", [("ether", "ether")]), ("Is the ester of vanillin a solid?", []), ("Is vanillin larger than an ester group?", []),
    ("Does it contain both nitrogen and sulfur?", [("nitrogen", "N"), ("sulfur", "S")]), ("Is it a strong amine?", []),
    ("Which has the larger TPSA?", []), ("Does it have at least two nitrogens?", []),
])  # fmt: skip
def test_what_is_looked_for(text: str, found: list[tuple[str, str | None]]) -> None:
    assert sought(text) == found


@pytest.mark.parametrize("text", [
    "How many grams of carbon are in 5 g of sugar?", "How many moles of oxygen atoms", "What is the carbon footprint?",
    "How many hydrogen bond donors does it have?", "How many carbons does hexane have?", "the number of heavy atoms",
    "How many people lead the group?", "How many of benzene, phenol and hexane are liquid?", "How many of the compounds pyridine and urea are basic?", "Count the words in the ring.", "number of amide bonds", "how many rings has it",
    "How many aromatic rings are there?", "the number of rotatable bonds", "c1ccccc1 how many", "How many", "",
    "How many oxygen tanks are there?", "Give the number of halogens", "How many sp2 carbons has it as a fraction of all carbons?", "How many stereocentres has it?",
])  # fmt: skip
def test_nothing_is_found_where_nothing_is_meant_or_a_label_says_it(text: str) -> None:
    assert counted(text) == []


def test_labels_of_other_tools_are_left_to_them() -> None:
    """A label that is asked for by "how many" or "number of" has a tool of its own."""
    registry = load_registry()
    own = {
        "StructuralFeatureCount",
        "StructuralFeaturePresence",
        "StructuralFeatureNote",
        "CountedFeature",
        "SoughtFeature",
        # Asked of a structure file alone; of a molecule they are groups.
        "DisulfideCount",
    }
    labels = {label for name, kind in registry.types.items() if name not in own for label in (kind.label, *kind.also)}
    numbered = {label for label in labels if label.startswith("number of ")}
    assert len(numbered) > 20
    stolen = {label: found for label in numbered if (found := counted(f"What is the {label} of vanillin?"))}
    assert stolen == {}


_NAMES = st.sampled_from(["C", "N", "O", "Cl", *ATOM_CLASSES])
_CONDITIONS = st.one_of(
    st.builds(Condition, st.sampled_from(PLAIN), st.just(()), st.booleans()),
    st.builds(Condition, st.sampled_from(VALUED), st.tuples(_NAMES, _NAMES), st.booleans()),
    st.builds(Condition, st.just("?"), st.tuples(st.sampled_from(["odd", "free"])), st.booleans()),
)
_MORE = st.lists(_CONDITIONS, max_size=4).map(tuple)
_SELECTIONS = st.one_of(
    st.builds(Selection, st.just("atom"), st.tuples(_NAMES, _NAMES), st.just(()), _MORE),
    st.builds(Selection, st.just("bond"), st.sampled_from([(), ("double",)]), st.sampled_from([(), ("C", "O")]), _MORE),
    st.builds(Selection, st.just("group"), st.tuples(st.sampled_from(sorted(GROUP_NAMES))), st.just(()), _MORE),
    st.builds(Selection, st.just("ring"), st.just(()), st.just(()), _MORE),
)


@given(_SELECTIONS)
def test_a_selection_is_read_as_it_is_written(selection: Selection) -> None:
    assert parse_selection(str(selection), GROUP_NAMES) == selection


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    for find in (find_counted, find_sought):
        for start, end, _ in find(text):
            assert 0 <= start < end <= len(text)


@pytest.mark.parametrize("text", [
    "how many carbons that are not " * 700, "contain a nitrogen or oxygen, " * 700, "how many " * 2500, "carbon " * 3000,
    "how many carbons in a " * 900, "how many carbons and nitrogens and " * 600, "a" * 20_000, "C" * 20_000,
])  # fmt: skip
def test_long_texts_are_read_in_time(text: str) -> None:
    start = time.process_time()
    list(find_counted(text))
    list(find_sought(text))
    assert time.process_time() - start < 10  # a search that grows with the square takes minutes


def test_no_library_of_chemistry_is_loaded_for_reading() -> None:
    code = (
        "import sys; from scitoolagent.tools.chemistry import _selection_words as w, _derivative_words as d, "
        "_adduct_words as a; list(w.find_counted('How many carbons are aromatic?')); list(d.find_salts('a salt'));"
        "list(a.find_adducts('[M+H]+')); print('rdkit' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
