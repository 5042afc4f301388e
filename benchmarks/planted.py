"""The faults that `benchmarks/faults.py` plants: what is broken, the command that meets it, and what must be said.

Each is a function that prepares a folder and gives a `Fault`. A new one found in use is added here.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ASK = ("ask", "What is the TPSA of camphor?")
QED = ("tools", "run", "qed", "smiles=CCO")
_PLUGIN = '''
import os, subprocess, sys, time
from typing import Annotated
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
Note = Annotated[str, Semantic("FaultNote", parent="Parameter", label="note of a fault")]
Said = Annotated[str, Semantic("FaultSaid", parent="Report", label="what a fault said")]
def declared(name, body):
    def function(note: Note) -> Said:
        """Do harm.

        Args:
            note: Anything.
        Returns:
            A text.
        Raises:
            ToolInputError: never.
        Source: tests.
        """
        return body() or "done"
    function.__name__ = name
    function.__module__ = __name__
    return tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"note": "a"})(function)
def deep():
    return deep()
fault_exits = declared("fault_exits", lambda: sys.exit(3))
fault_ends = declared("fault_ends", lambda: os._exit(0))
fault_prints = declared("fault_prints", lambda: os.write(1, b"junk on one\\n") and None)
fault_forks = declared("fault_forks", lambda: subprocess.Popen(["sleep", "4242"]) and None)
fault_sleeps = declared("fault_sleeps", lambda: time.sleep(600))
fault_recurses = declared("fault_recurses", deep)
fault_eats = declared("fault_eats", lambda: "x" * (1 << 34))
fault_escapes = declared("fault_escapes", lambda: "\\x1b[2J\\x1b]0;owned\\x07 text")
fault_raises = declared("fault_raises", lambda: 1 / 0)
'''


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: how the world is broken, a command, the exit codes that are right, and what its output must hold.

    Attributes:
        name: what is wrong.
        words: the command.
        codes: the exit codes that are right; 3 is the gate's own and no fault has it unless it says so.
        says: words that the output must hold, in any case.
        environment: variables that differ; None takes one away.
        given: what stands on its standard input.
        full: write its standard output to a full device.
        limit: called in the child before it starts.
        kept: files that must be the same afterwards.
        seconds: the longest that it may take.
    """

    name: str
    words: tuple[str | bytes, ...] = ASK
    codes: tuple[int, ...] = (0,)
    says: tuple[str, ...] = ()
    environment: Mapping[str, str | None] = field(default_factory=dict)
    given: bytes = b""
    full: bool = False
    limit: Callable[[], None] | None = None
    kept: tuple[Path, ...] = ()
    seconds: float = 90.0


def planted(folder: Path) -> Iterator[Fault]:
    """All faults, each in a new folder below this one."""
    for number, plant in enumerate((_folders, _limits, _caches, _traces, _texts, _files, _settings, _tools, _rest)):
        place = folder / str(number)
        place.mkdir()
        yield from plant(place)


def _own(folder: Path, name: str) -> tuple[Path, dict[str, str | None]]:
    """Data and cache folders of a fault's own."""
    place = folder / name
    for part in ("data/runs", "cache"):
        (place / part).mkdir(parents=True)
    return place, {"SCITOOLAGENT_DATA_DIR": str(place / "data"), "SCITOOLAGENT_CACHE_DIR": str(place / "cache")}


def _folders(folder: Path) -> Iterator[Fault]:
    taken = folder / "file"
    taken.write_text("a file")
    for name, place in (("a file", str(taken)), ("below a file", str(taken / "x")), ("not writable", "/proc/x")):
        data, cache = {"SCITOOLAGENT_DATA_DIR": place}, {"SCITOOLAGENT_CACHE_DIR": place}
        yield Fault(f"the data folder is {name}", codes=(1,), says=("SCITOOLAGENT_DATA_DIR",), environment=data)
        yield Fault(f"the cache folder is {name}", environment=cache, says=("17.07",))
    yield Fault("no home", environment={"HOME": None}, says=("17.07",))
    yield Fault("a home that is not there", environment={"HOME": "/nonexistent"}, says=("17.07",))
    yield Fault("no folder for temporary files", environment={"TMPDIR": "/nonexistent"}, says=("17.07",))
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    yield Fault("a terminal that knows no letters but those of ASCII", environment=ascii_only, says=("17.07 \\u00c5",))
    yield Fault("no settings folder", environment={"XDG_CONFIG_HOME": "/proc/x"}, says=("17.07",))
    yield Fault(
        "a folder of the servers that is a file", environment={"SCITOOLAGENT_MCP_DIR": str(taken)}, says=("17.07",)
    )


def _limits(folder: Path) -> Iterator[Fault]:
    def no_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    def little_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    def memory(megabytes: int) -> Callable[[], None]:
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    yield Fault("standard output on a full disk", codes=(1,), says=("space",), full=True)
    yield Fault("a list on a full disk", ("tools", "list"), codes=(1,), says=("space",), full=True)
    yield Fault("JSON on a full disk", ("ask", "--json", ASK[1]), codes=(1,), says=("space",), full=True)
    yield Fault(
        "no byte can be written", codes=(1,), says=("temporary",), limit=no_disk, environment=_own(folder, "a")[1]
    )
    yield Fault(
        "the disk is full after 400 bytes",
        codes=(1,),
        says=("trace",),
        limit=little_disk,
        environment=_own(folder, "b")[1],
    )

    def files(number: int) -> Callable[[], None]:
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))

    yield Fault("200 MB of memory", codes=(1,), says=("ulimit -v",), limit=memory(200))
    for number in (12, 16):
        yield Fault(f"{number} open files", codes=(1,), says=("ulimit -n",), limit=files(number))
    # Enough for some machines; where it is not, that has to be said.
    yield Fault("300 MB of memory", codes=(0, 1), limit=memory(300))
    yield Fault("100 MB of memory", ("tools", "search", "polar"), codes=(1,), says=("memory",), limit=memory(100))
    yield Fault("256 MB for a tool", codes=(0, 1), environment={"SCITOOLAGENT_TOOL_MEGABYTES": "256"})


def _caches(folder: Path) -> Iterator[Fault]:
    def kept(name: str, write: Callable[[Path], object]) -> dict[str, str | None]:
        place, environment = _own(folder, name)
        write(place / "cache")
        return environment

    def rows(outputs: str) -> Callable[[Path], object]:
        def write(cache: Path) -> None:
            with sqlite3.connect(cache / "results.sqlite") as table:
                table.execute("CREATE TABLE calls (key TEXT PRIMARY KEY, outputs TEXT NOT NULL, digest TEXT NOT NULL)")
                table.execute("INSERT INTO calls VALUES ('k', ?, 'd')", (outputs,))

        return write

    def spoiled(content: bytes) -> Callable[[Path], object]:
        """Every file that the program keeps in its cache, with this content instead of its own."""

        def write(cache: Path) -> None:
            known = Path(os.environ["SCITOOLAGENT_CACHE_DIR"])
            for path in [one for one in known.rglob("*") if one.is_file()]:
                target = cache / path.relative_to(known)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content if content != b"half" else path.read_bytes()[: path.stat().st_size // 2])

        return write

    says = ("17.07",)
    yield Fault(
        "a cache that is no table",
        environment=kept("a", lambda c: (c / "results.sqlite").write_bytes(b"x" * 999)),
        says=says,
    )
    yield Fault("a cache that is a folder", environment=kept("b", lambda c: (c / "results.sqlite").mkdir()), says=says)
    for name, outputs in (("c", "{}"), ("d", "null"), ("e", "[" * 5000), ("f", '{"x": NaN}')):
        yield Fault(f"a cache row {outputs[:9]}", QED, environment=kept(name, rows(outputs)), says=("0.40",))
    for name, content in (("g", b""), ("h", b"{}"), ("i", b"\x00" * 4096), ("j", b"half"), ("k", b"\xff\xfe{")):
        yield Fault(f"every cache file is {content[:4]!r}", environment=kept(name, spoiled(content)), says=says)


def _traces(folder: Path) -> Iterator[Fault]:
    place, environment = _own(folder, "traces")
    runs = place / "data" / "runs"
    header = json.dumps({"kind": "run", "run": "x", "scitoolagent": "0", "started": "2026-01-01T00:00:00"})
    query = json.dumps({"kind": "query", "text": "What is it?"})
    answer = json.dumps({"kind": "answer", "status": "failed", "text": "none"})
    whole = f"{header}\n{query}\n{answer}\n".encode()

    def trace(number: int, content: bytes) -> tuple[str, Path]:
        name = f"20260101-0000{number:02}-abcdef"
        path = runs / f"{name}.jsonl"
        path.write_bytes(content)
        return name, path

    for number, (what, content, codes, says) in enumerate(
        (
            ("cut in its last line", whole[:-9], (0, 1), ()),
            ("empty", b"", (1,), ("empty",)),
            ("with a broken line", whole.replace(b'{"kind": "query"', b'{"kind: "query"'), (1,), ("line 2",)),
            ("with bytes that are no UTF-8", whole.replace(b"What", b"\xff\xfe"), (1,), ("utf-8",)),
            ("cut within a letter", whole + '{"kind": "answer", "text": "é'.encode()[:-1], (0, 1), ()),
            ("nested too deep", whole + b'{"kind":' + b"[" * 100_000 + b"\n" + whole, (1,), ("line 4",)),
            ("with a line separator of Unicode", whole.replace(b"What", "a\u2028b".encode()), (0, 1), ()),
            ("of another program", b'["no", "run"]\n{}\n', (1,), ("line 1",)),
            ("of zeros", b"\x00" * 5000, (1,), ()),
        )
    ):
        name, path = trace(number, content)
        yield Fault(f"a trace {what}", ("show", name), codes, says, environment, kept=(path,))
        yield Fault(f"replay of a trace {what}", ("replay", name), (1, 2), (), environment, kept=(path,))
    trace(99, whole)
    (runs / "20991231-235959-abcdef.jsonl").write_bytes(whole)
    yield Fault("a clock that was ahead", environment=environment, says=("17.07",))
    yield Fault("the list of runs with one of the future", ("show",), environment=environment, says=("20991231",))


def _texts(folder: Path) -> Iterator[Fault]:
    escape = "\x1b[2J\x1b]0;owned\x07"
    yield Fault("a question that is no UTF-8", ("ask", b"What is \xff\xfe?"), (1, 2), ("utf-8",))
    yield Fault("input that is no UTF-8", ("ask", "-"), (1, 2), ("utf-8",), given=b"What is \xff\xfe?\n")
    yield Fault("JSON of a question that is no UTF-8", ("ask", "--json", b"\xed\xa0\x80"), (1, 2), ("utf-8",))
    yield Fault("an argument that is no UTF-8", ("tools", "run", "qed", b"smiles=C\xff"), (1,), ("utf-8",))
    yield Fault("a zero byte in a question", ("ask", "-"), (1, 2), (), given=b"What is the TPSA of \x00 camphor?")
    yield Fault("terminal escapes in a question", ("ask", f"What is the TPSA of {escape}camphor?"), (0, 1, 2), ())
    yield Fault("terminal escapes in an argument", ("tools", "run", "qed", f"smiles={escape}"), (1,), ())
    yield Fault("terminal escapes in a name", ("tools", "show", escape), (1, 2), ())
    yield Fault("a deep list as an argument", ("tools", "run", "qed", "smiles=" + "[" * 90_000), (1,), ())
    yield Fault("a question of a megabyte", ("ask", "-"), (2,), ("characters",), given=b"What is it? " * 90_000)
    yield Fault("a long word with a bracket behind it", ("ask", "protein" * 60 + "(1)"), (1, 2), (), seconds=60)
    yield Fault("a long line of signs", ("safety", "screen", ")" * 60_000 + "("), (0, 1), (), seconds=60)
    yield Fault("no question", ("ask", ""), (2,), ())
    yield Fault("brackets without end", ("ask", "(" * 20_000), (1, 2), ())
    yield Fault("a value of brackets", ("safety", "screen", "[" * 100_000), (1,), ())


def _files(folder: Path) -> Iterator[Fault]:
    place, environment = _own(folder, "files")
    inside = {**environment, "PWD_OF_FAULT": str(place)}
    with (place / "large.pdb").open("wb") as sparse:
        sparse.truncate(3_000_000_000)
    os.mkfifo(place / "pipe.pdb")
    (place / "folder.pdb").mkdir()
    (place / "bytes.pdb").write_bytes(bytes(range(256)) * 40)
    (place / "none.pdb").write_bytes(b"")
    (place / "loop.pdb").symlink_to(place / "loop.pdb")
    with zipfile.ZipFile(place / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(6):
            archive.writestr(str(number), b"0" * 99_000_000)
    for name, says in (
        ("large.pdb", ("3,000,000,000",)), ("pipe.pdb", ("no plain file",)), ("folder.pdb", ("no file",)),
        ("bytes.pdb", ()), ("none.pdb", ()), ("loop.pdb", ("loop.pdb",)), ("absent.pdb", ("no file",)),
        ("../../../etc/passwd", ("outside",)),
    ):  # fmt: skip
        words = ("tools", "run", "atom_distance", f"structure={name}", "atom_a=1", "atom_b=2")
        yield Fault(f"a structure file {name}", words, (1,), says, inside)
    for name in ("large.pdb", "bomb.zip"):
        yield Fault(f"screening {name}", ("safety", "screen", str(place / name)), (1,), ("bytes",), inside)
    yield Fault("screening a file without an end", ("safety", "screen", "/dev/zero"), (1,), (), inside)


def _settings(folder: Path) -> Iterator[Fault]:
    for name, content in (
        ("broken", b"workers = ["),
        ("bytes", b"\xff\xfe"),
        ("unknown", b"colour = 1"),
        ("wrong", b"workers = 0"),
    ):
        path = folder / f"{name}.toml"
        path.write_bytes(content)
        yield Fault(
            f"settings that are {name}", codes=(1,), environment={"SCITOOLAGENT_CONFIG": str(path)}, says=("set",)
        )
    yield Fault(
        "settings that are not there", codes=(1,), environment={"SCITOOLAGENT_CONFIG": "/no/file"}, says=("/no/file",)
    )
    yield Fault(
        "a model that is away",
        environment={"SCITOOLAGENT_MODEL_URL": "http://127.0.0.1:9/v1", "SCITOOLAGENT_MODEL": "x"},
        says=("17.07",),
    )
    yield Fault(
        "a graph that is away",
        codes=(1,),
        environment={"SCITOOLAGENT_TOOL_GRAPH_ENDPOINT": "http://127.0.0.1:9/sparql"},
        says=("127.0.0.1",),
    )
    place, environment = _own(folder, "hazards")
    (place / "data" / "safety_db").mkdir()
    yield Fault("an empty hazard database", codes=(3,), environment=environment, says=("safety build",))
    place, environment = _own(folder, "cut")
    import scitoolagent.safety_db

    shipped = Path(scitoolagent.safety_db.__file__).parent
    shutil.copytree(shipped, place / "data" / "safety_db", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (place / "data" / "safety_db" / "compounds.npz").write_bytes(b"PK")
    yield Fault("a hazard database that was cut", codes=(3,), environment=environment, says=("safety build",))


def _tools(folder: Path) -> Iterator[Fault]:
    """Tools that misbehave, brought by a package of their own."""
    info = folder / "fault_tools-0.1.dist-info"
    info.mkdir()
    (folder / "fault_tools.py").write_text(_PLUGIN, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fault-tools\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[scitoolagent.tools]\nfaults = fault_tools\n")
    environment = {"PYTHONPATH": str(folder), "SCITOOLAGENT_TOOL_SECONDS": "5", **_own(folder, "own")[1]}
    for name, codes, says in (
        ("fault_exits", (1,), ("end the program",)), ("fault_ends", (1,), ("fault_ends",)), ("fault_prints", (0,),
        ("done",)),
        ("fault_forks", (0,), ("done",)), ("fault_sleeps", (1,), ("longer than 5 s",)), ("fault_recurses", (1,),
        ("recursion",)),
        ("fault_eats", (1,), ("memory",)), ("fault_escapes", (0, 1), ()), ("fault_raises", (1,), ("division by zero",)),
    ):  # fmt: skip
        yield Fault(
            f"a tool that {name.removeprefix('fault_')}", ("tools", "run", name, "note=a"), codes, says, environment
        )


def _rest(folder: Path) -> Iterator[Fault]:
    yield Fault("a tool that is not there", ("tools", "run", "nothing", "a=1"), (1, 2), ("nothing",))
    yield Fault("a run that is not there", ("show", "20260101-000000-000000"), (1,), ("no run",))
    yield Fault("an argument without a value", ("tools", "run", "qed", "smiles"), (1,), ("name=value",))
    yield Fault("a query that is none", ("kg", "query", "SELECT"), (1,), ())
    yield Fault(
        "a query that asks elsewhere", ("kg", "query", "SELECT * {SERVICE <http://127.0.0.1:9> {?s ?p ?o}}"), (1,), ()
    )
