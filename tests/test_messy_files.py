"""Questions about files as people have them; the figures are worked out by hand from the texts below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent

SOIL = (
    "Soil survey - field team B,,,\nexported 12 Nov 2023,,,\n,,,\nSite,Depth,Clay,Texture\n,cm,%,\n"
    "S1,10,33,clay\nS2,35,26,loam\nS3,70,38,clay\n\n* S3 was dug by hand\n"
)
SHEET = "[Header],,\nDate,11/02/2024,\n,,\n[Data],,\nSample_ID,Plate,Project\nS1,P1,Mouse\nS2,P1,Mouse\nS3,P2,Plant\n"
STOCK = (
    'item,mass,purity,price\na,12 mg,98%,7.50 €\nb,0.5 g,87 %,"1,000.00 €"\nc,250 ug,91%,2.50 €\nTotal,,,"1,010.00 €"\n'
)
GERMAN = "Probe;Zeit [min];Konzentration [mg/L]\nA;8,08;22,414\nB;2,85;20,662\n"
READER = "Well\tContent\tSignal\r\nA1\tBlank\t100\r\nA2\tBlank\t120\r\nA3\tSample\t500\r\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("messy")
    texts = {"soil.csv": SOIL, "sheet.csv": SHEET, "stock.csv": STOCK, "hplc.csv": GERMAN}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "reader.txt").write_bytes(READER.encode("utf-16"))
    with Agent(workspace=folder) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mean clay in soil.csv", 97 / 3),
        ("how many rows are in soil.csv", 3),
        ("how many rows are in sheet.csv", 3),
        ("total mass in stock.csv", 512.25),
        ("mean purity in stock.csv", 92),
        ("mean price in stock.csv", 1010 / 3),
        ("mean Konzentration in hplc.csv", (22.414 + 20.662) / 2),
        ("mean Signal in reader.txt", 240),
    ],
)
def test_questions_of_files_as_people_have_them(agent: Agent, question: str, expected: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert answer.values[0].value == pytest.approx(expected)


def test_the_unit_of_the_cells_is_that_of_the_answer(agent: Agent) -> None:
    answer = agent.run("mean mass in stock.csv")
    assert "170.75 mg" in answer.text
    assert "what is in g, ug was converted" in answer.text
    assert "33%" in agent.run("clay of S1 in soil.csv").text
