"""Read files of other collections: bounded in size, with no entities, no anchors and nothing executed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError, GraphError
from scitoolagent.toolkg.imported.records import DefinitionError

MOST_BYTES = 64_000_000
MOST_XML_BYTES = 4_000_000
MOST_FILES = 50_000
_DEEPEST_FOLDER = 12


def files_below(path: Path, endings: tuple[str, ...], names: tuple[str, ...] = ()) -> Iterator[Path]:
    """The file itself, or the files with such endings or names in a folder, in a fixed order; no link is followed.

    Raises:
        GraphError: there is no such path, or more files than are read.
    """
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise GraphError(f"there is no file or folder {str(path)[:200]!r}")
    count = 0
    for one in sorted(_walked(path, 0)):
        if one.name in names or (not names and one.suffix.lower() in endings):
            count += 1
            if count > MOST_FILES:
                raise GraphError(f"{str(path)[:200]} holds more than {MOST_FILES:,} files; import a part of it")
            yield one


def _walked(folder: Path, depth: int) -> Iterator[Path]:
    for one in folder.iterdir():
        if one.is_symlink() or one.name.startswith("."):
            continue
        if one.is_dir() and depth < _DEEPEST_FOLDER:
            yield from _walked(one, depth + 1)
        elif one.is_file():
            yield one


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file.

    Raises:
        DefinitionError: it is too large, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise DefinitionError(f"it cannot be read: {error.strerror}") from error
    if len(data) > most:
        raise DefinitionError(f"it is larger than {most:,} bytes; import a part of it")
    return data


def read_json(data: bytes) -> Any:
    """The value of a JSON text.

    Raises:
        DefinitionError: it is none.
    """
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DefinitionError(f"it is not JSON: {_why(error)}") from error


def read_yaml(data: bytes) -> Any:
    """The value of a YAML text without tags that make objects, and without anchors, which could grow without end.

    Raises:
        DefinitionError: it is none, or has an anchor.
        ConfigError: the package that reads YAML is missing.
    """
    try:
        import yaml
    except ImportError as error:
        raise ConfigError("YAML needs the package PyYAML: pip install 'scitoolagent[kg]'") from error
    parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    try:
        if b"*" in data:
            for event in yaml.parse(data, Loader=parser):
                if isinstance(event, yaml.AliasEvent):
                    raise DefinitionError("it uses an anchor, which is not read")
        return yaml.load(data, Loader=parser)  # noqa: S506  CSafeLoader or SafeLoader
    except DefinitionError:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise DefinitionError(f"it is not YAML: {_why(error)}") from error


def read_xml(data: bytes) -> Any:
    """The root of an XML text; one that declares entities is refused.

    Raises:
        DefinitionError: it is no XML, or declares a document type.
    """
    from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DefinitionError(f"it is not XML: {_why(error)}") from error
    if root.getroottree().docinfo.doctype:
        raise DefinitionError("it declares a document type, which is not read")
    return root


def _why(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return " ".join(str(error).split())[:200]
