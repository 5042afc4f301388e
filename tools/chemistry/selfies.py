"""SELFIES: convert, count and split them, and draw random molecules."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolFailedError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Length, Selfies, Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

SelfiesLength = Annotated[
    int,
    Semantic(
        "SelfiesLength",
        parent="MolecularDescriptor",
        unit="1",
        label="length of a SELFIES",
        also=("SELFIES length", "symbol count of a SELFIES", "number of SELFIES symbols", "number of SELFIES tokens"),
    ),
]
SelfiesSymbol = Annotated[
    str,
    Semantic(
        "SelfiesSymbol",
        parent="MolecularProperty",
        label="SELFIES symbols",
        also=("SELFIES tokens", "individual tokens of a SELFIES"),
    ),
]
SelfiesSeed = Annotated[int, Semantic("SelfiesSeed", parent="Parameter", unit="1", label="seed of a random SELFIES")]

_SHAPE = re.compile(r"(?:\[[^\[\]\s]+\]|\.)+")
_CHARGED = re.compile(r"[+-]\d")
# Decoding takes time with the square of the length: 1,000 symbols 30 ms, 20,000 symbols ten seconds.
_MOST_SYMBOLS = 2000
_MOST_RANDOM = 500
_DRAWS = 100


@dataclass(frozen=True, slots=True)
class RandomMolecule:
    """A drawn SELFIES and the molecule it means."""

    selfies: Selfies
    smiles: Smiles


@tool(
    Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "OCc1ccco1"}, also=("SMILEStoSELFIES",)
)
def smiles_to_selfies(smiles: Smiles) -> Selfies:
    """Convert a SMILES to SELFIES.

    Args:
        smiles: One molecule; fragments of a salt are joined by a dot.
    Returns:
        SELFIES in the atom order of the SMILES; it decodes to the same molecule, which is checked.
    Raises:
        ToolInputError: invalid SMILES, or a molecule that SELFIES cannot express, such as one with wildcards
            or dative bonds.
    Source: Krenn et al. 2020, doi:10.1088/2632-2153/aba947, by `selfies.encoder`.
    """
    import selfies
    from rdkit import Chem

    mol = parse_smiles(smiles)
    wanted = Chem.MolToSmiles(mol)
    reason = "it decodes to another molecule"
    for text in (smiles.split()[0], wanted):
        try:
            encoded = str(selfies.encoder(text))
            if Chem.MolToSmiles(parse_smiles(str(selfies.decoder(encoded)))) == wanted:
                return encoded
        except (selfies.EncoderError, selfies.DecoderError, ToolInputError) as error:
            reason = " ".join(str(error).split())[:200]
    raise ToolInputError(f"{smiles[:60]!r} cannot be written as SELFIES: {reason}")


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"selfies": "[O][C][C][=N][C][=C][O][Ring1][Branch1]"},
    also=("SELFIEStoSMILES",),
)
def selfies_to_smiles(selfies: Selfies) -> Smiles:
    """Convert a SELFIES to SMILES.

    Args:
        selfies: Symbols in square brackets; symbols that exceed a valence have less or no effect, as SELFIES defines.
    Returns:
        Canonical SMILES.
    Raises:
        ToolInputError: not SELFIES, an unknown symbol, no atoms, or more than 2,000 symbols.
    Source: Krenn et al. 2020, doi:10.1088/2632-2153/aba947, by `selfies.decoder`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(parse_smiles(_decode(selfies))))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"selfies": "[O][C][C][#N]"},
    also=("LengthSELFIES", "Length_SELFIES"),
)
def selfies_length(selfies: Selfies) -> SelfiesLength:
    """Count the symbols of a SELFIES.

    Args:
        selfies: Symbols in square brackets.
    Returns:
        Number of symbols; a dot between fragments counts as one.
    Raises:
        ToolInputError: not SELFIES, an unknown symbol, no atoms, or more than 2,000 symbols.
    Source: Krenn et al. 2020, doi:10.1088/2632-2153/aba947, by `selfies.len_selfies`.
    """
    return len(_symbols(selfies))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"selfies": "[O][C][C][#N]"},
    also=("SplitSELFIES", "Split_SELFIES", "tokenise a SELFIES"),
)
def selfies_symbols(selfies: Selfies) -> list[SelfiesSymbol]:
    """Split a SELFIES into its symbols.

    Args:
        selfies: Symbols in square brackets.
    Returns:
        The symbols in order, brackets included; a dot between fragments is one of them.
    Raises:
        ToolInputError: not SELFIES, an unknown symbol, no atoms, or more than 2,000 symbols.
    Source: Krenn et al. 2020, doi:10.1088/2632-2153/aba947, by `selfies.split_selfies`.
    """
    return _symbols(selfies)


@tool(
    Operation.GENERATION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"length": 12, "seed": 7},
    also=("RandomMoelcule", "RandomMolecule", "draw a random molecule"),
)
def random_molecule(length: Length, seed: SelfiesSeed = 42) -> RandomMolecule:
    """Draw a random molecule: random SELFIES symbols and the SMILES they mean.

    Args:
        length: Number of symbols drawn, 1 to 500.
        seed: Starts the random numbers; the same seed gives the same molecule.
    Returns:
        SELFIES of that many symbols, and canonical SMILES. Late symbols may have no effect, so the molecule
        may be small. Symbols with a charge are not drawn.
    Raises:
        ToolInputError: `length` is out of range.
        ToolFailedError: no draw gave a molecule.
    Source: Krenn et al. 2020, doi:10.1088/2632-2153/aba947, by `selfies.get_semantic_robust_alphabet`.
    """
    import selfies
    from rdkit import Chem

    if not 1 <= length <= _MOST_RANDOM:
        raise ToolInputError(f"length is {length}, it must be 1 to {_MOST_RANDOM}")
    alphabet = sorted(symbol for symbol in selfies.get_semantic_robust_alphabet() if not _CHARGED.search(symbol))
    draw = random.Random(seed)
    for _ in range(_DRAWS):
        text = "".join(draw.choices(alphabet, k=length))
        try:
            return RandomMolecule(text, str(Chem.MolToSmiles(parse_smiles(_decode(text)))))
        except ToolInputError:
            continue
    raise ToolFailedError(f"{_DRAWS} draws of {length} symbols gave no molecule; try another seed")


def _symbols(text: str) -> list[str]:
    import selfies

    _decode(text)
    return list(selfies.split_selfies(text.strip()))


def _decode(text: str) -> str:
    """SMILES of a SELFIES; the library itself reads `CCO` as an empty molecule."""
    import selfies

    stripped = text.strip()
    if stripped.count("[") > _MOST_SYMBOLS:
        raise ToolInputError(f"the SELFIES has {stripped.count('[')} symbols, at most {_MOST_SYMBOLS} are taken")
    if not _SHAPE.fullmatch(stripped):
        raise ToolInputError(f"{text[:60]!r} is not SELFIES; write symbols in square brackets, such as [C][C][O]")
    try:
        smiles = str(selfies.decoder(stripped))
    except selfies.DecoderError as error:
        raise ToolInputError(f"{text[:60]!r} is not SELFIES: {' '.join(str(error).split())[:120]}") from error
    except RecursionError as error:
        raise ToolInputError(f"the branches of {text[:60]!r} are nested too deeply to be read") from error
    if not smiles.strip("."):
        raise ToolInputError(f"{text[:60]!r} has no atoms")
    return smiles
