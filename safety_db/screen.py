"""Screen molecules, proteins and genes against the graded hazard database.

    screening = screen_molecule("CC(C)OP(C)(=O)F")
    screening.verdict            # "block"
    screening.findings[0].reason # which rule or compound, and why

Verdicts: block, confirm, warn, note, clear, and unknown for what could not be parsed, which is never `clear`.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

from scitoolagent.records import Finding, Record
from scitoolagent.safety_db import ambiguous, store, translation
from scitoolagent.safety_db.drawings import other_drawings
from scitoolagent.safety_db.grading import ALPHA_CONOTOXIN, VERDICTS, told, worst
from scitoolagent.safety_db.molecules import (
    Forms,
    Fragment,
    UnreadableError,
    digest64,
    elements_of,
    parse_structure,
    standardise,
)
from scitoolagent.safety_db.names import MEANT, abbreviates_no_toxin, normalise_name

MOLECULE_DELTA = 0.95
MAX_RESIDUES = 200_000
MAX_NUCLEOTIDES = 300_000
MAX_NAME = 1_000
MAX_PARTS = 2_000  # of a mixture that cannot be read as a whole
MOST_VAGUE = 0.1  # share of ambiguous letters above which a sequence counts as incompletely compared
SHOWN = 5  # findings listed for one fragment; further ones are only counted
SafetyVerdict = Literal["block", "confirm", "warn", "note", "clear", "unknown"]


class HazardMatch(Finding):
    """A finding with the matched entry and the score: 1.0 for the same molecule, family or sequence."""

    matched: str = ""
    score: float = 1.0


class Screening(Record):
    """The result of screening one molecule or sequence."""

    verdict: SafetyVerdict
    subject: str
    findings: tuple[HazardMatch, ...] = ()


def screen_molecule(structure: str, notation: str = "smiles", place: Path | None = None) -> Screening:
    """Screen a molecule, salt, mixture or reaction.

    Every fragment is compared, after salts, charges, isotopes, stereo and tautomers are removed: by identity, by the
    families of `controlled.csv`, and by the published score (mean of Tanimoto, Dice and Cosine, 0.95 and above).
    Atoms in brackets without their hydrogens (SELFIES and SMARTS read as SMILES) are compared with them as well, and
    bonds that say no order with an ordinary one.

    Args:
        structure: SMILES, InChI or SELFIES; or SMARTS, drawn out with hydrogens on its open valences.
        notation: `smiles`, `inchi`, `selfies` or `smarts`.
        place: a folder with other tables.
    Returns:
        The worst verdict, and a finding for each hit.
    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    database = store.compounds(place or store.folder())
    try:
        mol = parse_structure(structure, notation)
        forms = standardise(mol)
    except UnreadableError as error:
        findings = _parts_findings(structure, notation, place)
        findings.append(_match("unknown", structure.strip(), f"the structure could not be screened: {error}", "", ""))
        return _screening(structure, findings)
    findings = _forms_findings(database, forms)
    for other in other_drawings(mol, database.folder):
        findings += [one for one in _forms_findings(database, standardise(other)) if one not in findings]
    if forms.incomplete:
        findings.append(_match("unknown", forms.smiles(), f"only partly screened: {forms.incomplete}", "", ""))
    return _screening(structure, findings)


def _forms_findings(database: store.Compounds, forms: Forms) -> list[HazardMatch]:
    findings = _mixture_findings(database, forms)
    for fragment in forms.fragments:
        findings += _fragment_findings(database, fragment, len(forms.fragments) == 1)
    return findings


def _parts_findings(structure: str, notation: str, place: Path | None) -> list[HazardMatch]:
    """Screen the parts of a mixture that cannot be parsed as a whole, so that an invalid part hides no other."""
    if notation == "selfies":
        structure = "".join(structure.split())
    parts = list(dict.fromkeys(filter(None, structure.strip().split("."))))
    if notation not in ("smiles", "selfies") or parts in ([], [structure.strip()]):
        return []
    found = [match for part in parts[:MAX_PARTS] for match in screen_molecule(part, notation, place).findings]
    return _nearest([match for match in found if match.verdict != "unknown"])


def unreadable(structure: str, reason: str) -> Screening:
    """The screening of a structure in a notation that somebody else reads and could not; it is never clear."""
    return _unknown(structure, f"the structure could not be screened: {reason}")


def screen_inchikey(key: str, place: Path | None = None) -> Screening:
    """Look an InChIKey up by its skeleton; `unknown` when it is not listed, because a key has no structure to compare.

    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    database = store.compounds(place or store.folder())
    key = key.strip().upper()
    if not re.fullmatch(r"[A-Z]{14}(-[A-Z]{10}(-[A-Z])?)?", key):
        return _unknown(key, "this is no InChIKey")
    digests = (digest64(key[:14]),)
    everyday = _everyday_kind(database, database.same("everyday", digests))
    findings = _identity_findings(database, key, digests, everyday)
    if not findings and not everyday:
        return _unknown(key, "not listed, and an InChIKey holds no structure that could be compared")
    return _screening(key, findings)


def screen_name(name: str, place: Path | None = None) -> Screening:
    """Look a name or CAS number up; `unknown` when it is not listed, because a name holds no structure to compare.

    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    place = place or store.folder()
    database = store.compounds(place)
    wanted = normalise_name(name) if len(name) <= MAX_NAME else ""
    wanted = MEANT.get(wanted, wanted)
    structures = database.structures_named(wanted) or database.everyday_names.get(wanted, [])
    found = [match for smiles in structures for match in screen_molecule(smiles, place=place).findings]
    toxins = (
        []
        if structures or not wanted or abbreviates_no_toxin(name)
        else store.proteins(place).named(digest64("name " + wanted))
    )
    found += _nearest([_toxin_match(store.proteins(place), row, wanted, wanted, 1.0) for row in toxins])
    if not (structures or toxins):
        return _unknown(name, "not listed by this name; screen its structure")
    return _screening(name, found)


def screen_protein(sequence: str, place: Path | None = None) -> Screening:
    """Screen a protein against all toxins; `safety_db/alignment.py` defines the similarity.

    Args:
        sequence: one-letter residues; white space, gaps (`-`, `.`) and a final `*` are ignored; `*` elsewhere is read
            both as a stop and as nothing; B, Z, J, U and O both as they stand and as the residues they may be.
        place: a folder with other tables.
    Returns:
        The worst verdict, and a finding for each of the nearest toxins.
    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    database = store.proteins(place or store.folder())
    text = letters_of(sequence).removesuffix("*")
    if not re.fullmatch(r"[A-Z*]+", text):
        return _unknown(sequence, "this is no protein sequence: it is empty or has characters that are no residues")
    if len(text) > MAX_RESIDUES:
        return _unknown(sequence, f"it has {len(text):,} residues, at most {MAX_RESIDUES:,} are screened; split it")
    subject = f"protein of {len(text)} residues"
    found = _protein_findings(database, translation.readings(text, through_stops=True), subject, text)
    return _screening(sequence, found + _vague(subject, text, translation.VAGUE_RESIDUES))


def screen_nucleotide(sequence: str, place: Path | None = None) -> Screening:
    """Translate DNA or RNA in all six frames (standard code) and screen every frame, also of a strand written
    backwards.

    Args:
        sequence: A, C, G, T, U and the ambiguity letters; white space and gaps (`-`, `.`) are ignored.
        place: a folder with other tables.
    Returns:
        The worst verdict of the frames.
    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    database = store.proteins(place or store.folder())
    text = letters_of(sequence).replace("U", "T")
    if not re.fullmatch(r"[ACGTRYSWKMBDHVN]+", text):
        return _unknown(sequence, "this is no DNA or RNA: it is empty or has other letters than the nucleotides'")
    if len(text) > MAX_NUCLEOTIDES:
        reason = f"it has {len(text):,} nucleotides, at most {MAX_NUCLEOTIDES:,} are screened; split it"
        return _unknown(sequence, reason)
    subject = f"gene of {len(text)} nucleotides"
    proteins = [reading for frame in translation.frames(text) for reading in translation.readings(frame)]
    found = _protein_findings(database, proteins, subject, text)
    hidden = translation.hidden_share(text)
    return _screening(sequence, found + _vague(subject, text, translation.VAGUE_NUCLEOTIDES, hidden))


def screen_sequence(sequence: str, place: Path | None = None) -> Screening:
    """Screen a sequence of unknown kind: as a protein, and as a gene too where its letters allow that.

    Raises:
        SafetyDatabaseError: the database is missing, cut or altered.
    """
    protein = screen_protein(sequence, place)
    if not re.fullmatch(r"[ACGTUNRYSWKMBDHV]+", letters_of(sequence)):
        return protein
    gene = screen_nucleotide(sequence, place)
    return max((protein, gene), key=lambda screening: VERDICTS.index(screening.verdict))


def letters_of(sequence: str) -> str:
    """The letters of a sequence in upper case.

    Gaps, separators, and the numbers that stand beside the lines of a database's file are removed, because they are no
    residues and would split a match.
    """
    return re.sub(r"(?<!\S)\d+(?!\S)|[\s.\-,;:/|_]+", "", sequence).upper()


def _vague(subject: str, text: str, letters: str, hidden: float = 0) -> list[HazardMatch]:
    """A finding for a mostly ambiguous sequence, which cannot be compared and must not be called clear."""
    share = max(hidden, sum(text.count(letter) for letter in letters) / max(len(text), 1))
    short = share > 0 and len(text) < ambiguous.SHORTEST_FILLED * (1 if "X" in letters else 3)
    if share <= MOST_VAGUE and not short:
        return []
    reason = f"only partly screened: {share:.0%} of it are ambiguous letters, too many to tell what it is"
    return [_match("unknown", subject, reason, "", hashlib.sha256(text.encode()).hexdigest()[:16])]


def _mixture_findings(database: store.Compounds, forms: Forms) -> list[HazardMatch]:
    elements = elements_of(forms.whole)
    rules = (rule for rule in database.rules_for(elements) if rule.kind == "mixture")
    hits = [rule for rule in rules if rule.matches(forms.whole, elements)]
    subject = forms.smiles() if hits else ""
    return [_rule_match(rule.verdict, subject, subject, rule.name, rule.listing, rule.reason) for rule in hits]


def _fragment_findings(database: store.Compounds, fragment: Fragment, alone: bool) -> list[HazardMatch]:
    rows_of_everyday, digests = _known(database, fragment)
    everyday = _everyday_kind(database, rows_of_everyday)
    if everyday == "ion" and not alone:
        return []
    found = _identity_findings(database, fragment.smiles, digests, everyday)
    for rule in database.rules_for(fragment.elements):
        if (
            rule.kind == "family"
            and rule.matches(fragment.mol, fragment.elements)
            and not _exempt(rule.exempt, fragment)
        ):
            verdict = _capped(rule.verdict, everyday)
            found.append(_rule_match(verdict, fragment.smiles, fragment.smiles, rule.name, rule.listing, rule.reason))
    if not everyday:  # everyday chemicals are exempt from findings by similarity
        known = {match.matched for match in found}
        rows, scores = database.index.search(fragment.fingerprint(), MOLECULE_DELTA)
        for row, score in zip(database.row_of[rows].tolist(), scores.tolist(), strict=True):
            match = _compound_match(database, row, fragment.smiles, score, f"is {score:.3f} like", everyday="")
            if match.matched not in known:
                found.append(match)
    if everyday and found:
        entry = database.everyday[rows_of_everyday[0]]
        found = [match.model_copy(update={"reason": f"{match.reason} (everyday: {entry.reason})"}) for match in found]
    return _nearest(found)


def _known(database: store.Compounds, fragment: Fragment) -> tuple[list[int], tuple[int, ...]]:
    """The rows of everyday chemicals that a fragment is, and what it is looked up by; none where its shape is new."""
    if database.is_new(fragment.mol, fragment.elements):
        return [], ()
    skeleton = fragment.skeleton()
    ion = database.same("everyday", (digest64("ion " + fragment.written), digest64("ion " + skeleton)))
    everyday = ion or database.same("everyday", (digest64(skeleton),))
    return everyday, (digest64(skeleton), digest64(fragment.tautomer()))


def _identity_findings(
    database: store.Compounds, subject: str, digests: tuple[int, ...], everyday: str
) -> list[HazardMatch]:
    found = [_compound_match(database, row, subject, 1.0, "is", everyday) for row in database.same("compound", digests)]
    for rule in (database.rules[number] for number in database.same("rule", digests)):
        verdict = _capped(rule.verdict, everyday)
        # The row of the compound has the class of its rule, too.
        if not any(one.verdict == verdict and f"{rule.listing}: {rule.reason}" in one.reason for one in found):
            found.append(_rule_match(verdict, subject, subject, rule.name, rule.listing, rule.reason))
    return found


def _exempt(exceptions: tuple[str, ...], fragment: Fragment) -> bool:
    return any(_skeleton(smiles) == fragment.skeleton() for smiles in exceptions)


@lru_cache(maxsize=64)
def _skeleton(smiles: str) -> str:
    return standardise(parse_structure(smiles)).fragments[0].skeleton()


def _everyday_kind(database: store.Compounds, rows: list[int]) -> str:
    """The kind of an everyday chemical, as its table has it; empty for what is none."""
    return database.everyday[rows[0]].kind if rows else ""


def _capped(verdict: str, everyday: str) -> str:
    # everyday use never lowers a block
    return "warn" if everyday and verdict == "confirm" else verdict


def _compound_match(
    database: store.Compounds, number: int, subject: str, score: float, how: str, everyday: str
) -> HazardMatch:
    row = database.row(number)
    name = row["names"].split("|")[0] or row["smiles"]
    cas = f" ({row['cas'].split('|')[0]})" if row["cas"] else ""
    classes = "; ".join(dict.fromkeys(row["classes"].split("|")))
    reason = f"{how} {name}{cas}: {classes}"
    sources = "; ".join(dict.fromkeys(row["sources"].split("|")))
    verdict = told(row["verdict"], row["classes"], everyday)
    return _match(verdict, subject, reason, sources, row["inchikey"] or row["smiles"], score)


def _rule_match(verdict: str, subject: str, key: str, name: str, listing: str, reason: str) -> HazardMatch:
    return _match(verdict, subject, f"{name} ({listing}): {reason}", listing, name)


def _protein_findings(database: store.Proteins, sequences: list[str], subject: str, text: str) -> list[HazardMatch]:
    best: dict[int, float] = {}
    complete = True
    filled = [other for sequence in sequences for other in ambiguous.fillings(database.index, sequence)]
    sequences = list(dict.fromkeys((*sequences, *filled)))
    for sequence in sequences:
        pieces = {sequence, sequence.strip("*X").removeprefix("M")} if len(sequence) < 12 else {sequence}
        for piece in pieces:
            hits = database.index.search(piece)
            complete &= hits.complete
            for row, similarity in zip(hits.rows.tolist(), hits.similarities.tolist(), strict=True):
                best[row] = max(best.get(row, 0.0), similarity)
    whole = hashlib.sha256(text.encode()).hexdigest()[:16]
    found = [_toxin_match(database, row, subject, whole, similarity) for row, similarity in best.items()]
    if any(ALPHA_CONOTOXIN.search(sequence) for sequence in sequences):
        reason = "short paralytic alpha-conotoxin (CC·PACG····C): select agent toxin"
        found.append(_match("block", subject, reason, "42 CFR 73.3", whole))
    if not complete:
        found.append(
            _match("unknown", subject, "too many near matches to align them all; screen it in pieces", "", whole)
        )
    return _nearest(found)


def _toxin_match(database: store.Proteins, number: int, subject: str, whole: str, similarity: float) -> HazardMatch:
    row = database.row(number)
    how = "is" if subject == whole else "holds" if similarity >= 1.0 else f"has a similarity of {similarity:.3f} to"
    reason = f"{how} {row['name'] or row['accession']} ({row['organism']}): {row['class']}"
    match = _match(row["verdict"], subject, reason, f"{row['source']} {row['accession']}", row["accession"], similarity)
    return match.model_copy(update={"digest": _digest(match.verdict, whole, row["accession"])})


def _nearest(found: list[HazardMatch]) -> list[HazardMatch]:
    found.sort(key=lambda m: (-VERDICTS.index(m.verdict), -m.score, m.matched))
    if len(found) > SHOWN:
        more = f"; and {len(found) - SHOWN} more"
        last = found[SHOWN - 1]
        found = [*found[: SHOWN - 1], last.model_copy(update={"reason": last.reason + more})]
    return found


def _match(verdict: str, subject: str, reason: str, source: str, matched: str, score: float = 1.0) -> HazardMatch:
    return HazardMatch.model_validate(
        {
            "verdict": verdict,
            "subject": _shown(subject),
            "reason": reason,
            "source": source,
            "digest": _digest(verdict, subject, matched),
            "matched": matched,
            "score": round(score, 6),
        }
    )


def _digest(verdict: str, subject: str, matched: str) -> str:
    """The identifier of a finding: the same for every notation of a molecule, different for any other finding."""
    return hashlib.sha256("\n".join((verdict, subject, matched)).encode()).hexdigest()[:16]


def _screening(subject: str, findings: list[HazardMatch]) -> Screening:
    findings = sorted(findings, key=lambda m: -VERDICTS.index(m.verdict))
    verdict = worst([match.verdict for match in findings])
    return Screening.model_validate({"verdict": verdict, "subject": _shown(subject), "findings": tuple(findings)})


def _unknown(subject: str, reason: str) -> Screening:
    return _screening(subject, [_match("unknown", subject.strip(), reason, "", "")])


def _shown(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "…"
