"""Words of a sentence about rows that an ask would leave out, so that half of it would look like a whole answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scitoolagent.language.stem import is_plural, singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.header_places import headers_in
from scitoolagent.reading.phrase_places import phrase_at, phrase_before
from scitoolagent.reading.row_denials import unclear_denial
from scitoolagent.reading.row_lexicon import said_true
from scitoolagent.reading.row_nouns import numbering_headers
from scitoolagent.reading.row_parting import is_total
from scitoolagent.reading.row_values import Said, repeated_subject, words_in
from scitoolagent.reading.tokens import NUMBER, WORD, Token
from scitoolagent.records import Column, Query

_LIMITS = frozenset(["filter_by_value", "filter_by_range"])
_FILTERS = _LIMITS | {"filter_rows", "filter_by_verdict"}
_CHOOSING = frozenset(["pick_extreme"])
_OF_GROUPS, _SORTS = frozenset(["top_rows_of_groups"]), frozenset(["sort_by_value"])
_FIGURE = "_of_values"
_COUNTED = re.compile(r"\b(?:number|count) of(?: the| all)?$|\bhow many$")
_USED = re.compile(r"\b(?:by|per|each|every)\b.*\band\s+(?:the|its)\s+[\w ]+?\s+(?:used|it used)\b", re.IGNORECASE)
# So many times the rows of a file nobody wants of it.
_MANY = 10


def guarded(
    query: Query, sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said], drafts: Sequence[AskDraft]
) -> list[Read]:
    """Give asks a problem where a part of the sentence is not in them; what no ask has read.

    Args:
        query: knows what is in its files.
        sentence: its tokens.
        cues: its words of order, comparison and number.
        said: the conditions that are read in it.
        drafts: what it asks.
    """
    inside = [one for one in drafts if not one.soft and sentence[0].start <= one.start < sentence[-1].end]
    _shared_limits(sentence, inside)
    _grouped_numbers(sentence, inside)
    _bare_superlatives(sentence, cues, inside)
    _no_counts(query, sentence, cues, inside)
    _headers_beside(query, sentence, said, inside)
    _beside_counts(query, sentence, said, inside)
    _repeated_subjects(query, said, inside)
    _lost_denials(sentence, cues, said, inside)
    _denials_of_several(query, sentence, said, inside)
    _later_conditions(sentence, said, inside)
    _no_number(query, sentence, inside)
    _groups_and_more(query, inside)
    _of_one_row(sentence, inside)
    _foretelling(sentence, inside)
    _ratios(query, sentence, inside)
    _sorted_by_another(sentence, inside)
    _rows_called(query, sentence, cues, said, inside)
    _most_of_classes(query, inside)
    return [*_left_out(sentence, said), *_dropped(query, sentence, said, inside)]


def _rows_called(
    query: Query, sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said], inside: Sequence[AskDraft]
) -> None:
    """Headers of yes and no that call rows what they are, and are no columns to show: "the oldest male smoker"."""
    taken = {place for one in said for place in one.tokens}
    taken |= {place for cue in cues if cue.kind == "degree" for place in range(cue.first, cue.last + 1)}
    numbered = numbering_headers(query)
    truths = {one.name for table in query.tables for one in table.columns if said_true(one, table) is not None}
    for start, end, column in headers_in(query, sentence):
        asked = any(one.start <= sentence[start].start < one.end and not one.then for one in inside)
        several = is_plural(sentence[end - 1].text) and not is_plural(column.name.casefold())
        led = start - 1 in taken or sentence[start - 1].text in word_list("operations", "being")
        if asked and column.name in truths and start not in taken and (several or (start and led)):
            _refuse(inside, f"it is not read that {sentence[start].text!r} says which rows are meant")
        before = " ".join(token.text for token in sentence[max(0, start - 3) : start])
        if asked and column.name in numbered and _COUNTED.search(before):
            _refuse(inside, f"{column.name} says which one each is; ask for the number of rows")


def _most_of_classes(query: Query, inside: Sequence[AskDraft]) -> None:
    """Refuse the largest row for "which region had the most units": a region of several rows has their sum."""
    ends = word_list("row_frames", "adding_ends")
    columns = {column.name: (table, column) for table in query.tables for column in table.columns}
    for most in inside:
        if most.text.casefold().split()[0] not in ends or not most.then:
            continue
        amount = next((columns[one.column][1] for one in most.targets if one.column in columns), None)
        first = [one for one in inside if one.start < most.start and not one.then][:1]
        shown = [columns[each.column] for one in first for each in one.targets if each.column in columns]
        if amount is not None and any(is_total(table, group, amount) for table, group in shown):
            _refuse(inside, f"each has several rows; ask for the highest or lowest total {amount.name}, or row")


def _refuse(asks: Iterable[AskDraft], why: str) -> None:
    """Give asks a problem, where they have none yet."""
    for one in asks:
        one.problem = one.problem or why


def _unheld(
    query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]
) -> Iterator[tuple[int, int, Column]]:
    """Where headers stand that no ask and no condition holds."""
    taken = {place for one in said for place in one.tokens}
    for start, end, column in headers_in(query, sentence):
        held = any(one.start <= sentence[end - 1].start < one.end for one in inside)
        if not held and not taken & {*range(start, end)}:
            yield start, end, column


def _dropped(
    query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]
) -> Iterator[Read]:
    """Headers of numbers that no ask and no condition holds: "the mean individuals by year" is no mean year."""
    aside = word_list("tables", "naming") | word_list("tables", "identifying") | word_list("row_frames", "plain_rows")
    for start, end, column in _unheld(query, sentence, said, inside) if inside else ():
        called = column.is_number and {*words_in(column.name)} & aside
        # One word of a text may say something else, the whole of a header of several words does not.
        if (column.is_number or end - start > 1) and not called:
            yield Read(sentence[start].start, sentence[end - 1].end, "unread")


def _later_conditions(sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]) -> None:
    """Refuse what stands in front of "and how many are women": whether it is of them, too, is open."""
    texts = [token.text for token in sentence]
    joints, questions = word_list("references", "joints"), word_list("operations", "questioning")
    for place in range(1, len(texts)):
        asks_on = phrase_at(texts, place, "row_frames", "counting") or texts[place] in questions
        if not asks_on or texts[place - 1] not in joints:
            continue
        start = sentence[place].start
        later = any(min(one.tokens) > place for one in said)
        both = later and any(min(one.tokens) < place for one in said)
        front = [one for one in inside if (both or one.start < start) and one.reported]
        unclear = [one for one in front if later or any(each.start > start for each in one.after)]
        _refuse(unclear, "it is not clear whether it is asked of all rows; ask for that apart")


def _lost_denials(
    sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said], inside: Sequence[AskDraft]
) -> None:
    """Refuse a denial that no condition holds: "not in DMF and above 80 % yield" is not in DMF."""
    taken = {place for one in said for place in one.tokens}
    taken |= {place for cue in cues if cue.kind == "relation" for place in range(cue.first - 1, cue.last + 1)}
    settings = [each.settings for one in inside for each in one.then]
    lacking = any(one.get("wanted") is False or one.get("threshold") == 0.0 for one in settings)
    for place, token in enumerate(sentence):
        named = any(one.start <= token.start < one.end for one in inside)
        # "Do not weigh more than 90": the limit of the verb is turned.
        verb = sentence[place + 1].start if place + 1 < len(sentence) else -1
        named = named or any(one.start <= verb < one.end and one.then for one in inside)
        if token.text not in word_list("operations", "denying") or place in taken or named or lacking:
            continue
        _refuse(inside, f"it is not read what {token.text!r} denies")


def _denials_of_several(
    query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]
) -> None:
    """Refuse a denial over several conditions: "excluding women on placebo"."""
    spans = [(sentence[one.tokens[0]].start, sentence[one.tokens[-1]].end) for one in said]
    spans += [(one.start, one.end) for one in inside if any(each.tool in _FILTERS for each in one.then)]
    files = [query.entity(table.file) for table in query.tables]
    text = query.text[: sentence[-1].end]
    if why := unclear_denial(text, spans, [(one.start, one.end) for one in files], sentence[0].start):
        _refuse(inside, why)


def _groups_and_more(query: Query, inside: Sequence[AskDraft]) -> None:
    """Refuse groups by "catalyst and the solvent used": the second one is asked for."""
    if says_what_was_used(query.text):
        _refuse(inside, "it is not clear whether the last column makes groups, or is asked for")


def says_what_was_used(text: str) -> bool:
    """Whether a text asks for what was used beside something else: "the highest A per B and the C used"."""
    return _USED.search(text) is not None


def _no_number(query: Query, sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a list of texts where "how many" is asked."""
    # The words of a form are masked among the tokens.
    if not phrase_at(words_in(query.text[sentence[0].start : sentence[-1].end]), 0, "row_frames", "counting"):
        return
    listed = [one for one in inside if one.reported and not one.then and all(each.column for each in one.targets)]
    texts = [one for one in listed if one.targets and all(each.kind == "text" for each in one.targets)]
    counts = any(target.tool == "count_rows" for one in inside for target in one.targets)
    for one in texts if counts or len(texts) == len(inside) else ():
        one.problem = one.problem or f"a number is asked for, and not each {one.text}"


def _shared_limits(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a limit on the last of several columns: "yield and ee above 60 %" says it of both."""
    joints, small = word_list("references", "joints"), word_list("references", "small") | {"both"}
    for one in inside:
        if not any(each.tool in _LIMITS for each in one.then):
            continue
        for other in inside:
            if other is one or other.then or other.end > one.start or not any(each.column for each in other.targets):
                continue
            between = [token.text for token in sentence if other.end <= token.start < one.start]
            if {*between} & joints and {*between} <= joints | small:
                one.problem = one.problem or f"it is not read whether the limit is said of {other.text!r}, too"


def _grouped_numbers(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a figure of a column of numbers behind words for groups: "the mean A in GPa by code" is one of A."""
    texts = [token.text for token in sentence]
    figured = [one for one in inside if any(each.tool.endswith(_FIGURE) for each in one.then)]
    for one in figured if len(figured) > 1 else ():
        place = next((n for n, token in enumerate(sentence) if token.start >= one.start), 0)
        if phrase_before(texts, place, "row_words", "by"):
            one.problem = one.problem or f"it is not read that this is wanted for each {one.text}; ask for that apart"


def _bare_superlatives(sentence: Sequence[Token], cues: Sequence[Cue], inside: Sequence[AskDraft]) -> None:
    """Refuse an adjective without a property of its own where the column in front only says what is wanted.

    "Which alloy is the strongest" asks for no number of an alloy; "which yield is the highest" does for a yield.
    """
    plain = word_list("row_frames", "of_any_scale")
    for cue in cues:
        if cue.kind != "degree" or cue.properties or sentence[cue.last].text in plain:
            continue
        before = [token for token in sentence if token.end <= sentence[cue.first].start]
        while before and before[-1].text in word_list("operations", "being") | word_list("references", "small"):
            before.pop()
        for one in inside:
            chosen = any(each.tool in _CHOOSING for each in one.then) and any(each.column for each in one.targets)
            if chosen and before and one.end == before[-1].end:
                said = f"{sentence[cue.last].text!r} names no column here; say which one it is of"
                one.problem = one.problem or said


def _foretelling(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a row for what foretells a column best: "which features predict the yield best"."""
    if any(token.text in word_list("row_guards", "foretelling") for token in sentence):
        chosen = [one for one in inside if any(each.tool in _CHOOSING for each in one.then)]
        _refuse(chosen, "what foretells it best is no row; name the learners, or the representations, to compare")
    first = next((token.text for token in sentence if token.text not in word_list("row_guards", "before_asking")), "")
    if first not in word_list("row_guards", "foretelling") or any(not _is_shown(one) for one in inside):
        return
    why = (
        "the file holds it, and that is no prediction; say from which columns to learn it, or ask for the column itself"
    )
    _refuse(inside, why)


def _is_shown(one: AskDraft) -> bool:
    """Whether an ask only shows what a column holds."""
    return not one.then and bool(one.targets) and all(each.column for each in one.targets)


def _ratios(query: Query, sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse the row with the most "A per B" where B is an amount: a ratio, and no group for each value of B."""
    ends = {"highest", "lowest"}
    chosen = [
        one
        for one in inside
        if any(each.tool in _OF_GROUPS for each in one.then)
        or any({*each.settings.get("measures", ())} & ends for each in one.then)
    ]
    known = {column.name: column for table in query.tables for column in table.columns}
    for one in inside if chosen else ():
        # The words of a form are masked among the tokens.
        before = words_in(query.text[sentence[0].start : one.start])
        while before and before[-1] in word_list("references", "small"):
            before = before[:-1]
        if not before or before[-1] not in word_list("row_guards", "ratio"):
            continue
        columns = [known[each.column] for each in one.targets if each.column in known]
        amount = any(map(_is_measured, columns)) if columns else all(each.kind != "text" for each in one.targets)
        said = f"it is not read whether 'per {one.text}' is a ratio; name the ratio, or say 'for each {one.text}'"
        _refuse((*chosen, *inside) if amount else (), said)


def _is_measured(column: Column) -> bool:
    """Whether a column has numbers with a fraction or with a unit, an unknown one among them: "price (USD/kg)"."""
    return column.kind == "number" or (
        column.is_number and (column.unit not in (None, "1") or column.name.endswith((")", "]")))
    )


def _sorted_by_another(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse an order by a property that the sentence names and another one is sorted by: "sort them by density"."""
    texts = [token.text for token in sentence]
    sorting, small = word_list("operations", "sort"), word_list("references", "small")
    for place in (number for number, text in enumerate(texts) if text in sorting):
        behind = [text for text in texts[place + 1 : place + 8] if text not in small]
        led = next((n for n, text in enumerate(behind[:3]) if text in word_list("row_guards", "led_by")), None)
        word = behind[led + 1] if led is not None and led + 1 < len(behind) else ""
        ordered = [one for one in inside if any(each.tool in _SORTS for each in one.then)]
        named = [one for one in inside if word in one.text.casefold().split()]
        if word and ordered and named and not any(one in named for one in ordered):
            _refuse(ordered, f"it is not read that the order is by {word}; ask for the order of {named[0].text} apart")


def _left_out(sentence: Sequence[Token], said: Sequence[Said]) -> Iterator[Read]:
    """Words that leave rows out, and no condition has read."""
    texts = [token.text for token in sentence]
    taken = {place for one in said for place in one.tokens}
    for place in range(len(texts)):
        length = phrase_at(texts, place, "row_frames", "leaving_out")
        if length and place not in taken:
            yield from (Read(one.start, one.end, "unread") for one in sentence[place : place + length])


def _no_counts(query: Query, sentence: Sequence[Token], cues: Sequence[Cue], inside: Sequence[AskDraft]) -> None:
    """Refuse numbers that were taken for how many rows are wanted, and are parts of codes or more than there are."""
    most = max((table.rows for table in query.tables), default=0)
    for cue in cues:
        if cue.kind == "count" and cue.value.isdigit():
            token = sentence[cue.first]
            behind = sentence[cue.first + 1] if cue.first + 1 < len(sentence) else None
            glued = behind is not None and behind.start == token.end and behind.kind == WORD
            code = token.kind == NUMBER and int(cue.value) > _MANY * most > 0
            _refuse(inside if glued or code else (), f"it is not clear whether {token.text} is a number of rows")


def _headers_beside(query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]) -> None:
    """Refuse a header of texts that no condition names, where only rows are asked for: "the CAS number of phenol"."""
    tools = {target.tool for one in inside for target in one.targets}
    if tools != {"filter_rows"} or any(one.columns for one in inside):
        return
    taken = {place for one in said for place in one.tokens}
    called = {name for table in query.tables for name in (table.named, *table.cells)}
    for start, end, column in headers_in(query, sentence):
        plain = column.kind == "text" and column.name not in called and not taken & {*range(start, end)}
        if plain and sentence[start - 1].text in word_list("row_words", "skipped") and start:
            _refuse(inside, f"it is not read that the {column.name} is asked for")


def _beside_counts(query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]) -> None:
    """Refuse a header beside a number of all rows that nothing has read: "how many variants pass the filter"."""
    if {target.tool for one in inside for target in one.targets} != {"count_rows"} or any(one.then for one in inside):
        return
    for _, _, column in _unheld(query, sentence, said, inside):
        _refuse(inside, f"it is not read what is said of the column {column.name}")


def _repeated_subjects(query: Query, said: Sequence[Said], inside: Sequence[AskDraft]) -> None:
    """Refuse a number of people or animals where each has several rows: "how many smokers" of a file of visits."""
    repeated = [(header, table) for table in query.tables if (header := repeated_subject(table))]
    for one in inside:
        counts = {target.tool for target in one.targets} == {"count_rows"}
        word = singular(one.text.split()[-1].casefold()) if one.text else ""
        if (
            counts
            and repeated
            and any(each.noun or each.condition.get("is") in ("missing", "any", "not") for each in said)
            and word not in word_list("row_frames", "plain_rows")
        ):
            header, table = repeated[0]
            different = len(table.values.get(header, ())) or table.different
            told = f"{query.entity(table.file).text} has {table.rows} rows of {different} {header}"
            one.problem = one.problem or f"{told}; say 'number of rows' or 'number of different {header}'"


def _of_one_row(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """What is said of a row that is chosen is of it alone: "and what is its solvent", "all columns of the run …"."""
    chosen = [one for one in inside if any(each.tool in _CHOOSING for each in one.then)]
    if len(chosen) != 1:
        return
    (best,) = chosen
    for one in inside:
        if one is best:
            continue
        between = [token.text for token in sentence if one.end <= token.start < best.start]
        if any(target.tool == "describe_columns" for target in one.targets) and "of" in between[:1]:
            one.problem = one.problem or "what is chosen is not described; ask for its columns by name"
        before = [token.text for token in sentence if token.end <= one.start][-1:]
        if not one.then and before and before[0] in word_list("row_guards", "its") and one.after == best.after:
            one.after = [best]


def turned_sign(sentence: Sequence[Token], place: int) -> bool:
    """Whether a minus stands right in front of a word: "-log10 of p"."""
    before = sentence[place - 1] if place else None
    return before is not None and before.text in ("-", "−") and before.end == sentence[place].start
