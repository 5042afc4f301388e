"""The variable domains of antibodies by the profiles and schemes of ANARCI, aligned by HMMER 3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError, ToolUnavailableError

REQUIRES = ("extra:antibodies",)
SCHEMES = ("IMGT", "Kabat", "Chothia")
CHAINS = {
    "H": "heavy",
    "K": "light kappa",
    "L": "light lambda",
    "A": "T-cell receptor alpha",
    "B": "T-cell receptor beta",
    "G": "T-cell receptor gamma",
    "D": "T-cell receptor delta",
}
REGIONS = ("FR1", "CDR1", "FR2", "CDR2", "FR3", "CDR3", "FR4")
# Where each region after FR1 begins, by scheme and kind of chain.
_BEGINS = {
    ("IMGT", "H"): (27, 39, 56, 66, 105, 118),
    ("IMGT", "L"): (27, 39, 56, 66, 105, 118),
    ("Kabat", "H"): (31, 36, 50, 66, 95, 103),
    ("Kabat", "L"): (24, 35, 50, 57, 89, 98),
    ("Chothia", "H"): (26, 33, 52, 57, 95, 103),
    ("Chothia", "L"): (24, 35, 50, 57, 89, 98),
}
MOST_RESIDUES = 5_000
# Below this score ANARCI calls a domain no variable domain.
_LOWEST_SCORE = 80.0
_STATES = 128  # of a profile: the positions of IMGT
_CYSTEINE, _LAST_OF_V, _J_SEEN = 104, 117, 123
_FARTHEST_START = 5


@dataclass(frozen=True, slots=True)
class Domain:
    """A variable domain: its chain, species of the best profile, score, and where each of its residues stands."""

    chain: str
    species: str
    score: float
    start: int
    states: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Residue:
    """A residue of a domain: its number in the scheme, the region, and its place in the sequence, from 1 on."""

    number: str
    letter: str
    region: str
    place: int


def domains_of(sequence: str) -> list[Domain]:
    """The variable domains of a sequence, in their order.

    Raises:
        ToolInputError: the sequence is too long or has no variable domain.
        ToolUnavailableError: the packages are not installed.
    """
    if len(sequence) > MOST_RESIDUES:
        raise ToolInputError(f"the sequence has {len(sequence):,} residues; at most {MOST_RESIDUES:,} are searched")
    found = list[tuple[Any, str]]()
    for name, alignment in _hits(sequence):
        start, end = alignment.target_from, alignment.target_to
        if not any(one.target_from <= end and start <= one.target_to for one, _ in found):
            found.append((alignment, name))
    if not found:
        raise ToolInputError(
            f"no variable domain of an antibody or T-cell receptor was found in the {len(sequence)} residues: no "
            f"profile scores {_LOWEST_SCORE:g} bits or more; give the whole VH or VL, from framework 1 to framework 4"
        )
    found.sort(key=lambda one: one[0].target_from)
    domains = list[Domain]()
    for number, (alignment, name) in enumerate(found):
        species, _, chain = name.partition("_")
        ends = (number == 0, len(found) == 1)
        states = tuple(_states_of(alignment, len(sequence), *ends))
        places = [place for _, place in states if place is not None]
        domains.append(Domain(chain, species, float(alignment.domain.score), places[0], states))
    return domains


def residues_of(domain: Domain, sequence: str, scheme: str) -> list[Residue]:
    """The residues of a domain, numbered.

    Raises:
        ToolInputError: the scheme is not for this chain, or the domain does not reach from FR1 to FR4.
    """
    kind = domain.chain if domain.chain == "H" else "L"
    if scheme not in SCHEMES:
        raise ToolInputError(f"{scheme!r} is no scheme that is known here; take {', '.join(SCHEMES)}")
    if domain.chain not in "HKL" and scheme != "IMGT":
        raise ToolInputError(f"{scheme} numbers antibodies; for a {CHAINS[domain.chain]} chain take IMGT")
    if domain.states[-1][0][0] < _J_SEEN or dict(domain.states).get((_CYSTEINE, "m")) is None:
        raise ToolInputError(
            "the variable domain is not whole: the cysteine before CDR3 or framework 4 was not recognised, so that "
            "CDR3 has no end; give the whole domain (a CDR3 of more than about 30 residues is not recognised)"
        )
    numbered, _, _ = _anarci().number_sequence_from_alignment(
        list(domain.states), sequence, scheme=scheme.lower(), chain_type=domain.chain
    )
    begins = _BEGINS[scheme, kind]
    place = domain.start
    residues = list[Residue]()
    for (number, insertion), letter in numbered:
        if letter == "-":
            continue
        if sequence[place] != letter:
            raise ToolInputError("the scheme does not fit this domain: a residue would be left out")
        place += 1
        region = REGIONS[sum(number >= begin for begin in begins)]
        residues.append(Residue(f"{number}{insertion.strip()}", letter, region, place))
    if residues[0].region != "FR1":
        raise ToolInputError(
            f"the variable domain begins within {residues[0].region} and is not whole; give it from framework 1 on"
        )
    return residues


def germline_of(domain: Domain, sequence: str) -> dict[str, str | float]:
    """The germline genes whose translations are most like a domain, with the share of equal residues."""
    found = _anarci().run_germline_assignment(list(domain.states), sequence, domain.chain)
    (species, gene), share = found["v_gene"]
    record: dict[str, str | float] = {"species": species, "V gene": gene, "V identity": round(float(share), 4)}
    if found["j_gene"][0] is not None:
        (_, gene), share = found["j_gene"]
        record |= {"J gene": gene, "J identity": round(float(share), 4)}
    return record


def _hits(sequence: str) -> list[tuple[str, Any]]:
    """Name of the profile and alignment of each hit that scores enough, the surest first."""
    hmmer, profiles = _hmmer(), _profiles()
    query = hmmer.easel.TextSequence(name="query", sequence=sequence).digitize(profiles.alphabet)
    hits = hmmer.plan7.Pipeline(profiles.alphabet).scan_seq(query, profiles)
    domains = [(hit.name, domain) for hit in hits for domain in hit.domains if domain.score >= _LOWEST_SCORE]
    domains.sort(key=lambda one: (-one[1].score, str(one[0])))
    return [(_text(name), domain.alignment) for name, domain in domains]


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name


@lru_cache(maxsize=1)
def _profiles() -> Any:
    hmmer = _hmmer()
    path = Path(str(_anarci().__file__)).with_name("dat") / "HMMs" / "ALL.hmm"
    alphabet = hmmer.easel.Alphabet.amino()
    background = hmmer.plan7.Background(alphabet)
    with hmmer.plan7.HMMFile(str(path)) as file:
        return hmmer.plan7.OptimizedProfileBlock(alphabet, (one.to_profile(background).to_optimized() for one in file))


def _hmmer() -> Any:
    try:
        return import_module("pyhmmer")
    except ImportError as error:
        raise _absent(error) from error


def _anarci() -> Any:
    try:
        return import_module("anarci")
    except ImportError as error:
        raise _absent(error) from error


def _absent(error: ImportError) -> ToolUnavailableError:
    return ToolUnavailableError(
        f"antibodies are numbered by ANARCI and pyhmmer ({error}); pip install 'scitoolagent[antibodies]'"
    )


def _states_of(alignment: Any, length: int, is_first: bool, is_only: bool) -> list[tuple[tuple[int, str], int | None]]:
    """Each column of an alignment as ANARCI's schemes take it: state of the profile, its kind, and the residue.

    As ANARCI does, the first domain is carried on to its first residue where at most four states are missing, and a
    domain that stands alone to its last where half of framework 4 is there.
    """
    columns = [
        ("i" if state == "." else "d" if residue == "-" else "m")
        for state, residue in zip(alignment.hmm_sequence, alignment.target_sequence, strict=True)
    ]
    state, place = alignment.hmm_from - 1, alignment.target_from - 1
    end_state, end = alignment.hmm_to, alignment.target_to
    if is_first and 0 < state < _FARTHEST_START:
        more = min(state, place)
        columns = ["m"] * more + columns
        state, place = state - more, place - more
    if is_only and end < length and _J_SEEN < end_state < _STATES:
        columns += ["m"] * min(_STATES - end_state, length - end)
    found = list[tuple[tuple[int, str], int | None]]()
    for kind in columns:
        found.append(((state + 1, kind), None if kind == "d" else place))
        state += kind != "i"
        place += kind != "d"
    return found
