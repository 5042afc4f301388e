"""Public databases as judges of claims: UniProt and STRING over their REST interfaces.

Asked politely: one request at a time with a pause between, and every whole answer kept. What cannot be asked, or
answers something else than its documented JSON, says nothing: the claim is then not verified.
UniProt: https://www.uniprot.org/help/api_retrieve_entries; STRING: https://string-db.org/help/api/ (which asks for a
second between calls and for the caller's name).
"""

from __future__ import annotations

import hashlib
import json
import re
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError, NetworkError
from scitoolagent.http import HttpClient, check_address
from scitoolagent.knowledge.claims.validators import Claim, Finding, Says, same_value
from scitoolagent.knowledge.store.graph import DomainGraph

MAX_BYTES = 8_000_000
_NOT_FOUND = 404
_ANSWERED = (200, 400, _NOT_FOUND)
_CALLER = "scitoolagent"
# https://www.uniprot.org/help/accession_numbers
_ACCESSION = re.compile(r"[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2}", re.ASCII)


class JsonReader:
    """Reads JSON from one server, and keeps whole answers.

    Args:
        url: where the interface begins, `http://` or `https://`.
        client: makes the requests; see `reader_of`.
        kept: a folder in which answers are kept; in memory only when left out.
    Raises:
        GraphError: it is no such address.
    """

    def __init__(self, url: str, client: HttpClient, kept: Path | None = None) -> None:
        try:
            check_address(url)
        except NetworkError as error:
            raise GraphError(str(error)) from error
        self.url, self._client, self._kept = url.rstrip("/"), client, kept
        self._memory: dict[str, tuple[int, Any]] = {}

    def read(self, path: str, query: Mapping[str, str] | None = None) -> tuple[int, Any]:
        """The status (200, 400 or 404) and the JSON of an answer.

        Raises:
            GraphError: the server does not answer, refuses, or sends something that is no JSON.
        """
        asked = f"{self.url}/{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        place = self._kept / f"{hashlib.sha256(asked.encode()).hexdigest()}.json" if self._kept else None
        known = self._memory.get(asked) or (_from_file(place) if place else None)
        if known is None:
            known = self._ask(asked)
            if place:
                place.parent.mkdir(parents=True, exist_ok=True)
                partial = place.with_suffix(".part")
                partial.write_text(json.dumps(known), encoding="utf-8")
                partial.replace(place)
        self._memory[asked] = known
        return known

    def _ask(self, asked: str) -> tuple[int, Any]:
        try:
            answer = self._client.fetch(asked, headers={"Accept": "application/json"})
        except NetworkError as error:
            raise GraphError(str(error)) from error
        try:
            return answer.status, json.loads(answer.body)
        except (ValueError, RecursionError) as error:
            start = answer.body[:40].decode("utf-8", "replace")
            raise GraphError(f"{self.url} sent {answer.kind} instead of JSON, beginning {start!r}") from error


def reader_of(url: str, interval: float, kept: Path | None = None) -> JsonReader:
    """A reader that waits at least `interval` seconds between two requests."""
    return JsonReader(url, HttpClient(interval=interval, seconds=20.0, most=MAX_BYTES, answers=_ANSWERED), kept)


def _from_file(place: Path) -> tuple[int, Any] | None:
    """A kept answer; one that cannot be read is asked for again."""
    try:
        status, answer = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return (status, answer) if isinstance(status, int) else None


class UniProtValidator:
    """UniProtKB as the judge of proteins: that an accession exists, and what its names and measures are.

    Args:
        reader: reads https://rest.uniprot.org, or what stands in for it.
        types: types of the graph that are proteins with accessions as ids.
        crossed: predicates that hold when the entry refers to the object's id; what it does not name says nothing.
    """

    name = "UniProt"

    def __init__(
        self,
        reader: JsonReader,
        types: frozenset[str] = frozenset({"Protein"}),
        crossed: frozenset[str] = frozenset(),
    ) -> None:
        self._reader, self._types, self._crossed = reader, types, crossed

    def judge(self, claim: Claim) -> Finding:
        """What UniProt says.

        Raises:
            GraphError: it cannot be asked, or answers no entry.
        """
        if not _ACCESSION.fullmatch(claim.subject):
            return Finding(self.name, "unknown", f"{claim.subject[:40]!r} is no accession of UniProt")
        if claim.kind == "node" and claim.value not in self._types:
            return Finding(self.name, "unknown", f"it is asked about {', '.join(sorted(self._types))} only")
        status, entry = self._reader.read(f"uniprotkb/{claim.subject}.json")
        if not isinstance(entry, dict):
            raise GraphError("UniProt answered JSON that is no entry")
        if status == _NOT_FOUND:
            # A mistyped address answers 404 as well, but not with the interface's own messages.
            if not entry.get("messages"):
                raise GraphError("UniProt answered 404 without a message; is the address right?")
            return self._absent(claim, f"there is no entry {claim.subject}")
        if not isinstance(entry.get("primaryAccession"), str):
            raise GraphError(f"UniProt answered no entry for {claim.subject} (status {status})")
        if entry.get("entryType") == "Inactive":
            return self._inactive(claim, entry)
        says, text = getattr(self, f"_{claim.kind}")(claim, entry)
        return Finding(self.name, says, text)

    def _absent(self, claim: Claim, text: str) -> Finding:
        return Finding(self.name, "refutes" if claim.kind == "node" else "unknown", text)

    def _inactive(self, claim: Claim, entry: dict[str, Any]) -> Finding:
        reason = _at(entry, "inactiveReason", "inactiveReasonType")
        text = f"{claim.subject} is inactive: {str(reason or 'no reason given').lower()[:40]}"
        # A merged or split entry lives on under other accessions, so its protein exists.
        return self._absent(claim, text) if reason == "DELETED" else Finding(self.name, "unknown", text)

    def _node(self, claim: Claim, entry: dict[str, Any]) -> tuple[Says, str]:
        own = entry["primaryAccession"]
        if own != claim.subject and claim.subject not in _texts(entry.get("secondaryAccessions")):
            return "unknown", f"the answer is about {own[:20]!r}"
        names = _protein_names(entry)
        moved = f", now {own}" if own != claim.subject else ""
        return "supports", f"{claim.subject} is {names[0] if names else 'a protein without a name'}{moved}"

    def _attribute(self, claim: Claim, entry: dict[str, Any]) -> tuple[Says, str]:
        known = _values(entry, claim.attribute)
        if not known or not claim.value:
            return "unknown", f"nothing is said of {claim.attribute[:40]} of {claim.subject}"
        good = any(same_value(claim.value, one) for one in known)
        return ("supports" if good else "refutes"), f"{claim.attribute} of {claim.subject} is {known[0]!r}"

    def _relation(self, claim: Claim, entry: dict[str, Any]) -> tuple[Says, str]:
        if claim.predicate in self._crossed and claim.object in _references(entry):
            return "supports", f"the entry {claim.subject} refers to {claim.object}"
        return "unknown", "an entry names what is known; what it does not name may still hold"

    _potential = _relation


class StringValidator:
    """STRING as the judge of relations between proteins.

    Args:
        reader: reads https://string-db.org/api, or what stands in for it.
        predicates: relations of the graph that mean an interaction of two proteins.
        graph: where names stand when ids are unknown to STRING; ids are sent when left out.
        species: NCBI taxon of the proteins.
        score: the least combined score that counts as support, 0 to 1 (STRING calls 0.7 high confidence).
        physical: whether only physical interactions count.
        refutes: whether a pair that STRING knows and does not join is wrong; it lacks much, so it is not by default.
    """

    name = "STRING"

    def __init__(
        self,
        reader: JsonReader,
        predicates: frozenset[str],
        graph: DomainGraph | None = None,
        species: int = 9606,
        score: float = 0.7,
        physical: bool = False,
        refutes: bool = False,
    ) -> None:
        self._reader, self._predicates, self._graph = reader, predicates, graph
        self._species, self._score, self._physical, self._refutes = species, score, physical, refutes

    def judge(self, claim: Claim) -> Finding:
        """What STRING says.

        Raises:
            GraphError: it cannot be asked, or answers something else than documented.
        """
        if claim.kind not in ("relation", "potential") or claim.predicate not in self._predicates:
            return Finding(self.name, "unknown", "it is asked about interactions of proteins only")
        names = self._names(claim)
        if names is None:
            return Finding(self.name, "unknown", f"{claim.subject[:40]} or {claim.object[:40]} has no name to ask with")
        ids = [self._identifier(name) for name in names]
        if None in ids or ids[0] == ids[1]:
            return Finding(
                self.name, "unknown", f"{names[0]} or {names[1]} is not known to it, or both are one protein"
            )
        score = self._score_of(str(ids[0]), str(ids[1]))
        if score is None:
            return Finding(
                self.name, "refutes" if self._refutes else "unknown", f"{names[0]} and {names[1]} are not joined"
            )
        says: Says = "supports" if score >= self._score else "unknown"
        return Finding(self.name, says, f"{names[0]} and {names[1]} are joined with score {score:.3f}")

    def _names(self, claim: Claim) -> tuple[str, str] | None:
        if self._graph is None:
            return claim.subject, claim.object
        known = {one.id: one.name for one in self._graph.entities([claim.subject, claim.object])}
        return (known[claim.subject], known[claim.object]) if {claim.subject, claim.object} <= set(known) else None

    def _identifier(self, name: str) -> str | None:
        """STRING's own id of a protein, when exactly one fits best."""
        status, rows = self._rows("get_string_ids", {"identifiers": name, "limit": "1", "echo_query": "1"})
        if status != 200 or not rows:
            return None
        found = rows[0].get("stringId")
        if not isinstance(found, str):
            raise GraphError("STRING answered ids that are none")
        return found

    def _score_of(self, one: str, other: str) -> float | None:
        kind = "physical" if self._physical else "functional"
        query = {"identifiers": f"{one}\r{other}", "required_score": "0", "network_type": kind}
        for row in self._rows("network", query)[1]:
            if {row.get("stringId_A"), row.get("stringId_B")} == {one, other}:
                score = row.get("score")
                if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
                    raise GraphError(f"STRING answered the score {str(score)[:20]!r}, which is none")
                return float(score)
        return None

    def _rows(self, method: str, query: dict[str, str]) -> tuple[int, list[dict[str, Any]]]:
        common = {"species": str(self._species), "caller_identity": _CALLER}
        status, answer = self._reader.read(f"json/{method}", query | common)
        if status == 200 and isinstance(answer, list) and all(isinstance(row, dict) for row in answer):
            return status, answer
        # What it cannot find it answers with an error object of its own.
        if status != 200 and isinstance(answer, dict) and "Error" in answer:
            return status, []
        raise GraphError(f"STRING answered {method} with something else than documented (status {status})")


def _at(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: Any) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]


def _protein_names(entry: dict[str, Any]) -> list[str]:
    described = entry.get("proteinDescription")
    parts = [_at(described, "recommendedName"), *_list(_at(described, "alternativeNames"))]
    parts += _list(_at(described, "submissionNames"))
    found = [_at(part, "fullName", "value") for part in parts]
    found += [_at(short, "value") for part in parts for short in _list(_at(part, "shortNames"))]
    return [name for name in found if isinstance(name, str)]


def _gene_names(entry: dict[str, Any]) -> list[str]:
    genes = _list(entry.get("genes"))
    found = [_at(gene, "geneName", "value") for gene in genes]
    found += [_at(other, "value") for gene in genes for other in _list(_at(gene, "synonyms"))]
    return [name for name in found if isinstance(name, str)]


def _values(entry: dict[str, Any], attribute: str) -> list[str]:
    """What an entry says of an attribute of a graph; nothing for one that it has no field for."""
    if attribute == "name":
        # Graphs call proteins by their gene too, and by UniProt's mnemonic.
        return [*_protein_names(entry), *_gene_names(entry), *_texts([entry.get("uniProtkbId")])]
    if attribute in ("gene", "gene name", "symbol"):
        return _gene_names(entry)
    if attribute in ("organism", "species"):
        return _texts([_at(entry, "organism", "scientificName"), _at(entry, "organism", "commonName")])
    number = {"taxon": ("organism", "taxonId"), "length": ("sequence", "length"), "mass": ("sequence", "molWeight")}
    value = _at(entry, *number[attribute]) if attribute in number else None
    return [str(value)] if isinstance(value, int) and not isinstance(value, bool) else []


def _references(entry: dict[str, Any]) -> set[str]:
    """Ids that an entry refers to: cross-references and the diseases of its comments."""
    found = {str(_at(one, "id")) for one in _list(entry.get("uniProtKBCrossReferences"))}
    for comment in _list(entry.get("comments")):
        disease = _at(comment, "disease", "diseaseCrossReference")
        if isinstance(disease, dict):
            found |= {str(disease.get("id")), f"{disease.get('database')}:{disease.get('id')}"}
    return found
