"""Score an outcome on SciToolEval: the plan by two rules, the answer as published and as verified.

A verdict on an answer is `right` (everything asked is given and right), `wrong` (something given is wrong, or the
answer calls itself complete and lacks something), `partial` (what is given is right, what is missing is named),
`abstained` (nothing asked is given, and that is said), or `none` (no reference for all of it, and nothing found wrong).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.compare import Expected, agrees
from scitoolagent.benchmarks.scitooleval.corrections import Correction, load_corrections
from scitoolagent.benchmarks.scitooleval.entities import Subject, subjects_of
from scitoolagent.benchmarks.scitooleval.oracle import ReferenceAnswer, References, references_of
from scitoolagent.benchmarks.scitooleval.planning import PlanScore, PlanScorer, names_here, topic_of
from scitoolagent.benchmarks.scitooleval.published import motif_parts, published_parts
from scitoolagent.records import AnswerValue
from scitoolagent.toolkg.graph import ToolGraph

SCORE_VERDICTS = ("right", "wrong", "partial", "abstained", "none")
_SUBJECT = 60  # the renderer of answers cuts the text of a subject there


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """The verdict on an answer by one column of references; `source` is oracle, published or none."""

    verdict: str
    why: str = ""
    source: str = "none"
    conformer: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """A question with the scores of its plan and its answer. `defects` lists known defects of the item itself.

    `corrected` is the typed score against the corrected path; None where its tools are not here or the item is removed.
    """

    id: str
    level: int
    domain: str
    length: int
    status: str
    defects: tuple[str, ...]
    plan: PlanScore
    corrected: bool | None
    published: AnswerScore
    verified: AnswerScore
    seconds: float
    tool_seconds: float

    @property
    def confident_and_wrong(self) -> bool:
        """The answer calls itself complete, and is not what the verified reference says."""
        return self.status == "complete" and self.verified.verdict == "wrong"

    @property
    def confident_and_unchecked(self) -> bool:
        """The answer calls itself complete, and there is no verified reference to tell."""
        return self.status == "complete" and self.verified.verdict == "none"


class Scorer:
    """Scores outcomes over one tool graph."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._names = names_here(graph)
        self._plans = PlanScorer(graph)
        self._corrections = load_corrections()

    def score(self, question: Question, outcome: Outcome) -> Scored:
        """Score one outcome."""
        fixes = self._corrections.get(question.id, ())
        published, verified = self._columns(question, fixes)
        return Scored(
            id=question.id,
            level=question.level,
            domain=topic_of(self._graph, self._names, question.path),
            length=len(question.path),
            status=outcome.status,
            defects=tuple(dict.fromkeys(fix.defect for fix in fixes)),
            plan=self._plans.score(question, outcome),
            corrected=self._corrected(question, outcome, fixes),
            published=self._verdict(published, outcome),
            verified=_not_refuted(self._verdict(verified, outcome)),
            seconds=outcome.seconds,
            tool_seconds=outcome.tool_seconds,
        )

    def _corrected(self, question: Question, outcome: Outcome, fixes: tuple[Correction, ...]) -> bool | None:
        if any(fix.correction == "remove" and fix.scope != "answer" for fix in fixes):
            return None
        path = next((fix.path for fix in fixes if fix.path), question.path)
        found = self._plans.score(replace(question, path=path), outcome)
        return found.typed if found.covered else None

    def _columns(self, question: Question, fixes: tuple[Correction, ...]) -> tuple[References, References]:
        """The references as published, and the verified ones: recomputed, else published and not known to be wrong."""
        path = next((fix.path for fix in fixes if fix.path), ())
        computed = references_of(question, path)
        published = self._published(question, references_of(question) if path else computed)
        removed = [fix.defect for fix in fixes if fix.correction == "remove" and fix.scope != "plan"]
        if removed:
            return published, References(problem=f"removed: {removed[0]}")
        if computed.required:
            return published, computed
        faulty = any(fix.scope != "plan" for fix in fixes)
        return published, References(problem=computed.problem) if faulty or not published.required else published

    def _published(self, question: Question, computed: References) -> References:
        if not question.reference or not question.path:
            return References(problem="no answer was published")
        subjects = subjects_of(question)
        tool = question.path[-1]
        if "Motif" in tool:
            parts = motif_parts(question)
        elif computed.required:
            parts = published_parts(question, computed.required[0].parts, subjects)
        else:
            return References(problem=f"{tool}: prose about a value of an unknown kind is not read")
        if not parts:
            return References(problem="the published answer holds no value")
        subject = computed.required[0].subject if computed.required else None
        shaped = bool(computed.required) and computed.required[0].conformer
        return References((ReferenceAnswer(tool, subject, parts, "published", shaped),))

    def _verdict(self, references: References, outcome: Outcome) -> AnswerScore:
        if not references.required:
            return AnswerScore("none", references.problem)
        source = references.required[0].source
        conformer = any(one.conformer for one in references.required)
        values = outcome.answer.values if outcome.answer else ()
        asked = [self._check(reference, values) for reference in references.required]
        beside = [self._check(reference, values) for reference in references.extra]
        wrong = [why for state, why in asked + beside if state == "wrong"]
        missing = [why for state, why in asked if state == "missing"]
        if wrong:
            return AnswerScore("wrong", "; ".join(wrong), source, conformer)
        if references.problem:
            return AnswerScore("none", references.problem)
        if not missing:
            return AnswerScore("right", "", source, conformer)
        if outcome.status == "complete":
            return AnswerScore("wrong", "calls itself complete without " + ", ".join(missing), source, conformer)
        return AnswerScore(
            "partial" if len(missing) < len(asked) else "abstained", ", ".join(missing), source, conformer
        )

    def _check(self, reference: ReferenceAnswer, values: Iterable[AnswerValue]) -> tuple[str, str]:
        """Whether the answer to a reference is right, wrong or missing."""
        found = 0
        for part in reference.parts:
            near = _about([value for value in values if self._fits(value, part, reference)], reference.subject)
            if not near and not part.optional:
                return "missing", reference.tool
            if near and not any(agrees(part, value.value, value.unit) for value in near):
                shown = f"{str(near[0].value)[:60]} {near[0].unit or ''}".strip()
                return "wrong", f"{reference.tool}: {shown} instead of {str(part.values[0])[:60]}"
            found += bool(near)
        return ("right", "") if found else ("missing", reference.tool)

    def _fits(self, value: AnswerValue, part: Expected, reference: ReferenceAnswer) -> bool:
        """Whether a value is of the type that the part names, else of the type the tool gives here."""
        if part.kinds:
            return value.type in part.kinds
        name = self._names.get(reference.tool)
        return name is not None and self._graph.is_a(value.type, self._graph.tools[name].outputs[0].type)


def _not_refuted(found: AnswerScore) -> AnswerScore:
    """The verdict, but for what only a published answer speaks against: a wrong one was published often enough."""
    if found.verdict != "wrong" or found.source != "published":
        return found
    return AnswerScore("none", f"differs from the published answer, and nothing else tells: {found.why}")


def _about(values: list[AnswerValue], subject: Subject | None) -> list[AnswerValue]:
    """The values about a subject, if the answer names subjects; else all values."""
    if subject is None:
        return values
    text = subject.text[:_SUBJECT]
    named = [value for value in values if value.subject and (value.subject.startswith(text) or text in value.subject)]
    return named or values
