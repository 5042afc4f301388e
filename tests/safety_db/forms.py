"""The forms in which the rows of `cases.csv` are shown to the screen."""

from __future__ import annotations

import random

RESIDUES = "ACDEFGHIKLMNPQRSTVWY"
_CODONS = "GCT TGC GAT GAA TTC GGT CAT ATC AAA CTG ATG AAC CCG CAG CGT AGC ACC GTG TGG TAC"
CODONS = dict(zip(RESIDUES, _CODONS.split(), strict=True))
NEXT = dict(zip(RESIDUES, RESIDUES[1:] + RESIDUES[0], strict=True))


# a protein turned back into one ambiguous gene, as EMBOSS backtranambig writes it
_AMBIGUOUS = "GCN TGY GAY GAR TTY GGN CAY ATH AAR YTN ATG AAY CCN CAR MGN WSN ACN GTN TGG TAY"
AMBIGUOUS = dict(zip(RESIDUES, _AMBIGUOUS.split(), strict=True))


def _synonymous(codon: str, residue: str) -> list[str]:
    from itertools import product

    from Bio.Seq import Seq

    bases = {"N": "ACGT", "Y": "CT", "R": "AG", "H": "ACT", "M": "AC", "W": "AT", "S": "CG"}
    every = ("".join(found) for found in product(*(bases.get(base, base) for base in codon)))
    return [found for found in every if str(Seq(found).translate()) == residue]


def _permuted(smiles: str) -> str:
    from rdkit import Chem

    return Chem.MolToRandomSmilesVect(Chem.MolFromSmiles(smiles), 1, randomSeed=11)[0]


def _kekule(smiles: str) -> str:
    from rdkit import Chem

    mol = Chem.MolFromSmiles(smiles)
    Chem.Kekulize(mol, clearAromaticFlags=True)
    return Chem.MolToSmiles(mol, kekuleSmiles=True)


def _with_hydrogens(smiles: str, isotope: int) -> str:
    from rdkit import Chem

    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() == 1:
            atom.SetIsotope(isotope)
    return Chem.MolToSmiles(mol)


def _sodium(smiles: str) -> str:
    """The sodium salt where there is an acid, otherwise sodium chloride beside the molecule."""
    from rdkit import Chem

    mol = Chem.RWMol(Chem.MolFromSmiles(smiles))
    acid = mol.GetSubstructMatch(Chem.MolFromSmarts("[OX2H;$(O[C,S,P]=O),$(Oc)]"))
    if not acid:
        return f"{smiles}.[Na+].[Cl-]"
    mol.GetAtomWithIdx(acid[0]).SetFormalCharge(-1)
    return Chem.MolToSmiles(mol) + ".[Na+]"


def molecule_form(form: str, value: str) -> tuple[str, str]:
    """(text, notation) of a molecule in that form."""
    from rdkit import Chem

    if form == "inchi":
        return Chem.MolToInchi(Chem.MolFromSmiles(value)), "inchi"
    if form == "selfies":
        import selfies

        return selfies.encoder(value), "selfies"
    forms = {
        "permuted": _permuted,
        "kekule": _kekule,
        "explicit_h": lambda smiles: _with_hydrogens(smiles, 0),
        "deuterated": lambda smiles: _with_hydrogens(smiles, 2),
        "mixture": lambda smiles: f"O.{smiles}.CCO",
        "sodium": _sodium,
        "hydrochloride": lambda smiles: smiles + ".Cl",
    }
    return (forms[form](value) if form in forms else value), "smiles"


def _changed(sequence: str, places: list[int]) -> str:
    return "".join(NEXT.get(letter, letter) if i in places else letter for i, letter in enumerate(sequence))


def _parted(sequence: str, size: int, sign: str) -> str:
    return sign.join(sequence[i : i + size] for i in range(0, len(sequence), size))


def protein_form(form: str, sequence: str) -> str:
    """A protein in that form. Linkers and partners are random, so they hold nothing known."""
    partner = "".join(random.Random(5).choices(RESIDUES, k=120))
    middle = len(sequence) // 2
    forms = {
        "lower": sequence.lower(),
        "spaced": "\n".join(sequence[i : i + 10] for i in range(0, len(sequence), 10)),
        "variant": _changed(sequence, [middle]),
        "variant2": _changed(sequence, [10, len(sequence) - 10]),
        "deletion": sequence[:middle] + sequence[middle + 1 :],
        "insertion": sequence[:middle] + "W" + sequence[middle:],
        "fusion_n": partner + sequence,
        "fusion_c": sequence + partner,
        "fusion_both": partner + "GGGGS" + sequence + "GGGGS" + partner[::-1],
        "fragment": sequence[middle - 22 : middle + 22],
        "gapped": _parted(sequence, 7, "-"),
        "stops": _parted(sequence, 9, "*"),
        "either_b": sequence.translate(str.maketrans("DNEQ", "BBZZ")),
        "either_j": sequence.translate(str.maketrans("IL", "JJ")),
        "rare": sequence.translate(str.maketrans("CK", "UO")),
        "masked": sequence.translate(str.maketrans("AGL", "XXX")),
    }
    return forms.get(form, sequence)


def gene_form(form: str, sequence: str) -> str:
    """A gene of the protein in that form: one codon for each residue, changed on the way."""
    if form == "literal":
        return sequence
    if form == "variant_gene":
        sequence = protein_form("variant", sequence)
    gene = "".join(CODONS[letter] for letter in sequence)
    flank = "".join(random.Random(9).choices("ACGT", k=301))
    reverse = lambda dna: dna.translate(str.maketrans("ACGTRYSWKMBDHVN", "TGCAYRSWMKVHDBN"))[::-1]
    ambiguous = "".join(AMBIGUOUS[letter] for letter in sequence)
    other = random.Random(3)
    forms = {
        "reverse_complement": reverse(gene),
        "frame2": "G" + gene + "TA",
        "frame3": "CA" + gene + "T",
        "rna": gene.replace("T", "U"),
        "lower": gene.lower(),
        "degenerate": ambiguous,
        "degenerate_reverse": "G" + reverse(ambiguous) + "AC",
        "shuffled": "".join(other.choice(_synonymous(AMBIGUOUS[letter], letter)) for letter in sequence),
        "gapped": _parted(gene, 10, "---"),
        "with_n": "".join("N" if i % 90 == 44 else letter for i, letter in enumerate(gene)),
        "rna_reverse_lower": ("AC" + reverse(gene)).replace("T", "U").lower(),
        "embedded": flank + gene + flank[::-1],
        "embedded_reverse": flank + reverse(gene) + flank,
    }
    return forms.get(form, gene)
