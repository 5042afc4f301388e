"""Turn text into comparable words: lower case, singular, digits apart, one word for one meaning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"[A-Za-zµα-ωΑ-Ω]+|\d+|[,;.?!:/()]|[&+]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# A name as programs write it: one word with capitals inside.
_PROGRAM_NAME = re.compile(r"[A-Za-z0-9_]*[a-z0-9][A-Z_][A-Za-z0-9_]*")

# One word for one meaning; only words that mean the same in every science.
_SAME = {
    "count": "number",
    "counts": "number",
    "quantity": "number",
    "num": "number",
    "amount": "number",
    "mw": "molecular weight",
    "molwt": "molecular weight",
    "mass": "weight",
    "masses": "weight",
    "logp": "log p",
    "clogp": "log p",
    "accessibility": "accessible",
    "isoelectrical": "isoelectric",
    "fraction": "fraction",
    "proportion": "fraction",
    "permeable": "permeant",
    "permeation": "permeant",
    "permeability": "permeant",
    "penetrate": "permeant",
    "cross": "permeant",
    "absorbed": "absorption",
    "centre": "center",
    "centres": "center",
    "stereocenter": "stereo center",
    "stereocentre": "stereo center",
    "stereocenters": "stereo center",
    "stereocentres": "stereo center",
    "centers": "center",
    "hybridized": "hybridization",
    "hybridised": "hybridization",
    "hybridization": "hybridization",
    "fingerprints": "fingerprint",
    "fp": "fingerprint",
    "carbocyclic": "carbocycle",
    "heterocyclic": "heterocycle",
    "sphericity": "spherocity",
    "similar": "similarity",
    "translated": "translate",
    "translation": "translate",
    "transcription": "transcribe",
    "charged": "charge",
    "soluble": "solubility",
    "indices": "index",
    "indexes": "index",
    "matrices": "matrix",
    "radii": "radius",
    "kekulé": "kekule",
    "residues": "residue",
    "estate": "e state",
    "electrotopological": "e state",
    "colour": "color",
    "oxidation": "oxidation",
    "druglike": "drug likeness",
    "likeness": "likeness",
    "drugs": "drug",
    "zero": "0",
    "zeroth": "0",
    "one": "1",
    "first": "1",
    "two": "2",
    "second": "2",
    "three": "3",
    "third": "3",
    "four": "4",
    "fourth": "4",
    "χ": "chi",
    "κ": "kappa",
    "φ": "phi",
    "δ": "delta",
    "α": "alpha",
    "β": "beta",
    "λ": "lambda",
    "dimensional": "d",
    "proteins": "protein",
    "peptides": "peptide",
    "synthesizability": "synthetic accessible",
    "synthesisability": "synthetic accessible",
    "bbb": "blood brain barrier",
    "gi": "gastrointestinal",
    "gc": "g c",
    "aminoacid": "amino acid",
    "mol": "molecule",
    "moleculars": "molecular",
    "weigh": "weight",
    "heavy": "heavy",
    "gyradius": "radius gyration",
    "digest": "digestion",
    "digested": "digestion",
    "cleaved": "cleavage",
    "cleave": "cleavage",
    "melting": "melting",
    "tm": "melting temperature",
}
# Words that carry no meaning of their own in a label or a question.
EMPTY = frozenset(
    "a an the of in for is are was were be been being to with by from its it this that these those on at as into onto "
    "please can could would you me my i we our us do does did will shall should may might must have has had "
    "what which who whose how when where there here get give tell show find provide determine calculate compute "
    "calculated computed identify evaluate estimate obtain generate create make build produce perform analyze analyse "
    "predict check verify assess measure report return list describe value values descriptor descriptors "
    "corresponding respective respectively given following also both each all any some using use used via based "
    "according per s let know need want like just only about represented representing denoted described named called "
    "present found exist exists contain contains contained particular specific detailed different various "
    "molecule molecules compound compounds substance substances chemical structure structures material materials "
    "sequence sequences string notation format representation".split()
)
_SMALL = frozenset("a an the of in for is by with to from its on at".split())
BREAKS = frozenset(".?!;:")
JOINTS = frozenset([",", "/", "&", "+", "and", "or", "as well as", "plus"])


class Word(NamedTuple):
    """One comparable word and its place in the text it came from."""

    text: str
    start: int
    end: int


def read_words(text: str) -> list[Word]:
    """The words of a text, punctuation included, each with its place."""
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        found += [Word(part, match.start(), match.end()) for part in _comparable(match[0].lower())]
    return _how_many(found)


def _how_many(found: list[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in found:
        if word.text in ("many", "much") and joined and joined[-1].text == "how":
            joined[-1] = Word("number" if word.text == "many" else "amount", joined[-1].start, word.end)
        else:
            joined.append(word)
    return joined


@lru_cache(maxsize=20_000)
def _comparable(word: str) -> tuple[str, ...]:
    if word in _SAME:
        return tuple(_SAME[word].split())
    single = _singular(word).replace("isation", "ization")
    return tuple(_SAME.get(single, single).split())


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ias")):
        return word[:-1]
    return word


@lru_cache(maxsize=20_000)
def label_words(label: str, program: bool = False) -> tuple[str, ...]:
    """The meaningful words of a label; with `program`, `GetHBANum` and `number of HBA` give the same words."""
    spaced = _CAMEL.sub(" ", label.replace("_", " ")) if program and _PROGRAM_NAME.fullmatch(label) else label
    words = [word.text for word in read_words(spaced)]
    kept = tuple(word for word in words if word not in EMPTY and word.isalnum())
    # `structure information` must not become `information`: a label left with one word keeps all but the small ones.
    whole = tuple(word for word in words if word not in _SMALL and word.isalnum())
    return kept if len(kept) > 1 or len(whole) == 1 else whole
