"""A box for code that nobody has read: Python that sees its own inputs and nothing else of the machine.

`host` starts the box and reads what comes out of it; `inside` is the process in it; `confine` takes away files,
network and processes by namespaces and Landlock, `calls` system calls by seccomp. It is Linux on x86-64, or no box at
all: code is never run open instead.
"""

from scitoolagent.box.host import BoxedCode, BoxedTable, BoxResult, calling, let_call, run_boxed, why_no_box

__all__ = ["BoxResult", "BoxedCode", "BoxedTable", "calling", "let_call", "run_boxed", "why_no_box"]
