"""The texts that columns of a file hold, where a question says them: "of class kinase", "whose species is human"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, phrases_of, word_list
from scitoolagent.reading.row_spellings import beside_another, in_words, parts_of
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Entity, Query, Schema

_PARTS = word_list("tables", "parts") | word_list("tables", "part_column") | word_list("tables", "model_column")
_SHORT, _NEAR, _LETTERS = 2, 40, 3
_WORD = re.compile(r"[^\W\d_]+|\d+|\S")


def words_in(text: str) -> tuple[str, ...]:
    """The words, numbers and signs of a text, in small letters."""
    return tuple(_WORD.findall(text.lower()))


Value = str | int | bool


def known_values(query: Query) -> Mapping[str, Mapping[tuple[str, ...], Value]]:
    """By the header of a column of classes, what it holds, by its words.

    A column of truth values is called by its header, and the opposite of it: "active", "inactive".
    """
    found: dict[str, dict[tuple[str, ...], Value]] = {}
    for table in query.tables:
        kinds = {column.name: column.kind for column in table.columns}
        for header, values in table.values.items():
            whole = kinds.get(header) == "integer"
            found.setdefault(header, {}).update({words_in(value): int(value) if whole else value for value in values})
            found[header].update({words_in(word): value for word, value in in_words(values).items()})
            found[header].update({words_in(one): one for one in parts_of(values) if words_in(one) not in found[header]})
        for header in (name for name, kind in kinds.items() if kind == "truth"):
            found.setdefault(header, {}).update(_truths(header))
    return found


def class_values(query: Query) -> Mapping[str, Mapping[tuple[str, ...], Value]]:
    """As `known_values`; "chain B" of a structure is for the tools that read structures."""
    aside = part_headers(query)
    return {header: known for header, known in known_values(query).items() if header not in aside}


def part_headers(query: Query) -> frozenset[str]:
    """The headers that name parts of a structure; a "ligand" of a screen is a column like others."""
    structures = [
        table for table in query.tables if any(one.name in word_list("tables", "part_column") for one in table.columns)
    ]
    return frozenset(one.name for table in structures for one in table.columns if set(words_in(one.name)) <= _PARTS)


def repeated_subject(table: Schema) -> str:
    """The header of the people or animals that have several rows each; empty where each has one, or there are none."""
    subjects = set(phrases_of("implied_classes")["subject"]) - word_list("tables", "identifying")
    held = {header: len(values) for header, values in table.values.items()}
    held |= {table.repeated: table.different} if table.repeated else {}
    repeated = [header for header, different in held.items() if different < table.rows]
    told = [header for header in repeated if set(words_in(header.replace("_", " "))) & subjects]
    return told[0] if len(told) == 1 else ""


def _truths(header: str) -> dict[tuple[str, ...], Value]:
    """The words that say that a header holds of a row, and those that say that it does not."""
    name = words_in(header)
    found: dict[tuple[str, ...], Value] = {name: True}
    for key, holds in (("true", True), ("false", False)):
        found |= {(*name, word): holds for word in word_list("row_words", key)}
    if len(name) == 1:
        found |= {(f"{opposite}{name[0]}",): False for opposite in word_list("row_words", "opposite")}
        found |= {("non", "-", name[0]): False, ("not", name[0]): False}
    return found


def value_at(known: Mapping[tuple[str, ...], Value], tokens: Sequence[Token], place: int) -> tuple[Value, int]:
    """The value that begins at a token, and how many tokens it takes; nothing where none does."""
    best: tuple[Value, int] = ("", 0)
    for words, value in known.items():
        spoken: tuple[str, ...] = ()
        end = place
        while end < len(tokens) and len(spoken) < len(words):
            spoken += words_in(tokens[end].text)
            end += 1
        if end - place > best[1] and (spoken == words or _is_plural_of(spoken, words)):
            best = value, end - place
    return best


def _is_plural_of(spoken: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether some words call several things what a value calls one: "amines" of `amine`, or the other way round."""
    if len(spoken) != len(words) or not spoken or spoken[:-1] != words[:-1] or len(words[-1]) < _LETTERS:
        return False
    return singular(spoken[-1]) == singular(words[-1])


def values_said(query: Query, header: str, tokens: Sequence[Token]) -> list[Value]:
    """The values of a column that some words say; none where another word stands among them."""
    known = known_values(query).get(header, {})
    free = (
        word_list("references", "joints")
        | word_list("row_words", "skipped")
        | set(words_in(header))
        | {"(", ")", "?", ".", "!"}
    )
    found: list[Value] = []
    place = 0
    while place < len(tokens):
        value, length = value_at(known, tokens, place)
        if length:
            found.append(value)
            place += length
        elif tokens[place].text in free:
            place += 1
        else:
            return []
    return found


_DOUBT = "{!r} stands in the columns {}; name the one that is meant"
NO_OR_BLANK = "'no {0}' may be a {0} of 0 or a blank; say '{0} is 0' or 'is missing'"
APART = "it is not clear whether {} are meant together or each apart; write 'or' for together"


class Said(NamedTuple):
    """A condition that words of a sentence set on a column of texts: the tokens, and what must hold.

    `noun` tells that the words call the rows by their class, too: "the amines". `apart` tells that the problem is
    whether several of them are meant together or each for itself.
    """

    tokens: tuple[int, ...]
    condition: dict[str, Any]
    noun: bool = False
    problem: str = ""
    apart: bool = False


def said_conditions(
    query: Query, sentence: Sequence[Token], nouns: frozenset[str], read: Collection[int]
) -> list[Said]:
    """`whose class is kinase`, `of species human`, `kinase molecules`.

    Args:
        query: knows what the columns of its files hold.
        sentence: its tokens.
        nouns: what the rows may be called.
        read: where words begin that are read otherwise.
    """
    found: list[Said] = []
    taken: set[int] = set()
    columns = class_values(query)
    for place, (header, known) in itertools.product(range(len(sentence)), columns.items()):
        if place in taken or sentence[place].start in read or sentence[place].kind != WORD:
            continue
        one = _headed(header, known, sentence, place) or _in_front(header, known, sentence, place, nouns)
        one = one or _before_header(header, known, sentence, place) or _being(header, known, sentence, place)
        if one is None or any(sentence[token].start in read for token in one.tokens):
            continue
        one = _in_doubt(columns, sentence, header, one)
        # The A of "batch A and in class B" is no article of what follows.
        first = max((token + 1 for token in one.tokens if token < place and token in taken), default=one.tokens[0])
        own = one._replace(tokens=tuple(token for token in one.tokens if token >= first))
        if not taken & set(own.tokens):
            found.append(own)
            taken |= set(own.tokens)
    spoken = taken | {place for place, token in enumerate(sentence) if token.start in read}
    cells = [one for one in _cells(query, sentence) if not spoken & set(one.tokens)]
    return found + cells


def _in_doubt(
    columns: Mapping[str, Mapping[tuple[str, ...], Value]], sentence: Sequence[Token], header: str, said: Said
) -> Said:
    """A condition with a problem where its words stand in another column, too, and no header is among them."""
    texts = [sentence[place].text for place in said.tokens]
    named = {*words_in(header)} & {*texts}
    others = [
        one
        for one, known in columns.items()
        if one != header and not named and value_at(known, sentence, said.tokens[0])[1] == len(said.tokens)
    ]
    value = said.condition.get("value")
    if not others or said.problem or not isinstance(value, str):
        return said
    return said._replace(problem=_DOUBT.format(value, " and ".join([header, *others])))


def _cells(query: Query, sentence: Sequence[Token]) -> Iterator[Said]:
    """What rows are called: "the IC50 of A-17 and B-3 in lib.csv"."""
    for header, names in _named_rows(query).items():
        places = [
            (start, end, name)
            for start, end, name in names
            if sentence and sentence[0].start <= start < sentence[-1].end
        ]
        if not places:
            continue
        tokens = [
            place for place, token in enumerate(sentence) if any(start <= token.start < end for start, end, _ in places)
        ]
        inner = range(min(tokens), max(tokens) + 1)
        joints = word_list("references", "joints")
        if all(place in tokens or sentence[place].text in joints for place in inner):
            yield Said(tuple(inner), holding(header, list(dict.fromkeys(name for *_, name in places)), False))


def feature_nouns(query: Query) -> frozenset[str]:
    """What the rows may be called, in the singular, where they are features of records of sequences."""
    kinds = [table.sheet for table in query.tables if table.sheet and not table.sheets]
    phrases = phrases_of("feature_kinds")
    spoken = {name for kind in kinds for name in (kind.casefold(), *phrases.get(kind, ()), *phrases["feature"])}
    return frozenset(singular(name) for name in spoken if " " not in name)


def _named_rows(query: Query) -> dict[str, list[tuple[int, int, str]]]:
    """By header, where the question names rows by what stands in that column: "of A-17", not "like A-17"."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    files = [query.entity(table.file) for table in query.tables]
    joints = "|".join(map(re.escape, word_list("references", "joints")))
    named = (
        *word_list("row_words", "naming_rows"),
        *sorted(feature_nouns(query)),
        *phrase_list("row_words", "naming_phrases"),
        *phrase_list("row_words", "excluding"),
    )
    leads = "|".join(map(re.escape, named))
    for table in query.tables:
        for header, names in table.cells.items():
            listed = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
            one = rf"(?<![\w-])(?:{listed})(?![\w-])"
            said = re.compile(
                rf"\b(?:{leads})\s+(?P<names>{one}(?:\s*(?:{joints})\s*(?:and\s+)?{one})*)", re.IGNORECASE
            )
            for match in said.finditer(query.text):
                spelled = {name.casefold(): name for name in names}
                for cell in re.finditer(one, match["names"], re.IGNORECASE):
                    start = match.start("names") + cell.start()
                    if not any(file.start <= start < file.end for file in files):
                        place = (start, start + len(cell[0]), spelled[cell[0].casefold()])
                        found.setdefault(header, []).append(place)
    return found


def without_cells(query: Query, entities: Sequence[Entity], tables: Sequence[Schema]) -> list[Entity]:
    """The values of a question less those that name rows of its files: of "the dose of menthol in a.csv" one row."""
    whole = query.model_copy(update={"entities": tuple(entities), "tables": tuple(tables)})
    places = [(start, end) for named in _named_rows(whole).values() for start, end, _ in named]
    kept = [one for one in entities if not any(start < one.end and one.start < end for start, end in places)]
    return [one for one in kept if not _is_class(whole, one)]


def _is_class(query: Query, entity: Entity) -> bool:
    """Whether a value stands behind the header of a column that holds it: "solvent THF", "series of B" is no boron."""
    if entity.end <= entity.start:
        return False
    before, behind = query.text[: entity.start].lower(), query.text[entity.end :].lower()
    roles = "|".join(map(re.escape, word_list("row_words", "control_roles")))
    taken_as = re.match(rf"\s+as\s+(?:the\s+|an?\s+)?(?:{roles})\b", behind)
    near = before[-_NEAR:] if len(entity.text) <= _SHORT else ""
    for header, known in known_values(query).items():
        said = rf"(?<!\w){re.escape(header.lower())}"
        name, spoken = words_in(header), words_in(entity.text)
        if spoken[: len(name)] == name and spoken[len(name) :] in known:
            return True
        if spoken in known and (taken_as or beside_another(known, before[-_NEAR:], behind[:_NEAR])):
            return True  # "with DMSO as negative control", "between toluene and dioxane"
        if spoken in known and (re.search(rf"{said}\s*[=:]?\s*$", before) or re.search(rf"{said}\W", near)):
            return True
    return False


def _headed(header: str, known: Mapping[tuple[str, ...], Value], sentence: Sequence[Token], place: int) -> Said | None:
    """The header, perhaps "is" or "is not", and values: "class is kinase or protease"."""
    words = words_in(header)
    texts = [token.text for token in sentence]
    if tuple(texts[place : place + len(words)]) != words:
        return None
    end = place + len(words)
    denied = False
    verdicts = any(isinstance(one, bool) for one in known.values())
    led = word_list("row_words", "equals") | word_list("operations", "denying")
    # "Control is no" denies nothing, it says what stands there.
    led -= word_list("row_words", "false") if verdicts else frozenset()
    while end < len(texts) and texts[end] in led:
        denied = denied or texts[end] in word_list("operations", "denying")
        end += 1
    values: list[Value] = []
    while end < len(texts):
        value, length = value_at(known, sentence, end)
        if not length and verdicts:
            value, length = _verdict(texts[end])
        joint = end + 1 if values and texts[end] in word_list("references", "joints") | {"nor"} else 0
        if not length and joint:
            value, length = value_at(known, sentence, joint)
            length += length > 0
        if not length:
            break
        values.append(value)
        end += length
    if not values:
        return None
    start = place
    while start and texts[start - 1] in word_list("row_words", "having"):
        start -= 1
    verifying = texts[0] in word_list("operations", "verifying")
    # In "smoker is no and in series A" the "no" is a value.
    verdict = start > 1 and texts[start - 2] in word_list("row_words", "equals") and texts[start - 1] != "not"
    if start and not verifying and not verdict and texts[start - 1] in word_list("operations", "denying"):
        # "Not in series A", "neither in series A nor B".
        start, denied = start - 1, not denied
    return Said(tuple(range(start, end)), holding(header, values, denied))


def _verdict(text: str) -> tuple[Value, int]:
    """What a word says of a column of truth values behind its header and "is": "where control is no"."""
    for key, holds in (("true", True), ("false", False)):
        if text in word_list("row_words", key):
            return holds, 1
    return "", 0


def _in_front(
    header: str,
    known: Mapping[tuple[str, ...], Value],
    sentence: Sequence[Token],
    place: int,
    nouns: frozenset[str],
) -> Said | None:
    """A value in front of what the rows are called: "the kinase molecules"."""
    value, length = value_at(known, sentence, place)
    behind = place + length
    if not length or behind >= len(sentence) or singular(sentence[behind].text) not in nouns:
        return None
    return Said(tuple(range(place, behind)), holding(header, [value], False))


def _before_header(
    header: str, known: Mapping[tuple[str, ...], Value], sentence: Sequence[Token], place: int
) -> Said | None:
    """A value in front of the header, behind a word that tells where rows belong: "on the reverse strand"."""
    value, length = value_at(known, sentence, place)
    words = words_in(header)
    end = place + length + len(words)
    texts = [token.text for token in sentence]
    said = tuple(texts[place + length : end])
    if not length or isinstance(value, bool) or words not in (said, tuple(map(singular, said))):
        return None
    start = place
    while start and texts[start - 1] in word_list("row_words", "articles"):
        start -= 1
    # "On the reverse strand", and "are never smokers".
    being = place == start and texts[0] not in word_list("operations", "verifying")
    leads = word_list("row_words", "belonging") | (word_list("operations", "being") if being else frozenset())
    if being and start > 1 and texts[start - 1] in word_list("operations", "denying"):
        led = texts[start - 2] in word_list("operations", "being")
        return Said(tuple(range(start - 1, end)), holding(header, [value], True)) if led else None
    if not start or texts[start - 1] not in leads:
        return None
    denied = start > 1 and texts[start - 2] in word_list("operations", "denying")
    return Said(tuple(range(start - 1 - denied, end)), holding(header, [value], denied))


def _being(header: str, known: Mapping[tuple[str, ...], Value], sentence: Sequence[Token], place: int) -> Said | None:
    """What the rows are not, where the header says what they may be: "which are inactive", "neither red nor blue"."""
    if sentence[place].text in word_list("row_words", "neither"):
        listed: list[Value] = []
        end = place + 1
        while end < len(sentence):
            one, taken = value_at(known, sentence, end)
            joint = end + 1 if listed and sentence[end].text in word_list("row_words", "nor") else 0
            if not taken and joint:
                end, (one, taken) = joint, value_at(known, sentence, joint)
            if not taken:
                break
            listed.append(one)
            end += taken
        if len(listed) > 1:
            return Said(tuple(range(place, end)), holding(header, listed, True))
    value, length = value_at(known, sentence, place)
    verifying = sentence[0].text in word_list("operations", "verifying")
    if value is not False or verifying or not place or sentence[place - 1].text not in word_list("operations", "being"):
        return None
    return Said(tuple(range(place, place + length)), holding(header, [value], False))


def holding(header: str, values: Sequence[Value], denied: bool) -> dict[str, Any]:
    """The condition that a column holds one of some values, or none of them."""
    one: dict[str, Any] = {"is": "compare", "column": header, "sign": "=", "value": values[0]}
    condition = one if len(values) == 1 else {"is": "one of", "column": header, "values": list(values)}
    return {"is": "not", "of": condition} if denied else condition
