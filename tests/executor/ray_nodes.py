"""Two nodes of Ray on this machine, on loopback alone: prints their address; `kill` on standard input ends one of them."""

from __future__ import annotations

import contextlib
import sys

from ray.cluster_utils import Cluster

# No open port beyond loopback, no dashboard, and as little shared memory as Ray takes.
NODE = {
    "num_cpus": 1,
    "object_store_memory": 80_000_000,
    "node_ip_address": "127.0.0.1",
    "include_log_monitor": False,
}


def main() -> None:
    client = {"ray_client_server_port": int(sys.argv[1])} if len(sys.argv) > 1 else {}
    # Ray tells on standard output what it does.
    with contextlib.redirect_stdout(sys.stderr):
        cluster = Cluster(initialize_head=True, head_node_args={**NODE, **client, "include_dashboard": False})
        other = cluster.add_node(**NODE)
    print(cluster.address, flush=True)
    assert cluster.address.startswith("127.0.0.1:")
    for line in sys.stdin:
        if line.strip() == "kill":
            cluster.remove_node(other, allow_graceful=False)
        elif line.strip() == "add":
            other = cluster.add_node(**NODE)
        print(line.strip(), flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
