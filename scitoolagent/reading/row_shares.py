"""What is said of all rows together: a share of them, all of them, or any."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_values import Said
from scitoolagent.reading.tokens import ENTITY, WORD, Token
from scitoolagent.records import Operation, Query

_SHARE, _ALL = "share_of_rows", "all_rows_meet"
# What rows are to be, and which of them are meant.
_BOTH = 2


def shared(sentence: Sequence[Token], nouns: frozenset[str], texts: Sequence[str]) -> Cue | None:
    """`what fraction of the rows`, `do all of the molecules`: said of all rows together."""
    spoken = [token.text for token in sentence]
    verifying = bool(texts) and texts[0] in word_list("operations", "verifying")
    for tool, phrases in phrases_of("row_shares").items():
        if tool != _SHARE and not verifying:
            continue
        for words in sorted((phrase.split() for phrase in phrases), key=len, reverse=True):
            for place in range(len(texts) - len(words)):
                if spoken[place : place + len(words)] != words or (tool != _SHARE and place != 1):
                    continue
                if tool == _SHARE and _is_scale(spoken, place):
                    continue
                end = place + len(words)
                skipped = word_list("references", "small")
                while end < len(texts) - 1 and (not texts[end] or texts[end] in skipped):
                    end += 1
                told = not all(texts[place + len(words) : end])
                if told and texts[end] in word_list("row_words", "leading"):
                    end += 1  # "of class A in x.csv"
                if singular(texts[end]) in nouns or sentence[end].kind == ENTITY:
                    last = end if sentence[end].kind == WORD else end - 1
                    return Cue("share", place, last, value=tool)
    return None


def _is_scale(texts: Sequence[str], place: int) -> bool:
    """Whether a share is what values are told as: "the signal as percent of control" is no share of rows."""
    before = place - 1 - (texts[place - 1 : place] in (["a"], ["the"]))
    return before >= 0 and texts[before] in word_list("row_words", "telling_as")


def shared_and_limits(
    sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said]
) -> tuple[Sequence[Said], Sequence[Said]]:
    """What rows are to hold of which a share is asked, and the conditions that say of which rows: those in front of the
    verb, "what share of the women are smokers", or behind "among".
    """
    share = next((cue for cue in cues if cue.kind == "share"), None)
    if share is None or share.value != _SHARE or len(said) < _BOTH:
        return said, ()
    among = next((n for n, token in enumerate(sentence) if token.text in word_list("row_words", "share_among")), -1)
    verbs = word_list("row_words", "share_verbs")
    verb = next((n for n, token in enumerate(sentence) if n > share.first and token.text in verbs), -1)
    place = among if among > 0 else verb
    before = [one for one in said if one.tokens[-1] < place]
    behind = [one for one in said if one.tokens[0] >= place]
    if place < 0 or len(before) + len(behind) < len(said):
        return said, ()
    return (before, behind) if among > 0 else (behind, before)


def refuse_turned(
    sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said], drafts: Sequence[AskDraft]
) -> None:
    """Refuse a share where a limit says of which rows it is: "what share of those above 65 kg are men".

    What is computed of each row, or limited, is taken for what rows are to hold, and what stands in words for which of
    them are meant.
    """
    share = next((cue for cue in cues if cue.kind == "share" and cue.value == _SHARE), None)
    whole = next((one for one in drafts if any(target.tool == _SHARE for target in one.targets)), None)
    if share is None or whole is None:
        return
    verbs = word_list("row_words", "share_verbs")
    verb = next((n for n, token in enumerate(sentence) if n > share.first and token.text in verbs), -1)
    among = any(token.text in word_list("row_words", "share_among") for token in sentence)
    limits = [sentence[cue.first].start for cue in cues if cue.kind == "relation"]
    held = [*limits, *(one.start for one in whole.columns.get("condition", ()))]
    # "Which share of the acids pass …": what is computed has a verb of its own.
    parted = sentence[verb].start if verb >= 0 else min(held, default=0) if not limits else 0
    told = all(sentence[one.tokens[-1]].start < parted for one in said) and all(start >= parted for start in held)
    if said and held and (among or not told):
        whole.problem = whole.problem or "it is not clear of which rows, and which condition they are to meet"


def all_holding(
    query: Query,
    sentence: Sequence[Token],
    said: Sequence[Said],
    cues: Sequence[Cue],
    drafts: list[AskDraft],
    subjects: tuple[str, ...],
) -> list[Read]:
    """Ask of all rows together whether they hold a text: "are all … of class kinase", where nothing else is asked."""
    share = next((cue for cue in cues if cue.kind == "share"), None)
    if share is None or any(not one.soft for one in drafts):
        return []
    if share.value == _SHARE and len(said) > 1:
        return _unclear(query, sentence, said, share, drafts, subjects)
    if len(said) != 1:
        return []
    (one,) = said
    if one.noun and share.value == _ALL and share.first <= one.tokens[0] <= share.last:
        return []  # "are all amines …": of the amines something is asked
    start, end = sentence[share.first].start, sentence[share.last].end
    ask = AskDraft(query.text[start:end], (Target(tool=share.value),), start, end, subjects)
    ask.then.append(Operation(tool=share.value, settings={"condition": one.condition}, text=ask.text))
    drafts.append(ask)
    read = [Read(token.start, token.end, "ask") for token in sentence[share.first : share.last + 1]]
    return read + [Read(sentence[place].start, sentence[place].end, "operation") for place in one.tokens]


def _unclear(
    query: Query,
    sentence: Sequence[Token],
    said: Sequence[Said],
    share: Cue,
    drafts: list[AskDraft],
    subjects: tuple[str, ...],
) -> list[Read]:
    """Refuse a share with several conditions that no frame has told apart: "are women on placebo"."""
    start, end = sentence[share.first].start, sentence[share.last].end
    ask = AskDraft(query.text[start:end], (Target(tool=_SHARE),), start, end, subjects)
    ask.problem = "it is not clear of which rows the share is; say 'of all rows …', or 'among the rows …'"
    drafts.append(ask)
    read = [Read(token.start, token.end, "ask") for token in sentence[share.first : share.last + 1]]
    return read + [
        Read(sentence[place].start, sentence[place].end, "operation") for one in said for place in one.tokens
    ]
