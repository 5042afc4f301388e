"""`scitoolagent mcp` in a process of its own."""

import sys

import typer

from scitoolagent.cli.exit import code_of
from scitoolagent.cli.mcp import mcp
from scitoolagent.errors import SciToolAgentError

if __name__ == "__main__":
    try:
        typer.run(mcp)
    except SciToolAgentError as error:
        print(error, file=sys.stderr)
        sys.exit(code_of(error))
