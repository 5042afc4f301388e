"""Texts of the page: example questions, states, and explanations of errors."""

from __future__ import annotations

from scitoolagent.records import StepResult

EXAMPLES = (
    "What are the molecular weight and logP of paracetamol?",
    "Find the polar surface area of caffeine and of theobromine",
    "What is the isoelectric point of the peptide MKWVTFISLLFLFSSAYS?",
    "What is the isotope pattern of bromobenzene?",
    "What is the reverse complement of ATGGCCATTGTAATGGGCCGC?",
    "Which functional groups does CC(=O)Nc1ccc(O)cc1 have?",
)

STATES = {
    "waiting": "Waiting for its turn",
    "running": "Working",
    "finished": "Done",
    "failed": "Not answered",
    "cancelled": "Cancelled",
}

ASKS_BACK = "Asks back"

STATUS = {
    "complete": "Answered",
    "partial": "Partly answered",
    "failed": "Not answered",
    "blocked": "Stopped for safety",
}

STEP = {
    "ok": "done",
    "failed": "failed",
    "skipped": "skipped, because an earlier step gave no result",
    "blocked": "stopped for safety",
    "todo": "to do",
}

PROGRAM = {"begun": "running", "ok": "ran", "failed": "did not run"}

_FAILURES = {
    "ToolInputError": "The tool cannot use this input.",
    "ToolTimeoutError": "The tool took too long and was stopped.",
    "RecordNotFoundError": "The database was asked, and has no such record or no such entry in it.",
    "NotAskedError": "No database was asked: the settings do not allow it.",
    "ProviderError": "The database was asked and gave no usable answer.",
    "ToolUnavailableError": "Something that this tool needs is missing.",
    "WorkerDiedError": "The process of this tool ended before it was done; a smaller input may work.",
    "ToolFailedError": "The tool broke. This is not your fault; another tool may do the same.",
    "BlockedError": "This is refused in any case: it involves a controlled or very dangerous substance.",
    "ConfirmationRequired": "Nobody confirmed what the safety check found, so this was not done.",
    "SafetyDatabaseError": "The safety check is not available, so nothing is run.",
    "NoPathError": "No chain of tools here leads from your input to what you ask for.",
    "InvalidPlanError": "This plan is not consistent.",
    "PlanError": "This question cannot be planned.",
    "ModelError": "The language model did not answer correctly.",
    "ConfigError": "Something is set up wrongly.",
    "BusyError": "The server has too much to do at the moment; ask again later.",
}


def in_plain_words(error: str) -> str:
    """What an error class means, for a user."""
    return _FAILURES.get(error, "Something went wrong.")


def step_words(result: StepResult) -> str:
    """How a step ended, in a few words."""
    if result.status != "ok":
        return STEP[result.status]
    if result.cached:
        return "done, cached"
    if not result.seconds:
        return STEP["ok"]
    return f"done in {result.seconds:.2g} s" if result.seconds < 100 else f"done in {result.seconds:.0f} s"
