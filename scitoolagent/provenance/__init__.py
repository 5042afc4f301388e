"""Export a run as a research-object crate, notebook, script or workflow, and replay it to compare the results."""

from scitoolagent.provenance.compare import changed_since
from scitoolagent.provenance.tools import TableColumn, Tools

__all__ = ["TableColumn", "Tools", "changed_since"]
