"""Look-ups of names that no table has: OPSIN reads systematic ones, PubChem is asked where a setting names it.

OPSIN (MIT) is a Java program that the package py2opsin brings; it counts where both are there. PubChem is asked over
its PUG REST interface (https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest) and only where the setting `name_service` holds
its address. A name is read whole or not at all: what OPSIN had to guess or to leave out is no answer, and what PubChem
sends counts only where structure and InChIKey agree.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from scitoolagent.config import load_config
from scitoolagent.errors import NetworkError, ToolInputError, ToolUnavailableError
from scitoolagent.http import HttpClient
from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of
from scitoolagent.tools.chemistry._molecule import parse_smiles

LONGEST = 300
_SECONDS = 20.0
_JAVA = (
    "-Xmx256m", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=64m",
    "-XX:CompressedClassSpaceSize=64m",
)  # fmt: skip
# A name that no table has is tried while a question is read only where it has the form of a systematic one.
_LOCANT = re.compile(r"(?:^|[\s(\[{-])\d+[a-z]?(?:,\d+[a-z]?)*'*-[(\[{]*[A-Za-z]")
_ENDING = re.compile(r"(?:e|ol|al|yl|ate|ite|acid|ium|thiol)[)\]}]*", re.IGNORECASE)
_CHARGED = re.compile(r"[+-]\d*]")
_LETTERS = re.compile(r"[A-Za-z]{5}")
_MOST_WORDS = 4
# PubChem asks for at most five requests a second.
_INTERVAL = 0.25
_KEPT_DAYS = 90
_MOST_BYTES = 1_000_000
_NOT_FOUND = 404
# Which texts were given to OPSIN while a question was read, and when one was in vain.
_tried: dict[str, bool] = {}
_MOST_TRIED = 1024
_in_vain: deque[float] = deque(maxlen=4)
_PAUSE = 60.0
_WANTED = "Title,MolecularFormula,IsomericSMILES,InChIKey"


def may_be_systematic(text: str) -> bool:
    """Whether a text has the form of a systematic name: places as numbers, and an ending of one in each word."""
    words = text.split()
    return (
        len(text) <= LONGEST
        and 0 < len(words) <= _MOST_WORDS
        and text.isascii()
        and bool(_LOCANT.search(text) and _LETTERS.search(text))
        and all(_ENDING.search(word[-6:]) for word in words)
    )


def is_systematic(text: str) -> bool:
    """Whether OPSIN reads a text as a name; false where it is not installed.

    Each new text starts a Java program, and a hostile question holds thousands that are no names: after some of them
    in vain no more are tried for a while, and what was not tried stays unread.
    """
    if not may_be_systematic(text) or not opsin_is_there():
        return False
    now, written = time.monotonic(), " ".join(text.split())
    if written not in _tried:
        if len(_in_vain) == _in_vain.maxlen and now - _in_vain[0] < _PAUSE:
            return False
        if len(_tried) == _MOST_TRIED:
            _tried.clear()
        _tried[written] = bool(_read(written)[0])
        if not _tried[written]:
            _in_vain.append(now)
    return _tried[written]


def opsin_is_there() -> bool:
    """Whether names can be given to OPSIN: its package and Java."""
    return _jar() is not None and shutil.which("java") is not None


def looked_up(name: str) -> Compound | None:
    """The compound of a name that no table has; None where no look-up has it or is set up.

    Raises:
        ToolInputError: OPSIN reads a part of the name or several structures, or PubChem has several compounds.
        ToolUnavailableError: PubChem is to be asked and cannot be.
    """
    written = " ".join(name.split())
    if not written.isprintable() or len(written) > LONGEST:
        return None
    if opsin_is_there():
        smiles, why = _read(written)
        parts = smiles.split(".")
        if len(parts) > 1 and not all(_CHARGED.search(part) for part in parts):
            # "morphine citrate" says no ratio; that of ions follows from their charges.
            return None
        if smiles:
            return _made(written, smiles, "no table has the name: the structure is what OPSIN reads in it")
        if why:
            raise ToolInputError(f"{written[:60]!r} is no full name: {why}; give the full name, or a SMILES")
    service = load_config().name_service
    return _from_pubchem(written, service) if service else None


@lru_cache(maxsize=1)
def _jar() -> Path | None:
    found = importlib.util.find_spec("py2opsin")
    if found is None or found.origin is None:
        return None
    return next(iter(sorted(Path(found.origin).parent.glob("opsin-cli-*.jar"))), None)


@lru_cache(maxsize=1024)
def _read(name: str) -> tuple[str, str]:
    """The SMILES that OPSIN reads in a name, or why it is none where it was read in part."""
    java = shutil.which("java")
    try:
        done = subprocess.run(
            [str(java), *_JAVA, "-jar", str(_jar()), "-osmi"],
            input=name + "\n", capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=_SECONDS,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolUnavailableError(f"OPSIN did not answer: {type(error).__name__}; give a SMILES") from error
    if done.returncode:
        raise ToolUnavailableError(f"OPSIN ended with {done.returncode}: {done.stderr.strip()[-200:]}; give a SMILES")
    smiles = done.stdout.strip()
    if not smiles or "*" in smiles:
        return "", ""
    if "APPEARS_AMBIGUOUS" in done.stderr:
        return "", "it fits several structures"
    if "STEREOCHEMISTRY_IGNORED" in done.stderr:
        return "", "a sign in it, such as (+), says no configuration"
    return smiles, ""


def _made(name: str, smiles: str, note: str) -> Compound:
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    inchi = inchi_of(mol)
    formula = str(rdMolDescriptors.CalcMolFormula(mol))
    return Compound(0, "", formula, smiles, inchi, hash_of(inchi), "", name, ("", name.lower()), note)


def _from_pubchem(name: str, service: str) -> Compound | None:
    asked, rows = _answer(name, service)
    shown = [row for row in rows if isinstance(row, dict)]
    if not shown:
        return None
    if len({str(row.get("InChIKey"))[:14] for row in shown}) > 1:
        titles = dict.fromkeys(str(row.get("Title") or f"CID {row.get('CID')}")[:60] for row in shown[:4])
        raise ToolInputError(f"PubChem has {len(shown)} compounds {name[:60]!r}: {', '.join(titles)}; name one")
    # Of records of one skeleton the first is the one that PubChem shows for the name.
    smiles, key = (str(shown[0].get(field) or "") for field in (_smiles_field(shown[0]), "InChIKey"))
    try:
        made = _made(name, smiles, f"no table has the name: the structure is PubChem's, asked on {asked:%Y-%m-%d}")
    except ToolInputError as error:
        raise ToolUnavailableError(f"PubChem's structure of {name[:60]!r} cannot be read; give a SMILES") from error
    if made.inchikey != key:
        raise ToolUnavailableError(f"PubChem's structure of {name[:60]!r} contradicts its InChIKey; give a SMILES")
    return made


def _smiles_field(row: Mapping[str, Any]) -> str:
    """PubChem calls the structure with stereochemistry `SMILES` since 2025, whatever name it was asked by."""
    return "SMILES" if "SMILES" in row else "IsomericSMILES"


def _answer(name: str, service: str) -> tuple[datetime, list[Any]]:
    """When PubChem was asked for a name, and the compounds that it sent; an answer is kept for some months."""
    folder = load_config().cache_dir / "names"
    place = folder / f"{hashlib.sha256(f'{service} {name.lower()}'.encode()).hexdigest()}.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        kept = json.loads(place.read_text("utf-8"))
        asked = datetime.fromisoformat(kept["asked"])
        if 0 <= (datetime.now(UTC) - asked).days < _KEPT_DAYS and isinstance(kept["rows"], list):
            return asked, kept["rows"]
    rows = _ask(name, service, folder)
    asked = datetime.now(UTC)
    if rows:
        with contextlib.suppress(OSError):  # a full disk keeps nothing and spoils nothing
            partial = place.with_suffix(".part")
            partial.write_text(json.dumps({"asked": asked.isoformat(), "rows": rows}), "utf-8")
            partial.replace(place)
    return asked, rows


def _ask(name: str, service: str, folder: Path) -> list[Any]:
    client = HttpClient(seconds=_SECONDS, attempts=3, pause=1.0, most=_MOST_BYTES, answers=(200, _NOT_FOUND))
    url = f"{service.rstrip('/')}/compound/name/property/{_WANTED}/JSON"
    with _in_turn(folder):
        try:
            answer = client.fetch(url, form={"name": name}, headers={"Accept": "application/json"})
        except NetworkError as error:
            raise ToolUnavailableError(f"no table has {name[:60]!r}, and PubChem cannot be asked: {error}") from error
    try:
        found = json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise ToolUnavailableError(
            f"no table has {name[:60]!r}, and the name service sent {answer.kind} that is no JSON; see `name_service`"
        ) from error
    table = found.get("PropertyTable") if isinstance(found, dict) else None
    if answer.status == _NOT_FOUND and isinstance(found, dict) and "Fault" in found:
        return []
    if not isinstance(table, dict) or not isinstance(table.get("Properties"), list):
        raise ToolUnavailableError(
            f"no table has {name[:60]!r}, and the name service sent something else than PubChem's answers (HTTP "
            f"{answer.status}); see the setting `name_service`"
        )
    return list(table["Properties"])


@contextlib.contextmanager
def _in_turn(folder: Path) -> Iterator[None]:
    """One request after another, with a pause, for all processes that share the folder."""
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "turn").open("a")
    except (OSError, ImportError):  # where nothing can be written, each process keeps its own pace
        time.sleep(_INTERVAL)
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            time.sleep(_INTERVAL)
