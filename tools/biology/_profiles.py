"""Profiles of sequence families behind pyhmmer (HMMER 3): read, build, search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError, ToolUnavailableError

REQUIRES = ("extra:profiles",)
EXAMPLE_PROFILE, EXAMPLE_ALIGNMENT, EXAMPLE_PROTEINS = (
    Path(__file__).with_name(f"example_family.{ending}") for ending in ("hmm", "sto", "faa")
)
LIKELY = 0.01  # the E-value up to which HMMER counts a hit as one
MOST_PROFILES = 1_000
_LARGEST = 100_000_000  # bytes of a file
_MOST_RESIDUES = 50_000_000
_MOST_ROWS, _MOST_COLUMNS = 5_000, 10_000


def profiles_of(path: Path) -> list[Any]:
    """The profiles of a file.

    Raises:
        ToolInputError: no profile of proteins, more than `MOST_PROFILES`, or a file that cannot be read.
    """
    with _told(path), _hmmer().plan7.HMMFile(str(_sized(path))) as file:
        found = list(islice(file, MOST_PROFILES + 1))
    if not found:
        raise ToolInputError(f"{path.name} holds no profile")
    if len(found) > MOST_PROFILES:
        raise ToolInputError(f"{path.name} holds more than {MOST_PROFILES:,} profiles; split it")
    if other := next((one for one in found if not one.alphabet.is_amino()), None):
        raise ToolInputError(f"{text_of(other.name)} in {path.name} is of nucleic acids; give profiles of proteins")
    return found


def profile_of_alignment(path: Path) -> Any:
    """The profile that HMMER builds from an alignment of proteins.

    Raises:
        ToolInputError: no alignment, one of other letters, fewer than two rows, or too large.
    """
    hmmer = _hmmer()
    alphabet = hmmer.easel.Alphabet.amino()
    with _told(path), hmmer.easel.MSAFile(str(_sized(path)), digital=True, alphabet=alphabet) as file:
        alignment = file.read()
    if alignment is None:
        raise ToolInputError(f"{path.name} holds no alignment")
    rows, columns = len(alignment.sequences), len(alignment)
    if rows < 2:
        raise ToolInputError(f"{path.name} has {rows} sequence; a family takes two or more that are aligned")
    if rows > _MOST_ROWS or columns > _MOST_COLUMNS:
        raise ToolInputError(
            f"{path.name} has {rows:,} rows of {columns:,} columns; at most {_MOST_ROWS:,} of {_MOST_COLUMNS:,}"
        )
    _refuse_nucleic(path, alignment.sequences)
    if not alignment.name:
        alignment.name = path.stem
    profile, _, _ = hmmer.plan7.Builder(alphabet).build_msa(alignment, hmmer.plan7.Background(alphabet))
    return profile


def proteins_of(path: Path) -> Any:
    """The sequences of a FASTA file, ready to be searched.

    Raises:
        ToolInputError: no sequence, one with other letters than those of proteins, or too many.
    """
    hmmer = _hmmer()
    alphabet = hmmer.easel.Alphabet.amino()
    with _told(path), hmmer.easel.SequenceFile(str(_sized(path)), digital=True, alphabet=alphabet) as file:
        block = file.read_block(residues=_MOST_RESIDUES)
        more = file.read()
    if not block:
        raise ToolInputError(f"{path.name} holds no sequence")
    if more is not None:
        raise ToolInputError(f"{path.name} has more than {_MOST_RESIDUES:,} residues; split it")
    _refuse_nucleic(path, block)
    return block


def protein_of(sequence: str) -> Any:
    """One sequence as a query or as a target."""
    hmmer = _hmmer()
    return hmmer.easel.TextSequence(name="query", sequence=sequence).digitize(hmmer.easel.Alphabet.amino())


def searched(query: Any, block: Any) -> list[Any]:
    """The hits of a profile or of a sequence among sequences, the surest first, up to `LIKELY`."""
    hmmer = _hmmer()
    pipeline = hmmer.plan7.Pipeline(hmmer.easel.Alphabet.amino(), E=LIKELY)
    find = pipeline.search_hmm if isinstance(query, hmmer.plan7.HMM) else pipeline.search_seq
    return [hit for hit in find(query, block) if hit.reported]


def scanned(sequence: str, profiles: list[Any]) -> list[Any]:
    """The profiles that a sequence fits, the surest first, up to `LIKELY`, as hmmscan counts them."""
    hmmer = _hmmer()
    alphabet = hmmer.easel.Alphabet.amino()
    background = hmmer.plan7.Background(alphabet)
    block = hmmer.plan7.OptimizedProfileBlock(alphabet, (one.to_profile(background).to_optimized() for one in profiles))
    pipeline = hmmer.plan7.Pipeline(alphabet, E=LIKELY)
    return [hit for hit in pipeline.scan_seq(protein_of(sequence), block) if hit.reported]


def relative_entropy_of(profile: Any) -> float:
    """Mean relative entropy of the match states, in bits."""
    background = _hmmer().plan7.Background(profile.alphabet)
    return float(profile.mean_match_relative_entropy(background))


def text_of(name: str | bytes | None) -> str:
    """A name as text."""
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else name or ""


def _refuse_nucleic(path: Path, sequences: Any) -> None:
    """Letters of nucleic acids are letters of amino acids, too: nothing else tells them apart."""
    letters: set[str] = set()
    for one in islice(sequences, 100):
        letters |= set(one.textize().sequence.upper())
        if letters - set("ACGTUN-._*~"):
            return
    raise ToolInputError(f"{path.name} looks like nucleic acids; give sequences of proteins")


def _sized(path: Path) -> Path:
    try:
        size = path.stat().st_size
    except OSError as error:
        raise ToolInputError(f"{path.name} cannot be read: {error.strerror or error}") from error
    if not path.is_file() or not size:
        raise ToolInputError(f"{path.name} is empty, or no file")
    if size > _LARGEST:
        raise ToolInputError(f"{path.name} has {size:,} bytes; at most {_LARGEST:,} are read")
    return path


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of the library as errors of a tool, without the place of the file."""
    try:
        yield
    except (ValueError, EOFError, OSError) as error:
        reason = str(error).strip().replace(str(path), path.name)
        raise ToolInputError(f"{path.name} cannot be read as what is asked for: {reason[:200]}") from error


def _hmmer() -> Any:
    try:
        return import_module("pyhmmer")
    except ImportError as error:
        raise ToolUnavailableError(
            f"families are searched by pyhmmer ({error}); pip install 'scitoolagent[profiles]'"
        ) from error
