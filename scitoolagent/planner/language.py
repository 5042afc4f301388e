"""The language of a question: refused where nobody here reads it, and named in the answer where it is not English."""

from __future__ import annotations

from scitoolagent.errors import NoPathError
from scitoolagent.language.detect import ENGLISH, READ, language_name
from scitoolagent.reading.explain import unread_words
from scitoolagent.records import Plan, Query

_SHOWN = 300


def refuse_unread_language(query: Query) -> None:
    """Refuse a question that word files do not cover.

    A question that was read to its last word is none, whatever its words look like.

    Raises:
        NoPathError: the question has unread words and seems to be in another language than those that are read.
    """
    if query.language in (ENGLISH, *READ) or not unread_words(query):
        return
    *others, last = (language_name(code) for code in (ENGLISH, *READ))
    raise NoPathError(
        f"the question seems to be in {language_name(query.language)}; without a model {', '.join(others)} and {last} "
        "are read: ask in one of these, or set up a model"
    )


def with_language(query: Query, plan: Plan) -> Plan:
    """The plan, which says in which words a question was read that was asked in others: of a language, or in short."""
    # What a model put into English is told first, with its name.
    if query.original is None or (query.language not in (ENGLISH, *READ) and query.readings):
        return plan
    read = query.text if len(query.text) <= _SHOWN else f"{query.text[:_SHOWN]}…"
    known = "" if query.language == ENGLISH else f" in {language_name(query.language)}"
    note = f'read{known} as: "{read}"'
    return plan if note in plan.notes else plan.model_copy(update={"notes": (note, *plan.notes)})
