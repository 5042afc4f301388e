"""The forms of sentences about the columns of a file, as the word file has them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from scitoolagent.language.words import phrase_list, phrases_of
from scitoolagent.reading.row_roles import is_role

# Stands for what the rows of the file may be called.
ROWS = "{rows}"
# Words and a place at the end part the rows.
_GROUPED = 2


class Place(NamedTuple):
    """A place in a form: of columns, a whole number (`#`), a number (`%`), texts that rows hold (`$`), a list of names
    (`=`), a row (`@`), words that are taken as they stand (`^`), a formula (`~`), a condition (`?`), a range (`&`).
    """

    name: str
    kind: str


Words = tuple[frozenset[str], ...]


class Phrases(NamedTuple):
    """Phrases of which one stands in a form, by the words that they may begin with."""

    by_first: Mapping[str, tuple[Words, ...]]


Item = Place | Phrases


@dataclass(frozen=True, slots=True)
class Form:
    """A form of sentences: what it asks for, settings that the words say, and phrases and places in order.

    Of several `tools` the first is for columns of numbers, the last for columns of classes; what they give is drawn by
    the tool `drawn`.
    """

    tools: tuple[str, ...]
    settings: Mapping[str, str]
    items: tuple[Item, ...]
    drawn: str = ""

    @property
    def means_roles(self) -> bool:
        """Whether it means columns by what they are."""
        return any(is_role(value[1:]) for value in self.settings.values() if value.startswith("@"))

    @property
    def is_plain(self) -> bool:
        """Whether nothing else can be meant by it: it lists names of two kinds, as of learners and representations."""
        return sum(isinstance(item, Place) and item.kind == "=" for item in self.items) > 1

    @property
    def words(self) -> int:
        """How many phrases it has; more of them say more, and a list of names more than one of them."""
        return sum(2 * (item.kind == "=") if isinstance(item, Place) else 1 for item in self.items)


def _phrased(phrases: Iterable[Words]) -> Phrases:
    by_first: dict[str, list[Words]] = {}
    for words in phrases:
        for first in words[0]:
            by_first.setdefault(first, []).append(words)
    return Phrases({first: tuple(own) for first, own in by_first.items()})


@lru_cache(maxsize=1)
def all_forms() -> tuple[Form, ...]:
    found: list[Form] = []
    for key, phrases in phrases_of("row_sentences").items():
        tools, *settings = key.split()
        said = {name: value.replace("_", " ") for name, value in (one.split("=") for one in settings)}
        tools, _, drawn = tools.partition(">")
        forms = [Form(tuple(tools.split("|")), said, tuple(_items(one.split())), drawn) for one in phrases]
        leads = phrases_of("row_beginnings").get(key.split()[0], ())
        forms += [replace(one, items=(*_items(lead.split()), *one.items)) for one in forms for lead in leads]
        endings = [(end, one) for end, ends in phrases_of("row_endings").items() for one in ends]
        for own, (ending, words) in itertools.product(tuple(forms), endings):
            over, *more = ending.split()
            over, _, made = over.partition(">")
            if tuple(over.split("|")) == own.tools:
                added = {name: value.replace("_", " ") for name, value in (one.split("=") for one in more)}
                items = (*own.items, *_items(words.split()))
                wanted = (made,) if made else own.tools
                forms.append(replace(own, tools=wanted, settings={**own.settings, **added}, items=items))
        # "The mean A by B" may begin with its groups, "for each B the mean A".
        led = [one for one in forms if len(one.items) > _GROUPED and _is_groups(one)]
        found += forms + [replace(one, items=(*one.items[-2:], *one.items[:-2])) for one in led]
    return tuple(sorted(found, key=lambda form: -form.words))


def _is_groups(form: Form) -> bool:
    """Whether a form ends with words that part the rows, and a place for the groups."""
    lead, last = form.items[-_GROUPED:]
    parting = any(lead is phrases_called(name) for name in ("by", "inside", "among", "each", "coloured"))
    return parting and isinstance(last, Place) and last.name == "by" and last.kind in ("", "*")


def _items(words: Sequence[str]) -> Iterator[Item]:
    """A phrase of the word file as items; words beside one another are one phrase each."""
    for word in words:
        if word.startswith("{") and word != ROWS:
            name, _, naming = word.strip("{}").partition("@")
            if naming:
                # The row that is called so, and the input that takes the column which says it.
                yield Place(name, f"@{naming}")
                continue
            yield Place(name.rstrip("*#%$=^~?&"), name[-1] if name[-1] in "*#%$=^~?&" else "")
        elif word.startswith("<"):
            yield phrases_called(word[1:-1])
        else:
            yield _phrased([(frozenset(word.split("|")),)])


@cache
def phrases_called(name: str) -> Phrases:
    return _phrased(_phrases(name))


def _phrases(name: str) -> tuple[Words, ...]:
    """The phrases of a name, the longest first; a phrase may name others."""
    found: list[Words] = []
    for phrase in phrase_list("row_words", name):
        words = phrase.split()
        options = [_phrases(word[1:-1]) if word.startswith("<") else ((frozenset(word.split("|")),),) for word in words]
        found += [tuple(itertools.chain(*chosen)) for chosen in itertools.product(*options)]
    return tuple(sorted(found, key=len, reverse=True))


@lru_cache(maxsize=1)
def said_settings() -> tuple[tuple[str, Words], ...]:
    """What says a setting of any of the tools: its name with the value, and the words, a number or a quantity."""
    found = [
        (key, tuple(frozenset(word.split("|")) for word in phrase.split()))
        for key, phrases in phrases_of("row_settings").items()
        for phrase in phrases
    ]
    return tuple(sorted(found, key=lambda one: -len(one[1])))
