"""Write a run to a file that others can read or run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.code import notebook, script
from scitoolagent.provenance.crate import write_crate
from scitoolagent.provenance.cwl import workflow
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.toolkg.graph import ToolGraph

_TEXTS: dict[str, tuple[Callable[[RecordedRun, ToolGraph], str], str]] = {
    "notebook": (notebook, ".ipynb"),
    "script": (script, ".py"),
    "cwl": (workflow, ".cwl"),
}
EXPORT_FORMATS = ("crate", *_TEXTS)


def export(recorded: RecordedRun, graph: ToolGraph, form: str, out: Path | None, workspace: Path) -> Path:
    """Write a run in one of `EXPORT_FORMATS`; returns the path.

    Args:
        recorded: the run.
        graph: the tool graph, for the types of values.
        form: `crate`, `notebook`, `script` or `cwl`.
        out: a new file in `workspace`, or a new folder (or `.zip`) for a crate; named by the run when left out.
        workspace: the folder in which files are read and written.
    Raises:
        ConfigError: the form is unknown, `out` is there already or lies elsewhere, or the run has no result.
        BlockedError: the trace holds what is never worked on.
    """
    if form not in EXPORT_FORMATS:
        raise ConfigError(f"a run cannot be exported as {form!r}; there are {', '.join(EXPORT_FORMATS)}")
    admit_run(graph, recorded)
    target = _target(out or Path(recorded.run + (_TEXTS[form][1] if form in _TEXTS else "-crate")), workspace)
    try:
        if form in _TEXTS:
            text = _TEXTS[form][0](recorded, graph)
            # `x`, so that nothing is overwritten that came into being since the check.
            with target.open("x", encoding="utf-8") as file:
                file.write(text)
        else:
            write_crate(recorded, graph, target, workspace)
    except OSError as error:
        raise ConfigError(f"{target} cannot be written: {error}; name another place with --out") from error
    return target


def _target(out: Path, workspace: Path) -> Path:
    """The place to write to.

    As for files that are read: whoever may ask for an export may not write just anywhere.
    """
    folder = workspace.resolve()
    target = folder / out
    # The folder is resolved but not the name itself: a link there counts as something that is there already.
    if target.name in ("", "..") or not target.parent.resolve().is_relative_to(folder) or target == folder:
        raise ConfigError(f"{str(out)!r} does not lie in the working folder {folder}; name a place in it with --out")
    if target.exists() or target.is_symlink():
        raise ConfigError(f"{str(out)!r} is there already; name another place with --out")
    if not target.parent.is_dir():
        raise ConfigError(f"there is no folder {str(out.parent)!r} in {folder}; make it first")
    return target
