"""Independent reference values: direct calls of RDKit, Biopython, selfies and chemicals, by the original's tool names.

Nothing here uses this program's tools, planner or recogniser. Where the original leaves a convention open (with
or without hydrogens, which fingerprint), every documented one is accepted. A question that this cannot decide gets no
reference, with the reason.

Values that depend on a conformer use the one stated in README and by the tools, made here anew: the canonical SMILES,
all hydrogens, ETKDGv3 with seed 42, MMFF94 with at most 2000 iterations (UFF where it has no parameters).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.running import CONFORMER_SEED
from scitoolagent.benchmarks.scitooleval import oracle_tables as tables
from scitoolagent.benchmarks.scitooleval.compare import Expected
from scitoolagent.benchmarks.scitooleval.entities import Structures, Subject, cas_of, structures_of, subjects_of
from scitoolagent.benchmarks.scitooleval.oracle_molecules import MOLECULES, either_mass

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_ITERATIONS = 2000
_MAX_ATOMS_3D = 250
_EXACT_MASS = "GetExactMolceularWeight"
_SAYS_EXACT = re.compile(r"\b(?:exact|mono-?isotopic)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReferenceAnswer:
    """The expected result of one tool of a path for one subject; at least one of `parts` must be answered.

    `source` is `oracle` or `published`; `conformer`: the values hold for the pinned conformer only.
    """

    tool: str
    subject: Subject | None
    parts: tuple[Expected, ...]
    source: str = "oracle"
    conformer: bool = False


@dataclass(frozen=True, slots=True)
class References:
    """The references of a question; `required` must be answered, `extra` only has to be right if it is given.

    `problem` says why there is no reference for a part or the whole of it.
    """

    required: tuple[ReferenceAnswer, ...] = ()
    extra: tuple[ReferenceAnswer, ...] = ()
    problem: str = ""


def references_of(question: Question, path: tuple[str, ...] = ()) -> References:
    """The reference values of a question; `path` replaces a wrong one."""
    from rdkit import rdBase

    path = path or question.path
    with rdBase.BlockLogs():
        subjects = subjects_of(question)
        goals = [name for name in path if name not in tables.CONVERTERS] or list(path[-1:])
        required: list[ReferenceAnswer] = []
        problem = ""
        for name, subject in _assigned(goals, subjects):
            found = _reference(name, subject, subjects, bool(_SAYS_EXACT.search(question.text)))
            if isinstance(found, str):
                problem = problem or f"{name}: {found}"
            else:
                required.append(found)
        if not required:
            return References(problem=problem or "no tool is named, or nothing to work on is found in the question")
        extra = [_structure(subject) for subject in subjects]
    return References(tuple(required), tuple(one for one in extra if one is not None), problem)


def _assigned(goals: list[str], subjects: tuple[Subject, ...]) -> list[tuple[str, Subject]]:
    """Assign subjects to tools: one each when the numbers match, else every subject to every tool."""
    if not subjects:
        return []
    counted = Counter(goals)
    one_each = len(subjects) > 1 and len(goals) == len(subjects) and set(counted.values()) == {1}
    if one_each and not set(goals) & set(tables.PAIRS):
        return list(zip(goals, subjects, strict=True))
    return [
        (name, subject)
        for name in counted
        for subject in (subjects[:1] if name in tables.PAIRS or name in tables.SEQUENCE_PAIRS else subjects)
    ]


def _reference(name: str, subject: Subject, subjects: tuple[Subject, ...], says_exact: bool) -> ReferenceAnswer | str:
    if name in tables.SEQUENCE_PAIRS:
        if len(subjects) != 2:
            return "needs two sequences"
        return ReferenceAnswer(name, subject, tables.SEQUENCE_PAIRS[name](subjects[0].text, subjects[1].text))
    if name in tables.SEQUENCES:
        return ReferenceAnswer(name, subject, tables.SEQUENCES[name](subject.text))
    given = structures_of(subject)
    if given.problem:
        return given.problem
    if name in tables.PAIRS:
        return _pair(name, subjects)
    if name in ("SMILESToCAS", "NameToCas"):
        numbers = tuple(dict.fromkeys(filter(None, map(cas_of, given.mols))))
        return (
            ReferenceAnswer(name, subject, (Expected("word", numbers),)) if numbers else "no CAS number in the tables"
        )
    if name in tables.CONVERTERS:
        return _structure(subject) or "no structure"
    if name in tables.SHAPES:
        return _shape(name, subject, given)
    if name not in MOLECULES:
        return "no independent route"
    compute = either_mass if name == _EXACT_MASS and not says_exact else MOLECULES[name]
    return ReferenceAnswer(name, subject, _parts([compute(mol) for mol in given.mols], given.ordered))


def _structure(subject: Subject) -> ReferenceAnswer | None:
    """The structure itself, in whatever notation."""
    from rdkit import Chem

    given = structures_of(subject)
    if given.problem:
        return None
    texts = tuple(Chem.MolToSmiles(mol) for mol in given.mols)
    part = Expected("structure", texts, tables.NOTATIONS)
    return ReferenceAnswer("structure", subject, (part,))


def _pair(name: str, subjects: tuple[Subject, ...]) -> ReferenceAnswer | str:
    given = [structures_of(subject) for subject in subjects]
    if len(given) != 2 or any(one.problem for one in given):
        return "needs two known molecules"
    values = tuple(tables.PAIRS[name](a, b) for a in given[0].mols for b in given[1].mols)
    return ReferenceAnswer(name, None, (Expected("number", values, unit="1"),))


def _shape(name: str, subject: Subject, given: Structures) -> ReferenceAnswer | str:
    row = tables.SHAPES[name]
    values = []
    for mol in given.mols:
        shaped = conformer(mol)
        if isinstance(shaped, str):
            return shaped
        values.append(row.compute(shaped))
    part = Expected(row.kind, tuple(values), row.kinds, row.unit, relative=1e-3, absolute=row.absolute)
    return ReferenceAnswer(name, subject, (part,), conformer=True)


def _parts(computed: list[tuple[Expected, ...]], ordered: bool) -> tuple[Expected, ...]:
    """The parts of a tool's result, each with the values of all structures that the subject may denote."""
    first = computed[0]
    found = []
    for index, part in enumerate(first):
        values = tuple(value for parts in computed if len(parts) == len(first) for value in parts[index].values)
        kind = {"atoms": "numbers", "names": "ordered names"}.get(part.kind, part.kind) if ordered else part.kind
        found.append(replace(part, kind=kind, values=values))
    return tuple(found)


def conformer(mol: Mol) -> Mol | str:
    """The pinned conformer of a molecule, or why there is none."""
    from rdkit import Chem

    if len(Chem.GetMolFrags(mol)) > 1:
        return "several fragments have no common conformer"
    if mol.GetNumAtoms(onlyExplicit=False) > _MAX_ATOMS_3D:
        return "too large for a conformer"
    return _embedded(Chem.MolToSmiles(mol))


@lru_cache(maxsize=256)
def _embedded(canonical: str) -> Mol | str:
    from rdkit import Chem, rdBase
    from rdkit.Chem import AllChem

    mol = Chem.AddHs(Chem.MolFromSmiles(canonical))
    settings: Any = AllChem.ETKDGv3()  # type: ignore[attr-defined]
    settings.randomSeed = CONFORMER_SEED
    with rdBase.BlockLogs():
        if AllChem.EmbedMolecule(mol, settings) != 0:  # type: ignore[attr-defined]
            settings.useRandomCoords = True
            if AllChem.EmbedMolecule(mol, settings) != 0:  # type: ignore[attr-defined]
                return "no conformer could be embedded"
        forces: Callable[..., Any] = AllChem.UFFOptimizeMolecule  # type: ignore[attr-defined]
        if AllChem.MMFFHasAllMoleculeParams(mol):  # type: ignore[attr-defined]
            forces = AllChem.MMFFOptimizeMolecule  # type: ignore[attr-defined]
        forces(mol, maxIters=_ITERATIONS)
    return mol
