"""Make the executed notebook of the documentation: `python -m scitoolagent.benchmarks.notebook`.

The cells stand here; what they print and draw is what running them gives. `--check` runs them again and compares: the
program ends with 1 where the notebook in `docs/` says something else.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "tables.ipynb"
_SECONDS = 300
_DRAWN = re.compile(r"<img[^>]*>|<style.*?</style>", re.DOTALL)
CELLS: tuple[tuple[str, str], ...] = (
    (
        "markdown",
        "# Tables\n\nRows of molecules in; figures, a fit, a picture and a data frame out. Every number is computed\n"
        "by a tool. `make notebook` runs this page again.",
    ),
    (
        "code",
        "from IPython.display import SVG\n"
        "from scitoolagent import Agent\n"
        "from scitoolagent.tables import Table\n"
        "\n"
        "agent = Agent()\n"
        "table = agent.table({\n"
        '    "name": ["propan-1-ol", "butan-1-ol", "pentan-1-ol", "hexan-1-ol", "heptan-1-ol"],\n'
        '    "smiles": ["CCCO", "CCCCO", "CCCCCO", "CCCCCCO", "CCCCCCCO"],\n'
        '    "retention (min)": [1.9, 2.8, 4.1, 5.2, 6.6],\n'
        "})\n"
        "table",
    ),
    ("markdown", "Tools are mapped over the rows; the column that they take is found by its type."),
    ("code", 'found = agent.map(["molecular_weight", "crippen_descriptors"], table)\nfound'),
    ("markdown", "A fit with its interval, in the units of the columns."),
    (
        "code",
        'fit = agent.tool("linear_fit")(str(found.folder), "retention (min)", ["logp"])\n'
        'print(fit["equation"])\n'
        'print("R squared", round(fit["r_squared"], 4), "on", fit["rows"], "rows")\n'
        'Table.load(agent.config.cache_dir / "tables" / fit["table"])',
    ),
    (
        "code",
        'SVG(agent.tool("draw_scatter")(str(found.folder), "logp", "retention (min)", True))',
    ),
    ("markdown", "The rows as a data frame; `to_polars` gives one of polars."),
    ("code", 'found.to_pandas()[["name", "average_molecular_mass", "logp"]].round(3)'),
    ("code", "agent.close()"),
)


def executed() -> dict[str, Any]:
    """The notebook with what its cells give, without what differs from run to run."""
    import nbformat
    from nbclient import NotebookClient

    new: Any = nbformat.v4
    made = [(new.new_markdown_cell if kind == "markdown" else new.new_code_cell)(text) for kind, text in CELLS]
    for number, cell in enumerate(made):
        cell["id"] = f"cell-{number}"
    book = new.new_notebook(cells=made)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            book, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}}
        ).execute()
    for cell in book.cells:
        cell["metadata"] = {}
        if cell.cell_type == "code":
            cell["execution_count"] = None
            for output in cell.outputs:
                if "execution_count" in output:
                    output["execution_count"] = None
                # The text of a table names its folder; its page shows the rows.
                if "text/html" in output.get("data", {}):
                    output["data"]["text/plain"] = "a table"
    language = {"name": "python"}
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": language,
    }
    writes: Any = nbformat.writes
    found: dict[str, Any] = json.loads(writes(book))
    return found


def shown(book: dict[str, Any]) -> list[Any]:
    """What a reader sees of a notebook: the cells, and what they print; pictures by their kind alone."""
    seen: list[Any] = []
    for cell in book["cells"]:
        seen.append(_text(cell["source"]))
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            texts = [_text(data[kind]) for kind in ("text/plain", "text/html") if kind in data]
            seen.append([*sorted(data), *(_DRAWN.sub("", text) for text in texts)])
            seen.append(_text(output.get("text", "")))
    return seen


def _text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def main() -> None:
    """Write the notebook, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    given = parser.parse_args()
    book = executed()
    if not given.check:
        NOTEBOOK.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"wrote {NOTEBOOK.name}: {NOTEBOOK.stat().st_size:,} bytes")
    elif shown(json.loads(NOTEBOOK.read_text(encoding="utf-8"))) != shown(book):
        raise SystemExit(f"{NOTEBOOK.name} says something else than its cells give; make notebook")


if __name__ == "__main__":
    main()
