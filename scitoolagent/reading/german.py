"""Put a German question into the words of English, piece by piece.

Only what the lexicon knows is put into English. All else stays as it was written, so that whatever reads the text finds
it unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scitoolagent.errors import PlanError
from scitoolagent.language.lexicon import LABEL, NAMES, Inflection, Lexicon, Sense
from scitoolagent.records import Piece

_CHUNK = re.compile(r"\S+")
_OPENING = "([{\"'„“‚‘«»`"
_CLOSING = ")]}\"'“”‘’«»`.,;:?!…"
_WORD = re.compile(r"[^\W\d_]+(?:[-‐–][^\W\d_]+)*")
_COMMA = re.compile(r"[+-]?\d+(?:\.\d{3})*,\d+(?![\d,-])")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:(?=[^\d.,\w-])|$)")
_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ENDINGS = ("ens", "en", "em", "er", "es", "ns", "e", "n", "s")
_SHORTEST_ROOT = 3
# The parts of a compound: neither a suffix nor a prefix is shorter.
_SHORTEST_PART = 4
_LONGEST_WORD = 60
# A verb and the part of it that ends the clause stand within so many words.
_LONGEST_CLAUSE = 60
_JOINTS = ("", "s", "es", "n", "en")
_NOUNS = frozenset([LABEL, "nouns", *NAMES])
_ENDS_CLAUSE = frozenset(".;:?!")

IsName = Callable[[str], bool]


def keys(phrase: str) -> list[str]:
    """The keys of the words of a phrase: small letters, umlauts spelled out."""
    return [_key(word) for word in phrase.split()]


def _key(word: str) -> str:
    return word.replace("‐", "-").replace("–", "-").casefold().translate(_FOLDED)


def root(key: str) -> str:
    """A word without its ending of case, number or gender."""
    for ending in _ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= _SHORTEST_ROOT:
            return key[: -len(ending)]
    return key


def forms(section: str, key: str) -> list[str]:
    """The forms of a word by its section: no more than it has, since `Ether` is no form of `Ethen`."""
    if section in NAMES:
        return [key + ending for ending in ("s", "es")]
    if section == "adjectives":
        return [key + ending for ending in ("e", "en", "er", "es", "em")]
    if section in _NOUNS:
        endings = ("n", "ns", "s") if key.endswith("e") else ("s", "es", "e", "en", "n", "se", "sen", "ses")
        return [key + ending for ending in endings]
    return []


@dataclass(slots=True)
class _Unit:
    """A run of signs without the marks around it; a mark stands behind it (`closed`) and may end a clause (`ends`)."""

    start: int
    end: int
    written: str
    key: str
    closed: bool
    ends: bool
    english: str | None = None
    sense: Sense | None = None


INFLECTION = Inflection(forms, root)


def render(text: str, lexicon: Lexicon, is_name: IsName) -> list[Piece]:
    """The pieces of the English text, in the order of the German one.

    Args:
        text: the question.
        lexicon: German phrases and what they mean.
        is_name: whether a word is the name of something, as English writes it.
    Raises:
        PlanError: a number may be one or another.
    """
    units: list[_Unit] = []
    words, loud, place = _units(text), text.isupper(), 0
    while place < len(words):
        size = _read(words, place, lexicon, loud)
        unit = words[place]
        if unit.english is None and not _is_code(unit, loud):
            unit.english, unit.sense = _alone(words, place, lexicon, is_name)
        units.append(unit)
        place += size
    _detached_prefixes(units, lexicon)
    _small_words(units)
    pieces, end = [], 0
    for unit in units:
        if unit.english is None:
            continue
        if unit.start > end:
            # No blank stays in front of nothing.
            between = text[end : unit.start] if unit.english else text[end : unit.start].rstrip()
            pieces.append(Piece(start=end, end=unit.start, text=between))
        pieces.append(Piece(start=unit.start, end=unit.end, text=unit.english))
        end = unit.end
    return [*pieces, Piece(start=end, end=len(text), text=text[end:])] if end < len(text) else pieces


def _units(text: str) -> list[_Unit]:
    found = []
    for match in _CHUNK.finditer(text):
        chunk, start = match[0], match.start()
        core = chunk.lstrip(_OPENING)
        start += len(chunk) - len(core)
        behind = core[len(core.rstrip(_CLOSING)) :]
        core = core[: len(core) - len(behind)]
        ends = bool(set(behind) & _ENDS_CLAUSE)
        found.append(_Unit(start, start + len(core), core, _key(core), bool(behind), ends))
    return found


def _read(units: Sequence[_Unit], place: int, lexicon: Lexicon, loud: bool) -> int:
    """Put the phrase that begins at a place into English; how many units it has."""
    unit = units[place]
    if number := _number(unit.written):
        unit.english = number
        return 1
    run = _phrase(units, place, lexicon.longest, loud)
    found = lexicon.find([one.key for one in run], [root(one.key) for one in run])
    if found is None:
        return 1
    sense, size = found
    last, before = run[size - 1], units[place - 1].key if place else ""
    unit.english, unit.sense = _possessive(unit, sense, size, before, lexicon), sense
    unit.end, unit.closed, unit.ends = last.end, last.closed, last.ends
    return size


def _phrase(units: Sequence[_Unit], place: int, longest: int, loud: bool) -> list[_Unit]:
    """The words that may be one phrase with the first: no mark stands between them, and the first is no code."""
    found: list[_Unit] = []
    for unit in units[place : place + longest]:
        if not _is_written(unit.written) or (not found and _is_code(unit, loud)):
            break
        found.append(unit)
        if unit.closed:
            break
    return found


def _is_code(unit: _Unit, loud: bool) -> bool:
    """Whether capitals are a code or a sequence, and no word of a shouted question."""
    return unit.written.isupper() and len(unit.written) > 1 and not loud


def _is_written(text: str) -> bool:
    """Whether a run of signs with digits may be a word of the lexicon: `sp3-hybridisiert`, `5'-Ende`."""
    return any(sign.isalpha() for sign in text) and all(sign.isalnum() or sign in "-'%" for sign in text)


def _number(written: str) -> str | None:
    """A number with a decimal comma, with a point; None where there is none.

    Raises:
        PlanError: `1.234` may be a thousand or a little more than one.
    """
    if match := _COMMA.match(written):
        return match[0].replace(".", "").replace(",", ".") + written[match.end() :]
    if match := _THOUSANDS.match(written):
        whole = match[0].replace(".", "")
        raise PlanError(
            f"{match[0]} may be {whole} or {match[0].replace('.', ',', 1)} in a German text; "
            f"write {whole}, or the decimal with a comma"
        )
    return None


def _possessive(unit: _Unit, sense: Sense, size: int, before: str, lexicon: Lexicon) -> str:
    """`Koffeins` in front of what it has is `caffeine's`; behind an article it is `des Koffeins`."""
    if size > 1 or sense.section not in NAMES or before in lexicon.lists.get("genitive", ()):
        return sense.text
    is_genitive = unit.key.endswith("s") and lexicon.one(unit.key[:-1]) is sense
    return f"{sense.text}'s" if is_genitive else sense.text


def _alone(units: Sequence[_Unit], place: int, lexicon: Lexicon, is_name: IsName) -> tuple[str | None, Sense | None]:
    """What a word means that is in no list: a compound of known words, or a genitive of a name."""
    unit = units[place]
    if len(unit.written) > _LONGEST_WORD:
        return None, None
    english = (
        _suspended(units, place, lexicon) or _hyphened(unit, lexicon, is_name) or _compound(unit, lexicon, is_name)
    )
    if english:
        return english, Sense(english, "nouns")
    stem = unit.written[:-1]
    if unit.key.endswith("s") and len(stem) >= _SHORTEST_PART and stem[0].isupper() and not is_name(unit.written):
        is_genitive = place > 0 and units[place - 1].key in lexicon.lists.get("genitive", ())
        for name in (stem, stem.removesuffix("e")):
            if is_name(name):
                return (name if is_genitive else f"{name}'s"), Sense(name, NAMES[0])
    return None, None


def _suspended(units: Sequence[_Unit], place: int, lexicon: Lexicon) -> str:
    """`Doppel- und Dreifachbindungen`, `Donoren und -akzeptoren`: what the other word says too is left out."""
    key = units[place].key
    whole: list[str] = []
    if key.endswith("-") and place + 2 < len(units):
        other = units[place + 2].key
        whole = [key[:-1] + other[cut:] for cut in range(_SHORTEST_PART, len(other) - _SHORTEST_PART + 1)]
    elif key.startswith("-") and place > 1:
        other = units[place - 2].key
        whole = [other[:cut] + key[1:] for cut in range(len(other) - _SHORTEST_PART, _SHORTEST_PART - 1, -1)]
    senses = (lexicon.one(one) for one in whole)
    return next((sense.text for sense in senses if sense is not None and sense.section in _NOUNS), "")


def _hyphened(unit: _Unit, lexicon: Lexicon, is_name: IsName) -> str:
    """`Naproxen-Molekül`: each part is known, and the last is a noun."""
    parts = unit.written.split("-")
    last = lexicon.one(_key(parts[-1]))
    if len(parts) < 2 or not all(parts) or last is None or last.section not in _NOUNS.difference(NAMES):
        return ""
    found = []
    for part in parts[:-1]:
        sense = lexicon.one(_key(part))
        if sense is None and not is_name(part) and not part.isupper():
            return ""
        found.append(sense.text if sense is not None and not part.isupper() else part)
    return " ".join([*found, last.text])


def _compound(unit: _Unit, lexicon: Lexicon, is_name: IsName) -> str:
    """`Kohlenstoffatome`: two nouns in one, or an order and a superlative (`zweitschwerste`)."""
    key = unit.key
    # An unknown form of a longer word is no compound: `Wasserstoffe` is not `Wasser` and `Stoffe`.
    is_form = any(lexicon.one(key[:-cut]) is not None for cut in (1, 2, 3))
    if not key.isalpha() or unit.written.isupper() or is_form:
        return ""
    for place in range(_SHORTEST_PART, len(key) - _SHORTEST_PART + 1):
        head = lexicon.one(key[place:])
        if head is None:
            continue
        if head.section == "superlatives" and (order := lexicon.exact.get((key[:place] + "-",))):
            return f"{order.text} {head.text}"
        if head.section not in _NOUNS or head.section in NAMES:
            continue
        for joint in _JOINTS:
            front = key[: place - len(joint)] if key[:place].endswith(joint) else ""
            sense = lexicon.one(front) if len(front) >= _SHORTEST_PART else None
            if sense is not None and sense.section in _NOUNS | {"adjectives"}:
                return f"{sense.text} {head.text}"
            if not joint and sense is None and len(front) > _SHORTEST_PART and is_name(front):
                return f"{front} {head.text}"
    return ""


def _detached_prefixes(units: Sequence[_Unit], lexicon: Lexicon) -> None:
    """`Gib … an`, `wandle … um`: a verb has its meaning with the word at the end of its clause, which says no more."""
    verbs = {(key[0], key[-1]): sense for key, sense in lexicon.exact.items() if sense.section == "detached"}
    for place, unit in enumerate(units):
        fitting = {last: sense for (first, last), sense in verbs.items() if first == unit.key}
        if not fitting:
            continue
        for behind in units[place + 1 : place + _LONGEST_CLAUSE]:
            # A comma may belong to a list.
            if behind.key in fitting and (behind.ends or behind is units[-1] or behind.closed):
                unit.english, unit.sense = fitting[behind.key].text, fitting[behind.key]
                behind.english, behind.sense = "", fitting[behind.key]
                break
            if behind.ends:
                break


def _small_words(units: Sequence[_Unit]) -> None:
    """Words whose meaning is told by what stands around them."""
    for clause in _clauses(units):
        sections = {unit.sense.section for unit in clause if unit.sense is not None}
        for place, unit in enumerate(clause):
            if unit.sense is not None and unit.sense.section == "small":
                before = clause[place - 1] if place else None
                behind = clause[place + 1] if place + 1 < len(clause) else None
                unit.english = _small(unit, before, behind, sections)


def _clauses(units: Sequence[_Unit]) -> list[list[_Unit]]:
    found: list[list[_Unit]] = [[]]
    for unit in units:
        found[-1].append(unit)
        if unit.ends:
            found.append([])
    return found


def _small(unit: _Unit, before: _Unit | None, behind: _Unit | None, sections: set[str]) -> str:
    usual = unit.english or ""
    sense = before.sense if before is not None and not before.closed else None
    after_noun = sense is not None and sense.section in _NOUNS | {"operations"}
    if unit.key in ("der", "einer") and after_noun:
        return f"of {usual}"
    if unit.key == "als":
        return "than" if "comparatives" in sections else usual
    if unit.key == "nach":
        # "Mittelwert von A nach B" parts the rows; "nach der Reaktion" and "nach 2 h" are times.
        parted = "operations" in sections and behind is not None and behind.written[:1].isupper()
        return "by" if parted or sections & {"sorting", "direction"} else usual
    if unit.key in ("ueber", "unter") and behind is not None and behind.written[:1].isdigit():
        return "above" if unit.key == "ueber" else "below"
    return usual
