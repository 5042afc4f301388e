"""The system calls that code in a box may not make, as a filter of the kernel (seccomp). The standard library alone."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

# Of x86-64; other machines have other numbers, and the filter ends what calls by those of another one.
_ARCHITECTURE = 0xC000003E
_CLONE, _CLONE3, _KILL, _TKILL, _TGKILL = 56, 435, 62, 200, 234
# Calls of the kernel that this list was made for; newer ones are not there for the code.
_NEWEST = 462
_CLONE_THREAD = 0x10000

_DENIED = {
    "other processes": (57, 58, 59, 322, 101, 310, 311, 312, 109, 112, 434, 438, 424, 129, 297, 142, 144, 203, 251),
    "sockets": (41, 53, 42, 43, 288, 49, 50),
    "rights and times of files": (90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280, 188, 189, 190, 197, 198, 199),
    "special files": (133, 259, 303, 304, 319, 447, 86, 265, 88, 266),
    "memory between processes": (29, 30, 31, 64, 65, 66, 68, 69, 70, 71, 240, 241, 425, 426, 427, 206, 209),
    "mounts and namespaces": (165, 166, 155, 161, 272, 308, 428, 429, 430, 431, 432, 433, 442, 457, 458),
    "the kernel": (321, 298, 323, 248, 249, 250, 246, 320, 175, 313, 174, 176, 169, 167, 168, 163, 179, 443, 135, 172,
                   173, 164, 227, 305, 159, 170, 171, 103, 134, 139, 154, 156, 300, 301, 153, 444, 445, 446, 317),
}  # fmt: skip

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_ALLOW, _END, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _MACHINE, _FIRST, _SECOND = 0, 4, 16, 24
_SET_SECCOMP, _FILTER, _NO_NEW_PRIVILEGES = 22, 2, 38


def _line(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_so, if_not, value)


def _program(process: int) -> bytes:
    """The filter: a denied call fails with EPERM, and signals reach only the process itself."""
    lines = [
        _line(_LOAD, _MACHINE),
        _line(_EQUAL, _ARCHITECTURE, 1, 0),
        _line(_RETURN, _END),
        _line(_LOAD, _NUMBER),
        # Also those of the other numbering that the kernel knows on this machine (x32), which begin at 2^30.
        _line(_GREATER, _NEWEST, 0, 1),
        _line(_RETURN, _FAIL | errno.ENOSYS),
        # Its flags lie in memory, which a filter cannot read; without it the C library starts threads by `clone`.
        _line(_EQUAL, _CLONE3, 0, 1),
        _line(_RETURN, _FAIL | errno.ENOSYS),
    ]
    for number in sorted(one for numbers in _DENIED.values() for one in numbers):
        lines += [_line(_EQUAL, number, 0, 1), _line(_RETURN, _FAIL | errno.EPERM)]
    for number in (_KILL, _TGKILL):
        lines += [
            _line(_EQUAL, number, 0, 4),
            _line(_LOAD, _FIRST),
            _line(_EQUAL, process, 0, 1),
            _line(_RETURN, _ALLOW),
            _line(_RETURN, _FAIL | errno.EPERM),
        ]
    lines += [
        _line(_EQUAL, _TKILL, 0, 1),
        _line(_RETURN, _FAIL | errno.EPERM),
        _line(_EQUAL, _CLONE, 0, 3),
        _line(_LOAD, _FIRST),
        _line(_ANY_BIT, _CLONE_THREAD, 1, 0),
        _line(_RETURN, _FAIL | errno.EPERM),
        _line(_RETURN, _ALLOW),
    ]
    return b"".join(lines)


def filter_calls(libc: ctypes.CDLL) -> None:
    """Put the filter on this process and all its threads to come, for good.

    Raises:
        OSError: the kernel takes no filter.
    """
    program = _program(os.getpid())
    held = ctypes.create_string_buffer(program)
    described = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(held))
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.prctl(_SET_SECCOMP, _FILTER, described, 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")
