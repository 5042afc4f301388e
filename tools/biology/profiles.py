"""Profiles of protein families (HMMER 3): build one, search sequences with it, find the families of a sequence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import FastaFile, ProteinSequence
from scitoolagent.tools.biology._profiles import (
    EXAMPLE_ALIGNMENT,
    EXAMPLE_PROFILE,
    EXAMPLE_PROTEINS,
    LIKELY,
    REQUIRES,
    profile_of_alignment,
    profiles_of,
    protein_of,
    proteins_of,
    relative_entropy_of,
    scanned,
    searched,
    text_of,
)
from scitoolagent.tools.biology._sequence import parse_protein

ProfileFile = Annotated[
    Path,
    Semantic(
        "ProfileFile",
        parent="File",
        label="HMM file",
        also=("HMMER file", "hidden Markov model file"),
        pattern=r"[^\s\"'<>|]+\.hmm",
    ),
]
AlignmentFile = Annotated[
    Path,
    Semantic(
        "AlignmentFile",
        parent="File",
        label="alignment file",
        also=("Stockholm file", "aligned family", "seed alignment"),
        pattern=r"[^\s\"'<>|]+\.(?:sto|stk|stockholm|afa|aln)",
    ),
]
ProfileHit = Annotated[
    dict[str, str | int | float],
    Semantic(
        "ProfileHit",
        parent="SequenceProperty",
        label="members of the family",
        also=(
            "profile search",
            "hits of the profile",
            "profile hits",
            "HMM search",
            "hmmsearch",
            "family members",
            "proteins of the family",
            "sequences of the family",
            "members of a protein family",
        ),
    ),
]
FamilyDomain = Annotated[
    dict[str, str | int | float],
    Semantic(
        "FamilyDomain",
        parent="SequenceProperty",
        label="domains by profiles",
        also=(
            "families of a protein",
            "profile scan",
            "HMM scan",
            "hmmscan",
            "domain families",
            "protein family",
            "families of a sequence",
            "domains of the profiles",
        ),
    ),
]
SimilarProtein = Annotated[
    dict[str, str | int | float],
    Semantic(
        "SimilarProtein",
        parent="SequenceProperty",
        label="homologs in a file",
        also=(
            "homologues in a file",
            "homologs",
            "homologues",
            "phmmer",
            "homologous sequences",
            "homologous proteins",
            "related sequences in a file",
        ),
    ),
]
ProfileFigures = Annotated[
    dict[str, str | int | float],
    Semantic(
        "ProfileFigures",
        parent="SequenceProperty",
        label="profile of an alignment",
        also=("profile of the family", "family profile", "hmmbuild", "profile HMM", "HMM profile"),
    ),
]
FamilyConsensus = Annotated[
    str,
    Semantic(
        "FamilyConsensus",
        parent="SequenceProperty",
        label="consensus of a family",
        also=("consensus sequence", "family consensus", "consensus of the alignment"),
    ),
]
SearchNote = Annotated[str, Semantic("ProfileSearchNote", parent="Report", role="note", label="note on a search")]


@dataclass(frozen=True, slots=True)
class Found:
    """The members of a family among the sequences of a file."""

    hits: list[ProfileHit]
    search_note: SearchNote


@dataclass(frozen=True, slots=True)
class Similar:
    """The sequences of a file that are like one."""

    hits: list[SimilarProtein]
    search_note: SearchNote


@dataclass(frozen=True, slots=True)
class Domains:
    """The families that a sequence has domains of."""

    domains: list[FamilyDomain]
    search_note: SearchNote


@dataclass(frozen=True, slots=True)
class Profile:
    """What a profile says of its family."""

    figures: ProfileFigures
    consensus: FamilyConsensus


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"profile": EXAMPLE_PROFILE, "sequences": EXAMPLE_PROTEINS},
    also=("search with a profile", "search with an HMM"),
    requires=REQUIRES,
    seconds=600,
)
def profile_search(profile: ProfileFile, sequences: FastaFile) -> Found:
    """Search the proteins of a FASTA file for members of a family with a profile HMM.

    Args:
        profile: HMMER profile (.hmm) of one or more families of proteins.
        sequences: FASTA file of proteins, up to 50 million residues.
    Returns:
        Each sequence that a profile fits with an E-value of 0.01 or less, the surest first: sequence, profile, E-value,
        score in bits, and first and last place of the best domain (its envelope) with the number of its domains. The
        E-value is for as many sequences as the file has.
    Raises:
        ToolInputError: no profile of proteins, no sequence, letters of something else, or a file that is too large.
        ToolUnavailableError: the extra `profiles` is not installed.
    Source: Eddy 2011, doi:10.1371/journal.pcbi.1002195 (HMMER 3), by pyhmmer, Larralde and Zeller 2023,
        doi:10.1093/bioinformatics/btad214.
    """
    block = proteins_of(sequences)
    models = profiles_of(profile)
    rows = [_member(hit, text_of(model.name)) for model in models for hit in searched(model, block)]
    return Found(_surest(rows), _told(len(block), len(models)))


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"alignment": EXAMPLE_ALIGNMENT, "sequences": EXAMPLE_PROTEINS},
    also=("search with an alignment",),
    requires=REQUIRES,
    seconds=600,
)
def alignment_search(alignment: AlignmentFile, sequences: FastaFile) -> Found:
    """Search the proteins of a FASTA file for members of the family of an alignment.

    Args:
        alignment: Aligned proteins (Stockholm, aligned FASTA or Clustal), 2 to 5,000 rows; a profile is built of them.
        sequences: As `profile_search`.
    Returns:
        As `profile_search`.
    Raises:
        ToolInputError: no alignment of proteins, or as `profile_search`.
        ToolUnavailableError: the extra `profiles` is not installed.
    Source: as `profile_search`.
    """
    model = profile_of_alignment(alignment)
    block = proteins_of(sequences)
    return Found([_member(hit, text_of(model.name)) for hit in searched(model, block)], _told(len(block), 1))


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={
        "sequence": (
            "MCNAEFKGDCMIKKIPMIIGGAERDTSEHEYRELTLNSYKVSIPIINQDDVEAIKSQSVENNLNINQIVNFLYTVGQKWKSENYSRRLTY"
            "IRDLVRFLGYSPEMAKLEANWISMILSSKSALYDIVETELGSRHIVDEWLPQGDCYVKAMPKGKSVHLLAGNVPLSGVTSIIRAILTKNE"
            "CIIKTSSADPFTAIALASSFIDTDEHHPISRSMSVMYWSHNEDIAIPQQIMNCADVVVSW"
        ),
        "profiles": EXAMPLE_PROFILE,
    },
    requires=REQUIRES,
    seconds=600,
)
def profile_scan(sequence: ProteinSequence, profiles: ProfileFile) -> Domains:
    """Find the domains of a protein with the profile HMMs of a file.

    Args:
        sequence: One protein in one-letter codes.
        profiles: HMMER profiles (.hmm) of up to 1,000 families of proteins.
    Returns:
        Each domain that a profile fits with an E-value of 0.01 or less, in the order of the sequence: profile, first
        and last place (its envelope), E-value of that domain and score in bits. The E-value is for as many profiles as
        the file has.
    Raises:
        ToolInputError: no protein, or no profile of proteins.
        ToolUnavailableError: the extra `profiles` is not installed.
    Source: as `profile_search`.
    """
    chain = parse_protein(sequence)
    models = profiles_of(profiles)
    rows = [
        {
            "profile": text_of(hit.name),
            "start": domain.env_from,
            "end": domain.env_to,
            "E-value": _short(domain.i_evalue),
            "score": round(float(domain.score), 1),
        }
        for hit in scanned(chain, models)
        for domain in hit.domains
        if domain.i_evalue <= LIKELY
    ]
    rows.sort(key=lambda row: (row["start"], row["E-value"]))
    return Domains(rows, _told(1, len(models)))


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={
        "sequence": "NNLNINQIVNFLYTVGQKWKSENYSRRLTYIRDLVRFLGYSPEMAKLEANWISMILSSKS",
        "sequences": EXAMPLE_PROTEINS,
    },
    requires=REQUIRES,
    seconds=600,
)
def homologs_in_file(sequence: ProteinSequence, sequences: FastaFile) -> Similar:
    """Find the homologs of a protein among the sequences of a FASTA file.

    Args:
        sequence: One protein in one-letter codes.
        sequences: As `profile_search`.
    Returns:
        Each sequence with an E-value of 0.01 or less, the surest first: sequence, E-value, score in bits, and first and
        last place of its best domain.
    Raises:
        ToolInputError: no protein, or no sequence of proteins in the file.
        ToolUnavailableError: the extra `profiles` is not installed.
    Source: as `profile_search`; phmmer.
    """
    query = protein_of(parse_protein(sequence))
    block = proteins_of(sequences)
    rows = [{key: one for key, one in _member(hit, "").items() if key != "profile"} for hit in searched(query, block)]
    return Similar(rows, _told(len(block), 1))


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"alignment": EXAMPLE_ALIGNMENT},
    requires=REQUIRES,
)
def alignment_profile(alignment: AlignmentFile) -> Profile:
    """Build the profile HMM of an alignment of proteins.

    Args:
        alignment: Aligned proteins (Stockholm, aligned FASTA or Clustal), 2 to 5,000 rows.
    Returns:
        Name, number of sequences, their effective number, length in match states and mean relative entropy of these in
        bits; and the consensus, in which capitals are conserved.
    Raises:
        ToolInputError: no alignment of proteins, or too large a one.
        ToolUnavailableError: the extra `profiles` is not installed.
    Source: as `profile_search`; hmmbuild.
    """
    model = profile_of_alignment(alignment)
    figures: dict[str, str | int | float] = {
        "name": text_of(model.name),
        "sequences": int(model.nseq),
        "effective sequences": round(float(model.nseq_effective), 2),
        "length": int(model.M),
        "relative entropy": round(relative_entropy_of(model), 3),
    }
    return Profile(figures, text_of(model.consensus))


def _member(hit: Any, profile: str) -> dict[str, str | int | float]:
    best = hit.best_domain
    return {
        "sequence": text_of(hit.name),
        "profile": profile,
        "E-value": _short(hit.evalue),
        "score": round(float(hit.score), 1),
        "start": best.env_from,
        "end": best.env_to,
        "domains": len(hit.domains.reported),
    }


def _surest(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["E-value"], -row["score"]))


def _short(evalue: float) -> float:
    return float(f"{evalue:.2g}")


def _told(sequences: int, profiles: int) -> str:
    of = "1 profile" if profiles == 1 else f"{profiles:,} profiles"
    on = "1 sequence" if sequences == 1 else f"{sequences:,} sequences"
    return f"{of} against {on}; what has an E-value above {LIKELY:g} is left out"
