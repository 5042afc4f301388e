"""What a turn of the solver costs without the model: `python -m scitoolagent.benchmarks.solver.cost`.

The parts of a turn, warm, in milliseconds: binding the values of a question, searching tools and writing the front, the
type-check, a program of four calls whose results are cached, and the law with the answer.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.machine import LocalMachine
from scitoolagent.records import Program
from scitoolagent.solver.answering import answer_of
from scitoolagent.solver.front import Front
from scitoolagent.solver.preparing import prepare
from scitoolagent.solver.program import Programs
from scitoolagent.solver.running import Ended, Runner
from scitoolagent.solver.sandbox import Sandbox
from scitoolagent.solver.search import ToolSearch
from scitoolagent.solver.stubs import Stubs
from scitoolagent.solver.turns import Written

_QUESTION = "How heavy would the part of caffeine be that 750 mL of a 20 mM brew hold, and how polar is it, dear?"
_CODE = """
s = name_to_smiles(moleculename1).smiles
m = molecular_weight(s)
w = mass_for_molarity(concentration=quantity2, volume=quantity1, molar_mass=m)
{'mass': w, 'polar surface': polar_surface_area(s)}
"""
_WORDS = Written(text="It holds {mass}; its polar surface is {polar surface}.")
_TIMES = 15


def parts(agent: Agent) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The parts of a turn, by what they are."""
    graph, sandbox = agent.graph, Sandbox()
    machine = LocalMachine(agent._executor, agent.config.cache_dir / "tables")
    stubs, search = Stubs(graph), ToolSearch(graph, agent.config)
    query = agent.recognise(_QUESTION)
    agent._enter(agent._open_gate())
    prepared = prepare(graph, query, machine)
    front = Front(graph, stubs)
    programs = Programs(graph, sandbox, stubs, prepared.given)
    runner = Runner(graph, machine, sandbox, stubs, query, prepared)

    def run() -> Ended:
        return next(one for one in runner.run(Program(code=_CODE)) if isinstance(one, Ended))

    def shown() -> str:
        return front.question(_QUESTION, prepared.given, (), search.around(_QUESTION, prepared.given.at_hand(), 14))

    ended = run()

    def answered() -> Any:
        judged = ended.judged(graph, query, prepared, _WORDS)
        return answer_of(graph, ended.ran, _WORDS, judged, (), "") if ended.ran is not None else None

    yield "values of a question", lambda: prepare(graph, query, machine)
    yield "search, and the question as the model sees it", shown
    yield "type-check", lambda: programs.check(_CODE)
    yield "type-check and a program of four calls", run
    yield "law and answer", answered
    sandbox.close()


def main() -> None:
    """Print the median of each part."""
    with Agent() as agent:
        for name, part in parts(agent):
            part()
            taken = []
            for _ in range(_TIMES):
                started = time.perf_counter()
                part()
                taken.append((time.perf_counter() - started) * 1000)
            print(f"{name}: {statistics.median(taken):.1f} ms")


if __name__ == "__main__":
    main()
