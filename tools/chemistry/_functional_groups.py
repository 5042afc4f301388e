"""The functional groups: names and SMARTS, the larger group before the smaller one it contains.

A pattern spells out the atoms that make up the group; what must stand around them is in `$(...)`. A match whose atoms
all belong to one match of an earlier group is not counted: the ester takes its two oxygens, so that it is no ether,
ketone or alcohol as well.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# A carbonyl carbon on carbon or hydrogen; aromatic ones (pyridone, coumarin) included.
_ACYL = "#6X3;$([#6X3]~[#6]),$([#6X3;H1,H2])"
_CARBONYL = f"[{_ACYL}](=[OX1])"
# An oxygen or sulfur between two carbons.
_OR = "[#8X2;$([#8](~[#6])~[#6])]"
_SR = "[#16X2;$([#16](~[#6])~[#6])]"
# Amine nitrogen: not next to C=O, C=N, S=O, P=O and the like, not in N-N or N-O.
_AMINE = "NX3;!$(N[#6,#7,#15,#16]=[O,S,N]);!$(N~[N,O,S,P])"
_ETHER_O = "OX2;$(O([#6])[#6]);!$(O[#6]=[O,S,N])"

PATTERNS: tuple[tuple[str, str], ...] = (
    # Carboxylic acids and what is made from them.
    ("carboxylic anhydride", f"{_CARBONYL}[#8X2][{_ACYL}](=[OX1])"),
    ("acyl sulfonamide", f"{_CARBONYL}[NX3][SX4](=[OX1])(=[OX1])"),
    ("imide", f"{_CARBONYL}[#7X3][{_ACYL}](=[OX1])"),
    ("acylhydrazone", f"{_CARBONYL}[NX3][NX2]=[CX3]"),
    ("peroxycarboxylic acid", f"{_CARBONYL}[OX2][OX2H]"),
    ("peroxyester", f"{_CARBONYL}[OX2][OX2;$(O[#6])]"),
    ("hydroxamic acid", f"{_CARBONYL}[NX3][OX2H,OX1-]"),
    ("hydroxamate ester", f"{_CARBONYL}[NX3][OX2;$(O[#6])]"),
    ("acyl azide", f"{_CARBONYL}[NX2]=[NX2+]=[NX1-]"),
    ("hydrazide", f"{_CARBONYL}[NX3;!R][NX3;!R]"),
    ("acyl halide", f"{_CARBONYL}[F,Cl,Br,I]"),
    ("carboxylic acid", f"{_CARBONYL}[OX2H]"),
    ("carboxylate", f"{_CARBONYL}[OX1-]"),
    ("lactone", f"[{_ACYL}](=[OX1])@[#8X2]"),
    ("silyl ester", f"{_CARBONYL}[OX2][SiX4]"),
    ("ester", f"{_CARBONYL}{_OR}"),
    ("thioester", f"{_CARBONYL}{_SR}"),
    ("thiocarboxylic acid", f"{_CARBONYL}[SX2H,SX1-]"),
    ("thiocarboxylic acid", f"[{_ACYL}](=[SX1])[OX2H,OX1-]"),
    ("dithiocarboxylic acid", f"[{_ACYL}](=[SX1])[SX2H,SX1-]"),
    ("thionoester", f"[{_ACYL}](=[SX1]){_OR}"),
    ("dithioester", f"[{_ACYL}](=[SX1]){_SR}"),
    # Carbonic acid and what is made from it.
    ("semicarbazone", "[CX3]=[NX2][NX3][CX3](=[OX1])[NX3]"),
    ("thiosemicarbazone", "[CX3]=[NX2][NX3][CX3](=[SX1])[NX3]"),
    ("urea", "[#7X3][#6X3](=[OX1])[#7X3]"),
    ("thiourea", "[#7X3][#6X3](=[SX1])[#7X3]"),
    ("carbamate", f"[#7X3][#6X3](=[OX1]){_OR}"),
    ("carbamic acid", "[#7X3][#6X3](=[OX1])[OX2H,OX1-]"),
    ("thiocarbamate", f"[#7X3][#6X3](=[OX1]){_SR}"),
    ("thiocarbamate", f"[#7X3][#6X3](=[SX1]){_OR}"),
    ("dithiocarbamate", "[#7X3][#6X3](=[SX1])[#16X2,SX1-]"),
    ("carbonate", f"{_OR}[#6X3](=[OX1]){_OR}"),
    ("haloformate", f"{_OR}[CX3](=[OX1])[F,Cl,Br,I]"),
    ("carbamoyl halide", "[NX3][CX3](=[OX1])[F,Cl,Br,I]"),
    ("guanidine", "[NX3][CX3](=[NX2,NX3+])[NX3]"),
    ("isourea", "[NX3][CX3](=[NX2,NX3+])[OX2]"),
    ("isothiourea", "[NX3][CX3](=[NX2,NX3+])[SX2]"),
    # Nitrogen in place of the oxygen of an acid.
    ("amidoxime", "[CX3](=[NX2][OX2H])[NX3]"),
    ("amidine", "[CX3;$(C[#6]),$([CX3;H1])](=[NX2,NX3+])[NX3]"),
    ("imidate", f"[CX3;$(C[#6]),$([CX3;H1])](=[NX2,NX3+]){_OR}"),
    ("lactam", f"[{_ACYL}](=[OX1])@[#7X3]"),
    ("amide", f"{_CARBONYL}[#7X3]"),
    ("thioamide", f"[{_ACYL}](=[SX1])[#7X3]"),
    # Cumulated and triple bonds.
    ("isocyanate", "[NX2]=[CX2]=[OX1]"),
    ("isothiocyanate", "[NX2]=[CX2]=[SX1]"),
    ("carbodiimide", "[NX2]=[CX2]=[NX2]"),
    ("ketene", "[CX3]=[CX2]=[OX1]"),
    ("allene", "[CX3]=[CX2]=[CX3]"),
    ("cyanate", "[OX2][CX2]#[NX1]"),
    ("thiocyanate", "[SX2][CX2]#[NX1]"),
    ("cyanamide", "[NX3][CX2]#[NX1]"),
    ("nitrile", "[CX2;$(C[#6]),$([CX2H1])]#[NX1]"),
    ("isonitrile", "[NX2+]#[CX1-]"),
    ("alkyne", "[CX2]#[CX2]"),
    # Nitrogen with nitrogen or oxygen.
    ("azide", "[NX2]=[NX2+]=[NX1-]"),
    ("azide", "[NX2-][NX2+]#[NX1]"),
    ("diazonium", "[NX2+;$(N[#6])]#[NX1]"),
    ("diazo", "[CX3]=[NX2+]=[NX1-]"),
    ("diazo", "[CX3-][NX2+]#[NX1]"),
    ("azoxy", "[NX2]=[NX3+][OX1-]"),
    ("triazene", "[NX2]=[NX2][NX3]"),
    ("azo", "[NX2;$(N[#6])]=[NX2;$(N[#6])]"),
    ("nitramine", "[NX3][NX3+](=[OX1])[OX1-]"),
    ("nitrate ester", "[OX2;$(O[#6])][NX3+](=[OX1])[OX1-]"),
    ("nitro", "[NX3+;$(N[#6])](=[OX1])[OX1-]"),
    ("nitrosamine", "[NX3][NX2]=[OX1]"),
    ("nitrite ester", "[OX2;$(O[#6])][NX2]=[OX1]"),
    ("nitroso", "[NX2;$(N[#6])]=[OX1]"),
    ("nitrone", "[CX3]=[NX3+][OX1-]"),
    ("azine", "[CX3]=[NX2][NX2]=[CX3]"),
    ("oxime", "[CX3]=[NX2][OX2H]"),
    ("oxime ether", "[CX3]=[NX2][OX2;$(O[#6])]"),
    ("hydrazone", "[CX3]=[NX2][NX3]"),
    ("iminium", "[CX3]=[NX3+]"),
    ("imine", "[CX3;$(C[#6]),$([CX3;H1,H2])]=[NX2;$(N[#6]),$([NX2H1])]"),
    ("amine oxide", "[NX4+;$(N([#6])([#6])[#6])][OX1-]"),
    ("aromatic N-oxide", "[nX3+][OX1-]"),
    # Sulfur.
    ("sulfamide", "[NX3][SX4](=[OX1])(=[OX1])[NX3]"),
    ("sulfamate", "[NX3][SX4](=[OX1])(=[OX1])[OX2,OX1-]"),
    ("sulfate", "[OX2;$(O[#6])][SX4](=[OX1])(=[OX1])[OX2,OX1-]"),
    ("sulfonamide", "[SX4;$(S[#6])](=[OX1])(=[OX1])[#7X3]"),
    ("sulfonyl halide", "[SX4;$(S[#6])](=[OX1])(=[OX1])[F,Cl,Br,I]"),
    ("sulfonic acid", "[SX4;$(S[#6])](=[OX1])(=[OX1])[OX2H]"),
    ("sulfonate", "[SX4;$(S[#6])](=[OX1])(=[OX1])[OX1-]"),
    ("sulfonate ester", "[SX4;$(S[#6])](=[OX1])(=[OX1])[OX2;$(O[#6])]"),
    ("sulfoximine", "[SX4;$(S([#6])[#6])](=[OX1])=[NX2]"),
    ("sulfone", "[SX4;$(S([#6])[#6])](=[OX1])=[OX1]"),
    ("sulfinamide", "[SX3;$(S[#6])](=[OX1])[NX3]"),
    ("sulfinic acid", "[SX3;$(S[#6])](=[OX1])[OX2H,OX1-]"),
    ("sulfinate ester", "[SX3;$(S[#6])](=[OX1])[OX2;$(O[#6])]"),
    ("sulfoxide", "[SX3;$(S([#6])[#6])]=[OX1]"),
    ("sulfoxide", "[SX3+;$(S([#6])[#6])][OX1-]"),
    ("sulfonium", "[SX3+;$(S([#6])([#6])[#6])]"),
    ("sulfenamide", "[SX2;$(S[#6])][NX3]"),
    ("disulfide", "[SX2;$(S[#6])][SX2;$(S[#6])]"),
    ("thioketone", "[#6X3;$([#6](~[#6])~[#6])]=[SX1]"),
    ("thioacetal", "[CX4]([SX2;$(S([#6])[#6])])[SX2;$(S([#6])[#6])]"),
    ("thiirane", "[SX2r3]1[CX4r3][CX4r3]1"),
    ("thiol", "[SX2H;$(S[#6])]"),
    ("thiolate", "[SX1-;$(S[#6])]"),
    ("sulfide", "[SX2;$(S([#6])[#6])]"),
    # Phosphorus, boron, silicon.
    ("phosphorothioate", "[PX4](=[SX1])([OX2,OX1-,SX2])([OX2,OX1-,SX2])[OX2,OX1-,SX2]"),
    ("phosphate", "[PX4](=[OX1])([OX2,OX1-])([OX2,OX1-])[OX2,OX1-]"),
    ("phosphoramidate", "[PX4](=[OX1])[NX3]"),
    ("phosphonate", "[PX4;$(P[#6])](=[OX1])([OX2,OX1-])[OX2,OX1-]"),
    ("phosphinate", "[PX4;$(P([#6])[#6]),$([PX4H1][#6])](=[OX1])[OX2,OX1-]"),
    ("phosphine oxide", "[PX4;$(P([#6])([#6])[#6])]=[OX1]"),
    ("phosphonium", "[PX4+;$(P([#6])([#6])([#6])[#6])]"),
    ("phosphite", "[PX3]([OX2])([OX2])[OX2]"),
    ("phosphine", "[PX3;$(P[#6]);!$(P~[O,N,S])]"),
    ("boronic acid", "[BX3;$(B[#6])]([OX2H])[OX2H]"),
    ("boronate ester", "[BX3;$(B[#6])]([OX2;$(O[#6])])[OX2;$(O[#6])]"),
    ("silyl ether", "[OX2;$(O[#6])][SiX4;$([Si][#6])]"),
    # Carbonyls with carbon and hydrogen only.
    ("quinone", "[OX1]=[#6]1[#6]=,:[#6][#6](=[OX1])[#6]=,:[#6]1"),
    ("quinone", "[OX1]=[#6]1[#6](=[OX1])[#6]=,:[#6][#6]=,:[#6]1"),
    ("aldehyde", "[CX3;$([CX3H1][#6]),$([CX3H2])]=[OX1]"),
    ("ketone", "[#6X3;$([#6](~[#6])~[#6])]=[OX1]"),
    # Oxygen on saturated carbon, several at one atom first.
    ("orthoester", f"[CX4]([{_ETHER_O}])([{_ETHER_O}])[{_ETHER_O}]"),
    ("geminal diol", "[CX4]([OX2H])[OX2H]"),
    ("hemiacetal", f"[CX4]([OX2H])[{_ETHER_O}]"),
    ("acetal", f"[CX4]([{_ETHER_O}])[{_ETHER_O}]"),
    ("hemiaminal", f"[CX4]([OX2H])[{_AMINE}]"),
    ("N,O-acetal", f"[CX4]([{_ETHER_O}])[{_AMINE}]"),
    ("aminal", f"[CX4]([{_AMINE}])[{_AMINE}]"),
    ("epoxide", "[OX2r3]1[CX4r3][CX4r3]1"),
    ("aziridine", "[NX3r3]1[CX4r3][CX4r3]1"),
    ("hydroperoxide", "[OX2;$(O[#6])][OX2H]"),
    ("peroxide", "[OX2;$(O[#6])][OX2;$(O[#6])]"),
    ("enol ether", f"[{_ETHER_O}][CX3]=[CX3]"),
    ("enol", "[OX2H][CX3]=[CX3]"),
    ("enamine", f"[{_AMINE}][CX3]=[CX3]"),
    ("phenol", "[OX2H;$(O-c1ccccc1)]"),
    ("phenolate", "[OX1-;$(O-c1ccccc1)]"),
    ("hydroxyheteroarene", "[OX2H;$(O-c)]"),
    ("primary alcohol", "[OX2H;$(O[CX4;H2,H3])]"),
    ("secondary alcohol", "[OX2H;$(O[CX4H1])]"),
    ("tertiary alcohol", "[OX2H;$(O[CX4H0])]"),
    ("alkoxide", "[OX1-;$(O[CX4])]"),
    ("ether", f"[{_ETHER_O}]"),
    # Amines and their cations.
    ("hydroxylamine", "[NX3;$(N[#6])][OX2;$([OX2H]),$(O[#6])]"),
    ("hydrazine", "[NX3;!$(N[#6,#15,#16]=[O,S,N])][NX3;!$(N[#6,#15,#16]=[O,S,N])]"),
    ("primary aromatic amine", f"[{_AMINE};H2;$(N-c)]"),
    ("secondary aromatic amine", f"[{_AMINE};H1;$(N-c)]"),
    ("tertiary aromatic amine", f"[{_AMINE};H0;$(N-c)]"),
    ("primary amine", f"[{_AMINE};H2;$(N[#6])]"),
    ("secondary amine", f"[{_AMINE};H1;$(N([#6])[#6])]"),
    ("tertiary amine", f"[{_AMINE};H0;$(N([#6])([#6])[#6])]"),
    ("ammonium", "[NX4+;!H0;$(N[#6])]"),
    ("quaternary ammonium", "[NX4+;H0;$(N([#6])([#6])([#6])[#6])]"),
    # Halogens.
    ("trifluoromethyl", "[CX4](F)(F)F"),
    ("aryl fluoride", "[F;$(F-c)]"),
    ("aryl chloride", "[Cl;$(Cl-c)]"),
    ("aryl bromide", "[Br;$(Br-c)]"),
    ("aryl iodide", "[I;$(I-c)]"),
    ("vinyl halide", "[F,Cl,Br,I;$(*[CX3]=[CX3])]"),
    ("alkyl fluoride", "[F;$(F[CX4])]"),
    ("alkyl chloride", "[Cl;$(Cl[CX4])]"),
    ("alkyl bromide", "[Br;$(Br[CX4])]"),
    ("alkyl iodide", "[I;$(I[CX4])]"),
    ("N-halamine", "[F,Cl,Br,I;$(*[#7])]"),
    # Carbon only.
    ("alkene", "[CX3]=[CX3]"),
    ("benzene ring", "c1ccccc1"),
)


def group_places(mol: Mol) -> dict[str, list[list[int]]]:
    """The atoms of each group that occurs, by its name."""
    taken: list[frozenset[int]] = []
    of_name: dict[str, list[frozenset[int]]] = {}
    found: dict[str, list[list[int]]] = {}
    for name, pattern in _patterns():
        matches = mol.GetSubstructMatches(pattern, maxMatches=mol.GetNumAtoms() * 4)
        free = [match for match in matches if not any(larger.issuperset(match) for larger in taken)]
        taken += [frozenset(match) for match in free]
        for match in map(frozenset, free):
            earlier = of_name.setdefault(name, [])
            # Four ways to pick three fluorines of CF4 are one group; two acetals that share an oxygen are two.
            if not any(2 * len(match & other) > len(match) for other in earlier):
                found.setdefault(name, []).append(sorted(match))
            earlier.append(match)
    return found


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, Any], ...]:
    from rdkit import Chem

    return tuple((name, Chem.MolFromSmarts(smarts)) for name, smarts in PATTERNS)
