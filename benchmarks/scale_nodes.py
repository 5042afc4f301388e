"""A cluster of Ray on this machine for `scale`: prints its address, and takes `add` and `kill` on standard input.

One CPU a node, loopback alone, no dashboard, and as little shared memory as Ray takes.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

_NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 80_000_000,
    "node_ip_address": "127.0.0.1",
    "include_log_monitor": False,
}


def main() -> None:
    from ray.cluster_utils import Cluster

    # Ray tells on standard output what it does.
    with contextlib.redirect_stdout(sys.stderr):
        cluster = Cluster(initialize_head=True, head_node_args={**_NODE, "include_dashboard": False})
    print(cluster.address, flush=True)
    others = []
    for line in sys.stdin:
        command = line.strip()
        with contextlib.redirect_stdout(sys.stderr):
            if command == "add":
                others.append(cluster.add_node(**_NODE))
            elif command == "kill" and others:
                cluster.remove_node(others.pop(), allow_graceful=False)
        print(command, flush=True)
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
