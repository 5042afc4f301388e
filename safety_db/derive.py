"""Compile `derived.csv`: compounds that a regulation classifies by a measured value or as members of a named group.

`python -m scitoolagent.safety_db.derive` writes it from the tables of the `chemicals` package (structures of PubChem
with CAS numbers, flash points, boiling and melting points). All thresholds come from regulations:

* GHS chapter 2.6 (table 2.6.1) defines flammable liquids by flash point and boiling point: category 1 below 23 °C with
  a boiling point of at most 35 °C, 2 below 23 °C, 3 from 23 to 60 °C, 4 above 60 to 93 °C. A liquid melts at 20 °C or
  below and boils above it; what melts or boils outside that range, or has not been measured, is left out.
* GHS chapter 2.2 defines flammable gases: category 1 when they burn at 13 % or less in air, or over 12 points of it.
* GHS chapter 4.2: substances of the annexes of the Montreal Protocol are hazardous to the ozone layer.
* The Stockholm Convention and IARC (volume 107) list families of halogenated aromatics.
* CLP Annex VI and IARC list "compounds of" an element. The rules of `controlled.csv` define those structures.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.safety_db import store
from scitoolagent.safety_db.families import Rule, read_rules
from scitoolagent.safety_db.molecules import UnreadableError, parse_structure

if TYPE_CHECKING:
    from rdkit.Chem import Mol

DERIVED_COLUMNS = ("cas", "name", "smiles", "kind", "class", "verdict", "datum", "source", "date")
Row = dict[str, str]
_FLASH = {  # table of the package → the name of the source; the first table with a value counts
    "IS IEC 60079-20-1 2010.tsv": "IEC 60079-20-1:2010",
    "NFPA 497 2008.tsv": "NFPA 497:2008",
    "DIPPR T_flash Serat.csv": "DIPPR in Serat et al. 2017",
    "wikidata_properties.tsv": "Wikidata",
}
_GHS = "2023-07-27"  # GHS, tenth revision
_ROOM, _ZERO = 293.15, 273.15
# rule of controlled.csv → entries of Annex VI, table 3 (Regulation (EC) 1272/2008), or the volume of IARC
GROUPS = {
    "clp-hg": "CLP Annex VI 080-002-00-6, 080-004-00-7",
    "clp-tl": "CLP Annex VI 081-002-00-9",
    "clp-be": "CLP Annex VI 004-002-00-2",
    "clp-as": "CLP Annex VI 033-002-00-5",
    "clp-asc": "CLP Annex VI 033-002-00-5",
    "clp-cd": "CLP Annex VI 048-001-00-5",
    "clp-cr6": "CLP Annex VI 024-017-00-8",
    "clp-u": "CLP Annex VI 092-002-00-3",
    "clp-pb": "CLP Annex VI 082-001-00-6",
    "clp-pbr": "CLP Annex VI 082-002-00-1",
    "clp-ni2": "IARC 100C",
    "clp-sb": "CLP Annex VI 051-003-00-9",
    "clp-se": "CLP Annex VI 034-002-00-8",
    "clp-ba": "CLP Annex VI 056-002-00-7",
    "clp-cn": "CLP Annex VI 006-007-00-5",
}
# exceptions of the entries, or compounds with another class under their own index number
EXCEPTIONS = frozenset(
    "1344-48-5 7727-43-7 13462-86-7 1332-81-6 1314-60-9 1345-04-6 1315-04-4 1309-64-4 10025-91-9 7647-18-9 10294-40-3 "
    "12656-57-4 58339-34-7 "  # HgS; BaSO4 (2); Sb2O4, Sb2O5, Sb2S3, Sb2S5, Sb2O3, SbCl3, SbCl5; BaCrO4; Cd(S,Se) (2)
    "".split()
)
# PubChem synonyms of controlled compounds that usually mean something else
_ORDINARY_WORDS = frozenset({"mustard", "psoriasin", "psoriazin", "yellow cross"})
FAMILIES = {  # rule of controlled.csv → the listing that names the family
    "pop-pcb": "IARC 107 and Stockholm Convention, Annexes A and C",
    "pop-pbb": "IARC 107",
    "pop-pcn": "Stockholm Convention, Annexes A and C",
    "pop-dioxin": "Stockholm Convention, Annex C",
    "pop-pbde": "Stockholm Convention, Annex A",
    "ozone-cl1": "Montreal Protocol, Annexes A to C",
    "ozone-cl2": "Montreal Protocol, Annexes A to C",
    "ozone-br1": "Montreal Protocol, Annex C",
    "ozone-br2": "Montreal Protocol, Annex C",
}


def derive(rules: tuple[Rule, ...]) -> list[Row]:
    """All rows, ordered by CAS number within each listing."""
    from rdkit import rdBase

    entries = [entry for entry in _entries() if entry.smiles]
    by_cas = {_written(entry.CAS): entry for entry in entries}
    with rdBase.BlockLogs():
        found = [*flammable(by_cas), *members(entries, rules)]
    return sorted(found, key=lambda row: (row["kind"], row["source"], int(row["cas"].replace("-", ""))))


def flammable(by_cas: dict[str, Any]) -> Iterator[Row]:
    """Flammable liquids by flash point, flammable gases by the limits of explosion."""
    seen = set()
    for table, origin in _FLASH.items():
        for line in _table(table):
            cas = line["CAS"] if "-" in line["CAS"] else _written(int(line["CAS"]))
            entry = by_cas.get(cas)
            if entry is None or cas in seen:
                continue
            label, datum = flammability(
                _number(line["T_flash"]), _measured("Tm", cas), _measured("Tb", cas),
                _number(line.get("LFL", "")), _number(line.get("UFL", "")),
            )  # fmt: skip
            if label:
                seen.add(cas)
                source = f"GHS 2.6 and 2.2 (derived; {origin}, in chemicals)"
                yield _row(entry, "structure", label, "warn", datum, source, _GHS)


def flammability(
    flash: float | None, melting: float | None, boiling: float | None, low: float | None, high: float | None
) -> tuple[str, str]:
    """GHS class and the values it is based on; empty when there is none or a value is missing.

    Args:
        flash: flash point in K.
        melting: melting point in K.
        boiling: boiling point in K.
        low: lower limit of explosion, as a fraction of air.
        high: upper limit of explosion, as a fraction of air.
    """
    if boiling is not None and boiling <= _ROOM:
        burns = low is not None and (low <= 0.13 or (high is not None and high - low >= 0.12))
        return ("GHS Flam. Gas 1", f"bp {boiling - _ZERO:.0f} °C, LFL {low:.1%}") if burns else ("", "")
    if flash is None or melting is None or boiling is None or melting > _ROOM:
        return "", ""
    celsius = round(flash - _ZERO, 2)
    datum = f"flash point {celsius:.0f} °C, bp {boiling - _ZERO:.0f} °C"
    if celsius < 23:
        return f"GHS Flam. Liq. {1 if boiling <= 35 + _ZERO else 2}", datum
    if celsius <= 93:
        return f"GHS Flam. Liq. {3 if celsius <= 60 else 4}", datum
    return "", ""


def members(entries: Iterable[Any], rules: tuple[Rule, ...]) -> Iterator[Row]:
    """Compounds with a CAS number that belong to a listed group."""
    known = {rule.id: rule for rule in rules}
    groups = [(known[name], listing) for name, listing in GROUPS.items()]
    families = [(known[name], listing) for name, listing in FAMILIES.items()]
    for entry in entries:
        if not _candidate(entry.formula or ""):
            continue
        try:
            mol = parse_structure(entry.smiles)
        except UnreadableError:
            continue
        cas = _written(entry.CAS)
        if any(atom.GetIsotope() for atom in mol.GetAtoms()):
            continue
        for rule, listing in families:
            if rule.matches(mol):
                source, date = f"{listing} (derived; structure in chemicals)", rule.date
                yield _row(entry, "structure", rule.reason, rule.verdict, "", source, date)
        if cas in EXCEPTIONS or not _compound(mol):
            continue
        for rule, listing in groups:
            if rule.matches(mol):
                source, date = f"{listing} (derived; structure in chemicals)", rule.date
                yield _row(entry, "group", rule.reason, rule.verdict, "", source, date)


def synonyms(wanted: frozenset[str]) -> dict[str, list[str]]:
    """Names in the `chemicals` package for structures with these first InChIKey blocks."""
    found: dict[str, list[str]] = {}
    for entry in _entries():
        key = (entry.InChI_key or "")[:14]
        if key in wanted:
            names = [entry.common_name or "", entry.iupac_name or "", *(entry.synonyms or ())]
            tidy = (" ".join(name.split()) for name in names)
            found.setdefault(key, []).extend(name for name in tidy if name and name.casefold() not in _ORDINARY_WORDS)
    return found


def _compound(mol: Mol) -> bool:
    """Whether this is a compound: not an element, ion or alloy, and with a fully defined structure."""
    atoms = list(mol.GetAtoms())
    loose = [
        atom for atom in atoms if atom.GetDegree() == 0 and atom.GetFormalCharge() == 0 and not atom.GetTotalNumHs()
    ]
    return len(atoms) > 1 and not loose and all(atom.GetAtomicNum() for atom in atoms)


def _candidate(formula: str) -> bool:
    elements = set(re.findall(r"[A-Z][a-z]?", formula))
    if elements & {"Hg", "Tl", "Be", "As", "Cd", "Cr", "U", "Pb", "Ni", "Sb", "Se", "Ba"}:
        return True
    halogenated = bool(elements & {"F", "Cl", "Br"}) and elements <= {"C", "H", "F", "Cl", "Br", "O"}
    return halogenated or (elements >= {"C", "N"} and not elements & {"H", "O", "S"})


def _row(entry: Any, kind: str, label: str, verdict: str, datum: str, source: str, date: str) -> Row:
    name = " ".join((entry.common_name or entry.iupac_name or "").split())
    values = (_written(entry.CAS), name, entry.smiles, kind, label, verdict, datum, source, date)
    return dict(zip(DERIVED_COLUMNS, values, strict=True))


def _written(number: int) -> str:
    text = f"{number:05d}"
    return f"{text[:-3]}-{text[-3:-1]}-{text[-1]}"


def _number(text: str) -> float | None:
    return float(text) if text else None


def _measured(name: str, cas: str) -> float | None:
    """A measured melting (Tm) or boiling point (Tb) in K."""
    import chemicals

    methods = [m for m in getattr(chemicals, f"{name}_methods")(cas) if m not in ("JOBACK", "DEFINITION")]
    return float(getattr(chemicals, name)(cas, method=methods[0])) if methods else None


@lru_cache(maxsize=1)
def _folder() -> Path:
    import chemicals

    return Path(chemicals.__file__).parent


def _table(name: str) -> Iterator[Row]:
    place = "Misc" if name.startswith("wikidata") else "Safety"
    with (_folder() / place / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


def _entries() -> list[Any]:
    from chemicals.identifiers import pubchem_db

    pubchem_db.autoload_main_db()
    return list(pubchem_db.pubchem_index.values())


def write_derived(path: Path, rows: list[Row]) -> None:
    """Write the table."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, DERIVED_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    made = derive(read_rules(store.PACKAGED / "controlled.csv"))
    write_derived(store.PACKAGED / "derived.csv", made)
    sys.stdout.write(f"{len(made):,} rows\n")
