"""The gate in the executor: alternatives pass it, a block ends the run, what comes from the cache is screened anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Runs = Callable[..., list[list[dict[str, Any]]]]
BENZENE, SARIN, HARMLESS = "c1ccccc1", "CC(C)OP(C)(=O)F", "OCC(O)CO"


def step(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments or {"note": "hello"}}


def run(*steps: dict[str, Any], **gate: Any) -> dict[str, Any]:
    return {"steps": list(steps), "gate": gate}


@pytest.mark.slow
def test_an_alternative_passes_the_gate_and_no_other_takes_its_place(run_plans: Runs, tmp_path: Path) -> None:
    away = step("still_away", smiles=BENZENE)
    (refused,), (blocked,), (agreed,), (harmless,) = run_plans(
        tmp_path,
        run(away),
        run(step("still_away", smiles=SARIN), answer=True),
        run(away, answer=True),
        run(step("still_away", smiles=HARMLESS)),
    )
    # `still_unwatched` is open and would take anything; it must not be how a molecule gets past the gate.
    assert (refused["status"], refused["tool"]) == ("blocked", "still_here")
    assert refused["error"]["error"] == "ConfirmationRequired"
    assert [finding["verdict"] for finding in refused["findings"]] == ["confirm"]
    assert (blocked["status"], blocked["error"]["error"]) == ("blocked", "BlockedError")
    assert (agreed["status"], agreed["tool"]) == ("ok", "still_here")
    assert (harmless["status"], harmless["tool"]) == ("ok", "still_here")
    digest = refused["findings"][0]["digest"]
    ((approved,),) = run_plans(tmp_path, run(away, approved=[digest]))
    assert approved["status"] == "ok"


def test_a_block_is_not_tried_again_and_ends_the_run(run_plans: Runs, tmp_path: Path) -> None:
    (tmp_path / "relative").write_text(SARIN)
    arguments = {"smiles": HARMLESS, "folder": str(tmp_path)}
    ((blocked, waiting, apart),) = run_plans(
        tmp_path,
        run(step("relatives", **arguments), step("still_unwatched", smiles="$1.relative"), step("naps_long", nap=60.0)),
        workers=2,
    )
    assert (blocked["status"], blocked["attempts"], blocked["outputs"]) == ("blocked", 1, {})
    assert blocked["error"]["error"] == "BlockedError"
    assert "block" in [finding["verdict"] for finding in blocked["findings"]]
    assert (tmp_path / "calls").read_text() == "x"
    assert [waiting["status"], apart["status"]] == ["skipped", "skipped"]
    assert waiting["error"]["message"] == "the safety gate stopped the run at step 1"


def test_a_call_on_what_is_blocked_is_not_made(run_plans: Runs, tmp_path: Path) -> None:
    (tmp_path / "relative").write_text(HARMLESS)
    ((stopped,),) = run_plans(tmp_path, run(step("relatives", smiles=SARIN, folder=str(tmp_path)), answer=True))
    assert (stopped["status"], stopped["error"]["error"]) == ("blocked", "BlockedError")
    assert not (tmp_path / "calls").exists(), "it is held back, not only kept quiet about"


def test_what_comes_from_the_cache_is_screened_anew(run_plans: Runs, tmp_path: Path) -> None:
    (tmp_path / "relative").write_text(BENZENE)
    call = step("relatives", smiles=HARMLESS, folder=str(tmp_path))
    (first,), (cached,), (refused,), (agreed,) = run_plans(
        tmp_path, run(call, answer=True), run(call, answer=True), run(call), run(call, answer=False)
    )
    assert [first["cached"], cached["cached"]] == [False, True]
    assert first["findings"] == cached["findings"], "the cache holds no finding, so both were screened"
    assert [refused["status"], agreed["status"]] == ["blocked", "blocked"], "what was agreed to ended with its run"
    assert (tmp_path / "calls").read_text() == "x"
    kept = b"".join(path.read_bytes() for path in (tmp_path / "cache").iterdir())
    assert b"relative" in kept
    assert b"IARC" not in kept


@pytest.mark.slow
@pytest.mark.parametrize("first", ["before", "after"])
def test_a_confirmation_ends_with_its_run(run_plans: Runs, tmp_path: Path, first: str) -> None:
    (tmp_path / "relative").write_text(BENZENE)
    given = BENZENE if first == "before" else HARMLESS
    call = step("relatives", smiles=given, folder=str(tmp_path))
    (agreed,), (again,) = run_plans(tmp_path, run(call, answer=True), run(call), cache=False)
    assert [agreed["status"], again["status"]] == ["ok", "blocked"]
    digests = [finding["digest"] for finding in again["findings"] if finding["verdict"] == "confirm"]
    ((named,),) = run_plans(tmp_path, run(call, approved=digests))
    assert named["status"] == "ok", "one digest serves the subject before and after the call"
