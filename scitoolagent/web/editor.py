"""Edit a plan (change an input, replace a tool, add or remove a step) and run it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import run as threads
from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.records import Plan, Query, Step
from scitoolagent.sessions import Run
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.revise import (
    put_in_query,
    read_value,
    with_arguments,
    with_step,
    with_tool,
    without_step,
    write_value,
)
from scitoolagent.web.svg import plan_svg

_ANCHOR = "edit-step-"


def show_editor(context: PageContext, browser: str, query: Query, plan: Plan, rerun: Callable[[Run], None]) -> None:
    """Show a form for editing the plan; `rerun` is called with the run that the user starts."""
    _Editor(context, browser, query, plan, rerun)


class _Editor:
    def __init__(
        self, context: PageContext, browser: str, query: Query, plan: Plan, rerun: Callable[[Run], None]
    ) -> None:
        self._context, self._browser, self._query, self._plan, self._rerun = context, browser, query, plan, rerun
        self._typed: dict[tuple[int, str], ui.input] = {}
        with ui.element("section").classes("card").props('aria-label="Change the plan"'):
            heading("Change the plan")
            ui.label(
                "Type another value, or leave a reference: $query.smiles1 is a value of the question, "
                "$2.mass an output of step 2."
            ).classes("quiet")
            with ui.element("div").classes("scroll").props('tabindex=0 aria-label="Changed plan as a graph"'):
                self._graph = ui.html(sanitize=False)
            self._place = ui.element("div").classes("stack")
            self._problem = ui.label("").classes("strong wrap").props("role=alert")
            ui.button("Run this plan", icon="play_arrow", on_click=self._go).props("no-caps unelevated")
        self._draw()

    def _draw(self) -> None:
        self._place.clear()
        self._typed = {}
        self._graph.set_content(plan_svg(self._query, self._plan, {}, _ANCHOR))
        with self._place:
            for step in self._plan.steps:
                self._step(step)
            if not self._plan.steps:
                ui.label("No steps are left.").classes("quiet")
            self._more()

    def _step(self, step: Step) -> None:
        tool = self._context.graph.tools.get(step.tool)
        with ui.element("div").classes("step").props(f"data-edit-step={step.id} id={_ANCHOR}{step.id}"):
            with ui.element("div").classes("line"):
                ui.label(f"Step {step.id}").classes("quiet")
                ui.label(step.tool).classes("strong grow")
                ui.button(
                    "Remove", icon="delete", on_click=lambda: self._try(lambda: without_step(self._kept(), step.id))
                ).props(f'flat dense no-caps aria-label="Remove step {step.id}"')
            if tool is None:
                return
            for port in tool.inputs:
                if port.name in step.arguments or port.required or port.python in ("int", "float", "str", "bool"):
                    self._typed[step.id, port.name] = (
                        ui.input(f"{port.name} ({port.type})", value=self._text(step, port.name))
                        .props("dense outlined stack-label")
                        .props(f'aria-label="{port.name} of step {step.id}"')
                        .classes("full-width")
                    )
            others = [other.name for other in self._context.graph.alternatives(tool)]
            if others:
                ui.select(
                    others,
                    label="Use another tool instead",
                    on_change=lambda event: self._replace(step.id, event.value),
                ).props("dense outlined options-dense").classes("full-width")

    def _more(self) -> None:
        """Offer the tools that can go on with what the last step gives."""
        graph = self._context.graph
        last = graph.tools.get(self._plan.steps[-1].tool) if self._plan.steps else None
        names = sorted(tool.name for tool in graph.feeds(last)) if last is not None else []
        names = names or sorted(graph.tools)
        ui.select(names, label="Add a step", with_input=True, on_change=lambda event: self._add(event.value)).props(
            "dense outlined options-dense"
        ).classes("full-width")

    def _add(self, name: str) -> None:
        self._try(lambda: with_step(self._context.graph, self._query, self._kept(), name))

    def _text(self, step: Step, name: str) -> str:
        return write_value(step.arguments[name]) if name in step.arguments else ""

    def _kept(self) -> Plan:
        """The plan with the text typed so far; raises when an input cannot be parsed."""
        plan = self._plan
        for step in self._plan.steps:
            tool = self._context.graph.tools.get(step.tool)
            arguments: dict[str, Any] = {}
            for port in tool.inputs if tool else ():
                field = self._typed.get((step.id, port.name))
                if field is not None and str(field.value).strip():
                    arguments[port.name] = read_value(port, str(field.value))
                elif field is None and port.name in step.arguments:
                    arguments[port.name] = step.arguments[port.name]
            if tool is not None and arguments != step.arguments:
                plan = with_arguments(plan, step.id, arguments)
        return plan

    def _replace(self, number: int, name: str) -> None:
        self._try(lambda: with_tool(self._context.graph, self._kept(), number, name))

    def _change(self, plan: Plan) -> None:
        self._plan = plan
        self._problem.set_text("")
        self._draw()

    def _try(self, make: Callable[[], Plan]) -> None:
        try:
            self._change(make())
        except SciToolAgentError as error:
            self._problem.set_text(self._context.plain(str(error)))

    async def _go(self) -> None:
        try:
            plan = self._kept()
            if not plan.steps:
                self._problem.set_text("There is nothing to run.")
                return
            query, plan = put_in_query(self._context.graph, self._query, plan)
            await threads.io_bound(self._context.sessions.planner.check, query, plan)
            started = self._context.session(self._browser).run_plan(query, plan)
        except SciToolAgentError as error:
            self._problem.set_text(self._context.plain(str(error)))
            return
        self._rerun(started)
