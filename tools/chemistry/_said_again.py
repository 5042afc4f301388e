"""Find where a question says a compound again: "aspirin (50-78-2)", "urea, CO(NH2)2, in water", "glucose (C6H12O6)"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scitoolagent.errors import ToolInputError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000
_MOST_WORDS, _MOST_PLACES = 6, 40
_LONGEST_NOTATION = 300
_CAS = r"(?P<cas>[1-9]\d{1,6}-\d{2}-\d)"
# Two capitals or a number at least, so that no plain word is a formula.
_FORMULA = r"(?P<formula>(?=[A-Za-z()]*\d|[A-Z][a-z]?[A-Z(])(?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*)+(?![^\s,;]))"
_KEY = r"(?P<key>[A-Z]{14}-[A-Z]{10}-[A-Z])"


@cache
def _notation() -> re.Pattern[str]:
    lead = rf"(?:(?i:{any_of(phrase_list('names', 'notations'))})\s*[:#=]?\s*)?"
    return re.compile(rf"\s*{lead}(?:{_CAS}|{_KEY}|{_FORMULA}|(?P<smiles>[^\s,;]+))\s*(?P<more>$|[,;]\s*(?=\S))")


def find_said_again(text: str) -> Iterator[tuple[int, int]]:
    """The places of notations that mean what the name in front of them means; those that do not are left."""
    if len(text) > _LONGEST:
        return
    for start, end in itertools.islice(itertools.chain(_brackets(text), _between_commas(text)), _MOST_PLACES):
        said = _notation().match(text[start:end])
        if said and any(_means(name, said.groupdict()) for name in _names_before(text[: start - 1])):
            # More may stand in a bracket: "(CAS 64-19-7, 99 %)".
            yield (start, start + said.end()) if said["more"] else (start - 1, end + 1)
        elif _is_name_of(text[start:end].strip(), text[: start - 1].split()[-1:]):
            yield start - 1, end + 1


def _is_name_of(name: str, before: Sequence[str]) -> bool:
    """Whether a name says again what the notation in front of it means: "NaCl (sodium chloride)"."""
    from scitoolagent.tools.chemistry.names import compound_name

    said = _notation().fullmatch(before[0]) if before else None
    return said is not None and compound_name(name) is not None and _means(name, said.groupdict())


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """The insides of the brackets that stand behind a word and a blank."""
    for opening in re.finditer(r"(?<=[\w\])]\s)\(", text):
        depth, place = 1, opening.end()
        while depth and place < min(len(text), opening.end() + _LONGEST_NOTATION):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            place += 1
        if not depth:
            yield opening.end(), place - 1


def _between_commas(text: str) -> Iterator[tuple[int, int]]:
    """What stands alone between two commas, or between one and the end of a question."""
    for match in re.finditer(r"(?<=,)\s*[^\s,;?]+(?:\s[^\s,;?]+){0,2}(?=,\s|\s*[?.]?\s*$)", text):
        yield match.span()


def _names_before(text: str) -> Iterator[str]:
    """The longest name that ends here, where there is one."""
    from scitoolagent.tools.chemistry.names import compound_name

    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        name = " ".join(words[-count:])
        if compound_name(name) is not None:
            yield name
            return


def _means(name: str, said: Mapping[str, str | None]) -> bool:
    """Whether a notation is of the one compound that a name stands for."""
    from scitoolagent.tools.chemistry._compound_match import resolve, row_of_cas

    try:
        row = resolve(name)
        if cas := said["cas"]:
            return cas == row.cas or row_of_cas(cas).inchikey == row.inchikey
        if formula := said["formula"]:
            return _same_atoms(formula, row.formula)
        return (said["key"] or _key_of(said["smiles"] or "")) == row.inchikey
    except ToolInputError:
        return False


def _same_atoms(one: str, other: str) -> bool:
    from scitoolagent.tools.materials._formula import parse_formula

    first, second = parse_formula(one), parse_formula(other)
    return first.counts == second.counts and first.charge == second.charge


def _key_of(smiles: str) -> str:
    from scitoolagent.tools.chemistry._inchi import inchikey_of
    from scitoolagent.tools.chemistry._molecule import parse_smiles

    return inchikey_of(parse_smiles(smiles))
