"""What a run leaves for others: research-object crates, notebooks, scripts, workflows, and a replay that compares."""

from scitoolagent.provenance.compare import changed_since
from scitoolagent.provenance.tools import Tools

__all__ = ["Tools", "changed_since"]
