"""The text of a PDF by pages, read in a process of its own that is bounded in time and memory: a file may do harm.

A PDF of scanned pages has no text; it is said to have none, never read as an empty document.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys

MAX_PAGES = 500
# More than any reader of this program takes, so that the safety gate sees all that they see.
MOST_CHARACTERS = 5_000_000
NO_TEXT = "hold no text; are they scanned?"
_SECONDS = 60.0
_MEMORY = 2_000_000_000
_SIGN = b"%PDF-"


def is_pdf(content: bytes) -> bool:
    """Whether a file begins as a PDF does; other bytes before that, which some readers allow, are not taken."""
    return content.startswith(_SIGN)


def pages_of_pdf(content: bytes, most: int = MOST_CHARACTERS, seconds: float = _SECONDS) -> tuple[list[str], str]:
    """The text of each page of a PDF and an empty reason, or no pages and the reason why there is none.

    Args:
        content: the file.
        most: after so many characters no further page is read.
        seconds: how long it may take.
    """
    command = [sys.executable, "-m", __name__, str(most)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=seconds, check=True)
        told = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return [], f"it was not read within {seconds:g} s"
    except (subprocess.CalledProcessError, OSError, ValueError):
        return [], "it is broken, or takes too much memory to be read"
    return [str(page) for page in told["pages"]], str(told["reason"])


def _read(content: bytes, most: int) -> dict[str, str | list[str]]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    pages = list[str]()
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"pages": [], "reason": "it is locked by a password"}
        if len(reader.pages) > MAX_PAGES:
            return {"pages": [], "reason": f"it has {len(reader.pages):,} pages; at most {MAX_PAGES} are read"}
        for page in reader.pages:
            pages.append(page.extract_text())
            if sum(map(len, pages)) > most:
                break
    except DependencyError:
        return {"pages": [], "reason": "it is encrypted in a way that is not read here"}
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return {"pages": [], "reason": f"it is no PDF that can be read ({type(error).__name__})"}
    if not any(page.strip() for page in pages):
        return {"pages": [], "reason": f"its {len(pages)} pages {NO_TEXT}"}
    return {"pages": pages, "reason": ""}


def _bound() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    _bound()
    sys.stdout.write(json.dumps(_read(sys.stdin.buffer.read(), int(sys.argv[1]))))
