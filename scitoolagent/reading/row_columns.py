"""Read what stands at the places of a form as columns: headers, computed properties, and names of sets of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.lacking import lacking
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_forms import Place
from scitoolagent.reading.row_implied import implied_columns, leaves_one, mixed_classes
from scitoolagent.reading.row_levels import levels_in, range_said
from scitoolagent.reading.row_nouns import row_called, row_nouns
from scitoolagent.reading.row_roles import is_role, roles_meant
from scitoolagent.reading.row_said import all_said, conditions_in, is_joining
from scitoolagent.reading.row_sentences import SAID, Formed
from scitoolagent.reading.row_values import Value, known_values, values_said
from scitoolagent.reading.tokens import ENTITY, WORD, Token
from scitoolagent.records import Operation, Query
from scitoolagent.toolkg.columns import SAME_COLUMNS
from scitoolagent.toolkg.graph import PortNode, ToolGraph

Labelled = Callable[[str], tuple[Target, ...]]
_FILTER = "filter_rows"
_LESS = "mean_difference_of_columns"
_IMPLIED = "@implied"
_CALIBRATION = "calibration line"
_PAIR = 2
_MIXED = "one curve would go through the rows of every {}; say of which, or for each {}"
# Behind a text that is taken as it stands something else begins.
_CLOSING = frozenset(",?.!")
_ENDING = frozenset(["and", ",", "then", "."])
_OPERATORS = frozenset("+-*/^(×·÷−–")
_SMALL = word_list("references", "small") | word_list("row_words", "skipped")
_LEADING_ON = (
    _SMALL
    | word_list("references", "joints")
    | word_list("row_words", "opening")
    | word_list("row_words", "listing")
    | word_list("operations", "being")
)


class FormReader:
    """Makes the asks of a form.

    Args:
        graph: for the inputs of tools.
        query: the question.
        labelled: what a label of the graph stands for.
    """

    def __init__(self, graph: ToolGraph, query: Query, labelled: Labelled) -> None:
        self._graph, self._query, self._labelled = graph, query, labelled

    def _all_of(self, subjects: tuple[str, ...]) -> tuple[str, ...]:
        """All columns of the files that a sentence is about: a tool takes those that it can."""
        places = {entity.start for entity in self._query.entities if entity.handle in subjects}
        return tuple(entity.handle for entity in self._query.entities if entity.start in places)

    def asks(self, formed: Formed, drafts: Sequence[AskDraft], subjects: tuple[str, ...]) -> list[AskDraft] | None:
        """The asks of a form, with those of its columns and of the rows that it is about; None where it does not hold.

        Args:
            formed: the form and its places.
            drafts: what the other words ask.
            subjects: what the sentence is about.
        """
        subjects = self._all_of(subjects)
        tables = [port for port in self._graph.tools[formed.form.tools[0]].required if port.type == "Table"]
        files = {entity.file for entity in self._query.entities if entity.handle in subjects and entity.file}
        if len(files) != len(tables) and not (len(tables) == 1 and is_joining(self._query, formed.sentence)):
            return None
        columns = self._placed(formed, drafts, subjects)
        if columns is None:
            return [lacking(self._query, formed, drafts, subjects)] if formed.lacking else None
        made = [one for found in columns.values() for one in found if one not in drafts]
        unsaid, doubt = self._by_roles(formed, columns, subjects)
        unsaid |= self._unsaid(formed, subjects)
        if doubt and not formed.doubtful:
            return None
        if len(tables) == _PAIR and all(unsaid.values()):
            formed.settings.update({name: found[0].text for name, found in unsaid.items()})
            unsaid = {}
        if not all(unsaid.values()):
            return None
        columns |= unsaid
        if not self._ranges(formed, columns):
            return None
        made += [one for found in unsaid.values() for one in found]
        mixed = self._mixed(formed, columns)
        ports = {port.name: port for port in self._graph.tools[formed.form.tools[0]].inputs}
        listed = [name for name, found in columns.items() if len(found) > 1 and not ports[name].many]
        if len(listed) > 1 or (listed and len(columns) > 1 and self._chooses(formed.form.tools[0])):
            return None
        rows = self._rows(formed, columns, subjects)
        if rows is None:
            return None
        made += rows
        for one in [one for found in columns.values() for one in found]:
            one.reported = False
            one.after = one.after or rows[:1]
        for single in columns[listed[0]] if listed else [None]:
            own = {**columns, **({listed[0]: [single]} if single else {})}
            made.append(self._ask(formed, own, ports, subjects))
            made[-1].problem = doubt or (_MIXED.format(mixed, mixed) if mixed else "")
            if formed.form.drawn:
                made.append(replace(made[-1], targets=(Target(tool=formed.form.drawn),), about=(), columns={}, then=[]))
                made[-1].after = [made[-2]]
        return made

    def _mixed(self, formed: Formed, columns: Mapping[str, Sequence[AskDraft]]) -> str:
        """The column of classes whose rows a curve through all of them would mix; empty where there is none."""
        implied = _IMPLIED in formed.settings.values() and "by" not in columns
        mixed = mixed_classes(self._query, self._curve(formed)) if implied else ""
        return "" if mixed and self._is_narrowed(formed, mixed) else mixed

    def _placed(
        self, formed: Formed, drafts: Sequence[AskDraft], subjects: tuple[str, ...]
    ) -> dict[str, list[AskDraft]] | None:
        """By input, the columns at the places of a form; None where something else stands at one."""
        columns: dict[str, list[AskDraft]] = {}
        for number, (place, taken) in enumerate(formed.places, 1):
            if place.kind.startswith("@") and not self._named_row(formed, place, taken):
                return None
            read = {"^": self._as_it_stands, "~": self._formula, "?": self._condition}.get(place.kind)
            if read is not None and not read(formed, place, taken):
                return None
            if place.kind[:1] in SAID:
                continue
            columns[place.name] = self._columns(formed, taken, drafts, number == len(formed.places), subjects)
            if not columns[place.name]:
                return None
        return columns

    def _is_narrowed(self, formed: Formed, header: str) -> bool:
        """Whether a condition of the sentence leaves one class of a column: "without inhibitor"."""
        said = all_said(self._query, formed.sentence, row_nouns(self._graph, self._query), ())
        return any(leaves_one(one.condition, header) for one in said if not one.problem)

    def _ranges(self, formed: Formed, columns: dict[str, list[AskDraft]]) -> bool:
        """Whether ranges and pairs are those of a form: of the column along which it works; no column less itself."""
        headers = {target.column for one in columns.get("other", []) for target in one.targets}
        if formed.form.tools[0] == _LESS and headers & {t.column for one in columns["column"] for t in one.targets}:
            return False
        along = [one for table in self._query.tables for one in table.columns if one.name in headers]
        for place, taken in formed.places:
            if place.kind == "&":
                ends = range_said(self._query, [formed.sentence[number] for number in taken], along)
                if ends is None:
                    return False
                formed.settings.update({"lower": ends[0], "upper": ends[1]})
        return True

    def _chooses(self, tool: str) -> bool:
        """Whether a tool gives some of the rows: "the top 2 by A and their B" chooses none by B."""
        return self._graph.is_a(self._graph.tools[tool].outputs[0].type, SAME_COLUMNS)

    def _named_row(self, formed: Formed, place: Place, taken: Sequence[int]) -> bool:
        """Whether some words say what one row is called; the settings then have its name and the column of it."""
        told = [formed.sentence[number] for number in taken if formed.sentence[number].text not in _SMALL | _CLOSING]
        text = self._query.text[told[0].start : told[-1].end] if told else ""
        header, name = row_called(self._query, text)
        named = place.kind[1:]
        before = str(formed.settings.get(named, "@"))
        if not before.startswith("@") and before != header:
            return False  # of two classes in one column each
        others = {one.kind[1:] for one, _ in formed.places if one.kind.startswith("@")} - {named}
        if any(formed.settings.get(one) == header for one in others):
            return False  # a gene is no group of samples
        if header and sum(one.name == place.name for one, _ in formed.places) > 1:
            listed = formed.settings.get(place.name)
            formed.settings[place.name] = [*(listed if isinstance(listed, list) else []), name]
            name = formed.settings[place.name]
        formed.settings.update({place.name: name, named: header} if header else {})
        return bool(header)

    def _as_it_stands(self, formed: Formed, place: Place, taken: list[int]) -> bool:
        """Whether some words give a text; the settings then have it, and the words behind "and" are left to others."""
        end = next((n for n, one in enumerate(taken) if formed.sentence[one].text in _ENDING), len(taken))
        del taken[end:]
        if not taken:
            return False
        start, behind = formed.sentence[taken[0]].start, formed.sentence[taken[-1]].end
        formed.settings[place.name] = self._query.text[start:behind].strip(" \"'“”‘’`")
        return bool(formed.settings[place.name])

    def _condition(self, formed: Formed, place: Place, taken: list[int]) -> bool:
        """Whether some words set conditions and say nothing else; the settings then have them."""
        behind = next(iter(formed.sentence[taken[-1] + 1 :]), None)
        # The A of "site = A within" is no article.
        if behind is not None and self._query.text[behind.start : behind.end] == "A":
            taken.append(taken[-1] + 1)
        found = conditions_in(self._query, [formed.sentence[number] for number in taken])
        if found:
            formed.settings[place.name] = found[0] if len(found) == 1 else {"is": "all", "of": found}
        return bool(found)

    def _formula(self, formed: Formed, place: Place, taken: list[int]) -> bool:
        """Whether some words are a formula of columns, of more than one of them or with signs."""
        from scitoolagent.tables.formula import parse

        if not self._as_it_stands(formed, place, taken):
            return False
        text = formed.settings[place.name].rstrip(" ?.!,;:")
        formed.settings[place.name] = text
        columns = [column for table in self._query.tables for column in table.columns]
        try:
            _, used = parse(text, columns)
        except ValueError:
            return False
        return bool(used) and bool({*text} & _OPERATORS or {*text.split()} & word_list("row_words", "operators"))

    def _ask(
        self, formed: Formed, columns: dict[str, list[AskDraft]], ports: dict[str, PortNode], subjects: tuple[str, ...]
    ) -> AskDraft:
        start, end = formed.span
        tool, *others = formed.form.tools
        if others and all(self._is_class(one) for one in next(iter(columns.values()))):
            tool = others[-1]
        settings: dict[str, Any] = {}
        for name, value in formed.settings.items():
            if str(value).startswith("@"):
                continue
            typed = self._typed(value, ports[name])
            single = ports[name].many and name not in columns and typed != "all" and not isinstance(typed, list)
            settings[name] = [typed] if single else typed
        ask = AskDraft(self._query.text[start:end], (Target(tool=tool),), start, end, subjects)
        ask.columns = columns
        ask.after = list({id(one): one for found in columns.values() for one in found}.values())
        ask.then = [Operation(tool=tool, settings=settings, text=ask.text)]
        return ask

    def _typed(self, value: Any, port: PortNode) -> Any:
        """What a form says for an input: a truth value, a whole number, a quantity of the question, or a name."""
        if isinstance(value, Token):
            quantity = next(one for one in self._query.quantities if one.start == value.start)
            return f"$query.{quantity.handle}"
        if port.python == "bool":
            return value == "true"
        return int(value) if port.python == "int" else value

    def _columns(
        self, formed: Formed, taken: Sequence[int], drafts: Sequence[AskDraft], last: bool, subjects: tuple[str, ...]
    ) -> list[AskDraft]:
        """The columns that some words name; behind those of the last place other words may follow."""
        found: list[AskDraft] = []
        joined = True
        for place, number in enumerate(taken):
            token = formed.sentence[number]
            if found and not last and {formed.sentence[one].text for one in taken[place:]} <= _LEADING_ON:
                # "For each B of b.csv, give the mean A": words that only lead on.
                return found
            passed = formed.sentence[taken[place - 1] + 1 : number] if place and found else ()
            if any(one.kind == ENTITY for one in passed):
                # "… of logP in lib.csv, log scale": what stands behind the file goes on with something else.
                return found if last else []
            inside = next((one for one in drafts if one.targets and one.start <= token.start < one.end), None)
            if inside is not None and found and inside is found[-1]:
                continue
            named = [inside] if inside is not None and not inside.soft else self._set(token, subjects)
            named = self._of_structures(token, subjects) or named
            if named and joined:
                found += named
                joined = False
            elif token.text in word_list("references", "joints"):
                joined = True
            elif named or token.text not in _SMALL:
                return found if last and not named else []
        return found

    def _of_structures(self, token: Token, subjects: tuple[str, ...]) -> list[AskDraft]:
        """The column of structures or sequences that a word is the header of; elsewhere it only says what rows are."""
        held = [one for table in self._query.tables for one in table.columns if one.kind == "text" and one.type]
        found = next((one for one in held if one.name.casefold() == token.text), None)
        if found is None:
            return []
        return [AskDraft(found.name, (Target(column=found.name, kind="text"),), token.start, token.end, subjects)]

    def _given_set(self, name: str, formed: Formed, subjects: tuple[str, ...]) -> list[AskDraft]:
        """The columns of a set that a form stands for, at the noun of what they are of."""
        nouns = word_list("row_words", "structural")
        token = next((one for one in formed.sentence if one.text in nouns), None)
        start, end = (token.start, token.end) if token else formed.span
        return self._set(Token(name, start, end, WORD), subjects)

    def _unsaid(self, formed: Formed, subjects: tuple[str, ...]) -> dict[str, list[AskDraft]]:
        """By input, the columns that a form stands for without naming them; none where the file leaves a choice."""
        return {
            name: self._implied(name, formed, subjects)
            if value == _IMPLIED
            else self._given_set(str(value)[1:], formed, subjects)
            for name, value in formed.settings.items()
            if str(value).startswith("@") and not is_role(str(value)[1:])
        }

    def _by_roles(
        self, formed: Formed, columns: dict[str, list[AskDraft]], subjects: tuple[str, ...]
    ) -> tuple[dict[str, list[AskDraft]], str]:
        """By input, the columns that a form means by what they are, and what the question has to say of them first.

        The settings have the classes that are meant, and nothing of a column that may be missing.
        """
        roles = {name: str(value)[1:] for name, value in formed.settings.items() if str(value).startswith("@")}
        roles = {name: role for name, role in roles.items() if is_role(role) and name not in columns}
        known = {name: one.column for name, found in columns.items() for one in found[0].targets if one.column}
        said = {place.kind[1:] for place, _ in formed.places if place.kind.startswith("@")}
        known |= {name: formed.settings[name] for name in said}
        classes = {place.name: formed.settings[place.name] for place, _ in formed.places if place.kind.startswith("@")}
        found, problem = roles_meant(self._query, roles, known, classes) if roles else ({}, "")
        made: dict[str, list[AskDraft]] = {}
        for name, meant in found.items():
            if meant.value:
                formed.settings[name] = meant.value
            if meant.column is not None:
                target = Target(column=meant.column.name, kind=meant.column.kind, unit=meant.column.unit or "")
                made[name] = [AskDraft(meant.column.name, (target,), *formed.span, subjects, reported=False)]
        return made, problem

    def _curve(self, formed: Formed) -> str:
        """The curve whose columns are meant: that of a calibration where a tool fits no other."""
        return str(formed.settings.get("curve", _CALIBRATION))

    def _implied(self, name: str, formed: Formed, subjects: tuple[str, ...]) -> list[AskDraft]:
        """The column that a curve goes through, or by, where the question does not say it."""
        found = implied_columns(self._query, self._curve(formed))
        if found is None:
            return []
        column = found[name == "other"]
        target = Target(column=column.name, kind=column.kind, unit=column.unit or "")
        return [AskDraft(column.name, (target,), *formed.span, subjects, reported=False)]

    def _set(self, token: Any, subjects: tuple[str, ...]) -> list[AskDraft]:
        """The columns of a set that a word names: "the descriptors"."""
        labels = phrases_of("column_sets").get(token.text, ())
        return [
            AskDraft(label, targets, token.start, token.end, subjects, reported=False)
            for label in labels
            if (targets := self._labelled(label))
        ]

    def _rows(
        self, formed: Formed, columns: dict[str, list[AskDraft]], subjects: tuple[str, ...]
    ) -> list[AskDraft] | None:
        """The ask for the rows that hold some texts in a column: "between class A and class B"; None for others."""
        name = next((place.name for place, _ in formed.places if place.kind == "$"), "")
        if not name:
            return []
        headers = [target.column for one in columns.get(name, []) for target in one.targets if target.column]
        tokens = [[formed.sentence[number] for number in taken] for place, taken in formed.places if place.kind == "$"]
        fitting: list[tuple[str, list[Value]]] = []
        for header in headers[:1] or list(known_values(self._query)):
            said = [values_said(self._query, header, run) for run in tokens]
            texts = list(dict.fromkeys(value for one in said for value in one))
            if all(said) and len(texts) > 1:
                fitting.append((header, texts))
        if not fitting and (level := levels_in(self._query, tokens, headers)):
            return self._at_levels(formed, columns, name, subjects, level)
        if len(fitting) != 1:
            # "Between T4 and T6" may be two specimens, or two treatments.
            return None
        header, texts = fitting[0]
        start, end = formed.span
        if not headers:
            kind = Target(column=header, kind="text")
            columns[name] = [AskDraft(header, (kind,), start, end, subjects, reported=False)]
        condition = {"is": "one of", "column": header, "values": texts}
        ask = AskDraft(" and ".join(map(str, texts)), (Target(tool=_FILTER),), start, end, subjects, reported=False)
        ask.then.append(Operation(tool=_FILTER, settings={"condition": condition}, text=ask.text))
        return [ask, *([] if headers else columns[name])]

    def _at_levels(
        self,
        formed: Formed,
        columns: dict[str, list[AskDraft]],
        name: str,
        subjects: tuple[str, ...],
        condition: dict[str, Any],
    ) -> list[AskDraft]:
        """The ask for the rows at two levels of a column of numbers: "at 60 °C versus 80 °C"."""
        start, end = formed.span
        header = condition["column"]
        text = " and ".join(f"{value:g}" for value in condition["values"])
        ask = AskDraft(text, (Target(tool=_FILTER),), start, end, subjects, reported=False)
        ask.then.append(Operation(tool=_FILTER, settings={"condition": condition}, text=text))
        if columns.get(name):
            return [ask]
        unit = next(one.unit or "" for table in self._query.tables for one in table.columns if one.name == header)
        target = Target(column=header, kind="number", unit=unit)
        columns[name] = [AskDraft(header, (target,), start, end, subjects, reported=False)]
        return [ask, *columns[name]]

    def _is_class(self, ask: AskDraft) -> bool:
        """Whether a column holds classes: texts, truth values, or whole numbers of which there are only two."""
        return any(
            target.kind in ("text", "truth") or target.column in known_values(self._query) for target in ask.targets
        )
