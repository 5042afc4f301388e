"""Case studies: plain questions and follow-ups about files, asked of the same agent as any other question."""

from __future__ import annotations

from scitoolagent.benchmarks.studies.run import StudyRun, TurnRun, run_study
from scitoolagent.benchmarks.studies.study import Study, load_studies, study_named

__all__ = ["Study", "StudyRun", "TurnRun", "load_studies", "run_study", "study_named"]
