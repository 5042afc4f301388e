"""The safety gate: what goes into and comes out of a call is screened; a person confirms, or the run ends.

`screening` asks the hazard database about one value, `confirmations` holds what a person agreed to, `policy` judges the
calls of tools, `closed` is the gate of a program without a hazard database. Everything here is light to import; the
database is opened when the first value is screened.
"""

from scitoolagent.gate.calls import Clearance, Gate
from scitoolagent.gate.closed import ClosedGate
from scitoolagent.gate.policy import SafetyGate
from scitoolagent.gate.screening import screen_value

__all__ = ["Clearance", "ClosedGate", "Gate", "SafetyGate", "screen_value"]
