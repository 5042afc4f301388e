"""Chinese questions in the words and the order of English."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.reading.reader import RuleReader
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return RuleReader(load_graph(), load_config())


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("尿素的分子量是多少？", "what is molecular weight of urea?"),
        ("萘普生的Murcko骨架的分子量", "molecular weight of Murcko scaffold of naproxen"),
        ("苯、甲苯和萘的TPSA和分子量", "TPSA and molecular weight of benzene, toluene and naphthalene"),
        ("苯的分子量和萘的TPSA", "molecular weight of benzene and TPSA of naphthalene"),
        ("苯比萘轻吗？", "is benzene lighter than naphthalene?"),
        ("萘比苯重多少？", "how much heavier is naphthalene than benzene?"),
        ("苯和萘，哪个的TPSA更大？", "benzene and naphthalene, which TPSA larger?"),
        ("苯的logP大于2吗？", "is logP of benzene more than 2?"),
        ("把CC(=O)N转换成InChIKey", "convert CC(=O)N to InChIKey"),
        ("CCO的TPSA。苯的TPSA？", "TPSA of CCO. TPSA of benzene?"),
        ("苯酚（C6H6O）的分子量", "phenol (C6H6O) molecular weight"),
        # Names that no list has as a whole are not read as their parts.
        ("乙酸钠的分子量", "molecular weight of 乙酸钠"),
        ("1-氯苯的分子量", "molecular weight of 1-氯苯"),
        ("苯环的分子量", "molecular weight of benzene ring"),
        ("分子量大的", "molecular weight 大 的"),
    ],
)
def test_a_question_in_english_words(reader: RuleReader, chinese: str, english: str) -> None:
    query = reader.read(chinese)
    assert query.language == "zh"
    assert query.text == english
    assert query.original is not None
    assert "".join(piece.text for piece in query.original.pieces) == english


@pytest.mark.slow
@pytest.mark.parametrize("phrase", ["漂亮", "苯的", "分子量和苯", "咖啡因和分子量比", "的咖啡因"])
def test_a_long_question_is_read_in_time_that_grows_with_its_length(reader: RuleReader, phrase: str) -> None:
    import time

    taken = []
    for times in (800, 12800):
        runs = []
        for _ in range(3):
            start = time.process_time()
            reader._translator.translate(phrase * times)
            runs.append(time.process_time() - start)
        taken.append(min(runs))
    # Sixteen times the length: a quadratic step would take 256 times as long.
    assert taken[1] < 64 * taken[0]
