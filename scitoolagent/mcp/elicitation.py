"""Forms over the protocol: asked for while a call waits, or as its result, by what the client's revision has."""

from __future__ import annotations

from typing import Any

import anyio
import anyio.from_thread
from mcp import MCPError
from mcp.server import ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from pydantic import ValidationError

from scitoolagent.mcp.caller import PATIENCE_SECONDS, Caller, Filled, Form, FormNeeded
from scitoolagent.mcp.early import VERSIONS

_KEY = "person"


def caller_of(context: ServerRequestContext[Any], params: CallToolRequestParams) -> Caller:
    """The caller of a request: whether its client shows forms, and how they get there."""
    capabilities = context.session.client_capabilities
    form = capabilities.elicitation if capabilities is not None else None
    # Of the first revisions that have forms, a client says `{}`; only one that names addresses alone has none.
    if form is None or (form.form is None and form.url is not None):
        return Caller()
    if context.protocol_version not in VERSIONS:
        filled = (params.input_responses or {}).get(_KEY)
        return Caller(
            shows_forms=True,
            state=params.request_state or "",
            filled=_filled(filled) if isinstance(filled, ElicitResult) else None,
        )
    if not context.session.can_send_request:
        return Caller()

    async def shown(form: Form) -> Filled:
        with anyio.move_on_after(PATIENCE_SECONDS):
            return _filled(await context.session.elicit_form(form.message, form.schema, context.request_id))
        return None

    def elicit(form: Form) -> Filled:
        try:
            return anyio.from_thread.run(shown, form)
        except (MCPError, ValidationError, RuntimeError):
            # A client that cannot show it after all, or is gone, has confirmed nothing.
            return None

    return Caller(elicit=elicit, shows_forms=True)


def form_request(needed: FormNeeded) -> InputRequiredResult:
    """The result that asks a client to show a form and to send the call again."""
    params = ElicitRequestFormParams(message=needed.form.message, requested_schema=needed.form.schema)
    return InputRequiredResult(input_requests={_KEY: ElicitRequest(params=params)}, request_state=needed.state)


def _filled(result: ElicitResult) -> Filled:
    return dict(result.content or {}) if result.action == "accept" else None
