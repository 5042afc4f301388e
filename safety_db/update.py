"""Fetch what is new: toxins from UniProt (reviewed, keyword Toxin) and GHS hazard statements from PubChem.

The new tables are compiled beside the old ones and take their place only when everything came whole: an answer that is
cut, malformed or much smaller than what is known leaves the old tables in use. Whole pages are kept beside the target
for the day, so that an update that broke off goes on where it was.

The interfaces: https://www.uniprot.org/help/api_queries (pages of at most 500, the next one in the `Link` header, the
number of all in `X-Total-Results`) and https://pubchem.ncbi.nlm.nih.gov/docs/pug-view (annotations of a heading, about
a thousand a page) with https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest (at most five requests a second).
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tempfile
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import SafetyDatabaseError
from scitoolagent.safety_db import build, store
from scitoolagent.safety_db.alignment import CONTAINED, WINDOW
from scitoolagent.safety_db.download import Client
from scitoolagent.safety_db.families import read_rules
from scitoolagent.safety_db.grading import Hazard
from scitoolagent.safety_db.molecules import UnreadableError, parse_structure, standardise, undivided

UNIPROT = "https://rest.uniprot.org"
PUBCHEM = "https://pubchem.ncbi.nlm.nih.gov"
MAX_PAGES = 2_000
BATCH = 200
LEAST_SHARE = 0.8  # of the toxins known before; an answer with fewer is taken for a cut one
_QUERY = "(reviewed:true) AND ((keyword:KW-0800) OR ((taxonomy_id:33208) AND (cc_tissue_specificity:venom)))"
_FIELDS = "accession,protein_name,organism_name,protein_families,cc_toxic_dose,sequence,ft_chain,ft_peptide"
_HEADER = [
    "Entry", "Protein names", "Organism", "Protein families", "Toxic dose", "Sequence", "Chain", "Peptide",
]  # fmt: skip
_COLUMNS = ("accession", "name", "organism", "family", "toxic_dose", "sequence", "chains", "peptides")
_CHAIN = re.compile(r"(?:CHAIN|PEPTIDE) (\d+)\.\.(\d+);")
# a statement of many companies comes with the share of them that gave it: "H300 (12.5%): Fatal if swallowed"
_CODE = re.compile(r"\b(H[2-4]\d\d)[A-Za-z]*(?=[+\s(:*\[,]|$)")
_PERCENT = re.compile(r"\((?:[<>]=?\s*)?(\d+(?:\.\d+)?)\s*%\)")
MAJORITY = 50.0  # percent of companies; what fewer of them say warns and stops nothing
# PubChem shows annotations of many owners; these allow their facts to be passed on when they are named
_SOURCES = re.compile(r"European Chemicals Agency|1272/2008|Safe Work Australia|NITE", re.IGNORECASE)
_STATEMENTS = (
    (r"H20[0-5]|H24[01]", "GHS Explosive or Self-react. A/B", "confirm"),
    (r"H3[013]0", "GHS Acute Tox. 1 or 2", "confirm"),
    (r"H3[013]1", "GHS Acute Tox. 3", "warn"),
    (r"H3[013]2", "GHS Acute Tox. 4", "warn"),
    (r"H350", "GHS Carc. 1A/1B", "warn"),
    (r"H351", "GHS Carc. 2", "warn"),
    (r"H34[01]", "GHS Muta.", "warn"),
    (r"H36[0-2]", "GHS Repr.", "warn"),
    (r"H37[0-3]", "GHS STOT", "warn"),
    (r"H334|H317", "GHS Sens.", "warn"),
    (r"H314|H318|H290", "GHS corrosive", "warn"),
    (r"H22[0-9]|H25[0-2]|H26[01]", "GHS flammable or reactive", "warn"),
    (r"H27[0-2]", "GHS oxidising", "warn"),
    (r"H304", "GHS Asp. Tox. 1", "warn"),
    (r"H420", "GHS Ozone 1", "warn"),
)


def update(
    target: Path,
    date: str,
    *,
    uniprot: str = UNIPROT,
    pubchem: str = PUBCHEM,
    client: Client | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Fetch both sources, merge them with the tables in use and put the result in `target`; returns the counts.

    Args:
        target: the folder of the new tables, usually `data_dir/safety_db`.
        date: today, written into the manifest and beside each new fact.
        uniprot: address of UniProt's REST server.
        pubchem: address of PubChem's server.
        client: pauses, time-outs and attempts.
        say: told what is being done.
    Raises:
        SafetyDatabaseError: a server gave no usable answer, or the tables in use are broken; nothing is changed.
    """
    kept = target.parent / f".safety_db-pages-{date}"
    client = client or Client(kept=kept)
    _forget_pages(target.parent, kept)
    current = store.folder()
    sequences = {row["accession"]: row for row in _known_proteins(current)}
    fetched = list(fetch_toxins(client, uniprot))
    if len(fetched) < LEAST_SHARE * len(sequences):
        raise SafetyDatabaseError(
            f"UniProt sent {len(fetched):,} toxins, {len(sequences):,} are known; taken for a cut answer"
        )
    say(f"UniProt: {len(fetched):,} toxins")
    for row in fetched:
        sequences |= {part["accession"]: {**part, "date": date} for part in (row, *short_chains(row))}
    statements = fetch_statements(client, pubchem)
    wanted = sorted(number for number, codes in statements.items() if hazards(codes, date))
    structures = fetch_structures(client, pubchem, wanted)
    say(f"PubChem: {len(structures):,} structures with GHS statements")
    compounds = _known_compounds(current)
    _add(compounds, statements, structures, date)
    counts = _replace(target, date, compounds, list(sequences.values()))
    _forget_pages(target.parent)
    return counts


def _forget_pages(parent: Path, wanted: Path | None = None) -> None:
    for old in parent.glob(".safety_db-pages-*"):
        if old != wanted:
            shutil.rmtree(old, ignore_errors=True)


def fetch_toxins(client: Client, base: str) -> Iterator[dict[str, str]]:
    """All reviewed entries with the keyword Toxin (KW-0800) or of venoms (as Tox-Prot selects them), page by page.

    Raises:
        SafetyDatabaseError: no answer, another table than asked for, or fewer rows than announced.
    """
    query = {"query": _QUERY, "format": "tsv", "fields": _FIELDS, "size": "500"}
    url: str | None = f"{base}/uniprotkb/search?{urllib.parse.urlencode(query)}"
    count, announced = 0, None
    for _ in range(MAX_PAGES):
        if url is None:
            break
        rows, headers = client.read(url, _table)
        announced = headers.get("x-total-results", announced)
        count += len(rows)
        yield from rows
        found = re.search(r'<([^>]+)>;\s*rel="next"', headers.get("link", ""))
        url = found[1] if found and found[1].startswith(base) else None
    if announced is None or str(count) != announced:
        raise SafetyDatabaseError(
            f"UniProt announced {announced} toxins and sent {count}; the hazard database stays as it is"
        )


def _table(body: bytes, url: str) -> list[dict[str, str]]:
    try:
        rows = list(csv.reader(io.StringIO(body.decode("utf-8")), delimiter="\t", quoting=csv.QUOTE_NONE))
    except (UnicodeDecodeError, csv.Error) as error:
        raise SafetyDatabaseError(f"{url} sent no table: {error}") from error
    if not rows or rows[0] != _HEADER:
        raise SafetyDatabaseError(f"{url} sent a table with the columns {rows[:1]}, not {_HEADER}")
    found = []
    for row in rows[1:]:
        fits = len(row) == len(_HEADER) and re.fullmatch(r"[A-Z0-9]{6,10}", row[0]) and re.fullmatch("[A-Z]+", row[5])
        if not fits:
            raise SafetyDatabaseError(f"{url} sent a row that is no protein: {str(row)[:80]}")
        found.append(dict(zip(_COLUMNS, row, strict=True)))
    return found


def short_chains(row: dict[str, str]) -> Iterator[dict[str, str]]:
    """The mature chains of a precursor that are too short to be found by the precursor's own windows.

    UniProt writes them as `PEPTIDE 44..69; /note="Melittin"; /evidence=…`; ends that are not known (`<1..26`) are not
    taken.
    """
    sequence = row["sequence"]
    for begin, end in _CHAIN.findall(f"{row['chains']}; {row['peptides']}"):
        chain = sequence[int(begin) - 1 : int(end)]
        if CONTAINED <= len(chain) < min(WINDOW, len(sequence)) and len(chain) == int(end) - int(begin) + 1:
            yield {**row, "accession": f"{row['accession']}#{begin}-{end}", "sequence": chain}


def fetch_statements(client: Client, base: str) -> dict[int, dict[str, str]]:
    """GHS hazard codes by PubChem compound: `{cid: {code: source}}`.

    Raises:
        SafetyDatabaseError: no answer, or one of another shape.
    """
    found: dict[int, dict[str, str]] = {}
    pages = 1
    number = 0
    while number < min(pages, MAX_PAGES):
        number += 1
        asked = {"heading_type": "Compound", "heading": "GHS Classification", "page": str(number)}
        url = f"{base}/rest/pug_view/annotations/heading/JSON?{urllib.parse.urlencode(asked)}"
        (pages, noted), _ = client.read(url, _page)
        for cid, codes in noted.items():
            for code, source in codes.items():
                found.setdefault(cid, {}).setdefault(code, source)
    return found


def _page(body: bytes, url: str) -> tuple[int, dict[int, dict[str, str]]]:
    found: dict[int, dict[str, str]] = {}
    try:
        page = json.loads(body)["Annotations"]
        for annotation in page["Annotation"]:
            _note(annotation, found)
        return int(page["TotalPages"]), found
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SafetyDatabaseError(f"{url} sent no GHS annotations: {error!r}") from error


def _note(annotation: dict[str, Any], found: dict[int, dict[str, str]]) -> None:
    if not _SOURCES.search(annotation["SourceName"]):
        return
    texts = [
        text["String"]
        for item in annotation["Data"]
        if "Hazard Statements" in item.get("Name", "")
        for text in item["Value"].get("StringWithMarkup", [])
    ]
    for cid in annotation.get("LinkedRecords", {}).get("CID", []):
        for code in (code for text in texts for code in _codes(text)):
            found.setdefault(int(cid), {}).setdefault(code, annotation["SourceName"])


def _codes(text: str) -> list[str]:
    """The codes of one statement, with `?` behind those that only a minority of the companies gave."""
    share = _PERCENT.search(text)
    doubt = "?" if share and float(share[1]) < MAJORITY else ""
    return [code + doubt for code in _CODE.findall(text.split(":")[0])]


def fetch_structures(client: Client, base: str, numbers: list[int]) -> dict[int, tuple[str, str]]:
    """SMILES and title of PubChem compounds.

    Raises:
        SafetyDatabaseError: no answer, or one of another shape.
    """
    found = {}
    url = f"{base}/rest/pug/compound/cid/property/SMILES,Title/JSON"
    for start in range(0, len(numbers), BATCH):
        rows, _ = client.read(url, _properties, {"cid": ",".join(map(str, numbers[start : start + BATCH]))})
        found.update(rows)
    return found


def _properties(body: bytes, url: str) -> dict[int, tuple[str, str]]:
    try:
        return {
            int(row["CID"]): (str(row["SMILES"]), str(row.get("Title", "")))
            for row in json.loads(body)["PropertyTable"]["Properties"]
            if "SMILES" in row
        }
    except (ValueError, KeyError, TypeError) as error:
        raise SafetyDatabaseError(f"{url} sent no structures: {error!r}") from error


def hazards(codes: dict[str, str], date: str) -> list[Hazard]:
    """GHS statement codes as graded classes; what a minority says (`H300?`) warns, and is no class."""
    graded = []
    for code, source in sorted(codes.items()):
        sure = code.rstrip("?")
        if sure != code and sure in codes:
            continue
        for pattern, label, verdict in _STATEMENTS:
            if re.fullmatch(pattern, sure):
                text = f"{label} ({sure})" if sure == code else f"{label} ({sure}, by a minority of companies)"
                strength = verdict if sure == code else "warn"
                graded.append(Hazard(text, strength, f"PubChem: {source}", date, specific=sure == code))
                break
    return graded


def _known_proteins(place: Path) -> Iterator[dict[str, str]]:
    proteins = store.proteins(place)
    for number in range(len(proteins)):
        row = proteins.row(number)
        yield {**row, "toxic_dose": row["dose"], "sequence": proteins.sequences[number]}


def _known_compounds(place: Path) -> dict[str, build.Compound]:
    table = store.compounds(place)
    found = {}
    for number in range(len(table.rows)):
        row = table.row(number)
        whole = row["kind"] == "whole"
        fragment = undivided(row["smiles"]) if whole else standardise(parse_structure(row["smiles"])).fragments[0]
        compound = build.Compound(fragment, row["inchikey"], row["kind"])
        compound.names = [(place - 1000, name) for place, name in enumerate(filter(None, row["names"].split("|")))]
        compound.cas = set(filter(None, row["cas"].split("|")))
        columns = (row[name].split("|") for name in ("classes", "sources", "dates", "verdicts", "specifics"))
        for label, source, date, verdict, specific in zip(*columns, strict=True):
            compound.hazards[label, source] = Hazard(label, verdict, source, date, specific == "1")
        found[fragment.skeleton()] = compound
    return found


def _add(
    compounds: dict[str, build.Compound],
    statements: dict[int, dict[str, str]],
    structures: dict[int, tuple[str, str]],
    date: str,
) -> None:
    for cid, (smiles, title) in sorted(structures.items()):
        graded = hazards(statements.get(cid, {}), date)
        try:
            fragments = standardise(parse_structure(smiles)).fragments
        except UnreadableError:
            continue
        if not graded or len(fragments) != 1 or fragments[0].mol.GetNumHeavyAtoms() < 2:
            continue  # of a salt it is not known which part the statement is about
        compound = compounds.setdefault(fragments[0].skeleton(), build.Compound(fragments[0], fragments[0].key))
        if title:
            compound.names.append((1, title))
        for hazard in graded:
            compound.hazards.setdefault((hazard.label, hazard.source), hazard)


def _replace(
    target: Path, date: str, compounds: dict[str, build.Compound], sequences: list[dict[str, str]]
) -> dict[str, Any]:
    """Write the tables beside `target`, then move them there in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".safety_db-") as scratch:
        fresh = Path(scratch) / "tables"
        fresh.mkdir()
        for name in ("controlled.csv", "everyday.csv"):
            shutil.copyfile(store.PACKAGED / name, fresh / name)
        rules, everyday = read_rules(fresh / "controlled.csv"), build.read_csv(fresh / "everyday.csv")
        ordered = [compounds[key] for key in sorted(compounds)]
        counts: dict[str, Any] = build.write_compounds(fresh, ordered, rules, everyday)
        counts |= build.write_proteins(fresh, sequences)
        build.seal(fresh, date, counts)
        store.Compounds(fresh)
        store.Proteins(fresh)
        if target.exists():
            target.rename(Path(scratch) / "old")
        fresh.rename(target)
    store.compounds.cache_clear()
    store.proteins.cache_clear()
    return counts
