"""Questions that bench scientists ask of their files: plate assays, qPCR, pharmacokinetics, ecology, growth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_PLATE = """well,role,signal
A1,positive,90
A2,positive,110
B1,negative,1000
B2,negative,1100
C1,sample,575
C2,sample,
"""
_PLATES = """plate,well,row,col,type,OD450
P1,A1,1,1,Low ctrl,0.1
P1,A2,1,2,Low ctrl,0.3
P1,A3,1,3,High ctrl,1.1
P1,A4,1,4,High ctrl,1.3
P1,A5,1,5,cpd1,0.7
P2,A1,1,1,Low ctrl,0.1
P2,A3,1,3,High ctrl,1.1
P2,A5,1,5,cpd1,0.6
"""
_UNNAMED = """well,treatment,signal
A1,DMSO,1000
A2,DMSO,1010
A3,staurosporine,10
A4,staurosporine,12
A5,drugX,508
"""
# Two samples a group, two wells each; the fold change of IL6 is 2^3, that of TNF 2.
_QPCR = "sample,group,gene,Ct\n" + "\n".join(
    f"{sample},{group},{gene},{ct + off}"
    for sample, group, il6, tnf in (("s1", "control", 28, 30), ("s2", "control", 28.4, 30.4),
                                    ("s3", "treated", 25, 29), ("s4", "treated", 25.4, 29.4))
    for gene, ct in (("IL6", il6), ("TNF", tnf), ("GAPDH", 18))
    for off in (-0.1, 0.1)
) + "\n"  # fmt: skip
_WIDE = "mouse,condition,IL6,TNF,GAPDH\na,untreated,28,30,18\nb,untreated,28.4,30.4,18\nc,LPS,25,29,18\nd,LPS,25.4,29.4,18\n"
_PK = "subject,time (h),conc (ng/mL),dose (ug)\n" + "".join(
    f"{name},{t},{factor * c},{factor * 100}\n"
    for name, factor in (("P1", 1), ("P2", 2))
    for t, c in ((0, 0), (1, 8), (2, 4), (3, 2), (4, 1))
)
_TIMES = "subject,time_h,time_min,conc\nP1,0,0,1\nP1,1,60,2\n"
_TRACE = "time (s),absorbance\n0,0\n1,1\n2,2\n3,1\n4,0\n"
_BIRDS = "site,species,count\nwood,robin,1\nwood,wren,1\nmeadow,robin,1\nmeadow,wren,1\nmeadow,lark,1\nmeadow,crow,1\nfen,wren,\n"
_TREES = "individual,plot,species\n1,p1,oak\n2,p1,oak\n3,p1,ash\n4,p1,ash\n5,p2,oak\n"
_SEEN = "plot,species,seen\np1,oak,3\np1,ash,3\np2,oak,1\n"
_SURVEY = "person,country,education\na,DE,high\nb,DE,low\nc,FR,high\nd,FR,high\ne,FR,\n"
_GROWTH = "strain,time (h),OD600\n" + "".join(
    f"{name},{t},{0.01 * 2 ** (t / doubling)}\n"
    for name, doubling in (("wt", 2), ("m1", 1), ("m2", 4))
    for t in range(6)
)
_TISSUES = "tissue,gene,Ct\nbrain,myc,30\nbrain,GAPDH,20\nkidney,myc,28\nkidney,GAPDH,20\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("bench")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


_FILES = {
    "plate.csv": _PLATE,
    "plates.csv": _PLATES,
    "unnamed.csv": _UNNAMED,
    "qpcr.csv": _QPCR,
    "wide.csv": _WIDE,
    "tissues.csv": _TISSUES,
    "pk.csv": _PK,
    "times.csv": _TIMES,
    "trace.csv": _TRACE,
    "birds.csv": _BIRDS,
    "trees.csv": _TREES,
    "seen.csv": _SEEN,
    "survey.csv": _SURVEY,
    "growth.csv": _GROWTH,
}


def _rows(agent: Agent, question: str) -> list[dict[str, Any]]:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    table = answer.table(store=agent.config.cache_dir / "tables")
    headers = [column.name for column in table.columns]
    return [
        dict(zip(headers, row, strict=True))
        for row in zip(*(list(table.values(header)) for header in headers), strict=True)
    ]


@pytest.mark.parametrize(
    ("question", "measure", "value"),
    [
        ("Z' of plate.csv", "Z'", 1 - 3 * (200**0.5 + 5000**0.5) / 950),
        ("What is the Z-prime of plate.csv?", "Z'", 1 - 3 * (200**0.5 + 5000**0.5) / 950),
        ("Compute the Z' factor for plate.csv", "Z'", 1 - 3 * (200**0.5 + 5000**0.5) / 950),
        ("Z factor of the signal in plate.csv", "Z'", 1 - 3 * (200**0.5 + 5000**0.5) / 950),
        ("signal to background in plate.csv", "signal to background", 10.5),
        ("S/B of plate.csv", "signal to background", 10.5),
        ("Z' and signal-to-noise of plate.csv", "signal to noise", 950 / 200**0.5),
        ("Z' of unnamed.csv with DMSO as negative and staurosporine as positive control", "Z'", 0.974390),
    ],
)
def test_the_quality_of_an_assay(agent: Agent, question: str, measure: str, value: float) -> None:
    (row,) = _rows(agent, question)
    assert row[measure] == pytest.approx(value)


def test_the_quality_of_each_plate(agent: Agent) -> None:
    for question in ("Z' for each plate in plates.csv", "Z' of plates.csv"):
        one, two = _rows(agent, question)
        assert one["Z'"] == pytest.approx(1 - 6 * 0.02**0.5)
        assert two["Z'"] is None
        assert any("plate P2: Low ctrl has 1 well" in note for note in agent.run(question).notes)


@pytest.mark.parametrize(
    ("question", "column", "values"),
    [
        ("percent inhibition of the samples in plate.csv", "percent inhibition", [50, None]),
        ("Give the % inhibition of each sample in plate.csv", "percent inhibition", [50, None]),
        ("percent activity of the samples in plate.csv", "percent activity", [50, None]),
        ("percent inhibition of the samples in plates.csv", "percent inhibition", [50, 50]),
        ("percent inhibition in unnamed.csv with DMSO as negative and staurosporine as positive control",
         "percent inhibition", [0.503018, -0.503018, 100.1006, 99.8994, 50]),
        ("percent inhibition of the samples in unnamed.csv using DMSO as negative control and staurosporine as positive "
         "control", "percent inhibition", [50]),
    ],
)  # fmt: skip
def test_percent_inhibition(agent: Agent, question: str, column: str, values: list[float | None]) -> None:
    found = [row[column] for row in _rows(agent, question)]
    assert found == [None if one is None else pytest.approx(one, abs=1e-4) for one in values]


@pytest.mark.parametrize(
    ("question", "changes"),
    [
        ("fold change of IL6 in treated vs control normalised to GAPDH in qpcr.csv", {("IL6", "treated"): 8}),
        ("ddCt of IL6 against GAPDH in qpcr.csv", {("IL6", "treated"): 8}),
        ("What is the fold change of IL6 using GAPDH as reference gene in qpcr.csv?", {("IL6", "treated"): 8}),
        ("relative expression of IL6 in qpcr.csv", {("IL6", "treated"): 8}),
        ("fold changes in qpcr.csv", {("IL6", "treated"): 8, ("TNF", "treated"): 2}),
        ("2^-ddCt of TNF relative to control in qpcr.csv", {("TNF", "treated"): 2}),
        ("fold change of IL6 normalised to GAPDH and TNF in qpcr.csv", {("IL6", "treated"): 2**2.5}),
        ("fold change of IL6 in control vs treated normalised to GAPDH in qpcr.csv", {("IL6", "control"): 1 / 8}),
        ("ddCt of IL6 against GAPDH in wide.csv", {("IL6", "LPS"): 8}),
        ("fold change of TNF in LPS vs untreated normalised to GAPDH in wide.csv", {("TNF", "LPS"): 2}),
        ("fold change of myc in kidney vs brain normalised to GAPDH in tissues.csv", {("myc", "kidney"): 4}),
    ],
)
def test_fold_changes(agent: Agent, question: str, changes: dict[tuple[str, str], float]) -> None:
    rows = _rows(agent, question)
    found = {tuple(list(row.values())[:2]): row["fold change"] for row in rows}
    for names, change in changes.items():
        assert found.pop(names) == pytest.approx(change)
    assert set(found.values()) == {1}


def test_delta_ct_of_each_sample(agent: Agent) -> None:
    for question, column in (
        ("delta Ct of IL6 for each sample in qpcr.csv", "sample"),
        ("delta Ct of IL6 for each mouse in wide.csv", "mouse"),
    ):
        rows = _rows(agent, question)
        assert len({row[column] for row in rows}) == 4
        assert [row["delta Ct"] for row in rows] == pytest.approx([10, 10.4, 7, 7.4])


@pytest.mark.parametrize(
    ("question", "figure", "values"),
    [
        ("AUC of each subject in pk.csv", "AUC", [14.5, 29]),
        ("Cmax and tmax for each subject in pk.csv", "Cmax", [8, 16]),
        ("Cmax and tmax for each subject in pk.csv", "tmax", [1, 1]),
        ("half-life of each subject in pk.csv", "half-life", [1, 1]),
        ("What is the terminal half-life per patient in pk.csv?", "half-life", [1, 1]),
        ("AUC by subject in pk.csv with linear up log down", "AUC", [4 + 7 / 0.693147, 8 + 14 / 0.693147]),
        ("AUC to infinity of each subject in pk.csv", "AUC to infinity", [14.5 + 1 / 0.693147, 29 + 2 / 0.693147]),
        ("clearance of each subject in pk.csv", "clearance", [100 / 15.942695, 100 / 15.942695]),
        ("clearance of each subject in pk.csv with a dose of 0.2 mg", "clearance", [200 / 15.942695, 100 / 15.942695]),
        ("PK parameters of each subject in pk.csv", "AUC", [14.5, 29]),
        ("area under the curve of absorbance against time in trace.csv", "area under the curve", [4]),
        ("integrate absorbance over time in trace.csv", "area under the curve", [4]),
        ("AUC of conc vs time for each subject in pk.csv", "area under the curve", [14.5, 29]),
    ],
)
def test_pharmacokinetics(agent: Agent, question: str, figure: str, values: list[float]) -> None:
    assert [row[figure] for row in _rows(agent, question)] == pytest.approx(values, rel=1e-5)


@pytest.mark.parametrize(
    ("question", "index", "values"),
    [
        ("Shannon diversity of each site in birds.csv", "Shannon H'", [None, 1.386294, 0.693147]),
        ("What is the Shannon index per site in birds.csv?", "Shannon H'", [None, 1.386294, 0.693147]),
        ("Simpson and evenness by site in birds.csv", "Simpson 1-D", [None, 0.75, 0.5]),
        ("Simpson and evenness by site in birds.csv", "Pielou evenness", [None, 1, 1]),
        ("species richness of each plot in trees.csv", "richness", [2, 1]),
        ("How many species are in each plot in trees.csv?", "richness", [2, 1]),
        ("Shannon index of species for each plot in trees.csv", "Shannon H'", [0.693147, 0]),
        ("Shannon diversity at the wood site in birds.csv", "Shannon H'", [0.693147]),
        ("Shannon diversity of each plot with seen as counts in seen.csv", "Shannon H'", [0.693147, 0]),
    ],
)
def test_diversity(agent: Agent, question: str, index: str, values: list[float | None]) -> None:
    found = [row[index] for row in _rows(agent, question)]
    assert found == [None if one is None else pytest.approx(one, abs=1e-5) for one in values]


@pytest.mark.parametrize(
    "question",
    [
        "crosstab of country and education in survey.csv",
        "contingency table of country and education in survey.csv",
        "cross-tabulate country by education in survey.csv",
    ],
)
def test_a_cross_table(agent: Agent, question: str) -> None:
    germany, france, total = _rows(agent, question)
    assert germany == {"country": "DE", "education high": 1, "education low": 1, "total": 2}
    assert (france["education low"], total["education high"], total["total"]) == (0, 3, 4)


@pytest.mark.parametrize(
    "question",
    [
        "which strain grows fastest in growth.csv?",
        "growth rate of each strain in growth.csv",
        "Maximum growth rate by strain in growth.csv",
    ],
)
def test_which_strain_grows_fastest(agent: Agent, question: str) -> None:
    rows = _rows(agent, question)
    assert [row["strain"] for row in rows] == ["m1", "wt", "m2"]
    assert [row["doubling time"] for row in rows] == pytest.approx([1, 2, 4])


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Z' of unnamed.csv", "classes called positive and negative"),
        ("fold change of myc in tissues.csv", "brain, kidney"),
        ("AUC of each subject in times.csv", "time_h or time_min"),
        ("Cmax of each subject in trace.csv", "concentration|subject"),
        ("Shannon diversity of each plot in seen.csv", "whether seen says how many"),
    ],
)
def test_what_the_file_does_not_tell_is_asked_about(agent: Agent, question: str, named: str) -> None:
    with pytest.raises(PlanError, match=named):
        agent.run(question)
