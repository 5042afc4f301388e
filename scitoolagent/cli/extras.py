"""The extras of this package: what each is for, and what of it is installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, requires, version

# The packages of each stand in pyproject.toml and nowhere else.
PURPOSES = {
    "adsorption": "CO2 uptake of porous crystals, by Monte Carlo simulation with RASPA 3",
    "antibodies": "number antibodies, find their CDRs and germline genes, by ANARCI's profiles; not on Windows",
    "bench": "run the notebook of the documentation, rebuild the planner's word vectors",
    "bolt": "read a Neo4j server by Bolt (`knowledge load NAME bolt://HOST`)",
    "docking": "dock molecules by AutoDock Vina and Meeko; Python 3.11 and 3.12",
    "dynamics": "ProDy's elastic-network tools; compiles ProDy where there is no wheel",
    "embeddings": "rank tools with a sentence-transformers model instead of the shipped word vectors",
    "finetune": "train, check and convert adapters for the three roles",
    "kg": "check the tool graph against its SHACL shapes (`kg validate`), import definitions in YAML",
    "local": "run a GGUF model on this machine (`llm serve`), convert adapters for it",
    "mcp": "serve the tools to MCP clients, use the tools of other MCP servers",
    "names": "read systematic names that are in no table, by OPSIN; needs Java",
    "polars": "tables as data frames of polars (`Table.to_polars`)",
    "phonons": "phonons by phonopy and the potential CHGNet on torch; Python 3.11 and 3.12",
    "profiles": "search families of proteins with profile HMMs by HMMER 3 in pyhmmer",
    "provenance": "export a run as a Workflow Run RO-Crate",
    "quantum": "energies, orbitals, charges and vibrations of molecules by GFN2-xTB",
    "ray": "run tool calls on the machines of a Ray cluster (SCITOOLAGENT_BACKEND)",
    "serve": "the agent as a model for OpenAI clients (`serve`)",
    "simulation": "minimise and simulate proteins in implicit water by OpenMM",
    "vllm": "serve a base model and its three adapters from one vLLM (Linux, GPU)",
    "web": "ask in a browser (`web`)",
}
_CUDA = "with torch's CUDA libraries, which have NVIDIA's own licence; its CPU build is a tenth"
# What each adds to the plain package, as `docs/install.md` has it, by `python -m scitoolagent.benchmarks.sizes`.
SIZES = {
    "adsorption": "34 MB",
    "antibodies": "17 MB",
    "bench": "141 MB",
    "bolt": "3 MB",
    "docking": "36 MB",
    "dynamics": "176 MB",
    "embeddings": f"4,850 MB {_CUDA}",
    "finetune": f"5,002 MB {_CUDA}",
    "kg": "14 MB",
    "local": "111 MB",
    "mcp": "19 MB",
    "names": "14 MB, and Java",
    "phonons": "about 850 MB with torch's CPU build, and as much as embeddings with its CUDA libraries",
    "polars": "183 MB",
    "profiles": "13 MB",
    "provenance": "3 MB",
    "quantum": "20 MB",
    "ray": "228 MB",
    "serve": "1 MB",
    "simulation": "88 MB",
    "vllm": "many gigabytes, not measured; with CUDA libraries, which have NVIDIA's own licence",
    "web": "64 MB",
}
# Of the packages that an extra names, as their own files say; tests compare those that are installed.
LICENCES = {
    "accelerate": "Apache-2.0",
    "anarci": "BSD-3-Clause",
    "anyio": "MIT",
    "chgnet": "BSD-3-Clause",
    "datasets": "Apache-2.0",
    "fastapi": "MIT",
    "gguf": "MIT",
    "ipykernel": "BSD-3-Clause",
    "mcp": "MIT",
    "meeko": "LGPL-2.1",
    "nbclient": "BSD-3-Clause",
    "nbformat": "BSD-3-Clause",
    "neo4j": "Apache-2.0",
    "nicegui": "MIT",
    "onnxruntime": "MIT",
    "openmm": "MIT and LGPL",
    "peft": "Apache-2.0",
    "phonopy": "BSD-3-Clause",
    "polars": "MIT",
    "prody": "MIT",
    "py2opsin": "MIT",
    "pyhmmer": "MIT and BSD",
    "pyshacl": "Apache-2.0",
    "pyyaml": "MIT",
    "raspalib": "MIT",
    "ray": "Apache-2.0",
    "rdflib": "BSD-3-Clause",
    "rocrate": "Apache-2.0",
    "safetensors": "Apache-2.0",
    "sentence-transformers": "Apache-2.0",
    "starlette": "BSD-3-Clause",
    "tblite": "LGPL-3.0",
    "tokenizers": "Apache-2.0",
    "torch": "BSD-3-Clause",
    "transformers": "Apache-2.0",
    "trl": "Apache-2.0",
    "uvicorn": "BSD-3-Clause",
    "vina": "Apache-2.0",
    "vllm": "Apache-2.0",
    "xllamacpp": "MIT",
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

    @property
    def weight(self) -> str:
        """What it adds to the disk, and the licences of what it names."""
        by_licence: dict[str, list[str]] = {}
        for package in self.packages:
            by_licence.setdefault(LICENCES[package.lower()], []).append(package)
        told = "; ".join(f"{licence} ({', '.join(names)})" for licence, names in sorted(by_licence.items()))
        return f"{SIZES[self.name]}; {told}"


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
