"""`scitoolagent mcp` in a process of its own."""

import sys

from scitoolagent.cli import main

if __name__ == "__main__":
    sys.argv.insert(1, "mcp")
    main()
