"""One connection of this program to a Ray cluster: joined, looked over, called, left."""

from __future__ import annotations

import importlib.util
import json
import logging
import re
import secrets
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, TableError
from scitoolagent.executor.backends import node

# An address at which nobody listens is told within so many seconds.
_REACHED, _LOOKED_OVER = 5.0, 60.0
_COUNTED_EVERY = 5.0
_VERSIONS = re.compile(r"version mismatch", re.IGNORECASE)
# Ray is one for a whole program: how many executors of it are joined to it.
_joined = 0
_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of the cluster: its address, CPUs, and why it cannot take calls (empty where it can)."""

    address: str
    cpus: float
    problem: str = ""


class Connection:
    """A connection that is made when it is first needed.

    Raises:
        ConfigError: Ray is not installed.
    """

    def __init__(self, config: Config) -> None:
        if importlib.util.find_spec("ray") is None:
            raise ConfigError(
                f"Ray is not installed, and the setting backend is {config.backend!r}; "
                "pip install 'scitoolagent[ray]', or set SCITOOLAGENT_BACKEND=local"
            )
        self.name, self._config = config.backend, config
        self._lock = threading.Lock()
        self._ray: Any = None
        self._run: Any = None
        self._counted: tuple[float, int] = (0.0, 1)

    def _joined(self) -> Any:
        """Ray, joined to the cluster and looked over.

        Raises:
            ConfigError: there is no such cluster, or it has another version, or a machine that cannot take calls.
        """
        global _joined
        with self._lock:
            if self._ray is None:
                ray = _join(self.name)
                with _LOCK:
                    _joined += 1
                self._run = ray.remote(num_cpus=1, max_retries=self._config.attempts)(node.run)
                self._ray = ray
                try:
                    self._refuse_others()
                except (ConfigError, TableError):
                    self._leave()
                    raise
            return self._ray

    def _refuse_others(self) -> None:
        if machine := next((one for one in self._looked_over() if one.problem), None):
            raise ConfigError(f"the Ray cluster {self.name}: {machine.problem}")

    @property
    def cpus(self) -> int:
        """The CPUs of the cluster, counted every few seconds: machines come and go."""
        ray = self._joined()
        counted, cpus = self._counted
        if time.monotonic() - counted > _COUNTED_EVERY:
            cpus = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._counted = (time.monotonic(), cpus)
        return cpus

    def has_machines(self) -> bool:
        """Whether a machine that calls tools is left."""
        ray = self._ray
        if ray is None:
            return True
        try:
            return any(one["Alive"] and one["Resources"].get("CPU", 0) >= 1 for one in ray.nodes())
        except (ConnectionError, RuntimeError, ray.exceptions.RayError):
            return False

    def call(self, data: bytes) -> Any:
        """Hand a call to the cluster; the reference of its result.

        Raises:
            ConfigError: there is no cluster.
        """
        ray = self._joined()
        try:
            return self._run.remote(data)
        except (ConnectionError, RuntimeError, ray.exceptions.RayError) as error:
            raise ConfigError(
                f"the Ray cluster {self.name} takes no calls any more: {_line(error)}; start it again"
            ) from error

    def stop(self, reference: Any) -> None:
        """Stop a call, which nobody waits for any more."""
        ray = self._ray
        if ray is None:
            return
        try:
            ray.cancel(reference)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError):
            return  # what is no longer there needs no stopping

    def machines(self) -> tuple[Machine, ...]:
        """The machines of the cluster.

        Raises:
            ConfigError: there is no cluster, or one of them cannot take calls.
        """
        self._joined()
        return self._looked_over()

    def _looked_over(self) -> tuple[Machine, ...]:
        """Ask each machine what it is, and whether it sees the shared folder."""
        ray = self._ray
        shared = self._config.cache_dir.resolve()
        mark = shared / f"cluster-{secrets.token_hex(8)}.mark"
        try:
            shared.mkdir(parents=True, exist_ok=True)
            mark.touch()
        except OSError as error:
            raise TableError(f"nothing can be kept in {shared}: {error}; set SCITOOLAGENT_CACHE_DIR") from error
        data = json.dumps({"file": str(mark)}).encode()
        look, found, asked = ray.remote(num_cpus=0, max_retries=0)(node.look), [], []
        try:
            for one in ray.nodes():
                if one["Alive"] and (cpus := one["Resources"].get("CPU", 0)) >= 1:
                    place = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(one["NodeID"], soft=False)
                    told = look.options(scheduling_strategy=place).remote(data)
                    asked.append((Machine(str(one["NodeManagerAddress"]), float(cpus)), told))
            for machine, told in asked:
                found.append(Machine(machine.address, machine.cpus, self._problem(ray, machine, told, str(shared))))
        finally:
            mark.unlink(missing_ok=True)
        if not found:
            why = "no machine with a CPU for tools; start one: ray start --address=HOST:6379"
            raise ConfigError(f"the Ray cluster {self.name} has {why}")
        return tuple(found)

    def _problem(self, ray: Any, machine: Machine, told: Any, shared: str) -> str:
        own, where = node.program(), f"the machine {machine.address}"
        try:
            reply = json.loads(ray.get(told, timeout=_LOOKED_OVER))
        except ray.exceptions.RayError as error:
            return f"{where} cannot call tools ({_line(error)}); install scitoolagent {own['scitoolagent']} there"
        for name, version in own.items():
            if (other := reply["program"].get(name)) != version:
                return f"{where} has {name} {other}, and this program {version}; install the same on both"
        if not reply["sees"]:
            advice = "set SCITOOLAGENT_CACHE_DIR to a folder that all machines share under one path"
            return f"{where} does not see the folder {shared}; {advice}"
        return ""

    def close(self) -> None:
        """Leave the cluster, where no other executor of this program needs it."""
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        global _joined
        if self._ray is None:
            return
        with _LOCK:
            _joined -= 1
            if _joined == 0:
                self._ray.shutdown()
        self._ray = None


def _join(name: str) -> Any:
    """Ray, joined to a cluster; a program that is joined to one already stays there.

    Raises:
        ConfigError: there is no such cluster, or it has another version.
    """
    import ray
    import ray.util.scheduling_strategies

    if ray.is_initialized():
        return ray
    where = "auto" if name == "ray" else name
    if where != "auto":
        _reach(where)
    try:
        ray.init(where, namespace="scitoolagent", log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, OSError, TimeoutError, ray.exceptions.RayError) as error:
        why = _line(error)
        if _VERSIONS.search(str(error)):
            here = f"this program has Ray {ray.__version__}"
            raise ConfigError(f"the Ray cluster {name} has other versions ({why}); {here}; install the same") from error
        raise ConfigError(f"there is no Ray cluster {_place(name)}: {why}; {_ADVICE}") from error
    # It would print on standard output, in the midst of an answer, that a machine was lost; no argument is for that.
    ray._private.worker._worker_logs_enabled = False
    return ray


_ADVICE = "start one (ray start --head), correct SCITOOLAGENT_BACKEND, or set it to local"


def _place(name: str) -> str:
    return "on this machine, or where RAY_ADDRESS says" if name == "ray" else f"at {name}"


def _reach(address: str) -> None:
    """Refuse an address at which nobody listens: Ray would try for minutes.

    Raises:
        ConfigError: nobody does.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=_REACHED).close()
    except (OSError, OverflowError) as error:
        raise ConfigError(f"there is no Ray cluster at {address}: {error}; {_ADVICE}") from error


def _line(error: BaseException) -> str:
    """The last line of what went wrong, which says it; Ray puts the story of a call in front of it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:300]
