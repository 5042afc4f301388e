"""Grade hazards: from a source's label to a class in GHS, CWC or IARC terms, and from the class to a verdict.

controlled → block; acutely toxic (GHS 1 and 2), known carcinogen (IARC 1, NTP known), explosive → confirm;
any other class → warn; listed somewhere without a class → note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VERDICTS = ("clear", "note", "warn", "unknown", "confirm", "block")  # in ascending order of precedence


@dataclass(frozen=True)
class Hazard:
    """A hazard class given by one source; `specific` when the class is one of GHS, CWC, IARC, NTP or REACH."""

    label: str
    verdict: str
    source: str
    date: str
    specific: bool = True


# Classes that half of all everyday molecules have, or that are no class: harmful if swallowed, flammable, positive in
# one assay of bacteria, on a list without a class, failed in a trial. They are noted; no answer warns of them.
_NOTED = re.compile(
    r"GHS Acute Tox\. 4( \(.*\))?|GHS Flam\. (Liq|Gas).*|flash point up to.*|GHS Muta\. 2 indicated.*|"
    r"on California's.*|failed a clinical trial.*|toxic, class not given|active in vitro.*"
)

# Of caffeine a spoonful is dangerous and a cup is not; what everybody has at home is not warned of for it.
_TOXIC_IN_BULK = "GHS Acute Tox. 3 (oral, rat)"


def told(verdict: str, classes: str, everyday: str) -> str:
    """The verdict of a compound by its classes: what only has classes of the everyday is noted, not warned of.

    Args:
        verdict: as the table has it.
        classes: the classes of its row, with bars between.
        everyday: of which kind it is among the everyday chemicals, which only what is blocked stops; empty for none.
            What is one as a part of salts (`ion`) is warned of like any other compound when it stands alone.
    """
    if verdict == "confirm" and everyday:
        return "warn"
    common = everyday not in ("", "ion")
    quiet = [one for one in classes.split("|") if _NOTED.fullmatch(one) or (common and one == _TOXIC_IN_BULK)]
    if verdict == "warn" and len(quiet) == len(classes.split("|")):
        return "note"
    return verdict


def worst(verdicts: list[str]) -> str:
    """The verdict of highest precedence; `clear` when there is none."""
    return max(verdicts, key=VERDICTS.index, default="clear")


# source in the compiled file → its name here, and the date of the release that holds the facts
SOURCES = {
    "SciToolAgent": ("SciToolAgent list", "2025-01-01"),
    "LD50_Zhu": ("LD50 (Zhu et al. 2009, TDC)", "2009-10-20"),
    "AMES": ("Ames (Xu et al. 2012, TDC)", "2012-10-11"),
    "Tox21": ("Tox21 challenge", "2014-08-08"),
    "ClinTox": ("ClinTox (MoleculeNet)", "2016-09-29"),
    "FlashPoint": ("flash points (chemicals)", "2025-01-01"),
    "IARC": ("IARC (chemicals)", "2025-01-01"),
    "NTP": ("NTP Report on Carcinogens (chemicals)", "2021-12-21"),
    "EU SVHC": ("REACH candidate list", "2024-01-01"),
    "CompTox Prop 65": ("CompTox list: OEHHA", "2024-01-01"),
    "CompTox IARC 1": ("CompTox list: IARC", "2024-01-01"),
    "CompTox IARC 2A": ("CompTox list: IARC", "2024-01-01"),
    "CompTox IARC 2B": ("CompTox list: IARC", "2024-01-01"),
    "ChemCrow": ("Australia Group list (ChemCrow)", "2024-01-01"),
}

_IARC = {"1": "1", "11": "2A", "12": "2B", "2A": "2A", "2B": "2B"}
_REACH = {
    "Carcinogenic": "GHS Carc. 1A/1B",
    "Mutagenic": "GHS Muta. 1A/1B",
    "Toxic for reproduction": "GHS Repr. 1A/1B",
    "PBT": "CLP PBT",
    "vPvB": "CLP vPvB",
    "Endocrine disrupting": "CLP endocrine disruption",
    "Respiratory sensitising": "GHS Resp. Sens. 1",
    "Specific target organ": "GHS STOT RE",
    "Equivalent level": "REACH equivalent concern",
}


def grade(source: str, label: str) -> Hazard | None:
    """Grade one label; None when the table leaves it to `controlled.csv`.

    Raises:
        ValueError: an unknown source or label.
    """
    if source not in SOURCES:
        raise ValueError(f"nobody has graded the source {source!r}; add it to grading.py")
    if source == "ChemCrow":
        return None
    text, verdict, specific = _class(source, label)
    return Hazard(text, verdict, *SOURCES[source], specific=specific)


def _class(source: str, label: str) -> tuple[str, str, bool]:
    if source == "SciToolAgent":
        return "toxic, class not given", "note", False
    if source == "LD50_Zhu" and (found := re.search(r"GHS Cat (\d)", label)):
        return f"GHS Acute Tox. {found[1]} (oral, rat)", "confirm" if found[1] in "12" else "warn", True
    if source == "AMES":
        return "GHS Muta. 2 indicated (Ames positive)", "warn", True
    if source == "FlashPoint":
        return "flash point up to 60 °C", "warn", False  # no class for a solid or gas; derived.csv has the classes
    if source == "CompTox Prop 65":  # the list also holds rifampicin and sodium hydroxide: no single class
        return "on California's OEHHA list", "warn", False
    if source == "ClinTox":
        return "failed a clinical trial for toxicity", "warn", False
    if source == "NTP":
        known = label.endswith("1")
        return ("NTP known carcinogen", "confirm", True) if known else ("NTP anticipated carcinogen", "warn", True)
    if "IARC" in source:
        group = _IARC[label.rsplit(" ", 1)[1]]
        return f"IARC {group}", "confirm" if group == "1" else "warn", True
    if source == "EU SVHC":
        classes = [text for key, text in _REACH.items() if key in label]
        return "; ".join(classes) + " (REACH SVHC)", "warn", bool(classes)
    if source == "Tox21":
        return f"active in vitro ({label.removeprefix('Tox21 active: ')})", "note", False  # an assay, not a class
    raise ValueError(f"the label {label!r} of {source} has no grade; add it to grading.py")


# Proteins that venoms share with the blood, gut or brain of all animals: they only cause a warning.
_ORDINARY_FAMILIES = (
    "bradykinin", "natriuretic", "ngf-beta", "insulin", "calmodulin", "cystatin", "pdgf/vegf",
    "vasopressin/oxytocin", "tachykinin", "farp", "cathelicidin", "glucagon", "npy", "egf domain",
    "ficolin", "glutaminyl-peptide", "tctp", "multicopper", "5'-nucleotidase", "defensin", "transferrin",
    "calycin", "gastrin", "opioid", "cart ", "dnase", "guanido", "glycoprotein hormones",
    "glycosyl hydrolase", "ntn-hydrolase", "histidine acid", "peroxiredoxin", "true venom lectin",
    "ab hydrolase", "peptidase s1", "peptidase s8", "peptidase s9", "peptidase s10", "peptidase m13",
    "type-b carboxylesterase", "nucleotide pyrophosphatase", "phospholipase b-like",
    "flavin monoamine oxidase", "snaclec", "crisp", "waprin", "chh/mih", "disintegrin family",
    "serine protease inhibitor", "protease inhibitor", "met-lysine", "hemolin", "crec", "damage-control",
    "diuretic hormone", "bombinin", "frog skin active", "secapin",
)  # fmt: skip
_ORDINARY_NAMES = re.compile(
    r"meiotic driver|cold shock|pectinesterase|puroindoline|arcelin|\burease\b|apyrase|D7|hyaluronoglucosaminidase|"
    r"plectasin|4-aminobenzoate|CdiA|WapA|sporulation|methyltransferase TlyA|non-structural glycoprotein|oxytocin",
    re.IGNORECASE,
)
_CONTROLLED_NAMES = re.compile(
    r"^ricin\b(?!-)|botulinum neurotoxin|^abrin|^enterotoxin type [A-E]\b|^conotoxin GI\b|^alpha-conotoxin (GI|MI)\b",
    re.IGNORECASE,
)
# short, paralytic alpha-conotoxins as 42 CFR 73.3 words them: X1-C-C-X2-P-A-C-G-X3-X4-X5-X6-C-X7
ALPHA_CONOTOXIN = re.compile(r"CC[^X*]PACG[^X*]{4}C")


def grade_protein(name: str, organism: str, family: str, sequence: str) -> tuple[str, str]:
    """Hazard class and verdict of a toxin row."""
    if _CONTROLLED_NAMES.search(name):
        weapon = name.lower().startswith("ricin")
        return ("CWC 1.A.8 (ricin)" if weapon else "select agent toxin (42 CFR 73.3)"), "block"
    if "Conus" in organism and ALPHA_CONOTOXIN.search(sequence):
        return "select agent toxin (42 CFR 73.3): short paralytic alpha-conotoxin", "block"
    if any(word in family.lower() for word in _ORDINARY_FAMILIES) or _ORDINARY_NAMES.search(name):
        return "UniProt Tox-Prot, family with ordinary members", "warn"
    return "UniProt keyword Toxin (KW-0800)", "confirm"
