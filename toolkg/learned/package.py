"""Write confirmed declarations as a plug-in package, and check that the program takes it."""

from __future__ import annotations

import ast
import importlib.util
import keyword
import re
import shutil
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from types import ModuleType

from scitoolagent.errors import DeclarationError
from scitoolagent.tool import Semantic
from scitoolagent.tool.registry import Registry, declared_in, load_registry
from scitoolagent.toolkg.imported.records import one_line
from scitoolagent.toolkg.learned.records import ProposedPort
from scitoolagent.toolkg.learned.table import ProposedTool

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_MODULE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_LONGEST_SUMMARY = 90
_HEAD = '''"""Tools that were declared from documents and confirmed by a person."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolFailedError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

'''
_TEST = '''"""The plug-in is taken by the program, and its examples run."""

from __future__ import annotations

import pytest
import {module}

from scitoolagent.tool import ToolSpec
from scitoolagent.tool.registry import Registry, declared_in, load_registry

SPECS = list(declared_in({module}))


def test_the_program_takes_it() -> None:
    others = [spec for spec in load_registry() if spec.function.__module__ != "{module}"]
    assert len(Registry([*others, *SPECS])) == len(others) + len(SPECS)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_its_example_runs(spec: ToolSpec) -> None:
    spec.function(**spec.example)
'''
_PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1"
dependencies = ["scitoolagent"]

[project.entry-points."scitoolagent.tools"]
{module} = "{module}"

[tool.setuptools]
py-modules = ["{module}"]
"""


def write_package(name: str, tools: Sequence[ProposedTool], folder: Path) -> tuple[Path, ...]:
    """Write the confirmed tools as a package into a new folder, after the declarations were checked.

    Args:
        name: of the package and its module.
        tools: of a table; those that are not confirmed are left out.
        folder: it must not be there yet.
    Raises:
        DeclarationError: no tool is confirmed, a declaration is not valid, or a name or type is that of another.
        OSError: the folder cannot be written.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise DeclarationError(f"{name[:60]!r} cannot name a package; use small letters, digits and underscores")
    if folder.exists():
        raise DeclarationError(f"{folder} already exists")
    module = f"{name}_tools"
    source = module_source(tools)
    folder.mkdir(parents=True)
    info = folder / f"{module}-0.1.dist-info"
    info.mkdir()
    project = module.replace("_", "-")
    written = {
        folder / f"{module}.py": source,
        folder / f"test_{module}.py": _TEST.format(module=module),
        folder / "pyproject.toml": _PROJECT.format(name=project, module=module),
        # With the folder on PYTHONPATH, the tools are there before the package is installed.
        info / "METADATA": f"Metadata-Version: 2.1\nName: {project}\nVersion: 0.1\n",
        info / "entry_points.txt": f"[scitoolagent.tools]\n{module} = {module}\n",
    }
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
    try:
        check(folder / f"{module}.py")
    except DeclarationError:
        shutil.rmtree(folder)
        raise
    return tuple(written)


def check(path: Path) -> None:
    """Declare the tools of a module beside all others.

    Raises:
        DeclarationError: a declaration is not valid, or a name or type is that of another tool.
    """
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise DeclarationError(f"{path} is no module")
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    others = [one for one in load_registry() if one.function.__module__ != path.stem]
    Registry([*others, *declared_in(module)])


def module_source(tools: Sequence[ProposedTool]) -> str:
    """The module of the confirmed tools.

    Raises:
        DeclarationError: none is confirmed, or one lacks what only a person knows.
    """
    confirmed = [tool for tool in tools if tool.confirmed]
    if not confirmed:
        raise DeclarationError("no tool of the table is confirmed; set `confirmed = true` for those that you have read")
    known = load_registry().types
    types: dict[str, str] = {}
    for tool in confirmed:
        _check(tool)
        for port in (*_passed(tool), *tool.outputs):
            annotation = _type(port, known)
            if types.setdefault(_alias(port), annotation) != annotation:
                raise DeclarationError(f"{tool.name}: type {port.type} is proposed twice, differently")
    parts = [_HEAD, *(f"{alias} = {annotation}\n" for alias, annotation in types.items()), *map(_function, confirmed)]
    source = "".join(parts)
    ast.parse(source)
    return source


def _passed(tool: ProposedTool) -> list[ProposedPort]:
    return [port for port in tool.inputs if port.required]


def _check(tool: ProposedTool) -> None:
    """Refuse what would be wrong in the source, or is left open."""
    problems = []
    if not tool.program and not _MODULE.fullmatch(tool.call):
        problems.append(f"`call` {tool.call!r} is not written module.function")
    if not tool.source:
        problems.append("`source` is empty")
    if len(tool.outputs) != 1:
        problems.append("it needs exactly one output")
    if len(tool.passed) != len(tool.inputs):
        problems.append("`passed` must name what each input is called by the function or program")
    passed = [name for name, port in zip(tool.passed, tool.inputs, strict=False) if port.required]
    if wrong := [
        name
        for name in passed
        if not re.fullmatch(r"[A-Za-z_]\w*" if not tool.program else r"(--)?[A-Za-z][\w-]*", name)
    ]:
        problems.append(f"`passed` has {wrong[0]!r}, which is no name")
    names = [port.name for port in _passed(tool)]
    if wrong := [name for name in (*names, tool.name) if keyword.iskeyword(name) or names.count(name) > 1]:
        problems.append(f"{wrong[0]!r} cannot name an input or a tool")
    if problems:
        raise DeclarationError(f"tool {tool.name}: {'; '.join(problems)}")


def _alias(port: ProposedPort) -> str:
    return f"{port.type}{port.python.capitalize()}{'List' if port.many else ''}"


def _type(port: ProposedPort, known: dict[str, Semantic]) -> str:
    if port.type in known:
        semantic = known[port.type]
    elif port.new:
        semantic = Semantic(port.type, parent=port.parent or None, unit=port.unit or None)
    else:
        raise DeclarationError(f"type {port.type} is not known; correct it, or set `new = true`")
    default = Semantic(semantic.name)
    given = [
        f"{field.name}={getattr(semantic, field.name)!r}"
        for field in fields(Semantic)
        if field.name != "name" and getattr(semantic, field.name) != getattr(default, field.name)
    ]
    inner = f"Annotated[{port.python}, Semantic({', '.join([repr(semantic.name), *given])})]"
    return f"list[{inner}]" if port.many else inner


def _function(tool: ProposedTool) -> str:
    passed, output = _passed(tool), tool.outputs[0]
    parameters = ", ".join(f"{port.name}: {_alias(port)}" for port in passed)
    package = tool.call.partition(".")[0]
    requires = f"program:{tool.call}" if tool.program else f"package:{package}"
    example = {port.name: tool.example[port.name] for port in passed if port.name in tool.example}
    arguments = "".join(f"        {port.name}: {_words(port.sentence) or 'Not described.'}\n" for port in passed)
    options = f"example={example!r}, requires=({requires!r},)"
    lines = [
        "\n\n",
        f"@tool(Operation.{tool.operation.name}, Topic({tool.topic!r}), Safety.{tool.safety.name}, {options})\n",
        f"def {tool.name}({parameters}) -> {_alias(output)}:\n",
        f'    """{_summary(tool)}\n\n',
        f"    Args:\n{arguments}" if passed else "",
        f"    Returns:\n        {_words(output.sentence) or 'Not described.'}\n",
        f'    Source: {_words(tool.source)}\n    """\n',
        _program_body(tool) if tool.program else _call_body(tool, output),
    ]
    return "".join(lines)


def _call_body(tool: ProposedTool, output: ProposedPort) -> str:
    module, _, function = tool.call.rpartition(".")
    given = ", ".join(
        f"{name}={port.name}" for name, port in zip(tool.passed, tool.inputs, strict=True) if port.required
    )
    call = f"_called({given})"
    result = f"[{output.python}(one) for one in {call}]" if output.many else f"{output.python}({call})"
    return f"    from {module} import {function} as _called\n\n    return {result}\n"


def _program_body(tool: ProposedTool) -> str:
    """Options are passed as `--name=value`; a value that stands alone may not look like an option."""
    lines = [f"    command = [{tool.call!r}]\n"]
    for name, port in zip(tool.passed, tool.inputs, strict=True):
        if not port.required:
            continue
        if name.startswith("--") and port.python == "bool":
            lines.append(f"    if {port.name}:\n        command.append({name!r})\n")
        elif name.startswith("--"):
            lines.append(f"    command.append({name!r} + '=' + str({port.name}))\n")
        else:
            lines.append(
                f"    if str({port.name}).startswith('-'):\n"
                f"        raise ToolInputError('{port.name} may not begin with -')\n"
                f"    command.append(str({port.name}))\n"
            )
    lines.append(
        "    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)\n"
        "    if done.returncode:\n"
        f"        raise ToolFailedError({tool.call!r} + ' failed: ' + done.stderr[-300:])\n"
        "    return done.stdout\n"
    )
    return "".join(lines)


def _summary(tool: ProposedTool) -> str:
    plain = _words(tool.summary).rstrip(".") or tool.name.replace("_", " ")
    return f"{one_line(plain, _LONGEST_SUMMARY - 1)}."


def _words(text: str) -> str:
    """A text of a document within a docstring: one line, no quotes or backslashes that could end or change it."""
    return one_line(text, 400).replace("\\", "/").replace('"', "'")
