"""Faults of programs are refused before or at the call, each with its line and what to do; none gives a result."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.solver.program import ProgramError

# By kind: programs of one faulty line, each with a part of what has to be said. `#` marks the line that is at fault.
FAULTS: dict[str, list[tuple[str, str]]] = {
    "wrong type": [
        ("molecular_weight(protein1)", "Expected `Smiles"),
        ("molecular_weight(dna1)", "found `DnaSequence`"),
        ("molecular_weight(plate)", "found `Table`"),
        ("molecular_weight(csvfile1)", "found `CsvFile`"),
        ("molecular_weight(quantity1)", "found `Computed`"),
        ("molecular_weight(numbers1)", "found `list[float]`"),
        ("molecular_weight(molecules1)", "found `list[Smiles]`"),
        ("molecular_weight(crippen_descriptors(smiles1))", "_crippen_descriptors_result"),
        ("molecular_weight(molecular_weight(smiles1))", "AverageMolecularMass"),
        ("protein_molecular_weight(smiles1)", "Expected `ProteinSequence"),
        ("protein_molecular_weight(dna1)", "found `DnaSequence`"),
        ("gc_content(protein1)", "found `ProteinSequence`"),
        ("molecular_weight.map([smiles1, protein1])", "ProteinSequence"),
        ("molecular_weight.map(smiles1, smiles1)", "Too many"),
        ("qed(None)", "found `None`"),
        ("any_row_meets('plate', {})", "Expected `Table`"),
        ("any_row_meets(csvfile1, {})", "Expected `Table`"),
        ("sql('select 1', t=[{'a': 1}])", "Expected `Table`"),
        ("column(csvfile1, 'height')", "Expected `Table`"),
        ("smiles1 + 5", "Operator `+`"),
        ("Q('5', 'g')", "Q"),
        ("[x for x in [smiles1, protein1] if molecular_weight(x)]", "ProteinSequence"),
        ("[protein1][0] and [molecular_weight(s) for s in [t for t in [protein1]]]", "ProteinSequence"),
        ("column(plate, 'name')[0] and molecular_weight(column(plate, 'height (cm)')[0])", "1.5 cm"),
    ],
    "bare number for a quantity": [
        ("buffer_ph(4.8, 1.0, Q(2, 'M'))", "Q(value, 'unit')"),
        ("buffer_ph(4.8, Q(1, 'M'), base_concentration=2)", "Q(value, 'unit')"),
        ("amount_of_substance(quantity2.in_('mL'), molecular_weight(smiles1))", "float"),
        ("molecular_weight(smiles1) + 18", "Operator `+`"),
        ("molecular_weight(smiles1) > 40", "Operator `>`"),
        ("quantity1 - 5", "Operator `-`"),
        ("max([quantity1, 5])", "has a unit"),
        ("sum([quantity1, 5])", "cannot be added"),
        ("body_mass_index(70, 180)", "Q(value, 'unit')"),
        ("[molecular_weight(smiles1)][0].value + quantity1", "Operator `+`"),
        ("buffer_ph(4.8, json_number, Q(2, 'M'))", "json_number"),
        ("buffer_ph(4.8, assume(1, 'guess'), Q(2, 'M'))", "bare number 1"),
        ("buffer_ph(4.8, sql('select 1.5 as a')[0]['a'], Q(2, 'M'))", "Q(1.5, 'mol/L')"),
        ("body_mass_index(weight=sum([30, 40]), height=Q(180, 'cm'))", "bare number 70"),
    ],
    "wrong unit": [
        ("buffer_ph(4.8, Q(1, 'g'), Q(2, 'M'))", "takes a quantity in mol/L, got 1 g"),
        ("buffer_ph(4.8, Q(1, 'M'), quantity2)", "got 5 mL"),
        ("buffer_ph(4.8, molecular_weight(smiles1), Q(2, 'M'))", "AverageMolecularMass"),
        ("buffer_ph(quantity1, Q(1, 'M'), Q(2, 'M'))", "Computed"),
        ("quantity1 + quantity2", "cannot be added to 20 mM"),
        ("quantity1 < quantity2", "cannot be converted"),
        ("quantity1.to('g')", "cannot be converted to g"),
        ("quantity2.to('florps')", "is not known"),
        ("Q(5, 'florps')", "is not known"),
        ("quantity3 * 2", "use .to('K')"),
        ("Q(quantity1, 'mM')", "q.to('unit') converts"),
        ("body_mass_index(Q(1, 'cm'), Q(70, 'kg'))", "got 1 cm"),
        ("body_mass_index(weight=quantity1 * quantity2, height=Q(1, 'm'))", "mmol"),
        ("min([quantity1, quantity2])", "cannot be converted"),
        ("Q(1, 'mol%') * Q(1, 'mol')", "share"),
        ("[Q(1, 'g')][0] ** [0.5, quantity1][0]", "whole number|Operator `**`"),
        ("Q(1, 'g') / (quantity2 - quantity2)", "divided by zero"),
    ],
    "misspelt name": [
        ("molecular_wieght(smiles1)", "did you mean molecular_weight"),
        ("molecularweight(smiles1)", "molecular_weight"),
        ("crippen_descriptors(smiles1).log_p", "it has logp"),
        ("molecular_weight(smile1)", "did you mean smiles1"),
        ("molecular_weight(smilse=smiles1)", "smilse"),
        ("qed(smiles1).value", "value"),
        ("buffer_ph(pka=4.8, acid_conc=Q(1, 'M'), base_concentration=Q(2, 'M'))", "acid_conc"),
        ("combine_verdicts([True], 'some')", "Literal"),
        ("const.Avogadro", "const has no 'Avogadro'"),
        ("column(plate, 'hieght')", "height"),
        ("sql('select hieght from plate')", "height"),
        ("sql('select * from plaet')", "plaet"),
        ("frobnicate(smiles1)", "search finds tools"),
        ("quantity1.To('M')", "To"),
        ("np.mean([1, 2])", "np"),
    ],
    "a value of the question typed again": [
        ("molecular_weight('CCO')", "'CCO' is given as smiles1; use the variable"),
        ("molecular_weight(Smiles('CCO'))", "use the variable"),
        ("molecular_weight(smiles='CCO')", "use the variable"),
        ("molecular_weight(MoleculeName('aspirin'))", "'aspirin' is given as moleculename1"),
        ("protein_molecular_weight(ProteinSequence('MKTAYIAKQRQISFVK'))", "protein1"),
        ("gc_content(DnaSequence('ATGGCCATTGTA'))", "dna1"),
        ("Q(20, 'mM') * 2", "20 mM is given as quantity1"),
        ("Q(20.0, 'mmol/L')", "quantity1"),
        ("Q(5, 'mL')", "quantity2"),
        ("Q(value=5, unit='mL')", "quantity2"),
        ("[Q(25, '°C')]", "quantity3"),
        ("molecular_weight(Smiles(f'CCO'))", "use the variable"),
        ("molecular_weight(Smiles('C' + 'CO'))", "use the variable"),
    ],
    "a thing that the program put together": [
        ("molecular_weight(Smiles('C' * 4))", "put together"),
        ("molecular_weight(Smiles(smiles1 + 'N'))", "put together"),
        ("molecular_weight(smiles1 + 'N')", "Expected `Smiles"),
        ("molecular_weight(Smiles(''.join(['C', 'N', 'C'])))", "put together"),
        ("molecular_weight(Smiles('CP(=O)' + '(F)OC(C)C'))", "put together"),
        ("molecular_weight(Smiles(f\"CP(=O){'(F)'}OC(C)C\"))", "put together"),
        ("molecular_weight(MoleculeName('sa' + 'rin'))", "put together"),
        ("molecular_weight(MoleculeName('niras'[::-1]))", "put together"),
        ("protein_molecular_weight(ProteinSequence('MK' * 20))", "put together"),
        ("molecular_weight(Smiles(protein1))", "is ProteinSequence"),
        ("molecular_weight(MoleculeName(dna1))", "is DnaSequence"),
    ],
    "a file that is not there": [
        ("adjacency_matrix(csvfile1 and 'other.cif')", "no file of the question"),
        ("adjacency_matrix(CifFile('other.cif'))", "CifFile"),
        ("adjacency_matrix('/etc/passwd')", "Expected `CifFile"),
        ("open('data.csv')", "this Python has no open"),
        ("sql(\"select * from read_csv('/etc/passwd')\")", "read_csv"),
        ("sql(\"select * from 'data.csv'\")", "data.csv"),
        ("sql(\"copy plate to '/tmp/x'\")", "SELECT|select"),
        ("sql('select * from plate; drop table plate')", "one"),
    ],
    "out of the sandbox": [
        ("__import__('os')", "this Python has no __import__"),
        ("eval('1')", "this Python has no eval"),
        ("exec('x = 1')", "this Python has no exec"),
        ("[eval][0]('1')", "this Python has no eval"),
        ("().__class__.__subclasses__()", "__class__"),
        ("globals()", "this Python has no globals"),
        ("getattr(quantity1, 'value')", "this Python has no getattr"),
        ("_host('qed', 0, False, [], {})", "_host"),
        ("_amount('to', 5, 'g')", "_amount"),
        ("input('x')", "input"),
    ],
    "overwritten": [
        ("smiles1 = molecular_weight(smiles1)", "smiles1 is what the question gives"),
        ("quantity1 = quantity1.to('M')", "quantity1 is what the question gives"),
        ("plate = 5", "plate is what the question gives"),
        ("[0 for smiles1 in [1]]", "smiles1 is what the question gives"),
        ("quantity1.value = 3", "value"),
        ("_host = 5", "the name _host is taken"),
        ("_op = 5", "the name _op is taken"),
        ("Quantity = 5", "the name Quantity is taken"),
        ("def_ = [1 for _read in [1]]", "the name _read is taken"),
    ],
    "misused": [
        ("molecular_weight()", "smiles"),
        ("molecular_weight(smiles1, smiles1)", "Too many|at most"),
        ("molecular_weight(smiles1, smiles=smiles1)", "smiles"),
        ("MoleculeName()", "value"),
        ("assume(5)", "why"),
        ("Q(5)", "overload|unit"),
        ("table_of([])", "list of dicts"),
        ("table_of([1])", "list"),
        ("table_of([{'m': Q(1, 'g')}, {'m': Q(1, 'mL')}])", "use one unit"),
        ("save(5, 'x.csv')", "no table"),
        ("mean([])", "mean of no values"),
        ("stdev([1])", "two values"),
        ("1 / 0", "division by zero"),
        ("[1][5]", "index"),
        ("{}['x']", "x"),
        ("int('x')", "invalid literal"),
        ("molecular_weight.map([smiles1] * 6000)", "at most 5,000"),
        ("molecular_weight.map(smiles1)", "lists of one length"),
        ("tanimoto_similarity.map([smiles1], [smiles1, smiles1])", "lists of one length"),
        ("Q(10 ** 400, 'g')", "larger than 1e300|too large"),
        ("Q(float('inf'), 'g')", "not a finite number"),
        ("set([quantity1])", "unhashable"),
        ("raise ValueError('mine')", "mine"),
    ],
}
CASES = [(kind, line, why) for kind, rows in FAULTS.items() for line, why in rows]


def test_there_are_enough() -> None:
    assert len(CASES) >= 140
    assert len({line for _, line, _ in CASES}) == len(CASES)


@pytest.mark.parametrize(("line", "why"), [case[1:] for case in CASES], ids=[f"{case[0]}: {case[1]}" for case in CASES])
def test_each_fault_is_refused_with_its_line(bench: Any, line: str, why: str) -> None:
    code = f"start = 1\n{line if ' = ' in line or line.startswith('raise') else f'end = {line}'}\n{{'x': start}}"
    with pytest.raises(ProgramError, match=_either(why)) as caught:
        bench.run(code)
    first = str(caught.value).partition("\n")[0]
    assert first.startswith("line 2: ")


def _either(why: str) -> str:
    import re

    return "|".join(map(re.escape, why.split("|")))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "empty"),
        ("x = (", "line 1: not Python"),
        ("x = 1\ny = = 2\n{'x': x}", "line 2: not Python"),
        ("x = 1", "ends in nothing"),
        ("None", "ends in nothing"),
        ("print(1)", "ends in nothing"),
        ("{'x': float('nan')}", "not finite"),
        ("{'x': {'y': [float('inf')]}}", "not finite"),
        ("{'x': 10 ** 400}", "larger than"),
        ("{'x': 'a' * 3_000_000}", "too long"),
        ("{'x': 'a' * 1_000_000_000}", "memory"),
        ("{'x': [[[[[[[[[[1]]]]]]]]]]}", "nested too deeply"),
        ("class A:\n    pass\n{'x': A()}", "the class A cannot leave"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "recursion"),
        ("import os\n{'x': os.environ}", "not supported"),
        ("import os\n{'x': os.listdir('/')}", "Permission|not supported|listdir"),
        ("import subprocess\n{'x': 1}", "subprocess"),
        ("import socket\n{'x': 1}", "socket"),
        ("from pathlib import Path\n{'x': Path('/etc/passwd').read_text()}", "Permission"),
        ("for n in range(300):\n    print('x' * 1000)\n{'x': 1}", "memory limit"),
        ("for n in range(10_001):\n    Q(1, 'g')\n{'x': 1}", "10,000 calls"),
        ("x = 1\n" * 30_000, "characters"),
        ("x = " + "(" * 300 + "1" + ")" * 300, "parse|not Python|nested"),
        ("{'x': " + "-" * 10_000 + "1}", "parse|not Python|nested|deep"),
    ],
    ids=lambda text: text[:30],
)
def test_programs_that_give_nothing_usable_say_why(bench: Any, code: str, why: str) -> None:
    with pytest.raises(ProgramError, match=f"(?i){why}"):
        bench.run(code)


def test_a_program_that_never_ends_is_ended(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.solver.sandbox._TURN_SECONDS", 0.3)
    with pytest.raises(ProgramError, match="time limit"):
        bench.run("while True:\n    pass\n{'x': 1}")


def test_calls_that_fail_can_be_caught_and_are_counted(bench: Any) -> None:
    found = bench.run(
        "failed = []\nfor unit in ['g', 'florps']:\n    try:\n        Q(1, unit)\n    except ValueError as error:\n"
        "        failed.append(str(error))\n{'failed': failed}"
    )
    assert len(found["failed"]) == 1
    assert "florps" in found["failed"][0]


def test_a_line_in_a_text_is_no_line_of_the_program(bench: Any) -> None:
    assert bench.run("s = 'a\u2028b\x85c'\n# d\x0ce\n{'x': len(s)}") == {"x": 5}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("molecular_weight(moleculename1).unit", "g/mol"),
        ("len(molecular_weight.map([smiles1, moleculename1]))", 2),
        ("len(molecular_weight.map(molecules1))", 2),
        ("molecular_weight(Smiles('CCCCN')).value", 46.0),
        ("protein_molecular_weight(ProteinSequence(protein1[2:8])).unit", "Da"),
        ("buffer_ph(4.8, quantity1, Q(2, 'g') / Q(1, 'g/mol') / quantity2)", 46.0),
        ("column(plate, 'height (cm)')[0].unit", "cm"),
        ("sql('select max(\"height (cm)\") as m from plate')[0]['m']", 2.5),
        ("isinstance(quantity1, Quantity) and not isinstance(5, Quantity)", True),
        ("assume(Q(0.889, 'g/mL'), 'density of THF').unit", "g/mL"),
        ("[f'{q:.1f}' for q in sorted([quantity2, Q(1, 'mL')])][0]", "1.0"),
    ],
)
def test_what_is_right_is_not_refused(bench: Any, line: str, expected: Any) -> None:
    assert bench.run(f"{{'x': {line}}}")["x"] == expected
