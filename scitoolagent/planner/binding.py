"""Bind the inputs of a tool to values at hand, putting conversions in between where the types ask for them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.given import is_itself
from scitoolagent.reading.settings import Settings
from scitoolagent.records import Entity, Quantity, Query, Reference
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.chains import CONVERSION, Link, cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_MOST_PAIRS = 45
_MOLAR_MASS = "g/mol"
_MOST_LINKS = 4
_SEQUENCE, _NUCLEIC, _STRUCTURE = "Sequence", "NucleicAcidSequence", "MolecularStructure"


class Binder:
    """Writes calls of tools into a draft."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph

    def call(
        self, tool: ToolNode, sources: list[Source], settings: Settings, draft: PlanDraft
    ) -> list[tuple[int, tuple[str, ...]]] | str:
        """Call a tool with each source that fits, with all pairs of them or with all at once, as its inputs ask.

        Args:
            tool: the tool.
            sources: the values at hand.
            settings: what the question gives besides them.
            draft: the plan; conversions that are needed are written there too.
        Returns:
            The steps with the entities each is about, or what is missing.
        """
        if settings.unknown:
            return settings.unknown
        arguments = dict(settings.arguments)
        of, told = settings.weighed
        # Of 18 g of glucose in 250 g of water the first is what a call needs a molar mass of.
        sources = self._measured(tool, sources, of or settings.of)
        if of and settings.amounts and not any(of & set(source.about) for source in sources):
            return f"{told}, and nothing else has that amount"
        for port, quantity in settings.amounts:
            reference = self._by_molar_mass(port, quantity, sources, draft)
            if reference is None:
                sign = unit_sign(self._graph.types[port.type].unit)
                return f"{quantity.shown} can only be turned into {sign} with the molar mass of one given substance"
            arguments[port.name] = reference
        draft.used |= set(settings.used)
        draft.notes += settings.notes
        ports = [port for port in tool.required if not self._graph.is_setting(port.type) and port.name not in arguments]
        made: list[tuple[int, tuple[str, ...]]] = []
        for group in self._groups(ports, sources):
            chosen = self._bind(tool, ports, group, draft)
            if isinstance(chosen, str):
                return chosen
            if other := self._of_another(ports, chosen, settings.of):
                return other
            handles = {handle for _, handles in chosen.values() for handle in handles}
            if of and handles and not of & handles:
                return f"{told}, and nothing else has that amount"
            bound = {**{name: value for name, (value, _) in chosen.items()}, **arguments}
            step = draft.call(tool.name, {**self._of_rows(tool, bound, draft), **bound})
            made.append((step, tuple(dict.fromkeys(handle for _, handles in chosen.values() for handle in handles))))
        if not made and any(source.many for source in sources):
            return f"{tool.name} takes one {self._needs(ports)}, and the step before it gives several"
        return made or f"{tool.name} needs {self._needs(ports)}, which the question does not give"

    def _of_rows(self, tool: ToolNode, bound: Mapping[str, Any], draft: PlanDraft) -> dict[str, str]:
        """Settings that the question leaves open and the rows say: a record of DNA says whether it is circular."""
        left = [port for port in tool.inputs if not port.required and port.name not in bound]
        return {
            port.name: beside
            for port in left
            if self._graph.is_setting(port.type)
            for beside in (draft.beside(value, port.type) for value in bound.values())
            if beside
        }

    def _of_another(
        self, ports: Sequence[PortNode], chosen: Mapping[str, tuple[Any, tuple[str, ...]]], of: frozenset[str]
    ) -> str:
        """Why a quantity cannot be that of the first of several things: 5 g of calcium are no 5 g of CaCO3."""
        named = [port for port in ports if port.name in chosen]
        if len(named) < 2 or not of or of & set(chosen[named[0].name][1]):
            return ""
        return f"what is measured is not the {self._graph.types[named[0].type].label}"

    def _measured(self, tool: ToolNode, sources: list[Source], of: frozenset[str]) -> list[Source]:
        """The sources that the quantities of a call are of, where a tool takes one thing: 10 g are NaOH, not water."""
        ports = [port for port in tool.required if not self._graph.is_setting(port.type)]
        fitting = [source for source in sources if of & set(source.about)]
        if len(ports) > 1 or any(port.many for port in ports) or not fitting:
            return sources
        if ports and not any(self.leads(source, ports[0]) for source in fitting):
            return sources
        return fitting

    def _by_molar_mass(self, port: PortNode, quantity: Quantity, sources: list[Source], draft: PlanDraft) -> str | None:
        """Write the steps that turn a mass into an amount, or back, with the molar mass of the substance given.

        None when no tool does it, or when not exactly one substance is at hand.
        """
        wanted = self._graph.types[port.type].unit or "1"
        for tool in self._graph.tools.values():
            if tool.operation != CONVERSION or len(tool.required) != 2 or len(tool.outputs) != 1:
                continue
            units = [self._graph.types[given.type].unit or "1" for given in (*tool.required, tool.outputs[0])]
            masses = [place for place in (0, 1) if convertible(units[place], _MOLAR_MASS)]
            if len(masses) != 1 or not convertible(units[2], wanted):
                continue
            mass, amount = tool.required[masses[0]], tool.required[1 - masses[0]]
            if not convertible(quantity.unit, units[1 - masses[0]]):
                continue
            fitting = self.distinct(sources, [mass])
            end = self._value(fitting[0], mass, draft) if len(fitting) == 1 else None
            if end is None:
                return None
            step = draft.call(tool.name, {amount.name: f"$query.{quantity.handle}", mass.name: end.reference})
            return draft.output(step, tool.outputs[0].name)
        return None

    def _value(self, source: Source, port: PortNode, draft: PlanDraft) -> Source | None:
        return self.convert(source, port.type, draft, self._makers(port))

    def _makers(self, port: PortNode) -> dict[str, float]:
        """Calculations that may be put in to reach a measured value, such as the molar mass of a substance.

        Other inputs take conversions only: those change how a thing is written and not what it is.
        """
        if port.python not in ("int", "float"):
            return {}
        found: dict[str, float] = {}
        wanted = [port.type]
        for name in wanted:
            for tool in self._graph.producers(name):
                if tool.name in found or tool.safety != "open" or len(tool.required) != 1 or len(tool.outputs) != 1:
                    continue
                found[tool.name] = 2.0
                if tool.required[0].type not in wanted and len(wanted) < _MOST_LINKS:
                    wanted.append(tool.required[0].type)
        return found

    def convert(
        self,
        source: Source,
        wanted: str,
        draft: PlanDraft,
        allowed: Mapping[str, float] | None = None,
        asked: bool = False,
        settings: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> Source | None:
        """Append the cheapest chain from a source to a type; a list of values is taken as it is or not at all.

        Unless the type itself is `asked` for, the chain stays with what is given. `settings` gives those of a tool.
        """
        known = source.type in self._graph.types
        links = cheapest_chain(self._graph, source.type, wanted, allowed) if known else None
        if links is None or (links and source.many):
            return None
        # A sequence of another kind is made where it is asked for; the atoms of DNA are not those of its peptide.
        of_kind = known and self._graph.role(source.type) == "kind"
        if not (asked and (of_kind or self._graph.is_a(wanted, _SEQUENCE))) and not self._keeps(source, links):
            return None
        for link in links:
            given = settings(link.tool) if settings else self._named(link, draft)
            step = draft.call(link.tool, {link.input: source.reference, **given})
            made = draft.output(step, link.output)
            source = Source(made, link.type, source.about, place=source.place, rows=source.rows)
        return source

    def _named(self, link: Link, draft: PlanDraft) -> dict[str, str]:
        """The settings of a conversion that are values of the question: the chain in "the pI of chain B of x.pdb"."""
        tool = self._graph.tools[link.tool]
        wanted = next(port.type for port in tool.inputs if port.name == link.input)
        if sum(self._graph.is_a(one.type, wanted) for one in draft.query.entities) != 1:
            return {}
        given: dict[str, str] = {}
        for port in tool.inputs:
            values = {str(one.value): one for one in draft.query.entities if one.type == port.type}
            if self._graph.is_setting(port.type) and len(values) == 1:
                (found,) = values.values()
                given[port.name] = f"$query.{found.handle}"
                draft.used |= {found.handle}
        return given

    def leads(self, source: Source, port: PortNode) -> bool:
        """Whether a source can be turned into what an input takes."""
        return self._links(source, port) is not None

    def _links(self, source: Source, port: PortNode) -> int | None:
        """How many steps turn a source into what an input takes; None when nothing does."""
        if source.type not in self._graph.types:
            return None  # a column whose meaning nobody knows
        if source.many:
            return 0 if port.many and self._graph.is_a(source.type, port.type) else None
        if source.rows and port.many:
            return 0 if self._graph.accepts(source.type, port.type) else None
        chain = cheapest_chain(self._graph, source.type, port.type, self._makers(port))
        return None if chain is None or not self._keeps(source, chain) else len(chain)

    def _keeps(self, source: Source, links: Sequence[Link]) -> bool:
        """Whether a chain is about what is given: a gene may stand for its protein, but not for the peptide's atoms.

        One kind of nucleic acid does not stand for the other unless that is asked for; a part of what a file holds,
        such as the linker of a framework, does not stand for the whole.
        """
        given = source.type
        if links and self._graph.role(given) == "kind":
            return False  # what a tool takes for an example of a fold has properties that are not those of the fold
        for place, link in enumerate(links):
            if self._graph.role(given) == "file" and self._is_part(link.type):
                return False
            of_file = self._graph.role(source.type) == "file" and self._graph.is_a(given, _SEQUENCE)
            if of_file and self._graph.is_a(link.type, _STRUCTURE):
                return False  # the atoms of a model are in its file; those of one chain's sequence are others
            kinds = self._graph.is_a(given, _SEQUENCE) and self._graph.is_a(link.type, _SEQUENCE)
            same = self._graph.is_a(link.type, given) or self._graph.is_a(given, link.type)
            if source.itself and kinds and not same:
                return False
            if kinds and not same and (self._graph.is_a(link.type, _NUCLEIC) or place < len(links) - 1):
                return False
            given = link.type
        return True

    def _is_part(self, name: str) -> bool:
        """Whether a type is a notation for one kind of part only, such as the SMILES of a linker."""
        parent = self._graph.types[name].parent
        return parent is not None and self._graph.is_a(parent, _STRUCTURE) and parent != _STRUCTURE

    def distinct(self, sources: list[Source], ports: list[PortNode]) -> list[Source]:
        """The sources that lead to an input; of several readings of one place the nearest, then the likeliest."""
        nearest: dict[object, tuple[int, Source]] = {}
        reached = [[links for port in ports if (links := self._links(one, port)) is not None] for one in sources]
        whole = {_step_of(one) for one, steps in zip(sources, reached, strict=True) if 0 in steps}
        for number, (source, steps) in enumerate(zip(sources, reached, strict=True)):
            if min(steps, default=0) > 0 and _step_of(source) in whole - {None}:
                continue  # a sequence, and the file that bears it: the same thing, once as it is and once on the way
            place = source.place if source.place >= 0 else ("own", number)
            if steps and (place not in nearest or min(steps) < nearest[place][0]):
                nearest[place] = (min(steps), source)
        return [source for _, source in nearest.values()]

    def _needs(self, ports: list[PortNode]) -> str:
        return " and ".join(self._graph.types[port.type].label for port in ports) or "values"

    def _groups(self, ports: list[PortNode], sources: list[Source]) -> list[list[Source]]:
        """The sets of sources a tool is called with: each alone, all pairs, or all at once."""
        if not ports:
            return [[]]
        if any(port.many for port in ports):
            return [self.distinct(sources, ports)]
        fitting = self.distinct(sources, ports)
        if len(ports) == 1:
            return [[source] for source in fitting]
        if len({port.type for port in ports}) == 1 and len(fitting) > len(ports):
            return [list(group) for group in itertools.islice(itertools.combinations(fitting, len(ports)), _MOST_PAIRS)]
        return [fitting] if fitting else []

    def _bind(
        self, tool: ToolNode, ports: list[PortNode], group: list[Source], draft: PlanDraft
    ) -> dict[str, tuple[Any, tuple[str, ...]]] | str:
        """Give each port its value, converting on the way; or say what is missing."""
        chosen: dict[str, tuple[Any, tuple[str, ...]]] = {}
        left = list(group)
        for port in ports:
            if port.many:
                several = next((one for one in left if (one.many or one.rows) and self.leads(one, port)), None)
                if several is not None:
                    left.remove(several)
                    chosen[port.name] = (several.reference, several.about)
                    continue
                ends = [
                    end
                    for source in left
                    if not source.many and (end := self.convert(source, port.type, draft)) is not None
                ]
                if len(ends) < 2:
                    return f"{tool.name} compares several values, the question gives {len(ends)}"
                chosen[port.name] = (
                    [end.reference for end in ends],
                    tuple(handle for end in ends for handle in end.about),
                )
                continue
            source = next((source for source in left if self.leads(source, port)), None)
            end = self._value(source, port, draft) if source else None
            if source is None or end is None:
                return f"{tool.name} needs {self._graph.types[port.type].label}, which the question does not give"
            left.remove(source)
            chosen[port.name] = (end.reference, end.about)
        return chosen


def _step_of(source: Source) -> tuple[int | None, tuple[str, ...]] | None:
    """The step that gives a value, with what it is about; None for what a question gives."""
    reference = Reference.parse(source.reference)
    return None if reference is None or reference.step is None else (reference.step, source.about)


def source_of(entity: Entity, query: Query) -> Source:
    """An entity of the question as a value at hand; one carried over from an earlier question has no place."""
    place = entity.start if entity.end > entity.start else -1
    itself = is_itself(query, entity)
    return Source(
        f"$query.{entity.handle}", entity.type, (entity.handle,), place=place, itself=itself, rows=bool(entity.file)
    )
