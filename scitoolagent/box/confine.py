"""Take away from a process what code in a box may not have. The standard library alone: it runs before all else."""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scitoolagent.box.calls import filter_calls

WORK = "/box"
_MEGABYTE = 1 << 20
_NEW_USER, _NEW_NETWORK, _NEW_MOUNTS, _NEW_IPC, _NEW_NAMES, _NEW_PIDS = (
    0x10000000, 0x40000000, 0x00020000, 0x08000000, 0x04000000, 0x20000000,
)  # fmt: skip
_BIND, _RECURSIVE, _PRIVATE, _DETACH = 0x1000, 0x4000, 0x40000, 2
_NO_SUID, _NO_DEVICES, _NO_EXEC = 2, 4, 8
_READ_ONLY, _AT_RECURSIVE, _HERE = 1, 0x8000, -100
_MOUNT_SETATTR, _PIVOT_ROOT = 442, 155
_LANDLOCK = (444, 445, 446)
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_FILES_1, _REFER, _TRUNCATE, _DEVICES = (1 << 13) - 1, 1 << 13, 1 << 14, 1 << 15
_TCP, _SCOPES = 3, 3
_END_WITH_PARENT = 1


def libc() -> ctypes.CDLL:
    """The C library, with its error numbers kept."""
    return ctypes.CDLL(None, use_errno=True)


def landlock_version(library: ctypes.CDLL | None = None) -> int:
    """Which Landlock the kernel has; below 1 it has none."""
    return int((library or libc()).syscall(_LANDLOCK[0], None, 0, 1))


def why_no_box() -> str:
    """Why this machine has no box; empty where it has one."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "code runs in a box on Linux (x86-64) only"
    if landlock_version() < 1:
        return "the kernel has no Landlock (Linux 5.13 or newer, switched on)"
    child = os.fork()
    if child == 0:
        os._exit(1 if libc().unshare(_NEW_USER | _NEW_MOUNTS | _NEW_PIDS) else 0)
    if os.waitpid(child, 0)[1]:
        return "this user may make no namespaces (see kernel.unprivileged_userns_clone, or AppArmor)"
    return ""


def enter_namespaces() -> None:
    """Leave network, processes, mounts and names of the machine behind; processes begun after this one see none of it.

    Raises:
        OSError: the system does not allow it.
    """
    library = libc()
    uid, gid = os.getuid(), os.getgid()
    wanted = _NEW_USER | _NEW_NETWORK | _NEW_MOUNTS | _NEW_IPC | _NEW_NAMES | _NEW_PIDS
    _checked(library.unshare(wanted), "namespaces")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        Path("/proc/self", name).write_text(text, encoding="ascii")


def leave_files(readable: Sequence[str], megabytes: int) -> None:
    """Make a root that holds only what may be read, without the right to write, and an empty folder to work in.

    Args:
        readable: files and folders, which keep their paths.
        megabytes: what the folder may hold; it lies in memory.
    Raises:
        OSError: the system does not allow it.
    """
    library = libc()
    _mount(library, "none", "/", "", _RECURSIVE | _PRIVATE)
    root = tempfile.mkdtemp(prefix="box")
    _mount(library, "box", root, "tmpfs", _NO_SUID | _NO_DEVICES, "size=1m,mode=755")
    for path in (*readable, "/dev/null", "/dev/urandom"):
        there = Path(root, path.lstrip("/"))
        if Path(path).is_dir():
            there.mkdir(parents=True, exist_ok=True)
        else:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.touch()
        _mount(library, path, str(there), "", _BIND | _RECURSIVE)
    Path(root, WORK.lstrip("/")).mkdir()
    os.chdir(root)
    _checked(library.syscall(_PIVOT_ROOT, b".", b"."), "pivot_root")
    _checked(library.umount2(b".", _DETACH), "umount")
    os.chdir("/")
    attributes = struct.pack("QQQQ", _READ_ONLY | _NO_SUID, 0, 0, 0)
    _checked(library.syscall(_MOUNT_SETATTR, _HERE, b"/", _AT_RECURSIVE, attributes, len(attributes)), "mount_setattr")
    bound = f"size={megabytes}m,nr_inodes=4096,mode=700"
    _mount(library, "work", WORK, "tmpfs", _NO_SUID | _NO_DEVICES | _NO_EXEC, bound)
    os.chdir(WORK)


def bound_resources(seconds: int, megabytes: int, file_megabytes: int) -> None:
    """Bound memory, processor time, sizes of files and their number; no core is dumped."""
    for what, most in (
        (resource.RLIMIT_AS, megabytes * _MEGABYTE),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, file_megabytes * _MEGABYTE),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_STACK, 8 * _MEGABYTE),
    ):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def lock(readable: Sequence[str]) -> None:
    """The last step, in the process that runs the code: Landlock and the filter of system calls, for good.

    Raises:
        OSError: the kernel refuses.
    """
    library = libc()
    library.prctl(_END_WITH_PARENT, 9, 0, 0, 0)
    _restrict(library, readable)
    filter_calls(library)


def _restrict(library: ctypes.CDLL, readable: Sequence[str]) -> None:
    version = landlock_version(library)
    handled = _FILES_1
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _DEVICES)):
        handled |= right if version >= since else 0
    fields = (handled, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    rules = struct.pack("QQQ", *fields)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    held = int(library.syscall(_LANDLOCK[0], rules, len(rules), 0))
    _checked(min(held, 0), "Landlock")
    allowed = [(path, _READ | _LIST | _EXECUTE) for path in readable]
    allowed += [(WORK, handled & ~_EXECUTE), ("/dev/null", _READ | _WRITE), ("/dev/urandom", _READ)]
    for path, rights in allowed:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        own = rights if Path(path).is_dir() else rights & (_EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICES)
        rule = struct.pack("=Qi", own & handled, place)
        _checked(library.syscall(_LANDLOCK[1], held, 1, rule, 0), path)
        os.close(place)
    library.prctl(38, 1, 0, 0, 0)
    _checked(library.syscall(_LANDLOCK[2], held, 0), "Landlock")
    os.close(held)


def _mount(library: ctypes.CDLL, source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    given = (source.encode(), target.encode(), kind.encode() or None, flags, data.encode() or None)
    _checked(library.mount(*given[:3], ctypes.c_ulong(flags), given[4]), target)


def _checked(failed: int, what: str) -> None:
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
