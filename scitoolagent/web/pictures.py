"""Has pictures drawn in a process of its own: a molecule that hangs or crashes a library costs a picture, no server."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from pebble import ProcessPool

from scitoolagent.executor.server import worker_context
from scitoolagent.executor.worker import start_worker
from scitoolagent.web.shapes import Shape, molecule_svg, shape_of

_MOST_KEPT = 500
_LONGEST_SMILES = 600
_LONGEST_FILE = 4_000_000
_SECONDS = 10


class Painter:
    """One for a server; `close` ends its process. What cannot be drawn gives None: a picture is never needed."""

    def __init__(self, megabytes: int) -> None:
        self._pool = ProcessPool(
            max_workers=1, context=worker_context(), initializer=start_worker, initargs=[megabytes]
        )
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    async def molecule(self, smiles: str) -> str | None:
        """An SVG drawing of a molecule."""
        if not 0 < len(smiles) <= _LONGEST_SMILES:
            return None
        found: str | None = await self._drawn(molecule_svg, smiles)
        return found

    async def shape(self, text: str, form: str) -> Shape | None:
        """What `shape_of` says of a structure."""
        if not 0 < len(text) <= (_LONGEST_SMILES if form == "smiles" else _LONGEST_FILE):
            return None
        found: Shape | None = await self._drawn(shape_of, text, form)
        return found

    def close(self) -> None:
        """End the process."""
        self._pool.stop()
        self._pool.join()

    async def _drawn(self, draw: Callable[..., Any], *arguments: str) -> Any:
        key = (draw.__name__, *arguments)
        if key not in self._kept:
            self._kept[key] = await self._call(draw, arguments)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    async def _call(self, draw: Callable[..., Any], arguments: tuple[str, ...]) -> Any:
        future = asyncio.wrap_future(self._pool.schedule(draw, args=list(arguments), timeout=_SECONDS))
        # Libraries raise all kinds of errors for what they cannot read, and the process may die of it.
        await asyncio.wait([future])
        return None if future.cancelled() or future.exception() is not None else future.result()
