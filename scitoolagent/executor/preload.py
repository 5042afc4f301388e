"""Imported by the fork server and by nothing else: what most calls need, once, before workers are forked from it."""

from __future__ import annotations

import contextlib

# What a worker of pebble runs; each would import it for itself.
import pebble.pool.process  # noqa: F401

from scitoolagent.errors import SciToolAgentError
from scitoolagent.executor import worker
from scitoolagent.tool.registry import load_function
from scitoolagent.tool.types import SHARED

# What fails here fails again in the call that needs it, where the error has somebody to go to.
with contextlib.suppress(ImportError, SciToolAgentError, MemoryError, OSError, RuntimeError):
    import rdkit.Chem.Crippen
    import rdkit.Chem.MolSurf
    import rdkit.Chem.rdMolDescriptors  # noqa: F401

    for semantic in SHARED:
        if semantic.recogniser:
            load_function(semantic.recogniser)
    # Reads the hazard database and the names in it, too: workers share its memory.
    worker.run_screening([("smiles", "CCO"), ("", "ethanol CCO")])
