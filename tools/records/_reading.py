"""Read a field of a record for a tool: its accession checked, its values with their source."""

from __future__ import annotations

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.records._accessions import is_accession
from scitoolagent.tools.records._types import NumberFound, TextsFound, VerdictFound
from scitoolagent.tools.records._values import number_in, texts_in, verdict_in

# Three attempts of 20 s each, with the pauses that a busy server asks for.
LONGEST = 150.0
_SHOWN = 60


def checked(kind: str, value: str) -> str:
    """An accession as providers take it.

    Raises:
        ToolInputError: it has not the form of one; nothing is asked then.
    """
    written = value.strip()
    if not is_accession(kind, written):
        raise ToolInputError(f"{value[:_SHOWN]!r} has not the form of this accession; nothing was asked")
    return written


def taxon_number(taxon: str) -> str:
    """The NCBI number of a species.

    Raises:
        ToolInputError: it is no number.
    """
    if not (taxon.isascii() and taxon.isdigit() and len(taxon) <= 10):
        raise ToolInputError(f"{taxon[:40]!r} is no number of a species; 9606 is the human one")
    return taxon


def number(place: str, field: str, **values: str) -> NumberFound:
    """The number of a field of the document at `place`; `values` fill its request, the accession first."""
    return NumberFound(*number_in(place, values, field))


def texts(place: str, field: str, **values: str) -> TextsFound:
    """The texts of a field."""
    return TextsFound(*texts_in(place, values, field))


def verdict(place: str, field: str, **values: str) -> VerdictFound:
    """What a record says yes or no to."""
    return VerdictFound(*verdict_in(place, values, field))
