"""The safety gate: what enters and leaves is screened by one function, and judged by one table.

`screening` looks at values (`screen_many`), with `content` for what a text may be and `files` for the records of a
file; `table` is the policy, `policy` judges the findings of a call by it, `confirmations` holds what a person agreed
to, `withholding` leaves out of a list what nobody has agreed to, and `closed` is the gate of a program that serves no
run. Everything here is light to import; the hazard database is opened when the first value is screened.
"""

from scitoolagent.gate.calls import Check, Gate
from scitoolagent.gate.closed import ClosedGate
from scitoolagent.gate.policy import SafetyGate, admitted, as_field
from scitoolagent.gate.screening import FILE, Found, screen_each, screen_many, screen_value
from scitoolagent.gate.withholding import without_unconfirmed

__all__ = [
    "FILE",
    "Check",
    "ClosedGate",
    "Found",
    "Gate",
    "SafetyGate",
    "admitted",
    "as_field",
    "screen_each",
    "screen_many",
    "screen_value",
    "without_unconfirmed",
]
