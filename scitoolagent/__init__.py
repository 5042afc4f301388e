"""Ask a scientific question; get numbers that real tools computed, each traced to the call that made it.

from scitoolagent import Agent

with Agent() as agent:
    answer = agent.run("What is the TPSA of menthol?")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scitoolagent.agent import Agent
    from scitoolagent.config import Config, load_config
    from scitoolagent.errors import SciToolAgentError
    from scitoolagent.records import Answer, Plan, Query, Step, StepResult

__version__ = "0.1.0"
__all__ = [
    "Agent",
    "Answer",
    "Config",
    "Plan",
    "Query",
    "SciToolAgentError",
    "Step",
    "StepResult",
    "__version__",
    "load_config",
]

_magics: Any = None
_HOME = {"Agent": "agent", "Config": "config", "load_config": "config", "SciToolAgentError": "errors"}


def __getattr__(name: str) -> Any:
    """Import on first use: a worker process or `--help` needs none of these."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'records')}"), name)


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook ask: `%load_ext scitoolagent`, then `%ask` and `%%ask`."""
    global _magics
    _magics = import_module(f"{__name__}.notebook.magics").load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Take `%ask` away, and end its worker processes."""
    if _magics is not None:
        import_module(f"{__name__}.notebook.magics").unload(shell, _magics)
