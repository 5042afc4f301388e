"""Tell where the time of a command goes, in each of its processes.

Not imported by the program: `startup.py` puts a copy of this file on the path of a command as `sitecustomize.py`, which
Python imports before anything else in every process. It charges time to one part at a time: the innermost import or
function of `FUNCTIONS` that runs in the main thread. Each line of the file named by `SCITOOLAGENT_PROBE` holds a
process id, the kind of process, a part and seconds.
"""

from __future__ import annotations

import functools
import importlib.machinery
import os
import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

# What each import is charged to, by the first package that fits; the rest of the program and the rest of Python follow.
PACKAGES = {
    "import pydantic": ("pydantic", "pydantic_core", "annotated_types", "typing_inspection", "typing_extensions"),
    "import numpy": ("numpy",),
    "import rdkit": ("rdkit",),
    "import rich": ("rich", "pygments", "markdown_it"),
    "import typer": ("typer", "click", "shellingham"),
    "import pebble, asyncio": ("pebble", "asyncio", "ssl", "_ssl", "concurrent"),
    "import pyoxigraph": ("pyoxigraph",),
    "the records and settings as pydantic models": ("scitoolagent.records", "scitoolagent.config"),
    "import the program": ("scitoolagent",),
}
OTHER_IMPORTS = "import the rest"
REST = "the rest"
# What each function is charged to: module, name in it, part.
FUNCTIONS = (
    ("scitoolagent.executor.server", "start_server", "start the fork server"),
    ("scitoolagent.cli.ask", "_parser", "read the command line"),
    ("scitoolagent.config", "load_config", "read the settings"),
    ("scitoolagent.toolkg.store", "load_graph", "load the graph"),
    ("scitoolagent.executor.backends.local", "WorkerPool.__init__", "start the workers"),
    ("scitoolagent.executor.backends.local", "WorkerPool.submit", "start the workers"),
    ("scitoolagent.executor.backends.local", "WorkerPool.close", "end the workers"),
    ("scitoolagent.executor.run", "wait", "wait for the workers"),
    ("scitoolagent.planner", "Planner.__init__", "read the phrases of the graph"),
    ("scitoolagent.planner", "Planner.recognise", "recognise"),
    ("scitoolagent.planner", "Planner.draft", "plan"),
    ("scitoolagent.summarizer", "summarize", "summarise"),
    ("scitoolagent.cli.render", "RunView.show", "print"),
    ("scitoolagent.executor.worker", "run_screening", "screen"),
    ("scitoolagent.executor.worker", "run_tool", "call the tools"),
)

_FILE = os.environ.get("SCITOOLAGENT_PROBE", "")
_BY_MODULE: dict[str, list[tuple[str, str]]] = {}
for _module, _name, _part in FUNCTIONS:
    _BY_MODULE.setdefault(_module, []).append((_name, _part))


class Probe:
    """The parts under way in the main thread, and the seconds charged since the last report."""

    def __init__(self) -> None:
        self.kind = "server" if any("forkserver" in word for word in sys.orig_argv) else "main"
        self.reset()

    def reset(self) -> None:
        """Start from nothing, as a process does that was just forked."""
        self.thread = threading.get_ident()
        self.parts: list[str] = []
        self.since = time.monotonic()
        self.seconds: dict[str, float] = {}

    def forked(self) -> None:
        """Go on as a worker."""
        self.kind = "worker"
        self.reset()

    def charge(self, part: str) -> None:
        """Charge what passed since the last call."""
        now = time.monotonic()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self.since
        self.since = now

    def enter(self, part: str) -> None:
        """Begin a part; the one around it waits."""
        self.charge(self.parts[-1] if self.parts else REST)
        self.parts.append(part)

    def leave(self) -> None:
        """End a part, and report where no other is under way."""
        self.charge(self.parts.pop())
        if not self.parts:
            self.report()

    def report(self) -> None:
        """Append what was charged to the file."""
        lines = "".join(f"{os.getpid()}\t{self.kind}\t{part}\t{spent:.6f}\n" for part, spent in self.seconds.items())
        self.seconds.clear()
        file = os.open(_FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(file, lines.encode())
        os.close(file)


class Finder:
    """Times the import of every module, and the functions of `FUNCTIONS` once their module is there."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The spec that the finders behind this one give, with a loader that is timed."""
        for finder in sys.meta_path:
            if finder is self:
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                break
        else:
            return None
        kinds = (importlib.machinery.SourceFileLoader, importlib.machinery.ExtensionFileLoader)
        if isinstance(spec.loader, kinds):
            part = part_of(name)
            spec.loader.create_module = timed(self.probe, part, spec.loader.create_module)  # type: ignore[method-assign]
            run = timed(self.probe, part, spec.loader.exec_module)

            def load(module: ModuleType) -> None:
                run(module)
                wrap(self.probe, name, module)

            spec.loader.exec_module = load  # type: ignore[method-assign]
        return spec


def part_of(module: str) -> str:
    """What the import of a module is charged to."""
    for part, packages in PACKAGES.items():
        if any(module == package or module.startswith(f"{package}.") for package in packages):
            return part
    return OTHER_IMPORTS


def wrap(probe: Probe, name: str, module: ModuleType) -> None:
    """Time the functions of a module that was just imported."""
    for path, part in _BY_MODULE.get(name, ()):
        *outer, last = path.split(".")
        holder = functools.reduce(getattr, outer, module)
        setattr(holder, last, timed(probe, part, getattr(holder, last)))


def timed(probe: Probe, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose time in the main thread is charged to a part."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        if threading.get_ident() != probe.thread:
            return function(*arguments, **named)
        probe.enter(part)
        try:
            return function(*arguments, **named)
        finally:
            probe.leave()

    # What `functools.wraps` leaves behind of a cached function.
    for name in ("cache_clear", "cache_info"):
        if hasattr(function, name):
            setattr(call, name, getattr(function, name))
    return call


def start() -> None:
    """Time this process from here on; the time since its start is what the interpreter took."""
    probe = Probe()
    # Of a process that this command started, only the processor time tells how long it has been there.
    begun = float(os.environ.pop("SCITOOLAGENT_PROBE_START", "0"))
    probe.since = begun or time.monotonic() - time.process_time()
    probe.charge("start the interpreter")
    sys.meta_path.insert(0, Finder(probe))  # type: ignore[arg-type]
    os.register_at_fork(after_in_child=probe.forked)
    end = os._exit

    def leave(code: int) -> None:
        probe.charge(REST)
        probe.report()
        end(code)

    os._exit = leave  # type: ignore[assignment]


if _FILE:
    start()
