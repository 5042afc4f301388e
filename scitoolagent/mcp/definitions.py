"""The tools that the server offers: eight that give access to all others, each with input and output schemas.

Hundreds of definitions would fill a model's context before it has read a question; instead, it
searches, reads one description, and runs that tool.
"""

from __future__ import annotations

from typing import Any

from scitoolagent.mcp.programs import RULES, ProgramState
from scitoolagent.mcp.runs import RunState
from scitoolagent.mcp.schemas import given_out, schema_of
from scitoolagent.outcome import Planned
from scitoolagent.records import Ask, Entity, Finding, Quantity, Value


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

_FINDING = given_out(Finding)
# Only a table says what its columns and rows are.
_VALUE = given_out(Value) | {"required": ["type", "value", "unit"]}
_SAFETY = {"enum": ["open", "screened", "restricted", ""]}
_OBJECT_OR_NULL = {"type": ["object", "null"]}
_FOUND = _object({"name": _STRING, "signature": _STRING})
_FILE = {"type": "string", "pattern": "^[^\\x00-\\x1f]{1,200}$"}
_ANSWER = _object(
    {
        "text": _text("Conclusion first, with places {key} for values of the results.", 4_000),
        "labels": {"type": "object", "additionalProperties": _STRING, "maxProperties": 100},
        "design": _text("Of data: what was counted and left out, and which test.", 4_000),
        "set_aside": _list(_object({"what": _STRING, "why": _STRING}), maxItems=100),
        "problem": _object(
            {"kind": {"enum": ["premise", "missing", "impossible", "ambiguous", "opinion"]}, "text": _text("", 4_000)}
        ),
    },
    optional=("labels", "design", "set_aside", "problem"),
)
_ENDED = given_out(ProgramState, ("answer",))
_ENDED["properties"]["answer"] = _OBJECT_OR_NULL | {"description": "As `answer` of `ask`."}
_RUN_STATE = given_out(RunState)
# A place in a text has no meaning where there is no text.
_PLACE = ("text", "start", "end", "problem")
REQUEST = _object(
    {
        "asks": _list(schema_of(Ask, (*_PLACE, "soft")), minItems=1, maxItems=100),
        "entities": _list(schema_of(Entity, _PLACE), maxItems=1000),
        "quantities": _list(schema_of(Quantity, _PLACE), maxItems=1000),
    },
    optional=("entities", "quantities"),
) | {
    "description": (
        "A question without words, instead of `question`. `entities` are values by semantic type, `quantities` "
        "(quantity1, …) numbers with units. An ask wants a type or the output of a tool (`what`) `of` handles of "
        "entities or earlier asks (all when empty), `then` operations on its values, in a `unit`; with `reported` "
        "false it only serves another ask. A setting may be `$query.quantity1`."
    )
}


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
        "Signatures of the tools that fit each query, best first. Several things are several queries.",
        _object(
            {
                "queries": _list(_text("What you want to know or do, or a tool's name.", 300), minItems=1, maxItems=8),
                "types": _list(_text("", 100), maxItems=20, description="Types of the values at hand, such as Smiles."),
            },
            optional=("types",),
        ),
        _object({"found": _list(_object({"query": _STRING, "tools": _list(_FOUND)}))}),
    ),
    _tool(
        "describe_tool",
        "Describe tools",
        f"What tools take and give, with units and sources, and JSON schemas of arguments for run_tool. The name "
        f"`{RULES}` gives the language of run_program: read that before your first program.",
        _object({"names": _list(_NAME, minItems=1, maxItems=8)}),
        _object(
            {
                "described": _list(
                    _object({"name": _STRING, "text": _STRING, "safety": _SAFETY, "arguments": _OBJECT_OR_NULL})
                )
            }
        ),
    ),
    _tool(
        "run_program",
        "Run a program",
        "Run a typed program over the tools for a question, whose values are variables. With empty code: the "
        "variables, the tables with their facts, and tools that may fit; begin with that. Type errors name lines.",
        _object(
            {
                "question": _QUESTION,
                "code": _text("The program; its last line is a dict of results.", None) | {"maxLength": 50_000},
                "files": _list(_FILE, maxItems=20, description="Files of the server's folder, beside those it names."),
                "answer": _ANSWER,
                "approve": _APPROVE,
            },
            optional=("files", "answer", "approve"),
        ),
        _ENDED,
        readOnlyHint=False,
        openWorldHint=True,
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
        "How a question or a typed request is read, and the chain of tools for it, checked but not run.",
        _object({"question": _QUESTION, "request": REQUEST}, optional=("question", "request")),
        given_out(Planned),
    ),
    _tool(
        "ask",
        "Answer a question",
        "Answer a question, or a typed request as for `plan`, with tools; every value names its step. With wait=false: "
        "a run for get_run, at once.",
        _object(
            {
                "question": _QUESTION,
                "request": {"type": "object", "maxProperties": 3, "description": "As for `plan`."},
                "wait": {"type": "boolean", "default": True},
                "approve": _APPROVE,
            },
            optional=("question", "request", "wait", "approve"),
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
