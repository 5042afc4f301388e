"""The grammar of a turn: what the loop's programs need can be written, what is not there cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from scitoolagent.llm import Message, ToolCall
from scitoolagent.llm.forms import Calls, plain_messages
from scitoolagent.solver.front import Front
from scitoolagent.solver.given import Given, Variable
from scitoolagent.solver.grammar import bound_specs
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import SPECS
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

_SHOWN = ("molecular_weight", "crippen_descriptors", "difference_between_groups", "peak_resolution")


@pytest.fixture(scope="module")
def graph() -> ToolGraph:
    return load_graph()


@pytest.fixture(scope="module")
def bound(graph: ToolGraph) -> Grammar:
    """The grammar where four tools were shown, and the question gives a molecule, a quantity and a table."""
    front = Front(graph, Stubs(graph))
    shown = Message("user", front.listed(graph.tools[name] for name in _SHOWN))
    values = [Variable("smiles1", "Smiles", "CCO", "CCO", 0, 3), Variable("quantity1", "quantity", (2, "mM"), "", 0, 0)]
    given = Given({one.name: one for one in values}, {"plate": None})  # type: ignore[dict-item]  # its rows are not read
    form = Calls(bound_specs(graph, SPECS, given, [shown]), "llama.cpp")
    return Grammar(_sent(form))


def _sent(form: Calls) -> str:
    _, options = form.request("grammar", [Message("user", "hello")])
    return str(options["extra_body"]["grammar"])


def _written(name: str, **arguments: Any) -> str:
    (message,) = plain_messages([Message("assistant", "", (ToolCall(name, arguments, "call1"),))])
    return message.content


@pytest.mark.parametrize(
    "code",
    [
        "{'mass': molecular_weight(smiles1)}",
        "m = molecular_weight(smiles1)\nr = crippen_descriptors(smiles=smiles1)\n{'mass': m, 'logp': r.logp}",
        "masses = molecular_weight.map([smiles1, MoleculeName('aspirin')])\n{'heaviest': max(masses)}",
        "best = max(zip([1, 2], [3.5, 4]), key=lambda pair: pair[1])\n{'best': best[0]}",
        "row = sql(\"select avg(height) as mean from plate where dye = 'red'\")[0]\n{'mean': Q(row['mean'], 'cm')}",
        "rows = sql('''select \"mass (g)\" as m from plate where a = 'x' limit 3''')\n{'m': [row['m'] for row in rows]}",
        "total = 0\nfor row in sql('select n from plate'):\n    if row['n'] > 2:\n        total += row['n']\n{'total': total}",
        "a = quantity1.to('M') * Q(5, 'mL')\na_2 = a / const.R if a > Q(1, 'mmol') else -a\n{'a': {'one': a, 'two': a_2}}",
        "r = difference_between_groups(table=plate, column='height', by='dye')\n{'p': r.p_value}",
        "{'of': {row['name']: row['value'] for row in column(plate, 'name')}}",
    ],
)
def test_programs_that_use_what_is_there_can_be_written(bound: Grammar, code: str) -> None:
    assert bound.derives(_written("program", code=code))
    answer = {
        "text": "It is {mass:.2f} “so”.",
        "labels": {"mass": "mass [g]"},
        "set_aside": [{"what": "2 mM", "why": "x"}],
    }
    assert bound.derives(_written("program", code=code, answer=answer))


@pytest.mark.parametrize(
    "code",
    [
        "{'mass': molecular_wight(smiles1)}",
        "{'tpsa': polar_surface_area(smiles1)}",  # a tool that was not shown
        "{'mass': molecular_weight(smiles2)}",
        "{'c': quantity3 * 2}",
        "{'mass': molecular_weight(molecule=smiles1)}",  # a port that the tool does not have
        "r = crippen_descriptors(smiles1)\n{'logp': r.logp_value}",
        "import os\n{'a': 1}",
        "{'a': open('x')}",
        "{'a': eval('1')}",
        "{'a': np.mean([1])}",
        "molecular_weight(smiles1)",  # the last line is no dict of results
        "{'a': const.hammer}",
    ],
)
def test_what_is_not_there_cannot_be_written(bound: Grammar, code: str) -> None:
    assert not bound.derives(_written("program", code=code))


def test_the_other_functions_are_written_as_their_schemas_say(bound: Grammar) -> None:
    choices = [{"label": "rows", "gives": "12"}, {"label": "plants"}]
    assert bound.derives(_written("search", queries=["boiling point", 'a "quoted" ü\n word']))
    assert bound.derives(_written("describe", names=["molecular_weight"]))
    assert bound.derives(_written("ask", question="Which?", choices=choices))
    assert bound.derives(_written("answer", text="None.", problem={"kind": "missing", "text": "no column"}))
    assert not bound.derives(_written("ask", question="Which?", choices=choices[:1]))
    assert not bound.derives(_written("answer", text="None.", problem={"kind": "odd", "text": "no column"}))
    assert not bound.derives(_written("shell", code="ls"))
    assert not bound.derives("Here is the program:")
    assert not bound.derives(_written("search", queries=[]))


def test_no_tool_and_no_value_leave_a_grammar_that_still_computes(graph: ToolGraph) -> None:
    form = Calls(bound_specs(graph, SPECS, Given({}, {}), []), "llama.cpp")
    grammar = Grammar(_sent(form))
    assert grammar.derives(_written("program", code="{'a': 1 + 2}"))
    assert not grammar.derives(_written("program", code="{'a': molecular_weight('CCO')}"))


def test_servers_are_given_it_in_their_own_ways_and_only_where_it_is_set(graph: ToolGraph) -> None:
    bound = bound_specs(graph, SPECS, Given({}, {}), [])
    ask: Callable[..., Any] = lambda form, way: form.request(way, [Message("user", "hello")])[1]
    assert ask(Calls(bound, "vllm"), "grammar").keys() == {"extra_body"}
    assert ask(Calls(bound, "vllm"), "grammar")["extra_body"].keys() == {"structured_outputs"}
    assert Calls(bound, "llama.cpp").ways[0] == "grammar"
    assert Calls(bound).ways[0] == "native" and Calls(tuple(SPECS), "llama.cpp").ways[0] == "native"


def test_names_of_a_graph_are_literals_of_the_grammar(graph: ToolGraph) -> None:
    every = Message("user", "\n".join(f"{name}(x) -> y" for name in graph.tools))
    text = _sent(Calls(bound_specs(graph, SPECS, Given({}, {}), [every]), "llama.cpp"))
    assert all(json.dumps(name) in text for name in graph.tools)
    Grammar(text)


# A recogniser for GBNF, so that a grammar is tested without llama.cpp.
_TOKEN = re.compile(
    r'\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[a-zA-Z][\w-]*)|(?P<repeat>\{\d+(?:,\d+)?\})'
    r"|(?P<sign>[()|*+?]))"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_Node = tuple


class Grammar:
    """Recognises the texts of a grammar.

    Args:
        text: the rules, each in one line.
    """

    def __init__(self, text: str) -> None:
        self.rules = {}
        for line in filter(str.strip, text.splitlines()):
            name, _, body = line.partition(" ::= ")
            assert name not in self.rules, f"{name} has two rules"
            tokens = [(match.lastgroup, match[match.lastgroup or 0]) for match in _TOKEN.finditer(body)]
            assert not _TOKEN.sub("", body).strip(), f"{name} holds what is no GBNF"
            self.rules[name] = _Parser(tokens).alternatives()
        used = {node[1] for rule in self.rules.values() for node in _nodes(rule) if node[0] == "rule"}
        assert used <= self.rules.keys(), f"rules that are none: {used - self.rules.keys()}"

    def derives(self, text: str, rule: str = "root") -> bool:
        """Whether a text is one of the grammar."""
        return len(text) in self._ends(text, rule)

    def _ends(self, text: str, rule: str) -> frozenset[int]:
        @cache
        def of_rule(name: str, place: int) -> frozenset[int]:
            return frozenset(match(self.rules[name], place))

        def match(node: _Node, place: int) -> set[int]:
            kind, what = node[0], node[1]
            if kind == "literal":
                return {place + len(what)} if text.startswith(what, place) else set()
            if kind == "set":
                return {place + 1} if place < len(text) and what.fullmatch(text[place]) else set()
            if kind == "rule":
                return set(of_rule(what, place))
            if kind == "any":
                return set().union(*(match(one, place) for one in what))
            if kind == "all":
                ends = {place}
                for one in what:
                    ends = set().union(*(match(one, end) for end in ends))
                return ends
            least, most = node[2], node[3]
            ends, fresh, count = ({place} if least == 0 else set()), {place}, 0
            while fresh and (most is None or count < most):
                fresh = set().union(*(match(what, end) for end in fresh)) - (ends if count >= least else set())
                count += 1
                if count >= least:
                    ends |= fresh
            return ends

        return of_rule(rule, 0)


class _Parser:
    def __init__(self, tokens: list[tuple[str | None, str]]) -> None:
        self.tokens, self.place = tokens, 0

    def alternatives(self) -> _Node:
        found = [self.sequence()]
        while self.place < len(self.tokens) and self.tokens[self.place] == ("sign", "|"):
            self.place += 1
            found.append(self.sequence())
        return ("any", found)

    def sequence(self) -> _Node:
        found: list[_Node] = []
        while self.place < len(self.tokens) and self.tokens[self.place] not in (("sign", "|"), ("sign", ")")):
            kind, word = self.tokens[self.place]
            self.place += 1
            if kind == "literal":
                found.append(("literal", _unescaped(word[1:-1])))
            elif kind == "set":
                found.append(("set", re.compile(word)))
            elif kind == "name":
                found.append(("rule", word))
            elif word == "(":
                found.append(self.alternatives())
                assert self.tokens[self.place] == ("sign", ")")
                self.place += 1
            elif kind == "repeat":
                least, _, most = word[1:-1].partition(",")
                found[-1] = ("repeat", found[-1], int(least), int(most or least))
            else:
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[word]
                found[-1] = ("repeat", found[-1], least, most)
        return ("all", found)


def _unescaped(text: str) -> str:
    def sign(match: re.Match[str]) -> str:
        return chr(int(match[2], 16)) if match[2] else _ESCAPES.get(match[1], match[1])

    return re.sub(r"\\(x([0-9a-fA-F]{2})|.)", sign, text)


def _nodes(node: _Node) -> Iterator[_Node]:
    yield node
    if node[0] in ("any", "all"):
        for one in node[1]:
            yield from _nodes(one)
    elif node[0] == "repeat":
        yield from _nodes(node[1])
