"""Programs of a model and questions back on the page, in a real browser, with a model that is a server here."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = [name for name in ("nicegui", "playwright") if importlib.util.find_spec(name) is None]
if MISSING or not CHROMIUM:
    pytest.skip(f"the page is not tested: {', '.join(MISSING) or 'chromium'} is missing", allow_module_level=True)

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

from tests.endpoint import call_message, replying  # noqa: E402
from tests.web.serving import served  # noqa: E402

pytestmark = pytest.mark.slow

PATIENCE_MS = 60_000
HOSTILE = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"
PAST, ASKED = "20260102-030405-abcde2", "20260102-030405-abcde3"
HEAVY = "Say, how heavy would CCO be, would you think?"
PLAIN = "How heavy is CCO, would you think?"
WRONG, RIGHT = "molecular_weight(20)", '# the mass\n{"mass": molecular_weight(smiles1)}'
WORDS = {"text": "It weighs {mass}.", "design": "one molecule", "set_aside": [{"what": "Say", "why": "a word"}]}
CHOICES = [{"label": "average mass", "gives": "what one weighs"}, {"label": "monoisotopic mass"}]


def reply(request: dict[str, Any]) -> dict[str, Any]:
    """What the model says: it asks back first, errs once, and then answers."""
    if not request.get("tools"):
        return {"role": "assistant", "content": '{"verdict": "same", "why": "it is what is asked"}'}
    text = json.dumps(request["messages"])
    if "The person says" not in text and PLAIN not in text:
        return call_message("ask", question="Which mass?", choices=CHOICES)
    return (
        call_message("program", code=RIGHT, answer=WORDS)
        if "did not run" in text
        else call_message("program", code=WRONG)
    )


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with replying(reply) as url:
        yield url


@pytest.fixture(scope="module")
def page(endpoint: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("programs")
    write_past_runs(folder / "runs")
    cache = tmp_path_factory.getbasetemp() / "cache"
    with served(folder, cache, MODEL_URL=endpoint, MODEL="m") as url, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        made = browser.new_page(base_url=url, viewport={"width": 1280, "height": 800})
        made.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        yield made
        browser.close()


def write_past_runs(folder: Path) -> None:
    """A run whose program is hostile in all its texts, and one that ended with such a question back."""
    program = {"kind": "program", "code": f"x = 1  # {HOSTILE}\n'{HOSTILE}'\n{HOSTILE}", "model": HOSTILE}
    steps = [{"id": 1, "tool": "sql", "arguments": {"query": HOSTILE, "tables": [HOSTILE]}}]
    steps += [{"id": 2, "tool": "program", "arguments": {"code": HOSTILE, "steps": ["step 1", HOSTILE]}}]
    rows = {"type": HOSTILE, "value": [{HOSTILE: HOSTILE}]}
    value = {"label": HOSTILE, "subject": "", "type": "Computed", "value": HOSTILE, "unit": None}
    answer = {"kind": "answer", "status": "partial", "text": HOSTILE, "run": PAST, "drafter": HOSTILE}
    told = {"conclusion": HOSTILE, "design": HOSTILE, "assumed": [HOSTILE], "notes": [HOSTILE], "unmet": [HOSTILE]}
    query = {"kind": "query", "text": HOSTILE}
    run = [
        query,
        program,
        program | {"status": "failed", "error": HOSTILE},
        program,
        program | {"status": "ok", "printed": HOSTILE, "results": {HOSTILE: HOSTILE}},
        {"kind": "plan", "steps": steps, "goals": [], "drafter": HOSTILE},
        {"kind": "step", "step": 1, "tool": "sql", "status": "ok", "outputs": {"rows": rows}},
        {"kind": "step", "step": 2, "tool": "program", "status": "ok", "outputs": {HOSTILE: rows}},
        answer | told | {"values": [value | {"step": 2, "tool": "program", "source": HOSTILE}]},
    ]
    back = {"text": HOSTILE, "choices": [{"label": HOSTILE, "gives": HOSTILE}, {"label": "b"}]}
    folder.mkdir(parents=True)
    for name, records in ((PAST, run), (ASKED, [query, answer | {"question": back}])):
        lines = [{"kind": "run", "run": name}, *records]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")


def ask_back(page: Page) -> None:
    """Ask what the model asks back."""
    page.goto("/")
    page.get_by_role("button", name="New conversation").click()
    box = page.get_by_role("textbox", name="Your question")
    box.fill(HEAVY)
    box.press("Enter")
    expect(page.get_by_test_id("question-back")).to_contain_text("Which mass?")


def test_a_choice_goes_on_to_the_answer(page: Page) -> None:
    ask_back(page)
    expect(page.get_by_test_id("question-back")).to_contain_text("what one weighs")
    page.get_by_role("button", name="average mass").click()
    answer = page.get_by_test_id("answer")
    # C2H6O: 2 × 12.011 + 6 × 1.008 + 15.999.
    expect(answer).to_contain_text("It weighs 46.069 g/mol.")
    expect(answer).to_contain_text("Design: one molecule")
    programs = page.get_by_label("Program", exact=True)
    expect(programs).to_have_count(2)
    expect(programs.first).to_contain_text("did not run")
    expect(programs.last).to_contain_text("ran")
    expect(programs.last.locator(".comment")).to_have_text("# the mass")
    expect(page.get_by_label("Plan", exact=True)).to_contain_text("What the program did")
    expect(page.get_by_role("button", name="Change the plan")).to_have_count(0)
    expect(page.get_by_test_id("reading")).to_have_count(0)
    expect(page.locator("[data-step='2'] a")).to_have_count(0)


def test_a_reply_may_be_in_own_words(page: Page) -> None:
    ask_back(page)
    page.get_by_label("Or in your own words").fill("whichever one weighs")
    page.get_by_role("button", name="Reply").click()
    expect(page.get_by_label("Question", exact=True)).to_contain_text("whichever one weighs")
    expect(page.get_by_test_id("answer")).to_contain_text("It weighs 46.069 g/mol.")
    page.reload()
    expect(page.get_by_label("Program", exact=True)).to_have_count(2)


def test_a_program_is_changed_by_a_person_and_run_again(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="New conversation").click()
    box = page.get_by_role("textbox", name="Your question")
    box.fill(PLAIN)
    box.press("Enter")
    expect(page.get_by_test_id("answer")).to_contain_text("It weighs 46.069 g/mol.")
    page.get_by_role("button", name="Change the program and run it again").click()
    form = page.get_by_label("Change the program", exact=True)
    # Twice the weight of C2H6O.
    form.get_by_label("Program", exact=True).fill('{"mass": 2 * molecular_weight(smiles1)}')
    form.get_by_role("button", name="Run this program").click()
    expect(page.get_by_test_id("answer")).to_contain_text("It weighs 92.138")
    expect(page.get_by_test_id("answer")).to_contain_text("Planned by a person")
    expect(page.get_by_label("Program", exact=True).first).to_contain_text("written by a person")


def test_the_model_and_its_bounds_are_named(page: Page) -> None:
    page.goto("/")
    settings = page.get_by_role("button", name="Settings")
    expect(settings).to_contain_text("Rules, then m, at most 8 turns")
    settings.click()
    page.get_by_label("Turns of the model").fill("3")
    page.get_by_label("Cost of the model").fill("1")
    page.get_by_role("button", name="Use these").click()
    # Nobody knows what a token of this model costs.
    expect(page.get_by_role("alert")).to_contain_text("max_cost needs the prices of the model")
    page.get_by_label("Cost of the model").fill("")
    page.get_by_role("button", name="Use these").click()
    expect(settings).to_contain_text("at most 3 turns")


def test_hostile_texts_of_a_program_are_shown_and_not_obeyed(page: Page) -> None:
    page.goto(f"/run/{PAST}")
    expect(page.get_by_label("Program", exact=True)).to_have_count(2)
    expect(page.get_by_test_id("answer")).to_contain_text(HOSTILE)
    page.goto(f"/run/{ASKED}")
    back = page.get_by_test_id("question-back")
    expect(back).to_contain_text(HOSTILE)
    expect(back.get_by_role("button")).to_have_count(0)
    assert page.title() != "taken"
    assert page.locator("main script").count() == 0
