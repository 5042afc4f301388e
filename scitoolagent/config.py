"""Settings: defaults, then `scitoolagent.toml`, then `SCITOOLAGENT_*` variables; the last one wins."""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from scitoolagent.errors import ConfigError

_PREFIX = "SCITOOLAGENT_"
MOST_TURNS = 50


class Config(BaseModel):
    """All settings.

    Attributes:
        top_k: the published k of the retrieval: the most similar tools, whose neighbourhoods are searched.
        hops: the published d of the retrieval: the depth of these neighbourhoods.
        candidates: the published n of the retrieval: the tools that it returns.
        embedder: `static` for the shipped word vectors, `none`, or the name of a sentence-transformers model.
        name_service: the address of PubChem's PUG REST interface (https://pubchem.ncbi.nlm.nih.gov/rest/pug) or of a
            copy, to which names in no table are sent. If not set, none are sent.
        record_services: `public` lets record tools ask the providers; the address of a copy has a path for each one
            (`http://127.0.0.1:8000` has that of UniProt at `/uniprot`). If not set, nothing is asked.
        materials_project_key: the key that the Materials Project requires.
        fold_service: an address that answers a POST of a protein sequence with a PDB file, as ESMFold's does. If not
            set, no sequence is folded.
        knowledge_graph: a graph of `scitoolagent knowledge stats`, or `demo`, for clauses of questions such as "the
            drugs that bind X". If not set, no question uses a graph.
        tool_graph_endpoint: a SPARQL 1.1 endpoint that has the tool graph. If not set, the shipped one is read.
        imported_tools: a file of `scitoolagent kg import`, whose tools are named where they are needed and not
            installed. If not set, none are named.
        bolt_user: the user for Neo4j servers that `scitoolagent knowledge load NAME bolt://HOST` reads.
        bolt_password: the password for these servers.
        backend: where tool calls run: `local`, worker processes of this machine; `ray`, the Ray cluster that this
            machine is part of (or that RAY_ADDRESS names); or `ray://HOST:10001`, a cluster elsewhere.
        workers: worker processes of this machine.
        tool_seconds: time limit of calls that declare none; once set, also a cap for those that do.
        tool_megabytes: memory limit of calls that declare none; once set, also a cap for those that do.
        attempts: most attempts of a call that fails for a temporary reason.
        max_seconds: time limit of a run, which `scitoolagent resume` continues.
        max_steps: limit on the steps of a run.
        max_cost: limit on the US dollars that a run may spend on a model, by the prices below; then the model is not
            asked any more, and the rules go on.
        max_model_tokens: limit on the tokens of a run, of prompts and replies.
        cache: whether results of calls are cached.
        model_url: an OpenAI-compatible endpoint (`http://127.0.0.1:8080/v1`). If not set, everything works without a
            model.
        model: the model to ask there.
        model_key: the key of the endpoint.
        planner_model: another model for the planner (two adapters on one server are two names).
        summarizer_model: another model for the summarizer.
        rules: whether the rules answer what they understand completely; if not, the model gets every question.
        small_model: whether the model has 3 billion parameters or fewer: it writes no programs, and is asked once,
            briefly, about what the rules do not understand.
        model_seconds: time limit of a request to the model.
        model_attempts: most attempts of a request to the model.
        model_tokens: most tokens of a reply.
        model_grammar: the kind of server (`llama.cpp` or `vllm`) that is given a grammar of the calls of a model that
            writes programs, so that it names no tool or value that is not there. If not set, none is.
        max_turns: most turns of a model that writes programs: searches, programs, corrections.
        solver_tokens: most tokens of a reply with a program.
        solver_front: what such a model is shown before the question: the rules with the names of all tools (`whole`),
            with those of two topics near the question (`topic`), or alone (`rules`), for a small context.
        second_reader: whether a second request checks what was computed against the question.
        prompt_price: US dollars for a million tokens of prompts.
        completion_price: US dollars for a million tokens of replies.
        max_question_characters: longest question.
        max_file_bytes: largest file of rows that a question reads; a gzip file counts four times. `Agent.table` and
            `scitoolagent map` have the wider limits of `tables/bounds.py`.
        data_dir: the folder for traces and graphs.
        cache_dir: the folder for cached results.
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
    imported_tools: Path | None = None
    bolt_user: str = ""
    bolt_password: SecretStr | None = None
    backend: str = Field("local", pattern=r"^(local|ray|ray://[A-Za-z0-9._-]+:[0-9]{1,5})$")
    workers: int = Field(2, ge=1, le=64)
    tool_seconds: float = Field(60.0, gt=0)
    tool_megabytes: int = Field(4096, ge=256)
    attempts: int = Field(3, ge=1, le=10)
    max_seconds: float | None = Field(None, gt=0)
    max_steps: int | None = Field(None, ge=1)
    max_cost: float | None = Field(None, gt=0)
    max_model_tokens: int | None = Field(None, ge=1)
    cache: bool = True
    model_url: str | None = None
    model: str | None = None
    model_key: SecretStr | None = None
    planner_model: str | None = None
    summarizer_model: str | None = None
    rules: bool = True
    small_model: bool = False
    model_seconds: float = Field(120.0, gt=0)
    model_attempts: int = Field(3, ge=1, le=10)
    model_tokens: int = Field(1024, ge=16, le=65_536)
    model_grammar: Literal["", "llama.cpp", "vllm"] = ""
    max_turns: int = Field(8, ge=1, le=MOST_TURNS)
    solver_tokens: int = Field(4096, ge=256, le=65_536)
    solver_front: Literal["whole", "topic", "rules"] = "whole"
    second_reader: bool = True
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
