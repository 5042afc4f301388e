"""Many statements in one `knowledge check`, and `knowledge patch`: take or leave each change that it proposes."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent.language.signs import printable

if TYPE_CHECKING:
    from scitoolagent.knowledge.claims.check import Checker
    from scitoolagent.knowledge.claims.report import Checked
    from scitoolagent.knowledge.claims.validators import Claim
    from scitoolagent.knowledge.store.editing import Proposal
    from scitoolagent.knowledge.store.graph import DomainGraph

_SHOWN = 40
_CHANGES, _LONGEST = 10, 300
_COLUMNS = ("number", "claim", "verdict", "proposal")


@dataclass(frozen=True, slots=True)
class Batch:
    """Which statements are checked, and where what is found goes."""

    claims: Path | None
    every: str
    most: int
    report: Path | None
    patch: Path | None


def check_many(graph: DomainGraph, checker: Checker, judges: Sequence[str], batch: Batch, json_out: bool) -> None:
    """Check the statements of a table or of a relation and report; ends with 1 when one could not be verified."""
    from scitoolagent.knowledge.claims.patches import as_patch, proposals_of
    from scitoolagent.knowledge.claims.report import as_csv, check_all, process

    claims, broken = _claims(graph, batch)
    rows = list(check_all(checker, claims))
    proposals = proposals_of(rows, graph)
    for path, text in ((batch.report, as_csv(rows)), (batch.patch, as_patch(proposals, graph.name))):
        if path is not None:
            _write(path, text)
    counts: Counter[str] = Counter(row.verdict.result for row in rows)
    told = process([row.verdict for row in rows], judges)
    if json_out:
        found = [_as_json(row) for row in rows]
        changes = [one.number for one in proposals]
        everything = {"checked": len(rows), "verdicts": counts, "unreadable": broken, "process": told,
                      "proposals": changes, "rows": found}  # fmt: skip
        typer.echo(json.dumps(everything, indent=2))
    else:
        _show(rows, counts, broken, len(proposals))
    if broken or counts["not verified"] or counts["doubtful"]:
        raise typer.Exit(1)


def _claims(graph: DomainGraph, batch: Batch) -> tuple[list[Claim], list[str]]:
    from scitoolagent.knowledge.claims.report import claims_of, claims_of_relation
    from scitoolagent.knowledge.store.records import Broken

    if batch.claims is None:
        return list(claims_of_relation(graph, batch.every, batch.most)), []
    claims: list[Claim] = []
    broken: list[str] = []
    for one in claims_of(batch.claims, graph):
        if isinstance(one, Broken):
            broken.append(str(one))
        else:
            claims.append(one)
    return claims, broken


def _as_json(row: Checked) -> dict[str, object]:
    verdict = row.verdict
    findings = [{"source": one.source, "says": one.says, "text": one.text} for one in verdict.findings]
    return {
        "number": row.number,
        "claim": row.claim.in_words(),
        "kind": row.claim.kind,
        "in_graph": verdict.in_graph,
        "verdict": verdict.result,
        "proposal": row.proposal,
        "findings": findings,
    }


def _show(rows: Sequence[Checked], counts: Counter[str], broken: Sequence[str], proposals: int) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.knowledge.claims.report import COLUMNS, in_cells

    wanted = [row for row in rows if row.verdict.result != "support" or row.proposal]
    title = f"{len(rows)} checked: " + ", ".join(f"{count} {name}" for name, count in counts.most_common())
    if wanted:
        cells = [dict(zip(COLUMNS, in_cells(row), strict=True)) for row in wanted[:_SHOWN]]
        Console().print(table_of(title, _COLUMNS, [[one[name] for name in _COLUMNS] for one in cells]))
        if len(wanted) > _SHOWN:
            typer.echo(f"and {len(wanted) - _SHOWN} more; --report writes all, with the reasons")
    else:
        typer.echo(title)
    for line in broken[:10]:
        typer.echo(printable(f"could not be read: {line}"))
    if len(broken) > 10:
        typer.echo(f"and {len(broken) - 10} more rows that could not be read")
    typer.echo(f"{proposals} changes proposed")


def _write(path: Path, text: str) -> None:
    from scitoolagent.errors import GraphError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GraphError(f"{path} cannot be written: {error}") from error


def patch(
    name: Annotated[str, typer.Argument(help="A loaded graph.")],
    path: Annotated[Path, typer.Argument(help="The RDF Patch that `knowledge check --patch` wrote.")],
    target: Annotated[
        str, typer.Option("--as", help="Write the changed graph under this name; default: its own.")
    ] = "",
    accept: Annotated[list[int] | None, typer.Option(help="Take the change with this number; repeatable.")] = None,
    sure: Annotated[bool, typer.Option("--sure", help="Take all changes except the uncertain ones.")] = False,
) -> None:
    """Take or leave the changes of a patch one by one; asks for each unless --accept or --sure says which."""
    from scitoolagent.errors import ConfigError, GraphError
    from scitoolagent.knowledge.claims.patches import MAX_PATCH, read_patch
    from scitoolagent.knowledge.store.catalogue import change_graph

    try:
        with path.open(encoding="utf-8") as file:
            proposals = read_patch(file.read(MAX_PATCH + 1))
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError(f"{path} cannot be read: {error}") from error
    unknown = set(accept or ()) - {one.number for one in proposals}
    if unknown:
        raise ConfigError(f"the patch has no change {min(unknown)}")
    taken = [one for one in proposals if _is_taken(one, accept, sure)]
    if not taken:
        typer.echo(f"none of {len(proposals)} changes was taken; the graph is unchanged")
        return
    changes = list(itertools.chain.from_iterable(one.changes for one in taken))
    report = change_graph(name, target or name, changes)
    typer.echo(
        f"{len(taken)} of {len(proposals)} changes taken; {target or name} has {report.entities:,} entities and "
        f"{report.relations:,} relations"
    )


def _is_taken(one: Proposal, accept: Sequence[int] | None, sure: bool) -> bool:
    if accept or sure:
        return one.number in (accept or ()) or (sure and not one.reason.startswith("doubtful"))
    # A patch may come from anybody; what is shown is what would be done.
    typer.echo(printable(f"{one.number}: {one.title}"))
    typer.echo(printable(f"  {one.reason[:400]}"))
    for change in one.changes[:_CHANGES]:
        sign = "add" if change.add else "delete"
        typer.echo(printable(f"  {sign} {change.subject} {change.predicate} {change.object}"[:_LONGEST]))
    if len(one.changes) > _CHANGES:
        typer.echo(f"  and {len(one.changes) - _CHANGES} more")
    return typer.confirm("  take it?", default=False)
