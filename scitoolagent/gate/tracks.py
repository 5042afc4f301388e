"""What VCF, BED and GFF files hold for the gate: the alleles of each record, and its texts one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from scitoolagent.gate.file_record import FileRecord

_VCF, _GFF = re.compile(r"\s*##fileformat=VCF"), re.compile(r"\s*##gff-version")
_ENDINGS = (".bed", ".gff", ".gff3", ".gtf", ".vcf")
_BASES = re.compile(r"[ACGTUNacgtun]{2,}")
_PARTS = re.compile(r"[;|]")
# Numbers, alone or behind a short key, single bases, and numbers of known variants: nothing to be screened.
_PLAIN = re.compile(r"(?:\w{1,12}=)?[\d.,:/|+\-eE%]+|[ACGTNacgtn]|rs\d+")


def is_track(ending: str, text: str) -> bool:
    """Whether a text is the content of such a file: by its first line, or by its ending and columns between tabs."""
    if _VCF.match(text) or _GFF.match(text):
        return True
    return ending in _ENDINGS and any("\t" in line for line in text.split("\n", 50)[:50])


def of_track(text: str) -> Iterator[FileRecord]:
    """Each line with its cells; what stands between the signs of a list of attributes is a text of its own."""
    inside = True
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(">") or not inside:
            # The sequences of a GFF file stand below its features.
            inside = False
        elif line.strip():
            values = tuple(_value(part) for cell in line.split("\t") for part in _texts(cell))
            if values:
                yield FileRecord(f"line {number}", values, line.startswith("#"))
    if not inside:
        for part in re.split(r"^>", text, flags=re.MULTILINE)[1:]:
            title, _, letters = part.partition("\n")
            yield FileRecord(title.strip() or "without a name", (("sequence", letters.strip()), ("", title)))


def _texts(cell: str) -> Iterator[str]:
    # Signs of a list may stand in percent code, and hide what they part.
    for part in dict.fromkeys((*_PARTS.split(cell), *_PARTS.split(unquote(cell)))):
        key, sign, value = part.partition("=")
        for one in (value, part) if sign and re.fullmatch(r"\s*\w+", key) else (part,):
            text = one.strip(" \"'")
            if text and not _PLAIN.fullmatch(text):
                yield text


def _value(text: str) -> tuple[str, str]:
    return ("nucleotide" if _BASES.fullmatch(text) else "", text)
