"""Say in words what the codes of hazard statements mean."""

from __future__ import annotations

import re

# By Annex III of Regulation (EC) No 1272/2008 (CLP); the codes are those of the GHS of the United Nations.
_STATEMENTS = {
    "H200": "unstable explosive",
    "H201": "explosive, mass explosion hazard",
    "H202": "explosive, severe projection hazard",
    "H203": "explosive, fire, blast or projection hazard",
    "H204": "fire or projection hazard",
    "H205": "may mass explode in fire",
    "H220": "extremely flammable gas",
    "H224": "extremely flammable liquid and vapour",
    "H225": "highly flammable liquid and vapour",
    "H228": "flammable solid",
    "H240": "heating may cause an explosion",
    "H241": "heating may cause a fire or explosion",
    "H242": "heating may cause a fire",
    "H250": "catches fire spontaneously if exposed to air",
    "H260": "in contact with water releases flammable gases which may ignite spontaneously",
    "H261": "in contact with water releases flammable gases",
    "H270": "may cause or intensify fire; oxidiser",
    "H271": "may cause fire or explosion; strong oxidiser",
    "H272": "may intensify fire; oxidiser",
    "H300": "fatal if swallowed",
    "H301": "toxic if swallowed",
    "H302": "harmful if swallowed",
    "H304": "may be fatal if swallowed and enters airways",
    "H310": "fatal in contact with skin",
    "H311": "toxic in contact with skin",
    "H312": "harmful in contact with skin",
    "H314": "causes severe skin burns and eye damage",
    "H317": "may cause an allergic skin reaction",
    "H318": "causes serious eye damage",
    "H330": "fatal if inhaled",
    "H331": "toxic if inhaled",
    "H332": "harmful if inhaled",
    "H334": "may cause allergy or asthma symptoms or breathing difficulties if inhaled",
    "H340": "may cause genetic defects",
    "H341": "suspected of causing genetic defects",
    "H350": "may cause cancer",
    "H351": "suspected of causing cancer",
    "H360": "may damage fertility or the unborn child",
    "H361": "suspected of damaging fertility or the unborn child",
    "H362": "may cause harm to breast-fed children",
    "H370": "causes damage to organs",
    "H371": "may cause damage to organs",
    "H372": "causes damage to organs through prolonged or repeated exposure",
    "H373": "may cause damage to organs through prolonged or repeated exposure",
}
_CODE = re.compile(r"\bH[23]\d\d(?=[A-Za-z]{0,3}\b)")


def hazard_words(reason: str) -> tuple[str, ...]:
    """Return what the codes in a reason mean, each once; codes that are not known here say nothing."""
    return tuple(dict.fromkeys(_STATEMENTS[code] for code in _CODE.findall(reason) if code in _STATEMENTS))
