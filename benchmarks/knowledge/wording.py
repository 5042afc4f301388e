"""How the questions of the benchmark are put: frames, clauses and whole questions, in sets for different uses.

A clause asks for the subject (`{x}` is the object) or for the object. They are no part of the reader's list of synonyms
(`scitoolagent.knowledge.questions.phrases`), but the reader was extended after the sets "development", "second" and
"varied" had been scored, so these say nothing about unseen wording. docs/design/knowledge.md says which set was seen
when.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from scitoolagent.errors import GraphError


@dataclass(frozen=True, slots=True)
class Wording:
    """Clauses of a relation: those that ask for its subject, and those that ask for its object."""

    subject: tuple[str, ...]
    object: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """One set of templates. `chains` join a question to a description of the things it goes on from.

    `whole` are complete questions of one hop, `{t}` being the type asked for in the plural; where a relation has some,
    every second question uses one.
    """

    name: str
    frames: tuple[str, ...]
    ands: tuple[str, ...]
    chains: tuple[str, ...]
    relations: dict[str, Wording]
    types: dict[str, str]
    whole: dict[str, Wording] = field(default_factory=dict)


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
_VARIED = {
    "treats": Wording(
        ("are given to people who have {x}", "are of use in the treatment of {x}", "combat {x}"),
        ("{x} helps against", "are the diseases for which {x} is approved", "respond to {x}"),
    ),
    "palliates": Wording(
        ("take the edge off {x}", "soften the symptoms of {x}", "make {x} more bearable"),
        ("{x} brings relief in", "are made milder by {x}"),
    ),
    "causes": Wording(
        ("have {x} as an unwanted consequence", "may be to blame for {x}", "carry a risk of {x}"),
        ("people on {x} may experience", "were observed after intake of {x}", "have been reported for {x}"),
    ),
    "binds": Wording(
        ("form a complex with the product of {x}", "latch onto {x}", "are ligands of {x}"),
        ("are hit by {x}", "are recognised by {x}", "{x} sticks to"),
    ),
    "upregulates": Wording(
        ("drive up {x}", "cause an increase in the expression of {x}", "make more {x}"),
        ("are overproduced in response to {x}", "show stronger expression under {x}", "{x} turns up"),
    ),
    "downregulates": Wording(
        ("push down {x}", "lead to a loss of {x} expression", "have too little {x}"),
        ("are silenced by {x}", "show weaker expression under {x}", "{x} turns down"),
    ),
    "expresses": Wording(
        ("make the transcript of {x}", "have detectable {x} mRNA", "produce {x}"),
        ("are detected in {x}", "are turned on in {x}", "have their transcripts present in {x}"),
    ),
    "associates": Wording(
        ("have {x} as a risk gene", "have a genetic basis that includes {x}", "correlate with variants of {x}"),
        ("predispose to {x}", "confer susceptibility to {x}", "carry mutations found in {x}"),
    ),
    "interacts": Wording(
        ("form complexes with {x}", "pair up with {x}", "make contact with {x}"),
        ("are bound by {x}", "are in physical contact with {x}"),
    ),
    "regulates": Wording(
        ("have an influence on the activity of {x}", "steer {x}", "sit upstream of {x}"),
        ("respond to changes in {x}", "sit downstream of {x}", "{x} exerts control over"),
    ),
    "participates": Wording(
        ("are components of {x}", "are needed for {x}", "act within {x}"),
        ("{x} has a hand in", "recruit {x}", "{x} works in"),
    ),
    "localizes": Wording(
        ("hit {x}", "develop in {x}", "are disorders of {x}"),
        ("are damaged by {x}", "are the sites of {x}"),
    ),
    "presents": Wording(
        ("make patients suffer from {x}", "are recognised by {x}", "come along with {x}"),
        ("point to {x}", "are typical of {x}", "people with {x} complain about"),
    ),
    "resembles": Wording(
        ("are much like {x}", "have a lot in common with {x}"), ("come close to {x}", "are comparable to {x}")
    ),
    "covaries": Wording(
        ("have changed in step with {x} over evolution", "show covariation with {x}"),
        ("have evolved in parallel with {x}", "are coupled to {x} in evolution"),
    ),
    "includes": Wording(
        ("list {x} as a member", "cover {x}", "{x} falls under"), ("fall into {x}", "count among {x}", "come under {x}")
    ),
}
_VARIED_WHOLE = {
    "treats": Wording(
        ("By which {t} is {x} treated?", "{x} can be treated with which {t}?"),
        ("For which {t} is {x} a treatment?", "Against which {t} does {x} help?"),
    ),
    "causes": Wording(
        ("Because of which {t} might {x} arise?", "{x} is a side effect of which {t}?"),
        ("What {t} does {x} have?", "What are the known {t} of {x}?"),
    ),
    "binds": Wording(
        ("Give the {t} whose target is {x}.", "By which {t} is {x} bound?"),
        ("To which {t} does {x} bind?", "What are the binding partners of {x} among {t}?"),
    ),
    "upregulates": Wording(
        ("In which {t} is {x} expressed more strongly?", "Where is {x} overexpressed? Give the {t}."),
        ("Which {t} have their expression raised by {x}?", "Name {t} whose level is increased in {x}."),
    ),
    "downregulates": Wording(
        ("In which {t} is {x} expressed less?", "By which {t} is the expression of {x} reduced?"),
        ("Which {t} have their expression lowered by {x}?", "Name {t} whose level is decreased in {x}."),
    ),
    "expresses": Wording(
        ("In which {t} is {x} expressed?", "Where is {x} active? Give the {t}."),
        ("Which {t} does {x} express?", "Of which {t} are transcripts found in {x}?"),
    ),
    "associates": Wording(
        ("With which {t} has {x} been associated?", "In which {t} is {x} implicated?"),
        ("What are the {t} behind {x}?", "Mutations of which {t} are linked to {x}?"),
    ),
    "interacts": Wording(
        ("With which {t} does {x} interact?", "What {t} are in the interactome of {x}?"),
        ("Who are the interactors of {x} among {t}?", "What {t} does {x} bind?"),
    ),
    "regulates": Wording(
        ("By which {t} is {x} regulated?", "What are the upstream regulators of {x} among {t}?"),
        ("Which {t} does {x} regulate?", "The activity of which {t} depends on {x}?"),
    ),
    "participates": Wording(
        ("Which {t} are there in {x}?", "{x} involves which {t}?"),
        ("In which {t} does {x} participate?", "Of which {t} is {x} a component?"),
    ),
    "localizes": Wording(
        ("Which {t} is {x} a site of?", "From which {t} can {x} suffer?"),
        ("Where in the body does {x} occur? Give the {t}.", "In which {t} is {x} located?"),
    ),
    "presents": Wording(
        ("Of which {t} is {x} a symptom?", "{x} is a sign of which {t}?"),
        ("With which {t} does {x} present?", "What are the {t} of {x}?"),
    ),
    "resembles": Wording(
        ("To which {t} is {x} similar?", "What {t} are close relatives of {x}?"), ("What {t} are like {x}?",)
    ),
    "includes": Wording(
        ("In which {t} is {x}?", "To which {t} does {x} belong?"),
        ("Which {t} does {x} comprise?", "Members of {x}: which {t}?"),
    ),
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
# Written after the reader was finished for good, and not touched since; by somebody who knew the reader, though.
_LAST = {
    "treats": Wording(
        ("doctors give against {x}", "put {x} into remission"), ("improve under {x}", "{x} was licensed for")
    ),
    "palliates": Wording(
        ("take away some of the burden of {x}", "are comforting in {x}"), ("{x} makes easier to live with",)
    ),
    "causes": Wording(
        ("may leave patients with {x}", "list {x} in the leaflet"), ("{x} can provoke", "users of {x} run into")
    ),
    "binds": Wording(("home in on {x}", "dock to {x}"), ("are engaged by {x}", "{x} has affinity for")),
    "upregulates": Wording(
        ("crank up {x}", "are marked by an excess of {x}"), ("shoot up in {x}", "are boosted by {x}")
    ),
    "downregulates": Wording(("starve cells of {x}", "dial back {x}"), ("plummet in {x}", "are shut down by {x}")),
    "expresses": Wording(("contain transcripts of {x}", "switch {x} on"), ("{x} transcribes", "are read out in {x}")),
    "associates": Wording(
        ("have been traced to {x}", "run in carriers of {x} variants"), ("are suspects in {x}", "raise the odds of {x}")
    ),
    "interacts": Wording(("team up with {x}", "dimerise with {x}"), ("get together with {x}",)),
    "regulates": Wording(
        ("call the shots for {x}", "govern {x}"), ("take orders from {x}", "are kept in check by {x}")
    ),
    "participates": Wording(
        ("work inside {x}", "lend a hand in {x}"), ("would not run without {x}", "make use of {x}")
    ),
    "localizes": Wording(("strike {x}", "start in {x}"), ("bear the brunt of {x}", "get sick in {x}")),
    "presents": Wording(
        ("announce themselves by {x}", "go hand in hand with {x}"), ("give {x} away", "doctors see in {x}")
    ),
    "resembles": Wording(("are close cousins of {x}", "could be mistaken for {x}"), ("are akin to {x}",)),
    "covaries": Wording(("keep evolutionary pace with {x}",), ("mirror the evolution of {x}",)),
    "includes": Wording(("have {x} in their ranks", "take in {x}"), ("are a kind of {x}", "are classed as {x}")),
}
_LAST_WHOLE = {
    "treats": Wording(("A patient has {x}. Which {t} could be prescribed?",), ("What is {x} good for? List the {t}.",)),
    "causes": Wording(
        ("{x} showed up; which {t} could be behind it?",), ("Which {t} should takers of {x} watch out for?",)
    ),
    "expresses": Wording(("Where do I find {x} expressed, in terms of {t}?",), ("What {t} can be measured in {x}?",)),
    "associates": Wording(
        ("Changes in {x} have been linked with what {t}?",), ("Whose variants matter in {x}? I need the {t}.",)
    ),
    "interacts": Wording(("Give me everything among {t} that {x} touches.",), ("{x} and which {t} form pairs?",)),
    "regulates": Wording(("Who controls {x}? Only {t}, please.",), ("If {x} changes, which {t} change with it?",)),
    "participates": Wording(("What {t} keep {x} going?",), ("{x} is active in what {t}?",)),
    "presents": Wording(
        ("If a patient has {x}, what {t} should I think of?",), ("How does {x} show itself? Name the {t}.",)
    ),
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
        "varied",
        (
            "Do you know any {t} that {c}?",
            "{t} that {c}?",
            "I'd like an overview of all those {t} which {c}.",
            "Can you find out what {t} {c}?",
        ),
        ("both {a} and {b}", "not only {a}, they also {b}", "{a} as well as {b}"),
        ("Do you know any {t} that {c}?", "I'd like an overview of all those {t} which {c}."),
        _VARIED,
        {"Compound": "medications", "Disease": "conditions", "Anatomy": "organs", "Side Effect": "adverse reactions"},
        _VARIED_WHOLE,
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
    Style(
        "last",
        (
            "Hi, which {t} {c}?",
            "We need a table of {t} that {c}",
            "{t} which {c}: what are they?",
            "Are there {t} that {c}? If so, name them.",
        ),
        ("{a} while they {b}", "{a} and in addition {b}"),
        ("We need a table of {t} that {c}", "Hi, which {t} {c}?"),
        _LAST,
        {"Compound": "drugs", "Disease": "diseases", "Anatomy": "body parts", "Side Effect": "side effects"},
        _LAST_WHOLE,
    ),
)

# For a relation without clauses here, its own label between quotes is all that can be said of it.
GENERIC = Wording(('have the relation "{label}" to {x}',), ('{x} has the relation "{label}" to',))


def style_of(file: Path) -> Style:
    """A set of wording from a JSON file with the fields of `Style`.

    Raises:
        GraphError: the file cannot be read, or lacks a field.
    """
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
        relations, whole = (
            {name: Wording(tuple(one["subject"]), tuple(one["object"])) for name, one in given.get(part, {}).items()}
            for part in ("relations", "whole")
        )
        frames, ands, chains = (tuple(given[part]) for part in ("frames", "ands", "chains"))
        return Style(str(given["name"]), frames, ands, chains, relations, dict(given.get("types", {})), whole)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise GraphError(f"{file} holds no set of wording: {error!r}; see Style for its fields") from error


def plural(label: str) -> str:
    """`biological process` as `biological processes`."""
    if label.endswith("y") and label[-2:-1] not in "aeiou":
        return label[:-1] + "ies"
    return label + ("es" if label.endswith(("s", "x", "ch")) else "s")
