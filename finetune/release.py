"""Write adapters as a release: GGUF files, checksums, a model card, and what `llm serve --release` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.adapters import find_adapters, read_settings
from scitoolagent.finetune.convert import convert_adapters
from scitoolagent.llm.release import MANIFEST, Release, checksum, describe

_UNKNOWN = "not told by the file"


def write_release(adapters: Path, base: Path, out: Path, data: Path, measured: Path | None = None) -> Release:
    """Write a release into a folder.

    Args:
        adapters: the folder of the trained adapters.
        base: the GGUF file of the base model they run on.
        out: the folder to write, empty or new.
        data: the folder of the data they were trained on, with its datasheet.
        measured: Markdown with what was measured, and by which commands; the card says so where there is none.
    Raises:
        ConfigError: an adapter does not fit the base, the folder holds something, or a file cannot be read.
    """
    if out.exists() and any(out.iterdir()):
        raise ConfigError(f"{out} is not empty; a release is written into a folder of its own")
    try:
        datasheet = json.loads((data / "datasheet.json").read_text(encoding="utf-8"))
        figures = measured.read_text(encoding="utf-8").strip() if measured is not None else ""
    except (OSError, ValueError) as error:
        raise ConfigError(f"what the adapters were made from cannot be read ({error})") from error
    settings = {
        role: read_settings(folder, r=int, lora_alpha=float) for role, folder in find_adapters(adapters).items()
    }
    out.mkdir(parents=True, exist_ok=True)
    files = convert_adapters(adapters, base, out)
    release = Release(base=describe(base), adapters={role: describe(file) for role, file in files.items()})
    (out / MANIFEST).write_text(release.model_dump_json(indent=1) + "\n", encoding="utf-8")
    (out / "README.md").write_text(_card(release, settings, datasheet, figures, _said_by(base)), encoding="utf-8")
    names = sorted(path for path in out.iterdir() if path.name != "SHA256SUMS")
    sums = "".join(f"{checksum(path)}  {path.name}\n" for path in names)
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return release


def _said_by(base: Path) -> dict[str, str]:
    """Name and licence of a model, as its file tells them."""
    import gguf

    fields = gguf.GGUFReader(base).fields
    return {key: str(fields[f"general.{key}"].contents()) for key in ("name", "license") if f"general.{key}" in fields}


def _card(
    release: Release,
    settings: Mapping[str, Mapping[str, Any]],
    datasheet: Mapping[str, Any],
    figures: str,
    said: Mapping[str, str],
) -> str:
    base, examples = release.base, datasheet.get("examples", {})
    rows = [
        f"| {role} | `{file.file}`, {file.bytes / 1e6:.1f} MB "
        f"| {settings[role]['r']} / {settings[role]['lora_alpha']:g} | {examples.get(role, 'unknown')} |"
        for role, file in release.adapters.items()
    ]
    compared = ", ".join(datasheet.get("evaluation", {})) or "none, so nothing is known"
    return "\n".join(
        [
            "# Adapters of scitoolagent",
            "",
            f"LoRA adapters for {said.get('name', base.file)} (licence: {said.get('license', _UNKNOWN)}), which read"
            " questions, fill in settings and write answers over the tools of scitoolagent. Apache-2.0.",
            "",
            "```",
            "pip install 'scitoolagent[local]'",
            "sha256sum -c SHA256SUMS",
            f"scitoolagent llm serve {base.file} --release .",
            "```",
            f"The base is `{base.file}`, {base.bytes:,} bytes, sha256 `{base.sha256}`; another file is refused.",
            "",
            "| role | file | rank / alpha | examples made |",
            "|---|---|---|---|",
            *rows,
            "",
            "## Data",
            f"Made from the tool graph `{datasheet.get('graph')}` with seed {datasheet.get('seed')},"
            f" every answer computed by the tools. Kept apart from: {compared}.",
            "",
            "## Measured",
            figures or "Nothing was measured for this release.",
            "",
            "## Limits",
            "The questions of the data are plainer than people's. Tools that came after that graph are not in it."
            " What the model says is checked by the program, whose rules answer where it gives nothing usable.",
            "",
        ]
    )
