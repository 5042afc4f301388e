"""Make the answer of a run from its results, and from nothing else."""

from scitoolagent.summarizer.plain import summarize
from scitoolagent.summarizer.values import show_value

__all__ = ["show_value", "summarize"]
