"""Settings: defaults, then `scitoolagent.toml`, then `SCITOOLAGENT_*` variables; the last one wins."""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from scitoolagent.errors import ConfigError

_PREFIX = "SCITOOLAGENT_"
MOST_ROUNDS = 50


class Config(BaseModel):
    """All settings. `top_k`, `hops` and `candidates` are the published k, d and n of the retrieval.

    `model_url` is an OpenAI-compatible endpoint (`http://127.0.0.1:8080/v1`) and `model` the model asked there;
    without them everything works symbolically. `planner_model`, `executor_model` and `summarizer_model` name
    another model for one role (three adapters on one server are three names). `prompt_price` and `completion_price`
    are the costs of a million tokens in US dollars, for the accounting. `tool_seconds` and `tool_megabytes` bound the
    calls of tools that declare no bounds of their own; once set, they are also a cap for those that do. `max_seconds`
    and `max_steps` end a run, which `scitoolagent resume` goes on with. `max_cost` is what a run may spend on a model,
    in US dollars by those prices, and `max_model_tokens` the tokens that it may take, of prompts and replies; then the
    model is asked no more and the rules go on. Without `rules` the model reads every question alone; with them, only
    what they leave. A `small_model` (3 billion parameters or fewer) is asked once, and shortly, and writes no code.
    `max_rounds` lets a model see the results and ask on, so many times; 0 is one plan a question.
    `max_file_bytes` is how large a file of rows a question reads; one in gzip counts four times. `Agent.table` and
    `scitoolagent map` have the wider bounds of `tables/bounds.py`.
    `name_service` is the address of PubChem's PUG REST interface (https://pubchem.ncbi.nlm.nih.gov/rest/pug) or of a
    copy; names of compounds that no table has are sent there. Without it nothing is.
    `record_services` lets record tools ask other machines: `public` for the addresses of the providers themselves, or
    the address of a copy, below which each provider has its own name (`http://127.0.0.1:8000` has that of UniProt at
    `/uniprot`). Without it nothing is asked. `materials_project_key` is the key that the Materials Project asks for.
    `fold_service` is an address that answers a POST of a protein sequence with a PDB file, as ESMFold's does; no
    sequence is folded without it.
    `knowledge_graph` is a graph of `scitoolagent knowledge list`, or `demo`; clauses of questions that ask it ("the
    drugs that bind X") are answered from it. Without it no question is.
    `bolt_user` and `bolt_password` are for Neo4j servers that `scitoolagent knowledge load NAME bolt://HOST` reads.
    `tool_graph_endpoint` is a SPARQL 1.1 endpoint that holds the tool graph; without it the shipped one is read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    top_k: int = Field(5, ge=1, le=100)
    hops: int = Field(3, ge=1, le=6)
    candidates: int = Field(10, ge=1, le=1000)
    embedder: str = "static"
    name_service: str | None = None
    record_services: str | None = None
    materials_project_key: SecretStr | None = None
    fold_service: str | None = None
    knowledge_graph: str = ""
    tool_graph_endpoint: str | None = None
    bolt_user: str = ""
    bolt_password: SecretStr | None = None
    workers: int = Field(2, ge=1, le=64)
    tool_seconds: float = Field(60.0, gt=0)
    tool_megabytes: int = Field(4096, ge=256)
    attempts: int = Field(3, ge=1, le=10)
    max_seconds: float | None = Field(None, gt=0)
    max_steps: int | None = Field(None, ge=1)
    max_cost: float | None = Field(None, gt=0)
    max_model_tokens: int | None = Field(None, ge=1)
    max_rounds: int = Field(0, ge=0, le=MOST_ROUNDS)
    cache: bool = True
    model_url: str | None = None
    model: str | None = None
    model_key: SecretStr | None = None
    planner_model: str | None = None
    executor_model: str | None = None
    summarizer_model: str | None = None
    rules: bool = True
    small_model: bool = False
    model_seconds: float = Field(120.0, gt=0)
    model_attempts: int = Field(3, ge=1, le=10)
    model_tokens: int = Field(1024, ge=16, le=65_536)
    prompt_price: float | None = Field(None, ge=0)
    completion_price: float | None = Field(None, ge=0)
    max_question_characters: int = Field(100_000, ge=100)
    max_file_bytes: int = Field(256_000_000, ge=1000)
    data_dir: Path = Path(platformdirs.user_data_dir("scitoolagent"))
    cache_dir: Path = Path(platformdirs.user_cache_dir("scitoolagent"))

    @property
    def runs_dir(self) -> Path:
        """The folder of the traces."""
        return self.data_dir / "runs"


def _from_file() -> dict[str, Any]:
    named = os.environ.get(f"{_PREFIX}CONFIG")
    path = Path(named) if named else Path(platformdirs.user_config_dir("scitoolagent")) / "scitoolagent.toml"
    if not path.is_file():
        if named:
            raise ConfigError(f"{_PREFIX}CONFIG names {path}, which is not a file")
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the settings in {path} cannot be read as TOML: {error}; correct them") from error


@lru_cache(maxsize=1)
def load_config() -> Config:
    """Read the settings once.

    Raises:
        ConfigError: a setting is unknown or out of range.
    """
    values = _from_file()
    for name in Config.model_fields:
        text = os.environ.get(_PREFIX + name.upper())
        # An empty one is none: an empty folder would be the working one.
        if text is not None and text.strip():
            values[name] = text
    try:
        return Config(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"setting {name!r}: {first['msg']} (given {first['input']!r})") from error
