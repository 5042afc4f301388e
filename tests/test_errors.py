"""Errors cross from a worker to the main process by the name of their class."""

from __future__ import annotations

from scitoolagent import errors
from scitoolagent.executor.worker import run_tool


class _MissingNameError(errors.ToolInputError):
    pass


def test_an_error_of_a_tool_is_told_as_the_one_it_is_of() -> None:
    assert errors.class_name(_MissingNameError("x")) == "ToolInputError"
    assert errors.class_name(errors.BlockedError("x")) == "BlockedError"
    assert errors.class_name(ValueError("x")) == "ValueError"
    # The tables raise a class of their own for a name that none of them has.
    reply = run_tool("name_to_cas", "scitoolagent.tools.chemistry.names", {"name": "madeupine"}, None)
    assert reply["error"] == "ToolInputError"


def test_a_narrower_error_is_known_by_its_name() -> None:
    assert errors.is_named("NotAskedError", errors.ToolUnavailableError)
    assert errors.is_named("ProviderError", errors.ToolUnavailableError)
    assert errors.is_named("RecordNotFoundError", errors.ToolInputError)
    assert not errors.is_named("RecordNotFoundError", errors.ToolUnavailableError)
    assert not errors.is_named("Skipped", errors.ToolError)
    assert not errors.is_named("Any", errors.ToolError)
