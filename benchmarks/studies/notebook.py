"""Make the executed notebooks of the case studies: `python -m scitoolagent.benchmarks.studies.notebook --data FOLDER`.

The cells stand here; what they print is what running them gives, less the places of folders on this machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.studies.study import Study, load_studies, study_named
from scitoolagent.config import load_config

_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "studies"
_SECONDS = 3600
_CODE = """import csv
from pathlib import Path

from IPython.display import SVG, Markdown, display
from scitoolagent import Agent
from scitoolagent.benchmarks.studies import run_study, study_named

study = study_named({name!r})
agent = Agent(approved={approved!r})
turns = run_study(agent, study, Path.cwd())


def show(turn):
    print(turn.question, turn.text, f"[{{turn.status}}]", sep="\\n")
    for name in turn.files:
        if name.endswith(".svg"):
            display(SVG(filename=name))
        elif name.endswith(".csv"):
            with open(name, newline="") as file:
                head, *rows = csv.reader(file)
            lines = [head, ["---"] * len(head), *rows[:20]]
            display(Markdown("\\n".join("| " + " | ".join(line) + " |" for line in lines)))"""
_TURN = "show(next(turns))"


def executed(study: Study, folder: Path, approved: list[str]) -> dict[str, Any]:
    """The notebook of a study with what its cells print; its files lie in the folder."""
    import nbformat
    from nbclient import NotebookClient

    new: Any = nbformat.v4
    about = f"# {study.title}\n\n`scitoolagent study run {study.name}` does the same."
    cells = [new.new_markdown_cell(about), new.new_code_cell(_CODE.format(name=study.name, approved=approved))]
    cells += [new.new_code_cell(_TURN) for _ in study.questions]
    cells.append(new.new_code_cell("agent.close()"))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    book = new.new_notebook(cells=cells)
    NotebookClient(
        book, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    for cell in book.cells:
        cell["metadata"] = {}
        if cell.cell_type == "code":
            cell["execution_count"] = None
            # Warnings of libraries name places on this machine.
            cell["outputs"] = [one for one in cell.outputs if one.get("name") != "stderr"]
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    writes: Any = nbformat.writes
    text = str(writes(book))
    # Where folders lie on this machine says nothing to a reader.
    for place, name in ((folder.resolve(), "."), (load_config().cache_dir.resolve(), "CACHE")):
        text = text.replace(str(place), name)
    found: dict[str, Any] = json.loads(text)
    return found


def main() -> None:
    """Write the notebooks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="studies; all when left out")
    parser.add_argument("--data", type=Path, help="the folder with the files that they are about")
    parser.add_argument("--approve", action="append", default=[], help="confirm one finding of the safety gate")
    given = parser.parse_args()
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for study in [study_named(name) for name in given.names] or load_studies():
        with tempfile.TemporaryDirectory() as folder:
            study.fetch(given.data, Path(folder))
            book = executed(study, Path(folder), given.approve)
        target = _FOLDER / f"{study.name}.ipynb"
        target.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"wrote {target.name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
