"""The ways to write one molecule or one protein, for the benchmark of the gate's entries.

What must be stopped is read from the hazard database at hand; nothing here names a hazard.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scitoolagent.safety_db import store
from scitoolagent.safety_db.ambiguous import SHORTEST_FILLED

if TYPE_CHECKING:
    from rdkit.Chem import Mol

MOLECULE_FORMS = (
    "smiles", "permuted", "kekule", "inchi", "inchikey", "selfies", "sln", "smarts", "salt", "isotope", "sdf",
)  # fmt: skip
PROTEIN_FORMS = (
    "plain", "lower", "gaps", "blocks", "three letters", "unknown residues", "fused", "gene", "rna", "reverse", "fasta",
)  # fmt: skip
_CODONS = dict(
    zip(
        "ACDEFGHIKLMNPQRSTVWY",
        "GCT TGC GAT GAA TTC GGT CAT ATC AAA CTG ATG AAC CCG CAG CGT AGC ACC GTG TGG TAC".split(),
        strict=True,
    )
)
_THREE = dict(
    zip(
        "ARNDCQEGHILKMFPSTWYV",
        "Ala Arg Asn Asp Cys Gln Glu Gly His Ile Leu Lys Met Phe Pro Ser Thr Trp Tyr Val".split(),
        strict=True,
    )
)
_SHARE_UNKNOWN = 0.08


@dataclass(frozen=True, slots=True)
class Writing:
    """One value: what it is of, how it is written, and the semantic type that it would be given as."""

    of: str
    form: str
    type: str
    text: str


def blocked_molecules() -> list[tuple[str, str]]:
    """The names and structures of all compounds that are never worked on."""
    compounds = store.compounds(store.folder())
    rows = (compounds.row(number) for number, line in enumerate(compounds.rows) if "\tblock\t" in line)
    return [(row["names"].split("|")[0] or row["inchikey"], row["smiles"]) for row in rows if row["verdict"] == "block"]


def blocked_proteins() -> list[tuple[str, str]]:
    """The names and sequences of all proteins that are never worked on."""
    proteins = store.proteins(store.folder())
    rows = [(number, proteins.row(number)) for number, line in enumerate(proteins.rows) if "\tblock\t" in line]
    return [(row["accession"], proteins.sequences[number]) for number, row in rows if row["verdict"] == "block"]


def molecule_writings(name: str, smiles: str) -> Iterator[Writing]:
    """One molecule in the notations of `MOLECULE_FORMS`, less those that cannot say it."""
    import selfies
    from rdkit import Chem, rdBase

    from scitoolagent.errors import ToolInputError
    from scitoolagent.tool.registry import load_function

    mol = Chem.MolFromSmiles(smiles)
    plain = Chem.MolToSmiles(mol)
    with rdBase.BlockLogs():
        texts = {
            "smiles": ("Smiles", smiles),
            "permuted": ("Smiles", Chem.MolToRandomSmilesVect(mol, 1, randomSeed=11)[0]),
            "kekule": ("Smiles", _kekule(mol)),
            "inchi": ("InChI", Chem.MolToInchi(mol)),
            "inchikey": ("InChIKey", Chem.MolToInchiKey(mol)),
            "selfies": ("Selfies", selfies.encoder(plain)),
            "smarts": ("Smarts", _bare(mol)),
            "salt": ("Smiles", f"{plain}.Cl"),
            "isotope": ("Smiles", _labelled(mol)),
            "sdf": ("StructureFile", f"{name}\n{Chem.MolToMolBlock(mol).split(chr(10), 1)[1]}$$$$\n"),
        }
    with contextlib.suppress(ToolInputError):
        texts["sln"] = ("Sln", load_function("scitoolagent.tools.chemistry.sln:smiles_to_sln")(plain))
    yield from (Writing(name, form, kind, text) for form, (kind, text) in texts.items())


def _kekule(mol: Mol) -> str:
    from rdkit import Chem

    copy = Chem.Mol(mol)
    Chem.Kekulize(copy, clearAromaticFlags=True)
    return str(Chem.MolToSmiles(copy, kekuleSmiles=True))


def _bare(mol: Mol) -> str:
    """A pattern of atoms and bonds alone: no atom says how many hydrogens it has."""
    from rdkit import Chem

    pattern = Chem.Mol(mol)
    Chem.Kekulize(pattern, clearAromaticFlags=True)
    return str(Chem.MolToSmarts(pattern, isomericSmiles=False))


def _labelled(mol: Mol) -> str:
    from rdkit import Chem

    copy = Chem.Mol(mol)
    carbon = next((atom for atom in copy.GetAtoms() if atom.GetAtomicNum() == 6), copy.GetAtomWithIdx(0))
    carbon.SetIsotope(13 if carbon.GetAtomicNum() == 6 else 0)
    return str(Chem.MolToSmiles(copy))


def protein_writings(name: str, sequence: str) -> Iterator[Writing]:
    """One protein in the ways of `PROTEIN_FORMS`.

    A chain too short to be told with unknown residues is `unknown` then, not stopped, and is not written so.
    """
    source = random.Random(name)
    letters = list(sequence)
    for place in source.sample(range(len(letters)), int(_SHARE_UNKNOWN * len(letters))):
        letters[place] = "X"
    # X and the like have no codon of their own.
    gene = "".join(_CODONS.get(letter, "NNN") for letter in sequence)
    complement = gene.translate(str.maketrans("ACGTN", "TGCAN"))
    texts = {
        "plain": ("ProteinSequence", sequence),
        "lower": ("ProteinSequence", sequence.lower()),
        "gaps": ("ProteinSequence", "-".join(sequence[i : i + 7] for i in range(0, len(sequence), 7))),
        "blocks": ("ProteinSequence", " ".join(sequence[i : i + 10] for i in range(0, len(sequence), 10))),
        "three letters": ("ProteinSequence", "-".join(_THREE.get(letter, "Xaa") for letter in sequence)),
        "unknown residues": ("ProteinSequence", "".join(letters)),
        "fused": ("ProteinSequence", f"MGSSHHHHHHSSGLVPRGS{sequence}"),
        "gene": ("DnaSequence", gene),
        "rna": ("RnaSequence", gene.replace("T", "U").lower()),
        "reverse": ("DnaSequence", complement[::-1]),
        "fasta": ("File", f">query 1\n{sequence}\n"),
    }
    if len(sequence) < SHORTEST_FILLED:
        del texts["unknown residues"]
    yield from (Writing(name, form, kind, text) for form, (kind, text) in texts.items())
