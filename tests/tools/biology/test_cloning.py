"""Digests, ligations and assemblies, guides, pairs of primers, and genes without unwanted sites."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tools.biology._cloning_words import find_avoided, find_inserts, find_vectors
from scitoolagent.tools.biology._pieces import reverse_complement
from scitoolagent.tools.biology.assembly import gibson_assembly
from scitoolagent.tools.biology.cloning import golden_gate_assembly, restriction_cloning, restriction_fragments
from scitoolagent.tools.biology.codon_constraints import _weights, constrained_codon_design
from scitoolagent.tools.biology.crispr import crispr_guides, guide_off_targets
from scitoolagent.tools.biology.nucleic import translate_codons
from scitoolagent.tools.biology.primer_design import primer_pair_design

VECTOR = "TTGACGGCTAGCTCAGTCCTAGGTACAGTGCTAGCGAATTCGCATGCGGATCCAAATAAAACGAAAGGCTCAGTCGAAAGACT"
INSERT = "CCGGAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGATCCGCG"
PARTS = [
    "AAGGTCTCAAATGGCTAAACGTGATCCGTTAGCTTAGAGACCTT",
    "AAGGTCTCAGCTTGGCGAAATTCTGCATTAACGCTAGAGACCTT",
    "TTGACAGCTAATGAGAGACCTTTTGGTCTCACGCTCATTAGCAGTCCTAGGTATACTG",
]
FRAGMENTS = [
    "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGCTCAGTCGAAAG",
    "CATTAAGGCTCAGTCGAAAGACTGGGCCTTTCGTTTTATCTGTTGTTTGTCGG",
    "TTATCTGTTGTTTGTCGGTGAACGCTCTCATGGCTAAACGTGATCCGTTAG",
]
TEMPLATE = (
    "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTGGAAGACTGCTCAAGGTTACGCATCCGGAAACTGGGTACCTGAAATCGTTCAGGCTAAGCGTGATGACTTC"
    "GCAGATCTGACCAAGTTTGCCGATGAGGTCTATCTGAACCCGCAGGATGCACGTTCTGGCATTAGCCAGGAACTGATCAAACAGTGGGTTGATACGCTGAAAGGCTAA"
)


def circle(text: str) -> str:
    """The least of all ways to write a circle, on either strand."""
    return min(strand[n:] + strand[:n] for strand in (text, reverse_complement(text)) for n in range(len(text)))


def test_digests() -> None:
    found = restriction_fragments(INSERT, "EcoRI, BamHI")
    # pydna 5.5: CCGG | AATTC…TAAG | GATCCGCG along the upper strand.
    assert [one["bases"] for one in found.fragments] == [INSERT[:4], INSERT[4:49], INSERT[49:]]
    assert found.lengths == [45, 8, 4]
    assert (found.fragments[1]["left end"], found.fragments[1]["right end"]) == ("5' AATT", "5' GATC")
    # KpnI leaves 3' ends: pydna gives AAGGTAC | CTTTGGCTCTTCAAGGTAC | CGG.
    ends = restriction_fragments("AAGGTACCTTTGGCTCTTCAAGGTACCGG", "KpnI").fragments
    assert [one["bases"] for one in ends] == ["AAGGTAC", "CTTTGGCTCTTCAAGGTAC", "CGG"]
    assert ends[1]["left end"] == "3' GTAC"
    # Each base of a circle is in one fragment, and a site across its end is found.
    turned = VECTOR[38:] + VECTOR[:38]
    assert restriction_fragments(turned, "EcoRI, BamHI", "circular").lengths == [71, 12]
    assert "".join(sorted("".join(str(one["bases"]) for one in restriction_fragments(turned, "EcoRI, BamHI", "circular").fragments))) == "".join(sorted(turned))  # fmt: skip
    assert restriction_fragments("AAAACCCGGGTTTT", "SmaI").fragments[0]["right end"] == "blunt"


@pytest.mark.parametrize(
    ("sequence", "enzyme", "topology"),
    [
        (INSERT, "NotI", "linear"),
        (INSERT, "XyzI", "linear"),
        (INSERT, "", "linear"),
        ("MKWL", "EcoRI", "linear"),
        ("", "EcoRI", "linear"),
        (INSERT, "EcoRI", "round"),
        ("A" * 50_001, "EcoRI", "linear"),
        ("AAGGTCTCAA", "BsaI", "linear"),
    ],
)
def test_a_digest_that_cannot_be_told_is_refused(sequence: str, enzyme: str, topology: str) -> None:
    with pytest.raises(ToolInputError):
        restriction_fragments(sequence, enzyme, topology)


def test_restriction_cloning() -> None:
    found = restriction_cloning(VECTOR, INSERT, "EcoRI, BamHI")
    # pydna 5.5: the ligated circle has 116 bp, cdseguid Y_crEcCMZfH-yt8mBhSd8JeyA5s.
    expected = (
        "GATCCAAATAAAACGAAAGGCTCAGTCGAAAGACTTTGACGGCTAGCTCAGTCCTAGGTACAGTGCTAGCGAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGC"
        "ATTAAG"
    )
    assert [circle(one) for one in found.plasmids] == [circle(expected)]
    assert found.length == 116
    assert found.plasmids[0].startswith(VECTOR[:35])
    # The insert may be written on the other strand.
    turned = restriction_cloning(VECTOR, reverse_complement(INSERT), "BamHI, EcoRI")
    assert circle(turned.plasmids[0]) == circle(expected)
    # With one enzyme the insert goes in both ways round.
    both = restriction_cloning("TTGACGAATTCGCATGCAAATAAA", "CCGAATTCATGGCTAAAGAATTCGG", "EcoRI")
    assert len(both.plasmids) == 2
    assert "both ways" in both.note
    assert {one[:10] for one in both.plasmids} == {"TTGACGAATT"}
    assert len({circle(one) for one in both.plasmids}) == 2


@pytest.mark.parametrize(
    ("vector", "insert", "enzyme"),
    [
        (VECTOR + "GAATTC", INSERT, "EcoRI, BamHI"),
        (VECTOR, INSERT, "HindIII"),
        (VECTOR, "ATGGCTAAACGTGAT", "EcoRI, BamHI"),
        (VECTOR, INSERT, "EcoRI"),
        (VECTOR, INSERT, "EcoRI, BamHI, NotI"),
        (VECTOR, "CCGAATTCATGGAATTCATGGATCCGG", "EcoRI, BamHI"),
    ],
)
def test_a_cloning_that_gives_no_one_plasmid_is_refused(vector: str, insert: str, enzyme: str) -> None:
    with pytest.raises(ToolInputError):
        restriction_cloning(vector, insert, enzyme)


def test_golden_gate() -> None:
    # pydna 5.5: 80 bp, cdseguid UMj42cbGGDRjWxKDq2qOjyz-TQ8.
    expected = "AATGGCTAAACGTGATCCGTTAGCTTGGCGAAATTCTGCATTAACGCTCATTAGCAGTCCTAGGTATACTGTTGACAGCT"
    found = golden_gate_assembly(PARTS)
    assert found.plasmid == expected
    assert found.ends == ["GCTT", "CGCT", "AATG"]
    mixed = [PARTS[2], reverse_complement(PARTS[1]), PARTS[0]]
    assert circle(golden_gate_assembly(mixed).plasmid) == circle(expected)
    assert "GGTCTC" not in found.plasmid + found.plasmid
    for wrong in (
        PARTS[:1],
        PARTS[:2],
        [PARTS[0], INSERT],
        [PARTS[0].replace("AATGG", "AATTG"), *PARTS[1:]],
        PARTS * 5,
    ):
        with pytest.raises(ToolInputError):
            golden_gate_assembly(wrong)
    with pytest.raises(ToolInputError, match="outside of its site"):
        golden_gate_assembly(PARTS, "EcoRI")


def test_gibson_assembly() -> None:
    # pydna 5.5, assembly2.gibson_assembly(limit=15): one circle of 97 bp, cdseguid XTEi8835oTjM58sDgjicohJGZCI.
    expected = "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGCTCAGTCGAAAGACTGGGCCTTTCGTTTTATCTGTTGTTTGTCGGTGAACGCTCTC"
    found = gibson_assembly(FRAGMENTS)
    assert (found.product, found.topology, found.overlaps) == (expected, "circular", [20, 18, 22])
    mixed = gibson_assembly([FRAGMENTS[2], reverse_complement(FRAGMENTS[1]), FRAGMENTS[0]])
    assert circle(mixed.product) == circle(expected)
    assert mixed.order == ["1", "3", "2 (-)"]
    line = gibson_assembly(FRAGMENTS[:2])
    assert (line.topology, len(line.product)) == ("linear", 86)
    assert line.product == FRAGMENTS[0] + FRAGMENTS[1][20:]
    for wrong in ([FRAGMENTS[0]], [FRAGMENTS[0], INSERT], ["ACGT" * 30, "ACGT" * 30, "ACGT" * 31], FRAGMENTS * 4):
        with pytest.raises(ToolInputError):
            gibson_assembly(wrong)
    with pytest.raises(ToolInputError, match="20 or more"):
        gibson_assembly(FRAGMENTS[1:], 20)


def matches(guide: str, text: str) -> list[int]:
    """How many sites with NGG or NAG differ in 0 to 3 bases, counted base by base."""
    counts = [0, 0, 0, 0]
    for strand in (text, reverse_complement(text)):
        for start in range(len(strand) - 22):
            different = sum(a != b for a, b in zip(guide, strand[start : start + 20], strict=True))
            if strand[start + 21 : start + 23] in ("GG", "AG") and different < 4:
                counts[different] += 1
    return counts


def test_guides() -> None:
    # The EMX1 guide of Hsu et al. 2013 beside its PAM, and once more with two bases exchanged.
    emx = "GAGTCCGAGCAGAAGAAGAA"
    text = "ACCTT" + emx + "GGGATCTTAC" + emx.replace("GAGTCC", "GACTGC") + "TAGCCTA"
    found = guide_off_targets(emx, text)
    assert found.counts == {"0": 1, "1": 0, "2": 1, "3": 0}
    assert (found.sites[0]["start"], found.sites[0]["strand"], found.sites[0]["cut behind"]) == (6, "+", 22)
    back = guide_off_targets(emx, reverse_complement(text)).sites[0]
    assert (back["strand"], back["end"], back["cut behind"]) == ("-", len(text) - 5, len(text) - 22)
    letters = random.Random(4)
    long = "".join(letters.choices("ACGT", k=600)) + text + emx + "TGG"
    guides = crispr_guides(long)
    chosen = {str(one["bases"]): one for one in guides.guides}
    assert guides.count == len([1 for s in (long, reverse_complement(long)) for n in range(len(s) - 22) if s[n + 21 : n + 23] == "GG"])  # fmt: skip
    for bases, one in chosen.items():
        own = [one[f"{count} mismatch{'es' if count != 1 else ''} elsewhere"] for count in range(4)]
        assert own == [count - (not place) for place, count in enumerate(matches(bases, long))]
    # A guide with a second match does not stand among the best.
    assert emx not in chosen
    for wrong in ("ACGT", "A" * 100, "", "A" * 20_001, "MKWLEGH" * 5):
        with pytest.raises(ToolInputError):
            crispr_guides(wrong)
    with pytest.raises(ToolInputError, match="20"):
        guide_off_targets("ACGTACGT", text)


def test_primer_pairs() -> None:
    pairs = primer_pair_design(TEMPLATE, "60-130").pairs
    for one in pairs:
        forward, reverse = str(one["forward"]), str(one["reverse"])
        assert TEMPLATE[int(one["forward start"]) - 1 : int(one["forward end"])] == forward
        assert reverse_complement(TEMPLATE[int(one["reverse start"]) - 1 : int(one["reverse end"])]) == reverse
        assert int(one["forward end"]) < 60
        assert int(one["reverse start"]) > 130
        assert one["product"] == int(one["reverse end"]) - int(one["forward start"]) + 1
        assert abs(float(one["forward Tm"]) - float(one["reverse Tm"])) <= 2
    # primer3-py 2.4, calc_tm(mv_conc=50, dv_conc=0, dntp_conc=0, dna_conc=250).
    first = primer_pair_design(TEMPLATE, temperature=58.0).pairs[0]
    expected = {"GCTCAAGGTTACGCATCCGG": 57.91, "TGGCTAATGCCAGAACGTGC": 57.74}
    assert {str(first["forward"]): first["forward Tm"], str(first["reverse"]): first["reverse Tm"]} == pytest.approx(expected, abs=0.02)  # fmt: skip
    for changed in ({"target": "1-216"}, {"target": "200-300"}, {"temperature": 90.0}, {"shortest": 500}, {"longest": 40},
                    {"target": "first 5"}):  # fmt: skip
        with pytest.raises(ToolInputError):
            primer_pair_design(TEMPLATE, **changed)  # type: ignore[arg-type]
    with pytest.raises(ToolInputError):
        primer_pair_design("AT" * 100)


def test_codons_without_sites() -> None:
    protein, sites = "ISLQEF", ("GAATTC", "GGATCC", "CTGCAG", "CTCGAG")
    weights = _weights("human")
    genes = itertools.product(*(weights[letter] for letter in protein))
    scores = {"".join(codon for codon, _ in one): sum(weight for _, weight in one) for one in genes}
    best = max(score for gene, score in scores.items() if not any(site in gene for site in sites))
    found = constrained_codon_design(protein, "EcoRI, BamHI, PstI, XhoI", "human")
    # The best of all genes, written out one by one.
    assert math.log(found.adaptation) * 6 == pytest.approx(best)
    assert translate_codons(found.gene) == protein
    assert found.adaptation < 1
    assert not any(site in found.gene for site in sites)
    assert constrained_codon_design("EF", "EcoRI").gene == "GAATTT"
    # BsaI reads GGTCTC on one strand and GAGACC on the other; both are kept out.
    for host in ("human", "yeast", "E. coli"):
        gene = constrained_codon_design("MVSETGLRPW" * 20 + "*", "BsaI, NotI", host).gene
        assert translate_codons(gene) == "MVSETGLRPW" * 20 + "*"
        assert not any(site in gene for site in ("GGTCTC", "GAGACC", "GCGGCCGC"))
    for wrong in (
        ("MW", "EcoRI", "human"),
        ("MKX", "EcoRI", "human"),
        ("MKE", "NoneI", "human"),
        ("MKE", "EcoRI", "mouse"),
    ):
        with pytest.raises(ToolInputError):
            constrained_codon_design(*wrong)


def test_words_of_a_cloning() -> None:
    assert [value for *_, value in find_vectors("into the vector GGCATTACGT and")] == ["GGCATTACGT"]
    assert [value for *_, value in find_inserts("insert: ATGGCTAAACG")] == ["ATGGCTAAACG"]
    assert not list(find_vectors("the vector is GFP"))
    assert [value for *_, value in find_avoided("optimise MKE without EcoRI and BamHI sites")] == ["EcoRI, BamHI"]
    assert not list(find_avoided("optimise MKE, then cut it with EcoRI"))


ASKED: tuple[tuple[str, str, object], ...] = (
    (f"Clone the insert {INSERT} into the vector {VECTOR} with EcoRI and BamHI", "ProductLength", 116),
    (f"What are the restriction fragment lengths of {INSERT} with EcoRI and BamHI?", "DigestLengths", [45, 8, 4]),
    (f"Gibson assembly of {FRAGMENTS[0]} and {FRAGMENTS[1]}", "GibsonProduct", FRAGMENTS[0] + FRAGMENTS[1][20:]),
    ("Codon optimise MGWLKDANPREF for E. coli without EcoRI sites", "ConstrainedGene",
     "ATGGGCTGGCTGAAAGATGCGAACCCGCGCGAATTT"),
)  # fmt: skip


@pytest.mark.slow
def test_questions() -> None:
    with Agent() as agent:
        for question, kind, value in ASKED:
            answer = agent.run(question)
            assert answer.status == "complete", question
            found = next(one for one in answer.values if one.type == kind).value
            assert (list(found) if isinstance(value, list) else found) == value  # type: ignore[call-overload]
        primers = agent.run(f"Design PCR primers for bases 60 to 130 of {TEMPLATE}")
        assert primers.status == "complete"
        with pytest.raises(NoPathError, match="restriction enzyme"):
            agent.run(f"Clone the insert {INSERT} into the vector {VECTOR}")
