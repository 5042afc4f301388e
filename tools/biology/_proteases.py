"""Where proteases cut, by the rules of Keil 1992 (doi:10.1007/978-3-642-48380-6) as PeptideCutter lists them."""

from __future__ import annotations

# A bond is cut where the pattern matches before it and the pattern matches behind it.
_TRYPSIN_BONDS = r"(?<=[KR])(?=[^P])|(?<=WK)(?=P)|(?<=MR)(?=P)"
PROTEASES: dict[str, str] = {
    "trypsin": _TRYPSIN_BONDS,
    "chymotrypsin": r"(?<=[FY])(?=[^P])|(?<=W)(?=[^MP])",
    "lowspecificitychymotrypsin": r"(?<=[FLY])(?=[^P])|(?<=W)(?=[^MP])|(?<=M)(?=[^PY])|(?<=H)(?=[^DMPW])",
    "lysc": r"(?<=K)(?=.)",
    "lysn": r"(?<=.)(?=K)",
    "argc": r"(?<=R)(?=.)",
    "aspn": r"(?<=.)(?=D)",
    "gluc": r"(?<=E)(?=.)",
    "cnbr": r"(?<=M)(?=.)",
    "pepsin": r"(?<=[^HKR][^P][^R])(?=[FL][^P])|(?<=[^HKR][^P][FL])(?=.[^P])",
    "thermolysin": r"(?<=[^DE])(?=[AFILMV])",
    "proteinasek": r"(?<=[AEFILTVWY])(?=.)",
    "enterokinase": r"(?<=[DE][DE][DE]K)(?=.)",
    "factorxa": r"(?<=[AFGILTVM][DE]GR)(?=.)",
    "thrombin": r"(?<=GR)(?=G)|(?<=[AFGILTVM][AFGILTVWA]PR)(?=[^DE][^DE])",
    "tevprotease": r"(?<=E..Y.Q)(?=[GS])",
    "caspase3": r"(?<=DMQD)(?=[^PEDQKR])|(?<=DEVD)(?=[^PEDQKR])",
    "formicacid": r"(?<=D)(?=.)",
    "hydroxylamine": r"(?<=N)(?=G)",
}
ALIASES = {"cyanogenbromide": "cnbr", "tev": "tevprotease"}
