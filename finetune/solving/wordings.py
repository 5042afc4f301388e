"""Put a request about rows into words: its canonical sentence, and families of wordings of which some are held out."""

from __future__ import annotations

import random
from collections.abc import Callable

from scitoolagent.finetune.entities import Split
from scitoolagent.finetune.solving.tables import RandomTable
from scitoolagent.request.canonical import condition_in_words, sentence
from scitoolagent.request.conditions import Both, Compare, Condition, Missing, Not, OneOf
from scitoolagent.request.rows import (
    Contrast,
    Correlation,
    Count,
    Fold,
    Group,
    Listing,
    Rank,
    RowExpression,
    Share,
    Test,
)

_CANONICAL_SHARE = 0.15
CANONICAL = "canonical"
# Frames of the wordings of a family; `{w}` is what is asked, `{f}` the file. Of each five the last is held out.
_FRAMES = {
    "what": "What is the {w} in {f}?",
    "give": "Give me the {w} from {f}.",
    "please": "Please work out the {w}; the rows are in {f}.",
    "file first": "In {f}, I need the {w}.",
    "note": "{f}: {w}, please",
    "report": "For the report I still lack the {w}; see {f}.",
    "tell": "Could you tell me the {w}? The data are in {f}.",
    "open": "Open {f} and determine the {w}.",
    "bare": "{w}, {f}",
    "colleague": "A colleague left {f} with me and wants to know the {w}.",
}
HELD_OUT_FRAMES = frozenset({"note", "colleague"})
_FIGURES = {
    "mean": ("mean", "average", "arithmetic mean"),
    "median": ("median", "middle value"),
    "sum": ("sum", "total"),
    "lowest": ("lowest", "smallest", "minimum"),
    "highest": ("highest", "largest", "maximum"),
    "standard deviation": ("standard deviation", "SD"),
    "range": ("range", "span from lowest to highest"),
}
_SIGNS = {
    "<": ("below", "under", "less than"),
    "<=": ("at most", "no more than"),
    ">": ("above", "over", "more than"),
    ">=": ("at least", "no less than"),
}


def put_request(request: RowExpression, table: RandomTable, split: Split, rng: random.Random) -> tuple[str, str]:
    """A question for a request, and the family of its wording.

    Args:
        request: what is asked.
        table: what it is asked of.
        split: held-out questions have frames of their own.
        rng: draws.
    """
    if rng.random() < _CANONICAL_SHARE and split == "train":
        text = sentence(request, lambda handle: table.file)
        return rng.choice(("{}", "{}?", "Give the {}.")).format(text), CANONICAL
    families = [name for name in _FRAMES if (name in HELD_OUT_FRAMES) == (split == "heldout")]
    family = rng.choice(families)
    words = _Words(table, rng).asked(request)
    text = _FRAMES[family].format(w=words, f=table.file)
    return text[0].upper() + text[1:] if family == "bare" else text, family


class _Words:
    """Names parts of a request as people do."""

    def __init__(self, table: RandomTable, rng: random.Random) -> None:
        self._table, self._rng = table, rng

    def asked(self, request: RowExpression) -> str:
        """What is asked, as a noun phrase."""
        ways: dict[type, Callable[..., str]] = {
            Fold: self._fold, Count: self._count, Share: self._share, Group: self._group, Rank: self._rank,
            Listing: self._listing, Contrast: self._contrast, Correlation: self._correlation, Test: self._test,
        }  # fmt: skip
        return ways[type(request)](request)

    def _said(self, header: str) -> str:
        return self._table.column(header).said

    def _figure(self, name: str) -> str:
        return self._rng.choice(_FIGURES[name])

    def _where(self, where: Condition | None) -> str:
        if where is None:
            return ""
        things = self._rng.choice(("rows", f"{self._table.key.said}s"))
        return f" of the {things} {self._rng.choice(('where', 'for which'))} {self._condition(where)}"

    def _condition(self, condition: Condition) -> str:
        if isinstance(condition, Both):
            return " and ".join(map(self._condition, condition.of))
        if isinstance(condition, Missing):
            return f"the {self._said(condition.column)} is missing"
        if isinstance(condition, Not) and isinstance(condition.of, Missing):
            return f"the {self._said(condition.of.column)} is known"
        if isinstance(condition, OneOf):
            return f"the {self._said(condition.column)} is {' or '.join(map(str, condition.values))}"
        if isinstance(condition, Compare) and condition.sign in _SIGNS:
            return f"the {self._said(condition.column)} is {self._rng.choice(_SIGNS[condition.sign])} {condition.value}"
        if isinstance(condition, Compare):
            return f"the {self._said(condition.column)} is {'not ' * (condition.sign == '!=')}{condition.value}"
        return condition_in_words(condition)

    def _fold(self, fold: Fold) -> str:
        return f"{self._figure(fold.aggregate)} {self._said(fold.column)}{self._where(fold.of.where)}"

    def _count(self, count: Count) -> str:
        what = f"different {self._said(count.column)} values" if count.column else f"{self._table.key.said}s"
        where = f" for which {self._condition(count.of.where)}" if count.of.where is not None else ""
        return f"number of {what}{where}"

    def _share(self, share: Share) -> str:
        return f"percentage of rows for which {self._condition(share.meeting)}"

    def _group(self, group: Group) -> str:
        by = self._said(group.by[0])
        what = (
            f"{self._figure(group.aggregates[0])} {self._said(group.column)}" if group.aggregates else "number of rows"
        )
        where = self._where(group.of.where)
        if group.end:
            return f"{by} with the {group.end} {what}{where}"
        return f"{what}{where} {self._rng.choice(('for each', 'by', 'per'))} {by}"

    def _rank(self, rank: Rank) -> str:
        end = f"second {rank.end}" if rank.place > 1 else rank.end
        column, key = self._said(rank.column), self._table.key.said
        things = f"{rank.count} {key}s" if rank.count > 1 else key
        among = f", among those where {self._condition(rank.of.where)}" if rank.of.where is not None else ""
        return f"{things} with the {end} {column}{among}"

    def _listing(self, listing: Listing) -> str:
        said = self._said(listing.columns[0])
        if listing.different:
            return f"different {said} values"
        return f"{said}s{self._where(listing.of.where).replace(f' of the {said}s', '').replace(' of the rows', '')}"

    def _contrast(self, contrast: Contrast) -> str:
        figure = f"{self._figure(contrast.aggregate)} {self._said(contrast.column)}"
        return f"difference in {figure} between {self._said(contrast.by)} {contrast.first} and {contrast.second}"

    def _correlation(self, one: Correlation) -> str:
        return f"correlation of {self._said(one.column)} with {self._said(one.other)}"

    def _test(self, test: Test) -> str:
        return f"p-value of a test whether {self._said(test.column)} differs by {self._said(test.by)}"
