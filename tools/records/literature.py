"""Articles: Europe PMC by PubMed ID, Crossref by DOI, arXiv."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts, verdict
from scitoolagent.tools.records._types import ArxivId, Doi, NumberFound, PubMedId, TextsFound, VerdictFound, field_type

PubMedArticleNumber = Annotated[
    str, field_type("PubMedArticleNumber", "an article of PubMed (number)", "find_article_numbers")
]
PubMedArticleText = Annotated[str, field_type("PubMedArticleText", "an article of PubMed (text)", "find_article_texts")]
PubMedArticleVerdict = Annotated[
    str, field_type("PubMedArticleVerdict", "an article of PubMed (verdict)", "find_article_verdicts")
]
CrossrefWorkNumber = Annotated[
    str, field_type("CrossrefWorkNumber", "a work with a DOI (number)", "find_crossref_numbers")
]
CrossrefWorkText = Annotated[str, field_type("CrossrefWorkText", "a work with a DOI (text)", "find_crossref_texts")]
ArxivPreprintText = Annotated[str, field_type("ArxivPreprintText", "a preprint of arXiv (text)", "find_arxiv_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pmid": "12345678", "field": "citations"},
    requires=("network",),
    seconds=LONGEST,
)
def pubmed_article_number(pmid: PubMedId, field: PubMedArticleNumber) -> NumberFound:
    """Look up how often a PubMed article is cited, or its year.

    Args:
        pmid: A number of PubMed (PMID).
        field: What is read of it, by its name in `tools/records/europepmc.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Europe PMC, https://europepmc.org/RestfulWebService
    """
    return number("europepmc.article", field, pmid=checked("PubMedId", pmid))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pmid": "12345678", "field": "abstract"},
    requires=("network",),
    seconds=LONGEST,
)
def pubmed_article_text(pmid: PubMedId, field: PubMedArticleText) -> TextsFound:
    """Look up the abstract, title, authors or terms of a PubMed article.

    Args:
        pmid: A number of PubMed (PMID).
        field: What is read of it, by its name in `tools/records/europepmc.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Europe PMC, https://europepmc.org/RestfulWebService
    """
    return texts("europepmc.article", field, pmid=checked("PubMedId", pmid))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pmid": "12345678", "field": "open access"},
    requires=("network",),
    seconds=LONGEST,
)
def pubmed_article_verdict(pmid: PubMedId, field: PubMedArticleVerdict) -> VerdictFound:
    """Look up whether a PubMed article is open access.

    Args:
        pmid: A number of PubMed (PMID).
        field: What is read of it, by its name in `tools/records/europepmc.toml`.
    Returns:
        Yes or no as the record has it, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Europe PMC, https://europepmc.org/RestfulWebService
    """
    return verdict("europepmc.article", field, pmid=checked("PubMedId", pmid))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"doi": "10.1021/jm000942e", "field": "citations"},
    requires=("network",),
    seconds=LONGEST,
)
def crossref_work_number(doi: Doi, field: CrossrefWorkNumber) -> NumberFound:
    """Look up how often a work with a DOI is cited, its references or its year.

    Args:
        doi: A DOI, without the address before it.
        field: What is read of it, by its name in `tools/records/crossref.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Crossref REST, https://api.crossref.org
    """
    return number("crossref.work", field, doi=checked("Doi", doi))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"doi": "10.1021/jm000942e", "field": "title"},
    requires=("network",),
    seconds=LONGEST,
)
def crossref_work_text(doi: Doi, field: CrossrefWorkText) -> TextsFound:
    """Look up the title, authors, journal and more of a work with a DOI.

    Args:
        doi: A DOI, without the address before it.
        field: What is read of it, by its name in `tools/records/crossref.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Crossref REST, https://api.crossref.org
    """
    return texts("crossref.work", field, doi=checked("Doi", doi))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"preprint": "1706.03762", "field": "abstract"},
    requires=("network",),
    seconds=LONGEST,
)
def arxiv_preprint_text(preprint: ArxivId, field: ArxivPreprintText) -> TextsFound:
    """Look up the abstract, title, authors or date of a preprint of arXiv.

    Args:
        preprint: An identifier of arXiv, such as 1706.03762.
        field: What is read of it, by its name in `tools/records/arxiv.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: arXiv API, https://info.arxiv.org/help/api
    """
    return texts("arxiv.preprint", field, preprint=checked("ArxivId", preprint))
