"""Maps as SVG, pages and Mermaid: whole, and escaped whatever names hold."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.knowledge.mindmap.answer import Edge, Inference, MindMapAnswer, Node
from scitoolagent.knowledge.mindmap.draw import as_html, as_json, as_mermaid, as_svg
from scitoolagent.knowledge.mindmap.evidence import Evidence

EVIL = '<script>alert(1)</script>" onload=\'x\' ]; click n0 "javascript:x" & \x00'


def answer(one: str = "a", verb: str = "joins", other: str = "b", own: bool = False) -> MindMapAnswer:
    first, second = Node(one, "1", "Thing", True), Node(other, "" if own else "2", "" if own else "Thing")
    edges = (Edge(first, verb, second, 0 if own else 1),)
    return MindMapAnswer(one, Evidence((), (), (), {}), edges, verb, (Inference(other, (1,)),), verb)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, set[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, {name for name, _ in attrs}))


def test_the_svg_has_all_nodes_and_edges_and_tells_the_models_own_apart() -> None:
    drawn = as_svg(answer("left", "joins", "right"))
    root = ElementTree.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"
    groups = [group.get("class") for group in root.iter(f"{space}g")]
    assert groups == ["asked", "node"] and len(list(root.iter(f"{space}path"))) == 1
    texts = [text.text for text in root.iter(f"{space}text")]
    assert texts == ["joins [1]", "left", "right"]
    own = ElementTree.fromstring(as_svg(answer(own=True)))
    assert [group.get("class") for group in own.iter(f"{space}g")] == ["asked", "own"]
    assert [path.get("class") for path in own.iter(f"{space}path")] == ["own"]
    assert as_json(answer(own=True))["map"][0]["own"] == ["b"]


def test_boxes_do_not_overlap() -> None:
    hub = Node("hub", "h", "Thing", True)
    edges = tuple(Edge(hub, "has", Node(str(n), str(n), "Thing"), n + 1) for n in range(8))
    root = ElementTree.fromstring(as_svg(MindMapAnswer("q", Evidence((), (), (), {}), edges)))
    boxes = [(float(r.get("x", 0)), float(r.get("y", 0))) for r in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(set(boxes)) == 9
    assert all(abs(a[0] - b[0]) >= 250 or abs(a[1] - b[1]) >= 34 for a in boxes for b in boxes if a != b)


def test_labels_do_not_overlap_and_texts_stay_in_their_boxes() -> None:
    """By hand: a label of 10 pixels needs at least as many to the next one in its gap."""
    asked = [Node(f"asked {n}", f"a{n}", "Thing", True) for n in range(3)]
    far = [Node("W" * 80, f"f{n}", "Thing") for n in range(3)]
    ends = [(one, other) for one in asked for other in far] + [(far[0], far[1]), (far[0], far[2])]
    edges = tuple(Edge(one, "joins", other, n + 1) for n, (one, other) in enumerate(ends))
    root = ElementTree.fromstring(as_svg(MindMapAnswer("q", Evidence((), (), (), {}), edges)))
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    labels = [(one.get("x"), float(one.get("y", 0))) for one in texts if one.get("class") == "verb"]
    assert len(labels) == 11
    assert all(a[0] != b[0] or abs(a[1] - b[1]) >= 10 for n, a in enumerate(labels) for b in labels[:n])
    # A W of Arial is 0.944 em wide (its AFM metrics): at 12 pixels 22 of them fill the 250 of a box.
    assert max(len(one.text or "") for one in texts) <= 22
    assert root.get("width") == str(40 + 2 * 470), "the lines within the last column have room"


def test_an_arrow_points_at_the_target() -> None:
    left, right = Node("l", "1", "Thing", True), Node("r", "2", "Thing")
    for edge, arrow in ((Edge(left, "v", right, 1), "marker-end"), (Edge(right, "v", left, 1), "marker-start")):
        root = ElementTree.fromstring(as_svg(MindMapAnswer("q", Evidence((), (), (), {}), (edge,))))
        (path,) = root.iter("{http://www.w3.org/2000/svg}path")
        assert [name for name in path.keys() if name.startswith("marker")] == [arrow]  # noqa: SIM118


def test_names_cannot_break_out() -> None:
    page = as_html(answer(EVIL, EVIL, EVIL, own=True))
    tags = Tags()
    tags.feed(page)
    assert "script" not in {tag for tag, _ in tags.seen}
    assert not {name for _, names in tags.seen for name in names if name.startswith("on")}
    assert "http" not in re.sub(r'xmlns="http://www.w3.org/2000/svg"|http-equiv', "", page)
    ElementTree.fromstring(as_svg(answer(EVIL, EVIL, EVIL)))
    chart = as_mermaid(answer(EVIL, EVIL, EVIL)).splitlines()
    assert len(chart) == 6 and chart[5].startswith('n0 -->|"')
    assert all(line.count('"') == 2 for line in chart[3:])
    assert not any(line.startswith("click") for line in chart)


@given(st.text(max_size=50), st.text(max_size=50))
def test_any_name_can_be_drawn(one: str, other: str) -> None:
    clean = [text.encode("utf-8", "ignore").decode() for text in (one, other)]
    drawn = answer(clean[0] or "x", clean[1], clean[1] or "y")
    ElementTree.fromstring(as_svg(drawn).encode())
    assert len(as_mermaid(drawn).splitlines()) == 6


def test_a_map_of_nothing_is_still_a_map() -> None:
    empty = MindMapAnswer("q", Evidence((), (), (), {}), ())
    ElementTree.fromstring(as_svg(empty))
    assert as_mermaid(empty).startswith("graph LR")
