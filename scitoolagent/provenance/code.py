"""A run as a Python script or notebook that repeats every call and compares each value with the run's.

Texts of a run (questions, names, structures) are data: they appear in the code as literals only, never in comments or
Markdown, so that no text can become code.
"""

from __future__ import annotations

import json
import pprint
from collections.abc import Sequence
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.recorded import Argument, RecordedCall, RecordedRun
from scitoolagent.records import Reference
from scitoolagent.toolkg.graph import ToolGraph

_WIDTH = 100

_SCRIPT = '''\
#!/usr/bin/env python3
"""Make a run of scitoolagent again: call every tool with the values of the run, and compare what it gives.

Ends with code 0 when every value is the same, and with 1 when one differs. Screened tools pass the safety gate as
they did in the run; what a person confirmed then has to be confirmed again, with --approve DIGEST.
Files that the run read must lie in the current folder.
"""

import argparse
import sys

from scitoolagent import SciToolAgentError
from scitoolagent.provenance import TableColumn, Tools, changed_since

{facts}

# What each step gave in the run.
RECORDED = {recorded}


def calls(tools):
    """The calls of the run; gives the outputs of each step by their names."""
{calls}
    return {made}


def main():
    parser = argparse.ArgumentParser(description="Make a run of scitoolagent again and compare every value.")
    parser.add_argument("--approve", action="append", default=[], help="Confirm one finding of the safety gate.")
    with Tools(approved=parser.parse_args().approve, fresh=True) as tools:
        try:
            made = calls(tools)
        except SciToolAgentError as error:
            sys.exit(f"the run cannot be made again: {{error}}")
    differ = 0
    for step, outputs in RECORDED.items():
        for name, value in outputs.items():
            same = made[step].get(name) == value
            differ += not same
            verdict = "same" if same else "DIFFERS"
            print(f"{{verdict}}  step {{step}}, {{name}}: {{value!r}} in the run, {{made[step].get(name)!r}} now")
    for line in changed_since(ENVIRONMENT):
        print(line)
    print("every value is the same" if not differ else f"{{differ}} values differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
'''

_FIRST_CELL = """\
# A run of scitoolagent, made again

Every tool is called with the values of the run, and what it gives is compared in the last cell, which raises an
error when a value differs. Screened tools pass the safety gate as they did in the run; what a person confirmed then
has to be confirmed again: write its digest into `APPROVED`. Files that the run read must lie beside the notebook.
"""

_LAST_CELL = """\
tools.close()
made = {made}
differ = []
for step, outputs in RECORDED.items():
    for name, value in outputs.items():
        same = made[step].get(name) == value
        verdict = "same" if same else "DIFFERS"
        print(f"{{verdict}}  step {{step}}, {{name}}: {{value!r}} in the run, {{made[step].get(name)!r}} now")
        if not same:
            differ.append((step, name))
for line in changed_since(ENVIRONMENT):
    print(line)
assert not differ, f"these values differ: {{differ}}"
print("every value is the same")"""


def script(recorded: RecordedRun, graph: ToolGraph) -> str:
    """The run as a Python script.

    Raises:
        ConfigError: the run has no result, or a value with no Python literal.
    """
    calls = recorded.exported(graph)
    return _SCRIPT.format(
        facts=_facts(recorded),
        recorded=_recorded(calls),
        calls="\n".join(f"    {_call(call)}" for call in calls),
        made=_made(calls),
    )


def notebook(recorded: RecordedRun, graph: ToolGraph) -> str:
    """The run as a Jupyter notebook, format 4.5, with one cell per step.

    Raises:
        ConfigError: as `script`.
    """
    calls = recorded.exported(graph)
    first = "from scitoolagent.provenance import TableColumn, Tools, changed_since\n\n"
    first += f"{_facts(recorded)}\nRECORDED = {_recorded(calls)}\n"
    first += "APPROVED = []\ntools = Tools(approved=APPROVED, fresh=True)"
    cells = [_cell("about", _FIRST_CELL, "markdown"), _cell("run", first)]
    cells += [_cell(f"step-{call.step}", f"{_call(call)}\nstep{call.step}") for call in calls]
    cells.append(_cell("compare", _LAST_CELL.format(made=_made(calls))))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _cell(name: str, source: str, kind: str = "code") -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _facts(recorded: RecordedRun) -> str:
    facts = {
        "RUN": recorded.run,
        "STARTED": recorded.started,
        "QUESTION": recorded.query.text,
        "ENVIRONMENT": dict(recorded.environment),
    }
    return "\n".join(f"{name} = {python_literal(value)}" for name, value in facts.items())


def _recorded(calls: Sequence[RecordedCall]) -> str:
    return python_literal(
        {call.step: {name: made.value for name, made in call.result.outputs.items()} for call in calls}
    )


def _made(calls: Sequence[RecordedCall]) -> str:
    return "{" + ", ".join(f"{call.step}: step{call.step}" for call in calls) + "}"


def _call(call: RecordedCall) -> str:
    arguments = ", ".join(f"{python_literal(name)}: {_value(value)}" for name, value in call.arguments.items())
    return f"step{call.step} = tools.call({python_literal(call.tool)}, {{{arguments}}})"


def _value(argument: Argument) -> str:
    if isinstance(argument, tuple):
        return "[" + ", ".join(map(_value, argument)) + "]"
    if isinstance(argument, Reference):
        value = f"step{argument.step}[{python_literal(argument.name)}]"
        return value if argument.column is None else f"TableColumn({value}, {argument.column})"
    return repr(_plain(argument.value))


def python_literal(value: Any) -> str:
    """A JSON value as a Python literal.

    Raises:
        ConfigError: it holds NaN or an infinity.
    """
    return pprint.pformat(_plain(value), width=_WIDTH, sort_dicts=False)


def _plain(value: Any) -> Any:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError as error:
        raise ConfigError(f"the run has a number that is none, so it cannot be written down: {error}") from error
    return value
