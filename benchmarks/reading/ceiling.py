"""Measure what the closed requests can say: gold requests compiled and run, with no text of a question in the way.

`python -m scitoolagent.benchmarks.reading.ceiling [SET]` runs the requests of `sets/SET.requests.jsonl` (of all sets
that have them without SET) and scores what they give against the gold of the question as `score` does. What is not
right is counted by its kind: not said (no request could be written), no plan, failed, partial, wrong.
`--failures` says of which questions, for the half that is read.

A request is planned from a query that holds the files and values that it names and nothing else: `query_of` is not
given the question, so that no word of it can help.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.reading.score import Item, folder, holds, is_unread, load
from scitoolagent.errors import NoPathError, SciToolAgentError
from scitoolagent.measures import Quantity
from scitoolagent.records import Answer, Entity, Query
from scitoolagent.request import Request

_SETS = ("files", "turns")
_RIGHT = "right"


def gold_requests(name: str) -> dict[tuple[str, int], Mapping[str, Any]]:
    """Return the gold requests of a set by the question, and by the turn where it is a conversation."""
    path = folder() / "sets" / f"{name}.requests.jsonl"
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return {(one["id"], one.get("turn", 0)): one for one in lines}


def query_of(agent: Agent, files: Sequence[str], values: Sequence[Mapping[str, Any]], request: Request) -> Query:
    """Return the query of a request: its files with what is in them, its values, and no question.

    Args:
        agent: looks into the files.
        files: their names; the requests call them `file1` and so on.
        values: of the question: a `handle` with a `type` and `value`, or with an `amount` and its `unit`.
        request: what is asked.
    """
    entities, tables = list[Entity](), []
    for number, name in enumerate(files, 1):
        seen = agent.recognise(name)
        file = next(one for one in seen.entities if not one.file)
        handle = f"file{number}"
        entities.append(file.model_copy(update={"handle": handle}))
        tables += [one.model_copy(update={"file": handle}) for one in seen.tables]
    quantities = list[Quantity]()
    for one in values:
        if "amount" in one:
            text = f"{one['amount']:g} {one['unit']}"
            quantities.append(
                Quantity(handle=one["handle"], value=one["amount"], unit=one["unit"], text=text, start=0, end=0)
            )
        else:
            text = str(one["value"])
            entities.append(
                Entity(handle=one["handle"], type=one["type"], value=one["value"], text=text, start=0, end=0)
            )
    return Query(
        text="",
        entities=tuple(entities),
        tables=tuple(tables),
        quantities=tuple(quantities),
        request=request,
        reader="gold",
    )


def worth(agent: Agent, gold: Item, files: Sequence[str], written: Mapping[str, Any] | None) -> tuple[str, str]:
    """Return what a gold request is worth, right or the kind of its failure, and why."""
    if written is None or "request" not in written:
        return "not said", str((written or {}).get("why", "there is no request"))
    try:
        query = query_of(agent, files, written.get("values", ()), Request.model_validate(written["request"]))
        answer = [record for record in agent.stream(query) if isinstance(record, Answer)][-1]
    except NoPathError as error:
        return "no plan", str(error)
    except SciToolAgentError as error:
        return "failed", str(error)
    if answer.status != "complete":
        return ("partial" if answer.status == "partial" else "failed"), answer.text
    return (_RIGHT, "") if holds(gold["gold"], gold.get("tol"), answer) else ("wrong", answer.text)


def measured(agent: Agent, name: str, failures: bool = False) -> Counter[str]:
    """Return how many gold requests of a set are right, and how many are not by the kind of failure.

    Args:
        agent: compiles and runs them.
        name: of the set.
        failures: whether those of the read half that are not right are printed.
    """
    written, totals = gold_requests(name), Counter[str]()
    for item in load(name):
        for number, turn in enumerate(item.get("turns", [item])):
            found, why = worth(agent, turn, item.get("files") or (), written.get((item["id"], number)))
            totals[found] += 1
            if failures and found != _RIGHT and not is_unread(item):
                said = " / ".join(why.splitlines())[:300]
                print(f"{found}\t{item['id']}.{number}\t{turn['question']}\t{turn['gold']}\t{said}")
    return totals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gold requests of the sets and print totals."""
    parser = argparse.ArgumentParser(prog="python -m scitoolagent.benchmarks.reading.ceiling", description=__doc__)
    parser.add_argument("set", nargs="?", choices=_SETS, help="one set; all of them when left out")
    parser.add_argument("--failures", action="store_true", help="print what is not right of the half that is read")
    given = parser.parse_args(arguments)
    with Agent(workspace=folder() / "files") as agent:
        for name in [given.set] if given.set else _SETS:
            totals = measured(agent, name, given.failures)
            share = totals[_RIGHT] / totals.total()
            kinds = {kind: count for kind, count in totals.items() if kind != _RIGHT}
            print(f"{name}: {totals[_RIGHT]} of {totals.total()} right ({share:.1%}); not right: {kinds or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
