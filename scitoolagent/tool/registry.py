"""Find every declared tool through the entry-point group `scitoolagent.tools`, the built-in ones included."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, cast

from scitoolagent.errors import DeclarationError, ToolUnavailableError
from scitoolagent.tool.declare import ToolSpec, spec_of
from scitoolagent.tool.foreign import MODULE, has_servers
from scitoolagent.tool.semantic import Semantic
from scitoolagent.tool.spelling import unknown_tool
from scitoolagent.tool.types import ROOTS, SHARED
from scitoolagent.tool.units import UnitError, readings

GROUP = "scitoolagent.tools"
BUILT_IN = "scitoolagent.tools."


class Registry:
    """All tools by name, and all semantic types by name.

    Raises:
        DeclarationError: two tools or two types share a name, or a type's parent is unknown.
    """

    def __init__(self, specs: Iterable[ToolSpec], broken: Mapping[str, str] | None = None) -> None:
        self.broken = dict(broken or {})
        self.tools: dict[str, ToolSpec] = {}
        self.types: dict[str, Semantic] = {semantic.name: semantic for semantic in (*ROOTS, *SHARED)}
        for spec in specs:
            if self.tools.setdefault(spec.name, spec).function is not spec.function:
                raise DeclarationError(f"two tools are called {spec.name}")
            for port in (*spec.inputs, *spec.outputs):
                known = self.types.setdefault(port.semantic.name, port.semantic)
                if known != port.semantic:
                    raise DeclarationError(f"{spec.name}: type {known.name} is declared twice, differently")
        for semantic in self.types.values():
            if semantic.parent is not None and semantic.parent not in self.types:
                raise DeclarationError(f"type {semantic.name}: parent {semantic.parent} is not declared by any tool")
            _check_unit(semantic)

    def __getitem__(self, name: str) -> ToolSpec:
        try:
            return self.tools[name]
        except KeyError:
            raise ToolUnavailableError(unknown_tool(name, self.tools)) from None

    def __iter__(self) -> Iterator[ToolSpec]:
        return iter(sorted(self.tools.values(), key=lambda spec: spec.name))

    def __len__(self) -> int:
        return len(self.tools)


def _check_unit(semantic: Semantic) -> None:
    try:
        readings(semantic.unit or "1")
    except UnitError as error:
        raise DeclarationError(f"type {semantic.name}: {error}") from error


@lru_cache(maxsize=1)
def load_registry() -> Registry:
    """Import every module of every `scitoolagent.tools` entry point and collect its tools.

    A package of somebody else that cannot be imported costs its own tools only; `Registry.broken` says why.
    """
    specs: list[ToolSpec] = []
    broken: dict[str, str] = {}
    # The built-in tools come first: what a package of somebody else declares must fit to them, not the other way.
    for entry in sorted(tool_entry_points(), key=lambda entry: not entry.value.startswith(BUILT_IN)):
        own = entry.value.startswith(BUILT_IN)
        try:
            found = [spec for module in _modules(entry) for spec in declared_in(module)]
            if not own:
                Registry([*specs, *found])
            specs += found
        except (ImportError, DeclarationError, SyntaxError, AttributeError, TypeError, NameError) as error:
            if own:
                raise
            broken[entry.name] = f"{type(error).__name__}: {error}"
    return Registry(specs, broken)


def load_foreign() -> tuple[ToolSpec, ...]:
    """The confirmed tools of other MCP servers. Where none was added, nothing is imported.

    They are the user's, not the program's: they stand in no generated file and in no registry.
    """
    return tuple(declared_in(importlib.import_module(MODULE))) if has_servers() else ()


def load_tool(name: str, module: str) -> ToolSpec:
    """One tool from the module that declares it; a worker needs no more, and the others take half a second.

    Raises:
        ToolUnavailableError: the module is not there, or has no such tool.
    """
    try:
        specs = {spec.name: spec for spec in declared_in(importlib.import_module(module))}
    except ImportError as error:
        raise ToolUnavailableError(f"{name} cannot be loaded from {module}: {error}") from error
    if name not in specs:
        raise ToolUnavailableError(f"{module} declares no tool {name!r}; run `scitoolagent kg build`")
    return specs[name]


@lru_cache(maxsize=1)
def _entry_points() -> Any:  # its type changed from Python 3.11 to 3.12
    """All entry points; finding them reads a file of every package that is installed."""
    return entry_points()


def tool_entry_points() -> tuple[EntryPoint, ...]:
    """The entry points that bring tools, in a fixed order."""
    return tuple(sorted(_entry_points().select(group=GROUP), key=lambda entry: (entry.name, entry.value)))


def load_function(place: str) -> Callable[[str], Any]:
    """The function that a type's `recogniser`, `speller` or `finder` names as `module:function`.

    Raises:
        DeclarationError: there is no such module or function.
    """
    module, _, name = place.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise DeclarationError(f"{place} cannot be loaded: {error}") from error
    if not callable(function):
        raise DeclarationError(f"{place} is no function")
    return cast("Callable[[str], Any]", function)


def declared_in(module: ModuleType) -> Iterator[ToolSpec]:
    """The tools a module declares: its functions, and those of a family in its `TOOLS` tuple."""
    for value in [*vars(module).values(), *getattr(module, "TOOLS", ())]:
        spec = spec_of(value)
        if spec is not None and spec.function.__module__ == module.__name__:
            yield spec


def _modules(entry: EntryPoint) -> Iterator[ModuleType]:
    loaded = entry.load()
    if not isinstance(loaded, ModuleType):
        raise DeclarationError(f"entry point {entry.name} = {entry.value} must name a module or a package")
    yield loaded
    for info in pkgutil.iter_modules(getattr(loaded, "__path__", ())):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{loaded.__name__}.{info.name}")
