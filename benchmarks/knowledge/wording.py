"""How the questions of the benchmark are put: frames and clauses, in two sets for development and one held out.

They are no part of the planner's list of synonyms (`scitoolagent.knowledge.phrases`). That list was extended after the
second set had been scored (F1 0.678 at first), so the second set says nothing about unseen wording; the third was
written afterwards and the planner was not changed for it. A clause asks for the subject (`{x}` is the object) or for
the object.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Clauses of a relation: those that ask for its subject, and those that ask for its object."""

    subject: tuple[str, ...]
    object: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """One set of templates. `chains` join a question to a description of the things it goes on from."""

    name: str
    frames: tuple[str, ...]
    ands: tuple[str, ...]
    chains: tuple[str, ...]
    relations: dict[str, Wording]
    types: dict[str, str]


_PLAIN = {
    "treats": Wording(("treat {x}", "are used to treat {x}"), ("are treated by {x}", "are treated with {x}")),
    "palliates": Wording(("palliate {x}",), ("are palliated by {x}",)),
    "causes": Wording(("cause {x}",), ("are caused by {x}",)),
    "binds": Wording(("bind {x}", "bind to {x}"), ("are bound by {x}",)),
    "upregulates": Wording(("upregulate {x}",), ("are upregulated by {x}", "are upregulated in {x}")),
    "downregulates": Wording(("downregulate {x}",), ("are downregulated by {x}", "are downregulated in {x}")),
    "expresses": Wording(("express {x}",), ("are expressed in {x}",)),
    "associates": Wording(("are associated with {x}",), ("are associated with {x}",)),
    "interacts": Wording(("interact with {x}",), ("interact with {x}",)),
    "regulates": Wording(("regulate {x}",), ("are regulated by {x}",)),
    "participates": Wording(("participate in {x}", "take part in {x}"), ("involve {x}", "have {x} as a participant")),
    "localizes": Wording(("localize to {x}",), ("are where {x} is localized",)),
    "presents": Wording(("present {x}", "present with {x}"), ("are presented by {x}",)),
    "resembles": Wording(("resemble {x}", "are similar to {x}"), ("resemble {x}",)),
    "covaries": Wording(("covary with {x}",), ("covary with {x}",)),
    "includes": Wording(("include {x}", "contain {x}"), ("are included in {x}",)),
}
_FREE = {
    "treats": Wording(
        ("work as a therapy for {x}", "are prescribed to people with {x}"),
        ("can be cured with {x}", "{x} is indicated for"),
    ),
    "palliates": Wording(("ease {x}", "give relief from {x}"), ("{x} can alleviate",)),
    "causes": Wording(
        ("bring about {x}", "are known to trigger {x}"), ("result from taking {x}", "can occur with {x}")
    ),
    "binds": Wording(("have {x} as a molecular target", "physically dock onto {x}"), ("are targets of {x}",)),
    "upregulates": Wording(
        ("raise the level of {x}", "show higher levels of {x}"), ("are more abundant with {x}", "go up in {x}")
    ),
    "downregulates": Wording(
        ("lower the level of {x}", "show reduced levels of {x}"), ("are repressed in {x}", "go down in {x}")
    ),
    "expresses": Wording(("show expression of {x}",), ("are transcribed in {x}", "are switched on in {x}")),
    "associates": Wording(("have a known link to {x}",), ("have been implicated in {x}", "are tied to {x}")),
    "interacts": Wording(("are interaction partners of {x}",), ("are interaction partners of {x}",)),
    "regulates": Wording(("control {x}", "act as regulators of {x}"), ("are under the control of {x}",)),
    "participates": Wording(("play a role in {x}", "contribute to {x}"), ("{x} is part of", "depend on {x}")),
    "localizes": Wording(("affect {x}", "occur in {x}"), ("are affected by {x}", "{x} arises in")),
    "presents": Wording(("show {x} as a sign", "come with {x}"), ("are seen in patients with {x}", "are signs of {x}")),
    "resembles": Wording(("look like {x}", "are alike to {x}"), ("share similarity with {x}",)),
    "covaries": Wording(("evolve together with {x}",), ("have evolutionary rates correlated with {x}",)),
    "includes": Wording(("have {x} among their members",), ("belong to {x}", "are members of {x}")),
}
_SPOKEN_TYPES = {
    "Compound": "drugs",
    "Disease": "illnesses",
    "Anatomy": "tissues",
    "Side Effect": "adverse effects",
    "Symptom": "symptoms",
    "Pharmacologic Class": "drug classes",
    "Cellular Component": "cell components",
}
_UNSEEN = {
    "treats": Wording(
        ("help patients suffering from {x}", "serve as medicine against {x}"),
        ("respond to {x}", "doctors give {x} for"),
    ),
    "palliates": Wording(("soothe {x}", "lessen the burden of {x}"), ("are made more bearable by {x}",)),
    "causes": Wording(
        ("may provoke {x}", "list {x} as an unwanted effect"), ("{x} may provoke", "are reported for {x}")
    ),
    "binds": Wording(("form a complex with {x}", "target {x}"), ("{x} attaches to", "are targeted by {x}")),
    "upregulates": Wording(("boost {x}", "increase the amount of {x}"), ("are elevated by {x}", "{x} boosts")),
    "downregulates": Wording(
        ("suppress {x}", "decrease the amount of {x}"), ("are diminished by {x}", "{x} suppresses")
    ),
    "expresses": Wording(("produce transcripts of {x}", "are sites where {x} is active"), ("are active in {x}",)),
    "associates": Wording(
        ("are connected with {x}", "correlate with {x}"), ("predispose to {x}", "are connected with {x}")
    ),
    "interacts": Wording(("make physical contact with {x}", "partner with {x}"), ("partner with {x}",)),
    "regulates": Wording(("modulate {x}", "govern {x}"), ("{x} modulates", "are governed by {x}")),
    "participates": Wording(("belong to {x}", "have a part in {x}"), ("engage {x}", "{x} belongs to")),
    "localizes": Wording(("are found in {x}", "strike {x}"), ("are the seat of {x}", "are struck by {x}")),
    "presents": Wording(("manifest as {x}", "display {x}"), ("{x} manifests with", "characterise {x}")),
    "resembles": Wording(("have much in common with {x}", "are akin to {x}"), ("are akin to {x}",)),
    "covaries": Wording(("coevolve with {x}", "show covariation with {x}"), ("coevolve with {x}",)),
    "includes": Wording(("encompass {x}", "group {x}"), ("fall under {x}", "are grouped in {x}")),
}
_OTHER_TYPES = {
    "Compound": "medicines",
    "Disease": "disorders",
    "Anatomy": "organs",
    "Side Effect": "adverse reactions",
    "Symptom": "complaints",
    "Biological Process": "processes",
    "Pharmacologic Class": "drug classes",
}
STYLES = (
    Style(
        "development",
        ("Which {t} {c}?", "List the {t} that {c}.", "What are the {t} that {c}?", "Find all {t} that {c}."),
        ("{a} and {b}", "{a} and also {b}"),
        ("Which {t} {c}?", "List all {t} that {c}."),
        _PLAIN,
        {},
    ),
    Style(
        "second",
        (
            "Could you tell me the {t} that {c}?",
            "I am looking for {t} that {c}; which are known?",
            "Among all {t}, which ones {c}?",
            "Please enumerate every one of the {t} that {c}",
        ),
        ("at the same time {a} and {b}", "{a} but also {b}"),
        ("Could you tell me the {t} that {c}?", "Among all {t}, which ones {c}?"),
        _FREE,
        _SPOKEN_TYPES,
    ),
    Style(
        "held out",
        (
            "Do you know which {t} {c}?",
            "I would like to see the {t} that {c}.",
            "Give me an overview of {t} that {c}.",
            "What {t} are there that {c}?",
        ),
        ("both {a} and {b}", "{a} as well as {b}"),
        ("Do you know which {t} {c}?", "Give me an overview of {t} that {c}."),
        _UNSEEN,
        _OTHER_TYPES,
    ),
)
# For a relation without clauses here, its own label between quotes is all that can be said of it.
GENERIC = Wording(('have the relation "{label}" to {x}',), ('{x} has the relation "{label}" to',))


def plural(label: str) -> str:
    """`biological process` as `biological processes`."""
    if label.endswith("y") and label[-2:-1] not in "aeiou":
        return label[:-1] + "ies"
    return label + ("es" if label.endswith(("s", "x", "ch")) else "s")
