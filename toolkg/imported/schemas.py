"""Tools that are defined by JSON schemas: OpenAPI documents, lists of MCP tools and servers, ToolUniverse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from scitoolagent.toolkg.imported.meaning import Types, resolved
from scitoolagent.toolkg.imported.records import (
    MOST_PORTS,
    MOST_TERMS,
    DefinitionError,
    ImportedPort,
    ImportedTool,
    Refused,
    listed,
    mapping,
    name_of,
    text_of,
)

Found = Iterator[ImportedTool | Refused]
# What a person may paste into a shell: nothing in it that a shell would take apart, or an option.
_PACKAGE = re.compile(r"@?[A-Za-z0-9][\w.-]*(?:[/:@][A-Za-z0-9][\w.-]*)*")
_ADDRESS = re.compile(r"https?://[\w.:/-]+")
_METHODS = ("get", "put", "post", "delete", "patch")


def openapi(document: Any, types: Types) -> Found:
    """The operations of an OpenAPI 3 or Swagger 2 document.

    Raises:
        DefinitionError: it is no such document.
    """
    whole = mapping(document, "the document")
    if not (whole.get("openapi") or whole.get("swagger")):
        raise DefinitionError("it is no OpenAPI document: it has no `openapi` and no `swagger`")
    info = _info(whole)
    service = name_of("openapi", text_of(info.get("title"), 60) or "untitled")
    for path, item in mapping(whole.get("paths", {}), "`paths`").items():
        for method in _METHODS:
            operation = item.get(method) if isinstance(item, Mapping) else None
            if operation is None:
                continue
            shown = f"{method.upper()} {text_of(str(path), 100)}"
            try:
                yield _operation(service, str(path), method, item, operation, whole, types)
            except (DefinitionError, ValueError) as error:
                yield Refused(f"{service}: {shown}", text_of(str(error)))


def _info(document: Mapping[str, Any]) -> Mapping[str, Any]:
    info = document.get("info")
    return info if isinstance(info, Mapping) else {}


def _operation(
    service: str,
    path: str,
    method: str,
    item: Mapping[str, Any],
    operation: Any,
    whole: Mapping[str, Any],
    types: Types,
) -> ImportedTool:
    own = mapping(operation, "the operation")
    ports: list[ImportedPort] = []
    for one in (*listed(item.get("parameters")), *listed(own.get("parameters"))):
        parameter = resolved(one, whole)
        # Swagger 2 has the body among the parameters, and the type of another beside its name.
        schema = resolved(parameter.get("schema", parameter), whole)
        if parameter.get("in") == "body":
            ports += types.of_schema(schema, whole)
        else:
            kind = schema.get("type", "")
            needed = parameter.get("required") is True
            ports.append(
                types.port(
                    parameter.get("name"), kind, parameter.get("description"), required=needed, many=kind == "array"
                )
            )
    ports += types.of_schema(_content(own.get("requestBody"), whole), whole)
    if len(ports) > MOST_PORTS:
        raise DefinitionError(f"it has {len(ports)} arguments, at most {MOST_PORTS} are taken")
    answers = own.get("responses")
    good = (
        next((answers[code] for code in ("200", 200, "201", 201) if code in answers), None)
        if isinstance(answers, Mapping)
        else None
    )
    outputs = types.of_schema(_content(good, whole), whole)
    secured = bool(own.get("security", whole.get("security")))
    return ImportedTool(
        name=name_of(service, own.get("operationId") or f"{method}-{path}"),
        source="openapi",
        summary=text_of(own.get("summary")) or text_of(own.get("description")) or f"{method.upper()} {text_of(path)}",
        keywords=tuple(text_of(tag, 80) for tag in listed(own.get("tags"))[:MOST_TERMS]),
        inputs=_unique(ports),
        outputs=outputs,
        requires=("network", *(("key:" + service.partition("/")[2],) if secured else ())),
        version=text_of(_info(whole).get("version"), 80),
        notes=("it changes what the service holds",) if method != "get" else (),
    )


def _content(holder: Any, whole: Any) -> Any:
    """The JSON schema of a body; none is an object without properties."""
    if holder is None:
        return {}
    body = resolved(holder, whole)
    if "schema" in body:
        return body["schema"]
    content = body.get("content")
    if not isinstance(content, Mapping):
        return {}
    media = next((one for name, one in content.items() if "json" in str(name)), None)
    return media.get("schema", {}) if isinstance(media, Mapping) else {}


def _unique(ports: list[ImportedPort]) -> tuple[ImportedPort, ...]:
    """The ports with each name once: what an operation says of one replaces what its path says."""
    return tuple({port.name: port for port in ports}.values())


def mcp(document: Any, types: Types) -> Found:
    """The tools of an answer to `tools/list`, or the servers of a registry.

    Raises:
        DefinitionError: it is neither.
    """
    whole = document if isinstance(document, Mapping) else {"tools": document}
    result = whole.get("result")
    whole = result if isinstance(result, Mapping) else whole
    if isinstance(whole.get("servers"), list):
        for number, entry in enumerate(whole["servers"], 1):
            yield _taken(_server, entry, types, f"server {number}")
        return
    if not isinstance(whole.get("tools"), list):
        raise DefinitionError("it has neither `tools` nor `servers`")
    for number, entry in enumerate(whole["tools"], 1):
        yield _taken(_mcp_tool, entry, types, f"tool {number}")


def _taken(make: Any, entry: Any, types: Types, place: str) -> ImportedTool | Refused:
    try:
        made: ImportedTool = make(mapping(entry, "the definition"), types)
    except (DefinitionError, ValueError) as error:
        said = text_of(entry.get("name"), 80) if isinstance(entry, Mapping) else ""
        return Refused(f"{place}{f' ({said})' if said else ''}", text_of(str(error)))
    return made


def _mcp_tool(entry: Mapping[str, Any], types: Types) -> ImportedTool:
    return ImportedTool(
        name=name_of("mcp", entry.get("name")),
        source="mcp",
        summary=text_of(entry.get("description")),
        inputs=types.of_schema(entry.get("inputSchema", {}), entry.get("inputSchema")),
        outputs=types.of_schema(entry.get("outputSchema") or {}, entry.get("outputSchema")),
        requires=("package:mcp",),
        confirm="scitoolagent tools add mcp NAME -- COMMAND",
    )


def _registry(package: Mapping[str, Any]) -> str:
    """The registry of a package; older entries call the field otherwise."""
    return str(package.get("registryType", package.get("registry_name")))


def _server(entry: Mapping[str, Any], types: Types) -> ImportedTool:
    own = mapping(entry.get("server", entry), "the server")
    packages = [one for one in listed(own.get("packages")) if isinstance(one, Mapping)]
    remotes = [one for one in listed(own.get("remotes")) if isinstance(one, Mapping)]
    requires, confirm = ["package:mcp"], ""
    short = "".join(
        sign for sign in str(own.get("name", "")).rpartition("/")[2].lower() if sign.isascii() and sign.isalnum()
    )[:31].lstrip("0123456789")
    url = next((text_of(one.get("url"), 200) for one in remotes if one.get("type") == "streamable-http"), "")
    starters = {"npm": ("npx", "npx -y"), "pypi": ("uvx", "uvx"), "oci": ("docker", "docker run -i --rm")}
    kind = next((one for one in packages if _registry(one) in starters), None)
    if kind is not None:
        program, start = starters[_registry(kind)]
        identifier = str(kind.get("identifier", kind.get("name")))
        requires.append(f"program:{program}")
        if _PACKAGE.fullmatch(identifier) and short:
            confirm = f"scitoolagent tools add mcp {short} -- {start} {identifier}"
    elif _ADDRESS.fullmatch(url) and short:
        requires.append("network")
        confirm = f"scitoolagent tools add mcp {short} --url {url}"
    return ImportedTool(
        name=name_of("mcp", own.get("name")),
        source="mcp",
        summary=text_of(own.get("description")),
        requires=tuple(requires),
        version=text_of(own.get("version"), 80),
        confirm=confirm,
        notes=("a server; its tools are known once it was added",),
    )


def tooluniverse(document: Any, types: Types) -> Found:
    """The definitions of a JSON file of the package ToolUniverse.

    Raises:
        DefinitionError: it is no list of definitions.
    """
    entries = document.get("tools", [document]) if isinstance(document, Mapping) else document
    if not isinstance(entries, list):
        raise DefinitionError("it is no list of definitions")
    for number, entry in enumerate(entries, 1):
        yield _taken(_universe_tool, entry, types, f"tool {number}")


def _universe_tool(entry: Mapping[str, Any], types: Types) -> ImportedTool:
    keys = [text_of(one, 60) for one in listed(entry.get("required_api_keys")) if isinstance(one, str)]
    return ImportedTool(
        name=name_of("tooluniverse", entry.get("name")),
        source="tooluniverse",
        summary=text_of(entry.get("description")),
        keywords=tuple(text_of(one, 80) for one in (entry.get("type"), entry.get("category")) if isinstance(one, str)),
        inputs=types.of_schema(entry.get("parameter") or {}, entry.get("parameter")),
        outputs=types.of_schema(entry.get("return_schema") or {}, entry.get("return_schema")),
        requires=("package:tooluniverse", *(f"key:{one}" for one in keys[:8])),
        licence="Apache-2.0",
    )
