"""The command `ask`.

Its options are read by argparse: typer takes a quarter of the time of a short answer to read them. `app.py` lists it
among the other commands and hands its words over.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.cli.exit import code_of
from scitoolagent.errors import NoPathError
from scitoolagent.tool.progress import VARIABLE as JOB_PROGRESS
from scitoolagent.tool.progress import tell as tell_progress

if TYPE_CHECKING:
    from scitoolagent.config import Config
    from scitoolagent.records import Query, Usage

_SILENT = 2.0
_SUMMARY = "Answer a question. Exit code 0: answered, 1: partial, 2: no safe plan, 3: stopped by the safety gate."


def ask(words: Sequence[str]) -> int:
    """Answer the question of a command line and give the exit code.

    Raises:
        SystemExit: help was asked for (0), or the arguments are not valid (2).
    """
    given = _parser().parse_args(words)
    if given.background:
        return _in_background(words, given)
    if given.quiet and (given.json or given.explain):
        sys.stderr.write("scitoolagent: --quiet prints values alone; leave out --json and --explain\n")
        return 2
    return _as_json(given) if given.json else _quietly(given) if given.quiet else _on_screen(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scitoolagent ask", description=_SUMMARY, allow_abbrev=False)
    parser.add_argument("question", help="The question; - reads it from standard input.")
    parser.add_argument(
        "--json", action="store_true", help="Print one JSON object instead of tables, whatever the outcome."
    )
    parser.add_argument("--quiet", action="store_true", help="Print only the values, one per line.")
    parser.add_argument("--explain", action="store_true", help="Show what each word of the question was understood as.")
    parser.add_argument(
        "--approve",
        metavar="DIGEST",
        action="append",
        default=[],
        help="Confirm one finding of the safety gate, by the digest it was refused with; may be given again.",
    )
    parser.add_argument(
        "--file",
        metavar="FILE",
        action="append",
        default=[],
        help="A file that the question is about, in any folder; may be given again.",
    )
    parser.add_argument("--graph", metavar="NAME", action="append", help="A knowledge graph that the question may use.")
    parser.add_argument("--out", metavar="FILE", help="Write the rows of the answer to a new file: .csv, .xlsx, …")
    parser.add_argument("--model", metavar="NAME", help="The model for all roles, instead of that in the settings.")
    parser.add_argument("--model-url", metavar="URL", help="An OpenAI-compatible endpoint, with its /v1.")
    parser.add_argument("--max-seconds", metavar="N", type=float, help="Stop the run after this many seconds.")
    parser.add_argument("--max-steps", metavar="N", type=int, help="Stop the run after this many steps.")
    parser.add_argument("--turns", metavar="N", type=int, help="Let a model search, run and correct this many times.")
    parser.add_argument(
        "--max-tokens", metavar="N", type=int, help="Do not ask a model any more after this many tokens."
    )
    parser.add_argument(
        "--max-cost", metavar="DOLLARS", type=float, help="Do not ask a model any more after this many US dollars."
    )
    parser.add_argument(
        "--background",
        action="store_true",
        help="Answer in the background: `jobs` shows the progress, `cancel` stops it.",
    )
    return parser


def _in_background(words: Sequence[str], given: argparse.Namespace) -> int:
    """Start a job and say how to look at it; nobody is there who could confirm anything."""
    from scitoolagent.cli.jobs import start

    _settings(given)  # wrong ones are told here, where somebody reads it
    question = read_question(given.question)
    passed = [question if word == "-" else word for word in words if word != "--background"]
    job = start(passed, question)
    sys.stdout.write(
        f"{job.id}\nanswered in the background; `scitoolagent jobs {job.id}` shows it, `scitoolagent cancel {job.id}` "
        "ends it\n"
    )
    return 0


def _settings(given: argparse.Namespace) -> Config:
    from scitoolagent.errors import ConfigError

    config = with_model(given.model, given.model_url)
    if given.graph and len(given.graph) > 1:
        raise ConfigError(
            f"a question can use one graph, but --graph names {len(given.graph)}; ask them one after the other"
        )
    config = config if not given.graph else config.model_copy(update={"knowledge_graph": given.graph[0]})
    return bounded(in_turns(config, given.turns), given.max_seconds, given.max_steps, given.max_cost, given.max_tokens)


def in_turns(config: Config, turns: int | None) -> Config:
    """The settings, with the turns of a model that the command line sets.

    Raises:
        ConfigError: there is none, or too many, or no model.
    """
    from scitoolagent.config import MOST_TURNS
    from scitoolagent.errors import ConfigError

    if turns is None:
        return config
    if not 0 < turns <= MOST_TURNS:
        raise ConfigError(f"--turns must be a number from 1 to {MOST_TURNS}")
    if config.model_url is None:
        raise ConfigError("--turns needs a model: set SCITOOLAGENT_MODEL_URL, or name one by --model-url")
    return config.model_copy(update={"max_turns": turns})


def bounded(
    config: Config, seconds: float | None, steps: int | None, cost: float | None = None, tokens: int | None = None
) -> Config:
    """The settings, with the bounds of a run that the command line sets.

    Raises:
        ConfigError: a bound is not larger than nothing, or the prices of the model are not known.
    """
    from scitoolagent.errors import ConfigError
    from scitoolagent.llm.spending import Spending

    bounds = {"max_seconds": seconds, "max_steps": steps, "max_cost": cost, "max_model_tokens": tokens}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    if not all(bound > 0 for bound in given.values()):
        raise ConfigError("--max-seconds, --max-steps, --max-tokens and --max-cost must be larger than 0")
    found = config.model_copy(update=given)
    Spending(found)
    return found


def spent_before(usage: Sequence[Usage], was_killed: bool) -> str:
    """Say what a run has spent so far, and what of it is unknown."""
    priced = [one.dollars for one in usage if one.dollars is not None]
    told = f"spent so far: ${sum(priced):.4f} in {len(usage)} replies of a model"
    told += f", {len(usage) - len(priced)} of them without a price" if len(priced) < len(usage) else ""
    return told + ("; a reply that was pending when it was killed is not counted" if was_killed else "")


def _quietly(given: argparse.Namespace) -> int:
    """The values of the answer, one a line; what it leaves out, and what is to know, goes to standard error."""
    from scitoolagent.agent import Agent
    from scitoolagent.cli.jobs import note_run
    from scitoolagent.language.signs import printable
    from scitoolagent.records import Answer
    from scitoolagent.summarizer import finding_lines, show_answer

    code = 1
    config, (asked, folder) = _settings(given), _asked(given)
    with Agent(config, folder, approved=given.approve) as agent:
        agent.save_as, agent.progress = given.out or "", _progress()
        for record in agent.stream(asked):
            note_run(agent.run_name)
            if not isinstance(record, Answer):
                continue
            code = code_of(record)
            values = [" ".join(show_answer(value).split()) for value in record.values]
            sys.stdout.write("".join(f"{printable(value)}\n" for value in values))
            doubts = [*(f"assumed: {one}" for one in record.assumed), *(f"not answered: {one}" for one in record.unmet)]
            doubts += [f"not understood: {one}" for one in record.unread]
            doubts += finding_lines(record.findings, record.unmet)
            doubts += [record.text] if not values and not doubts else []
            sys.stderr.write("".join(f"{printable(line)}\n" for line in doubts))
    return code


def _as_json(given: argparse.Namespace) -> int:
    from scitoolagent.agent import Agent
    from scitoolagent.cli.jobs import note_run
    from scitoolagent.errors import SciToolAgentError
    from scitoolagent.outcome import unanswered
    from scitoolagent.records import Answer, Query

    query: Query | None = None
    answer: Answer | None = None
    problem: SciToolAgentError | None = None
    try:
        config, (asked, folder) = _settings(given), _asked(given)
        with Agent(config, folder, approved=given.approve) as agent:
            agent.save_as, agent.progress = given.out or "", _progress()
            for record in agent.stream(asked):
                note_run(agent.run_name)
                query = record if isinstance(record, Query) else query
                answer = record if isinstance(record, Answer) else answer
    except SciToolAgentError as error:
        problem = error
        # A question without a plan has its answer already; whatever else ends a run has none.
        answer = answer or unanswered(error, query)
    if answer is not None:
        told = answer.model_dump(mode="json") | _reading(query, given.explain)
        sys.stdout.write(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    if problem is not None:
        raise problem
    return code_of(answer) if answer is not None else 1


def _reading(query: Query | None, is_wanted: bool) -> dict[str, Any]:
    return {"query": None if query is None else query.model_dump(mode="json")} if is_wanted else {}


def _on_screen(given: argparse.Namespace) -> int:
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.cli.jobs import note_run
    from scitoolagent.cli.render import RunView
    from scitoolagent.records import Answer

    code = 1
    (text, folder), config = _asked(given), _settings(given)
    console = Console()
    with RunView(console, given.explain) as view:
        is_there = console.is_terminal and sys.stdin.isatty()
        person, back = (view.confirm, view.ask_back) if is_there else (None, None)
        with Agent(config, folder, approved=given.approve, ask=person, question=back) as agent:
            agent.save_as, agent.progress = given.out or "", _progress()
            asked: str | None = text
            while asked is not None:
                try:
                    for record in agent.stream(asked):
                        note_run(agent.run_name)
                        view.show(record)
                        if isinstance(record, Answer):
                            code = code_of(record)
                    asked = None
                except NoPathError as error:
                    asked = view.reply(error.question) if is_there and error.question is not None else None
                    if asked is None:
                        raise
    return code


def _progress() -> Callable[[int, int], None] | None:
    """Reports how many rows are done, to a terminal or to the status of a job; silent if the errors go to a file."""
    if os.environ.get(JOB_PROGRESS):
        return lambda done, total: tell_progress(done, total, "rows")
    if not sys.stderr.isatty():
        return None
    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        # Short work needs no word.
        if time.monotonic() - began > _SILENT:
            sys.stderr.write(f"\r{done:,} of {total:,} rows" + ("\n" if done >= total else ""))
            sys.stderr.flush()

    return tell


def with_model(model: str | None, url: str | None) -> Config:
    """The settings, with the model of the command line in the place of theirs."""
    from scitoolagent.config import load_config

    settings = load_config()
    if model is not None:
        roles = {"planner_model": None, "summarizer_model": None}
        settings = settings.model_copy(update={"model": model, **roles})
    return settings if url is None else settings.model_copy(update={"model_url": url})


def _asked(given: argparse.Namespace) -> tuple[str, Path | None]:
    """The question with the names of its files where it does not name them itself, and the folder that they lie in."""
    text, folder = read_question(given.question), _workspace(given)
    names = given.file if folder is None else [Path(name).name for name in given.file]
    missing = [name for name in names if name not in text]
    return (f"In {' and '.join(missing)}: {text}" if missing else text), folder


def _workspace(given: argparse.Namespace) -> Path | None:
    """Return the folder of the files of `--file` where they lie outside of the current one, which is the default.

    A question names files of the working folder only; the command line is the person's own and may name others.

    Raises:
        ConfigError: they lie in several folders, or the answer is to be saved, which is done in the working folder.
    """
    from scitoolagent.errors import ConfigError

    here, paths = Path.cwd().resolve(), [Path(name).resolve() for name in given.file]
    if all(path.is_relative_to(here) for path in paths):
        return None
    folders = {path.parent for path in paths}
    if len(folders) > 1 or given.out:
        why = "--out saves in the working folder" if given.out else "the files of --file lie in several folders"
        raise ConfigError(f"{why}; go to one folder, with its files copied there, and ask again")
    return folders.pop()


def read_question(text: str) -> str:
    """The question itself; `-` stands for standard input, of which no more than can be a question is read."""
    if text != "-":
        return text
    from scitoolagent.config import load_config

    return sys.stdin.read(load_config().max_question_characters + 1)
