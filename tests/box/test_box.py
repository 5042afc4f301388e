"""Code in a box: what it is given is there, and nothing else of the machine is."""

from __future__ import annotations

import os
import socket
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import box
from scitoolagent.box import BoxedCode, BoxedTable, run_boxed, why_no_box
from scitoolagent.errors import BlockedError, ToolFailedError, ToolInputError, ToolTimeoutError, ToolUnavailableError

pytestmark = pytest.mark.skipif(bool(why_no_box()), reason=f"no box here: {why_no_box()}")

_C = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
_OWN = "\nif result != 0: raise OSError(ctypes.get_errno(), 'refused')"


def run(code: str, **given: Any) -> box.BoxResult:
    return run_boxed(BoxedCode(code, **{"seconds": 20, **given}))


def test_code_gives_its_result_and_what_it_printed() -> None:
    found = run("print('on the way')\nresult = {'mean': sum(masses) / len(masses)}", values={"masses": [1.0, 2.0, 6.0]})
    assert found.result == {"mean": 3.0}
    assert found.printed == "on the way\n"


def test_numbers_of_numpy_and_frames_are_plain() -> None:
    code = "import numpy as np, pandas as pd\nresult = [np.float64(1.5), np.arange(3), pd.DataFrame({'a': [1, 2]})]"
    assert run(code).result == [1.5, [0, 1, 2], {"a": [1, 2]}]


def test_files_and_tables_are_there_under_their_names(tmp_path: Path) -> None:
    import duckdb

    (tmp_path / "notes of a day.txt").write_text("hello", encoding="utf-8")
    duckdb.execute(
        "COPY (SELECT 1 AS row, 2.5 AS c0, 'x' AS c1) TO '" + str(tmp_path / "rows.parquet") + "' (FORMAT parquet)"
    )
    table = BoxedTable((tmp_path / "rows.parquet",), {"c0": "mass [g]", "c1": "class"})
    code = "result = [open('notes of a day.txt').read(), list(table1.columns), float(table1['mass [g]'].sum())]"
    found = run(code, files={"notes of a day.txt": tmp_path / "notes of a day.txt"}, tables={"table1": table})
    assert found.result == ["hello", ["mass [g]", "class"], 2.5]


def test_files_that_the_code_writes_come_out() -> None:
    found = run("open('out.csv', 'w').write('a,b\\n')\nopen('.hidden', 'w').write('x')")
    assert dict(found.files) == {"out.csv": b"a,b\n"}


def test_an_error_is_told_with_its_line_and_what_was_printed() -> None:
    with pytest.raises(ToolFailedError, match=r"line 2: ZeroDivisionError: division by zero; it had printed: before"):
        run("print('before')\n1 / 0")
    with pytest.raises(ToolFailedError, match="line 1: SyntaxError"):
        run("result = = 1")


@pytest.fixture
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


# What code must not come to. Each raises in the box.
ESCAPES = {
    "read a system file": "open('/etc/passwd').read()",
    "read by dots": "open('../../../etc/hostname').read()",
    "list the root": "import os; os.listdir('/')",
    "list the home": "import os; os.listdir('{home}')",
    "read the caller's file": "open('{secret}').read()",
    "read its environment": "open('/proc/self/environ').read()",
    "read another process": "open('/proc/1/cmdline').read()",
    "list processes": "import os; os.listdir('/proc')",
    "read devices": "import os; os.listdir('/sys')",
    "read a disk": "open('/dev/sda', 'rb').read(1)",
    "link to a file": "import os; os.symlink('{secret}', 'link'); open('link').read()",
    "link hard": "import os; os.link('{secret}', 'link'); open('link').read()",
    "write beside": "open('{folder}/new', 'w')",
    "write to the root": "open('/{new}', 'w')",
    "write to the temporary folder": "open('{temporary}/{new}', 'w')",
    "change a library": "import os, json; open(json.__file__, 'a')",
    "delete a library": "import os, json; os.remove(json.__file__)",
    "change rights": "import os, json; os.chmod(json.__file__, 0o777)",
    "change times": "import os, json; os.utime(json.__file__)",
    "connect": "import socket; socket.create_connection(('127.0.0.1', {port}))",
    "listen": "import socket; socket.create_server(('127.0.0.1', 0))",
    "send a datagram": "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))",
    "open a local socket": "import socket; socket.socket(socket.AF_UNIX)",
    "look a name up": "import socket; socket.gethostbyname('example.org')",
    "fork": "import os; os.fork()",
    "run a program": "import subprocess; subprocess.run(['/bin/true'], check=True)",
    "become a program": "import os, sys; os.execv(sys.executable, [sys.executable, '-c', '1'])",
    "start a worker": "import multiprocessing\nwith multiprocessing.Pool(1) as pool: pool.map(abs, [1])",
    "signal the caller": "import os; os.kill({pid}, 0)",
    "signal the parent": "import os; os.kill(os.getppid(), 9)",
    "signal all": "import os; os.kill(-1, 9)",
    "leave the session": "import os; os.setsid()",
    "trace": _C + "result = libc.ptrace(16, 1, 0, 0)" + _OWN,
    "read memory": _C + "result = libc.syscall(310, {pid}, 0, 0, 0, 0, 0)" + _OWN,
    "mount": _C + "result = libc.mount(b'none', b'/box', b'tmpfs', 0, None)" + _OWN,
    "unmount": _C + "result = libc.umount2(b'/box', 2)" + _OWN,
    "another namespace": _C + "result = libc.unshare(0x10000000)" + _OWN,
    "change the root": "import os; os.chroot('/box')",
    "a file in memory": "import os; os.memfd_create('x')",
    "shared memory": _C + "result = libc.shmget(0, 4096, 0o1600)\nif result < 0: raise OSError('refused')",
    "rings": _C + "result = libc.syscall(425, 8, 0)" + _OWN,
    "keys": _C + "result = libc.syscall(250, 0, -3, 0)\nif result < 0: raise OSError('refused')",
    "a program for the kernel": _C + "result = libc.syscall(321, 0, 0, 0)" + _OWN,
    "x32 calls": _C + "result = libc.syscall(0x40000000 + 57)\nif result < 0: raise OSError('refused')",
    "a new kind of call": _C + "result = libc.syscall(480)" + _OWN,
    "set the clock": "import time; time.clock_settime(time.CLOCK_REALTIME, 0)",
    "raise a bound": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "take 6 GB": "data = bytearray(6 << 30)",
    "fill the disk": "with open('big', 'wb') as file:\n    while True: file.write(bytes(1 << 20))",
    "many files": "for number in range(5000): open(str(number), 'w').close()",
    "many threads": "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    "end without a word": "import os; os._exit(0)",
    "close all": "import os; os.closerange(0, 256)",
    "forge the report": "import os, sys; os.write(int(sys.argv[1]), b'no json\\n')",
    "a deep report": "import os, sys; os.write(int(sys.argv[1]), b'[' * 30000 + b'\\n')",
    "a flood of reports": "import os, sys\nwhile True: os.write(int(sys.argv[1]), b'x' * 65536)",
}  # fmt: skip


@pytest.mark.parametrize("code", ESCAPES.values(), ids=ESCAPES)
def test_no_way_leads_out(code: str, tmp_path: Path, listening: int) -> None:
    (tmp_path / "secret").write_text("the key", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    # A name that nothing else has: the temporary folder of the machine is not the test's.
    outside = Path(tempfile.gettempdir(), f"{uuid.uuid4()}.new")
    for name, value in (
        ("{secret}", tmp_path / "secret"), ("{folder}", tmp_path), ("{home}", Path.home()), ("{port}", listening),
        ("{pid}", os.getpid()), ("{temporary}", outside.parent), ("{new}", outside.name),
    ):  # fmt: skip
        code = code.replace(name, str(value))
    with pytest.raises((ToolFailedError, ToolTimeoutError)):
        run(code + "\nresult = 'out'", seconds=15)
    assert sorted(tmp_path.iterdir()) == before
    assert not outside.exists()


@pytest.mark.parametrize("code", ["while True: pass", "import time; time.sleep(60)", "while True: print('x' * 10000)"])
def test_code_that_does_not_end_is_ended(code: str) -> None:
    start = time.monotonic()
    with pytest.raises(ToolTimeoutError, match="more than 1 s"):
        run(code, seconds=1)
    assert time.monotonic() - start < 10


def test_nothing_of_the_caller_is_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_MODEL_KEY", "secret")
    assert "secret" not in str(run("import os; result = dict(os.environ)").result)


def test_a_name_with_a_path_in_it_is_not_kept() -> None:
    forged = b'{"file": "../evil", "data": "eA=="}\\n{"file": "good", "data": "?"}\\n'
    assert dict(run(f"import os, sys; os.write(int(sys.argv[1]), {forged!r}.replace(b'\\\\n', b'\\n'))").files) == {}


def test_code_calls_tools_and_reads_why_one_refuses() -> None:
    def call(name: str, values: list[Any], named: dict[str, Any]) -> Any:
        if name == "broken":
            raise ToolInputError("no molecule")
        return [name, values, named]

    code = "result = [tools.qed('CCO', depth=2)]\ntry: tools.broken(1)\nexcept RuntimeError as error: result.append(str(error))"
    found = run_boxed(BoxedCode(code, tools=("qed", "broken")), call)
    assert found.result == [["qed", ["CCO"], {"depth": 2}], "no molecule"]


def test_a_tool_that_is_not_offered_is_not_called() -> None:
    called: list[str] = []
    with pytest.raises(ToolFailedError, match="there is no tool 'other' in the box"):
        run_boxed(
            BoxedCode("import types\ntools.other = type(tools.qed)(tools.qed.__code__, tools.qed.__globals__, 'other', None, "
                      "tuple(types.CellType(v) for v in [c.cell_contents if not isinstance(c.cell_contents, str) else 'other' "
                      "for c in tools.qed.__closure__]))\ntools.other()", tools=("qed",)),
            lambda name, values, named: called.append(name),
        )  # fmt: skip
    assert called == []


def test_what_must_not_be_worked_on_ends_the_code() -> None:
    def call(name: str, values: list[Any], named: dict[str, Any]) -> Any:
        raise BlockedError("never")

    with pytest.raises(BlockedError):
        run_boxed(BoxedCode("try: tools.qed('x')\nexcept BaseException: pass\nresult = 1", tools=("qed",)), call)


def test_calls_are_bounded() -> None:
    code = "result = 0\nwhile True:\n    try: result += tools.one()\n    except RuntimeError: break"
    assert run_boxed(BoxedCode(code, tools=("one",)), lambda *given: 1).result == 1000
    flood = (
        'import os, sys\nwhile True: os.write(int(sys.argv[1]), b\'{"call":"one","values":[],"named":{}}\\n\' * 100)'
    )
    with pytest.raises((ToolFailedError, ToolTimeoutError)):
        run_boxed(BoxedCode(flood, tools=("one",), seconds=5), lambda *given: "x" * 1000)


def test_without_a_box_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.box.host.why_no_box", lambda: "no Landlock")
    with pytest.raises(ToolUnavailableError, match="code is not run here, since there is no box for it: no Landlock"):
        run("result = 1")


@pytest.mark.parametrize("missing", ["enter_namespaces", "leave_files", "lock"])
def test_a_box_that_cannot_be_closed_runs_nothing(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that fails when the box is made ends it before the code."""
    started = tmp_path / "inside.py"
    started.write_text(
        "import scitoolagent.box.inside as inside\n"
        f"def fail(*given): raise OSError(1, 'refused here')\ninside.{missing} = fail\ninside.main()\n",
        encoding="utf-8",
    )
    real = box.host.subprocess.Popen

    def start(command: list[str], **how: Any) -> Any:
        return real([command[0], "-I", str(started), command[-1]], **how)

    monkeypatch.setattr(box.host.subprocess, "Popen", start)
    with pytest.raises(ToolUnavailableError, match=r"could not be closed, so the code was not run: .*refused here"):
        run("result = 1")
