"""A run as a Python script or notebook that repeats every call and compares each value with the run's.

Texts of a run (questions, names, structures) are data: they appear in the code as literals only, never in comments or
Markdown, so that no text can become code.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scitoolagent.provenance.documents import as_notebook, cell, facts_of, plain, recorded_literal, recorded_values
from scitoolagent.provenance.documents import python_literal as python_literal
from scitoolagent.provenance.program_code import program_notebook, program_script
from scitoolagent.provenance.recorded import Argument, RecordedCall, RecordedRun
from scitoolagent.records import Reference
from scitoolagent.toolkg.graph import ToolGraph

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
from scitoolagent.provenance import RecordedTable, TableColumn, Tools, changed_since, compared

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
            same, told = compared(value, made[step].get(name))
            differ += not same
            print(f"{{'same' if same else 'DIFFERS'}}  step {{step}}, {{name}}: {{told}}")
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
        same, told = compared(value, made[step].get(name))
        print(f"{{'same' if same else 'DIFFERS'}}  step {{step}}, {{name}}: {{told}}")
        if not same:
            differ.append((step, name))
for line in changed_since(ENVIRONMENT):
    print(line)
assert not differ, f"these values differ: {{differ}}"
print("every value is the same")"""


def script(recorded: RecordedRun, graph: ToolGraph, store: Path | None = None) -> str:
    """The run as a Python script; the first rows of its tables are read from the folder `store`.

    Raises:
        ConfigError: the run has no result, or a value with no Python literal.
    """
    calls = recorded.exported(graph)
    if recorded.program is not None:
        return program_script(recorded, recorded.program, calls, store)
    return _SCRIPT.format(
        facts=facts_of(recorded),
        recorded=recorded_literal(recorded_values(calls, store)),
        calls="\n".join(f"    {_call(call)}" for call in calls),
        made=_made(calls),
    )


def notebook(recorded: RecordedRun, graph: ToolGraph, store: Path | None = None) -> str:
    """The run as a Jupyter notebook, format 4.5, with one cell per step.

    Raises:
        ConfigError: as `script`.
    """
    calls = recorded.exported(graph)
    if recorded.program is not None:
        return program_notebook(recorded, recorded.program, calls, store)
    first = "from scitoolagent.provenance import RecordedTable, TableColumn, Tools, changed_since, compared\n\n"
    first += f"{facts_of(recorded)}\nRECORDED = {recorded_literal(recorded_values(calls, store))}\n"
    first += "APPROVED = []\ntools = Tools(approved=APPROVED, fresh=True)"
    cells = [cell("about", _FIRST_CELL, "markdown"), cell("run", first)]
    cells += [cell(f"step-{call.step}", f"{_call(call)}\nstep{call.step}") for call in calls]
    cells.append(cell("compare", _LAST_CELL.format(made=_made(calls))))
    return as_notebook(cells)


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
    return repr(plain(argument.value))
