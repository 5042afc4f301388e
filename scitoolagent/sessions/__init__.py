"""Several users on one server: separate folders and memories, a bounded queue, cancellation that stops the workers."""

from scitoolagent.sessions.run import Run
from scitoolagent.sessions.session import Session
from scitoolagent.sessions.sessions import Sessions

__all__ = ["Run", "Session", "Sessions"]
