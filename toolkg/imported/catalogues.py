"""Tools that are defined in the words of bioinformatics: nf-core modules, Galaxy tools, entries of bio.tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scitoolagent.toolkg.imported.meaning import Types, term_of
from scitoolagent.toolkg.imported.records import (
    MOST_PORTS,
    MOST_TERMS,
    DefinitionError,
    ImportedPort,
    ImportedTool,
    Refused,
    Term,
    listed,
    mapping,
    name_of,
    text_of,
)

Found = Iterator[ImportedTool | Refused]
_DEEPEST = 8


def nf_core(document: Any, types: Types) -> Found:
    """The module that a `meta.yml` of nf-core describes.

    Raises:
        DefinitionError: it describes none.
    """
    whole = mapping(document, "the file")
    if "name" not in whole or not ("input" in whole or "output" in whole):
        raise DefinitionError("it describes no module: it has no `name`, or neither `input` nor `output`")
    tools = [
        (str(name), one)
        for entry in listed(whole.get("tools"))
        if isinstance(entry, Mapping)
        for name, one in entry.items()
    ]
    licences = [text_of(one.get("licence"), 80) for _, one in tools if isinstance(one, Mapping)]
    about = [term for _, one in tools if isinstance(one, Mapping) for term in _ontologies(one)]
    yield ImportedTool(
        name=name_of("nf-core", whole["name"]),
        source="nf-core",
        summary=text_of(whole.get("description")),
        operations=tuple(term for term in about if term.id.startswith("operation"))[:MOST_TERMS],
        topics=tuple(term for term in about if term.id.startswith("topic"))[:MOST_TERMS],
        keywords=_texts(whole.get("keywords")),
        inputs=_bounded(_channels(whole.get("input"), types, 0)),
        outputs=_bounded(_channels(whole.get("output"), types, 0)),
        requires=("program:nextflow", *(f"program:{text_of(name, 60)}" for name, _ in tools[:8])),
        licence=next(filter(None, licences), ""),
        notes=("nextflow runs it in a container that holds its programs",),
    )


def _channels(value: Any, types: Types, depth: int) -> list[ImportedPort]:
    """The files and values of channels, however they are nested: `meta.yml` had three shapes over the years."""
    if depth > _DEEPEST:
        raise DefinitionError("its channels are nested too deeply")
    if isinstance(value, list):
        return [port for one in value for port in _channels(one, types, depth + 1)]
    if not isinstance(value, Mapping):
        return []
    ports: list[ImportedPort] = []
    for name, one in value.items():
        # The map of metadata goes with every channel and is no data.
        if str(name).startswith("meta"):
            continue
        if isinstance(one, Mapping) and "type" in one:
            patterns = [text_of(one.get("pattern"), 100)]
            endings = [part for pattern in patterns for part in pattern.strip("*.{}").replace("}", "").split(",")]
            ports.append(
                types.port(_channel(str(name)), one["type"], one.get("description"), _ontologies(one), formats=endings)
            )
        elif isinstance(one, Mapping | list):
            ports += _channels(one, types, depth + 1)
    return ports


def _channel(name: str) -> str:
    """The name of a channel; outputs are also named by a pattern: `*.bam`."""
    return name.replace("*", "").strip("./${}\"' ") or "file"


def _ontologies(entry: Mapping[str, Any]) -> list[Term]:
    found = [
        term_of(uri)
        for one in listed(entry.get("ontologies"))
        for uri in (one.values() if isinstance(one, Mapping) else [one])
    ]
    found += [term_of(uri) for uri in listed(entry.get("identifier"))]
    return [term for term in found if term is not None]


def _bounded(ports: list[ImportedPort]) -> tuple[ImportedPort, ...]:
    if len(ports) > MOST_PORTS:
        raise DefinitionError(f"it has {len(ports)} inputs or outputs, at most {MOST_PORTS} are taken")
    return tuple({port.name: port for port in ports}.values())


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(text_of(one, 80) for one in listed(value)[:MOST_TERMS] if isinstance(one, str))


def galaxy(root: Any, types: Types) -> Found:
    """The tool that an XML file of Galaxy describes.

    Raises:
        DefinitionError: it describes none.
    """
    if root.tag != "tool":
        raise DefinitionError(f"it describes no tool: its root is <{text_of(str(root.tag), 40)}>")
    needs = [one for one in root.iterfind("requirements/requirement") if one.get("type", "package") == "package"]
    macros = sum(1 for _ in root.iter("expand"))
    inputs = [port for holder in root.iterfind("inputs") for port in _parameters(holder, types, 0)]
    outputs = [
        types.port(
            one.get("name"),
            "file",
            one.get("label"),
            many=one.tag == "collection",
            formats=(one.get("format") or one.get("format_source") or "").split(","),
        )
        for holder in root.iterfind("outputs")
        for one in holder
        if one.tag in ("data", "collection") and one.get("name")
    ]
    yield ImportedTool(
        name=name_of("galaxy", root.get("id")),
        source="galaxy",
        summary=text_of(f"{root.get('name') or ''}: {root.findtext('description') or ''}".strip(": ")),
        operations=_galaxy_terms(root, "edam_operations/edam_operation"),
        topics=_galaxy_terms(root, "edam_topics/edam_topic"),
        inputs=_bounded(inputs),
        outputs=_bounded(outputs),
        requires=tuple(f"program:{text_of(one.text, 60)}" for one in needs[:8] if one.text and one.text.strip()),
        version=text_of(root.get("version"), 80) if "@" not in (root.get("version") or "@") else "",
        notes=(f"{macros} macros in it are not expanded: there may be more inputs and outputs",) if macros else (),
    )


def _parameters(holder: Any, types: Types, depth: int) -> Iterator[ImportedPort]:
    if depth > _DEEPEST:
        raise DefinitionError("its inputs are nested too deeply")
    for one in holder:
        if one.tag == "param":
            # An argument such as `--evalue` names a parameter that has no name.
            name = one.get("name") or (one.get("argument") or "").strip("-").replace("-", "_")
            kind = one.get("type") or ""
            text = " ".join(filter(None, (one.get("label"), one.get("help"))))
            optional = one.get("optional") == "true" or (
                kind not in ("data", "data_collection") and one.get("value") is not None
            )
            formats = (one.get("format") or "").split(",") if kind.startswith("data") else ()
            many = one.get("multiple") == "true" or kind == "data_collection"
            yield types.port(name, kind, text, many=many, required=not optional and not depth, formats=formats)
        elif one.tag in ("conditional", "section", "repeat", "when"):
            yield from _parameters(one, types, depth + 1)


def _galaxy_terms(root: Any, path: str) -> tuple[Term, ...]:
    found = (term_of(one.text) for one in root.iterfind(path))
    return tuple(term for term in found if term is not None)[:MOST_TERMS]


def bio_tools(document: Any, types: Types) -> Found:
    """The entries of an answer of bio.tools, or one of them.

    Raises:
        DefinitionError: it has none.
    """
    entries = document.get("list", [document]) if isinstance(document, Mapping) else document
    if not isinstance(entries, list):
        raise DefinitionError("it is no list of entries")
    for number, entry in enumerate(entries, 1):
        try:
            yield _entry(mapping(entry, "the entry"), types)
        except (DefinitionError, ValueError) as error:
            said = text_of(entry.get("biotoolsID"), 80) if isinstance(entry, Mapping) else ""
            yield Refused(said or f"entry {number}", text_of(str(error)))


def _entry(entry: Mapping[str, Any], types: Types) -> ImportedTool:
    functions = [one for one in listed(entry.get("function")) if isinstance(one, Mapping)]
    kinds = _texts(entry.get("toolType"))
    web = bool({"Web application", "Web API", "Web service"} & set(kinds))
    name = entry.get("biotoolsID") or entry.get("name")
    local = "Command-line tool" in kinds or "Desktop application" in kinds
    needs = (*(("network",) if web and not local else ()), *((f"program:{text_of(name, 60)}",) if local else ()))
    return ImportedTool(
        name=name_of("bio.tools", name),
        source="bio.tools",
        summary=text_of(entry.get("description")),
        operations=_terms([term for one in functions for term in listed(one.get("operation"))]),
        topics=_terms(listed(entry.get("topic"))),
        keywords=kinds,
        inputs=_data_ports([one for each in functions for one in listed(each.get("input"))], "input", types),
        outputs=_data_ports([one for each in functions for one in listed(each.get("output"))], "output", types),
        requires=needs,
        licence=text_of(entry.get("license"), 80),
        notes=() if needs else ("what it needs to run is not said",),
    )


def _terms(entries: list[Any]) -> tuple[Term, ...]:
    found = (term_of(one.get("uri"), one.get("term")) for one in entries[:MOST_TERMS] if isinstance(one, Mapping))
    return tuple(term for term in found if term is not None)


def _data_ports(entries: list[Any], way: str, types: Types) -> tuple[ImportedPort, ...]:
    ports = []
    for number, one in enumerate(entries, 1):
        data = mapping(one, f"an {way}")
        terms = _terms([*listed(data.get("data")), *listed(data.get("format"))])
        label = next((term.label for term in terms if term.label), "")
        ports.append(types.port(f"{way}{number}", "", label, terms))
    return _bounded(ports)
