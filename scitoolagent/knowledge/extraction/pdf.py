"""The text of a PDF, read in a process of its own that is bounded in time and memory: a file may be made to do harm.

Without the package pypdf (the extra `documents`) no PDF is read. A PDF of scanned pages has no text; it is said to have
none, never read as an empty document.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from scitoolagent.errors import GraphError

MAX_PAGES = 500
_SECONDS = 60.0
_MEMORY = 2_000_000_000


def text_of_pdf(path: Path, most: int, seconds: float = _SECONDS) -> tuple[str, str]:
    """The text of a PDF and an empty reason, or no text and the reason why there is none.

    Args:
        path: the file.
        most: how many characters are read at most.
        seconds: how long it may take.
    Raises:
        GraphError: pypdf is not installed, or the file is not there.
    """
    if find_spec("pypdf") is None:
        raise GraphError(f"{path.name} is a PDF, which pypdf reads; pip install 'scitoolagent[documents]'")
    if not path.is_file():
        raise GraphError(f"{path} cannot be read: there is no such file")
    command = [sys.executable, "-m", __name__, str(path.resolve()), str(most)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=True, stdin=subprocess.DEVNULL)
        told = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return "", f"it was not read within {seconds:g} s"
    except (subprocess.CalledProcessError, ValueError):
        return "", "it is broken, or takes too much memory to be read"
    return str(told["text"]), str(told["reason"])


def _read(path: str, most: int) -> dict[str, str]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"text": "", "reason": "it is locked by a password"}
        if len(reader.pages) > MAX_PAGES:
            return {"text": "", "reason": f"it has {len(reader.pages):,} pages; at most {MAX_PAGES} are read"}
        pages = list[str]()
        for page in reader.pages:
            pages.append(page.extract_text())
            if sum(map(len, pages)) > most:
                break
    except DependencyError:
        return {"text": "", "reason": "it is encrypted in a way that is not read here"}
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return {"text": "", "reason": f"it is no PDF that can be read ({type(error).__name__})"}
    text = " ".join(" ".join(pages).split())[:most]
    return {"text": text, "reason": "" if text else f"its {len(pages)} pages hold no text; are they scanned?"}


def _bound() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    _bound()
    sys.stdout.write(json.dumps(_read(sys.argv[1], int(sys.argv[2]))))
