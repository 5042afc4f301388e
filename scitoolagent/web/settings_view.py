"""Who answers, and what a run may take: shown beside the question, and changed for this conversation."""

from __future__ import annotations

from nicegui import ui

from scitoolagent.config import MOST_TURNS, Config
from scitoolagent.errors import ConfigError
from scitoolagent.sessions import Session
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext

_FIELDS = {
    "max_turns": "Turns of the model",
    "max_model_tokens": "Tokens of the model",
    "max_cost": "Cost of the model, in US dollars",
    "max_seconds": "Time of a run, in seconds",
    "max_steps": "Steps of a run",
}
_WHOLE = ("max_turns", "max_model_tokens", "max_steps")


def who_answers(config: Config) -> str:
    """Return what answers, and within which bounds a model does."""
    if config.model_url is None:
        return "Rules, no model"
    name = config.planner_model or config.model or "the model of the endpoint"
    parts = [f"Rules, then {name}" if config.rules else name]
    if not config.small_model:
        parts.append(f"at most {config.max_turns} turns")
    if config.max_cost is not None:
        parts.append(f"${config.max_cost:g}")
    if config.max_model_tokens is not None:
        parts.append(f"{config.max_model_tokens:,} tokens")
    return ", ".join(parts)


def show_settings(context: PageContext, session: Session) -> None:
    """A button that says who answers and opens the bounds."""
    _Settings(context, session)


class _Settings:
    def __init__(self, context: PageContext, session: Session) -> None:
        self._context, self._session = context, session
        self._button = ui.button(who_answers(self._config), icon="tune").props("flat no-caps")
        self._button.props["aria-label"] = f"Settings: {who_answers(self._config)}"
        with ui.dialog().props('aria-label="Settings"') as self._dialog, ui.card().classes("settings"):
            self._place = ui.element("div").classes("stack")
        self._button.on_click(self._open)

    @property
    def _config(self) -> Config:
        return self._session.bounds or self._context.sessions.config

    def _open(self) -> None:
        self._place.clear()
        config = self._config
        with self._place:
            heading("What a run may take")
            ui.label(f"{who_answers(config)}. Empty means no bound; it holds for this conversation.").classes(
                "quiet wrap"
            )
            self._rules: ui.checkbox | None = None
            if config.model_url is not None:
                self._rules = ui.checkbox(
                    "Rules answer what they understand completely, at no cost", value=config.rules
                )
            names = _FIELDS if config.model_url is not None else ("max_seconds", "max_steps")
            self._typed = {
                name: ui.number(_FIELDS[name], value=getattr(config, name), min=0)
                .props("dense outlined")
                .classes("full-width")
                for name in names
            }
            self._problem = ui.label("").classes("strong wrap").props("role=alert")
            with ui.element("div").classes("line"):
                ui.button("Use these", on_click=self._use).props("no-caps unelevated")
                ui.button("Leave it", on_click=self._dialog.close).props("flat no-caps")
        self._dialog.open()

    def _use(self) -> None:
        bounds = {name: _bound(name, field.value) for name, field in self._typed.items()}
        if self._rules is not None:
            bounds["rules"] = bool(self._rules.value)
        try:
            self._session.bounds = self._context.bounded(bounds)
        except ConfigError as error:
            self._problem.set_text(str(error))
            return
        self._button.set_text(who_answers(self._config))
        self._button.props["aria-label"] = f"Settings: {who_answers(self._config)}"
        self._dialog.close()


def _bound(name: str, value: float | None) -> float | None:
    if value is None:
        return MOST_TURNS if name == "max_turns" else None
    return int(value) if name in _WHOLE else value
