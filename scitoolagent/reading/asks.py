"""Find the asks of a question: labels of the graph among its words, and what orders, compares or derives them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.about import own_values
from scitoolagent.reading.account import Read
from scitoolagent.reading.by_each import one_for_each
from scitoolagent.reading.by_settings import implied_by_settings
from scitoolagent.reading.compose import AskDraft, Sentence
from scitoolagent.reading.conditions import is_several
from scitoolagent.reading.counting import count_things
from scitoolagent.reading.cues import Cue, find_cues
from scitoolagent.reading.doubts import doubt
from scitoolagent.reading.figures import figure_cues
from scitoolagent.reading.files import without_targets
from scitoolagent.reading.goals import find_goals
from scitoolagent.reading.header_places import in_lists, is_header
from scitoolagent.reading.headers import all_headers, header_matches, spelled_out, targets_called, with_headers
from scitoolagent.reading.implied import (
    NUMBER_OF,
    asking_for_items,
    implied_noun,
    in_bracket_of,
    indefinite_articles,
    limit_of,
    said_again,
)
from scitoolagent.reading.joined import go_on_joined
from scitoolagent.reading.kinds import Kinds
from scitoolagent.reading.listed_values import mere_names, with_what_is_given
from scitoolagent.reading.nesting import (
    is_derived,
    nest,
    refer_to_winners,
    split_subjects,
    tie_to_made,
    without_ways,
)
from scitoolagent.reading.open_subjects import part
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.phrases import MASKED, Match, PhraseIndex, Target
from scitoolagent.reading.repeated import without_carriers, without_repeated
from scitoolagent.reading.row_apart import refuse_apart
from scitoolagent.reading.row_columns import FormReader
from scitoolagent.reading.row_dates import periods_in_full
from scitoolagent.reading.row_labels import Spoken, is_whole, spoken_labels
from scitoolagent.reading.row_nouns import is_row_called, row_nouns
from scitoolagent.reading.row_operations import RowComposer, prepared, refuse_named_pairs
from scitoolagent.reading.row_said import all_said
from scitoolagent.reading.row_sentences import Formed, forms_of, read_by
from scitoolagent.reading.row_values import Said
from scitoolagent.reading.rows import in_header, labels_for_rows, of_all_columns, of_rows, row_cues, without_row_counts
from scitoolagent.reading.tokens import ENTITY, WORD, Token
from scitoolagent.reading.wishes import without_units
from scitoolagent.reading.words import Word, label_words
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

# They work on several things; of one thing such words say something else.
_OF_SEVERAL = frozenset(
    ["degree", "aggregate", "sort", "direction", "place", "count", "difference", "ratio", "how_many"]
)
# The tokens of a question, sentence by sentence.
Parts = Sequence[Sequence[Token]]
_ORDERS = frozenset(["difference", "ratio", "aggregate", "sort", "how_many", "choose"])


@dataclass(frozen=True, slots=True)
class Found:
    """The asks of a question, and what was read to find them."""

    asks: list[AskDraft]
    read: list[Read]


class AskFinder:
    """Finds asks by the labels of a graph.

    Args:
        graph: the tool graph.
        index: its labels.
        kinds: what people call its types.
    """

    def __init__(self, graph: ToolGraph, index: PhraseIndex, kinds: Kinds) -> None:
        self._graph = graph
        self._index = index
        self._kinds = kinds
        self._outputs = Outputs(graph)
        # The things of the question that was read last, by their places.
        self._things: tuple[Query | None, dict[int, str]] = (None, {})

    def find(self, query: Query, parts: Parts, words: list[Word]) -> Found:
        """The asks of a question whose words are `words`, sentence by sentence."""
        spoken = spoken_labels(self._graph, self._index, query)
        # What has to be asked about its columns, or lacks one, is read so only where nothing else holds.
        for formed, doubtful, lacking in itertools.chain(
            ((one, False, False) for one in self._forms(query, parts, spoken)),
            ((one, True, False) for one in self._forms(query, parts, spoken) if one.form.means_roles),
            ((one, False, True) for one in self._forms(query, parts, spoken) if one.form.is_plain),
        ):
            formed.doubtful, formed.lacking = doubtful, lacking
            # What a form says names nothing else; where it does not hold, the words are read without it.
            masked = [word._replace(text=MASKED) if word.start in formed.masked else word for word in words]
            said = self._said(query, parts, formed, spoken)
            if (found := self._find(query, parts, masked, formed, said)) is not None:
                return found
        return self._find(query, parts, words, None, self._said(query, parts, None, spoken)) or Found([], [])

    def _take(self, formed: Formed, query: Query, drafts: list[AskDraft], read: list[Read]) -> bool:
        """Add the asks of a form and the words that it reads; whether it holds."""
        subjects = self._subjects(query, formed.sentence)
        asked = FormReader(self._graph, query, self.labelled).asks(formed, drafts, subjects)
        if asked is None:
            return False
        drafts += asked
        drafts.sort(key=lambda draft: draft.start)
        read += read_by(formed, asked)
        return True

    def _said(self, query: Query, parts: Parts, formed: Formed | None, spoken: Spoken) -> list[list[Said]]:
        """The conditions that each sentence sets on columns of texts."""
        nouns = row_nouns(self._graph, query)
        read = formed.masked if formed else set[int]()
        return [all_said(query, part, nouns, read, spoken) if nouns else [] for part in parts]

    def _forms(self, query: Query, parts: Parts, spoken: Spoken) -> Iterator[Formed]:
        """The forms that sentences about the rows of a file may have."""
        nouns = row_nouns(self._graph, query)
        for sentence in parts if nouns else ():
            conditions = all_said(query, sentence, nouns, (), spoken)
            said = {place for one in conditions for place in one.tokens}
            joined = {place for one in conditions if "join" in one.condition for place in one.tokens}
            # "Join … by name" makes no groups; "how many inactive ones by class": a condition may stand inside a form.
            listed = {place for start, end in in_lists(query, sentence) for place in range(start, end)}
            for left in dict.fromkeys(map(frozenset, (joined, said))):
                # "List the description and length" asks for two columns, and describes nothing.
                named = forms_of(self._graph, sentence, nouns, left)
                yield from (one for one in named if one.places or not {*one.literal} <= listed)

    def _find(
        self, query: Query, parts: Parts, words: list[Word], formed: Formed | None, said: list[list[Said]]
    ) -> Found | None:
        """The asks, one sentence having a form and each some conditions; None where the form does not hold."""
        # By where the words of conditions begin, whether they call the rows what they are: "the amines".
        taken = {
            part[n].start: one.noun for part, own in zip(parts, said, strict=True) for one in own for n in one.tokens
        }
        words = [word._replace(text=MASKED) if word.start in taken else word for word in words] if taken else words
        # "Mass" may be the header of a column.
        words = words if header_matches(query, words) else spelled_out(self._index, query, words)
        words = periods_in_full(query, words)
        looked_at = without_row_counts(self._graph, query, parts, words, taken)
        labels = self._found(query, looked_at)
        masks = {*taken} | (formed.masked if formed else set())
        cues = [self._cues(query, sentence, labels, words, masks, taken) for sentence in parts]
        masked = self._masked(query, parts, cues, words)
        matches = labels if masked == looked_at else self._found(query, masked)
        wanted = find_goals(self._graph, matches, query.text, masked, without_targets(query))
        drafts = [AskDraft(goal.text, goal.targets, goal.start, goal.end, soft=goal.soft) for goal in wanted]
        for draft, goal in zip(drafts, wanted, strict=True):
            draft.about = own_values(query, parts, draft, drafts, [entity.handle for entity in goal.about])
            draft.after = [drafts[goal.after]] if goal.after is not None and not drafts[goal.after].soft else []
        drafts = without_carriers(self._graph, query, drafts, parts)
        read = [Read(words[place].start, words[place].end, "ask") for match in matches for place in match.words]
        count_things(self._outputs, query, drafts, matches, words)
        drafts += implied_by_settings(self._graph, self._outputs, query, parts, drafts)
        drafts.sort(key=lambda draft: draft.start)
        drafts = self._without_things(query, drafts)
        limited = [any(cue.kind == "relation" for cue in own) for own in cues]
        # "With a weight below 300": a condition on rows is no way of doing anything.
        drafts, ways = (drafts, []) if query.tables else without_ways(drafts, parts, limited)
        drafts, _ = without_repeated(self._graph, drafts, parts)
        read = [part for part in read if not any(way.start <= part.start < way.end for way in ways)]
        if query.tables:
            drafts = prepared(self._graph, query, parts, drafts, row_nouns(self._graph, query), cues)
        if formed is not None and not self._take(formed, query, drafts, read):
            return None
        columns = [id(one) for draft in drafts for asked in draft.columns.values() for one in asked]
        nest(self._graph, self._index, query, [one for one in drafts if id(one) not in columns], parts, read)
        read += self._compose(query, parts, cues, drafts, masks, said)
        go_on_joined(drafts, parts)
        refuse_named_pairs(self._graph, query, parts, drafts)
        made, spoken = self._made_kinds(query, parts, drafts)
        drafts = one_for_each(self._graph, query, [*drafts, *made])
        read += [*spoken, *(Read(ask.start, ask.end, "ask") for ask in made)]
        whole = [one for one in drafts if id(one) not in columns]
        self._judge(query, parts, drafts, whole)
        return Found(drafts, read)

    def _judge(self, query: Query, parts: Parts, drafts: list[AskDraft], whole: list[AskDraft]) -> None:
        """Give the asks a problem where something of them is in doubt, or said of a part that they leave out."""
        doubt(self._graph, self._outputs, query, whole)
        part(drafts, self._graph, query, parts)
        refuse_apart(self._graph, query, parts, drafts)
        split_subjects(self._graph, query, drafts)

    def _found(self, query: Query, words: list[Word]) -> list[Match]:
        """The labels of the graph among some words, and the headers of the files that the question names."""
        labels = self._index.find(words, mere_names(self._graph, self._kinds.quantities, query))
        labels = without_units(self._graph, query, labels, words)
        if not query.tables:
            return labels
        labels = with_what_is_given(self._graph, query, labels)
        headers = all_headers(self._graph, query, labels, words)
        labels = [replace(one, targets=(*one.targets, *self._of_such_rows(query, one.label))) for one in labels]
        return with_headers(labels, headers, words, query.text, row_nouns(self._graph, query))

    def _of_such_rows(self, query: Query, words: tuple[str, ...]) -> tuple[Target, ...]:
        """What a label stands for, of the things in the files of a question."""
        return labels_for_rows(self._graph, self._index, query, words)

    def _compose(
        self,
        query: Query,
        parts: Parts,
        cues: Sequence[Sequence[Cue]],
        drafts: list[AskDraft],
        spoken: set[int],
        said: Sequence[Sequence[Said]],
    ) -> list[Read]:
        """Write the operations into the asks; what was read as operations. Other readers took what is `spoken`."""

        def labelled(label: str) -> tuple[Target, ...]:
            return targets_called(query, label, lambda one: self._of_such_rows(query, label_words(one)))

        composer = RowComposer(query, labelled, self._outputs.are_counts, self._outputs.are_verdicts)
        nouns = row_nouns(self._graph, query)
        chosen, read = [], list[Read]()
        for sentence, own, holding in zip(parts, cues, said, strict=True):
            inside = [draft for draft in drafts if sentence[0].start <= draft.start < sentence[-1].end]
            before, subjects = list(inside), self._subjects(query, sentence)
            unread = [one._replace(text=MASKED) if one.start in spoken else one for one in sentence]
            composed, used = composer.compose(Sentence(unread, own, inside, subjects))
            if query.tables:
                read += of_rows(self._graph, query, unread, own, inside, subjects, used, holding)
            named = [draft for draft in inside if draft not in before]
            of_all_columns(self._graph, query, named)
            tie_to_made(self._graph, named, before, parts)
            drafts += named
            chosen.append(composed)
            spent = [cue for cue in own if cue.kind in used]
            read += [
                Read(token.start, token.end, "operation")
                for cue in spent
                for token in (*sentence[cue.first : cue.last + 1], *limit_of(sentence, cue))
            ]
            read += said_again(sentence, spent)
            read += asking_for_items(self._outputs, sentence, inside, composed, nouns)
            # "… and by how much?": an order that nothing obeyed is no courtesy.
            read += [
                Read(token.start, token.end, "unread")
                for cue in own
                if cue not in spent and cue.kind in _ORDERS
                for token in sentence[cue.first : cue.last + 1]
            ]
        refer_to_winners(parts, drafts, chosen, bool(query.tables))
        return read

    def _cues(
        self,
        query: Query,
        sentence: Sequence[Token],
        labels: Sequence[Match],
        words: Sequence[Word],
        masked: set[int],
        taken: Mapping[int, bool],
    ) -> list[Cue]:
        """The cues of a sentence; those inside a label belong to it, and some need several things to work on."""
        several = is_several(query, self._subjects(query, sentence))
        whole = [(words[match.first].start, words[match.last].end) for match in labels if is_whole(match, words)]
        named = {words[place].start for match in labels for place in match.words}
        nouns = row_nouns(self._graph, query)
        found: list[Cue] = row_cues(sentence, nouns, taken)
        counted = [cue.first for cue in found]
        found = [cue for cue in found if not _overlaps(cue, sentence, masked - taken.keys())]
        figures = figure_cues(sentence)
        inside_figures = {place for cue in figures for place in range(cue.first, cue.last + 1)}
        others = (cue for cue in find_cues(sentence) if not inside_figures & set(range(cue.first, cue.last + 1)))
        # "Which has the lowest mean B factor", and "the mean B factor of each": of one row.
        single = any(token.text in word_list("row_words", "single") for token in sentence)
        for cue in sorted([*figures, *others], key=lambda one: one.first):
            if _overlaps(cue, sentence, masked) or any(cue.first <= place <= cue.last for place in counted):
                continue
            if cue.kind == "sort" and is_row_called(query, sentence, cue.first, nouns):
                continue  # "the price of each order"
            if cue.kind == "aggregate" and cue.first == cue.last and is_header(query, sentence, cue.first):
                continue  # "the highest total"
            start, end = sentence[cue.first].start, sentence[cue.last].end
            within = any(left <= start and end <= right and (left, right) != (start, end) for left, right in whole)
            single = single or cue.kind == "degree"
            averaged = several and cue.kind == "aggregate" and not single and not in_header(start, labels, words)
            if (within and not averaged) or (cue.kind == "verb" and start in named):
                continue
            if (several or cue.kind not in _OF_SEVERAL) and not in_bracket_of(sentence, cue, found):
                found.append(cue)
        # A place or a count without a superlative counts something else.
        if not any(cue.kind == "degree" for cue in found):
            found = [cue for cue in found if cue.kind not in ("place", "count")]
        return found

    def _masked(self, query: Query, parts: Parts, cues: Sequence[Sequence[Cue]], words: Sequence[Word]) -> list[Word]:
        """The words with the cues replaced: by a mark, or by the noun that they imply ("the most rings": number)."""
        stands_for: dict[int, str] = {}
        nouns = row_nouns(self._graph, query)
        for sentence, own in zip(parts, cues, strict=True):
            # "Which molecules in lib.csv have a TPSA …": the rows, and no number of molecules.
            which = (token.text in word_list("operations", "which") for token in sentence)
            stands_for |= {
                token.start: MASKED
                for token, chosen in zip(sentence[1:], which, strict=False)
                if chosen and singular(token.text) in nouns
            }
            for cue in own:
                if cue.kind in ("which", "deny", "than"):
                    continue
                for token in sentence[cue.first : cue.last + 1]:
                    stands_for[token.start] = MASKED
                noun = implied_noun(sentence, cue)
                if noun:
                    stands_for[sentence[cue.last].start] = noun
            several = is_several(query, self._subjects(query, sentence))
            if any(cue.kind in ("which", "how_many") for cue in own) and several:
                stands_for |= {token.start: NUMBER_OF for token in indefinite_articles(sentence)}
        return [word._replace(text=stands_for.get(word.start, word.text)) for word in words]

    def _without_things(self, query: Query, drafts: list[AskDraft]) -> list[AskDraft]:
        """The asks, less those of what is made where only settings are given: "the conjugate acid has a pKa of 9"."""
        if not query.entities or any(not self._graph.is_setting(entity.type) for entity in query.entities):
            return drafts
        kept = [draft for draft in drafts if not is_derived(self._graph, draft.targets)]
        for draft in kept:
            draft.after = [one for one in draft.after if one in kept]
        return kept or drafts

    def _made_kinds(self, query: Query, parts: Parts, drafts: Sequence[AskDraft]) -> tuple[list[AskDraft], list[Read]]:
        """Asks for what the given values lead to: "… and the mass of the protein", "which protein does … code for"."""
        made, spoken = list[AskDraft](), list[Read]()
        for sentence in parts:
            for place, token in enumerate(sentence):
                inside = any(draft.start <= token.start < draft.end for draft in drafts)
                kind = None if inside or token.kind != WORD else self._kinds.led_to(query, token.text)
                if kind is None:
                    continue
                if any(self._makes(draft, kind) for draft in drafts if draft.start < token.start):
                    # "… is translated, and the resulting peptide": what was made is spoken of.
                    spoken.append(Read(token.start, token.end, "ask"))
                    continue
                about = tuple(entity.handle for entity in query.entities)
                ask = AskDraft(token.text, (Target(type=kind),), token.start, token.end, about)
                asked = [
                    draft
                    for draft in drafts
                    if sentence[0].start <= draft.start < token.start and not draft.after and not draft.soft
                ]
                if asked:
                    ask.reported = False
                    for draft in asked:
                        draft.after = [ask]
                    made.append(ask)
                # "The sequence of chain B in …" may be all that is asked.
                elif self._asks_which(sentence, place) or (query.tables and not (drafts or made)):
                    made.append(ask)
        return made, spoken

    def _asks_which(self, sentence: Sequence[Token], place: int) -> bool:
        return place > 0 and sentence[place - 1].text in word_list("operations", "which")

    def _makes(self, draft: AskDraft, kind: str) -> bool:
        """Whether an ask gives a value of a type."""
        return any(self._graph.is_a(port.type, kind) for target in draft.targets for port in self._outputs.of(target))

    def _subjects(self, query: Query, sentence: Sequence[Token]) -> tuple[str, ...]:
        """The handles of what a sentence names, one a place; of all that the question names where it names nothing."""
        known, handles = self._things
        if known is not query:
            things = [entity for entity in query.entities if not self._graph.is_setting(entity.type)]
            handles = {entity.start: entity.handle for entity in reversed(things)}
            self._things = query, handles
        places = sorted({token.start for token in sentence if token.kind == ENTITY and token.start in handles})
        return tuple(handles[place] for place in places or sorted(handles))

    def labelled(self, label: str) -> tuple[Target, ...]:
        """What a label of the graph stands for."""
        return self._index.targets(label_words(label))


def _overlaps(cue: Cue, sentence: Sequence[Token], masked: set[int]) -> bool:
    """Whether a form has read some of the words of a cue."""
    return any(token.start in masked for token in sentence[cue.first : cue.last + 1])
