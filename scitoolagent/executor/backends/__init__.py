"""Where tool calls run: `local`, processes of this machine, or `ray`, a cluster; one protocol for both.

`protocol` says what the executor asks of either. `local` is a pool of processes with bounds of time and memory.
`cluster` hands calls to Ray, `node` is what runs there: it has a pool of that kind in each worker, so a call is bounded
the same way wherever it runs. `wire` turns what crosses between machines into JSON and back.
"""

from __future__ import annotations

from scitoolagent.config import Config
from scitoolagent.executor.backends.protocol import Backend

__all__ = ["Backend", "open_backend"]


def open_backend(config: Config) -> Backend:
    """The backend that the settings name.

    Raises:
        ConfigError: it needs what is not installed.
    """
    if config.backend == "local":
        from scitoolagent.executor.backends.local import WorkerPool

        return WorkerPool(config)
    from scitoolagent.executor.backends.cluster import Cluster

    return Cluster(config)
