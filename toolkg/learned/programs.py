"""Programs as their help texts, man pages and READMEs describe them; nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.toolkg.imported.records import one_line
from scitoolagent.toolkg.learned.records import LONGEST_TEXT, MOST_PORTS, Described, Said

_USAGE = re.compile(r"^\s*usage:\s*(?:python\d?\s+|\./)?([\w.-]+)", re.IGNORECASE | re.MULTILINE)
_OPTION = re.compile(
    r"^\s{1,8}(?:-\w(?:[ =]?[<\[]?[A-Z_]+[>\]]?)?,?\s+)?(--[A-Za-z][\w-]*)"
    r"(?:[ =]\[?<?([A-Za-z_][\w.|:-]*|\{[\w,. -]+\})>?\]?)?(?:\s{2,}(\S.*))?$"
)
_POSITIONAL = re.compile(r"^\s{1,4}([A-Za-z][\w-]*)\s{2,}(\S.*)$")
_HEADING = re.compile(r"^(?:positional arguments|arguments)(?::|\s*$)", re.IGNORECASE)
_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_ROFF = re.compile(r"\\f(?:\[\w*\]|\w)|\\&|\\/")
_CONTINUED = re.compile(r"^\s{8,}\S")
# What helps a person, and is no input of a computation.
_NO_INPUTS = frozenset(("help", "version", "verbose", "quiet", "license", "usage"))


def from_help(text: str, origin: str) -> Described | None:
    """The program whose `--help` a text is; None where it names no program."""
    usage = _USAGE.search(text)
    if usage is None:
        return None
    lines = text.replace("\t", "        ").splitlines()
    inputs = [*_positional(lines), *_options(lines)]
    return _program(usage[1], _summary(lines), inputs, origin)


def from_man(text: str, origin: str) -> Described | None:
    """The program of a man page in roff; None where it names none."""
    parts = _man_sections(text)
    name, dash, summary = " ".join(parts.get("NAME", [])).replace("\\-", "-").partition(" - ")
    if not dash:
        return None
    own = name.split(",")[0].strip()
    options = [line for head, body in parts.items() if "OPTIONS" in head for line in body]
    return _program(own, summary, _options(options), origin)


def from_readme(text: str, origin: str) -> Iterator[Described]:
    """The programs whose usage stands in the blocks of a README."""
    for match in _FENCE.finditer(text[:1_000_000]):
        if found := from_help(match[1], origin):
            # A block has seldom a summary of its own: the sentence in front of it says what it is about.
            before = [part for part in text[: match.start()].split("\n\n") if part.strip() and not part.startswith("#")]
            about = found.summary or one_line(before[-1], LONGEST_TEXT) if before else found.summary
            yield found.model_copy(update={"summary": about})


def _program(name: str, summary: str, inputs: list[Said], origin: str) -> Described | None:
    if not re.fullmatch(r"[A-Za-z][\w.-]*", name):
        return None
    kept = {one.name: one for one in inputs if one.name.strip("-") not in _NO_INPUTS}
    written = Said(name="output", kind="str", text="What the program writes.")
    return Described(
        name=name[:100],
        summary=one_line(summary, LONGEST_TEXT),
        inputs=tuple(kept.values())[:MOST_PORTS],
        outputs=(written,),
        origin=origin[:400],
    )


def _summary(lines: list[str]) -> str:
    """The first paragraph that is neither the usage nor a list of options."""
    for part in "\n".join(lines).split("\n\n"):
        plain = part.strip()
        if plain and not re.match(r"usage:|options|positional|arguments|-", plain, re.IGNORECASE) and " " in plain:
            return plain if not plain.endswith(":") else ""
    return ""


def _options(lines: list[str]) -> list[Said]:
    found: list[Said] = []
    for line in lines:
        match = _OPTION.match(line)
        if match:
            kind = match[2] or "bool"
            kind = kind if kind == "bool" else kind.lower()
            found.append(
                Said(name=match[1], kind=kind[:200], text=one_line(match[3] or "", LONGEST_TEXT), required=False)
            )
        elif found and _CONTINUED.match(line):
            text = one_line(f"{found[-1].text} {line.strip()}", LONGEST_TEXT)
            found[-1] = found[-1].model_copy(update={"text": text})
    return found


def _positional(lines: list[str]) -> list[Said]:
    found: list[Said] = []
    inside = False
    for line in lines:
        if _HEADING.match(line):
            inside = True
        elif inside and (match := _POSITIONAL.match(line)):
            found.append(Said(name=match[1][:100], text=one_line(match[2], LONGEST_TEXT)))
        elif line and not line[0].isspace():
            inside = False
    return found


def _man_sections(text: str) -> dict[str, list[str]]:
    """The sections of a page in plain lines; an option and its text are in one line, as in a help text."""
    parts: dict[str, list[str]] = {}
    name, tag = "", False
    for line in text[:2_000_000].splitlines():
        plain = _ROFF.sub("", line).replace("\\-", "-")
        if plain.startswith(".SH"):
            name, tag = plain[3:].strip(' "').upper(), False
            parts[name] = []
        elif plain.startswith((".TP", ".IP")):
            tag = True
        elif not name or plain.startswith(('.\\"', "'\\\"")):
            continue
        else:
            said = re.sub(r"^\.(?:BR?|IR?|BI|RI|RB|IB)\s+", "", plain).strip()
            if said.startswith("."):
                continue
            if tag:
                parts[name].append(f"  {said}  ")
                tag = False
            elif parts[name] and parts[name][-1].startswith("  -"):
                parts[name][-1] += f"{said} "
            else:
                parts[name].append(said)
    return {head: [line.rstrip() for line in body] for head, body in parts.items()}
