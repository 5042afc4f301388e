"""What a call cost, why it failed, and what the safety gate found in it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Usage(BaseModel):
    """What one role asked of a model: tokens, calls, seconds, and US dollars where the prices are known."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    role: str
    model: str
    calls: int = 1
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    dollars: float | None = None


class Failure(BaseModel):
    """Why a step gave no result: the error's class, its message, and the tool that failed."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    error: str
    message: str


class Finding(BaseModel):
    """What the safety gate found in a value; `verdict` is block, confirm, warn, note, clear or unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    verdict: Literal["block", "confirm", "warn", "note", "clear", "unknown"]
    subject: str
    reason: str
    source: str = ""
    digest: str = ""
