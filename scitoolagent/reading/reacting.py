"""Sentences that ask for what substances make of each other: "what does aniline give with acetyl chloride".

Their verbs carry any question ("what does it give"), so no label can name them; the form of the sentence tells. It is
put into the words that a label has, "the product of A and B", and the answer says that it was read so.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.rewording import in_other_words
from scitoolagent.reading.shorthand import Change
from scitoolagent.reading.tokens import ENTITY, Token, read_tokens, sentences
from scitoolagent.records import Original, Query
from scitoolagent.toolkg.graph import ToolGraph

# A substance in the words of a sentence, which are in small letters.
_ONE = "E"


def in_words_of_a_reaction(graph: ToolGraph, query: Query) -> tuple[str, Original] | None:
    """A question about what forms in words of a label, and how these lead to what was written; None without such words.

    Args:
        graph: for what is a molecule.
        query: the question with its values.
    """
    if query.tables or not query.entities:
        return None
    places = {
        (entity.start, entity.end)
        for entity in query.entities
        if graph.is_a(entity.type, "MolecularStructure") or graph.is_a(entity.type, "MoleculeName")
    }
    changes = [
        change for sentence in sentences(query.text, read_tokens(query)) for change in _product_of(sentence, places)
    ]
    return in_other_words(query, changes) if changes else None


def _product_of(sentence: Sequence[Token], places: set[tuple[int, int]]) -> Iterator[Change]:
    """The changes of one sentence, which has such a form up to its end, or up to a further order."""
    words = [_ONE if (token.start, token.end) in places else token.text for token in sentence]
    forms = (("forms", "meant"), ("forms_back", "meant_back"))[words.count(_ONE) < 2 :]  # the first have two or more
    matches = ((meant, _form(name).match(" ".join([*words, ""]))) for name, meant in forms)
    meant, match = next(((meant, match) for meant, match in matches if match), ("", None))
    if match is None:
        return
    count = len(match[0].split())
    substances = [token for token, word in zip(sentence[:count], words[:count], strict=True) if word == _ONE]
    if not _ends(sentence, count) or any(token.kind == ENTITY for token in sentence[:count] if token not in substances):
        return
    first, last = substances[0], substances[-1]
    yield sentence[0].start, first.start, phrase_list("reaction_sentences", meant)[0] + " "
    for one, other in itertools.pairwise(substances):
        yield one.end, other.start, " and "
    if last is not sentence[count - 1]:
        yield last.end, sentence[count - 1].end, ""


def _ends(sentence: Sequence[Token], place: int) -> bool:
    """Whether what was said ends there: what follows says more of the reaction, unless it is a clause of its own."""
    if place == len(sentence):
        return True
    token, behind = sentence[place], sentence[place + 1 : place + 2]
    if token.text in ".?!;":
        return True
    joins = token.text == "," or token.text in word_list("references", "joints")
    more = set(phrase_list("reaction_sentences", "with")) - {"and"}
    return joins and any(one.kind != ENTITY and one.text not in more for one in behind)


def unread_verbs(query: Query, sentence: Sequence[Token], asked: Sequence[int]) -> Iterator[Token]:
    """Verbs that ask what substances make in a sentence of no such form: "what does A give with B in water".

    Args:
        query: the question.
        sentence: its tokens.
        asked: where asks begin; behind one of the sentence the verb only carries it: "what logP does A have".
    """
    if query.tables or not sentence or not any(token.text in ("what", "which") for token in sentence):
        return
    for place, token in enumerate(sentence):
        if token.text not in word_list("reaction_sentences", "makes"):
            continue
        before = sentence[:place]
        opened = any(one.text in ("what", "which") for one in before)
        carried = any(before[0].start <= start < token.start for start in asked) if before else True
        if opened and not carried and any(one.kind == ENTITY for one in before):
            yield token


@cache
def _form(name: str) -> re.Pattern[str]:
    """All forms of such sentences, over the words of a sentence with a blank behind each."""
    group = "reaction_sentences"
    between, further = f"(?:, )?(?:(?:{any_of(phrase_list(group, 'between'))}) )?", "(?:, )?(?:(?:and|plus) )?"
    parts = {
        "{one}": f"{_ONE} ",
        "{rest}": f"{_ONE} (?:{further}{_ONE} )?",
        "{all}": f"{_ONE} (?:{between}{_ONE} ){{1,2}}",
    }
    for one in ("lead", "does", "make", "made", "react", "treat", "with"):
        parts[f"{{{one}}}"] = f"(?:{any_of(phrase_list(group, one))}) "
    found = list[str]()
    for form in phrase_list(group, name):
        pieces = [(part.rstrip("?"), part.endswith("?")) for part in form.split()]
        found.append("".join(f"(?:{parts.get(part) or f'(?:{part}) '}){'?' * optional}" for part, optional in pieces))
    return re.compile("|".join(f"(?:{one})" for one in found))
