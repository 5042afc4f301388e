"""The groups that are counted by name: SMARTS of what chemists call by it, wherever it stands.

`_functional_groups` gives every atom to one group only, so that an ester is no ether; here each name is looked for by
itself, so that a carbonyl is one in a ketone and in an acid. Where a name is used in a narrow and in a wide sense, the
second pattern is what only the wide sense has: such a molecule is not counted.
"""

from __future__ import annotations

_ACYL = "#6X3;$([#6X3]~[#6]),$([#6X3;H1,H2])"
_AMINE = "NX3;+0;!$(N[#6,#7,#15,#16]=[O,S,N]);!$(N~[N,O,S,P]);!$(NC#N);$(N[#6])"
_IMIDE = f"[{_ACYL}](=[OX1])[#7X3][{_ACYL}](=[OX1])"
_ACID_OH = "[OX2H1;$(O[#6]=[O,S])]"

GROUPS: dict[str, tuple[str, str]] = {
    "hydroxyl": ("[OX2H1;$(O[#6]);!$(O[#6]=[O,S,N])]", ""),
    "alcohol": ("[OX2H1;$(O[CX4])]", ""),
    "primary alcohol": ("[OX2H1;$(O[CX4;H2,H3])]", ""),
    "secondary alcohol": ("[OX2H1;$(O[CX4;H1])]", ""),
    "tertiary alcohol": ("[OX2H1;$(O[CX4;H0])]", ""),
    "phenol": ("[OX2H1;$(O-c1ccccc1)]", ""),
    "carboxylic acid": ("[CX3;$(C[#6]),$([CX3H1])](=[OX1])[OX2H1]", ""),
    "carboxyl": ("[CX3;$(C[#6]),$([CX3H1])](=[OX1])[OX2H1,OX1-]", ""),
    "carboxylate": ("[CX3;$(C[#6]),$([CX3H1])](=[OX1])[OX1-]", ""),
    "ester": (f"[{_ACYL}](=[OX1])[#8X2;$([#8](~[#6])~[#6]);!$([#8]([#6]=[OX1])[#6]=[OX1])]", ""),
    "lactone": (f"[{_ACYL}](=[OX1])@[#8X2;!$([#8]([#6]=[OX1])[#6]=[OX1])]", ""),
    "amide": (f"[{_ACYL}](=[OX1])[#7X3]", _IMIDE),
    "primary amide": (f"[{_ACYL}](=[OX1])[NX3H2]", ""),
    "secondary amide": (f"[{_ACYL}](=[OX1])[#7X3H1]", _IMIDE),
    "tertiary amide": (f"[{_ACYL}](=[OX1])[#7X3H0]", _IMIDE),
    "lactam": (f"[{_ACYL}](=[OX1])@[#7X3]", _IMIDE),
    "amide bond": ("[#6X3](=[OX1])-,:[#7X3]", ""),
    "amine": (f"[{_AMINE}]", ""),
    "primary amine": (f"[{_AMINE};H2]", ""),
    "secondary amine": (f"[{_AMINE};H1]", ""),
    "tertiary amine": (f"[{_AMINE};H0]", ""),
    "amino": (f"[{_AMINE};H2]", f"[{_AMINE};!H2]"),
    "ammonium": ("[NX4+]", ""),
    "nitro": ("[NX3+](=[OX1])[OX1-]", ""),
    "nitrile": ("[CX2;$(C[#6]),$([CX2H1])]#[NX1]", ""),
    "carbonyl": ("[#6]=[OX1]", ""),
    "ketone": ("[#6X3;$([#6X3](~[#6])~[#6])]=[OX1]", ""),
    "aldehyde": ("[CX3;$([CX3H1][#6]),$([CX3H2])]=[OX1]", ""),
    "ether": ("[OX2;$(O([#6])[#6]);!$(O[#6]=[O,S,N])]", ""),
    "epoxide": ("[OX2r3]1[#6r3][#6r3]1", ""),
    "thiol": ("[SX2H1;$(S[#6])]", "[SX2H1;$(S[#6]=[O,S])]"),
    "thioether": ("[SX2;$(S([#6])[#6]);!$(S[#6]=[O,S,N])]", ""),
    "sulfonamide": ("[SX4;$(S[#6])](=[OX1])(=[OX1])[#7X3]", ""),
    "sulfone": ("[SX4;$(S([#6])[#6])](=[OX1])=[OX1]", ""),
    "sulfoxide": ("[SX3;$(S([#6])[#6])]~[OX1]", ""),
    "sulfonic acid": ("[SX4;$(S[#6])](=[OX1])(=[OX1])[OX2H1]", ""),
    "phosphate": ("[PX4](=[OX1])([OX2,OX1-])([OX2,OX1-])[OX2,OX1-]", ""),
    "alkene": ("[CX3]=[CX3]", ""),
    "alkyne": ("[CX2]#[CX2]", ""),
    "methyl": ("[CX4H3]", ""),
    "methylene": ("[CX4H2]", "[CX3H2]"),
    "methine": ("[CX4H1]", "[CX3H1]"),
    "methoxy": ("[CX4H3][OX2;$(O([CX4H3])[#6]);!$(O[#6]=O)]", "[CX4H3][OX2;$(O[#6]=O)]"),
    "trifluoromethyl": ("[CX4;$(C(F)(F)(F)*)]([F])([F])[F]", "[CX4](F)(F)(F)F"),
    "acetyl": ("[CX4H3][CX3](=[OX1])", ""),
    "vinyl": ("[CX3H2]=[CX3H1]", ""),
    "isopropyl": ("[CX4H3][CX4H1;$(C([CX4H3])([CX4H3])*)][CX4H3]", "[CX4H1]([CX4H3])([CX4H3])[CX4H3]"),
    "tert-butyl": (
        "[CX4H3][CX4H0;$(C([CX4H3])([CX4H3])([CX4H3])*)]([CX4H3])[CX4H3]",
        "[CX4]([CX4H3])([CX4H3])([CX4H3])[CX4H3]",
    ),
    "aryl halide": ("[F,Cl,Br,I;$(*-c)]", ""),
    "alkyl halide": ("[F,Cl,Br,I;$(*-[CX4])]", ""),
    "benzene ring": ("c1ccccc1", ""),
    "phenyl": ("c1[cH][cH][cH][cH][cH]1", ""),
    "pyridine ring": ("[nX2]1[c]cccc1", ""),
    "pyrimidine ring": ("n1cnccc1", ""),
    "pyrrole ring": ("n1cccc1", ""),
    "furan ring": ("o1cccc1", ""),
    "thiophene ring": ("s1cccc1", ""),
    "imidazole ring": ("n1cncc1", ""),
    "pyrazole ring": ("n1nccc1", ""),
    "thiazole ring": ("s1cncc1", ""),
    "oxazole ring": ("o1cncc1", ""),
    "indole ring": ("c1ccc2nccc2c1", ""),
    "quinoline ring": ("c1ccc2ncccc2c1", ""),
    "purine ring": ("n1cnc2ncnc2c1", ""),
    "piperidine ring": ("[NX3,NX4+]1[CX4][CX4][CX4][CX4][CX4]1", ""),
    "piperazine ring": ("[NX3,NX4+]1[CX4][CX4][NX3,NX4+][CX4][CX4]1", ""),
    "morpholine ring": ("[NX3,NX4+]1[CX4][CX4][OX2][CX4][CX4]1", ""),
    "pyrrolidine ring": ("[NX3,NX4+]1[CX4][CX4][CX4][CX4]1", ""),
    "cyclohexane ring": ("[CX4]1[CX4][CX4][CX4][CX4][CX4]1", ""),
    "cyclopentane ring": ("[CX4]1[CX4][CX4][CX4][CX4]1", ""),
    "cyclopropane ring": ("[CX4]1[CX4][CX4]1", ""),
}
# What a reader may miss in a count, told beside it.
NOTES = {
    "hydroxyl": (_ACID_OH, "the OH of an acid group is not counted as hydroxyl"),
    "carbonyl": ("[#6](=[OX1])[O,N,S]", "the C=O of acids, esters and amides are counted as carbonyl groups"),
    "ester": (f"[{_ACYL}](=[OX1])@[#8X2]", "lactones are counted as esters"),
    "amide": (f"[{_ACYL}](=[OX1])@[#7X3]", "lactams are counted as amides"),
    "amine": ("[#7;!$([#7]~[#6]=[O,S,N]);a]", "nitrogen atoms of aromatic rings are not counted as amines"),
}
