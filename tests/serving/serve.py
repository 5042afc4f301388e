"""`scitoolagent serve` in a process of its own."""

import sys

import typer

from scitoolagent.cli.exit import code_of
from scitoolagent.cli.serving import serve
from scitoolagent.errors import SciToolAgentError

if __name__ == "__main__":
    try:
        typer.run(serve)
    except SciToolAgentError as error:
        print(error, file=sys.stderr)
        sys.exit(code_of(error))
