"""The types that tools of several domains share. A type of one domain stands beside its tools.

A value stays a plain `str`, `float` or `Path`; the annotation carries the meaning.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from scitoolagent.tool.semantic import Semantic

# Roots that no tool takes or gives directly; they only order the hierarchy.
ROOTS: tuple[Semantic, ...] = (
    Semantic("MolecularStructure", edam="data_0883", label="molecular structure"),
    Semantic("Sequence", edam="data_2044", announced=("sequence", "sequences"), screen="sequence"),
    Semantic("NucleicAcidSequence", parent="Sequence", edam="data_2977", screen="nucleotide"),
    Semantic("Identifier", edam="data_0842"),
    Semantic("File", role="file"),
    Semantic("StructureFile", parent="File"),
    Semantic("MolecularProperty", edam="data_2087"),
    Semantic("MolecularDescriptor", parent="MolecularProperty"),
    Semantic("AtomProperty", parent="MolecularProperty", label="property of each atom"),
    Semantic("Fingerprint", parent="MolecularProperty"),
    Semantic("SequenceProperty", edam="data_2534"),
    Semantic("MaterialProperty"),
    # How far apart two temperatures are: 20 °C more are 20 K more, and not 293 K.
    Semantic("TemperatureInterval", parent="MaterialProperty", label="difference of temperatures"),
    Semantic("Parameter", label="setting of a tool", role="setting"),
    # Its values name what is asked for: a record says many things, and the field says which.
    Semantic("RecordField", parent="Parameter", label="field of a record"),
    Semantic("Report", edam="data_2048"),
    Semantic("Table", role="table", label="table of rows"),
    # A verdict on every row: a join before it keeps rows that the other file knows nothing of.
    Semantic("JudgedRows", parent="Table", label="rows with a verdict each"),
)

# Notations of one molecule.
Smiles = Annotated[
    str,
    Semantic(
        "Smiles",
        parent="MolecularStructure",
        edam="data_2301",
        label="SMILES",
        also=("SMILES string", "SMILES notation", "SMILES format", "SMILES representation"),
        screen="smiles",
    ),
]
InChI = Annotated[
    str,
    Semantic(
        "InChI",
        parent="MolecularStructure",
        edam="format_1197",
        label="InChI",
        also=("InChI string", "International Chemical Identifier"),
        pattern=r"InChI=1S?/\S+",
        screen="inchi",
    ),
]
InChIKey = Annotated[
    str,
    Semantic(
        "InChIKey",
        parent="MolecularStructure",
        edam="format_1199",
        label="InChIKey",
        also=("InChI key", "hashed InChI"),
        pattern=r"[A-Z]{14}-[A-Z]{10}-[A-Z]",
        announced=("inchikey",),
        screen="inchikey",
    ),
]
Selfies = Annotated[
    str,
    Semantic(
        "Selfies",
        parent="MolecularStructure",
        label="SELFIES",
        also=("SELFIES string", "self-referencing embedded string"),
        pattern=r"(?:\[[^\[\]\s]+\]|\.)+",
        screen="selfies",
    ),
]
Sln = Annotated[
    str,
    Semantic(
        "Sln",
        parent="MolecularStructure",
        label="SLN",
        also=("SLN string", "Sybyl line notation"),
        needs_context=True,
        screen="scitoolagent.tools.chemistry.sln:sln_to_smiles",
    ),
]
Smarts = Annotated[
    str,
    Semantic(
        "Smarts", parent="Parameter", label="SMARTS", also=("SMARTS pattern",), needs_context=True, screen="smarts"
    ),
]
CasNumber = Annotated[
    str,
    Semantic(
        "CasNumber",
        parent="Identifier",
        edam="data_1002",
        label="CAS number",
        also=("CAS", "CAS registry number", "CAS RN"),
        pattern=r"[1-9]\d{1,6}-\d{2}-\d",
        screen="name",
    ),
]
PubChemCid = Annotated[
    int,
    Semantic(
        "PubChemCid",
        parent="Identifier",
        edam="data_1172",
        label="PubChem CID",
        also=("PubChem compound identifier", "CID"),
        finder="scitoolagent.tools.records._accessions:find_cids",
    ),
]
MoleculeName = Annotated[
    str,
    Semantic(
        "MoleculeName",
        parent="Identifier",
        edam="data_0990",
        label="name of a molecule",
        also=("molecule name", "compound name", "common name", "chemical name", "name"),
        recogniser="scitoolagent.tools.chemistry.names:compound_name",
        speller="scitoolagent.tools.chemistry._misspelt:read_name",
        again="scitoolagent.tools.chemistry._said_again:find_said_again",
        screen="name",
    ),
]
IupacName = Annotated[str, Semantic("IupacName", parent="MoleculeName", label="IUPAC name", also=("systematic name",))]
MolecularFormula = Annotated[
    str,
    Semantic(
        "MolecularFormula",
        parent="MolecularProperty",
        edam="data_0846",
        label="molecular formula",
        also=("formula", "chemical formula", "elemental formula"),
        announced=("formula",),
    ),
]

# Sequences: one-letter codes, upper case, no gaps.
ProteinSequence = Annotated[
    str,
    Semantic(
        "ProteinSequence",
        parent="Sequence",
        edam="data_2976",
        label="protein sequence",
        also=("peptide sequence", "amino acid sequence", "polypeptide sequence"),
        announced=(
            "protein",
            "peptide",
            "dipeptide",
            "tripeptide",
            "tetrapeptide",
            "pentapeptide",
            "hexapeptide",
            "oligopeptide",
            "polypeptide",
            "enzyme",
            "antibody",
        ),
        screen="protein",
    ),
]
DnaSequence = Annotated[
    str,
    Semantic(
        "DnaSequence",
        parent="NucleicAcidSequence",
        edam="data_3494",
        label="DNA sequence",
        also=("coding sequence", "nucleotide sequence"),
        announced=("dna", "gene", "primer", "oligonucleotide", "oligo", "strand", "probe", "template", "amplicon"),
    ),
]
RnaSequence = Annotated[
    str,
    Semantic(
        "RnaSequence",
        parent="NucleicAcidSequence",
        edam="data_3495",
        label="RNA sequence",
        also=("mRNA sequence", "transcript"),
        announced=("rna", "mrna"),
    ),
]

# A day of the calendar, as columns of files have it.
CalendarDate = Annotated[str, Semantic("CalendarDate", label="date", finder="scitoolagent.tool.days:find_days")]

# Identifiers of records elsewhere.
PdbId = Annotated[
    str,
    Semantic(
        "PdbId",
        parent="Identifier",
        edam="data_1127",
        label="PDB ID",
        also=("PDB code", "PDB entry"),
        pattern=r"[1-9][A-Za-z0-9]{3}|pdb_[a-z0-9]{8}",
        announced=("pdb",),
        needs_context=True,
        finder="scitoolagent.tools.records._accessions:find_pdb_ids",
    ),
]
UniProtAccession = Annotated[
    str,
    Semantic(
        "UniProtAccession",
        parent="Identifier",
        edam="data_3021",
        label="UniProt accession",
        also=("UniProt ID",),
        pattern=r"[OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z0-9]{2}\d){1,2}",
        announced=("uniprot",),
        needs_context=True,
        finder="scitoolagent.tools.records._accessions:find_uniprot_accessions",
    ),
]
MaterialsProjectId = Annotated[
    str,
    Semantic(
        "MaterialsProjectId",
        parent="Identifier",
        label="Materials Project ID",
        also=("material ID", "mp-id"),
        pattern=r"(?:mp|mvc)-\d+",
        finder="scitoolagent.tools.records._accessions:find_materials",
    ),
]

# Files.
# What needs no side chains takes one: a file in PDB format that may hold the backbone alone.
BackboneFile = Annotated[
    Path,
    Semantic("BackboneFile", parent="StructureFile", label="file of a backbone", needs_context=True),
]
PdbFile = Annotated[
    Path,
    Semantic(
        "PdbFile", parent="BackboneFile", edam="format_1476", label="PDB file", pattern=r"[^\s\"'<>|]+\.(?:pdb|ent)"
    ),
]
CifFile = Annotated[
    Path,
    Semantic(
        "CifFile",
        parent="StructureFile",
        label="CIF file",
        also=("crystallographic information file", "crystal structure file"),
        pattern=r"[^\s\"'<>|]+\.(?:cif|mcif|vasp|poscar|POSCAR)",
    ),
]
SdfFile = Annotated[
    Path,
    Semantic(
        "SdfFile",
        parent="StructureFile",
        edam="format_3814",
        label="SDF file",
        also=("SD file", "mol file"),
        pattern=r"[^\s\"'<>|]+\.(?:sdf|mol)",
    ),
]
FastaFile = Annotated[
    Path,
    Semantic(
        "FastaFile",
        parent="File",
        edam="format_1929",
        label="FASTA file",
        pattern=r"[^\s\"'<>|]+\.(?:fasta|fa|faa|fna)",
    ),
]
VcfFile = Annotated[
    Path,
    Semantic(
        "VcfFile", parent="File", edam="format_3016", label="VCF file", also=("variant call file",),
        pattern=r"[^\s\"'<>|]+\.vcf(?:\.gz)?",
    ),
]  # fmt: skip
BedFile = Annotated[
    Path,
    Semantic("BedFile", parent="File", edam="format_3003", label="BED file", pattern=r"[^\s\"'<>|]+\.bed(?:\.gz)?"),
]
GffFile = Annotated[
    Path,
    Semantic(
        "GffFile", parent="File", edam="format_2305", label="GFF file", also=("GTF file", "GFF3 file"),
        pattern=r"[^\s\"'<>|]+\.(?:gff3?|gtf)(?:\.gz)?",
    ),
]  # fmt: skip
CsvFile = Annotated[
    Path, Semantic("CsvFile", parent="File", edam="format_3752", label="CSV file", pattern=r"[^\s\"'<>|]+\.csv")
]
RowsFile = Annotated[
    Path,
    Semantic(
        "RowsFile",
        parent="File",
        label="file of rows",
        also=("table",),
        pattern=(
            r"[^\s\"'<>|]+\.(?:tsv|tab|txt|dat|xlsx|xlsm|sd|smi|smiles|ism|ffn|fas|fastq|fq|gb|gbk|genbank|gbff|jsonl|ndjson|mmcif"
            r"|(?:csv|tsv|txt|dat|sdf|smi|smiles|fasta|fa|faa|fna|fastq|fq|gb|gbk|jsonl|pdb|ent|cif|mmcif)\.gz)"
        ),
        finder="scitoolagent.tools.tables._file_names:find_files",
    ),
]
PictureFile = Annotated[
    Path,
    Semantic("PictureFile", parent="File", label="picture to be written", pattern=r"[^\s\"'<>|]+\.(?:png|svg|pdf)"),
]
FolderOfFiles = Annotated[
    Path,
    Semantic("FolderOfFiles", parent="File", label="folder of files", pattern=r"(?:\.{0,2}[\w-][\w.-]*/)+"),
]
NewFileName = Annotated[
    str, Semantic("NewFileName", parent="Parameter", label="name of a file to be written", needs_context=True)
]

# The clause of a question that asks a domain graph; the rows are what the graph answers.
GraphClause = Annotated[
    str,
    Semantic("GraphClause", parent="Parameter", role="rows", label="question to a knowledge graph", needs_context=True),
]

# Pictures: the text of an SVG file, with nothing in it that points out of it.
SvgPicture = Annotated[str, Semantic("SvgPicture", parent="Report", label="picture as SVG", needs_context=True)]

# Settings that several tools take.
Temperature = Annotated[
    float, Semantic("Temperature", parent="Parameter", unit="Cel", label="temperature", also=("T",))
]
SolutionPh = Annotated[
    float,
    Semantic(
        "SolutionPh",
        parent="Parameter",
        unit="[pH]",
        label="pH",
        finder="scitoolagent.tools.general._solution_words:find_phs",
    ),
]
Count = Annotated[int, Semantic("Count", parent="Parameter", unit="1", label="number of items")]
Length = Annotated[int, Semantic("Length", parent="Parameter", unit="1", label="length")]

# Verdicts.
YesNo = Annotated[bool, Semantic("YesNo", label="yes or no", role="verdict")]

# All of the above: a value of these types is recognised in a question even while no tool takes it, so that the
# program can say so.
SHARED: tuple[Semantic, ...] = tuple(
    mark
    for value in list(globals().values())
    for mark in getattr(value, "__metadata__", ())
    if isinstance(mark, Semantic)
)
