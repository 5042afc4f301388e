"""What a person confirmed: one finding about one subject in one call, until the run ends."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scitoolagent.records import Finding

Ask = Callable[[Sequence[Finding]], bool]


def call_digest(tool: str, arguments: Mapping[str, Any], subject: str, finding: Finding) -> str:
    """Names one finding about one subject in one call; 16 hexadecimal digits.

    What a call gives back about the very subject that went into it has the digest of before the call, so a person who
    confirmed it is not asked twice; any other subject, call or finding has another one.

    Args:
        tool: name of the tool.
        arguments: all arguments of the call, as they are handed over.
        subject: the identity of the molecule or sequence, as `scitoolagent.gate.screening.identity` gives it.
        finding: what was found; its own digest names the very entry of the hazard database and the part it fits.
    """
    parts = [tool, arguments, subject, finding.verdict, finding.reason, finding.digest]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]


class Confirmations:
    """The confirmations of one run.

    Args:
        approved: digests that a person named before the run.
        ask: asks a person about findings, all those of a call at once; without it nobody can be asked.
    """

    def __init__(self, approved: Iterable[str] = (), ask: Ask | None = None) -> None:
        self._approved = frozenset(approved)
        self._ask = ask
        self._given: set[str] = set()
        self.used: set[str] = set()

    def missing(self, findings: Sequence[Finding]) -> list[Finding]:
        """Those of the findings that nobody confirms; a person is asked where one is at hand."""
        self.used |= {finding.digest for finding in findings} & self._approved
        unconfirmed = [finding for finding in findings if finding.digest not in self._approved | self._given]
        # Only a plain yes counts: a text such as "no" is true as well.
        if unconfirmed and self._ask is not None and self._ask(unconfirmed) is True:
            self._given |= {finding.digest for finding in unconfirmed}
            return []
        return unconfirmed
