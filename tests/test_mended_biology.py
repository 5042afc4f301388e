"""Ordinary questions of biology and statistics: answered rightly, or refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, PlanError

_RECORD = """\
LOCUS       TEST1                     45 bp    DNA     circular SYN 01-JAN-2020
DEFINITION  Test plasmid.
ACCESSION   TEST1
VERSION     TEST1.1
FEATURES             Location/Qualifiers
     gene            complement(4..18)
                     /gene="xyz"
     {kind}             21..35
                     /gene="abc"
ORIGIN
        1 gaattccatt accacttggc atggccaagt ggtaaggatc cggga
//
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    (made / "coded.gb").write_text(_RECORD.format(kind="CDS"), encoding="utf-8")
    (made / "uncoded.gb").write_text(_RECORD.format(kind="tRN"), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


ANSWERED = (
    # RCF = (2 pi n / 60)^2 r / g with r = 16.8 cm / 2: 1361.357^2 0.084 / 9.80665.
    ("RCF at 13000 rpm with a diameter of 16.8 cm", "15874"),
    ("RCF at 13000 rpm with a rotor 16.8 cm in diameter", "15874"),
    # 60 / (2 pi) sqrt(500 9.80665 / 0.1).
    ("rpm for 500 x g with a rotor diameter of 20 cm", "2114.5"),
    # 10 µL of 5 mM in 10 + 990 µL; 100 µL of 10 mM in 100 + 900 µL.
    ("final concentration if 10 µL of 5 mM go into 990 µL", "5e-05 mol/L"),
    ("final concentration when 100 µL of 10 mM is added to 900 µL of buffer", "0.001 mol/L"),
    # Of 100 with 50 AA, 40 Aa and 10 aa: A (100 + 40) / 200, a (20 + 40) / 200.
    ("Allele frequency of a in 50 AA, 40 Aa and 10 aa", "second allele: 0.3"),
    ("frequency of the a allele with 50 AA, 40 Aa, 10 aa", "second allele: 0.3"),
    ("Allele frequency of A in 50 AA, 40 Aa and 10 aa", "first allele: 0.7"),
    ("allele frequencies of 50 AA, 40 Aa and 10 aa", "second allele: 0.3"),
    # 7 of 8 columns without a gap.
    ("percent identity of ATGCATGC and ATGCTTGC", "87.5%"),
    ("percent identity of the plasmids ATGCCGTAGGCT and CGTAGGCTATGC", "100%"),
    # MAKW: 149.2113 + 89.0932 + 146.1876 + 204.2252 - 3 18.0153.
    ("mass of the protein in coded.gb", "534.67"),
    # Q = (12.9 - 10.3) / (12.9 - 9.9); Rorabacher 1991 gives 0.821 for 5 values at 99 %.
    ("Dixon Q test of 10.1, 10.3, 9.9, 10.2, 12.9 at 99%", "critical value of Q: 0.821"),
    # t = (2.5 - 5.5) / sqrt(2 (5/3) / 4), with 6 degrees of freedom.
    ("Welch t-test of 1, 2, 3, 4 and 4, 5, 6, 7", "degrees of freedom of Welch's test: 6"),
    # t = r sqrt(2 / (1 - r^2)) = 13.25 with 2 degrees of freedom.
    ("correlation of 1, 2, 3, 4 and 2, 4, 6, 9", "0.005623"),
    # 0.95 0.8 / (0.95 0.8 + 0.2 0.2); 0.05 0.99 / (0.05 0.99 + 0.95 0.001).
    ("NPV for sensitivity 0.8, specificity 0.95, prevalence 20 %", "95%"),
    ("PPV at 5% prevalence, sens 99%, spec 99.9%", "98.11"),
    # 0.9 / 0.2.
    ("positive likelihood ratio for sensitivity 90% and specificity 80%", "4.5"),
    # 5e-9 NA / (3000 617.96 + 36.04); 1e12 1e-7 / (500 617.96 + 36.04).
    ("How many copies are in 5 ng of a 3 kb plasmid?", "1.624168e+09"),
    ("How many pmol is 100 ng of a 500 bp dsDNA fragment?", "0.3236"),
    # All of the one below all of the other: U = 0 and p = 2 / C(8, 4).
    ("Mann-Whitney of 1,2,3,4 vs 5,6,7,8", "0.02857"),
    # Means 2, 3, 6: between 26 / 2, within 6 / 6.
    ("ANOVA of 1,2,3 and 2,3,4 and 5,6,7", "F of the analysis of variance: 13"),
    ("Bonferroni correct p = 0.01, 0.02, 0.04", "0.03, 0.06, 0.12"),
    # 0.005 4, min(0.01 4 / 2, …), 0.03 4 / 3 and 0.04 4 / 4, each at most the next.
    ("FDR of 0.01, 0.04, 0.03, 0.005", "0.02, 0.04, 0.04, 0.02"),
    # 1 / (0.15 - 0.09), the placebo being the control wherever it stands.
    ("NNT if 15 of 100 die on placebo and 9 of 100 on drug", "16.66667"),
    ("relative risk if 9 of 100 die on drug and 15 of 100 on placebo", "0.6"),
    # G^AATTC at 3 and 13 of 20 bases.
    ("EcoRI fragments of AAGAATTCTTTTGAATTCAA", "10, 7, 3"),
    ("number of lysines in MKKWVTKF", "3"),
    # 100 2 / (0.5 + 2) = 80 µM/min.
    ("Michaelis-Menten rate at 2 mM, Km 0.5 mM, Vmax 100 µM/min", "1.333333e-06 mol/(L*s)"),
    # 10 / (10 + 5).
    ("occupancy at 10 µM, Kd 5 µM", "66.66667%"),
    # Of the normal distribution 63, of Student's t 64.
    ("How many patients per group to detect a difference of 5 with SD 10, 80% power?", "64"),
    # (140 - 70) 60 0.85 / (72 88 / 88.42).
    ("creatinine clearance of a 70-year-old woman, 60 kg, serum creatinine 88 umol/L", "49.8"),
)


@pytest.mark.parametrize(("question", "value"), ANSWERED)
def test_it_is_answered(agent: Agent, question: str, value: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert value in answer.text


REFUSED = (
    ("frequency of the a allele with 50 BB, 40 Bb, 10 bb", "not understood"),
    ("number of copies of a 3000 bp RNA in 10 pg", "'RNA'"),
    ("amount of 100 ng of a 500 bp RNA in pmol", "'RNA'"),
    ("number of copies of a 3000 bp oligo in 10 pg", "'oligo'"),
    ("final concentration if 10 µL of 5 mM NaCl go into 990 µL", "added to"),
    ("pI of the protein in uncoded.gb", "CDS"),
    # A woman of 60 kg is not 60 years old.
    ("creatinine clearance of a woman, 60 kg, serum creatinine 88 umol/L", "age and sex"),
)


@pytest.mark.parametrize(("question", "why"), REFUSED)
def test_it_is_refused_with_the_reason(agent: Agent, question: str, why: str) -> None:
    with pytest.raises(NoPathError, match=why):
        agent.run(question)


@pytest.mark.parametrize("question", [None, 5])
def test_what_is_no_text_is_no_question(agent: Agent, question: object) -> None:
    with pytest.raises(PlanError, match="text"):
        agent.run(question)  # type: ignore[arg-type]
