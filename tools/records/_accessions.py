"""Accessions in a question, each only where it can be nothing else: by a form of its own, or by a word beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings
from scitoolagent.tools.records._declared import document


class _Pattern:
    """A regular expression that is compiled when it is first used: most questions name no accession."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self.text, self._flags = text, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.text, self._flags)


_END = r"(?![\w-])(?!\.(?=\w))"
_CHEBI = _Pattern(rf"(?<![\w-])CHEBI:\s?(?P<id>\d{{1,7}}){_END}", re.IGNORECASE)
_PMID = _Pattern(
    rf"(?<![\w-])(?:PMID|PubMed(?:\s+(?:ID|article|entry|record|abstract))?)\s*[:#]?\s*(?P<id>[1-9]\d{{0,8}}){_END}",
    re.IGNORECASE,
)
_DOI = _Pattern(
    r"(?:(?:https?://)?(?:dx\.)?doi\.org/|\bdoi:\s?|(?<![\w/.]))(?P<id>10\.\d{4,9}/[^\s\"'<>]+)", re.IGNORECASE
)
_ARXIV = _Pattern(
    rf"(?<![\w-])arXiv(?:\s+(?:ID|preprint|paper))?[:\s]\s?(?P<id>\d{{4}}\.\d{{4,5}}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{{2}})?/\d{{7}}(?:v\d+)?){_END}",
    re.IGNORECASE,
)
_COD = _Pattern(rf"(?<![\w-])COD(?:\s+(?:ID|entry|number|record))?\s*[:#]?\s*(?P<id>[1-9]\d{{6}}){_END}")
_CID = _Pattern(
    rf"(?<![\w-])(?:PubChem\s+)?(?:CID|(?<=PubChem )compound(?:\s+ID)?)\s*[:#]?\s*(?P<id>[1-9]\d{{0,9}}){_END}"
)
_GENE_ID = _Pattern(
    rf"(?<![\w-])(?:NCBI\s+Gene|Entrez(?:\s+Gene)?)(?:\s+(?:ID|entry|record))?\s*[:#]?\s*(?P<id>[1-9]\d{{0,9}}){_END}",
    re.IGNORECASE,
)
# Each kind of entry has a letter of its own; a gene is named by its organism.
_KEGG = _Pattern(
    rf"(?<![\w-])(?P<id>[a-z]{{3,4}}:[A-Za-z0-9_.-]{{1,20}}|[CDGRHKM]\d{{5}}|(?:map|ko|[a-z]{{3,4}})\d{{5}}){_END}"
)
_SYMBOL = r"(?P<id>[A-Z][A-Z0-9]{1,9}(?:-[A-Z0-9]{1,4})?)"
_GENES = (
    _Pattern(rf"\b(?i:gene(?:\s+symbol)?)\s+{_SYMBOL}{_END}"),
    _Pattern(rf"(?<![\w-]){_SYMBOL}\s+(?i:gene)\b"),
)
# Two of them, where the question names the database that holds pairs; elsewhere they may be columns of a file.
_PAIR = (
    _Pattern(rf"\b(?i:genes)\s+{_SYMBOL}{_END}"),
    _Pattern(rf"\b(?i:genes)\s+[A-Z][A-Z0-9-]{{1,14}}\s+and\s+{_SYMBOL}{_END}"),
)
# Runs of the letters of bases alone are sequences.
_BASES = _Pattern(r"[ACGTUN]+")
# A formula in the Materials Project, whichever of the two comes first; of capitals alone it is a word.
_PLAIN_FORMULA = r"(?:[A-Z][a-z]?\d{0,3}|\((?:[A-Z][a-z]?\d{0,3}){1,6}\)\d{0,2}){1,12}"
_FORMULA = _Pattern(
    rf"(?<![\w-])(?P<id>(?=[A-Za-z(]*[a-z\d)]){_PLAIN_FORMULA})\s+(?:in|from|by|of|at|according\s+to)\s+(?:the\s+)?Materials\s+Project\b"
    r"(?:\s+database)?"
)
_AFTER_PROJECT = _Pattern(
    r"(?<![\w-])Materials\s+Project(?:'s|\s+database)?\s+(?:(?:entries|materials|records|molecules|data)\s+)?"
    rf"(?:(?:of|for|with|on)\s+)?(?:the\s+)?(?:formula\s+)?(?P<id>(?=[A-Za-z(]*[a-z\d)]){_PLAIN_FORMULA}){_END}"
)
_SYSTEM = _Pattern(rf"(?<![\w-])(?P<id>[A-Z][a-z]?(?:-[A-Z][a-z]?){{1,7}}){_END}")
# Band gaps from one energy to another, with the name of the database right before them; the value keeps both.
_GAP = _Pattern(
    r"(?:\bMaterials\s+Project\s+(?:that\s+)?(?:have|has|with|having)\s+(?:an?\s+|the\s+)?)?"
    r"band[ -]?gaps?\s+(?:is\s+|are\s+)?(?:in the range\s+)?(?:between|from|of)?\s*"
    r"(?P<low>\d{1,2}(?:\.\d{1,4})?)\s*(?:eV\s*)?(?:-|–|to|and)\s*(?P<high>\d{1,2}(?:\.\d{1,4})?)\s*eV\b",
    re.IGNORECASE,
)
# "The sequence of human insulin in UniProt", "the protein "serum albumin" in UniProt".
_PROTEIN = _Pattern(
    r"(?:\b[Ss]equences?\s+(?:of|for)\s+(?:the\s+)?(?:protein\s+)?(?!UniProt)(?P<id>(?!.*\b(?:accession|entry)\b)"
    r"[A-Za-z0-9][A-Za-z0-9 ,()/-]{2,60}?)\s+(?:in|from|by|at)\s+UniProt(?:KB)?\b)"
)
# Words to search for stand in quotes.
_QUOTED = _Pattern(r"[\"“](?P<id>[^\"“”]{3,100})[\"”]")
_ACCESSIONS = {
    "ProjectSystem": _SYSTEM,
    "ProjectKeywords": _QUOTED,
    "ProjectGap": _GAP,
    "ProteinName": _PROTEIN,
    "ArxivWords": _QUOTED,
    "PmcId": _Pattern(rf"(?<![\w-])(?P<id>PMC\d{{3,9}}){_END}"),
    "UniProtAccession": _Pattern(
        rf"(?<![\w-])(?P<id>[OPQ]\d[A-Z0-9]{{3}}\d|[A-NR-Z]\d(?:[A-Z][A-Z0-9]{{2}}\d){{1,2}}){_END}"
    ),
    "PdbId": _Pattern(rf"(?<![\w-])(?P<id>[1-9](?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{{3}}|pdb_[a-z0-9]{{8}}){_END}"),
    "EnsemblId": _Pattern(rf"(?<![\w-])(?P<id>ENS[A-Z]{{0,6}}[GTPE]\d{{11}}(?:\.\d{{1,3}})?){_END}"),
    "ChemblId": _Pattern(rf"(?<![\w-])(?P<id>CHEMBL\d{{1,8}}){_END}"),
    "InterProId": _Pattern(rf"(?<![\w-])(?P<id>IPR\d{{6}}){_END}"),
    "BatteryId": _Pattern(rf"(?<![\w-])(?P<id>(?:mp|mvc)-\d+_[A-Z][a-z]?){_END}"),
    "MaterialsProjectId": _Pattern(rf"(?<![\w-])(?P<id>(?:mp|mvc)-\d+){_END}"),
    "MoleculeRecordId": _Pattern(rf"(?<![\w-])(?P<id>[0-9a-f]{{32}}-[A-Za-z0-9]+-m?\d+-\d+){_END}"),
    "PubChemCid": _CID,
    "ChebiId": _CHEBI,
    "PubMedId": _PMID,
    "Doi": _DOI,
    "ArxivId": _ARXIV,
    "CodId": _COD,
    "NcbiGeneId": _GENE_ID,
}
# The records that they are accessions of, which say what one is called.
_PLACES = {
    "UniProtAccession": "uniprot.entry",
    "PdbId": "pdb.entry",
    "EnsemblId": "ensembl.feature",
    "ChemblId": "chembl.molecule",
    "InterProId": "interpro.entry",
    "BatteryId": "materials_project.battery",
    "MaterialsProjectId": "materials_project.material",
    "MoleculeRecordId": "materials_project.molecule",
    "ProjectFormula": "materials_project.named",
    "ProjectSystem": "materials_project.system",
    "ProjectKeywords": "materials_project.keywords",
    "ProjectGap": "materials_project.gap",
    "ProteinName": "uniprot.named",
    "ArxivWords": "arxiv.search",
    "PmcId": "europepmc_files.file",
    "PubChemCid": "pubchem.compound",
    "ChebiId": "chebi.compound",
    "PubMedId": "europepmc.article",
    "Doi": "crossref.work",
    "ArxivId": "arxiv.preprint",
    "CodId": "cod.crystal",
    "NcbiGeneId": "ncbi.gene",
    "GeneSymbol": "string.partners",
    "KeggId": "kegg.entry",
}
_MOST_CALLED, _LONGEST_CALLED = 4, 40
_BEFORE = _Pattern(r"(?<![\w-])([A-Za-z-]+)[\s:]{1,3}$")
# Forms that a word or a number may have as well count where the question names the database.
_NAMED = {
    "UniProtAccession": _Pattern(
        r"uni-?prot|swiss-?prot|trembl|alphafold|interpro|quickgo|pdbe|hamap|\boma\b|accession", re.IGNORECASE
    ),
    "PdbId": _Pattern(r"\b(?:rcsb|pdb)\b", re.IGNORECASE),
    "KeggId": _Pattern(r"\bkegg\b", re.IGNORECASE),
    "ProjectSystem": _Pattern(r"\bmaterials\s+project\b", re.IGNORECASE),
    "ProjectKeywords": _Pattern(r"\bmaterials\s+project\b", re.IGNORECASE),
    "ProjectGap": _Pattern(r"\bmaterials\s+project\b", re.IGNORECASE),
    "ArxivWords": _Pattern(r"\barxiv\b", re.IGNORECASE),
}


# How each is written by itself.
_BARE = {
    "ChebiId": r"CHEBI:\d{1,7}",
    "PubMedId": r"[1-9]\d{0,8}",
    "PubChemCid": r"[1-9]\d{0,9}",
    "NcbiGeneId": r"[1-9]\d{0,9}",
    "CodId": r"[1-9]\d{6}",
    "Doi": r"10\.\d{4,9}/[^\s\"'<>]{1,200}",
    "ArxivId": r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?",
    "KeggId": _KEGG.text,
    "GeneSymbol": r"[A-Za-z][A-Za-z0-9.-]{1,20}",
    "ProjectKeywords": r"[^\"“”\n]{3,100}",
    "ProteinName": r"[A-Za-z0-9][A-Za-z0-9 ,()/-]{1,79}",
    "ArxivWords": r"[A-Za-z0-9][A-Za-z0-9 ,.'-]{2,99}",
    "ProjectGap": r"\d{1,2}(?:\.\d{1,4})?-\d{1,2}(?:\.\d{1,4})?",
    "ProjectFormula": r"[A-Za-z0-9().]{1,60}",
}


# What a text has to hold, in small letters or as it stands, before any of the expressions is tried.
_HINTS: dict[str, tuple[str, ...]] = {
    "UniProtAccession": (
        "uniprot",
        "uni-prot",
        "swiss",
        "trembl",
        "alphafold",
        "interpro",
        "quickgo",
        "pdbe",
        "hamap",
        "oma",
        "accession",
    ),
    "PdbId": ("pdb", "rcsb"),
    "EnsemblId": ("ENS",),
    "ChemblId": ("CHEMBL",),
    "InterProId": ("IPR",),
    "BatteryId": ("mp-", "mvc-"),
    "MaterialsProjectId": ("mp-", "mvc-"),
    "MoleculeRecordId": ("-",),
    "ProjectFormula": ("project",),
    "ProjectSystem": ("project",),
    "ProjectKeywords": ("project",),
    "ProjectGap": ("project",),
    "ProteinName": ("uniprot",),
    "ArxivWords": ("arxiv",),
    "PmcId": ("PMC",),
    "PubChemCid": ("CID", "PubChem"),
    "ChebiId": ("chebi",),
    "PubMedId": ("pmid", "pubmed"),
    "Doi": ("10.",),
    "ArxivId": ("arxiv",),
    "CodId": ("COD",),
    "NcbiGeneId": ("ncbi", "entrez"),
    "GeneSymbol": ("gene",),
    "KeggId": ("kegg",),
}


@dataclass(frozen=True, slots=True)
class Accession:
    """An accession and its place in a text."""

    start: int
    end: int
    value: str


def is_accession(kind: str, text: str) -> bool:
    """Whether a text alone has the form of an accession of a type."""
    pattern = _BARE.get(kind) or _ACCESSIONS[kind].text
    return re.fullmatch(pattern, text) is not None


def accessions(kind: str, text: str) -> list[Accession]:
    """The accessions of a type in a text, in their order, each with the words before it that call it what it is."""
    if not any(hint in text for hint in _HINTS[kind]) and not any(hint in text.lower() for hint in _HINTS[kind]):
        return []
    named = _NAMED.get(kind)
    if named is not None and not named.compiled.search(text):
        return []
    found = [_made(kind, match) for pattern in _patterns(kind, text) for match in pattern.compiled.finditer(text)]
    if kind == "GeneSymbol":
        found = [one for one in found if not _BASES.compiled.fullmatch(one.value)]
    return [replace(one, start=_called_from(kind, text, one.start)) for one in found]


def _patterns(kind: str, text: str) -> tuple[_Pattern, ...]:
    several = {
        "GeneSymbol": (*_GENES, *(_PAIR if "STRING" in text else ())),
        "KeggId": (_KEGG,),
        "ProjectFormula": (_FORMULA, _AFTER_PROJECT),
    }
    return several.get(kind) or (_ACCESSIONS[kind],)


def _called_from(kind: str, text: str, start: int) -> int:
    """Where the words begin that stand right before an accession and only call it what it is: "the protein P04637"."""
    called = _called(kind)
    for _ in range(_MOST_CALLED):
        first = max(0, start - _LONGEST_CALLED)
        match = _BEFORE.compiled.search(text[first:start])
        if match is None or not {match[1].lower(), singular(match[1].lower())} & called:
            break
        start = first + match.start(1)
    return start


@lru_cache(maxsize=32)
def _called(kind: str) -> frozenset[str]:
    return frozenset(word.lower() for phrase in document(_PLACES[kind]).called for word in phrase.split())


def _made(kind: str, match: re.Match[str]) -> Accession:
    if kind in ("GeneSymbol", "KeggId"):
        return Accession(*match.span("id"), match["id"])
    if kind == "ProteinName":
        # A species before the name is a setting of its own.
        own = species_before(match["id"])
        return Accession(match.start("id") + own, match.end(), match["id"][own:])
    if kind == "ProjectGap":
        return Accession(match.start(), match.end(), f"{match['low']}-{match['high']}")
    if kind == "Doi":
        # A sentence ends behind it, or a bracket that was opened before it.
        value = match["id"].rstrip(".,;:!?")
        value = value.rstrip(")]") if value.count("(") < value.count(")") else value
        return Accession(match.start(), match.start("id") + len(value), value)
    return Accession(match.start(), match.end(), f"CHEBI:{match['id']}" if kind == "ChebiId" else match["id"])


def species_before(name: str) -> int:
    """How many letters of a name are a species before it, with the blank: 6 of `human insulin`."""
    said = next((one for one in phrase_meanings("species") if name.lower().startswith(f"{one} ")), "")
    return len(said) + 1 if said else 0


def _find(kind: str, text: str) -> Iterator[tuple[int, int, Any]]:
    yield from ((one.start, one.end, one.value) for one in accessions(kind, text))


def find_systems(text: str) -> Iterator[tuple[int, int, str]]:
    """`Fe-O`, where the question names the Materials Project."""
    return _find("ProjectSystem", text)


def find_keywords(text: str) -> Iterator[tuple[int, int, str]]:
    """Words in quotes, where the question names the Materials Project."""
    return _find("ProjectKeywords", text)


def find_uniprot_accessions(text: str) -> Iterator[tuple[int, int, str]]:
    """`P04637`, where the question names UniProt, AlphaFold or an accession."""
    return _find("UniProtAccession", text)


def find_pdb_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`1CRN`, where the question names the PDB."""
    return _find("PdbId", text)


def find_ensembl_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`ENSG00000141510`."""
    return _find("EnsemblId", text)


def find_chembl_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`CHEMBL25`."""
    return _find("ChemblId", text)


def find_interpro_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`IPR000504`."""
    return _find("InterProId", text)


def find_batteries(text: str) -> Iterator[tuple[int, int, str]]:
    """`mp-22526_Li`."""
    return _find("BatteryId", text)


def find_materials(text: str) -> Iterator[tuple[int, int, str]]:
    """`mp-149`."""
    return _find("MaterialsProjectId", text)


def find_molecules(text: str) -> Iterator[tuple[int, int, str]]:
    """An MPcule ID."""
    return _find("MoleculeRecordId", text)


def find_project_formulas(text: str) -> Iterator[tuple[int, int, str]]:
    """`Fe2O3 in the Materials Project`."""
    return _find("ProjectFormula", text)


def find_chebi_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`CHEBI:15377`."""
    return _find("ChebiId", text)


def find_pmids(text: str) -> Iterator[tuple[int, int, str]]:
    """`PMID 12345678`, `PubMed ID 12345678`."""
    return _find("PubMedId", text)


def find_dois(text: str) -> Iterator[tuple[int, int, str]]:
    """`10.1000/182`, also behind `doi:` or as an address."""
    return _find("Doi", text)


def find_arxiv_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`arXiv:1706.03762`."""
    return _find("ArxivId", text)


def find_cod_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`COD 1000041`."""
    return _find("CodId", text)


def find_gene_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`NCBI Gene 7157`."""
    return _find("NcbiGeneId", text)


def find_kegg_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`C00031`, `hsa:7157`, where the question says KEGG."""
    return _find("KeggId", text)


def find_gene_symbols(text: str) -> Iterator[tuple[int, int, str]]:
    """`gene TP53`, `the TP53 gene`."""
    return _find("GeneSymbol", text)


def find_cids(text: str) -> Iterator[tuple[int, int, int]]:
    """`PubChem CID 2244`."""
    yield from ((one.start, one.end, int(one.value)) for one in accessions("PubChemCid", text))
