"""Classes that a regulation defines by a value or by a group."""

from __future__ import annotations

import csv

import pytest

from scitoolagent.safety_db import derive, store
from scitoolagent.safety_db.families import read_rules

RULES = {rule.id: rule for rule in read_rules(store.PACKAGED / "controlled.csv")}
ROWS = list(csv.DictReader((store.PACKAGED / "derived.csv").read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize(
    ("flash", "melting", "boiling", "low", "high", "label"),
    [
        # GHS, tenth revision, table 2.6.1: below 23 °C and boiling at most at 35 °C; below 23; 23 to 60; above 60 to 93
        (250.0, 150.0, 308.15, None, None, "GHS Flam. Liq. 1"),
        (250.0, 150.0, 308.25, None, None, "GHS Flam. Liq. 2"),
        (296.14, 150.0, 400.0, None, None, "GHS Flam. Liq. 2"),
        (296.15, 150.0, 400.0, None, None, "GHS Flam. Liq. 3"),
        (333.15, 150.0, 400.0, None, None, "GHS Flam. Liq. 3"),
        (333.2, 150.0, 400.0, None, None, "GHS Flam. Liq. 4"),
        (366.15, 150.0, 500.0, None, None, "GHS Flam. Liq. 4"),
        (366.2, 150.0, 500.0, None, None, ""),
        (340.0, 353.0, 491.0, None, None, ""),  # naphthalene: a solid
        (300.0, None, 400.0, None, None, ""),  # nobody measured where it melts
        (169.0, 90.0, 231.0, 0.021, 0.095, "GHS Flam. Gas 1"),  # propane
        (None, 195.0, 240.0, 0.15, 0.28, "GHS Flam. Gas 1"),  # ammonia by its range of 13 points
        (None, 195.0, 240.0, 0.15, 0.20, ""),
        (None, 90.0, 100.0, None, None, ""),
    ],
)
def test_flammability(
    flash: float | None, melting: float | None, boiling: float, low: float | None, high: float | None, label: str
) -> None:
    assert derive.flammability(flash, melting, boiling, low, high)[0] == label


def test_every_row_says_what_it_is_derived_from() -> None:
    assert len(ROWS) > 2_000
    for row in ROWS:
        assert "(derived; " in row["source"], row
        assert bool(row["datum"]) == row["class"].startswith("GHS Flam."), row
        digits = row["cas"].replace("-", "")
        assert sum(i * int(digit) for i, digit in enumerate(reversed(digits[:-1]), 1)) % 10 == int(digits[-1]), row


@pytest.mark.parametrize(
    ("cas", "label"),
    [
        ("60-29-7", "GHS Flam. Liq. 1"),  # diethyl ether, CLP Annex VI 603-022-00-4: Flam. Liq. 1
        ("67-64-1", "GHS Flam. Liq. 2"),  # acetone, 606-001-00-8: Flam. Liq. 2
        ("108-24-7", "GHS Flam. Liq. 3"),  # acetic anhydride, 607-008-00-9: Flam. Liq. 3
        ("74-98-6", "GHS Flam. Gas 1"),  # propane, 601-003-00-5: Flam. Gas 1
        ("75-69-4", "GHS Ozone 1 (H420)"),  # CFC-11, group I of Annex A of the Montreal Protocol
        ("10045-94-0", "GHS Acute Tox. 2, STOT RE 2"),  # mercury(II) nitrate, 080-002-00-6
    ],
)
def test_known_classes(cas: str, label: str) -> None:
    assert label in {row["class"] for row in ROWS if row["cas"] == cas}


@pytest.mark.parametrize("cas", ["7727-43-7", "1344-48-5", "1309-64-4", "91-20-3", "13943-58-3"])
def test_what_the_entries_except_is_not_derived(cas: str) -> None:
    """Barium sulfate, cinnabar, antimony trioxide; naphthalene is no liquid; ferrocyanide is a complex cyanide."""
    assert not [row for row in ROWS if row["cas"] == cas]


@pytest.mark.parametrize(
    ("rule", "member", "outsider"),
    [
        ("pop-pcb", "Clc1ccccc1-c1ccccc1", "Oc1ccc(Cl)cc1-c1ccccc1"),
        ("pop-pbb", "Brc1ccc(Br)cc1-c1ccccc1", "Brc1ccccc1-c1ccccc1"),
        ("pop-dioxin", "Clc1cc2oc3c(Cl)c(Cl)c(Cl)cc3c2cc1Cl", "c1ccc2c(c1)oc1ccccc12"),
        ("pop-pbde", "Brc1ccc(Oc2ccc(Br)cc2Br)c(Br)c1", "Brc1ccc(Oc2ccc(Br)cc2Br)cc1"),
        ("pop-pcn", "Clc1ccc2ccccc2c1Cl", "Clc1ccc2ccccc2c1"),
        ("ozone-cl1", "FC(F)(Cl)Cl", "FC(F)F"),
        ("ozone-cl2", "FC(F)(Cl)C(F)(Cl)Cl", "FC(F)(F)C(Cl)OC(F)F"),
        ("ozone-br2", "CC(F)Br", "FC(F)(F)C(Cl)Br"),
        ("clp-cn", "[Na+].[C-]#N", "[K+].[K+].[K+].[K+].[Fe+2].[C-]#N.[C-]#N.[C-]#N.[C-]#N.[C-]#N.[C-]#N"),
        ("clp-ba", "[Ba+2].[Cl-].[Cl-]", "[Ba+2].[O-]S(=O)(=O)[O-]"),
        ("near-nitazene", "CCN(CC)CCn1c(Cc2ccc(OCC)cc2)nc2cc([N+](=O)[O-])ccc12", "CCN(CC)CCn1cnc2ccccc12"),
    ],
)
def test_members_and_outsiders(rule: str, member: str, outsider: str) -> None:
    from scitoolagent.safety_db.molecules import parse_structure, standardise

    assert RULES[rule].matches(standardise(parse_structure(member)).whole)
    assert not RULES[rule].matches(standardise(parse_structure(outsider)).whole)
