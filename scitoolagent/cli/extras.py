"""The extras of this package: what each is for, and what of it is installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, requires, version

# The packages of each stand in pyproject.toml and nowhere else.
PURPOSES = {
    "adsorption": "uptake of CO2 by porous crystals, by Monte Carlo with RASPA 3",
    "antibodies": "number antibodies, find their CDRs and germline genes, by ANARCI's profiles; not on Windows",
    "bench": "run the notebook of the documentation, make the planner's word vectors anew",
    "bolt": "read a Neo4j server by Bolt (`knowledge load NAME bolt://HOST`)",
    "docking": "dock molecules by AutoDock Vina (Apache-2.0) and Meeko (LGPL-2.1), 36 MB; Python 3.11 and 3.12",
    "dynamics": "ProDy's elastic-network tools; compiles ProDy where there is no wheel",
    "embeddings": "rank tools with a sentence-transformers model instead of the shipped word vectors",
    "finetune": "train, check and convert adapters for the three roles",
    "kg": "check the tool graph against its SHACL shapes (`kg validate`)",
    "local": "run a GGUF model on this machine (`llm serve`)",
    "mcp": "serve the tools to MCP clients, use the tools of other MCP servers",
    "names": "read systematic names that no table has, by OPSIN; needs Java",
    "polars": "tables as data frames of polars (`Table.to_polars`)",
    "phonons": "phonons by phonopy and the potential CHGNet on torch (all BSD), 850 MB; Python 3.11 and 3.12",
    "profiles": "search families of proteins with profile HMMs by HMMER 3 (BSD) in pyhmmer (MIT), 13 MB",
    "provenance": "export a run as a Workflow Run RO-Crate",
    "quantum": "energies, orbitals, charges and vibrations of molecules by GFN2-xTB",
    "serve": "the agent as a model for OpenAI clients (`serve`)",
    "simulation": "minimise and simulate proteins in implicit water by OpenMM (MIT and LGPL), 88 MB",
    "vllm": "serve a base model and its three adapters from one vLLM (Linux, GPU)",
    "web": "ask in a browser (`web`)",
}
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)[^;]*;.*\bextra\s*==\s*['\"]([a-z]+)['\"]")


@dataclass(frozen=True)
class Extra:
    """One extra: what it is for, the packages that it names, and those of them that are not installed."""

    name: str
    purpose: str
    packages: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def command(self) -> str:
        """How to install it."""
        return f"pip install 'scitoolagent[{self.name}]'"


@lru_cache(maxsize=1)
def load_extras() -> dict[str, Extra]:
    """Every extra by name, from the metadata of the installed package."""
    named: dict[str, list[str]] = {name: [] for name in PURPOSES}
    for requirement in requires("scitoolagent") or ():
        match = _REQUIREMENT.match(requirement)
        if match and match[2] in named:
            named[match[2]].append(match[1])
    return {
        name: Extra(
            name, purpose, tuple(named[name]), tuple(package for package in named[name] if not _is_there(package))
        )
        for name, purpose in PURPOSES.items()
    }


def _is_there(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True
