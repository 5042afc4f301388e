"""Export a run as a research-object crate, notebook, script or workflow, and replay it to compare the results."""

from scitoolagent.provenance.compare import changed_since
from scitoolagent.provenance.program_runs import ProgramRun, run_program
from scitoolagent.provenance.recorded_table import RecordedTable, compared
from scitoolagent.provenance.tools import TableColumn, Tools

__all__ = [
    "ProgramRun",
    "RecordedTable",
    "TableColumn",
    "Tools",
    "changed_since",
    "compared",
    "run_program",
]
