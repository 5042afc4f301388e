"""A comparison of learners behind one of representations: "…; then, on the best features, compare A, B and C".

Both are one call, since the second is of what the first finds, so its words are put behind those of the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of
from scitoolagent.reading.shorthand import Change
from scitoolagent.records import Query


def in_words_of_a_turn(query: Query) -> Iterator[Change]:
    """The changes that put a second comparison behind the first; none where only one is asked for."""
    for form in _forms():
        match = form.search(query.text)
        if match is not None and match.start():
            yield match.start(), match.start("models"), f", {phrase_list('row_words', 'onbest')[0]} "
            if match.end("models") < match.end():
                yield match.end("models"), match.end(), ""
            return


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """The second comparison with the models behind, or between."""
    then, order, on, best = (
        any_of(phrase_list("row_words", f"turn_{name}")) for name in ("then", "order", "on", "best")
    )
    model = any_of(name for names in phrases_of("row_models").values() for name in names)
    listed = rf"(?P<models>(?:{model})(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|or|vs\.?|with)\s+)(?:{model}))+)"
    lead = rf"\s*[;,.]?\s+(?:and\s+)?(?:{then})(?:\s*,)?\s+"
    return (
        re.compile(rf"{lead}(?:{on})\s+(?:{best})\s*,?\s+(?:{order})\s+(?:the\s+)?{listed}", re.IGNORECASE),
        re.compile(rf"{lead}(?:{order})\s+(?:the\s+)?{listed}\s+(?:{on})\s+(?:{best})(?![\w-])", re.IGNORECASE),
    )
