"""The benchmark of the MCP server counts good answers only."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.benchmarks import mcp


@pytest.mark.parametrize("line", [b"", b"noise", b'{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601}}'])
def test_an_answer_that_is_none_ends_it(line: bytes) -> None:
    with pytest.raises(SystemExit, match="the server answered"):
        mcp._check(line)


def test_the_command_answers_over_both_transports(tmp_path: Path) -> None:
    answered, _, listed = mcp.over_stdio(tmp_path)
    assert 0 < answered < listed
    first, later = mcp.over_http(tmp_path, 2)
    assert first > 0
    assert len(later) == 2
