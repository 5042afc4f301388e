"""`export` writes new files in the working folder only, and refuses incomplete runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.provenance.export import EXPORT_FORMATS, export
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.toolkg.store import load_graph

COMMAND = (
    "import sys, typer\n"
    "from scitoolagent.cli.exit import code_of\n"
    "from scitoolagent.cli.provenance import export, replay\n"
    "from scitoolagent.errors import SciToolAgentError\n"
    "app = typer.Typer()\n"
    "app.command()(export)\n"
    "app.command()(replay)\n"
    "try: app()\n"
    "except SciToolAgentError as error: print(error, file=sys.stderr); sys.exit(code_of(error))\n"
)
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def command(config: Config, tmp_path: Path) -> Run:
    folder = tmp_path / "work"
    folder.mkdir()

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        env = {
            **os.environ,
            "SCITOOLAGENT_DATA_DIR": str(config.data_dir),
            "SCITOOLAGENT_CACHE_DIR": str(config.cache_dir),
            "NO_COLOR": "1",
        }
        return subprocess.run(
            [sys.executable, "-c", COMMAND, *words],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    ("form", "name", "holds"),
    [
        ("script", ".py", "tools.call("),
        ("notebook", ".ipynb", '"nbformat_minor": 5'),
        ("cwl", ".cwl", '"cwlVersion": "v1.2"'),
        ("crate", "-crate/ro-crate-metadata.json", "https://w3id.org/ro/wfrun/"),
        ("html", ".html", "<!DOCTYPE html>"),
        ("methods", "-methods.txt", "Ertl et al. 2000, doi:10.1021/jm000942e"),
        ("bib", ".bib", "doi = {10.1021/jm000942e}"),
    ],
)
def test_each_form_is_written_under_the_name_of_the_run(
    demo: RecordedRun, tmp_path: Path, form: str, name: str, holds: str
) -> None:
    made = export(demo, load_graph(), form, None, tmp_path)
    assert made.parent == tmp_path
    assert holds in (tmp_path / f"{demo.run}{name}").read_text(encoding="utf-8")


def test_nothing_is_overwritten_and_no_link_is_followed(demo: RecordedRun, tmp_path: Path) -> None:
    graph, folder = load_graph(), tmp_path / "work"
    folder.mkdir()
    outside = tmp_path / "outside.py"
    (folder / "link.py").symlink_to(outside)
    (folder / "away").symlink_to(tmp_path)
    (folder / "mine.py").write_text("mine")
    for form in EXPORT_FORMATS:
        for name, reason in (
            ("mine.py", "already exists"),
            ("link.py", "already exists"),
            ("away/made.py", "does not lie"),
            ("../made.py", "does not lie"),
            (str(tmp_path / "made.py"), "does not lie"),
            ("..", "does not lie"),
            (".", "does not lie"),
            ("absent/made.py", "no folder"),
        ):
            with pytest.raises(ConfigError, match=reason):
                export(demo, graph, form, Path(name), folder)
    assert (folder / "mine.py").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["work"]


def test_an_unknown_form_is_refused(demo: RecordedRun, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there are crate, html, notebook, script, cwl, methods, bib"):
        export(demo, load_graph(), "pdf", None, tmp_path)


def test_the_commands_over_the_demo_run(command: Run, demo: RecordedRun, config: Config, tmp_path: Path) -> None:
    made = command("export", demo.run, "--as", "script", "--out", "demo.py")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "work" / "demo.py").is_file()
    again = command("export", demo.run, "--as", "script", "--out", "demo.py")
    assert again.returncode == 1
    assert "already exists" in again.stderr
    replayed = command("replay", demo.run, "--json")
    assert replayed.returncode == 0, replayed.stderr
    found = json.loads(replayed.stdout)
    assert found["same"]
    assert [step["verdict"] for step in found["steps"]] == ["same"] * 6
    assert "everything is the same" in command("replay", "last").stdout
    # The end of the trace, with its answer, is lost.
    whole = (config.runs_dir / f"{demo.run}.jsonl").read_bytes()
    (config.runs_dir / "20200101-000001-000001.jsonl").write_bytes(whole[:-150])
    assert "the trace has no answer" in command("replay", "20200101-000001-000001").stdout
    absent = command("export", "../" + demo.run, "--as", "cwl")
    assert absent.returncode == 1
    assert "there is no run" in absent.stderr


def test_a_run_without_results_cannot_be_exported(demo: RecordedRun, config: Config, tmp_path: Path) -> None:
    """What a kill before the first result and a refusal of the question leave: the question and the plan."""
    source = (config.runs_dir / f"{demo.run}.jsonl").read_text(encoding="utf-8").splitlines()
    refused = json.dumps(json.loads(source[-1]) | {"status": "blocked", "values": [], "text": "nothing works on it"})
    work = tmp_path / "work"
    work.mkdir()
    for lines in (
        source[:3],
        source[:2],
        [],
        [*source[:3], refused],
        [*source[:2], refused],
        [*source[:3], source[3][:50]],
    ):
        (tmp_path / f"{demo.run}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        for form in EXPORT_FORMATS:
            with pytest.raises(SciToolAgentError):
                export(load_run(tmp_path, demo.run), load_graph(), form, None, work)
    assert list(work.iterdir()) == []


def test_a_run_cut_off_after_some_results_is_exported_as_far_as_it_goes(
    demo: RecordedRun, config: Config, tmp_path: Path
) -> None:
    source = (config.runs_dir / f"{demo.run}.jsonl").read_text(encoding="utf-8")
    # The end of the fifth line, the second result, is lost.
    kept = source.splitlines()[:4]
    (tmp_path / f"{demo.run}.jsonl").write_text("\n".join([*kept, source.splitlines()[4][:60]]), encoding="utf-8")
    cut = load_run(tmp_path, demo.run)
    text = export(cut, load_graph(), "script", None, tmp_path).read_text(encoding="utf-8")
    assert text.count("tools.call(") == 1
