"""Find the parts of a structure that a question names: models, chains, residues, atoms, ligands, and pairs of them.

A part is looked for only where the question names a file that may hold a structure, so that "residue 10" of a sequence
stays a place in that. Each word of a phrase becomes a piece of the part; what has no piece is left to be read by
others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of, word_list

Found = tuple[int, int, object]

_FILE = re.compile(r"[^\s\"'<>|]+\.(?:pdb|ent|cif|mmcif|pdb\.gz|ent\.gz|cif\.gz|mmcif\.gz)(?![\w/])", re.IGNORECASE)
_MOST_CHARACTERS = 20_000
_KINDS = ("protein", "nucleic acid", "ligand", "water", "backbone", "metal")
_ORDER = ("model", "chain", "residue", "name", "atom", "kind")
_NUMBER = r"-?\d{1,5}(?-i:[A-Z])?"
_LABEL = r"(?-i:[A-Za-z0-9]{1,2})"
# Names of atoms as the format has them; a word in capitals is one only beside a residue.
_ATOM = r"(?-i:[CNOSPH](?:[ABGDEZH]\d?|XT)?|OG1|SG|SE|ZN|FE|MG|[CNOP]\d'?|O[PXT]\d?)"
_THREE = "ala arg asn asp cys gln glu gly his ile leu lys met phe pro ser thr trp tyr val mse sec"


@dataclass(frozen=True)
class _Piece:
    """One piece of a part at its place of the text; several values where it is a list: "residues 10 and 45"."""

    start: int
    end: int
    values: tuple[dict[str, str], ...]


@dataclass(frozen=True)
class _Phrase:
    start: int
    end: int
    values: tuple[dict[str, str], ...] = field(default=({},))


def find_chains(text: str) -> Iterator[Found]:
    """Chains that stand alone: `chain A`."""
    for start, end, value in _alone(text):
        if set(value) == {"chain"}:
            yield start, end, value["chain"]


def find_parts(text: str) -> Iterator[Found]:
    """Other parts: `residue 10, chain A`."""
    for start, end, value in _alone(text):
        # "How many waters" counts them, and chooses nothing.
        if set(value) != {"chain"} and not (set(value) == {"kind"} and _is_counted(text[:start])):
            yield start, end, _written(value)


def find_pairs(text: str) -> Iterator[Found]:
    """Two parts that something is between: `atom CA, residue 10, chain A | atom CA, residue 45, chain A`."""
    for start, end, values in _read(text):
        if len(values) == 2:
            yield start, end, " | ".join(map(_written, values))


def find_near(text: str) -> Iterator[Found]:
    """Residues near a part, with the distance that is said: `4 Å of ligand`."""
    for start, end, values in _read(text):
        match = _near().search(text[:start]) if len(values) == 1 else None
        if match is not None:
            distance = f"{_in_angstrom(match):g} Å of " if match["number"] else ""
            yield match.start("residues"), end, f"{distance}{_written(values[0])}"


def find_sequences(text: str) -> Iterator[Found]:
    """The chain whose sequence is asked for: "the amino acid sequence of chain B"."""
    for start, end, values in _read(text):
        match = _sequence().search(text[:start]) if len(values) == 1 and set(values[0]) == {"chain"} else None
        if match is not None:
            yield match.start(1), end, values[0]["chain"]


@cache
def _sequence() -> re.Pattern[str]:
    said = any_of(phrase_list("structure_parts", "sequence"))
    return re.compile(rf"\b((?:{said})\s+(?:of|in|for|from)\s+(?:the\s+)?)$", re.IGNORECASE)


def _in_angstrom(match: re.Match[str]) -> float:
    return float(match["number"].replace(",", ".")) * (10 if match["unit"] == "nm" else 1)


@cache
def _near() -> re.Pattern[str]:
    said = {name: any_of(phrases) for name, phrases in phrases_of("structure_parts").items()}
    distance = r"(?P<number>\d{1,3}(?:[.,]\d{1,3})?)\s*(?P<unit>(?-i:nm|Å|Å|A|Ang|ang)|angstroms?|ångströms?)"
    reach = rf"(?:{said['reach']})\s+{distance}\s+(?:{said['reach_of']})"
    return re.compile(
        rf"(?P<residues>\b(?:{said['residue']})(?:\s+(?:{said['near_said']}))*\s+(?:{reach}|{said['near']}))\s+(?:the\s+|a\s+)?$",
        re.IGNORECASE,
    )


def _alone(text: str) -> Iterator[tuple[int, int, dict[str, str]]]:
    for start, end, values in _read(text):
        if len(values) == 1:
            yield start, end, values[0]


@cache
def _read(text: str) -> tuple[tuple[int, int, tuple[dict[str, str], ...]], ...]:
    if len(text) > _MOST_CHARACTERS:
        return ()
    files = [match.span() for match in _FILE.finditer(text)]
    if not files:
        return ()
    masked = "".join(
        "\x00" if any(start <= place < end for start, end in files) else sign for place, sign in enumerate(text)
    )
    phrases = _joined(masked, _pieces(masked))
    paired = _paired(masked)
    return tuple((one.start, one.end, one.values) for one in (_in_pairs(masked, phrases) if paired else phrases))


def _paired(text: str) -> bool:
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    return bool(words & {one.replace(",", "") for one in word_list("structure_parts", "paired")})


def _pieces(text: str) -> list[_Piece]:
    found: list[_Piece] = []
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            if not any(match.start() < other.end and other.start < match.end() for other in found):
                found += _piece(kind, match)
    found.sort(key=lambda one: one.start)
    # A bare name of an atom counts only beside a residue.
    return [one for number, one in enumerate(found) if not _is_bare(text, found, number)]


def _piece(kind: str, match: re.Match[str]) -> list[_Piece]:
    given = {key: value for key, value in match.groupdict().items() if value}
    start, end = match.span()
    several = given.pop("several", "")
    name = given.pop("three", "")
    values: tuple[dict[str, str], ...]
    if kind in _KINDS:
        values = ({"kind": kind} | ({"name": given["ligand"]} if "ligand" in given else {}),)
        if "ligand" in given:
            values = ({"name": given["ligand"]},)
    elif kind in ("alpha", "beta"):
        values = ({"atom": "CA" if kind == "alpha" else "CB"},)
    elif several:
        key = "chain" if kind == "chain" else "model" if kind == "model" else "residue"
        values = tuple({key: one} for one in re.findall(r"-?\w+", re.sub(r"(?i)\b(?:and|or)\b|&", " ", several)))
    else:
        if "last" in given:
            given["residue"] = f"{given.pop('residue')}-{given.pop('last')}"
        values = (given | ({"name": name.upper()} if name else {}),)
    if kind == "bare":
        values = ({"atom": given["atom"], "bare": "yes"},)
    return [_Piece(start, end, values)]


def _is_bare(text: str, pieces: list[_Piece], number: int) -> bool:
    one = pieces[number]
    if "bare" not in one.values[0]:
        return False
    del one.values[0]["bare"]
    sides = (pieces[number - 1 : number] if number else []) + pieces[number + 1 : number + 2]
    for other in sides:
        between = text[min(one.end, other.end) : max(one.start, other.start)]
        if any("residue" in value for value in other.values) and re.fullmatch(_between(), between, re.IGNORECASE):
            return False
    return True


@cache
def _between() -> str:
    inside = any_of(phrase_list("structure_parts", "inside"))
    return rf"[\s,(]*(?:(?:{inside})\s+)?(?:the\s+)?[(]?\s*"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    said = {name: any_of(phrases) for name, phrases in phrases_of("structure_parts").items()}
    pair = r"\s*(?:,\s*(?:and\s+)?|and|&|to|vs\.?)\s*"
    number = rf"(?P<residue>{_NUMBER})(?:\s*(?:-|–|\.\.|to|through)\s*(?P<last>{_NUMBER}))?(?![\w.]|-\d)"
    names = "|".join(_THREE.split())
    place = rf"(?P<chain>{_LABEL})\s*[:/]\s*(?P<three>{names})?"
    listed = pair.replace("|to", "")
    patterns = [
        ("place", rf"{place}\s*(?P<residue>{_NUMBER})\s*[:/@]\s*(?P<atom>{_ATOM})\b"),
        ("place", rf"(?P<chain>{_LABEL})\s*[:/]\s*(?P<three>{names})?(?P<residue>{_NUMBER})\b"),
        ("residue", rf"(?:{said['residue']})\s+(?P<several>{_NUMBER}{listed}{_NUMBER})(?![\w.:/]|-\d)"),
        ("residue", rf"(?:{said['residue']})\s+(?P<chain>(?-i:[A-Z]))[\s:/]?{number}"),
        ("residue", rf"(?:(?:{said['residue']})\s+)?(?P<three>{names})[\s-]?(?P<chain>(?-i:[A-Z]))?[:]?{number}"),
        ("residue", rf"(?:{said['residue']})\s+{number}"),
        ("chain", rf"(?:{said['chain']})\s+(?P<several>(?-i:[A-Za-z0-9]){pair}(?-i:[A-Z0-9]))(?![\w'-])"),
        ("chain", rf"(?:{said['chain']})\s+[\"'“]?(?P<chain>(?-i:[A-Z0-9][A-Za-z0-9]?))[\"'”]?(?![\w'-])"),
        ("model", rf"(?:{said['model']})\s+(?P<several>\d+{pair}\d+)(?![\w.])"),
        ("model", rf"(?:{said['model']})\s+(?P<model>\d+)(?![\w.])"),
        ("alpha", rf"(?:{said['alpha']})(?!\w)"),
        ("beta", rf"(?:{said['beta']})(?!\w)"),
        ("atom", rf"(?:{said['atom']})\s+(?P<atom>{_ATOM})\b(?:\s+(?:{said['atom']})\b)?"),
        ("bare", rf"(?P<atom>{_ATOM})(?:\s+(?:{said['atom']})\b)?(?![\w'-])"),
        *((kind, rf"(?:{said[kind]})(?:\s+(?P<ligand>(?-i:[A-Z][A-Z0-9]{{1,2}}))\b)?(?![\w-])") for kind in _KINDS),
    ]  # fmt: skip
    return tuple((kind, re.compile(rf"(?<![\w.-]){pattern}", re.IGNORECASE)) for kind, pattern in patterns)


def _joined(text: str, pieces: list[_Piece]) -> list[_Phrase]:
    """Pieces that only small words part become one phrase: "the CA atoms of residues 10 and 45 in chain A"."""
    found: list[_Phrase] = []
    for piece in pieces:
        last = found[-1] if found else None
        keys = {key for value in piece.values for key in value}
        fits = (
            last is not None
            and re.fullmatch(_between(), text[last.end : piece.start], re.IGNORECASE)
            and not keys & {key for value in last.values for key in value}
            and (len(piece.values) == 1 or len(last.values) == 1)
        )
        if fits and last is not None:
            values = tuple(left | right for left in last.values for right in piece.values)
            found[-1] = _Phrase(last.start, piece.end, values)
        else:
            found.append(_Phrase(piece.start, piece.end, piece.values))
    return found


def _in_pairs(text: str, phrases: list[_Phrase]) -> list[_Phrase]:
    """Two phrases with a joint become one of two parts; what only one of them says of chain or model is of both."""
    joint = rf"\s*,?\s*(?:{any_of(phrase_list('structure_parts', 'between'))}|[-–—|])\s*(?:the\s+|that\s+of\s+)*"
    found: list[_Phrase] = []
    for one in phrases:
        last = found[-1] if found else None
        if (
            last is not None
            and len(last.values) == len(one.values) == 1
            and re.fullmatch(joint, text[last.end : one.start], re.IGNORECASE)
        ):
            found[-1] = _Phrase(last.start, one.end, _shared(last.values[0], one.values[0]))
        else:
            found.append(one)
    if len(found) == 2 and len(found[0].values) == 2 and len(found[1].values) == 1:
        # "… of chains A and B in model 2"
        return [found[0], replace(found[1])]
    return found


def _shared(left: dict[str, str], right: dict[str, str]) -> tuple[dict[str, str], ...]:
    lent = ("model", "chain") if "chain" in left or "residue" in left else ("model",)
    lent = (*lent, "atom") if "residue" in left and "residue" in right else lent
    return (
        {key: right[key] for key in lent if key in right} | left,
        {key: left[key] for key in lent if key in left} | right,
    )


def _written(value: dict[str, str]) -> str:
    said = {"kind": "", "name": "named "}
    # A number tells the residue, and its name is held against the file by the tool.
    return ", ".join(f"{said.get(key, f'{key} ')}{value[key]}" for key in reversed(_ORDER) if value.get(key))


def find_colours(text: str) -> Iterator[Found]:
    """What a drawn chain is to be coloured by: `chain` of "coloured by chain"."""
    if not _FILE.search(text):
        return
    for value, phrases in phrases_of("chain_colours").items():
        said = any_of(phrase_list("structure_parts", "coloured"))
        pattern = rf"\b(?:{said})\s+(?:the\s+|its\s+)?(?:{any_of(phrases)})(?![\w-])"
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield match.start(), match.end(), value


def find_ions(text: str) -> Iterator[Found]:
    """The lone ions that are asked for beside a structure: `metals` of "which metals are in x.pdb"."""
    yield from _bodies(text, ("ions", "metals"))


def find_waters(text: str) -> Iterator[Found]:
    """The waters that are asked for beside a structure: "how many waters are in x.pdb"."""
    yield from _bodies(text, ("waters",))


def _bodies(text: str, kinds: tuple[str, ...]) -> Iterator[Found]:
    if not _FILE.search(text):
        return
    parts = [(start, end) for start, end, values in _read(text) if "kind" not in values[0]]
    for value in kinds:
        said = any_of(phrases_of("lone_bodies")[value])
        for match in re.finditer(rf"(?<![\w-])(?:{said})(?![\w-])", text, re.IGNORECASE):
            if not any(start < match.end() and match.start() < end for start, end in parts) and _is_asked(text, match):
                yield match.start(), match.end(), value


def _is_counted(before: str) -> bool:
    counted = any_of(phrase_list("structure_parts", "counted"))
    return re.search(rf"\b(?:{counted})\s+(?:different\s+|bound\s+)?$", before, re.IGNORECASE) is not None


def _is_asked(text: str, match: re.Match[str]) -> bool:
    """Whether bodies are asked for: "the B factor of the waters" chooses among the atoms."""
    before = text[: match.start()].lower()
    if _is_counted(before):
        return True
    return not re.search(r"\b(?:of|to|from|for|near|around)\s+(?:the\s+)?$", before)
