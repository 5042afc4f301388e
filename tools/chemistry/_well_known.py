"""Common names whose structure the compound table lacks, or holds without the stereochemistry the name implies.

Structures of the Tox21 and Proposition 65 lists (US EPA) or drawn by hand; each gives the published InChIKey back,
which a test checks.
"""

from __future__ import annotations

# Title, other names, CAS number, InChIKey, canonical SMILES.
WELL_KNOWN: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "artemisinin",
        "qinghaosu",
        "63968-64-9",
        "BLUAFEHZUWYNDE-NNWCWBAJSA-N",
        "C[C@@H]1CC[C@H]2[C@@H](C)C(=O)O[C@@H]3O[C@@]4(C)CC[C@@H]1[C@]32OO4",
    ),
    (
        "atorvastatin",
        "",
        "134523-00-5",
        "XUKUURHRXDUEBC-KAYWLYCHSA-N",
        "CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O",
    ),
    (
        "azithromycin",
        "",
        "83905-01-5",
        "MQTOSJVFKKJCRP-BICOPXKESA-N",
        "CC[C@H]1OC(=O)[C@H](C)[C@@H](O[C@H]2C[C@@](C)(OC)[C@@H](O)[C@H](C)O2)[C@H](C)[C@@H](O[C@@H"
        "]2O[C@H](C)C[C@H](N(C)C)[C@H]2O)[C@](C)(O)C[C@@H](C)CN(C)[C@H](C)[C@@H](O)[C@]1(C)O",
    ),
    (
        "cocaine",
        "(-)-cocaine",
        "50-36-2",
        "ZPUCINDJVBIVPJ-LJISPDSOSA-N",
        "COC(=O)[C@H]1[C@@H](OC(=O)c2ccccc2)C[C@@H]2CC[C@H]1N2C",
    ),
    (
        "codeine",
        "",
        "76-57-3",
        "OROGSEYTTFOCAN-DNJOTXNNSA-N",
        "COc1ccc2c3c1O[C@H]1[C@@H](O)C=C[C@H]4[C@@H](C2)N(C)CC[C@@]341",
    ),
    (
        "cyclosporin A",
        "cyclosporine;ciclosporin",
        "59865-13-3",
        "PMATZTZNYRCHOR-CGLBZJNRSA-N",
        "C/C=C/C[C@@H](C)[C@@H](O)[C@H]1C(=O)N[C@@H](CC)C(=O)N(C)CC(=O)N(C)[C@@H](CC(C)C)C(=O)N[C@@"
        "H](C(C)C)C(=O)N(C)[C@@H](CC(C)C)C(=O)N[C@@H](C)C(=O)N[C@H](C)C(=O)N(C)[C@@H](CC(C)C)C(=O)N"
        "(C)[C@@H](CC(C)C)C(=O)N(C)[C@@H](C(C)C)C(=O)N1C",
    ),
    (
        "escitalopram",
        "(s)-citalopram",
        "128196-01-0",
        "WSEQXVZVJXJVFP-FQEVSTJZSA-N",
        "CN(C)CCC[C@@]1(c2ccc(F)cc2)OCc2cc(C#N)ccc21",
    ),
    (
        "esomeprazole",
        "(s)-omeprazole",
        "119141-88-7",
        "SUBDBMMJDZJVOS-DEOSSOPVSA-N",
        "COc1ccc2[nH]c([S@@](=O)Cc3ncc(C)c(OC)c3C)nc2c1",
    ),
    ("geraniol", "", "106-24-1", "GLZPCOQZEFWAFX-JXMROGBWSA-N", "CC(C)=CCC/C(C)=C/CO"),
    (
        "imatinib",
        "",
        "152459-95-5",
        "KTUFNOKKBVMGRW-UHFFFAOYSA-N",
        "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1",
    ),
    ("nerol", "", "106-25-2", "GLZPCOQZEFWAFX-YFHOEESVSA-N", r"CC(C)=CCC/C(C)=C\CO"),
    (
        "nicotine",
        "(S)-nicotine;(-)-nicotine",
        "54-11-5",
        "SNICXCGAKADSCV-JTQLQIEISA-N",
        "CN1CCC[C@H]1c1cccnc1",
    ),
    (
        "quinidine",
        "",
        "56-54-2",
        "LOUPRKONTZGTKE-LHHVKLHASA-N",
        "C=C[C@H]1CN2CC[C@H]1C[C@@H]2[C@@H](O)c1ccnc2ccc(OC)cc12",
    ),
    ("quinine", "", "130-95-0", "LOUPRKONTZGTKE-WZBLMQSHSA-N", "C=C[C@H]1CN2CC[C@H]1C[C@H]2[C@H](O)c1ccnc2ccc(OC)cc12"),
    (
        "quinine",
        "",
        "130-95-0",
        "LOUPRKONTZGTKE-WZBLMQSHSA-N",
        "C=C[C@H]1C[N@@]2CC[C@H]1C[C@H]2[C@H](O)c1ccnc2ccc(OC)cc12",
    ),
    (
        "riboflavin",
        "vitamin b2;riboflavine",
        "83-88-5",
        "AUNGANRZJHBGPY-SCRDCRAPSA-N",
        "Cc1cc2nc3c(=O)[nH]c(=O)nc-3n(C[C@H](O)[C@H](O)[C@H](O)CO)c2cc1C",
    ),
    ("selenourea", "", "630-10-4", "IYKVLICPFCEZOF-UHFFFAOYSA-N", "NC(N)=[Se]"),
    (
        "sildenafil",
        "",
        "139755-83-2",
        "BNRNXUUZRGQAQC-UHFFFAOYSA-N",
        "CCCc1nn(C)c2c(=O)[nH]c(-c3cc(S(=O)(=O)N4CCN(C)CC4)ccc3OCC)nc12",
    ),
    (
        "simvastatin",
        "",
        "79902-63-9",
        "RYMZZMVNJRMUDD-HGQWONQESA-N",
        "CCC(C)(C)C(=O)O[C@H]1C[C@@H](C)C=C2C=C[C@H](C)[C@H](CC[C@@H]3C[C@@H](O)CC(=O)O3)[C@H]21",
    ),
    (
        "squalene",
        "",
        "111-02-4",
        "YYGNTYWPHWGJRM-AAJYLUCBSA-N",
        r"CC(C)=CCC/C(C)=C/CC/C(C)=C/CC/C=C(\C)CC/C=C(\C)CCC=C(C)C",
    ),
    (
        "strychnine",
        "",
        "57-24-9",
        "QMGVPVSNSZLJIA-FVWCLLPLSA-N",
        "O=C1C[C@@H]2OCC=C3CN4CC[C@]56c7ccccc7N1[C@H]5[C@H]2[C@H]3C[C@H]46",
    ),
    (
        "sucrose",
        "saccharose;cane sugar;table sugar;beet sugar",
        "57-50-1",
        "CZMRCDWAGMRECN-UGDNZRGBSA-N",
        "OC[C@H]1O[C@@](CO)(O[C@H]2O[C@H](CO)[C@@H](O)[C@H](O)[C@H]2O)[C@@H](O)[C@@H]1O",
    ),
)
