"""Papers as files: preprints of arXiv by their numbers or by words, open articles of PubMed Central."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import RecordNotFoundError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.records._client import Reply, ask, missing
from scitoolagent.tools.records._declared import document
from scitoolagent.tools.records._files import put
from scitoolagent.tools.records._reading import LONGEST, checked
from scitoolagent.tools.records._types import ArxivId, ArxivWords, PmcId, RecordSource
from scitoolagent.tools.records._values import clean, search

PaperFile = Annotated[
    Path,
    Semantic(
        "PaperFile",
        parent="PdfFile",
        label="PDF of a paper",
        also=("downloaded paper", "PDF of the preprint", "PDF of the article", "full text"),
        needs_context=True,
    ),
]
PaperTitles = Annotated[
    list[str], Semantic("PaperTitles", parent="Report", label="titles of papers", also=("papers on a subject",))
]
PaperCount = Annotated[
    int, Semantic("PaperCount", parent="Parameter", unit="1", label="number of papers", also=("papers",))
]
_MOST = 10
_OLD = re.compile(r"([a-z-]+(?:\.[A-Z]{2})?)/(\d{7}(?:v\d+)?)")
_FOUND_ID = re.compile(r"https?://arxiv\.org/abs/(\S+)")


@dataclass(frozen=True, slots=True)
class PaperFound:
    """A paper as a file, and where it is from."""

    paper: PaperFile
    record_source: RecordSource


@dataclass(frozen=True, slots=True)
class PapersFound:
    """Papers as files with their titles, and where they are from."""

    papers: list[PaperFile]
    titles: PaperTitles
    record_source: RecordSource


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"preprint": "1706.03762"},
    also=("download the PDF", "download the preprint"),
    requires=("network",),
    seconds=LONGEST,
)
def arxiv_pdf(preprint: ArxivId) -> PaperFound:
    """Download the PDF of a preprint of arXiv.

    Args:
        preprint: An identifier of arXiv, such as 1706.03762; the newest version where it names none.
    Returns:
        The file, which lies in the cache folder, and the address and the day of the answer.
    Raises:
        ToolInputError: no such identifier is possible.
        RecordNotFoundError: arXiv has no such preprint.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: arXiv, https://info.arxiv.org/help/api
    """
    file, reply = _preprint("arxiv_pdf", checked("ArxivId", preprint))
    return PaperFound(file, reply.told(document("arxiv.file").provider))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pmc": "PMC3531190"},
    also=("download the PDF", "download the article"),
    requires=("network",),
    seconds=LONGEST,
)
def open_access_pdf(pmc: PmcId) -> PaperFound:
    """Download the PDF of an open-access article of PubMed Central.

    Args:
        pmc: An identifier of PubMed Central, such as PMC3531190.
    Returns:
        The file, which lies in the cache folder, and the address and the day of the answer.
    Raises:
        ToolInputError: no such identifier is possible.
        RecordNotFoundError: Europe PMC has no such article, or its PDF is not open.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Europe PMC, https://europepmc.org/RestfulWebService
    """
    written, kept = checked("PmcId", pmc), document("europepmc_files.file")
    reply = ask("open_access_pdf", kept, kept.parts[""], {"pmc": written})
    return PaperFound(put("papers", f"{written}.pdf", reply.data["file"]), reply.told(kept.provider))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"words": "graph neural networks", "count": 3},
    also=("DownloadPapers", "DownloadPapersMuti", "download papers", "find papers"),
    requires=("network",),
    seconds=900.0,
)
def arxiv_papers(words: ArxivWords, count: PaperCount = 3) -> PapersFound:
    """Search arXiv for words and download the PDFs of the first papers.

    Args:
        words: Words that all have to occur in a paper's record.
        count: How many papers, 1 to 10, in the order of arXiv's relevance.
    Returns:
        The files, which lie in the cache folder, their titles, and the address and the day of the search. There is a
        pause of three seconds between two requests, as arXiv asks for.
    Raises:
        ToolInputError: nothing that can be searched for, or another number.
        RecordNotFoundError: arXiv has no such paper, or none with a PDF.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: arXiv, https://info.arxiv.org/help/api
    """
    written, kept = checked("ArxivWords", words), document("arxiv.search")
    if not 1 <= count <= _MOST:
        raise ToolInputError(f"{count} papers were asked for; 1 to {_MOST} are downloaded")
    terms = " AND ".join(f"all:{one}" for one in re.findall(r"[A-Za-z0-9.-]+", written))
    asked: Mapping[str, str] = {"words": written, "terms": terms, "count": str(count)}
    reply = ask("arxiv_papers", kept, kept.parts[""], asked)
    files, titles, lacking = list[Path](), list[str](), list[str]()
    for entry in search("entries[?published]", reply.data) or []:
        match = _FOUND_ID.fullmatch("".join(entry.get("id", [])[:1]))
        if match is None:
            continue
        try:
            files.append(_preprint("arxiv_papers", checked("ArxivId", match[1]))[0])
            titles.append(f"{match[1]}: {clean(' '.join(entry.get('title', [])))}")
        except RecordNotFoundError:
            lacking.append(match[1])
    if not files:
        raise missing(kept, {"words": written}, reply.url, "no PDF" if lacking else "")
    told = f"; no PDF of {', '.join(lacking)}" if lacking else ""
    return PapersFound(files, titles, f"{reply.told(kept.provider)}{told}")


def _preprint(tool_name: str, identifier: str) -> tuple[Path, Reply]:
    """The file of a preprint, and the answer that it came in."""
    kept, old = document("arxiv.file"), _OLD.fullmatch(identifier)
    values = {"preprint": identifier} | ({"archive": old[1], "number": old[2]} if old else {})
    reply = ask(tool_name, kept, kept.parts["old" if old else ""], values)
    return put("papers", f"arxiv-{identifier.replace('/', '-')}.pdf", reply.data["file"]), reply
