"""`scitoolagent tools new`: write the beginning of a tool and of its test."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from scitoolagent.errors import ToolInputError

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_TOOL = '''"""TODO: what these tools are about."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles

# The label and the other names are the words that people use; the planner finds the tool by them.
{type} = Annotated[float, Semantic("{type}", parent="MolecularProperty", unit="1", label="{label}", also=())]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={{"smiles": "CC(C)c1ccc(C)cc1O"}})
def {name}(smiles: Smiles) -> {type}:
    """Compute the {label} of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        TODO: what the number means, and what it is not.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: TODO: the paper with its doi, or the definition.
    """
    from rdkit import Chem

    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None or molecule.GetNumAtoms() == 0:
        raise ToolInputError(f"{{smiles[:60]!r}} is not valid SMILES")
    raise NotImplementedError("TODO: the value; unknown is never zero")
'''
_TEST = '''"""Reference values of `{name}` from another program or a paper."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from {module} import {name}


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        # TODO: where these values are from.
        ("CCO", 0.0),
    ],
)
def test_{name}(smiles: str, expected: float) -> None:
    # TODO: why this tolerance.
    assert {name}(smiles) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_{name}_refuses(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        {name}(smiles)
'''


def write_skeleton(name: str, folder: Path, module: str) -> tuple[Path, Path]:
    """Write the module of a tool and its test into a folder; existing files are not overwritten.

    Raises:
        ToolInputError: the name is not valid for a tool, or a file already exists.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ToolInputError(f"{name!r} is not a valid name of a tool; write a noun as in polar_surface_area")
    paths = folder / f"{name}.py", folder / f"test_{name}.py"
    for path in paths:
        if path.exists():
            raise ToolInputError(f"{path} already exists")
    folder.mkdir(parents=True, exist_ok=True)
    words = {"name": name, "label": name.replace("_", " "), "type": "".join(map(str.capitalize, name.split("_")))}
    paths[0].write_text(_TOOL.format(**words), encoding="utf-8")
    paths[1].write_text(_TEST.format(**words, module=module or name), encoding="utf-8")
    return paths
