"""A run of a program as a Python script or notebook that runs the same program again and compares each value.

The program is data there, like all texts of a run: this package type-checks it, screens it and runs it in the sandbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scitoolagent.provenance.documents import (
    as_notebook,
    cell,
    facts_of,
    python_literal,
    recorded_literal,
    recorded_values,
)
from scitoolagent.provenance.recorded import RecordedCall, RecordedRun
from scitoolagent.records import Program

# More than this is no longer read by anybody, and too much for a file within a workflow.
_MOST_RECORDED = 30_000

_SCRIPT = '''\
#!/usr/bin/env python3
"""Make a run of scitoolagent again: run its program over its question and files, and compare what every step gives.

The program is type-checked, screened and run in a sandbox as it was in the run; no model is asked. Prints the values
of the answer. Ends with code 0 when every value is the same, and with 1 when one differs. Screened tools pass the
safety gate as they did in the run; what a person confirmed then has to be confirmed again, with --approve DIGEST.
Files that the run read must lie in the current folder.
"""

import argparse
import sys

from scitoolagent import SciToolAgentError
from scitoolagent.provenance import RecordedTable, changed_since, compared, run_program

{facts}

# The question with its values, as it was read.
QUERY = {query}

# The program, the words of its answer, and the time that it is told.
CODE = {code}
PROGRAM = {{"code": CODE, **{words}}}

# What each step gave in the run; the last one is the program, which stands alone where there is too much.
RECORDED = {recorded}


def main():
    parser = argparse.ArgumentParser(description="Make a run of scitoolagent again and compare every value.")
    parser.add_argument("--approve", action="append", default=[], help="Confirm one finding of the safety gate.")
    try:
        made = run_program(QUERY, PROGRAM, approved=parser.parse_args().approve)
    except SciToolAgentError as error:
        sys.exit(f"the run cannot be made again: {{error}}")
{compare}
    print("every value is the same" if not differ else f"{{len(differ)}} values differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
'''

_FIRST_CELL = """\
# A run of scitoolagent, made again

Its program is run over its question and files, and what every step gives is compared in the last cell, which raises
an error when a value differs. The program is type-checked, screened and run in a sandbox as it was in the run; no model
is asked. Screened tools pass the safety gate as they did in the run; what a person confirmed then has to be confirmed
again: write its digest into `APPROVED`. Files that the run read must lie beside the notebook.
"""

_COMPARE = """\
for value in made.answer.values:
    print(f"{value.label!r} of {value.subject!r}: {value.value!r} {value.unit or ''} [step {value.step}]")
differ = []
for step, outputs in RECORDED.items():
    for name, value in outputs.items():
        now = made.outputs.get(step, {}).get(name)
        same, told = compared(value, now)
        print(f"{'same' if same else 'DIFFERS'}  step {step}, {name!r}: {told}")
        if not same:
            differ.append((step, name))
if made.program.status != "ok":
    print(f"the program did not run to its end: {made.program.error!r}")
for line in changed_since(ENVIRONMENT):
    print(line)"""

_LAST_LINES = """
assert not differ, f"these values differ: {differ}"
print("every value is the same")"""


def program_script(recorded: RecordedRun, program: Program, calls: Sequence[RecordedCall], store: Path | None) -> str:
    """The run as a Python script.

    Raises:
        ConfigError: a value has no Python literal.
    """
    return _SCRIPT.format(
        facts=facts_of(recorded),
        query=python_literal(_question(recorded)),
        code=python_literal(program.code),
        words=python_literal(_words(program)),
        recorded=recorded_literal(_recorded(calls, store)),
        compare="\n".join(f"    {line}" for line in _COMPARE.splitlines()),
    )


def program_notebook(recorded: RecordedRun, program: Program, calls: Sequence[RecordedCall], store: Path | None) -> str:
    """The run as a Jupyter notebook.

    Raises:
        ConfigError: as `program_script`.
    """
    first = "from scitoolagent.provenance import RecordedTable, changed_since, compared, run_program\n\n"
    first += f"{facts_of(recorded)}\nAPPROVED = []\nRECORDED = {recorded_literal(_recorded(calls, store))}\n"
    first += f"QUERY = {python_literal(_question(recorded))}"
    code = f'CODE = {python_literal(program.code)}\nPROGRAM = {{"code": CODE, **{python_literal(_words(program))}}}'
    run = "made = run_program(QUERY, PROGRAM, approved=APPROVED)\nprint(made.answer.text)"
    return as_notebook(
        [
            cell("about", _FIRST_CELL, "markdown"),
            cell("run", first),
            cell("program", code),
            cell("again", run),
            cell("compare", _COMPARE + _LAST_LINES),
        ]
    )


def _question(recorded: RecordedRun) -> dict[str, Any]:
    """The question with its values; what rules read of it beyond them is not looked at by a program."""
    query = recorded.query.model_copy(update={"request": None, "usage": ()})
    return query.model_dump(mode="json", exclude_defaults=True)


def _words(program: Program) -> dict[str, Any]:
    kept = {"answer", "clock", "model", "earlier", "replies"}
    return program.model_dump(mode="json", include=kept, exclude_defaults=True)


def _recorded(calls: Sequence[RecordedCall], store: Path | None) -> dict[int, dict[str, Any]]:
    found = recorded_values(calls, store)
    if len(recorded_literal(found)) > _MOST_RECORDED:
        return {calls[-1].step: found[calls[-1].step]}
    return found
