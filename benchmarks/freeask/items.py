"""The rows of FreeAsk: a question, and the gold answer that a program can check."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from scitoolagent.benchmarks.rows import Question, question_of

_WANTED = (
    "a row of FreeAsk has `id`, `question`, `kind` (its group in the report) and `gold` with `type` (number, table, …) "
    "and `value`"
)
GOLD_KINDS = ("number", "table", "choice", "order", "set", "bool", "string", "equation", "structure", "abstain")


@dataclass(frozen=True, slots=True)
class Reference:
    """A number that an answer must give, within `tolerance` of `value` or of one of `accept`, in any unit.

    `subject` is what the number is about and `label` what it is of, where the row says so; `structure` is the SMILES of
    the subject. `says` are the words by which an answer names this reading of an ambiguous question.
    """

    value: float
    unit: str = ""
    tolerance: float = 0.0
    accept: tuple[float, ...] = ()
    subject: str = ""
    label: str = ""
    structure: str = ""
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gold:
    """What the right answer is.

    `numbers` is the number of a `number`, the rows of a `table`, or the readings of an ambiguous question; `texts` are
    the accepted texts, winners, or structures, the best first; `orders` the accepted orders; `truths` the accepted
    truth values. `members` are the items of a `set`, and `universe` what they are chosen from; `among` are the names
    that a `choice` is between. `support` are the single values behind a conclusion, by subject.
    """

    kind: str
    numbers: tuple[Reference, ...] = ()
    texts: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    truths: frozenset[bool] = frozenset()
    members: tuple[str, ...] = ()
    universe: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    support: dict[str, float] = field(default_factory=dict)
    only_unit: bool = False
    may_abstain: bool = False
    may_be_partial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Question):
    """A question of FreeAsk; `mentions` are the subjects that an answer speaks of, `aliases` other names of them."""

    kind: str
    template: str
    files: tuple[str, ...]
    wanted: Gold
    mentions: tuple[str, ...]
    aliases: dict[str, str] = field(default_factory=dict)


def item_of(row: dict[str, Any]) -> Item:
    """The item of a row.

    Raises:
        ValueError: the row is not one of FreeAsk; says what is wrong with it.
    """
    if missing := [name for name in ("id", "question", "kind", "gold") if row.get(name) is None]:
        raise ValueError(f"no {_listed(missing)}; {_WANTED}")
    try:
        plain = question_of({name: row.get(name) for name in ("id", "question")})
        return Item(
            id=plain.id,
            text=plain.text,
            task=str(row["kind"]),
            kind=str(row["kind"]),
            template=str(row.get("template") or ""),
            files=_names(row.get("files")),
            wanted=_gold(row["gold"]),
            mentions=_names(row.get("must_mention")),
            aliases={str(name): str(other) for name, other in (row.get("alias") or {}).items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{what}; {_WANTED}") from error


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _gold(row: dict[str, Any]) -> Gold:
    kind = str(row.get("role") if row.get("role") in ("choice", "equation") else row["type"])
    if kind not in GOLD_KINDS:
        raise ValueError(f"{kind!r} is no kind of gold; there are {', '.join(GOLD_KINDS)}")
    return replace(
        _content(kind, row),
        support={str(name): _number(one) for name, one in (row.get("support") or {}).items()},
        only_unit=bool(row.get("strict_unit")),
        may_abstain=bool(row.get("abstain_ok")),
        may_be_partial=bool(row.get("partial_ok")),
    )


def _content(kind: str, row: dict[str, Any]) -> Gold:
    value, accept = row.get("value"), list(row.get("accept") or ())
    if kind == "number":
        return Gold(kind, numbers=(_reference({**row, "label": row.get("prop")}),))
    if kind == "table":
        return Gold(kind, numbers=tuple(_reference(one) for one in _rows(value)))
    if kind == "abstain":
        readings = accept if row.get("role") == "ambiguous" else []
        return Gold(kind, numbers=tuple(_reference(one) for one in readings))
    if kind == "order":
        return Gold(kind, orders=tuple(_names(one) for one in [value, *accept]))
    if kind == "set":
        return Gold(kind, members=_names(value), universe=_names(row.get("universe")))
    if kind == "bool":
        return Gold(kind, truths=frozenset(bool(one) for one in [value, *accept]))
    return Gold(kind, texts=_names([value, *accept]), among=_names(row.get("among")))


def _reference(row: dict[str, Any]) -> Reference:
    return Reference(
        value=_number(row["value"]),
        unit=str(row.get("unit") or ""),
        tolerance=_number(row.get("tol") or 0),
        accept=tuple(_number(one) for one in row.get("accept") or ()),
        subject=str(row.get("subject") or ""),
        label=str(row.get("label") or ""),
        structure=str(row.get("aka") or ""),
        says=_names(row.get("says")),
    )


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no finite number")
    return float(value)


def _rows(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not value:
        raise ValueError("the gold of a table is a list of rows")
    return value


def _names(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return tuple(str(one) for one in value)
