"""The `@tool` decorator: a function's signature and docstring are the whole declaration of a tool."""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
import sys
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin

from scitoolagent.errors import DeclarationError
from scitoolagent.tool.docstring import ToolText, read_docstring
from scitoolagent.tool.semantic import Semantic

Function = TypeVar("Function", bound=Callable[..., Any])
_PLAIN = (str, int, float, bool, Path)
_LEAST_MEMORY = 256  # a process with numpy in it takes that much
# What a value may hold of a thing, and a tool may lose or make up.
ASPECTS = ("coordinates", "stereochemistry", "charge", "isotopes", "chain", "fragments", "tautomer", "connectivity")
_REQUIREMENT = re.compile(r"network|box|(?:extra|program|package):[\w.+-]+")


class Operation(StrEnum):
    """What a tool does, in EDAM's words where EDAM has them."""

    CONVERSION = "Conversion"
    CALCULATION = "Calculation"
    ANALYSIS = "Analysis"
    COMPARISON = "Comparison"
    PREDICTION = "Prediction"
    FILTERING = "Filtering"
    GENERATION = "Generation"
    RETRIEVAL = "Retrieval"
    MODELLING = "Modelling"
    VISUALISATION = "Visualisation"


class Topic(str):
    """The field a tool belongs to. Another package names its own: `Topic("Astronomy")`."""

    __slots__ = ()
    CHEMINFORMATICS: ClassVar[Topic]
    PROTEINS: ClassVar[Topic]
    NUCLEIC_ACIDS: ClassVar[Topic]
    STRUCTURAL_BIOLOGY: ClassVar[Topic]
    MATERIALS: ClassVar[Topic]
    GENERAL: ClassVar[Topic]


Topic.CHEMINFORMATICS = Topic("Cheminformatics")
Topic.PROTEINS = Topic("Proteins")
Topic.NUCLEIC_ACIDS = Topic("Nucleic acids")
Topic.STRUCTURAL_BIOLOGY = Topic("Structural biology")
Topic.MATERIALS = Topic("Materials science")
Topic.GENERAL = Topic("General")


class Safety(StrEnum):
    """OPEN: no check. SCREENED: the safety gate looks before and after. RESTRICTED: a person confirms each call."""

    OPEN = "open"
    SCREENED = "screened"
    RESTRICTED = "restricted"


@dataclasses.dataclass(frozen=True, slots=True)
class Port:
    """One input or output of a tool.

    Attributes:
        many: a list of values of `semantic`, not one.
        python: the type of one value.
        default: of an input that may be left out; `inspect.Parameter.empty` otherwise.
    """

    name: str
    semantic: Semantic
    python: Any
    many: bool = False
    default: Any = inspect.Parameter.empty
    text: str = ""

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclasses.dataclass(frozen=True, slots=True)
class ToolSpec:
    """A declared tool. `inputs` and `outputs` are in the order of the signature.

    Attributes:
        seconds: the longest that a call may take; the setting's when None.
        memory: the most megabytes that the process of a call may hold; the setting's when None.
        batch: a list in gives a list out, an item for each: many rows of a table are worked on in one call.
        version: of a tool whose code is elsewhere: what stands for it; nothing that it gives is kept for later.
        unseeded: the input, a seed, with which a call draws anew each time where it is 0: nothing of that is kept.
        loses: what its inputs may hold that its outputs do not (`ASPECTS`).
        supplies: what its outputs rest on that its inputs need not hold, and that it makes up, such as coordinates.
    """

    name: str
    function: Callable[..., Any]
    operation: Operation
    topic: Topic
    safety: Safety
    example: dict[str, Any]
    also: tuple[str, ...]
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    text: ToolText
    requires: tuple[str, ...]
    result: type | None
    seconds: float | None = None
    memory: int | None = None
    version: str = ""
    batch: bool = False
    unseeded: str = ""
    loses: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()


def tool(
    operation: Operation,
    topic: Topic,
    safety: Safety,
    *,
    example: dict[str, Any],
    also: tuple[str, ...] = (),
    requires: tuple[str, ...] = (),
    seconds: float | None = None,
    memory: int | None = None,
    batch: bool = False,
    unseeded: str = "",
    loses: tuple[str, ...] = (),
    supplies: tuple[str, ...] = (),
) -> Callable[[Function], Function]:
    """Declare a function as a tool. The function itself stays as it is.

    Args:
        operation: what the tool does.
        topic: the field it belongs to.
        safety: whether the safety gate screens its values; it has no default on purpose.
        example: arguments of a working call, which the tests run.
        also: other names people use for the tool or its result.
        requires: `network`, `box` (the code sandbox), `extra:NAME`, `program:NAME` or `package:NAME`.
        seconds: the time limit of a call, if the usual 60 s are too short or too long.
        memory: the limit on the address space of the process of a call, libraries included, in megabytes, if the usual
            4096 MB are too little or too much; at least 256.
        batch: whether its lists have one item for each row, so that it can work on many rows of a table at once.
        unseeded: the input that is a seed; with 0, every call draws new random numbers, so the result is not cached.
        loses: what its inputs may hold that its outputs do not, of `ASPECTS`: no plan loses what a later step rests on.
        supplies: what it makes up where its inputs do not hold it, of `ASPECTS`: the coordinates of a SMILES.
    Raises:
        DeclarationError: the signature, the docstring or an option is not valid for a tool.
    """

    def declare(function: Function) -> Function:
        spec = _spec(function, operation, topic, safety, example, also, requires, seconds, memory)
        spec = dataclasses.replace(spec, batch=batch, unseeded=unseeded, loses=loses, supplies=supplies)
        if unknown := next((one for one in (*loses, *supplies) if one not in ASPECTS), None):
            raise DeclarationError(f"tool {spec.name}: {unknown!r} is none of {', '.join(ASPECTS)}")
        if unseeded and not any(port.name == unseeded and port.default == 0 for port in spec.inputs):
            raise DeclarationError(f"tool {spec.name}: unseeded={unseeded!r} is no input that is 0 when left out")
        if batch and not (any(port.many for port in spec.inputs) and all(port.many for port in spec.outputs)):
            raise DeclarationError(f"tool {spec.name}: batch=True needs a list in, and lists out")
        function.__tool_spec__ = spec  # type: ignore[attr-defined]
        return function

    return declare


def spec_of(function: object) -> ToolSpec | None:
    """The declaration of a function, None when it is not a tool."""
    spec = getattr(function, "__tool_spec__", None)
    return spec if isinstance(spec, ToolSpec) else None


def _spec(
    function: Callable[..., Any],
    operation: Operation,
    topic: Topic,
    safety: Safety,
    example: dict[str, Any],
    also: tuple[str, ...],
    requires: tuple[str, ...],
    seconds: float | None,
    memory: int | None,
) -> ToolSpec:
    name = function.__name__
    text = read_docstring(function.__doc__ or "")
    hints = typing.get_type_hints(function, include_extras=True)
    inputs = tuple(
        _port(
            name, parameter.name, hints.get(parameter.name), parameter.default, text.arguments.get(parameter.name, "")
        )
        for parameter in inspect.signature(function).parameters.values()
    )
    outputs, result = _outputs(name, hints.get("return"), text.returns)
    spec = ToolSpec(
        name,
        function,
        operation,
        topic,
        safety,
        example,
        tuple(also),
        inputs,
        outputs,
        text,
        tuple(requires),
        result,
        seconds,
        memory,
    )
    _check(spec)
    return spec


def _port(tool_name: str, name: str, hint: Any, default: Any, text: str) -> Port:
    if get_origin(hint) in (typing.Union, types.UnionType):
        raise DeclarationError(f"{tool_name}: {name} must have one type, not a union")
    many = get_origin(hint) in (list, tuple)
    inner = get_args(hint)[0] if many else hint
    if get_origin(inner) is not Annotated:
        raise DeclarationError(f"{tool_name}: {name} has no Semantic type; use Annotated[{inner}, Semantic(...)]")
    python, *marks = get_args(inner)
    semantics = [mark for mark in marks if isinstance(mark, Semantic)]
    if len(semantics) != 1:
        raise DeclarationError(f"{tool_name}: {name} needs exactly one Semantic, it has {len(semantics)}")
    if python not in (*_PLAIN, *_generic(semantics[0])) and get_origin(python) not in (list, dict):
        raise DeclarationError(f"{tool_name}: {name} must be str, int, float, bool, Path, list or dict, not {python}")
    return Port(name, semantics[0], python, many, default, text)


def _generic(semantic: Semantic) -> tuple[type, ...]:
    """Only a type that stands for any value leaves open what Python holds it in."""
    return (object,) if semantic.generic == "any" else ()


def _outputs(tool_name: str, hint: Any, text: str) -> tuple[tuple[Port, ...], type | None]:
    if hint is None:
        raise DeclarationError(f"{tool_name}: the return type is missing")
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        if not hint.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise DeclarationError(f"{tool_name}: the result class {hint.__name__} must be frozen")
        hints = typing.get_type_hints(hint, include_extras=True)
        ports = (
            _port(tool_name, field.name, hints[field.name], inspect.Parameter.empty, "")
            for field in dataclasses.fields(hint)
        )
        return tuple(ports), hint
    port = _port(tool_name, "return", hint, inspect.Parameter.empty, text)
    return (dataclasses.replace(port, name=port.semantic.key),), None


def _check(spec: ToolSpec) -> None:
    problems: list[str] = []
    if sys.flags.optimize > 1:
        raise DeclarationError(
            "Python was started with -OO or PYTHONOPTIMIZE=2, which strips what tools are declared by"
        )
    if not 0 < len(spec.text.summary) <= 90 or not spec.text.summary.endswith("."):
        problems.append("the first docstring line must be a sentence of at most 90 characters")
    if not spec.text.source:
        problems.append("the docstring needs a `Source:` line")
    if not spec.text.returns:
        problems.append("the docstring needs a `Returns:` section")
    problems += [f"argument {port.name} is not described under `Args:`" for port in spec.inputs if not port.text]
    names = {port.name for port in spec.inputs}
    problems += [
        f"`Args:` describes {name}, which is no parameter" for name in spec.text.arguments if name not in names
    ]
    problems += [
        f'{port.name} is a number without a unit; say unit="1" in {port.semantic.name} when it is a pure number'
        for port in (*spec.inputs, *spec.outputs)
        if port.python is float and port.semantic.unit is None and not port.semantic.generic
    ]
    problems += [
        f"example has no value for {port.name}"
        for port in spec.inputs
        if port.required and port.name not in spec.example
    ]
    problems += [f"example names {name}, which is no parameter" for name in spec.example if name not in names]
    problems += [
        f"requirement {need!r} must be network, box, extra:, program: or package:NAME"
        for need in spec.requires
        if not _REQUIREMENT.fullmatch(need)
    ]
    if not isinstance(spec.topic, Topic) or not spec.topic:
        problems.append("topic must be a Topic")
    if not isinstance(spec.safety, Safety):
        problems.append("safety must be a Safety")
    if spec.seconds is not None and not 0 < spec.seconds < math.inf:
        problems.append(f"seconds must be a number above 0, not {spec.seconds!r}")
    if spec.memory is not None and not (isinstance(spec.memory, int) and spec.memory >= _LEAST_MEMORY):
        problems.append(f"memory must be a whole number of megabytes, at least {_LEAST_MEMORY}, not {spec.memory!r}")
    if problems:
        raise DeclarationError(f"tool {spec.name}: " + "; ".join(problems))
