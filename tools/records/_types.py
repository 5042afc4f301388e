"""The types of accessions that no other tool takes, and what record tools give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Semantic

_FINDERS = "scitoolagent.tools.records._accessions"
_WORDS = "scitoolagent.tools.records._search_words"
_FIELDS = "scitoolagent.tools.records._finders"

EnsemblId = Annotated[
    str,
    Semantic(
        "EnsemblId",
        parent="Identifier",
        label="Ensembl ID",
        also=("Ensembl stable ID", "Ensembl gene ID"),
        announced=("ensembl",),
        pattern=r"ENS[A-Z]{0,6}[GTPE]\d{11}(?:\.\d{1,3})?",
        finder=f"{_FINDERS}:find_ensembl_ids",
    ),
]
ChemblId = Annotated[
    str,
    Semantic(
        "ChemblId",
        parent="Identifier",
        label="ChEMBL ID",
        also=("ChEMBL compound ID",),
        announced=("chembl",),
        pattern=r"CHEMBL\d{1,8}",
        finder=f"{_FINDERS}:find_chembl_ids",
    ),
]
ChebiId = Annotated[
    str,
    Semantic(
        "ChebiId",
        parent="Identifier",
        label="ChEBI ID",
        announced=("chebi",),
        finder=f"{_FINDERS}:find_chebi_ids",
    ),
]
InterProId = Annotated[
    str,
    Semantic(
        "InterProId",
        parent="Identifier",
        label="InterPro accession",
        also=("InterPro ID",),
        announced=("interpro",),
        pattern=r"IPR\d{6}",
        finder=f"{_FINDERS}:find_interpro_ids",
    ),
]
KeggId = Annotated[
    str,
    Semantic("KeggId", parent="Identifier", label="KEGG ID", announced=("kegg",), finder=f"{_FINDERS}:find_kegg_ids"),
]
PubMedId = Annotated[
    str,
    Semantic(
        "PubMedId",
        parent="Identifier",
        label="PubMed ID",
        also=("PMID",),
        finder=f"{_FINDERS}:find_pmids",
    ),
]
Doi = Annotated[
    str,
    Semantic("Doi", parent="Identifier", label="DOI", finder=f"{_FINDERS}:find_dois"),
]
ArxivId = Annotated[
    str,
    Semantic(
        "ArxivId", parent="Identifier", label="arXiv ID", announced=("arxiv",), finder=f"{_FINDERS}:find_arxiv_ids"
    ),
]
CodId = Annotated[
    str,
    Semantic(
        "CodId",
        parent="Identifier",
        label="COD ID",
        also=("Crystallography Open Database ID",),
        finder=f"{_FINDERS}:find_cod_ids",
    ),
]
NcbiGeneId = Annotated[
    str,
    Semantic(
        "NcbiGeneId",
        parent="Identifier",
        label="NCBI Gene ID",
        also=("Entrez Gene ID",),
        finder=f"{_FINDERS}:find_gene_ids",
    ),
]
GeneSymbol = Annotated[
    str,
    Semantic(
        "GeneSymbol",
        parent="Identifier",
        label="gene symbol",
        finder=f"{_FINDERS}:find_gene_symbols",
    ),
]
BatteryId = Annotated[
    str,
    Semantic(
        "BatteryId",
        parent="Identifier",
        label="Materials Project battery ID",
        also=("battery ID", "electrode ID"),
        pattern=r"(?:mp|mvc)-\d+_[A-Z][a-z]?",
        finder=f"{_FINDERS}:find_batteries",
    ),
]
MoleculeRecordId = Annotated[
    str,
    Semantic(
        "MoleculeRecordId",
        parent="Identifier",
        label="Materials Project molecule ID",
        also=("MPcule ID", "molecule ID"),
        pattern=r"[0-9a-f]{32}-[A-Za-z0-9]+-m?\d+-\d+",
        finder=f"{_FINDERS}:find_molecules",
    ),
]
ProjectFormula = Annotated[
    str,
    Semantic(
        "ProjectFormula",
        parent="Identifier",
        label="formula in the Materials Project",
        finder=f"{_FINDERS}:find_project_formulas",
    ),
]
ProjectSystem = Annotated[
    str,
    Semantic(
        "ProjectSystem",
        parent="Identifier",
        label="chemical system in the Materials Project",
        finder=f"{_FINDERS}:find_systems",
    ),
]
ProjectKeywords = Annotated[
    str,
    Semantic(
        "ProjectKeywords",
        parent="Identifier",
        label="words to search the Materials Project for",
        finder=f"{_FINDERS}:find_keywords",
    ),
]
ProteinName = Annotated[
    str,
    Semantic(
        "ProteinName",
        parent="Identifier",
        label="name of a protein in UniProt",
        finder=f"{_WORDS}:find_protein_names",
    ),
]
ArxivWords = Annotated[
    str,
    Semantic(
        "ArxivWords",
        parent="Identifier",
        label="words to search arXiv for",
        finder=f"{_WORDS}:find_arxiv_words",
    ),
]
PmcId = Annotated[
    str,
    Semantic(
        "PmcId",
        parent="Identifier",
        label="PubMed Central ID",
        also=("PMCID", "PMC ID"),
        pattern=r"PMC\d{3,9}",
        finder=f"{_WORDS}:find_pmc_ids",
    ),
]
ProjectGap = Annotated[
    str,
    Semantic(
        "ProjectGap",
        parent="Identifier",
        label="range of band gaps in the Materials Project",
        finder=f"{_WORDS}:find_gaps",
    ),
]
Species = Annotated[
    str,
    Semantic(
        "Species",
        parent="Parameter",
        label="species",
        also=("organism",),
        finder=f"{_WORDS}:find_species",
    ),
]

RecordNumber = Annotated[
    float,
    Semantic(
        # The number alone is pure; its unit is the other output.
        "RecordNumber",
        unit="1",
        label="number in a record",
        shown="{field} in the record",
    ),
]
RecordUnit = Annotated[str, Semantic("RecordUnit", parent="UnitName", role="unit", label="unit of a record's number")]
RecordText = Annotated[str, Semantic("RecordText", label="text in a record", shown="{field} in the record")]
RecordVerdict = Annotated[
    bool, Semantic("RecordVerdict", role="verdict", label="verdict in a record", shown="{field}, by the record")
]
RecordSource = Annotated[
    str, Semantic("RecordSource", parent="Report", role="note", label="provider, address and age of a record")
]


def field_type(name: str, what: str, finder: str) -> Semantic:
    """The type of a setting that names a field of a record: the question asks for it by the words of the field."""
    return Semantic(name, parent="RecordField", label=f"field of {what}", finder=f"{_FIELDS}:{finder}")


@dataclass(frozen=True, slots=True)
class NumberFound:
    """A number of a record with its unit, and where it is from."""

    record_number: RecordNumber
    record_unit: RecordUnit
    record_source: RecordSource


@dataclass(frozen=True, slots=True)
class TextsFound:
    """Texts of a record, and where they are from."""

    record_texts: list[RecordText]
    record_source: RecordSource


@dataclass(frozen=True, slots=True)
class VerdictFound:
    """What a record says yes or no to, and where that is from."""

    record_verdict: RecordVerdict
    record_source: RecordSource
