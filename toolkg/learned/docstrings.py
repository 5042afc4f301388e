"""Functions of Python sources as their docstrings describe them; sources are parsed, never imported or run."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

from scitoolagent.toolkg.imported.records import one_line
from scitoolagent.toolkg.learned.records import LONGEST_TEXT, MOST_PORTS, Described, Said

_GOOGLE = re.compile(
    r"(Args|Arguments|Parameters|Keyword Args|Other Parameters|Returns?|Yields?|Raises|Examples?|Notes?|Source|"
    r"References|Attributes|See Also|Warnings?):\s*(.*)"
)
_INPUTS = ("Args", "Arguments", "Parameters", "Keyword Args", "Other Parameters")
_ENTRY = re.compile(r"\*{0,2}(\w+)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*:\s+(.*)|\*{0,2}(\w+):")
_RETURNED = re.compile(r"([A-Za-z_][\w.]*(?:\[[\w\[\], .|]*\])?)\s*:\s+(.*)")
_RULE = re.compile(r"\s*-{3,}\s*")
_NUMPY_ENTRY = re.compile(r"\*{0,2}([\w, *]+?)\s*(?::\s*(.*))?")


class SourceError(ValueError):
    """A source that cannot be read; the message says why."""


def functions_of(source: str, module: str, origin: str) -> Iterator[Described]:
    """The public functions of a module that have a docstring, in the order of the source.

    Raises:
        SourceError: it is not Python.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SourceError(f"it is not Python: {one_line(str(error), 120)}") from error
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node)
            if text:
                yield described(node, text, module, f"{origin}:{node.lineno}")


def described(node: ast.FunctionDef, text: str, module: str, origin: str) -> Described:
    """What the docstring of a function says of it; a parameter that it does not describe is there without words."""
    summary, inputs, outputs = sections(text)
    told = {said.name: said for said in inputs}
    own = node.args
    names = [one for one in (*own.posonlyargs, *own.args) if one.arg not in ("self", "cls")]
    first_default = len(names) - len(own.defaults)
    parameters = [(one, place < first_default) for place, one in enumerate(names)]
    parameters += [(one, default is None) for one, default in zip(own.kwonlyargs, own.kw_defaults, strict=True)]
    given = []
    for one, required in parameters[:MOST_PORTS]:
        said = told.get(one.arg, Said(name=one.arg[:100]))
        kind = said.kind or (one_line(ast.unparse(one.annotation), 200) if one.annotation is not None else "")
        given.append(said.model_copy(update={"kind": kind, "required": required}))
    if not outputs and _gives(node):
        # Without a section of its own, the first sentence is what is known of the result.
        outputs = (Said(name="result", text=summary),)
    if node.returns is not None and len(outputs) == 1 and not outputs[0].kind:
        outputs = (outputs[0].model_copy(update={"kind": one_line(ast.unparse(node.returns), 200)}),)
    return Described(
        name=node.name[:100], summary=summary, inputs=tuple(given), outputs=outputs, module=module, origin=origin[:400]
    )


def _gives(node: ast.FunctionDef) -> bool:
    """Whether a function returns a value, as far as its source says."""
    inner = [one for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
    return any(not (isinstance(one.value, ast.Constant) and one.value.value is None) for one in inner)


def sections(text: str) -> tuple[str, tuple[Said, ...], tuple[Said, ...]]:
    """The summary of a docstring in the style of numpydoc or Google, and what it says of arguments and results."""
    lines = inspect.cleandoc(text[:100_000]).splitlines()
    summary = one_line(" ".join(_until_blank(lines)), LONGEST_TEXT)
    if any(_RULE.fullmatch(line) for line in lines[1:]):
        return summary, *_numpydoc(lines)
    return summary, *_google(lines)


def _until_blank(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.strip():
            return
        yield line


def _google(lines: list[str]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    parts: dict[str, list[str]] = {}
    name = ""
    for line in lines[1:]:
        match = _GOOGLE.fullmatch(line)
        if match:
            name = match[1]
            parts.setdefault(name, []).extend([f"    {match[2]}"] if match[2] else [])
        elif name and line and not line[0].isspace():
            name = ""
        elif name:
            parts[name].append(line)
    inputs = tuple(said for name in _INPUTS for said in _entries(parts.get(name, [])))
    returned = parts.get("Returns") or parts.get("Return") or []
    text = one_line(" ".join(line.strip() for line in returned), LONGEST_TEXT)
    match = _RETURNED.fullmatch(text)
    # "float: the mass", as Google's style has it; "note: ..." within a sentence is no type.
    typed = match is not None and (match[1].partition("[")[0] in _TYPES or "." in match[1])
    outputs = (
        Said(name="result", kind=match[1] if match and typed else "", text=match[2] if match and typed else text),
    )
    return inputs[:MOST_PORTS], outputs if text else ()


_TYPES = frozenset(
    (
        "str",
        "int",
        "float",
        "bool",
        "list",
        "dict",
        "tuple",
        "set",
        "bytes",
        "Path",
        "List",
        "Dict",
        "Tuple",
        "Optional",
    )
)


def _entries(lines: list[str]) -> Iterator[Said]:
    """The entries of a section: a name at its first depth, with the lines that are deeper."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return
    depth = min(len(line) - len(line.lstrip()) for line in filled)
    entries: list[list[str]] = []
    for line in filled:
        if len(line) - len(line.lstrip()) == depth:
            entries.append([line.strip()])
        elif entries:
            entries[-1].append(line.strip())
    for entry in entries:
        match = _ENTRY.fullmatch(" ".join(entry))
        if match and match[1]:
            yield Said(name=match[1][:100], kind=one_line(match[2] or "", 200), text=one_line(match[3], LONGEST_TEXT))


def _numpydoc(lines: list[str]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    parts: dict[str, list[str]] = {}
    name = ""
    for place, line in enumerate(lines):
        if place + 1 < len(lines) and _RULE.fullmatch(lines[place + 1]) and line.strip():
            name = line.strip()
            parts[name] = []
        elif name and not _RULE.fullmatch(line):
            parts[name].append(line)
    inputs = tuple(
        said for name in ("Parameters", "Other Parameters") for said in _numpy_entries(parts.get(name, []), True)
    )
    return inputs[:MOST_PORTS], tuple(_numpy_entries(parts.get("Returns", []), False))[:MOST_PORTS]


def _numpy_entries(lines: list[str], named: bool) -> Iterator[Said]:
    entries: list[list[str]] = []
    for line in lines:
        if line and not line[0].isspace():
            entries.append([line])
        elif entries and line.strip():
            entries[-1].append(line.strip())
    for number, (head, *rest) in enumerate(entries, 1):
        match = _NUMPY_ENTRY.fullmatch(head.strip())
        names, kind = (match[1], match[2] or "") if match else ("", head)
        if not named and match and not match[2]:
            # A result may have a type alone.
            names, kind = "result" if number == 1 else f"result{number}", head.strip()
        for one in names.split(","):
            if one.strip(" *"):
                text = one_line(" ".join(rest), LONGEST_TEXT)
                yield Said(name=one.strip(" *")[:100], kind=one_line(kind, 200), text=text)
