"""What a client asks first, answered before the SDK is imported: who this is, and which tools there are.

Importing the SDK and the schemas takes longer than clients should wait for either, and neither answer needs them: the
list of tools is generated (`tools.json`), and tests compare each answer with the SDK's own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scitoolagent import __version__
from scitoolagent.mcp.instructions import INSTRUCTIONS

# The revisions with a handshake, oldest first, and the one whose requests each name their revision themselves.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
TOOLS_FILE = Path(__file__).with_name("tools.json")
_META = "io.modelcontextprotocol/"
_CAPABILITIES = {"tools": {"listChanged": False}}
_SERVER = {"name": "scitoolagent", "version": __version__}
# No result may be kept by a client: another version of the program may have other tools.
_UNCACHED = {"cacheScope": "private", "resultType": "complete", "ttlMs": 0}


class Early:
    """The first requests of a client.

    Attributes:
        handshake: the number of the request that was answered by a handshake; None before that.
        kept: the lines that the SDK has to see once it is there; its own answer to the handshake is dropped.
    """

    def __init__(self) -> None:
        self.handshake: int | str | None = None
        self.kept: list[bytes] = []

    def reply(self, line: bytes) -> bytes | None:
        """The answer to a line, empty for a notification; None for a line that is left to the SDK."""
        message = _message(line)
        result = None if message is None else self._result(message)
        if message is None or result is None:
            self.kept.append(line)
            return None
        if "id" not in message:
            self.kept.append(line)
            return b""
        if message["method"] == "initialize":
            self.handshake = message["id"]
            self.kept.append(line)
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()

    def _result(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What answers a message, empty for the end of a handshake; None for what is left to the SDK."""
        method, params = message["method"], message.get("params")
        if "id" not in message:
            return {} if method == "notifications/initialized" and self.handshake is not None else None
        return self._opened(method, params) if self.handshake is None else _listed(method, params)

    def _opened(self, method: str, params: object) -> dict[str, Any] | None:
        """The answer to a handshake, or to a request of the revision without one."""
        if method == "initialize":
            return _handshake(params)
        if not _is_modern(params):
            return None
        about = {**_UNCACHED, "_meta": {f"{_META}serverInfo": _SERVER}}
        if method == "server/discover":
            return {
                "capabilities": _CAPABILITIES,
                "instructions": INSTRUCTIONS,
                "supportedVersions": [MODERN],
                **about,
            }
        return {"tools": _tools(), **about} if method == "tools/list" else None


def _message(line: bytes) -> dict[str, Any] | None:
    """A request, or a notification, which has no number."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        return None
    number = message.get("id", 0)
    return message if isinstance(number, int | str) and not isinstance(number, bool) else None


def _listed(method: str, params: object) -> dict[str, Any] | None:
    """The tools, after a handshake."""
    return {"tools": _tools()} if method == "tools/list" and not params else None


def _handshake(params: object) -> dict[str, Any] | None:
    if not isinstance(params, dict):
        return None
    asked, capabilities, client = (params.get(name) for name in ("protocolVersion", "capabilities", "clientInfo"))
    if not isinstance(asked, str) or not isinstance(capabilities, dict) or not isinstance(client, dict):
        return None
    return {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "capabilities": _CAPABILITIES,
        "serverInfo": _SERVER,
        "instructions": INSTRUCTIONS,
    }


def _is_modern(params: object) -> bool:
    """Whether a request names the revision, the client and its capabilities, and asks for nothing else."""
    if not isinstance(params, dict) or set(params) != {"_meta"} or not isinstance(params["_meta"], dict):
        return False
    meta = params["_meta"]
    client, capabilities = meta.get(f"{_META}clientInfo"), meta.get(f"{_META}clientCapabilities")
    is_named = isinstance(client, dict) and isinstance(capabilities, dict)
    return is_named and meta.get(f"{_META}protocolVersion") == MODERN


def _tools() -> Any:
    return json.loads(TOOLS_FILE.read_bytes())


def tools_json() -> str:
    """What `tools.json` has to hold: the definitions of the tools, as `make generate` writes them."""
    from scitoolagent.mcp.definitions import TOOLS

    return json.dumps(TOOLS, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TOOLS_FILE.write_text(tools_json(), encoding="utf-8")
