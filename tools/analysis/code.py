"""Run Python that a model or a person wrote for one question, in a box that sees what it is given and nothing else."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.box import BoxedCode, BoxedTable, calling, run_boxed
from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._rows import EXAMPLE, AnyFile, TableFolder, opened

PythonCode = Annotated[str, Semantic("PythonCode", parent="Parameter", label="Python code", needs_context=True)]
AnyValue = Annotated[object, Semantic("AnyValue", generic="any", label="value that code works on")]
ToolNames = Annotated[
    str, Semantic("CallableToolName", parent="Parameter", label="tool that code may call", needs_context=True)
]
CodeValue = Annotated[str, Semantic("CodeValue", label="result of code")]
PrintedLine = Annotated[str, Semantic("PrintedLine", role="note", label="line that code printed")]

_SECONDS = 60
_LONGEST_CODE = 50_000


@dataclass(frozen=True)
class CodeResult:
    """What came of the code."""

    result: CodeValue
    printed: list[PrintedLine]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.RESTRICTED,
    example={"code": "result = value1 * len(table1)", "values": [2.5], "tables": [EXAMPLE]},
    also=("CodeInterpreterTools", "AseTool"),
    requires=("box",),
    seconds=_SECONDS + 10,
)
def run_python(
    code: PythonCode,
    values: list[AnyValue] = [],  # noqa: B006  it is never changed
    tables: list[TableFolder] = [],  # noqa: B006
    files: list[AnyFile] = [],  # noqa: B006
    tools: list[ToolNames] = [],  # noqa: B006
) -> CodeResult:
    """Run Python code over values, tables and files, shut off from the machine.

    The code sees no other file, no network and no other process; numpy, pandas, scipy, scikit-learn and RDKit are
    there. It may take 60 s, 4 GB of memory and 64 MB of files, which are thrown away.

    Args:
        code: Python; what it assigns to `result` is its result.
        values: the code finds them as `value1`, `value2` …
        tables: the code finds them as `table1`, `table2` …, data frames of pandas.
        files: the code finds them by their names in its folder.
        tools: names of tools that it may call as `tools.NAME(…)`; each call is screened as any other.

    Returns:
        The value of `result` as JSON (where the code assigns none, the text it printed), and the lines it printed.

    Raises:
        ToolInputError: two files have one name, the code is longer than 50,000 characters, or its result is a number
            that is not finite.
        ToolUnavailableError: this machine has no box (Linux on x86-64 with Landlock and user namespaces).
        ToolFailedError: the code raised, gave nothing or passed a bound.

    Source: the code itself, run by Python.
    """
    if len(code) > _LONGEST_CODE:
        raise ToolInputError(f"the code has {len(code):,} characters; at most {_LONGEST_CODE:,} are run")
    by_name = {path.name: path for path in files}
    if len(by_name) < len(files):
        raise ToolInputError("two of the files have one name; the code could not tell them apart")
    frames = {f"table{number}": _boxed(path) for number, path in enumerate(tables, start=1)}
    named = {f"value{number}": value for number, value in enumerate(values, start=1)}
    found = run_boxed(BoxedCode(code, named, by_name, frames, tuple(tools), seconds=_SECONDS), calling())
    if found.result is None and not found.printed.strip():
        raise ToolInputError("the code assigned nothing to `result` and printed nothing")
    value = found.printed.strip() if found.result is None else found.result
    if isinstance(value, float) and not math.isfinite(value):
        raise ToolInputError(f"the result is {value}: values are missing, or rows do not belong to one another")
    return CodeResult(json.dumps(value, ensure_ascii=False), [line for line in found.printed.splitlines() if line])


def _boxed(path: Path) -> BoxedTable:
    table = opened(path)
    return BoxedTable(tuple(table.paths), {table.place(name): name for name in table.names})
