"""Find secrets and personal data in texts before a model is trained on them.

What has a form is found: keys, passwords that are assigned, addresses, numbers of accounts and telephones. A name of a
person has none, so runs about people are for a person to leave out.
"""

from __future__ import annotations

import re

_SECRETS = {
    "private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "key of a service": re.compile(
        r"\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|hf_\w{20,}|"
        r"xox[abprs]-[\w-]{10,}|glpat-[\w-]{16,})"
    ),
    "token": re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|\bBearer\s+[\w.~+/-]{16,}", re.IGNORECASE),
    "password": re.compile(
        r"\b(?:pass(?:word|wd|phrase)?|pwd|secret|api[_ -]?key|access[_ -]?token)\b\s*(?:is|=|:)\s*[\"']?\S{4,}",
        re.IGNORECASE,
    ),
    "address with a password": re.compile(r"\b[a-z][a-z+.-]*://[^\s/:@]+:[^\s/@]+@", re.IGNORECASE),
}
_PERSONAL = {
    "account number": re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b(?=\W|$)"),
    "e-mail address": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "telephone number": re.compile(
        r"(?<![\w.])(?:\+\d{1,3}[ ./-]?|\(0\d{1,5}\)[ ./-]?|00\d{2}[ ./-])\d(?:[ ./-]?\d){6,12}(?!\w|\.\d)"
    ),
    "social security number": re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"),
    "folder of a person": re.compile(r"(?:/home/|/Users/|[A-Z]:\\Users\\)[^\s/\\]+"),
    "network address": re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)"),
}


def secret_in(text: str) -> str:
    """What kind of secret a text holds; empty where none is seen."""
    return next((kind for kind, form in _SECRETS.items() if form.search(text)), "")


def personal_in(text: str) -> str:
    """What kind of personal data a text holds; empty where none is seen."""
    return next((kind for kind, form in _PERSONAL.items() if form.search(text)), "")


def masked(text: str) -> str:
    """A text with its personal data replaced by what they are."""
    for kind, form in _PERSONAL.items():
        text = form.sub(f"[{kind}]", text)
    return text
