"""The screen as a whole: notations, bad input, broken tables, speed."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import SafetyError
from scitoolagent.safety_db import screen, store, translation
from scitoolagent.safety_db.grading import VERDICTS, worst
from scitoolagent.safety_db.names import normalise_name

# one of each verdict and of each way of finding it: identity, family, score, element, explosive, everyday
MOLECULES = [
    "CC(C)OP(C)(=O)F", "CCOP(C)(=O)SCCN(C(C)C)C(C)C", "NC(=O)OCC1N=C(N)N2CCC(O)(O)C23NC(N)=NC13",
    "O=[N+]([O-])N1CN(CN(C1)[N+](=O)[O-])[N+](=O)[O-]", "CCCCCCCCCCCCCC", "C[Hg]C", "CN1CCCC1c1cccnc1",
    "CC(=O)Oc1ccccc1C(=O)O", "OC(=O)c1cc(O)c(O)c(O)c1", "CN(C)C(=N)NC(N)=N", "Oc1ccc2ccccc2c1N=Nc1ccccc1",
    "[Na+].[N-]=[N+]=[N-]", "CC(=O)CC(c1ccccc1)c1c(O)c2ccccc2oc1=O", "Clc1cc2Oc3cc(Cl)c(Cl)cc3Oc2cc1Cl",
]  # fmt: skip


@given(st.sampled_from(MOLECULES), st.integers(1, 1_000_000), st.sampled_from(["smiles", "inchi", "selfies"]))
@settings(max_examples=60, deadline=None)
def test_any_atom_order_and_notation_gives_the_same_findings(smiles: str, seed: int, notation: str) -> None:
    import selfies
    from rdkit import Chem, rdBase

    expected = screen.screen_molecule(smiles)
    mol = Chem.MolFromSmiles(smiles)
    text = Chem.MolToRandomSmilesVect(mol, 1, randomSeed=seed)[0]
    if notation == "selfies":
        text = selfies.encoder(text)
    elif notation == "inchi":
        with rdBase.BlockLogs():
            text = Chem.MolToInchi(Chem.MolFromSmiles(text))
    found = screen.screen_molecule(text, notation)
    assert found.verdict == expected.verdict
    if notation != "inchi":  # InChI may choose another tautomer; then the subject differs and so does the digest
        assert [match.digest for match in found.findings] == [match.digest for match in expected.findings]


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_the_screen(text: str) -> None:
    for call in (screen.screen_molecule, screen.screen_protein, screen.screen_nucleotide, screen.screen_sequence):
        assert call(text).verdict in VERDICTS
    for notation in ("inchi", "selfies"):
        assert screen.screen_molecule(text, notation).verdict in VERDICTS
    # A name is clear only where it is that of an everyday chemical, such as water.
    is_everyday = normalise_name(text) in store.compounds(store.folder()).everyday_names
    assert screen.screen_name(text).verdict != "clear" or is_everyday
    assert screen.screen_inchikey(text).verdict == "unknown"


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (screen.screen_molecule, "C" * 100_000),
        (screen.screen_molecule, "(" * 100_000),
        (screen.screen_molecule, "C1CC1" * 19_000),
        (screen.screen_molecule, "not a molecule " * 6_000),
        (screen.screen_molecule, ".".join("C" * i for i in range(1, 190))),
        (screen.screen_name, "x" * 100_000),
        (screen.screen_protein, "M" * 300_000),
        (screen.screen_protein, "M1" * 50_000),
        (screen.screen_nucleotide, "N" * 400_000),
        (screen.screen_nucleotide, "acgtx" * 20_000),
    ],
    ids=lambda value: value[:8] if isinstance(value, str) else value.__name__,
)
def test_what_cannot_be_screened_is_unknown_and_quick(call, value: str) -> None:  # type: ignore[no-untyped-def]
    begin = time.process_time()
    assert call(value).verdict == "unknown"
    assert time.process_time() - begin < 5.0


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (screen.screen_protein, "".join(random.Random(3).choices("ACDEFGHIKLMNPQRSTVWY", k=100_000))),
        (screen.screen_protein, "G" * 100_000),
        (screen.screen_protein, "ACDE" * 25_000),
        (screen.screen_nucleotide, "".join(random.Random(3).choices("ACGT", k=100_000))),
        (screen.screen_nucleotide, "A" * 100_000),
    ],
    ids=["random", "G", "ACDE", "dna", "A"],
)
def test_long_sequences_are_screened_in_bounded_time(call, value: str) -> None:  # type: ignore[no-untyped-def]
    begin = time.process_time()
    assert call(value).verdict in ("clear", "note", "warn")
    assert time.process_time() - begin < 10.0


def test_a_toxin_repeated_to_100_kb_is_found_in_bounded_time() -> None:
    toxin = "IVCHTTATSPISAVTCPPGENLCYRKMWCDVFCSSRGKVVELGCAATCPSKKPYEEVTCCSTDKCNPHPKQRPG"
    begin = time.process_time()
    assert screen.screen_protein(toxin * (100_000 // len(toxin))).verdict == "confirm"
    assert time.process_time() - begin < 20.0


def test_a_mixture_of_50_fragments_hides_nothing() -> None:
    rows = store.compounds(store.folder()).rows
    others = [row.split("\t")[1] for row in random.Random(2).sample(rows, 400) if row.split("\t")[5] == "note"][:49]
    begin = time.process_time()
    screening = screen.screen_molecule(".".join([*others[:30], "CC(C)OP(C)(=O)F", *others[30:]]))
    assert screening.verdict == "block"
    assert time.process_time() - begin < 5.0


def test_large_ring_systems_end() -> None:
    ladder = "C1CC2" + "".join(f"C%{i}C%{i + 1}" for i in range(10, 12)) + "C1"
    for smiles in (ladder, "C1" + "C1C1" * 400 + "C1", "c1ccc2ccccc2c1" * 60, "C12C3C4C1C5C2C3C45"):
        begin = time.process_time()
        assert screen.screen_molecule(smiles).verdict in VERDICTS
        assert time.process_time() - begin < 5.0


def test_findings_say_what_matched_and_how_well() -> None:
    screening = screen.screen_molecule("CC(C)OP(C)(=O)F")
    best = screening.findings[0]
    assert (best.verdict, best.score) == ("block", 1.0)
    assert "CWC" in best.reason
    assert best.source
    assert best.digest
    similar = screen.screen_molecule("CCCCCCCCCCCCCCCCC")  # heptadecane: the bits of any long alkane
    assert any(0.95 <= match.score <= 1.0 for match in similar.findings)


def test_another_compound_of_the_same_fingerprint_is_not_that_compound() -> None:
    # A ring of three and one of four of the same unit: hexogen is no octogen.
    found = [
        match.reason for match in screen.screen_molecule("O=[N+]([O-])N1CN(CN(C1)[N+](=O)[O-])[N+](=O)[O-]").findings
    ]
    assert any(reason.startswith("is 1,3,5-Triazine, hexahydro-1,3,5-trinitro-") for reason in found)
    assert any(reason.startswith("is 1.000 like Octogen") for reason in found)


def test_digests_name_one_finding() -> None:
    one = screen.screen_molecule("ClC(Cl)=O").findings
    two = screen.screen_molecule("O=C(Cl)Cl").findings
    other = screen.screen_molecule("c1ccccc1").findings
    assert [match.digest for match in one] == [match.digest for match in two]
    assert not {match.digest for match in one} & {match.digest for match in other}
    # Two molecules of one family, for one rule: sarin and its ethyl homologue.
    first, second = (screen.screen_molecule(smiles).findings for smiles in ("CC(C)OP(C)(=O)F", "CCOP(C)(=O)F"))
    shared = {match.matched for match in first} & {match.matched for match in second}
    assert shared
    for name in shared:
        digests = [match.digest for found in (first, second) for match in found if match.matched == name]
        assert len(set(digests)) == len(digests)
    # Several findings about one molecule.
    several = [match.digest for match in screen.screen_molecule("c1ccccc1.CC(C)OP(C)(=O)F").findings]
    assert len(several) > 1 and len(set(several)) == len(several)
    one_subject = [match for match in first if match.subject == first[0].subject]
    assert len(one_subject) > 1 and len({match.digest for match in one_subject}) == len(one_subject)


def test_everyday_use_lowers_a_confirmation_and_never_a_block() -> None:
    # No everyday chemical of the shipped table is blocked; an updated table may hold one.
    assert [screen._capped(verdict, True) for verdict in ("block", "confirm", "warn")] == ["block", "warn", "warn"]
    assert [screen._capped(verdict, False) for verdict in ("block", "confirm", "warn")] == ["block", "confirm", "warn"]


def test_sequences_of_unknown_kind_are_read_both_ways() -> None:
    apamin = "CNCKAPETALCARRCQQH"
    gene = "TGCAACTGCAAAGCTCCGGAAACCGCTCTGTGCGCTCGTCGTTGCCAGCAGCAT"
    assert screen.screen_sequence(apamin).verdict == "confirm"
    assert screen.screen_sequence(gene).verdict == "confirm"
    assert screen.screen_protein(gene).verdict == "clear"


def test_six_frames() -> None:
    from Bio.Seq import Seq

    dna = "".join(random.Random(1).choices("ACGTN", k=302))
    expected = []
    # The last two are those of a strand that was written from its 3' end.
    for strand in (Seq(dna), Seq(dna).reverse_complement(), Seq(dna).complement(), Seq(dna[::-1])):
        expected += [str(strand[i : i + (len(strand) - i) // 3 * 3].translate()) for i in range(3)]
    mine = translation.frames(dna)
    for frame, reference in zip(mine, expected, strict=True):
        # Biopython resolves codons such as ACN; here any N makes X, which matches nothing
        assert len(frame) == len(reference)
        assert all(letter in ("X", other) for letter, other in zip(frame, reference, strict=True))


def test_the_worst_verdict_wins() -> None:
    assert worst([]) == "clear"
    assert worst(["warn", "unknown", "note"]) == "unknown"
    assert worst(["unknown", "confirm"]) == "confirm"
    assert worst(["confirm", "block", "clear"]) == "block"


def copied(target: Path) -> Path:
    target.mkdir()
    for name in (*store.COMPOUND_FILES, *store.PROTEIN_FILES, store.MANIFEST):
        shutil.copyfile(store.PACKAGED / name, target / name)
    return target


@pytest.mark.parametrize("name", [*store.COMPOUND_FILES, *store.PROTEIN_FILES, store.MANIFEST])
@pytest.mark.parametrize("damage", ["missing", "cut", "altered", "empty"])
def test_broken_tables_are_errors(tmp_path: Path, name: str, damage: str) -> None:
    place = copied(tmp_path / "tables")
    broken = place / name
    content = broken.read_bytes()
    if damage == "missing":
        broken.unlink()
    else:
        changed = {"cut": content[: len(content) // 2], "altered": content[:-3] + b"!!\n", "empty": b""}
        broken.write_bytes(changed[damage])
    # a hit needs what is known of it, so every table is read
    calls = dict.fromkeys(store.PROTEIN_FILES, (screen.screen_protein, "GIGAVLKVLTTGLPALISWIKRKRQQ"))
    calls["toxin_names.npz"] = (screen.screen_name, "ricin")
    call, value = calls.get(name, (screen.screen_molecule, "CCCCCCCCCCCC"))
    with pytest.raises(SafetyError, match=r"database|file"):
        call(value, place=place)


def test_no_tables_at_all_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SafetyError, match="nothing can be screened"):
        screen.screen_molecule("CCO", place=tmp_path)


def test_updated_tables_come_first_even_when_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from scitoolagent.config import load_config

    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path))
    load_config.cache_clear()
    assert store.folder() == store.PACKAGED
    (tmp_path / "safety_db").mkdir()
    with pytest.raises(SafetyError):
        screen.screen_molecule("CCO")
    load_config.cache_clear()


def test_importing_the_screen_loads_nothing_heavy() -> None:
    import subprocess
    import sys

    code = (
        "import sys, scitoolagent.safety_db.screen\n"
        "from scitoolagent.safety_db import store\n"
        "assert 'rdkit' not in sys.modules\n"
        "assert store.compounds.cache_info().currsize == store.proteins.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


@pytest.mark.parametrize("place", range(13))
def test_a_short_toxin_with_one_unknown_residue_or_base_is_found(place: int) -> None:
    # Alpha-conotoxin GI (UniProt P01519), 13 residues: no stretch beside an X in its middle is searched for.
    toxin = "ECCNPACGRHYSC"
    codons = [{"E": "GAA", "C": "TGT", "N": "AAT", "P": "CCT", "A": "GCT", "G": "GGT", "R": "CGT", "H": "CAT",
               "Y": "TAT", "S": "TCT"}[letter] for letter in toxin]  # fmt: skip
    codons[place] = codons[place][0] + "N" + codons[place][2]
    assert screen.screen_protein(toxin[:place] + "X" + toxin[place + 1 :]).verdict == "block"
    assert screen.screen_nucleotide("".join(codons)).verdict == "block"


@pytest.mark.parametrize("chain", ["MKTXYIAKQRQIS", "CCXXXCXXXXXXC"])
def test_a_short_chain_that_no_toxin_agrees_with_is_unknown(chain: str) -> None:
    assert screen.screen_protein(chain).verdict == "unknown"


def test_an_unknown_base_in_each_fifth_codon_is_not_clear() -> None:
    bases = list("".join(random.Random(4).choices("ACGT", k=900)))
    assert screen.screen_nucleotide("".join(bases)).verdict == "clear"
    bases[7::15] = "N" * len(bases[7::15])
    assert screen.screen_nucleotide("".join(bases)).verdict == "unknown"
