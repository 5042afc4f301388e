"""What cues imply beside what they say: "most rings" the number of rings, a bracket the operation in front of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, WORD, Token
from scitoolagent.reading.words import read_words

# The word by which labels speak of how many there are.
NUMBER_OF = "number"


def implied_noun(sentence: Sequence[Token], cue: Cue) -> str:
    """The noun that a cue implies: "most rings" the number of them, "how long" the length."""
    if cue.kind == "how":
        return read_words(phrases_of("adjective_nouns").get(sentence[cue.last].text, ("",))[0] or "x")[0].text
    counts = (
        cue.kind == "degree" and not cue.properties and sentence[cue.last].text in word_list("operations", "counting")
    )
    counts = counts or (cue.kind == "difference" and sentence[cue.last].text in word_list("operations", "counting"))
    if counts or (cue.kind == "relation" and not cue.properties and sentence[cue.threshold].kind in (WORD, NUMBER)):
        return NUMBER_OF
    return ""


def indefinite_articles(sentence: Sequence[Token]) -> list[Token]:
    """The articles behind verbs of having: "contain an aromatic ring" speaks of the number of such rings."""
    having, articles = word_list("operations", "having"), word_list("operations", "indefinite")
    return [token for before, token in itertools.pairwise(sentence) if before.text in having and token.text in articles]


def in_bracket_of(sentence: Sequence[Token], cue: Cue, found: Sequence[Cue]) -> bool:
    """Whether a cue stands in a bracket right behind another one, which the bracket explains."""
    opening = next((place for place in range(cue.first, -1, -1) if sentence[place].text in "()"), -1)
    return opening > 0 and sentence[opening].text == "(" and any(other.last == opening - 1 for other in found)


def said_again(sentence: Sequence[Token], spent: Sequence[Cue]) -> list[Read]:
    """Brackets right behind an operation that explain it in such words: "the range (maximum minus minimum)"."""
    found: list[Read] = []
    for cue in spent:
        if cue.last + 1 >= len(sentence) or sentence[cue.last + 1].text != "(":
            continue
        closing = next((place for place in range(cue.last + 1, len(sentence)) if sentence[place].text == ")"), 0)
        inside = sentence[cue.last + 2 : closing]
        if inside and all(token.text in word_list("operations", "explaining") for token in inside):
            found += [Read(token.start, token.end, "operation") for token in inside]
    return found


def limit_of(sentence: Sequence[Token], cue: Cue) -> Sequence[Token]:
    """The bare number that a relation holds for, which may stand apart: "exceed a TPSA of 60"."""
    far = [sentence[cue.threshold]] if cue.threshold > cue.last else []
    return [token for token in far if token.kind != QUANTITY]


def asking_for_items(
    outputs: Outputs,
    sentence: Sequence[Token],
    drafts: Sequence[AskDraft],
    composed: AskDraft | None,
    rows: frozenset[str],
) -> Iterator[Read]:
    """The word that asks which things there are, or whether something is so, where only a value is given.

    Args:
        outputs: what tools give.
        sentence: its tokens.
        drafts: its asks.
        composed: the ask that its cues made.
        rows: what the rows of its files are called, of which all are asked about anyway.
    """
    if composed is not None:
        return
    hard = [draft for draft in drafts if not draft.soft]
    is_said = bool(hard) and len(sentence) > 1 and sentence[1].kind == ENTITY
    is_said = is_said and sentence[0].text in word_list("operations", "being")
    if is_said and not any(outputs.say_whether(draft.targets) or draft.then for draft in hard):
        yield Read(sentence[0].start, sentence[0].end, "unread")
    things = {token.start for token in sentence if token.kind == ENTITY}
    single = hard and not any(outputs.are_several(draft.targets) for draft in hard)
    if single and len(things) == 1:
        yield from _all_of_them(sentence, hard, rows)
    several = [draft for draft in drafts if draft.text.lower().endswith("s")]
    starts = {
        draft.start for draft in several if outputs.are_counts(draft.targets) or outputs.are_verdicts(draft.targets)
    }
    for place, (token, behind) in enumerate(itertools.pairwise(sentence)):
        within = place > 0 and sentence[place - 1].text in word_list("questions", "before_which")
        if token.text in word_list("operations", "singling") and behind.start in starts and not within:
            yield Read(token.start, token.end, "unread")


def _all_of_them(sentence: Sequence[Token], drafts: Sequence[AskDraft], rows: frozenset[str]) -> Iterator[Read]:
    """The word that wants all of several, where one is given: "all ionization energies", "…, all of them"."""
    plural = {draft.start: draft.text.lower().endswith("s") for draft in drafts}
    for place, token in enumerate(sentence):
        if token.text != "all":
            continue
        behind = next((one for one in sentence[place + 1 :] if one.text not in ("of", "the", "its", "their")), None)
        if behind is None:
            continue
        if behind.text == "them":
            wanted = any(plural.values())
        else:
            named = behind.kind == WORD and singular(behind.text) not in rows
            wanted = named and plural.get(behind.start, behind.text.endswith("s"))
        if wanted:
            yield Read(token.start, token.end, "unread")
