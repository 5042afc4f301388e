"""The text of a PDF: its pages, and the sentences that say something of what is looked for, with their pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.stem import stem
from scitoolagent.language.text import tokens
from scitoolagent.language.words import word_list
from scitoolagent.pdf import is_pdf, pages_of_pdf
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._document_words import joined_lines, sentences_of

PdfFile = Annotated[
    Path,
    Semantic(
        "PdfFile", parent="File", edam="format_3508", label="PDF", also=("PDF file",), pattern=r"[^\s\"'<>|]+\.pdf"
    ),
]
SearchedWords = Annotated[
    str,
    Semantic(
        "SearchedWords",
        parent="Parameter",
        label="words looked for in a document",
        finder="scitoolagent.tools.general._document_words:find_searched_words",
    ),
]
PdfPage = Annotated[
    dict[str, str | int],
    Semantic("PdfPage", label="text of a PDF", also=("text", "text of the pages", "PDF text")),
]
PageCount = Annotated[
    int, Semantic("PageCount", unit="1", label="number of pages", also=("page count", "length in pages"))
]
PdfPassage = Annotated[
    dict[str, str | int],
    Semantic(
        "PdfPassage",
        label="passages of a PDF",
        also=("passages", "passage", "quotes", "quotations", "sentences", "mentions"),
    ),
]
PassageNote = Annotated[str, Semantic("PassageNote", parent="Report", label="note on the search", role="note")]

EXAMPLE = Path(__file__).with_name("example_document.pdf")
_MOST_PASSAGES = 5
_MOST_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class PassagesResult:
    """The passages, nearest first, and what was searched."""

    passages: list[PdfPassage]
    note: PassageNote


@tool(
    Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"file": EXAMPLE}, also=("read a PDF", "extract the text")
)
def pdf_text(file: PdfFile) -> list[PdfPage]:
    """Read the text of a PDF, page by page.

    Args:
        file: A PDF of at most 500 pages. Scanned pages have no text; nothing is recognised in pictures.
    Returns:
        Each page that has text: its number, counted from 1, and the text in the order in which the file draws it.
        Tables and formulas may be out of order.
    Raises:
        ToolInputError: the file is no PDF that can be read, is locked, or holds no text.
    Source: ISO 32000-1, by pypdf.
    """
    return [{"page": number, "text": joined_lines(page)} for number, page in _pages(file) if page.strip()]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"file": EXAMPLE})
def pdf_page_count(file: PdfFile) -> PageCount:
    """Count the pages of a PDF that holds text.

    Args:
        file: A PDF of at most 500 pages.
    Returns:
        The number of pages, blank ones too.
    Raises:
        ToolInputError: the file is no PDF that can be read, is locked, or holds no text.
    Source: ISO 32000-1, by pypdf.
    """
    return len(_pages(file))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"file": EXAMPLE, "words": "melting point of benzoic acid"},
    also=("PaperQA", "search a PDF", "find in a PDF"),
)
def pdf_passages(file: PdfFile, words: SearchedWords) -> PassagesResult:
    """Quote the sentences of a PDF that say something of what is looked for, with their pages.

    Args:
        file: A PDF of at most 500 pages with text.
        words: What is looked for. Words such as "of" do not count, and forms of a word are one ("melts", "melting").
    Returns:
        At most five sentences that hold at least half of the words, those with most of them first and then by BM25:
        page, the sentence as it stands, and how many of the words it holds. An empty list says that none does, not that
        the document knows nothing of it: it may use other words. The note says how much was searched.
    Raises:
        ToolInputError: the file is no PDF that can be read, is locked or holds no text, or no word is left.
    Source: BM25: Robertson & Zaragoza 2009, doi:10.1561/1500000019, by bm25s; text by pypdf.
    """
    wanted = list(dict.fromkeys(_terms(words)))
    if not wanted:
        raise ToolInputError(f"nothing to look for in {words!r}; give the words that count")
    pages = _pages(file)
    sentences = [(number, sentence) for number, page in pages for sentence in sentences_of(page)]
    terms = [_terms(sentence) for _, sentence in sentences]
    scores = TermIndex(terms).scores(dict.fromkeys(wanted, 1.0))
    held = [len(set(wanted) & set(one)) for one in terms]
    chosen = [place for place, count in enumerate(held) if count * 2 >= len(wanted)]
    chosen.sort(key=lambda place: (-held[place], -float(scores[place]), place))
    silent = [str(number) for number, page in pages if not page.strip()]
    note = f"{len(sentences)} sentences on {len(pages)} pages; {len(chosen)} hold at least half of: {', '.join(wanted)}"
    if silent:
        note += f"; no text on page {', '.join(silent)}"
    passages: list[PdfPassage] = [
        {"page": sentences[place][0], "quote": sentences[place][1], "words": f"{held[place]} of {len(wanted)}"}
        for place in chosen[:_MOST_PASSAGES]
    ]
    return PassagesResult(passages, note)


def _pages(file: Path) -> list[tuple[int, str]]:
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise ToolInputError(f"{file.name} is larger than {_MOST_BYTES // 1_000_000} MB; give a part of it")
        content = file.read_bytes()
    except OSError as error:
        raise ToolInputError(f"{file.name} cannot be read: {error.strerror or error}") from error
    if not is_pdf(content):
        raise ToolInputError(f"{file.name} does not begin as a PDF does; it is another kind of file")
    pages, reason = pages_of_pdf(content)
    if reason:
        raise ToolInputError(f"{file.name} cannot be read: {reason}")
    return list(enumerate(pages, 1))


def _terms(text: str) -> list[str]:
    empty = word_list("claims", "stop")
    return [stem(word) for word, _, _ in tokens(text) if word not in empty]
