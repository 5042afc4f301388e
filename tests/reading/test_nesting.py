"""What each ask is asked of: what the question gives, or what another ask gives."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader


def chain(reader: RuleReader, question: str) -> dict[str, str]:
    """For the tool of each ask the tool, or the words, that it is asked of; `-` in front of what is not reported."""
    query = reader.read(question)
    assert query.request is not None
    tools = {ask.handle: ask.what[0].tool or ask.what[0].type for ask in query.request.asks if ask.what}
    words = {entity.handle: entity.text for entity in query.entities}
    return {
        ("" if ask.reported else "-") + tools[ask.handle]: " ".join(
            dict.fromkeys((tools | words).get(handle, handle) for handle in ask.of)
        )
        for ask in query.request.asks
        if ask.what and not ask.soft
    }


DNA = "ATGGCCAAGTGGTAA"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        # one deep, and two
        (
            "TPSA of the scaffold of naringenin",
            {"polar_surface_area": "murcko_scaffold", "-murcko_scaffold": "naringenin"},
        ),
        (
            "naringenin's Murcko scaffold's TPSA",
            {"polar_surface_area": "murcko_scaffold", "-murcko_scaffold": "naringenin"},
        ),
        (
            "Give the TPSA of naringenin's scaffold",
            {"polar_surface_area": "murcko_scaffold", "-murcko_scaffold": "naringenin"},
        ),
        (
            "What is the TPSA of the scaffold of the largest fragment of naringenin?",
            {
                "polar_surface_area": "murcko_scaffold",
                "-murcko_scaffold": "largest_fragment",
                "-largest_fragment": "naringenin",
            },
        ),
        (
            f"What is the isoelectric point of the translation of the reverse complement of {DNA}?",
            {
                "isoelectric_point": "dna_translation",
                "-dna_translation": "dna_reverse_complement",
                "-dna_reverse_complement": DNA,
            },
        ),
        # asked of several, and of what several have
        (
            "TPSA of the scaffold of each of naringenin and quercetin",
            {"polar_surface_area": "murcko_scaffold", "-murcko_scaffold": "naringenin quercetin"},
        ),
        # made, and then spoken of
        (
            "Build the scaffold of naringenin and compute the TPSA of the result.",
            {"murcko_scaffold": "naringenin", "polar_surface_area": "murcko_scaffold"},
        ),
        (
            f"Translate {DNA}. What is its isoelectric point?",
            {"dna_translation": DNA, "isoelectric_point": "dna_translation"},
        ),
        (
            "Does the sodium salt of salicylic acid contain a ring?",
            {"-salt_form": "salicylic acid", "crystal_element_presence": "salt_form"},
        ),
        # two asks of one thing
        (
            "the TPSA and the scaffold of naringenin",
            {"polar_surface_area": "naringenin", "murcko_scaffold": "naringenin"},
        ),
        # the value that is nearer
        (
            "the TPSA of menthol and the logP of camphor",
            {"polar_surface_area": "menthol", "crippen_descriptors": "camphor"},
        ),
        # what is chosen
        (
            "What is the TPSA of the heavier of menthol and camphor?",
            {"polar_surface_area": "molecular_weight", "molecular_weight": "menthol camphor"},
        ),
        (
            "Which of menthol and camphor is heavier, and what is its TPSA?",
            {"polar_surface_area": "molecular_weight", "molecular_weight": "menthol camphor"},
        ),
        (
            "Give the scaffold of the heavier of naringenin and quercetin",
            {"murcko_scaffold": "molecular_weight", "molecular_weight": "naringenin quercetin"},
        ),
        # what is compared is what is made
        (
            "Which has the heavier scaffold, naringenin or quercetin?",
            {"murcko_scaffold": "naringenin quercetin", "molecular_weight": "murcko_scaffold"},
        ),
        (
            "Compute the scaffolds of naringenin and quercetin and tell which scaffold is heavier",
            {"murcko_scaffold": "naringenin quercetin", "molecular_weight": "murcko_scaffold"},
        ),
        # a conversion that only carries another
        ("Convert CCCO to InChI", {"InChI": "CCCO"}),
    ],
)
def test_what_is_asked_of_what(reader: RuleReader, question: str, found: dict[str, str]) -> None:
    assert chain(reader, question) == found
    request = reader.read(question).request
    assert request is not None
    assert not any(ask.problem for ask in request.asks)


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("What is the logP of salicylic acid and its methyl ester?", "asked of the methyl ester"),
        ("What is the log of the TPSA of menthol?", "the log of the TPSA is asked for"),
        ("Which is heavier, naringenin or the scaffold of quercetin?", "of all or of what is chosen"),
        ("Which of naringenin and quercetin has the scaffold with the higher logP?", "of all or of what is chosen"),
        ("What is the heaviest scaffold of naringenin and quercetin and its logP?", "which of the two is meant"),
    ],
)
def test_what_may_be_asked_of_either_is_refused(reader: RuleReader, question: str, problem: str) -> None:
    request = reader.read(question).request
    assert request is not None
    assert any(problem in ask.problem for ask in request.asks)


def test_neither_a_choice_nor_what_nothing_ties_to_it_is_answered(reader: RuleReader) -> None:
    request = reader.read("Tell the heavier of menthol and camphor and the logP").request
    assert request is not None
    assert len(request.asks) == 2
    assert all(ask.problem for ask in request.asks)


@pytest.mark.parametrize(
    ("question", "of", "beside"),
    [
        ("TPSA of camphor in ethanol", ["camphor"], ["ethanol"]),
        ("In ethanol, the TPSA of camphor", ["camphor"], []),
        ("TPSA of menthol and camphor against ethanol", ["menthol", "camphor"], ["ethanol"]),
        ("the logP (octanol/water) of camphor", ["camphor"], ["octanol", "water"]),
        # a bracket that holds all there is holds the subjects
        ("TPSA (menthol, camphor)", ["menthol", "camphor"], []),
    ],
)
def test_what_stands_beside_a_subject_is_none(
    reader: RuleReader, question: str, of: list[str], beside: list[str]
) -> None:
    query = reader.read(question)
    assert query.request is not None
    (ask,) = query.request.asks
    assert [query.entity(handle).text for handle in ask.of] == of
    assert [query.entity(handle).text for handle in ask.beside] == beside


def test_a_way_is_no_ask(reader: RuleReader) -> None:
    query = reader.read("On MACCS keys, what is the Tanimoto similarity of menthol and camphor?")
    assert query.request is not None
    assert {candidate.tool for ask in query.request.asks for candidate in ask.what} == {"tanimoto_similarity"}
    unread = {query.text[reading.start : reading.end] for reading in query.request.readings if reading.role == "unread"}
    assert unread == {"MACCS", "keys"}, "what no setting takes is not dropped"


PRODUCT = "salicylic acid acetic anhydride"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        # Two reactants are made into one product, and it alone is "it".
        (
            "Predict the product of salicylic acid and acetic anhydride. What is its molecular weight?",
            {"reaction_products": PRODUCT, "molecular_weight": "reaction_products"},
        ),
        (
            "What is the product of salicylic acid and acetic anhydride and its QED?",
            {"reaction_products": PRODUCT, "qed": "reaction_products"},
        ),
        # What follows in the same sentence goes on about it.
        (
            "Predict the product of salicylic acid and acetic anhydride, describe it, check patents and explosiveness",
            {
                "reaction_products": PRODUCT,
                "molecule_description": "reaction_products",
                "compound_patents": "reaction_products",
                "explosion_screen": "reaction_products",
            },
        ),
        # Where something else is named it is not the product.
        (
            "Predict the product of salicylic acid and acetic anhydride. What is the QED of menthol?",
            {"reaction_products": PRODUCT, "qed": "menthol"},
        ),
    ],
)
def test_what_several_are_made_into_is_one_thing(reader: RuleReader, question: str, found: dict[str, str]) -> None:
    told = {tool.replace("named_coupling", "reaction_products"): of for tool, of in chain(reader, question).items()}
    assert {tool: of.replace("named_coupling", "reaction_products") for tool, of in told.items()} == found
