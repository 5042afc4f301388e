"""The page in a real browser, which reaches nothing but this machine."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = [name for name in ("nicegui", "playwright") if importlib.util.find_spec(name) is None]
if MISSING or not CHROMIUM:
    pytest.skip(f"the page is not tested: {', '.join(MISSING) or 'chromium'} is missing", allow_module_level=True)

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright  # noqa: E402

from tests.web.serving import served  # noqa: E402

pytestmark = pytest.mark.slow

PATIENCE_MS = 60_000
# Nicotine is acutely toxic, so a tool that is screened asks a person before it works with it.
RISKY = "List the stereoisomers of CN1CCCC1c1cccnc1"
HOSTILE = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"
PAST = "20260102-030405-abcdef"
READ = "20260102-030405-abcde0"


@dataclass(frozen=True)
class Site:
    url: str
    data: Path
    browser: Browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("web")
    write_past_run(folder / "runs")
    with served(folder, tmp_path_factory.getbasetemp() / "cache") as url, sync_playwright() as playwright:
        only_here = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", only_here]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield Site(url, folder, browser)
        browser.close()


def write_past_run(folder: Path) -> None:
    """An earlier run whose question, tool and values were written by somebody who means harm."""
    value = {"type": "Report", "value": HOSTILE, "unit": HOSTILE}
    answer_value = {"label": HOSTILE, "subject": HOSTILE, "step": 1, "tool": HOSTILE, "source": HOSTILE, **value}
    drawing = {"type": "MoleculeSvg", "value": f"<svg xmlns='http://www.w3.org/2000/svg'>{HOSTILE}</svg>", "unit": None}
    asked = {"handle": HOSTILE, "text": HOSTILE, "start": 0, "end": 9, "what": [{"type": HOSTILE}], "of": [HOSTILE]}
    asked |= {"then": [{"tool": HOSTILE, "settings": {HOSTILE: HOSTILE}}], "unit": HOSTILE, "problem": HOSTILE}
    unread = {"start": 0, "end": 9999, "role": "unread"}
    records = [
        {"kind": "run", "run": PAST},
        {"kind": "query", "text": HOSTILE, "entities": [], "request": {"asks": [asked], "readings": [unread]}},
        {
            "kind": "plan",
            "steps": [{"id": number, "tool": HOSTILE, "arguments": {"x": HOSTILE}} for number in (1, 2)],
            "goals": [],
            "missing": [HOSTILE],
            "unread": [HOSTILE],
            "notes": [HOSTILE],
            "drafter": HOSTILE,
        },
        {
            "kind": "step",
            "step": 1,
            "tool": HOSTILE,
            "status": "ok",
            "outputs": {HOSTILE: value, "drawing": drawing},
            "source": HOSTILE,
            "findings": [{"verdict": "warn", "subject": HOSTILE, "reason": HOSTILE}],
        },
        {
            "kind": "step",
            "step": 2,
            "tool": HOSTILE,
            "status": "failed",
            "error": {"error": HOSTILE, "message": HOSTILE},
        },
        {
            "kind": "answer",
            "status": "partial",
            "text": HOSTILE,
            "values": [answer_value, {**answer_value, **drawing}],
            "unmet": [HOSTILE],
            "unread": [HOSTILE],
            "nearest": [HOSTILE],
            "notes": [HOSTILE],
            "run": PAST,
        },
    ]
    folder.mkdir(parents=True)
    write_run(folder / f"{PAST}.jsonl", records)
    write_run(folder / f"{READ}.jsonl", read_run())


def write_run(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def read_run() -> list[dict[str, Any]]:
    """A run whose question has words that nobody could read, and an ask that may mean two things."""
    text = "Please give the polar surface area and the molecular weight of CCO and CCN in kDa, in the old style"
    values = [
        {"handle": handle, "type": "Smiles", "value": value, "text": value} | place(text, value)
        for handle, value in (("smiles1", "CCO"), ("smiles2", "CCN"))
    ]
    surface = {"handle": "ask1", "text": "polar surface area", "what": []}
    mass = {"type": "AverageMolecularMass", "tool": "molecular_weight", "output": "average_molecular_mass"}
    weight = {"handle": "ask2", "text": "molecular weight", "what": [mass], "unit": "kDa"}
    surface["what"] = [{"type": "PolarSurfaceArea"}, {"tool": "labute_surface_area"}]
    weight["then"] = [{"tool": "sort_by_value", "settings": {"order": "ascending"}}]
    asks = [ask | place(text, ask["text"]) | {"of": ["smiles1", "smiles2"]} for ask in (surface, weight)]
    roles = {
        "Please give the": "frame",
        "polar surface area": "ask",
        "molecular weight": "ask",
        "CCO": "entity",
        "CCN": "entity",
    }
    roles |= {"in kDa": "form", "in the old style": "unread"}
    readings = [place(text, words) | {"role": role} for words, role in roles.items()]
    query = {"kind": "query", "text": text, "entities": values, "request": {"asks": asks, "readings": readings}}
    refused = {"kind": "answer", "status": "failed", "text": "no safe plan", "unmet": ["no safe plan"], "run": READ}
    refused |= {"unread": ["in the old style"], "nearest": ["molecular_weight"]}
    return [{"kind": "run", "run": READ}, query, refused]


def place(text: str, words: str) -> dict[str, Any]:
    return {"start": text.index(words), "end": text.index(words) + len(words)}


@pytest.fixture(scope="module")
def context(site: Site) -> Iterator[Page]:
    """One person's browser for all tests: making one for each costs seconds. It may ask nobody but the server."""
    page = site.browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    elsewhere: list[str] = []
    own = (site.url, site.url.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda request: None if request.url.startswith(own) else elsewhere.append(request.url))
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield page
    page.context.close()
    assert elsewhere == []
    assert broken == []


@pytest.fixture
def page(context: Page) -> Page:
    context.set_viewport_size({"width": 1280, "height": 800})
    context.goto("/")
    return context


def ask(page: Page, question: str) -> None:
    box = page.get_by_role("textbox", name="Your question")
    box.fill(question)
    box.press("Enter")


def put(page: Page, name: str, content: bytes) -> Locator:
    """Add a file, and give what the page shows of it once it was looked at."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("input[type=file]").set_input_files(file)
    card = page.get_by_label(f"File {name}")
    expect(card.get_by_role("button", name="Put its name in the question")).to_be_visible()
    return card


def begin_anew(page: Page) -> None:
    page.get_by_role("button", name="New conversation").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("heading", name="Ask a scientific question")).to_be_visible()


def answer(page: Page) -> Locator:
    return page.get_by_test_id("answer")


def test_enter_asks_and_the_answer_stays_after_a_reload(page: Page) -> None:
    ask(page, "What are the molecular weight and the polar surface area of CCO?")
    # Ethanol: 46.07 g/mol by the atomic weights 12.011, 1.008 and 15.999; a hydroxyl group counts 20.23 Å² (Ertl 2000).
    expect(answer(page)).to_contain_text("46.069 g/mol")
    expect(answer(page)).to_contain_text("20.23 Å²")
    expect(answer(page)).to_contain_text("step 1, ")
    expect(page.get_by_test_id("state")).to_have_text("Done")
    expect(page.get_by_role("group", name="plan of 2 steps").locator("g.ok")).to_have_count(2)
    expect(page.locator(".molecule svg").first).to_be_visible()
    page.wait_for_url("**/run/*")
    page.reload()
    expect(answer(page)).to_contain_text("46.069 g/mol")
    page.goto("/runs")
    page.get_by_role("link", name="What are the molecular weight and the polar surface area of CCO?").click()
    expect(answer(page)).to_contain_text("46.069 g/mol")


def test_a_molecule_can_be_turned_in_space(page: Page) -> None:
    page.goto("/runs")
    page.get_by_role("link", name="What are the molecular weight").first.click()
    page.get_by_role("button", name="Show in 3-D").first.click()
    canvas = page.locator("canvas").first
    expect(canvas).to_be_visible()
    before = canvas.evaluate("canvas => canvas.toDataURL()")
    canvas.press("ArrowRight")
    assert canvas.evaluate("canvas => canvas.toDataURL()") != before


def test_a_plan_is_changed_and_run_again(page: Page) -> None:
    page.goto("/runs")
    page.get_by_role("link", name="What are the molecular weight").first.click()
    page.get_by_role("button", name="Change the plan").click()
    page.get_by_role("button", name="Remove step 2").click()
    expect(page.locator("[data-edit-step]")).to_have_count(1)
    page.get_by_label("smiles of step 1").fill("")
    page.get_by_role("button", name="Run this plan").click()
    expect(page.get_by_label("Change the plan").get_by_role("alert")).to_contain_text("needs smiles")
    page.get_by_label("smiles of step 1").fill("CCN")
    page.get_by_role("button", name="Run this plan").click()
    # Ethylamine has 45.085 g/mol by the same atomic weights and 14.007 for nitrogen, and a surface of 26.02 Å².
    expect(answer(page)).to_contain_text("CCN")
    expect(answer(page)).to_contain_text("45.08")
    # One value, which the sentence holds: no table repeats it.
    expect(answer(page).locator("tbody tr")).to_have_count(0)
    expect(page.get_by_label("Plan", exact=True)).to_contain_text("made by a person")


def test_each_word_shows_what_it_was_read_as(page: Page) -> None:
    page.goto(f"/run/{READ}")
    reading = page.get_by_test_id("reading")
    expect(reading.locator("mark.unread")).to_have_text("in the old style")
    expect(reading.locator("span.entity[title]")).to_have_text(["CCO", "CCN"])
    expect(reading.locator(".legend")).to_contain_text("not understood")
    expect(reading.locator("tbody tr").nth(1)).to_contain_text("sort by value (order ascending)")
    expect(reading.locator("tbody tr").nth(1)).to_contain_text("kDa")
    expect(answer(page)).to_contain_text("Not understood: in the old style")
    expect(answer(page).get_by_role("link", name="molecular_weight")).to_be_visible()


def test_a_reading_is_corrected_and_asked_again(page: Page) -> None:
    page.goto(f"/run/{READ}")
    page.get_by_role("button", name="Correct how it was understood").click()
    expect(page.locator("[data-edit-ask]")).to_have_count(2)
    page.get_by_role("button", name="Leave out").click()
    expect(page.get_by_role("button", name="Leave out")).to_have_count(0)
    page.get_by_role("button", name="Remove ask1").click()
    expect(page.locator("[data-edit-ask]")).to_have_count(1)
    page.get_by_role("button", name="Ask like this").click()
    expect(page.get_by_test_id("state")).to_have_text("Done")
    # By the atomic weights 12.011, 1.008, 14.007 and 15.999; the surface is not asked for any more.
    expect(page.get_by_test_id("reading").locator("tbody tr")).to_have_count(1)
    expect(answer(page)).to_contain_text("CCO")
    expect(answer(page)).to_contain_text("CCN")


def test_steps_arrive_while_a_person_is_asked_and_approval_goes_on(page: Page) -> None:
    ask(page, RISKY.replace("CN1CCCC1c1cccnc1", "nicotine"))
    asked = page.get_by_role("alert", name="Confirmation")
    expect(asked).to_contain_text("nicotine")
    expect(page.locator("[data-step='1']")).to_contain_text("done")
    expect(page.locator("[data-step='2']")).to_contain_text("to do")
    expect(answer(page)).to_have_count(0)
    # A reload finds the question that still waits.
    page.reload()
    page.get_by_role("button", name="Approve and go on").click()
    expect(answer(page)).to_contain_text("Answered")
    expect(asked).to_have_count(0)
    expect(page.locator("[data-step='2']")).to_contain_text("done")


def test_refusal_stops_the_step(page: Page) -> None:
    ask(page, RISKY)
    page.get_by_role("button", name="Refuse").click()
    expect(answer(page)).to_contain_text("Stopped for safety")
    expect(page.locator("[data-step='1']")).to_contain_text("Nobody confirmed")


def test_a_run_can_be_cancelled(page: Page) -> None:
    ask(page, RISKY)
    expect(page.get_by_role("alert", name="Confirmation")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_test_id("state")).to_have_text("Cancelled")
    expect(page.get_by_role("alert", name="Confirmation")).to_have_count(0)


def test_what_is_missing_is_said(page: Page) -> None:
    ask(page, "What is the best restaurant near the castle?")
    expect(page.get_by_role("alert").first).to_contain_text("No chain of tools")
    expect(page.get_by_text("Closest tools").or_(page.get_by_text("What is missing")).first).to_be_visible()


def test_hostile_text_is_shown_and_not_obeyed(page: Page) -> None:
    ask(page, f"What is the molecular weight of CCC? {HOSTILE}")
    expect(page.get_by_label("Question", exact=True)).to_contain_text(HOSTILE)
    expect(answer(page).or_(page.get_by_role("alert"))).not_to_have_count(0)
    page.goto(f"/run/{PAST}")
    expect(answer(page)).to_contain_text(HOSTILE)
    page.locator("[data-step='1'] summary").click()
    expect(page.locator("[data-step='1'] img")).to_have_count(1)
    page.get_by_role("button", name="Change the plan").click()
    page.goto("/runs")
    expect(page.get_by_role("link", name=HOSTILE).first).to_be_visible()
    page.goto("/tools/" + "%3Cscript%3Edocument.title='taken'%3C%2Fscript%3E")
    expect(page.get_by_role("heading", name="No such tool")).to_be_visible()
    assert page.title() != "taken"
    assert page.locator("main script").count() == 0


def test_a_file_is_kept_in_the_folder_of_the_session(page: Page, site: Site) -> None:
    put(page, "a.txt", b"hello")
    expect(page.get_by_label("File a.txt")).to_be_visible()
    assert [file.read_bytes() for file in site.data.glob("sessions/*/a.txt")] == [b"hello"]


def test_a_word_that_nobody_knows_is_asked_back_with_buttons(page: Page) -> None:
    rows = b"alloy,modulus_GPa\nAl,68.9\nAl,68.8\nTi,113.8\n"
    put(page, "bent.csv", rows)
    ask(page, "What is the average stiffness per alloy in bent.csv?")
    back = page.get_by_test_id("question-back")
    expect(back).to_contain_text("'stiffness' was not understood")
    expect(page.get_by_test_id("state")).to_have_text("Asks back")
    back.get_by_role("button", name="What is the average modulus_GPa per alloy in bent.csv?").click()
    # (68.9 + 68.8) / 2 = 68.85
    expect(answer(page)).to_contain_text("68.85")


def test_a_path_in_the_name_of_a_file_leads_nowhere(page: Page, site: Site) -> None:
    expect(page.locator("input[type=file]")).to_have_count(1)
    # A browser cuts folders off the name of a chosen file; a program that means harm does not.
    send = """async name => {
        const upload = Object.values(mounted_app.elements).find(element => element.props?.url);
        const form = new FormData();
        form.append("file", new Blob(["bad"]), name);
        await fetch(upload.props.url, { method: "POST", body: form });
    }"""
    for name in ("../../../taken1.txt", f"{site.data}/taken2.txt", "..\\taken3.txt", "..", ".taken4", "taken5\n.txt"):
        page.evaluate(send, name)
    expect(page.get_by_text("cannot be used").first).to_be_visible()
    expect(page.get_by_label("File taken1.txt")).to_be_visible()
    taken = [path for path in site.data.parent.rglob("*taken*") if path.is_file()]
    assert {path.parent.parent for path in taken} == {site.data / "sessions"}
    assert {path.name for path in taken} <= {"taken1.txt", "taken2.txt", "taken3.txt"}


def test_tools_are_found_and_lead_to_their_neighbours(page: Page) -> None:
    page.goto("/tools")
    page.get_by_role("textbox", name="What do you want to know").fill("isoelectric point of a protein")
    expect(page.get_by_role("link", name="isoelectric_point").first).to_be_visible()
    page.goto("/tools/name_to_smiles")
    expect(page.get_by_text("Takes", exact=True)).to_be_visible()
    link = page.locator("svg a").last
    name = (link.locator("title").text_content() or "").strip()
    link.click()
    page.wait_for_url(f"**/tools/{name}")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/tools", "/tools/molecular_weight", "/runs", f"/run/{PAST}", f"/run/{READ}"])
def test_nothing_sticks_out_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_example_is_asked_with_one_click(page: Page) -> None:
    begin_anew(page)
    page.get_by_role("button", name="What is the isotope pattern of bromobenzene?").click()
    # Bromine has two isotopes of nearly the same abundance, two mass units apart: 155.96 and 157.96.
    expect(answer(page)).to_contain_text("155.9")
    expect(answer(page).get_by_role("img", name="plot of isotope pattern")).to_be_visible()


def test_the_dark_choice_is_kept(page: Page) -> None:
    page.get_by_role("button", name="Dark colours").click()
    expect(page.locator("body.body--dark")).to_have_count(1)
    page.goto("/runs")
    expect(page.locator("body.body--dark")).to_have_count(1)
    page.get_by_role("button", name="Light colours").click()
    expect(page.locator("body.body--dark")).to_have_count(0)


LIBRARY = b"name,smiles,dose (mg)\nethanol,CCO,12\nphenol,Oc1ccccc1,3\nbenzene,c1ccccc1,7\nhexane,CCCCCC,\ntoluene,Cc1ccccc1,5\n"


def test_a_conversation_keeps_its_turns_and_its_history(page: Page) -> None:
    begin_anew(page)
    ask(page, "What is the molecular weight of CCO?")
    expect(answer(page)).to_contain_text("46.069")
    ask(page, "What is the molecular weight of CCN?")
    expect(answer(page)).to_contain_text("45.08")
    turn = page.get_by_test_id("turn")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("46.069")
    history = page.get_by_role("navigation", name="History")
    expect(history.get_by_role("listitem").first).to_contain_text("CCN")
    expect(history.locator("[aria-current=page]")).to_contain_text("CCN")
    # Both turns are there after a reload, and the folded one opens to the whole of it.
    page.reload()
    turn.locator("summary").first.click()
    expect(turn.get_by_test_id("answer")).to_contain_text("46.069 g/mol")
    begin_anew(page)
    expect(turn).to_have_count(0)
    history.get_by_role("link", name="molecular weight of CCO").first.click()
    expect(answer(page)).to_contain_text("46.069")


def test_rows_are_sorted_filtered_drawn_and_saved(page: Page) -> None:
    put(page, "library.csv", LIBRARY)
    ask(page, "What is the molecular weight of the compounds in library.csv?")
    rows = answer(page).get_by_role("region", name="rows of").locator("tbody tr")
    expect(rows).to_have_count(5)
    # C6H6O is the heaviest, 94.113; the head is a button that the keyboard reaches.
    head = answer(page).get_by_role("button", name="molecular weight, g/mol")
    head.press("Enter")
    expect(rows.first).to_contain_text("ethanol")
    head.press("Enter")
    expect(answer(page).locator("th[aria-sort=descending]")).to_contain_text("molecular weight")
    expect(rows.first).to_contain_text("phenol")
    expect(rows.first).to_contain_text("94.11")
    drawn = rows.first.get_by_role("img", name="structure of Oc1ccccc1")
    assert drawn.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 0
    answer(page).get_by_role("searchbox").fill("ENE")
    expect(rows).to_have_count(2)
    with page.expect_download() as saved:
        answer(page).get_by_role("button", name="Save as CSV").click()
    lines = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("name,smiles,dose (mg)")
    # The file has all rows, whatever is looked at.
    assert len(lines) == 6


def test_values_of_several_things_stand_in_rows_with_their_structures(page: Page) -> None:
    begin_anew(page)
    ask(page, "What are the molecular weight and logP of ethanol and phenol?")
    region = answer(page).get_by_role("region", name="values of the answer")
    expect(region.locator("tbody tr")).to_have_count(2)
    expect(region.locator("thead th")).to_have_text(["subject", "molecular weight, g/mol", "Wildman-Crippen logP"])
    expect(region.get_by_role("img", name="structure of phenol")).to_have_count(1)
    with page.expect_download() as saved:
        answer(page).get_by_role("button", name="Save as CSV").click()
    assert saved.value.path().read_text(encoding="utf-8-sig").splitlines()[1].startswith("ethanol,46.06")


def test_a_plot_can_be_looked_at_closely(page: Page) -> None:
    put(page, "library.csv", LIBRARY)
    ask(page, "Scatter plot of molecular weight and dose in library.csv")
    frame = answer(page).get_by_role("group", name="scatter plot")
    picture = frame.locator("img")
    expect(picture).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")
    frame.press("+")
    expect(picture).to_have_css("transform", "matrix(1.2, 0, 0, 1.2, 0, 0)")
    frame.press("ArrowRight")
    expect(picture).to_have_css("transform", "matrix(1.2, 0, 0, 1.2, -40, 0)")
    answer(page).get_by_role("button", name="Whole picture").click()
    expect(picture).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")
    expect(answer(page)).not_to_contain_text("characters of SVG")


def test_a_step_of_the_graph_leads_to_its_row(page: Page) -> None:
    page.goto("/runs")
    page.get_by_role("link", name="What are the molecular weight").first.click()
    row = page.locator("[data-step='2']")
    expect(row.get_by_role("link", name="About")).to_have_count(0)
    page.get_by_role("group", name="plan of").locator("a").nth(1).click()
    expect(row.get_by_role("link", name="About")).to_be_visible()


def test_a_step_is_added_to_a_plan(page: Page) -> None:
    begin_anew(page)
    ask(page, "What is the canonical SMILES of OCC?")
    expect(answer(page)).to_contain_text("CCO")
    page.get_by_role("button", name="Change the plan").click()
    form = page.get_by_label("Change the plan", exact=True)
    form.get_by_label("Add a step").fill("molecular_weight")
    page.get_by_role("option", name="molecular_weight", exact=True).click()
    expect(form.get_by_role("group", name="plan of 2 steps")).to_be_visible()
    page.get_by_role("button", name="Run this plan").click()
    expect(page.get_by_label("Plan", exact=True)).to_contain_text("2 steps, made by a person")
    expect(answer(page)).to_contain_text("46.069")


def test_what_a_file_holds_is_shown_before_it_is_asked_about(page: Page) -> None:
    card = put(page, "library.csv", LIBRARY)
    expect(card).to_contain_text("5 rows, 3 columns")
    dose = card.locator("tbody tr").nth(2)
    expect(dose).to_contain_text("3 to 12")
    expect(dose.locator("td").last).to_have_text("1")
    card.get_by_role("button", name="Put its name in the question").click()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value("library.csv ")


def test_a_file_is_dropped_anywhere(page: Page) -> None:
    expect(page.locator("input[type=file]")).to_have_count(1)
    data = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File(['a,b\\n1,2\\n3,4'], 'dropped.csv')); return data }"
    )
    for kind in ("dragover", "drop"):
        page.dispatch_event("header", kind, {"dataTransfer": data})
    expect(page.get_by_label("File dropped.csv")).to_contain_text("2 rows, 2 columns")


def test_a_file_that_is_not_what_it_says_is_named_as_such(page: Page, site: Site) -> None:
    expect(put(page, "picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00" * 50)).to_contain_text(
        "It has no rows that can be read"
    )
    card = put(page, "book.xlsx", b"not a workbook")
    expect(card).to_contain_text("book.xlsx")
    expect(card).to_contain_text("It has no rows that can be read")
    assert str(site.data) not in page.content()


def test_a_file_of_50_mb_is_refused(page: Page, site: Site) -> None:
    large = site.data / "large.csv"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    page.locator("input[type=file]").set_input_files(large)
    expect(page.get_by_text("That file is too large: at most 20 MB")).to_be_visible()
    # A program that does not ask the page is told the same by the server.
    status = page.evaluate(
        """async () => {
            const upload = Object.values(mounted_app.elements).find(element => element.props?.url);
            const form = new FormData();
            form.append("file", new Blob([new Uint8Array(50e6)]), "large.csv");
            return await fetch(upload.props.url, { method: "POST", body: form }).then(answer => answer.status, () => 413);
        }"""
    )
    assert status == 413
    assert not list(site.data.glob("sessions/*/large.csv"))


def test_a_run_is_saved_as_one_file_for_others(page: Page, site: Site) -> None:
    begin_anew(page)
    ask(page, "What is the molecular weight of CCO?")
    expect(answer(page)).to_contain_text("46.069")
    with page.expect_download() as saved:
        page.get_by_role("group", name="Save this run").get_by_role("button", name="Page to share").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert saved.value.suggested_filename.endswith(".html")
    assert "46.069" in text
    assert str(site.data) not in text
    expect(answer(page)).to_contain_text("Planned by rules, no model")


def test_the_bounds_of_a_run_are_set_for_the_conversation(page: Page) -> None:
    begin_anew(page)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_contain_text("Rules, no model")
    page.get_by_label("Steps of a run").fill("0")
    page.get_by_role("button", name="Use these").click()
    expect(page.get_by_role("alert")).to_contain_text("max_steps")
    page.get_by_label("Steps of a run").fill("1")
    page.get_by_role("button", name="Use these").click()
    expect(dialog).to_have_count(0)
    ask(page, "What is the molecular weight of naphthalene?")
    expect(page.locator("[data-step='2']")).to_contain_text("to end after 1 steps")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Steps of a run").fill("")
    page.get_by_role("button", name="Use these").click()
    expect(dialog).to_have_count(0)
    ask(page, "What is the molecular weight of naphthalene?")
    # C10H8
    expect(answer(page).last).to_contain_text("128.17")


def test_a_run_goes_on_when_its_page_is_closed_and_is_seen_in_another_tab(page: Page) -> None:
    begin_anew(page)
    other = page.context.new_page()
    other.goto(page.url)
    ask(other, RISKY)
    expect(other.get_by_role("alert", name="Confirmation")).to_be_visible()
    # The tab that did not ask shows that something waits, and may decide.
    waiting = page.get_by_role("navigation", name="History").get_by_role("listitem").first
    expect(waiting).to_contain_text("Waits for you")
    other.close()
    waiting.get_by_role("link").click()
    asked = page.get_by_role("alert", name="Confirmation")
    expect(asked).to_contain_text("fatal if swallowed")
    expect(asked).to_contain_text("Step 1 would list the stereoisomers")
    page.get_by_role("button", name="Approve and go on").click()
    expect(answer(page)).to_contain_text("Answered")
