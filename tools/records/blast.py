"""Search the sequences of NCBI by BLAST: submit, wait as NCBI asks, read the hits.

NCBI asks (https://blast.ncbi.nlm.nih.gov/doc/blast-help/developerinfo.html) that no request comes within ten seconds of
another, that a search is not asked after more than once a minute, and that the first question after it waits as long as
the server foretells. A search that was submitted is asked after again rather than submitted anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.config import load_config
from scitoolagent.errors import NetworkError, NotAskedError, ProviderError, ToolInputError
from scitoolagent.http import HttpClient
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.progress import tell
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.records import _client
from scitoolagent.tools.records._declared import Provider
from scitoolagent.tools.records._types import RecordSource
from scitoolagent.tools.records._values import clean

BlastHit = Annotated[
    dict[str, str | float | int],
    Semantic(
        "BlastHit",
        parent="Report",
        label="BLAST hit",
        also=("BLAST hits", "BLAST search", "BLAST results", "NCBI BLAST", "similar sequences by BLAST"),
    ),
]
BlastDatabase = Annotated[
    str,
    Semantic(
        "BlastDatabase",
        parent="Parameter",
        label="database of a BLAST search",
        pattern="swissprot|nr|refseq_protein|pdb",
        needs_context=True,
    ),
]
HitCount = Annotated[
    int, Semantic("BlastHitCount", parent="Parameter", unit="1", label="number of BLAST hits", also=("hits",))
]

_NCBI = Provider("blast", "NCBI BLAST", "https://blast.ncbi.nlm.nih.gov", 10.0, "public domain", 8_000_000, 7, ())
_DATABASES = ("swissprot", "nr", "refseq_protein", "pdb")
_SHORTEST, _LONGEST, _MOST_HITS = 10, 5000, 50
_POLL, _PATIENCE, _WAIT, _KEPT_HOURS = 60.0, 1200.0, 300.0, 24
_INFO = re.compile(r"QBlastInfoBegin\s(.*?)QBlastInfoEnd", re.DOTALL)
_RID = re.compile(r"[A-Z0-9]{8,20}", re.ASCII)


@dataclass(frozen=True, slots=True)
class HitsFound:
    """Sequences like the given one, and where they are from."""

    hits: list[BlastHit]
    record_source: RecordSource


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSH"},
    also=("PerformBlastQuery", "BLAST", "BLASTP", "run BLAST", "run a BLAST search", "BLAST search"),
    requires=("network",),
    seconds=_PATIENCE + 600.0,
)
def blast_hits(sequence: ProteinSequence, database: BlastDatabase = "swissprot", most: HitCount = 10) -> HitsFound:
    """Search a database of NCBI for proteins like a given one, by BLAST.

    Args:
        sequence: One protein in one-letter codes, 10 to 5000 residues; it is sent to NCBI.
        database: swissprot, refseq_protein, pdb, or nr (all; slower).
        most: How many hits are given, 1 to 50.
    Returns:
        Of each hit accession, title, species, E value, bit score, share of identical residues in the best alignment (in
        %) and share of the query that it covers (in %), the best first; an empty list where NCBI finds none. A search
        takes a minute to twenty.
    Raises:
        ToolInputError: no protein of such a length, no such database, or another number of hits.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: NCBI gave no answer that can be used, or the search did not end in 20 minutes.
    Source: NCBI BLAST by its URL interface, Camacho et al. 2009, doi:10.1186/1471-2105-10-421
    """
    chain = "".join(sequence.split()).upper()
    if not (chain.isascii() and chain.isalpha() and _SHORTEST <= len(chain) <= _LONGEST):
        raise ToolInputError(f"a protein of {_SHORTEST} to {_LONGEST} residues is searched for, not {chain[:40]!r}")
    if database not in _DATABASES:
        raise ToolInputError(f"{database[:40]!r} is no database that is searched; there are {', '.join(_DATABASES)}")
    if not 1 <= most <= _MOST_HITS:
        raise ToolInputError(f"{most} hits were asked for; 1 to {_MOST_HITS} are given")
    told, asked, url = _searched(chain, database)
    hits = _hits(told)
    found = f"{len(hits)} hits in {database}" if hits else f"no hit in {database}, which does not say that none exists"
    reply = _client.Reply(None, url, asked)
    return HitsFound(hits[:most], f"{reply.told(_NCBI)}; {found}")


def _searched(chain: str, database: str) -> tuple[Any, datetime, str]:
    """The answer to a search, when it was asked for, and the address."""
    config = load_config()
    services = (config.record_services or "").strip()
    base = _NCBI.url if services in ("", _client.PUBLIC) else f"{services.rstrip('/')}/{_NCBI.key}"
    url = f"{base}/Blast.cgi"
    folder = config.cache_dir / "records" / _NCBI.key
    place = folder / f"{hashlib.sha256(f'{url} {database} {chain}'.encode()).hexdigest()}.json"
    kept = _client.kept_answer(place, _NCBI)
    if kept is not None:
        with contextlib.suppress(ValueError):
            return json.loads(kept[0]), kept[1], url
    if not services:
        raise NotAskedError(
            f"{_NCBI.name} was not asked: no setting lets record tools ask it. blast_hits would ask POST {url} with "
            f"CMD=Put, PROGRAM=blastp, DATABASE={database} and the sequence; SCITOOLAGENT_RECORD_SERVICES=public lets "
            "it, and the sequence leaves this machine then"
        )
    body = _Search(url, folder, place.with_suffix(".rid")).answer(chain, database)
    try:
        found = json.loads(body)
    except ValueError as error:
        raise ProviderError(f"{_NCBI.name} sent hits that cannot be read ({len(body):,} bytes)") from error
    _hits(found)
    asked = datetime.now(UTC)
    _client.keep_answer(place, body, asked)
    return found, asked, url


class _Search:
    """One search: its number is kept in a file until the answer is there, so that it is not submitted twice."""

    def __init__(self, url: str, folder: Path, number: Path) -> None:
        self._url, self._folder, self._number = url, folder, number
        self._client = HttpClient(seconds=60.0, attempts=3, pause=10.0, most=_NCBI.most)

    def answer(self, chain: str, database: str) -> bytes:
        """The hits as NCBI writes them.

        Raises:
            ProviderError: the search failed, or did not end in time.
        """
        number, wait = self._under_way() or self._submitted(chain, database)
        end = time.monotonic() + _PATIENCE
        while True:
            time.sleep(wait)
            told = self._asked({"CMD": "Get", "FORMAT_OBJECT": "SearchInfo", "RID": number})
            status = re.search(r"Status=(\w+)", told)
            if status is None or status[1] not in ("WAITING", "READY"):
                self._forget()
                said = status[1] if status else "nothing"
                raise ProviderError(f"{_NCBI.name} says {said!r} of the search {number}; ask again to submit it anew")
            if status[1] == "READY":
                break
            if time.monotonic() > end:
                raise ProviderError(
                    f"the search {number} at {_NCBI.name} did not end in {_PATIENCE / 60:.0f} minutes; ask again "
                    f"within {_KEPT_HOURS} hours, and it is asked after and not submitted anew"
                )
            wait = _POLL
            tell(0, 0, f"NCBI is searching ({number})")
        body = self._asked({"CMD": "Get", "FORMAT_TYPE": "JSON2_S", "RID": number})
        self._forget()
        return body.encode()

    def _under_way(self) -> tuple[str, float] | None:
        """The number of a search that was submitted and not answered yet."""
        with contextlib.suppress(OSError):
            number = self._number.read_text("ascii").strip()
            age = time.time() - self._number.stat().st_mtime
            if _RID.fullmatch(number) and 0 <= age < _KEPT_HOURS * 3600:
                return number, 0.0
        return None

    def _submitted(self, chain: str, database: str) -> tuple[str, float]:
        told = self._asked(
            {"CMD": "Put", "PROGRAM": "blastp", "DATABASE": database, "QUERY": chain, "HITLIST_SIZE": str(_MOST_HITS)}
        )
        info = _INFO.search(told)
        fields = dict(re.findall(r"(RID|RTOE)\s*=\s*(\w+)", info[1])) if info else {}
        number = fields.get("RID", "")
        if not _RID.fullmatch(number):
            raise ProviderError(f"{_NCBI.name} took no search: it sent no number of one")
        with contextlib.suppress(OSError):
            self._number.parent.mkdir(parents=True, exist_ok=True)
            self._number.write_text(number, "ascii")
        foretold = fields.get("RTOE", "")
        return number, min(max(float(foretold) if foretold.isdigit() else _POLL, _NCBI.every), _WAIT)

    def _asked(self, form: dict[str, str]) -> str:
        try:
            with _client.in_turn(self._folder, _NCBI.every):
                answer = self._client.fetch(self._url, form={**form, "tool": "scitoolagent"})
            return answer.body.decode("utf-8")
        except (NetworkError, UnicodeDecodeError) as error:
            raise ProviderError(f"{_NCBI.name} gave no answer to blast_hits: {error}; try again later") from error

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self._number.unlink(missing_ok=True)


def _hits(told: Any) -> list[dict[str, str | float | int]]:
    """The hits in an answer.

    Raises:
        ProviderError: it is not built as NCBI documents.
    """
    try:
        search = told["BlastOutput2"][0]["report"]["results"]["search"]
        length = int(search["query_len"])
        return [_hit(one, length) for one in search["hits"]]
    except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
        raise ProviderError(f"{_NCBI.name} sent hits that are not built as it documents: {error!r}") from error


def _hit(one: Any, length: int) -> dict[str, str | float | int]:
    about, best = one["description"][0], one["hsps"][0]
    return {
        "accession": clean(str(about["accession"])),
        "title": clean(str(about["title"]))[:200],
        "species": clean(str(about.get("sciname", ""))) or "not told",
        "E value": float(best["evalue"]),
        "bit score": round(float(best["bit_score"]), 1),
        "identity (%)": round(100.0 * int(best["identity"]) / int(best["align_len"]), 1),
        "coverage (%)": round(100.0 * (int(best["query_to"]) - int(best["query_from"]) + 1) / length, 1),
    }
