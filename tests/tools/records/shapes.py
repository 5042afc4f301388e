"""What each provider answers, in the shape that its documentation gives (the address stands at the top of its file in
`tools/records`), cut to what the tests read; and what is then read of it.

A row: the tool, its arguments, the path that has to be asked, the answer, the values.
"""

from __future__ import annotations

from typing import Any

MOLECULE = "b9ba54febc77d2a9177accf4605767db-C1Li2O3-1-2"
ATOM = b"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><title>ArXiv Query</title>
<entry><id>http://arxiv.org/abs/1706.03762v7</id><published>2017-06-12T17:57:34Z</published>
<title>Attention Is All
  You Need</title><summary> The dominant models are &lt;b&gt;slow&lt;/b&gt;. </summary>
<author><name>Ashish Vaswani</name></author><author><name>Noam Shazeer</name></author>
<link title="pdf" href="https://arxiv.org/pdf/1706.03762v7" rel="related"/><category term="cs.CL"/></entry></feed>"""
FLAT = b"""ENTRY       C00031                      Compound
NAME        D-Glucose;
            Grape sugar
FORMULA     C6H12O6
EXACT_MASS  180.0634
MOL_WEIGHT  180.1559
PATHWAY     map00010  Glycolysis / Gluconeogenesis
///
"""
PDB_FILE = (
    b"HEADER    PLANT PROTEIN                           30-APR-81   1CRN              \n"
    b"ATOM      1  N   THR A   1      17.047  14.099   3.625  1.00 13.79           N  \nEND   \n"
)
UNIPROT = {
    "entryType": "UniProtKB reviewed (Swiss-Prot)",
    "primaryAccession": "P69905",
    "uniProtkbId": "HBA_HUMAN",
    "organism": {"scientificName": "Homo sapiens", "taxonId": 9606},
    "proteinDescription": {"recommendedName": {"fullName": {"value": "Hemoglobin subunit alpha"}}},
    "genes": [{"geneName": {"value": "HBA1"}}, {"geneName": {"value": "HBA2"}}],
    "comments": [
        {"commentType": "FUNCTION", "texts": [{"value": "Involved in oxygen transport"}]},
        {"commentType": "SUBUNIT", "texts": [{"value": "Heterotetramer"}]},
    ],
    "features": [
        {"type": "Domain", "location": {"start": {"value": 3}, "end": {"value": 142}}, "description": "Globin"}
    ],
    "keywords": [{"id": "KW-0349", "name": "Heme"}],
    "uniProtKBCrossReferences": [
        {"database": "PDB", "id": "1A00"},
        {"database": "GO", "id": "GO:0020037", "properties": [{"key": "GoTerm", "value": "F:heme binding"}]},
    ],
    "sequence": {"value": "MVLSPADKTN", "length": 142, "molWeight": 15258},
}
RCSB = {
    "rcsb_id": "1CRN",
    "struct": {"title": "WATER STRUCTURE OF A HYDROPHOBIC PROTEIN"},
    "exptl": [{"method": "X-RAY DIFFRACTION"}],
    "rcsb_entry_info": {"resolution_combined": [1.5], "deposited_atom_count": 327, "molecular_weight": 4.73},
    "rcsb_accession_info": {"deposit_date": "1981-04-30T00:00:00.000+00:00"},
    "cell": {"length_a": 40.96, "length_b": 18.65, "length_c": 22.52, "angle_beta": 90.77},
}
GHS = {
    "Record": {
        "RecordType": "CID",
        "RecordNumber": 2244,
        "Section": [
            {
                "TOCHeading": "Safety and Hazards",
                "Section": [
                    {
                        "TOCHeading": "Hazards Identification",
                        "Section": [
                            {
                                "TOCHeading": "GHS Classification",
                                "Information": [
                                    {"Name": "Signal", "Value": {"StringWithMarkup": [{"String": "Warning"}]}},
                                    {
                                        "Name": "GHS Hazard Statements",
                                        "Value": {"StringWithMarkup": [{"String": "H302: Harmful if swallowed"}]},
                                    },
                                ],
                            }
                        ],
                    }
                ],
            }
        ],
    }
}
CHEMBL = {
    "molecule_chembl_id": "CHEMBL25",
    "pref_name": "ASPIRIN",
    "max_phase": "4.0",
    "first_approval": 1950,
    "withdrawn_flag": False,
    "natural_product": 0,
    "prodrug": -1,
    "molecule_properties": {"alogp": "1.31", "psa": "63.60", "full_molformula": "C9H8O4"},
    "molecule_structures": {"canonical_smiles": "CC(=O)Oc1ccccc1C(=O)O"},
}
NCBI = {
    "header": {"type": "esummary", "version": "0.3"},
    "result": {
        "uids": ["7157"],
        "7157": {
            "uid": "7157",
            "name": "TP53",
            "nomenclaturesymbol": "TP53",
            "otheraliases": "BCC7, LFS1, P53",
            "chromosome": "17",
            "summary": "This gene encodes a tumor suppressor protein.",
            "organism": {"scientificname": "Homo sapiens", "taxid": 9606},
            "genomicinfo": [{"chraccver": "NC_000017.11", "chrstart": 7687537, "chrstop": 7668420, "exoncount": 12}],
        },
    },
}
PAPER = {
    "resultList": {
        "result": [
            {
                "pmid": "12345678",
                "title": "A <i>fine</i> title.",
                "abstractText": "<h4>Aim</h4>To show &lt;2 things.",
                "authorString": "Doe J, Roe R.",
                "citedByCount": 0,
                "pubYear": "2002",
                "isOpenAccess": "N",
            }
        ]
    }
}
WORK = {
    "status": "ok",
    "message": {
        "DOI": "10.1021/jm000942e",
        "title": ["Fast Calculation of Molecular Polar Surface Area"],
        "author": [{"given": "Peter", "family": "Ertl"}, {"family": "Rohde"}],
        "is-referenced-by-count": 3000,
        "container-title": ["Journal of Medicinal Chemistry"],
        "issued": {"date-parts": [[2000, 9, 14]]},
    },
}
MATERIAL = {"data": [{"material_id": "mp-149", "band_gap": 0.6105, "is_metal": False, "symmetry": {"symbol": "Fd-3m"}}]}
ELECTRODE = {"data": [{"battery_id": "mp-22526_Li", "average_voltage": 3.97, "working_ion": "Li"}]}
THERMO = {"data": [{"molecule_id": MOLECULE, "charge": -1, "zero_point_energy": {"NONE": 0.61, "SOLVENT=THF": None}}]}

PDF = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n1 0 obj <<>> endobj\nstartxref\n0\n%%EOF\n"
QUICKGO = {
    "numberOfHits": 1,
    "results": [
        {
            "geneProductId": "UniProtKB:P69905",
            "goId": "GO:0020037",
            "goName": "heme binding",
            "goAspect": "molecular_function",
            "goEvidence": "ISS",
            "reference": "GO_REF:0000024",
            "withFrom": [{"connectedXrefs": [{"db": "UniProtKB", "id": "P01942"}]}],
        }
    ],
}
MATCHES = {
    "count": 1,
    "results": [
        {
            "metadata": {
                "accession": "IPR000971",
                "name": "Globin",
                "type": "domain",
                "go_terms": [{"identifier": "GO:0020037", "name": "heme binding"}],
            }
        },
        {
            "metadata": {
                "accession": "IPR009050",
                "name": "Globin-like",
                "type": "homologous_superfamily",
                "go_terms": None,
            }
        },
    ],
}
INTERFACES = {
    "P69905": {
        "length": 142,
        "dataType": "INTERFACE RESIDUES",
        "data": [
            {
                "name": "Hemoglobin subunit beta",
                "accession": "P68871",
                "residues": [
                    {
                        "startIndex": 32,
                        "endIndex": 32,
                        "indexType": "UNIPROT",
                        "interactingPDBEntries": [{"pdbId": "1a00", "entityId": 1, "chainIds": "A"}],
                    },
                    {
                        "startIndex": 35,
                        "endIndex": 36,
                        "indexType": "UNIPROT",
                        "interactingPDBEntries": [
                            {"pdbId": "1a00", "entityId": 1, "chainIds": "A"},
                            {"pdbId": "4hhb", "entityId": 1, "chainIds": "A"},
                        ],
                    },
                ],
            }
        ],
    }
}
NAMED = {
    "results": [
        {
            "primaryAccession": "P06213",
            "organism": {"scientificName": "Homo sapiens"},
            "proteinDescription": {"recommendedName": {"fullName": {"value": "Insulin receptor"}}},
            "sequence": {"value": "MATGGRRG"},
        },
        {
            "primaryAccession": "P01308",
            "organism": {"scientificName": "Homo sapiens"},
            "proteinDescription": {"recommendedName": {"fullName": {"value": "Insulin"}}},
            "sequence": {"value": "MALWMRLLPL"},
        },
    ]
}
# Tools that make several requests, and providers that are only asked after another; they have tests of their own.
SEVERAL = {"alphafold_structure_file", "arxiv_papers", "blast_hits", "string_enrichment_text"}
SECOND = {"alphafold_files"}

# fmt: off
ROWS: list[tuple[str, dict[str, Any], str, Any, Any]] = [
    ("uniprot_entry_number", {"accession": "P69905", "field": "length"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, (142.0, "1")),
    ("uniprot_entry_number", {"accession": "P69905", "field": "molecular weight"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, (15258.0, "Da")),
    ("uniprot_entry_text", {"accession": "P69905", "field": "function"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, ["Involved in oxygen transport"]),
    ("uniprot_entry_text", {"accession": "P69905", "field": "gene"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, ["HBA1", "HBA2"]),
    ("uniprot_entry_text", {"accession": "P69905", "field": "domains"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, ["domain: Globin; from: 3; to: 142"]),
    ("uniprot_entry_text", {"accession": "P69905", "field": "GO terms"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, ["id: GO:0020037; term: F:heme binding"]),
    ("uniprot_sequence", {"accession": "P69905"}, "/uniprot/uniprotkb/P69905.json", UNIPROT, "MVLSPADKTN"),
    ("pdb_entry_text", {"entry": "1crn", "field": "resolution"}, "/pdb/rest/v1/core/entry/1CRN", RCSB, ["1.5 Å"]),
    ("pdb_entry_text", {"entry": "1CRN", "field": "method"}, "/pdb/rest/v1/core/entry/1CRN", RCSB, ["X-RAY DIFFRACTION"]),
    ("pdb_entry_text", {"entry": "1CRN", "field": "unit cell"}, "/pdb/rest/v1/core/entry/1CRN", RCSB, ["a: 40.96; b: 18.65; c: 22.52; beta: 90.77"]),
    ("pdb_entry_number", {"entry": "1CRN", "field": "molecular weight"}, "/pdb/rest/v1/core/entry/1CRN", RCSB, (4.73, "kDa")),
    ("pdb_domain_text", {"entry": "1CBS", "field": "CATH topology"}, "/cath/mappings/cath/1cbs", {"1cbs": {"CATH": {"2.40.128.20": {"topology": "Lipocalin", "class": "Mainly Beta"}}}}, ["Lipocalin"]),
    ("alphafold_model_number", {"accession": "P69905", "field": "mean pLDDT"}, "/alphafold/prediction/P69905", [{"uniprotAccession": "P69905", "globalMetricValue": 98.06}], (98.06, "1")),
    ("alphafold_model_text", {"accession": "P69905", "field": "model file"}, "/alphafold/prediction/P69905", [{"uniprotAccession": "P69905", "pdbUrl": "https://x/a.pdb", "cifUrl": "https://x/a.cif"}], ["https://x/a.pdb", "https://x/a.cif"]),
    ("pubchem_compound_number", {"cid": 2244, "field": "molecular weight"}, "/pubchem/pug/compound/cid/2244/property/MolecularWeight/JSON", {"PropertyTable": {"Properties": [{"CID": 2244, "MolecularWeight": "180.16"}]}}, (180.16, "g/mol")),
    ("pubchem_compound_text", {"cid": 2244, "field": "synonyms"}, "/pubchem/pug/compound/cid/2244/synonyms/JSON", {"InformationList": {"Information": [{"CID": 2244, "Synonym": ["aspirin", "50-78-2"]}]}}, ["aspirin", "50-78-2"]),
    ("pubchem_compound_text", {"cid": 2244, "field": "hazard statements"}, "/pubchem/pug_view/data/compound/2244/JSON?heading=GHS+Classification", GHS, ["H302: Harmful if swallowed"]),
    ("compound_patents", {"inchikey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"}, "/pubchem/pug/compound/inchikey/BSYNRYMUTXBXSQ-UHFFFAOYSA-N/xrefs/PatentID/JSON", {"InformationList": {"Information": [{"CID": 2244, "PatentID": ["US-1234567-A", "EP-0000001-B1"]}]}}, ["US-1234567-A", "EP-0000001-B1"]),
    ("pubchem_structure", {"cid": 2244}, "/pubchem/pug/compound/cid/2244/property/IsomericSMILES/JSON", {"PropertyTable": {"Properties": [{"CID": 2244, "SMILES": "CC(=O)OC1=CC=CC=C1C(=O)O"}]}}, "CC(=O)OC1=CC=CC=C1C(=O)O"),
    ("chembl_molecule_number", {"molecule": "CHEMBL25", "field": "AlogP"}, "/chembl/molecule/CHEMBL25.json", CHEMBL, (1.31, "1")),
    ("chembl_molecule_text", {"molecule": "CHEMBL25", "field": "formula"}, "/chembl/molecule/CHEMBL25.json", CHEMBL, ["C9H8O4"]),
    ("chembl_molecule_text", {"molecule": "CHEMBL25", "field": "mechanism of action"}, "/chembl/mechanism.json?molecule_chembl_id=CHEMBL25&limit=100", {"mechanisms": [{"molecule_chembl_id": "CHEMBL25", "mechanism_of_action": "Cyclooxygenase inhibitor"}]}, ["Cyclooxygenase inhibitor"]),
    ("chembl_molecule_verdict", {"molecule": "CHEMBL25", "field": "natural product"}, "/chembl/molecule/CHEMBL25.json", CHEMBL, False),
    ("chembl_structure", {"molecule": "CHEMBL25"}, "/chembl/molecule/CHEMBL25.json", CHEMBL, "CC(=O)Oc1ccccc1C(=O)O"),
    ("ensembl_feature_number", {"feature": "ENSG00000141510.18", "field": "start"}, "/ensembl/lookup/id/ENSG00000141510?content-type=application%2Fjson", {"id": "ENSG00000141510", "start": 7661779, "strand": -1}, (7661779.0, "1")),
    ("ensembl_feature_text", {"feature": "ENSG00000141510", "field": "chromosome"}, "/ensembl/lookup/id/ENSG00000141510?content-type=application%2Fjson", {"id": "ENSG00000141510", "seq_region_name": "17"}, ["17"]),
    ("ncbi_gene_number", {"gene": "7157", "field": "exons"}, "/ncbi/esummary.fcgi?db=gene&id=7157&retmode=json&tool=scitoolagent", NCBI, (12.0, "1")),
    ("ncbi_gene_text", {"gene": "7157", "field": "aliases"}, "/ncbi/esummary.fcgi?db=gene&id=7157&retmode=json&tool=scitoolagent", NCBI, ["BCC7, LFS1, P53"]),
    ("interpro_entry_number", {"entry": "IPR000971", "field": "proteins"}, "/interpro/entry/interpro/IPR000971", {"metadata": {"accession": "IPR000971", "counters": {"proteins": 70000}}}, (70000.0, "1")),
    ("interpro_entry_text", {"entry": "IPR000971", "field": "name"}, "/interpro/entry/interpro/IPR000971", {"metadata": {"accession": "IPR000971", "name": {"name": "Globin", "short": "Globin"}}}, ["Globin"]),
    ("string_protein_text", {"symbol": "TP53", "field": "interaction partners"}, "/string/json/interaction_partners?identifiers=TP53&species=9606&limit=100&caller_identity=scitoolagent", [{"preferredName_A": "TP53", "preferredName_B": "MDM2", "score": 0.999, "escore": 0.9}], ["protein: TP53; partner: MDM2; score: 0.999"]),
    ("kegg_entry_number", {"entry": "C00031", "field": "exact mass"}, "/kegg/get/C00031", FLAT, (180.0634, "Da")),
    ("kegg_entry_text", {"entry": "C00031", "field": "names"}, "/kegg/get/C00031", FLAT, ["D-Glucose;", "Grape sugar"]),
    ("chebi_compound_number", {"compound": "CHEBI:15377", "field": "mass"}, "/chebi/public/compound/CHEBI%3A15377/", {"chebi_accession": "CHEBI:15377", "chemical_data": {"mass": "18.015"}}, (18.015, "g/mol")),
    ("chebi_compound_text", {"compound": "CHEBI:15377", "field": "definition"}, "/chebi/public/compound/CHEBI%3A15377/", {"chebi_accession": "CHEBI:15377", "definition": "An oxygen <b>hydride</b>."}, ["An oxygen hydride ."]),
    ("oma_protein_text", {"accession": "P69905", "field": "orthologs"}, "/oma/protein/P69905/orthologs/?per_page=100", [{"omaid": "MOUSE1", "canonicalid": "HBA_MOUSE", "rel_type": "1:1"}], ["id: HBA_MOUSE; OMA: MOUSE1; relation: 1:1"]),
    ("pubmed_article_text", {"pmid": "12345678", "field": "abstract"}, "/europepmc/search?query=EXT_ID:12345678+AND+SRC:MED&resultType=core&format=json", PAPER, ["Aim To show <2 things."]),
    ("pubmed_article_number", {"pmid": "12345678", "field": "citations"}, "/europepmc/search?query=EXT_ID:12345678+AND+SRC:MED&resultType=core&format=json", PAPER, (0.0, "1")),
    ("pubmed_article_verdict", {"pmid": "12345678", "field": "open access"}, "/europepmc/search?query=EXT_ID:12345678+AND+SRC:MED&resultType=core&format=json", PAPER, False),
    ("crossref_work_number", {"doi": "10.1021/jm000942e", "field": "year"}, "/crossref/works/10.1021%2Fjm000942e", WORK, (2000.0, "1")),
    ("crossref_work_text", {"doi": "10.1021/jm000942e", "field": "authors"}, "/crossref/works/10.1021%2Fjm000942e", WORK, ["given: Peter; family: Ertl", "family: Rohde"]),
    ("arxiv_preprint_text", {"preprint": "1706.03762", "field": "title"}, "/arxiv/api/query?id_list=1706.03762&max_results=1", ATOM, ["Attention Is All You Need"]),
    ("arxiv_preprint_text", {"preprint": "1706.03762", "field": "authors"}, "/arxiv/api/query?id_list=1706.03762&max_results=1", ATOM, ["Ashish Vaswani", "Noam Shazeer"]),
    ("cod_crystal_number", {"crystal": "1000041", "field": "a"}, "/cod/result?id=1000041&format=json", [{"file": "1000041", "a": "5.62", "sg": "F m -3 m"}], (5.62, "Ao")),
    ("cod_crystal_text", {"crystal": "1000041", "field": "space group"}, "/cod/result?id=1000041&format=json", [{"file": "1000041", "a": "5.62", "sg": "F m -3 m"}], ["F m -3 m"]),
    ("material_record_number", {"material": "mp-149", "field": "band gap"}, "/materials_project/materials/summary/?material_ids=mp-149&_fields=material_id,band_gap", MATERIAL, (0.6105, "eV")),
    ("material_record_text", {"material": "mp-149", "field": "space group"}, "/materials_project/materials/summary/?material_ids=mp-149&_fields=material_id,symmetry", MATERIAL, ["Fd-3m"]),
    ("material_record_text", {"material": "mp-149", "field": "remarks"}, "/materials_project/materials/provenance/?material_ids=mp-149&_fields=material_id,remarks", {"data": [{"material_id": "mp-149", "remarks": []}]}, ["none"]),
    ("material_record_verdict", {"material": "mp-149", "field": "metal"}, "/materials_project/materials/summary/?material_ids=mp-149&_fields=material_id,is_metal", MATERIAL, False),
    ("battery_record_number", {"battery": "mp-22526_Li", "field": "average voltage"}, "/materials_project/materials/insertion_electrodes/?battery_ids=mp-22526_Li&_fields=battery_id,average_voltage", ELECTRODE, (3.97, "V")),
    ("battery_record_text", {"battery": "mp-22526_Li", "field": "working ion"}, "/materials_project/materials/insertion_electrodes/?battery_ids=mp-22526_Li&_fields=battery_id,working_ion", ELECTRODE, ["Li"]),
    ("molecule_record_number", {"molecule": MOLECULE, "field": "charge"}, f"/materials_project/molecules/summary/?molecule_ids={MOLECULE}&_fields=molecule_id,charge", THERMO, (-1.0, "1")),
    ("molecule_record_text", {"molecule": MOLECULE, "field": "zero point energy"}, f"/materials_project/molecules/summary/?molecule_ids={MOLECULE}&_fields=molecule_id,zero_point_energy", THERMO, ["NONE: 0.61 eV"]),
    ("molecule_record_verdict", {"molecule": MOLECULE, "field": "deprecated"}, f"/materials_project/molecules/core/?molecule_ids={MOLECULE}&_fields=molecule_id,deprecated", {"data": [{"molecule_id": MOLECULE, "deprecated": True}]}, True),
    ("materials_of_formula_text", {"formula": "Fe2O3", "field": "band gaps"}, "/materials_project/materials/summary/?formula=Fe2O3&", {"data": [{"material_id": "mp-19770", "band_gap": 2.1}, {"material_id": "mp-1", "band_gap": None}]}, ["id: mp-19770; band_gap: 2.1 eV"]),
    ("molecules_of_formula_text", {"formula": "Li2CO3", "field": "molecule IDs"}, "/materials_project/molecules/summary/?formula=C1+Li2+O3&_fields=molecule_id&_limit=100", {"data": [{"molecule_id": MOLECULE}]}, [MOLECULE]),
    ("materials_of_formula_text", {"formula": "Fe2O3", "field": "XAS"}, "/materials_project/materials/xas/?formula=Fe2O3&", {"data": [{"spectrum_id": "mp-1-XANES-Fe-K", "absorbing_element": "Fe", "edge": "K", "spectrum_type": "XANES"}]}, ["id: mp-1-XANES-Fe-K; element: Fe; edge: K; kind: XANES"]),
    ("materials_of_system_text", {"system": "Fe-O", "field": "materials"}, "/materials_project/materials/summary/?chemsys=Fe-O&", {"data": [{"material_id": "mp-19770", "formula_pretty": "Fe2O3"}]}, ["id: mp-19770; formula: Fe2O3"]),
    ("materials_of_system_text", {"system": "Fe-O", "field": "compounds containing"}, "/materials_project/materials/summary/?elements=Fe,O&", {"data": [{"material_id": "mp-19770", "formula_pretty": "Fe2O3"}]}, ["id: mp-19770; formula: Fe2O3"]),
    ("materials_of_words_text", {"keywords": "cubic perovskite", "field": "structure descriptions"}, "/materials_project/materials/robocrys/text_search/?keywords=cubic,perovskite&", {"data": [{"material_id": "mp-4019", "description": "CaTiO3 is (Cubic) Perovskite structured", "condensed_structure": {"formula": "CaTiO3"}}]}, ["id: mp-4019; formula: CaTiO3; description: CaTiO3 is (Cubic) Perovskite structured"]),
    ("materials_of_words_text", {"keywords": "garnet", "field": "synthesis"}, "/materials_project/materials/synthesis/?keywords=garnet&", {"data": [{"doi": "10.1/x", "reaction_string": "A == B", "paragraph_string": "It was fired."}]}, ["doi: 10.1/x; reaction: A == B; paragraph: It was fired."]),
    ("quickgo_annotation_text", {"accession": "P69905", "field": "annotations by homology"}, "/quickgo/annotation/search?geneProductId=P69905&includeFields=goName&limit=100&evidenceCode=ECO:0000250,ECO:0000501&evidenceCodeUsage=descendants", QUICKGO, ["id: GO:0020037; term: heme binding; aspect: molecular_function; evidence: ISS; from: [\"P01942\"]"]),
    ("interpro_protein_text", {"accession": "P69905", "field": "GO terms of its domains"}, "/interpro/entry/interpro/protein/uniprot/P69905?page_size=200", MATCHES, ["id: IPR000971; name: Globin; terms: [\"heme binding\"]"]),
    ("interpro_protein_text", {"accession": "P0A6F5", "field": "HAMAP family"}, "/interpro/entry/hamap/protein/uniprot/P0A6F5?page_size=200", {"results": [{"metadata": {"accession": "MF_00600", "name": "CH60"}}]}, ["id: MF_00600; name: CH60"]),
    ("interface_record_text", {"accession": "P69905", "field": "interface partners"}, "/pdbekb/uniprot/interface_residues/P69905", INTERFACES, ["partner: P68871; name: Hemoglobin subunit beta; stretches: 2"]),
    ("interface_record_text", {"accession": "P69905", "field": "structures of interfaces"}, "/pdbekb/uniprot/interface_residues/P69905", INTERFACES, ["1a00", "4hhb"]),
    ("shared_interface", {"accession": "P69905", "other": "P68871"}, "/pdbekb/uniprot/interface_residues/P69905", INTERFACES, ["1a00", "4hhb"]),
    ("chemspider_id", {"inchikey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"}, "/wikidata/sparql?query=SELECT+%3Fitem", {"results": {"bindings": [{"item": {"value": "http://www.wikidata.org/entity/Q18216"}, "id": {"value": "2157"}}]}}, ["2157"]),
    ("string_interaction_number", {"symbol": "TP53", "other": "MDM2", "field": "interaction score"}, "/string/json/network?identifiers=TP53%0DMDM2&species=9606&required_score=0", [{"preferredName_A": "TP53", "preferredName_B": "MDM2", "score": 0.999, "escore": 0.992}], (0.999, "1")),
    ("chembl_molecule_text", {"molecule": "CHEMBL25", "field": "measured activities"}, "/chembl/activity.json?molecule_chembl_id=CHEMBL25&pchembl_value__isnull=false&limit=100", {"activities": [{"molecule_chembl_id": "CHEMBL25", "target_pref_name": "Prostaglandin G/H synthase 1", "target_chembl_id": "CHEMBL221", "standard_type": "IC50", "standard_relation": "=", "standard_value": "1670", "standard_units": "nM", "pchembl_value": "5.78"}]}, ["target: Prostaglandin G/H synthase 1; id: CHEMBL221; type: IC50; relation: =; value: 1670; unit: nM; pChEMBL: 5.78"]),
    ("materials_of_gap_text", {"gap": "1.2-1.4", "field": "materials"}, "/materials_project/materials/summary/?band_gap_min=1.2&band_gap_max=1.4&", {"data": [{"material_id": "mp-1", "formula_pretty": "SnS", "band_gap": 1.3}]}, ["id: mp-1; formula: SnS; band_gap: 1.3 eV"]),
    ("uniprot_named_sequence", {"name": "insulin"}, "/uniprot/uniprotkb/search?query=protein_name:%22insulin%22+AND+organism_id:9606+AND+reviewed:true&format=json", NAMED, "MALWMRLLPL"),
    ("uniprot_entry_text", {"accession": "P69905", "field": "sulfation sites"}, "/uniprot/uniprotkb/P69905.json", {**UNIPROT, "features": [{"type": "Modified residue", "location": {"start": {"value": 4}}, "description": "Sulfotyrosine"}]}, ["residue: 4; kind: Sulfotyrosine"]),
    ("arxiv_pdf", {"preprint": "1706.03762"}, "/arxiv/pdf/1706.03762", PDF, None),
    ("open_access_pdf", {"pmc": "PMC3531190"}, "/europepmc_files/articles/PMC3531190?pdf=render", PDF, None),
    ("pdb_structure_file", {"entry": "1CRN"}, "/pdb_files/download/1CRN.pdb", PDB_FILE, None),
]
# fmt: on
