"""What can be a question at all."""

from __future__ import annotations

from scitoolagent.errors import PlanError
from scitoolagent.tool.call import is_text


def checked(question: str, longest: int) -> str:
    """The question without the blanks around it.

    Raises:
        PlanError: it is empty, too long or not text.
    """
    if not isinstance(question, str):
        raise PlanError(
            f"a question is text, not {type(question).__name__}; ask for example: What is the TPSA of menthol?"
        )
    text = question.strip()
    if not text:
        raise PlanError("the question is empty; ask for example: What is the TPSA of menthol?")
    if len(text) > longest:
        raise PlanError(
            f"the question has {len(text):,} characters, at most {longest:,} are read; "
            "put long sequences into a FASTA file and name the file"
        )
    if "\x00" in text:
        raise PlanError("the question holds a NUL character; give plain text")
    # U+FFFD stands where a program could not read what was written.
    if not is_text(text) or "\ufffd" in text:
        raise PlanError("the question holds bytes that are no UTF-8 text; give plain text")
    return text
