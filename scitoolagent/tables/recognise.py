"""What the columns of a file mean: by their headers, by the units in these, and by a sample of their values."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Protocol

from scitoolagent.language.words import phrase_meanings, phrases_of, word_list
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.table import Column, Kind
from scitoolagent.tool import Semantic
from scitoolagent.tool.days import day_of
from scitoolagent.tool.registry import load_function
from scitoolagent.tool.types import CalendarDate, DnaSequence, ProteinSequence, RnaSequence, Smiles
from scitoolagent.tool.units import UnitError, dimension, is_pure, unit_code

# The share of the values looked at that must be of a type; half where the header names it. Less is told.
_MOST, _HALF, _SOME = 0.9, 0.5, 0.1
_LEAST_LETTERS = {"dna": 8, "rna": 8, "protein": 15}
_ABBREVIATED = re.compile(r"\s+(?:[a-z]\.){2,}$")
_BRACKETED = re.compile(r"(.+?)\s*[\[(]([^\[\]()]{1,40}(?:\([^()]*\)[^\[\]()]*)?)[\])]\s*")
_BEHIND_LINE = re.compile(r"(.+)_([^\s_]+)")
_BEHIND_BLANK = re.compile(r"(.+?) ([^\s_]+)")
# As loggers write it: "Temp, °C (LGR S/N: 1)".
_BEHIND_COMMA = re.compile(r"(.+?), ?(\S{1,20})(?: \(.*:.*\))?")
_BEHIND_STROKE = re.compile(r"(.+?)\s+/\s+(\S{1,20}(?: \S{1,6}[-−⁻^]\S{1,4}){0,3})")
# `ic50_nM`, `activity_%`: a sign that no other word has.
_SURE_SIGN = re.compile(r".+[A-Z°µμÅ/%].*|.*[°µμÅ/%].+|%")
_BEHIND_IN = re.compile(r"(.+?)\s+in\s+(\S{1,20}(?: (?:per|/) \S{1,20})?)\s*", re.IGNORECASE)
# A logarithm is a pure number, whatever it is the logarithm of.
_LOGARITHM = re.compile(r"(?:log|lg|ln)(?![a-z])|log[A-Z\d]|p(?:H|K[aib]?|[IE]C\d\d|Ki|Kd)\b|-log|.*\blog\b")
_STRUCTURE_SIGN = re.compile(r"[=#()\[\]\\/@+%]|\d")
_STRUCTURE = re.compile(r"[A-Za-z0-9@+\-\[\]()=#$:/\\.%*~&]+")
# Litres and mol/L, behind a number and a blank.
_CAPITALS = ("L", "M")
CURRENCY = re.compile(r"[$€£¥]|EUR|USD|GBP|CHF|JPY")
_LETTERS = {
    "dna": (DnaSequence, re.compile(r"[ACGTNacgtn]+")),
    "rna": (RnaSequence, re.compile(r"[ACGUNacgun]+")),
    "protein": (ProteinSequence, re.compile(r"[ACDEFGHIKLMNPQRSTVWYXBZUO]+\*?", re.IGNORECASE)),
}
_NAME_LABEL = "name of a molecule"
_HINTS = {
    "smiles": ("smi", "smile", "structure"),
    "name": ("name", "compound", "molecule", "drug", "ligand", "solvent"),
}


def is_logarithm(header: str) -> bool:
    """Whether a header says that its values are logarithms, of which there are no ratios."""
    return bool(_LOGARITHM.match(header))


class Type(Protocol):
    """What has to be known of a semantic type; the types of the tool graph have it."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def also(self) -> tuple[str, ...]: ...
    @property
    def unit(self) -> str | None: ...
    @property
    def pattern(self) -> str | None: ...
    @property
    def recogniser(self) -> str: ...
    @property
    def needs_context(self) -> bool: ...
    @property
    def generic(self) -> str: ...


class Types(Protocol):
    """All semantic types; the tool graph."""

    @property
    def types(self) -> Mapping[str, Type]: ...
    def role(self, name: str, /) -> str: ...
    def is_a(self, name: str, broader: str, /) -> bool: ...


def header_unit(header: str) -> tuple[str, str | None]:
    """A header without its unit, and the code of that: `mass [g]` gives mass and g; None where it names none."""
    for form in (_BRACKETED, _BEHIND_STROKE, _BEHIND_IN, _BEHIND_COMMA, _BEHIND_LINE, _BEHIND_BLANK):
        if match := form.fullmatch(header.strip()):
            label, written = match[1].strip(), match[2].strip()
            try:
                marked = form in (_BRACKETED, _BEHIND_IN) or (form is _BEHIND_STROKE and _is_symbol(label, written))
                unit = _unit_of(label, written, marked)
            except UnitError:
                continue
            if unit and form is _BEHIND_LINE and header_unit(label)[1] is not None:
                break  # `dose_mg_kg` is in neither
            if unit:
                return label, "1" if _LOGARITHM.match(label) else unit
    priced = _BRACKETED.fullmatch(header.strip())
    if priced and CURRENCY.fullmatch(priced[2].strip()):
        return priced[1].strip(), None
    return header.strip(), None


def _is_symbol(label: str, written: str) -> bool:
    """Whether a label is the symbol of what a unit measures: `t / min`, `c(A) / mmol L-1`; `A / B` may be a ratio.

    Raises:
        UnitError: what is written is no unit.
    """
    symbol = re.match(r"[^\W\d_]+", label)
    measured = phrase_meanings("header_symbols").get(symbol[0], "") if symbol else ""
    return any(dimension(unit_code(written)) == dimension(one) for one in measured.split())


def _unit_of(label: str, written: str, marked: bool) -> str:
    """The code of a unit behind a label; empty where the text may be anything: `x_C` may, `temp_C` may not.

    Raises:
        UnitError: it is no unit.
    """
    if written.casefold().replace(" ", "") in word_list("tables", "header_shares"):
        return "%"
    if marked:
        # "m a.s.l." is in metres, and no product of years, seconds and litres.
        return unit_code(_ABBREVIATED.sub("", written))
    if written.casefold() in word_list("tables", "header_percent"):
        return "%"
    words = set(re.findall(r"[^\W\d_]+|[^\W_]+", label.casefold()))
    for known, nouns in phrases_of("header_quantities").items():
        if words & set(nouns):
            meant = unit_code(
                phrase_meanings("header_letters").get(written.casefold(), written) if known == "K" else written
            )
            return meant if dimension(meant) == dimension(known) else ""
    sure = _SURE_SIGN.fullmatch(written) or written in word_list("tables", "header_units")
    return unit_code(written) if sure else ""


def plain_unit(written: str) -> str:
    """The code of a unit that stands alone; empty where it is none."""
    try:
        return unit_code(_ABBREVIATED.sub("", written.strip())) if written.strip() not in ("", "1") else ""
    except UnitError:
        return ""


def unit_in_cells(header: str, written: str, parted: bool, any_letter: bool = False) -> str:
    """The code of a unit behind the numbers of a column; empty where the text may be anything, as in "12A".

    Args:
        header: of the column, which may say what it measures.
        written: behind the numbers.
        parted: whether a blank stands in front of it, or some numbers have decimals, so that they are no codes.
        any_letter: whether other values of the column have units.
    """
    try:
        if code := _unit_of(header, written, False):
            return code
    except UnitError:
        pass
    code = plain_unit(written)
    if not code or (is_pure(code) and code != "%") or written.casefold() in word_list("tables", "no_cell_units"):
        return ""
    if len(written) > 1 or any_letter:
        return code
    letter = written in word_list("tables", "cell_letters") or written in _CAPITALS
    return code if parted and letter else ""


def recognise(types: Types, header: str, kind: Kind, sample: Sequence[object]) -> tuple[Column, tuple[str, ...]]:
    """What a column is, and what a person should know about it.

    Args:
        types: all semantic types.
        header: as the file has it.
        kind: how its values are held.
        sample: some of its values, from all over the file.
    """
    if kind in ("integer", "number"):
        return _number(types, header, kind), ()
    if kind == "truth":
        return Column(name=header, kind=kind, type=_named(types, header, "verdict")), ()
    texts = [text for text in sample if isinstance(text, str)]
    name, notes = _text(types, header, texts) if texts else ("", ())
    return Column(name=header, kind=kind, type=name), notes


def is_measured(types: Types, header: str) -> bool:
    """Whether a column is called as one of numbers is: with a unit, as a quantity, or as a type of numbers."""
    label, unit = header_unit(header)
    words = _normal(label).split()
    return unit is not None or bool({*words} & word_list("tables", "measured")) or bool(_named(types, label, "number"))


def is_label(header: str) -> bool:
    """Whether a column is called as one that tells rows apart, or parts them, is: with numbers, these count nothing."""
    words = _normal(header).split()
    told = (word_list("tables", name) for name in ("ordinal_columns", "identifying", "parting"))
    return any({*words[-1:]} & one for one in told)


def _number(types: Types, header: str, kind: Kind) -> Column:
    label, unit = header_unit(header)
    name = _named(types, label, "number")
    declared = types.types[name].unit if name else None
    if unit is None:
        # A header without a unit leaves open what the values are in, where there is a choice.
        return Column(name=header, kind=kind, type=name, unit=declared if declared and is_pure(declared) else None)
    if declared and dimension(declared) != dimension(unit):
        name = ""
    return Column(name=header, kind=kind, type=name, unit=unit)


def _text(types: Types, header: str, sample: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The type of a column of texts, and what is to be told of it."""
    named = _named(types, header, "text")
    for name, test in _tests(types, header, named):
        fitting = sum(map(test, sample))
        share = fitting / len(sample)
        label = types.types[name].label
        told = f"column {shown(header)!r}: {fitting} of {len(sample)} values looked at read as {label}"
        hinted = name == named or (label == _NAME_LABEL and share >= _HALF)
        if share >= _MOST or (hinted and share >= _HALF):
            return name, () if share == 1 else (told,)
        if name == SMILES and share >= _SOME and any(map(_STRUCTURE_SIGN.search, sample)):
            return "", (f"{told}, the others do not; it is taken as text",)
    return "", ()


def _tests(types: Types, header: str, named: str) -> list[tuple[str, Callable[[str], bool]]]:
    """The types that a column of texts may have, the likeliest first, each with a test of one value."""
    words = set(_normal(header).split())
    found: list[tuple[str, Callable[[str], bool]]] = []
    if named and (pattern := types.types[named].pattern):
        found.append((named, partial(_fits, re.compile(pattern))))
    found += [
        (node.name, partial(_fits, re.compile(node.pattern)))
        for node in types.types.values()
        if node.pattern and not node.needs_context and not node.generic and types.role(node.name) in ("value", "kind")
    ]
    hinted = named == SMILES or bool(words & set(_HINTS["smiles"]))
    for key, (semantic, letters) in _LETTERS.items():
        least = 1 if named and types.is_a(mark(semantic).name, named) else _LEAST_LETTERS[key]
        found.append((mark(semantic).name, partial(_is_sequence, letters, least)))
    found.append((DATE, _is_day))
    structure = (SMILES, partial(_is_smiles, hinted))
    found.insert(0 if hinted else len(found), structure)
    for node in types.types.values():
        told = node.name == named or (words & set(_HINTS["name"]) and node.label == _NAME_LABEL)
        if told and node.recogniser:
            found.append((node.name, partial(_is_known, node.recogniser)))
    return found


def mark(annotated: object) -> Semantic:
    """The semantic type of an annotated one."""
    marks = getattr(annotated, "__metadata__", ())
    return next(one for one in marks if isinstance(one, Semantic))


SMILES, DATE = mark(Smiles).name, mark(CalendarDate).name


def _fits(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.fullmatch(text) is not None


def _is_sequence(letters: re.Pattern[str], least: int, text: str) -> bool:
    return len(text) >= least and letters.fullmatch(text) is not None


def _is_day(text: str) -> bool:
    return day_of(text) is not None


def _is_known(recogniser: str, text: str) -> bool:
    return load_function(recogniser)(text) is not None


def _is_smiles(hinted: bool, text: str) -> bool:
    """Whether a text is SMILES; where nothing hints at it, a plain word that happens to be one does not count."""
    if not _STRUCTURE.fullmatch(text) or not (hinted or _STRUCTURE_SIGN.search(text) or set(text) <= set("CNOScno")):
        return False
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(text)
    return mol is not None and mol.GetNumAtoms() > 0


def _named(types: Types, header: str, wanted: str) -> str:
    """The one type that people call as the header does and that has such values; empty where there is none."""
    digest = tuple((node.name, node.label, node.also) for node in types.types.values())
    # A letter stands for many things: it is a name of a type only where a question says so.
    names = _index(digest).get(_normal(header), ()) if len(_normal(header)) > 1 else ()
    fitting = [name for name in names if _suits(types, name, wanted)]
    # What a tool is given may be called as what another one gives: a column of values is the latter.
    fitting = [name for name in fitting if types.role(name) != "setting"] or fitting
    return fitting[0] if len(fitting) == 1 else ""


def _suits(types: Types, name: str, wanted: str) -> bool:
    node = types.types[name]
    if node.generic or types.role(name) in ("file", "table", "note"):
        return False
    if wanted == "verdict":
        return types.role(name) == "verdict"
    return (node.unit is not None) == (wanted == "number")


@cache
def _index(types: tuple[tuple[str, str, tuple[str, ...]], ...]) -> dict[str, tuple[str, ...]]:
    """The types by what people call them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, label, also in types:
        for text in dict.fromkeys(map(_normal, (label, name, *also))):
            found[text].append(name)
    return {text: tuple(names) for text, names in found.items()}


def _normal(text: str) -> str:
    """A label without case, plural and the signs that stand for blanks."""
    words = re.sub(r"[\W_]+", " ", text.casefold()).split()
    return " ".join(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words
    )
