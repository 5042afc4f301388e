"""Draw pictures in a separate process, so that a library that hangs or crashes costs a picture and not the server."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pebble import ProcessPool

from scitoolagent.executor.server import worker_context
from scitoolagent.executor.worker import run_bounded, start_worker
from scitoolagent.file_facts import facts_of_file
from scitoolagent.shapes import StructureModel, molecule_svg, structure_model

if TYPE_CHECKING:
    from scitoolagent.tables.facts import TableFacts

_MOST_KEPT = 500
_LONGEST_SMILES = 600
_LONGEST_FILE = 4_000_000
_SECONDS = 10


def _new_pool() -> ProcessPool:
    return ProcessPool(max_workers=1, context=worker_context(), initializer=start_worker)


class Renderer:
    """Draws for all pages of a server; `close` ends its process. Gives None for what cannot be drawn."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._pool = _new_pool()
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    async def molecule(self, smiles: str) -> str | None:
        """An SVG drawing of a molecule."""
        if not 0 < len(smiles) <= _LONGEST_SMILES:
            return None
        found: str | None = await self._drawn(molecule_svg, smiles)
        return found

    async def shape(self, text: str, form: str) -> StructureModel | None:
        """The result of `structure_model` for a structure."""
        if not 0 < len(text) <= (_LONGEST_SMILES if form == "smiles" else _LONGEST_FILE):
            return None
        found: StructureModel | None = await self._drawn(structure_model, text, form)
        return found

    async def facts(self, path: str, folder: str, store: str) -> TableFacts | str | None:
        """What a file holds, or why it cannot be read; it is read each time, since it may have changed."""
        found: TableFacts | str | None = await self._result(facts_of_file, (path, folder, store))
        return found

    def close(self) -> None:
        """End the process."""
        self._pool.stop()
        self._pool.join()

    async def _drawn(self, draw: Callable[..., Any], *arguments: str) -> Any:
        key = (draw.__name__, *arguments)
        if key not in self._kept:
            self._kept[key] = await self._result(draw, arguments)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    async def _result(self, draw: Callable[..., Any], arguments: tuple[str, ...]) -> Any:
        bounded = [self._megabytes, draw, *arguments]
        try:
            scheduled = self._pool.schedule(run_bounded, args=bounded, timeout=_SECONDS)
        except RuntimeError:
            # A pool whose only process crashed may take no other call.
            self.close()
            self._pool = _new_pool()
            scheduled = self._pool.schedule(run_bounded, args=bounded, timeout=_SECONDS)
        future = asyncio.wrap_future(scheduled)
        # Libraries raise many kinds of errors on unreadable input, and the process may crash.
        await asyncio.wait([future])
        return None if future.cancelled() or future.exception() is not None else future.result()
