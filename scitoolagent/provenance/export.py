"""Write a run to a file that others can read or run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.code import notebook, script
from scitoolagent.provenance.crate import write_crate
from scitoolagent.provenance.cwl import workflow
from scitoolagent.provenance.methods import with_references
from scitoolagent.provenance.page import page
from scitoolagent.provenance.portable import pack, software_of, unpacked
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.references import bibliography
from scitoolagent.toolkg.graph import ToolGraph

# What writes a text: given the run, the tool graph, the folder of all tables, and the one with the files of the run.
_Writer = Callable[[RecordedRun, ToolGraph, Path, Path], str]


def _page(recorded: RecordedRun, graph: ToolGraph, store: Path, workspace: Path) -> str:
    packed = pack(recorded, graph, store, workspace)
    # Of what the page holds, as whoever replays it reads it.
    return page(unpacked(recorded.run, packed), graph, packed)


def _methods(recorded: RecordedRun, graph: ToolGraph, *_: Path) -> str:
    return with_references(recorded, graph, software_of(recorded, graph))


def _references(recorded: RecordedRun, graph: ToolGraph, *_: Path) -> str:
    recorded.exported(graph)
    return bibliography(recorded)


_TEXTS: dict[str, tuple[_Writer, str]] = {
    "html": (_page, ".html"),
    "notebook": (lambda recorded, graph, store, _: notebook(recorded, graph, store), ".ipynb"),
    "script": (lambda recorded, graph, store, _: script(recorded, graph, store), ".py"),
    "cwl": (lambda recorded, graph, store, _: workflow(recorded, graph, store), ".cwl"),
    "methods": (_methods, "-methods.txt"),
    "bib": (_references, ".bib"),
}
EXPORT_FORMATS = ("crate", *_TEXTS)


def document(recorded: RecordedRun, graph: ToolGraph, form: str, workspace: Path, store: Path) -> tuple[str, str]:
    """The name of the file and the text of a run in one of `EXPORT_FORMATS`; a crate is none.

    Raises:
        ConfigError: the form is unknown, or the run has no result.
        BlockedError: the trace holds what is never worked on.
    """
    if form not in _TEXTS:
        raise ConfigError(f"a run cannot be written as {form!r}; there are {', '.join(_TEXTS)}")
    admit_run(graph, recorded)
    write, ending = _TEXTS[form]
    return recorded.run + ending, write(recorded, graph, store, workspace)


def export(
    recorded: RecordedRun, graph: ToolGraph, form: str, out: Path | None, workspace: Path, store: Path | None = None
) -> Path:
    """Write a run in one of `EXPORT_FORMATS`; returns the path.

    Args:
        recorded: the run.
        graph: the tool graph, for the types of values.
        form: one of `EXPORT_FORMATS`.
        out: a new file in `workspace`, or a new folder (or `.zip`) for a crate; named by the run when left out.
        workspace: the folder in which files are read and written.
        store: the folder of all tables; that of the settings when left out.
    Raises:
        ConfigError: the form is unknown, `out` already exists or lies elsewhere, or the run has no result.
        BlockedError: the trace holds what is never worked on.
    """
    if form not in EXPORT_FORMATS:
        raise ConfigError(f"a run cannot be exported as {form!r}; there are {', '.join(EXPORT_FORMATS)}")
    admit_run(graph, recorded)
    target = _target(out or Path(recorded.run + (_TEXTS[form][1] if form in _TEXTS else "-crate")), workspace)
    store = store or load_config().cache_dir / "tables"
    try:
        if form in _TEXTS:
            text = _TEXTS[form][0](recorded, graph, store, workspace)
            # `x`, so that nothing is overwritten that came into being since the check.
            with target.open("x", encoding="utf-8") as file:
                file.write(text)
        else:
            write_crate(recorded, graph, target, workspace, store)
    except OSError as error:
        raise ConfigError(f"{target} cannot be written: {error}; name another place with --out") from error
    return target


def _target(out: Path, workspace: Path) -> Path:
    """The place to write to.

    As for files that are read: whoever may ask for an export may not write just anywhere.
    """
    folder = workspace.resolve()
    target = folder / out
    # The folder is resolved but not the name itself: a link there counts as something that already exists.
    if target.name in ("", "..") or not target.parent.resolve().is_relative_to(folder) or target == folder:
        raise ConfigError(f"{str(out)!r} does not lie in the working folder {folder}; name a place in it with --out")
    if target.exists() or target.is_symlink():
        raise ConfigError(f"{str(out)!r} already exists; name another place with --out")
    if not target.parent.is_dir():
        raise ConfigError(f"there is no folder {str(out.parent)!r} in {folder}; make it first")
    return target
