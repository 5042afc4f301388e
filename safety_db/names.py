"""Normalise names: case, spaces, dashes, Greek letters, and look-alike letters of other alphabets."""

from __future__ import annotations

import re
import unicodedata

_GREEK = dict(
    zip(
        "αβγδεζηθκλμπστφχψω",
        "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu pi sigma tau phi chi psi omega".split(),
        strict=True,
    )
)
# letters that look like Latin ones, which could otherwise disguise a name
_ALIKE = dict(zip("асеорхуіјѕԁһӏκгмнвтїιορυνɑɡıℓ", "aceopxyijsdhlkrmhbtiiopuvagil", strict=True))
_LOOKS = {**_ALIKE, **_GREEK}
# The same with capitals, which say more in a structure than in a name.
_LOOKALIKES = {**_ALIKE, **dict(zip("АВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABCEHIJKMOPSTXABEZHIKMNOPTX", strict=True))}
_DASHES = re.compile(r"[\u2010-\u2015\u2212\u00ad\ufe58\ufe63\uff0d_]")
_QUOTES = re.compile(r"[\u2018\u2019\u2032\u02b9\u02bc`´]")


def plain_letters(text: str) -> str:
    """A text in the letters that it looks like: of full width, below the line, or of an alphabet that looks Latin."""
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", text))
    return "".join(_LOOKALIKES.get(letter, letter) for letter in text if unicodedata.category(letter) != "Cf")


# A light chain, in an entry of botulinum toxin as in every antibody; to all others it is liquid chromatography, or a
# coil and a capacitor. The toxin is listed by its own names.
NO_NAMES = frozenset(["lc"])
# What a name stands for, of which the sources know the abbreviation of a toxin alone: the explosive, and not the domain
# of a channel protein.
MEANT = {"tnt": "2,4,6-trinitrotoluene"}
# An element by its symbol, as it is written, is no abbreviation of a toxin: Cl, Cu, Np, Pa and Tl are given as some.
_ELEMENTS = frozenset(
    """H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb
    Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg
    Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts
    Og""".split()
)


def abbreviates_no_toxin(name: str) -> bool:
    """Whether a text is no abbreviation of a toxin, though the sources have it as one."""
    return name.strip() in _ELEMENTS or normalise_name(name) in NO_NAMES


def normalise_name(name: str) -> str:
    """The normalised form in which names are compared; empty for a blank name."""
    text = unicodedata.normalize("NFKC", name).casefold()
    text = _QUOTES.sub("'", _DASHES.sub("-", text))
    text = "".join(_LOOKS.get(letter, letter) for letter in text if unicodedata.category(letter) != "Cf")
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    # First the blanks alone, so that no long run of them is read again from each of its places.
    text = re.sub(r" ?([-(),]) ?", r"\1", re.sub(r"\s+", " ", text)).strip()
    return re.sub(r"^(nerve |blister )?agent ", "", text)
