"""Ask an encoder that was trained on entailment which side a sentence takes; the program ships none.

Words and directions hardly tell a side (see `docs/design/knowledge.md`). An encoder may decide where it is sure, and
the rules decide between; or a side is only told where both agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scitoolagent.knowledge.claims.polarity import Stance, stance


class Contradictions(Protocol):
    """Says how likely a sentence contradicts a claim."""

    def contradict(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """For each sentence and claim a number from 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class EncodedStance:
    """The stance of a sentence by an encoder and the rules.

    The thresholds were chosen on SciFact's train claims for one encoder, whose numbers lie near one for most pairs;
    another encoder needs its own.

    Attributes:
        encoder: says how likely the two contradict each other.
        agrees_below: below that it agrees, and above `opposes_above` it opposes; between them the rules say.
        both: the two have to agree, parted by `parted_at` alone; otherwise nothing is told.
    """

    encoder: Contradictions
    agrees_below: float = 0.95
    opposes_above: float = 0.99
    both: bool = False
    parted_at: float = 0.98

    def __call__(self, claim: str, sentence: str) -> Stance:
        """Whether a sentence points the way of the claim."""
        likely = self.encoder.contradict([(sentence, claim)])[0]
        by_rules = stance(claim, sentence)
        if self.both:
            other: Stance = "opposes" if likely > self.parted_at else "agrees"
            return by_rules if by_rules == other else "unclear"
        if likely > self.opposes_above:
            return "opposes"
        return "agrees" if likely < self.agrees_below else by_rules
