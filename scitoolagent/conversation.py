"""A conversation: a question may take its values, its asks or its order from the questions before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.llm import Message
from scitoolagent.model_turns import as_asked, going_on
from scitoolagent.reading.additions import (
    asks_of_more,
    derived_from,
    in_unit,
    is_asked_openly,
    names_only_values,
    stands_beside,
    unit_alone,
)
from scitoolagent.reading.files import NEW_FILE, with_files
from scitoolagent.reading.followup import (
    Pointing,
    asked_of,
    continued,
    find_pointing,
    groups_of,
    picked,
    says_the_same,
    with_value,
)
from scitoolagent.records import Answer, AnyRecord, Entity, Program, Query, Question
from scitoolagent.row_turns import (
    edits_first,
    headers_named,
    is_about_measures,
    lost_words,
    names_unknown,
    on_the_same_rows,
    refuse_lost,
    without_saving,
)
from scitoolagent.turns import (
    Group,
    Turn,
    asking_the_same,
    asks_in,
    can_be_in,
    choice_of,
    distinct,
    goes_on_to_another,
    has_operation,
    has_what,
    head,
    is_notation,
    keeps_subjects,
    made_inside,
    names_of,
    put,
    ranking_of,
    readings_in,
    refuse_unclear,
    results_of,
    said_in,
    unclear,
    winner_of,
)

_MOST_TURNS, _SHOWN = 50, 60


class Conversation:
    """Asks an agent one question after another.

    Args:
        agent: answers each question; it is not closed here.
    """

    _lost = ""  # a refused question about rows, which the next may refer to
    _asked: Question | None = None  # what the rules asked back about the last question

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._turns: list[Turn] = []

    def stream(self, text: str) -> Iterator[AnyRecord]:
        """Answer the next question as a stream of records.

        Raises:
            NoPathError: no safe plan.
            PlanError: the question is empty or too long, or it is not clear what it points back to.
        """
        reply, self._asked = choice_of(self._asked, text), None
        self._lost = "" if reply else self._lost
        (query, before), program = self._with_earlier(reply or text), None
        is_noted = False
        try:
            for record in self._agent.stream(query, before):
                if isinstance(record, Program):
                    program = record if record.status == "ok" else program
                elif isinstance(record, Answer):
                    self._asked = record.question if record.drafter == "symbolic" else None
                    self.note(query, record, program if program and program.model == record.drafter else None)
                    is_noted = True
                yield record
        except NoPathError as error:
            if not is_noted:
                self.note(query, Answer(status="failed", text=str(error)))
            raise

    def _with_earlier(self, text: str) -> tuple[Query, tuple[Message, ...]]:
        """The question with what it takes from those before, and these, where a model is to read it.

        Raises:
            PlanError: as `understand`, where there is no model that could read it.
        """
        agent, last = self._agent, self._turns[-1] if self._turns else None
        if not agent.has_solver or last is None:
            return self.understand(text), ()
        asked = last.answer.question if last.answer.drafter != "symbolic" else None
        if asked is not None and (choice_of(asked, text) or not agent.reads(agent.recognise(text))):
            reply = asked.reply(text)
            return going_on(agent.recognise(f"{as_asked(last.query)}\n{reply}"), self._turns, reply)
        kept = self._turns, self._lost
        try:
            if agent.reads(meant := self.understand(text)):
                return meant, ()
        except PlanError:
            # What is not clear by rules may be so to a model.
            self._turns, self._lost = kept
        return going_on(agent.recognise(text), self._turns)

    def note(self, query: Query, answer: Answer, program: Program | None = None) -> None:
        """Remember a question and its answer; one that failed only where the next one may be about what it names."""
        if answer.status == "failed":
            self._lost = lost_words(query, self._turns) or self._lost
        if query.request is not None and query.request.save and not answer.saved:
            return  # it is not saved later, by a question that asks for something else
        self._lost = self._lost if answer.status == "failed" else ""
        query = without_saving(self._agent.recognise, query)
        is_told = answer.status != "failed" or answer.drafter != "symbolic"
        if is_told or query.entities or names_unknown(query) or goes_on_to_another(query):
            self._turns = [*self._turns[1 - _MOST_TURNS :], Turn(query, answer, program)]

    def understand(self, text: str) -> Query:
        """The question with what it takes from the one before.

        Raises:
            PlanError: the question is empty or too long, or it is not clear what it points back to.
        """
        return edits_first(self._agent.planner, self._turns, text, self._understood)

    def _understood(self, text: str) -> Query:
        query = self._agent.recognise(text)
        answered = [turn for turn in self._turns if turn.answer.status != "failed"]
        if not answered or query.request is None:
            return query
        if names_unknown(query) and not headers_named(query, answered[-1].query):
            return query
        pointing = find_pointing(query)
        last = self._merged(answered, pointing)
        try:
            meant = self._taken(query, last, pointing)
        except PlanError as error:
            self.note(query, Answer(status="failed", text=str(error)))
            raise
        if meant is not query:
            refuse_lost(self._lost[:_SHOWN], query, answered[-1])
            refuse_unclear(self._turns[-1], query, answered[-1])
        return meant

    def _read_again(self, query: Query) -> Query:
        """A question put together of others, with what is in their files, as it is read now."""
        return self._agent.planner.read_again(with_files(query, [turn.query for turn in self._turns]))

    def _on_rows(self, query: Query, last: Turn) -> Query:
        """The last question about the rows of a file, gone on with; raises PlanError where this one adds nothing."""
        said = on_the_same_rows(self._agent.recognise, self._agent.planner, query, self._turns)
        if said is not None:
            return said
        longer = self._read_again(continued(last.query, query))
        # Words that only carry a question add nothing, and would be answered with what was there before.
        is_more = said_in(longer) > said_in(last.query) and is_about_measures(query, longer, last.query)
        if is_more and self._agent.planner.is_planned(longer):
            return longer
        raise PlanError(f"it is not clear what {query.text!r} says of the rows before; ask the whole question")

    def _taken(self, query: Query, last: Turn, pointing: Pointing) -> Query:
        """A question with what it takes from the last one; the question itself where it takes nothing."""
        if last.query.tables and all(entity.type == NEW_FILE for entity in query.entities):
            alone = not (pointing.one or pointing.several or query.entities) and self._can_be_planned(query)
            return query if alone else self._on_rows(query, last)
        if pointing.place is not None and not query.entities:
            return self._at_place(query, last, pointing)
        if unit_alone(query) and has_what(last.query):
            return self._in_unit(query, last)
        only_settings = all(self._agent.graph.is_setting(entity.type) for entity in query.entities)
        if query.entities and not (only_settings and asks_of_more(query)):
            if not only_settings and asks_of_more(query) and has_what(last.query):
                raise unclear(query)
            compared = self._compared(query, last, pointing)
            is_condition = names_only_values(query) and stands_beside(query, last.query) and has_what(last.query)
            if compared is not None or not says_the_same(query) or (has_what(query) and not is_condition):
                return compared or query
            return self._asked_of(query, last)
        if asks_of_more(query) and has_what(last.query):
            return self._of_derived(query, last)
        return self._about(query, last, pointing) or self._with_more(query, last)

    def _merged(self, answered: Sequence[Turn], pointing: Pointing) -> Turn:
        """The last question; asked of the things of those before it, too, where "both" means them.

        Raises:
            PlanError: several things are meant, and it cannot be told which.
        """
        last = answered[-1]
        several = pointing.several and not pointing.one
        if not (several or pointing.place is not None) or len(groups_of(last.query)) > 1:
            return self._checked_pair(last, pointing)
        run = asking_the_same(answered)
        groups = distinct(group for turn in run for group in groups_of(turn.query))
        if len(groups) > max(len(groups_of(turn.query)) for turn in run):
            values = tuple(value for turn in run for value in turn.answer.values)
            whole = asked_of(last.query, groups)
            return self._checked_pair(Turn(whole, last.answer.model_copy(update={"values": values})), pointing)
        everything = distinct(group for turn in answered for group in groups_of(turn.query))
        if several and len(everything) > 1 and self._several() is None and len(self._derived(last)) < 2:
            names = ", ".join(group[0].text for group in everything)
            raise PlanError(f"{pointing.word!r} may mean some of {names}; name those that are meant")
        return self._checked_pair(last, pointing)

    def _checked_pair(self, last: Turn, pointing: Pointing) -> Turn:
        """The question, where "both" can mean the things that it names or that its answer gave."""
        if pointing.pair:
            turn = last if len(groups_of(last.query)) > 1 else self._several() or last
            count = len(groups_of(turn.query))
            if count != 2 and len(self._derived(last)) != 2:
                raise PlanError(f"{pointing.word!r} means two things, and {count} were named before; name the two")
        return last

    def _in_unit(self, query: Query, last: Turn) -> Query:
        """The last question with its answer in another unit, of other values where this one names some."""
        unit = unit_alone(query)
        fitting = {
            ask.handle for ask in asks_in(last.query) if not ask.soft and can_be_in(self._agent.graph, ask, unit)
        }
        if not fitting and is_asked_openly(query):
            # "How many kDa is it?" asks for something of its own.
            return query if query.entities else self._about(query, last, find_pointing(query)) or query
        if not fitting:
            asked = ", ".join(dict.fromkeys(ask.text for ask in asks_in(last.query) if ask.what))
            raise PlanError(f"{asked} cannot be given in {unit}; say what is wanted in {unit}")
        if any(reading.role in ("operation", "setting", "quantity") for reading in readings_in(query)):
            longer = self._with_more(query, last)
            if longer is query:
                raise PlanError("it is not clear what this adds to the question before; ask the whole question")
            return longer
        return in_unit(self._asked_of(query, last) if query.entities else last.query, query, unit, fitting)

    def _asked_of(self, query: Query, last: Turn) -> Query:
        """The last question asked of the values of this one, or under them where they stand behind "in" or "at".

        Raises:
            PlanError: it cannot be told what a value or another word of it is for.
        """
        lost = [reading for reading in readings_in(query) if reading.role in ("operation", "setting", "quantity")]
        beside = stands_beside(query, last.query)
        if not lost and not beside:
            return asked_of(last.query, groups_of(query))
        longer = self._read_again(continued(last.query, query))
        if beside and keeps_subjects(last.query, longer) and self._agent.planner.is_planned(longer):
            return longer
        raise unclear(query)

    def _of_derived(self, query: Query, last: Turn) -> Query:
        """The last question asked of something that is made from what it is about: "and of its reverse complement?".

        Raises:
            PlanError: it cannot be asked of that.
        """
        longer = derived_from(last.query, query)
        read = self._read_again(longer) if longer else None
        old = [ask for ask in asks_in(last.query) if ask.what]
        made = {ask.handle for ask in asks_in(read)} if read else set()
        asked = [ask for ask in asks_in(read) if set(ask.of) & made] if read else []
        if read is None or len(asked) < len(old) or not self._can_be_planned(read):
            what = query.text.strip(" .?!")
            raise PlanError(f"{', '.join(ask.text for ask in old)} cannot be asked {what!r}; ask the whole question")
        return read

    def _at_place(self, query: Query, last: Turn, pointing: Pointing) -> Query:
        """A question about "the second one" of the last several things that were named."""
        ranked = ranking_of(last if len(groups_of(last.query)) > 1 else self._several() or last)
        place = pointing.place or 0
        if place >= len(ranked):
            raise PlanError(f"{len(ranked)} things were named before, and none at place {place + 1}; name it")
        group = ranked[place]
        named = with_value(query, pointing.start, pointing.end, group)
        read = self._read_again(named)
        if any(ask.what for ask in asks_in(read)) or not says_the_same(read):
            return read
        return picked(last.query, group) if has_operation(last) else asked_of(last.query, [group])

    def _several(self) -> Turn | None:
        """The last question about several things."""
        answered = [turn for turn in self._turns if turn.answer.status != "failed"]
        return next((turn for turn in reversed(answered) if len(groups_of(turn.query)) > 1), None)

    def _compared(self, query: Query, last: Turn, pointing: Pointing) -> Query | None:
        """A question with values of its own, compared with what a pronoun means; None where it compares no more."""
        choices = self._meant(last, pointing) if pointing.pronoun else []
        if len(choices) != 1 or len(choices[0]) != 1 or pointing.pronoun is None:
            return None
        wider = self._read_again(with_value(query, *pointing.pronoun, choices[0][0]))
        # "Is it true that …", or a pronoun for a value of the question itself, leaves nothing more to compare.
        has_more = sum(len(ask.then) for ask in asks_in(wider)) > sum(len(ask.then) for ask in asks_in(query))
        return wider if has_more else None

    def _about(self, query: Query, last: Turn, pointing: Pointing) -> Query | None:
        """A question without values of its own, about earlier ones or results; None where it asks for nothing."""
        if not (pointing.one or pointing.several) and self._can_be_planned(query):
            return query
        named = self._named_results(query, last, pointing)
        choices = [named] if named else self._meant(last, pointing)
        read = [self._read_again(put(self._agent.graph, query, groups)) for groups in choices]
        # What stands behind the end of the question was carried along, and does not ask for anything.
        if not any(ask.what and ask.start < len(one.text) for one in (query, *read) for ask in asks_in(one)):
            return None
        possible = [number for number, one in enumerate(read) if self._can_be_planned(one)] if len(read) > 1 else [0]
        if len(possible) > 1:
            names = [" and ".join(group[0].text for group in choices[number]) for number in possible]
            word = f"{pointing.word!r}" if pointing.word else "the question"
            raise PlanError(f"{word} may be about {', or about '.join(names)}; say which")
        return read[possible[0]] if read and possible else read[0] if read else query

    def _with_more(self, query: Query, last: Turn) -> Query:
        """The last question with the order, form or setting that this one adds; this one alone where none is read."""
        if last.query.request is None or not any(ask.what for ask in last.query.request.asks):
            return query
        longer = self._read_again(continued(last.query, query))
        before = len(longer.text) - len(query.text)
        readings = longer.request.readings if longer.request else ()
        added = [reading.role for reading in readings if reading.start >= before]
        is_read = "unread" not in added and {"operation", "setting", "form", "selection"} & set(added)
        return longer if is_read else query

    def _can_be_planned(self, query: Query) -> bool:
        try:
            self._agent.planner.draft(query)
        except PlanError:
            return False
        return True

    def _meant(self, last: Turn, pointing: Pointing) -> list[list[Group]]:
        """What a question may point back to: each item is all that one reading of it means."""
        if pointing.several and len(groups_of(last.query)) < 2:
            last = self._several() or last
        groups = groups_of(last.query)
        results: list[Group] = [(result,) for result in self._derived(last)]
        if pointing.one and not pointing.several:
            if made := made_inside(last):
                raise PlanError(f"{pointing.word!r} may be about {made} or what that was made from; say which")
            winner = winner_of(last)
            choices = [[winner]] if winner else [[group] for group in groups]
            return choices + [[result] for result in results]
        kept = ranking_of(last) if groups else []
        return [choice for choice in (kept, results) if choice]

    def _named_results(self, query: Query, last: Turn, pointing: Pointing) -> list[Group]:
        """Results whose kind the question names ("that protein"), unless it asks for one of that kind itself."""
        graph, text = self._agent.graph, query.text.lower()
        asked = {candidate.type for ask in asks_in(query) for candidate in ask.what}
        named = [
            result
            for result in results_of(graph, last.answer.values)
            if head(graph.types[result.type].label) in text and result.type not in asked
        ]
        return [(result,) for result in named] if len(named) == 1 or not pointing.one else []

    def _derived(self, last: Turn) -> list[Entity]:
        """Results that are other things than those of the question, and no mere notation of them."""
        graph = self._agent.graph
        given = {name for group in groups_of(last.query) for name in names_of(group)}
        values = [
            value
            for value in last.answer.values
            if not is_notation(graph, value) and not (has_operation(last) and str(value.value) in given)
        ]
        return results_of(graph, values)
