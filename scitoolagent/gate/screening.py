"""The one function that looks at values, wherever they enter or leave: `screen_many`.

It takes values of any shape, each with how its type is screened, finds what in them is a molecule, a sequence or a text
that reads as one, and asks the hazard database. What it found of the last values is kept, since a value of
a question is screened again when a tool takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolError
from scitoolagent.gate.codes import other_senses
from scitoolagent.gate.content import forms_in, in_codes
from scitoolagent.gate.files import is_structured, read_records, read_text
from scitoolagent.records import Finding
from scitoolagent.tool.registry import load_function

if TYPE_CHECKING:
    from scitoolagent.safety_db.screen import Screening

# A name or a key holds no structure: one that is not listed is looked up first, and what it gives is screened.
LOOKED_UP = frozenset({"name", "inchikey"})
# What a text is searched for only counts where it is never worked on: `lead` and `water` are words, too.
# So do structures put together from neighbouring words, which may be a list.
_SEARCHED = frozenset({"code", "text", "formula", "torn"})
# A pattern that leaves an element open is no molecule, and no less clear for it.
_MAY_BE_NONE = LOOKED_UP | {"smarts"}
_SEQUENCES = frozenset({"protein", "nucleotide", "sequence"})
FILE = "file"
_AT_ONCE = 256  # values of a file or table that are screened together
_WORTH_WHILE = 2
_KEPT = 512  # screenings
_LONGEST_KEPT = 5_000  # characters
_GENE = re.compile(r"[ACGTUN\s]{10,}")
_NO_RESIDUE = re.compile(r"[BJOUZ]")


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, the identity of the subject that it is about, and where the value came in or went out."""

    subject: str
    finding: Finding
    entry: str = "argument"


def screen_many(values: Iterable[tuple[str, Any]], entry: str = "argument") -> tuple[Found, ...]:
    """Screen values by their types and by their content; each different one once.

    Args:
        values: how the type of a value is screened (see `screen_value`; empty for what is no molecule or sequence by
            its type, `file` for the path of a file) and the value: a text, or texts however deep in lists and tables.
        entry: where they come in or go out, one of `scitoolagent.gate.table.ENTRIES`; those of files are told apart.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    found: dict[Found, None] = {}
    seen: set[tuple[str, str]] = set()
    for some in _batches(_placed(values, entry)):
        seen |= _clear_at_once([(form, part) for form, part, _ in some if (form, part) not in seen])
        for form, part, place in some:
            found |= dict.fromkeys(Found(subject, one, place) for subject, one in _screened(form, part, seen, place))
    return tuple(found)


def screen_each(kind: str, texts: Sequence[str], entry: str = "argument") -> list[tuple[Found, ...]]:
    """What `screen_many` finds in each of many texts of one kind.

    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    clear = _clear_at_once([(kind, text) for text in texts])
    return [() if (kind, text) in clear else screen_many([(kind, text)], entry) for text in texts]


def _placed(values: Iterable[tuple[str, Any]], entry: str) -> Iterator[tuple[str, str, str]]:
    """Each text of the values: how it is screened, itself, and where it comes in."""
    for kind, value in values:
        for text in _texts(value):
            if kind == FILE:
                place = "file" if entry == "argument" else entry
                yield from ((form, part, place) for form, part in _file_forms(text))
            else:
                yield kind, text, entry


def _batches(items: Iterator[tuple[str, str, str]]) -> Iterator[list[tuple[str, str, str]]]:
    while some := list(islice(items, _AT_ONCE)):
        yield some


def _clear_at_once(values: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those of many values in which nothing can be found; the others are looked at one by one."""
    texts = list(dict.fromkeys(text for kind, text in values if kind == "smiles"))
    if len(texts) < _WORTH_WHILE:
        return set()
    from scitoolagent.safety_db.clearing import surely_clear

    return {("smiles", text) for text, is_clear in zip(texts, surely_clear(texts), strict=True) if is_clear}


def _screened(kind: str, text: str, seen: set[tuple[str, str]], entry: str) -> Iterator[tuple[str, Finding]]:
    """What a text of a declared kind is found to be; its content counts where its kind does not settle what it is."""
    if (kind, text) in seen:
        return
    seen.add((kind, text))
    if kind:
        findings = screen_value(kind, text)
        unread = kind in LOOKED_UP or any(finding.verdict == "unknown" for finding in findings)
        told = [finding for finding in findings if kind not in _MAY_BE_NONE or finding.verdict != "unknown"]
        yield from _about(kind, text, told)
        if not unread and not (kind in _SEQUENCES and _reads_otherwise(kind, text)):
            return
    for form, part in _forms(text):
        if (form, part) not in seen:
            seen.add((form, part))
            if entry == "result" and form == "text" and _is_formula_of_another(part):
                continue
            # A guess that cannot be read was none; a chain with unknown residues is one.
            is_chain = form in _SEQUENCES and _is_chain(part)
            yield from _about(
                form, part, [one for one in screen_value(form, part) if is_chain or one.verdict != "unknown"]
            )


def _is_formula_of_another(text: str) -> bool:
    """Whether a code of what is blocked is a formula here: a tool that computes formulas gives no codes."""
    from scitoolagent.safety_db import store
    from scitoolagent.safety_db.listed import listed

    return text.strip().lower() in listed(store.folder()).codes


def _is_chain(text: str) -> bool:
    """Whether a guess is a chain of residues with some unknown ones, and not a text in capitals."""
    letters = text.upper()
    return not _NO_RESIDUE.search(letters) and letters.count("X") * 2 < len(letters)


def _forms(text: str) -> Iterator[tuple[str, str]]:
    yield from forms_in(text)
    if "\n" in text and is_structured(text):
        for record in read_text("", text):
            yield from ((form, part) for form, part in record.values if form)


def _about(kind: str, text: str, findings: list[Finding]) -> Iterator[tuple[str, Finding]]:
    if findings:
        subject = identity(kind, text)
        yield from ((subject, finding) for finding in findings)


def _reads_otherwise(kind: str, text: str) -> bool:
    """Whether a sequence may be meant in another way: a gene that is called a protein, codes of three letters."""
    return (kind == "protein" and bool(_GENE.fullmatch(text.upper()))) or any(True for _ in in_codes(text))


def _file_forms(path: str) -> Iterator[tuple[str, str]]:
    for record in read_records(Path(path)):
        yield from record.values


def screen_value(kind: str, value: str) -> list[Finding]:
    """The findings for one value; a value that cannot be read is a finding, too.

    Args:
        kind: `smiles`, `inchi`, `selfies`, `smarts`, `inchikey`, `name`, `formula`, `protein`, `nucleotide`,
        `sequence`,
            `code` for a short code in a question, `text` for names within a text, `torn` for a SMILES put together
            from words, `module:function` of a function that gives the SMILES of a notation, or empty for a value whose
            content alone counts.
        value: what is screened.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    if not kind:
        return [item.finding for item in screen_many([("", value)])]
    screening = _screening_of(kind, value)
    if screening is None or screening.verdict == "clear":
        return []
    if kind in _SEARCHED and screening.verdict != "block":
        return []
    shown = [Finding(**finding.model_dump(include=set(Finding.model_fields))) for finding in screening.findings]
    if kind == "code":
        shown[0] = shown[0].model_copy(update={"reason": f"{shown[0].reason}; {_taken_for(value)}"})
    return shown or [Finding(verdict=screening.verdict, subject=screening.subject, reason="not readable")]


def _taken_for(code: str) -> str:
    """Why a code in a question is blocked, and how to ask for something else that it stands for."""
    senses = other_senses(code)
    meant = f"; if {' or '.join(senses)} is meant, write that out" if senses else "; write anything else out in full"
    return f"“{code}” was read as a code of it{meant}"


def _screening_of(kind: str, value: str) -> Screening | None:
    from scitoolagent.safety_db import store

    if len(value) > _LONGEST_KEPT:
        return _screening(kind, value)
    return _kept_screening(str(store.folder()), kind, value)


@lru_cache(_KEPT)
def _kept_screening(database: str, kind: str, value: str) -> Screening | None:
    return _screening(kind, value)


def _screening(kind: str, value: str) -> Screening | None:
    from scitoolagent.safety_db import screen, store
    from scitoolagent.safety_db.listed import listed

    by_kind = {
        "inchikey": screen.screen_inchikey,
        "protein": screen.screen_protein,
        "nucleotide": screen.screen_nucleotide,
        "sequence": screen.screen_sequence,
    }
    if kind == "name":
        found = screen.screen_name(value)
        # It may be parted elsewhere than the listed one.
        torn = listed(store.folder()).torn_in(value) if found.verdict == "unknown" else []
        return next((one for one in map(screen.screen_name, torn) if one.verdict == "block"), found)
    if kind in by_kind:
        return by_kind[kind](value)
    if kind == "formula":
        structure = listed(store.folder()).of_formula(value)
        return screen.screen_molecule(structure) if structure else None
    if kind == "graph":
        structure = listed(store.folder()).graphs.get(value)
        return screen.screen_molecule(structure) if structure else None
    if kind in ("code", "text"):
        return _named_in(value)
    if kind == "torn":
        return screen.screen_molecule(value)
    if ":" in kind:
        try:
            return screen.screen_molecule(str(load_function(kind)(value)))
        except ToolError as error:
            return screen.unreadable(value, str(error))
    return screen.screen_molecule(value, kind)


def _named_in(text: str) -> Screening | None:
    """The screening of the worst that a text names."""
    from scitoolagent.safety_db import screen, store
    from scitoolagent.safety_db.listed import listed

    for name in listed(store.folder()).named_in(text):
        screening = screen.screen_name(name)
        if screening.verdict == "block":
            return screening
    return None


def identity(kind: str, value: str) -> str:
    """The same text for every notation of one molecule or sequence, and another one for any other.

    A molecule is its canonical SMILES with stereochemistry, isotopes and charges: a mirror image is another subject. A
    sequence is its letters. What cannot be read is only ever itself.
    """
    from scitoolagent.safety_db.screen import letters_of

    if kind in _SEQUENCES:
        return "sequence " + letters_of(value)
    if kind in LOOKED_UP or kind in _SEARCHED or kind == "graph":
        return f"{kind} {value.strip()}"
    from rdkit import Chem, rdBase

    from scitoolagent.safety_db.molecules import UnreadableError, parse_structure

    try:
        smiles, notation = (str(load_function(kind)(value)), "smiles") if ":" in kind else (value, kind)
        with rdBase.BlockLogs():
            return "molecule " + str(Chem.MolToSmiles(Chem.RemoveHs(parse_structure(smiles, notation))))
    except (UnreadableError, ToolError, ValueError, RuntimeError):
        return f"{kind} {value.strip()}"


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value, however deep in lists and tables; nothing recurses, since a foreign object may be deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            # Bytes that were no text come in as lone surrogates, which no library takes.
            yield one if one.isascii() else one.encode("utf-8", "replace").decode("utf-8")
        elif isinstance(one, Path):
            yield str(one)
        elif isinstance(one, Mapping):
            waiting += [*one.values(), *one.keys()]
        elif isinstance(one, Iterable) and not isinstance(one, (bytes, bytearray)):
            waiting += list(one)
