"""Fold a protein by a service that the user names; none is asked otherwise."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.config import load_config
from scitoolagent.errors import NetworkError, NotAskedError, ProviderError, ToolInputError
from scitoolagent.http import HttpClient
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._sequence import parse_protein
from scitoolagent.tools.biology.predicted_models import MeanPlddt

FoldedFile = Annotated[
    Path,
    Semantic(
        "FoldedFile",
        parent="PdbFile",
        label="folded structure",
        also=("predicted structure", "3D structure of a sequence", "ESMFold model"),
        needs_context=True,
    ),
]
FoldingNote = Annotated[str, Semantic("FoldingNote", parent="Report", label="note on a fold", role="note")]
_SHORTEST, _LONGEST, _SECONDS, _MOST = 10, 400, 300.0, 20_000_000


@dataclass(frozen=True, slots=True)
class Folded:
    """A predicted structure, how sure its predictor is of it, and who that is."""

    structure: FoldedFile
    mean_plddt: MeanPlddt
    note: FoldingNote


@tool(
    Operation.PREDICTION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"sequence": "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ"},
    also=("SequenceToPdb", "ESMFold"),
    requires=("network",),
    seconds=2 * _SECONDS + 30,
)
def service_folded_structure(sequence: ProteinSequence) -> Folded:
    """Fold a protein sequence by the folding service of the settings.

    Args:
        sequence: 10 to 400 residues in one-letter codes; it is sent to the service.
    Returns:
        A PDB file in the cache folder whose B factors are the service's confidence, the mean of that over the Cα atoms
        (pLDDT, 0 to 100), and who folded it when. A prediction, no measured structure.
    Raises:
        ToolInputError: no protein of such a length.
        NotAskedError: the setting `fold_service` names no service.
        ProviderError: the service gave no whole structure of this sequence.
    Source: the service; ESMFold is Lin et al. 2023, doi:10.1126/science.ade2574
    """
    chain = parse_protein(sequence)
    if not _SHORTEST <= len(chain) <= _LONGEST:
        raise ToolInputError(f"the protein has {len(chain)} residues; {_SHORTEST} to {_LONGEST} are folded")
    service = load_config().fold_service
    if not service:
        raise NotAskedError(
            "no folding service was asked: the setting fold_service names none. service_folded_structure would send "
            "the sequence by POST; SCITOOLAGENT_FOLD_SERVICE=https://api.esmatlas.com/foldSequence/v1/pdb/ or the "
            "address of an ESMFold server of your own lets it, and the sequence leaves this program then"
        )
    try:
        client = HttpClient(seconds=_SECONDS, attempts=2, pause=5.0, most=_MOST)
        text = client.fetch(service, text=chain).body.decode("utf-8")
    except (NetworkError, UnicodeDecodeError) as error:
        raise ProviderError(f"the folding service gave no answer: {error}; try again later") from error
    plddt, note = _confidence(text, chain)
    return Folded(_put(text, chain), round(plddt, 2), f"folded by {service}; {note}")


def _confidence(text: str, chain: str) -> tuple[float, str]:
    """The mean confidence of a structure, which has to be one of the whole sequence.

    Raises:
        ProviderError: it is none.
    """
    from Bio.Data.PDBData import protein_letters_3to1

    lines = [line for line in text.splitlines() if line.startswith("ATOM") and line[12:16].strip() == "CA"]
    try:
        built = "".join(protein_letters_3to1[line[17:20].capitalize().upper()] for line in lines)
        values = [float(line[60:66]) for line in lines]
    except (KeyError, ValueError) as error:
        raise ProviderError(f"the folding service sent something else than a PDB file: {text[:60]!r}") from error
    if built != chain or not all(0 <= value <= 100 for value in values):
        raise ProviderError(
            f"the folding service sent {len(built)} residues for the {len(chain)} of the sequence, or no confidence of "
            f"them: {text[:60]!r}"
        )
    mean = sum(values) / len(values)
    # Some services write it from 0 to 1.
    return (100 * mean, "its confidence from 0 to 1 was multiplied by 100") if max(values) <= 1 else (mean, "pLDDT")


def _put(text: str, chain: str) -> Path:
    folder = load_config().cache_dir / "folded"
    place = folder / f"{hashlib.sha256(f'{chain} {text}'.encode()).hexdigest()[:16]}.pdb"
    partial = place.with_suffix(f".{os.getpid()}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, "utf-8")
        partial.replace(place)
    except OSError as error:
        raise ProviderError(f"the structure cannot be written to {folder}: {error.strerror}") from error
    return place
