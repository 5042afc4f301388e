"""Tools for VCF, BED and GFF files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError
from scitoolagent.gate.files import read_records
from scitoolagent.tables import Table
from scitoolagent.tables.variants import kind_of_allele
from scitoolagent.tools.biology import _tracks
from scitoolagent.tools.biology._tracks import GENES, INTERVALS, TARGETS, VARIANTS, parsed_region
from scitoolagent.tools.biology.gene_annotations import features_by_type, features_in_region
from scitoolagent.tools.biology.genome_intervals import intersect_intervals, interval_coverage, interval_totals
from scitoolagent.tools.biology.variants import (
    count_variants,
    passed_variants,
    transition_transversion_ratio,
    variants_in_region,
)

HEAD = "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"


def rows(folder: Path, *names: str) -> list[tuple[object, ...]]:
    return [
        row for chunk in Table.load(folder).chunks(columns=names) for row in zip(*chunk.values.values(), strict=True)
    ]


def test_variants_are_counted_as_bcftools_does() -> None:
    # `bcftools stats` 1.24 (by pysam 0.24.1) of the same file: records 12, SNPs 6, MNPs 1, indels 2, others 2, ts 4, tv 3.
    found = count_variants(Path(VARIANTS))
    assert (found.records, found.snvs, found.mnvs, found.indels, found.others) == (12, 6, 1, 2, 2)
    # One record has a deletion and an insertion, another one an insertion alone.
    assert (found.insertions, found.deletions) == (2, 1)
    ratio = transition_transversion_ratio(Path(VARIANTS))
    assert (ratio.transitions, ratio.transversions) == (4, 3)
    assert ratio.ratio == pytest.approx(4 / 3)
    # `grep -c PASS` without the header.
    assert passed_variants(Path(VARIANTS)) == 10


@pytest.mark.parametrize(
    ("ref", "alt", "kind"),
    [("A", "G", "SNV"), ("CAT", "CAC", "SNV"), ("CA", "TG", "MNV"), ("GTC", "G", "deletion"), ("GTC", "GTCT", "insertion"),
     ("ACG", "TT", "complex"), ("N", "<DEL>", "symbolic"), ("A", "*", "symbolic"), ("A", "A]2:3]", "symbolic"),
     ("A", ".", "reference"), ("a", "A", "reference"), ("ACAC", "AC", "deletion")],
)  # fmt: skip
def test_kinds_of_alleles(ref: str, alt: str, kind: str) -> None:
    assert kind_of_allele(ref, alt) == kind


@pytest.mark.parametrize(
    ("region", "places"),
    [
        # `bcftools view -r` of the same file.
        ("20:17000-21001", [17330, 19000, 20100, 21000]),
        ("20:21,002-21,002", [21000]),
        ("chr21:6400-6990", [6000]),
        ("20:22001-22001", [22000]),
        ("21:1-4999", []),
    ],
)
def test_variants_of_a_region(region: str, places: list[int]) -> None:
    found = variants_in_region(Path(VARIANTS), region)
    assert found.number == len(places)
    assert [place for (place,) in rows(found.rows, "position")] == places


def test_intervals_as_bioframe_has_them() -> None:
    # bioframe 0.8.0 of the same files: `merge`, `overlap` and `coverage`.
    total = interval_totals(Path(INTERVALS))
    assert (total.number, total.length, total.merged, total.covered) == (6, 780, 4, 730)
    found = intersect_intervals(Path(INTERVALS), Path(TARGETS))
    assert (found.bases, found.overlapping) == (180, 4)
    assert found.jaccard == pytest.approx(180 / (730 + 868 - 180))
    assert sorted(rows(found.overlaps, "start", "end")) == [
        (100, 120), (120, 220), (200, 220), (210, 250), (210, 260), (390, 400), (1000, 1010)
    ]  # fmt: skip
    covered = interval_coverage(Path(INTERVALS), Path(TARGETS))
    assert [bases for (bases,) in rows(covered.rows, "covered bases")] == [130, 70, 10, 0, 20, 0]
    assert covered.share == pytest.approx(100 * 180 / 730)


def test_features() -> None:
    # By hand from the nine columns of the file: a feature has end - start + 1 letters.
    found = features_by_type(Path(GENES))
    assert found.number == 7
    assert rows(found.kinds, "feature", "number", "total length") == [
        ("CDS", 2, 1002), ("exon", 2, 1402), ("gene", 2, 2602), ("mRNA", 1, 2001)
    ]  # fmt: skip
    inside = features_in_region(Path(GENES), "chr1:1400-1999")
    assert [name for (name,) in rows(inside.rows, "id")] == ["g1", "t1", "e1", "c1"]


def test_gtf_and_gzip_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.gtf.gz").write_bytes(
        gzip.compress(b'1\tx\tgene\t11\t20\t.\t-\t.\tgene_id "E1"; gene_name "abcA"; gene_biotype "lncRNA";\n')
    )
    found = features_in_region(tmp_path / "a.gtf.gz", "chr1:20-30")
    assert rows(found.rows, "name", "biotype", "strand", "length") == [("abcA", "lncRNA", "reverse", 10)]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("e.vcf", "", "is no VCF"),
        ("x.vcf", "chr1\t1\t2\n", "is no VCF"),
        ("p.vcf", "%PDF-1.7 ...", "is a PDF"),
        ("n.vcf", "##fileformat=VCFv4.3\n20\t1\n", "no line with the names"),
        ("c.vcf", f"{HEAD}20\tx\t.\tA\tG\t1\tPASS\t.\n", "row 1 .* position is 'x'"),
        ("q.vcf", f"{HEAD}20\t7\t.\tA\tG\thigh\tPASS\t.\n", "quality is 'high'"),
        ("a.vcf", f"{HEAD}20\t7\t.\tA\tC1=O\t1\tPASS\t.\n", "alternative allele"),
        ("s.vcf", f"{HEAD}20\t7\t.\tA\n", "has 4 columns, the header 8"),
        ("t.vcf", f"{HEAD}20\t7\t.\tA\tG\t1\t.\t.\n", "no transversion"),
    ],
)
def test_what_is_no_vcf_is_refused(tmp_path: Path, name: str, content: str, why: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ToolInputError, match=why):
        transition_transversion_ratio(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("e.bed", "", "holds no BED interval"),
        ("v.bed", HEAD, "holds no BED interval"),
        ("w.bed", ">seq\nACGT\n", "no chromosome, start and end"),
        ("b.bed", "chr1\t20\t10\n", "ends at 10 before its start"),
        ("h.bed", "chr1\t1\t10\nchr1\t-5\t10\n", "its place is '-5'"),
    ],
)
def test_what_is_no_bed_is_refused(tmp_path: Path, name: str, content: str, why: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ToolInputError, match=why):
        interval_totals(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "why"),
    [("", "holds no GFF feature"), ("chr1 a gene 1 2 . + . x\n", "columns between tabs"),
     ("chr1\ta\tgene\t9\t2\t.\t+\t.\tID=a\n", "goes from 9 to 2"), ("chr1\ta\tgene\t0\t2\t.\t+\t.\tID=a\n", "from 0"),
     ("chr1\ta\tgene\t1\t2\t.\tup\t.\tID=a\n", "strand is 'up'")],
)  # fmt: skip
def test_what_is_no_gff_is_refused(tmp_path: Path, content: str, why: str) -> None:
    (tmp_path / "a.gff").write_text(content)
    with pytest.raises(ToolInputError, match=why):
        features_by_type(tmp_path / "a.gff")


def test_what_cannot_be_compared_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.bed").write_text("1\t100\t200\n")
    (tmp_path / "empty.bed").write_text("chr1\t100\t100\n")
    with pytest.raises(ToolInputError, match="called alike"):
        intersect_intervals(Path(INTERVALS), tmp_path / "other.bed")
    with pytest.raises(ToolInputError, match="are empty"):
        interval_coverage(tmp_path / "empty.bed", Path(INTERVALS))
    with pytest.raises(ToolInputError, match="nothing on X; it has 20, 21"):
        variants_in_region(Path(VARIANTS), "X:1-10")
    with pytest.raises(ToolInputError, match="begin at 1"):
        parsed_region("chr1:10-5")
    monkeypatch.setattr(_tracks, "_MOST", 5)
    with pytest.raises(ToolInputError, match="has 12 rows; at most 5"):
        count_variants(Path(VARIANTS))


def test_no_filter_applied_is_not_none_passed(tmp_path: Path) -> None:
    (tmp_path / "a.vcf").write_text(f"{HEAD}20\t7\t.\tA\tG\t1\t.\t.\n")
    with pytest.raises(ToolInputError, match="no filter was applied"):
        passed_variants(tmp_path / "a.vcf")


# Sarin, and the letters of a coded place that hide it.
@pytest.mark.parametrize("value", ["NOTE=CC(C)OP(C)(=O)F", "ID=a%3BNote=CC(C)OP(C)(%3DO)F"])
def test_what_stands_in_a_file_is_screened(tmp_path: Path, value: str) -> None:
    (tmp_path / "a.vcf").write_text(f"{HEAD}20\t7\t.\tA\tG\t1\tPASS\tDP=3;{value}\n")
    texts = [text for record in read_records(tmp_path / "a.vcf") for _, text in record.values]
    assert "CC(C)OP(C)(=O)F" in texts
    with Agent(load_config(), tmp_path, models={}) as agent:
        answer = agent.run("How many SNVs are in a.vcf?")
    assert answer.status == "blocked" and not answer.values


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("tracks")
    for name, source in (("calls.vcf", VARIANTS), ("a.bed", INTERVALS), ("b.bed", TARGETS), ("g.gff3", GENES)):
        (folder / name).write_bytes(Path(source).read_bytes())
    with Agent(load_config(), folder, models={}) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many SNVs are in calls.vcf?", 6),
        ("How many SNVs in calls.vcf have a quality above 20?", 3),
        ("What is the Ti/Tv ratio of calls.vcf?", 4 / 3),
        ("How many variants are in calls.vcf?", 12),
        ("How many variants of calls.vcf have PASS in filter?", 10),
        ("How many variants in calls.vcf have a quality above 30?", 6),
        ("Which variants of calls.vcf lie in chr20:17000-21001?", 4),
        ("Intersect a.bed and b.bed", 180),
        ("What is the coverage of the intervals of a.bed by b.bed?", 100 * 180 / 730),
        ("How many genes are in g.gff3?", 2),
        ("What is the mean length of the exons in g.gff3?", 701),
        ("Which features of g.gff3 lie in chr1:1400-1999?", 4),
    ],
)
def test_questions(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    numbers = [one.value for one in answer.values if isinstance(one.value, int | float)]
    assert pytest.approx(value) in numbers


def test_groups_of_variants(agent: Agent) -> None:
    answer = agent.run("mean quality of the variants in calls.vcf by variant type")
    assert answer.status == "complete", answer.text
    assert "40.5" in answer.text and "MNV" in answer.text
