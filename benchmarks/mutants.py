"""Plant defects and count those that the tests catch: `make mutants`, or `python -m scitoolagent.benchmarks.mutants`.

`tests/mutations.toml` lists the defects. Each is planted in a copy of the checkout, never in the checkout itself, and
the tests named beside it are run there. Exit code 1 when fewer than 95 % are caught, or one of them is broken.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
import venv
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

from scitoolagent.errors import ConfigError

ROOT = Path(__file__).resolve().parents[1]
WANTED = 0.95
_JOBS = 2
_LEAST_SECONDS, _TIMES = 60.0, 4.0
_MOST_SECONDS = 600.0
# Imported by every Python of a copy: it takes the packages from there, not from the checkout.
_IMPORTS = """import sys
from importlib.util import spec_from_file_location
FOLDERS = {folders!r}
class CopiedPackages:
    @staticmethod
    def find_spec(name, path=None, target=None):
        folder = FOLDERS.get(name)
        if folder is None:
            return None
        return spec_from_file_location(name, folder + "/__init__.py", submodule_search_locations=[folder])
sys.meta_path.insert(0, CopiedPackages)
"""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One defect.

    Attributes:
        file: what is changed, relative to the root of the project.
        old: the text that is replaced; it stands in the file exactly once.
        why: what a user would get wrong.
        tests: files or tests, as pytest takes them, of which at least one has to fail.
    """

    id: str
    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a defect; `broken` when its tests could not be run, fail without it, or take too long."""

    id: str
    verdict: Literal["caught", "survived", "broken"]
    seconds: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PytestRun:
    """One run of pytest: its exit code, None when it was stopped for time, and the lines that tell most."""

    code: int | None
    seconds: float
    detail: str


def read_mutations(path: Path) -> tuple[Mutation, ...]:
    """The list of defects.

    Raises:
        ConfigError: it cannot be read, a field is missing or unknown, or two entries share an id.
    """
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
        found = tuple(Mutation(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no list of [[mutation]] entries: {error}") from error
    ids = [mutation.id for mutation in found]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ConfigError(f"{path} has more than one entry {twice[0]!r}")
    for mutation in found:
        for field in fields(mutation):
            if field.name != "new" and not getattr(mutation, field.name):
                raise ConfigError(f"{path}: {mutation.id!r} has an empty {field.name}")
    return found


def mutated(mutation: Mutation, root: Path) -> str:
    """The text of the file with the defect in it.

    Raises:
        ConfigError: the file is not there, the old text is not in it exactly once, or the change makes no difference.
    """
    path = root / mutation.file
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{mutation.id}: {mutation.file} cannot be read: {error}") from error
    if (count := text.count(mutation.old)) != 1:
        raise ConfigError(
            f"{mutation.id}: {mutation.file} holds its old text {count} times, not once; "
            "bring tests/mutations.toml up to date with the source"
        )
    changed = text.replace(mutation.old, mutation.new)
    if path.suffix == ".py" and _same_code(text, changed):
        raise ConfigError(f"{mutation.id}: its new text means the same to Python, or is no Python")
    return changed


def _same_code(text: str, changed: str) -> bool:
    try:
        return ast.dump(ast.parse(text)) == ast.dump(ast.parse(changed))
    except SyntaxError:
        return True


class CheckoutCopy:
    """A copy of the tracked and the new files of a checkout, in which tests run on the copied sources.

    Raises:
        ConfigError: the files cannot be listed, or Python does not import from the copy.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        folder.mkdir()
        self._output = folder / "output.txt"
        for name in _listed(root):
            target = self.root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target, follow_symlinks=False)
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        places = project["tool"]["setuptools"]["package-dir"]
        folders = {name: str(self.root / place) for name, place in places.items()}
        self._python = _environment(folder / "environment", folders)
        self._process: subprocess.Popen[bytes] | None = None
        # Most of the time of a run goes into imports, so what is compiled has to be kept.
        self._variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        asked = "import importlib, sys; print([importlib.import_module(name).__file__ for name in sys.argv[1:]])"
        done = subprocess.run(
            [self._python, "-c", asked, *folders], env=self._variables, capture_output=True, text=True, check=False
        )
        wanted = str([f"{place}/__init__.py" for place in folders.values()])
        if done.stdout.strip() != wanted:
            raise ConfigError(f"the packages are not imported from the copy: {done.stdout}{done.stderr[-500:]}")

    def test(self, tests: Sequence[str], seconds: float) -> PytestRun:
        """Run tests up to the first failure; their processes are ended after so many seconds."""
        command = [self._python, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-rfE", *tests]
        start = time.monotonic()
        with self._output.open("w+", encoding="utf-8", errors="replace") as output:
            process = self._process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self._variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code: int | None = process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                code = None
                self.stop()
            output.seek(0)
            lines = output.read().splitlines()
        told = [line for line in lines if line.startswith(("FAILED", "ERROR"))] or lines[-1:]
        return PytestRun(code, time.monotonic() - start, told[0][:200] if told else "")

    def stop(self) -> None:
        """End the tests that are running, with all that they started."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def try_mutation(self, mutation: Mutation, seconds: float) -> Verdict:
        """Plant a defect, run its tests, and take it out again."""
        path = self.root / mutation.file
        before = path.read_text(encoding="utf-8")
        changed = mutated(mutation, self.root)
        try:
            _write(path, changed)
            run = self.test(mutation.tests, seconds)
        finally:
            _write(path, before)
        return Verdict(mutation.id, _verdict(run), round(run.seconds, 1), run.detail)


def _verdict(run: PytestRun) -> Literal["caught", "survived", "broken"]:
    # pytest ends with 0 when all tests passed, with 1 when some failed, and with more when they could not be run.
    return "survived" if run.code == 0 else "caught" if run.code == 1 else "broken"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    # A text of the same length, written within a second, would leave the compiled one valid.
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def _environment(place: Path, folders: dict[str, str]) -> str:
    """The Python of a new virtual environment with the packages of this one, except those in `folders`.

    Tests start processes of their own, with a path of their own, so no variable would do.
    """
    venv.create(place, symlinks=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)}))
    (own / "copied_packages.py").write_text(_IMPORTS.format(folders=folders), encoding="utf-8")
    # Folders that a .pth file names are searched, but the .pth files in them are not read: no editable install.
    paths = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (own / "copied_packages.pth").write_text("\n".join([*paths, "import copied_packages", ""]), encoding="utf-8")
    return str(place / "bin" / "python")


def _listed(root: Path) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ConfigError(f"the files of {root} cannot be listed: {done.stderr.strip()}")
    # A deleted file is listed until the deletion is committed.
    return [name for name in done.stdout.split("\x00") if name and os.path.lexists(root / name)]


def try_all(
    mutations: Sequence[Mutation], root: Path, jobs: int, progress: Callable[[Verdict], None]
) -> tuple[Verdict, ...]:
    """Run the tests of all defects without them, then try each defect.

    Raises:
        ConfigError: an entry does not fit its source.
    """
    for mutation in mutations:
        mutated(mutation, root)
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        made = [CheckoutCopy(root, Path(folder) / str(number)) for number in range(jobs)]
        copies: SimpleQueue[CheckoutCopy] = SimpleQueue()
        for copy in made:
            copies.put(copy)

        def sound(test: str) -> PytestRun:
            copy = copies.get()
            try:
                return copy.test([test], _MOST_SECONDS)
            finally:
                copies.put(copy)

        def attempt(mutation: Mutation) -> Verdict:
            before = [runs[test] for test in mutation.tests]
            failing = next((run for run in before if run.code != 0), None)
            if failing is not None:
                found = Verdict(mutation.id, "broken", 0.0, f"without the defect: {failing.detail}")
            else:
                copy = copies.get()
                try:
                    found = copy.try_mutation(mutation, _LEAST_SECONDS + _TIMES * sum(run.seconds for run in before))
                finally:
                    copies.put(copy)
            progress(found)
            return found

        with ThreadPoolExecutor(jobs) as pool:
            tests = list(dict.fromkeys(test for mutation in mutations for test in mutation.tests))
            try:
                runs = dict(zip(tests, pool.map(sound, tests), strict=True))
                return tuple(pool.map(attempt, mutations))
            finally:
                for copy in made:
                    copy.stop()


def chosen(mutations: Iterable[Mutation], ids: Sequence[str], files: Sequence[str]) -> tuple[Mutation, ...]:
    """The defects whose id fits one of the patterns and whose file begins with one of the paths; all without any."""
    return tuple(
        mutation
        for mutation in mutations
        if (not ids or any(fnmatch.fnmatchcase(mutation.id, pattern) for pattern in ids))
        and (not files or mutation.file.startswith(tuple(files)))
    )


def result(mutations: Sequence[Mutation], verdicts: Sequence[Verdict], seconds: float) -> dict[str, object]:
    """The result as it is written into a file."""
    caught = sum(verdict.verdict == "caught" for verdict in verdicts)
    return {
        "planted": len(verdicts),
        "caught": caught,
        "seconds": round(seconds),
        "defects": [
            {"file": mutation.file, "why": mutation.why, **asdict(verdict)}
            for mutation, verdict in zip(mutations, verdicts, strict=True)
        ],
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", help="only the defects with these ids; * stands for anything")
    parser.add_argument("--file", action="append", default=[], help="only defects in this file or folder")
    parser.add_argument("--list", type=Path, default=ROOT / "tests" / "mutations.toml", help="the list of defects")
    parser.add_argument("--jobs", type=int, default=_JOBS, help="how many are tried at a time")
    parser.add_argument("--out", type=Path, help="write the result here; a run of all writes benchmarks/results")
    return parser.parse_args()


def main() -> None:
    """Try the defects, print a line for each and the share that is caught, and write the result."""
    given = _arguments()
    # A run that is ended from outside leaves neither processes nor copies behind either.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    start = time.monotonic()
    try:
        mutations = chosen(read_mutations(given.list), given.ids, given.file)
        if not mutations:
            sys.exit("no defect has such an id or file")
        verdicts = try_all(mutations, ROOT, max(1, given.jobs), _print)
    except ConfigError as error:
        sys.exit(str(error))
    seconds = time.monotonic() - start
    found = result(mutations, verdicts, seconds)
    print(f"{found['caught']} of {found['planted']} caught, in {seconds:.0f} s")
    whole = not (given.ids or given.file)
    day = datetime.now(UTC).date()
    out = given.out or (ROOT / "benchmarks" / "results" / f"{day}-mutants.json" if whole else None)
    if out:
        out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written to {out}")
    counts = [verdict.verdict for verdict in verdicts]
    if counts.count("caught") < math.ceil(WANTED * len(counts)) or "broken" in counts:
        sys.exit(1)


def _print(verdict: Verdict) -> None:
    detail = "" if verdict.verdict == "survived" else verdict.detail
    print(f"{verdict.verdict:9}{verdict.id:40}{verdict.seconds:6.1f} s  {detail}", flush=True)


if __name__ == "__main__":
    main()
