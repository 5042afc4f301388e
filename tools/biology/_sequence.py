"""Read sequences as people paste them; shared by the tools of this package."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Semantic
from scitoolagent.tool.types import ROOTS

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"
# Selenocysteine and pyrrolysine are residues of known mass; B, J, X and Z only stand for several.
RARE_AMINO_ACIDS = "UO"
AMBIGUOUS_AMINO_ACIDS = "BJXZ"
DNA_LETTERS = "ACGT"
RNA_LETTERS = "ACGU"
AMBIGUOUS_BASES = "RYSWKMBDHVN"

# The longest known protein, titin, has about 35,000 residues.
MAX_RESIDUES = 40_000
MAX_BASES = 500_000
_SHOWN = 30


def _root(name: str) -> Semantic:
    return next(semantic for semantic in ROOTS if semantic.name == name)


# Ports that take every kind of sequence below them in the hierarchy.
AnySequence = Annotated[str, _root("Sequence")]
AnyNucleicAcid = Annotated[str, _root("NucleicAcidSequence")]


def parse_protein(sequence: str, extra: str = "", longest: int = MAX_RESIDUES) -> str:
    """One-letter codes in upper case without blanks; one `*` at the end, the stop of a translation, is taken off.

    Args:
        sequence: text in one-letter codes.
        extra: letters taken besides the twenty standard amino acids.
        longest: more residues than this are refused.
    Raises:
        ToolInputError: empty, too long, or a letter that is no amino acid.
    """
    text = _cleaned(sequence, "protein", longest)
    if len(text) > 1 and text.endswith("*"):
        text = text[:-1]
    place = _first_other(text, AMINO_ACIDS + extra)
    if place is None:
        return text
    letter = text[place]
    if letter == "*":
        raise ToolInputError(
            f"the protein sequence has a stop (*) at position {place + 1}; give only the residues before it"
        )
    if letter in AMBIGUOUS_AMINO_ACIDS + RARE_AMINO_ACIDS:
        raise ToolInputError(
            f"{letter!r} at position {place + 1} is not one of the twenty standard amino acids; replace or remove it"
        )
    raise ToolInputError(
        f"{letter!r} at position {place + 1} of {shown(text)} is no amino acid; use one-letter codes ({AMINO_ACIDS})"
    )


def parse_dna(sequence: str, ambiguous: bool = False, longest: int = MAX_BASES) -> str:
    """DNA in upper case without blanks.

    Args:
        sequence: text of bases.
        ambiguous: take the IUPAC codes such as N and R too.
        longest: more bases than this are refused.
    Raises:
        ToolInputError: empty, too long, or a letter that is no DNA base; the first one is named.
    """
    return _bases(sequence, "DNA", DNA_LETTERS, ambiguous, longest)


def parse_rna(sequence: str, ambiguous: bool = False, longest: int = MAX_BASES) -> str:
    """RNA in upper case without blanks; arguments and errors as `parse_dna`."""
    return _bases(sequence, "RNA", RNA_LETTERS, ambiguous, longest)


def parse_nucleic(sequence: str, ambiguous: bool = False, longest: int = MAX_BASES) -> str:
    """DNA or RNA in upper case without blanks; a mixture of T and U is refused. Arguments as `parse_dna`."""
    text = "".join(sequence.split()).upper()
    if "U" in text and "T" in text and _first_other(text, "ACGTU" + AMBIGUOUS_BASES) is None:
        raise ToolInputError("the sequence has both T and U; write it as DNA (T) or as RNA (U)")
    return parse_rna(text, ambiguous, longest) if "U" in text else parse_dna(text, ambiguous, longest)


def is_nucleic(sequence: str) -> bool:
    """Whether all letters are bases (A, C, G, T, U, N)."""
    return not set(sequence) - set("ACGTUN")


def shown(text: str) -> str:
    """A value for a message, cut when long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _bases(sequence: str, kind: str, letters: str, ambiguous: bool, longest: int) -> str:
    text = _cleaned(sequence, kind, longest)
    place = _first_other(text, letters + (AMBIGUOUS_BASES if ambiguous else ""))
    if place is None:
        return text
    letter = text[place]
    hint = f"bases are {', '.join(letters)}"
    if not set(text) - set("ACGTU" + AMBIGUOUS_BASES):
        if letter in "TU":
            hint = f"{letter} belongs to {'RNA' if letter == 'U' else 'DNA'}; convert the sequence first"
        else:
            hint = f"it stands for several bases, and this needs {', '.join(letters)} only"
    elif not set(text) - set(AMINO_ACIDS + "*"):
        hint += "; the sequence looks like a protein"
    raise ToolInputError(f"{letter!r} at position {place + 1} of {shown(text)} is no {kind} base; {hint}")


def _cleaned(sequence: str, kind: str, longest: int) -> str:
    text = "".join(sequence.split()).upper()
    if not text:
        raise ToolInputError(f"the {kind} sequence is empty")
    if len(text) > longest:
        raise ToolInputError(f"the {kind} sequence has {len(text)} letters, at most {longest} are taken")
    return text


def _first_other(text: str, letters: str) -> int | None:
    allowed = frozenset(letters)
    return next((place for place, letter in enumerate(text) if letter not in allowed), None)
