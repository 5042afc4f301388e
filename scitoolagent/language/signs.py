"""Signs that steer whoever shows a text: those of terminals, and those that turn the direction of writing."""

from __future__ import annotations

# Shown they could rewrite what stands around them; they are shown as pictures of themselves, or as unknown signs.
_STEERING = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: 0x2421}
_STEERING |= dict.fromkeys(
    # The joiners of scripts (200C, 200D) are letters to those who write with them.
    (*range(0x80, 0xA0), 0x061C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF),
    0xFFFD,
)
_BREAKS = {ord("\n"): 0x240A, ord("\t"): 0x2409}


def printable(text: str) -> str:
    """A text whose steering signs are replaced by visible ones; lines and tabs stay."""
    return text.translate(_STEERING)


def printable_line(text: str) -> str:
    """The same in one line."""
    return printable(text).translate(_BREAKS)
