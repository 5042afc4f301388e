"""What a text may be, whatever its type says: structures, names, keys, numbers, formulas and sequences in it.

Each form is a cheap look at letters first, so that an ordinary text costs next to nothing; only what has the form of a
structure or a sequence is parsed. What is found here is a guess: it counts when the hazard database knows it, and when
it cannot be read it was no structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.gate.codes import without_symbols
from scitoolagent.safety_db.names import plain_letters

# A function of a tool that gives the SMILES of a notation; named, since tools are found by the registry.
SLN = "scitoolagent.tools.chemistry.sln:sln_to_smiles"

# Also without its beginning, and with blanks in it.
_INCHI = re.compile(r"(?:inchi\s*=\s*)?\b1s?\s*(/\s*(?:[A-Z][a-z]?\d*|\.)+(?:\s*/[a-z][^\s\"'<>|{}]*)+)", re.IGNORECASE)
_INCHIKEY = re.compile(r"(?<![A-Za-z])([A-Za-z]{14})(?:[-\s]+([A-Za-z]{10})[-\s]+[A-Za-z])?(?![A-Za-z])")
_CAS = re.compile(r"(?<![\d-])\d{2,7}-\d\d-\d(?![\d-])")
_CAS_SAID = re.compile(r"\bCAS\D{0,20}(\d{2,7})[\s.]?(\d\d)[\s.]?(\d)(?!\d)", re.IGNORECASE)
_SMILES_ATOM = r"\[[^\[\]\s]+\]|Cl|Br|[BCNOPSFIbcnops*]"
_SMILES = re.compile(rf"(?:{_SMILES_ATOM}|[-=#$:/\\.()~@+%>]|\d)+")
_PATTERN = re.compile(rf"(?:{_SMILES_ATOM}|[aA]|[-=#$:/\\.()~@+%>!,;&]|\d)+")
_PLAIN_SMILES = re.compile(r"(?:Cl|Br|[BCNOPSFI])(?:Cl|Br|[BCNOPSFIbcnops])*")
_SELFIES = re.compile(r"(?:\[[^\[\]\s]+\]\.?){2,}")
_SPACED_SELFIES = re.compile(r"(?:\[[^\[\]\s]+\][\s,.]*){3,}")
_SLN = re.compile(r"(?=[^\s]*[H(\[@=])[A-Z](?:[A-Za-z0-9@=#:.()+<>;-]|\[[^\[\]]*\])+")
# Flat or condensed, with dots and charges; `safety_db.formulas` reads it.
_FORMULA = re.compile(r"(?:[A-Z][a-z]?[()\[\]{}\d.·•*⋅∙^+-]*){3,}")
_FORMULA_PIECE = re.compile(r"(?:[A-Z][a-z]?|[()\[\]{}\d.·•*⋅∙^+-])+")
# Each symbol as often as its atoms: `CCHHHHHHO`.
_REPEATED = re.compile(r"(?:[A-Z][a-z]?){4,300}")
# What parts the substances of an equation that is written without blanks, and what stands around each of them.
_EQUATION = re.compile(r"[+=→⇌⟶↔⇄]|-+>|<-+")
_AROUND_FORMULA = re.compile(r"^[\d./½*×·]+(?=[A-Z(\[{])|\((?:g|l|s|aq|cr)\)$")
_CODE = re.compile(r"[A-Z][A-Z\d]{1,5}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_EDGES = "\"'`,;:!?<>{}“”‘’«»"
_PARTS = re.compile(r"[,;\"'|{}<>&?]|(?:^|(?<=[&?]))[a-z_]\w+[=:](?![/=])")
_MOST_BROKEN = 6  # words of a sentence that may stand at either end of a SMILES written with blanks
_MOST_SYMBOLS = 4  # the same of a formula
_SHORTEST_SUBSTANCE = 5
_SHORTEST_SMILES = 4  # letters alone: fewer are symbols of elements, or words

_RUN = re.compile(r"[A-Z](?:[\s.,/|_:;*\-]*(?:(?<!\S)\d+(?!\S)[\s]*)?[A-Z]){9,}")
_LETTERS = re.compile(r"(?<![A-Za-z])[A-Za-z]{10,}(?![A-Za-z])")
_BLOCKS = re.compile(r"(?<![a-z])[a-z]{10}(?:[\s\d]+[a-z]{10})+(?:[\s\d]+[a-z]{1,9})?(?![a-z])")
_NO_RESIDUES = re.compile(r"[bjouz]")
_GENE = re.compile(r"[acgtun\s\d]+")
_LONG = 20  # fewer letters that are not in upper case may be a word; chains that short have four cysteines and more
_CODES = dict(
    zip(
        "Ala Arg Asn Asp Cys Gln Glu Gly His Ile Leu Lys Met Phe Pro Ser Thr Trp Tyr Val".lower().split(),
        "ARNDCQEGHILKMFPSTWYV",
        strict=True,
    )
)
_THREE = re.compile(rf"(?:(?:{'|'.join(_CODES)})[\s.\-–]*){{6,}}", re.IGNORECASE)


def forms_in(text: str) -> Iterator[tuple[str, str]]:
    """The kinds, as `screen_value` takes them, and the texts of what may be a structure or a sequence in a text."""
    text = text.strip()
    if not text:
        return
    if not text.isascii() and (plain := plain_letters(text)) != text:
        yield from forms_in(plain)
    if "\\" in text:  # a text within a text has signs before its quotes and brackets; JSON has others for letters
        letters = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).replace("\\", "")
        yield from forms_in(letters.encode("utf-8", "replace").decode("utf-8"))
    if "/" in text:
        for match in _INCHI.finditer(text):
            written = "InChI=1S" + re.sub(r"\s", "", match[1])
            ended = written.rstrip(".,;:!?")
            yield from (("inchi", one) for one in dict.fromkeys((written, ended, ended.rstrip(")]"))))
    yield from _numbers(text)
    yield ("text", text)
    if text.count("][") + text.count("] [") + text.count("],[") > 1:
        yield from (("selfies", re.sub(r"[\s,]", "", match[0])) for match in _SPACED_SELFIES.finditer(text))
    tokens = text.split()
    for token in dict.fromkeys(tokens):
        yield from _structures(token)
    yield from _broken(tokens)
    yield from _parted_formulas(tokens)
    yield from _in_equation(text)
    yield from _sequences(text)


def _numbers(text: str) -> Iterator[tuple[str, str]]:
    """The InChIKeys and CAS numbers of a text, in any case, and parted as they should not be."""
    for match in _INCHIKEY.finditer(text):
        # The first block alone is a word or a sequence as well; a key that is listed tells.
        yield ("inchikey", match[0].upper() if match[2] is None else re.sub(r"[-\s]+", "-", match[0]).upper())
    yield from (("name", match[0]) for match in _CAS.finditer(text) if _is_cas(match[0]))
    said = ("-".join(match.groups()) for match in _CAS_SAID.finditer(text))
    yield from (("name", number) for number in said if _is_cas(number))


def _broken(tokens: list[str]) -> Iterator[tuple[str, str]]:
    """SMILES that are written with blanks or over several lines: neighbouring words of their signs, one torn."""
    run: list[str] = []
    for token in (*tokens, ""):
        part = token.strip(_EDGES)
        if part and _SMILES.fullmatch(part):
            run.append(part)
            if token[-1] not in _EDGES:
                continue
        # A list of whole SMILES is one; a part of one begins or ends where no molecule does.
        if len(run) > 1 and any(map(_is_torn, run)) and any(sign.isalpha() for token in run for sign in token):
            # Words of the sentence at its ends are letters of elements as well: "is", "on", "so".
            joined = ["".join(run[start:]) for start in range(min(len(run) - 1, _MOST_BROKEN))]
            joined += ["".join(run[:end]) for end in range(len(run) - 1, max(1, len(run) - _MOST_BROKEN), -1)]
            yield from (("torn", one) for one in joined if one.count("(") == one.count(")"))
        run = []


def _parted_formulas(tokens: list[str]) -> Iterator[tuple[str, str]]:
    """Formulas with blanks in them: neighbouring words of symbols and numbers."""
    run: list[str] = []
    for token in (*tokens, ""):
        part = token.strip(_EDGES)
        if part and _FORMULA_PIECE.fullmatch(part):
            run.append(part)
            if token[-1] not in _EDGES:
                continue
        if len(run) > 1:
            # Words of the sentence at its ends are symbols as well: "In", "I", "5".
            starts = range(min(len(run) - 1, _MOST_SYMBOLS))
            ends = range(len(run), max(1, len(run) - _MOST_SYMBOLS), -1)
            joined = ["".join(run[start:end]) for start in starts for end in ends if end - start > 1]
            yield from (("formula", one) for one in joined if _FORMULA.fullmatch(one.lstrip("([{")))
        run = []


def _is_torn(token: str) -> bool:
    return token[0] in "()=#/\\.-%0123456789" or token[-1] in "(=#/\\.-" or token.count("(") != token.count(")")


def _structures(token: str) -> Iterator[tuple[str, str]]:
    """What one word may be; also its parts, since a value may stand in a list, an assignment or JSON."""
    for word in dict.fromkeys((token, token.strip(_EDGES).rstrip("."), *_PARTS.split(token))):
        yield from _substances(word)
        whole = _balanced(word)
        # One letter, or one with a dot, is no structure: "P. aeruginosa".
        if len(whole.rstrip(".")) < 2:
            continue
        if _PLAIN_SMILES.fullmatch(whole):
            if len(whole) >= _SHORTEST_SMILES:
                yield ("smiles", whole)
        elif whole.isalpha():
            if _REPEATED.fullmatch(whole):
                yield ("formula", whole)
        else:
            yield from _written(whole)


def _substances(word: str) -> Iterator[tuple[str, str]]:
    """The formulas of a word with a number before it, a state behind it, or more of an equation around it."""
    if len(word) < _SHORTEST_SUBSTANCE or not any(map(str.isdigit, word)):
        return
    for part in _EQUATION.split(word):
        formula = _AROUND_FORMULA.sub("", part)
        if formula != word and any(map(str.isdigit, formula)) and _FORMULA.fullmatch(formula.lstrip("([{")):
            yield ("formula", formula)


def _in_equation(text: str) -> Iterator[tuple[str, str]]:
    """The short substances of an equation: each may be the code of something else. "DF = 9" is none."""
    parts = _EQUATION.split(without_symbols(text))
    for part in parts if len(parts) > 1 else ():
        word = _AROUND_FORMULA.sub("", part.strip())
        if _CODE.fullmatch(word):
            yield ("text", word)


def _written(word: str) -> Iterator[tuple[str, str]]:
    """The notations that a word with digits or signs may be in."""
    if _SELFIES.fullmatch(word):
        yield ("selfies", word)
    if is_written_like_smiles(word):
        yield ("smiles", word)
        if "[" in word:
            yield ("smarts", word)
    elif "[" in word and not word.startswith("http") and _is_pattern(word):
        yield ("smarts", word)
    if _SLN.fullmatch(word):
        yield (SLN, word)
    if any(map(str.isdigit, word)) and _FORMULA.fullmatch(word.lstrip("([{")):
        yield ("formula", word)


def is_written_like_smiles(word: str) -> bool:
    """Whether a word has only letters and signs that SMILES has."""
    return bool(_SMILES.fullmatch(word)) and any(map(str.isalpha, word))


def _is_pattern(word: str) -> bool:
    """Whether a word has only letters outside of brackets that SMARTS has."""
    return bool(_PATTERN.fullmatch(word))


def _balanced(word: str) -> str:
    """A word without the brackets of the sentence around it."""
    if word.count("(") > word.count(")"):
        return word.removeprefix("(")
    if word.count(")") > word.count("("):
        return word.removesuffix(")")
    if word.startswith("(") and word.endswith(")"):
        depth = 0
        for sign in word[:-1]:
            depth += (sign == "(") - (sign == ")")
            if depth == 0:
                return word
        return word[1:-1]
    return word


def _is_cas(text: str) -> bool:
    """Whether the check digit of a CAS number is right."""
    digits = text.replace("-", "")
    return sum(place * int(digit) for place, digit in enumerate(reversed(digits[:-1]), 1)) % 10 == int(digits[-1])


def _sequences(text: str) -> Iterator[tuple[str, str]]:
    """The runs of letters that may be a protein or a gene, with gaps, blocks, numbers and headers left out."""
    if ">" in text:
        text = "\n".join(line for line in text.splitlines() if not line.startswith(">"))
    for match in _RUN.finditer(text):
        yield ("sequence", match[0])
    for match in (*_LETTERS.finditer(text), *_BLOCKS.finditer(text)):
        letters = match[0].lower()
        is_word = len(letters) < _LONG and letters.count("c") < 4
        if not match[0].isupper() and not is_word and (_GENE.fullmatch(letters) or not _NO_RESIDUES.search(letters)):
            yield ("sequence", match[0])
    yield from (("protein", chain) for chain in in_codes(text))


def in_codes(text: str) -> Iterator[str]:
    """The proteins that a text spells in codes of three letters, in codes of one."""
    for match in _THREE.finditer(text):
        found = re.findall("|".join(_CODES), match[0].lower())
        yield "".join(_CODES[code] for code in found)
