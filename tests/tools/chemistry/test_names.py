"""Compounds are found by name and number; another stereoisomer is never given for the one asked for."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compound_match, _compounds, _ordinary_words, names
from scitoolagent.tools.chemistry._well_known import WELL_KNOWN

# CAS numbers and InChIKeys as PubChem publishes them.
PUBLISHED = [
    ("pinacol", "76-09-5", "IVDFJHOHABJVEH-UHFFFAOYSA-N"),
    ("L-proline", "147-85-3", "ONIBWKKTOPOVIA-BYPYZUCNSA-N"),
    ("(-)-menthol", "2216-51-5", "NOOLISFMXDJSKH-KXUCPTDWSA-N"),
    ("anisole", "100-66-3", "RDOXTESZEPMUJZ-UHFFFAOYSA-N"),
]


@pytest.mark.parametrize(("name", "cas", "key"), PUBLISHED)
def test_name_cas_and_inchikey_lead_to_one_structure(name: str, cas: str, key: str) -> None:
    found = {names.name_to_smiles(name).smiles, names.cas_to_smiles(cas).smiles, names.inchikey_to_smiles(key).smiles}
    assert len(found) == 1
    smiles = found.pop()
    assert Chem.MolToInchiKey(Chem.MolFromSmiles(smiles)) == key
    assert names.smiles_to_cas(smiles).cas_number == names.name_to_cas(name) == cas
    assert Chem.InchiToInchiKey(names.inchikey_to_inchi(key)) == key
    assert names.is_known_name(name)


def test_reading_the_raw_table_agrees_with_the_package_that_owns_it() -> None:
    """`chemicals` parses its table in another way (dictionaries of all fields)."""
    from chemicals.identifiers import ChemicalMetadataDB

    database = ChemicalMetadataDB(elements=False, main_db=None)
    for name in ("styrene", "anisole", "furfural", "mesitylene"):
        theirs = database.search_name(name)
        ours = _compound_match.resolve(name)
        assert (ours.cas, ours.inchikey, ours.title) == (theirs.CASs, theirs.InChI_key, theirs.common_name)


def test_every_well_known_structure_gives_its_published_inchikey() -> None:
    for title, _, cas, key, smiles in WELL_KNOWN:
        assert Chem.MolToInchiKey(Chem.MolFromSmiles(smiles)) == key, title
        assert _compounds.valid_cas(cas), title
        assert names.name_to_smiles(title).stereo_note == "", title  # nothing is left open


def test_unmarked_name_is_flat_and_marked_name_is_not() -> None:
    assert "@" not in names.name_to_smiles("proline").smiles
    assert names.name_to_smiles("proline").stereo_note.startswith("1 of 1")
    left, right = names.name_to_smiles("L-proline").smiles, names.name_to_smiles("D-proline").smiles
    assert left != right
    assert Chem.CanonSmiles(left, useChiral=False) == Chem.CanonSmiles(right, useChiral=False)


def test_another_stereoisomer_is_never_given() -> None:
    # The first block is proline's, the second is of no stereoisomer.
    with pytest.raises(ToolInputError, match="same connectivity"):
        names.inchikey_to_smiles("ONIBWKKTOPOVIA-AAAAAAAASA-N")
    # The mirror image of (-)-menthol has a CAS number of its own, or none that is known here.
    row = _compound_match.resolve("(-)-menthol")
    mirror = Chem.MolToSmiles(_mirrored(row.smiles))
    try:
        assert names.smiles_to_cas(mirror).cas_number != row.cas
    except ToolInputError as error:
        assert "stereoisomers" in str(error)


def _mirrored(smiles: str) -> Chem.Mol:
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.InvertChirality()
    return mol


def test_connectivity_match_is_said() -> None:
    # Flat squalene drawn with one defined bond: only the connectivity can match.
    smiles = "CC(C)=CCC/C(C)=C/CCC(C)=CCCC=C(C)CCC=C(C)CCC=C(C)C"
    found = names.smiles_to_cas(smiles)
    assert found.cas_number == "111-02-4"
    assert found.lookup_note.startswith("only the connectivity")


@pytest.mark.parametrize("name", ["malonate", "zzxq-ene", "", "a" * 100_000, "air\x00", "pinacol\nx", "\t"])
def test_ambiguous_and_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(ToolInputError):
        names.name_to_smiles(name)


def test_ambiguous_name_shows_the_choices() -> None:
    with pytest.raises(ToolInputError, match=r"141-82-2.*141-95-7"):
        names.name_to_smiles("malonate")


def test_name_of_a_salt_gives_the_salt() -> None:
    """The table lists `sodium n-butyrate` among the synonyms of butyric acid too."""
    assert "[Na+]" in names.name_to_smiles("sodium n-butyrate").smiles


# 107-07-3 is the example by which CAS explains its check digit.
@pytest.mark.parametrize(("cas", "valid"), [("107-07-3", True), ("107-07-4", False), ("107-7-3", False)])
def test_cas_check_digit(cas: str, valid: bool) -> None:
    assert _compounds.valid_cas(cas) is valid
    if not valid:
        with pytest.raises(ToolInputError, match="not a CAS number"):
            names.cas_to_smiles(cas)


def test_sentence_words_are_no_names_and_spellings_are() -> None:
    assert not any(map(names.is_known_name, ["what is", "the", "lead", "for", "and", "", "76-09-5", "x" * 5000, "ab"]))
    assert all(map(names.is_known_name, ["ANISOLE", "β-carotene", "beta-carotene", "N,N‑dimethylaniline", " anisole "]))


# Words of the 3,500 most frequent that are compounds or elements first of all; the figure before was 153.
FREQUENT_CHEMICALS = {"water", "gold", "silver", "iron", "carbon"}


def _frequent(count: int) -> list[str]:
    """The most frequent English words by wordfreq, a list that had no part in making ours."""
    wordfreq = pytest.importorskip("wordfreq")
    words = [word for word in wordfreq.top_n_list("en", 2 * count) if word.isalpha() and word.isascii()]
    return words[:count]


@pytest.mark.parametrize("written", [str.lower, str.capitalize])
def test_frequent_english_words_are_no_compounds(written: Callable[[str], str]) -> None:
    resolved = {word for word in map(written, _frequent(3500)) if names.is_known_name(word)}
    assert {word.lower() for word in resolved} == FREQUENT_CHEMICALS


@pytest.mark.parametrize(
    "word",
    "moon pilot laser focus impact ally tiger shield release stop india green tea|natural gas|one time|Harry|BBC|NFL|dsc|"
    "armor|alcohol|salt|lead|sin|trial".replace(" ", "|", 9).split("|"),
)
def test_ordinary_words_need_the_sentence_to_say_that_they_are_compounds(word: str) -> None:
    assert not names.is_known_name(word)


@pytest.mark.parametrize("word", ["moon", "pilot", "lead"])
def test_an_announced_word_is_still_looked_up(word: str) -> None:
    assert names.is_listed_name(word)
    assert not names.is_listed_name("no such name")


def test_real_names_are_recognised() -> None:
    """Titles of the tables of well-known compounds: 99.2 % before the words were sorted out, too."""
    lines = [line for file in _compounds._index().files[:2] for line in file.read_bytes().splitlines()]
    titles = {_compounds._compound(line).title for line in lines if line.count(b"\t") >= 8}
    titles = {title for title in titles if len(title) > 2}
    known = {title for title in titles if names.is_known_name(title)}
    print(f"{len(known)} of {len(titles)} titles recognised")
    assert len(titles) > 4000
    assert len(known) / len(titles) >= 0.99
    assert {title for title in titles - known if title.isalpha() and len(title) > 4} <= {"ferrous", "targa"}


REAL = """
acetone ethanol methanol toluene benzene hexane heptane pentane pyridine piperidine morpholine furan thiophene pyrrole imidazole
dichloromethane chloroform acetonitrile cyclohexane xylene anisole diglyme sulfolane DMSO DMF MTBE HMPA TFA DBU DMAP EDTA EGTA
aspirin paracetamol acetaminophen ibuprofen naproxen diclofenac ketoprofen warfarin metformin omeprazole
 ranitidine cimetidine atenolol propranolol metoprolol amlodipine nifedipine verapamil diltiazem captopril
    furosemide spironolactone simvastatin lovastatin atorvastatin fluoxetine
citalopram paroxetine diazepam lorazepam alprazolam clonazepam haloperidol olanzapine clozapine carbamazepine
phenytoin morphine codeine heroin methadone fentanyl naloxone ketamine lidocaine procaine cocaine caffeine
nicotine amphetamine MDMA LSD GHB amoxicillin ampicillin penicillin erythromycin azithromycin
doxycycline tetracycline isoniazid rifampicin ketoconazole acyclovir imatinib tamoxifen methotrexate
 dexamethasone prednisone hydrocortisone testosterone estradiol progesterone cortisol cholesterol thyroxine melatonin
serotonin dopamine adrenaline epinephrine histamine acetylcholine glycine alanine valine leucine isoleucine serine threonine
cysteine methionine proline phenylalanine tyrosine tryptophan histidine lysine arginine asparagine glutamine L-alanine D-proline
thiamine riboflavin niacin pyridoxine biotin retinol tocopherol glucose fructose galactose mannose ribose sucrose lactose maltose
adenine guanine cytosine thymine uracil adenosine ATP GABA urea creatinine taurine choline inositol glycerol sorbitol mannitol
vanillin menthol camphor limonene geraniol eugenol thymol carvone quercetin resveratrol curcumin capsaicin artemisinin quinine
strychnine colchicine scopolamine aniline phenol catechol hydroquinone resorcinol naphthalene anthracene
phenanthrene biphenyl styrene isoprene butadiene ethylene propylene acetylene methane ethane propane butane octane decane
formaldehyde acetaldehyde benzaldehyde furfural cyclohexanone benzophenone ammonia hydrazine hydroxylamine phosgene ozone water
HCl NaCl NaOH KOH KBr DDT TNT RDX TCDD lindane dieldrin malathion parathion atrazine glyphosate paraquat sarin tabun soman
Tylenol Prozac Viagra Valium Xanax Ritalin oxygen hydrogen nitrogen chlorine bromine iodine sulfur sulphur phosphorus mercury
tetrahydrofuran dimethylformamide nitromethane triethylamine quinoline isoquinoline indole acridine carbazole
pyrazole thiazole oxazole pyrimidine pyrazine purine azulene fluorene pyrene cumene mesitylene tetralin adamantane ferrocene
""".split()
REAL += [
    "acetic acid", "citric acid", "lactic acid", "uric acid", "folic acid", "ascorbic acid", "benzoic acid", "carbon dioxide",
    "sodium chloride", "sodium hydroxide", "hydrogen peroxide", "sulfuric acid", "nitric acid", "hydrochloric acid",
    "ethyl acetate", "diethyl ether", "isopropyl alcohol", "ethylene glycol", "vitamin C", "baking soda", "dry ice",
    "potassium permanganate", "calcium carbonate", "acetic anhydride", "maleic anhydride", "tert-butanol", "1,4-dioxane",
    "2-naphthol", "N,N-dimethylaniline", "acetyl chloride",
]  # fmt: skip


def test_names_that_people_write_are_recognised() -> None:
    assert len(REAL) > 300
    assert [name for name in REAL if not names.is_known_name(name)] == []


def test_list_of_ordinary_words_is_up_to_date() -> None:
    pytest.importorskip("symspellpy")
    assert _ordinary_words._ORDINARY.read_text("utf-8") == _ordinary_words.build(), (
        "run `python -m scitoolagent.tools.chemistry._ordinary_words`"
    )


# Elements whose molecules are what the name means; every other one stands for itself.
MOLECULES = {"hydrogen": "[HH]", "nitrogen": "N#N", "oxygen": "O=O", "fluorine": "FF", "chlorine": "ClCl",
             "bromine": "BrBr", "iodine": "II"}  # fmt: skip
SPELLINGS = {"sulphur": "S", "aluminium": "Al", "aluminum": "Al", "caesium": "Cs", "cesium": "Cs", "wolfram": "W"}


def test_every_element_name_is_the_element_and_no_hydride() -> None:
    """The names are RDKit's own, which come from another table than ours."""
    table = Chem.GetPeriodicTable()
    for number in range(1, 119):
        name, symbol = table.GetElementName(number).lower(), table.GetElementSymbol(number)
        found = names.name_to_smiles(name)
        wanted = MOLECULES.get(name, f"[{symbol}]")
        assert Chem.CanonSmiles(found.smiles) == Chem.CanonSmiles(wanted), name
        assert names.is_known_name(name) is (name != "lead")
    for name, symbol in SPELLINGS.items():
        assert names.name_to_smiles(name).smiles == f"[{symbol}]"
    assert names.cas_to_smiles("7704-34-9").smiles == "[S]"  # CAS number of sulfur
    assert names.name_to_smiles("ozone").smiles == "O=[O+][O-]"
    assert names.name_to_smiles("hydrogen sulfide").smiles == "S"


def test_a_lone_atom_is_said_to_stand_for_an_element() -> None:
    assert "stands for the element sulfur" in names.name_to_smiles("sulphur").stereo_note
    assert "stands for the element" not in names.name_to_smiles("argon").stereo_note
    assert "stands for the element" not in names.name_to_smiles("oxygen").stereo_note


def test_recognition_is_fast_enough_for_every_phrase_of_a_question() -> None:
    names.is_known_name("anisole")
    start = time.perf_counter()
    assert not any(names.is_known_name(f"no such name {number}") for number in range(2000))
    assert time.perf_counter() - start < 10.0


def test_first_look_up_does_not_import_the_package() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from scitoolagent.tools.chemistry import _compounds; "
        "assert _compounds.by_name('anisole')[0].cas == '100-66-3'; "
        "assert not {'chemicals', 'pandas', 'scipy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_titles_and_numbers() -> None:
    assert names.smiles_to_name("COc1ccccc1") == names.cas_to_name("100-66-3") == "anisole"
    assert names.smiles_to_pubchem_cid("COc1ccccc1") == 7519  # PubChem's record of anisole
    assert names.smiles_to_iupac_name("COc1ccccc1") == "methoxybenzene"  # the name IUPAC gives it
    with pytest.raises(ToolInputError, match="exactly"):
        names.smiles_to_name("COc1ccccc1C#CC#CC#CF")
