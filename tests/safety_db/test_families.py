"""Treaty families: members and near non-members, judged by the wording of the Annex on Chemicals."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.safety_db import store
from scitoolagent.safety_db.families import Rule, read_rules
from scitoolagent.safety_db.molecules import parse_structure, standardise

RULES = {rule.id: rule for rule in read_rules(store.PACKAGED / "controlled.csv")}


def matched(rule: str, smiles: str) -> bool:
    return any(RULES[rule].matches(fragment.mol) for fragment in standardise(parse_structure(smiles)).fragments)


@pytest.mark.parametrize(
    ("rule", "member", "outsider", "why"),
    [
        ("cwc-1a01", "CP(=O)(F)OCCCCCCCCCC", "CP(=O)(F)OCCCCCCCCCCC", "C10 is the last O-alkyl, C11 is out"),
        ("cwc-1a01", "CC(C)P(=O)(F)OC", "CCCCP(=O)(F)OC", "Me, Et, n-Pr, i-Pr at phosphorus; butyl is out"),
        ("cwc-1a01", "CP(=O)(F)OC1CCCC(C)C1", "CP(=O)(F)OCC=C", "cycloalkyl is in, allyl is no alkyl"),
        ("cwc-1a01", "CP(=O)(F)OC", "CP(=S)(F)OC", "the sulfur analogue is not worded"),
        ("cwc-1a01", "CCCP(=O)(F)OC", "C1CC1P(=O)(F)OC", "cyclopropyl is not among the four groups"),
        ("cwc-1a02", "COP(=O)(C#N)N(C)C(C)C", "COP(=O)(C#N)NC", "N,N-dialkyl, not monoalkyl"),
        ("cwc-1a02", "COP(=O)(C#N)N(C)C", "COP(=O)(C#N)N1CCCC1", "a ring is not two alkyl groups"),
        ("cwc-1a03", "OP(C)(=O)SCCN(C)C", "OP(C)(=O)SCCCN(C)C", "aminoethyl, not aminopropyl"),
        ("cwc-1a03", "CCOP(CC)(=O)SCCN(CC)CC", "CCOP(OCC)(=O)SCCN(CC)CC", "a P-C bond is asked for (amiton has none)"),
        ("cwc-1a13", "CP(=O)(F)N=C(C)N(C)C", "CP(=O)(F)N=C(OC)N(C)C", "alkylidene, not alkoxy"),
        ("cwc-1a13", "CP(=O)(F)N=C(C)N(C)C", "CP(=O)(F)N=C(C)N1CCCC1", "a ring is not two alkyl groups"),
        ("cwc-1a13h", "[H]P(=O)(F)N=CN(C)C", "CP(=O)(F)NC(C)N(C)C", "P may carry H; the C=N bond is asked for"),
        ("cwc-1a14", "OP(=O)(F)N=CN(C)C", "CCOP(=O)(OC)N=CN(C)C", "the fluorine is asked for"),
        ("cwc-1b09", "CCP(=O)(F)F", "CCCCP(=O)(F)F", "butyl is out"),
        ("cwc-1b10", "COP(C)OCCN(C)C", "COP(OC)OCCN(C)C", "a P-C bond is asked for"),
        ("cwc-2b04", "CP(=O)(OC)OC", "CP(C)(=O)OC", "one such carbon and no further one"),
        ("cwc-2b04", "CCCP(O)(O)=O", "CCCCP(O)(O)=O", "n-propyl is in, butyl is out"),
        ("cwc-2b04", "CC(C)P(Cl)Cl", "CC1OC1P(O)(O)=O", "an epoxide is no propyl group"),
        ("cwc-2b04", "CP(=S)(Cl)Cl", "OCP(O)(O)=O", "hydroxymethyl is no methyl group"),
        ("cwc-2b05", "CN(C)P(=O)(Cl)Cl", "CN(C)P(=O)(Cl)OC", "two halogens are asked for"),
        ("cwc-2b06", "COP(=O)(OC)N(C)C", "COP(=O)(OCCCC)N(C)C", "O-butyl is out"),
        ("cwc-2b10", "CN(C)CCCl", "CN(C)CCCCl", "2-chloroethyl, not 3-chloropropyl"),
        ("cwc-2b10", "CCN(CC)CCCl", "CN(CCCl)CCCl", "chloroethyl is no alkyl: a mustard, listed elsewhere"),
        ("cwc-2b11", "CC(C)N(CCO)C(C)C", "CCCCN(CCO)CCCC", "dibutyl is out"),
        ("cwc-2b11", "CCCN(CC)CCO", "CN(CCO)CCO", "hydroxyethyl is no alkyl: methyldiethanolamine, 3.B.16"),
        ("cwc-2b12", "CN(C)CCS", "CN(C)CCSC", "a thiol, not a thioether"),
        ("expl-nitrate", "O=[N+]([O-])OCCO[N+](=O)[O-]", "OCCO[N+](=O)[O-]", "two nitrate esters"),
        ("expl-trinitroarene", "Cc1c(N(=O)=O)cc(N(=O)=O)cc1N(=O)=O", "Cc1ccc(N(=O)=O)cc1N(=O)=O", "three nitro groups"),
        ("expl-nitramine", "O=[N+]([O-])N1CN(C1)[N+](=O)[O-]", "CN(C)[N+](=O)[O-]", "two nitramine groups"),
        ("clp-nitrosamine", "CCN(CC)N=O", "CCN(CC)[N+](=O)[O-]", "nitroso, not nitro"),
        ("near-pf", "CC(C)OP(=O)(F)OC(C)C", "CC(C)OP(=O)(O)OC(C)C", "the fluorine"),
    ],
)
def test_member_and_near_non_member(rule: str, member: str, outsider: str, why: str) -> None:
    assert matched(rule, member), why
    assert not matched(rule, outsider), why


def test_every_pattern_compiles_and_every_exact_entry_parses() -> None:
    for rule in RULES.values():
        if rule.kind == "exact":
            assert len(standardise(parse_structure(rule.pattern)).fragments) == 1, rule.id
        else:
            assert rule.query is not None, rule.id
            numbers = {atom.GetAtomMapNum() for atom in rule.query.GetAtoms()} - {0}
            assert numbers == {number for number, _, _ in rule.groups}, rule.id


def test_all_schedules_are_there() -> None:
    listed = {rule.listing for rule in RULES.values()}
    # the Annex on Chemicals as amended in 2020; 1.A.8 (ricin) is a protein
    assert {f"CWC 1.A.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 13, 14, 15, 16)} <= listed
    assert {f"CWC 1.B.{n}" for n in range(9, 13)} <= listed
    assert {f"CWC 2.A.{n}" for n in range(1, 4)} | {f"CWC 2.B.{n}" for n in range(4, 15)} <= listed
    assert {f"CWC 3.A.{n}" for n in range(1, 5)} | {f"CWC 3.B.{n}" for n in range(5, 18)} <= listed
    # One compound of Schedule 2 is asked about: a solvent made in bulk (SOURCES.md).
    others = {
        rule.id for rule in RULES.values() if rule.listing.startswith(("CWC 1", "CWC 2")) and rule.verdict != "block"
    }
    assert others == {"cwc-2b13"}
    assert RULES["cwc-2b13"].verdict == "confirm"


def test_a_faulty_table_is_refused(tmp_path: Path) -> None:
    good = (store.PACKAGED / "controlled.csv").read_text(encoding="utf-8")
    for old, new in (("block", "maybe"), ("1=alkyl10;2>alkyl3", "1=alkyl99"), ("id,kind", "id,sort")):
        (tmp_path / "controlled.csv").write_text(good.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(ValueError):
            read_rules(tmp_path / "controlled.csv")


def test_a_rule_without_groups_is_plain_smarts() -> None:
    rule = Rule("x", "family", "", "", "", "[Hg]", "confirm", "", "")
    assert rule.matches(standardise(parse_structure("C[Hg]C")).whole)


@pytest.mark.parametrize(
    ("precursor", "neighbour"),
    [
        ("C(Cc1ccccc1)N1CCC(CC1)Nc1ccccc1", "C(c1ccccc1)N1CCC(CC1)Nc1ccccc1"),
        ("O=C1CCN(CCc2ccccc2)CC1", "O=C1CCN(Cc2ccccc2)CC1"),
        ("Cl.C1CNCCC1Nc1ccccc1", "CN1CCC(CC1)Nc1ccccc1"),
        ("CC(C)(C)OC(=O)N1CCC(CC1)Nc1ccccc1", "CC(C)(C)OC(=O)N1CCC(=O)CC1"),
        ("CCC(=O)N(c1ccccc1)C1CCNCC1", "CCC(=O)Nc1ccccc1"),
        ("CC(=O)Cc1ccccc1", "CC(=O)CCc1ccccc1"),
        ("CC(=O)C(C#N)c1ccccc1", "N#CCc1ccccc1"),
        ("CC(=O)Cc1ccc2OCOc2c1", "CC(=O)Cc1ccc(OC)c(OC)c1"),
    ],
)
def test_precursors_of_drugs_are_known_and_their_neighbours_are_not(precursor: str, neighbour: str) -> None:
    rules = [name for name in RULES if name.startswith("drug-precursor")]
    for smiles, found in ((precursor, 1), (neighbour, 0)):
        assert sum(matched(rule, smiles) for rule in rules) == found, smiles
