"""English words that the compound table lists as trade names; in a sentence they are no compounds.

Found by matching the table's names with the words of software manuals, then sorted out by hand.
"""

from __future__ import annotations

ENGLISH_WORDS: frozenset[str] = frozenset({
    "accelerate", "accent", "access", "achieve", "ada", "adhere", "advance", "advantage", "age", "alcohol",
    "aldehyde", "aldehydes", "alleviate", "alto", "amanda", "amide", "and", "anton", "appl", "aquarius", "arg",
    "ask", "assure", "attack", "badge", "balance", "band", "banner", "baron", "beam", "belt", "benchmark", "better",
    "bloom", "bob", "bot", "box", "boy", "brace", "bravo", "buggy", "buster", "buzz", "cape", "capital", "caps",
    "carol", "cascade", "challenge", "check", "chess", "choice", "citation", "classic", "clobber", "cls", "comet",
    "command", "commence", "commit", "compass", "condition", "confirm", "cont", "control", "cooper", "coral",
    "counter", "crc", "crystal", "ctx", "cube", "curio", "cursor", "cutter", "cycle", "dash", "dead", "def",
    "defend", "deg", "delete", "demon", "den", "des", "detail", "dialog", "dick", "die", "dimension", "din",
    "dispatch", "dividend", "dna", "doc", "doe", "dom", "dominant", "dos", "drive", "dual", "duration", "eden",
    "edge", "enhance", "ensure", "equal", "erase", "ether", "evade", "excel", "exe", "expand", "express", "facet",
    "factor", "fall", "fan", "fat", "fatal", "fifty", "finale", "flux", "fmt", "for", "fore", "formal", "format",
    "framed", "franklin", "fulfill", "fury", "gal", "gallery", "gen", "geo", "goal", "good", "gradual", "gravel",
    "green", "hairy", "halt", "harness", "harry", "heat", "him", "hip", "his", "hog", "horner", "horse",
    "hydrazines", "ian", "ibm", "imines", "imp", "impact", "incl", "ind", "inf", "inferno", "ins", "iso",
    "isocyanate", "ken", "kudos", "lance", "lead", "leader", "len", "leo", "letter", "liberty", "lift", "limit",
    "lin", "linton", "liquid", "loc", "logic", "looser", "lost", "love", "magenta", "manage", "mandate", "marshal",
    "marshall", "match", "matrix", "maxim", "maya", "medicine", "mega", "merge", "met", "metric", "mimic", "mist",
    "mix", "modal", "moment", "momentum", "monarch", "monitor", "mops", "msg", "nasal", "neq", "noise", "non",
    "nov", "octave", "off", "optimal", "optimizer", "optimum", "option", "ord", "orphan", "pack", "panorama", "par",
    "para", "pdb", "peace", "pearl", "perfect", "persian", "phantom", "pipes", "pivot", "png", "pol", "polygon",
    "polymer", "portal", "pre", "predict", "prefer", "prefix", "prism", "pro", "probe", "progress", "prompt",
    "prone", "protect", "pseudo", "punch", "put", "radio", "ran", "rapid", "rea", "reach", "reclaim", "ref",
    "refresh", "refusal", "region", "release", "remedy", "result", "rio", "rise", "rng", "rogue", "ron", "rotate",
    "runner", "sad", "salt", "sam", "same", "san", "sand", "score", "screen", "see", "select", "ser", "serial",
    "set", "sheets", "shield", "silence", "sin", "snap", "soc", "solo", "sooner", "soup", "speed", "spin", "spirit",
    "sql", "staff", "star", "steam", "stein", "steward", "stomp", "stop", "strike", "stuff", "succ", "suffix",
    "surfer", "suspend", "sweep", "tag", "tan", "tape", "targa", "target", "task", "tcl", "tea", "tech", "tee",
    "tell", "terminator", "tester", "textile", "tilt", "tim", "tips", "tmp", "today", "tok", "ton", "tonal",
    "torch", "torus", "transit", "trial", "triangle", "tribute", "trim", "tulip", "two", "util", "val", "vanilla",
    "vec", "versus", "voltage", "wang", "wedges", "whl", "wood", "yellow", "zone",
})
