"""One spelling for each sign of a question, place by place, so that what is found can be shown as it was written."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SAME = str.maketrans(
    dict.fromkeys("‐‑‒–−﹣－", "-")
    | dict.fromkeys("′’‘´＇ʹ", "'")
    | dict.fromkeys("″“”„«»＂", '"')
    | {"—": " ", "―": " ", "。": ".", "、": ",", "→": " ", "⟶": " ", "•": "·", "⋅": "·", "∙": "·", "・": "·"}
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-")

_MOST_AROUND = 20
_TRAILING = ".,;:?!…"


def plain(text: str) -> str:
    """A text of the same length in which dashes, quotes, blanks, raised, lowered and wide signs have one spelling.

    Signs that cannot be seen (controls, marks of direction, joiners) become blanks.
    """
    if text.isascii():
        return text if text.isprintable() else "".join(map(_printed, text))
    return "".join(map(_spelled, text))


def unraised(text: str) -> str:
    """A formula on one line: lowered digits as digits, and a raised charge behind a caret."""
    pieces, raised = [], False
    for sign in text:
        changed = sign.translate(_RAISED)
        if changed != sign and not raised:
            pieces.append("^")
        raised = changed != sign
        pieces.append(changed)
    return plain("".join(pieces))


def _printed(sign: str) -> str:
    return sign if sign.isprintable() or sign in "\n\t" else " "


@lru_cache(maxsize=4096)
def _spelled(sign: str) -> str:
    if sign.isascii():
        return _printed(sign)
    same = sign.translate(_SAME).translate(_RAISED).translate(_LOWERED)
    if same != sign:
        return same
    kind = unicodedata.category(sign)
    if kind[0] in "CZ":
        return " "
    wide = unicodedata.normalize("NFKC", sign)
    return wide if len(wide) == 1 and wide.isascii() else sign


def strip_marks(start: int, chunk: str) -> tuple[int, str]:
    """Take off quotes, sentence marks and brackets that belong to the sentence, not to the value."""
    # Nobody writes more of them; a thousand brackets are no sentence.
    for _ in range(_MOST_AROUND):
        changed = False
        if not chunk:
            break
        if chunk[-1] in _TRAILING or (chunk[-1] in "\"'`>" and not chunk.endswith("]")):
            chunk, changed = chunk[:-1], True
        elif chunk.endswith("'s"):
            chunk, changed = chunk[:-2], True
        elif chunk[0] in "\"'`<":
            chunk, start, changed = chunk[1:], start + 1, True
        elif chunk[-1] in ")}" and chunk.count(chunk[-1]) > chunk.count("({"[")}".index(chunk[-1])]):
            chunk, changed = chunk[:-1], True
        elif chunk[0] in "({" and chunk.count(chunk[0]) > chunk.count(")}"["({".index(chunk[0])]):
            chunk, start, changed = chunk[1:], start + 1, True
        elif chunk[0] == "(" and chunk[-1] == ")" and "(" not in chunk[1:-1] and not chunk[1:2].islower():
            chunk, start, changed = chunk[1:-1], start + 1, True
        if not changed:
            break
    return start, chunk
