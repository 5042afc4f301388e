"""The tools that the server offers: seven that give access to all others, each with input and output schemas.

Hundreds of definitions would fill a model's context before it has read a question; instead, it
searches, reads one description, and runs that tool.
"""

from __future__ import annotations

from typing import Any

INSTRUCTIONS = (
    "Answers scientific questions (chemistry, biology, materials) with values that real tools computed. "
    "`ask` answers a question in plain language. To use single tools: `search_tools`, `describe_tool`, `run_tool`. "
    "Some tools pass a safety gate; a finding that needs a confirmation names a digest, and only the user may confirm "
    "it. Never pass a digest that the user has not agreed to."
)


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}


def _list(items: dict[str, Any], **bounds: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **bounds}


def _text(description: str = "", longest: int | None = None) -> dict[str, Any]:
    about: dict[str, Any] = {"type": "string"} | ({"description": description} if description else {})
    return about | ({"maxLength": longest, "minLength": 1} if longest else {})


_STRING: dict[str, Any] = {"type": "string"}
_ANY: dict[str, Any] = {}
_NAME = _text("The tool's name, as search_tools gives it.", 200)
_APPROVE = _list(
    {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    maxItems=20,
    description="Digests of findings of the safety gate that the user has confirmed for this very call.",
)
_QUESTION = _text("A scientific question in plain language, with its molecules, sequences and numbers.", 100_000)
_RUN = {"type": "string", "pattern": "^[0-9a-z-]{1,40}$", "description": "What ask gave as `run`."}
_KINDS = ["smiles", "inchi", "selfies", "inchikey", "name", "protein", "nucleotide", "sequence"]

_FINDING = _object(dict.fromkeys(("verdict", "subject", "reason", "source", "digest"), _STRING))
_VALUE = _object({"type": _STRING, "value": _ANY, "unit": {"type": ["string", "null"]}})
_PORT = _object(
    {"name": _STRING, "type": _STRING, "label": _STRING, "unit": {"type": ["string", "null"]}, "text": _STRING}
)
_ERROR = _object({"error": _STRING, "message": _STRING})
_ANSWER_VALUE = _object(
    {
        **dict.fromkeys(("label", "subject", "type", "tool", "source"), _STRING),
        "value": _ANY,
        "unit": {"type": ["string", "null"]},
        "step": {"type": "integer"},
    }
)
_ANSWER = _object(
    {
        "status": {"enum": ["complete", "partial", "failed", "blocked"]},
        "text": _STRING,
        "values": _list(_ANSWER_VALUE),
        "unmet": _list(_STRING),
        "notes": _list(_STRING),
        "findings": _list(_FINDING),
        "drafter": _STRING,
        "trace": _STRING,
    }
)
_RUN_STATE = _object(
    {
        "run": _STRING,
        "state": {"enum": ["waiting", "running", "finished", "failed", "cancelled"]},
        "steps": _list(_object({"step": {"type": "integer"}, "tool": _STRING, "status": _STRING})),
        "answer": {"anyOf": [_ANSWER, {"type": "null"}]},
        "error": {"anyOf": [_ERROR, {"type": "null"}]},
    }
)


def _tool(
    name: str, title: str, description: str, takes: dict[str, Any], gives: dict[str, Any], **hints: bool
) -> dict[str, Any]:
    reads = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
    return {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": takes,
        "outputSchema": gives,
        "annotations": {"title": title, **reads, **hints},
    }


TOOLS: tuple[dict[str, Any], ...] = (
    _tool(
        "search_tools",
        "Find tools",
        "Find the tools nearest to some words, best first.",
        _object(
            {
                "words": _text("What you want to know or do.", 2000),
                "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
            },
            optional=("limit",),
        ),
        _object(
            {
                "tools": _list(
                    _object({"name": _STRING, "summary": _STRING, "takes": _list(_STRING), "gives": _list(_STRING)})
                )
            }
        ),
    ),
    _tool(
        "describe_tool",
        "Describe a tool",
        "What one tool takes and gives, as a JSON schema of its arguments; its source, and what it needs.",
        _object({"name": _NAME}),
        _object(
            {
                **dict.fromkeys(("name", "summary", "operation", "topic", "source"), _STRING),
                "safety": {"enum": ["open", "screened", "restricted"]},
                "arguments": {"type": "object"},
                "inputs": _list(_PORT),
                "outputs": _list(_PORT),
                **{name: _list(_STRING) for name in ("also", "requires", "alternatives")},
            }
        ),
    ),
    _tool(
        "run_tool",
        "Run a tool",
        "Run one tool with plain values. Screened tools pass the safety gate before and after.",
        _object(
            {"name": _NAME, "arguments": {"type": "object", "maxProperties": 50}, "approve": _APPROVE},
            optional=("approve",),
        ),
        _object(
            {
                **dict.fromkeys(("tool", "version", "source"), _STRING),
                "outputs": {"type": "object", "additionalProperties": _VALUE},
                "findings": _list(_FINDING),
                "cached": {"type": "boolean"},
            }
        ),
        readOnlyHint=False,
        openWorldHint=True,
    ),
    _tool(
        "plan",
        "Plan without running",
        "The chain of tools for a question, checked but not run.",
        _object({"question": _QUESTION}),
        _object(
            {
                "entities": _list(_object({"handle": _STRING, "type": _STRING, "value": _ANY})),
                "steps": _list(_object({"id": {"type": "integer"}, "tool": _STRING, "arguments": {"type": "object"}})),
                "goals": _list(_object({"text": _STRING, "type": _STRING, "output": _STRING})),
                "missing": _list(_STRING),
                "drafter": _STRING,
            }
        ),
    ),
    _tool(
        "ask",
        "Answer a question",
        "Answer a question with tools; every value names its step. With wait=false: a run for get_run, at once.",
        _object(
            {"question": _QUESTION, "wait": {"type": "boolean", "default": True}, "approve": _APPROVE},
            optional=("wait", "approve"),
        ),
        _RUN_STATE,
        readOnlyHint=False,
        idempotentHint=False,
        openWorldHint=True,
    ),
    _tool(
        "get_run",
        "Look after a run",
        "How far a run is, and its answer once it is finished.",
        _object({"run": _RUN}, optional=()),
        _RUN_STATE,
    ),
    _tool(
        "safety_screen",
        "Screen for hazards",
        "What the hazard database says of a molecule, a name or a sequence. Unknown does not mean safe.",
        _object({"kind": {"enum": _KINDS}, "value": _text("The value to screen.", 100_000)}),
        _object(
            {
                "verdict": {"enum": ["block", "confirm", "warn", "note", "clear", "unknown"]},
                "findings": _list(_FINDING),
            }
        ),
    ),
)
