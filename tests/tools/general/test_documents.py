"""The text of a PDF, and what the gate sees of it."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.gate import FILE, screen_many
from scitoolagent.gate.files import read_records
from scitoolagent.pdf import pages_of_pdf
from scitoolagent.tools.general._document_words import find_searched_words, sentences_of
from scitoolagent.tools.general.documents import EXAMPLE, pdf_page_count, pdf_passages, pdf_text


def packed(*pages: str) -> bytes:
    """A PDF whose pages are deflated, as every program writes them (ISO 32000-1, 7.4.4)."""
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(len(pages)))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        drawn = zlib.compress(f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode())
        parts += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode(),
            b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        ]
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{table}"
    return body + f"{end}trailer << /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n".encode()


def written(folder: Path, content: bytes, name: str = "x.pdf") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


# The example was drawn line by line by reportlab: these are its lines.
def test_pages_and_their_text() -> None:
    assert pdf_page_count(EXAMPLE) == 3
    pages = pdf_text(EXAMPLE)
    assert [page["page"] for page in pages] == [1, 2]
    assert str(pages[0]["text"]).endswith("The crystals were dried at 60 °C for two hours. The yield was 82 %.")
    assert "The solubility in water rises" in str(pages[1]["text"])


def test_passages_are_quoted_with_their_pages() -> None:
    found = pdf_passages(EXAMPLE, "the melting of benzoic acids")
    assert (found.passages[0]["page"], found.passages[0]["words"]) == (2, "3 of 3")
    assert "was 122 °C" in str(found.passages[0]["quote"])
    assert "no text on page 3" in found.note
    (only,) = pdf_passages(EXAMPLE, "yield").passages
    assert only == {"page": 1, "quote": "The yield was 82 %.", "words": "1 of 1"}


def test_nothing_found_says_what_was_searched() -> None:
    found = pdf_passages(EXAMPLE, "gentamicin")
    assert found.passages == []
    assert "6 sentences on 3 pages; 0 hold" in found.note


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "does not begin as a PDF does"),
        (b"benzoic acid melts at 122", "does not begin as a PDF does"),
        (b"PK\x03\x04 not a PDF", "does not begin as a PDF does"),
        (b"%PDF-1.7\nnothing of the kind", "no PDF that can be read"),
        (packed(""), "hold no text"),
    ],
)
def test_what_is_no_pdf_with_text_is_refused(tmp_path: Path, content: bytes, told: str) -> None:
    for call in (pdf_text, pdf_page_count, lambda file: pdf_passages(file, "acid")):
        with pytest.raises(ToolInputError, match=told):
            call(written(tmp_path, content))


def test_words_that_say_nothing_are_refused() -> None:
    with pytest.raises(ToolInputError, match="nothing to look for"):
        pdf_passages(EXAMPLE, "of the")
    with pytest.raises(ToolInputError, match="cannot be read"):
        pdf_text(EXAMPLE.with_name("absent.pdf"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What does a.pdf say about kidney injury?", ["kidney injury"]),
        ("What is said about the side effects of gentamicin in the file a.pdf?", ["the side effects of gentamicin"]),
        ("Which sentences of a.pdf mention falls of the elderly?", ["falls of the elderly"]),
        ("Where is benzoic acid mentioned in a.pdf?", ["benzoic acid"]),
        ('Find "limit of detection" in a.pdf', ["limit of detection"]),
        ("Quote what a.pdf says about the yield and how it was dried.", ["the yield"]),
        ("What does the paper say about the yield?", []),
        ("Draw aspirin and save it as a.pdf", []),
    ],
)
def test_what_is_looked_for(text: str, words: list[str]) -> None:
    assert [value for _, _, value in find_searched_words(text)] == words


def test_a_full_stop_of_a_short_form_ends_no_sentence() -> None:
    text = "Smith et al. found 5.2 g (Fig. 3). E. coli grew. It was (e.g. at 37 °C) fast."
    assert sentences_of(text) == [
        "Smith et al. found 5.2 g (Fig. 3).",
        "E. coli grew.",
        "It was (e.g. at 37 °C) fast.",
    ]


def verdicts(path: Path) -> set[str]:
    return {item.finding.verdict for item in screen_many([(FILE, str(path))])}


def test_the_gate_reads_what_the_pages_say(tmp_path: Path) -> None:
    bad = packed("nothing here", "The product CC\\(C\\)OP\\(C\\)\\(=O\\)F was distilled.")
    assert b"OP" not in bad
    assert "block" in verdicts(written(tmp_path, bad))
    assert [record.name for record in read_records(written(tmp_path, bad))] == ["page 1, line 1", "page 2, line 1"]
    # With another ending the bytes are looked at as they are.
    assert next(record.name for record in read_records(written(tmp_path, bad, "x.txt"))) == "line 1"
    assert "block" not in verdicts(EXAMPLE)


def test_packed_bytes_are_no_names(tmp_path: Path) -> None:
    # Short codes such as VX and GB stand by chance in the bytes of any packed page, here in a remark.
    content = packed("The yield was 82 %.") + b"% VX GB \x03\n"
    assert pages_of_pdf(content)[0] == ["The yield was 82 %."]
    assert "block" not in verdicts(written(tmp_path, content))


def test_a_pdf_that_nobody_can_read_does_not_pass_the_gate(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="cannot be screened"):
        list(read_records(written(tmp_path, b"%PDF-1.7\nCC(C)OP(C)(=O)F")))


def test_a_structure_behind_the_beginning_of_a_pdf_is_screened(tmp_path: Path) -> None:
    from rdkit import Chem

    block = Chem.MolToMolBlock(Chem.MolFromSmiles("CC(C)OP(C)(=O)F"))
    content = packed("words") + b"\n" + block.encode()
    assert "block" in verdicts(written(tmp_path, content))
