"""Propose a declaration for a function or program from its words: by the ports that are known, and else a new type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.language.text import words_of
from scitoolagent.toolkg.imported.meaning import suggested
from scitoolagent.toolkg.learned.records import LONGEST_TEXT, Described, Kind, ProposedPort, Said
from scitoolagent.toolkg.learned.units import WITH_UNIT, same_unit, unit_of
from scitoolagent.toolkg.learned.vocabulary import KnownPort, Vocabulary, first_clause, stems

_KINDS: dict[str, Kind] = {
    "str": "str", "string": "str", "text": "str", "int": "int", "integer": "int", "float": "float", "number": "float",
    "double": "float", "scalar": "float", "real": "float", "bool": "bool", "boolean": "bool", "path": "Path",
    "pathlib.path": "Path", "file": "Path", "filename": "Path", "pathlike": "Path", "dict": "dict", "mapping": "dict",
}  # fmt: skip
_LISTS = re.compile(
    r"\b(?:list|tuple|sequence|iterable|array|ndarray|array_like|array-like|series|set)\b", re.IGNORECASE
)
_WHETHER = re.compile(r"\b(?:whether|true (?:if|when|where)|if true)\b|^(?:yes|true|false)\b", re.IGNORECASE)
_COUNT = re.compile(r"^(?:the )?(?:number of|how many|count of)\b|\bcount$", re.IGNORECASE)
_FILE = re.compile(r"\bfiles?\b", re.IGNORECASE)
_AS_TOOL = re.compile(r"As `(\w+)`")
_HEAD_END = re.compile(r"[,;:.(]|\s(?:of|with|in|for|that|which|as|from|at|by|on|whose|to|and)\s")
_ARTICLES = re.compile(r"^(?:(?:the|a|an|one|new|standard|its|same|folder of a|folder of the new)\s+)+", re.IGNORECASE)
_LONGEST_HEAD, _OFTEN = 4, 8
# How much of the likeness of a port comes from its name, from its own words, and from those of its tool.
_INPUT_WEIGHTS, _OUTPUT_WEIGHTS = (0.45, 0.35, 0.2), (0.1, 0.6, 0.3)
_LEAST, _SURE_OUTPUT, _LEAST_OUTPUT = 0.5, 0.6, 0.5
_NEIGHBOURS, _SHARPNESS, _LONELY = 15, 10, 0.7


# Stands behind the sentence of a number whose unit a person has to give, or leave as a pure number.
NO_UNIT = "(no unit is said)"
_CALLED = re.compile(
    r"\b(?:(?:row|one|column|it) is called|the name|by name|column)\b|^(?:as|either|one of) `", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Kind:
    python: Kind
    many: bool
    sure: bool


def propose_ports(
    about: Described, vocabulary: Vocabulary
) -> tuple[tuple[ProposedPort, ...], tuple[ProposedPort, ...]]:
    """The inputs and outputs of what a document describes, with types, units and what these rest on."""
    inputs = tuple(_input(about, said, vocabulary) for said in about.inputs)
    outputs = tuple(_output(about, said, place, vocabulary) for place, said in enumerate(about.outputs))
    return inputs, outputs


def _input(about: Described, said: Said, vocabulary: Vocabulary) -> ProposedPort:
    unit = unit_of(said.text, said.name)
    kind = _kind(said, unit)
    if known := _referred(said, said.name, vocabulary.inputs):
        return _of_known(said.name, known, 0.95, said, vocabulary)
    near = _nearest(about, said, unit, kind, vocabulary, vocabulary.inputs, _INPUT_WEIGHTS, said.name)
    if near and near[0] >= _LEAST:
        return _of_known(said.name, near[1], near[0], said, vocabulary)
    labelled = _by_label((said.name,), unit, kind, vocabulary) or _by_head(said, kind, vocabulary)
    if labelled:
        return _of_type(said.name, labelled, 0.6, said, kind, vocabulary)
    hit = suggested(said.name) or suggested(said.text)
    if hit and kind.python == "str":
        return _of_type(said.name, hit[0], 0.4, said, kind, vocabulary)
    return _new(about, said, said.name, unit, kind, "Parameter", near, vocabulary)


def _output(about: Described, said: Said, place: int, vocabulary: Vocabulary) -> ProposedPort:
    alone = place == 0 and said.name in ("result", "return")
    name = about.name if alone else said.name
    unit = unit_of(said.text, "", several=True)
    kind = _kind(said, unit)
    if known := _referred(said, "", vocabulary.outputs):
        return _of_known(name, known, 0.9, said, vocabulary)
    near = _nearest(about, said, unit, kind, vocabulary, vocabulary.outputs, _OUTPUT_WEIGHTS, name)
    if near and near[0] >= _SURE_OUTPUT:
        return _of_known(name, near[1], near[0], said, vocabulary)
    names = [name, *([name.rpartition("_to_")[2]] if "_to_" in name else [])]
    labelled = _by_head(said, kind, vocabulary) or _by_label(names, unit, kind, vocabulary, output=True)
    if labelled:
        return _of_type(name, labelled, 0.7, said, kind, vocabulary)
    if near and near[0] >= _LEAST_OUTPUT:
        return _of_known(name, near[1], near[0], said, vocabulary)
    return _new(about, said, name, unit, kind, "Report", near, vocabulary)


def _referred(said: Said, name: str, known: Sequence[KnownPort]) -> KnownPort | None:
    """The port of another tool that a text refers to: "As `docking_at_ligand` takes it." """
    match = _AS_TOOL.match(said.text)
    if match is None:
        return None
    return next((one for one in known if one.tool.name == match[1] and name in ("", one.port.name)), None)


def _by_head(said: Said, kind: _Kind, vocabulary: Vocabulary) -> str:
    """The type of file that a text begins with, where many tools have it: "A table with a row for each" is a table."""
    words = _HEAD_END.split(_ARTICLES.sub("", said.text), maxsplit=1)[0].split()
    if not 0 < len(words) <= _LONGEST_HEAD or kind.python not in ("str", "Path"):
        return ""
    for found in vocabulary.labels.get(stems(" ".join(words)), ()):
        if vocabulary.uses[found] >= _OFTEN and ("Path", False) in vocabulary.pythons(found):
            return found
    return ""


def _nearest(
    about: Described,
    said: Said,
    unit: str,
    kind: _Kind,
    vocabulary: Vocabulary,
    known: Sequence[KnownPort],
    weights: tuple[float, float, float],
    name: str,
) -> tuple[float, KnownPort] | None:
    """The known port that a described one is most like, with how much, of the type that most of the nearest have."""
    words, around = stems(said.text), stems(f"{words_of(about.name)} {about.summary}")
    own, first = stems(words_of(name)), stems(first_clause(said.text))
    by_name, by_text, by_tool = weights
    scored: list[tuple[float, KnownPort]] = []
    for one in known:
        likeness = 1.0 if one.port.name == name else 0.6 * vocabulary.alike(own, one.name)
        if likeness == 0 and not words & one.words:
            continue
        score = (
            by_name * likeness + by_text * (vocabulary.alike(words, one.words) + vocabulary.alike(first, one.first)) / 2
        )
        score += by_tool * vocabulary.alike(around, one.around)
        if not _fits(one.port.type, unit, kind, vocabulary, (one.port.python, one.port.many)):
            score *= 0.3
        if vocabulary.uses[one.port.type] < 2:
            # A type that one tool alone has is seldom that of another.
            score *= _LONELY
        scored.append((score, one))
    if not scored:
        return None
    scored.sort(key=lambda pair: -pair[0])
    votes: dict[str, float] = defaultdict(float)
    for score, one in scored[:_NEIGHBOURS]:
        votes[one.port.type] += score**_SHARPNESS
    chosen = max(votes, key=lambda found: votes[found])
    return next(pair for pair in scored if pair[1].port.type == chosen)


def _fits(name: str, unit: str, kind: _Kind, vocabulary: Vocabulary, held: tuple[str, bool]) -> bool:
    """Whether a known type can be that of a port with this unit and this kind of values."""
    declared = vocabulary.types[name].unit if name in vocabulary.types else None
    if unit and unit != "1" and declared is not None:
        return same_unit(unit, declared)
    if unit and unit != "1" and declared is None:
        return held[0] in ("dict", "list")
    if kind.sure:
        numbers = ("int", "float")
        return (held[0] in numbers) == (kind.python in numbers) and (held[0] == "bool") == (kind.python == "bool")
    return True


def _by_label(names: Sequence[str], unit: str, kind: _Kind, vocabulary: Vocabulary, output: bool = False) -> str:
    """The type that is called as a port is; empty where none is, or where it has another dimension."""
    for name in names:
        for found in vocabulary.labels.get(stems(words_of(name)), ()):
            if output and vocabulary.is_setting(found):
                continue
            held = next(iter(sorted(vocabulary.pythons(found))), ("str", False))
            if _fits(found, unit, kind, vocabulary, held):
                return found
    return ""


def _of_known(name: str, known: KnownPort, score: float, said: Said, vocabulary: Vocabulary) -> ProposedPort:
    node = vocabulary.types[known.port.type]
    return ProposedPort(
        name=port_name(name),
        type=known.port.type,
        python=_python(known.port.python),
        many=known.port.many,
        unit=node.unit or "",
        required=said.required,
        confidence=round(min(1.0, score), 2),
        sentence=said.text or said.kind,
    )


def _of_type(name: str, found: str, trust: float, said: Said, kind: _Kind, vocabulary: Vocabulary) -> ProposedPort:
    held = sorted(vocabulary.pythons(found)) or [(kind.python, kind.many)]
    python, many = (kind.python, kind.many) if (kind.python, kind.many) in held else held[0]
    return ProposedPort(
        name=port_name(name),
        type=found,
        python=_python(python),
        many=many,
        unit=vocabulary.types[found].unit or "",
        required=said.required,
        confidence=trust,
        sentence=said.text or said.kind,
    )


def _new(
    about: Described,
    said: Said,
    name: str,
    unit: str,
    kind: _Kind,
    parent: str,
    best: tuple[float, KnownPort] | None,
    vocabulary: Vocabulary,
) -> ProposedPort:
    made = camel(name)
    if made in vocabulary.types:
        made = camel(f"{about.name}_{name}")
    python, many = kind.python, kind.many
    if not kind.sure and best is not None:
        python, many = _python(best[1].port.python), best[1].port.many
    sentence = said.text or said.kind
    if python not in ("int", "float", "dict", "list"):
        unit = ""
    elif not unit and python in ("int", "float"):
        unit, sentence = "1", f"{sentence} {NO_UNIT}".strip()
    return ProposedPort(
        name=port_name(name),
        type=made,
        new=True,
        parent=parent,
        python=python,
        many=many,
        unit=unit,
        required=said.required,
        confidence=0.5 if kind.sure and NO_UNIT not in sentence else 0.3,
        sentence=sentence[:LONGEST_TEXT],
    )


def _kind(said: Said, unit: str) -> _Kind:
    """How Python holds the values: as the document has it, else as its words imply."""
    written = said.kind.lower().replace("optional", "").strip(" ,[]")
    many = bool(_LISTS.search(said.kind))
    for word in re.findall(r"[\w.]+", written):
        if word in _KINDS:
            return _Kind(_KINDS[word], many, True)
    if _WHETHER.search(said.text):
        return _Kind("bool", many, True)
    if WITH_UNIT.search(said.text) or (not unit and _CALLED.search(said.text)):
        return _Kind("str", many, True)
    if _COUNT.search(said.text):
        return _Kind("int", many, True)
    if unit:
        return _Kind("float", many, unit != "1")
    if _FILE.search(said.text) and re.search(r"file|path|structure", said.name):
        return _Kind("Path", many, True)
    return _Kind("str", many, False)


def _python(name: str) -> Kind:
    return name if name in ("str", "int", "float", "bool", "Path", "dict", "list") else "str"  # type: ignore[return-value]


def port_name(name: str) -> str:
    """A name that a port may have."""
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")[:60]
    return plain if plain and plain[0].isalpha() else f"p_{plain}".rstrip("_")


def camel(name: str) -> str:
    """The name of a type for a port."""
    return "".join(part.capitalize() for part in port_name(name).split("_"))[:100]
