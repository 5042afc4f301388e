"""Files of rows in a question: what is in them, and which words of the question are headers of their columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.errors import TableError
from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.row_classes import without_classes
from scitoolagent.reading.row_nouns import row_nouns
from scitoolagent.reading.row_said import without_texts
from scitoolagent.reading.row_values import without_cells, words_in
from scitoolagent.reading.tokens import Token, worksheet_spans
from scitoolagent.reading.whole_files import is_taken_whole
from scitoolagent.records import Column, Entity, Query, Schema
from scitoolagent.tool.types import CalendarDate, NewFileName, PdbFile
from scitoolagent.toolkg.columns import SAME_COLUMNS, may_name
from scitoolagent.toolkg.graph import ToolGraph

Look = Callable[[Entity, str], Schema]
# A part of a structure by its letter.
_LETTERED = re.compile(rf"\b(?i:{'|'.join(sorted(word_list('tables', 'parts')))})\s+[A-Z0-9]\b")
_PARTS = "|".join(sorted(word_list("tables", "parts")))
_PART = re.compile(rf"\b(?:{_PARTS})\b", re.IGNORECASE)
# "The interface between chains" is of the whole.
_BETWEEN = re.compile(rf"\bbetween\s+(?:the\s+)?(?:{_PARTS})\b", re.IGNORECASE)
# Rows are asked about where parts are told apart: "how many chains", "which chain has", "the mean of each ligand".
_EACH_PART = re.compile(
    rf"\b(?:how many|number of|which|what)\s+(?:different\s+|protein\s+)?chains?\b(?!\s+(?-i:[A-Z0-9])\b)"
    rf"|\b(?:{'|'.join(sorted(word_list('tables', 'each_part')))})\s+(?:{_PARTS})\b(?!\s+(?-i:[A-Z0-9])\b)"
    rf"|\bwhich\s+(?:{_PARTS})\s+(?:has|have)\b",
    re.IGNORECASE,
)
_CHAIN_COLUMNS = ("model", "chain", "part")
CHAINS_FILE: str = PdbFile.__metadata__[0].name  # type: ignore[attr-defined]
_DATE: str = CalendarDate.__metadata__[0].name  # type: ignore[attr-defined]
_THINGS = ("MolecularStructure", "Sequence", "File", "MoleculeName", "Identifier")


def look_in(graph: ToolGraph, config: Config, workspace: Path) -> Look:
    """What is in the files of a folder, read here and now; for who plans and runs nothing."""

    def look(file: Entity, text: str) -> Schema:
        from scitoolagent.tables import Options, read_table
        from scitoolagent.tables.classes import texts_of
        from scitoolagent.tables.sheets import meant_part

        path = workspace / str(file.value)
        sheets: tuple[str, ...] = ()
        try:
            sheets, sheet = meant_part(path, text, file.start, file.end)
            table = read_table(path, Options(graph, config.cache_dir / "tables", sheet=sheet), workspace)
        except TableError as error:
            return Schema(file=file.handle, problem=str(error), sheets=sheets)
        said = texts_of(table, text, may_name(graph))
        table.remove()
        return Schema(file=file.handle, columns=table.columns, rows=table.rows, sheet=sheet, sheets=sheets, **said)

    return look


def with_tables(graph: ToolGraph, query: Query, look: Look | None) -> Query:
    """The question with what is in its files of rows: each column that a tool could take is a value of its own.

    Args:
        graph: for the types.
        query: the question with its values.
        look: says what is in a file.
    """
    files = [entity for entity in query.entities if graph.role(entity.type) == "file"]
    if look is None or not files:
        return query
    from scitoolagent.tables.read import reads

    tables: list[Schema] = []
    # "Chain B" of a structure is no boron.
    entities = [one for one in query.entities if not _names_part(query.text, one)]
    for file in files:
        if is_target(query, file):
            entities[entities.index(file)] = file.model_copy(update={"type": NEW_FILE})
            continue
        if not (reads(str(file.value)) or str(file.value).endswith("/")) or is_taken_whole(graph, query, file):
            continue
        known = next((table for table in tables if query.entity(table.file).value == file.value), None)
        table = known.model_copy(update={"file": file.handle}) if known else look(file, query.text)
        if _is_one_thing(graph, query, file, table):
            if _holds_chains(table):
                # mmCIF is a structure of chains as PDB is, whatever the name ends in.
                entities[entities.index(file)] = file.model_copy(update={"type": CHAINS_FILE})
            continue
        tables.append(table)
        columns = _asked_columns(graph, query, file, table)
        place = entities.index(file)
        taken = sum(1 for entity in entities if entity.file)
        entities[place:place] = [
            file.model_copy(
                update={
                    "handle": f"column{taken + number}",
                    "type": column.type,
                    "value": column.name,
                    "file": file.handle,
                }
            )
            for number, column in enumerate(columns, 1)
        ]
    entities = without_texts(query, without_cells(query, entities, tables), tables)
    entities = without_classes(query, entities, tables, lambda bare: row_nouns(graph, bare))
    entities = _without_headers(entities, tables)
    # A day beside rows says which of them are meant.
    entities = [one for one in entities if one.file or one.type != _DATE]
    return _without_sheets(query.model_copy(update={"entities": tuple(entities), "tables": tuple(tables)}))


def _without_headers(entities: Sequence[Entity], tables: Sequence[Schema]) -> list[Entity]:
    """The values of a question less those that spell a header of its files: "IC50" can be read as a SMILES, too."""
    if not tables:
        return list(entities)
    from scitoolagent.tables.recognise import header_unit

    headers = {said for table in tables for one in table.columns for said in (one.name, header_unit(one.name)[0])}
    return [one for one in entities if one.file or not (one.text in headers or _is_formula(one.text, tables))]


def _is_formula(text: str, tables: Sequence[Schema]) -> bool:
    """Whether what may be read as an equation of substances is one of columns: "total = first + second"."""
    if not set(text) & set("=+*/"):
        return False
    from scitoolagent.tables.formula import parse

    try:
        return bool(parse(text.rpartition("=")[2], [one for table in tables for one in table.columns])[1])
    except ValueError:
        return False


def _without_sheets(query: Query) -> Query:
    """The question without values in words that name a sheet: "sheet 2 of …"."""
    places = worksheet_spans(query)
    files = {table.file for table in query.tables}
    entities = [
        one
        for one in query.entities
        if one.handle in files or not any(start <= one.start and one.end <= end for start, end in places)
    ]
    quantities = [one for one in query.quantities if not any(start <= one.start < end for start, end in places)]
    return query.model_copy(update={"entities": tuple(entities), "quantities": tuple(quantities)}) if places else query


def _is_one_thing(graph: ToolGraph, query: Query, file: Entity, table: Schema) -> bool:
    """Whether a file of one structure is what is asked about, and not the chains or ligands in it."""
    if not (graph.is_a(file.type, "StructureFile") or _holds_chains(table)) or str(file.value).endswith("/"):
        return False
    if any(graph.is_a(column.type, "MolecularStructure") for column in table.columns):
        return False
    text = query.text[: file.start] + " " + query.text[file.end :]
    if not _holds_chains(table):
        return not _PART.search(_BETWEEN.sub(" ", text))
    return not _EACH_PART.search(_BETWEEN.sub(" ", text)) or _said_of_each(graph, text)


def _said_of_each(graph: ToolGraph, text: str) -> bool:
    """Whether a tool that takes the whole file gives something of each part: "SASA of each chain"."""
    labels = {
        label.casefold()
        for tool in graph.tools.values()
        if any(port.type == CHAINS_FILE for port in tool.required)
        for port in tool.outputs
        for label in (graph.types[port.type].label, *graph.types[port.type].also)
        if _EACH_PART.search(label)
    }
    said = " ".join(re.sub(r"\b(?:the|all|a)\b", " ", text.casefold()).split())
    return any(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", said) for label in labels)


def _holds_chains(table: Schema) -> bool:
    """Whether the rows of a file are the chains, ligands and waters of its models."""
    return [column.name for column in table.columns[: len(_CHAIN_COLUMNS)]] == list(_CHAIN_COLUMNS)


def with_files(query: Query, earlier: Sequence[Query]) -> Query:
    """A question that was put together of earlier ones, with what is in the files that it took from them."""
    known = {str(one.entity(table.file).value): table for one in (*earlier, query) for table in one.tables}
    places = {
        entity.start: entity
        for entity in query.entities
        if not entity.file and str(entity.value) in known and entity.type != NEW_FILE
    }
    entities = tuple(
        entity.model_copy(update={"file": places[entity.start].handle})
        if entity.file and entity.start in places
        else entity
        for entity in query.entities
    )
    tables = tuple(
        known[str(file.value)].model_copy(update={"file": file.handle})
        for file in sorted(places.values(), key=lambda one: one.start)
    )
    return query.model_copy(update={"entities": entities, "tables": tables})


def is_target(query: Query, file: Entity) -> bool:
    """Whether a file is one to be written: "… and save it as out.csv"."""
    sentence = re.split(r"[.?!;]\s", query.text[: file.start].lower())[-1]
    words = re.findall(r"[^\W\d_]+", sentence)
    if words and words[-1] in word_list("tables", "saving_at_once"):
        return True  # "…, save means.csv"
    if not words or words[-1] not in word_list("tables", "into"):
        return False
    saving = [place for place, word in enumerate(words) if word in word_list("tables", "saving")]
    # "Save the mean of … in a.csv" may read that file; "as" never does, however much stands between.
    far = _FAR * 2 if words[-1] in word_list("tables", "into_new") else _FAR
    return bool(saving) and len(words) - saving[-1] <= far


def without_targets(query: Query) -> list[Entity]:
    """The values of a question less the names of files that are to be written, of which nothing is asked."""
    return [entity for entity in query.entities if entity.type != NEW_FILE]


def saved(query: Query, parts: Sequence[Sequence[Token]]) -> tuple[str, list[Read]]:
    """The file that the rows of the answer are to be written to, and the words that say so; empty where none is."""
    target = next((entity for entity in query.entities if entity.type == NEW_FILE), None)
    read = [
        Read(token.start, token.end, "form")
        for sentence in parts
        for place, token in enumerate(sentence)
        if token.text in word_list("tables", "saving")
        and (
            {one.text for one in sentence[place + 1 : place + _NEAR]}
            & (word_list("tables", "saved") | word_list("tables", "into"))
            # "Save the A, the B and the C of … as out.csv", however much stands between.
            or (target is not None and any(one.start == target.start for one in sentence[place + 1 : place + _FAR * 3]))
        )
    ]
    if target is None and _NAMED_FILE.search(query.text):
        # "Save it as out.exe": no other file is written instead.
        return "", []
    sources = [str(query.entity(table.file).value) for table in query.tables]
    if target is not None:
        return str(target.value), read
    if not read or not sources:
        return "", []
    # "… and save a table": beside the file that it comes from, under a name of its own.
    return f"{sources[0].rstrip('/').rsplit('.', 1)[0]}-answer.csv", read


_INTO = "|".join(sorted(word_list("tables", "into")))
_NAMED_FILE = re.compile(rf"\b(?:{_INTO})\s+[\"'`“]?[^\s\"'`”]+\.\w+[\"'`”.]*\s*$")
_FAR = 9
_NEAR = 7
NEW_FILE: str = NewFileName.__metadata__[0].name  # type: ignore[attr-defined]


def _asked_columns(graph: ToolGraph, query: Query, file: Entity, table: Schema) -> list[Column]:
    """The columns that tools may take; of several of one type those that the question names by their headers."""
    columns = [
        column
        for column in table.columns
        if column.type and column.kind == "text" and any(graph.is_a(column.type, root) for root in _THINGS)
    ]
    if _asks_of_periods(query, table):
        columns += [column for column in table.columns if column.type == _DATE]
    if graph.is_a(file.type, "PdbFile") and not _speaks_of_parts(query.text):
        # A question about a structure asks of the whole, or of a part that it names.
        figures = [one for one in table.columns if one.is_number and _says(query, file, one.name)]
        named = figures and _LETTERED.search(query.text)
        return [table.columns[0].model_copy(update={"type": SAME_COLUMNS})] if named else []
    if not columns:
        # Rows of numbers are rows, too.
        return [column.model_copy(update={"type": SAME_COLUMNS}) for column in table.columns[:1]]
    named = [column for column in columns if _says(query, file, column.name)]
    return [
        column
        for column in columns
        if column in named or not any(other.type == column.type for other in named if other is not column)
    ]


def _asks_of_periods(query: Query, table: Schema) -> bool:
    """Whether a question asks of years or months that no column holds: "the mean depth by month"."""
    headers = {singular(word) for column in table.columns for word in words_in(column.name)}
    said = {singular(word) for word in words_in(query.text)}
    return bool(said & word_list("dates", "periods") - headers)


def _speaks_of_parts(text: str) -> bool:
    """Whether a question is about the parts of a structure: "each chain", and not "chain B"."""
    parts = "|".join(sorted(word_list("tables", "parts")))
    return re.search(rf"\b(?i:{parts})\b(?!\s+[A-Z0-9]\b)", text) is not None


def _names_part(text: str, entity: Entity) -> bool:
    """Whether a value is the letter of a part of a structure: `chain B`."""
    parts = "|".join(sorted(word_list("tables", "parts")))
    is_letter = len(entity.text) == 1 and entity.end > entity.start
    return is_letter and re.search(rf"\b(?:{parts})\s+$", text[: entity.start], re.IGNORECASE) is not None


def _says(query: Query, file: Entity, header: str) -> bool:
    """Whether a question says a header, outside the names of its files."""
    text = f"{query.text[: file.start]} {query.text[file.end :]}".casefold()
    return re.search(rf"(?<!\w){re.escape(header.casefold())}(?!\w)", text) is not None
