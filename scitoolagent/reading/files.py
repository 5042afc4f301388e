"""Files of rows in a question: what is in them, and which words of the question are headers of their columns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.errors import TableError
from scitoolagent.language.words import phrase_meanings, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.phrases import Match, Target
from scitoolagent.reading.row_said import without_texts
from scitoolagent.reading.row_values import without_cells
from scitoolagent.reading.tokens import Token
from scitoolagent.reading.words import EMPTY, Word
from scitoolagent.records import Column, Entity, Query, Schema
from scitoolagent.tool.types import NewFileName, PdbFile
from scitoolagent.tool.unit_words import find_units
from scitoolagent.toolkg.columns import SAME_COLUMNS, may_name
from scitoolagent.toolkg.graph import ToolGraph

Look = Callable[[Entity, str], Schema]
# A unit behind a header: `mass [g]`, `ic50_nM`.
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
_NUMBERED = re.compile(r" \((\d+)\)$")
_BRACKETED = re.compile(r"\s*[\[(][^\[\]()]{0,40}[\])]\s*$")
_HISSING = ("ch", "sh", "x", "z")
_THINGS = ("MolecularStructure", "Sequence", "File", "MoleculeName", "Identifier")


def look_in(graph: ToolGraph, config: Config, workspace: Path) -> Look:
    """What is in the files of a folder, read here and now; for who plans and runs nothing."""

    def look(file: Entity, text: str) -> Schema:
        from scitoolagent.tables import Options, read_table
        from scitoolagent.tables.classes import cells_of, classes_of

        try:
            table = read_table(workspace / str(file.value), Options(graph, config.cache_dir / "tables"), workspace)
        except TableError as error:
            return Schema(file=file.handle, problem=str(error))
        values, cells = classes_of(table), cells_of(table, text, may_name(graph))
        table.remove()
        return Schema(file=file.handle, columns=table.columns, rows=table.rows, values=values, cells=cells)

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
        if not (reads(str(file.value)) or str(file.value).endswith("/")):
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
    return query.model_copy(update={"entities": tuple(entities), "tables": tuple(tables)})


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
    if not words or words[-1] not in word_list("tables", "into"):
        return False
    saving = [place for place, word in enumerate(words) if word in word_list("tables", "saving")]
    return bool(saving) and len(words) - saving[-1] <= _FAR


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
_LEAST_SAID, _MOST_SAID = 2, 9
_NEAR = 7
NEW_FILE: str = NewFileName.__metadata__[0].name  # type: ignore[attr-defined]


def _asked_columns(graph: ToolGraph, query: Query, file: Entity, table: Schema) -> list[Column]:
    """The columns that tools may take; of several of one type those that the question names by their headers."""
    columns = [
        column
        for column in table.columns
        if column.type and column.kind == "text" and any(graph.is_a(column.type, root) for root in _THINGS)
    ]
    if graph.is_a(file.type, "PdbFile") and not _speaks_of_parts(query.text):
        # A question about a structure asks of the whole, or of a part that it names.
        figures = [one for one in table.columns if one.kind in ("integer", "number") and _says(query, file, one.name)]
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


def header_matches(query: Query, words: Sequence[Word]) -> list[Match]:
    """The headers of columns among the words of a question, the longest first."""
    found: list[Match] = []
    taken: set[int] = set()
    units = [(start, end) for start, end, _ in find_units(query.text)]
    headers = {column.name: column for table in query.tables for column in table.columns}
    spelled = [(_header_words(name), column) for name, column in headers.items()]
    numbered = [(said, number[1], column) for said, column in spelled if (number := _NUMBERED.search(column.name))]
    spelled += [
        ((*said, *form), column) for said, number, column in numbered for form in (("(", number, ")"), (number,))
    ]
    # "How many atoms" is the number of them, but the column of models says which one a row is of.
    which = word_list("tables", "model_column")
    counts = [(said, one) for said, one in spelled if one.kind == "integer" and one.name not in which]
    spelled += [(("number", *said), column) for said, column in counts]
    spelled += _without_units(headers, spelled)
    # "Batches" lose an s as other words do.
    spelled += [((*said[:-1], f"{said[-1]}e"), one) for said, one in spelled if said and said[-1].endswith(_HISSING)]
    spelled += _in_full(spelled)
    spelled += _in_short(spelled, words)
    for said, column in sorted(spelled, key=lambda item: -len(item[0])):
        if not said or (column.kind == "text" and set(said) <= EMPTY | word_list("frames", "words")):
            continue
        # "Chain B" is a part of a structure, and no wish for the column of that name.
        if column.kind == "text" and (column.type or set(said) <= word_list("tables", "parts")):
            continue
        for start in range(len(words) - len(said) + 1):
            places = range(start, start + len(said))
            if tuple(words[place].text for place in places) != said or taken & set(places):
                continue
            if any(left <= words[start].start < right for left, right in units):
                continue
            taken |= set(places)
            alike = [column, *(other for own, other in spelled if own == said and other in _twins(query, column))]
            targets = tuple(Target(column=one.name, kind=one.kind, unit=one.unit or "") for one in alike)
            found.append(Match(targets, tuple(places), float(len(said)), said))
    return found


def _without_units(
    headers: Mapping[str, Column], spelled: Sequence[tuple[tuple[str, ...], Column]]
) -> list[tuple[tuple[str, ...], Column]]:
    """What headers say before their units: "dose" of `dose_mg`, where no other column is called that."""
    measured = {name: column for name, column in headers.items() if column.unit}
    if not measured:
        return []
    from scitoolagent.tables.recognise import header_unit

    known = {said for said, _ in spelled}
    bare = [(_header_words(header_unit(name)[0]), column) for name, column in measured.items()]
    return [
        (said, column)
        for said, column in bare
        if said not in known and [one for one, _ in bare].count(said) == 1 and len("".join(said)) > 1
    ]


def _in_full(spelled: Sequence[tuple[tuple[str, ...], Column]]) -> list[tuple[tuple[str, ...], Column]]:
    """What headers in short stand for: "melting point" of `mp (°C)`, where no other column is called that."""
    full = {_header_words(short): _header_words(said) for short, said in phrase_meanings("short_headers").items()}
    known = {said for said, _ in spelled}
    found = [(full[said], column) for said, column in spelled if said in full and full[said] not in known]
    return [(said, column) for said, column in found if len({one.name for own, one in found if own == said}) == 1]


def _twins(query: Query, column: Column) -> list[Column]:
    """The other columns of a file whose header is the same: the second `value` is called `value (2)`."""
    bare = re.compile(rf"{re.escape(column.name)} \(\d+\)")
    tables = [table.columns for table in query.tables if column in table.columns]
    return [one for columns in tables for one in columns if bare.fullmatch(one.name)]


def _in_short(
    spelled: Sequence[tuple[tuple[str, ...], Column]], words: Sequence[Word]
) -> list[tuple[tuple[str, ...], Column]]:
    """Runs of words that say one header in part, and no other: "measured solubility" where no other one is measured."""
    texts = [word.text for word in words]
    found: dict[tuple[str, ...], Column] = {}
    for start, length in itertools.product(range(len(texts)), range(_LEAST_SAID, _MOST_SAID)):
        run = tuple(texts[start : start + length])
        if not spelled or len(run) < length or run[0] in EMPTY or run[-1] in EMPTY:
            continue
        having = {column.name: column for said, column in spelled if len(said) > len(run) and _are_in(run, said)}
        if len(having) == 1 and not any(said == run for said, _ in spelled):
            (found[run],) = having.values()
    return list(found.items())


def _are_in(run: Sequence[str], said: Sequence[str]) -> bool:
    """Whether some words stand among others in their order."""
    left = iter(said)
    return all(word in left for word in run)


def _header_words(header: str) -> tuple[str, ...]:
    from scitoolagent.reading.words import read_words

    bare = _BRACKETED.sub("", header).replace("_", " ")
    return tuple(word.text for word in read_words(bare))


def _telling(places: Sequence[int], words: Sequence[Word], text: str) -> set[int]:
    """The places of words that say something; an article may stand for a number by then."""
    return {place for place in places if text[words[place].start : words[place].end].lower() not in EMPTY}


def _reaches_over(label: Match, header: Match, words: Sequence[Word], text: str) -> bool:
    """Whether a label is put together of words far apart: "chain … has the lowest … mean B factor"."""
    between = set(range(label.first, label.last + 1)) - set(label.words)
    return bool(_telling(sorted(between - set(header.words)), words, text))


def with_headers(labels: Sequence[Match], headers: Sequence[Match], words: Sequence[Word], text: str) -> list[Match]:
    """The labels of the graph in a question, and the headers in it: where both read a word, the longer of them does.

    A header that is as long as a label stands for the column, which is in the file; "computed" asks for the tool.
    """
    kept: list[Match] = []
    for header in headers:
        before = words[header.first - 1].text if header.first else ""
        rivals = [label for label in labels if set(label.words) & set(header.words)]
        computed = before in word_list("tables", "computed")
        longer = any(
            _telling(label.words, words, text) > _telling(header.words, words, text)
            and not _reaches_over(label, header, words, text)
            for label in rivals
        )
        if not (rivals and (computed or longer)):
            kept.append(header)
    covered = {place for header in kept for place in header.words}
    left = [label for label in labels if not set(label.words) & covered]
    return sorted([*left, *kept], key=lambda match: (match.first, match.last))
