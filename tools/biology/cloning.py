"""Cloning with restriction enzymes: digests, ligations, Golden Gate."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._pieces import LONGEST, Piece, circles, digest, enzymes_named, fits, joined
from scitoolagent.tools.biology._sequence import parse_dna, shown
from scitoolagent.tools.biology.dna_sites import RestrictionEnzyme, Topology

VectorDna = Annotated[
    str,
    Semantic(
        "VectorDna",
        parent="DnaSequence",
        label="vector DNA",
        also=("cloning vector",),
        finder="scitoolagent.tools.biology._cloning_words:find_vectors",
        needs_context=True,
    ),
]
InsertDna = Annotated[
    str,
    Semantic(
        "InsertDna",
        parent="DnaSequence",
        label="insert DNA",
        also=("insert of a cloning",),
        finder="scitoolagent.tools.biology._cloning_words:find_inserts",
        needs_context=True,
    ),
]
DigestFragment = Annotated[
    dict[str, str | int],
    Semantic(
        "DigestFragment",
        parent="SequenceProperty",
        label="restriction fragment",
        also=("restriction fragments", "fragments of a restriction digest", "fragments of the digest", "DNA fragments"),
    ),
]
DigestLengths = Annotated[
    list[int],
    Semantic(
        "DigestLengths",
        parent="SequenceProperty",
        unit="1",
        label="fragment lengths of a restriction digest",
        also=(
            "restriction fragment lengths",
            "fragment sizes",
            "fragment lengths",
            "restriction fragment sizes",
            "band sizes",
            "gel bands",
        ),
    ),
]
ClonedPlasmid = Annotated[
    str,
    Semantic(
        "ClonedPlasmid",
        parent="DnaSequence",
        label="plasmid of a restriction cloning",
        also=(
            "recombinant plasmid",
            "restriction cloning",
            "cloning product",
            "cloned plasmid",
            "ligation product",
            "product of the restriction cloning",
        ),
    ),
]
GoldenGatePlasmid = Annotated[
    str,
    Semantic(
        "GoldenGatePlasmid",
        parent="DnaSequence",
        label="plasmid of a Golden Gate assembly",
        also=("Golden Gate assembly", "Golden Gate cloning", "Golden Gate product", "Golden Gate reaction"),
    ),
]
ProductLength = Annotated[
    int,
    Semantic("ProductLength", parent="SequenceProperty", unit="1", label="length of a cloned plasmid in base pairs"),
]
JoinedEnds = Annotated[
    str,
    Semantic("JoinedEnds", parent="SequenceProperty", label="joined ends", also=("overhangs of the junctions",)),
]
CloningNote = Annotated[str, Semantic("CloningNote", parent="Report", role="note", label="what the cloning assumes")]

_VECTOR = "TTGACGGCTAGCTCAGTCCTAGGTACAGTGCTAGCGAATTCGCATGCGGATCCAAATAAAACGAAAGGCTCAGTCGAAAGACT"
_INSERT = "CCGGAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGATCCGCG"
_PARTS = [
    "AAGGTCTCAAATGGCTAAACGTGATCCGTTAGCTTAGAGACCTT",
    "AAGGTCTCAGCTTGGCGAAATTCTGCATTAACGCTAGAGACCTT",
    "TTGACAGCTAATGAGAGACCTTTTGGTCTCACGCTCATTAGCAGTCCTAGGTATACTG",
]
_MOST_PARTS = 12


@dataclasses.dataclass(frozen=True, slots=True)
class Digest:
    """The pieces that restriction enzymes cut DNA into."""

    lengths: DigestLengths
    fragments: list[DigestFragment]


@dataclasses.dataclass(frozen=True, slots=True)
class Cloning:
    """The plasmids that a ligation can give."""

    plasmids: list[ClonedPlasmid]
    length: ProductLength
    ends: list[JoinedEnds]
    note: CloningNote


@dataclasses.dataclass(frozen=True, slots=True)
class GoldenGate:
    """The plasmid that a Golden Gate reaction gives."""

    plasmid: GoldenGatePlasmid
    length: ProductLength
    ends: list[JoinedEnds]
    note: CloningNote


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _INSERT, "enzyme": "EcoRI, BamHI"},
    also=(
        "digest",
        "digest with restriction enzymes",
        "restriction digest fragments",
        "cut DNA with restriction enzymes",
    ),
)
def restriction_fragments(sequence: DnaSequence, enzyme: RestrictionEnzyme, topology: Topology = "linear") -> Digest:
    """Cut DNA with restriction enzymes and give the fragments with their ends.

    Args:
        sequence: DNA of at most 50,000 bases of A, C, G and T.
        enzyme: One to six enzymes such as EcoRI, with commas between them; each cuts at all of its sites.
        topology: linear or circular.
    Returns:
        Lengths in bases, the longest first, counted along the upper strand; and in the order of the sequence start
        and end (from 1, both included), length, ends (5', 3' or blunt with the bases that stand out) and bases.
    Raises:
        ToolInputError: A letter is no DNA base, the sequence is too long, an enzyme is not known or does not cut at one
            known place, no enzyme cuts, or two cuts overlap.
    Source: REBASE, Roberts et al. 2023, doi:10.1093/nar/gkac975, by `Bio.Restriction`; no methylation is looked at.
    """
    strand = parse_dna(sequence, longest=LONGEST)
    circular = _circular(topology)
    pieces = digest(strand, enzymes_named(enzyme, 6), circular)
    if not pieces or pieces[0].left.kind == pieces[0].right.kind == "open":
        raise ToolInputError(f"{enzyme} does not cut this sequence; it stays as it is, {len(strand)} bases long")
    records: list[dict[str, str | int]] = []
    for piece in pieces:
        first, bases = _upper(piece, len(strand))
        end = (first + len(bases) - 1) % len(strand)
        records.append(
            {
                "start": first + 1,
                "end": end + 1,
                "length": len(bases),
                "left end": _told(piece.left.kind, piece.left.bases),
                "right end": _told(piece.right.kind, piece.right.bases),
                "bases": bases,
            }
        )
    return Digest(sorted((int(one["length"]) for one in records), reverse=True), records)


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"vector": _VECTOR, "insert": _INSERT, "enzyme": "EcoRI, BamHI"},
    also=("clone an insert into a vector", "restriction cloning", "ligate an insert into a vector", "clone", "cloning"),
)
def restriction_cloning(vector: VectorDna, insert: InsertDna, enzyme: RestrictionEnzyme) -> Cloning:
    """Clone an insert into a vector with one or two restriction enzymes.

    Args:
        vector: The circular vector, at most 50,000 bases; each enzyme cuts it once.
        insert: Linear DNA with a site of each enzyme around what is to be cloned, or two of the one enzyme.
        enzyme: One or two enzymes such as EcoRI, BamHI.
    Returns:
        The circular plasmids: two where the insert goes in both ways round. They are written from the vector's first
        base where that is kept. Of the two parts of the vector the longer one is kept.
    Raises:
        ToolInputError: an enzyme does not cut the vector once or not the insert around one piece, or no ends fit.
    Source: Watson-Crick pairing of the overhangs; REBASE, doi:10.1093/nar/gkac975, by `Bio.Restriction`.
    """
    circle = parse_dna(vector, longest=LONGEST)
    enzymes = enzymes_named(enzyme, 2)
    for one in enzymes:
        if (cuts := len(digest(circle, [one], True))) != 1:
            raise ToolInputError(f"{one} cuts the vector {cuts} times; an enzyme for cloning cuts it once")
    parts = sorted(digest(circle, enzymes, True), key=lambda piece: -len(piece.core))
    if len(parts) == 2 and len(parts[0].core) == len(parts[1].core):
        raise ToolInputError("both parts of the vector are of one length; it is not known which is to be kept")
    backbone = parts[0]
    inner = digest(parse_dna(insert, longest=LONGEST), enzymes, False)[1:-1]
    if len(inner) != 1:
        raise ToolInputError(f"the enzymes cut {len(inner)} pieces out of the insert; one is needed")
    ways = [
        one
        for one in (inner[0], inner[0].turned())
        if fits(backbone.right, one.left) and fits(one.right, backbone.left)
    ]
    if not ways:
        raise ToolInputError("the ends of the insert do not go with those of the vector")
    plasmids = list(dict.fromkeys(_numbered(backbone, one, len(circle)) for one in ways))
    told = [_told(end.kind, end.bases) for end in (backbone.right, backbone.left)]
    removed = len(_upper(parts[1], len(circle))[1]) if len(parts) == 2 else 0
    return Cloning(plasmids, len(plasmids[0]), told, _cloning_note(len(plasmids), removed))


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"parts": _PARTS, "enzyme": "BsaI"},
    also=("assemble by Golden Gate", "Golden Gate assembly of parts", "Golden Gate cloning of parts"),
)
def golden_gate_assembly(parts: list[DnaSequence], enzyme: RestrictionEnzyme = "BsaI") -> GoldenGate:
    """Assemble parts of DNA by Golden Gate with a type IIS enzyme.

    Args:
        parts: 2 to 12 parts, in any order and either way round, each with two sites of the enzyme; one may be the
            vector. A part whose piece without sites runs over its end is taken as circular.
        enzyme: One enzyme that cuts outside of its site, such as BsaI, BsmBI or BbsI.
    Returns:
        The circular plasmid, written from the first part, its length and the overhangs in their order.
    Raises:
        ToolInputError: the enzyme cuts inside its site or leaves no overhang, a part has not two sites or leaves not
            one piece without a site, an overhang is its own reverse complement, or the parts make no circle or several.
    Source: Engler et al. 2008, doi:10.1371/journal.pone.0003647; cuts by `Bio.Restriction`.
    """
    if not 2 <= len(parts) <= _MOST_PARTS:
        raise ToolInputError(f"a Golden Gate assembly needs 2 to {_MOST_PARTS} parts, not {len(parts)}")
    (cutter,) = enzymes_named(enzyme, 1)
    if not cutter.ovhg or set(str(cutter.ovhgseq)) != {"N"}:
        raise ToolInputError(f"{cutter} does not leave an overhang outside of its site; take BsaI, BsmBI or BbsI")
    kept = [_released(parse_dna(part, longest=LONGEST), cutter, number) for number, part in enumerate(parts, 1)]
    for piece in kept:
        for end in (piece.left, piece.right):
            if end == end.turned():
                raise ToolInputError(f"the overhang {end.bases} is its own reverse complement; it joins to itself")
    ways = circles(kept)
    if len(ways) != 1:
        told = ", ".join(f"{piece.left.bases}…{piece.right.bases}" for piece in kept)
        raise ToolInputError(f"the parts make {len(ways) or 'no'} circles and not one; their ends are {told}")
    product = joined(ways[0])
    note = "the vector was taken as circular; parts whose order or direction was another one were put in order"
    return GoldenGate(product, len(product), [piece.right.bases for piece in ways[0]], note)


def _released(text: str, cutter: Any, number: int) -> Piece:
    pieces = digest(text, [cutter], True)
    if len(pieces) != 2:
        raise ToolInputError(f"part {number} is cut {len(pieces)} times; a part has two sites of the enzyme")
    free = [piece for piece in pieces if not _has_site(piece, cutter)]
    if len(free) != 1:
        raise ToolInputError(f"{len(free)} pieces of part {number} are without a site; exactly one has to be")
    return free[0]


def _has_site(piece: Piece, cutter: Any) -> bool:
    from Bio.Seq import Seq

    # Bases around it, so that a cut that would run out of the piece is seen, too.
    return bool(cutter.search(Seq("A" * 30 + piece.upper + "A" * 30), linear=True))


def _upper(piece: Piece, length: int) -> tuple[int, str]:
    """Where the upper strand of a piece begins, and its bases: 5' overhangs stand at its left, 3' ones at its right."""
    left = piece.left.bases if piece.left.kind == "5'" else ""
    right = piece.right.bases if piece.right.kind == "3'" else ""
    return (piece.start - len(left)) % length, left + piece.core + right


def _numbered(backbone: Piece, insert: Piece, length: int) -> str:
    """The plasmid from the first base of the vector, where that is in the backbone."""
    product = joined([backbone, insert])
    place = (len(backbone.left.bases) - backbone.start) % length
    kept = len(backbone.left.bases + backbone.core)
    return product[place:] + product[:place] if place <= kept else product


def _cloning_note(ways: int, removed: int) -> str:
    told = f"the vector was taken as circular, and its shorter part of {removed} bases was taken out"
    if removed == 0:
        told = "the vector was taken as circular"
    return told + ("; the ends are alike, so the insert goes in both ways round" if ways > 1 else "")


def _circular(topology: str) -> bool:
    if topology.strip().lower() not in ("linear", "circular"):
        raise ToolInputError(f"the topology must be linear or circular, not {shown(topology)}")
    return topology.strip().lower() == "circular"


def _told(kind: str, bases: str) -> str:
    return {"open": "end of the molecule", "blunt": "blunt"}.get(kind, f"{kind} {bases}")
