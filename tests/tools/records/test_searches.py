"""Record tools that ask more than once: a BLAST search, papers by words, models, networks; and what each refuses."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NotAskedError, ProviderError, RecordNotFoundError, ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.records import blast
from scitoolagent.tools.records._accessions import accessions

SHAPES = runpy.run_path(str(Path(__file__).with_name("shapes.py")))
PDF, NAMED = SHAPES["PDF"], SHAPES["NAMED"]
CHAIN = "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTT"
PUT = b"<html><!--QBlastInfoBegin\n    RID = 8ABC12DE013\n    RTOE = 11\nQBlastInfoEnd--></html>"
HITS = {
    "BlastOutput2": [{"report": {"results": {"search": {"query_len": 40, "hits": [
        {"description": [{"accession": "P69905", "title": "RecName: Full=Hemoglobin subunit alpha", "sciname": "Homo sapiens"}],
         "hsps": [{"bit_score": 83.2, "evalue": 1.2e-20, "identity": 39, "query_from": 1, "query_to": 40, "align_len": 40}]},
        {"description": [{"accession": "P01942", "title": "Alpha globin"}],
         "hsps": [{"bit_score": 60.04, "evalue": 3e-12, "identity": 18, "query_from": 11, "query_to": 30, "align_len": 24}]},
    ]}}}}]
}  # fmt: skip


def look_up(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return call_tool(next(spec for spec in load_registry() if spec.name == name), arguments)


def says(status: str) -> bytes:
    return f"<!--\nQBlastInfoBegin\n\tStatus={status}\nQBlastInfoEnd\n-->".encode()


class TestBlast:
    @pytest.fixture(autouse=True)
    def slept(self, server: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        waits: list[float] = []
        monkeypatch.setattr("scitoolagent.tools.records.blast.time.sleep", waits.append)
        return waits

    def test_a_search_is_submitted_asked_after_and_read(self, server: Any, slept: list[float]) -> None:
        for body in (PUT, says("WAITING"), says("READY")):
            server.will_say(body, kind="text/html")
        server.will_say(HITS)
        found = look_up("blast_hits", {"sequence": CHAIN})
        # Shares by hand: 39 of 40 and 18 of 24 columns; 40 and 20 of the 40 residues of the query.
        assert found["hits"] == [
            {"accession": "P69905", "title": "RecName: Full=Hemoglobin subunit alpha", "species": "Homo sapiens",
             "E value": 1.2e-20, "bit score": 83.2, "identity (%)": 97.5, "coverage (%)": 100.0},
            {"accession": "P01942", "title": "Alpha globin", "species": "not told", "E value": 3e-12,
             "bit score": 60.0, "identity (%)": 75.0, "coverage (%)": 50.0},
        ]  # fmt: skip
        sent = [{name: value[0] for name, value in parse_qs(form).items()} for form in server.sent]
        assert [one["CMD"] for one in sent] == ["Put", "Get", "Get", "Get"]
        assert (sent[0]["QUERY"], sent[0]["DATABASE"], sent[0]["PROGRAM"]) == (CHAIN, "swissprot", "blastp")
        assert {one["RID"] for one in sent[1:]} == {"8ABC12DE013"} and sent[3]["FORMAT_TYPE"] == "JSON2_S"
        # As long as it was foretold, then once a minute, and ten seconds between any two requests.
        assert [wait for wait in slept if wait in (11.0, 60.0)] == [11.0, 60.0]
        assert sum(5 < wait <= 10 for wait in slept) >= 3
        assert "2 hits in swissprot" in found["record_source"]
        assert look_up("blast_hits", {"sequence": CHAIN, "most": 1})["hits"] == found["hits"][:1]
        assert len(server.asked) == 4

    def test_no_hit_is_an_answer(self, server: Any) -> None:
        search: Any = {"query_len": 40, "hits": []}
        for body in (PUT, says("READY"), {"BlastOutput2": [{"report": {"results": {"search": search}}}]}):
            server.will_say(body)
        found = look_up("blast_hits", {"sequence": CHAIN})
        assert found["hits"] == [] and "does not say that none exists" in found["record_source"]

    @pytest.mark.parametrize("status", ["FAILED", "UNKNOWN", ""])
    def test_a_search_that_failed_has_failed(self, server: Any, status: str) -> None:
        server.will_say(PUT)
        server.will_say(says(status) if status else b"<html>maintenance</html>")
        with pytest.raises(ProviderError, match="ask again"):
            look_up("blast_hits", {"sequence": CHAIN})

    @pytest.mark.parametrize(
        "last", [b"{", b"", {"BlastOutput2": []}, {"BlastOutput2": [{"report": {"results": {"search": {}}}}]}]
    )
    def test_hits_that_cannot_be_read_are_none(self, server: Any, last: Any) -> None:
        for body in (PUT, says("READY"), last):
            server.will_say(body)
        with pytest.raises(ProviderError):
            look_up("blast_hits", {"sequence": CHAIN})

    def test_no_number_of_a_search_is_no_search(self, server: Any) -> None:
        server.will_say(b"<html>too many searches</html>")
        with pytest.raises(ProviderError, match="took no search"):
            look_up("blast_hits", {"sequence": CHAIN})

    def test_a_search_that_takes_too_long_goes_on_when_it_is_asked_for_again(
        self, server: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(blast, "_PATIENCE", -1.0)
        server.will_say(PUT)
        server.will_say(says("WAITING"))
        with pytest.raises(ProviderError, match="not submitted anew"):
            look_up("blast_hits", {"sequence": CHAIN})
        server.answers.clear()
        server.will_say(says("READY"))
        server.will_say(HITS)
        assert look_up("blast_hits", {"sequence": CHAIN})["hits"]
        assert [parse_qs(form)["CMD"][0] for form in server.sent] == ["Put", "Get", "Get", "Get"]

    @pytest.mark.slow
    def test_a_server_that_is_down_has_failed(self, server: Any) -> None:
        server.will_say(b"", 503)
        with pytest.raises(ProviderError, match="no answer to blast_hits"):
            look_up("blast_hits", {"sequence": CHAIN})

    def test_nobody_is_asked_where_no_setting_says_so(self, server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SCITOOLAGENT_RECORD_SERVICES")
        load_config.cache_clear()
        with pytest.raises(NotAskedError, match=r"POST https://blast\.ncbi\.nlm\.nih\.gov/Blast\.cgi with CMD=Put"):
            look_up("blast_hits", {"sequence": CHAIN})
        assert not server.asked

    @pytest.mark.parametrize("more", [{"sequence": "MVL"}, {"database": "nt"}, {"most": 0}, {"most": 51}])
    def test_what_cannot_be_searched_is_not_sent(self, server: Any, more: dict[str, Any]) -> None:
        with pytest.raises(ToolInputError):
            look_up("blast_hits", {"sequence": CHAIN, **more})
        assert not server.asked


FEED = SHAPES["ATOM"].replace(
    b"</feed>",
    b"<entry><id>http://arxiv.org/abs/hep-th/9711200v3</id><published>1997-11-27T19:00:00Z</published>"
    b"<title>The Large N Limit</title></entry></feed>",
)


class TestPapers:
    def test_words_lead_to_files_with_their_titles(self, server: Any, kept: Path) -> None:
        for body in (FEED, PDF, PDF):
            server.will_say(body)
        found = look_up("arxiv_papers", {"words": "attention, transformer", "count": 2})
        assert [Path(one).name for one in found["papers"]] == ["arxiv-1706.03762v7.pdf", "arxiv-hep-th-9711200v3.pdf"]
        assert all(Path(one).read_bytes() == PDF and Path(one).is_relative_to(kept) for one in found["papers"])
        assert found["titles"] == [
            "1706.03762v7: Attention Is All You Need", "hep-th/9711200v3: The Large N Limit"
        ]  # fmt: skip
        assert [path for path, _ in server.asked] == [
            "/arxiv/api/query?search_query=all:attention+AND+all:transformer&max_results=2&sortBy=relevance",
            "/arxiv/pdf/1706.03762v7", "/arxiv/pdf/hep-th/9711200v3",
        ]  # fmt: skip

    def test_a_paper_without_a_file_is_named(self, server: Any) -> None:
        for body, status in ((FEED, 200), (b"{}", 404), (PDF, 200)):
            server.will_say(body, status)
        found = look_up("arxiv_papers", {"words": "attention"})
        assert len(found["papers"]) == len(found["titles"]) == 1
        assert "no PDF of 1706.03762v7" in found["record_source"]

    def test_no_paper_is_not_found(self, server: Any) -> None:
        server.will_say(b'<feed xmlns="http://www.w3.org/2005/Atom"><title>none</title></feed>')
        with pytest.raises(RecordNotFoundError):
            look_up("arxiv_papers", {"words": "qzxqzx"})

    @pytest.mark.parametrize("body", [PDF[:-6], b"%PDF-1.5 cut", b"no file"])
    def test_a_file_that_is_cut_is_no_paper(self, server: Any, kept: Path, body: bytes) -> None:
        server.will_say(body)
        with pytest.raises(ProviderError):
            look_up("open_access_pdf", {"pmc": "PMC3531190"})
        assert not list(kept.rglob("*.pdf"))

    def test_an_article_that_is_not_open_is_not_found(self, server: Any) -> None:
        server.will_say(b"{}", 403)
        with pytest.raises(RecordNotFoundError):
            look_up("open_access_pdf", {"pmc": "PMC3531190"})

    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("arxiv_papers", {"words": "x OR y&max_results=9", "count": 3}),
            ("arxiv_papers", {"words": "graphs", "count": 0}),
            ("arxiv_papers", {"words": "graphs", "count": 11}),
            ("arxiv_pdf", {"preprint": "../../etc"}),
            ("open_access_pdf", {"pmc": "3531190"}),
        ],
    )
    def test_what_is_no_paper_is_not_asked_for(self, server: Any, name: str, arguments: dict[str, Any]) -> None:
        with pytest.raises(ToolInputError):
            look_up(name, arguments)
        assert not server.asked


class TestModels:
    MODEL = (
        b"HEADER    ALPHAFOLD\nATOM      1  N   MET A   1      17.047  14.099   3.625  1.00 98.00           N  \nEND\n"
    )
    NAME = "AF-P69905-F1-model_v6.pdb"

    def entry(self, name: str) -> list[dict[str, str]]:
        address = f"https://alphafold.ebi.ac.uk/files/{name}"
        return [{"uniprotAccession": "P69905", "pdbUrl": address, "cifUrl": address.replace("pdb", "cif")}]

    def test_a_model_is_fetched_by_the_name_that_the_database_gives(self, server: Any) -> None:
        server.will_say(self.entry(self.NAME))
        server.will_say(self.MODEL)
        found = look_up("alphafold_structure_file", {"accession": "P69905"})
        assert Path(found["model"]).read_bytes() == self.MODEL and Path(found["model"]).name == self.NAME
        assert server.asked[1][0] == f"/alphafold_files/{self.NAME}"

    @pytest.mark.parametrize("name", ["../../x.pdb", "AF-P69905-F1-model_v6.pdb?x=.pdb", "model.cif"])
    def test_another_name_is_no_file_of_a_model(self, server: Any, name: str) -> None:
        server.will_say(self.entry(name))
        with pytest.raises(ProviderError):
            look_up("alphafold_structure_file", {"accession": "P69905"})
        assert len(server.asked) == 1

    def test_a_model_that_is_cut_is_none(self, server: Any) -> None:
        server.will_say(self.entry(self.NAME))
        server.will_say(self.MODEL[:-4])
        with pytest.raises(ProviderError, match="whole model"):
            look_up("alphafold_structure_file", {"accession": "P69905"})

    def test_no_model_is_not_found(self, server: Any) -> None:
        server.will_say(b"{}", 404)
        with pytest.raises(RecordNotFoundError):
            look_up("alphafold_structure_file", {"accession": "P69905"})


class TestNetworks:
    PARTNERS: ClassVar = [
        {"preferredName_A": "TP53", "preferredName_B": f"X{number}", "score": 0.9} for number in range(20)
    ]
    TERMS: ClassVar = [
        {"category": "Process", "term": "GO:0006915", "description": "apoptotic process", "fdr": 1.5e-8},
        {"category": "KEGG", "term": "hsa04115", "description": "p53 signaling pathway", "fdr": 2e-9},
    ]

    def test_a_network_is_the_protein_with_ten_partners(self, server: Any) -> None:
        server.will_say(self.PARTNERS)
        server.will_say(self.TERMS)
        found = look_up("string_enrichment_text", {"symbol": "TP53", "field": "network GO terms"})
        assert found["record_texts"] == [
            "category: Process; term: GO:0006915; description: apoptotic process; fdr: 1.5e-08"
        ]
        group = "%0D".join(["TP53", *(f"X{number}" for number in range(10))])
        assert server.asked[1][0].startswith(f"/string/json/enrichment?identifiers={group}&species=9606")
        other = look_up("string_enrichment_text", {"symbol": "TP53", "field": "pathways of its network"})
        assert "p53 signaling pathway" in other["record_texts"][0]

    def test_nothing_enriched_is_not_found(self, server: Any) -> None:
        server.will_say(self.PARTNERS)
        server.will_say([])
        with pytest.raises(RecordNotFoundError):
            look_up("string_enrichment_text", {"symbol": "TP53", "field": "network GO terms"})

    def test_no_association_is_not_found_and_not_zero(self, server: Any) -> None:
        server.will_say([])
        with pytest.raises(RecordNotFoundError):
            look_up("string_interaction_number", {"symbol": "TP53", "other": "HBB", "field": "interaction score"})

    def test_a_protein_and_itself_are_no_pair(self, server: Any) -> None:
        with pytest.raises(ToolInputError):
            look_up("string_interaction_number", {"symbol": "TP53", "other": "tp53", "field": "interaction score"})
        with pytest.raises(ToolInputError):
            look_up("shared_interface", {"accession": "P69905", "other": "P69905"})
        assert not server.asked

    def test_proteins_that_touch_in_no_structure_are_not_found(self, server: Any) -> None:
        server.will_say(SHAPES["INTERFACES"])
        with pytest.raises(RecordNotFoundError, match="no structure is known in which they touch"):
            look_up("shared_interface", {"accession": "P69905", "other": "P04637"})


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("GeneSymbol", "the STRING score of the genes TP53 and MDM2", ["TP53", "MDM2"]),
        ("GeneSymbol", "the expression of the genes TP53 and MDM2 in a.csv", []),
        ("ProteinName", "the sequence of human serum albumin in UniProt", ["serum albumin"]),
        ("ProteinName", "the sequence of UniProt P69905", []),
        ("ProteinName", "the sequence of insulin in my.fasta", []),
        ("ProjectGap", "Materials Project: band gap between 1.2 and 1.4 eV", ["1.2-1.4"]),
        ("ProjectGap", "a band gap between 1.2 and 1.4 eV", []),
        ("ArxivWords", 'papers on "graph networks" from arXiv', ["graph networks"]),
        ("ArxivWords", 'the column "graph networks"', []),
        ("PmcId", "PMC3531190, PMC-12, APMC3531190", ["PMC3531190"]),
    ],
)
def test_what_is_searched_for_counts_beside_its_collection(kind: str, text: str, found: list[str]) -> None:
    assert [one.value for one in accessions(kind, text)] == found


class TestNames:
    def test_the_entry_that_is_called_so_is_taken_and_named(self, server: Any) -> None:
        server.will_say(NAMED)
        found = look_up("uniprot_named_sequence", {"name": "Insulin"})
        assert found["entry"] == "P01308, Insulin, Homo sapiens; 1 other reviewed entries bear the name"

    def test_where_none_is_called_so_the_answer_says_it(self, server: Any) -> None:
        server.will_say(NAMED)
        found = look_up("uniprot_named_sequence", {"name": "insulin recep"})
        assert found["protein_sequence"] == "MATGGRRG" and "none is called exactly so" in found["entry"]

    def test_an_unknown_name_is_not_found(self, server: Any) -> None:
        server.will_say({"results": []})
        with pytest.raises(RecordNotFoundError, match="no reviewed protein called wunderin"):
            look_up("uniprot_named_sequence", {"name": "wunderin"})

    @pytest.mark.parametrize("more", [{"name": 'x" OR "y'}, {"name": "insulin", "taxon": "9606 OR 1"}])
    def test_a_name_ends_no_part_of_a_query(self, server: Any, more: dict[str, Any]) -> None:
        with pytest.raises(ToolInputError):
            look_up("uniprot_named_sequence", more)
        assert not server.asked

    def test_a_compound_without_the_identifier_is_not_found(self, server: Any) -> None:
        server.will_say({"results": {"bindings": [{"item": {"value": "http://www.wikidata.org/entity/Q1"}}]}})
        with pytest.raises(RecordNotFoundError, match="no ChemSpider ID in it"):
            look_up("chemspider_id", {"inchikey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"})

    def test_a_range_that_ends_below_its_start_is_not_asked_for(self, server: Any) -> None:
        with pytest.raises(ToolInputError, match="ends below its start"):
            look_up("materials_of_gap_text", {"gap": "2.0-1.0", "field": "material IDs"})
        assert not server.asked


class TestFolding:
    CHAIN = "MKTAYIAKQR"

    def model(self, chain: str, plddt: float) -> bytes:
        from Bio.Data.PDBData import protein_letters_1to3

        lines = [
            f"ATOM  {place:5d}  CA  {protein_letters_1to3[one].upper()} A{place:4d}    "
            f"{place:8.3f}{0:8.3f}{0:8.3f}  1.00{plddt:6.2f}           C"
            for place, one in enumerate(chain, 1)
        ]
        return "\n".join([*lines, "END", ""]).encode()

    @pytest.fixture(autouse=True)
    def _named(self, server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SCITOOLAGENT_FOLD_SERVICE", f"{server.url}/fold")
        load_config.cache_clear()

    @pytest.mark.parametrize(("told", "plddt"), [(83.5, 83.5), (0.83, 83.0)])
    def test_a_sequence_is_sent_and_its_structure_kept(
        self, server: Any, kept: Path, told: float, plddt: float
    ) -> None:
        server.will_say(self.model(self.CHAIN, told), kind="text/plain")
        found = look_up("service_folded_structure", {"sequence": self.CHAIN})
        assert server.sent == [self.CHAIN] and server.asked[0][1]["content-type"].startswith("text/plain")
        assert found["mean_plddt"] == pytest.approx(plddt, abs=0.01)
        assert Path(found["structure"]).is_relative_to(kept) and f"folded by {server.url}/fold" in found["note"]
        assert ("multiplied by 100" in found["note"]) == (told < 1)

    @pytest.mark.parametrize("body", [b"", b"INTERNAL ERROR", b"\xff\xfe", json.dumps({"message": "busy"}).encode()])
    def test_what_is_no_structure_is_none(self, server: Any, body: bytes) -> None:
        server.will_say(body)
        with pytest.raises(ProviderError):
            look_up("service_folded_structure", {"sequence": self.CHAIN})

    def test_another_protein_is_no_answer(self, server: Any) -> None:
        server.will_say(self.model("MKTAYIAKQ", 80.0))
        with pytest.raises(ProviderError, match="9 residues for the 10"):
            look_up("service_folded_structure", {"sequence": self.CHAIN})

    def test_without_a_service_nothing_is_sent(self, server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SCITOOLAGENT_FOLD_SERVICE")
        load_config.cache_clear()
        with pytest.raises(NotAskedError, match="SCITOOLAGENT_FOLD_SERVICE"):
            look_up("service_folded_structure", {"sequence": self.CHAIN})
        assert not server.asked

    @pytest.mark.parametrize("sequence", ["MKT", "M" * 401])
    def test_lengths_that_are_not_folded_are_not_sent(self, server: Any, sequence: str) -> None:
        with pytest.raises(ToolInputError):
            look_up("service_folded_structure", {"sequence": sequence})
        assert not server.asked
