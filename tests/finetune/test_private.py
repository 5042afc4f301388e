"""Secrets and personal data in runs: what has a form is found, and what science writes is left alone."""

from __future__ import annotations

import pytest

from scitoolagent.finetune.solving.private import masked, personal_in, secret_in


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("use sk-" + "a1B2" * 6, "key of a service"),
        ("ghp_" + "x" * 30, "key of a service"),
        ("AKIA" + "A" * 16, "key of a service"),
        ("the password is hunter22", "password"),
        ("API_KEY = 'abcd1234'", "password"),
        ("Authorization: Bearer abcdefghijklmnop", "token"),
        ("-----BEGIN RSA PRIVATE KEY-----", "private key"),
        ("postgres://me:pw@host/db", "address with a password"),
    ],
)
def test_secrets_are_found(text: str, kind: str) -> None:
    assert secret_in(f"What is the mass of CCO? {text}") == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("mail ada@lab.example.org.", "e-mail address"),
        ("call +49 30 1234567.", "telephone number"),
        ("IBAN DE89 3704 0044 0532 0130 00", "account number"),
        ("SSN 078-05-1120", "social security number"),
        ("in /home/ada/data.csv", "folder of a person"),
        ("from 10.1.2.33.", "network address"),
    ],
)
def test_personal_data_are_masked(text: str, kind: str) -> None:
    assert personal_in(text) == kind
    assert personal_in(masked(text)) == "" and f"[{kind}]" in masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "CAS 50-00-0 and 7732-18-5 at 298.15 K",
        "InChIKey BSYNRYMUTXBXSQ-UHFFFAOYSA-N of CC(=O)Oc1ccccc1C(=O)O",
        "C[C@@H](N)C(=O)O with @ and [Na+].[Cl-]",
        "MKTAYIAKQRQISFVKSHFSRQ and ATGGCCATTGTAATGGGCCGC",
        "1.2 x 10^23 and 2021-03-04T08:30 in plate_3.csv",
        "which passed the test; the key column is id; NADP+ 10 20 30 40",
        "UniProt P04637, PDB 1CRN, doi:10.1021/jm000942e, version 1.2.3",
    ],
)
def test_what_science_writes_is_no_secret_and_no_person(text: str) -> None:
    assert secret_in(text) == personal_in(text) == ""
    assert masked(text) == text
