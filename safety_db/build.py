"""Compile the tables from the files named in SOURCES.md.

`scitoolagent safety build FOLDER` reads `hazards_long.csv.gz` and `toxic_proteins.csv.gz` from FOLDER and the tables
`controlled.csv`, `everyday.csv` and `derived.csv` (see `derive.py`) from their place. Equal files give
equal bytes.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from scitoolagent.errors import ConfigError
from scitoolagent.safety_db import store
from scitoolagent.safety_db.families import Rule, read_rules
from scitoolagent.safety_db.fingerprints import FingerprintIndex
from scitoolagent.safety_db.grading import SOURCES, Hazard, grade, grade_protein, worst
from scitoolagent.safety_db.molecules import (
    Fragment,
    UnreadableError,
    digest64,
    parse_structure,
    shape,
    standardise,
    undivided,
)
from scitoolagent.safety_db.names import NO_NAMES, normalise_name

HAZARDS, PROTEINS = "hazards_long.csv.gz", "toxic_proteins.csv.gz"
PROTEIN_DATE = "2025-01-01"
Row = dict[str, str]
Synonyms = Callable[[frozenset[str]], dict[str, list[str]]]
# H to F, Na to Cl, K, Ca, Fe, Zn, Br, I: elements whose ions no element rule describes as hazards
_HARMLESS_ELEMENTS = frozenset({1, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 19, 20, 26, 30, 35, 53})
_METAL_ONLY = "a bare element or ion: the element rules of controlled.csv know better"


@dataclass
class Compound:
    """A structure with all facts from the sources.

    `kind` is `fragment` for one neutral fragment, which is compared with other structures, and `whole` for the compound
    of a listed element: its name, CAS number and key are listed, and the rules match its structure.
    """

    fragment: Fragment
    key: str
    kind: str = "fragment"
    names: list[tuple[int, str]] = field(default_factory=list)
    cas: set[str] = field(default_factory=set)
    hazards: dict[tuple[str, str], Hazard] = field(default_factory=dict)


def build(
    source: Path,
    target: Path,
    date: str,
    say: Callable[[str], None] = lambda _: None,
    synonyms: Synonyms = lambda _: {},
) -> dict[str, Any]:
    """Compile all tables into `target` and seal them with a manifest; returns the counts.

    Args:
        source: the folder of the downloaded files.
        target: the folder of the tables, which already holds the hand-written ones.
        date: today's date, for the manifest.
        say: called with messages about rows that were left out.
        synonyms: further names by first InChIKey block, for the compounds that stop a run.
    Raises:
        ConfigError: a source file is missing, truncated or has an ungraded row.
    """
    try:
        rules = read_rules(target / "controlled.csv")
        everyday = read_csv(target / "everyday.csv")
        _fixed_keys(rules, everyday)  # first, because mistakes in the hand-written tables should show at once
        labelled = list(_read_gzip(source / HAZARDS))
        sequences = list(_read_gzip(source / PROTEINS))
        derived = read_csv(target / "derived.csv")
        compounds = collect(labelled, rules, everyday, derived, say)
        _add_synonyms(compounds, synonyms)
        with tempfile.TemporaryDirectory() as scratch:
            fresh = Path(scratch)
            counts = write_compounds(fresh, compounds, rules, everyday)
            counts |= write_proteins(fresh, sequences)
            for made in fresh.iterdir():
                shutil.copyfile(made, target / made.name)
    except (OSError, EOFError, ValueError, KeyError, csv.Error) as error:
        raise ConfigError(f"the hazard database cannot be built from {source}: {error}") from error
    seal(target, date, counts)
    return counts


def collect(
    labelled: Iterable[Row],
    rules: tuple[Rule, ...],
    everyday: list[Row],
    derived: list[Row],
    say: Callable[[str], None],
) -> list[Compound]:
    """Standardise every row and collect the facts about each structure."""
    ions = {text for row in everyday if row["kind"] == "ion" for text in _own_forms(row["smiles"])}
    found: dict[str, Compound] = {}
    left_out: dict[str, int] = defaultdict(int)
    forms: dict[str, Fragment | str] = {}
    for row in labelled:
        hazard = grade(row["source"], row["hazard"])
        if hazard is None:
            continue
        if row["smiles"] not in forms:
            forms[row["smiles"]] = _essential(row["smiles"], ions)
        fragment = forms[row["smiles"]]
        if isinstance(fragment, str):
            left_out[fragment] += 1
            continue
        compound = found.setdefault(fragment.skeleton(), Compound(fragment, fragment.key or row["inchikey"]))
        if name := " ".join(row["name"].split()):
            compound.names.append((list(SOURCES).index(row["source"]), name))
        if row["cas"].strip():
            compound.cas.add(row["cas"].strip())
        compound.hazards.setdefault((hazard.label, hazard.source), hazard)
    for row in derived:
        _collect_derived(row, ions, found, left_out)
    for rule in rules:  # exact rules are also added as compounds, so that similar molecules are found by score
        if rule.kind == "exact":
            _collect_exact(rule, found)
    for reason, count in sorted(left_out.items()):
        say(f"left out {count} rows: {reason}")
    return [found[key] for key in sorted(found)]


def _collect_derived(row: Row, ions: set[str], found: dict[str, Compound], left_out: dict[str, int]) -> None:
    whole = row["kind"] == "group"
    fragment = undivided(row["smiles"]) if whole else _essential(row["smiles"], ions)
    if isinstance(fragment, str):
        left_out[fragment] += 1
        return
    kind = "whole" if whole else "fragment"
    compound = found.setdefault(fragment.skeleton(), Compound(fragment, fragment.key, kind))
    compound.names.append((len(SOURCES), row["name"]))
    compound.cas.add(row["cas"])
    datum = f" ({row['datum']})" if row["datum"] else ""
    hazard = Hazard(row["class"] + datum, row["verdict"], row["source"], row["date"])
    compound.hazards.setdefault((hazard.label, hazard.source), hazard)


def _collect_exact(rule: Rule, found: dict[str, Compound]) -> None:
    fragment = _only(rule.pattern)
    compound = found.setdefault(fragment.skeleton(), Compound(fragment, fragment.key))
    compound.names += [(-1, name.strip()) for name in rule.name.split(";")]
    compound.cas.update(filter(None, [rule.cas]))
    label = f"{rule.listing}: {rule.reason}"
    hazard = Hazard(label, rule.verdict, rule.listing, rule.date, specific=_is_class(rule))
    compound.hazards.setdefault((hazard.label, hazard.source), hazard)


def _is_class(rule: Rule) -> bool:
    """Whether a rule is a class of a law or of IARC; our own structural alerts are not."""
    return "structural alert" not in rule.listing + rule.reason


def _add_synonyms(compounds: list[Compound], synonyms: Synonyms) -> None:
    """Add names of compounds that are blocked or need a confirmation, since unlisted names cannot be screened."""
    stopping = {
        compound.fragment.skeleton(): compound
        for compound in compounds
        if worst([hazard.verdict for hazard in compound.hazards.values()]) in ("confirm", "block")
    }
    for key, names in synonyms(frozenset(stopping)).items():
        # names of four letters or fewer are ambiguous or ordinary words
        stopping[key].names += [(len(SOURCES) + 1, name) for name in names if len(name) > 4 and "|" not in name]


def _own_forms(smiles: str) -> set[str]:
    forms = standardise(parse_structure(smiles))
    return {text for fragment in forms.fragments for text in (fragment.written, fragment.smiles)}


def _essential(smiles: str, ions: set[str]) -> Fragment | str:
    """The fragment that is the hazard, or why there is none."""
    try:
        mol = parse_structure(smiles)
        if any(atom.GetIsotope() > 3 for atom in mol.GetAtoms()):
            return "a radioactive isotope: without it the structure is another thing"
        forms = standardise(mol)
    except UnreadableError as error:
        return str(error).split("(")[0].strip()
    if forms.incomplete:
        return forms.incomplete
    kept = [f for f in forms.fragments if len(forms.fragments) == 1 or not {f.written, f.smiles} & ions]
    if not kept:
        return "nothing but counter-ions"
    largest = max(kept, key=lambda f: (f.mol.GetNumHeavyAtoms(), f.smiles))
    atoms = [atom.GetAtomicNum() for atom in largest.mol.GetAtoms()]
    others = {atom.GetAtomicNum() for f in forms.fragments for atom in f.mol.GetAtoms()} - set(atoms)
    if others - _HARMLESS_ELEMENTS:
        return "the salt of a metal: the hazard may be the metal's, which the element rules know"
    if atoms == [6] and largest.smiles == "C":
        return "methane standing for an unresolved structure"
    if len(atoms) == 1 and atoms[0] not in (1, 6, 7, 8, 9, 15, 16, 17, 35, 53):
        return _METAL_ONLY
    return largest


def write_compounds(
    target: Path, compounds: list[Compound], rules: tuple[Rule, ...], everyday: list[Row]
) -> dict[str, int]:
    """Write `compounds.tsv` and `compounds.npz`."""
    families = [rule for rule in rules if rule.kind != "exact" and not rule.listing.startswith("structural")]
    exempt = {rule.id: {_only(smiles).skeleton() for smiles in rule.exempt} for rule in families}
    lines, keys, names, verdicts, specific, classed = [], [], [], [], 0, 0
    for row, compound in enumerate(compounds):
        for rule in families:
            known = {hazard.label for hazard in compound.hazards.values()}
            if rule.reason in known or compound.fragment.skeleton() in exempt[rule.id]:
                continue
            if rule.matches(compound.fragment.mol):
                hazard = Hazard(rule.reason, rule.verdict, rule.listing, rule.date, specific=_is_class(rule))
                compound.hazards.setdefault((hazard.label, hazard.source), hazard)
        hazards = sorted(compound.hazards.values(), key=lambda h: (h.source, h.label))
        named = [h for h in hazards if h.specific]
        specific += bool(named)
        classed += any(h.source != SOURCES["SciToolAgent"][0] for h in hazards)
        verdict = worst([h.verdict for h in hazards])
        verdicts.append(verdict)
        facts = [(h.label, h.verdict, str(int(h.specific)), h.source, h.date) for h in hazards]
        columns = (
            compound.key, compound.fragment.smiles, compound.kind, "|".join(_names(compound)),
            "|".join(sorted(compound.cas)), verdict, str(int(bool(named))),
            *("|".join(column) for column in zip(*facts, strict=True)),
        )  # fmt: skip
        lines.append("\t".join(text.replace("\t", " ") for text in columns))
        fragment = compound.fragment
        digests = _digests(fragment) if compound.kind == "fragment" else (digest64(fragment.skeleton()),)
        keys += [(digest, row) for digest in digests]
        names += [
            (digest64("name " + normalise_name(text)), row)
            for text in (*_names(compound), *compound.cas)
            if normalise_name(text)
        ]
    _write_lines(target / "compounds.tsv", store.COMPOUND_COLUMNS, lines)
    arrays = _fingerprints(compounds)
    arrays["compound_keys"], arrays["compound_rows"] = store.sorted_keys(keys)
    arrays["name_keys"], arrays["name_rows"] = store.sorted_keys(names)
    arrays |= _fixed_keys(rules, everyday) | _shapes(compounds, rules, everyday)
    np.savez_compressed(target / "compounds.npz", **arrays)
    counts = {f"compounds_{verdict}": verdicts.count(verdict) for verdict in ("block", "confirm", "warn", "note")}
    return {
        "compounds": len(compounds),
        "compounds_classed": classed,
        "compounds_specific": specific,
        "rules": len(rules),
        **counts,
    }


def _fixed_keys(rules: tuple[Rule, ...], everyday: list[Row]) -> dict[str, Any]:
    """Digests of the exact rules and of the everyday chemicals."""
    exact = [(d, i) for i, rule in enumerate(rules) if rule.kind == "exact" for d in _digests(_only(rule.pattern))]
    common = [(d, i) for i, row in enumerate(everyday) for d in _everyday_digests(row)]
    rule_keys, rule_rows = store.sorted_keys(exact)
    everyday_keys, everyday_rows = store.sorted_keys(common)
    return {
        "rule_keys": rule_keys, "rule_rows": rule_rows, "everyday_keys": everyday_keys, "everyday_rows": everyday_rows,
    }  # fmt: skip


def _shapes(compounds: list[Compound], rules: tuple[Rule, ...], everyday: list[Row]) -> dict[str, Any]:
    """The shapes of all that is found by its structure, so that anything else need not be looked up."""
    exact = [_only(rule.pattern).mol for rule in rules if rule.kind == "exact"]
    common = [_only(row["smiles"]).mol for row in everyday]
    mols = [*(compound.fragment.mol for compound in compounds), *exact, *common]
    return {"shapes": np.unique(np.array([shape(mol) for mol in mols], dtype=np.uint64))}


def _names(compound: Compound) -> list[str]:
    """All names, best first: short names of the best source first, the long ones of the SciToolAgent list last."""
    ordered = sorted(compound.names, key=_rank)
    found: dict[str, str] = {}
    for _, text in ordered:
        found.setdefault(normalise_name(text), text.replace("|", "/"))
    return [text for spelled, text in found.items() if spelled]


def _rank(name: tuple[int, str]) -> tuple[bool, int, int, str]:
    source, text = name
    # Our own names keep their order.
    return (source == 0, source, len(text), text) if source >= 0 else (False, source, 0, "")


def _digests(fragment: Fragment) -> tuple[int, int]:
    return digest64(fragment.skeleton()), digest64(fragment.tautomer())


def _only(smiles: str) -> Fragment:
    fragments = standardise(parse_structure(smiles)).fragments
    if len(fragments) != 1:
        raise ValueError(f"{smiles!r} has {len(fragments)} fragments; an exact rule has one")
    return fragments[0]


def _everyday_digests(row: Row) -> set[int]:
    """Digests of everyday chemicals: ions as written (fluoride is not hydrogen fluoride), the rest by skeleton."""
    fragment = _only(row["smiles"])
    if row["kind"] != "ion":
        return {digest64(fragment.skeleton())}
    found = {digest64("ion " + fragment.written)}
    return found | {digest64("ion " + fragment.skeleton())} if fragment.mol.GetNumHeavyAtoms() > 1 else found


def _fingerprints(compounds: list[Compound]) -> dict[str, Any]:
    structures = [row for row, compound in enumerate(compounds) if compound.kind == "fragment"]
    words = np.array([compounds[row].fragment.fingerprint() for row in structures], dtype=np.uint64)
    counts = np.bitwise_count(words).sum(axis=1, dtype=np.int64)
    order = np.argsort(counts, kind="stable")
    columns = np.ascontiguousarray(words[order].T)
    index = FingerprintIndex.of(columns, counts[order])
    return {
        "words": columns,
        "counts": counts[order].astype(np.uint16),
        "rows": np.array(structures, dtype=np.uint32)[order],
        "frequency": index.frequency.astype(np.uint32),
    }


def write_proteins(target: Path, sequences: list[dict[str, str]]) -> dict[str, int]:
    """Write `toxins.txt` (the sequences alone, quick to load) and `proteins.tsv` (what is known of each)."""
    lines, verdicts, kept, keys = [], [], [], []
    for row in sorted(sequences, key=lambda r: r["accession"]):
        sequence = row["sequence"].strip().upper()
        if not sequence.isalpha():
            raise ValueError(f"the sequence of {row['accession']} has characters that are no residues")
        label, verdict = grade_protein(row["name"], row["organism"], row["family"], sequence)
        name = row["name"].split(" [Cleaved into")[0]
        columns = (
            row["accession"], name, row["organism"], row["family"], verdict, label, row["toxic_dose"],
            "UniProtKB/Swiss-Prot", row.get("date") or PROTEIN_DATE,
        )  # fmt: skip
        lines.append("\t".join(" ".join(text.split()) for text in columns))
        verdicts.append(verdict)
        kept.append(sequence)
        keys += [(digest64("name " + text), len(kept) - 1) for text in _protein_names(row["name"])]
    _write_lines(target / "proteins.tsv", store.PROTEIN_COLUMNS, lines)
    (target / "toxins.txt").write_text("".join(text + "\n" for text in kept), encoding="ascii", newline="\n")
    name_keys, name_rows = store.sorted_keys(keys)
    np.savez_compressed(target / "toxin_names.npz", name_keys=name_keys, name_rows=name_rows)
    counts = {f"proteins_{verdict}": verdicts.count(verdict) for verdict in ("block", "confirm", "warn")}
    return {"proteins": len(lines), **counts}


def _protein_names(text: str) -> set[str]:
    """Split a UniProt name: `Ricin (EC 3.2.2.22) [Cleaved into: Ricin A chain (Link)]` holds five, one a number."""
    names = set(
        filter(None, (normalise_name(name) for name in re.split(r" \(|\)(?: |$)|\[Cleaved into: |; |\]", text)))
    )
    return names - NO_NAMES


def seal(target: Path, date: str, counts: dict[str, Any]) -> None:
    """Write the manifest; any later change to a table is then an error."""
    names = store.COMPOUND_FILES + store.PROTEIN_FILES
    files = {name: store.table_digest((target / name).read_bytes()) for name in names}
    sizes = {name: (target / name).stat().st_size for name in names}
    content = {"format": store.FORMAT, "built": date, "counts": counts, "files": files, "bytes": sizes}
    (target / store.MANIFEST).write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _write_lines(path: Path, columns: tuple[str, ...], lines: list[str]) -> None:
    path.write_text("\n".join(["\t".join(columns), *lines]) + "\n", encoding="utf-8", newline="\n")


def read_csv(path: Path) -> list[Row]:
    """The rows of a table with a header."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _read_gzip(path: Path) -> Iterator[dict[str, str]]:
    csv.field_size_limit(1 << 20)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)
