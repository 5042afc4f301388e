"""Calls can be stopped from outside, and no worker outlives the process it works for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PLUGIN = Path(__file__).parents[1] / "plugin"
CANCEL = """
import threading, time
from concurrent.futures import CancelledError
from scitoolagent.config import Config
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.gate import Check
from scitoolagent.toolkg.store import load_graph
NONE = Check({}, {}, ())
tools = load_graph().tools
pool = WorkerPool(Config(workers=1, cache=False, tool_seconds=300.0))
call = pool.submit(tools["hangs"], {"note": "a"}, NONE)
while not call.running():
    time.sleep(0.01)
threading.Thread(target=pool.cancel).start()
try:
    pool.outcome(call, tools["hangs"])
except CancelledError:
    print("stopped")
try:
    pool.submit(tools["hangs"], {"note": "a"}, NONE)
except CancelledError:
    print("refused")
pool.resume()
print(pool.outcome(pool.submit(tools["molecular_formula"], {"smiles": "CCO"}, NONE)))
pool.close()
"""
UNREAD = """
from scitoolagent.config import Config
from scitoolagent.errors import WorkerDiedError
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.gate import Check
from scitoolagent.toolkg.store import load_graph
class Own(str):
    pass
NONE = Check({}, {}, ())
tool = load_graph().tools["molecular_formula"]
pool = WorkerPool(Config(workers=1, cache=False))
for text in (Own("CCO"), "CCO"):
    try:
        print(pool.outcome(pool.submit(tool, {"smiles": text}, NONE), tool)["outputs"])
    except WorkerDiedError as error:
        print(error)
pool.close()
"""
CLOSED = """
import threading, time
from concurrent.futures import CancelledError
from scitoolagent.config import Config
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.gate import Check
from scitoolagent.toolkg.store import load_graph
NONE = Check({}, {}, ())
tools = load_graph().tools
pool = WorkerPool(Config(workers=1, cache=False, tool_seconds=300.0))
call = pool.submit(tools["hangs"], {"note": "a"}, NONE)
while not call.running():
    time.sleep(0.01)
def wait():
    try:
        pool.outcome(call, tools["hangs"])
    except CancelledError:
        closed.wait()
        print("stopped")
closed = threading.Event()
threading.Thread(target=wait).start()
pool.close()
print("closed")
closed.set()
"""
KILLED = """
import os
from scitoolagent.config import Config
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.executor.backends.protocol import Limits
from scitoolagent.gate import Check
from scitoolagent.toolkg.store import load_graph
NONE = Check({}, {}, ())
pool = WorkerPool(Config(workers=1, cache=False, tool_seconds=300.0))
worker = pool.schedule(os.getpid, [], Limits(60, 4096)).result()
call = pool.submit(load_graph().tools["hangs"], {"note": "a"}, NONE)
print(worker, flush=True)
call.result()
"""


def test_calls_are_stopped_from_another_thread_and_taken_again(tmp_path: Path) -> None:
    done = _python(CANCEL, tmp_path).communicate(timeout=120)[0].decode()
    assert done.splitlines()[:2] == ["stopped", "refused"]
    assert "C2H6O" in done


def test_a_call_that_no_worker_can_read_costs_no_other(tmp_path: Path) -> None:
    done = _python(UNREAD, tmp_path).communicate(timeout=120)[0].decode()
    assert "give it plain values" in done
    assert "C2H6O" in done


def test_a_closed_pool_leaves_nobody_waiting(tmp_path: Path) -> None:
    """The program ends, though a thread of it waits for a call that was under way."""
    program = _python(CLOSED, tmp_path)
    try:
        assert program.communicate(timeout=60)[0].split() == [b"closed", b"stopped"]
    finally:
        program.kill()


def test_a_worker_ends_with_the_process_that_was_killed(tmp_path: Path) -> None:
    parent = _python(KILLED, tmp_path)
    assert parent.stdout
    worker = int(parent.stdout.readline())
    os.kill(worker, 0)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    for _ in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("the worker goes on for nobody")


def _python(code: str, folder: Path) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONPATH": str(PLUGIN)}
    return subprocess.Popen([sys.executable, "-c", code], cwd=folder, env=env, stdout=subprocess.PIPE)
