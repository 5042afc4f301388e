"""Searching articles: by the entities that they name, by PMID, by date and by a text; and what a search lets pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.pubtator import abstracts
from scitoolagent.knowledge.store.records import Broken, Evidence
from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise

MAX_PMIDS = 50
_MOST_TEXT = 20_000
_LONGEST_QUERY = 1_000
_DATE = re.compile(r"(\d{4})(-(?:0[1-9]|1[0-2])(-(?:0[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class Article:
    """An article with the ids of the entities that it names; `date` is empty where it is unknown."""

    pmid: str
    title: str
    text: str
    entities: tuple[str, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search lets pass: articles of these PMIDs, from `since` on, and before `before` (2021, 2021-03-05).

    Where a date is wanted, what has none does not pass, and neither does a date too coarse to tell: 2021 may lie
    before March 2021 or after it.

    Raises:
        GraphError: a date is none, or there are too many PMIDs.
    """

    pmids: frozenset[str] = frozenset()
    since: str = ""
    before: str = ""

    def __post_init__(self) -> None:
        for date in (self.since, self.before):
            if date and not _DATE.fullmatch(date):
                raise GraphError(f"{date[:20]!r} is no date; write it as 2021, 2021-03 or 2021-03-05")
        if len(self.pmids) > MAX_PMIDS:
            raise GraphError(f"at most {MAX_PMIDS} PMIDs can be asked for, not {len(self.pmids)}")

    def __bool__(self) -> bool:
        """Whether anything is left out at all."""
        return bool(self.pmids or self.since or self.before)

    def admits(self, pmid: str, date: str) -> bool:
        """Whether an article of that PMID and date passes."""
        if self.pmids and pmid not in self.pmids:
            return False
        if not (self.since or self.before):
            return True
        if not _DATE.fullmatch(date):
            return False
        # "2021" means from its first day as a bound, and any of its days as the date of an article.
        early = not self.since or date + "-01-01"[len(date) - 4 :] >= self.since + "-01-01"[len(self.since) - 4 :]
        late = not self.before or date + "-12-31"[len(date) - 4 :] < self.before + "-01-01"[len(self.before) - 4 :]
        return early and late


def read_articles(path: Path) -> tuple[list[Article], int]:
    """The articles of PubTator or BioRED files, and how many lines were broken.

    Raises:
        GraphError: there is no such file.
    """
    found: dict[str, Article] = {}
    broken = 0
    for abstract in abstracts(path):
        if isinstance(abstract, Broken):
            broken += 1
            continue
        ids = dict.fromkeys(one.strip() for ids, _, _ in abstract.mentions for one in ids.split(","))
        found[abstract.pmid] = Article(abstract.pmid, abstract.title, abstract.text[:_MOST_TEXT], tuple(ids))
    return list(found.values()), broken


class ArticleIndex:
    """Articles by PMID, by the entities that they name and by their words."""

    def __init__(self, articles: Iterable[Article]) -> None:
        self._articles = {article.pmid: article for article in articles}
        self._places = {pmid: place for place, pmid in enumerate(self._articles)}
        self._naming: dict[str, list[str]] = {}
        self._index: TermIndex | None = None
        for article in self._articles.values():
            for entity in article.entities:
                self._naming.setdefault(entity, []).append(article.pmid)

    def __len__(self) -> int:
        """How many articles there are."""
        return len(self._articles)

    def get(self, pmid: str) -> Article | None:
        """The article of that PMID."""
        return self._articles.get(pmid)

    def naming(self, entity: str) -> Sequence[str]:
        """PMIDs of the articles that name an entity."""
        return self._naming.get(entity, ())

    def find(self, entities: Sequence[str], wanted: Wanted, text: str = "") -> list[str]:
        """PMIDs of the articles that name all entities and pass: nearest to the text first, or newest without one."""
        if entities:
            found = set(self.naming(entities[0])).intersection(*(self.naming(one) for one in entities[1:]))
        else:
            found = set(wanted.pmids & self._articles.keys()) if wanted.pmids else set(self._articles)
        passed = [pmid for pmid in found if wanted.admits(pmid, self._articles[pmid].date)]
        if not text:
            return sorted(passed, key=age, reverse=True)
        if self._index is None:
            self._index = TermIndex([_terms(f"{one.title} {one.text}") for one in self._articles.values()])
        scores = self._index.scores(Counter(_terms(text[:_LONGEST_QUERY])))
        ranked = [(float(scores[self._places[pmid]]), pmid) for pmid in passed]
        return [pmid for score, pmid in sorted(ranked, key=lambda one: (-one[0], age(one[1]))) if score > 0]

    def passing(self, evidence: Evidence, wanted: Wanted) -> list[tuple[str, str]]:
        """The PMIDs of an evidence that pass, each with its date; an evidence without PMID is one without a name."""
        dated = [(pmid, self._date(pmid) or evidence.date) for pmid in evidence.pmids] or [("", evidence.date)]
        return [(pmid, date) for pmid, date in dated if wanted.admits(pmid, date)]

    def _date(self, pmid: str) -> str:
        article = self._articles.get(pmid)
        return article.date if article else ""


def age(pmid: str) -> tuple[int, str]:
    """A key that puts older records first: PMIDs are given out in turn, so a greater number is a later record."""
    return (int(pmid), "") if pmid.isascii() and pmid.isdigit() and len(pmid) < 20 else (0, pmid)


def _terms(text: str) -> list[str]:
    return [stem(word) for word in normalise(text).split()]
